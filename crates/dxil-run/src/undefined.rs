//! Undefined values: for which lanes a register holds one. What computes with them gives such again, unless the other
//! operand decides. Nothing is said where they are only moved: findings are told where they decide where lanes go, what
//! is accessed, or what is in memory that others see.

use crate::instruction::{Instruction, Register, Rule};
use crate::lanes;
use crate::program::Context;

impl Context<'_> {
    /// Says, before an instruction is executed, for which lanes it will give undefined values.
    pub(crate) fn pass_undefined(&mut self, rule: Rule, instruction: &Instruction) {
        let program = self.program;
        match *instruction {
            Instruction::Map1(_, to, from) | Instruction::Copy(to, from) => self.pass(rule, &[to], &[from]),
            Instruction::Map2(_, to, from) => self.pass(rule, &[to], &from),
            Instruction::Map3(_, to, from) => self.pass(rule, &[to], &from),
            Instruction::Select(to, condition, [a, b]) => self.pass(rule, &[to], &[condition, a, b]),
            Instruction::Address { to, base, index, scale: _ } => self.pass(rule, &[to], &[base, index]),
            Instruction::MapN(_, to, from) | Instruction::Divide(_, to, from) => {
                self.pass(rule, program.list(to), program.list(from));
            }
            // The others say so themselves.
            _ => {}
        }
    }

    fn pass(&mut self, rule: Rule, to: &[Register], from: &[Register]) {
        for block in 0..self.blocks() {
            let mut undefined = from.iter().fold(0, |bits, from| bits | self.wave.undefined(*from, block));
            if undefined & self.active(block) != 0 {
                undefined = match (rule, from) {
                    (Rule::Zero, [a, b]) => {
                        undefined & !self.decides(*a, block, 0) & !self.decides(*b, block, 0)
                    }
                    (Rule::Ones(ones), [a, b]) => {
                        undefined & !self.decides(*a, block, ones) & !self.decides(*b, block, ones)
                    }
                    (Rule::Select, [condition, a, b]) => self.chosen(*condition, [*a, *b], block),
                    _ => undefined,
                };
            }
            for to in to {
                self.wave.set_undefined(*to, block, undefined);
            }
        }
    }

    /// The lanes for which a register is defined and holds a word.
    fn decides(&self, register: Register, block: usize, word: u32) -> u32 {
        let others = lanes::nonzero(&lanes::map1(self.read(register, block), |held| held ^ word));
        !others & !self.wave.undefined(register, block)
    }

    /// The lanes for which a choice is undefined.
    fn chosen(&self, condition: Register, [a, b]: [Register; 2], block: usize) -> u32 {
        let wave = &self.wave;
        let which = lanes::nonzero(wave.read(condition, block));
        let [of_a, of_b] = [wave.undefined(a, block), wave.undefined(b, block)];
        // A condition does not matter where both are the same.
        let differ = lanes::nonzero(&lanes::map2(wave.read(a, block), wave.read(b, block), |a, b| a ^ b));
        of_a & which | of_b & !which | wave.undefined(condition, block) & (differ | of_a | of_b)
    }
}
