//! Semantics of operations: the function that executes an operation or instruction. Separate from the list of families,
//! each of which returns semantics for its opcodes.

use crate::instruction::{Function1, Function2, Function3, FunctionN};
use crate::program::Operate;

/// What something does.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Semantics {
    /// A function of one register.
    Map1(Function1),
    /// A function of two registers.
    Map2(Function2),
    /// A function of three registers.
    Map3(Function3),
    /// A function of any number of registers.
    MapN(FunctionN),
    /// What needs more than its operands.
    Operate(Operate),
    /// A barrier: one that waits for the other waves of the group, and one that does not.
    Barrier(Operate, Operate),
}
