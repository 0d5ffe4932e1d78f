//! The row of a part. Separate from the choice of a decoder, because the generated table consists of these types.

use crate::fourcc::FourCc;
use crate::generated::part_kinds::PartKind;

/// A row of the table of parts.
#[derive(Debug, Clone, Copy)]
pub struct PartRow {
    /// The name of the part.
    pub fourcc: FourCc,
    /// The title of the part in words.
    pub title: &'static str,
    /// The type that reads the part.
    pub kind: PartKind,
    /// The group to strip the part with; `None` if the shader needs the part.
    pub strip: Option<StripGroup>,
    /// Further details, or an empty string.
    pub note: &'static str,
}

/// Groups of parts that can be stripped together because a shader runs without them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StripGroup {
    /// Programs with debug information, and sources.
    Debug,
    /// The file name of the PDB.
    DebugName,
    /// Reflection data.
    Reflection,
    /// Private data of the application.
    Private,
    /// The root signature; without it, the application must provide one.
    RootSignature,
    /// The symbol table, which the reference validator rejects.
    Symbols,
}

impl StripGroup {
    /// Every group.
    pub const ALL: [Self; 6] =
        [Self::Debug, Self::DebugName, Self::Reflection, Self::Private, Self::RootSignature, Self::Symbols];
}
