//! The names that a file of a link defines, and its program. Separate from the
//! [catalogue](crate::linking::catalogue), which reads many files.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use az::SaturatingAs as _;
use dx_container::partial_part_table::PartialPartTable;
use dx_container::pdb::is_msf;
use dx_container::{Container, is_container};
use dxil_ir::file::is_bitcode;
use dxil_link::{Definitions, Library, LinkError, LinkErrorKind};

use crate::error::Error;
use crate::linking::refusal::Refusal;
use crate::linking::sources::{Origin, Source};
use crate::loading::assembly_language::AssemblyLanguage;
use crate::loading::file_kind::Expected;
use crate::loading::lowered::read_or_lower;
use crate::loading::read_module::{self, Faults, ReadModule};
use crate::loading::reading::HEAD;
use crate::selection::wanted::is_assembly;

/// What a file defines.
pub struct Names {
    /// The functions.
    pub definitions: Definitions,
    /// The program, where it had to be read for them.
    pub library: Option<Library>,
}

/// What a file defines; `None` for a file in a folder that is no library.
pub fn read(source: &Source, with_debug_information: bool) -> Result<Option<Names>, Refusal> {
    let refuse = |error: Error| Refusal::of(source.name(), error);
    let mut pieces = Pieces::open(source).map_err(refuse)?;
    if is_container(&pieces.head) {
        let size = pieces.size;
        let mut read = |offset, to: &mut [u8]| pieces.read(offset, to);
        let table = PartialPartTable::read::<Error>(size, &mut read).map_err(refuse)?;
        match table.program_version {
            Some(version)
                if version.major() == 6 && version.kind() == dx_container::enums::ShaderKind::LIBRARY => {}
            _ if source.from_folder => return Ok(None),
            Some(version) => {
                let (file, profile) = (source.name(), version.to_string());
                let kind = LinkErrorKind::NotALibrary { file, profile };
                return Err(Error::Link(LinkError::unplaced(kind)).into());
            }
            None => return Err(refuse(Error::Link(LinkError::unplaced(LinkErrorKind::NoProgram)))),
        }
        if let Some(definitions) = Definitions::read_pieces::<Error>(&table, &mut read).map_err(refuse)? {
            return Ok(Some(Names { definitions, library: None }));
        }
    } else if source.from_folder && !pieces.is_program(source) {
        return Ok(None);
    }
    drop(pieces);
    let library = read_library(source, with_debug_information)?;
    let model = library.shader.model.as_ref();
    if model.is_none_or(|model| !model.is_library()) {
        if source.from_folder {
            return Ok(None);
        }
        let profile = model.map_or_else(|| "no profile".to_owned(), ToString::to_string);
        let kind = LinkErrorKind::NotALibrary { file: source.name(), profile };
        return Err(Error::Link(LinkError::unplaced(kind)).into());
    }
    let definitions = Definitions::of_module(&library.module);
    Ok(Some(Names { definitions, library: Some(library) }))
}

/// The program of a file, by the rules of the IR.
pub fn read_library(source: &Source, with_debug_information: bool) -> Result<Library, Refusal> {
    let name = source.name();
    let bytes = source.read().map_err(|error| Refusal::of(&name, error))?;
    library_of(&bytes, with_debug_information).map_err(|faults| Refusal::of_faults(&name, &bytes, faults))
}

fn library_of(bytes: &[u8], with_debug_information: bool) -> Result<Library, Faults> {
    if is_container(bytes) {
        let library = Library::read(&Container::parse(bytes)?, with_debug_information)?;
        read_module::check(&library.module, None)?;
        return Ok(library);
    }
    if is_msf(bytes) {
        let text = "this is a PDB, not a library: link the library of this PDB (the library can embed the \
                    debug information in ILDB)";
        return Err(Error::Unsupported(text.to_owned()).into());
    }
    if !is_bitcode(bytes) && AssemblyLanguage::of(bytes) != AssemblyLanguage::Llvm {
        return Err(Expected::Program.refuse(bytes).into());
    }
    let ReadModule { module, text } = read_or_lower(bytes, with_debug_information)?;
    let failed = |error: LinkError| {
        let line = text.as_ref().and_then(|text| text.placed(&error));
        Faults::Unreadable(line.unwrap_or_else(|| error.into()))
    };
    let mut library = Library::of_module(module).map_err(failed)?;
    if !with_debug_information {
        library.strip_debug_information()?;
    }
    Ok(library)
}

/// A file of which its first bytes were read, and others are read where they are asked for.
struct Pieces<'s> {
    head: Vec<u8>,
    size: u64,
    rest: Rest<'s>,
}

enum Rest<'s> {
    File(File),
    Bytes(&'s [u8]),
}

impl<'s> Pieces<'s> {
    fn open(source: &'s Source) -> Result<Self, Error> {
        let failed = |cause| Error::Io { doing: "read", cause };
        let Some(file) = source.open()? else {
            let Origin::Stdin(bytes) = &source.origin else {
                return Err(failed(io::ErrorKind::Other.into()));
            };
            let head = bytes.iter().take(HEAD).copied().collect();
            return Ok(Self { head, size: bytes.len() as u64, rest: Rest::Bytes(bytes) });
        };
        let mut head = Vec::with_capacity(HEAD);
        (&file).take(HEAD as u64).read_to_end(&mut head).map_err(failed)?;
        // A file that ends there has no other bytes; only of others the system is asked how many they are.
        let size = if head.len() < HEAD { head.len() as u64 } else { file.metadata().map_err(failed)?.len() };
        Ok(Self { head, size, rest: Rest::File(file) })
    }

    /// Whether a file in a folder is one that verbs take: bitcode by its first bytes, text by its name.
    fn is_program(&self, source: &Source) -> bool {
        is_bitcode(&self.head)
            || source.path().is_some_and(is_assembly)
                && AssemblyLanguage::of(&self.head) == AssemblyLanguage::Llvm
    }

    fn read(&mut self, offset: u64, to: &mut [u8]) -> Result<(), Error> {
        let from = offset.saturating_as::<usize>();
        let piece = |bytes: &'_ [u8], to: &mut [u8]| {
            let piece = bytes.get(from..).and_then(|rest| rest.get(..to.len()));
            piece.map(|piece| to.copy_from_slice(piece))
        };
        if piece(&self.head, to).is_some() {
            return Ok(());
        }
        let read = match &mut self.rest {
            Rest::Bytes(bytes) => piece(bytes, to).ok_or_else(|| io::ErrorKind::UnexpectedEof.into()),
            Rest::File(file) => file.seek(SeekFrom::Start(offset)).and_then(|_| file.read_exact(to)),
        };
        read.map_err(|cause| Error::Io { doing: "read", cause })
    }
}
