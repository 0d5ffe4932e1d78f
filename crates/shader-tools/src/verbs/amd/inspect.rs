//! `amd inspect`: what is in an ELF of an AMD shader, as a page for people or as JSON.

mod code;
mod json;
mod meaning;
mod metadata;
mod page;
mod relocations;

use std::path::PathBuf;

use amdgpu_link::elf::{Elf, Relocations};
use amdgpu_link::metadata::Metadata;
use amdgpu_link::note::{self, Note};

use crate::error::Error;
use crate::globals::Globals;
use crate::run::{Format, Run};
use crate::selection::chosen::Selection;
use crate::status::Status;

/// Show an AMDGPU shader ELF: sections, symbols, relocations, metadata.
///
/// `amd inspect` shows metadata registers as names and bit fields. The output also explains user data registers and
/// relocation symbols.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Inspect {
    /// Files, folders, or - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Print JSON (schema shader-tools.amd-inspect/1).
    #[arg(long)]
    json: bool,

    /// Show the complete code, not only the glue code that `amd link` inserted.
    #[arg(long)]
    code: bool,

    #[command(flatten)]
    selection: Selection,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools amd inspect examples/amd/vs_fetchless.o
  shader-tools amd inspect --code examples/amd/cs_desc_v3.o

More: docs/amd.md";

impl Inspect {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = if self.json { Format::Json("shader-tools.amd-inspect/1") } else { Format::Pages };
        let mut run = Run::of_amd((&self.files, &self.selection), globals, format);
        run.each(
            |input, bytes, out, outcome| {
                let file = File::open(bytes, self.code)?;
                for error in file.errors() {
                    outcome.add(error, input, Some(bytes));
                }
                if self.json { json::write(input, &file, out) } else { page::write(input, &file, out) }
            },
            |_, ()| {},
        );
        run.status()
    }
}

/// A file as far as it can be read: header and tables must be, each note is read by itself.
struct File<'a> {
    elf: Elf<'a>,
    /// The sections that hold relocations, by index.
    relocations: Vec<(usize, Relocations<'a>)>,
    notes: Result<Vec<Note<'a>>, Error>,
    /// One of each metadata note; of an ordinary file, one.
    documents: Vec<Result<Metadata<'a>, Error>>,
    /// Whether all code is shown.
    all_code: bool,
}

impl<'a> File<'a> {
    fn open(bytes: &'a [u8], all_code: bool) -> Result<Self, Error> {
        let elf = Elf::parse(bytes)?;
        let tables = (0..elf.sections.len()).map(|index| Ok((index, elf.relocations(index)?)));
        let tables = tables.filter(|table| !matches!(table, Ok((_, relocations)) if relocations.is_empty()));
        let relocations = tables.collect::<Result<_, Error>>()?;
        let notes = note::notes(&elf).map_err(Error::from);
        let documents = notes.iter().flatten().filter(|note| note.is(note::METADATA));
        let documents = documents.map(|note| Metadata::read(note).map_err(Error::from)).collect();
        Ok(Self { elf, relocations, notes, documents, all_code })
    }

    fn errors(&self) -> impl Iterator<Item = &Error> {
        self.notes
            .as_ref()
            .err()
            .into_iter()
            .chain(self.documents.iter().filter_map(|read| read.as_ref().err()))
    }
}

#[cfg(test)]
mod tests;
