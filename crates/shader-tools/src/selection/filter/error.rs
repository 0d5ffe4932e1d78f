//! Mistakes in a filter expression. Separate because words and conditions both have them.

use std::ops::Range;

/// A mistake in an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterError {
    /// The bytes at fault; an empty place is where something is missing.
    pub place: Range<usize>,
    /// What was found and what was expected.
    pub message: String,
    /// What could be written instead.
    pub help: Option<String>,
}

impl FilterError {
    pub(super) fn at(place: Range<usize>, message: impl Into<String>) -> Self {
        Self { place, message: message.into(), help: None }
    }

    pub(super) fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

/// How expressions look.
pub(super) const HELP: &str =
    "example: `stage=ps and size>20k and not uses(Sample)`; values with blanks need quotes";
