//! Instructions: a record each. Operands are numbers relative to the instruction's own; where one is yet to come, its type
//! follows it.
//!
//! Long because reading and writing a record of so many kinds belong side by side.

use crate::list::List;

use super::constants::{signed, unsigned};
use super::function::BodyReader;
use super::reading::ModuleReader;
use super::writing::ModuleWriter;
use super::{BitcodeErrorKind, Result, abbreviations};
use crate::element_pointer_type;
use crate::flags::Takes;
use crate::generated::bitcode::function as code;
use crate::instruction::{Access, Index, MAX_CALL_CONVENTION, TailCall};
use crate::{
    Alignment, BinaryOp, BlockId, Body, CastOp, Flags, Instruction, Op, Ordering, Predicate, RmwOp,
    SyncScope, Type, TypeId, Value,
};

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

/// The operands of a record, one after the other.
struct Operands<'r, 'a> {
    r: &'r ModuleReader<'a>,
    body: &'r mut BodyReader,
    code: u32,
    all: &'r [u64],
    /// Those that were not yet taken.
    left: &'r [u64],
    /// Whether one of them is yet to come.
    has_forward: bool,
    /// The type of what the instruction gives, if the module does not have it yet.
    new_type: Option<Type>,
}

impl Operands<'_, '_> {
    #[inline]
    fn next(&mut self, what: &'static str) -> Result<u64> {
        match self.left.split_first() {
            Some((first, left)) => {
                self.left = left;
                Ok(*first)
            }
            None => Err(self.r.error(BitcodeErrorKind::Short { what, operands: self.all.len() })),
        }
    }

    #[inline]
    fn number<N: TryFrom<u64>>(&mut self, what: &'static str) -> Result<N> {
        let found = self.next(what)?;
        N::try_from(found).map_err(|_| self.r.error(BitcodeErrorKind::TooLarge { what, found }))
    }

    fn flag(&mut self, what: &'static str) -> Result<bool> {
        Ok(self.next(what)? != 0)
    }

    #[inline]
    fn coded<T>(&mut self, what: &'static str, of: impl Fn(u64) -> Option<T>) -> Result<T> {
        let found = self.next(what)?;
        of(found).ok_or_else(|| self.r.error(BitcodeErrorKind::Unknown { what, found }))
    }

    fn ty(&mut self, what: &'static str) -> Result<TypeId> {
        let number = self.next(what)?;
        self.r.type_of_number(number)
    }

    fn block(&mut self) -> Result<BlockId> {
        let number = self.next("a block")?;
        self.r.block(&self.body.body, number)
    }

    fn has_more(&self) -> bool {
        !self.left.is_empty()
    }

    /// The number that a relative one means.
    fn absolute(&mut self) -> Result<usize> {
        // Numbers are 32 bits wide, and wrap.
        let next = u32::try_from(self.r.values.len()).unwrap_or(u32::MAX);
        let relative = u32::try_from(self.next("an operand")? & u64::from(u32::MAX)).unwrap_or_default();
        Ok(usize::try_from(next.wrapping_sub(relative)).unwrap_or(usize::MAX))
    }

    /// A value whose type everyone knows.
    fn value(&mut self) -> Result<Value> {
        let number = self.absolute()?;
        self.value_of(number)
    }

    #[inline]
    fn value_of(&mut self, number: usize) -> Result<Value> {
        match self.r.values.get(number) {
            Some((value, _)) => Ok(*value),
            None => {
                self.has_forward = true;
                self.r.forward(self.body, number)
            }
        }
    }

    /// A value whose type follows it if it is yet to come.
    #[inline]
    fn typed(&mut self) -> Result<(Value, TypeId)> {
        let number = self.absolute()?;
        match self.r.values.get(number) {
            Some(known) => Ok(*known),
            None => {
                let ty = self.ty("the type of a forward-referenced operand")?;
                self.body.promised.push((number, ty));
                Ok((self.value_of(number)?, ty))
            }
        }
    }

    /// A value that the record says to have this type, although everyone knows it.
    fn value_of_type(&mut self, number: usize, ty: TypeId) -> Result<Value> {
        match self.r.values.get(number) {
            None => self.body.promised.push((number, ty)),
            Some((_, known)) if *known == ty => {}
            Some(_) => {
                let number = u64::try_from(number).unwrap_or(u64::MAX);
                return Err(self.r.error(BitcodeErrorKind::OtherType { number }));
            }
        }
        self.value_of(number)
    }

    fn access(&mut self, is_atomic: bool) -> Result<Access> {
        Ok(Access {
            alignment: Alignment::from_code(self.number("an alignment")?),
            is_volatile: self.flag("the volatile flag")?,
            atomic: match is_atomic {
                false => None,
                true => Some((self.ordering()?, self.scope()?)),
            },
        })
    }

    fn ordering(&mut self) -> Result<Ordering> {
        self.coded("an ordering", Ordering::from_code)
    }

    fn scope(&mut self) -> Result<SyncScope> {
        let scope =
            |code| u8::try_from(code).ok().filter(|code| *code < SyncScope::FIRST_NAMED).map(SyncScope);
        self.coded("a synchronization scope", scope)
    }

    fn indices(&mut self) -> Result<List<Index>> {
        let mut indices = List::new();
        while self.has_more() {
            let index = Index(self.number("an index")?);
            self.body.body.lists.indices.push(&mut indices, index);
        }
        Ok(indices)
    }

    /// Adds the instruction. In every place that makes one, so that it is made where it stays: copies of what was just
    /// written in pieces stall.
    #[inline(always)]
    fn add(&mut self, op: Op, ty: TypeId) {
        self.add_with(op, ty, Flags::NONE);
    }

    /// Adds an instruction of which something is assumed.
    #[inline(always)]
    fn add_with(&mut self, op: Op, ty: TypeId, flags: Flags) {
        self.body.body.instructions.push(Instruction { op, ty, flags, location: None.into() });
    }

    /// The id of a type that the module may not have yet.
    fn id_of(&mut self, ty: Type) -> TypeId {
        self.r.module.types.find(&ty).unwrap_or_else(|| {
            self.new_type = Some(ty);
            TypeId::from_u32(u32::MAX)
        })
    }

    /// The type of what gives nothing.
    fn void(&mut self) -> TypeId {
        self.body.void.unwrap_or_else(|| self.id_of(Type::Void))
    }

    /// An argument of a call, for a parameter of this type.
    fn argument(&mut self, ty: TypeId) -> Result<Value> {
        let module = &self.r.module;
        match module.types.get(ty) {
            Some(Type::Metadata) => {
                let number = self.absolute()?;
                self.r.metadata_value(u64::try_from(number).unwrap_or(u64::MAX))
            }
            Some(Type::Label) => {
                Err(self.r.error(BitcodeErrorKind::Unsupported { what: "a basic block as an argument" }))
            }
            _ => self.value(),
        }
    }
}

impl ModuleReader<'_> {
    /// Reads the instruction that the record says.
    pub(super) fn read_instruction(&mut self, reader: &mut BodyReader) -> Result<()> {
        if reader.current == reader.body.layout.len() {
            let found = reader.current.saturating_add(1);
            return Err(self.error(BitcodeErrorKind::Blocks { expected: reader.current, found }));
        }
        let all = std::mem::take(&mut self.record.operands);
        let mut operands = Operands {
            r: self,
            body: reader,
            code: self.record.code,
            all: &all,
            left: &all,
            has_forward: false,
            new_type: None,
        };
        instruction(&mut operands)?;
        let Operands { left, has_forward, new_type, .. } = operands;
        if !left.is_empty() {
            return Err(self.error(BitcodeErrorKind::Long { operands: left.len() }));
        }
        self.record.operands = all;
        let Some((id, instruction)) = reader.body.instructions.iter_mut().next_back() else { return Ok(()) };
        if let Some(ty) = new_type {
            instruction.ty = self.module.types.intern(ty);
        }
        let (ty, is_terminator) = (instruction.ty, instruction.op.is_terminator());
        if has_forward {
            reader.forward.push(id);
        }
        if is_terminator {
            reader.end_block(id);
        }
        if !matches!(self.module.types.get(ty), Some(Type::Void)) {
            self.values.push((id.into(), ty));
        }
        Ok(())
    }
}

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
            let ty = element(o, ty)?;
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
            let element = element(o, ty)?;
            let ty = o.id_of(Type::Vector(element, length));
            o.add(Op::ShuffleVector([first, second, mask]), ty);
        }
        code::INST_EXTRACTVAL => {
            let (aggregate, ty) = o.typed()?;
            let indices = o.indices()?;
            let member = member(o, ty, &indices)?;
            o.add(Op::ExtractValue(aggregate, indices), member);
        }
        code::INST_INSERTVAL => {
            let (aggregate, ty) = o.typed()?;
            let (value, _) = o.typed()?;
            let indices = o.indices()?;
            member(o, ty, &indices)?;
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
            let (mut cases, mut targets) = (Vec::new(), Vec::new());
            while o.has_more() {
                let number = o.number("a case")?;
                cases.push(o.r.value(number)?.0);
                targets.push(o.block()?);
            }
            let lists = &mut o.body.body.lists;
            Op::Switch {
                value,
                default,
                cases: lists.values.list_of(&cases),
                targets: lists.blocks.list_of(&targets),
            }
        }
        code::INST_UNREACHABLE => Op::Unreachable,
        code => return Err(o.r.error(BitcodeErrorKind::UnknownRecord { code, block: "FUNCTION" })),
    })
}

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

fn element_pointer(o: &mut Operands<'_, '_>) -> Result<()> {
    let is_in_bounds = o.flag("the inbounds flag")?;
    let source = o.ty("the source element type of a getelementptr")?;
    let mut operands = o.body.take_scratch();
    let mut base = None;
    let mut length = None;
    while o.has_more() {
        let (value, ty) = o.typed()?;
        base = base.or(Some(ty));
        if let Some(Type::Vector(_, elements)) = o.r.module.types.get(ty) {
            length = Some(*elements);
        }
        operands.push(value);
    }
    let module = &o.r.module;
    let indices = operands.iter().skip(1).map(|value| module.integer(*value));
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
    let operands = o.body.list(operands);
    let flags = if is_in_bounds { Flags::INBOUNDS } else { Flags::NONE };
    o.add_with(Op::ElementPointer { source, operands }, ty, flags);
    Ok(())
}

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
    let mut arguments = o.body.take_scratch();
    for parameter in parameters {
        arguments.push(o.argument(*parameter)?);
    }
    while *is_variadic && o.has_more() {
        arguments.push(o.typed()?.0);
    }
    let convention = bits >> CALL_CONVENTION_SHIFT & u64::from(MAX_CALL_CONVENTION);
    let op = Op::Call {
        callee,
        function_type,
        arguments: o.body.list(arguments),
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

fn phi(o: &mut Operands<'_, '_>) -> Result<()> {
    let ty = o.ty("the type of a phi")?;
    let (mut values, mut blocks) = (Vec::new(), Vec::new());
    while o.has_more() {
        let relative = signed(o.number("a value of a phi")?);
        let next = i64::try_from(o.r.values.len()).unwrap_or(i64::MAX);
        let number = usize::try_from(next.wrapping_sub(relative)).unwrap_or(usize::MAX);
        values.push(o.value_of(number)?);
        blocks.push(o.block()?);
    }
    let lists = &mut o.body.body.lists;
    let values = lists.values.list_of(&values);
    let blocks = lists.blocks.list_of(&blocks);
    o.add(Op::Phi(values, blocks), ty);
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

fn element(o: &Operands<'_, '_>, vector: TypeId) -> Result<TypeId> {
    match o.r.module.types.get(vector) {
        Some(Type::Vector(element, _)) => Ok(*element),
        _ => Err(o.r.error(BitcodeErrorKind::NotVector { what: "the vector operand" })),
    }
}

fn pointee(o: &Operands<'_, '_>, pointer: TypeId) -> Result<TypeId> {
    let pointee = o.r.module.types.pointee(pointer);
    pointee.ok_or_else(|| o.r.error(BitcodeErrorKind::NotPointer { what: "the accessed address" }))
}

fn member(o: &Operands<'_, '_>, aggregate: TypeId, indices: &List<Index>) -> Result<TypeId> {
    let mut ty = Some(aggregate);
    for index in indices.as_slice(&o.body.body.lists.indices) {
        ty = ty.and_then(|ty| o.r.module.types.element(ty, u64::from(index.0)));
    }
    ty.ok_or_else(|| o.r.error(BitcodeErrorKind::BadIndices { what: "an aggregate" }))
}

impl ModuleWriter<'_> {
    /// Appends the operands of an instruction, which would have this number as a value; gives its code and abbreviation.
    pub(super) fn push_instruction(
        &mut self,
        body: &Body,
        instruction: &Instruction,
        number: u32,
    ) -> Result<(u32, Option<u32>)> {
        let mut p = Pusher { w: self, body, number };
        Ok(match &instruction.op {
            Op::Binary { op, operands: [first, second] } => {
                let is_forward = p.typed(*first)?;
                p.value(*second)?;
                p.number(op.code());
                let (byte, abbreviation) = match instruction.flags {
                    Flags::NONE => (0, abbreviations::FUNCTION_BINOP),
                    flags => {
                        let takes = Takes::binary(*op, p.w.module.types.is_float(instruction.ty));
                        let byte = p.w.flag_byte(flags, takes)?;
                        p.number(u64::from(byte));
                        (byte, abbreviations::FUNCTION_BINOP_FLAGS)
                    }
                };
                let fits = byte <= abbreviations::LARGEST_FLAGS;
                (code::INST_BINOP, Some(abbreviation).filter(|_| !is_forward && fits))
            }
            Op::Cast(op, value) => {
                let is_forward = p.typed(*value)?;
                p.w.push_type(instruction.ty)?;
                p.number(op.code());
                (code::INST_CAST, Some(abbreviations::FUNCTION_CAST).filter(|_| !is_forward))
            }
            Op::Compare { predicate, operands: [first, second] } => {
                p.typed(*first)?;
                p.value(*second)?;
                p.number(predicate.code());
                let byte = p.w.flag_byte(instruction.flags, Takes::FastMath)?;
                p.w.operands.extend((byte != 0).then_some(u64::from(byte)));
                (code::INST_CMP2, None)
            }
            Op::Select([condition, if_true, if_false]) => {
                p.typed(*if_true)?;
                p.value(*if_false)?;
                p.typed(*condition)?;
                (code::INST_VSELECT, None)
            }
            Op::ExtractElement([vector, index]) => {
                p.typed(*vector)?;
                p.typed(*index)?;
                (code::INST_EXTRACTELT, None)
            }
            Op::InsertElement([vector, element, index]) => {
                p.typed(*vector)?;
                p.value(*element)?;
                p.typed(*index)?;
                (code::INST_INSERTELT, None)
            }
            Op::ShuffleVector([first, second, mask]) => {
                p.typed(*first)?;
                p.value(*second)?;
                p.value(*mask)?;
                (code::INST_SHUFFLEVEC, None)
            }
            Op::ExtractValue(aggregate, indices) => {
                p.typed(*aggregate)?;
                p.indices(indices);
                (code::INST_EXTRACTVAL, None)
            }
            Op::InsertValue([aggregate, value], indices) => {
                p.typed(*aggregate)?;
                p.typed(*value)?;
                p.indices(indices);
                (code::INST_INSERTVAL, None)
            }
            Op::VariadicArgument(list) => {
                p.ty(*list)?;
                p.value(*list)?;
                p.w.push_type(instruction.ty)?;
                (code::INST_VAARG, None)
            }
            Op::Call { .. } => (p.call(&instruction.op)?, None),
            Op::Phi(values, blocks) => {
                p.phi(instruction.ty, values, blocks)?;
                (code::INST_PHI, None)
            }
            Op::Negate(_) | Op::Freeze(_) => {
                let what = instruction.op.word().name;
                return Err(p.w.error(BitcodeErrorKind::Modern { what }));
            }
            op @ (Op::Return(_)
            | Op::Branch(_)
            | Op::ConditionalBranch(..)
            | Op::Switch { .. }
            | Op::Unreachable) => p.terminator(op)?,
            op @ (Op::Alloca { .. }
            | Op::Load(..)
            | Op::Store(..)
            | Op::ElementPointer { .. }
            | Op::CompareExchange { .. }
            | Op::AtomicRmw { .. }
            | Op::Fence(..)) => p.memory(op, instruction.ty, instruction.flags)?,
        })
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
        Ok(u32::try_from(number).unwrap_or(u32::MAX))
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

    fn call(&mut self, op: &Op) -> Result<u32> {
        let Op::Call { callee, function_type, arguments, attributes, calling_convention, tail } = op else {
            return Ok(code::INST_CALL);
        };
        let attributes = self.w.attribute_list_number(*attributes)?;
        let tail = match tail {
            TailCall::No => 0,
            TailCall::Tail => CALL_TAIL,
            TailCall::MustTail => CALL_TAIL | CALL_MUST_TAIL,
            TailCall::NoTail => return Err(self.w.error(BitcodeErrorKind::Modern { what: "`notail`" })),
        };
        let convention = u64::from(*calling_convention);
        if convention > u64::from(MAX_CALL_CONVENTION) {
            let what = "the calling convention of a call";
            return Err(self.w.error(BitcodeErrorKind::TooLarge { what, found: convention }));
        }
        let convention = convention << CALL_CONVENTION_SHIFT;
        self.w.operands.extend([attributes, convention | tail | CALL_EXPLICIT_TYPE]);
        self.w.push_type(*function_type)?;
        self.typed(*callee)?;
        let fixed = match self.w.module.types.get(*function_type) {
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

    fn phi(&mut self, ty: TypeId, values: &List<Value>, blocks: &List<BlockId>) -> Result<()> {
        self.w.push_type(ty)?;
        let lists = &self.body.lists;
        for (value, block) in values.as_slice(&lists.values).iter().zip(blocks.as_slice(&lists.blocks)) {
            let number = self.absolute(*value)?;
            self.number(unsigned(i64::from(self.number) - i64::from(number)));
            self.block(*block)?;
        }
        Ok(())
    }

    fn terminator(&mut self, op: &Op) -> Result<(u32, Option<u32>)> {
        Ok(match op {
            Op::Return(None) => (code::INST_RET, Some(abbreviations::FUNCTION_RET_VOID)),
            Op::Return(Some(value)) => {
                let is_forward = self.typed(*value)?;
                (code::INST_RET, Some(abbreviations::FUNCTION_RET_VALUE).filter(|_| !is_forward))
            }
            Op::Branch(block) => {
                self.block(*block)?;
                (code::INST_BR, None)
            }
            Op::ConditionalBranch(condition, [target, otherwise]) => {
                self.block(*target)?;
                self.block(*otherwise)?;
                self.value(*condition)?;
                (code::INST_BR, None)
            }
            Op::Switch { value, default, cases, targets } => {
                self.ty(*value)?;
                self.value(*value)?;
                self.block(*default)?;
                let lists = &self.body.lists;
                for (case, target) in
                    cases.as_slice(&lists.values).iter().zip(targets.as_slice(&lists.blocks))
                {
                    let case = self.absolute(*case)?;
                    self.number(u64::from(case));
                    self.block(*target)?;
                }
                (code::INST_SWITCH, None)
            }
            _ => (code::INST_UNREACHABLE, Some(abbreviations::FUNCTION_UNREACHABLE)),
        })
    }

    fn memory(&mut self, op: &Op, ty: TypeId, flags: Flags) -> Result<(u32, Option<u32>)> {
        Ok(match op {
            Op::Alloca { element, count, alignment, is_in_alloca } => {
                self.w.push_type(*element)?;
                self.ty(*count)?;
                let count = self.absolute(*count)?;
                self.number(u64::from(count));
                let in_alloca = if *is_in_alloca { ALLOCA_IN_ALLOCA } else { 0 };
                let alignment = u64::from(alignment.code());
                if alignment > ALLOCA_ALIGNMENT {
                    let what = "the alignment of an alloca";
                    return Err(self.w.error(BitcodeErrorKind::TooLarge { what, found: alignment }));
                }
                self.number(alignment | in_alloca | ALLOCA_EXPLICIT_TYPE);
                (code::INST_ALLOCA, None)
            }
            Op::Load(pointer, access) => {
                let is_forward = self.typed(*pointer)?;
                self.w.push_type(ty)?;
                self.access(access);
                match access.atomic {
                    Some(_) => (code::INST_LOADATOMIC, None),
                    None => (code::INST_LOAD, Some(abbreviations::FUNCTION_LOAD).filter(|_| !is_forward)),
                }
            }
            Op::Store([value, pointer], access) => {
                self.typed(*pointer)?;
                self.typed(*value)?;
                self.access(access);
                (if access.atomic.is_some() { code::INST_STOREATOMIC } else { code::INST_STORE }, None)
            }
            Op::ElementPointer { source, operands } => {
                let is_in_bounds = self.w.is_in_bounds(flags)?;
                self.number(u64::from(is_in_bounds));
                self.w.push_type(*source)?;
                let body = self.body;
                for operand in operands.as_slice(&body.lists.values) {
                    self.typed(*operand)?;
                }
                (code::INST_GEP, Some(abbreviations::FUNCTION_GEP))
            }
            Op::CompareExchange {
                operands: [pointer, compared, new],
                is_volatile,
                is_weak,
                success,
                failure,
                scope,
                alignment: _,
            } => {
                self.typed(*pointer)?;
                self.typed(*compared)?;
                self.value(*new)?;
                self.w.operands.extend([
                    u64::from(*is_volatile),
                    success.code(),
                    u64::from(scope.0),
                    failure.code(),
                    u64::from(*is_weak),
                ]);
                (code::INST_CMPXCHG, None)
            }
            Op::AtomicRmw { op, operands: [pointer, value], is_volatile, ordering, scope, alignment: _ } => {
                self.typed(*pointer)?;
                self.value(*value)?;
                self.w.operands.extend([
                    op.code(),
                    u64::from(*is_volatile),
                    ordering.code(),
                    u64::from(scope.0),
                ]);
                (code::INST_ATOMICRMW, None)
            }
            Op::Fence(ordering, scope) => {
                self.w.operands.extend([ordering.code(), u64::from(scope.0)]);
                (code::INST_FENCE, None)
            }
            _ => return Err(self.w.error(BitcodeErrorKind::Unsupported { what: "an instruction" })),
        })
    }
}
