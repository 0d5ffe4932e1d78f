//! What stops decoding or execution, and where.

use std::fmt;

/// Why code cannot be decoded or executed further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The byte of the code at which the instruction begins.
    pub offset: u64,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "at {:#x}: {}", self.offset, self.what)
    }
}

impl std::error::Error for Fault {}

/// What has no fault.
pub type Result<T> = std::result::Result<T, Fault>;
