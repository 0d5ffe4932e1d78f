//! What can be wrong with a token program. Separate so that every reader and writer of the crate shares it.

use dx_container::error::{Error, Kind};

use crate::limits;
use crate::opcode::Opcode;

/// A fault in a token program, and where it lies in the file.
pub type ProgramError = Error<ProgramErrorKind>;

/// The result of reading or writing tokens.
pub type Result<T> = std::result::Result<T, ProgramError>;

/// What can be wrong with a token program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramErrorKind {
    /// An opcode that the table does not have, or that is reserved.
    #[error("opcode {found} is not known, expected one of the {known} of shader models 4 and 5", known = crate::opcode::OPCODES.len())]
    UnknownOpcode {
        /// The number in the opcode token.
        found: u32,
    },
    /// A length of zero, or one that cannot hold what every instruction has.
    #[error("{opcode} has a length of {found} words, expected at least {least}")]
    TooShort {
        /// The opcode.
        opcode: Opcode,
        /// The length in the token.
        found: u32,
        /// Words the instruction needs.
        least: u32,
    },
    /// An instruction runs past the end of the program.
    #[error("{opcode} has a length of {found} words, {left} are left in the program")]
    TooLong {
        /// The opcode.
        opcode: Opcode,
        /// The length in the token.
        found: u32,
        /// Words left, the opcode token included.
        left: u32,
    },
    /// What an instruction is made of runs past its length.
    #[error("{opcode}: {what} lies past the instruction's {length} words")]
    Truncated {
        /// The opcode.
        opcode: Opcode,
        /// What is cut.
        what: &'static str,
        /// The instruction's length in words.
        length: u32,
    },
    /// More extension tokens than there are kinds of them.
    #[error("{opcode} has more than {max} extension tokens", max = limits::MAX_EXTENSIONS)]
    Extensions {
        /// The opcode.
        opcode: Opcode,
    },
    /// A register kind that the table does not have.
    #[error("operand kind {found} is not known, expected one of the {known} of shader models 4 and 5", known = crate::operand::REGISTERS.len())]
    UnknownRegister {
        /// The number in the operand token.
        found: u32,
    },
    /// A number of components that the format reserves.
    #[error("an operand has N components, which the format reserves; expected 0, 1 or 4")]
    ReservedComponents,
    /// An index representation that the format does not have.
    #[error("index {dimension} of an operand is represented as {found}, expected 0 to 4")]
    UnknownIndex {
        /// Which index, from 0.
        dimension: usize,
        /// The number in the operand token.
        found: u32,
    },
    /// An immediate value that is indexed as if it were a register.
    #[error("an immediate value has {found} indices, expected none")]
    IndexedValue {
        /// How many.
        found: u32,
    },
    /// Registers that index registers that index registers.
    #[error("operands index each other more than {max} deep, which this program refuses", max = limits::MAX_INDEX_DEPTH)]
    Nesting,
    /// A second token behind an operand token.
    #[error("an operand has a second extension token, expected one at most")]
    OperandExtensions,
    /// Custom data whose length does not hold its own header.
    #[error("custom data has a length of {found} words, expected at least 2: it counts its own header")]
    CustomDataLength {
        /// The length.
        found: u32,
    },
    /// Custom data that runs past the end.
    #[error("custom data has a length of {found} words, {left} are left in the program")]
    CustomDataTooLong {
        /// The length.
        found: u32,
        /// Words left, its header included.
        left: u32,
    },
    /// An instruction that a program cannot hold.
    #[error("{opcode} would take {needed} words, an instruction has at most {max}", max = limits::MAX_INSTRUCTION_WORDS)]
    InstructionSize {
        /// The opcode.
        opcode: Opcode,
        /// Words it would take.
        needed: usize,
    },
    /// A program that a part cannot hold.
    #[error("{what} would take {needed} words, which no 32-bit length can say")]
    Size {
        /// What is too large.
        what: &'static str,
        /// Words it would take.
        needed: usize,
    },
    /// A container without a program of these shader models.
    #[error("the container has no part SHEX or SHDR, which hold programs of shader models 4 and 5")]
    NoProgram,
    /// A part that is no token program, or whose two header words are at fault.
    #[error(transparent)]
    Part(#[from] dx_container::ContainerErrorKind),
}

impl Kind for ProgramErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::UnknownOpcode { .. } => "dxbc.opcode",
            Self::TooShort { .. } | Self::TooLong { .. } => "dxbc.length",
            Self::Truncated { .. } => "dxbc.truncated",
            Self::Extensions { .. } | Self::OperandExtensions => "dxbc.extensions",
            Self::UnknownRegister { .. } => "dxbc.register",
            Self::ReservedComponents => "dxbc.components",
            Self::UnknownIndex { .. } | Self::IndexedValue { .. } => "dxbc.index",
            Self::Nesting => "dxbc.nesting",
            Self::CustomDataLength { .. } | Self::CustomDataTooLong { .. } => "dxbc.custom-data",
            Self::InstructionSize { .. } | Self::Size { .. } => "dxbc.size",
            Self::NoProgram => "dxbc.no-program",
            Self::Part(kind) => kind.code(),
        }
    }
}
