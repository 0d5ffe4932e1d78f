//! Constructors of the errors that assembling returns.

use dx_container::ContainerError;
use located::{Error, Place};

use super::error_kind::AssembleErrorKind;
use crate::DxilError;

/// An error about a module as a whole.
#[cold]
pub(super) fn error(kind: AssembleErrorKind) -> DxilError {
    Error::new(kind.into(), Place::default())
}

/// The same of a part.
#[cold]
pub(super) fn container_error(container: ContainerError) -> DxilError {
    container.lift::<AssembleErrorKind>().lift()
}
