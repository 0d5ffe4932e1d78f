//! Why a part cannot be derived from a program.

use bstr::BString;
use dx_container::error::Place;

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
    /// A call of what looks like an operation.
    #[error("in {function}: {error}")]
    Call {
        /// The function that calls it.
        function: BString,
        /// What is wrong.
        error: CallError,
    },
    /// An argument that is not constant where the part depends on it.
    #[error("in {function}: {operation} whose {argument} is no constant")]
    NotConstant {
        /// The function.
        function: BString,
        /// The operation.
        operation: &'static str,
        /// The argument.
        argument: &'static str,
    },
    /// An element that a signature does not have.
    #[error("in {function}: {operation} of element {id}, which is not in the signature")]
    NoElement {
        /// The function.
        function: BString,
        /// The operation.
        operation: &'static str,
        /// The number of the element.
        id: u32,
    },
    /// A row or a column that an element does not have.
    #[error("in {function}: {operation} of {what} {found} of element {id}, which has {count}")]
    OutsideElement {
        /// The function.
        function: BString,
        /// The operation.
        operation: &'static str,
        /// The number of the element.
        id: u32,
        /// Whether a row or a column.
        what: &'static str,
        /// Which.
        found: u32,
        /// How many there are.
        count: u32,
    },
    /// An element of a signature that does not lie in its rows.
    #[error("the element has {what} {found}, expected {expected}")]
    ElementPlace {
        /// What is wrong with it.
        what: &'static str,
        /// What there is.
        found: i64,
        /// What there may be.
        expected: &'static str,
    },
    /// Memory at an address that says nothing of which memory it is.
    #[error("in {function}: outputs depend on memory at the address that {what} gives, which may be any")]
    Address {
        /// The function.
        function: BString,
        /// What gives the address.
        what: &'static str,
    },
}

impl DeriveErrorKind {
    /// A stable name.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "derive.missing",
            Self::Call { .. } => "derive.call",
            Self::NotConstant { .. } => "derive.not-constant",
            Self::NoElement { .. } => "derive.no-element",
            Self::OutsideElement { .. } => "derive.outside-element",
            Self::ElementPlace { .. } => "derive.element-place",
            Self::Address { .. } => "derive.address",
        }
    }
}

/// The error of a program, which does not know where it lay in a file.
impl From<DeriveErrorKind> for DxilError {
    fn from(kind: DeriveErrorKind) -> Self {
        Self::new(kind.into(), Place::default())
    }
}
