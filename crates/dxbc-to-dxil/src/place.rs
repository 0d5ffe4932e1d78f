//! Locations of words, and keys of inputs. Separate because operands, memory and the context of a lowering share them.

use dx_bytecode::operand::RegisterKind;
use dxil::ops::Opcode as Operation;
use dxil_ir::Value;

use crate::array::Array;
use crate::variables::Variable;

/// The location of a word.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    Variable(Variable),
    Element(Array, Value),
}

/// An input that does not change during the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum InputKey {
    /// A component of a register, and the vertex.
    Register(RegisterKind, u32, u8, Option<u32>),
    /// A component of an operation without a register.
    Operation(Operation, u8),
}
