//! The parts of a container that follow from its program: what runtimes and drivers are told, so that they need not read
//! bitcode. In one place, because whoever writes a container writes them, and whoever checks one compares with them.
//!
//! A [`Program`] is what they follow from: a module, what it says of itself, and the version of the validator that
//! decides how much is said. Each part has a file of its own.

mod error;

use crate::ir::Module;
use crate::shader::{Shader, Version};
pub use error::DeriveErrorKind;

/// What parts are derived from.
#[derive(Debug, Clone, Copy)]
pub struct Program<'m> {
    /// The code.
    pub module: &'m Module,
    /// What it says of itself.
    pub shader: &'m Shader,
    /// The version of the validator that is to accept the parts; 0.0 stands for the newest.
    validator_version: (u32, u32),
}

impl<'m> Program<'m> {
    /// The program of a module for the validator that the module names: 1.0 where it names none.
    pub fn new(module: &'m Module, shader: &'m Shader) -> Self {
        let version = shader.validator_version.as_ref().map_or((1, 0), Version::pair);
        Self { module, shader, validator_version: version }
    }

    /// The same for another validator.
    pub fn for_validator(self, version: &Version) -> Self {
        Self { validator_version: version.pair(), ..self }
    }

    /// Whether the validator is at least this one.
    pub fn validator_is_at_least(&self, major: u32, minor: u32) -> bool {
        self.validator_version == (0, 0) || self.validator_version >= (major, minor)
    }
}
