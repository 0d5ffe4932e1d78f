//! The parts of a container that follow from its program: what runtimes and drivers are told, so that they need not read
//! bitcode. In one place, because whoever writes a container writes them, and whoever checks one compares with them.
//!
//! A [`Program`] is what they follow from: a module, what it says of itself, and the version of the validator that
//! decides how much is said. Each part has a file of its own.

mod element;
mod entry;
mod error;
mod features;
pub mod functions;
mod group_shared;
mod hash;
mod introsort;
mod psv;
mod rdat;
mod references;
mod root_signature;
mod signatures;
mod type_size;

use dx_container::error::Place;

use crate::ir::Module;
use crate::shader::{Resources, Shader, Version};
use crate::{DxilError, Result};
pub use error::DeriveErrorKind;
pub use features::{features, features_of};
pub use functions::Functions;
pub use hash::{debug_name, hash, hash_with_sources};
pub use psv::psv;
pub use rdat::{rdat, subobjects};
pub use root_signature::root_signature;
pub use signatures::{Signatures, signatures};

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

    /// What it is bound to: of the lists that the module has, the one of its first entry, which validators go by, too.
    pub fn resources(&self) -> Option<&'m Resources> {
        self.shader.entry_points.first()?.resources.as_ref()
    }

    /// Whether the validator is at least this one.
    pub fn validator_is_at_least(&self, major: u32, minor: u32) -> bool {
        self.validator_version.0 == 0 || self.validator_version >= (major, minor)
    }
}

/// What is wrong in the module at hand, which does not know where in a file it lay.
fn error(kind: DeriveErrorKind) -> DxilError {
    DxilError::new(kind.into(), Place::default())
}

/// What must be there.
fn need<T>(value: Option<T>, what: &'static str) -> Result<T> {
    value.ok_or_else(|| error(DeriveErrorKind::Missing { what }))
}
