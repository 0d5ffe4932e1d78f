//! Instructions to records: the other direction of [`super`], apart from it for its length.

use az::SaturatingAs as _;

use super::super::abbreviations;
use super::super::constants::unsigned;
use super::super::writing::ModuleWriter;
use super::super::{BitcodeErrorKind, Result};
use super::{
    ALLOCA_ALIGNMENT, ALLOCA_EXPLICIT_TYPE, ALLOCA_IN_ALLOCA, CALL_CONVENTION_SHIFT, CALL_EXPLICIT_TYPE,
    CALL_MUST_TAIL, CALL_TAIL,
};
use crate::flags::Takes;
use crate::generated::bitcode::function as code;
use crate::instruction::{Access, Index, MAX_CALL_CONVENTION, TailCall};
use crate::list::List;
use crate::{
    Alignment, BinaryOp, BlockId, Body, CastOp, Flags, Instruction, Op, Predicate, Type, TypeId, Value,
};

impl ModuleWriter<'_> {
    /// Appends the operands of an instruction, which would have this number as a value; gives its code and
    /// abbreviation.
    pub(in crate::bitcode) fn push_instruction(
        &mut self,
        body: &Body,
        instruction: &Instruction,
        number: u32,
    ) -> Result<(u32, Option<u32>)> {
        let mut p = Pusher { w: self, body, number };
        let ty = instruction.ty;
        let code = match &instruction.op {
            Op::Binary { op, operands } => return p.binary(*op, operands, ty, instruction.flags),
            Op::Cast(op, value) => return p.cast(*op, *value, ty),
            Op::Compare { predicate, operands } => p.compare(*predicate, operands, instruction.flags)?,
            Op::Select([condition, if_true, if_false]) => {
                p.typed(*if_true)?;
                p.value(*if_false)?;
                p.typed(*condition)?;
                code::INST_VSELECT
            }
            Op::ExtractElement([vector, index]) => {
                p.typed(*vector)?;
                p.typed(*index)?;
                code::INST_EXTRACTELT
            }
            Op::InsertElement([vector, element, index]) => {
                p.typed(*vector)?;
                p.value(*element)?;
                p.typed(*index)?;
                code::INST_INSERTELT
            }
            Op::ShuffleVector([first, second, mask]) => {
                p.typed(*first)?;
                p.value(*second)?;
                p.value(*mask)?;
                code::INST_SHUFFLEVEC
            }
            Op::ExtractValue(aggregate, indices) => {
                p.typed(*aggregate)?;
                p.indices(indices);
                code::INST_EXTRACTVAL
            }
            Op::InsertValue([aggregate, value], indices) => {
                p.typed(*aggregate)?;
                p.typed(*value)?;
                p.indices(indices);
                code::INST_INSERTVAL
            }
            Op::VariadicArgument(list) => p.variadic_argument(*list, ty)?,
            Op::Negate(_) | Op::Freeze(_) => {
                let what = instruction.op.word().name;
                return Err(p.w.error(BitcodeErrorKind::Modern { what }));
            }
            Op::Alloca { element, count, alignment, is_in_alloca } => {
                p.alloca(*element, *count, *alignment, *is_in_alloca)?
            }
            Op::Load(pointer, access) => return p.load(*pointer, access, ty),
            Op::Store(operands, access) => p.store(operands, access)?,
            Op::ElementPointer { source, operands } => {
                return p.element_pointer(*source, operands, instruction.flags);
            }
            Op::CompareExchange { operands, is_volatile, is_weak, success, failure, scope, alignment: _ } => {
                let [pointer, compared, new] = operands;
                p.typed(*pointer)?;
                p.typed(*compared)?;
                p.value(*new)?;
                let (volatile, weak) = (u64::from(*is_volatile), u64::from(*is_weak));
                let scope = u64::from(scope.0);
                p.w.operands.extend([volatile, success.code(), scope, failure.code(), weak]);
                code::INST_CMPXCHG
            }
            Op::AtomicRmw { op, operands: [pointer, value], is_volatile, ordering, scope, alignment: _ } => {
                p.typed(*pointer)?;
                p.value(*value)?;
                let (volatile, scope) = (u64::from(*is_volatile), u64::from(scope.0));
                p.w.operands.extend([op.code(), volatile, ordering.code(), scope]);
                code::INST_ATOMICRMW
            }
            Op::Fence(ordering, scope) => {
                p.w.operands.extend([ordering.code(), u64::from(scope.0)]);
                code::INST_FENCE
            }
            Op::Call { callee, function_type, arguments, attributes, calling_convention, tail } => {
                let attributes = p.w.attribute_list_number(*attributes)?;
                let convention = p.calling_convention(*calling_convention, *tail)?;
                p.w.operands.extend([attributes, convention]);
                p.call(*callee, *function_type, arguments)?
            }
            Op::Phi(values, blocks) => p.phi(ty, values, blocks)?,
            Op::Return(value) => return p.returns(*value),
            Op::Branch(block) => p.branch(&[*block], None)?,
            Op::ConditionalBranch(condition, blocks) => p.branch(blocks, Some(*condition))?,
            Op::Switch { value, default, cases, targets } => p.switch(*value, *default, cases, targets)?,
            Op::Unreachable => {
                return Ok((code::INST_UNREACHABLE, Some(abbreviations::FUNCTION_UNREACHABLE)));
            }
        };
        Ok((code, None))
    }
}

/// Appends the operands of one instruction.
struct Pusher<'p, 'm> {
    w: &'p mut ModuleWriter<'m>,
    body: &'p Body,
    /// The number that the instruction would have as a value.
    number: u32,
}

impl Pusher<'_, '_> {
    fn number(&mut self, number: u64) {
        self.w.operands.push(number);
    }

    fn absolute(&mut self, value: Value) -> Result<u32> {
        let number = self.w.value_number(value)?;
        Ok(number.saturating_as::<u32>())
    }

    /// A value, relative to the instruction.
    fn value(&mut self, value: Value) -> Result<()> {
        let number = self.absolute(value)?;
        self.number(u64::from(self.number.wrapping_sub(number)));
        Ok(())
    }

    /// The same, with its type if it is yet to come; says whether it is.
    fn typed(&mut self, value: Value) -> Result<bool> {
        let number = self.absolute(value)?;
        self.number(u64::from(self.number.wrapping_sub(number)));
        let is_forward = number >= self.number;
        if is_forward {
            self.ty(value)?;
        }
        Ok(is_forward)
    }

    fn ty(&mut self, value: Value) -> Result<()> {
        match self.w.type_in(self.body, value) {
            Some(ty) => self.w.push_type(ty),
            None => Err(self.w.error(BitcodeErrorKind::Dangling { what: "value" })),
        }
    }

    fn block(&mut self, block: BlockId) -> Result<()> {
        let number = self.w.block_number(block)?;
        self.number(number);
        Ok(())
    }

    fn indices(&mut self, indices: &List<Index>) {
        let indices = indices.as_slice(&self.body.lists.indices);
        self.w.operands.extend(indices.iter().map(|index| u64::from(index.0)));
    }

    fn access(&mut self, access: &Access) {
        self.w.operands.extend([u64::from(access.alignment.code()), u64::from(access.is_volatile)]);
        if let Some((ordering, scope)) = access.atomic {
            self.w.operands.extend([ordering.code(), u64::from(scope.0)]);
        }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        [first, second]: &[Value; 2],
        ty: TypeId,
        flags: Flags,
    ) -> Result<(u32, Option<u32>)> {
        let is_forward = self.typed(*first)?;
        self.value(*second)?;
        self.number(op.code());
        let (byte, abbreviation) = match flags {
            Flags::NONE => (0, abbreviations::FUNCTION_BINOP),
            flags => {
                let takes = Takes::binary(op, self.w.module.types.is_float(ty));
                let byte = self.w.flag_byte(flags, takes)?;
                self.number(u64::from(byte));
                (byte, abbreviations::FUNCTION_BINOP_FLAGS)
            }
        };
        let fits = byte <= abbreviations::LARGEST_FLAGS;
        Ok((code::INST_BINOP, Some(abbreviation).filter(|_| !is_forward && fits)))
    }

    fn cast(&mut self, op: CastOp, value: Value, ty: TypeId) -> Result<(u32, Option<u32>)> {
        let is_forward = self.typed(value)?;
        self.w.push_type(ty)?;
        self.number(op.code());
        Ok((code::INST_CAST, Some(abbreviations::FUNCTION_CAST).filter(|_| !is_forward)))
    }

    fn compare(&mut self, predicate: Predicate, operands: &[Value; 2], flags: Flags) -> Result<u32> {
        let [first, second] = operands;
        self.typed(*first)?;
        self.value(*second)?;
        self.number(predicate.code());
        let byte = self.w.flag_byte(flags, Takes::FastMath)?;
        self.w.operands.extend((byte != 0).then_some(u64::from(byte)));
        Ok(code::INST_CMP2)
    }

    fn variadic_argument(&mut self, list: Value, ty: TypeId) -> Result<u32> {
        self.ty(list)?;
        self.value(list)?;
        self.w.push_type(ty)?;
        Ok(code::INST_VAARG)
    }

    fn alloca(
        &mut self,
        element: TypeId,
        count: Value,
        alignment: Alignment,
        is_in_alloca: bool,
    ) -> Result<u32> {
        self.w.push_type(element)?;
        self.ty(count)?;
        let count = self.absolute(count)?;
        self.number(u64::from(count));
        let in_alloca = if is_in_alloca { ALLOCA_IN_ALLOCA } else { 0 };
        let alignment = u64::from(alignment.code());
        if alignment > ALLOCA_ALIGNMENT {
            let what = "the alignment of an alloca";
            return Err(self.w.error(BitcodeErrorKind::TooLarge { what, found: alignment }));
        }
        self.number(alignment | in_alloca | ALLOCA_EXPLICIT_TYPE);
        Ok(code::INST_ALLOCA)
    }

    fn load(&mut self, pointer: Value, access: &Access, ty: TypeId) -> Result<(u32, Option<u32>)> {
        let is_forward = self.typed(pointer)?;
        self.w.push_type(ty)?;
        self.access(access);
        Ok(match access.atomic {
            Some(_) => (code::INST_LOADATOMIC, None),
            None => (code::INST_LOAD, Some(abbreviations::FUNCTION_LOAD).filter(|_| !is_forward)),
        })
    }

    fn store(&mut self, [value, pointer]: &[Value; 2], access: &Access) -> Result<u32> {
        self.typed(*pointer)?;
        self.typed(*value)?;
        self.access(access);
        Ok(if access.atomic.is_some() { code::INST_STOREATOMIC } else { code::INST_STORE })
    }

    fn element_pointer(
        &mut self,
        source: TypeId,
        operands: &List<Value>,
        flags: Flags,
    ) -> Result<(u32, Option<u32>)> {
        let is_in_bounds = self.w.is_in_bounds(flags)?;
        self.number(u64::from(is_in_bounds));
        self.w.push_type(source)?;
        let body = self.body;
        for operand in operands.as_slice(&body.lists.values) {
            self.typed(*operand)?;
        }
        Ok((code::INST_GEP, Some(abbreviations::FUNCTION_GEP)))
    }

    /// The second operand of a call.
    fn calling_convention(&self, convention: u16, tail: TailCall) -> Result<u64> {
        let tail = match tail {
            TailCall::No => 0,
            TailCall::Tail => CALL_TAIL,
            TailCall::MustTail => CALL_TAIL | CALL_MUST_TAIL,
            TailCall::NoTail => return Err(self.w.error(BitcodeErrorKind::Modern { what: "`notail`" })),
        };
        if convention > MAX_CALL_CONVENTION {
            let what = "the calling convention of a call";
            return Err(self.w.error(BitcodeErrorKind::TooLarge { what, found: u64::from(convention) }));
        }
        Ok(u64::from(convention) << CALL_CONVENTION_SHIFT | tail | CALL_EXPLICIT_TYPE)
    }

    fn call(&mut self, callee: Value, function_type: TypeId, arguments: &List<Value>) -> Result<u32> {
        self.w.push_type(function_type)?;
        self.typed(callee)?;
        let fixed = match self.w.module.types.get(function_type) {
            Some(Type::Function { parameters, .. }) => parameters.len(),
            _ => 0,
        };
        let body = self.body;
        for (index, argument) in arguments.as_slice(&body.lists.values).iter().enumerate() {
            if index < fixed {
                self.value(*argument)?;
            } else {
                self.typed(*argument)?;
            }
        }
        Ok(code::INST_CALL)
    }

    fn phi(&mut self, ty: TypeId, values: &List<Value>, blocks: &List<BlockId>) -> Result<u32> {
        self.w.push_type(ty)?;
        let lists = &self.body.lists;
        for (value, block) in values.as_slice(&lists.values).iter().zip(blocks.as_slice(&lists.blocks)) {
            let number = self.absolute(*value)?;
            self.number(unsigned(i64::from(self.number) - i64::from(number)));
            self.block(*block)?;
        }
        Ok(code::INST_PHI)
    }

    fn returns(&mut self, value: Option<Value>) -> Result<(u32, Option<u32>)> {
        let Some(value) = value else {
            return Ok((code::INST_RET, Some(abbreviations::FUNCTION_RET_VOID)));
        };
        let is_forward = self.typed(value)?;
        Ok((code::INST_RET, Some(abbreviations::FUNCTION_RET_VALUE).filter(|_| !is_forward)))
    }

    fn branch(&mut self, blocks: &[BlockId], condition: Option<Value>) -> Result<u32> {
        blocks.iter().try_for_each(|block| self.block(*block))?;
        condition.map_or(Ok(()), |condition| self.value(condition))?;
        Ok(code::INST_BR)
    }

    fn switch(
        &mut self,
        value: Value,
        default: BlockId,
        cases: &List<Value>,
        targets: &List<BlockId>,
    ) -> Result<u32> {
        self.ty(value)?;
        self.value(value)?;
        self.block(default)?;
        let lists = &self.body.lists;
        for (case, target) in cases.as_slice(&lists.values).iter().zip(targets.as_slice(&lists.blocks)) {
            let case = self.absolute(*case)?;
            self.number(u64::from(case));
            self.block(*target)?;
        }
        Ok(code::INST_SWITCH)
    }
}
