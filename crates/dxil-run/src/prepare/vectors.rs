//! Vectors: a register for each word of each element. An operation on vectors becomes the instructions of its scalar
//! overload, one after the other for each element, so that findings and undefined values are tracked by element.

use az::SaturatingAs as _;
use dxil::ops::Overload;
use dxil_ir::{Op, Type, TypeId, Value};

use super::function_state::FunctionState;
use super::preparation::Preparation;
use crate::error::{Result, RunErrorKind};
use crate::instruction::{Instruction, List, Register, Scalar};
use crate::operations::conversions;
use crate::operations::semantics::{Reduction, Semantics};

impl Preparation<'_> {
    /// Returns a constant index of an element that the vector has.
    pub(super) fn constant_index(&self, vector: TypeId, index: Value) -> Option<u32> {
        let Some(Type::Vector(_, count)) = self.module.types.get(vector) else { return None };
        let index = self.module.integer(index).filter(|index| index < count)?;
        u32::try_from(index).ok()
    }

    /// Prepares an `extractelement` or `insertelement` whose index is not a constant, or beyond the vector.
    pub(super) fn indexed(&mut self, state: &mut FunctionState<'_>, to: Value, op: &Op) -> Result<()> {
        let (vector, element, index) = match op {
            Op::ExtractElement([vector, index]) => (*vector, None, *index),
            Op::InsertElement([vector, element, index]) => (*vector, Some(*element), *index),
            _ => return Ok(()),
        };
        let ty = self.type_of(state, vector)?;
        if self.constant_index(ty, index).is_some() {
            return Ok(());
        }
        let (to, index) = (self.value(state, to)?, self.word(state, index)?);
        let mut from = self.value(state, vector)?;
        if let Some(element) = element {
            let element = self.value(state, element)?;
            let registers = [self.program.list(from), self.program.list(element)].concat();
            from = self.list(registers);
        }
        self.program.code.push(match element {
            None => Instruction::ExtractElement { to, from, index },
            Some(_) => Instruction::InsertElement { to, from, index },
        });
        Ok(())
    }

    /// Applies a function of scalars to each element of the operands of an operation.
    pub(super) fn apply_to_elements(
        &mut self,
        semantics: Semantics,
        count: u64,
        (to, from): (&[Register], &[Vec<Register>]),
        check: Option<Scalar>,
    ) -> Result<()> {
        let count = count.saturating_as::<usize>().max(1);
        if std::iter::once(to.len()).chain(from.iter().map(Vec::len)).any(|len| len % count != 0) {
            return Err(RunErrorKind::invalid("operands of an operation have different numbers of elements"));
        }
        for (number, to) in to.chunks((to.len() / count).max(1)).enumerate() {
            let part = |source: &Vec<Register>| {
                let width = source.len() / count;
                source.iter().skip(number * width).take(width).copied().collect::<Vec<_>>()
            };
            let from: Vec<Register> = from.iter().flat_map(part).collect();
            self.apply(semantics, to, &from, false)?;
            if let Some(scalar) = check {
                let (to, from) = (self.list(to.iter().copied()), self.list(from));
                self.program.code.push(Instruction::CheckNan(to, from, scalar));
            }
        }
        Ok(())
    }

    /// Reduces the elements of vectors to a scalar, from the first element to the last.
    pub(super) fn reduce(
        &mut self,
        (reduction, scalar): (Reduction, Scalar),
        to: &[Register],
        from: &[Vec<Register>],
    ) -> Result<()> {
        let width = to.len();
        let (one, other) = match from {
            [one] => (one, None),
            [one, other] => (one, Some(other)),
            _ => return Err(RunErrorKind::invalid("operation has the wrong number of operands")),
        };
        let count = one.len() / width.max(1);
        for (part, last) in to.iter().enumerate() {
            let elements = one.iter().skip(part).step_by(width).copied();
            let others = other.into_iter().flatten().skip(part).step_by(width).copied();
            let mut others = others.map(Some).chain(std::iter::repeat(None));
            let mut sum = None;
            for (number, element) in elements.enumerate() {
                let to = if number + 1 == count { *last } else { self.register() };
                let instruction = match (reduction, sum, others.next().flatten()) {
                    (Reduction::Dot(multiply, _), None, Some(other)) => {
                        Instruction::Map2(multiply, to, [element, other])
                    }
                    (Reduction::Dot(_, add), Some(sum), Some(other)) => {
                        Instruction::Map3(add, to, [element, other, sum])
                    }
                    (Reduction::Bits(function, _), Some(sum), _) => {
                        Instruction::Map2(function, to, [sum, element])
                    }
                    _ => Instruction::Copy(to, element),
                };
                if let (Reduction::Bits(_, rule), Instruction::Map2(..)) = (reduction, instruction)
                    && scalar.registers() == 1
                {
                    let pc = self.program.code.len().saturating_as::<u32>();
                    self.deciding.insert(pc, rule);
                }
                self.program.code.push(instruction);
                sum = Some(to);
            }
        }
        Ok(())
    }

    /// Prepares a bitcast to elements with another number of bits: each wider register has the bits of several.
    pub(super) fn bitcast(&mut self, bits: [u32; 2], from: List, to: List) -> Result<()> {
        let [from, to] = [from, to].map(|list| self.program.list(list).to_vec());
        let semantics = conversions::bitcast(bits);
        let widths = match bits[0] < bits[1] {
            true => [(bits[1] / bits[0].max(1)) as usize, 1],
            false => [1, (bits[0] / bits[1].max(1)) as usize],
        };
        let Some(semantics) = semantics.filter(|_| from.len() * widths[1] == to.len() * widths[0]) else {
            return Err(RunErrorKind::unsupported(format!(
                "bitcast from elements of {} bits to elements of {} bits",
                bits[0], bits[1]
            )));
        };
        for (from, to) in from.chunks(widths[0]).zip(to.chunks(widths[1])) {
            self.apply(semantics, to, from, false)?;
        }
        Ok(())
    }

    /// The registers of each argument.
    pub(super) fn registers_of_each(
        &mut self,
        state: &mut FunctionState<'_>,
        arguments: &[Value],
    ) -> Result<Vec<Vec<Register>>> {
        let registers = arguments.iter().map(|argument| {
            let list = self.value(state, *argument)?;
            Ok(self.program.list(list).to_vec())
        });
        registers.collect()
    }
}

/// The number of elements of the first vector among the overloads of a call.
pub(super) fn vector_of(overloads: &[Overload]) -> Option<u64> {
    overloads.iter().find_map(|overload| match overload {
        Overload::Vector(_, count) => Some(*count),
        _ => None,
    })
}
