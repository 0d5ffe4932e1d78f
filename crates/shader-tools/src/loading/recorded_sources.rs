//! What was recorded when a shader was compiled, whichever part it lies in: SRCI, PDBI, FXC's SDBG and SPDB, or the
//! metadata of the module in ILDB.

use std::collections::HashSet;

use bstr::{BStr, BString, ByteSlice as _};
use dx_container::enums::RuntimeDataPart;
use dx_container::parts::View as _;
use dx_container::parts::debug_information::DebugInformation;
use dx_container::parts::pdb_info::PdbInfo;
use dx_container::parts::rdat::Rdat;
use dx_container::parts::source_info::SourceInfo;
use dx_container::parts::spdb::ProgramDatabase;
use dx_container::pdb::is_msf;
use dx_container::reader::Payload;
use dx_container::{Container, FourCc};
use dxil::shader::{Shader, Source};

use crate::error::Error;
use crate::json::in_utf8;
use crate::loading::compiler_arguments::Arguments;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::program::ModulePart;

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
            let has_own = [FourCc::SRCI, FourCc::PDBI, FourCc::SDBG, FourCc::SPDB]
                .iter()
                .any(|&name| container.part(name).is_some());
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
                let place = located::Place { offset: place.offset + self.offset, ..place };
                Error::Container(error.at(place).within(FourCc::PRIV))
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
    /// In SPDB, a PDB as the compiler of C++ has it: sources alone, by name and stream.
    ProgramDatabase(ProgramDatabase<'a>, Vec<(BString, usize)>),
    /// In the metadata of ILDB: `dx.source.contents` and its like.
    Module(Source),
}

impl<'a> Recorded<'a> {
    /// What the parts of `container` have: of SRCI, PDBI, SDBG and SPDB the first that is present.
    pub fn of(container: &Container<'a>) -> Option<dx_container::Result<Self>> {
        let source_info = container.view(FourCc::SRCI).map(|part| part.map(Self::SourceInfo));
        let pdb_info = || container.view(FourCc::PDBI).map(|part| part.map(Self::PdbInfo));
        let debug = || container.view(FourCc::SDBG).map(|part| part.map(Self::DebugInformation));
        source_info.or_else(pdb_info).or_else(debug).or_else(|| Self::in_program_database(container))
    }

    /// What SPDB has, if it has sources.
    fn in_program_database(container: &Container<'a>) -> Option<dx_container::Result<Self>> {
        let part = container.part(FourCc::SPDB)?;
        let payload = container.payload(&part);
        let placed = |error: dx_container::ContainerError| {
            let place = located::Place { offset: error.place().offset + payload.offset, ..error.place() };
            error.at(place).within(part.name)
        };
        let database = match ProgramDatabase::parse(payload) {
            Ok(database) => database,
            Err(error) => return Some(Err(error)),
        };
        match database.sources() {
            Ok(sources) if sources.is_empty() => None,
            Ok(sources) => Some(Ok(Self::ProgramDatabase(database, sources))),
            Err(error) => Some(Err(placed(error))),
        }
    }

    /// The same; without any such part, what the metadata of ILDB has. `container` is that of `file`.
    pub fn in_parts_or_module(
        file: &LoadedShader<'_>,
        container: &Container<'a>,
    ) -> Result<Option<Self>, Error> {
        match Self::of(container) {
            Some(recorded) => Ok(Some(recorded.map_err(|error| file.placed(error))?)),
            None if container.part(FourCc::ILDB).is_some() => Self::of_module(file),
            None => Ok(None),
        }
    }

    /// What the metadata of ILDB has: nothing where DXC wrote a PDB.
    fn of_module(file: &LoadedShader<'_>) -> Result<Option<Self>, Error> {
        let module = file.module_in(Some(ModulePart::Ildb))?;
        // Broken metadata of another kind is no reason to lose the sources.
        let (shader, errors) = Shader::read_partly(&module);
        let source = shader.sources().clone();
        let is_of_source = |error: &dxil::DxilError| {
            let path = error.path_text().to_string();
            path.contains("dx.source.") || path.contains("llvm.dbg.")
        };
        match errors.into_iter().find(is_of_source) {
            Some(error) => Err(error.into()),
            None => Ok((!source.is_empty()).then_some(Self::Module(source))),
        }
    }

    /// The part it is in.
    pub fn part(&self) -> FourCc {
        match self {
            Self::SourceInfo(_) => FourCc::SRCI,
            Self::PdbInfo(_) => FourCc::PDBI,
            Self::DebugInformation(_) => FourCc::SDBG,
            Self::ProgramDatabase(..) => FourCc::SPDB,
            Self::Module(_) => FourCc::ILDB,
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
    pub fn each_source<E>(&self, mut take: impl FnMut(&BStr, &BStr) -> Result<(), E>) -> Result<(), E> {
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
            Self::ProgramDatabase(part, sources) => sources.iter().try_for_each(|(name, stream)| {
                let text = part.msf.stream(*stream).unwrap_or_default();
                take(name.as_bstr(), text.as_bstr())
            }),
            Self::Module(source) => {
                source.contents.iter().try_for_each(|file| take(file.name.as_bstr(), file.text.as_bstr()))
            }
        }
    }

    /// The compiler's arguments; SDBG keeps none, those of SPDB are not read.
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
            Self::DebugInformation(_) | Self::ProgramDatabase(..) => Vec::new(),
            Self::Module(source) => pairs_of(source),
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

/// The arguments in a module's metadata as pairs. The name of the input stands apart from them there.
fn pairs_of(source: &Source) -> Vec<(BString, BString)> {
    let mut pairs: Vec<(BString, BString)> = Vec::new();
    let mut takes_value = false;
    for word in source.args.iter().flatten() {
        match (word.strip_prefix(b"-").filter(|name| !name.is_empty()), pairs.last_mut()) {
            (Some(name), _) => {
                pairs.push((name.into(), BString::default()));
                takes_value = true;
                continue;
            }
            (None, Some((_, value))) if takes_value => *value = word.clone(),
            (None, _) => pairs.push((BString::default(), word.clone())),
        }
        takes_value = false;
    }
    // Older modules have no arguments.
    if pairs.is_empty() {
        pairs.extend(source.defines.iter().flatten().map(|define| (BString::from("D"), define.clone())));
    }
    let inputs = source.main_file_name.iter().map(|file| &file.name);
    pairs.extend(inputs.map(|name| (BString::default(), name.clone())));
    pairs
}

/// The content of PDBI; decoding the part has read it before.
fn rdat<'p>(part: &'p PdbInfo<'_>) -> Option<Rdat<'p>> {
    Rdat::parse(Payload::new(FourCc::RDAT, &part.content)).ok()
}

/// The parts that sources and compiler arguments are looked for in, as a list in a sentence.
pub fn source_parts() -> String {
    let [last, rest @ ..] = [FourCc::ILDB, FourCc::SRCI, FourCc::PDBI, FourCc::SDBG, FourCc::SPDB];
    format!("{} or {last}", rest.map(|part| part.to_string()).join(", "))
}

#[cfg(test)]
mod tests {
    use dxil::shader::{MainFileName, Source};

    use super::*;

    #[test]
    fn arguments_in_metadata_are_a_command_line() {
        let words = |words: &[&str]| words.iter().map(|word| BString::from(*word)).collect::<Vec<_>>();
        let main_file_name = MainFileName { name: "a.hlsl".into(), extra: Vec::new() };
        let source = Source {
            args: vec![words(&["-E", "main", "-T", "ps_6_6", "-DA=1", "-Zi", "-D", "B", "/Od", "-"])],
            defines: vec![words(&["A=1", "B"])],
            main_file_name: vec![main_file_name],
            ..Source::default()
        };
        let arguments = Arguments::new(pairs_of(&source));
        assert_eq!(arguments.command_line(), "-E main -T ps_6_6 -DA=1 -Zi -D B /Od - a.hlsl");
        assert_eq!(arguments.entry().as_deref(), Some("main"));
        assert_eq!(arguments.defines().collect::<Vec<_>>(), ["A=1", "B"]);

        let older = Arguments::new(pairs_of(&Source { args: Vec::new(), ..source }));
        assert_eq!(older.command_line(), "-D A=1 -D B a.hlsl");
    }
}
