//! Reads and writes instructions and declarations, which have the same layout: an opcode token, extended opcode
//! tokens, operands, and words whose meaning depends on the opcode.

use arrayvec::ArrayVec;
use az::SaturatingAs as _;
use zerocopy::little_endian::U32;

use crate::cursor::{Cursor, Origin};
use crate::error::{ProgramErrorKind, Result};
use crate::limits::{MAX_EXTENSIONS, MAX_INSTRUCTION_WORDS};
use crate::opcode::{Control, Opcode, OpcodeRow, Word};
use crate::operand::{EXTENDED, Operand};

/// Bits 11 to 23 of an opcode token.
pub(crate) const CONTROLS: u32 = 0x00ff_f800;

/// An instruction or a declaration.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// What it does.
    pub opcode: Opcode,
    /// Bits 11 to 23 of its token, in place: [`Control`]s say what they mean for which opcode.
    pub controls: u32,
    /// The tokens that extend the opcode token.
    pub extensions: ArrayVec<Extension, MAX_EXTENSIONS>,
    /// What it works on.
    pub operands: Vec<Operand>,
    /// The words behind the operands (of a call through an interface, before them); the row says what they mean.
    pub words: Vec<u32>,
}

/// An extended opcode token without bit 31, which tells whether another one follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Extension(pub u32);

impl Extension {
    /// Offsets of texels.
    pub const OFFSETS: u32 = 1;
    /// The dimension of a resource, and the stride of a structured one.
    pub const DIMENSION: u32 = 2;
    /// What a resource returns.
    pub const RETURNS: u32 = 3;

    /// The kind of extension.
    pub fn kind(self) -> u32 {
        self.0 & 0x3f
    }

    /// Offsets in u, v and w, from -8 to 7; of a token of kind [`OFFSETS`](Self::OFFSETS).
    pub fn offsets(self) -> [i32; 3] {
        [9, 13, 17].map(|shift| {
            let bits = i32::try_from(self.0 >> shift & 15).unwrap_or_default();
            if bits > 7 { bits - 16 } else { bits }
        })
    }

    /// A token with these offsets.
    pub fn from_offsets(offsets: [i32; 3]) -> Self {
        let bits = offsets.into_iter().rev().fold(0, |bits, offset| bits << 4 | offset.cast_unsigned() & 15);
        Self(Self::OFFSETS | bits << 9)
    }

    /// The dimension as a declaration numbers it, and the stride in bytes; of a token of kind
    /// [`DIMENSION`](Self::DIMENSION).
    pub fn dimension(self) -> (u32, u32) {
        (self.0 >> 6 & 31, self.0 >> 11 & 0xfff)
    }

    /// A token with this dimension.
    pub fn from_dimension(dimension: u32, stride: u32) -> Self {
        Self(Self::DIMENSION | (dimension & 31) << 6 | (stride & 0xfff) << 11)
    }

    /// The return type of each component, four bits each; of a token of kind [`RETURNS`](Self::RETURNS).
    pub fn returns(self) -> u32 {
        self.0 >> 6 & 0xffff
    }

    /// A token with these return types.
    pub fn from_returns(returns: u32) -> Self {
        Self(Self::RETURNS | (returns & 0xffff) << 6)
    }

    /// Whether the methods above say all there is in it.
    pub fn is_known(self) -> bool {
        match self.kind() {
            Self::OFFSETS => self == Self::from_offsets(self.offsets()),
            Self::DIMENSION => self == Self::from_dimension(self.dimension().0, self.dimension().1),
            Self::RETURNS => self == Self::from_returns(self.returns()),
            _ => false,
        }
    }
}

impl Instruction {
    /// An instruction that has its operands yet to come.
    pub fn new(opcode: Opcode) -> Self {
        Self { opcode, controls: 0, extensions: ArrayVec::new(), operands: Vec::new(), words: Vec::new() }
    }

    /// The value of a field of its token.
    pub fn control(&self, control: Control) -> u32 {
        control.get(self.controls)
    }

    /// A word behind its operands, by what it says; `None` where it has none such.
    pub fn word(&self, word: Word) -> Option<u32> {
        let index = self.opcode.row()?.words.iter().position(|known| *known == word)?;
        self.words.get(index).copied()
    }

    /// The first extension of a kind.
    pub fn extension(&self, kind: u32) -> Option<Extension> {
        self.extensions.iter().copied().find(|extension| extension.kind() == kind)
    }

    /// The operands it writes, and those it reads.
    pub fn written_and_read(&self) -> (&[Operand], &[Operand]) {
        let writes = self.opcode.row().map_or(0, |row| usize::from(row.writes));
        self.operands.split_at(writes.min(self.operands.len()))
    }

    /// How many words it takes, or would take if its length could say it.
    pub fn length(&self) -> usize {
        1 + self.extensions.len()
            + self.words.len()
            + self.operands.iter().map(Operand::length).sum::<usize>()
    }

    /// Reads the instruction that begins with `words`; says how many of them it took.
    pub(crate) fn read(words: &[U32], start: usize, origin: Origin) -> Result<(Self, usize)> {
        let token = words.first().map_or(0, |word| word.get());
        let opcode = Opcode((token & 0x7ff).try_into().unwrap_or_default());
        let Some(row) = opcode.row() else {
            return Err(origin.error(start, 1, ProgramErrorKind::UnknownOpcode { found: token & 0x7ff }));
        };
        let length = token >> 24 & 0x7f;
        let least = 1 + u32::from(row.operands) + u32::from(row.least_words);
        if length < least {
            return Err(origin.error(start, 1, ProgramErrorKind::TooShort { opcode, found: length, least }));
        }
        let taken = length as usize;
        let Some(own) = words.get(..taken) else {
            let left = words.len().saturating_as::<u32>();
            return Err(origin.error(start, 1, ProgramErrorKind::TooLong { opcode, found: length, left }));
        };
        let mut r = Cursor::new(own, start, origin, opcode);
        Ok((Self::read_body(&mut r, opcode, row)?, taken))
    }

    fn read_body(r: &mut Cursor<'_>, opcode: Opcode, row: &OpcodeRow) -> Result<Self> {
        let mut extended = r.take("the opcode token")?;
        let mut instruction = Self::new(opcode);
        instruction.controls = extended & CONTROLS;
        while extended & EXTENDED != 0 {
            let at = r.position();
            extended = r.take("an extended opcode token")?;
            if instruction.extensions.try_push(Extension(extended & !EXTENDED)).is_err() {
                return Err(r.error_at(at, ProgramErrorKind::Extensions { opcode }));
            }
        }
        if row.words_come_first() {
            instruction.words.push(r.take("the function index")?);
        }
        instruction.operands.reserve_exact(usize::from(row.operands));
        for _ in 0..row.operands {
            instruction.operands.push(Operand::read(r, 0)?);
        }
        instruction.words.extend(r.rest().iter().map(|word| word.get()));
        if instruction.words.len() < usize::from(row.least_words) {
            r.take("the dwords that must follow the operands")?;
        }
        Ok(instruction)
    }

    /// Appends its words.
    ///
    /// # Errors
    ///
    /// `dxbc.size` where it has more words than its length can say.
    pub(crate) fn write(&self, out: &mut Vec<u32>) -> Result<()> {
        let start = out.len();
        let opcode = u32::from(self.opcode.0) & 0x7ff | self.controls & CONTROLS;
        out.push(opcode | if self.extensions.is_empty() { 0 } else { EXTENDED });
        for (index, extension) in self.extensions.iter().enumerate() {
            let more = if index + 1 < self.extensions.len() { EXTENDED } else { 0 };
            out.push(extension.0 & !EXTENDED | more);
        }
        let first =
            usize::from(self.opcode.row().is_some_and(OpcodeRow::words_come_first)).min(self.words.len());
        let (before, behind) = self.words.split_at(first);
        out.extend(before);
        for operand in &self.operands {
            operand.write(out);
        }
        out.extend(behind);
        let needed = out.len() - start;
        match (u32::try_from(needed), out.get_mut(start)) {
            (Ok(length), Some(token)) if needed <= MAX_INSTRUCTION_WORDS => *token |= length << 24,
            _ => {
                let kind = ProgramErrorKind::InstructionSize { opcode: self.opcode, needed };
                return Err(Origin(0).error(start, 0, kind));
            }
        }
        Ok(())
    }
}

impl OpcodeRow {
    /// Whether the words lie before the operands, as they do in one instruction.
    fn words_come_first(&self) -> bool {
        self.words.first() == Some(&Word::Function)
    }
}
