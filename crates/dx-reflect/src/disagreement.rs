//! Contradictions between parts. Separate because each source of the reflection reports them.

use std::fmt::Display;

use dx_container::FourCc;

use crate::limits;

/// A contradiction between two parts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Disagreement {
    /// The subject in words.
    pub subject: String,
    /// The part whose value is used, and the value.
    pub kept: (FourCc, String),
    /// The other part, and its value.
    pub other: (FourCc, String),
}

/// Disagreements as they are found.
#[derive(Default)]
pub(crate) struct Disagreements(pub(crate) Vec<Disagreement>);

impl Disagreements {
    /// Adds one, unless there are too many.
    pub(crate) fn add(
        &mut self,
        subject: impl FnOnce() -> String,
        kept: (FourCc, impl Display),
        other: (FourCc, impl Display),
    ) {
        if self.0.len() < limits::DISAGREEMENTS {
            let (kept, other) = ((kept.0, kept.1.to_string()), (other.0, other.1.to_string()));
            self.0.push(Disagreement { subject: subject(), kept, other });
        }
    }
}
