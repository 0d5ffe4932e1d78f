//! Why a part cannot be derived from a program.

use bstr::BString;
use dx_container::FourCc;
use dx_container::enums::{ResourceClass, SemanticKind, ShaderKind};
use dx_container::error::{ContainerErrorKind, Error, Kind as _, Place};
use dx_container::names::NamedValue as _;

use crate::DxilError;
use crate::ops::CallError;

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
    /// A function is called like an operation, and none is.
    #[error(transparent)]
    Call(#[from] CallError),
    /// An argument that has to be a constant is none.
    #[error("{operation}: the argument {argument} is not constant")]
    NotConstant {
        /// The operation.
        operation: &'static str,
        /// The argument.
        argument: &'static str,
    },
    /// A handle does not come from where handles are made.
    #[error("{operation}: no operation makes the handle that it takes")]
    NoHandle {
        /// The operation that takes it.
        operation: &'static str,
    },
    /// A handle is made of a resource that is not there.
    #[error("the program has no {class} with number {index}")]
    NoResource {
        /// The class.
        class: ResourceClass,
        /// The number.
        index: u64,
    },
    /// Of a texture or typed buffer it cannot be told how many components an element has.
    #[error("the type of the UAV {name} does not say how many components an element has")]
    NoComponents {
        /// Its name.
        name: BString,
    },
    /// Of memory it cannot be told how large it is.
    #[error("the variable {name} has no size that is known")]
    NoSize {
        /// Its name.
        name: BString,
    },
    /// Constants and functions refer to each other so much that following it would cost far more than the module is large.
    #[error(
        "constants and functions share so much that following it takes more than {limit} steps, which this program refuses"
    )]
    Sharing {
        /// The limit in force (see `limits.rs`).
        limit: usize,
    },
    /// What a part cannot hold.
    #[error(transparent)]
    Part(#[from] ContainerErrorKind),
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
            Self::Call(_) => "derive.call",
            Self::NotConstant { .. } => "derive.not-constant",
            Self::NoHandle { .. } => "derive.no-handle",
            Self::NoResource { .. } => "derive.no-resource",
            Self::NoComponents { .. } => "derive.no-components",
            Self::NoSize { .. } => "derive.no-size",
            Self::Sharing { .. } => "derive.sharing",
            Self::Part(kind) => kind.code(),
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
