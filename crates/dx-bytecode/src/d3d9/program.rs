//! Whole Direct3D 9 programs: the version token, the statements, the end token.

use dx_container::D3d9Version;
use dx_container::enums::D3d9Stage;
use zerocopy::FromBytes as _;
use zerocopy::little_endian::U32;

use crate::cursor::Origin;
use crate::d3d9::error::D3d9ErrorKind;
use crate::d3d9::instruction::Instruction;
use crate::d3d9::opcode::Opcode;
use crate::error::Result;

/// The most words of a comment: its length has 15 bits.
pub(super) const MAX_COMMENT: usize = 0x7fff;
/// Bit 31 of the token of a comment, which is 0 in all known files.
const COMMENT_RESERVED: u32 = 1 << 31;

/// A Direct3D 9 program.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Program {
    /// The stage and shader model.
    pub version: D3d9Version,
    /// The statements, in order.
    pub statements: Vec<Statement>,
    /// Words behind the end token; none in all known files.
    pub trailing: Vec<u32>,
}

/// A statement of a program.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Statement {
    /// An instruction, a declaration or a definition.
    Instruction(Instruction),
    /// A comment.
    Comment(Comment),
}

/// A statement takes about 20 times the word that the smallest one is.
const _: () = assert!(size_of::<Statement>() <= 24 * 4, "see `Program`");

impl Statement {
    /// How many words it takes.
    pub fn length(&self) -> usize {
        match self {
            Self::Instruction(instruction) => instruction.length(),
            Self::Comment(comment) => 1 + comment.words.len(),
        }
    }
}

/// Words that nothing executes: a tag such as `CTAB` first, then what the tag says.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Comment {
    /// The words.
    pub words: Vec<u32>,
    /// Bit 31 of the token; 0 in all known files.
    pub reserved: bool,
}

impl Comment {
    /// The tag, if the first word is four letters or digits.
    pub fn tag(&self) -> Option<[u8; 4]> {
        let tag = self.words.first()?.to_le_bytes();
        tag.iter().all(u8::is_ascii_alphanumeric).then_some(tag)
    }

    /// The bytes behind the tag.
    pub fn content(&self) -> Vec<u8> {
        self.words.iter().skip(1).flat_map(|word| word.to_le_bytes()).collect()
    }
}

impl Program {
    /// Reads a program from its version token on; `offset` is that of the first byte in the file, for errors.
    ///
    /// # Errors
    ///
    /// Fails at the first token that cannot be read.
    pub fn read(bytes: &[u8], offset: u64) -> Result<Self> {
        let mut statements = Statements::of(bytes, offset)?;
        let mut read = Vec::new();
        for statement in &mut statements {
            read.push(statement?.0);
        }
        let trailing = statements.trailing().iter().map(|word| word.get()).collect();
        Ok(Self { version: statements.version(), statements: read, trailing })
    }

    /// Writes the program, from the version token to the end token and what is behind it.
    ///
    /// # Errors
    ///
    /// Fails with `d3d9.size` where an instruction or comment is too long, which those that were read never are.
    pub fn encode(&self) -> Result<Vec<u32>> {
        let mut out = vec![self.version.0];
        for statement in &self.statements {
            match statement {
                Statement::Instruction(instruction) => instruction.write(&mut out, self.version)?,
                Statement::Comment(comment) => {
                    let needed = comment.words.len();
                    let length = u32::try_from(needed).ok().filter(|_| needed <= MAX_COMMENT);
                    let Some(length) = length else {
                        let kind = D3d9ErrorKind::Size { what: "comment", needed, max: MAX_COMMENT };
                        return Err(Origin(0).error(0, 0, kind.into()));
                    };
                    let reserved = if comment.reserved { COMMENT_RESERVED } else { 0 };
                    out.push(u32::from(Opcode::COMMENT.0) | length << 16 | reserved);
                    out.extend(&comment.words);
                }
            }
        }
        out.push(Opcode::END.0.into());
        out.extend(&self.trailing);
        Ok(out)
    }

    /// Writes the bytes of the program.
    ///
    /// # Errors
    ///
    /// Those of [`encode`](Self::encode).
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(self.encode()?.into_iter().flat_map(u32::to_le_bytes).collect())
    }

    /// The instructions, without comments.
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Instruction(instruction) => Some(instruction),
            Statement::Comment(_) => None,
        })
    }
}

/// An iterator over the statements of a program, each with the word of the program at which it begins. It ends behind
/// the end token, or after an error. One statement is held at a time: a program takes many times the memory of its
/// tokens.
pub struct Statements<'a> {
    version: D3d9Version,
    words: &'a [U32],
    at: usize,
    origin: Origin,
    is_done: bool,
}

impl<'a> Statements<'a> {
    /// Reads the version token of the program that `bytes` are; `offset` is that of the first one in the file.
    ///
    /// # Errors
    ///
    /// Fails if these are no tokens, or the first is no version.
    pub fn of(bytes: &'a [u8], offset: u64) -> Result<Self> {
        let origin = Origin(offset);
        let words = <[U32]>::ref_from_bytes(bytes).ok().filter(|words| !words.is_empty());
        let Some(words) = words else {
            return Err(origin.error(0, 0, D3d9ErrorKind::Bytes { len: bytes.len() }.into()));
        };
        let version = D3d9Version(words.first().map_or(0, |word| word.get()));
        if !matches!(version.stage(), D3d9Stage::VERTEX | D3d9Stage::PIXEL) {
            return Err(origin.error(0, 1, D3d9ErrorKind::Version { found: version.0 }.into()));
        }
        Ok(Self { version, words, at: 1, origin, is_done: false })
    }

    /// The stage and shader model.
    pub fn version(&self) -> D3d9Version {
        self.version
    }

    /// The words from the word `at`, where a statement begins, to the end of the last statement that was read.
    pub(crate) fn words_from(&self, at: usize) -> &'a [U32] {
        self.words.get(at..self.at).unwrap_or_default()
    }

    /// The words that were not read: once the iterator has ended, those behind the end token.
    pub fn trailing(&self) -> &'a [U32] {
        self.words.get(self.at..).unwrap_or_default()
    }

    fn statement(&self, words: &[U32]) -> Result<(Statement, usize)> {
        let token = words.first().map_or(0, |word| word.get());
        if token & 0xffff != Opcode::COMMENT.0.into() {
            let (instruction, taken) = Instruction::read(words, self.at, self.version, self.origin)?;
            return Ok((Statement::Instruction(instruction), taken));
        }
        let length = token >> 16 & 0x7fff;
        let content = usize::try_from(length).ok().and_then(|length| words.get(1..=length));
        let Some(content) = content else {
            let kind = D3d9ErrorKind::Comment { found: length, left: words.len() - 1 };
            return Err(self.origin.error(self.at, 1, kind.into()));
        };
        let words: Vec<u32> = content.iter().map(|word| word.get()).collect();
        Ok((
            Statement::Comment(Comment { words, reserved: token & COMMENT_RESERVED != 0 }),
            1 + content.len(),
        ))
    }
}

impl Iterator for Statements<'_> {
    type Item = Result<(Statement, usize)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let words = self.words.get(self.at..).unwrap_or_default();
        let at = self.at;
        match words.first().map(|word| word.get()) {
            None => {
                self.is_done = true;
                return Some(Err(self.origin.error(at, 0, D3d9ErrorKind::NoEnd.into())));
            }
            Some(token) if token == u32::from(Opcode::END.0) => {
                (self.is_done, self.at) = (true, at + 1);
                return None;
            }
            Some(_) => {}
        }
        let read = self.statement(words);
        match &read {
            Ok((_, taken)) => self.at += taken,
            Err(_) => self.is_done = true,
        }
        Some(read.map(|(statement, _)| (statement, at)))
    }
}
