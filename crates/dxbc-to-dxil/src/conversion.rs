//! The row of an arithmetic opcode. Separate from the lowering of rows, because the generated table consists of these
//! types.

use dx_bytecode::opcode::Opcode;
use dxil_ir::{BinaryOp, CastOp, Predicate};

/// The conversion of an opcode whose components are computed independently of each other.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Conversion {
    pub(crate) opcode: Opcode,
    /// The type of the sources.
    pub(crate) from: Kind,
    /// The type of the result.
    pub(crate) to: Kind,
    pub(crate) by: Computation,
    /// A constant operand before the sources.
    pub(crate) first: Option<i16>,
    /// A constant operand after the sources.
    pub(crate) last: Option<i16>,
}

/// The type of a component, or of a pair of components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A 32-bit integer.
    Int,
    /// A 32-bit float.
    Float,
    /// A 64-bit float in two components, the low word first.
    Double,
    /// All ones for true, zero for false.
    Mask,
}

/// The instruction or operation that computes a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Computation {
    Binary(BinaryOp),
    Cast(CastOp),
    Compare(Predicate),
    Operation(dxil::ops::Opcode),
}
