//! An ELF file of an AMD shader, with the pieces that the page and the JSON document show. Separate from both.

use amdgpu_link::elf::{Elf, Relocations};
use amdgpu_link::metadata::Metadata;
use amdgpu_link::note::{self, Note};

use crate::error::Error;

/// A file as far as it can be read: header and tables must be, each note is read by itself.
pub(super) struct ElfFile<'a> {
    pub(super) elf: Elf<'a>,
    /// The sections that hold relocations, by index.
    pub(super) relocations: Vec<(usize, Relocations<'a>)>,
    pub(super) notes: Result<Vec<Note<'a>>, Error>,
    /// One of each metadata note; of an ordinary file, one.
    pub(super) documents: Vec<Result<Metadata<'a>, Error>>,
    /// Whether all code is shown.
    pub(super) all_code: bool,
}

impl<'a> ElfFile<'a> {
    pub(super) fn open(bytes: &'a [u8], all_code: bool) -> Result<Self, Error> {
        let elf = Elf::parse(bytes)?;
        let tables = (0..elf.sections.len()).map(|index| Ok((index, elf.relocations(index)?)));
        let tables = tables.filter(|table| !matches!(table, Ok((_, relocations)) if relocations.is_empty()));
        let relocations = tables.collect::<Result<_, Error>>()?;
        let notes = note::notes(&elf).map_err(Error::from);
        let documents = notes.iter().flatten().filter(|note| note.is(note::METADATA));
        let documents = documents.map(|note| Metadata::read(note).map_err(Error::from)).collect();
        Ok(Self { elf, relocations, notes, documents, all_code })
    }

    pub(super) fn errors(&self) -> impl Iterator<Item = &Error> {
        self.notes
            .as_ref()
            .err()
            .into_iter()
            .chain(self.documents.iter().filter_map(|read| read.as_ref().err()))
    }
}
