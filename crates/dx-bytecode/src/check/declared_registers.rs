//! Declarations of temporaries, inputs and outputs. Separate because each phase of a hull shader has its own.

use dx_container::enums::ShaderKind;

use super::checker::{Checker, Shown};
use super::registers::{FILE_REGISTERS, IndexRange, Section, file, letters};
use super::rule::{RegisterUse, Rule};
use crate::instruction::Instruction;
use crate::opcode::{Opcode, SYSTEM_VALUE, Word, name_of};
use crate::operand::{Components, Index, Operand, RegisterKind};

/// Vectors of temporaries.
const MAX_TEMPS: u64 = 4096;
/// Outputs of a pixel shader.
const MAX_TARGETS: u32 = 8;

impl Checker {
    pub(super) fn temporaries(&mut self, instruction: &Instruction) {
        let word = |word| instruction.word(word).unwrap_or_default();
        let count = word(Word::Count);
        if instruction.opcode == Opcode::DCL_TEMPS {
            if !self.phase.once.insert(Opcode::DCL_TEMPS) {
                self.twice(format_args!("dcl_temps"));
            }
            self.phase.temps = self.phase.temps.max(count);
        } else {
            let (register, components) = (word(Word::Register), word(Word::Components));
            let mask = if components < 4 { (1 << components) - 1 } else { 15 };
            if !(1..=4).contains(&components) {
                let message = format_args!("x{register} has {components} components, expected 1 to 4");
                self.find(Rule::INSTRUCTION_WORDS, message);
            }
            if self.phase.indexable.insert(register, (count, mask)).is_some() {
                self.twice(format_args!("x{register}"));
            }
        }
        let before = self.phase.vectors;
        self.phase.vectors = before.saturating_add(u64::from(count));
        let after = self.phase.vectors;
        if before <= MAX_TEMPS && after > MAX_TEMPS {
            let message =
                format_args!("temporaries have {after} vectors in total, expected at most {MAX_TEMPS}");
            self.find(Rule::LIMIT_TEMPS, message);
        }
    }

    pub(super) fn input_or_output(&mut self, instruction: &Instruction) {
        let opcode = instruction.opcode;
        let Some(operand) = instruction.operands.first() else { return };
        if let Some(value) =
            instruction.word(Word::SystemValue).filter(|v| name_of(SYSTEM_VALUE, *v).is_none())
        {
            let message =
                format_args!("unknown system value {value}, expected 0 to {}", SYSTEM_VALUE.len() - 1);
            self.find(Rule::DECLARATION_SYSTEM_VALUE, message);
        }
        let outputs = matches!(opcode, Opcode::DCL_OUTPUT | Opcode::DCL_OUTPUT_SGV | Opcode::DCL_OUTPUT_SIV);
        let kind = operand.kind();
        let Some(used) = RegisterUse::of(kind) else { return };
        let fits = if outputs { used.write } else { used.read };
        if !fits || !is_input_or_output(kind) || operand.indices.iter().any(|index| plain(index).is_none()) {
            let expected = if outputs { "an output" } else { "an input" };
            let message = format_args!(
                "{opcode} declares {}, expected {expected} register",
                Shown(self.scope, operand)
            );
            self.find(Rule::DECLARATION_REGISTER, message);
            return;
        }
        self.register_stage(kind);
        self.register_phase(kind);
        let Some(mask) = self.declared_mask(operand) else { return };
        let Some(position) = file(kind) else {
            let before = self.phase.single.entry(kind).or_default();
            let again = *before & mask != 0;
            *before |= mask;
            if again {
                self.twice(format_args!("{}", kind.name()));
            }
            return;
        };
        let Some(register) = operand.indices.last().and_then(plain) else { return };
        let most = self.file_registers(kind);
        let index = register as usize;
        let of_stream = &mut self.phase.of_stream;
        let Some(file) = self.phase.files.get_mut(position) else { return };
        // Streams have the same registers for themselves.
        let taken = if kind == RegisterKind::OUTPUT { of_stream.get_mut(index) } else { None };
        let Some(components) = file.masks.get_mut(index).filter(|_| register < most) else {
            let message = format_args!(
                "register {} is declared, expected at most {}{}",
                Shown(self.scope, operand),
                kind.name(),
                most - 1
            );
            self.find(Rule::LIMIT_REGISTERS, message);
            return;
        };
        let again = taken.as_ref().map_or(*components, |taken| **taken) & mask;
        *components |= mask;
        if let Some(taken) = taken {
            *taken |= mask;
        }
        if let [outer, _] = operand.indices.as_slice() {
            file.outer = file.outer.max(plain(outer).unwrap_or_default());
        }
        if again != 0 {
            self.twice(format_args!("{}{register}.{}", kind.name(), letters(again)));
        }
    }

    /// How many registers there are of a kind.
    fn file_registers(&self, kind: RegisterKind) -> u32 {
        if kind == RegisterKind::OUTPUT && self.model.stage == ShaderKind::PIXEL {
            MAX_TARGETS
        } else {
            FILE_REGISTERS
        }
    }

    /// The components that a declaration names.
    fn declared_mask(&mut self, operand: &Operand) -> Option<u8> {
        let mask = match operand.components() {
            Components::None | Components::One => 1,
            Components::Mask(mask) => mask,
            _ => 0,
        };
        if mask == 0 {
            let message = format_args!("{} is declared without a component mask", Shown(self.scope, operand));
            self.find(Rule::OPERAND_COMPONENTS, message);
        }
        (mask != 0).then_some(mask)
    }

    pub(super) fn index_range(&mut self, instruction: &Instruction) {
        let Some(operand) = instruction.operands.first() else { return };
        let (kind, count) = (operand.kind(), instruction.word(Word::Count).unwrap_or_default());
        let first = operand.indices.last().and_then(plain);
        let (Some(first), Some(position)) = (first, file(kind)) else {
            let message = format_args!(
                "dcl_indexrange declares {}, expected an input or output register with constant indices",
                Shown(self.scope, operand)
            );
            self.find(Rule::DECLARATION_REGISTER, message);
            return;
        };
        self.register_stage(kind);
        let Some(mask) = self.declared_mask(operand) else { return };
        let most = self.file_registers(kind);
        let end = first.saturating_add(count);
        if count == 0 || end > most {
            let message = format_args!(
                "index range has {count} registers from {0}{first}, expected at least 1, and {0}{1} as the \
                 last register",
                kind.name(),
                most - 1
            );
            self.find(Rule::LIMIT_REGISTERS, message);
            return;
        }
        let Some(file) = self.phase.files.get_mut(position) else { return };
        for (register, indexed) in (0..).zip(&mut file.indexed) {
            if (first..end).contains(&register) {
                *indexed |= mask;
            }
        }
        if let Some(place) = self.at {
            self.phase.ranges.push((place, IndexRange { kind, first, mask }));
        }
    }

    /// Whether the stage has a kind of register.
    pub(super) fn register_stage(&mut self, kind: RegisterKind) {
        let Some(used) = RegisterUse::of(kind) else { return };
        if !self.model.is_one_of(used.stages) {
            let message = format_args!(
                "{} is only available in {} shaders, but this is a {} shader",
                kind.name(),
                super::model::stage_names(used.stages),
                self.model.stage_name()
            );
            self.find(Rule::REGISTER_STAGE, message);
        }
    }

    /// Whether the phase of a hull shader has a register that there is one of.
    fn register_phase(&mut self, kind: RegisterKind) {
        let (section, name) = match kind {
            RegisterKind::OUTPUT_CONTROL_POINT_ID => (Section::ControlPoint, "the control point phase"),
            RegisterKind::INPUT_FORK_INSTANCE_ID => (Section::Fork, "fork phases"),
            RegisterKind::INPUT_JOIN_INSTANCE_ID => (Section::Join, "join phases"),
            _ => return,
        };
        if self.model.stage == ShaderKind::HULL && self.phase.section != section {
            let message = format_args!("{} is only available in {name}", kind.name());
            self.find(Rule::REGISTER_STAGE, message);
        }
    }
}

/// Whether registers of a kind are what a stage is given or gives.
fn is_input_or_output(kind: RegisterKind) -> bool {
    !matches!(
        kind,
        RegisterKind::TEMP
            | RegisterKind::INDEXABLE_TEMP
            | RegisterKind::IMMEDIATE32
            | RegisterKind::IMMEDIATE64
            | RegisterKind::CONSTANT_BUFFER
            | RegisterKind::IMMEDIATE_CONSTANT_BUFFER
            | RegisterKind::NULL
            | RegisterKind::THIS_POINTER
    )
}

/// The number of an index that is one.
pub(super) fn plain(index: &Index) -> Option<u32> {
    match index {
        Index::Immediate(number) => Some(*number),
        _ => None,
    }
}
