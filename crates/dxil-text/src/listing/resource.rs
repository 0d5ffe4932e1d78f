//! A resource of any class, as far as the listing shows it. Separate from the tables made of them: there are two.

use dx_container::enums::{ElementType, ResourceClass, ResourceKind};
use dxil::shader::{ResourceProperties, ResourceRange, Resources};

/// A resource.
pub(super) struct Resource<'s> {
    pub(super) class: ResourceClass,
    pub(super) kind: ResourceKind,
    /// Where it is bound.
    pub(super) range: &'s ResourceRange,
    /// Samples of a texel; 0 where the source does not say it.
    pub(super) samples: u32,
    pub(super) has_counter: bool,
    /// What a component is.
    pub(super) component: ElementType,
    /// Bytes of a constant buffer.
    pub(super) size: u32,
}

impl<'s> Resource<'s> {
    fn new(class: ResourceClass, kind: ResourceKind, range: &'s ResourceRange) -> Self {
        Self { class, kind, range, samples: 0, has_counter: false, component: ElementType::INVALID, size: 0 }
    }

    fn with(self, properties: &Option<ResourceProperties>) -> Self {
        let component = properties.as_ref().and_then(ResourceProperties::element_type);
        Self { component: component.copied().unwrap_or(ElementType::INVALID), ..self }
    }
}

/// The constant buffers.
pub(super) fn constant_buffers(resources: &Resources) -> impl Iterator<Item = Resource<'_>> {
    resources.cbuffers.iter().flatten().map(|buffer| Resource {
        size: buffer.size,
        ..Resource::new(ResourceClass::CBUFFER, ResourceKind::CBUFFER, &buffer.range)
    })
}

/// The samplers.
pub(super) fn samplers(resources: &Resources) -> impl Iterator<Item = Resource<'_>> {
    let samplers = resources.samplers.iter().flatten();
    samplers.map(|sampler| Resource::new(ResourceClass::SAMPLER, ResourceKind::SAMPLER, &sampler.range))
}

/// What is read.
pub(super) fn srvs(resources: &Resources) -> impl Iterator<Item = Resource<'_>> {
    resources.srvs.iter().flatten().map(|srv| Resource {
        samples: srv.sample_count,
        ..Resource::new(ResourceClass::SRV, srv.shape, &srv.range).with(&srv.properties)
    })
}

/// What is read and written.
pub(super) fn uavs(resources: &Resources) -> impl Iterator<Item = Resource<'_>> {
    resources.uavs.iter().flatten().map(|uav| Resource {
        has_counter: uav.has_counter,
        ..Resource::new(ResourceClass::UAV, uav.shape, &uav.range).with(&uav.properties)
    })
}
