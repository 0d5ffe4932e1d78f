//! What was recorded when a shader was compiled, whichever part it lies in: SRCI, PDBI or FXC's SDBG.

use std::collections::HashSet;

use bstr::{BStr, BString, ByteSlice as _};
use dx_container::enums::RuntimeDataPart;
use dx_container::parts::View as _;
use dx_container::parts::debug_information::DebugInformation;
use dx_container::parts::pdb_info::PdbInfo;
use dx_container::parts::rdat::Rdat;
use dx_container::parts::source_info::SourceInfo;
use dx_container::pdb::is_msf;
use dx_container::reader::Payload;
use dx_container::{Container, FourCc, Result, error};

use super::arguments::Arguments;
use crate::error::Error;
use crate::json::in_utf8;

/// Where in a file what was recorded is to be looked for.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// A PDB or container: the file, or a piece of it.
    pub bytes: &'a [u8],
    /// Where in the file it begins.
    offset: u64,
    /// True for a PDB that a shader carries as private data (-Qpdb_in_private).
    pub is_private: bool,
}

impl<'a> Place<'a> {
    /// The PDB in a shader's private data, where it has one and no sources of its own; else the file itself.
    pub fn of(bytes: &'a [u8]) -> Self {
        let private_pdb = || {
            let container = Container::parse(bytes).ok()?;
            let has_own =
                [FourCc::SRCI, FourCc::PDBI, FourCc::SDBG].iter().any(|&name| container.part(name).is_some());
            Self::in_private(&container).filter(|_| !has_own)
        };
        let private_pdb = if is_msf(bytes) { None } else { private_pdb() };
        private_pdb.unwrap_or(Self { bytes, offset: 0, is_private: false })
    }

    /// The PDB in a shader's private data.
    pub fn in_private(container: &Container<'a>) -> Option<Self> {
        let private = container.part(FourCc::PRIV).filter(|part| is_msf(part.data))?;
        Some(Self { bytes: private.data, offset: private.payload().offset, is_private: true })
    }

    /// An error about these bytes as one about the file.
    pub fn placed(&self, error: Error) -> Error {
        match error {
            Error::Container(error) if self.is_private => {
                let place = error.place();
                let place = error::Place { offset: place.offset + self.offset, ..place };
                Error::Container(error.at(place).within(error::Frame::Part(FourCc::PRIV)))
            }
            other => other,
        }
    }
}

/// Sources and arguments of a container.
#[derive(Debug)]
pub enum Recorded<'a> {
    /// In SRCI.
    SourceInfo(SourceInfo<'a>),
    /// In PDBI.
    PdbInfo(PdbInfo<'a>),
    /// In SDBG: sources alone.
    DebugInformation(DebugInformation<'a>),
}

impl<'a> Recorded<'a> {
    /// What `container` has: of SRCI, PDBI and SDBG the one that is there.
    pub fn of(container: &Container<'a>) -> Option<Result<Self>> {
        let source_info = container.view(FourCc::SRCI).map(|part| part.map(Self::SourceInfo));
        let pdb_info = || container.view(FourCc::PDBI).map(|part| part.map(Self::PdbInfo));
        let debug = || container.view(FourCc::SDBG).map(|part| part.map(Self::DebugInformation));
        source_info.or_else(pdb_info).or_else(debug)
    }

    /// The part it is in.
    pub fn part(&self) -> FourCc {
        match self {
            Self::SourceInfo(_) => FourCc::SRCI,
            Self::PdbInfo(_) => FourCc::PDBI,
            Self::DebugInformation(_) => FourCc::SDBG,
        }
    }

    /// Entry function and target, where they are kept apart from the arguments.
    pub fn entry_and_target(&self) -> [Option<String>; 2] {
        let Self::DebugInformation(part) = self else { return [None, None] };
        [part.entry_point, part.target].map(|at| {
            let text = part.string(at);
            (!text.is_empty()).then(|| in_utf8(text).into_owned())
        })
    }

    /// Gives every source, its name and its text, to `take`; stops where that fails. Texts come one at a time,
    /// for they lie compressed.
    pub fn each_source<E>(
        &self,
        mut take: impl FnMut(&BStr, &BStr) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        match self {
            Self::SourceInfo(part) => {
                part.sources().try_for_each(|source| take(source.name, source.content.as_bstr()))
            }
            Self::PdbInfo(part) => {
                let Some(rdat) = rdat(part) else { return Ok(()) };
                let sources: Vec<_> = rdat.records(RuntimeDataPart::DXIL_PDB_INFO_SOURCE_TABLE).collect();
                let info = rdat.records(RuntimeDataPart::DXIL_PDB_INFO_TABLE).next();
                let rows = info.and_then(|info| info.words("Sources")).unwrap_or_default();
                // A hostile list has one row a million times.
                let mut seen = HashSet::new();
                let rows = rows.iter().map(|row| row.get()).filter(|row| seen.insert(*row));
                let sources = rows.filter_map(|row| sources.get(usize::try_from(row).ok()?));
                sources.into_iter().try_for_each(|source| take(source.text("Name"), source.text("Content")))
            }
            Self::DebugInformation(part) => {
                part.files.iter().try_for_each(|file| take(part.span(file.name), part.span(file.source)))
            }
        }
    }

    /// The compiler's arguments; SDBG keeps none.
    pub fn arguments(&self) -> Arguments {
        Arguments::new(match self {
            Self::SourceInfo(part) => {
                part.arguments().map(|pair| (pair.name.to_owned(), pair.value.to_owned())).collect()
            }
            Self::PdbInfo(part) => {
                let rdat = rdat(part);
                let info =
                    rdat.iter().find_map(|rdat| rdat.records(RuntimeDataPart::DXIL_PDB_INFO_TABLE).next());
                let texts = info.and_then(|info| info.texts("ArgPairs")).unwrap_or_default();
                let mut texts = texts.iter();
                let pair = || {
                    let name: BString = texts.next()?.to_owned();
                    // Others have the dash in the file.
                    let name = name.strip_prefix(b"-").map_or(name.clone(), BString::from);
                    Some((name, texts.next().unwrap_or_default().to_owned()))
                };
                std::iter::from_fn(pair).collect()
            }
            Self::DebugInformation(_) => Vec::new(),
        })
    }

    /// Hash and name of the PDB, which PDBI holds besides.
    pub fn hash_and_name(&self) -> (Option<[u8; 16]>, Option<BString>) {
        let Self::PdbInfo(part) = self else { return (None, None) };
        let rdat = rdat(part);
        let info = rdat.iter().find_map(|rdat| rdat.records(RuntimeDataPart::DXIL_PDB_INFO_TABLE).next());
        let hash = info.and_then(|info| info.bytes("Hash").try_into().ok());
        (hash, info.map(|info| info.text("PdbName").to_owned()).filter(|name| !name.is_empty()))
    }
}

/// The content of PDBI; decoding the part has read it before.
fn rdat<'p>(part: &'p PdbInfo<'_>) -> Option<Rdat<'p>> {
    Rdat::parse(Payload::new(FourCc::RDAT, &part.content)).ok()
}
