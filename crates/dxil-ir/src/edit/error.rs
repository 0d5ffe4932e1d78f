//! Why an edit is refused. Separate because all files of `edit` refuse something.

use bstr::BString;

use crate::builder::BuildError;
use crate::{BlockId, GlobalId, InstructionId};

/// Why an edit is refused. The function is as it was before the call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// A session over something else than a function with a body.
    #[error("{global} is not a function with a body")]
    NotDefined {
        /// The global.
        global: GlobalId,
    },
    /// A session over a body that [`verify`](crate::verify()) refuses.
    #[error("malformed function: {what}")]
    Malformed {
        /// What is wrong.
        what: &'static str,
    },
    /// A block that the function does not have.
    #[error("{block} is not a block of the function")]
    NoSuchBlock {
        /// The block.
        block: BlockId,
    },
    /// An instruction that is in no block of the function.
    #[error("{instruction} is not an instruction of the function")]
    NoSuchInstruction {
        /// The instruction.
        instruction: InstructionId,
    },
    /// A value that neither the function nor the module has.
    #[error("{what} does not exist")]
    NoSuchValue {
        /// What.
        what: &'static str,
    },
    /// An operand, an edge or an entry that is not there.
    #[error("{what} {index} does not exist")]
    NoSuchIndex {
        /// Of what.
        what: &'static str,
        /// Which.
        index: usize,
    },
    /// A value of another type.
    #[error("type of {what} does not match")]
    Type {
        /// What.
        what: &'static str,
    },
    /// An instruction of another kind.
    #[error("{instruction} is not {expected}")]
    Kind {
        /// The instruction.
        instruction: InstructionId,
        /// What is needed.
        expected: &'static str,
    },
    /// An instruction that is to be erased or moved and cannot be.
    #[error("{instruction} is {what}")]
    Fixed {
        /// The instruction.
        instruction: InstructionId,
        /// Why.
        what: &'static str,
    },
    /// An operand that says what an instruction is, not what it works on: a case of a switch, which member an address
    /// is of.
    #[error("operand {operand} of {instruction} must remain a constant")]
    FixedOperand {
        /// The instruction.
        instruction: InstructionId,
        /// Which operand.
        operand: u32,
    },
    /// An operand that cannot be such a value.
    #[error("operand {operand} of {instruction} cannot be {what}")]
    Operand {
        /// The instruction.
        instruction: InstructionId,
        /// Which operand.
        operand: u32,
        /// What.
        what: &'static str,
    },
    /// A value that is to be used in its block before it is there.
    #[error("{user} would use {definition} before its definition")]
    Order {
        /// What would use it.
        user: InstructionId,
        /// The value.
        definition: InstructionId,
    },
    /// An edge into the block where the function begins, or that block removed or moved.
    #[error("{block} is the entry block, which cannot be edited in this way")]
    Entry {
        /// The block.
        block: BlockId,
    },
    /// A block whose address is a constant.
    #[error("a blockaddress constant refers to {block}")]
    AddressTaken {
        /// The block.
        block: BlockId,
    },
    /// The name of another global.
    #[error("a global with the name @{name} already exists")]
    NameTaken {
        /// The name.
        name: BString,
    },
    /// A block that has predecessors, or not the ones that are needed.
    #[error("{block} has {found} predecessors, expected {expected}")]
    Predecessors {
        /// The block.
        block: BlockId,
        /// How many it has.
        found: usize,
        /// How many are needed.
        expected: &'static str,
    },
    /// A block without a terminator.
    #[error("{block} has no terminator")]
    NoTerminator {
        /// The block.
        block: BlockId,
    },
    /// Nothing to insert at.
    #[error("cursor is not in a block")]
    NoPosition,
    /// A call that cannot be inlined.
    #[error("cannot inline the call {call}: {what}")]
    Inline {
        /// The call.
        call: InstructionId,
        /// Why.
        what: &'static str,
    },
    /// An attribute of a parameter that there is not, or of something without attributes.
    #[error("cannot set attributes: {what}")]
    NoAttributes {
        /// What.
        what: &'static str,
    },
    /// An instruction that cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// Why something cannot be brought into another module. What was brought before stays.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// An id that the module does not have.
    #[error("{what} does not exist")]
    Missing {
        /// What.
        what: &'static str,
    },
    /// Modules of two dialects.
    #[error(
        "cannot copy between a module of LLVM 3.7 IR and a module of modern LLVM IR: convert one module first"
    )]
    Dialect,
    /// A name that the other module has for something else.
    #[error("{what} with the name {name} already exists")]
    Conflict {
        /// The name.
        name: BString,
        /// By what.
        what: &'static str,
    },
    /// A definition of what the other module defines itself.
    #[error("{name} is already defined")]
    Defined {
        /// Its name.
        name: BString,
    },
    /// A definition of what is only declared.
    #[error("{name} is declared, but not defined")]
    NotDefined {
        /// Its name.
        name: BString,
    },
}
