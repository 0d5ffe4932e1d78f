//! Errors of Direct3D 9 programs. Separate from those of shader models 4 and 5, whose opcodes are others.

use located::Kind;

use crate::d3d9::instruction_token::MAX_LENGTH;
use crate::d3d9::opcode::Opcode;

/// The kinds of errors in Direct3D 9 programs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum D3d9ErrorKind {
    /// A program of so many bytes that they are no tokens.
    #[error("program has {len} bytes, expected at least one 32-bit token, and whole tokens")]
    Bytes {
        /// The number of bytes.
        len: usize,
    },
    /// A version token of no known stage.
    #[error(
        "version token is {found:#010x}, expected 0xfffe in the upper half for a vertex shader, 0xffff for \
         a pixel shader"
    )]
    Version {
        /// The token.
        found: u32,
    },
    /// No end token.
    #[error("program has no end token (0x0000ffff)")]
    NoEnd,
    /// An instruction extends beyond the end of the program.
    #[error(
        "{opcode} has a length of {found} dwords after the opcode token, but the program ends after {left}"
    )]
    TooLong {
        /// The opcode.
        opcode: Opcode,
        /// The length in the token.
        found: u32,
        /// Words left behind the token.
        left: usize,
    },
    /// The content of an instruction exceeds its length, or the program.
    #[error("{opcode} ends before {what}")]
    Truncated {
        /// The opcode.
        opcode: Opcode,
        /// The missing content.
        what: &'static str,
    },
    /// A token that is no parameter where one is expected.
    #[error("{what} of {opcode} is {found:#010x}, expected a parameter token, which has bit 31 set")]
    Parameter {
        /// The opcode.
        opcode: Opcode,
        /// What it should be.
        what: &'static str,
        /// The token.
        found: u32,
    },
    /// Relative addressing without the register that it is relative to.
    #[error("{opcode} addresses a register relatively, but no token with the address register follows")]
    Relative {
        /// The opcode.
        opcode: Opcode,
    },
    /// A comment that extends beyond the end of the program.
    #[error("comment has a length of {found} dwords, but the program ends after {left}")]
    Comment {
        /// The length in the token.
        found: u32,
        /// Words left behind the token.
        left: usize,
    },
    /// Writing: an instruction or comment that is too long.
    #[error("{what} would need {needed} dwords, but the length is at most {max}")]
    Size {
        /// The instruction or comment.
        what: &'static str,
        /// The number of words.
        needed: usize,
        /// The most that the token can say.
        max: usize,
    },
}

impl D3d9ErrorKind {
    pub(crate) fn instruction_size(needed: usize) -> Self {
        Self::Size { what: "instruction", needed, max: MAX_LENGTH }
    }
}

impl Kind for D3d9ErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::Bytes { .. } => "d3d9.bytes",
            Self::Version { .. } => "d3d9.version",
            Self::NoEnd => "d3d9.no-end",
            Self::TooLong { .. } => "d3d9.length",
            Self::Truncated { .. } => "d3d9.truncated",
            Self::Parameter { .. } => "d3d9.parameter",
            Self::Relative { .. } => "d3d9.relative",
            Self::Comment { .. } => "d3d9.comment",
            Self::Size { .. } => "d3d9.size",
        }
    }
}
