//! The parts of a container that follow from its program: what runtimes and drivers are told, so that they need not
//! read bitcode. In one place, because whoever writes a container writes them, and whoever checks one compares with
//! them.
//!
//! Parts are derived from a [`DescribedModule`]: a module, its metadata, and the version of the validator, which
//! decides the versions of the parts. Each part has a file of its own.
//!
//! | part | from | |
//! |---|---|---|
//! | SFI0 | [`features()`] | by the flags that the module says it has; those depend on its validator, too |
//! | ISG1, OSG1, PSG1 | [`signatures()`] | the elements of the entry, row by row |
//! | PSV0 | [`psv()`] | what the entry says of itself, its resources and elements, and what depends on what |
//! | RDAT | [`rdat()`] | what its functions do ([`Functions`]), its resources, nodes and subobjects |
//! | RTS0 | [`root_signature()`] | the metadata that holds it |
//! | HASH | [`hash()`], [`hash_with_sources`] | the bitcode |
//! | ILDN | [`debug_name`] | HASH, where nobody gave another name |
//!
//! The bytes are those that DXC writes for that validator, with its order of strings and rows. What a part needs and
//! the module does not say, or says in a way that no part can hold, is an error that names it.

mod element;
mod entry;
mod error;
mod error_kind;
mod features;
pub mod functions;
pub(crate) mod group_shared;
mod hash;
mod introsort;
mod metadata;
mod psv;
mod rdat;
mod references;
mod root_signature;
mod signatures;
mod view_id;

use crate::Result;
use crate::shader::{Shader, Version};
use dxil_ir::Module;
use error::{error, missing};
pub use error_kind::DeriveErrorKind;
pub use features::{features, features_of};
pub use functions::Functions;
pub use hash::{debug_name, hash, hash_with_sources};
pub use metadata::restate_usage;
pub use psv::psv;
pub use rdat::{rdat, rdat_with, subobjects};
pub use references::References;
pub use root_signature::root_signature;
pub use signatures::{Signatures, signatures};
pub use view_id::{ElementUsage, SignatureUsage};

/// A module with its metadata and the validator version: the input of the derivation of parts.
#[derive(Debug, Clone, Copy)]
pub struct DescribedModule<'m> {
    /// The module, of which the functions are read.
    pub module: &'m Module,
    /// The metadata of the module.
    pub shader: &'m Shader,
    /// The version of the validator that is to accept the parts; 0.0 stands for the newest.
    validator_version: (u32, u32),
}

impl<'m> DescribedModule<'m> {
    /// A module with its metadata, for the validator version that the metadata declares; version 1.0 if it declares
    /// none.
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
        is_at_least(self.validator_version, (major, minor))
    }
}

/// Whether a validator is at least of this version; 0 stands for the newest.
pub(crate) fn is_at_least(validator: (u32, u32), version: (u32, u32)) -> bool {
    validator.0 == 0 || validator >= version
}

/// What must be there.
fn need<T>(value: Option<T>, what: &'static str) -> Result<T> {
    value.ok_or_else(|| missing(what))
}
