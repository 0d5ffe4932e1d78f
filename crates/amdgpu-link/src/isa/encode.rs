//! Instructions as words: one function for each layout. Separate from the rows because a layout serves many of them.

use super::{
    DPP8, EXEC_LO, FLOATS, Instruction, LITERAL, MINUS_ONE, NULL, SpecialOperand, VCC_HI, VCC_LO, VGPR0, ZERO,
};
use crate::target::Encoding;

/// A scalar register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sgpr(pub u8);

/// A vector register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Vgpr(pub u8);

/// A scalar destination operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScalarDst {
    Sgpr(Sgpr),
    /// Low half, or all 64 bits.
    Exec,
    VccLo,
    VccHi,
}

/// A source operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    Sgpr(Sgpr),
    Vgpr(Vgpr),
    /// A constant: inline where the operand can encode it, else a literal in the next word.
    Constant(u32),
}

impl From<Sgpr> for Source {
    fn from(register: Sgpr) -> Self {
        Self::Sgpr(register)
    }
}

impl From<Vgpr> for Source {
    fn from(register: Vgpr) -> Self {
        Self::Vgpr(register)
    }
}

impl From<u32> for Source {
    fn from(value: u32) -> Self {
        Self::Constant(value)
    }
}

/// The largest and the smallest inline integer constant.
const INLINE: u32 = 64;
const INLINE_NEGATIVE: u32 = 16;

/// Limits of `s_waitcnt`: instructions that may stay in flight; `None` for no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Wait {
    /// Vector memory loads.
    pub vector: Option<u32>,
    /// Exports.
    pub export: Option<u32>,
    /// Scalar loads.
    pub scalar: Option<u32>,
}

/// The largest counts that `s_waitcnt` encodes, which mean no limit.
pub(crate) const MOST: (u32, u32, u32) = (63, 7, 63);

impl Wait {
    pub(crate) const SCALAR: Self = Self { vector: None, export: None, scalar: Some(0) };
    pub(crate) const VECTOR: Self = Self { vector: Some(0), export: None, scalar: None };

    fn word(self, encoding: Encoding) -> u32 {
        let (vector, export, scalar) = (
            self.vector.unwrap_or(MOST.0) & MOST.0,
            self.export.unwrap_or(MOST.1) & MOST.1,
            self.scalar.unwrap_or(MOST.2) & MOST.2,
        );
        match encoding {
            Encoding::Gfx10 => vector & 0xf | export << 4 | scalar << 8 | vector >> 4 << 14,
            Encoding::Gfx11 => export | scalar << 4 | vector << 10,
        }
    }
}

/// A typed load from a buffer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TypedLoad {
    pub data: Vgpr,
    /// The register of the element's index; with `offset_register`, the next register is added to the offset.
    pub index: Vgpr,
    pub offset_register: bool,
    /// The first of four registers that hold the descriptor; a multiple of 4.
    pub descriptor: Sgpr,
    pub format: u8,
    /// The immediate byte offset, less than 4096.
    pub offset: u32,
}

/// An export: sources that are `None` are off.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Export {
    pub target: u32,
    pub sources: [Option<Vgpr>; 4],
    /// On gfx10: a compressed export, each source register holds two 16-bit channels.
    pub compressed: bool,
}

/// An assembler: instructions are appended as words.
pub(crate) struct Assembler {
    pub encoding: Encoding,
    pub words: Vec<u32>,
}

impl Assembler {
    pub(crate) fn new(encoding: Encoding) -> Self {
        Self { encoding, words: Vec::with_capacity(64) }
    }

    /// The operand's number, and the word that follows if it holds a literal.
    fn source(&self, source: Source) -> (u32, Option<u32>) {
        let special = |operand: SpecialOperand| operand.number(self.encoding);
        match source {
            Source::Sgpr(Sgpr(number)) => (u32::from(number), None),
            Source::Vgpr(Vgpr(number)) => (special(VGPR0) + u32::from(number), None),
            Source::Constant(value) if value <= INLINE => (special(ZERO) + value, None),
            Source::Constant(value) if value.wrapping_neg() <= INLINE_NEGATIVE => {
                (special(MINUS_ONE) - 1 + value.wrapping_neg(), None)
            }
            Source::Constant(value) => match FLOATS.iter().find(|(_, bits, _)| *bits == value) {
                Some((number, ..)) => (*number, None),
                None => (special(LITERAL), Some(value)),
            },
        }
    }

    fn scalar_dst(&self, dst: ScalarDst) -> u32 {
        match dst {
            ScalarDst::Sgpr(Sgpr(number)) => u32::from(number),
            ScalarDst::Exec => EXEC_LO.number(self.encoding),
            ScalarDst::VccLo => VCC_LO.number(self.encoding),
            ScalarDst::VccHi => VCC_HI.number(self.encoding),
        }
    }

    /// Appends a SOPP instruction.
    pub(crate) fn sopp(&mut self, instruction: &Instruction, imm: u16) {
        self.words.push(instruction.base(self.encoding) | u32::from(imm));
    }

    /// Appends `s_waitcnt`.
    pub(crate) fn wait(&mut self, wait: Wait) {
        let word = super::S_WAITCNT.base(self.encoding) | wait.word(self.encoding);
        self.words.push(word);
    }

    /// Appends a scalar instruction with at most one source.
    pub(crate) fn sop1(&mut self, instruction: &Instruction, dst: ScalarDst, source: Option<Source>) {
        let (number, literal) = source.map_or((0, None), |source| self.source(source));
        self.words.push(instruction.base(self.encoding) | self.scalar_dst(dst) << 16 | number);
        self.words.extend(literal);
    }

    /// Appends a scalar instruction with two sources, at most one of them a literal.
    pub(crate) fn sop2(&mut self, instruction: &Instruction, dst: ScalarDst, sources: [Source; 2]) {
        let [(first, literal), (second, other)] = sources.map(|source| self.source(source));
        let dst = self.scalar_dst(dst) << 16;
        self.words.push(instruction.base(self.encoding) | dst | second << 8 | first);
        self.words.extend(literal.or(other));
    }

    /// Appends a scalar comparison.
    pub(crate) fn sopc(&mut self, instruction: &Instruction, sources: [Source; 2]) {
        let [(first, literal), (second, other)] = sources.map(|source| self.source(source));
        self.words.push(instruction.base(self.encoding) | second << 8 | first);
        self.words.extend(literal.or(other));
    }

    /// Appends a scalar load from the address in `base`, an even register, and the next one, plus `offset` bytes, less
    /// than 2^20.
    pub(crate) fn smem(&mut self, instruction: &Instruction, dst: Sgpr, base: Sgpr, offset: u32) {
        let (dst, base) = (u32::from(dst.0) << 6, u32::from(base.0) >> 1);
        self.words.push(instruction.base(self.encoding) | dst | base);
        self.words.push(NULL.number(self.encoding) << 25 | offset & 0xf_ffff);
    }

    /// Appends a vector instruction with at most one source.
    pub(crate) fn vop1(&mut self, instruction: &Instruction, dst: Vgpr, source: Option<Source>) {
        let (number, literal) = source.map_or((0, None), |source| self.source(source));
        self.words.push(instruction.base(self.encoding) | u32::from(dst.0) << 17 | number);
        self.words.extend(literal);
    }

    /// Appends a vector instruction with a DPP8 source: in each group of 8 lanes, lane n reads lane `lanes[n]`, or zero
    /// if that is inactive.
    pub(crate) fn dpp8(&mut self, instruction: &Instruction, dst: Vgpr, source: Vgpr, lanes: [u8; 8]) {
        let dpp = DPP8.number(self.encoding);
        self.words.push(instruction.base(self.encoding) | u32::from(dst.0) << 17 | dpp);
        let lanes = lanes.iter().rev().fold(0, |lanes, lane| lanes << 3 | u32::from(lane & 7));
        self.words.push(lanes << 8 | u32::from(source.0));
    }

    /// Appends a vector instruction with two sources, the second in a register.
    pub(crate) fn vop2(&mut self, instruction: &Instruction, dst: Vgpr, first: Source, second: Vgpr) {
        let (first, literal) = self.source(first);
        let registers = u32::from(dst.0) << 17 | u32::from(second.0) << 9;
        self.words.push(instruction.base(self.encoding) | registers | first);
        self.words.extend(literal);
    }

    /// Appends a VOP3 instruction: up to three sources, at most one of them a literal.
    pub(crate) fn vop3<const N: usize>(
        &mut self,
        instruction: &Instruction,
        dst: Vgpr,
        sources: [Source; N],
    ) {
        self.words.push(instruction.base(self.encoding) | u32::from(dst.0));
        let (mut word, mut literal) = (0, None);
        for (shift, source) in (0..).step_by(9).zip(sources) {
            let (number, follows) = self.source(source);
            word |= number << shift;
            literal = literal.or(follows);
        }
        self.words.push(word);
        self.words.extend(literal);
    }

    /// Appends a typed buffer load.
    pub(crate) fn mtbuf(&mut self, instruction: &Instruction, load: &TypedLoad) {
        let first = instruction.base(self.encoding) | u32::from(load.format) << 19 | load.offset & 0xfff;
        let (zero, offen) = (ZERO.number(self.encoding), u32::from(load.offset_register));
        let registers = zero << 24
            | u32::from(load.descriptor.0) >> 2 << 16
            | u32::from(load.data.0) << 8
            | u32::from(load.index.0);
        match self.encoding {
            Encoding::Gfx10 => {
                let [opcode, _] = instruction.opcodes;
                self.words.push(first | 1 << 13 | offen << 12);
                self.words.push(registers | opcode >> 3 << 21);
            }
            Encoding::Gfx11 => {
                self.words.push(first);
                self.words.push(registers | 1 << 23 | offen << 22);
            }
        }
    }

    /// Appends an export; on gfx10, those of pixel shaders set the valid mask.
    pub(crate) fn export(&mut self, export: &Export) {
        let mut word = super::EXP.base(self.encoding) | export.target << 4;
        let mut registers = 0;
        for (index, source) in (0..).zip(export.sources) {
            let Some(Vgpr(register)) = source else { continue };
            if export.compressed {
                word |= 3 << (2 * index);
            } else {
                word |= 1 << index;
            }
            registers |= u32::from(register) << (8 * index);
        }
        if self.encoding == Encoding::Gfx10 {
            word |= u32::from(export.compressed) << 10 | 1 << 12;
        }
        self.words.push(word);
        self.words.push(registers);
    }

    /// Marks the export whose first word is at `index` as the last one.
    pub(crate) fn done(&mut self, index: usize) {
        if let Some(word) = self.words.get_mut(index) {
            *word |= 1 << 11;
        }
    }
}
