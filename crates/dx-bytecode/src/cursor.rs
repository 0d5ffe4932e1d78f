//! The one file that slices tokens: words taken one by one from the words of one instruction.

use az::SaturatingAs as _;
use located::{Error, Place};
use zerocopy::little_endian::U32;

use crate::error::{ProgramError, ProgramErrorKind, Result};
use crate::opcode::Opcode;

/// Where the tokens of a program lie in its file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin(pub(crate) u64);

impl Origin {
    /// An error at word `word` of the program's tokens.
    #[cold]
    pub(crate) fn error(self, word: usize, words: usize, kind: ProgramErrorKind) -> ProgramError {
        let bytes = |words: usize| (words as u64).saturating_mul(4);
        Error::new(kind, Place { offset: self.0.saturating_add(bytes(word)), len: bytes(words), bit: 0 })
    }
}

/// Reads the words of one instruction.
pub(crate) struct Cursor<'a> {
    words: &'a [U32],
    at: usize,
    /// Which word of the program the first one is.
    start: usize,
    origin: Origin,
    opcode: Opcode,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(words: &'a [U32], start: usize, origin: Origin, opcode: Opcode) -> Self {
        Self { words, at: 0, start, origin, opcode }
    }

    /// How many words were taken.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// The next word; `what` names it where the instruction ends before it.
    pub(crate) fn take(&mut self, what: &'static str) -> Result<u32> {
        let Some(word) = self.words.get(self.at) else {
            let length = self.words.len().saturating_as::<u32>();
            return Err(
                self.error_at(self.at, ProgramErrorKind::Truncated { opcode: self.opcode, what, length })
            );
        };
        self.at += 1;
        Ok(word.get())
    }

    /// All words that are left.
    pub(crate) fn rest(&mut self) -> &'a [U32] {
        let rest = self.words.get(self.at..).unwrap_or_default();
        self.at = self.words.len();
        rest
    }

    /// An error at word `at` of the instruction.
    #[cold]
    pub(crate) fn error_at(&self, at: usize, kind: ProgramErrorKind) -> ProgramError {
        self.origin.error(self.start + at, usize::from(at < self.words.len()), kind)
    }
}
