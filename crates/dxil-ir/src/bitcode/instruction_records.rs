//! The records of instructions in bitcode, function by function, without the instructions that they encode. Separate
//! from reading modules, because a module does not keep the positions and operands of its records.

use super::Result;
use crate::bitstream::{Block, Entry, FIRST_ABBREVIATION, Reader, Record};
use crate::generated::bitcode::{block, function as code};
use crate::names::RecordName;

/// Reads the records of instructions in order. The n-th record of the n-th function block belongs to the n-th
/// instruction of the n-th function with a body of the module that [`read`](super::read) returns.
#[derive(Debug)]
pub struct InstructionRecords<'a> {
    reader: Reader<'a>,
    record: Record<'a>,
}

/// The record of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InstructionRecord<'r> {
    /// Bit offset of the record's abbreviation id, from the first byte of the bitcode.
    pub position: u64,
    /// The abbreviation id; 3 for a record without an abbreviation.
    pub abbreviation: u32,
    /// The record code.
    pub code: u32,
    /// The operands, without the code.
    pub operands: &'r [u64],
}

impl InstructionRecord<'_> {
    /// The name of the record code, such as `INST_CALL`.
    pub fn name(&self) -> RecordName {
        RecordName { block: block::FUNCTION, code: self.code }
    }
}

/// The number of open blocks in a function block: the module and the function.
const IN_FUNCTION: usize = 2;

impl<'a> InstructionRecords<'a> {
    /// Begins before the first function of `bitcode`.
    ///
    /// # Errors
    ///
    /// `bitstream.bad-magic`, if `bitcode` does not begin with the magic number.
    pub fn new(bitcode: &'a [u8]) -> Result<Self> {
        Ok(Self { reader: Reader::new(bitcode, 0)?, record: Record::default() })
    }

    /// Goes to the next function with a body; returns false after the last one.
    ///
    /// # Errors
    ///
    /// Errors of the bitstream, which [`read`](super::read) also reports.
    pub fn next_function(&mut self) -> Result<bool> {
        loop {
            match self.reader.next(&mut self.record)? {
                Entry::Block(Block { id, .. }) => match (self.reader.depth(), id) {
                    (0, block::MODULE) => self.reader.enter()?,
                    (1, block::FUNCTION) => {
                        self.reader.enter()?;
                        return Ok(true);
                    }
                    _ => self.reader.skip()?,
                },
                Entry::End => return Ok(false),
                Entry::Record | Entry::DefineAbbreviation(_) | Entry::BlockInfo | Entry::EndBlock => {}
            }
        }
    }

    /// The next instruction of the function; `None` at its end.
    ///
    /// # Errors
    ///
    /// Errors of the bitstream, which [`read`](super::read) also reports.
    pub fn next_instruction(&mut self) -> Result<Option<InstructionRecord<'_>>> {
        while self.reader.depth() == IN_FUNCTION {
            match self.reader.next(&mut self.record)? {
                Entry::Record => match self.record.code {
                    code::DECLAREBLOCKS | code::DEBUG_LOC | code::DEBUG_LOC_AGAIN => {}
                    _ => return Ok(Some(self.instruction())),
                },
                Entry::Block(_) => self.reader.skip()?,
                Entry::End => break,
                Entry::DefineAbbreviation(_) | Entry::BlockInfo | Entry::EndBlock => {}
            }
        }
        Ok(None)
    }

    fn instruction(&mut self) -> InstructionRecord<'_> {
        // A blob is another layout of operands.
        if let Some(bytes) = self.record.blob.take() {
            self.record.operands.extend(bytes.iter().map(|byte| u64::from(*byte)));
        }
        InstructionRecord {
            position: self.reader.entry_position(),
            abbreviation: self.record.abbreviation.unwrap_or(FIRST_ABBREVIATION - 1),
            code: self.record.code,
            operands: &self.record.operands,
        }
    }
}
