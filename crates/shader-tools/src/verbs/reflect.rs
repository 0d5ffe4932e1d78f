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

/// Show what an engine asks of shaders: entry, thread group, bindings, constant buffers, signatures, functions.
///
/// One model for DXBC and DXIL, from what the parts tell and what the program says of itself. A file with a broken part
/// among those is not reflected; `inspect` shows the rest of it. Of a DXIL program that cannot be read the parts still
/// tell; what is missing is said.
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
        let mut run = Run::new(&self.files, globals, format);
        run.each(
            |input, bytes, out, _| {
                let reflection = read(&ShaderFile::open(bytes)?)?;
                if self.json {
                    json::write(out, &input.name(), &reflection)?;
                } else {
                    page::write(out, &input.name(), &reflection)?;
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
