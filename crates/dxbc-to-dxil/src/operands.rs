//! Sources and destinations of instructions. Separate from the instructions, which see words, floats and integers only.

use dx_bytecode::operand::{Index, Operand, RegisterKind};
use dx_container::enums::ElementType;
use dxil::emit::{Handle, NO_ARGUMENTS, Operand as Argument, Uniformity};
use dxil::ops::{Opcode as Operation, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, CastOp, Predicate, Value};

use crate::array::{Array, REGISTER};
use crate::components::{Words, selected, written};
use crate::error::{Error, Result};
use crate::interface::{Cell, Registers};
use crate::lower::Lower;
use crate::place::{InputKey, Place};
use crate::resources::Bound;
use crate::variables::{UNNUMBERED, Variable};
use crate::word::Word;

impl Lower<'_, '_> {
    /// A source as a float, with its modifiers.
    pub(crate) fn source_float(&mut self, operand: &Operand, component: u8) -> Result<Value> {
        let mut word = self.source_word(operand, component)?;
        let value = self.float(&mut word);
        self.remember(operand, component, word);
        self.with_modifiers(value, Some(operand))
    }

    /// A float with the modifiers of an operand.
    pub(crate) fn with_modifiers(&mut self, mut value: Value, operand: Option<&Operand>) -> Result<Value> {
        let Some(modifiers) = operand.and_then(Operand::modifiers) else { return Ok(value) };
        if modifiers.absolute() {
            value = self.unary(Operation::FABS, value)?;
        }
        if modifiers.negate() {
            let zero = self.constant_float(0x8000_0000);
            value = self.emit.binary(BinaryOp::Sub, zero, value);
        }
        Ok(value)
    }

    /// A source as an integer, with its modifiers.
    pub(crate) fn source_int(&mut self, operand: &Operand, component: u8) -> Result<Value> {
        let mut word = self.source_word(operand, component)?;
        let value = self.int(&mut word);
        self.remember(operand, component, word);
        let modifiers = operand.modifiers();
        if modifiers.is_some_and(|modifiers| modifiers.absolute()) {
            return Err(Error::unsupported("an absolute value of an integer", "use imax with the negation"));
        }
        if modifiers.is_some_and(|modifiers| modifiers.negate()) {
            let zero = self.emit.int(self.types.i32, 0);
            return Ok(self.emit.binary(BinaryOp::Sub, zero, value));
        }
        Ok(value)
    }

    /// Keeps the computed forms of a temporary, so that the block computes each form once.
    fn remember(&mut self, operand: &Operand, component: u8, word: Word) {
        if let (RegisterKind::TEMP, Some(register)) = (operand.kind(), operand.number()) {
            let variable = Variable::temp(register, selected(operand, component));
            self.variables.remember(variable, word);
        }
    }

    /// A source whose bits are copied, after float modifiers.
    pub(crate) fn source_bits(&mut self, operand: &Operand, component: u8) -> Result<Word> {
        match operand.modifiers().is_some_and(|modifiers| modifiers.absolute() || modifiers.negate()) {
            true => Ok(Word::of_float(self.source_float(operand, component)?)),
            false => self.source_word(operand, component),
        }
    }

    /// A source as a truth value.
    pub(crate) fn source_truth(&mut self, operand: &Operand, component: u8) -> Result<Value> {
        let mut word = self.source_bits(operand, component)?;
        Ok(self.truth(&mut word))
    }

    /// A source as a double in this pair of components: 0 for xy, 1 for zw.
    pub(crate) fn source_double(&mut self, operand: &Operand, pair: u8) -> Result<Value> {
        let mut value = if operand.kind() == RegisterKind::IMMEDIATE64 {
            let at = if operand.literals() == 1 { 0 } else { usize::from(pair) * 2 };
            let word = |at: usize| u64::from(operand.values.get(at).copied().unwrap_or(0));
            let bits = word(at + 1) << 32 | word(at);
            self.emit.module().float_bits(self.types.f64, bits)
        } else {
            let halves = [pair * 2, pair * 2 + 1].map(|component| self.source_word(operand, component));
            let [low, high] = halves;
            let (low, high) = (self.int(&mut low?), self.int(&mut high?));
            self.emit.op(Operation::MAKE_DOUBLE, OverloadKind::F64, [low, high])?
        };
        let Some(modifiers) = operand.modifiers() else { return Ok(value) };
        if modifiers.absolute() {
            value = self.unary(Operation::FABS, value)?;
        }
        if modifiers.negate() {
            let zero = self.emit.module().double(-0.0);
            value = self.emit.binary(BinaryOp::Sub, zero, value);
        }
        Ok(value)
    }

    /// A source without its modifiers.
    pub(crate) fn source_word(&mut self, operand: &Operand, component: u8) -> Result<Word> {
        use RegisterKind as R;
        let at = selected(operand, component);
        match operand.kind() {
            R::IMMEDIATE32 => {
                let index = if operand.values.len() == 1 { 0 } else { usize::from(component) };
                let bits = operand.values.get(index).copied().unwrap_or(0);
                Ok(self.constant_word(bits))
            }
            R::IMMEDIATE64 => {
                let index = usize::from(component) % operand.values.len().max(1);
                let bits = operand.values.get(index).copied().unwrap_or(0);
                Ok(self.constant_word(bits))
            }
            R::TEMP => Ok(self.read_variable(Variable::temp(self.number(operand)?, at))),
            R::INDEXABLE_TEMP => self.read_temporary_array(operand, at),
            R::CONSTANT_BUFFER => self.constant_buffer(operand, at),
            R::IMMEDIATE_CONSTANT_BUFFER => self.immediate_constant(operand, at),
            R::INPUT | R::INPUT_CONTROL_POINT | R::OUTPUT_CONTROL_POINT | R::INPUT_PATCH_CONSTANT => {
                self.input(operand, at)
            }
            R::OUTPUT => self.read_output(operand, at),
            kind => self.special_value(kind, at),
        }
    }

    fn number(&self, operand: &Operand) -> Result<u32> {
        operand.number().ok_or_else(|| {
            let what = format!("an index of {}", operand.kind().name());
            Error::unsupported(what, "use an indexable temporary")
        })
    }

    /// An index of a register as an integer.
    pub(crate) fn index(&mut self, index: &Index) -> Result<Value> {
        let base = u32::try_from(index.base()).map_err(|_| {
            Error::unsupported(format!("the index {}", index.base()), "use an index below 4294967296")
        })?;
        let base = self.emit.int(self.types.i32, base.cast_signed().into());
        match index.relative() {
            None => Ok(base),
            Some(operand) => {
                let relative = self.source_int(operand, 0)?;
                Ok(self.sum(relative, base))
            }
        }
    }

    /// The handle of the resource that an operand names, and its declaration.
    pub(crate) fn resource(&mut self, operand: &Operand) -> Result<(Handle, Bound)> {
        let number = match operand.indices.first() {
            Some(Index::Immediate(number)) => *number,
            _ => return Err(Error::unsupported("an indexed resource ID", "use shader model 5.1")),
        };
        let bound = self.resources.get(operand.kind(), number)?;
        let index = match (bound.declared.id, operand.indices.get(1)) {
            (Some(_), Some(index)) => {
                let lower = bound.declared.lower_bound;
                let register = self.index(index)?;
                let negated = self.emit.int(self.types.i32, lower.wrapping_neg().cast_signed().into());
                let index = self.sum(register, negated);
                match self.constant(index) {
                    Some(index) => Argument::Int(index.into()),
                    None => Argument::Value(index),
                }
            }
            _ => Argument::Int(0),
        };
        let uniformity = match operand.modifiers().is_some_and(|modifiers| modifiers.non_uniform()) {
            true => Uniformity::NonUniform,
            false => Uniformity::Uniform,
        };
        Ok((self.emit.handle_at(bound.resource, index, uniformity)?, bound))
    }

    /// A component of a row of a constant buffer.
    fn constant_buffer(&mut self, operand: &Operand, component: u8) -> Result<Word> {
        let (handle, _) = self.resource(operand)?;
        let index = operand.indices.last().filter(|_| operand.indices.len() >= 2);
        let index = index
            .ok_or_else(|| Error::unsupported("a constant buffer without an index", "write cb#[index]"))?;
        let row = self.index(index)?;
        let key = self.constant(row).map(|number| (handle.value, number));
        let loaded = match key.and_then(|key| self.rows.get(&key)) {
            Some(loaded) => *loaded,
            None => {
                let arguments = [Argument::from(handle), row.into()];
                let loaded = self.emit.op(Operation::CBUFFER_LOAD_LEGACY, OverloadKind::F32, arguments)?;
                self.rows.extend(key.map(|key| (key, loaded)));
                loaded
            }
        };
        Ok(Word::of_float(self.emit.extract_value(loaded, &[component.into()])?))
    }

    /// A component of an input, of a control point, or of a patch constant.
    fn input(&mut self, operand: &Operand, component: u8) -> Result<Word> {
        use RegisterKind as R;
        let kind = operand.kind();
        let is_written = self.phase.is_patch_constant() && kind == R::INPUT_PATCH_CONSTANT;
        if is_written {
            return self.read_output(operand, component);
        }
        let (vertex, register) = match operand.indices.as_slice() {
            [register] => (None, register),
            [vertex, register] => (Some(vertex), register),
            _ => return Err(Error::unsupported("an input without a register", "write v#")),
        };
        let constant = |index: &Index| match index {
            Index::Immediate(number) => Some(*number),
            _ => None,
        };
        let is_constant = constant(register).is_some() && vertex.is_none_or(|it| constant(it).is_some());
        if !is_constant {
            return self.load_input(kind, vertex, register, component);
        }
        let number = constant(register).unwrap_or(0);
        let key = InputKey::Register(kind, number, component, vertex.and_then(constant));
        if let Some(word) = self.inputs.get(&key) {
            return Ok(*word);
        }
        let before = self.emit.build_prologue(true);
        let word = self.load_input(kind, vertex, register, component);
        self.emit.build_prologue(before);
        let word = word?;
        self.inputs.insert(key, word);
        Ok(word)
    }

    fn registers(&self, kind: RegisterKind) -> &Registers {
        match kind {
            RegisterKind::INPUT_PATCH_CONSTANT => &self.interface.patch_constants,
            RegisterKind::OUTPUT_CONTROL_POINT => &self.interface.outputs[0],
            _ => &self.interface.inputs,
        }
    }

    fn load_input(
        &mut self,
        kind: RegisterKind,
        vertex: Option<&Index>,
        register: &Index,
        component: u8,
    ) -> Result<Word> {
        let (cell, row) = self.element_at(kind, register, component)?;
        let (slot, column, ty) = match cell {
            Cell::Element { slot, column, ty, .. } => (slot, column, ty),
            Cell::Operation(operation) => return self.operation_value(operation, component),
        };
        let value = match vertex {
            None => self.emit.load_element(slot, row, column)?,
            Some(vertex) => {
                let count = self.plan.vertices(kind);
                if let Index::Immediate(number) = vertex
                    && *number >= count
                {
                    let what = format!("vertex {number} of {count} vertices, counted from 0,");
                    return Err(Error::unsupported(what, "correct the index of the vertex"));
                }
                let vertex = self.index(vertex)?;
                self.emit.load_element_at(slot, row, column, vertex)?
            }
        };
        Ok(self.widened(value, ty, cell))
    }

    /// The element of a register, and its row.
    pub(crate) fn element_at(
        &mut self,
        kind: RegisterKind,
        register: &Index,
        component: u8,
    ) -> Result<(Cell, Argument)> {
        let base = u32::try_from(register.base()).unwrap_or(u32::MAX);
        let cell = self.element_of(kind, register, base, component)?;
        let first_row = match cell {
            Cell::Element { row, .. } => row,
            Cell::Operation(_) => 0,
        };
        if register.relative().is_none() {
            return Ok((cell, Argument::Int(first_row.into())));
        }
        let index = self.index(register)?;
        let offset = self.emit.int(self.types.i32, i64::from(first_row) - i64::from(base));
        Ok((cell, Argument::Value(self.sum(index, offset))))
    }

    /// The element of a register. If a variable indexes the register, all registers of the range must be its rows.
    fn element_of(&self, kind: RegisterKind, register: &Index, base: u32, component: u8) -> Result<Cell> {
        let letter = LETTERS.get(usize::from(component)).unwrap_or(&'?');
        let shown = || format!("{}{base}.{letter}", kind.name());
        let cell = self.registers(kind).get(base, component).ok_or_else(|| {
            Error::signature(
                format!("the signature has no element at {}", shown()),
                "correct the signature part of the container",
            )
        })?;
        let range = self.plan.ranges.iter().find(|range| range.kind == kind && range.contains(base));
        if let (Some(_), Some(range), Cell::Element { slot, .. }) = (register.relative(), range, cell) {
            let is_row = |number: u32| {
                let found = self.registers(kind).get(number, component);
                matches!(found, Some(Cell::Element { slot: other, .. }) if other == slot)
            };
            if !(range.first..range.first.saturating_add(range.count)).all(is_row) {
                return Err(Error::unsupported(
                    format!("a variable index into {}, whose range has several semantics", shown()),
                    "use one semantic for the registers of the range",
                ));
            }
        }
        Ok(cell)
    }

    /// An element as a word: 16-bit components become 32-bit components.
    pub(crate) fn widened(&mut self, value: Value, ty: ElementType, cell: Cell) -> Word {
        let word = match ty {
            ElementType::F32 => Word::of_float(value),
            ElementType::F16 => Word::of_float(self.emit.cast(CastOp::FpExt, value, self.types.f32)),
            ElementType::I16 => Word::of_int(self.emit.cast(CastOp::SExt, value, self.types.i32)),
            ElementType::U16 => Word::of_int(self.emit.cast(CastOp::ZExt, value, self.types.i32)),
            _ => Word::of_int(value),
        };
        if !self.interface.is_front_face(cell) {
            return word;
        }
        // DXIL has any other value than zero for true, DXBC all ones.
        let zero = self.emit.int(self.types.i32, 0);
        Word::of_mask(self.emit.compare(Predicate::IntNe, value, zero))
    }

    /// A value of the pipeline without a register of a signature.
    fn special_value(&mut self, kind: RegisterKind, component: u8) -> Result<Word> {
        use RegisterKind as R;
        let operation = match kind {
            R::INPUT_FORK_INSTANCE_ID | R::INPUT_JOIN_INSTANCE_ID => {
                return match self.instance {
                    Some(instance) => Ok(Word::of_int(instance)),
                    None => Ok(self.constant_word(0)),
                };
            }
            R::INPUT_DOMAIN_POINT => Operation::DOMAIN_LOCATION,
            R::OUTPUT_CONTROL_POINT_ID => Operation::OUTPUT_CONTROL_POINT_ID,
            R::INPUT_PRIMITIVEID => Operation::PRIMITIVE_ID,
            R::INPUT_GS_INSTANCE_ID => Operation::GS_INSTANCE_ID,
            R::INPUT_COVERAGE_MASK => Operation::COVERAGE,
            R::INNER_COVERAGE => Operation::INNER_COVERAGE,
            R::INPUT_THREAD_ID => Operation::THREAD_ID,
            R::INPUT_THREAD_GROUP_ID => Operation::GROUP_ID,
            R::INPUT_THREAD_ID_IN_GROUP => Operation::THREAD_ID_IN_GROUP,
            R::INPUT_THREAD_ID_IN_GROUP_FLATTENED => Operation::FLATTENED_THREAD_ID_IN_GROUP,
            R::CYCLE_COUNTER => {
                let counter = self.emit.op(Operation::CYCLE_COUNTER_LEGACY, None, NO_ARGUMENTS)?;
                let half = u32::from(component.min(1));
                return Ok(Word::of_int(self.emit.extract_value(counter, &[half])?));
            }
            other => {
                let what = format!("a source in register {}", other.name());
                return Err(Error::unsupported(what, "convert a shader without class linkage"));
            }
        };
        self.operation_value(operation, component)
    }

    /// The result of an operation that returns an input.
    fn operation_value(&mut self, operation: Operation, component: u8) -> Result<Word> {
        let (has_components, component) = match operation {
            Operation::THREAD_ID
            | Operation::GROUP_ID
            | Operation::THREAD_ID_IN_GROUP
            | Operation::DOMAIN_LOCATION => (true, component.min(2)),
            _ => (false, 0),
        };
        let key = InputKey::Operation(operation, component);
        if let Some(word) = self.inputs.get(&key) {
            return Ok(*word);
        }
        let arguments = has_components.then_some(component);
        let is_float = operation == Operation::DOMAIN_LOCATION;
        let overload = if is_float { OverloadKind::F32 } else { OverloadKind::I32 };
        let value = self.emit.in_prologue(|emit| emit.op(operation, overload, arguments.map(u32::from)))?;
        let word = if is_float { Word::of_float(value) } else { Word::of_int(value) };
        self.inputs.insert(key, word);
        Ok(word)
    }

    /// Writes the words of a destination. All sources were read before.
    pub(crate) fn write(&mut self, destination: &Operand, words: Words) -> Result<()> {
        use RegisterKind as R;
        for component in written(destination) {
            let Some(word) = words.get(usize::from(component)).copied().flatten() else { continue };
            match destination.kind() {
                R::NULL => {}
                R::TEMP => self.variables.write(Variable::temp(self.number(destination)?, component), word),
                R::INDEXABLE_TEMP => match self.temporary_element(destination, component)? {
                    Place::Variable(variable) => self.variables.write(variable, word),
                    Place::Element(array, index) => self.store_element(array, index, word)?,
                },
                _ => self.write_output(destination, component, word)?,
            }
        }
        Ok(())
    }

    /// The location of a component of an output.
    fn output_location(&mut self, operand: &Operand, component: u8) -> Result<Place> {
        let kind = operand.kind();
        if let Some((.., register)) = UNNUMBERED.iter().find(|(known, ..)| *known == kind) {
            return Ok(Place::Variable(Variable::output(*register, 0)));
        }
        if !matches!(kind, RegisterKind::OUTPUT | RegisterKind::INPUT_PATCH_CONSTANT) {
            let what = format!("a destination in register {}", kind.name());
            return Err(Error::unsupported(what, "write to a temporary or an output"));
        }
        let index = operand
            .indices
            .last()
            .ok_or_else(|| Error::unsupported("an output without a register", "write o#"))?;
        let base = u32::try_from(index.base()).unwrap_or(u32::MAX);
        match self.output_array(base) {
            Some((array, first)) => {
                let row = self.index(index)?;
                let first = self.emit.int(self.types.i32, -i64::from(first));
                let row = self.sum(row, first);
                Ok(Place::Element(array, self.component_of_row(array, row, component)))
            }
            None if index.relative().is_none() => {
                Ok(Place::Variable(Variable::output(base as usize, component)))
            }
            None => Err(Error::unsupported(
                format!("a variable index into o{base}"),
                "declare the range with dcl_indexrange",
            )),
        }
    }

    /// The memory of an output that a variable indexes, and the first register of the memory.
    pub(crate) fn output_array(&mut self, register: u32) -> Option<(Array, u32)> {
        let is_patch_constant = self.phase.is_patch_constant();
        let (at, range) = self.plan.ranges.iter().enumerate().find(|(_, range)| {
            let is_written = range.kind == RegisterKind::OUTPUT;
            is_written && range.is_patch_constant == is_patch_constant && range.contains(register)
        })?;
        let array = match self.output_arrays.get(&at) {
            Some(array) => *array,
            None => {
                let array = Array::local(&mut self.emit, range.count, REGISTER);
                self.output_arrays.insert(at, array);
                array
            }
        };
        Some((array, range.first))
    }

    fn write_output(&mut self, operand: &Operand, component: u8, word: Word) -> Result<()> {
        self.check_output(operand, component)?;
        match self.output_location(operand, component)? {
            Place::Variable(variable) => {
                self.variables.write(variable, word);
                Ok(())
            }
            Place::Element(array, index) => self.store_element(array, index, word),
        }
    }

    /// Returns an error for an output that the signature does not have.
    fn check_output(&self, operand: &Operand, component: u8) -> Result<()> {
        let interface = self.interface;
        let mut signatures: Vec<&Registers> = interface.outputs.iter().collect();
        if self.phase.is_patch_constant() {
            signatures = vec![&interface.patch_constants];
        }
        let is_there = match UNNUMBERED.iter().find(|(kind, ..)| *kind == operand.kind()) {
            Some((_, semantic, _)) => {
                let mut outputs = signatures.iter().flat_map(|registers| &registers.unnumbered);
                outputs.any(|(known, _)| known == semantic)
            }
            None => {
                let base = operand.indices.last().map_or(0, Index::base);
                let register = u32::try_from(base).unwrap_or(u32::MAX);
                signatures.iter().any(|registers| registers.get(register, component).is_some())
            }
        };
        match is_there {
            true => Ok(()),
            false => Err(Error::signature(
                "the output signature has no element for the destination",
                "correct the signature part of the container",
            )),
        }
    }

    fn read_output(&mut self, operand: &Operand, component: u8) -> Result<Word> {
        match self.output_location(operand, component)? {
            Place::Variable(variable) => Ok(self.read_variable(variable)),
            Place::Element(array, index) => self.load_element(array, index),
        }
    }
}

const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];
