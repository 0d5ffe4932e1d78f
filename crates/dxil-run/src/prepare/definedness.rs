//! Which registers may hold undefined values, found once: only what computes with those has to say at each step for
//! which lanes it does. Undefined are `undef`, what group-shared memory holds at first and what a lane's own memory
//! may; and what is computed of such, but for what only resources are asked for, as memory that is bound is all
//! defined.

use dxil::ops::Flag;

use super::operands::VALUE;
use crate::instruction::{Access, CONSTANT, Instruction, Register, Rule, Space};
use crate::limits;
use crate::operations::matrices;
use crate::program::Program;

/// Which registers may hold undefined values.
#[derive(Debug, Default)]
pub(super) struct Definedness {
    values: Vec<bool>,
    /// The constant that is undefined.
    undefined: Option<Register>,
    /// Which objects may hold such values.
    objects: Vec<bool>,
    /// Whether memory may that is accessed by pointers to one of several objects.
    anywhere: bool,
    has_changed: bool,
}

impl Definedness {
    /// That of a program with so many registers of values.
    pub(super) fn of(program: &Program, values: u32, undefined: Option<Register>) -> Self {
        let objects = program.objects.iter().map(|object| match object.space {
            Space::Shared => true,
            Space::Private if object.addresses.start & CONSTANT != 0 => false,
            Space::Private => {
                let words = object.addresses.start / 4..object.addresses.end.div_ceil(4);
                let mut words = words.filter_map(|word| program.private.get(usize::try_from(word).ok()?));
                words.any(Option::is_none)
            }
        });
        let objects: Vec<bool> = objects.collect();
        let anywhere = objects.contains(&true);
        let values = vec![false; values as usize];
        let mut definedness = Self { values, undefined, objects, anywhere, has_changed: true };
        let mut rounds = 0;
        while std::mem::take(&mut definedness.has_changed) {
            rounds += 1;
            if rounds > limits::DEFINEDNESS_ROUNDS {
                // Nothing is known then, which is always right.
                definedness.values.fill(true);
                definedness.objects.fill(true);
                definedness.anywhere = true;
                break;
            }
            for instruction in &program.code {
                definedness.pass(program, instruction);
            }
            for copy in &program.copies {
                if definedness.may_be_undefined(copy.from) {
                    definedness.mark(copy.to);
                }
            }
        }
        definedness
    }

    /// Whether a register may hold an undefined value.
    pub(super) fn may_be_undefined(&self, register: Register) -> bool {
        if register.0 & VALUE == 0 {
            return self.undefined == Some(register);
        }
        let index = (register.0 & !VALUE) as usize;
        self.values.get(index).copied().unwrap_or(false)
    }

    fn mark(&mut self, register: Register) {
        if register == Register::NONE || register.0 & VALUE == 0 {
            return;
        }
        let index = (register.0 & !VALUE) as usize;
        if let Some(value) = self.values.get_mut(index) {
            self.has_changed |= !std::mem::replace(value, true);
        }
    }

    /// Whether what a load gives may be undefined.
    fn may_load(&self, access: &Access) -> bool {
        let object = access.object.and_then(|object| self.objects.get(usize::try_from(object).ok()?));
        object.copied().unwrap_or(self.anywhere)
    }

    fn pass(&mut self, program: &Program, instruction: &Instruction) {
        let is_undefined = match instruction {
            Instruction::Load(_, access)
            | Instruction::Atomic(_, _, _, access)
            | Instruction::CompareExchange(_, _, access) => self.may_load(access),
            Instruction::ExtractElement { from, .. } | Instruction::InsertElement { from, .. } => {
                program.list(*from).iter().any(|register| self.may_be_undefined(*register))
            }
            Instruction::Operation(site) => {
                let Some((_, site)) = program.site(*site) else { return };
                let is_of_lanes =
                    site.operation.flags.iter().any(|flag| matches!(flag, Flag::Wave | Flag::Deriv));
                let passes = is_of_lanes || matrices::is_computation(site.operation.opcode);
                passes && site.arguments.iter().any(|register| self.may_be_undefined(*register))
            }
            _ => false,
        };
        let rule = self.rule(program, instruction);
        if is_undefined || rule != Rule::Defined {
            program.each_write(instruction, |register| self.mark(register));
        }
        let (Instruction::Store(from, access)
        | Instruction::Atomic(_, _, from, access)
        | Instruction::CompareExchange(_, from, access)) = instruction
        else {
            return;
        };
        if !program.list(*from).iter().any(|register| self.may_be_undefined(*register)) {
            return;
        }
        let object = access.object.and_then(|object| self.objects.get_mut(usize::try_from(object).ok()?));
        self.has_changed |= !std::mem::replace(&mut self.anywhere, true);
        match object {
            Some(object) => self.has_changed |= !std::mem::replace(object, true),
            // It may be any of them.
            None => {
                self.has_changed |= self.objects.contains(&false);
                self.objects.fill(true);
            }
        }
    }

    /// What an instruction that only computes does with undefined values that it may have.
    pub(super) fn rule(&self, program: &Program, instruction: &Instruction) -> Rule {
        let rule = match instruction {
            Instruction::Select(..) => Rule::Select,
            Instruction::Map1(..)
            | Instruction::Map2(..)
            | Instruction::Map3(..)
            | Instruction::MapN(..)
            | Instruction::Divide(..)
            | Instruction::Copy(..)
            | Instruction::Address { .. } => Rule::Any,
            _ => return Rule::Defined,
        };
        let mut is_undefined = false;
        program.each_read(instruction, |register| is_undefined |= self.may_be_undefined(register));
        // What a function gives is written wherever it returns.
        program.each_write(instruction, |register| is_undefined |= self.may_be_undefined(register));
        if is_undefined { rule } else { Rule::Defined }
    }
}
