//! The error of builder methods. Separate because the builder and the trait of its methods return it.

/// The error of a builder method.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Something else than a function, where one is needed.
    #[error("{what} is not a function")]
    NotFunction {
        /// What it is needed for.
        what: &'static str,
    },
    /// Something else than a pointer.
    #[error("{what} is not a pointer")]
    NotPointer {
        /// What it is needed for.
        what: &'static str,
    },
    /// Something else than a vector.
    #[error("{what} is not a vector")]
    NotVector {
        /// What it is needed for.
        what: &'static str,
    },
    /// Indices that lead nowhere.
    #[error("invalid indices of {what}: they select no member")]
    BadIndices {
        /// Of what.
        what: &'static str,
    },
    /// A value that the module or the function does not have.
    #[error("{what} does not exist")]
    Missing {
        /// What.
        what: &'static str,
    },
}
