//! The exit status: of a file what happened to it, of a run the worst.

use std::process::ExitCode;

/// What a file or a run came to; the numbers are the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Status {
    /// All is well.
    #[default]
    Fine = 0,
    /// Readable, and something was found: a wrong digest, a difference.
    Findings = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// Unreadable input, or a file that could not be read or written.
    Unreadable = 3,
    /// A bug of this program.
    Bug = 4,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}
