//! Why a part cannot be derived from a program.

/// Why a part cannot be derived from a program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeriveErrorKind {
    /// The module does not say something that the part needs.
    #[error("the module does not say {what}")]
    Missing {
        /// What.
        what: &'static str,
    },
}

impl DeriveErrorKind {
    /// A stable name.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "derive.missing",
        }
    }
}
