//! The row of an HLSL intrinsic. Separate from the search for names, because the generated table consists of it.

use crate::ops::Opcode;

/// What HLSL calls an operation.
#[derive(Debug)]
pub(crate) struct Intrinsic {
    /// The name in HLSL.
    pub(crate) name: &'static str,
    /// The operations that it becomes.
    pub(crate) opcodes: &'static [Opcode],
    /// Arguments behind the opcode, and the numbers that they are.
    pub(crate) when: &'static [(usize, u32)],
}
