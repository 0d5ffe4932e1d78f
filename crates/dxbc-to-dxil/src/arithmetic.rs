//! Arithmetic: the rows of the table of conversions, and the instructions whose components depend on each other.

use dx_bytecode::instruction::Instruction;
use dx_bytecode::opcode::{Control, Opcode};
use dx_bytecode::operand::Operand;
use dxil::ops::{Opcode as Operation, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, CastOp, Flags, TypeId, Value, ValueKind};

use crate::components::{Words, words_of, written};
use crate::conversion::{Computation, Conversion, Kind};
use crate::error::Result;
use crate::lower::Lower;
use crate::word::Word;

impl Lower<'_, '_> {
    /// An instruction of the table.
    pub(crate) fn convert(&mut self, row: &Conversion, instruction: &Instruction) -> Result<()> {
        let (writes, sources) = instruction.written_and_read();
        let Some(destination) = writes.first() else { return Ok(()) };
        let mut words = Words::default();
        // Components whose sources are the same values share the result.
        let mut known: Vec<(bool, Vec<Value>, Word)> = Vec::new();
        let (from_double, to_double) = (row.from == Kind::Double, row.to == Kind::Double);
        let components: Vec<u8> = written(destination).collect();
        if to_double {
            // The first pair has the first double, float or integer.
            for pair in pairs(&components) {
                let operands = self.operands(row, sources, pair, instruction)?;
                let value = self.computed(row, &operands, instruction, pair * 2)?;
                self.split_double(value, pair, &mut words)?;
            }
        } else {
            for (index, component) in (0..).zip(components) {
                // The n-th component of the mask has the n-th double.
                let at = if from_double { index } else { component };
                let operands = self.operands(row, sources, at, instruction)?;
                let is_precise = is_precise(instruction, component);
                let is_same = |(precise, values, _): &&(bool, Vec<Value>, Word)| {
                    *precise == is_precise && *values == operands
                };
                let word = match known.iter().find(is_same) {
                    Some((.., word)) => *word,
                    None => {
                        let value = self.computed(row, &operands, instruction, component)?;
                        let word = match row.to {
                            Kind::Float => Word::of_float(value),
                            Kind::Mask => Word::of_mask(value),
                            Kind::Int | Kind::Double => Word::of_int(value),
                        };
                        known.push((is_precise, operands, word));
                        word
                    }
                };
                if let Some(place) = words.get_mut(usize::from(component)) {
                    *place = Some(word);
                }
            }
        }
        self.write(destination, words)
    }

    fn operands(
        &mut self,
        row: &Conversion,
        sources: &[Operand],
        at: u8,
        instruction: &Instruction,
    ) -> Result<Vec<Value>> {
        let mut values = Vec::with_capacity(4);
        values.extend(row.first.map(|number| self.number_of(row.from, number)));
        for source in sources {
            values.push(match row.from {
                Kind::Float => self.source_float(source, at)?,
                Kind::Double => self.source_double(source, at)?,
                // The operand of `f16tof32` has the modifiers of the result.
                Kind::Int | Kind::Mask if instruction.opcode == Opcode::F16TOF32 => {
                    let mut word = self.source_word(source, at)?;
                    self.int(&mut word)
                }
                Kind::Int | Kind::Mask => self.source_int(source, at)?,
            });
        }
        values.extend(row.last.map(|number| self.number_of(row.from, number)));
        Ok(values)
    }

    fn number_of(&mut self, kind: Kind, number: i16) -> Value {
        match kind {
            Kind::Float => self.emit.float(number.into()),
            Kind::Double => self.emit.module().double(number.into()),
            Kind::Int | Kind::Mask => self.emit.int(self.types.i32, number.into()),
        }
    }

    fn computed(
        &mut self,
        row: &Conversion,
        operands: &[Value],
        instruction: &Instruction,
        component: u8,
    ) -> Result<Value> {
        let flags = self.float_flags(instruction, component);
        let value = match (row.by, operands) {
            (Computation::Binary(op @ (BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)), [value, count]) => {
                let mask = self.emit.int(self.types.i32, 31);
                let count = match self.constant(*count) {
                    Some(count) => self.emit.int(self.types.i32, (count & 31).into()),
                    None => self.emit.binary(BinaryOp::And, *count, mask),
                };
                self.emit.binary(op, *value, count)
            }
            (Computation::Binary(op), [one, other]) => match row.from {
                Kind::Int | Kind::Mask => self.emit.binary(op, *one, *other),
                Kind::Float | Kind::Double => self.emit.binary_with(op, flags, *one, *other),
            },
            (Computation::Cast(op), [value]) => {
                let ty = self.type_of(row.to);
                self.emit.cast(op, *value, ty)
            }
            (Computation::Compare(predicate), [one, other]) => self.emit.compare(predicate, *one, *other),
            (Computation::Operation(operation), _) => {
                let overload = self.overload_of(row, operation);
                let value = self.emit.op(operation, overload, operands.iter().copied())?;
                if is_precise(instruction, component) && row.from != Kind::Int {
                    self.mark_precise(value);
                }
                value
            }
            _ => return Err(crate::error::Error::unsupported("an operand count", "correct the table")),
        };
        let value = match instruction.opcode {
            Opcode::F16TOF32 => self.with_modifiers(value, instruction.operands.get(1))?,
            _ => value,
        };
        match row.to {
            Kind::Float | Kind::Double => self.saturated(instruction, value),
            Kind::Int | Kind::Mask => Ok(value),
        }
    }

    fn type_of(&self, kind: Kind) -> TypeId {
        match kind {
            Kind::Float => self.types.f32,
            Kind::Double => self.types.f64,
            Kind::Int | Kind::Mask => self.types.i32,
        }
    }

    /// The overload of an operation: the type of its sources. Operations with a fixed type have none.
    fn overload_of(&self, row: &Conversion, operation: Operation) -> Option<dxil::ops::Overload> {
        let is_fixed = matches!(
            operation,
            Operation::LEGACY_F16_TO_F32
                | Operation::LEGACY_F32_TO_F16
                | Operation::LEGACY_DOUBLE_TO_FLOAT
                | Operation::LEGACY_DOUBLE_TO_SINT32
                | Operation::LEGACY_DOUBLE_TO_UINT32
        );
        let kind = match row.from {
            Kind::Float => OverloadKind::F32,
            Kind::Double => OverloadKind::F64,
            Kind::Int | Kind::Mask => OverloadKind::I32,
        };
        (!is_fixed).then(|| kind.into())
    }

    /// The flags of a float instruction: none for a precise component.
    pub(crate) fn float_flags(&self, instruction: &Instruction, component: u8) -> Flags {
        if is_precise(instruction, component) { Flags::NONE } else { self.flags }
    }

    /// Attaches `!dx.precise` to the call of an operation.
    fn mark_precise(&mut self, value: Value) {
        if let ValueKind::Instruction(id) = value.kind() {
            let (ty, one) = (self.types.i32, self.emit.int(self.types.i32, 1));
            let module = self.emit.module();
            let one = module.metadata.intern_value(ty, one);
            let node = module.metadata.intern_tuple(&[Some(one)]);
            self.emit.attach(id, "dx.precise", node);
        }
    }

    /// The value between 0 and 1, if the instruction has `_sat`.
    pub(crate) fn saturated(&mut self, instruction: &Instruction, value: Value) -> Result<Value> {
        match instruction.control(Control::SATURATE) {
            0 => Ok(value),
            _ => self.unary(Operation::SATURATE, value),
        }
    }

    /// Writes the halves of a double to a pair of components.
    pub(crate) fn split_double(&mut self, value: Value, pair: u8, words: &mut Words) -> Result<()> {
        let split = self.emit.op(Operation::SPLIT_DOUBLE, OverloadKind::F64, [value])?;
        for (half, place) in (0..2).zip(words.iter_mut().skip(usize::from(pair) * 2)) {
            *place = Some(Word::of_int(self.emit.extract_value(split, &[half])?));
        }
        Ok(())
    }

    /// `and` and `or`, whose operands are often truth values.
    pub(crate) fn bitwise(&mut self, instruction: &Instruction) -> Result<()> {
        let [destination, one, other] = instruction.operands.as_slice() else { return Ok(()) };
        let is_and = instruction.opcode == Opcode::AND;
        let op = if is_and { BinaryOp::And } else { BinaryOp::Or };
        let words = words_of(destination, |component| {
            let pair = [self.source_word(one, component)?, self.source_word(other, component)?];
            let has_modifiers = [one, other].iter().any(|operand| operand.modifiers().is_some());
            Ok(match pair {
                _ if has_modifiers => {
                    let one = self.source_int(one, component)?;
                    let other = self.source_int(other, component)?;
                    Word::of_int(self.emit.binary(op, one, other))
                }
                [Word { mask: Some(one), .. }, Word { mask: Some(other), .. }] => {
                    Word::of_mask(self.emit.binary(op, one, other))
                }
                [Word { mask: Some(mask), .. }, value] | [value, Word { mask: Some(mask), .. }] if is_and => {
                    self.masked(mask, value)
                }
                [mut one, mut other] => {
                    let (one, other) = (self.int(&mut one), self.int(&mut other));
                    Word::of_int(self.emit.binary(op, one, other))
                }
            })
        })?;
        self.write(destination, words)
    }

    /// The value where the mask is true, and zero elsewhere.
    fn masked(&mut self, mask: Value, mut value: Word) -> Word {
        // The bits of 1.0 are FXC's conversion of a truth value to a float.
        const ONE: u32 = 0x3f80_0000;
        let int = self.int(&mut value);
        let is_float = value.float.is_some() || self.constant(int) == Some(ONE);
        if is_float {
            let (float, zero) = (self.float(&mut value), self.constant_float(0));
            Word::of_float(self.emit.select(mask, float, zero))
        } else {
            let zero = self.emit.int(self.types.i32, 0);
            Word::of_int(self.emit.select(mask, int, zero))
        }
    }

    /// `dp2`, `dp3` and `dp4`: one value for all components.
    pub(crate) fn dot(&mut self, instruction: &Instruction) -> Result<()> {
        let [destination, one, other] = instruction.operands.as_slice() else { return Ok(()) };
        let (operation, count) = match instruction.opcode {
            Opcode::DP2 => (Operation::DOT2, 2),
            Opcode::DP3 => (Operation::DOT3, 3),
            _ => (Operation::DOT4, 4),
        };
        let mut arguments = Vec::with_capacity(8);
        for operand in [one, other] {
            for component in 0..count {
                arguments.push(self.source_float(operand, component)?);
            }
        }
        let value = self.emit.op(operation, OverloadKind::F32, arguments)?;
        if instruction.control(Control::PRECISE) != 0 {
            self.mark_precise(value);
        }
        let value = self.saturated(instruction, value)?;
        self.write(destination, [Some(Word::of_float(value)); 4])
    }

    /// `sincos`: two destinations.
    pub(crate) fn sincos(&mut self, instruction: &Instruction) -> Result<()> {
        let [sine, cosine, source] = instruction.operands.as_slice() else { return Ok(()) };
        let mut results = [Words::default(); 2];
        for (results, (destination, operation)) in
            results.iter_mut().zip([(sine, Operation::SIN), (cosine, Operation::COS)])
        {
            if Self::is_null(destination) {
                continue;
            }
            for component in written(destination) {
                let value = self.source_float(source, component)?;
                let value = self.emit.op(operation, OverloadKind::F32, [value])?;
                let value = self.saturated(instruction, value)?;
                if let Some(place) = results.get_mut(usize::from(component)) {
                    *place = Some(Word::of_float(value));
                }
            }
        }
        let [of_sine, of_cosine] = results;
        self.write(sine, of_sine)?;
        self.write(cosine, of_cosine)
    }

    /// `imul`, `umul`, `udiv`, `uaddc` and `usubb`: two results of two sources, each with its own mask.
    pub(crate) fn two_results(&mut self, instruction: &Instruction) -> Result<()> {
        let [first, second, one, other] = instruction.operands.as_slice() else { return Ok(()) };
        let operation = match instruction.opcode {
            Opcode::IMUL => Operation::IMUL,
            Opcode::UMUL => Operation::UMUL,
            Opcode::UDIV => Operation::UDIV,
            Opcode::UADDC => Operation::UADDC,
            _ => Operation::USUBB,
        };
        let has_carry = matches!(operation, Operation::UADDC | Operation::USUBB);
        let components = |operand: &Operand| match Self::is_null(operand) {
            true => 0,
            false => crate::plan::mask_of(operand),
        };
        let mask = components(first) | components(second);
        let mut results = [Words::default(); 2];
        for component in (0..4).filter(|component| mask >> component & 1 != 0) {
            let operands = [self.source_int(one, component)?, self.source_int(other, component)?];
            // The low word of a product needs no operation.
            if matches!(operation, Operation::IMUL | Operation::UMUL) && Self::is_null(first) {
                let [one, other] = operands;
                let low = self.emit.binary(BinaryOp::Mul, one, other);
                if let Some(place) = results[1].get_mut(usize::from(component)) {
                    *place = Some(Word::of_int(low));
                }
                continue;
            }
            let pair = self.emit.op(operation, OverloadKind::I32, operands)?;
            for (index, results) in (0..).zip(&mut results) {
                let mut value = self.emit.extract_value(pair, &[index])?;
                if has_carry && index == 1 {
                    value = self.emit.cast(CastOp::ZExt, value, self.types.i32);
                }
                if let Some(place) = results.get_mut(usize::from(component)) {
                    *place = Some(Word::of_int(value));
                }
            }
        }
        let [of_first, of_second] = results;
        self.write(first, of_first)?;
        self.write(second, of_second)
    }
}

/// True if a component is precise.
pub(crate) fn is_precise(instruction: &Instruction, component: u8) -> bool {
    instruction.control(Control::PRECISE) >> component & 1 != 0
}

/// The pairs of components of a mask: 0 for xy, 1 for zw.
pub(crate) fn pairs(components: &[u8]) -> Vec<u8> {
    let has = |pair: u8| components.iter().any(|component| component / 2 == pair);
    (0..2).filter(|pair| has(*pair)).collect()
}
