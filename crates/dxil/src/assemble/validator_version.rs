//! The validator version that a container is written for. Separate because assembling, deriving and replacing choose it
//! by the same rule.

use super::error::error;
use super::error_kind::AssembleErrorKind;
use crate::Result;
use crate::shader::{Shader, Version};

/// The newest version of the validator that parts are known for.
pub const NEWEST_VALIDATOR: (u32, u32) = (1, 10);

/// Returns the wanted version, or else the version that the module declares, or else [`NEWEST_VALIDATOR`].
///
/// # Errors
///
/// The version is newer than [`NEWEST_VALIDATOR`].
pub(super) fn validator_version(shader: &Shader, wanted: Option<&Version>) -> Result<Version> {
    let (major, minor) = NEWEST_VALIDATOR;
    let version = wanted.or(shader.validator_version.as_ref()).cloned();
    let version = version.unwrap_or_else(|| Version::new(major, minor));
    if version.pair() > NEWEST_VALIDATOR {
        return Err(error(AssembleErrorKind::Validator { found: version.pair(), newest: NEWEST_VALIDATOR }));
    }
    Ok(version)
}
