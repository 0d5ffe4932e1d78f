//! The accesses to an alloca, a global variable or a pointer parameter, for pass `dxil-flatten-arrays`. Separate
//! because all representations of an object read them.

use dxil_ir::{InstructionId, Module, Type, TypeId};

use crate::lower::memory::addresses::Bytes;

/// A load, a store or an atomic operation.
#[derive(Debug, Clone)]
pub(super) struct Access {
    pub(super) id: InstructionId,
    /// The index of the pointer operand.
    pub(super) operand: u32,
    /// The type of the loaded, stored or exchanged value.
    pub(super) ty: TypeId,
    /// Byte offset from the start of the object.
    pub(super) bytes: Bytes,
    /// True if the pointer is a chain of GEPs whose indices select a member of type `ty`.
    pub(super) is_named: bool,
}

/// The accesses to an alloca, a variable or a parameter.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    pub(super) accesses: Vec<Access>,
    /// True if a pointer has a use that is not an access, for example as an argument of a call.
    pub(super) is_other: bool,
    /// True if all pointers already have the form that the pass produces: a GEP with the indices 0 and `i`.
    pub(super) is_plain: bool,
    /// True if the type of an access differs from the type that its GEPs select, or is an integer type that DXIL does
    /// not permit in memory.
    pub(super) is_retyped: bool,
    /// True if every access can be replaced by accesses to dwords.
    pub(super) is_of_words: bool,
    /// True if the replacement of a store by accesses to dwords may change only a part of a dword.
    pub(super) has_partial_writes: bool,
}

impl Memory {
    /// Adds an access. Without a type, the use does not count as an access.
    pub(super) fn add(
        &mut self,
        id: InstructionId,
        operand: u32,
        ty: Option<TypeId>,
        bytes: &Bytes,
        is_named: bool,
    ) {
        match ty {
            Some(ty) => self.accesses.push(Access { id, operand, ty, bytes: bytes.clone(), is_named }),
            None => self.is_other = true,
        }
    }
}

/// Returns true for integer types, `half`, `float` and `double`.
pub(super) fn is_scalar(module: &Module, ty: TypeId) -> bool {
    matches!(module.types.get(ty), Some(Type::Integer(_) | Type::Half | Type::Float | Type::Double))
}
