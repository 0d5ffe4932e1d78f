//! Instructions of Direct3D 9 programs: a token with the opcode, then destination, predicate, sources and words.

use az::SaturatingAs as _;
use dx_container::D3d9Version;
use zerocopy::little_endian::U32;

use crate::cursor::Origin;
use crate::d3d9::error::D3d9ErrorKind;
pub(crate) use crate::d3d9::instruction_token::LENGTH;
pub use crate::d3d9::instruction_token::{COISSUE, MAX_LENGTH, PREDICATED};
use crate::d3d9::opcode::{Opcode, OpcodeRow, Words};
use crate::d3d9::operand::{Operand, PARAMETER};
use crate::error::Result;

/// An instruction, a declaration or a definition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// What it does.
    pub opcode: Opcode,
    /// Bits 16 to 31 of its token, in place, without those that follow from the rest: the length from shader model 2
    /// on, and [`PREDICATED`] where there is a predicate.
    pub controls: u32,
    /// What it writes, then what it reads.
    pub operands: Vec<Operand>,
    /// The predicate, which stands behind the destination.
    pub predicate: Option<Operand>,
    /// Words that are no parameters, as the row says; then those that no row knows. Of an unknown opcode, all words.
    pub words: Vec<u32>,
}

impl Instruction {
    /// An instruction without operands.
    pub fn new(opcode: Opcode) -> Self {
        Self { opcode, controls: 0, operands: Vec::new(), predicate: None, words: Vec::new() }
    }

    /// The value of bits 16 to 23: a comparison, or how a texture is sampled.
    pub fn control(&self) -> u32 {
        self.controls >> 16 & 0xff
    }

    /// How many words it takes.
    pub fn length(&self) -> usize {
        let operands = self.operands.iter().chain(&self.predicate).map(|operand| operand.length());
        1 + operands.sum::<usize>() + self.words.len()
    }

    /// The first token.
    pub(crate) fn token(&self, version: D3d9Version) -> u32 {
        let predicated = if self.predicate.is_some() { PREDICATED } else { 0 };
        let length = (self.length() - 1).saturating_as::<u32>();
        let length = if version.major() >= 2 { length << 24 & LENGTH } else { 0 };
        u32::from(self.opcode.0) | self.controls | predicated | length
    }

    /// Whether such an instruction may have a predicate.
    pub(crate) fn can_have_predicate(row: &OpcodeRow, version: D3d9Version) -> bool {
        version.major() >= 2 && row.words == Words::None
    }

    /// Reads the instruction that begins with `words`, at word `start` of the program; says how many it took.
    pub(crate) fn read(
        words: &[U32],
        start: usize,
        version: D3d9Version,
        origin: Origin,
    ) -> Result<(Self, usize)> {
        let Some((token, behind)) = words.split_first() else {
            return Err(origin.error(start, 0, D3d9ErrorKind::NoEnd.into()));
        };
        let token = token.get();
        let opcode = Opcode((token & 0xffff).try_into().unwrap_or_default());
        let row = opcode.row(version);
        let has_length = version.major() >= 2;
        let kept = if has_length { !LENGTH } else { u32::MAX };
        let mut read = Self { controls: token & 0xffff_0000 & kept, ..Self::new(opcode) };
        let own = if has_length {
            let length = (token & LENGTH) >> 24;
            let own = usize::try_from(length).ok().and_then(|length| behind.get(..length));
            own.ok_or_else(|| {
                let kind = D3d9ErrorKind::TooLong { opcode, found: length, left: behind.len() };
                origin.error(start, 1, kind.into())
            })?
        } else if row.is_some() {
            behind
        } else {
            // Without a length, an unknown instruction ends where parameters do.
            let end = behind.iter().position(|word| word.get() & PARAMETER == 0).unwrap_or(behind.len());
            behind.get(..end).unwrap_or_default()
        };
        let Some(row) = row else {
            read.words = own.iter().map(|word| word.get()).collect();
            return Ok((read, 1 + own.len()));
        };
        let mut cursor = Cursor { words: own, at: 0, start: start + 1, version, origin, opcode };
        read.read_body(&mut cursor, row)?;
        if has_length {
            read.words.extend(own.iter().skip(cursor.at).map(|word| word.get()));
            return Ok((read, 1 + own.len()));
        }
        Ok((read, 1 + cursor.at))
    }

    fn read_body(&mut self, cursor: &mut Cursor<'_>, row: &OpcodeRow) -> Result<()> {
        if row.words == Words::Declaration {
            self.words.push(cursor.word("the usage token")?);
        }
        let mut predicated = self.controls & PREDICATED != 0 && Self::can_have_predicate(row, cursor.version);
        self.operands.reserve_exact(row.operands);
        for index in 0..=row.operands {
            if index == row.writes && predicated {
                self.controls &= !PREDICATED;
                predicated = false;
                self.predicate = Some(cursor.operand("the predicate")?);
            }
            if index < row.operands {
                let what = if index < row.writes { "the destination" } else { "a source" };
                self.operands.push(cursor.operand(what)?);
            }
        }
        if row.words != Words::Declaration {
            for _ in 0..row.words.count() {
                self.words.push(cursor.word("the constant values")?);
            }
        }
        Ok(())
    }

    /// Appends its tokens.
    pub(crate) fn write(&self, out: &mut Vec<u32>, version: D3d9Version) -> Result<()> {
        let length = self.length() - 1;
        if version.major() >= 2 && length > MAX_LENGTH {
            return Err(Origin(0).error(0, 0, D3d9ErrorKind::instruction_size(length).into()));
        }
        out.push(self.token(version));
        let row = self.opcode.row(version);
        let (writes, in_front) =
            row.map_or((0, 0), |row| (row.writes, usize::from(row.words == Words::Declaration)));
        let (in_front, behind) = self.words.split_at(in_front.min(self.words.len()));
        out.extend(in_front);
        let (written, sources) = self.operands.split_at(writes.min(self.operands.len()));
        written.iter().chain(&self.predicate).chain(sources).for_each(|operand| operand.write(out));
        out.extend(behind);
        Ok(())
    }
}

/// The words of one instruction.
struct Cursor<'a> {
    words: &'a [U32],
    at: usize,
    /// Which word of the program the first one is.
    start: usize,
    version: D3d9Version,
    origin: Origin,
    opcode: Opcode,
}

impl Cursor<'_> {
    fn error(&self, at: usize, kind: D3d9ErrorKind) -> crate::ProgramError {
        self.origin.error(self.start + at, usize::from(at < self.words.len()), kind.into())
    }

    fn word(&mut self, what: &'static str) -> Result<u32> {
        let word = self.words.get(self.at).map(|word| word.get());
        let word =
            word.ok_or_else(|| self.error(self.at, D3d9ErrorKind::Truncated { opcode: self.opcode, what }))?;
        self.at += 1;
        Ok(word)
    }

    fn operand(&mut self, what: &'static str) -> Result<Operand> {
        let at = self.at;
        let token = self.word(what)?;
        let opcode = self.opcode;
        // Where instructions have a length, they hold what it says.
        if token & PARAMETER == 0 && self.version.major() < 2 {
            return Err(self.error(at, D3d9ErrorKind::Parameter { opcode, what, found: token }));
        }
        let behind = self.words.get(self.at..).unwrap_or_default();
        let operand = Operand::read(token, behind, self.version);
        let operand = operand.ok_or_else(|| self.error(at, D3d9ErrorKind::Relative { opcode }))?;
        self.at += operand.length() - 1;
        Ok(operand)
    }
}
