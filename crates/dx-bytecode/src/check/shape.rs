//! Whether instructions and operands are made as their rows say. Programs that were read mostly are; those that were
//! put together otherwise need not be.

use super::checker::{Checker, Shown};
use super::rule::{RegisterUse, Rule};
use crate::instruction::{Extension, Instruction};
use crate::limits::{MAX_EXTENSIONS, MAX_INDEX_DEPTH};
use crate::opcode::{Opcode, OpcodeRow, Spelling, Word, name_of};
use crate::operand::{Components, Index, Operand, RegisterKind};

impl Checker {
    /// Whether the instruction has everything that further checks look at.
    pub(super) fn shape(&mut self, instruction: &Instruction) -> bool {
        let opcode = instruction.opcode;
        let Some(row) = opcode.row().filter(|_| opcode != Opcode::CUSTOMDATA) else {
            let message = format_args!("opcode {} is not an instruction of shader models 4 and 5", opcode.0);
            self.find(Rule::INSTRUCTION_OPCODE, message);
            return false;
        };
        let (found, expected) = (instruction.operands.len(), usize::from(row.operands));
        let mut is_whole = found == expected;
        if !is_whole {
            let message = format_args!("number of operands of {opcode} is {found}, expected {expected}");
            self.find(Rule::INSTRUCTION_OPERANDS, message);
        }
        is_whole &= self.words(instruction, row);
        self.controls(instruction, row);
        self.extensions(instruction);
        for operand in &instruction.operands {
            is_whole &= self.operand_shape(operand, opcode.is_declaration(), 0);
        }
        is_whole
    }

    fn words(&mut self, instruction: &Instruction, row: &OpcodeRow) -> bool {
        let opcode = instruction.opcode;
        let found = instruction.words.len();
        let (mut least, mut most) = (usize::from(row.least_words), row.words.len());
        for word in row.words {
            match word {
                // Ranges say their space, and a constant buffer's operand has no place left for its size.
                Word::Space | Word::Vectors if self.model.has_ranges() => least += 1,
                Word::Space | Word::Vectors => most -= 1,
                Word::Bodies | Word::Tables => {
                    let at = row.words.iter().position(|known| known == word).unwrap_or_default();
                    let count = instruction.words.get(at).copied().unwrap_or_default();
                    let count = if *word == Word::Tables { count & 0xffff } else { count };
                    let listed = found.saturating_sub(at + 1);
                    if usize::try_from(count) != Ok(listed) {
                        let message =
                            format_args!("{opcode} has the count {count}, but {listed} entries follow");
                        self.find(Rule::INSTRUCTION_WORDS, message);
                        return false;
                    }
                    (least, most) = (at + 1, usize::MAX);
                }
                _ => {}
            }
        }
        if found < least || found > most {
            let expected = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let message = format_args!(
                "number of dwords after the operands of {opcode} is {found}, expected {expected}"
            );
            self.find(Rule::INSTRUCTION_WORDS, message);
        }
        found >= least
    }

    fn controls(&mut self, instruction: &Instruction, row: &OpcodeRow) {
        let opcode = instruction.opcode;
        let mut left = instruction.controls;
        for control in row.controls {
            let value = instruction.control(*control);
            match control.spelling {
                Spelling::Names(names) => {
                    left &= !control.mask();
                    if name_of(names, value).is_none() {
                        let message = format_args!(
                            "{} of {opcode} is {value}, expected one of the {} defined values",
                            control.name,
                            names.len()
                        );
                        self.find(Rule::INSTRUCTION_CONTROL, message);
                    }
                }
                Spelling::Bits(names) => {
                    let known = names.iter().fold(0, |known, (bit, _)| known | 1 << bit);
                    left &= !(known << control.shift);
                }
                Spelling::Flag(_) | Spelling::Number => left &= !control.mask(),
            }
        }
        if left != 0 {
            let message =
                format_args!("unused bits 0x{left:06x} of the opcode token of {opcode} are set, expected 0");
            self.find(Rule::INSTRUCTION_BITS, message);
        }
    }

    fn extensions(&mut self, instruction: &Instruction) {
        let mut seen: [Option<u32>; MAX_EXTENSIONS] = [None; MAX_EXTENSIONS];
        for (extension, kind) in instruction.extensions.iter().zip(0..) {
            let opcode = instruction.opcode;
            if seen.contains(&Some(extension.kind())) {
                let message =
                    format_args!("{opcode} has two extended opcode tokens of type {}", extension.kind());
                self.find(Rule::INSTRUCTION_EXTENSION, message);
            } else if !extension.is_known() {
                let message = format_args!(
                    "extended opcode token 0x{:08x} of {opcode} is unknown, expected sample offsets ({}), \
                     resource dimension ({}) or return types ({})",
                    extension.0,
                    Extension::OFFSETS,
                    Extension::DIMENSION,
                    Extension::RETURNS
                );
                self.find(Rule::INSTRUCTION_EXTENSION, message);
            }
            let kind: usize = kind;
            if let Some(seen) = seen.get_mut(kind) {
                *seen = Some(extension.kind());
            }
        }
    }

    /// Whether the operand can be looked at further.
    fn operand_shape(&mut self, operand: &Operand, declared: bool, depth: usize) -> bool {
        let kind = operand.kind();
        let Some(used) = RegisterUse::of(kind) else {
            let message = format_args!("unknown register type {}", kind.0);
            self.find(Rule::OPERAND_KIND, message);
            return false;
        };
        let scope = self.scope;
        if operand.components() == Components::Unknown {
            let message = format_args!("{} has an unknown component selection mode", Shown(scope, operand));
            self.find(Rule::OPERAND_COMPONENTS, message);
        }
        let is_one = operand.components() == Components::One;
        let expected = match (kind, is_one) {
            (RegisterKind::IMMEDIATE32, true) => 1,
            (RegisterKind::IMMEDIATE64, true) => 2,
            (RegisterKind::IMMEDIATE32 | RegisterKind::IMMEDIATE64, false) => 4,
            _ => 0,
        };
        if operand.values.len() != expected {
            let message = format_args!(
                "number of immediate dwords of operand {} is {}, expected {expected}",
                kind.name(),
                operand.values.len()
            );
            self.find(Rule::OPERAND_VALUES, message);
            return false;
        }
        let mut is_whole = true;
        for relative in operand.indices.iter().filter_map(Index::relative) {
            if depth >= MAX_INDEX_DEPTH {
                let message = format_args!(
                    "relative indices of {} are nested deeper than {MAX_INDEX_DEPTH}",
                    kind.name()
                );
                self.find(Rule::OPERAND_NESTING, message);
                return false;
            }
            is_whole &= self.operand_shape(relative, false, depth + 1);
        }
        let [least, most] = match self.model.has_ranges() {
            // Ranges are declared with a number, a first and a last register; constant buffers before with a size.
            true if declared && used.ranged != used.indices => [3, 3],
            true => used.ranged,
            false => used.indices,
        };
        let found = operand.indices.len();
        if found < least || found > most {
            let expected = if least == most { least.to_string() } else { format!("{least} or {most}") };
            let message =
                format_args!("number of indices of {} is {found}, expected {expected}", kind.name());
            self.find(Rule::OPERAND_INDICES, message);
            return false;
        }
        is_whole
    }
}
