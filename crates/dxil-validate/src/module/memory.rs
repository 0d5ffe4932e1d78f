//! Memory: what it may hold, whether addresses stay within it, casts of pointers, atomic operations.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use dx_container::enums::AddressSpace;
use dxil_ir::arena::IdMap;
use dxil_ir::arena::PackedOption;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{Body, CastOp, GlobalId, InstructionId, Op, Type, TypeId, Value, ValueKind};
use hashbrown::{HashMap, HashSet};

use super::context::Context;
use super::site::Site;
use super::types::Known;
use crate::report::Report;
use crate::rule::Rule;

/// How types lie in memory, of the whole module: each is laid out once.
pub(super) struct Layouts<'m> {
    layout: DataLayout<'m>,
    offsets: HashMap<TypeId, Vec<u64>>,
}

impl<'m> Layouts<'m> {
    pub(super) fn of(context: &Context<'m>) -> Self {
        Self { layout: DataLayout::of(context.module), offsets: HashMap::new() }
    }

    pub(super) fn size(&mut self, ty: TypeId) -> u64 {
        self.layout.size(ty)
    }

    fn offset_of(&mut self, structure: TypeId, member: usize) -> u64 {
        let layout = &mut self.layout;
        let offsets = self.offsets.entry(structure).or_insert_with(|| layout.offsets(structure));
        offsets.get(member).copied().unwrap_or(0)
    }
}

/// What is known of a body's memory.
pub(super) struct Memory {
    /// Casts whose every use is told LLVM how long memory is in use.
    lifetimes: HashSet<InstructionId>,
    /// Addresses within variables, by the instructions that compute them from others.
    in_variables: IdMap<InstructionId, PackedOption<GlobalId>>,
}

const LIFETIME: &[u8] = b"llvm.lifetime.";

impl Memory {
    pub(super) fn of(context: &Context<'_>, body: &Body) -> Self {
        let mut memory = Self { lifetimes: HashSet::new(), in_variables: IdMap::new() };
        memory.find_variables(context, body);
        memory.find_lifetimes(context, body);
        memory
    }

    /// Leaves of the casts those that nothing else uses.
    fn find_lifetimes(&mut self, context: &Context<'_>, body: &Body) {
        if self.lifetimes.is_empty() {
            return;
        }
        for (_, _, instruction) in body.in_order() {
            let is_lifetime = match &instruction.op {
                Op::Call { callee, .. } => {
                    context.global(*callee).is_some_and(|(_, callee)| callee.name.starts_with(LIFETIME))
                }
                _ => false,
            };
            if !is_lifetime {
                instruction.op.each_operand(&body.lists, |value| {
                    if let ValueKind::Instruction(id) = value.kind() {
                        self.lifetimes.remove(&id);
                    }
                });
            }
        }
    }

    /// Goes from addresses to those that are computed from them. Takes note of casts.
    fn find_variables(&mut self, context: &Context<'_>, body: &Body) {
        let mut dependents = HashMap::<InstructionId, Vec<InstructionId>>::new();
        let mut left = Vec::new();
        body.each_instruction(|id, instruction| {
            let Some(base) = base(&instruction.op, body) else { return };
            // Numbers that are taken for others are no addresses, and bytes alone are looked at as if they were.
            if is_number(context.ty(instruction.ty)) {
                return;
            }
            if matches!(instruction.op, Op::Cast(..)) {
                self.lifetimes.insert(id);
            }
            match base.kind() {
                ValueKind::Instruction(base) => dependents.entry(base).or_default().push(id),
                _ => left.extend(variable_of(context, base).map(|variable| (id, variable))),
            }
        });
        while let Some((id, variable)) = left.pop() {
            if self.in_variables[id].is_none() {
                self.in_variables[id] = variable.into();
                left.extend(dependents.get(&id).into_iter().flatten().map(|id| (*id, variable)));
            }
        }
    }

    pub(super) fn is_for_lifetimes(&self, cast: InstructionId) -> bool {
        self.lifetimes.contains(&cast)
    }

    #[inline]
    pub(super) fn check(
        &self,
        site: &Site<'_, '_>,
        layouts: &mut Layouts<'_>,
        known: &mut Known,
        report: &mut Report,
    ) {
        let context = site.context;
        let ty = site.instruction.ty;
        match &site.instruction.op {
            Op::Alloca { element, .. } => context.check_type(*element, known, site.place(), report),
            Op::Load(..) => context.check_type(ty, known, site.place(), report),
            Op::Store([value, _], _) => {
                if let Some(ty) = site.type_of(*value) {
                    context.check_type(ty, known, site.place(), report);
                }
            }
            Op::ElementPointer { .. } => {
                if let Some(pointee) = context.module.types.pointee(ty) {
                    context.check_type(pointee, known, site.place(), report);
                }
                Self::within(site, layouts, report);
            }
            Op::ExtractValue(aggregate, _) => extract(site, *aggregate, report),
            Op::Cast(CastOp::AddrSpaceCast, value) => space_cast(site, *value, report),
            Op::Cast(CastOp::Bitcast, value) => Self::bitcast(site, *value, layouts, report),
            Op::AtomicRmw { operands: [pointer, _], .. }
            | Op::CompareExchange { operands: [pointer, ..], .. } => self.atomic(site, *pointer, report),
            _ => {}
        }
        if context.address_space(ty) == Some(AddressSpace::GROUP_SHARED)
            && self.in_variables[site.id].is_none()
        {
            site.find(
                report,
                Rule::INSTR_FAIL_TO_RESOLVE_TGSM_POINTER,
                format_args!("groupshared pointer does not come from a single groupshared variable"),
            );
        }
    }

    /// Where all indices are constant, the element lies within what the pointer points to. As the reference has it,
    /// with numbers of 32 bits: what lies right in front ends at 0, and is within.
    fn within(site: &Site<'_, '_>, layouts: &mut Layouts<'_>, report: &mut Report) {
        let Op::ElementPointer { source, operands, .. } = &site.instruction.op else { return };
        let [_, indices @ ..] = operands.as_slice(&site.body.lists.values) else { return };
        let (context, types) = (site.context, &site.context.module.types);
        let mut offset = 0_u64;
        let mut ty = None::<TypeId>;
        for index in indices {
            let Some(index) = context.integer(*index) else { return };
            let (element, step) = match ty {
                None => (*source, layouts.size(*source)),
                Some(outer) if types.members(outer).is_some() => {
                    let Ok(index) = usize::try_from(index) else { return };
                    let Some(member) = types.members(outer).and_then(|all| all.get(index)) else { return };
                    offset = offset.wrapping_add(layouts.offset_of(outer, index));
                    ty = Some(*member);
                    continue;
                }
                Some(outer) => {
                    let Some(element) = types.element(outer, 0) else { return };
                    (element, layouts.size(element))
                }
            };
            offset = offset.wrapping_add(index.cast_unsigned().wrapping_mul(step));
            ty = Some(element);
        }
        let Some(ty) = ty else { return };
        let (size, whole) = (layouts.size(ty), layouts.size(*source));
        let of_32_bits = |number: u64| number & u64::from(u32::MAX);
        let (end, whole) = (of_32_bits(offset.wrapping_add(size)), of_32_bits(whole));
        if end > whole {
            site.find(
                report,
                Rule::INSTR_IN_BOUNDS_ACCESS,
                format_args!(
                    "getelementptr addresses {size} bytes at byte offset {} in a type of only {whole} bytes",
                    of_32_bits(offset)
                ),
            );
        }
    }

    fn atomic(&self, site: &Site<'_, '_>, pointer: Value, report: &mut Report) {
        let (context, Some(ty)) = (site.context, site.type_of(pointer)) else { return };
        let pointee = context.module.types.pointee(ty).and_then(|pointee| context.ty(pointee));
        if pointee == Some(&Type::Integer(64)) && !context.has_model(6, 6) {
            site.find(
                report,
                Rule::SM_OPCODE_IN_INVALID_FUNCTION,
                format_args!("64-bit atomic instruction requires shader model 6.6"),
            );
        }
        if !matches!(context.address_space(ty), Some(AddressSpace::GROUP_SHARED | AddressSpace::NODE_RECORD))
        {
            site.find(
                report,
                Rule::INSTR_ATOMIC_OP_NON_GROUPSHARED_OR_RECORD,
                format_args!(
                    "destination of the atomic instruction is neither groupshared nor node record memory"
                ),
            );
        }
        let variable = match pointer.kind() {
            ValueKind::Instruction(id) => self.in_variables[id].expand(),
            _ => variable_of(context, pointer),
        };
        let variable = variable.and_then(|id| Some((id, context.module.globals.get(id)?.variable()?)));
        if let Some((id, _)) = variable.filter(|(_, variable)| variable.is_constant) {
            let message = format_args!(
                "destination of the atomic instruction is the constant variable `{}`",
                context.global_name(id)
            );
            site.find(report, Rule::INSTR_ATOMIC_CONST, message);
        }
    }

    fn bitcast(site: &Site<'_, '_>, value: Value, layouts: &mut Layouts<'_>, report: &mut Report) {
        let (context, types) = (site.context, &site.context.module.types);
        let (Some(mut from), mut to) = (site.type_of(value), site.instruction.ty) else { return };
        let is_bytes = context.address_space(to) == Some(AddressSpace::DEFAULT)
            && types.pointee(to).is_some_and(|to| context.ty(to) == Some(&Type::Integer(8)));
        if context.has_model(6, 6) && is_bytes {
            return;
        }
        if let (Some(from_pointee), Some(to_pointee)) = (types.pointee(from), types.pointee(to)) {
            let sizes = [from_pointee, to_pointee].map(|ty| layouts.size(ty));
            if sizes[0] != sizes[1] {
                site.find(
                    report,
                    Rule::INSTR_PTR_BITCAST,
                    format_args!(
                        "bitcast of a pointer to {} bytes into a pointer to {} bytes, expected the same size",
                        sizes[0], sizes[1]
                    ),
                );
                return;
            }
            (from, to) = (context.innermost(from_pointee), context.innermost(to_pointee));
        }
        if !context.is_library && [from, to].into_iter().any(|ty| types.members(ty).is_some()) {
            site.find(
                report,
                Rule::INSTR_STRUCT_BITCAST,
                format_args!("bitcast from or to a struct type is not allowed"),
            );
            return;
        }
        if context.has_min_precision && [from, to].into_iter().any(|ty| is_small(context, ty)) {
            site.find(
                report,
                Rule::INSTR_MIN_PRECISION_BITCAST,
                format_args!("bitcast from or to a min-precision type is not allowed"),
            );
        }
    }
}

/// Whether a value takes less than four bytes.
fn is_small(context: &Context<'_>, ty: TypeId) -> bool {
    match context.ty(ty) {
        Some(Type::Half) => true,
        Some(Type::Integer(bits)) => *bits <= 24,
        Some(Type::Vector(element, count)) => match context.ty(*element) {
            Some(Type::Half) => *count < 2,
            Some(Type::Integer(bits)) => u64::from(*bits).saturating_mul(*count) <= 24,
            _ => false,
        },
        _ => false,
    }
}

/// Whether a type is that of numbers wider than a byte.
fn is_number(ty: Option<&Type>) -> bool {
    match ty {
        Some(Type::Half | Type::Float | Type::Double) => true,
        Some(Type::Integer(bits)) => *bits > 8,
        _ => false,
    }
}

/// The address that an address is computed from.
fn base(op: &Op, body: &Body) -> Option<Value> {
    match op {
        Op::ElementPointer { operands, .. } => operands.as_slice(&body.lists.values).first().copied(),
        Op::Cast(CastOp::Bitcast, value) => Some(*value),
        _ => None,
    }
}

/// The variable that a constant address is of.
fn variable_of(context: &Context<'_>, value: Value) -> Option<GlobalId> {
    let id = context.facts.address(value)?;
    context.module.globals.get(id)?.variable().map(|_| id)
}

/// Members are taken out of what operations and comparing exchanges give only.
fn extract(site: &Site<'_, '_>, aggregate: Value, report: &mut Report) {
    let is_exchange =
        site.definition(aggregate).is_some_and(|(_, op)| matches!(op, Op::CompareExchange { .. }));
    let is_result = site.type_of(aggregate).is_some_and(|ty| site.context.is_result_structure(ty));
    if !is_exchange && !is_result {
        site.find(
            report,
            Rule::INSTR_EXTRACT_VALUE,
            format_args!("operand of extractvalue is not the result of a DXIL operation or cmpxchg"),
        );
    }
}

fn space_cast(site: &Site<'_, '_>, value: Value, report: &mut Report) {
    let from = site.type_of(value).and_then(|ty| site.context.address_space(ty));
    let to = site.context.address_space(site.instruction.ty);
    if from != Some(AddressSpace::GENERIC) && to != Some(AddressSpace::GENERIC) {
        let name = |space: Option<AddressSpace>| space.unwrap_or_default();
        site.find(
            report,
            Rule::INSTR_NO_GENERIC_PTR_ADDRSPACE_CAST,
            format_args!("addrspacecast from {} to {}, expected Generic on one side", name(from), name(to)),
        );
    }
}
