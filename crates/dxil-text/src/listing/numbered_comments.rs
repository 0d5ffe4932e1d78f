//! Comments with the number of each instruction, and with the position and content of its record in the bitcode. They
//! follow the comments of DXC, so that a listing without them is a prefix of each line.

use std::fmt::Write as _;

use dxil_ir::bitcode::InstructionRecords;
use dxil_ir::instruction_numbers::InstructionNumbers;
use dxil_ir::{GlobalId, IrError, Module};

use super::InstructionComments;
use crate::{At, Comments};

/// Appends `; #17 0x00000a34.5 INST_CALL(34) abbrev=3 [0, 4]` to the line of an instruction: the number, the byte and
/// bit offset in the bitcode, the record code, the abbreviation id and the operands.
#[derive(Debug)]
pub struct NumberedComments<'b> {
    /// The comments of DXC; `None` omits them.
    comments: Option<InstructionComments>,
    numbers: InstructionNumbers,
    /// The records of the module; `None` if the module was not read from bitcode.
    records: Option<InstructionRecords<'b>>,
    function: Option<GlobalId>,
    next: u32,
    error: Option<IrError>,
}

impl<'b> NumberedComments<'b> {
    /// Numbers the instructions of `module`, which was read from `bitcode`, if from any.
    ///
    /// # Errors
    ///
    /// The bitcode does not begin with the magic number.
    pub fn new(
        module: &Module,
        bitcode: Option<&'b [u8]>,
        comments: Option<InstructionComments>,
    ) -> dxil_ir::Result<Self> {
        let records = bitcode.map(InstructionRecords::new).transpose()?;
        let numbers = InstructionNumbers::of(module);
        Ok(Self { comments, numbers, records, function: None, next: 0, error: None })
    }

    /// Returns the error of a record that could not be read.
    ///
    /// # Errors
    ///
    /// The bitcode is not the bitcode that the module was read from.
    pub fn finish(self) -> dxil_ir::Result<()> {
        self.error.map_or(Ok(()), Err)
    }

    fn append_record(&mut self, out: &mut String, is_first: bool) -> dxil_ir::Result<()> {
        let Some(records) = &mut self.records else { return Ok(()) };
        if is_first {
            records.next_function()?;
        }
        let Some(record) = records.next_instruction()? else { return Ok(()) };
        let (byte, bit) = (record.position / 8, record.position % 8);
        let _ = write!(out, " 0x{byte:08x}.{bit} {}({})", record.name(), record.code);
        let _ = write!(out, " abbrev={} [", record.abbreviation);
        for (index, operand) in record.operands.iter().enumerate() {
            let _ = write!(out, "{}{operand}", if index > 0 { ", " } else { "" });
        }
        out.push(']');
        Ok(())
    }
}

impl Comments for NumberedComments<'_> {
    fn instruction(&mut self, at: At<'_>, out: &mut String) {
        if let Some(comments) = &mut self.comments {
            comments.instruction(at, out);
        }
        let is_first = self.function != Some(at.function);
        if is_first {
            (self.function, self.next) = (Some(at.function), 0);
        }
        let start = out.len();
        out.push_str("  ;");
        if self.numbers.has_number(&at.instruction.op) {
            let _ = write!(out, " #{}", self.next);
            self.next += 1;
        }
        if self.error.is_none()
            && let Err(error) = self.append_record(out, is_first)
        {
            self.error = Some(error);
        }
        if out.ends_with(';') {
            out.truncate(start);
        }
    }
}
