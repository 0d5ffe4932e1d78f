//! An array of words in memory. Separate from the accesses, because the context of a lowering contains arrays.

use dxil::emit::Emitter;
use dxil_ir::builder::Build as _;
use dxil_ir::{TypeId, Value};

use crate::plan::SharedMemory;

/// An array of words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Array {
    pub(crate) pointer: Value,
    pub(crate) ty: TypeId,
    /// The number of words.
    pub(crate) words: u32,
    /// The number of words of an element: a register, or an element of structured group-shared memory.
    pub(crate) stride: u32,
    /// True for structured group-shared memory, whose addresses have an index and an offset.
    pub(crate) is_structured: bool,
}

/// The words of a register in arrays of registers that have all components.
pub(crate) const REGISTER: u32 = 4;

impl Array {
    /// Thread-local memory for registers.
    pub(crate) fn local(emit: &mut Emitter<'_>, registers: u32, stride: u32) -> Self {
        let words = registers.saturating_mul(stride);
        let types = &mut emit.module().types;
        let word = types.int(32);
        let ty = types.array(word, words.into());
        Self { pointer: emit.local(ty), ty, words, stride, is_structured: false }
    }

    /// Group-shared memory.
    pub(crate) fn shared(emit: &mut Emitter<'_>, shared: &SharedMemory) -> Self {
        let types = &mut emit.module().types;
        let word = types.int(32);
        let words = shared.bytes / 4;
        let ty = types.array(word, words.into());
        let pointer = emit.group_shared(&format!("g{}", shared.register), word, Some(words.into()));
        let stride = shared.stride.map_or(1, |stride| stride / 4);
        Self { pointer, ty, words, stride, is_structured: shared.stride.is_some() }
    }

    /// The immediate constant buffer.
    pub(crate) fn constant(emit: &mut Emitter<'_>, words: &[u32]) -> Self {
        let types = &mut emit.module().types;
        let word = types.int(32);
        let ty = types.array(word, words.len() as u64);
        let values: Vec<_> = words.iter().map(|bits| emit.int(word, bits.cast_signed().into())).collect();
        let pointer = emit.constant_array("icb", word, &values);
        let words = u32::try_from(words.len()).unwrap_or(u32::MAX);
        Self { pointer, ty, words, stride: REGISTER, is_structured: false }
    }
}
