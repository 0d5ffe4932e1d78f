//! The resources that a token program declares: added where no other part tells of them, compared with RDEF where it
//! does. Separate from `resource.rs` because a register is declared by itself there that RDEF counts to an array.

use dx_bytecode::declarations::{self, Access, Shape, View};
use dx_container::enums::{ConstantBufferType, ResourceKind, ResourceReturnType, ResourceType, SamplerKind};
use dx_container::flags::{RuntimeResourceFlags, ShaderInputFlags};
use dx_container::{ContainerErrorKind, FourCc, Result};
use located::{Error, Place};

use crate::constant_buffer::ConstantBuffer;
use crate::disagreement::Disagreements;
use crate::limits;
use crate::resource::{Resource, ResourceUse, Resources, class_of};

/// Bytes of a vector.
const VECTOR: u32 = 16;

impl Resources {
    /// Adds what the program in `part` declares; what RDEF has too is compared with it.
    pub(crate) fn add_declared(
        &mut self,
        part: FourCc,
        declared: &[declarations::Resource],
        disagreements: &mut Disagreements,
    ) -> Result<()> {
        if declared.len() > limits::DECLARED_RESOURCES {
            let kind = ContainerErrorKind::Value {
                what: "number of declared resources",
                found: declared.len() as u64,
                expected: "at most 65536",
            };
            return Err(Error::new(kind, Place::default()).within(part));
        }
        self.second = Some(part);
        let known = Known::of(&self.list);
        self.list.reserve_exact(declared.len());
        for declared in declared {
            let told = of_declaration(declared);
            match known.find(&self.list, &told).and_then(|at| self.list.get_mut(at)) {
                Some(resource) => resource.compare(told, part, disagreements),
                None => self.list.push(told),
            }
        }
        Ok(())
    }

    /// Says where the program reads more of a constant buffer than RDEF has.
    pub(crate) fn compare_sizes(
        &self,
        part: FourCc,
        buffers: &[ConstantBuffer],
        disagreements: &mut Disagreements,
    ) {
        let of_constants = buffers.iter().filter(|buffer| buffer.kind == ConstantBufferType::CBUFFER);
        for buffer in of_constants {
            let resource = buffer.resource.and_then(|at| self.list.get(usize::try_from(at).ok()?));
            let Some((resource, vectors)) = resource.and_then(|found| Some((found, found.vectors?))) else {
                continue;
            };
            let held = buffer.size.div_ceil(VECTOR);
            if vectors > held {
                let subject = resource.subject();
                let words = |vectors: u32| format!("{vectors} vectors");
                disagreements.add(|| subject("size"), (FourCc::RDEF, words(held)), (part, words(vectors)));
            }
        }
    }
}

/// RDEF's resources by their registers.
struct Known {
    /// Class, space, first register, and the place in the list; sorted.
    places: Vec<(u32, u32, u32, usize)>,
}

impl Known {
    fn of(list: &[Resource]) -> Self {
        let place = |(at, resource): (usize, &Resource)| {
            Some((resource.class?.0, resource.space, resource.lower_bound, at))
        };
        let mut places: Vec<_> = list.iter().enumerate().filter_map(place).collect();
        places.sort_unstable();
        Self { places }
    }

    /// The place of the one that has the first register of `told` among its own: of several that begin alike the
    /// first.
    fn find(&self, list: &[Resource], told: &Resource) -> Option<usize> {
        let (class, space, register) = (told.class?.0, told.space, told.lower_bound);
        let end = self
            .places
            .partition_point(|(of, within, lower, _)| (*of, *within, *lower) <= (class, space, register));
        let (of, within, lower, _) = *self.places.get(end.checked_sub(1)?)?;
        let start = self
            .places
            .partition_point(|(of, within, first, _)| (*of, *within, *first) < (class, space, lower));
        let (.., at) = *self.places.get(start)?;
        let holds = (of, within) == (class, space) && register <= list.get(at)?.upper_bound;
        holds.then_some(at)
    }
}

impl Resource {
    /// Adds what its declaration tells, and says where it tells something else than RDEF.
    fn compare(&mut self, told: Self, part: FourCc, disagreements: &mut Disagreements) {
        let subject = self.subject();
        let rdef = FourCc::RDEF;
        // Before shader model 5.1 every register of an array is declared by itself.
        if told.upper_bound != told.lower_bound && told.upper_bound != self.upper_bound
            || told.upper_bound > self.upper_bound
        {
            let (kept, other) = (self.upper_bound, told.upper_bound);
            disagreements.add(|| subject("last register"), (rdef, kept), (part, other));
        }
        let is_buffer =
            (self.kind, told.kind) == (Some(ResourceKind::TBUFFER), Some(ResourceKind::TYPED_BUFFER));
        let mut differ = |what: &str, kept: Option<String>, other: Option<String>| {
            if let (Some(kept), Some(other)) = (kept, other)
                && kept != other
            {
                disagreements.add(|| subject(what), (rdef, kept), (part, other));
            }
        };
        if !is_buffer {
            differ("kind", self.kind.map(|kind| kind.to_string()), told.kind.map(|kind| kind.to_string()));
            differ("view", self.view.map(|view| view.to_string()), told.view.map(|view| view.to_string()));
            let words = |kind: Option<ResourceReturnType>| kind.map(|kind| kind.to_string());
            differ("return type", words(self.return_type), words(told.return_type));
        }
        let word = |number: Option<u32>| number.map(|number| number.to_string());
        differ("sample count", word(self.samples), word(told.samples));
        differ("stride", word(self.stride), word(told.stride));
        differ("ID", word(self.id), word(told.id));
        let compares =
            |is_it: bool| if is_it { "comparison sampler" } else { "no comparison sampler" }.to_owned();
        let by_rdef = self.flags.input.map(|flags| flags.contains(ShaderInputFlags::COMPARISON_SAMPLER));
        let by_program = told.sampler_kind.map(|kind| kind == SamplerKind::COMPARISON);
        differ("sampler kind", by_rdef.map(compares), by_program.map(compares));

        self.view = self.view.or(told.view);
        self.kind = self.kind.or(told.kind);
        self.id = self.id.or(told.id);
        self.vectors = self.vectors.max(told.vectors);
        self.sampler_kind = self.sampler_kind.or(told.sampler_kind);
        let before = self.flags.declared.unwrap_or_default();
        self.flags.declared = told.flags.declared.map(|flags| before | flags);
    }
}

fn of_declaration(declared: &declarations::Resource) -> Resource {
    let mut flags = RuntimeResourceFlags::default();
    let mut resource = Resource {
        id: declared.id,
        space: declared.space,
        lower_bound: declared.lower_bound,
        upper_bound: declared.upper_bound,
        ..Resource::default()
    };
    match declared.shape {
        Shape::ConstantBuffer { vectors, dynamically_indexed } => {
            resource.view = Some(ResourceType::CBV);
            resource.kind = Some(ResourceKind::CBUFFER);
            resource.vectors = Some(vectors);
            flags.set(RuntimeResourceFlags::DYNAMIC_INDEXING, dynamically_indexed);
        }
        Shape::Sampler(kind) => {
            resource.view = Some(ResourceType::SAMPLER);
            resource.kind = Some(ResourceKind::SAMPLER);
            resource.sampler_kind = Some(kind);
        }
        Shape::View { view, access } => {
            let has_counter = access.is_some_and(|access| access.counter);
            resource.view = Some(match (view, access.is_some()) {
                (View::Typed { .. }, false) => ResourceType::SRV_TYPED,
                (View::Typed { .. }, true) => ResourceType::UAV_TYPED,
                (View::Raw, false) => ResourceType::SRV_RAW,
                (View::Raw, true) => ResourceType::UAV_RAW,
                (View::Structured(_), false) => ResourceType::SRV_STRUCTURED,
                (View::Structured(_), true) if has_counter => ResourceType::UAV_STRUCTURED_WITH_COUNTER,
                (View::Structured(_), true) => ResourceType::UAV_STRUCTURED,
            });
            match view {
                View::Typed { kind, samples, returns } => {
                    let is_multisampled =
                        matches!(kind, Some(ResourceKind::TEXTURE_2D_MS | ResourceKind::TEXTURE_2D_MS_ARRAY));
                    resource.kind = kind;
                    resource.samples = is_multisampled.then_some(samples);
                    resource.return_type = Some(returns);
                }
                View::Raw => resource.kind = Some(ResourceKind::RAW_BUFFER),
                View::Structured(stride) => {
                    resource.kind = Some(ResourceKind::STRUCTURED_BUFFER);
                    resource.stride = Some(stride);
                }
            }
            let Access { globally_coherent, rasterizer_ordered, counter } = access.unwrap_or_default();
            flags.set(RuntimeResourceFlags::UAV_GLOBALLY_COHERENT, globally_coherent);
            flags.set(RuntimeResourceFlags::UAV_RASTERIZER_ORDERED_VIEW, rasterizer_ordered);
            flags.set(RuntimeResourceFlags::UAV_COUNTER, counter);
        }
    }
    resource.class = resource.view.and_then(class_of);
    resource.flags = ResourceUse { declared: Some(flags), ..ResourceUse::default() };
    resource
}
