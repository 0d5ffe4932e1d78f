//! The first directive that fails. Separate because the reader of directives reports failures, too.

use std::fmt;

/// The first directive that fails or is malformed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The line of the directive, from 1; 0 for a failure of the whole check.
    pub line: usize,
    /// The directive, such as `CHECK-NEXT`.
    pub directive: String,
    /// The reason.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            return out.write_str(&self.message);
        }
        write!(out, "line {}: {}: {}", self.line, self.directive, self.message)
    }
}
