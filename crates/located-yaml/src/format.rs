//! The kind of a document: its name in messages, and its maximum nesting.

/// The kind of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// The name of the kind in messages, such as `pipeline`.
    pub name: &'static str,
    /// The maximum nesting of lists and mappings.
    pub depth: usize,
}
