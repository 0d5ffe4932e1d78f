//! The lattice of handle provenance. Separate from the analysis, because all users read it.

use dx_container::enums::{ResourceClass, ResourceKind};
use dxil_ir::{GlobalId, Value};

use super::origin::Binding;
use crate::shader::HandleProperties;

/// The result of the analysis for one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provenance {
    /// Every path to the value creates a handle of this resource.
    Resource(Resource),
    /// Paths to the value create handles of different resources, or annotate them with different properties.
    /// [`Handles::alternatives`](super::Handles::alternatives) lists them.
    Ambiguous,
    /// The resource is unknown.
    Unknown(Reason),
}

/// A reason why the resource of a value is unknown. A phi or select of several unknown values has the least reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// A parameter of the function.
    Parameter,
    /// The result of a call that does not create a handle.
    Call,
    /// An instruction or constant that is neither a handle nor the address or value of a resource variable.
    Other,
    /// An undefined value, or a phi or select that depends only on undefined values and on itself.
    Undefined,
    /// An operand that selects the resource is not a constant.
    NotConstant,
    /// The module does not declare the resource.
    Undeclared,
    /// A phi web has more alternatives than `limits::HANDLE_ALTERNATIVES`.
    TooMany,
}

/// The resource that a handle, or the address or value of a resource variable, refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Resource {
    /// The class; `None` if it is unknown, as for an unannotated handle of the resource heap.
    pub class: Option<ResourceClass>,
    /// The kind; [`ResourceKind::INVALID`] if it is unknown.
    pub kind: ResourceKind,
    /// The class of the declared resource, and its index in the list of this class in `dx.resources`.
    pub declared: Option<(ResourceClass, usize)>,
    /// The registers that `CreateHandleFromBinding` names.
    pub binding: Option<Binding>,
    /// The operand `index` of the call that creates the handle; `None` for resource variables and after a phi or
    /// select.
    pub index: Option<Value>,
    /// The properties that the handle is annotated with last.
    pub annotation: Option<HandleProperties>,
    /// The kind of call that creates the handle.
    pub creation: Creation,
}

/// The way in which a handle is created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Creation {
    /// `CreateHandle`.
    Id,
    /// `CreateHandleFromBinding`.
    Binding,
    /// `CreateHandleFromHeap`.
    Heap {
        /// The heap contains samplers; `None` if the operand is not a constant.
        is_sampler: Option<bool>,
    },
    /// A load of a global variable, or of an element of it.
    Variable {
        /// The variable.
        variable: GlobalId,
        /// The address is computed by `getelementptr`.
        is_element: bool,
    },
    /// The handle is annotated, but its resource is unknown.
    Unknown(Reason),
}

impl Resource {
    /// A resource of which only the annotation is known.
    pub(super) fn annotated_unknown(reason: Reason, properties: HandleProperties) -> Self {
        let unknown = Self {
            class: None,
            kind: ResourceKind::INVALID,
            declared: None,
            binding: None,
            index: None,
            annotation: None,
            creation: Creation::Unknown(reason),
        };
        unknown.annotated(Some(properties))
    }

    /// The resource after an annotation. Without constant properties, the class and the kind do not change.
    pub(super) fn annotated(self, properties: Option<HandleProperties>) -> Self {
        match properties {
            Some(annotation) => Self {
                class: Some(annotation.class()),
                kind: annotation.kind(),
                annotation: Some(annotation),
                ..self
            },
            None => self,
        }
    }

    /// Returns true if the handle comes from a descriptor heap.
    pub fn is_from_heap(&self) -> bool {
        matches!(self.creation, Creation::Heap { .. })
    }
}
