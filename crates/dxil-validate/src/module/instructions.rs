//! Instructions: which ones there may be, what they may read, and types of integers. What is asked of memory, of
//! metadata and of operations stands in files of its own.

use dx_container::flags::ShaderFlags;
use dxil::ops::Call;
use dxil_ir::arena::IdSet;
use dxil_ir::references::SymbolReference;
use dxil_ir::{BinaryOp, Body, CastOp, Global, GlobalId, Instruction, Op, Type, TypeId, Value, ValueKind};

use super::context::Context;
use super::handles::Handles;
use super::instruction_metadata::{Attached, Hints};
use super::memory::Layouts;
use super::operations::Calls;
use super::outputs::Written;
use super::site::Site;
use super::types::Known;
use super::{memory, operations};
use crate::report::Report;
use crate::rule::Rule;

/// What was seen in the module already, and is not looked at again.
pub(super) struct Seen<'m> {
    pub(super) layouts: Layouts<'m>,
    pub(super) types: Known,
    hints: Hints,
    calls: Calls,
    odd: OddIntegers,
}

impl<'m> Seen<'m> {
    pub(super) fn of(context: &Context<'m>) -> Self {
        Self {
            layouts: Layouts::of(context),
            types: Known::default(),
            hints: Hints::default(),
            calls: Calls::default(),
            odd: OddIntegers::of(context),
        }
    }
}

/// Integers that are looked at more closely: those of 8 bits, and of a width that numbers of HLSL do not have.
struct OddIntegers {
    types: IdSet<TypeId>,
    /// Types that are one, point to one, or are arrays of one.
    around: IdSet<TypeId>,
}

impl OddIntegers {
    fn of(context: &Context<'_>) -> Self {
        let mut odd = Self { types: IdSet::new(), around: IdSet::new() };
        let is_odd =
            |ty: &Type| matches!(ty, Type::Integer(bits) if *bits == 8 || !Context::is_integer_width(*bits));
        for (id, ty) in context.module.types.iter() {
            if is_odd(ty) {
                odd.types.insert(id);
            }
            if context.ty(given(context, id)).is_some_and(is_odd) {
                odd.around.insert(id);
            }
        }
        odd
    }
}

pub(super) fn check<'m>(
    context: &Context<'m>,
    (id, global, body): (GlobalId, &'m Global, &'m Body),
    handles: &Handles,
    seen: &mut Seen<'m>,
    outputs: &mut Written,
    report: &mut Report,
) {
    let attached = Attached::of(context, body);
    let memory = memory::Memory::of(context, body);
    let has_low_precision = context.flags.contains(ShaderFlags::LOW_PRECISION_PRESENT);
    let has_odd = !seen.odd.types.is_empty();
    let names_undefined = |it: &SymbolReference| it.is_operand && context.facts.has_undefined(it.value);
    let looks_at_operands = has_odd || context.mentions.by(id).iter().any(names_undefined);
    seen.calls.stage = context.stage_of(id);
    Site::each(context, (id, global, body), |site| {
        if attached.has(&site) {
            attached.check(&site, &mut seen.hints, report);
        }
        if !is_allowed(&site) {
            let message = format_args!("{} is not allowed{}", kind(&site), restriction(&site));
            site.find(report, Rule::INSTR_ALLOWED, message);
            return;
        }
        if has_low_precision && context.has_min_precision && attached.is_precise(&site, report) {
            precise(&site, report);
        }
        if matches!(site.instruction.op, Op::Call { .. }) {
            operations::check(&site, handles, (outputs, &mut seen.calls), report);
            // What is given may lie in memory of the group, as that of any instruction.
            return;
        }
        let (mut is_undefined, mut is_odd) = (false, seen.odd.around.contains(site.instruction.ty));
        if looks_at_operands {
            site.instruction.op.each_operand(&body.lists, |value| {
                is_undefined |= context.facts.has_undefined(value);
                is_odd |= has_odd && site.type_of(value).is_some_and(|ty| seen.odd.types.contains(ty));
            });
        }
        if is_undefined {
            operands(&site, report);
        }
        if is_odd {
            integers(&site, &memory, report);
        }
        arithmetic(&site, report);
        memory.check(&site, &mut seen.layouts, &mut seen.types, report);
    });
}

/// Whether there may be such an instruction: vectors are taken apart in no shader model before 6.9, but for libraries
/// and mesh and amplification shaders.
fn is_allowed(site: &Site<'_, '_>) -> bool {
    use dx_container::enums::ShaderKind as S;
    let context = site.context;
    let is_for_vectors = context.is_library || matches!(context.stage, S::MESH | S::AMPLIFICATION);
    match &site.instruction.op {
        Op::ExtractElement(_) | Op::InsertElement(_) | Op::ShuffleVector(_) => {
            context.has_model(6, 9) || is_for_vectors
        }
        Op::Unreachable => is_for_vectors && site.before().is_some_and(|it| never_returns(site, it)),
        Op::Cast(CastOp::PtrToInt | CastOp::IntToPtr, _) => false,
        Op::Fence(..) | Op::VariadicArgument(_) | Op::InsertValue(..) => false,
        Op::Call { callee, .. } => matches!(callee.kind(), ValueKind::Global(_)),
        _ => true,
    }
}

/// What an instruction is that is not allowed.
fn kind(site: &Site<'_, '_>) -> &'static str {
    match &site.instruction.op {
        Op::ExtractElement(_) => "extractelement",
        Op::InsertElement(_) => "insertelement",
        Op::ShuffleVector(_) => "shufflevector",
        Op::Unreachable => "unreachable",
        Op::Cast(CastOp::PtrToInt, _) => "ptrtoint",
        Op::Cast(..) => "inttoptr",
        Op::Fence(..) => "fence",
        Op::VariadicArgument(_) => "va_arg",
        Op::InsertValue(..) => "insertvalue",
        _ => "an indirect call",
    }
}

/// Where it is allowed.
fn restriction(site: &Site<'_, '_>) -> &'static str {
    match &site.instruction.op {
        Op::ExtractElement(_) | Op::InsertElement(_) | Op::ShuffleVector(_) => " before shader model 6.9",
        Op::Unreachable => {
            ", except in libraries, mesh and amplification shaders after an operation that does not return"
        }
        _ => " in DXIL",
    }
}

/// Whether an instruction of the same body calls an operation that does not come back.
fn never_returns(site: &Site<'_, '_>, instruction: &Instruction) -> bool {
    let Op::Call { callee, .. } = &instruction.op else { return false };
    let function = site.context.global(*callee).and_then(|(_, global)| global.function());
    let list = function.and_then(|function| function.attributes);
    let caller = (site.body, site.global.value_type);
    let is_operation = matches!(Call::of(site.context.module, caller, instruction), Ok(Some(_)));
    is_operation && site.context.facts.of_function(list).never_returns
}

/// What has to be exact has no operands of low precision.
fn precise(site: &Site<'_, '_>, report: &mut Report) {
    let is_low = |value: &Value| matches!(site.kind_of(*value), Some(Type::Half | Type::Integer(16)));
    let mut has_low = false;
    site.instruction.op.each_operand(&site.body.lists, |value| has_low |= is_low(&value));
    if has_low {
        site.find(
            report,
            Rule::INSTR_MIN_PRECISION_NOT_PRECISE,
            format_args!("instruction is marked precise, but an operand has min-precision type"),
        );
    }
}

/// What is undefined is read by nobody, but where a value is put together, and where ways meet.
fn operands(site: &Site<'_, '_>, report: &mut Report) {
    let mut place = 0;
    site.instruction.op.each_operand(&site.body.lists, |value| {
        let may_be_undefined = match &site.instruction.op {
            Op::Phi(..) => true,
            Op::InsertElement([vector, ..]) => value == *vector,
            Op::ShuffleVector([_, second, _]) => value == *second,
            Op::Store([stored, _], _) => value == *stored,
            _ => false,
        };
        place += 1;
        if site.is_undef(value) && !may_be_undefined || site.context.facts.is_from_undefined(value) {
            site.find(
                report,
                Rule::INSTR_NO_READING_UNINITIALIZED,
                format_args!("instruction reads an undefined value as operand {place}"),
            );
        }
    });
}

/// What is given where an instruction has a type, at the address that it gives.
fn given(context: &Context<'_>, ty: TypeId) -> TypeId {
    context.innermost(context.module.types.pointee(ty).unwrap_or(ty))
}

/// Integers of 8 bits are for memory and what operations take only; others are as wide as those of HLSL.
fn integers(site: &Site<'_, '_>, memory: &memory::Memory, report: &mut Report) {
    let context = site.context;
    let mut check = |bits: u32, is_fine: bool| {
        if bits == 8 {
            if !is_fine {
                site.find(
                    report,
                    Rule::TYPES_I8,
                    format_args!("instruction operates on type i8, which DXIL does not allow here"),
                );
            }
        } else {
            context.check_integer(bits, site.place(), report);
        }
    };
    site.instruction.op.each_operand(&site.body.lists, |value| {
        if let Some(Type::Integer(bits)) = site.kind_of(value) {
            check(*bits, false);
        }
    });
    if let Some(Type::Integer(bits)) = context.ty(given(context, site.instruction.ty)) {
        let is_lifetime = matches!(site.instruction.op, Op::Cast(CastOp::Bitcast, _))
            && context.has_model(6, 6)
            && memory.is_for_lifetimes(site.id);
        check(*bits, is_lifetime);
    }
}

fn arithmetic(site: &Site<'_, '_>, report: &mut Report) {
    let Op::Binary { op, operands: [_, divisor], .. } = &site.instruction.op else { return };
    if site.context.integer(*divisor) != Some(0) {
        return;
    }
    let rule = match op {
        BinaryOp::SDiv => Rule::INSTR_NO_IDIV_BY_ZERO,
        BinaryOp::UDiv => Rule::INSTR_NO_UDIV_BY_ZERO,
        _ => return,
    };
    let operation = if rule == Rule::INSTR_NO_IDIV_BY_ZERO { "sdiv" } else { "udiv" };
    site.find(report, rule, format_args!("divisor of {operation} is the constant 0"));
}
