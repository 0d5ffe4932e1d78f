//! Instructions: what glue code is made of, written as words and read back as text. Separate because glue code and
//! whoever shows it share the rows; `isa/encode.rs` writes, `isa/decode.rs` reads.

use crate::target::Encoding;

mod decode;
pub(crate) mod encode;
#[cfg(test)]
mod forms;

pub use decode::{Line, disassemble};

pub(crate) use crate::generated::isa::*;

/// The encoding format of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Sopp,
    Sop1,
    Sop2,
    Sopc,
    Smem,
    Vop1,
    Vop2,
    Vop3,
    Dpp8,
    Mtbuf,
    Exp,
}

/// The identifying prefix of an encoding format, and the place of its opcode.
pub(crate) struct Layout {
    pub prefix: u32,
    pub mask: u32,
    pub shift: u32,
    pub bits: u32,
}

/// The notation of a SOPP instruction's immediate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Imm {
    None,
    Decimal,
    Hex,
    Waitcnt,
}

/// An instruction; pairs are for gfx10 and gfx11.
#[derive(Debug)]
pub(crate) struct Instruction {
    pub names: [&'static str; 2],
    pub kind: Kind,
    pub opcodes: [u32; 2],
    /// The number of registers it writes.
    pub dst: u32,
    /// The number of registers of each source.
    pub src: &'static [u32],
    pub imm: Imm,
    /// Whether VCC is one more source.
    pub vcc: bool,
    /// Whether its source is half a register on gfx11.
    pub half: bool,
}

/// An export target, or a run of them.
pub(crate) struct ExportTarget {
    pub name: &'static str,
    pub number: u32,
    /// The number of targets in the run.
    pub count: u32,
    pub gfx10: bool,
    pub gfx11: bool,
}

/// A source operand: its encodings on gfx10 and gfx11.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SpecialOperand(pub [u32; 2]);

/// The member of a pair for an encoding.
pub(crate) fn pick<T: Copy>([gfx10, gfx11]: [T; 2], encoding: Encoding) -> T {
    match encoding {
        Encoding::Gfx10 => gfx10,
        Encoding::Gfx11 => gfx11,
    }
}

impl SpecialOperand {
    pub(crate) fn number(self, encoding: Encoding) -> u32 {
        pick(self.0, encoding)
    }
}

impl Instruction {
    /// The first word: prefix and opcode, no operands.
    pub(crate) fn base(&self, encoding: Encoding) -> u32 {
        let (layout, opcode) = (self.kind.layout(), pick(self.opcodes, encoding));
        match (self.kind, encoding) {
            // The last bit of the opcode is in the second word.
            (Kind::Mtbuf, Encoding::Gfx10) => layout.prefix | (opcode & 7) << 16,
            _ => layout.prefix | opcode << layout.shift,
        }
    }
}
