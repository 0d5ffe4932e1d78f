//! Reflection of a shader file, as a value, a page and JSON. A layer below the verbs, because several
//! verbs show bindings and signatures.

pub mod document;
pub mod page;

use dx_reflect::{Reflection, ReflectionError};

use crate::error::Error;
use crate::loading::loaded_shader::LoadedShader;

/// The reflection of the container in `file`.
pub fn read(file: &LoadedShader<'_>) -> Result<Reflection, Error> {
    Reflection::of(&file.container()?).map_err(|error| match error {
        ReflectionError::Container(error) => file.placed(error).into(),
        ReflectionError::Program(error) => file.placed(error).into(),
        error => Error::Unsupported(error.to_string()),
    })
}
