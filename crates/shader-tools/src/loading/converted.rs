//! DXBC shaders that a verb converts before it uses them as DXIL. Separate from the verb `convert`, which has options
//! and writes the containers.

use dx_bytecode::program::part_of;
use dx_container::{Container, FourCc, ProgramVersion, is_container};
use dxbc_to_dxil::{Converted, Options, Source, convert};

use crate::error::Error;

/// Converts the token program of a container.
pub fn converted(container: &Container<'_>, options: &Options) -> Result<Converted, Error> {
    let source = Source::read(container)?;
    Ok(convert(&source, options)?)
}

/// The note about a shader that was converted.
pub fn conversion_note(version: ProgramVersion) -> String {
    format!("converted from {version}")
}

/// The converted container of a file with a token program and without DXIL, and the version of the program.
pub fn converted_container(bytes: &[u8]) -> Result<Option<(Vec<u8>, ProgramVersion)>, Error> {
    let Some(container) = is_container(bytes).then(|| Container::parse(bytes)).and_then(Result::ok) else {
        return Ok(None);
    };
    match container.program_version() {
        Some(version) if part_of(&container).is_some() && container.part(FourCc::DXIL).is_none() => {
            Ok(Some((converted(&container, &Options::default())?.container()?, version)))
        }
        _ => Ok(None),
    }
}
