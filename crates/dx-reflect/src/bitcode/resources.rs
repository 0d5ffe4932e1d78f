//! The resources that a DXIL program is bound to. Separate from `resource.rs` because metadata has lists of its own
//! for each class, and types that tell what an element is.

use std::collections::HashMap;

use az::SaturatingAs as _;
use dx_container::Result;
use dx_container::enums::{ElementType, ResourceClass, ResourceKind, ResourceType};
use dx_container::flags::RuntimeResourceFlags;
use dx_container::parts::psv;
use dxil::shader::{ResourceProperties, ResourceRange, Sampler, Srv, Uav};
use dxil_ir::{Module, Type};

use super::program_module::ProgramModule;
use crate::copies::Copies;
use crate::disagreement::Disagreements;
use crate::resource::{Resource, ResourceUse, Resources, key};

impl Resources {
    /// Adds what a program says; what is known by other parts is compared with it. Gives the place of each in
    /// the list.
    pub(crate) fn add_bitcode(
        &mut self,
        told: &ProgramModule,
        copies: &mut Copies,
        disagreements: &mut Disagreements,
    ) -> Result<Vec<u32>> {
        let Some(bound) = told.bound() else { return Ok(Vec::new()) };
        let module = &told.module;
        let mut known = Known::of(&self.list);
        let mut places = Vec::new();
        let constant_buffers = bound.cbuffers.iter().flatten().map(|buffer| {
            let resource = of_range(&buffer.range, ResourceClass::CBUFFER, ResourceKind::CBUFFER);
            (Resource { view: Some(ResourceType::CBV), ..resource }, &buffer.range)
        });
        let samplers = bound.samplers.iter().flatten().map(|sampler| (of_sampler(sampler), &sampler.range));
        let srvs = bound.srvs.iter().flatten().map(|srv| (of_srv(module, srv), &srv.range));
        let uavs = bound.uavs.iter().flatten().map(|uav| (of_uav(module, uav), &uav.range));
        for (resource, range) in constant_buffers.chain(samplers).chain(srvs).chain(uavs) {
            let name = copies.name(told.part, range.name.as_ref())?;
            let resource = Resource { name, ..resource };
            let at = known.take(&resource);
            places.push(at.unwrap_or(self.list.len()).saturating_as::<u32>());
            match at.and_then(|at| self.list.get_mut(at)) {
                Some(known) => {
                    let parts = (known.first_part(None), told.part);
                    known.complete(resource, parts, disagreements);
                }
                None => self.list.push(resource),
            }
        }
        Ok(places)
    }
}

/// What other parts told, by number where they tell it, else by register.
struct Known {
    by_id: HashMap<(Option<ResourceClass>, u32), usize>,
    by_register: HashMap<(Option<ResourceClass>, u32, u32), usize>,
}

impl Known {
    fn of(list: &[Resource]) -> Self {
        let mut known = Self { by_id: HashMap::new(), by_register: HashMap::new() };
        for (at, resource) in list.iter().enumerate() {
            match resource.id {
                Some(id) => known.by_id.entry((resource.class, id)).or_insert(at),
                None => known.by_register.entry(key(resource)).or_insert(at),
            };
        }
        known
    }

    /// The place of the one that is `told`; each is taken once.
    fn take(&mut self, told: &Resource) -> Option<usize> {
        let by_id = told.id.and_then(|id| self.by_id.remove(&(told.class, id)));
        by_id.or_else(|| self.by_register.remove(&key(told)))
    }
}

fn of_range(range: &ResourceRange, class: ResourceClass, kind: ResourceKind) -> Resource {
    let upper_bound = match range.size {
        ResourceRange::UNBOUNDED => psv::UNBOUNDED,
        size => range.lower_bound.wrapping_add(size.wrapping_sub(1)),
    };
    Resource {
        class: Some(class),
        kind: Some(kind),
        id: Some(range.id),
        space: range.space,
        lower_bound: range.lower_bound,
        upper_bound,
        registers: Some(range.size),
        flags: ResourceUse { declared: Some(RuntimeResourceFlags::default()), ..ResourceUse::default() },
        ..Resource::default()
    }
}

fn of_sampler(sampler: &Sampler) -> Resource {
    Resource {
        view: Some(ResourceType::SAMPLER),
        sampler_kind: Some(sampler.kind),
        ..of_range(&sampler.range, ResourceClass::SAMPLER, ResourceKind::SAMPLER)
    }
}

fn of_srv(module: &Module, srv: &Srv) -> Resource {
    let mut resource = of_range(&srv.range, ResourceClass::SRV, srv.shape);
    resource.view = Some(match srv.shape {
        ResourceKind::STRUCTURED_BUFFER => ResourceType::SRV_STRUCTURED,
        ResourceKind::RAW_BUFFER | ResourceKind::RT_ACCELERATION_STRUCTURE => ResourceType::SRV_RAW,
        _ => ResourceType::SRV_TYPED,
    });
    resource.samples = is_multisampled(srv.shape).then_some(srv.sample_count);
    resource.add_properties(module, &srv.range, srv.properties.as_ref());
    resource
}

fn of_uav(module: &Module, uav: &Uav) -> Resource {
    let mut resource = of_range(&uav.range, ResourceClass::UAV, uav.shape);
    resource.view = Some(match uav.shape {
        ResourceKind::STRUCTURED_BUFFER if uav.has_counter => ResourceType::UAV_STRUCTURED_WITH_COUNTER,
        ResourceKind::STRUCTURED_BUFFER => ResourceType::UAV_STRUCTURED,
        ResourceKind::RAW_BUFFER => ResourceType::UAV_RAW,
        _ => ResourceType::UAV_TYPED,
    });
    let mut flags = RuntimeResourceFlags::default();
    flags.set(RuntimeResourceFlags::UAV_GLOBALLY_COHERENT, uav.is_globally_coherent);
    flags.set(RuntimeResourceFlags::UAV_COUNTER, uav.has_counter);
    flags.set(RuntimeResourceFlags::UAV_RASTERIZER_ORDERED_VIEW, uav.is_rasterizer_ordered);
    resource.flags.declared = Some(flags);
    resource.add_properties(module, &uav.range, uav.properties.as_ref());
    resource
}

fn is_multisampled(kind: ResourceKind) -> bool {
    matches!(kind, ResourceKind::TEXTURE_2D_MS | ResourceKind::TEXTURE_2D_MS_ARRAY)
}

impl Resource {
    fn add_properties(
        &mut self,
        module: &Module,
        range: &ResourceRange,
        properties: Option<&ResourceProperties>,
    ) {
        let Some(properties) = properties else { return };
        self.stride = properties.stride().copied();
        self.sampler_feedback = properties.sampler_feedback().copied();
        self.element_type = properties.element_type().copied();
        if self.element_type.is_some_and(|ty| ty != ElementType::INVALID) {
            self.components = components(module, range);
        }
        let mut flags = self.flags.declared.unwrap_or_default();
        let is_atomic = properties.atomic64_use().is_some_and(|word| *word != 0);
        flags.set(RuntimeResourceFlags::ATOMICS64_USE, is_atomic);
        let is_coherent = properties.is_reorder_coherent() == Some(&true);
        flags.set(RuntimeResourceFlags::UAV_REORDER_COHERENT, is_coherent);
        self.flags.declared = Some(flags);
    }
}

/// How many components an element has: those of the first member of HLSL's class.
fn components(module: &Module, range: &ResourceRange) -> Option<u8> {
    let class = module.types.innermost_element(range.hlsl_type(module)?);
    let element = *module.types.members(class)?.first()?;
    match module.types.get(element)? {
        Type::Vector(_, count) => u8::try_from(*count).ok(),
        Type::Integer(_) | Type::Half | Type::Float | Type::Double => Some(1),
        _ => None,
    }
}
