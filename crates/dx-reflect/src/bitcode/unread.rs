//! Errors in a DXIL program. Separate because they are part of the reflection.

use dx_container::FourCc;
use located::{Error, Kind};

/// An error in a DXIL program; the rest of the model comes from other parts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unread {
    /// The part of the program.
    pub part: FourCc,
    /// The stable error code.
    pub code: &'static str,
    /// The error message with the place in the file.
    pub message: String,
}

impl Unread {
    pub(super) fn of<K: Kind>(part: FourCc, error: Error<K>) -> Self {
        let error = error.within(part);
        Self { part, code: error.kind().code(), message: error.to_string() }
    }
}
