//! Copies of words: `mov`, `movc`, `swapc` and their forms for doubles. Separate from arithmetic because they have no
//! type: a copy keeps the form in which the word is known.

use dx_bytecode::instruction::Instruction;
use dx_bytecode::operand::Operand;
use dxil_ir::Value;
use dxil_ir::builder::Build as _;

use crate::arithmetic::pairs;
use crate::components::{Words, words_of, written};
use crate::error::Result;
use crate::lower::Lower;
use crate::word::Word;

impl Lower<'_, '_> {
    /// `mov`.
    pub(crate) fn copy(&mut self, instruction: &Instruction) -> Result<()> {
        let [destination, source] = instruction.operands.as_slice() else { return Ok(()) };
        let words = words_of(destination, |component| {
            let word = self.source_bits(source, component)?;
            self.saturated_word(instruction, word)
        })?;
        self.write(destination, words)
    }

    /// `movc`.
    pub(crate) fn conditional_copy(&mut self, instruction: &Instruction) -> Result<()> {
        let [destination, condition, one, other] = instruction.operands.as_slice() else { return Ok(()) };
        let words = self.selected_words(destination, instruction, condition, [one, other])?;
        self.write(destination, words)
    }

    /// For each component, the first value where the condition is true, and the second value elsewhere.
    fn selected_words(
        &mut self,
        destination: &Operand,
        instruction: &Instruction,
        condition: &Operand,
        [one, other]: [&Operand; 2],
    ) -> Result<Words> {
        words_of(destination, |component| {
            let condition = self.source_truth(condition, component)?;
            let (one, other) = (self.source_bits(one, component)?, self.source_bits(other, component)?);
            let word = self.selected_word(condition, one, other);
            self.saturated_word(instruction, word)
        })
    }

    /// `swapc`: the second destination has what the first one has not.
    pub(crate) fn conditional_swap(&mut self, instruction: &Instruction) -> Result<()> {
        let [first, second, condition, one, other] = instruction.operands.as_slice() else { return Ok(()) };
        let of_first = self.selected_words(first, instruction, condition, [other, one])?;
        let of_second = self.selected_words(second, instruction, condition, [one, other])?;
        self.write(first, of_first)?;
        self.write(second, of_second)
    }

    /// `dmov` and `dmovc`.
    pub(crate) fn copy_doubles(&mut self, instruction: &Instruction) -> Result<()> {
        let (destination, condition, values) = match instruction.operands.as_slice() {
            [destination, source] => (destination, None, [source, source]),
            [destination, condition, one, other] => (destination, Some(condition), [one, other]),
            _ => return Ok(()),
        };
        let components: Vec<u8> = written(destination).collect();
        let mut words = Words::default();
        for pair in pairs(&components) {
            let [one, other] = values;
            let mut value = self.source_double(one, pair)?;
            if let Some(condition) = condition {
                // The condition has one component for each double.
                let condition = self.source_truth(condition, pair)?;
                let other = self.source_double(other, pair)?;
                value = self.emit.select(condition, value, other);
            }
            let value = self.saturated(instruction, value)?;
            self.split_double(value, pair, &mut words)?;
        }
        self.write(destination, words)
    }

    /// One of two words. The result is a float if both words are floats or constants.
    fn selected_word(&mut self, condition: Value, mut one: Word, mut other: Word) -> Word {
        if let (Some(one), Some(other)) = (one.mask, other.mask) {
            return Word::of_mask(self.emit.select(condition, one, other));
        }
        let mut is_constant = |word: Word| word.int.is_some_and(|value| self.constant(value).is_some());
        let (one_constant, other_constant) = (is_constant(one), is_constant(other));
        let is_float = match (one.is_float(), other.is_float()) {
            (true, true) => true,
            (true, false) => other_constant,
            (false, true) => one_constant,
            (false, false) => false,
        };
        if is_float {
            let (one, other) = (self.float(&mut one), self.float(&mut other));
            Word::of_float(self.emit.select(condition, one, other))
        } else {
            let (one, other) = (self.int(&mut one), self.int(&mut other));
            Word::of_int(self.emit.select(condition, one, other))
        }
    }

    fn saturated_word(&mut self, instruction: &Instruction, mut word: Word) -> Result<Word> {
        if instruction.control(dx_bytecode::opcode::Control::SATURATE) == 0 {
            return Ok(word);
        }
        let value = self.float(&mut word);
        Ok(Word::of_float(self.saturated(instruction, value)?))
    }
}
