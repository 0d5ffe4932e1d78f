//! The error of the conversion to LLVM 3.7 IR. Separate because every step of the conversion returns it.

use bstr::BString;

/// Why a module has no form in LLVM 3.7's dialect, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {kind}")]
pub struct LegacyError {
    /// Why.
    pub kind: LegacyErrorKind,
    /// Where: the name of a global.
    pub at: BString,
}

/// Why something has no form in LLVM 3.7's dialect.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LegacyErrorKind {
    /// A module of that dialect.
    #[error("the module is in LLVM 3.7's dialect already")]
    Dialect,
    /// An id of nothing.
    #[error("{what} does not exist")]
    Missing {
        /// Of what.
        what: &'static str,
    },
    /// A word that LLVM 3.7 does not have.
    #[error("LLVM 3.7 has no {word}")]
    Word {
        /// Which.
        word: BString,
    },
}

pub(super) type Result<T> = std::result::Result<T, LegacyErrorKind>;

pub(super) fn missing(what: &'static str) -> LegacyErrorKind {
    LegacyErrorKind::Missing { what }
}

pub(super) fn word(word: impl Into<BString>) -> LegacyErrorKind {
    LegacyErrorKind::Word { word: word.into() }
}
