//! Instructions of modern bitcode, except memory accesses and calls.

use super::super::body_reader::BodyReader;
use super::super::constants::signed;
use super::super::reading::ModuleReader;
use super::super::{BitcodeErrorKind, Result};
use super::bodies::BLOCK;
use super::operands::Operands;
use crate::constants::{Constant, ConstantKind};
use crate::flags;
use crate::flags::Takes;
use crate::generated::bitcode::function as code;
use crate::instruction::Index;
use crate::list::List;
use crate::{BinaryOp, CastOp, Flags, Op, Predicate, Type, TypeId, Value, ValueKind};

/// The only unary operator.
const NEGATE: u64 = 0;

impl ModuleReader<'_> {
    /// Reads the instruction of the current record.
    pub(super) fn read_modern_instruction(&mut self, reader: &mut BodyReader) -> Result<()> {
        if reader.current == reader.body.layout.len() {
            let found = reader.current.saturating_add(1);
            return Err(self.error(BitcodeErrorKind::Blocks { expected: reader.current, found }));
        }
        let record = std::mem::take(&mut self.record.operands);
        let mut operands = Operands::new(self, reader, &record);
        instruction(&mut operands)?;
        operands.finish()?;
        let has_forward = operands.has_forward;
        self.record.operands = record;
        let Some((id, instruction)) = reader.body.instructions.iter().next_back() else { return Ok(()) };
        let end = (instruction.ty, instruction.op.is_terminator());
        self.end_instruction(reader, id, end, has_forward);
        match self.modern.body.bundles.is_empty() {
            true => Ok(()),
            false => Err(self.error(BitcodeErrorKind::Missing { what: "the call after an operand bundle" })),
        }
    }
}

fn instruction(o: &mut Operands<'_, '_>) -> Result<()> {
    match o.code {
        code::INST_BINOP => binary(o),
        code::INST_CAST => cast(o),
        code::INST_UNOP => {
            let (value, ty) = o.typed()?;
            o.coded("a unary operator", |code| (code == NEGATE).then_some(()))?;
            let flags = o.fast_math()?;
            o.add_with(Op::Negate(value), ty, flags);
            Ok(())
        }
        code::INST_FREEZE => {
            let (value, ty) = o.typed()?;
            o.add(Op::Freeze(value), ty);
            Ok(())
        }
        code::INST_CMP2 | code::INST_CMP => {
            let (first, ty) = o.typed()?;
            let operands = [first, o.value()?];
            let predicate = o.coded("a predicate", Predicate::from_code)?;
            let flags = match predicate.is_float() {
                true => o.fast_math()?,
                false => o.flag_bits(&[Flags::SAMESIGN])?,
            };
            let ty = o.truth_of(ty);
            o.add_with(Op::Compare { predicate, operands }, ty, flags);
            Ok(())
        }
        code::INST_VSELECT => {
            let (if_true, ty) = o.typed()?;
            let if_false = o.value()?;
            let (condition, _) = o.typed()?;
            let flags = o.fast_math()?;
            o.add_with(Op::Select([condition, if_true, if_false]), ty, flags);
            Ok(())
        }
        code::INST_EXTRACTELT
        | code::INST_INSERTELT
        | code::INST_SHUFFLEVEC
        | code::INST_EXTRACTVAL
        | code::INST_INSERTVAL => aggregates(o),
        code::INST_ALLOCA
        | code::INST_LOAD
        | code::INST_LOADATOMIC
        | code::INST_STORE
        | code::INST_STOREATOMIC
        | code::INST_GEP
        | code::INST_CMPXCHG
        | code::INST_ATOMICRMW_NEW
        | code::INST_FENCE => o.memory(),
        code::INST_CALL => o.call(),
        code::INST_PHI => phi(o),
        code::INST_VAARG => {
            let list_type = o.ty("the type of a va_list")?;
            let number = o.absolute()?;
            let list = o.value_of_type(number, list_type)?;
            let ty = o.ty("the type of an argument")?;
            o.add(Op::VariadicArgument(list), ty);
            Ok(())
        }
        _ => {
            let op = terminator(o)?;
            let void = o.void();
            o.add(op, void);
            Ok(())
        }
    }
}

fn binary(o: &mut Operands<'_, '_>) -> Result<()> {
    let (first, ty) = o.typed()?;
    let operands = [first, o.value()?];
    let op = o.coded("a binary operator", BinaryOp::from_code)?;
    let flags = match Takes::binary(op, o.r.module.types.is_float(ty)) {
        Takes::FastMath => o.fast_math()?,
        Takes::Wrapping => o.flag_bits(&[Flags::NUW, Flags::NSW])?,
        Takes::Exact => o.flag_bits(&[Flags::EXACT])?,
        Takes::Nothing if op == BinaryOp::Or => o.flag_bits(&[Flags::DISJOINT])?,
        Takes::Nothing => Flags::NONE,
    };
    o.add_with(Op::Binary { op, operands }, ty, flags);
    Ok(())
}

fn cast(o: &mut Operands<'_, '_>) -> Result<()> {
    let (value, _) = o.typed()?;
    let ty = o.ty("the type of a cast")?;
    let op = o.coded("a cast", CastOp::from_code)?;
    let flags = cast_flags(o, op)?;
    o.add_with(Op::Cast(op, value), ty, flags);
    Ok(())
}

/// The flags of a cast, if the record has another operand: one bit for each flag, and the fast-math flags last.
fn cast_flags(o: &mut Operands<'_, '_>, op: CastOp) -> Result<Flags> {
    let mut allowed = flags::cast_flags(op).peekable();
    if allowed.peek().is_none() || !o.has_more() {
        return Ok(Flags::NONE);
    }
    let (mut bits, mut found) = (o.next("flags")?, Flags::NONE);
    for flag in allowed {
        if flag == Flags::FAST_MATH {
            return Ok(found | o.fast_math_of(bits)?);
        }
        found |= if bits & 1 != 0 { flag } else { Flags::NONE };
        bits >>= 1;
    }
    if bits != 0 {
        return Err(o.error(BitcodeErrorKind::Unknown { what: "flags", found: bits }));
    }
    Ok(found)
}

/// Instructions on vectors, arrays and structures.
fn aggregates(o: &mut Operands<'_, '_>) -> Result<()> {
    let (first, ty) = o.typed()?;
    match o.code {
        code::INST_EXTRACTELT => {
            let (index, _) = o.typed()?;
            let element = o.r.vector_element(ty)?;
            o.add(Op::ExtractElement([first, index]), element);
        }
        code::INST_INSERTELT => {
            let element = o.value()?;
            let (index, _) = o.typed()?;
            o.add(Op::InsertElement([first, element, index]), ty);
        }
        code::INST_SHUFFLEVEC => {
            let second = o.value()?;
            let (mask, mask_type) = o.typed()?;
            let Some(Type::Vector(_, length)) = o.r.module.types.get(mask_type) else {
                return Err(o.error(BitcodeErrorKind::NotVector { what: "the mask of a shuffle" }));
            };
            let length = *length;
            let element = o.r.vector_element(ty)?;
            let result = o.intern(Type::Vector(element, length));
            let mask = o.r.shuffle_mask(mask_type, mask);
            o.add(Op::ShuffleVector([first, second, mask]), result);
        }
        code::INST_EXTRACTVAL => {
            let indices = indices(o)?;
            let member = o.r.member(&o.body.body, ty, &indices)?;
            o.add(Op::ExtractValue(first, indices), member);
        }
        _ => {
            let (value, _) = o.typed()?;
            let indices = indices(o)?;
            o.r.member(&o.body.body, ty, &indices)?;
            o.add(Op::InsertValue([first, value], indices), ty);
        }
    }
    Ok(())
}

impl ModuleReader<'_> {
    /// A mask as modern LLVM stores it: an element without a source is `poison`, not `undef`.
    fn shuffle_mask(&mut self, ty: TypeId, mask: Value) -> Value {
        let kind = |constants: &crate::constants::Constants, value: Value| {
            let ValueKind::Constant(id) = value.kind() else { return None };
            constants.get(id).map(|Constant { kind, .. }| kind.clone())
        };
        let is_undefined = |constants: &_, value| matches!(kind(constants, value), Some(ConstantKind::Undef));
        let module = &mut self.module;
        if is_undefined(&module.constants, mask) {
            return module.constant(ty, ConstantKind::Poison);
        }
        let ValueKind::Constant(id) = mask.kind() else { return mask };
        let Some(Constant { kind: ConstantKind::Aggregate(elements), .. }) = module.constants.get(id) else {
            return mask;
        };
        if !elements.iter().any(|element| is_undefined(&module.constants, *element)) {
            return mask;
        }
        let elements = elements.to_vec();
        let element_type = module.types.scalar(ty);
        let poison = module.constant(element_type, ConstantKind::Poison);
        let elements = elements
            .into_iter()
            .map(|element| if is_undefined(&module.constants, element) { poison } else { element });
        let elements = elements.collect();
        module.aggregate(ty, elements)
    }
}

fn indices(o: &mut Operands<'_, '_>) -> Result<List<Index>> {
    let mut indices = Vec::new();
    while o.has_more() {
        indices.push(Index(o.number("an index")?));
    }
    Ok(o.lists().indices.list_of(&indices))
}

fn phi(o: &mut Operands<'_, '_>) -> Result<()> {
    let ty = o.ty("the type of a phi")?;
    let next = i64::from(o.next_number());
    let (values, blocks) = (o.lists().values.begin(), o.lists().blocks.begin());
    while o.left() > 1 {
        let relative = signed(o.next("a value of a phi")?);
        let number = usize::try_from(next.wrapping_sub(relative)).unwrap_or(usize::MAX);
        let (value, block) = (o.value_of(number)?, o.block()?);
        o.lists().values.add(value);
        o.lists().blocks.add(block);
    }
    let op = Op::Phi(o.lists().values.end(values), o.lists().blocks.end(blocks));
    let flags = o.fast_math()?;
    o.add_with(op, ty, flags);
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
        code => {
            let what = match code {
                code::INST_INVOKE => "`invoke`",
                code::INST_INDIRECTBR => "`indirectbr`",
                code::INST_CALLBR => "`callbr`",
                code::INST_RESUME => "`resume`",
                code::INST_LANDINGPAD | code::INST_LANDINGPAD_OLD => "`landingpad`",
                code::INST_CLEANUPRET => "`cleanupret`",
                code::INST_CATCHRET => "`catchret`",
                code::INST_CATCHPAD => "`catchpad`",
                code::INST_CLEANUPPAD => "`cleanuppad`",
                code::INST_CATCHSWITCH => "`catchswitch`",
                _ => return Err(o.r.unknown_modern_record(BLOCK)),
            };
            return Err(o.error(BitcodeErrorKind::Unsupported { what }));
        }
    })
}
