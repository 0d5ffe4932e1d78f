//! What several libraries say of resources: those of one variable are one. Separate because resources have to agree,
//! and what one library asks of one adds to what the others do.

use std::fmt;

use dx_container::enums::{ResourceClass, ResourceKind};
use dx_container::names::NamedValue as _;
use dxil::shader::{Cbuffer, ResourceRange, Resources, Sampler, Srv, Uav};
use dxil_ir::{GlobalId, Module, TypeId};
use hashbrown::HashMap;

use crate::catalogue::{Catalogue, InputId};
use crate::error::{LinkError, LinkErrorKind};
use crate::registers::{UNASSIGNED, prefix};

/// The resources that are known so far, by their variables.
#[derive(Default)]
pub(super) struct Known {
    by_variable: HashMap<GlobalId, KnownResource>,
}

struct KnownResource {
    /// The input that said it.
    input: InputId,
    said: Described,
    /// The place in the list of its class.
    place: usize,
}

/// The input whose resources are added.
#[derive(Clone, Copy)]
pub(super) struct From<'c> {
    pub(super) catalogue: &'c Catalogue,
    pub(super) input: InputId,
    pub(super) module: &'c Module,
}

impl Known {
    /// Adds resources of an input; those that are there already must be the same.
    pub(super) fn add(
        &mut self,
        from: From<'_>,
        all: &mut Resources,
        other: Resources,
    ) -> Result<(), LinkError> {
        let Resources { srvs, uavs, cbuffers, samplers, .. } = other;
        self.list(from, &mut all.srvs, srvs)?;
        self.list(from, &mut all.uavs, uavs)?;
        self.list(from, &mut all.cbuffers, cbuffers)?;
        self.list(from, &mut all.samplers, samplers)
    }

    fn list<T: Resource>(
        &mut self,
        from: From<'_>,
        all: &mut Option<Vec<T>>,
        other: Option<Vec<T>>,
    ) -> Result<(), LinkError> {
        let From { catalogue, input, module } = from;
        for mut resource in other.into_iter().flatten() {
            let Some(id) = resource.range().global(module) else { continue };
            let said = Described::of(module, &mut resource);
            let Some(known) = self.by_variable.get_mut(&id) else {
                let list = all.get_or_insert_default();
                self.by_variable.insert(id, KnownResource { input, said, place: list.len() });
                list.push(resource);
                continue;
            };
            if !known.said.agrees_with(&said) {
                return Err(LinkError::unplaced(LinkErrorKind::Resource {
                    name: said.range.name.clone(),
                    first: catalogue.name(known.input).to_owned(),
                    first_is: known.said.to_string(),
                    second: catalogue.name(input).to_owned(),
                    second_is: said.to_string(),
                }));
            }
            // It is of the same class, and so in the same list.
            let Some(first) = all.as_mut().and_then(|all| all.get_mut(known.place)) else { continue };
            first.ask_for_more(&resource);
            // One that asks for no register has those of the other one.
            if known.said.is_open() && !said.is_open() {
                let range = first.range();
                (range.space, range.lower_bound) = (said.range.space, said.range.lower_bound);
                (known.input, known.said) = (input, said);
            }
        }
        Ok(())
    }
}

/// What the lists of resources have in common.
trait Resource {
    const CLASS: ResourceClass;

    fn range(&mut self) -> &mut ResourceRange;

    /// Its kind; 0 of samplers and constant buffers.
    fn shape(&self) -> u32 {
        0
    }

    /// Whether all threads see what one of them writes, and whether pixels take their turns.
    fn is_coherent_and_ordered(&self) -> (bool, bool) {
        (false, false)
    }

    /// What another input asks of it, it is as well.
    fn ask_for_more(&mut self, _asked: &Self) {}
}

impl Resource for Srv {
    const CLASS: ResourceClass = ResourceClass::SRV;

    fn range(&mut self) -> &mut ResourceRange {
        &mut self.range
    }

    fn shape(&self) -> u32 {
        self.shape.0
    }
}

impl Resource for Uav {
    const CLASS: ResourceClass = ResourceClass::UAV;

    fn range(&mut self) -> &mut ResourceRange {
        &mut self.range
    }

    fn shape(&self) -> u32 {
        self.shape.0
    }

    fn is_coherent_and_ordered(&self) -> (bool, bool) {
        (self.is_globally_coherent, self.is_rasterizer_ordered)
    }

    /// A counter, 64-bit atomics.
    fn ask_for_more(&mut self, asked: &Self) {
        self.has_counter |= asked.has_counter;
        let has_atomics =
            |uav: &Self| uav.properties.as_ref().is_some_and(|said| said.atomic64_use().is_some());
        if has_atomics(asked) && !has_atomics(self) {
            self.properties.clone_from(&asked.properties);
        }
    }
}

impl Resource for Cbuffer {
    const CLASS: ResourceClass = ResourceClass::CBUFFER;

    fn range(&mut self) -> &mut ResourceRange {
        &mut self.range
    }

    /// The most bytes.
    fn ask_for_more(&mut self, asked: &Self) {
        self.size = self.size.max(asked.size);
    }
}

impl Resource for Sampler {
    const CLASS: ResourceClass = ResourceClass::SAMPLER;

    fn range(&mut self) -> &mut ResourceRange {
        &mut self.range
    }
}

/// What inputs must agree on about a resource.
struct Described {
    class: ResourceClass,
    shape: u32,
    /// Its type in HLSL.
    ty: Option<TypeId>,
    is_coherent: bool,
    is_ordered: bool,
    range: ResourceRange,
}

impl Described {
    fn of<T: Resource>(module: &Module, resource: &mut T) -> Self {
        let (is_coherent, is_ordered) = resource.is_coherent_and_ordered();
        let (shape, range) = (resource.shape(), resource.range().clone());
        Self { class: T::CLASS, shape, ty: range.hlsl_type(module), is_coherent, is_ordered, range }
    }

    /// Whether it asks for no register.
    fn is_open(&self) -> bool {
        self.range.lower_bound == UNASSIGNED
    }

    /// Whether two inputs mean the same resource.
    fn agrees_with(&self, other: &Self) -> bool {
        let place = |range: &ResourceRange| (range.space, range.lower_bound);
        let what = |it: &Self| (it.class, it.shape, it.ty, it.is_coherent, it.is_ordered, it.range.size);
        let is_one_place = self.is_open() || other.is_open() || place(&self.range) == place(&other.range);
        what(self) == what(other) && is_one_place
    }
}

impl fmt::Display for Described {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ResourceRange { space, lower_bound, size, .. } = &self.range;
        let class = self.class.name().unwrap_or("a resource");
        let kind = ResourceKind(self.shape).name().filter(|_| self.shape != 0);
        let how = match (self.is_coherent, self.is_ordered) {
            (true, _) => "globally coherent ",
            (_, true) => "rasterizer ordered ",
            _ => "",
        };
        write!(f, "a {how}{}", kind.unwrap_or(class))?;
        match *size {
            ResourceRange::UNBOUNDED => f.write_str("[]")?,
            0 | 1 => {}
            size => write!(f, "[{size}]")?,
        }
        match *lower_bound {
            UNASSIGNED => f.write_str(" without a register"),
            register => write!(f, " at {}{register}, space{space}", prefix(self.class)),
        }
    }
}
