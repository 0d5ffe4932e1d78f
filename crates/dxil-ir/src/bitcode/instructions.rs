//! Instructions: a record each. Operands are numbers relative to the instruction's own; where one is yet to come, its
//! type follows it.

mod operands;
mod writing;

use az::SaturatingAs as _;

use crate::list::List;

use self::operands::Operands;
use super::body_reader::BodyReader;
use super::constants::signed;
use super::reading::ModuleReader;
use super::{BitcodeErrorKind, Result};
use crate::element_pointer_type;
use crate::flags::Takes;
use crate::generated::bitcode::function as code;
use crate::instruction::{Index, MAX_CALL_CONVENTION, TailCall};
use crate::{Alignment, BinaryOp, Body, CastOp, Flags, InstructionId, Op, Predicate, RmwOp, Type, TypeId};

/// Bits of an alloca's last operand.
const ALLOCA_ALIGNMENT: u64 = 31;
const ALLOCA_IN_ALLOCA: u64 = 1 << 5;
const ALLOCA_EXPLICIT_TYPE: u64 = 1 << 6;
/// Bits of a call's second operand, besides the calling convention in those between.
const CALL_TAIL: u64 = 1;
const CALL_CONVENTION_SHIFT: u32 = 1;
const CALL_MUST_TAIL: u64 = 1 << 14;
const CALL_EXPLICIT_TYPE: u64 = 1 << 15;
const CALL_KNOWN: u64 = 0xffff;

impl ModuleReader<'_> {
    /// Reads the instruction that the record says.
    pub(super) fn read_instruction(&mut self, reader: &mut BodyReader) -> Result<()> {
        if reader.current == reader.body.layout.len() {
            let found = reader.current.saturating_add(1);
            return Err(self.error(BitcodeErrorKind::Blocks { expected: reader.current, found }));
        }
        let mut operands = Operands {
            r: self,
            body: reader,
            code: self.record.code,
            left: self.record.operands.iter(),
            next_number: self.values.len().saturating_as::<u32>(),
            has_forward: false,
            new_type: None,
        };
        instruction(&mut operands)?;
        let Operands { left, has_forward, new_type, .. } = operands;
        if left.len() != 0 {
            return Err(self.error(BitcodeErrorKind::Long { operands: left.len() }));
        }
        let Some((id, instruction)) = reader.body.instructions.iter_mut().next_back() else { return Ok(()) };
        if let Some(ty) = new_type {
            instruction.ty = self.module.types.intern(ty);
        }
        let (ty, is_terminator) = (instruction.ty, instruction.op.is_terminator());
        self.end_instruction(reader, id, (ty, is_terminator), has_forward);
        Ok(())
    }

    /// Ends the block of a terminator. The result of an instruction becomes the next value, unless its type is void.
    #[inline(always)]
    pub(super) fn end_instruction(
        &mut self,
        reader: &mut BodyReader,
        id: InstructionId,
        (ty, is_terminator): (TypeId, bool),
        has_forward: bool,
    ) {
        if has_forward {
            reader.gathered.forward.push(id);
        }
        if is_terminator {
            reader.end_block(id);
        }
        if !matches!(self.module.types.get(ty), Some(Type::Void)) {
            self.values.push((id.into(), ty));
        }
    }

    /// The type of the elements of a vector operand.
    pub(super) fn vector_element(&self, vector: TypeId) -> Result<TypeId> {
        match self.module.types.get(vector) {
            Some(Type::Vector(element, _)) => Ok(*element),
            _ => Err(self.error(BitcodeErrorKind::NotVector { what: "the vector operand" })),
        }
    }

    /// The type of the member of an aggregate at `indices`.
    pub(super) fn member(&self, body: &Body, aggregate: TypeId, indices: &List<Index>) -> Result<TypeId> {
        let mut ty = Some(aggregate);
        for index in indices.as_slice(&body.lists.indices) {
            ty = ty.and_then(|ty| self.module.types.element(ty, u64::from(index.0)));
        }
        ty.ok_or_else(|| self.error(BitcodeErrorKind::BadIndices { what: "an aggregate" }))
    }
}

#[inline(always)]
fn instruction(o: &mut Operands<'_, '_>) -> Result<()> {
    match o.code {
        code::INST_BINOP => {
            let (first, ty) = o.typed()?;
            let operands = [first, o.value()?];
            let op = o.coded("a binary operator", BinaryOp::from_code)?;
            let byte = if o.has_more() { o.number("flags")? } else { 0 };
            let flags = match byte {
                0 => Flags::NONE,
                byte => Flags::from_byte(Takes::binary(op, o.r.module.types.is_float(ty)), byte),
            };
            o.add_with(Op::Binary { op, operands }, ty, flags);
        }
        code::INST_CAST => {
            let (value, _) = o.typed()?;
            let ty = o.ty("the type of a cast")?;
            let op = o.coded("a cast", CastOp::from_code)?;
            o.add(Op::Cast(op, value), ty);
        }
        code::INST_CMP2 | code::INST_CMP => {
            let (first, ty) = o.typed()?;
            let operands = [first, o.value()?];
            let predicate = o.coded("a predicate", Predicate::from_code)?;
            let byte = if o.has_more() { o.number("flags")? } else { 0 };
            let ty = truth_of(o, ty)?;
            o.add_with(Op::Compare { predicate, operands }, ty, Flags::from_byte(Takes::FastMath, byte));
        }
        code::INST_VSELECT => {
            let (if_true, ty) = o.typed()?;
            let if_false = o.value()?;
            let (condition, _) = o.typed()?;
            o.add(Op::Select([condition, if_true, if_false]), ty);
        }
        code::INST_EXTRACTELT => {
            let (vector, ty) = o.typed()?;
            let (index, _) = o.typed()?;
            let ty = o.r.vector_element(ty)?;
            o.add(Op::ExtractElement([vector, index]), ty);
        }
        code::INST_INSERTELT => {
            let (vector, ty) = o.typed()?;
            let element = o.value()?;
            let (index, _) = o.typed()?;
            o.add(Op::InsertElement([vector, element, index]), ty);
        }
        code::INST_SHUFFLEVEC => {
            let (first, ty) = o.typed()?;
            let second = o.value()?;
            let (mask, mask_type) = o.typed()?;
            let length = match o.r.module.types.get(mask_type) {
                Some(Type::Vector(_, length)) => *length,
                _ => return Err(o.r.error(BitcodeErrorKind::NotVector { what: "the mask of a shuffle" })),
            };
            let element = o.r.vector_element(ty)?;
            let ty = o.id_of(Type::Vector(element, length));
            o.add(Op::ShuffleVector([first, second, mask]), ty);
        }
        code::INST_EXTRACTVAL => {
            let (aggregate, ty) = o.typed()?;
            let indices = o.indices()?;
            let member = o.r.member(&o.body.body, ty, &indices)?;
            o.add(Op::ExtractValue(aggregate, indices), member);
        }
        code::INST_INSERTVAL => {
            let (aggregate, ty) = o.typed()?;
            let (value, _) = o.typed()?;
            let indices = o.indices()?;
            o.r.member(&o.body.body, ty, &indices)?;
            o.add(Op::InsertValue([aggregate, value], indices), ty);
        }
        code::INST_ALLOCA
        | code::INST_LOAD
        | code::INST_LOADATOMIC
        | code::INST_STORE
        | code::INST_STOREATOMIC
        | code::INST_GEP
        | code::INST_CMPXCHG
        | code::INST_ATOMICRMW
        | code::INST_FENCE => return memory(o),
        code::INST_CALL => return call(o),
        code::INST_PHI => return phi(o),
        code::INST_VAARG => {
            let list_type = o.ty("the type of a va_list")?;
            let number = o.absolute()?;
            let list = o.value_of_type(number, list_type)?;
            let ty = o.ty("the type of an argument")?;
            o.add(Op::VariadicArgument(list), ty);
        }
        _ => {
            let op = terminator(o)?;
            let void = o.void();
            o.add(op, void);
        }
    }
    Ok(())
}

#[inline(always)]
fn terminator(o: &mut Operands<'_, '_>) -> Result<Op> {
    Ok(match o.code {
        code::INST_RET if !o.has_more() => Op::Return(None),
        code::INST_RET => Op::Return(Some(o.typed()?.0)),
        code::INST_BR => {
            let target = o.block()?;
            if !o.has_more() {
                return Ok(Op::Branch(target));
            }
            let otherwise = o.block()?;
            Op::ConditionalBranch(o.value()?, [target, otherwise])
        }
        code::INST_SWITCH => {
            let ty = o.ty("the type of a switch")?;
            let number = o.absolute()?;
            let (value, default) = (o.value_of_type(number, ty)?, o.block()?);
            let (cases, targets) = (o.lists().values.begin(), o.lists().blocks.begin());
            while o.has_more() {
                let number = o.next("a case")?;
                let ((case, _), target) = (o.r.value(number)?, o.block()?);
                o.lists().values.add(case);
                o.lists().blocks.add(target);
            }
            let (cases, targets) = (o.lists().values.end(cases), o.lists().blocks.end(targets));
            Op::Switch { value, default, cases, targets }
        }
        code::INST_UNREACHABLE => Op::Unreachable,
        code => return Err(o.r.error(BitcodeErrorKind::UnknownRecord { code, block: "FUNCTION" })),
    })
}

#[inline(always)]
fn memory(o: &mut Operands<'_, '_>) -> Result<()> {
    match o.code {
        code::INST_ALLOCA => return alloca(o),
        code @ (code::INST_LOAD | code::INST_LOADATOMIC) => {
            let is_atomic = code == code::INST_LOADATOMIC;
            let (pointer, pointer_type) = o.typed()?;
            // The type is missing where the writer was older.
            let ty = if o.left.len() == if is_atomic { 5 } else { 3 } {
                o.ty("the type of a load")?
            } else {
                pointee(o, pointer_type)?
            };
            let access = o.access(is_atomic)?;
            o.add(Op::Load(pointer, access), ty);
        }
        code @ (code::INST_STORE | code::INST_STOREATOMIC) => {
            let (pointer, _) = o.typed()?;
            let (value, _) = o.typed()?;
            let access = o.access(code == code::INST_STOREATOMIC)?;
            let void = o.void();
            o.add(Op::Store([value, pointer], access), void);
        }
        code::INST_GEP => return element_pointer(o),
        code::INST_CMPXCHG => {
            let (pointer, _) = o.typed()?;
            let (compared, ty) = o.typed()?;
            let operands = [pointer, compared, o.value()?];
            let is_volatile = o.flag("the volatile flag")?;
            let success = o.ordering()?;
            let scope = o.scope()?;
            let failure = o.ordering()?;
            let is_weak = o.flag("the weak flag of a cmpxchg")?;
            let Some(truth) = o.body.truth else {
                return Err(o
                    .r
                    .error(BitcodeErrorKind::MissingType { what: "i1, part of the result of a cmpxchg" }));
            };
            let ty = o.id_of(Type::Literal { members: [ty, truth].into(), is_packed: false });
            let alignment = Alignment::NATURAL;
            o.add(
                Op::CompareExchange { operands, is_volatile, is_weak, success, failure, scope, alignment },
                ty,
            );
        }
        code::INST_ATOMICRMW => {
            let (pointer, pointer_type) = o.typed()?;
            let operands = [pointer, o.value()?];
            let op = o.coded("an atomic operation", RmwOp::from_code)?;
            let is_volatile = o.flag("the volatile flag")?;
            let (ordering, scope) = (o.ordering()?, o.scope()?);
            let ty = pointee(o, pointer_type)?;
            let alignment = Alignment::NATURAL;
            o.add(Op::AtomicRmw { op, operands, is_volatile, ordering, scope, alignment }, ty);
        }
        _ => {
            let op = Op::Fence(o.ordering()?, o.scope()?);
            let void = o.void();
            o.add(op, void);
        }
    }
    Ok(())
}

fn alloca(o: &mut Operands<'_, '_>) -> Result<()> {
    let ty = o.ty("the type of an alloca")?;
    let count_type = o.ty("the type of the element count of an alloca")?;
    let number = o.number("the element count of an alloca")?;
    let count = o.value_of_type(number, count_type)?;
    let bits: u64 = o.number("the alignment of an alloca")?;
    let known = ALLOCA_ALIGNMENT | ALLOCA_IN_ALLOCA | ALLOCA_EXPLICIT_TYPE;
    if bits & !known != 0 {
        return Err(o.r.error(BitcodeErrorKind::Unknown { what: "the alignment of an alloca", found: bits }));
    }
    let element = if bits & ALLOCA_EXPLICIT_TYPE != 0 { ty } else { pointee(o, ty)? };
    let op = Op::Alloca {
        element,
        count,
        alignment: Alignment::from_code(u8::try_from(bits & ALLOCA_ALIGNMENT).unwrap_or_default()),
        is_in_alloca: bits & ALLOCA_IN_ALLOCA != 0,
    };
    let ty = o.id_of(Type::Pointer(element.into(), 0));
    o.add(op, ty);
    Ok(())
}

#[inline(always)]
fn element_pointer(o: &mut Operands<'_, '_>) -> Result<()> {
    let is_in_bounds = o.flag("the inbounds flag")?;
    let source = o.ty("the source element type of a getelementptr")?;
    let mut base = None;
    let mut length = None;
    let operands = o.lists().values.begin();
    while o.has_more() {
        let (value, ty) = o.typed()?;
        base = base.or(Some(ty));
        if let Some(Type::Vector(_, elements)) = o.r.module.types.get(ty) {
            length = Some(*elements);
        }
        o.lists().values.add(value);
    }
    let operands = o.lists().values.end(operands);
    let module = &o.r.module;
    let indices =
        operands.as_slice(&o.body.body.lists.values).iter().skip(1).map(|value| module.integer(*value));
    let ty = base.and_then(|base| element_pointer_type(module, source, base, indices));
    let Some(ty) = ty else {
        return Err(o.r.error(BitcodeErrorKind::BadIndices { what: "a getelementptr" }));
    };
    let ty = match length {
        None => o.id_of(ty),
        Some(length) => match module.types.find(&ty) {
            Some(pointer) => o.id_of(Type::Vector(pointer, length)),
            None => {
                return Err(o
                    .r
                    .error(BitcodeErrorKind::MissingType { what: "the result type of a getelementptr" }));
            }
        },
    };
    let flags = if is_in_bounds { Flags::INBOUNDS } else { Flags::NONE };
    o.add_with(Op::ElementPointer { source, operands }, ty, flags);
    Ok(())
}

#[inline(always)]
fn call(o: &mut Operands<'_, '_>) -> Result<()> {
    let attributes = o.number("the attributes of a call")?;
    let attributes = o.r.attribute_list(attributes)?;
    let bits: u64 = o.number("the calling convention of a call")?;
    // Later LLVMs have flags there, and an operand more.
    if bits & !CALL_KNOWN != 0 {
        return Err(o
            .r
            .error(BitcodeErrorKind::Unknown { what: "the calling convention of a call", found: bits }));
    }
    let function_type = match bits & CALL_EXPLICIT_TYPE {
        0 => None,
        _ => Some(o.ty("the function type of a call")?),
    };
    let (callee, callee_type) = o.typed()?;
    let function_type = match function_type {
        Some(ty) => ty,
        None => pointee(o, callee_type)?,
    };
    let r = o.r;
    let Some(Type::Function { result, parameters, is_variadic }) = r.module.types.get(function_type) else {
        return Err(o.r.error(BitcodeErrorKind::NotFunction { what: "the callee" }));
    };
    let arguments = o.lists().values.begin();
    for parameter in parameters {
        let argument = o.argument(*parameter)?;
        o.lists().values.add(argument);
    }
    while *is_variadic && o.has_more() {
        let (argument, _) = o.typed()?;
        o.lists().values.add(argument);
    }
    let convention = bits >> CALL_CONVENTION_SHIFT & u64::from(MAX_CALL_CONVENTION);
    let op = Op::Call {
        callee,
        function_type,
        arguments: o.lists().values.end(arguments),
        attributes: attributes.into(),
        calling_convention: u16::try_from(convention).unwrap_or_default(),
        tail: match (bits & CALL_MUST_TAIL, bits & CALL_TAIL) {
            (0, 0) => TailCall::No,
            (0, _) => TailCall::Tail,
            _ => TailCall::MustTail,
        },
    };
    o.add(op, *result);
    Ok(())
}

#[inline(always)]
fn phi(o: &mut Operands<'_, '_>) -> Result<()> {
    let ty = o.ty("the type of a phi")?;
    let next = o.r.values.len().saturating_as::<i64>();
    let (values, blocks) = (o.lists().values.begin(), o.lists().blocks.begin());
    while o.has_more() {
        let relative = signed(o.next("a value of a phi")?);
        let number = usize::try_from(next.wrapping_sub(relative)).unwrap_or(usize::MAX);
        let (value, block) = (o.value_of(number)?, o.block()?);
        o.lists().values.add(value);
        o.lists().blocks.add(block);
    }
    let op = Op::Phi(o.lists().values.end(values), o.lists().blocks.end(blocks));
    o.add(op, ty);
    Ok(())
}

/// The type of what a comparison of such values gives.
fn truth_of(o: &mut Operands<'_, '_>, ty: TypeId) -> Result<TypeId> {
    Ok(match (o.r.module.types.get(ty), o.body.truth) {
        (Some(Type::Vector(_, length)), Some(truth)) => o.id_of(Type::Vector(truth, *length)),
        (Some(Type::Vector(..)), None) => {
            return Err(o.r.error(BitcodeErrorKind::MissingType { what: "i1, the result of a comparison" }));
        }
        (_, Some(truth)) => truth,
        (_, None) => o.id_of(Type::Integer(1)),
    })
}

fn pointee(o: &Operands<'_, '_>, pointer: TypeId) -> Result<TypeId> {
    let pointee = o.r.module.types.pointee(pointer);
    pointee.ok_or_else(|| o.r.error(BitcodeErrorKind::NotPointer { what: "the accessed address" }))
}
