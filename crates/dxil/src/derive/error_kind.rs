//! The reasons why a part cannot be derived from a program. Separate from the constructors of errors, because the error
//! of the crate contains this kind.

use bstr::BString;
use dx_container::FourCc;
use dx_container::enums::{ResourceClass, SemanticKind, ShaderKind, ShaderProfile};
use dx_container::error::ContainerErrorKind;
use dx_container::names::NamedValue as _;
use located::Kind as _;

use crate::ops::CallError;

/// Why a part cannot be derived from a program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeriveErrorKind {
    /// The module does not say something that the part needs.
    #[error("module has no {what}")]
    Missing {
        /// What.
        what: &'static str,
    },
    /// A shader model with an unknown stage.
    #[error("!dx.shaderModel declares stage \"{profile}\", expected {}", stages())]
    UnknownStage {
        /// The stage, such as `ps`.
        profile: BString,
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
    #[error("in {function}: operand `{argument}` of {operation} is not a constant")]
    NotConstant {
        /// The function.
        function: BString,
        /// The operation.
        operation: &'static str,
        /// The argument.
        argument: &'static str,
    },
    /// An element that a signature does not have.
    #[error("in {function}: {operation} accesses element {id}, which the signature does not have")]
    NoElement {
        /// The function.
        function: BString,
        /// The operation.
        operation: &'static str,
        /// The number of the element.
        id: u32,
    },
    /// A row or a column that an element does not have.
    #[error(
        "in {function}: {operation} accesses {what} {found} of signature element {id}, expected a {what} \
         less than {count}"
    )]
    OutsideElement {
        /// The function.
        function: BString,
        /// The operation.
        operation: &'static str,
        /// The number of the element.
        id: u32,
        /// True if a row or a column.
        what: &'static str,
        /// Which.
        found: u32,
        /// How many there are.
        count: u32,
    },
    /// An element of a signature that does not lie in its rows.
    #[error("signature element has {what} {found}, expected {expected}")]
    ElementPlace {
        /// What is wrong with it.
        what: &'static str,
        /// What there is.
        found: i64,
        /// What there may be.
        expected: &'static str,
    },
    /// Memory at an address that says nothing of which memory it is.
    #[error("in {function}: outputs depend on a load whose address comes from {what}, expected a variable")]
    Address {
        /// The function.
        function: BString,
        /// What gives the address.
        what: &'static str,
    },
    /// A handle does not come from where handles are made.
    #[error("in {function}: the handle of {operation} is not created by a handle operation")]
    NoHandle {
        /// The function.
        function: BString,
        /// The operation that takes it.
        operation: &'static str,
    },
    /// A handle is made of a resource that is not there.
    #[error("in {function}: undefined {class} {index}")]
    NoResource {
        /// The function.
        function: BString,
        /// The class.
        class: ResourceClass,
        /// The number.
        index: u64,
    },
    /// Of a texture or typed buffer it cannot be told how many components an element has.
    #[error("UAV {name} has a type with an unknown number of components")]
    NoComponents {
        /// The name.
        name: BString,
    },
    /// Of memory it cannot be told how large it is.
    #[error("variable {name} has a type of unknown size")]
    NoSize {
        /// The name.
        name: BString,
    },
    /// Constants and functions refer to each other so much that following it would cost far more than the module is
    /// large.
    #[error("constants and functions have more references to each other than the limit of {limit}")]
    Sharing {
        /// The limit in force (see `limits.rs`).
        limit: usize,
    },
    /// What a part cannot hold.
    #[error(transparent)]
    Part(#[from] ContainerErrorKind),
    /// The module says something that the part has no room for, or that contradicts what else it says.
    #[error("{what} is {found}, expected {expected}")]
    Unfit {
        /// What.
        what: &'static str,
        /// What the module says.
        found: i64,
        /// What would do.
        expected: &'static str,
    },
    /// A semantic where it means nothing, or one that is not known.
    #[error("{} is not allowed in this signature", show(*semantic))]
    Semantic {
        /// The semantic.
        semantic: SemanticKind,
    },
    /// Programs of this kind have no such part.
    #[error("{} shaders cannot have a part {part}", stage.name().unwrap_or("unknown"))]
    NoSuchPart {
        /// The stage.
        stage: ShaderKind,
        /// The part.
        part: FourCc,
    },
}

/// The names of all stages.
fn stages() -> String {
    ShaderProfile::NAMES.iter().map(|row| row.name).collect::<Vec<_>>().join(", ")
}

fn show(semantic: SemanticKind) -> String {
    let name = semantic.name().map(|name| format!("the semantic {name}"));
    name.unwrap_or_else(|| format!("semantic {}", semantic.0))
}

impl DeriveErrorKind {
    /// A stable name.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } | Self::UnknownStage { .. } => "derive.missing",
            Self::Call { .. } => "derive.call",
            Self::NotConstant { .. } => "derive.not-constant",
            Self::NoElement { .. } => "derive.no-element",
            Self::OutsideElement { .. } => "derive.outside-element",
            Self::ElementPlace { .. } => "derive.element-place",
            Self::Address { .. } => "derive.address",
            Self::NoHandle { .. } => "derive.no-handle",
            Self::NoResource { .. } => "derive.no-resource",
            Self::NoComponents { .. } => "derive.no-components",
            Self::NoSize { .. } => "derive.no-size",
            Self::Sharing { .. } => "derive.sharing",
            Self::Part(kind) => kind.code(),
            Self::Unfit { .. } => "derive.unfit",
            Self::Semantic { .. } => "derive.semantic",
            Self::NoSuchPart { .. } => "derive.no-such-part",
        }
    }
}
