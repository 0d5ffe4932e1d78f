//! The accesses to one object in memory. Separate because each way to flatten an object reads them.

use dxil_ir::{InstructionId, Module, Type, TypeId};

use crate::lower::memory::addresses::Bytes;

/// A load, a store or an atomic.
#[derive(Debug, Clone)]
pub(super) struct Access {
    pub(super) id: InstructionId,
    /// The operand number of the address.
    pub(super) operand: u32,
    pub(super) ty: TypeId,
    pub(super) bytes: Bytes,
    /// True if the address is a chain of GEPs to a member of type `ty`.
    pub(super) is_named: bool,
}

/// The accesses to an alloca, a variable or a parameter.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    pub(super) accesses: Vec<Access>,
    /// True if an address has other uses than accesses.
    pub(super) is_other: bool,
    /// True if addresses already have the form that the pass produces.
    pub(super) is_plain: bool,
    /// True if the type of an access differs from the type of the member at its address.
    pub(super) is_retyped: bool,
    /// True if every access could be part of a dword access.
    pub(super) is_of_words: bool,
    /// True if a store that could be part of a dword access covers less than a dword.
    pub(super) has_partial_writes: bool,
}

impl Memory {
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

pub(super) fn is_scalar(module: &Module, ty: TypeId) -> bool {
    matches!(module.types.get(ty), Some(Type::Integer(_) | Type::Half | Type::Float | Type::Double))
}
