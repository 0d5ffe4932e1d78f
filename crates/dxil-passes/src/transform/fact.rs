//! Properties that passes establish. Separate because entries of a list name them, and each is checked in the file of
//! the pass that establishes it.

/// A property of every function of a [`Scope`](super::Scope) that a pass establishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// No function calls a defined function, except for calls that the scope keeps.
    Inlined,
    /// No variable could be an alloca of the only entry point that uses it.
    NoStatics,
    /// No memory is accessed as another type with the same scalars.
    NoMatrixCasts,
    /// No alloca can be split.
    Split,
    /// No alloca can be promoted to a value.
    Promoted,
    /// No vector can be scalarized, and no memory of vectors can become memory of arrays.
    Scalar,
    /// No instruction can be constant-folded.
    Folded,
    /// Every block is reachable, every conditional branch has two targets, and no block can be merged into its
    /// predecessor.
    SimpleFlow,
    /// No instruction is dead.
    NoDeadInstructions,
    /// No global is unused by the roots.
    NoDeadGlobals,
}
