//! What resource each handle is of: by the call that makes or annotates it. Handles have no other way into a program.

use std::collections::BTreeSet;

use dx_container::enums::{ElementType, ResourceClass, ResourceKind, SamplerKind};
use dxil::ir::constants::ConstantKind;
use dxil::ir::{Body, GlobalId, InstructionId, Op, Value, ValueKind};
use dxil::ops::{Call, Opcode};
use dxil::shader::{Cbuffer, HandleProperties, ResourceRange, Sampler, Srv, Uav};
use hashbrown::HashMap;

use super::context::Context;
use super::operations::Checked;
use super::resource_variables;
use super::site::Site;
use crate::report::Report;
use crate::rule::Rule;

/// What is known of a resource where it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bound {
    pub(super) class: ResourceClass,
    pub(super) kind: ResourceKind,
    pub(super) element: ElementType,
    /// Of a sampler, whether it compares; of a buffer, whether it has a counter.
    pub(super) compares_or_counts: bool,
    pub(super) is_reorder_coherent: bool,
    /// Bytes of a constant buffer.
    pub(super) size: u32,
    /// Which one of the module's UAVs it is, where that is known.
    pub(super) uav: Option<usize>,
}

/// What the handles of a module are of.
pub(super) struct Handles {
    of: HashMap<(GlobalId, InstructionId), Bound>,
    /// Members that are taken out of dimensions.
    members: HashMap<(GlobalId, InstructionId), BTreeSet<u32>>,
}

const HANDLE: &[u8] = b"dx.types.Handle";
const DIMENSIONS: &[u8] = b"dx.types.Dimensions";
const NODE_HANDLES: [&[u8]; 2] = [b"dx.types.NodeHandle", b"dx.types.NodeRecordHandle"];

impl Handles {
    pub(super) fn of(context: &Context<'_>, report: &mut Report) -> Self {
        let mut handles = Self { of: HashMap::new(), members: HashMap::new() };
        let variables = resource_variables::of(context, report);
        resource_variables::check_users(context, &variables, report);
        let mut types = context.module.types.iter();
        let dimensions = types.find(|(id, _)| context.structure_name(*id) == DIMENSIONS).map(|(id, _)| id);
        for (id, global, body) in context.module.bodies() {
            let mut origins = HashMap::new();
            for site in Site::all(context, id, global, body) {
                if let Op::ExtractValue(aggregate, indices) = &site.instruction.op {
                    if let (ValueKind::Instruction(of), [member, ..]) =
                        (aggregate.kind(), indices.as_slice(&body.lists.indices))
                        && dimensions.is_some_and(|ty| site.type_of(*aggregate) == Some(ty))
                    {
                        handles.members.entry((id, of)).or_default().insert(member.0);
                    }
                    continue;
                }
                let Some(call) = site.call() else { continue };
                let bound = match call.operation().opcode {
                    Opcode::CREATE_HANDLE => created(&site, &call, report),
                    Opcode::CREATE_HANDLE_FOR_LIB => {
                        let resource = call.argument("Resource");
                        let origin = resource.and_then(|it| origin(context, body, it, &mut origins));
                        origin.and_then(|origin| variables.get(&origin).copied())
                    }
                    Opcode::CREATE_HANDLE_FROM_BINDING => {
                        binding(&site, &call, report);
                        None
                    }
                    Opcode::ANNOTATE_HANDLE => annotated(&site, &call, report),
                    _ => None,
                };
                if let Some(bound) = bound {
                    handles.of.insert((id, site.id), bound);
                }
            }
        }
        handles
    }

    /// What a handle of a function is of.
    pub(super) fn get(&self, site: &Site<'_, '_>, handle: Value) -> Option<Bound> {
        match handle.kind() {
            ValueKind::Instruction(id) => self.of.get(&(site.function, id)).copied(),
            _ => None,
        }
    }

    /// The members that are taken out of dimensions that an instruction gives.
    pub(super) fn members_used(&self, site: &Site<'_, '_>) -> impl Iterator<Item = u32> {
        self.members.get(&(site.function, site.id)).into_iter().flatten().copied()
    }

    /// Handles that are arguments come from where handles are made.
    pub(super) fn check_arguments(&self, checked: &Checked<'_, '_, '_>, report: &mut Report) {
        let makes_handle = matches!(
            checked.opcode(),
            Opcode::ANNOTATE_HANDLE
                | Opcode::ANNOTATE_NODE_HANDLE
                | Opcode::ANNOTATE_NODE_RECORD_HANDLE
                | Opcode::CREATE_HANDLE_FOR_LIB
        );
        if makes_handle {
            return;
        }
        let (site, context) = (checked.site, checked.site.context);
        for argument in checked.call.arguments() {
            let Some(ty) = site.type_of(*argument) else { continue };
            let name = context.structure_name(ty);
            if name != HANDLE && !NODE_HANDLES.contains(&name) {
                continue;
            }
            if matches!(context.constant(*argument), Some(ConstantKind::Undef | ConstantKind::Null)) {
                site.find(
                    report,
                    Rule::INSTR_NO_READING_UNINITIALIZED,
                    format_args!("a handle is undefined"),
                );
            } else if name == HANDLE {
                self.check_handle(site, *argument, report);
            }
        }
    }

    fn check_handle(&self, site: &Site<'_, '_>, handle: Value, report: &mut Report) {
        match self.get(site, handle) {
            None => site.find(
                report,
                Rule::INSTR_HANDLE_NOT_FROM_CREATE_HANDLE,
                format_args!("a handle is not made by an operation that says of which resource it is"),
            ),
            Some(bound) if bound.is_reorder_coherent && !site.context.has_model(6, 9) => site.find(
                report,
                Rule::INSTR_REORDER_COHERENT_REQUIRES_SM69,
                format_args!("what is seen by threads that are reordered is for shader models from 6.9 on"),
            ),
            Some(_) => {}
        }
    }
}

pub(super) fn of_srv(srv: &Srv) -> Bound {
    let properties = srv.properties.as_ref();
    Bound {
        class: ResourceClass::SRV,
        kind: srv.shape,
        element: properties.and_then(|all| all.element_type()).copied().unwrap_or(ElementType::INVALID),
        compares_or_counts: false,
        is_reorder_coherent: false,
        size: 0,
        uav: None,
    }
}

pub(super) fn of_uav(uav: &Uav, index: usize) -> Bound {
    let properties = uav.properties.as_ref();
    Bound {
        class: ResourceClass::UAV,
        kind: uav.shape,
        element: properties.and_then(|all| all.element_type()).copied().unwrap_or(ElementType::INVALID),
        compares_or_counts: uav.has_counter,
        is_reorder_coherent: properties.and_then(|all| all.is_reorder_coherent()).copied().unwrap_or(false),
        size: 0,
        uav: Some(index),
    }
}

pub(super) fn of_cbuffer(buffer: &Cbuffer) -> Bound {
    let (class, kind) = (ResourceClass::CBUFFER, ResourceKind::CBUFFER);
    let element = ElementType::INVALID;
    Bound {
        class,
        kind,
        element,
        compares_or_counts: false,
        is_reorder_coherent: false,
        size: buffer.size,
        uav: None,
    }
}

pub(super) fn of_sampler(sampler: &Sampler) -> Bound {
    let (class, kind) = (ResourceClass::SAMPLER, ResourceKind::SAMPLER);
    let (element, compares_or_counts) = (ElementType::INVALID, sampler.kind == SamplerKind::COMPARISON);
    Bound { class, kind, element, compares_or_counts, is_reorder_coherent: false, size: 0, uav: None }
}

/// The variable of a library that a value was loaded from, at an address in it. Ways that lead to the same are gone once.
fn origin(
    context: &Context<'_>,
    body: &Body,
    value: Value,
    known: &mut HashMap<InstructionId, Option<GlobalId>>,
) -> Option<GlobalId> {
    let (mut value, mut way) = (value, Vec::new());
    let found = loop {
        value = match value.kind() {
            ValueKind::Instruction(id) => {
                if let Some(known) = known.get(&id) {
                    break *known;
                }
                way.push(id);
                known.insert(id, None);
                match body.instructions.get(id).map(|instruction| &instruction.op) {
                    Some(Op::Load(address, _)) => *address,
                    Some(Op::ElementPointer { operands, .. }) => {
                        match operands.as_slice(&body.lists.values).first() {
                            Some(base) => *base,
                            None => break None,
                        }
                    }
                    _ => break None,
                }
            }
            _ => break context.once.address(value),
        };
    };
    known.extend(way.into_iter().map(|id| (id, found)));
    found
}

/// A handle by the number of a resource, which has to be there, as has the register.
fn created(site: &Site<'_, '_>, call: &Call<'_>, report: &mut Report) -> Option<Bound> {
    let context = site.context;
    if context.is_library {
        return None;
    }
    let number = |name| context.word(call.argument(name)?);
    let resource = || {
        let all = context.resources?;
        let class = ResourceClass(u32::try_from(number("resourceClass")?).ok()?);
        let index = usize::try_from(number("rangeId")?).ok()?;
        match class {
            ResourceClass::SRV => all.srvs.as_ref()?.get(index).map(|srv| (&srv.range, of_srv(srv))),
            ResourceClass::UAV => all.uavs.as_ref()?.get(index).map(|uav| (&uav.range, of_uav(uav, index))),
            ResourceClass::CBUFFER => {
                all.cbuffers.as_ref()?.get(index).map(|buffer| (&buffer.range, of_cbuffer(buffer)))
            }
            ResourceClass::SAMPLER => {
                all.samplers.as_ref()?.get(index).map(|sampler| (&sampler.range, of_sampler(sampler)))
            }
            _ => None,
        }
    };
    let Some((range, bound)) = resource() else {
        site.find(
            report,
            Rule::INSTR_OP_CONST_RANGE,
            format_args!("the handle is of no resource that there is"),
        );
        return None;
    };
    let is_array = range
        .hlsl_type(context.module)
        .is_some_and(|ty| matches!(context.ty(ty), Some(dxil::ir::Type::Array(..))));
    // Where there is no register, the last one is in front of the first.
    let last = match range.size {
        ResourceRange::UNBOUNDED => u32::MAX,
        size => range.lower_bound.wrapping_add(size).wrapping_sub(1),
    };
    let registers = u64::from(range.lower_bound)..=u64::from(last);
    let is_within = number("index").map_or(is_array, |index| registers.contains(&index));
    if !is_within {
        site.find(
            report,
            Rule::INSTR_OP_CONST_RANGE,
            format_args!("the handle is of no register of its resource"),
        );
        return None;
    }
    Some(bound)
}

/// A handle by registers: they have to be constant, of a class that there is, and the register has to be one of them.
fn binding(site: &Site<'_, '_>, call: &Call<'_>, report: &mut Report) {
    let context = site.context;
    let words = |bind: Value| match context.constant(bind)? {
        ConstantKind::Null => Some([0; 4]),
        ConstantKind::Aggregate(members) => {
            let [lower, upper, space, class] = **members else { return None };
            let word = |value| context.word(value);
            Some([word(lower)?, word(upper)?, word(space)?, word(class)?])
        }
        _ => None,
    };
    let Some([lower, upper, _, class]) = call.argument("bind").and_then(words) else {
        site.find(report, Rule::INSTR_OP_CONST_RANGE, format_args!("the registers are no constants"));
        return;
    };
    let last = u64::from(ResourceClass::SAMPLER.0);
    let index = call.argument("index").and_then(|index| context.word(index));
    if class > last || index.is_some_and(|index| !(lower..=upper).contains(&index)) {
        site.find(
            report,
            Rule::INSTR_OP_CONST_RANGE,
            format_args!("a register of class {class} is none of {lower} to {upper}"),
        );
    }
}

fn annotated(site: &Site<'_, '_>, call: &Call<'_>, report: &mut Report) -> Option<Bound> {
    let properties = call.argument("props").and_then(|it| HandleProperties::of(site.context.module, it));
    let Some(properties) = properties.filter(|properties| properties.kind() != ResourceKind::INVALID) else {
        site.find(report, Rule::INSTR_OP_CONST_RANGE, format_args!("it is not said what the resource is"));
        return None;
    };
    let kind = properties.kind();
    let is_typed = !matches!(kind, ResourceKind::STRUCTURED_BUFFER | ResourceKind::RAW_BUFFER);
    Some(Bound {
        class: properties.class(),
        kind,
        element: if is_typed { properties.element_type() } else { ElementType::INVALID },
        compares_or_counts: properties.is_comparison() || properties.has_counter(),
        is_reorder_coherent: properties.is_reorder_coherent(),
        size: properties.cbuffer_size(),
        uav: None,
    })
}
