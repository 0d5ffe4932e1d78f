//! Reads and writes whole token programs: the version and the statements.

use std::ops::Range;

use dx_container::parts::View as _;
use dx_container::parts::shader_tokens::{ShaderTokens, ShaderTokensBuf};
use dx_container::reader::Payload;
use dx_container::{Container, ContainerError, FourCc, Part, ProgramVersion};
use located::Error;
use zerocopy::little_endian::U32;

use crate::cursor::Origin;
use crate::custom_data::CustomData;
use crate::error::{ProgramErrorKind, Result};
use crate::instruction::Instruction;
use crate::opcode::Opcode;
use crate::operand::Operand;

/// The words of a part before its tokens: version and length.
const HEADER_WORDS: usize = 2;
/// The same in bytes.
pub const HEADER_BYTES: u64 = 8;

/// A token program. It takes up to 32 times the memory of its tokens; [`PartStatements`] reads one statement at a
/// time instead.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Program {
    /// The stage and shader model.
    pub version: ProgramVersion,
    /// The statements, in order.
    pub statements: Vec<Statement>,
}

/// A statement of a program.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Statement {
    /// An instruction or a declaration.
    Instruction(Instruction),
    /// Custom data.
    CustomData(CustomData),
}

/// What the smallest statement and the smallest operand, of one word each, take.
const _: () = assert!(size_of::<Statement>() <= 32 * 4 && size_of::<Operand>() <= 32 * 4, "see `Program`");

impl Program {
    /// Reads the payload of a part SHDR or SHEX.
    ///
    /// # Errors
    ///
    /// Fails if the part header is invalid, or at the first invalid token.
    pub fn read(payload: Payload<'_>) -> Result<Self> {
        let read = tokens_of(payload)
            .and_then(|part| Self::decode(part.version, part.tokens, payload.offset + HEADER_BYTES));
        read.map_err(|error| error.within(payload.name))
    }

    /// Reads the tokens after the two header words; `offset` is their offset in the file, for errors.
    ///
    /// # Errors
    ///
    /// Fails at the first invalid token.
    pub fn decode(version: ProgramVersion, tokens: &[U32], offset: u64) -> Result<Self> {
        let mut statements = Vec::with_capacity(count_statements(tokens));
        for statement in Statements::new(tokens, offset) {
            statements.push(statement?.0);
        }
        Ok(Self { version, statements })
    }

    /// Writes the tokens, without the two header words.
    ///
    /// # Errors
    ///
    /// Fails with `dxbc.size` if an instruction is too long, which those of programs that were read never are.
    pub fn encode(&self) -> Result<Vec<u32>> {
        let mut out = Vec::new();
        for statement in &self.statements {
            match statement {
                Statement::Instruction(instruction) => instruction.write(&mut out)?,
                Statement::CustomData(data) => data.write(&mut out)?,
            }
        }
        Ok(out)
    }

    /// Writes the part.
    ///
    /// # Errors
    ///
    /// Those of [`encode`](Self::encode).
    pub fn to_part(&self) -> Result<ShaderTokensBuf> {
        Ok(ShaderTokensBuf { version: self.version, tokens: self.encode()?, unknown: Vec::new() })
    }

    /// The instructions and declarations, without custom data.
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Instruction(instruction) => Some(instruction),
            Statement::CustomData(_) => None,
        })
    }
}

impl Statement {
    /// The number of words it takes.
    pub(crate) fn length(&self) -> usize {
        match self {
            Self::Instruction(instruction) => instruction.length(),
            Self::CustomData(data) => data.length(),
        }
    }
}

/// Returns true if parts of this name hold token programs.
pub fn is_tokens(name: FourCc) -> bool {
    name == FourCc::SHEX || name == FourCc::SHDR
}

/// Finds the program of a container: part SHEX, or else SHDR.
pub fn part_of<'a>(container: &Container<'a>) -> Option<Part<'a>> {
    container.part(FourCc::SHEX).or_else(|| container.part(FourCc::SHDR))
}

fn tokens_of(payload: Payload<'_>) -> Result<ShaderTokens<'_>> {
    let error =
        |error: ContainerError| Error::new(ProgramErrorKind::Part(error.kind().clone()), error.place());
    ShaderTokens::parse(payload).map_err(error)
}

/// How many statements there are, by their lengths alone; too few where those are at fault.
fn count_statements(tokens: &[U32]) -> usize {
    let mut left = tokens;
    let mut count = 0;
    while let [token, behind @ ..] = left {
        let length = match token.get() {
            token if token & 0x7ff == u32::from(Opcode::CUSTOMDATA.0) => {
                behind.first().map_or(0, |length| length.get())
            }
            token => token >> 24 & 0x7f,
        };
        let Some(next) =
            usize::try_from(length).ok().filter(|length| *length > 0).and_then(|length| left.get(length..))
        else {
            break;
        };
        left = next;
        count += 1;
    }
    count
}

/// An iterator over the statements of a program, each with its first word. It ends after an error.
pub(crate) struct Statements<'a> {
    tokens: &'a [U32],
    at: usize,
    origin: Origin,
}

impl<'a> Statements<'a> {
    pub(crate) fn new(tokens: &'a [U32], offset: u64) -> Self {
        Self { tokens, at: 0, origin: Origin(offset) }
    }

    fn statement(&self, words: &[U32]) -> Result<(Statement, usize)> {
        let token = words.first().map_or(0, |word| word.get());
        if token & 0x7ff == u32::from(Opcode::CUSTOMDATA.0) {
            let (data, taken) = CustomData::read(words, self.at, self.origin)?;
            Ok((Statement::CustomData(data), taken))
        } else {
            let (instruction, taken) = Instruction::read(words, self.at, self.origin)?;
            Ok((Statement::Instruction(instruction), taken))
        }
    }
}

impl Iterator for Statements<'_> {
    type Item = Result<(Statement, usize)>;

    fn next(&mut self) -> Option<Self::Item> {
        let words = self.tokens.get(self.at..).filter(|words| !words.is_empty())?;
        let at = self.at;
        let read = self.statement(words);
        self.at = read.as_ref().map_or(self.tokens.len(), |(_, taken)| at + taken);
        Some(read.map(|(statement, _)| (statement, at)))
    }
}

/// An iterator over the statements of a part, each with its byte range in the part, which reads one at a time. It ends
/// after an error.
pub struct PartStatements<'a> {
    version: ProgramVersion,
    part: FourCc,
    statements: Statements<'a>,
}

impl<'a> PartStatements<'a> {
    /// Reads the header of a part SHDR or SHEX.
    ///
    /// # Errors
    ///
    /// Fails if the header is invalid.
    pub fn of(payload: Payload<'a>) -> Result<Self> {
        let part = tokens_of(payload).map_err(|error| error.within(payload.name))?;
        let statements = Statements::new(part.tokens, payload.offset + HEADER_BYTES);
        Ok(Self { version: part.version, part: payload.name, statements })
    }

    /// The stage and shader model.
    pub fn version(&self) -> ProgramVersion {
        self.version
    }
}

impl Iterator for PartStatements<'_> {
    type Item = Result<(Statement, Range<usize>)>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = self.statements.next()?;
        let bytes = |word: usize| (word + HEADER_WORDS) * 4;
        let read = read.map(|(statement, at)| (statement, bytes(at)..bytes(self.statements.at)));
        Some(read.map_err(|error| error.within(self.part)))
    }
}
