//! Constructors of the errors that deriving returns.

use located::Place;

use super::error_kind::DeriveErrorKind;
use crate::DxilError;

/// An error about what a module says; it does not know where in a file it says so.
#[cold]
pub(super) fn error(kind: DeriveErrorKind) -> DxilError {
    kind.into()
}

#[cold]
pub(super) fn missing(what: &'static str) -> DxilError {
    error(DeriveErrorKind::Missing { what })
}

#[cold]
pub(super) fn unfit(what: &'static str, found: impl Into<i64>, expected: &'static str) -> DxilError {
    error(DeriveErrorKind::Unfit { what, found: found.into(), expected })
}

/// The error of a program, which does not know where it lay in a file.
impl From<DeriveErrorKind> for DxilError {
    fn from(kind: DeriveErrorKind) -> Self {
        Self::new(kind.into(), Place::default())
    }
}
