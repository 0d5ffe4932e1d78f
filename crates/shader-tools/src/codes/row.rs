//! The type of the rows of `tables/codes.toml`. Separate because the generated rows use the type.

/// The kind of message that has a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Error,
    Note,
    Finding,
}

impl Kind {
    /// The word in the heading of an explanation.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Note => "note",
            Self::Finding => "finding",
        }
    }
}

/// A code that is not a rule.
#[derive(Debug, Clone, Copy)]
pub struct CodeRow {
    /// The code.
    pub code: &'static str,
    /// The kind of message that has the code.
    pub kind: Kind,
    /// The subject of the code and of similar codes.
    pub about: &'static str,
    /// The condition that the message reports.
    pub meaning: &'static str,
    /// The usual cause.
    pub cause: &'static str,
    /// The next step.
    pub hint: &'static str,
}
