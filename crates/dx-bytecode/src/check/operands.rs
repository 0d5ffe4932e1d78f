//! The operands of instructions: whether each is a kind of register that can stand there, is declared, and has the
//! components that are used.

use dx_container::enums::ShaderKind;

use super::checker::{Checker, Shown};
use super::registers::{FILE_REGISTERS, Section, letters};
use super::rule::{OpcodeUse, RegisterUse, Rule};
use crate::instruction::Instruction;
use crate::opcode::{Class, Opcode};
use crate::operand::{Components, Index, Operand, RegisterKind};

/// Which of the four lanes of a value matter to an instruction, a bit a lane.
type Lanes = u8;
/// Of what is chosen otherwise, the first lane matters in any case.
const FIRST: Lanes = 1;

impl Checker {
    pub(super) fn operands(&mut self, instruction: &Instruction) {
        let opcode = instruction.opcode;
        let Some(used) = OpcodeUse::of(opcode) else { return };
        let view = used.view.map(|(at, view)| (usize::from(at), view));
        let (written, _) = instruction.written_and_read();
        let result = written.iter().fold(0, |lanes, operand| lanes | result_lanes(operand));
        for (index, operand) in instruction.operands.iter().enumerate() {
            for relative in operand.indices.iter().filter_map(Index::relative) {
                self.read(relative, FIRST);
            }
            match view {
                Some((at, view)) if index == at => self.view(instruction, operand, view),
                Some((at, _)) if index == at + 1 && used.sampler.is_some() => {
                    self.sampler(operand, used.sampler)
                }
                _ if is_name(opcode, index) => self.name(instruction, operand),
                _ if index < written.len() => self.write(operand),
                _ => self.read(operand, lanes(instruction, index, result)),
            }
        }
    }

    /// A register that is written.
    fn write(&mut self, operand: &Operand) {
        let (kind, scope) = (operand.kind(), self.scope);
        let is_output = RegisterUse::of(kind).is_some_and(|used| used.write);
        if !is_output {
            let message = format_args!("destination {} cannot be written", Shown(scope, operand));
            self.find(Rule::REGISTER_WRITE, message);
            return;
        }
        self.register_stage(kind);
        let mask = match operand.components() {
            Components::Mask(0) => {
                let message = format_args!("destination {} has an empty write mask", Shown(scope, operand));
                self.find(Rule::REGISTER_MASK, message);
                return;
            }
            Components::Mask(mask) => mask,
            Components::None | Components::One => 1,
            Components::Swizzle(_) | Components::Select(_) => {
                let message = format_args!(
                    "destination {} has a swizzle, expected a write mask",
                    Shown(scope, operand)
                );
                self.find(Rule::OPERAND_COMPONENTS, message);
                return;
            }
            Components::Unknown => return,
        };
        self.declared(operand, mask);
    }

    /// A value that is read, and whatever indexes it.
    fn read(&mut self, operand: &Operand, lanes: Lanes) {
        let (kind, scope) = (operand.kind(), self.scope);
        for relative in operand.indices.iter().filter_map(Index::relative) {
            self.read(relative, FIRST);
        }
        if !RegisterUse::of(kind).is_some_and(|used| used.read) {
            let message = format_args!("source {} cannot be read as a value", Shown(scope, operand));
            self.find(Rule::REGISTER_READ, message);
            return;
        }
        if !operand.values.is_empty() {
            return;
        }
        self.register_stage(kind);
        let mask = match operand.components() {
            Components::None | Components::One => 1,
            Components::Select(component) => 1 << (component & 3),
            Components::Swizzle(swizzle) => {
                let read = (0..).zip(swizzle).filter(|(lane, _)| lanes >> lane & 1 != 0);
                read.fold(0, |mask, (_, component)| mask | 1 << (component & 3))
            }
            Components::Mask(_) => {
                let message = format_args!(
                    "source {} has a write mask, expected a swizzle or one component",
                    Shown(scope, operand)
                );
                self.find(Rule::OPERAND_COMPONENTS, message);
                return;
            }
            Components::Unknown => return,
        };
        self.declared(operand, mask);
    }

    /// Whether a register that is read or written is declared, with these components.
    fn declared(&mut self, operand: &Operand, mask: u8) {
        let kind = operand.kind();
        match kind {
            RegisterKind::IMMEDIATE32 | RegisterKind::IMMEDIATE64 | RegisterKind::NULL => {}
            RegisterKind::TEMP => self.temporary(operand),
            RegisterKind::INDEXABLE_TEMP => self.indexable(operand, mask),
            RegisterKind::CONSTANT_BUFFER => self.constant_buffer(operand),
            RegisterKind::IMMEDIATE_CONSTANT_BUFFER => self.immediate_constant_buffer(operand),
            RegisterKind::THIS_POINTER if self.globals.interfaces.is_empty() => {
                self.undeclared(operand, format_args!("no interface is declared"));
            }
            RegisterKind::THIS_POINTER => {}
            _ if self.phase.file(kind).is_some() => self.file_register(operand, mask),
            _ => {
                let declared = self.phase.single.get(&kind).copied();
                self.has_components(operand, declared, mask);
            }
        }
    }

    fn undeclared(&mut self, operand: &Operand, why: std::fmt::Arguments<'_>) {
        let message = format_args!("{} is not declared: {why}", Shown(self.scope, operand));
        self.find(Rule::REGISTER_UNDECLARED, message);
    }

    /// Whether components that are used are among those declared.
    fn has_components(&mut self, operand: &Operand, declared: Option<u8>, mask: u8) {
        let declared = declared.unwrap_or_default();
        if declared == 0 {
            self.undeclared(operand, format_args!("no declaration in this program or phase"));
        } else if mask & !declared != 0 {
            let message = format_args!(
                "{} uses components {}, but only {} are declared",
                Shown(self.scope, operand),
                letters(mask),
                letters(declared)
            );
            self.find(Rule::REGISTER_COMPONENTS, message);
        }
    }

    fn out_of_range(&mut self, operand: &Operand, expected: std::fmt::Arguments<'_>) {
        let message = format_args!("{} is out of range, expected {expected}", Shown(self.scope, operand));
        self.find(Rule::REGISTER_RANGE, message);
    }

    fn temporary(&mut self, operand: &Operand) {
        let temps = self.phase.temps;
        match operand.number() {
            Some(number) if number < temps => {}
            Some(_) => self.undeclared(operand, format_args!("dcl_temps declares {temps} registers")),
            None => self.not_plain(operand),
        }
    }

    /// The number of a register is calculated where it cannot be.
    fn not_plain(&mut self, operand: &Operand) {
        let message =
            format_args!("{} has a relative first index, expected a constant", Shown(self.scope, operand));
        self.find(Rule::OPERAND_INDICES, message);
    }

    fn indexable(&mut self, operand: &Operand, mask: u8) {
        let [Index::Immediate(register), element] = operand.indices.as_slice() else {
            return self.not_plain(operand);
        };
        let Some((count, components)) = self.phase.indexable.get(register).copied() else {
            return self.undeclared(operand, format_args!("no dcl_indexableTemp in this program or phase"));
        };
        if element.relative().is_none() && element.base() >= u64::from(count) {
            self.out_of_range(operand, format_args!("an element less than {count}"));
        }
        self.has_components(operand, Some(components), mask);
    }

    fn constant_buffer(&mut self, operand: &Operand) {
        let (Some(number), Some(vector)) = (operand.indices.first(), operand.indices.last()) else { return };
        // In functions of classes, which buffer it is may be calculated, too.
        if number.relative().is_some() {
            return;
        }
        let declared = u32::try_from(number.base()).ok();
        let Some(buffer) = declared.and_then(|id| self.globals.constant_buffers.get(&id)).copied() else {
            return self.undeclared(operand, format_args!("no dcl_constantbuffer"));
        };
        if let [_, register, _] = operand.indices.as_slice() {
            self.range_register(operand, register, buffer.range);
        }
        if vector.relative().is_none() && vector.base() >= u64::from(buffer.vectors) {
            self.out_of_range(operand, format_args!("a vector less than {}", buffer.vectors));
        }
        if vector.relative().is_some() && !buffer.dynamic {
            let message = format_args!(
                "{} is indexed dynamically, but is declared immediateIndexed",
                Shown(self.scope, operand)
            );
            self.find(Rule::CONSTANT_BUFFER_ACCESS, message);
        }
    }

    /// Whether a plain register of a range lies in it.
    pub(super) fn range_register(
        &mut self,
        operand: &Operand,
        register: &Index,
        range: super::registers::Range,
    ) {
        if register.relative().is_none() && !range.contains(register.base()) {
            self.out_of_range(operand, format_args!("a register from {} to {}", range.first, range.last));
        }
    }

    fn immediate_constant_buffer(&mut self, operand: &Operand) {
        let Some(vectors) = self.globals.immediate else {
            return self.undeclared(operand, format_args!("no immediate constant buffer"));
        };
        let plain = operand.indices.first().filter(|index| index.relative().is_none());
        if plain.is_some_and(|index| index.base() >= u64::from(vectors)) {
            self.out_of_range(operand, format_args!("a vector less than {vectors}"));
        }
    }

    /// An input or output by its number.
    fn file_register(&mut self, operand: &Operand, mask: u8) {
        let (kind, scope) = (operand.kind(), self.scope);
        let (Some(file), Some(register)) = (self.phase.file(kind).copied(), operand.indices.last()) else {
            return;
        };
        if let [outer, _] = operand.indices.as_slice()
            && outer.relative().is_none()
            && outer.base() >= u64::from(file.outer)
            && file.outer != 0
        {
            self.out_of_range(operand, format_args!("a vertex or control point less than {}", file.outer));
        }
        let base = register.base();
        if register.relative().is_none() {
            return self.has_components(operand, Some(file.mask(base)), mask);
        }
        if !file.has_ranges() {
            let message = format_args!(
                "{} is indexed dynamically, expected a dcl_indexrange of {} registers",
                Shown(scope, operand),
                kind.name()
            );
            self.find(Rule::INDEX_RANGE_MISSING, message);
        } else if base >= u64::from(FILE_REGISTERS) || mask & !file.indexed(base) != 0 {
            let message = format_args!(
                "{} begins at a register whose components {} are not in a dcl_indexrange",
                Shown(scope, operand),
                letters(mask)
            );
            self.find(Rule::INDEX_RANGE_START, message);
        }
    }

    /// An operand that names something without a value: a stream, a label, an interface.
    fn name(&mut self, instruction: &Instruction, operand: &Operand) {
        let opcode = instruction.opcode;
        let kind = operand.kind();
        let fits = match opcode {
            Opcode::INTERFACE_CALL => kind == RegisterKind::INTERFACE,
            Opcode::LABEL => matches!(kind, RegisterKind::LABEL | RegisterKind::FUNCTION_BODY),
            Opcode::CALL | Opcode::CALLC => kind == RegisterKind::LABEL,
            _ => kind == RegisterKind::STREAM,
        };
        if !fits {
            let expected = match opcode {
                Opcode::INTERFACE_CALL => "an interface",
                Opcode::LABEL => "a label or function body",
                Opcode::CALL | Opcode::CALLC => "a label",
                _ => "a stream",
            };
            let message =
                format_args!("operand of {opcode} is {}, expected {expected}", Shown(self.scope, operand));
            self.find(Rule::REGISTER_READ, message);
            return;
        }
        match kind {
            RegisterKind::STREAM => {
                let stream = operand.number().unwrap_or(u32::MAX);
                if self.globals.streams.checked_shr(stream).unwrap_or_default() & 1 == 0 {
                    self.undeclared(operand, format_args!("no dcl_stream"));
                }
            }
            RegisterKind::INTERFACE => self.interface(instruction, operand),
            _ if operand.number().is_none() => self.not_plain(operand),
            _ => {}
        }
    }

    fn interface(&mut self, instruction: &Instruction, operand: &Operand) {
        let [Index::Immediate(number), element] = operand.indices.as_slice() else {
            return self.not_plain(operand);
        };
        let Some(interface) = self.globals.interfaces.get(number).copied() else {
            return self.undeclared(operand, format_args!("no dcl_interface"));
        };
        let function = instruction.words.first().copied().unwrap_or_default();
        let outside = element.relative().is_none() && element.base() >= u64::from(interface.length);
        if outside || function >= interface.call_sites {
            let message = format_args!(
                "call site {function} of {} does not exist: dcl_interface has array length {} and call site count {}",
                Shown(self.scope, operand),
                interface.length,
                interface.call_sites
            );
            self.find(Rule::INTERFACE_RANGE, message);
        }
    }

    /// Whether instructions may stand here: in a hull shader, a phase.
    pub(super) fn is_in_code(&self) -> bool {
        match self.phase.section {
            Section::Program => self.model.stage != ShaderKind::HULL,
            Section::Shared => false,
            Section::ControlPoint | Section::Fork | Section::Join => true,
        }
    }
}

/// The lanes that a written operand has.
fn result_lanes(operand: &Operand) -> Lanes {
    match operand.components() {
        Components::Mask(mask) => mask,
        Components::One => FIRST,
        Components::None if operand.kind() != RegisterKind::NULL => FIRST,
        _ => 0,
    }
}

/// Whether an operand is a name rather than a value.
fn is_name(opcode: Opcode, index: usize) -> bool {
    match opcode {
        Opcode::CALL
        | Opcode::LABEL
        | Opcode::INTERFACE_CALL
        | Opcode::EMIT_STREAM
        | Opcode::CUT_STREAM
        | Opcode::EMITTHENCUT_STREAM => index == 0,
        Opcode::CALLC => index == 1,
        _ => false,
    }
}

/// The lanes of operand `index` that matter, where the result has the lanes `result`.
fn lanes(instruction: &Instruction, index: usize, result: Lanes) -> Lanes {
    let opcode = instruction.opcode;
    let class = opcode.row().map_or(Class::Reserved, |row| row.class);
    match opcode {
        Opcode::DP2 => 0b11,
        Opcode::DP3 => 0b111,
        Opcode::DP4 => 0b1111,
        Opcode::EVAL_SNAPPED | Opcode::EVAL_SAMPLE_INDEX if index > 1 => FIRST,
        Opcode::ITOD | Opcode::UTOD | Opcode::MSAD => FIRST,
        Opcode::STORE_RAW | Opcode::STORE_STRUCTURED | Opcode::STORE_UAV_TYPED
            if index + 1 == instruction.operands.len() =>
        {
            result
        }
        _ => match class {
            Class::Float | Class::Int | Class::Uint | Class::Bit => result,
            _ => FIRST,
        },
    }
}
