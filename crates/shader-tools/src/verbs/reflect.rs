//! `reflect`: what an engine asks of a shader, as a page for people or as JSON.

pub mod json;
pub mod page;

use std::path::PathBuf;

use dx_reflect::{Reflection, ReflectionError};

use crate::cli::Globals;
use crate::error::Error;
use crate::run::{Format, Run};
use crate::shader_file::ShaderFile;
use crate::status::Status;

/// Show what an engine needs to know of shaders: entry point, thread group, bindings, constant buffers, signatures,
/// functions of libraries.
///
/// One model for DXBC and DXIL, read from the parts of the container and from the program itself. LLVM assembly and
/// bitcode are assembled to a container first. A file with a broken part among those it needs is refused; `inspect`
/// shows the rest of it. Where only the DXIL program cannot be read, the parts are reflected and the page says what is
/// missing.
#[derive(Debug, clap::Args)]
pub struct Reflect {
    /// Files, folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Print JSON (schema shader-tools.reflect/1, docs/reflect.schema.json).
    #[arg(long)]
    json: bool,
}

impl Reflect {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = if self.json { Format::Json("shader-tools.reflect/1") } else { Format::Pages };
        let mut run = Run::of_programs(&self.files, globals, format);
        run.each(
            |input, bytes, out, _| {
                let file = ShaderFile::open_or_assemble(bytes)?;
                let reflection = read(&file)?;
                if self.json {
                    json::write(out, &input.name(), file.assembled_from, &reflection)?;
                } else {
                    page::write(out, &input.name(), file.assembled_from, &reflection)?;
                }
                Ok(())
            },
            |_, ()| {},
        );
        run.status()
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
