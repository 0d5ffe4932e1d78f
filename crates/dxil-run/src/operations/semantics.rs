//! Semantics of operations: the function that executes an operation or instruction. Separate from the list of families,
//! each of which returns semantics for its opcodes.

use crate::instruction::{Function1, Function2, Function3, FunctionN, Rule};
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
    /// A function of all elements of vectors.
    Reduce(Reduction),
    /// Accesses to group-shared memory through a pointer.
    Memory,
    /// What needs more than its operands.
    Operate(Operate),
    /// A barrier: one that waits for the other waves of the group, and one that does not.
    Barrier(Operate, Operate),
}

/// A reduction of vectors to a scalar, from the first element to the last.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reduction {
    /// Word by word, and the rule for undefined elements.
    Bits(Function2, Rule),
    /// A sum of products: the product of the first elements, and the sum of a product and the sum so far.
    Dot(Function2, Function3),
}
