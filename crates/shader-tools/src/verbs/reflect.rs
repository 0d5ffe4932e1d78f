//! `reflect`: what an engine asks of a shader, as a page for people or as JSON.

pub mod json;
pub mod page;

use std::io::Write;
use std::path::PathBuf;

use dx_bytecode::d3d9::Declarations;
use dx_container::enums::ShaderKind;
use dx_reflect::{Reflection, ReflectionError};

use crate::cli::Globals;
use crate::direct3d9::{self, is_direct3d9};
use crate::error::Error;
use crate::run::{Format, Run};
use crate::selection::Selection;
use crate::shader_file::ShaderFile;
use crate::status::Status;
use crate::style::{DIM, TITLE, paint};

/// Show what an engine needs to know of shaders: entry point, thread group, bindings, constant buffers, signatures,
/// functions of libraries.
///
/// One model for DXBC and DXIL, read from the parts of the container and from the program itself. LLVM assembly and
/// bitcode are assembled to a container first. Of Direct3D 9 programs, alone or in part Aon9: inputs, samplers, named
/// constants, and how constants map to constant buffers. A file with a broken part among those it needs is
/// refused; `inspect` shows the rest of it. Where only the DXIL program cannot be read, the parts are reflected and the
/// page says what is missing.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Reflect {
    /// Files, folders, - for standard input.
    #[arg(required_unless_present = "files_from")]
    files: Vec<PathBuf>,

    /// Print JSON (schema shader-tools.reflect/1, docs/reflect.schema.json).
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    selection: Selection,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools reflect a.dxil                  bindings, constant buffers, signatures
  shader-tools reflect --json build/ > bindings.json";

impl Reflect {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = if self.json { Format::Json("shader-tools.reflect/1") } else { Format::Pages };
        let mut run = Run::of_all_programs((&self.files, &self.selection), globals, format);
        run.each(
            |input, bytes, out, _| {
                if is_direct3d9(bytes) {
                    return self.write_direct3d9(&input.name(), bytes, out);
                }
                let file = ShaderFile::open_or_assemble(bytes)?;
                let reflection = read(&file)?;
                let container = file.container()?;
                let level9 = direct3d9::of_container(&file, &container)?;
                if self.json {
                    let level9 =
                        level9.map(|(part, declared)| direct3d9::json(&declared, Some(&part.mappings)));
                    json::write(out, &input.name(), file.assembled_from, &reflection, level9.as_deref())?;
                    return Ok(());
                }
                page::write(out, &input.name(), file.assembled_from, &reflection)?;
                if let Some((part, declared)) = level9 {
                    let version = declared.version;
                    writeln!(out, "\n{} {}", paint(TITLE, "Direct3D 9 program"), paint(DIM, version))?;
                    direct3d9::write_lines(out, &declared, false)?;
                    direct3d9::write_mappings(out, &part.mappings)?;
                    direct3d9::write_tables(out, &declared)?;
                }
                Ok(())
            },
            |_, ()| {},
        );
        run.status()
    }
}

impl Reflect {
    /// Reflects a Direct3D 9 program that is a file.
    fn write_direct3d9(&self, name: &str, bytes: &[u8], out: &mut dyn Write) -> Result<(), Error> {
        let declared = Declarations::read(bytes, 0)?;
        if self.json {
            let stage = if declared.version.is_vertex() { ShaderKind::VERTEX } else { ShaderKind::PIXEL };
            let mut reflection = Reflection::default();
            reflection.stage = Some(stage);
            let direct3d9 = direct3d9::json(&declared, None);
            json::write(out, name, None, &reflection, Some(&direct3d9))?;
            return Ok(());
        }
        writeln!(out, "{}\n", paint(TITLE, name))?;
        direct3d9::write_lines(out, &declared, true)?;
        direct3d9::write_tables(out, &declared)?;
        Ok(())
    }
}

/// What the container in `file` tells.
pub fn read(file: &ShaderFile<'_>) -> Result<Reflection, Error> {
    Reflection::of(&file.container()?).map_err(|error| match error {
        ReflectionError::Container(error) => file.placed(error).into(),
        ReflectionError::Program(error) => file.placed(error).into(),
        error => Error::Unsupported(error.to_string()),
    })
}
