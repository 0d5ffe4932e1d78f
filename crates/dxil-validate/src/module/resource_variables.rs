//! Variables of a library that stand for resources: each for one, and code does nothing but come to a handle by them.

use std::cell::OnceCell;

use dx_container::enums::ResourceClass;
use dxil::handles::DeclaredResource;
use dxil_ir::arena::IdSet;
use dxil_ir::constants::{ConstantId, ConstantKind};
use dxil_ir::{Body, CastOp, GlobalId, InstructionId, Op, Value, ValueKind};
use hashbrown::HashMap;

use super::bound_resource::BoundResource;
use super::context::Context;
use super::site::Site;
use crate::report::Report;
use crate::rule::Rule;

/// The resources of a library by their variables.
pub(super) fn of<'m>(context: &Context<'m>, report: &mut Report) -> HashMap<GlobalId, BoundResource> {
    let mut variables = HashMap::new();
    let Some(all) = context.resources.filter(|_| context.is_library) else { return variables };
    let mut add = |resource: DeclaredResource<'m>| {
        let (range, bound) = (resource.range(), BoundResource::declared(&resource));
        let Some(variable) = range.global(context.module) else { return };
        let known = *variables.entry(variable).or_insert(bound);
        if is_other(&known, &bound) {
            let other = context.resource(&known);
            let other = other.map_or_else(|| "another resource".to_owned(), |other| other.to_string());
            let message = format_args!("has the same global variable as {other}");
            let rule = Rule::INSTR_RESOURCE_MAP_TO_SINGLE_ENTRY;
            context.report_resource(report, rule, (bound.class, range), message);
        }
    };
    for class in [ResourceClass::CBUFFER, ResourceClass::UAV, ResourceClass::SRV, ResourceClass::SAMPLER] {
        DeclaredResource::all(Some(all)).filter(|resource| resource.class == class).for_each(&mut add);
    }
    variables
}

/// Whether handles of two resources say different things; two that are alike may have one variable.
fn is_other(one: &BoundResource, other: &BoundResource) -> bool {
    let said = |bound: &BoundResource| (bound.class, bound.kind, bound.size, bound.compares_or_counts);
    said(one) != said(other)
}

/// What is computed from a variable is an address in it or what lies there, and goes into calls.
pub(super) fn check_users(
    context: &Context<'_>,
    variables: &HashMap<GlobalId, BoundResource>,
    report: &mut Report,
) {
    if variables.is_empty() {
        return;
    }
    let addresses = Addresses::of(context, variables);
    let mut misused = IdSet::new();
    for (id, constant) in context.module.constants.iter() {
        let is_element = matches!(constant.kind, ConstantKind::ElementPointer { .. });
        if !is_element && constant.kind.operands().iter().any(|value| addresses.has(*value)) {
            misused.insert(id);
        }
    }
    let is_known = |value: Value| {
        addresses.has(value) || matches!(value.kind(), ValueKind::Constant(id) if misused.contains(id))
    };
    for (id, global, body) in context.module.bodies() {
        if !context.mentions.by(id).iter().any(|mention| is_known(mention.value)) {
            continue;
        }
        let derived = Derived::of(body, &addresses);
        Site::each(context, (id, global, body), |site| {
            let may_use =
                matches!(site.instruction.op, Op::ElementPointer { .. } | Op::Load(..) | Op::Call { .. });
            if may_use && misused.is_empty() {
                return;
            }
            let (mut is_user, mut is_wrong) = (false, false);
            site.instruction.op.each_operand(&body.lists, |value| match value.kind() {
                ValueKind::Instruction(id) => is_user |= derived.values.contains(id),
                ValueKind::Constant(id) => {
                    is_user |= addresses.constants.contains(id);
                    is_wrong |= misused.contains(id);
                }
                ValueKind::Global(id) => is_user |= addresses.variables.contains(id),
                _ => {}
            });
            is_wrong |= is_user
                && match &site.instruction.op {
                    Op::Cast(CastOp::Bitcast, _) => derived.is_used(body, site.id),
                    _ => !may_use,
                };
            if is_wrong {
                site.find(
                    report,
                    Rule::INSTR_RESOURCE_USER,
                    format_args!("global resource variable is used by an instruction other than load, getelementptr or call"),
                );
            }
        });
    }
}

/// What the addresses in variables of resources are, of those that are no instructions.
struct Addresses {
    variables: IdSet<GlobalId>,
    constants: IdSet<ConstantId>,
}

impl Addresses {
    fn of(context: &Context<'_>, variables: &HashMap<GlobalId, BoundResource>) -> Self {
        let mut addresses = Self { variables: IdSet::new(), constants: IdSet::new() };
        for id in variables.keys() {
            addresses.variables.insert(*id);
        }
        for (id, _) in context.module.constants.iter() {
            if context.facts.address(id.into()).is_some_and(|id| addresses.variables.contains(id)) {
                addresses.constants.insert(id);
            }
        }
        addresses
    }

    fn has(&self, value: Value) -> bool {
        match value.kind() {
            ValueKind::Global(id) => self.variables.contains(id),
            ValueKind::Constant(id) => self.constants.contains(id),
            _ => false,
        }
    }
}

/// What a body computes from variables of resources.
struct Derived {
    /// Addresses in them, and what lies there.
    values: IdSet<InstructionId>,
    /// Whatever is an operand, once somebody asks.
    used: OnceCell<IdSet<InstructionId>>,
}

impl Derived {
    fn of(body: &Body, addresses: &Addresses) -> Self {
        let mut derived = Self { values: IdSet::new(), used: OnceCell::new() };
        let mut dependents = HashMap::<InstructionId, Vec<InstructionId>>::new();
        let mut left = Vec::new();
        let is_step = |op: &Op| matches!(op, Op::ElementPointer { .. } | Op::Load(..));
        body.each_instruction(|id, instruction| {
            if !is_step(&instruction.op) {
                return;
            }
            instruction.op.each_operand(&body.lists, |value| match value.kind() {
                // Nothing else is ever computed from a variable.
                ValueKind::Instruction(operand)
                    if body.instructions.get(operand).is_some_and(|operand| is_step(&operand.op)) =>
                {
                    dependents.entry(operand).or_default().push(id);
                }
                _ if addresses.has(value) => left.push(id),
                _ => {}
            });
        });
        while let Some(id) = left.pop() {
            if derived.values.insert(id) {
                left.extend(dependents.get(&id).into_iter().flatten());
            }
        }
        derived
    }

    /// Whether an instruction is an operand.
    fn is_used(&self, body: &Body, id: InstructionId) -> bool {
        let used = self.used.get_or_init(|| {
            let mut used = IdSet::new();
            for (_, _, instruction) in body.in_order() {
                instruction.op.each_operand(&body.lists, |value| {
                    if let ValueKind::Instruction(id) = value.kind() {
                        used.insert(id);
                    }
                });
            }
            used
        });
        used.contains(id)
    }
}
