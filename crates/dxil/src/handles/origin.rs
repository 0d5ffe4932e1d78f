//! Decoding of the calls that create and annotate resource handles. Separate from the analysis, because passes also
//! decode single calls of functions that they edit.

use dx_container::enums::ResourceClass;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Editor;
use dxil_ir::{InstructionId, Module, Type, Value, ValueKind};

use crate::ops::{ArgumentName, Call, Opcode, Operation};

/// The operands of a call that creates or annotates a resource handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandleOrigin {
    /// `CreateHandle`, before shader model 6.6: a register of a resource in `dx.resources`.
    Id {
        /// The resource class, an `i8`.
        class: Value,
        /// The index of the resource in its class.
        id: Value,
        /// The register.
        index: Value,
        /// An `i1`: the index may differ between the lanes of a wave.
        is_non_uniform: Value,
    },
    /// `CreateHandleFromBinding`: a register of a range of registers.
    Binding {
        /// A constant that [`Binding::of`] decodes.
        binding: Value,
        /// The register.
        index: Value,
        /// An `i1`: the index may differ between the lanes of a wave.
        is_non_uniform: Value,
    },
    /// `CreateHandleFromHeap`: a descriptor of a descriptor heap.
    Heap {
        /// The index of the descriptor.
        index: Value,
        /// An `i1`: the heap contains samplers instead of resources.
        is_sampler: Value,
        /// An `i1`: the index may differ between the lanes of a wave.
        is_non_uniform: Value,
    },
    /// `CreateHandleForLib`: the value of a global variable of a library, or another handle.
    Library {
        /// The loaded value.
        resource: Value,
    },
    /// `AnnotateHandle`: a handle with the properties of its resource.
    Annotation {
        /// The handle.
        handle: Value,
        /// A constant that [`HandleProperties::of`](crate::shader::HandleProperties::of) decodes.
        properties: Value,
    },
}

impl HandleOrigin {
    /// Decodes a call by its opcode and the arguments that follow it. Returns `None` for other operations, and for
    /// calls with too few arguments.
    #[inline]
    pub fn of(opcode: Opcode, arguments: &[Value]) -> Option<Self> {
        Some(match (opcode, arguments) {
            (Opcode::CREATE_HANDLE, &[class, id, index, is_non_uniform, ..]) => {
                Self::Id { class, id, index, is_non_uniform }
            }
            (Opcode::CREATE_HANDLE_FROM_BINDING, &[binding, index, is_non_uniform, ..]) => {
                Self::Binding { binding, index, is_non_uniform }
            }
            (Opcode::CREATE_HANDLE_FROM_HEAP, &[index, is_sampler, is_non_uniform, ..]) => {
                Self::Heap { index, is_sampler, is_non_uniform }
            }
            (Opcode::CREATE_HANDLE_FOR_LIB, &[resource, ..]) => Self::Library { resource },
            (Opcode::ANNOTATE_HANDLE, &[handle, properties, ..]) => Self::Annotation { handle, properties },
            _ => return None,
        })
    }

    /// Like [`of`](Self::of), for a call of an operation.
    pub fn of_call(call: &Call<'_>) -> Option<Self> {
        Self::of(call.operation().opcode, call.arguments())
    }

    /// Like [`of`](Self::of), for an instruction of an editing session.
    pub fn called(editor: &Editor<'_>, id: InstructionId) -> Option<Self> {
        let (opcode, arguments) = Opcode::called(editor, id)?;
        Self::of(opcode, arguments)
    }

    /// Returns true if an operation creates or annotates a resource handle.
    #[inline]
    pub fn is_created_by(opcode: Opcode) -> bool {
        matches!(
            opcode,
            Opcode::CREATE_HANDLE
                | Opcode::CREATE_HANDLE_FROM_BINDING
                | Opcode::CREATE_HANDLE_FROM_HEAP
                | Opcode::CREATE_HANDLE_FOR_LIB
                | Opcode::ANNOTATE_HANDLE
        )
    }

    /// The positions of the arguments that can differ between two handles of the same resource range: the index, or the
    /// handle that an annotation is for, and the argument `nonUniformIndex`. The opcode is argument 0. Returns `None`
    /// for operations without an index.
    pub fn varying_arguments(opcode: Opcode) -> Option<(usize, Option<usize>)> {
        let operation = Operation::get(opcode).filter(|_| Self::is_created_by(opcode))?;
        let position = |name| operation.argument_index(name).map(|index| index + 1);
        let index = position(ArgumentName::index).or_else(|| position(ArgumentName::res))?;
        Some((index, position(ArgumentName::nonUniformIndex)))
    }

    /// Returns true if the call annotates a handle.
    pub fn is_annotation(&self) -> bool {
        matches!(self, Self::Annotation { .. })
    }

    /// Returns true if the call creates a handle from the value of a global variable.
    pub fn is_library(&self) -> bool {
        matches!(self, Self::Library { .. })
    }
}

/// The range of registers that a handle is created from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Binding {
    /// The resource class.
    pub class: ResourceClass,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub lower_bound: u32,
    /// The last register; `u32::MAX` for a range without end.
    pub upper_bound: u32,
}

impl Binding {
    /// Decodes a constant of type `%dx.types.ResBind`. Returns `None` for other values.
    pub fn of(module: &Module, constant: Value) -> Option<Self> {
        let ValueKind::Constant(id) = constant.kind() else { return None };
        let [lower_bound, upper_bound, space, class] = match &module.constants.get(id)?.kind {
            ConstantKind::Null => [0; 4],
            ConstantKind::Aggregate(members) => {
                let [lower, upper, space, class] = **members else { return None };
                let word = |value| integer(module, value);
                [word(lower)?, word(upper)?, word(space)?, word(class)?]
            }
            _ => return None,
        };
        Some(Self { class: ResourceClass(class), space, lower_bound, upper_bound })
    }
}

/// The lower 32 bits of a constant integer, zero-extended from the width of its type.
pub(super) fn integer(module: &Module, value: Value) -> Option<u32> {
    let ValueKind::Constant(id) = value.kind() else { return None };
    let constant = module.constants.get(id)?;
    let Some(Type::Integer(width)) = module.types.get(constant.ty) else { return None };
    let mask = u32::MAX.checked_shr(32_u32.saturating_sub(*width)).unwrap_or(0);
    let [a, b, c, d, ..] = constant.kind.integer()?.to_le_bytes();
    Some(u32::from_le_bytes([a, b, c, d]) & mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The patterns of [`HandleOrigin::of`] list the arguments in the order of the table of operations.
    #[test]
    fn operands_have_the_order_of_the_table() {
        use ArgumentName as A;
        let rows: [(Opcode, &[A]); 5] = [
            (Opcode::CREATE_HANDLE, &[A::resourceClass, A::rangeId, A::index, A::nonUniformIndex]),
            (Opcode::CREATE_HANDLE_FROM_BINDING, &[A::bind, A::index, A::nonUniformIndex]),
            (Opcode::CREATE_HANDLE_FROM_HEAP, &[A::index, A::samplerHeap, A::nonUniformIndex]),
            (Opcode::CREATE_HANDLE_FOR_LIB, &[A::Resource]),
            (Opcode::ANNOTATE_HANDLE, &[A::res, A::props]),
        ];
        for (opcode, names) in rows {
            let found: Vec<_> = Operation::get(opcode).unwrap().arguments.iter().map(|it| it.name).collect();
            assert_eq!(found, names, "{opcode:?}");
        }
    }

    #[test]
    fn varying_arguments_are_the_index_and_its_uniformity() {
        let found = [
            Opcode::CREATE_HANDLE,
            Opcode::CREATE_HANDLE_FROM_BINDING,
            Opcode::CREATE_HANDLE_FROM_HEAP,
            Opcode::CREATE_HANDLE_FOR_LIB,
            Opcode::ANNOTATE_HANDLE,
            Opcode::SAMPLE,
        ]
        .map(HandleOrigin::varying_arguments);
        let expected =
            [Some((3, Some(4))), Some((2, Some(3))), Some((1, Some(3))), None, Some((1, None)), None];
        assert_eq!(found, expected);
    }
}
