//! Stores of outputs, streams of geometry shaders, and evaluations of inputs at other positions of a pixel. Separate
//! from operands, because outputs are registers until the function returns or emits a vertex.

use dx_bytecode::instruction::Instruction;
use dx_bytecode::opcode::Opcode;
use dx_container::enums::ElementType;
use dxil::emit::Position;
use dxil::ops::Opcode as Operation;
use dxil_ir::CastOp;
use dxil_ir::builder::Build as _;

use crate::components::{selected, words_of};
use crate::error::{Error, Result};
use crate::interface::{Cell, Registers};
use crate::lower::Lower;
use crate::variables::{UNNUMBERED, Variable};
use crate::word::Word;

impl<'p> Lower<'p, '_> {
    /// Stores all elements of a signature.
    pub(crate) fn store_elements(&mut self, registers: &'p Registers) -> Result<()> {
        for (register, component, cell) in registers.iter() {
            let word = match self.output_array(register) {
                Some((array, first)) => {
                    let row = self.emit.int(self.types.i32, i64::from(register - first));
                    let index = self.component_of_row(array, row, component);
                    self.load_element(array, index)?
                }
                None => self.read_variable(Variable::output(register as usize, component)),
            };
            self.store_cell(cell, word)?;
        }
        for (semantic, cell) in &registers.unnumbered {
            if let Some((.., register)) = UNNUMBERED.iter().find(|(_, known, _)| known == semantic) {
                let word = self.read_variable(Variable::output(*register, 0));
                self.store_cell(*cell, word)?;
            }
        }
        Ok(())
    }

    fn store_cell(&mut self, cell: Cell, mut word: Word) -> Result<()> {
        let Cell::Element { slot, row, column, ty } = cell else { return Ok(()) };
        let types = &mut self.emit.module().types;
        let (half, short) = (types.half(), types.int(16));
        let value = match ty {
            ElementType::F32 => self.float(&mut word),
            ElementType::F16 => {
                let value = self.float(&mut word);
                self.emit.cast(CastOp::FpTrunc, value, half)
            }
            ElementType::I16 | ElementType::U16 => {
                let value = self.int(&mut word);
                self.emit.cast(CastOp::Trunc, value, short)
            }
            _ => self.int(&mut word),
        };
        Ok(self.emit.store_element(slot, row, column, value)?)
    }

    /// `emit`, `cut` and their variants.
    pub(crate) fn stream(&mut self, instruction: &Instruction) -> Result<()> {
        use Opcode as T;
        let stream = instruction.operands.first().and_then(|operand| operand.number()).unwrap_or(0);
        let (operation, emits) = match instruction.opcode {
            T::CUT | T::CUT_STREAM => (Operation::CUT_STREAM, false),
            T::EMIT | T::EMIT_STREAM => (Operation::EMIT_STREAM, true),
            _ => (Operation::EMIT_THEN_CUT_STREAM, true),
        };
        if emits {
            let registers =
                self.interface.outputs.get(stream as usize).ok_or_else(|| {
                    Error::unsupported(format!("stream {stream}"), "use a stream from 0 to 3")
                })?;
            self.store_elements(registers)?;
        }
        self.emit.op(operation, None, [stream])?;
        Ok(())
    }

    /// `eval_centroid`, `eval_sample_index` and `eval_snapped`: the source is an input register, not a value.
    pub(crate) fn evaluate(&mut self, instruction: &Instruction) -> Result<()> {
        let [destination, input, position @ ..] = instruction.operands.as_slice() else { return Ok(()) };
        let Some(register) = input.indices.last() else { return Ok(()) };
        let position = match (instruction.opcode, position) {
            (Opcode::EVAL_SAMPLE_INDEX, [sample]) => Position::Sample(self.source_int(sample, 0)?.into()),
            (Opcode::EVAL_SNAPPED, [offset]) => {
                let (x, y) = (self.source_int(offset, 0)?, self.source_int(offset, 1)?);
                Position::Snapped([x.into(), y.into()])
            }
            _ => Position::Centroid,
        };
        let words = words_of(destination, |component| {
            let at = selected(input, component);
            let (cell, row) = self.element_at(input.kind(), register, at)?;
            let Cell::Element { slot, column, ty, .. } = cell else {
                let what = "an evaluation of a value without a register";
                return Err(Error::unsupported(what, "evaluate an interpolated input"));
            };
            let value = self.emit.evaluate_element(slot, row, column, position)?;
            let mut word = self.widened(value, ty, cell);
            let value = self.float(&mut word);
            let value = self.with_modifiers(value, Some(input))?;
            Ok(Word::of_float(self.saturated(instruction, value)?))
        })?;
        self.write(destination, words)
    }
}
