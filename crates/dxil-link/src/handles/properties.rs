//! The binding and the handle properties (`annotateHandle`, from shader model 6.6 on) of each resource. Separate from
//! the rewriting of handles: libraries of older models do not state the properties, so they are computed from the
//! resource metadata.

use bstr::BString;
use dx_container::enums::{ElementType, ResourceClass, ResourceKind, SamplerKind};
use dxil::shader::{
    Cbuffer, HandleProperties, ResourceProperties, ResourceRange, Resources, Sampler, Srv, Uav,
};
use dxil_ir::{GlobalId, Module, Type, TypeId};

/// A resource with a variable, and the values that its handles are built from.
pub(super) struct Resource {
    pub(super) variable: GlobalId,
    pub(super) name: BString,
    pub(super) class: ResourceClass,
    pub(super) range: ResourceRange,
    pub(super) properties: HandleProperties,
}

/// Returns the resources whose variables exist.
pub(super) fn resources_with_variables(module: &Module, resources: &Resources) -> Vec<Resource> {
    let Resources { srvs, uavs, cbuffers, samplers, .. } = resources;
    let resource = |class, range: &ResourceRange, properties| {
        let variable = range.global(module)?;
        Some(Resource { variable, name: range.name.clone(), class, range: range.clone(), properties })
    };
    let srvs = srvs.iter().flatten().map(|it| resource(ResourceClass::SRV, &it.range, srv(module, it)));
    let uavs = uavs.iter().flatten().map(|it| resource(ResourceClass::UAV, &it.range, uav(module, it)));
    let cbuffers =
        cbuffers.iter().flatten().map(|it| resource(ResourceClass::CBUFFER, &it.range, cbuffer(it)));
    let samplers =
        samplers.iter().flatten().map(|it| resource(ResourceClass::SAMPLER, &it.range, sampler(it)));
    srvs.chain(uavs).chain(cbuffers).chain(samplers).flatten().collect()
}

fn srv(module: &Module, srv: &Srv) -> HandleProperties {
    let second = second_word(module, srv.shape, &srv.range, srv.sample_count, srv.properties.as_ref());
    HandleProperties { words: [srv.shape.0, second] }
}

fn uav(module: &Module, uav: &Uav) -> HandleProperties {
    let is_reorder_coherent =
        uav.properties.as_ref().and_then(|said| said.is_reorder_coherent()).copied().unwrap_or(false);
    let bits = [
        (uav.is_rasterizer_ordered, HandleProperties::RASTERIZER_ORDERED),
        (uav.is_globally_coherent, HandleProperties::GLOBALLY_COHERENT),
        (uav.has_counter, HandleProperties::COMPARISON_OR_COUNTER),
        (is_reorder_coherent, HandleProperties::REORDER_COHERENT),
    ];
    let set = bits.iter().filter(|(is_set, _)| *is_set).fold(0, |word, (_, bit)| word | bit);
    let second = second_word(module, uav.shape, &uav.range, 0, uav.properties.as_ref());
    HandleProperties { words: [uav.shape.0 | HandleProperties::UAV | set, second] }
}

fn cbuffer(cbuffer: &Cbuffer) -> HandleProperties {
    HandleProperties { words: [ResourceKind::CBUFFER.0, cbuffer.size] }
}

fn sampler(sampler: &Sampler) -> HandleProperties {
    let compares =
        if sampler.kind == SamplerKind::COMPARISON { HandleProperties::COMPARISON_OR_COUNTER } else { 0 };
    HandleProperties { words: [ResourceKind::SAMPLER.0 | compares, 0] }
}

/// The second word, which depends on the kind: a stride, or what elements consist of.
fn second_word(
    module: &Module,
    shape: ResourceKind,
    range: &ResourceRange,
    samples: u32,
    said: Option<&ResourceProperties>,
) -> u32 {
    let stride = said.and_then(|said| said.stride()).copied();
    match shape {
        ResourceKind::STRUCTURED_BUFFER => stride.unwrap_or(0),
        ResourceKind::RAW_BUFFER | ResourceKind::RT_ACCELERATION_STRUCTURE => 0,
        ResourceKind::FEEDBACK_TEXTURE_2D | ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY => {
            said.and_then(|said| said.sampler_feedback()).map_or(0, |kind| kind.0)
        }
        _ => {
            let element = said.and_then(|said| said.element_type()).copied().unwrap_or(ElementType(0));
            let components = range.hlsl_type(module).map_or(1, |ty| components(module, ty));
            element.0 & 0xff | components << 8 | (samples & 0xff) << 16
        }
    }
}

/// How many components an element of a texture or typed buffer has, by its type in HLSL: a structure whose first member
/// is one.
fn components(module: &Module, ty: TypeId) -> u32 {
    let object = module.types.innermost_element(ty);
    let element = module.types.members(object).and_then(|members| members.first().copied());
    match element.and_then(|element| module.types.get(element)) {
        Some(Type::Vector(_, length)) => u32::try_from(*length).unwrap_or(1).min(0xff),
        _ => 1,
    }
}
