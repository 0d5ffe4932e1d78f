//! The module in the part STAT: what engines reflect on, without the code. Separate because it is another program
//! than the one that runs, if only by what it says of itself.

use super::counters::counters;
use super::metadata::write_anew;
use crate::Result;
use crate::shader::{Shader, Version};
use dxil_ir::Module;

/// The version of the validator that stands for none: everything is said that can be.
const NOT_VALIDATED: (u32, u32) = (0, 0);

/// The module that describes a program: its functions are only declared, and its instructions are counted.
///
/// # Errors
///
/// What the program says of itself cannot be read.
pub fn reflection(module: &Module) -> Result<Module> {
    Ok(described(module, &Shader::read(module)?))
}

/// Takes out what only those ask who reflect on a shader: names of resources, and what HLSL said of types.
pub(super) fn strip(shader: &mut Shader) {
    shader.type_annotations.clear();
    let entries = shader.entry_points.iter_mut().map(|entry| &mut entry.resources);
    for resources in entries.chain([&mut shader.resources]).flatten() {
        resources.each_range_mut(|_, range| range.name.clear());
    }
}

/// The same of a program that says this of itself.
pub(super) fn described(module: &Module, shader: &Shader) -> Module {
    let mut shader = shader.clone();
    let (major, minor) = NOT_VALIDATED;
    shader.validator_version = Some(Version::new(major, minor));
    shader.counters = Some(counters(module)).filter(|counters| !counters.items.is_empty());
    let mut reflection = module.without_bodies();
    write_anew(&mut reflection, shader);
    reflection
}
