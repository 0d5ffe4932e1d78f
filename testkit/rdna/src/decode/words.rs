//! A reader of the words of one instruction, and bit fields of a word. Separate because every encoding reads them.

use crate::fault::{Fault, Result};
use crate::instruction::{LITERAL, Source};
use crate::table::{Encoding, Generation, Row, Table};

/// A reader of the words of one instruction.
pub(crate) struct Words<'c> {
    generation: Generation,
    code: &'c [u32],
    first: usize,
    taken: usize,
}

impl<'c> Words<'c> {
    pub(crate) fn new(generation: Generation, code: &'c [u32], first: usize) -> Self {
        Self { generation, code, first, taken: 0 }
    }

    /// The number of words read so far.
    pub(crate) fn taken(&self) -> usize {
        self.taken
    }

    /// The next word.
    pub(crate) fn next(&mut self) -> Result<u32> {
        let word = self.code.get(self.first + self.taken).copied();
        self.taken += 1;
        word.ok_or_else(|| self.fault("the code ends within an instruction".to_owned()))
    }

    pub(crate) fn generation(&self) -> Generation {
        self.generation
    }

    pub(crate) fn fault(&self, what: String) -> Fault {
        Fault { offset: self.first as u64 * 4, what }
    }

    pub(crate) fn row(&self, encoding: Encoding, opcode: u32) -> Result<&'static Row> {
        let row = Table::of(self.generation).row(encoding, opcode);
        row.ok_or_else(|| self.unknown(&format!("{encoding:?}"), opcode))
    }

    pub(crate) fn unknown(&self, encoding: &str, opcode: u32) -> Fault {
        let words: Vec<_> =
            self.code.iter().skip(self.first).take(2).map(|word| format!("{word:08x}")).collect();
        let processor = self.generation.processor();
        self.fault(format!("{processor} has no opcode {opcode:#x} of {encoding}: {}", words.join(" ")))
    }
}

/// Extracts bits `first..=last` of a word.
pub(crate) fn bits(word: u32, last: u32, first: u32) -> u32 {
    word >> first & (u32::MAX >> (31 - (last - first)))
}

/// Extracts a bit of a word.
pub(crate) fn bit(word: u32, at: u32) -> bool {
    word >> at & 1 != 0
}

/// Reads the literal that follows an instruction, if a source refers to it.
pub(crate) fn with_literal(words: &mut Words<'_>, sources: &mut [Source]) -> Result<()> {
    if sources.iter().any(|source| source.code == LITERAL) {
        let literal = words.next()?;
        for source in sources.iter_mut().filter(|source| source.code == LITERAL) {
            source.literal = literal;
        }
    }
    Ok(())
}
