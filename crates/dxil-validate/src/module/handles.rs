//! The resources of handles, and checks of the calls that create them. DXC's validator accepts only the result of a
//! handle operation as a handle, so that a handle that is a phi or select has no entry here.

use std::collections::BTreeSet;
use std::fmt;

use dx_container::enums::{ResourceClass, ResourceKind};
use dxil::handles::{Binding, Creation, HandleOrigin, Handles as Analysis, Resource as HandleResource};
use dxil::shader::HandleProperties;
use dxil_ir::arena::IdSet;
use dxil_ir::{GlobalId, InstructionId, Op, TypeId, Value, ValueKind};
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
            let mut analysis = Analysis::new(context.module, body);
            Site::each(context, (id, global, body), |site| {
                if let Op::ExtractValue(aggregate, indices) = &site.instruction.op
                    && let (ValueKind::Instruction(of), [member, ..]) =
                        (aggregate.kind(), indices.as_slice(&body.lists.indices))
                    && dimensions.is_some_and(|ty| site.type_of(*aggregate) == Some(ty))
                {
                    handles.members.entry((id, of)).or_default().insert(member.0);
                }
                // Calls of other operations are decoded later.
                if !handles.types.contains(site.instruction.ty) {
                    return;
                }
                let Some(origin) = analysis.origin(site.id) else { return };
                let bound = match origin {
                    HandleOrigin::Id { class, id, index, .. } => created(&site, [class, id, index], report),
                    HandleOrigin::Library { .. } => {
                        let resource = analysis.resource(&context.resource_table, site.id.into());
                        resource.and_then(|resource| match resource.creation {
                            Creation::Variable { variable, .. } => variables.get(&variable).copied(),
                            _ => None,
                        })
                    }
                    HandleOrigin::Binding { binding, index, .. } => {
                        check_binding(&site, binding, index, report);
                        None
                    }
                    HandleOrigin::Annotation { properties, .. } => {
                        let resource = analysis.resource(&context.resource_table, site.id.into());
                        annotated(&site, properties, resource, report)
                    }
                    HandleOrigin::Heap { .. } => None,
                };
                if let Some(bound) = bound {
                    handles.of.insert((id, site.id), bound);
                }
            });
        }
        handles
    }

    /// Returns true if values of this type are handles, those of nodes included.
    #[inline]
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

/// The resource of a `CreateHandle`, which has to be declared, and to contain the register.
fn created(
    site: &Site<'_, '_>,
    [class, id, register_index]: [Value; 3],
    report: &mut Report,
) -> Option<BoundResource> {
    let context = site.context;
    if context.is_library {
        return None;
    }
    let class = context.word(class).and_then(|class| u32::try_from(class).ok()).map(ResourceClass);
    let (id, index) = (context.word(id), context.word(register_index));
    let declared = class.zip(id).and_then(|(class, id)| {
        let position = usize::try_from(id).ok()?;
        context.resource_table.at(class, position)
    });
    let Some(declared) = declared else {
        let message = match (class, id) {
            (Some(class), Some(id)) => {
                format!("CreateHandle refers to {class} {id}, which the module does not declare")
            }
            _ => "resourceClass or rangeId of CreateHandle is not a constant".to_owned(),
        };
        site.find(report, Rule::INSTR_OP_CONST_RANGE, format_args!("{message}"));
        return None;
    };
    let range = declared.range();
    let is_array = range
        .hlsl_type(context.module)
        .is_some_and(|ty| matches!(context.ty(ty), Some(dxil_ir::Type::Array(..))));
    let last = range.last_register();
    let registers = u64::from(range.lower_bound)..=u64::from(last);
    let is_within = index.map_or(is_array, |index| registers.contains(&index));
    if !is_within {
        let resource = Resource { reflection: context.reflection, class: declared.class, range };
        let letter = register(declared.class);
        let registers = match range.lower_bound == last {
            true => format!("{letter}{last}"),
            false => format!("{letter}{} to {letter}{last}", range.lower_bound),
        };
        let message = match index {
            Some(index) => {
                format!("index of CreateHandle is {index}, expected the register of {resource}: {registers}")
            }
            None => format!("index of CreateHandle is not a constant, but {resource} is not an array"),
        };
        site.find(report, Rule::INSTR_OP_CONST_RANGE, format_args!("{message}"));
        return None;
    }
    Some(BoundResource::declared(declared))
}

/// Checks a `CreateHandleFromBinding`: the binding is constant, its class exists, and it contains the register.
fn check_binding(site: &Site<'_, '_>, binding: Value, index: Value, report: &mut Report) {
    let context = site.context;
    let Some(binding) = Binding::of(context.module, binding) else {
        let message = format_args!("bind of CreateHandleFromBinding is not a constant");
        site.find(report, Rule::INSTR_OP_CONST_RANGE, message);
        return;
    };
    let (class, last) = (binding.class.0, ResourceClass::SAMPLER.0);
    let (lower, upper) = (u64::from(binding.lower_bound), u64::from(binding.upper_bound));
    let mut find = |message: fmt::Arguments<'_>| site.find(report, Rule::INSTR_OP_CONST_RANGE, message);
    if class > last {
        find(format_args!("resource class of CreateHandleFromBinding is {class}, expected 0 to {last}"));
    } else if let Some(index) = context.word(index).filter(|index| !(lower..=upper).contains(index)) {
        let expected = if lower == upper { lower.to_string() } else { format!("{lower} to {upper}") };
        find(format_args!("index of CreateHandleFromBinding is {index}, expected {expected}"));
    }
}

/// The resource of an annotated handle. `resource` is the result of the analysis.
fn annotated(
    site: &Site<'_, '_>,
    properties: Value,
    resource: Option<HandleResource>,
    report: &mut Report,
) -> Option<BoundResource> {
    let properties = HandleProperties::of(site.context.module, properties);
    let Some(properties) = properties.filter(|properties| properties.kind() != ResourceKind::INVALID) else {
        let message = format_args!("props of AnnotateHandle is not a constant with a valid resource kind");
        site.find(report, Rule::INSTR_OP_CONST_RANGE, message);
        return None;
    };
    let bound = resource.filter(|resource| matches!(resource.creation, Creation::Binding));
    Some(BoundResource::annotated(properties, bound.and_then(|it| it.declared).map(|(_, position)| position)))
}
