//! A remark about a line of a `.pipe` file. Separate because readers of sections add remarks.

use std::fmt;

/// A remark about a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// From 1.
    pub line: u64,
    /// The text.
    pub text: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}
