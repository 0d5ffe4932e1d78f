//! What resource each handle is of: by the call that makes or annotates it. Handles have no other way into a program.

use std::collections::BTreeSet;
use std::fmt;

use dx_container::enums::{ElementType, ResourceClass, ResourceKind};
use dxil::ops::{ArgumentName, Call, Opcode};
use dxil::shader::{HandleProperties, ResourceRange};
use dxil_ir::arena::IdSet;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{Body, GlobalId, InstructionId, Op, TypeId, Value, ValueKind};
use hashbrown::HashMap;

use super::bound_resource::BoundResource;
use super::context::Context;
use super::resource_variables;
use super::site::Site;
use crate::reflection::{Resource, register};
use crate::report::Report;
use crate::rule::Rule;

/// What the handles of a module are of.
pub(super) struct Handles {
    of: HashMap<(GlobalId, InstructionId), BoundResource>,
    /// Members that are taken out of dimensions.
    members: HashMap<(GlobalId, InstructionId), BTreeSet<u32>>,
    /// The types of handles, those of nodes among them.
    types: IdSet<TypeId>,
}

/// The name of the structure type of resource handles.
pub(super) const HANDLE: &[u8] = b"dx.types.Handle";
const DIMENSIONS: &[u8] = b"dx.types.Dimensions";
const NODE_HANDLES: [&[u8]; 2] = [b"dx.types.NodeHandle", b"dx.types.NodeRecordHandle"];

impl Handles {
    pub(super) fn of(context: &Context<'_>, report: &mut Report) -> Self {
        let mut handles = Self { of: HashMap::new(), members: HashMap::new(), types: IdSet::new() };
        for (id, _) in context.module.types.iter() {
            let name = context.structure_name(id);
            if name == HANDLE || NODE_HANDLES.contains(&name) {
                handles.types.insert(id);
            }
        }
        let variables = resource_variables::of(context, report);
        resource_variables::check_users(context, &variables, report);
        let mut types = context.module.types.iter();
        let dimensions = types.find(|(id, _)| context.structure_name(*id) == DIMENSIONS).map(|(id, _)| id);
        for (id, global, body) in context.module.bodies() {
            let mut origins = HashMap::new();
            Site::each(context, (id, global, body), |site| {
                let opcode = match &site.instruction.op {
                    Op::ExtractValue(aggregate, indices) => {
                        if let (ValueKind::Instruction(of), [member, ..]) =
                            (aggregate.kind(), indices.as_slice(&body.lists.indices))
                            && dimensions.is_some_and(|ty| site.type_of(*aggregate) == Some(ty))
                        {
                            handles.members.entry((id, of)).or_default().insert(member.0);
                        }
                        return;
                    }
                    Op::Call { arguments, .. } => {
                        Opcode::of_call(context.module, arguments.as_slice(&body.lists.values))
                    }
                    _ => return,
                };
                // Most calls have nothing to do with handles: they are not looked at further.
                let bound = match opcode {
                    Some(Opcode::CREATE_HANDLE) => site.call().and_then(|call| created(&site, &call, report)),
                    Some(Opcode::CREATE_HANDLE_FOR_LIB) => {
                        let resource = site.call().and_then(|call| call.argument(ArgumentName::Resource));
                        let origin = resource.and_then(|it| origin(context, body, it, &mut origins));
                        origin.and_then(|origin| variables.get(&origin).copied())
                    }
                    Some(Opcode::CREATE_HANDLE_FROM_BINDING) => {
                        site.call().iter().for_each(|call| binding(&site, call, report));
                        None
                    }
                    Some(Opcode::ANNOTATE_HANDLE) => {
                        site.call().and_then(|call| annotated(&site, &call, report))
                    }
                    _ => return,
                };
                if let Some(bound) = bound {
                    handles.of.insert((id, site.id), bound);
                }
            });
        }
        handles
    }

    /// Returns true if values of this type are handles, those of nodes included.
    pub(super) fn is_handle_type(&self, ty: TypeId) -> bool {
        self.types.contains(ty)
    }

    /// What a handle of a function is of.
    pub(super) fn get(&self, site: &Site<'_, '_>, handle: Value) -> Option<BoundResource> {
        match handle.kind() {
            ValueKind::Instruction(id) => self.of.get(&(site.function, id)).copied(),
            _ => None,
        }
    }

    /// The members that are taken out of dimensions that an instruction gives.
    pub(super) fn members_used(&self, site: &Site<'_, '_>) -> impl Iterator<Item = u32> {
        self.members.get(&(site.function, site.id)).into_iter().flatten().copied()
    }
}

/// The variable of a library that a value was loaded from, at an address in it. Ways that lead to the same are gone
/// once.
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
            _ => break context.facts.address(value),
        };
    };
    known.extend(way.into_iter().map(|id| (id, found)));
    found
}

/// A handle by the number of a resource, which has to be there, as has the register.
fn created(site: &Site<'_, '_>, call: &Call<'_>, report: &mut Report) -> Option<BoundResource> {
    let context = site.context;
    if context.is_library {
        return None;
    }
    let number = |name| context.word(call.argument(name)?);
    let resource = || {
        let all = context.resources?;
        let class = ResourceClass(u32::try_from(number(ArgumentName::resourceClass)?).ok()?);
        let index = usize::try_from(number(ArgumentName::rangeId)?).ok()?;
        match class {
            ResourceClass::SRV => {
                all.srvs.as_ref()?.get(index).map(|srv| (&srv.range, BoundResource::from_srv(srv, index)))
            }
            ResourceClass::UAV => {
                all.uavs.as_ref()?.get(index).map(|uav| (&uav.range, BoundResource::from_uav(uav, index)))
            }
            ResourceClass::CBUFFER => all
                .cbuffers
                .as_ref()?
                .get(index)
                .map(|buffer| (&buffer.range, BoundResource::from_cbuffer(buffer, index))),
            ResourceClass::SAMPLER => all
                .samplers
                .as_ref()?
                .get(index)
                .map(|sampler| (&sampler.range, BoundResource::from_sampler(sampler, index))),
            _ => None,
        }
    };
    let Some((range, bound)) = resource() else {
        let class = number(ArgumentName::resourceClass)
            .and_then(|class| u32::try_from(class).ok())
            .map(ResourceClass);
        let message = match (class, number(ArgumentName::rangeId)) {
            (Some(class), Some(id)) => {
                format!("CreateHandle refers to {class} {id}, which the module does not declare")
            }
            _ => "resourceClass or rangeId of CreateHandle is not a constant".to_owned(),
        };
        site.find(report, Rule::INSTR_OP_CONST_RANGE, format_args!("{message}"));
        return None;
    };
    let is_array = range
        .hlsl_type(context.module)
        .is_some_and(|ty| matches!(context.ty(ty), Some(dxil_ir::Type::Array(..))));
    // Where there is no register, the last one is in front of the first.
    let last = match range.size {
        ResourceRange::UNBOUNDED => u32::MAX,
        size => range.lower_bound.wrapping_add(size).wrapping_sub(1),
    };
    let registers = u64::from(range.lower_bound)..=u64::from(last);
    let is_within = number(ArgumentName::index).map_or(is_array, |index| registers.contains(&index));
    if !is_within {
        let resource = Resource { reflection: context.reflection, class: bound.class, range };
        let letter = register(bound.class);
        let registers = match range.lower_bound == last {
            true => format!("{letter}{last}"),
            false => format!("{letter}{} to {letter}{last}", range.lower_bound),
        };
        let message = match number(ArgumentName::index) {
            Some(index) => {
                format!("index of CreateHandle is {index}, expected the register of {resource}: {registers}")
            }
            None => format!("index of CreateHandle is not a constant, but {resource} is not an array"),
        };
        site.find(report, Rule::INSTR_OP_CONST_RANGE, format_args!("{message}"));
        return None;
    }
    Some(bound)
}

/// A handle by registers: they have to be constant, of a class that there is, and the register has to be one of them.
fn binding(site: &Site<'_, '_>, call: &Call<'_>, report: &mut Report) {
    let context = site.context;
    let Some([lower, upper, _, class]) = registers(context, call) else {
        let message = format_args!("bind of CreateHandleFromBinding is not a constant");
        site.find(report, Rule::INSTR_OP_CONST_RANGE, message);
        return;
    };
    let last = u64::from(ResourceClass::SAMPLER.0);
    let index = call.argument(ArgumentName::index).and_then(|index| context.word(index));
    let mut find = |message: fmt::Arguments<'_>| site.find(report, Rule::INSTR_OP_CONST_RANGE, message);
    if class > last {
        find(format_args!("resource class of CreateHandleFromBinding is {class}, expected 0 to {last}"));
    } else if let Some(index) = index.filter(|index| !(lower..=upper).contains(index)) {
        let expected = if lower == upper { lower.to_string() } else { format!("{lower} to {upper}") };
        find(format_args!("index of CreateHandleFromBinding is {index}, expected {expected}"));
    }
}

/// First and last register, space and class of a binding, where they are constants.
fn registers(context: &Context<'_>, call: &Call<'_>) -> Option<[u64; 4]> {
    match context.constant(call.argument(ArgumentName::bind)?)? {
        ConstantKind::Null => Some([0; 4]),
        ConstantKind::Aggregate(members) => {
            let [lower, upper, space, class] = **members else { return None };
            let word = |value| context.word(value);
            Some([word(lower)?, word(upper)?, word(space)?, word(class)?])
        }
        _ => None,
    }
}

/// Which one of its class the resource is whose handle is annotated.
fn resource_of(site: &Site<'_, '_>, call: &Call<'_>) -> Option<usize> {
    let context = site.context;
    let (made_by, _) = site.definition(call.argument(ArgumentName::res)?)?;
    let made_by = site.body.instructions.get(made_by)?;
    let call = Call::of(context.module, (site.body, site.global.value_type), made_by).ok()??;
    if call.operation().opcode != Opcode::CREATE_HANDLE_FROM_BINDING {
        return None;
    }
    let [lower, _, space, class] = registers(context, &call)?;
    let word = |number| u32::try_from(number).ok();
    context.resource_at((ResourceClass(word(class)?), word(space)?, word(lower)?))
}

fn annotated(site: &Site<'_, '_>, call: &Call<'_>, report: &mut Report) -> Option<BoundResource> {
    let properties =
        call.argument(ArgumentName::props).and_then(|it| HandleProperties::of(site.context.module, it));
    let Some(properties) = properties.filter(|properties| properties.kind() != ResourceKind::INVALID) else {
        let message = format_args!("props of AnnotateHandle is not a constant with a valid resource kind");
        site.find(report, Rule::INSTR_OP_CONST_RANGE, message);
        return None;
    };
    let kind = properties.kind();
    let is_typed = !matches!(kind, ResourceKind::STRUCTURED_BUFFER | ResourceKind::RAW_BUFFER);
    Some(BoundResource {
        class: properties.class(),
        kind,
        element: if is_typed { properties.element_type() } else { ElementType::INVALID },
        compares_or_counts: properties.is_comparison() || properties.has_counter(),
        is_reorder_coherent: properties.is_reorder_coherent(),
        size: properties.cbuffer_size(),
        uav: None,
        index: resource_of(site, call),
    })
}
