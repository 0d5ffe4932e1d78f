//! DXBC shaders that a verb converts before it uses them as DXIL. Separate from the verb `convert`, which has options
//! and writes the containers.

use dx_container::Container;
use dxbc_to_dxil::{Converted, Options, Source, convert};

use crate::error::Error;

/// Converts the token program of a container.
pub fn converted(container: &Container<'_>, options: &Options) -> Result<Converted, Error> {
    let source = Source::read(container)?;
    Ok(convert(&source, options)?)
}
