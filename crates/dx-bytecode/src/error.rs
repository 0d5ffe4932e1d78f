//! Errors of token programs, shared by all readers and writers of the crate.

use located::{Error, Kind};

use crate::limits;
use crate::opcode::Opcode;

/// An error in a token program, with its place in the file.
pub type ProgramError = Error<ProgramErrorKind>;

/// The result type of readers and writers.
pub type Result<T> = std::result::Result<T, ProgramError>;

/// The kinds of errors in token programs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramErrorKind {
    /// An unknown or reserved opcode.
    #[error(
        "unknown opcode {found}, expected one of shader models 4 and 5 (0 to {last})",
        last = crate::opcode::OPCODES.len() - 1
    )]
    UnknownOpcode {
        /// The number in the opcode token.
        found: u32,
    },
    /// An instruction length that is too small.
    #[error("{opcode} has a length of {found} dwords, expected at least {least}")]
    TooShort {
        /// The opcode.
        opcode: Opcode,
        /// The length in the token.
        found: u32,
        /// The smallest length of the instruction.
        least: u32,
    },
    /// An instruction extends beyond the end of the program.
    #[error("{opcode} has a length of {found} dwords, but the program ends after {left}")]
    TooLong {
        /// The opcode.
        opcode: Opcode,
        /// The length in the token.
        found: u32,
        /// Words left, the opcode token included.
        left: u32,
    },
    /// The content of an instruction exceeds its length.
    #[error("{opcode} has a length of {length} dwords, too short for {what}")]
    Truncated {
        /// The opcode.
        opcode: Opcode,
        /// The missing content.
        what: &'static str,
        /// The instruction's length in words.
        length: u32,
    },
    /// More extended opcode tokens than there are types of them.
    #[error("{opcode} has too many extended opcode tokens, expected at most {max}", max = limits::MAX_EXTENSIONS)]
    Extensions {
        /// The opcode.
        opcode: Opcode,
    },
    /// An unknown operand type.
    #[error(
        "unknown operand type {found}, expected one of shader models 4 and 5 (0 to {last})",
        last = crate::operand::REGISTERS.len() - 1
    )]
    UnknownRegister {
        /// The number in the operand token.
        found: u32,
    },
    /// A reserved number of components.
    #[error("operand has the reserved component count \"N\" (3), expected 0, 1 or 4 components")]
    ReservedComponents,
    /// An unknown index representation.
    #[error("index {dimension} of an operand has the unknown representation {found}, expected 0 to 4")]
    UnknownIndex {
        /// The number of the index, from 0.
        dimension: usize,
        /// The number in the operand token.
        found: u32,
    },
    /// An immediate operand with indices.
    #[error("immediate operand has index dimension {found}, expected 0")]
    IndexedValue {
        /// The number of indices.
        found: u32,
    },
    /// Relative indices that nest too deeply.
    #[error(
        "relative indices of an operand are nested more than {max} levels deep, the limit of this program",
        max = limits::MAX_INDEX_DEPTH
    )]
    Nesting,
    /// A second extended operand token.
    #[error("operand has a second extended operand token, expected at most one")]
    OperandExtensions,
    /// A length of custom data that is less than its header.
    #[error("custom data has a length of {found} dwords, expected at least 2, the size of the header")]
    CustomDataLength {
        /// The length.
        found: u32,
    },
    /// Custom data that extends beyond the end of the program.
    #[error("custom data has a length of {found} dwords, but the program ends after {left}")]
    CustomDataTooLong {
        /// The length.
        found: u32,
        /// Words left, its header included.
        left: u32,
    },
    /// Writing: an instruction that is too long.
    #[error(
        "{opcode} would need {needed} dwords, but an instruction has at most {max}",
        max = limits::MAX_INSTRUCTION_WORDS
    )]
    InstructionSize {
        /// The opcode.
        opcode: Opcode,
        /// The number of words it would take.
        needed: usize,
    },
    /// Writing: data that is too long.
    #[error("{what} would need {needed} dwords, but the length field has 32 bits")]
    Size {
        /// The data.
        what: &'static str,
        /// The number of words it would take.
        needed: usize,
    },
    /// A container without a program of these shader models.
    #[error("container has no part SHEX or SHDR, which hold programs of shader models 4 and 5")]
    NoProgram,
    /// An error in a Direct3D 9 program.
    #[error(transparent)]
    D3d9(#[from] crate::d3d9::D3d9ErrorKind),
    /// An invalid part header.
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
            Self::D3d9(kind) => kind.code(),
            Self::Part(kind) => kind.code(),
        }
    }
}
