//! The declared resources of a shader, as a list of all classes, and their handle properties.
//!
//! Programs before shader model 6.6 and libraries do not annotate their handles, so that `dx.resources` is the only
//! source of the properties.

use dx_container::enums::{ElementType, ResourceClass, ResourceKind, SamplerKind};
use dxil_ir::{Module, Type, TypeId};

use crate::shader::{
    Cbuffer, HandleProperties, ResourceProperties, ResourceRange, Resources, Sampler, Srv, Uav,
};

/// A resource in `dx.resources`.
#[derive(Debug, Clone, Copy)]
pub struct DeclaredResource<'s> {
    /// The class.
    pub class: ResourceClass,
    /// The index in the list of the class.
    pub position: usize,
    /// The metadata of the resource.
    pub record: Record<'s>,
}

/// The metadata of a resource.
#[derive(Debug, Clone, Copy)]
pub enum Record<'s> {
    /// A resource that is read.
    Srv(&'s Srv),
    /// A resource that is read and written.
    Uav(&'s Uav),
    /// A constant buffer.
    Cbuffer(&'s Cbuffer),
    /// A sampler.
    Sampler(&'s Sampler),
}

impl<'s> DeclaredResource<'s> {
    /// The declared resources in the order of metadata: SRVs, UAVs, constant buffers, samplers.
    pub fn all(resources: Option<&'s Resources>) -> impl Iterator<Item = Self> {
        let of = |class| move |(position, record)| Self { class, position, record };
        let srvs = resources.and_then(|all| all.srvs.as_deref()).unwrap_or_default();
        let uavs = resources.and_then(|all| all.uavs.as_deref()).unwrap_or_default();
        let cbuffers = resources.and_then(|all| all.cbuffers.as_deref()).unwrap_or_default();
        let samplers = resources.and_then(|all| all.samplers.as_deref()).unwrap_or_default();
        let srvs = srvs.iter().map(Record::Srv).enumerate().map(of(ResourceClass::SRV));
        let uavs = uavs.iter().map(Record::Uav).enumerate().map(of(ResourceClass::UAV));
        let cbuffers = cbuffers.iter().map(Record::Cbuffer).enumerate().map(of(ResourceClass::CBUFFER));
        let samplers = samplers.iter().map(Record::Sampler).enumerate().map(of(ResourceClass::SAMPLER));
        srvs.chain(uavs).chain(cbuffers).chain(samplers)
    }

    /// The ID, the variable, the name and the registers.
    pub fn range(&self) -> &'s ResourceRange {
        match self.record {
            Record::Srv(it) => &it.range,
            Record::Uav(it) => &it.range,
            Record::Cbuffer(it) => &it.range,
            Record::Sampler(it) => &it.range,
        }
    }

    /// The kind.
    pub fn kind(&self) -> ResourceKind {
        match self.record {
            Record::Srv(it) => it.shape,
            Record::Uav(it) => it.shape,
            Record::Cbuffer(_) => ResourceKind::CBUFFER,
            Record::Sampler(_) => ResourceKind::SAMPLER,
        }
    }

    /// The properties that an annotation of a handle of this resource has.
    pub fn properties(&self, module: &Module) -> HandleProperties {
        match self.record {
            Record::Srv(it) => srv(module, it),
            Record::Uav(it) => uav(module, it),
            Record::Cbuffer(it) => HandleProperties { words: [ResourceKind::CBUFFER.0, it.size] },
            Record::Sampler(it) => sampler(it),
        }
    }
}

fn srv(module: &Module, srv: &Srv) -> HandleProperties {
    let second = second_word(module, srv.shape, &srv.range, srv.sample_count, srv.properties.as_ref());
    HandleProperties { words: [srv.shape.0, second] }
}

fn uav(module: &Module, uav: &Uav) -> HandleProperties {
    let is_reorder_coherent =
        uav.properties.as_ref().and_then(|all| all.is_reorder_coherent()).copied().unwrap_or(false);
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

fn sampler(sampler: &Sampler) -> HandleProperties {
    let compares =
        if sampler.kind == SamplerKind::COMPARISON { HandleProperties::COMPARISON_OR_COUNTER } else { 0 };
    HandleProperties { words: [ResourceKind::SAMPLER.0 | compares, 0] }
}

/// The second word: the stride, the kind of feedback, or the type, number and samples of the components.
fn second_word(
    module: &Module,
    shape: ResourceKind,
    range: &ResourceRange,
    samples: u32,
    properties: Option<&ResourceProperties>,
) -> u32 {
    match shape {
        ResourceKind::STRUCTURED_BUFFER => {
            properties.and_then(|all| all.stride()).copied().unwrap_or_default()
        }
        ResourceKind::RAW_BUFFER | ResourceKind::RT_ACCELERATION_STRUCTURE => 0,
        ResourceKind::FEEDBACK_TEXTURE_2D | ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY => {
            properties.and_then(|all| all.sampler_feedback()).map_or(0, |kind| kind.0)
        }
        _ => {
            let element = properties.and_then(|all| all.element_type()).copied().unwrap_or(ElementType(0));
            let components = range.hlsl_type(module).map_or(1, |ty| components(module, ty));
            element.0 & 0xff | components << 8 | (samples & 0xff) << 16
        }
    }
}

/// The components of an element of a texture or typed buffer, by its HLSL type: a structure whose first member is the
/// element.
fn components(module: &Module, ty: TypeId) -> u32 {
    let object = module.types.innermost_element(ty);
    let element = module.types.members(object).and_then(|members| members.first().copied());
    match element.and_then(|element| module.types.get(element)) {
        Some(Type::Vector(_, length)) => u32::try_from(*length).unwrap_or(1).min(0xff),
        _ => 1,
    }
}
