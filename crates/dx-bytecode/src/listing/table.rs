//! The kinds of signature tables, and the part that each table describes. Separate because rows and tables depend on
//! it.

use dx_container::enums::ShaderKind;
use dx_container::parts::signature;
use dx_container::{FourCc, ProgramVersion};

/// The signature tables of a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    PatchConstant,
    Input,
    Output,
}

impl Table {
    /// In the order of listings.
    pub(super) const ALL: [Self; 3] = [Self::PatchConstant, Self::Input, Self::Output];

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::PatchConstant => "Patch Constant",
            Self::Input => "Input",
            Self::Output => "Output",
        }
    }

    /// The table and form of a part.
    pub(super) fn of(part: FourCc) -> Option<(Self, signature::Form)> {
        let row = PARTS.iter().find(|row| row.2 == part)?;
        Some((row.0, row.1))
    }

    /// The part of this form; the plain one where there is none.
    pub(super) fn part(self, form: signature::Form) -> FourCc {
        let exact = PARTS.iter().find(|row| (row.0, row.1) == (self, form));
        let plain = || PARTS.iter().find(|row| row.0 == self);
        exact.or_else(plain).map_or(FourCc::ISGN, |row| row.2)
    }

    /// The form that compilers give it: the full one where the program asks for the least precision somewhere.
    pub(super) fn form(self, version: Option<ProgramVersion>, has_precision: bool) -> signature::Form {
        let is_geometry_5 =
            version.is_some_and(|version| version.kind() == ShaderKind::GEOMETRY && version.major() >= 5);
        match (has_precision, is_geometry_5 && self == Self::Output) {
            (true, _) => signature::Form::Full,
            (false, true) => signature::Form::Streamed,
            (false, false) => signature::Form::Plain,
        }
    }

    /// Where compilers put it among the others.
    pub(super) fn position(self, stage: Option<ShaderKind>) -> u8 {
        match self {
            Self::Input => 0,
            Self::Output => 2,
            Self::PatchConstant if stage == Some(ShaderKind::DOMAIN) => 1,
            Self::PatchConstant => 3,
        }
    }
}

/// The parts that hold signatures, plain ones first.
pub(super) const PARTS: [(Table, signature::Form, FourCc); 7] = [
    (Table::Input, signature::Form::Plain, FourCc::ISGN),
    (Table::Output, signature::Form::Plain, FourCc::OSGN),
    (Table::PatchConstant, signature::Form::Plain, FourCc::PCSG),
    (Table::Output, signature::Form::Streamed, FourCc::OSG5),
    (Table::Input, signature::Form::Full, FourCc::ISG1),
    (Table::Output, signature::Form::Full, FourCc::OSG1),
    (Table::PatchConstant, signature::Form::Full, FourCc::PSG1),
];
