//! The exit status of a file and of a run, which is the highest of its files.

use std::process::ExitCode;

/// The exit status of a file or a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Status {
    /// Success.
    #[default]
    Fine = 0,
    /// The input is readable, with findings: a wrong digest, a difference.
    Findings = 1,
    /// A usage error.
    Usage = 2,
    /// Unreadable or unsupported input, or an I/O error.
    Unreadable = 3,
    /// A bug in this program.
    Bug = 4,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}
