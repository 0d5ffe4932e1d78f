//! Handles of resources: a number of the range and of the resource in it. What is known of a resource comes from the
//! metadata, or from where its handle is annotated.

use dx_container::enums::{ResourceClass, ResourceKind};
use dxil::ops::{ArgumentName, Call, Opcode};
use dxil::shader::{HandleProperties, ResourceProperties, ResourceRange, Shader};
use dxil_ir::{Body, GlobalId, Module, Op, TypeId, Value, ValueKind};

use crate::limits;
use crate::resources::Slot;

/// All ranges of resources that metadata lists: SRVs, UAVs, constant buffers, samplers.
pub(super) fn slots(shader: &Shader) -> Vec<Slot> {
    ranges(shader).map(|(range, class, kind, view)| slot(range, class, kind, view)).collect()
}

/// The variables that they are in libraries.
pub(super) fn variables(shader: &Shader, module: &Module) -> Vec<Option<GlobalId>> {
    ranges(shader).map(|(range, ..)| range.global(module)).collect()
}

type Range<'s> = (&'s ResourceRange, ResourceClass, ResourceKind, HandleProperties);

fn ranges(shader: &Shader) -> impl Iterator<Item = Range<'_>> {
    let resources = shader.resources.as_ref();
    let srvs =
        resources.and_then(|resources| resources.srvs.as_deref()).unwrap_or_default().iter().map(|srv| {
            let second = second_word(srv.properties.as_ref(), srv.sample_count);
            (&srv.range, ResourceClass::SRV, srv.shape, HandleProperties { words: [srv.shape.0, second] })
        });
    let uavs =
        resources.and_then(|resources| resources.uavs.as_deref()).unwrap_or_default().iter().map(|uav| {
            let flags = [
                (true, HandleProperties::UAV),
                (uav.is_rasterizer_ordered, HandleProperties::RASTERIZER_ORDERED),
                (uav.is_globally_coherent, HandleProperties::GLOBALLY_COHERENT),
                (uav.has_counter, HandleProperties::COMPARISON_OR_COUNTER),
            ];
            let bits = flags.iter().filter(|flag| flag.0).fold(uav.shape.0, |bits, flag| bits | flag.1);
            let second = second_word(uav.properties.as_ref(), 0);
            (&uav.range, ResourceClass::UAV, uav.shape, HandleProperties { words: [bits, second] })
        });
    let cbuffers = resources.and_then(|resources| resources.cbuffers.as_deref()).unwrap_or_default();
    let cbuffers = cbuffers.iter().map(|cbuffer| {
        let kind = ResourceKind::CBUFFER;
        (&cbuffer.range, ResourceClass::CBUFFER, kind, HandleProperties { words: [kind.0, cbuffer.size] })
    });
    let samplers = resources.and_then(|resources| resources.samplers.as_deref()).unwrap_or_default();
    let samplers = samplers.iter().map(|sampler| {
        let kind = ResourceKind::SAMPLER;
        (&sampler.range, ResourceClass::SAMPLER, kind, HandleProperties { words: [kind.0, 0] })
    });
    srvs.chain(uavs).chain(cbuffers).chain(samplers)
}

/// The second word of what is known: the stride, or what an element consists of.
fn second_word(properties: Option<&ResourceProperties>, samples: u32) -> u32 {
    let stride = properties.and_then(ResourceProperties::stride).copied();
    let element = properties.and_then(ResourceProperties::element_type).map_or(0, |element| element.0);
    stride.unwrap_or(element & 0xff | (samples & 0xff) << 16)
}

fn slot(range: &ResourceRange, class: ResourceClass, kind: ResourceKind, view: HandleProperties) -> Slot {
    Slot {
        class,
        name: range.name.clone(),
        space: range.space,
        register: range.lower_bound,
        count: range.size,
        kind,
        view,
        is_used: false,
    }
}

/// What is known of the resource that a handle stands for: what the nearest annotation says, else the metadata.
pub(super) fn view(
    module: &Module,
    shader: &Shader,
    slots: &[Slot],
    caller: (&Body, TypeId),
    mut handle: Value,
) -> Option<HandleProperties> {
    for _ in 0..limits::TYPE_DEPTH {
        let ValueKind::Instruction(id) = handle.kind() else { return None };
        let instruction = caller.0.instructions.get(id)?;
        match &instruction.op {
            Op::Phi(values, _) => handle = *values.as_slice(&caller.0.lists.values).first()?,
            Op::Select([_, one, _]) => handle = *one,
            Op::Call { .. } => {
                let call = Call::of(module, caller, instruction).ok().flatten()?;
                return match call.operation().opcode {
                    Opcode::ANNOTATE_HANDLE => {
                        HandleProperties::of(module, call.argument(ArgumentName::props)?)
                    }
                    Opcode::CREATE_HANDLE => slots.get(by_id(shader, module, &call)?).map(|slot| slot.view),
                    Opcode::CREATE_HANDLE_FOR_LIB => {
                        slots.get(by_variable(shader, module, caller.0, &call)?).map(|slot| slot.view)
                    }
                    _ => None,
                };
            }
            _ => return None,
        }
    }
    None
}

/// The slot that `createHandle` names by class and number.
pub(super) fn by_id(shader: &Shader, module: &Module, call: &Call<'_>) -> Option<usize> {
    let class = u32::try_from(module.integer(call.argument(ArgumentName::resourceClass)?)?).ok()?;
    let id = u32::try_from(module.integer(call.argument(ArgumentName::rangeId)?)?).ok()?;
    ranges(shader).position(|(range, of, ..)| of.0 == class && range.id == id)
}

/// The slot of the variable that the handle of a library is loaded from.
fn by_variable(shader: &Shader, module: &Module, body: &Body, call: &Call<'_>) -> Option<usize> {
    let mut value = call.argument(ArgumentName::Resource)?;
    for _ in 0..limits::TYPE_DEPTH {
        match value.kind() {
            ValueKind::Global(global) => {
                return variables(shader, module).iter().position(|variable| *variable == Some(global));
            }
            ValueKind::Constant(id) => value = *module.constants.get(id)?.kind.operands().first()?,
            ValueKind::Instruction(id) => match &body.instructions.get(id)?.op {
                Op::Load(pointer, _) | Op::Cast(_, pointer) => value = *pointer,
                Op::ElementPointer { operands, .. } => {
                    value = *operands.as_slice(&body.lists.values).first()?
                }
                _ => return None,
            },
            _ => return None,
        }
    }
    None
}

/// The slot of the range that `createHandleFromBinding` describes.
pub(super) fn by_binding(slots: &[Slot], class: u32, lower: u32, space: u32) -> Option<usize> {
    slots.iter().position(|slot| slot.place(ResourceClass(class), lower, space).is_some())
}
