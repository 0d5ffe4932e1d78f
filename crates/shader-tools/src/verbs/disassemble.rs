//! `dis`: programs as assembly.

use std::path::PathBuf;

use dx_container::Container;

use crate::cli::Globals;
use crate::error::Error;
use crate::output::Output;
use crate::program::{self, ProgramKind};
use crate::run::{Format, Run};
use crate::shader_file::ShaderFile;
use crate::status::Status;

/// Print programs as assembly.
///
/// Of shader models 4 and 5 this is the listing that fxc prints: buffers, bindings and signatures in comments,
/// then the program. Floats have as many digits as it takes to read the same bits again, and what fxc's own
/// spelling leaves out follows in words that begin with @; so `as` gives the same program back. DXIL is not
/// disassembled yet.
#[derive(Debug, clap::Args)]
pub struct Disassemble {
    /// Files, folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Leave the comments out.
    #[arg(long)]
    plain: bool,

    /// Write here: a file, or for several inputs a folder, which keeps their relative names and adds .asm.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

/// Added to the names of files in a folder.
const EXTENSION: &str = ".asm";

impl Disassemble {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.files, globals, Format::Pages);
        let output = Output::to(self.output.clone());
        let inputs = if self.output.is_some() { run.inputs.as_slice() } else { &[] };
        let writer = match output.open(inputs, &[], Some(EXTENSION)) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        run.each(
            |input, bytes, out, _| {
                let file = ShaderFile::open(bytes)?;
                let text = self.text(&file.container()?)?;
                match &self.output {
                    None => Ok(out.write_all(text.as_bytes())?),
                    Some(_) => writer.write(input, text.as_bytes(), EXTENSION),
                }
            },
            |_, ()| {},
        );
        run.status()
    }

    fn text(&self, container: &Container<'_>) -> Result<String, Error> {
        let mut text = String::new();
        match program::find(container)? {
            ProgramKind::Tokens(payload) if self.plain => dxbc::text::print_part(&mut text, payload)?,
            ProgramKind::Tokens(_) => dxbc::listing::print(&mut text, container)?,
        }
        Ok(text)
    }
}
