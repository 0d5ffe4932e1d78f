//! Steps: the units of directives that a search executes one after the other.

use crate::directive::Kind;
use crate::pattern::Pattern;

/// A directive with its pattern.
#[derive(Debug)]
pub(crate) struct Check {
    pub(crate) kind: Kind,
    pub(crate) line: usize,
    pub(crate) name: String,
    pub(crate) pattern: Pattern,
}

/// A directive that advances the position in the text, with the `-DAG` and `-NOT` directives before it.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) before: Vec<Check>,
    /// `None` for the end of the text.
    pub(crate) check: Option<Check>,
}
