//! Calls of intrinsics that the text does not declare. Separate from their resolution, because the parser's state holds
//! them.

use std::borrow::Cow;

use dxil_ir::{GlobalId, InstructionId};

/// Calls of what is not declared, as far as they were read.
#[derive(Default)]
pub(super) struct UndeclaredCalls<'s> {
    pub(super) calls: Vec<UndeclaredCall<'s>>,
    /// The function that is being read.
    pub(super) function: Option<GlobalId>,
    /// How long the names are that were made.
    pub(super) made: usize,
}

/// A call of an intrinsic that is not declared.
pub(super) struct UndeclaredCall<'s> {
    pub(super) name: Cow<'s, [u8]>,
    /// Where the name stands.
    pub(super) start: usize,
    pub(super) function: GlobalId,
    pub(super) instruction: InstructionId,
}
