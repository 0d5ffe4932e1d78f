//! Why a part cannot be derived from a program.

use dx_container::FourCc;
use dx_container::enums::{SemanticKind, ShaderKind};
use dx_container::error::{Error, Place};
use dx_container::names::NamedValue as _;

use crate::DxilError;

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
    /// The module says something that the part has no room for, or that contradicts what else it says.
    #[error("{what}: {found}, expected {expected}")]
    Unfit {
        /// What.
        what: &'static str,
        /// What the module says.
        found: i64,
        /// What would do.
        expected: &'static str,
    },
    /// A semantic where it means nothing, or one that is not known.
    #[error("{} means nothing in this signature", show(*semantic))]
    Semantic {
        /// The semantic.
        semantic: SemanticKind,
    },
    /// Programs of this kind have no such part.
    #[error("a program for the stage {} has no {part}", stage.name().unwrap_or("of no name"))]
    NoSuchPart {
        /// The stage.
        stage: ShaderKind,
        /// The part.
        part: FourCc,
    },
}

fn show(semantic: SemanticKind) -> String {
    let name = semantic.name().map(|name| format!("the semantic {name}"));
    name.unwrap_or_else(|| format!("semantic {}", semantic.0))
}

impl DeriveErrorKind {
    /// A stable name.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "derive.missing",
            Self::Unfit { .. } => "derive.unfit",
            Self::Semantic { .. } => "derive.semantic",
            Self::NoSuchPart { .. } => "derive.no-such-part",
        }
    }
}

/// An error about what a module says; it does not know where in a file it says so.
#[cold]
pub(super) fn error(kind: DeriveErrorKind) -> DxilError {
    Error::new(kind.into(), Place::default())
}

#[cold]
pub(super) fn missing(what: &'static str) -> DxilError {
    error(DeriveErrorKind::Missing { what })
}

#[cold]
pub(super) fn unfit(what: &'static str, found: impl Into<i64>, expected: &'static str) -> DxilError {
    error(DeriveErrorKind::Unfit { what, found: found.into(), expected })
}
