//! Why a module has no modern form. Separate because all files of `modernize` refuse something.

use bstr::{BStr, BString};

use crate::arena::Id as _;
use crate::{Global, GlobalId, limits};

/// The result of a step of the conversion.
pub(super) type Result<T> = std::result::Result<T, ToModernErrorKind>;

/// Why a module has no modern form, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {kind}")]
pub struct ToModernError {
    /// Why.
    pub kind: ToModernErrorKind,
    /// Where: the name of a global or of metadata.
    pub at: BString,
}

/// Why something has no modern form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ToModernErrorKind {
    /// A module of today's IR.
    #[error("module already has the dialect of modern LLVM")]
    Dialect,
    /// An id of nothing.
    #[error("{what} does not exist")]
    Missing {
        /// Of what.
        what: &'static str,
    },
    /// A type that is no more.
    #[error("modern LLVM has no type {word}")]
    Type {
        /// Its name.
        word: &'static str,
    },
    /// A constant expression that is no more, where no instruction can take its place.
    #[error("modern LLVM has no constant expression {word}")]
    Expression {
        /// Its name.
        word: &'static str,
    },
    /// An attribute that is no more.
    #[error("modern LLVM does not allow attribute {word} in this position")]
    Attribute {
        /// Its name.
        word: &'static str,
    },
    /// A field of a node of debug information that has no modern form.
    #[error("{field} of {node} cannot be represented in modern LLVM IR")]
    Field {
        /// The name of the node.
        node: &'static str,
        /// The name of the field.
        field: &'static str,
    },
    /// Debug information that is malformed.
    #[error("{what}")]
    DebugInformation {
        /// What is wrong with it.
        what: &'static str,
    },
    /// An intrinsic that is used in a way that has no modern form.
    #[error("intrinsic {name} {what}")]
    Intrinsic {
        /// Its name.
        name: BString,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A data layout that is too long to be looked at.
    #[error(
        "data layout string is longer than {} bytes, so default alignments cannot be computed",
        limits::DATA_LAYOUT
    )]
    DataLayout,
    /// Constant expressions that would become too many instructions.
    #[error("constant expressions would expand to more than {} instructions", limits::EXPANDED)]
    Expanded,
}

impl ToModernErrorKind {
    pub(super) fn of_module(self) -> ToModernError {
        ToModernError { kind: self, at: "the module".into() }
    }

    pub(super) fn of_global(self, global: &Global, id: GlobalId) -> ToModernError {
        let mut at = BString::from("@");
        match global.name.is_empty() {
            true => at.extend_from_slice(id.index().to_string().as_bytes()),
            false => at.extend_from_slice(&global.name),
        }
        ToModernError { kind: self, at }
    }

    pub(super) fn of_metadata(self, name: &BStr) -> ToModernError {
        ToModernError { kind: self, at: [b"!", name.as_ref() as &[u8]].concat().into() }
    }
}
