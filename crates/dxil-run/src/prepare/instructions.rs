//! Instructions of LLVM as instructions on registers.

use az::SaturatingAs as _;
use dxil_ir::{
    BinaryOp, BlockId, CastOp, Instruction as IrInstruction, InstructionId, Op, Predicate, RmwOp, TypeId,
    Value, ValueKind,
};

use super::function_state::{FunctionState, words};
use super::memory::Step;
use super::preparation::Preparation;
use super::types;
use crate::error::{Result, RunErrorKind};
use crate::instruction::{Access, Atomic, Instruction, List, Register, Rule, Scalar, Space};
use crate::operations::semantics::Semantics;
use crate::operations::{conversions, floats, integers};

impl Preparation<'_> {
    /// Prepares an instruction.
    pub(super) fn instruction(
        &mut self,
        state: &mut FunctionState<'_>,
        block: BlockId,
        id: InstructionId,
    ) -> Result<()> {
        let body = state.body;
        let Some(instruction) = body.instructions.get(id) else { return Ok(()) };
        let to = Value::from(id);
        match &instruction.op {
            Op::Binary { op, operands } => self.binary(state, to, *op, operands, instruction.ty),
            Op::Negate(value) => {
                let scalar = self.element_scalar(instruction.ty)?;
                self.each_element(state, to, scalar, &[*value], floats::negate(scalar)?, false)
            }
            Op::Cast(op, value) => self.cast(state, to, *op, *value, instruction),
            Op::Compare { predicate, operands } => self.compare(state, to, *predicate, operands),
            Op::Select([condition, one, other]) => self.select(state, to, *condition, [*one, *other]),
            Op::Alloca { element, count, .. } => self.alloca(state, to, id, *element, *count),
            Op::Load(pointer, _) => self.load(state, to, *pointer, instruction.ty),
            Op::Store([value, pointer], _) => self.store(state, *value, *pointer),
            Op::ElementPointer { source, operands } => {
                self.address(state, to, *source, operands.as_slice(&body.lists.values))
            }
            Op::AtomicRmw { op, operands: [pointer, operand], .. } => {
                self.atomic(state, to, *op, *pointer, *operand)
            }
            Op::CompareExchange { operands, .. } => self.compare_exchange(state, to, operands),
            Op::Call { callee, arguments, .. } => {
                self.call(state, id, *callee, arguments.as_slice(&body.lists.values))
            }
            Op::Return(_)
            | Op::Branch(_)
            | Op::ConditionalBranch(..)
            | Op::Switch { .. }
            | Op::Unreachable => self.terminator(state, block, &instruction.op),
            // Phis are copies on the ways to their block; the others only name what is there, and a fence orders what
            // one wave after the other does anyway.
            Op::Phi(..)
            | Op::ExtractValue(..)
            | Op::InsertValue(..)
            | Op::ShuffleVector(_)
            | Op::Freeze(_)
            | Op::Fence(..) => Ok(()),
            Op::ExtractElement(_) | Op::InsertElement(_) => self.indexed(state, to, &instruction.op),
            Op::VariadicArgument(_) => Err(RunErrorKind::unsupported("va_arg")),
        }
    }

    fn push(&mut self, instruction: Instruction) {
        self.program.code.push(instruction);
    }

    /// The scalar of a type, or of the elements of a vector.
    fn element_scalar(&self, ty: TypeId) -> Result<Scalar> {
        let element = self.module.types.scalar(ty);
        types::scalar(self.module, element)
            .ok_or_else(|| RunErrorKind::unsupported("arithmetic on this type"))
    }

    /// The scalar of a type that memory is atomically changed in: whole words.
    fn atomic_scalar(&self, ty: TypeId) -> Result<Scalar> {
        types::scalar(self.module, ty)
            .filter(|scalar| matches!(scalar, Scalar::I32 | Scalar::I64))
            .ok_or_else(|| {
                RunErrorKind::unsupported(
                    "atomic operation on a value that is not a 32-bit or 64-bit integer",
                )
            })
    }

    fn binary(
        &mut self,
        state: &mut FunctionState<'_>,
        to: Value,
        op: BinaryOp,
        operands: &[Value],
        ty: TypeId,
    ) -> Result<()> {
        let scalar = self.element_scalar(ty)?;
        let semantics = if scalar.is_float() {
            floats::binary(op, scalar, state.denormals)?
        } else {
            integers::binary(op, scalar)?
        };
        let divides = !scalar.is_float() && integers::divides(op);
        let first = self.program.code.len();
        self.each_element(state, to, scalar, operands, semantics, divides)?;
        let rule = match op {
            BinaryOp::And | BinaryOp::Mul if !scalar.is_float() => Rule::Zero,
            BinaryOp::Or => Rule::Ones(u32::MAX >> (32 - scalar.bits().min(32))),
            _ => return Ok(()),
        };
        if scalar.registers() == 1 {
            let [first, end] = [first, self.program.code.len()].map(|pc| pc.saturating_as::<u32>());
            self.deciding.extend((first..end).map(|pc| (pc, rule)));
        }
        Ok(())
    }

    /// A function of scalars for each element of vectors, or for scalars.
    fn each_element(
        &mut self,
        state: &mut FunctionState<'_>,
        to: Value,
        scalar: Scalar,
        operands: &[Value],
        semantics: Semantics,
        divides: bool,
    ) -> Result<()> {
        let results = self.value(state, to)?;
        let results = self.program.list(results).to_vec();
        let width = scalar.registers() as usize;
        let mut sources = Vec::new();
        for operand in operands {
            let list = self.value(state, *operand)?;
            sources.push(self.program.list(list).to_vec());
        }
        for (place, to) in results.chunks(width).enumerate() {
            let from: Vec<Register> = sources
                .iter()
                .flat_map(|source| {
                    source.get(place * width..).unwrap_or_default().iter().take(width).copied()
                })
                .collect();
            self.apply(semantics, to, &from, divides)?;
            if self.options.checks_nan && scalar.is_float() {
                let (to, from) = (self.list(to.iter().copied()), self.list(from));
                self.push(Instruction::CheckNan(to, from, scalar));
            }
        }
        Ok(())
    }

    /// A function of registers.
    pub(super) fn apply(
        &mut self,
        semantics: Semantics,
        to: &[Register],
        from: &[Register],
        divides: bool,
    ) -> Result<()> {
        let instruction = match (semantics, to, from) {
            (Semantics::Map1(function), [to], [a]) => Instruction::Map1(function, *to, *a),
            (Semantics::Map2(function), [to], [a, b]) if !divides => {
                Instruction::Map2(function, *to, [*a, *b])
            }
            (Semantics::Map3(function), [to], [a, b, c]) => Instruction::Map3(function, *to, [*a, *b, *c]),
            (Semantics::MapN(function), to, from) => {
                let (to, from) = (self.list(to.iter().copied()), self.list(from.iter().copied()));
                if divides {
                    Instruction::Divide(function, to, from)
                } else {
                    Instruction::MapN(function, to, from)
                }
            }
            _ => return Err(RunErrorKind::invalid("instruction has the wrong number of operands")),
        };
        self.push(instruction);
        Ok(())
    }

    fn cast(
        &mut self,
        state: &mut FunctionState<'_>,
        to: Value,
        op: CastOp,
        value: Value,
        instruction: &IrInstruction,
    ) -> Result<()> {
        let ty = self.type_of(state, value)?;
        let (from_list, to_list) = (self.value(state, value)?, self.value(state, to)?);
        if from_list == to_list {
            return Ok(());
        }
        let (from, into) = (self.element_scalar(ty)?, self.element_scalar(instruction.ty)?);
        let bits = [from, into].map(|scalar| scalar.bits().min(32));
        if op == CastOp::Bitcast && bits[0] != bits[1] {
            return self.bitcast(bits, from_list, to_list);
        }
        let semantics = conversions::cast(op, from, into, state.denormals)?;
        let (sources, results) = (self.program.list(from_list).to_vec(), self.program.list(to_list).to_vec());
        let widths = [from, into].map(|scalar| scalar.registers() as usize);
        for (from, to) in sources.chunks(widths[0]).zip(results.chunks(widths[1])) {
            self.apply(semantics, to, from, false)?;
        }
        Ok(())
    }

    fn compare(
        &mut self,
        state: &mut FunctionState<'_>,
        to: Value,
        predicate: Predicate,
        operands: &[Value; 2],
    ) -> Result<()> {
        let ty = self.type_of(state, operands[0])?;
        let scalar = self.element_scalar(ty)?;
        let semantics = if predicate.is_float() {
            floats::compare(predicate, scalar, state.denormals)?
        } else {
            integers::compare(predicate, scalar)?
        };
        let width = scalar.registers() as usize;
        let results = self.value(state, to)?;
        let results = self.program.list(results).to_vec();
        let [one, other] = [self.value(state, operands[0])?, self.value(state, operands[1])?];
        let [one, other] = [one, other].map(|list| self.program.list(list).to_vec());
        for ((to, a), b) in results.iter().zip(one.chunks(width)).zip(other.chunks(width)) {
            let from = [a, b].concat();
            self.apply(semantics, &[*to], &from, false)?;
        }
        Ok(())
    }

    fn select(
        &mut self,
        state: &mut FunctionState<'_>,
        to: Value,
        condition: Value,
        values: [Value; 2],
    ) -> Result<()> {
        let to = self.value(state, to)?;
        let conditions = self.value(state, condition)?;
        let [one, other] = [self.value(state, values[0])?, self.value(state, values[1])?];
        let [to, conditions, one, other] =
            [to, conditions, one, other].map(|list| self.program.list(list).to_vec());
        // One truth value for all, or one for each element.
        let width = to.len() / conditions.len().max(1);
        for (place, ((to, one), other)) in to.iter().zip(one).zip(other).enumerate() {
            let condition = conditions.get(place / width.max(1)).or(conditions.last());
            let condition = *condition.ok_or_else(|| RunErrorKind::invalid("select has no condition"))?;
            self.push(Instruction::Select(*to, condition, [one, other]));
        }
        Ok(())
    }

    fn alloca(
        &mut self,
        state: &mut FunctionState<'_>,
        to: Value,
        id: InstructionId,
        element: TypeId,
        count: Value,
    ) -> Result<()> {
        let name = state.body.name(to.into()).map_or_else(Default::default, |name| name.to_owned());
        let (address, object) = self.allocate(name, element, count)?;
        state.objects.insert(id, object);
        let to = self.word(state, to)?;
        let address = self.constants.register(Some(address));
        self.push(Instruction::Copy(to, address));
        Ok(())
    }

    fn address(
        &mut self,
        state: &mut FunctionState<'_>,
        to: Value,
        source: TypeId,
        operands: &[Value],
    ) -> Result<()> {
        let (base, indices) =
            operands.split_first().ok_or_else(|| RunErrorKind::invalid("getelementptr has no operands"))?;
        let is_resource = self.is_resource_address(state.body, *base);
        let steps = self.steps(source, indices, is_resource)?;
        let to = self.word(state, to)?;
        let mut from = self.word(state, *base)?;
        let bytes = steps.iter().fold(0_u32, |bytes, step| match step {
            Step::Bytes(more) => bytes.wrapping_add(*more),
            Step::Elements(..) => bytes,
        });
        let computed: Vec<_> = steps
            .iter()
            .filter_map(|step| match step {
                Step::Elements(index, scale) => Some((*index, *scale)),
                Step::Bytes(_) => None,
            })
            .collect();
        if computed.is_empty() {
            let index = self.constants.register(Some(bytes));
            self.push(Instruction::Address { to, base: from, index, scale: 1 });
            return Ok(());
        }
        if bytes != 0 {
            let (next, index) = (self.register(), self.constants.register(Some(bytes)));
            self.push(Instruction::Address { to: next, base: from, index, scale: 1 });
            from = next;
        }
        for (place, (index, scale)) in computed.iter().enumerate() {
            let index = self.value(state, *index)?;
            let index = self.program.list(index).first().copied();
            let index =
                index.ok_or_else(|| RunErrorKind::invalid("index of getelementptr is not an integer"))?;
            let next = if place + 1 == computed.len() { to } else { self.register() };
            self.push(Instruction::Address { to: next, base: from, index, scale: *scale });
            from = next;
        }
        Ok(())
    }

    /// An access through a pointer.
    pub(super) fn access(
        &mut self,
        state: &mut FunctionState<'_>,
        pointer: Value,
        scalar: Scalar,
    ) -> Result<Access> {
        let ty = self.type_of(state, pointer)?;
        let space = match self.module.types.address_space(ty) {
            Some(3) => Space::Shared,
            Some(_) => Space::Private,
            None => return Err(RunErrorKind::invalid("address of a memory access is not a pointer")),
        };
        let object = self.root(state, pointer);
        let address = self.word(state, pointer)?;
        Ok(Access { scalar, space, address, offset: 0, object })
    }

    /// The object that a pointer is made of, where there is one only.
    fn root(&self, state: &FunctionState<'_>, mut pointer: Value) -> Option<u32> {
        for _ in 0..crate::limits::TYPE_DEPTH {
            pointer = match pointer.kind() {
                ValueKind::Global(global) => return self.object_of(global),
                ValueKind::Constant(_) => *self.constant(pointer)?.kind.operands().first()?,
                ValueKind::Instruction(id) => match &state.body.instructions.get(id)?.op {
                    Op::Alloca { .. } => return state.objects.get(&id).copied(),
                    Op::ElementPointer { operands, .. } => {
                        *operands.as_slice(&state.body.lists.values).first()?
                    }
                    Op::Cast(CastOp::Bitcast, from) => *from,
                    _ => return None,
                },
                _ => return None,
            };
        }
        None
    }

    /// The scalars of a type in memory, and where each lies.
    fn places(&mut self, ty: TypeId) -> Result<Vec<(Scalar, u32)>> {
        types::places(self.shapes, &mut self.types, ty)
    }

    fn load(&mut self, state: &mut FunctionState<'_>, to: Value, pointer: Value, ty: TypeId) -> Result<()> {
        if self.is_resource_address(state.body, pointer) {
            return Ok(());
        }
        let places = self.places(ty)?;
        let list = self.value(state, to)?;
        let access = self.access(state, pointer, Scalar::I32)?;
        let mut start = list.start;
        for (scalar, offset) in places {
            let part = List { start, len: scalar.registers() };
            self.push(Instruction::Load(part, Access { scalar, offset, ..access }));
            start = start.saturating_add(scalar.registers());
        }
        Ok(())
    }

    fn store(&mut self, state: &mut FunctionState<'_>, value: Value, pointer: Value) -> Result<()> {
        let ty = self.type_of(state, value)?;
        let places = self.places(ty)?;
        let list = self.value(state, value)?;
        let access = self.access(state, pointer, Scalar::I32)?;
        let mut start = list.start;
        for (scalar, offset) in places {
            let part = List { start, len: scalar.registers() };
            self.push(Instruction::Store(part, Access { scalar, offset, ..access }));
            start = start.saturating_add(scalar.registers());
        }
        Ok(())
    }

    fn atomic(
        &mut self,
        state: &mut FunctionState<'_>,
        to: Value,
        op: RmwOp,
        pointer: Value,
        operand: Value,
    ) -> Result<()> {
        let atomic = match op {
            RmwOp::Exchange => Atomic::Exchange,
            RmwOp::Add => Atomic::Add,
            RmwOp::Sub => Atomic::Sub,
            RmwOp::And => Atomic::And,
            RmwOp::Or => Atomic::Or,
            RmwOp::Xor => Atomic::Xor,
            RmwOp::Max => Atomic::Max,
            RmwOp::Min => Atomic::Min,
            RmwOp::UMax => Atomic::UMax,
            RmwOp::UMin => Atomic::UMin,
            other => return Err(RunErrorKind::unsupported(format!("atomicrmw {}", other.word()))),
        };
        let ty = self.type_of(state, operand)?;
        let scalar = self.atomic_scalar(ty)?;
        let access = self.access(state, pointer, scalar)?;
        let (to, from) = (self.value(state, to)?, self.value(state, operand)?);
        self.push(Instruction::Atomic(atomic, to, from, access));
        Ok(())
    }

    fn compare_exchange(
        &mut self,
        state: &mut FunctionState<'_>,
        to: Value,
        [pointer, compared, written]: &[Value; 3],
    ) -> Result<()> {
        let ty = self.type_of(state, *compared)?;
        let scalar = self.atomic_scalar(ty)?;
        let access = self.access(state, *pointer, scalar)?;
        let to = self.value(state, to)?;
        let mut from = Vec::new();
        for value in [compared, written] {
            let list = self.value(state, *value)?;
            from.extend_from_slice(self.program.list(list));
        }
        let from = self.list(from);
        self.push(Instruction::CompareExchange(to, from, access));
        Ok(())
    }

    /// A call of an operation, of an intrinsic, or of a function.
    fn call(
        &mut self,
        state: &mut FunctionState<'_>,
        id: InstructionId,
        callee: Value,
        arguments: &[Value],
    ) -> Result<()> {
        let ValueKind::Global(callee) = callee.kind() else {
            return Err(RunErrorKind::unsupported("indirect call"));
        };
        let global = self
            .module
            .globals
            .get(callee)
            .ok_or_else(|| RunErrorKind::invalid("a called function does not exist"))?;
        if global.name.starts_with(dxil::ops::FUNCTION_PREFIX.as_bytes()) {
            return self.operation(state, id);
        }
        if global.name.starts_with(b"llvm.dbg.") || global.name.starts_with(b"llvm.lifetime.") {
            return Ok(());
        }
        let interface = self.interfaces.get(&callee).cloned();
        let Some(interface) = interface.filter(|_| global.body().is_some()) else {
            return Err(RunErrorKind::unsupported(format!(
                "call of function {}, which has no body,",
                global.name
            )));
        };
        for (argument, parameter) in arguments.iter().zip(&interface.parameters) {
            let from = self.value(state, *argument)?;
            let from = self.program.list(from).to_vec();
            for (to, from) in words(parameter).into_iter().zip(from) {
                self.push(Instruction::Copy(to, from));
            }
        }
        self.push(Instruction::Call(interface.start));
        let to = self.value(state, Value::from(id))?;
        let to = self.program.list(to).to_vec();
        for (to, from) in to.into_iter().zip(words(&interface.results)) {
            self.push(Instruction::Copy(to, from));
        }
        Ok(())
    }
}
