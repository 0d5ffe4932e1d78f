//! `amd inspect`: what is in an ELF of an AMD shader, as a page for people or as JSON.

mod code;
mod document;
mod elf_file;
mod meaning;
mod metadata;
mod metadata_object;
mod page;
mod relocations;

use self::elf_file::ElfFile;
use crate::globals::Globals;
use crate::json;
use crate::loading::file_kind::Expected;
use crate::run::{Format, Run};
use crate::selection::chosen::Inputs;
use crate::selection::wanted::Wanted;
use crate::status::Status;

/// Show an AMDGPU shader ELF: sections, symbols, relocations, metadata.
///
/// `amd inspect` shows metadata registers as names and bit fields. The output also explains user data registers and
/// relocation symbols.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Inspect {
    #[command(flatten)]
    inputs: Inputs,

    /// Print JSON (schema shader-tools.amd-inspect/1).
    #[arg(long)]
    json: bool,

    /// Show the complete code, not only the glue code that `amd link` inserted.
    #[arg(long)]
    code: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools amd inspect examples/amd/vs_fetchless.o
  shader-tools amd inspect --code examples/amd/cs_desc_v3.o

More: docs/amd.md";

impl Inspect {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = if self.json { Format::Json(document::SCHEMA) } else { Format::Pages };
        let mut run = Run::new(&self.inputs, Wanted::Amd, globals, format);
        run.each(
            |input, bytes, out, outcome| {
                if !bytes.starts_with(b"\x7fELF") {
                    return Err(Expected::AmdElf.refuse(bytes));
                }
                let file = ElfFile::open(bytes, self.code)?;
                for error in file.errors() {
                    outcome.add(error, input, Some(bytes));
                }
                if self.json {
                    Ok(json::write(out, &document::File::new(input.name(), &file))?)
                } else {
                    page::write(input, &file, out)
                }
            },
            |_, ()| {},
        );
        run.status()
    }
}

#[cfg(test)]
mod tests;
