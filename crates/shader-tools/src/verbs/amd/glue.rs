//! `amd glue`: the code alone that a link would put in front of and after shaders.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use amdgpu_link::glue::GlueCache;
use amdgpu_link::isa;
use amdgpu_link::link::GlueFile;

use super::inputs::Inputs;
use crate::error::Error;
use crate::globals::Globals;
use crate::output::{Files, write_file};
use crate::run::{Format, Run};
use crate::status::Status;
use crate::style::{DIM, KEY, TITLE, paint};

/// Print or write the glue code of a pipeline.
///
/// Glue code is the fetch shader, the null fragment shader and the colour export shader. `amd glue` generates the code
/// from the pipeline state and from the inputs and outputs in the shaders' metadata. `amd glue` does not link the
/// shaders.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct MakeGlue {
    #[command(flatten)]
    inputs: Inputs,

    /// Output folder for the ELF files of the glue shaders [default: print a listing].
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools amd glue -p examples/amd/pipeline.yaml \\
    examples/amd/vs_fetchless.o examples/amd/ps_exportless.o

More: docs/amd.md";

impl MakeGlue {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::of_none(globals, Format::Pages);
        let Some(sources) = self.inputs.read(&mut run) else { return run.status() };
        let Some(linker) = sources.linker(&mut run) else { return run.status() };
        let pieces = match linker.glue(&mut GlueCache::default()) {
            Ok(pieces) => pieces,
            Err(error) => return run.refuse(&error.into()),
        };
        match &self.output {
            Some(folder) => {
                let files = Files::reading(self.inputs.paths());
                if let Err(error) = write_files(&pieces, folder, &files) {
                    run.fail(&error);
                }
            }
            None => {
                let text = pieces.iter().map(page).collect::<Vec<_>>().join("\n");
                run.print(|out| out.write_all(text.as_bytes()));
            }
        }
        run.status()
    }
}

/// Writes each piece under its name.
pub fn write_files(pieces: &[GlueFile], folder: &Path, files: &Files) -> Result<(), Error> {
    for piece in pieces {
        let path = folder.join(format!("{}.elf", piece.name.replace(' ', "_")));
        files.claim(&path)?;
        write_file(&path, &piece.elf)?;
    }
    Ok(())
}

/// A piece as a listing.
fn page(piece: &GlueFile) -> String {
    let GlueFile { name, symbol, body, glue, .. } = piece;
    let place = if symbol == body { String::new() } else { format!(" for {body}") };
    let mut text = format!("{}{place}\n", paint(TITLE, name));
    let _ = writeln!(
        text,
        "{} {}, {} {}",
        paint(KEY, "sgprs"),
        glue.sgpr_count,
        paint(KEY, "vgprs"),
        glue.vgpr_count
    );
    let _ = writeln!(text, "{symbol}:");
    for line in isa::disassemble(&glue.code, glue.encoding) {
        let words = line.words.iter().map(|word| format!("{word:08X}")).collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "    {:<72} {}", line.text, paint(DIM, format!("// {words}")));
    }
    text
}
