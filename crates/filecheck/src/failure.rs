//! The failure of a directive, as a file of its own because parsing and searching report it.

use std::fmt;

/// The first directive that failed or is malformed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The line of the directive, from 1; 0 for a failure of all directives.
    pub line: usize,
    /// The name of the directive, such as `CHECK-NEXT`.
    pub directive: String,
    /// The pattern as it is written; empty if the directive itself is malformed.
    pub pattern: String,
    /// The reason, such as `is not found from here on`.
    pub reason: String,
    /// The position in the text; `None` for a malformed directive.
    pub position: Option<Box<Position>>,
}

/// The position in a text where the search for a pattern began, or where a pattern matched that must not match there.
/// Runs of blanks are one space unless white space is strict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The whole line.
    pub text: String,
    /// The first line after the position that is not blank, from the position on; empty at the end of the text.
    pub rest: String,
}

/// The reason of a failure if a pattern is not found.
pub(crate) const NOT_FOUND: &str = "is not found from here on";

impl Failure {
    /// A failure that no single directive causes.
    pub(crate) fn of_all(reason: impl Into<String>) -> Self {
        Self::malformed(0, "", reason)
    }

    /// A malformed directive.
    pub(crate) fn malformed(line: usize, directive: &str, reason: impl Into<String>) -> Self {
        let (directive, reason) = (directive.to_owned(), reason.into());
        Self { line, directive, pattern: String::new(), reason, position: None }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(out, "line {}: {}: ", self.line, self.directive)?;
        }
        if self.reason == NOT_FOUND {
            write!(out, "\"{}\" ", self.pattern)?;
        }
        out.write_str(&self.reason)?;
        match &self.position {
            Some(position) if position.rest.is_empty() => out.write_str(": the input ends here"),
            Some(position) => write!(out, ": {}", position.rest),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Failure {}
