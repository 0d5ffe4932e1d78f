//! The error of the conversion to LLVM 3.7 IR. Separate because every step of the conversion returns it.

use bstr::BString;

/// The error of a conversion to LLVM 3.7 IR, with its location.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {kind}")]
pub struct ToLlvm37Error {
    /// The cause.
    pub kind: ToLlvm37ErrorKind,
    /// The location: the name of a global.
    pub at: BString,
}

/// The cause of a failed conversion to LLVM 3.7 IR.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ToLlvm37ErrorKind {
    /// The module is already LLVM 3.7 IR.
    #[error("module already has the dialect of LLVM 3.7")]
    Dialect,
    /// A dangling id.
    #[error("{what} does not exist")]
    Missing {
        /// The kind of entity.
        what: &'static str,
    },
    /// A construct that LLVM 3.7 IR cannot represent.
    #[error("LLVM 3.7 has no {word}")]
    Word {
        /// The spelling of the construct.
        word: BString,
    },
}

/// The result of a step of the conversion.
pub(super) type Result<T> = std::result::Result<T, ToLlvm37ErrorKind>;

/// The error for a dangling id.
pub(super) fn missing(what: &'static str) -> ToLlvm37ErrorKind {
    ToLlvm37ErrorKind::Missing { what }
}

/// The error for a construct that LLVM 3.7 IR cannot represent.
pub(super) fn word(word: impl Into<BString>) -> ToLlvm37ErrorKind {
    ToLlvm37ErrorKind::Word { word: word.into() }
}
