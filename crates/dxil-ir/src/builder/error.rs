//! The error of builder methods. Separate because the builder and the trait of its methods return it.

/// The error of a builder method.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A value that is not a function, where a function is needed.
    #[error("{what} is not a function")]
    NotFunction {
        /// The role of the value, for the message.
        what: &'static str,
    },
    /// A value that is not a pointer, where a pointer is needed.
    #[error("{what} is not a pointer")]
    NotPointer {
        /// The role of the value, for the message.
        what: &'static str,
    },
    /// A value that is not a vector, where a vector is needed.
    #[error("{what} is not a vector")]
    NotVector {
        /// The role of the value, for the message.
        what: &'static str,
    },
    /// Indices that do not select a member.
    #[error("indices of {what} select a member that does not exist")]
    BadIndices {
        /// The kind of value, for the message.
        what: &'static str,
    },
    /// A call that does not match the open construct of structured control flow.
    #[error("{what}; {remedy}")]
    Misplaced {
        /// The fault.
        what: String,
        /// The remedy.
        remedy: String,
    },
    /// A value that the module or the function does not have.
    #[error("{what} does not exist")]
    Missing {
        /// The kind of value, for the message.
        what: &'static str,
    },
}
