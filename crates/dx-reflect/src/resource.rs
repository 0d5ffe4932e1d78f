//! Resources and their bindings. Separate because they have four sources: RDEF (names and return types), programs
//! (declarations), PSV0 (views and shapes) and RDAT (names and flags).

use std::collections::HashMap;

use az::SaturatingAs as _;
use bstr::BString;
use dx_container::enums::{
    ElementType, ResourceClass, ResourceDimension, ResourceKind, ResourceReturnType, ResourceType,
    SamplerFeedbackType, SamplerKind, ShaderInputType,
};
use dx_container::flags::{ResourceFlags, RuntimeResourceFlags, ShaderInputFlags};
use dx_container::parts::psv::{self, Psv};
use dx_container::parts::rdat::{self, Rdat};
use dx_container::parts::rdef::{Binding, Rdef};
use dx_container::{FourCc, Result};

use crate::copies::Copies;
use crate::disagreement::Disagreements;

/// A resource that the shader binds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Resource {
    /// The name.
    pub name: Option<BString>,
    /// The resource class; `None` if the type is unknown.
    pub class: Option<ResourceClass>,
    /// The class and view, as in PSV0.
    pub view: Option<ResourceType>,
    /// The shape, as in DXIL.
    pub kind: Option<ResourceKind>,
    /// The type in RDEF, which distinguishes append and consume buffers.
    pub input_type: Option<ShaderInputType>,
    /// The shape in RDEF.
    pub dimension: Option<ResourceDimension>,
    /// The return type of a read.
    pub return_type: Option<ResourceReturnType>,
    /// The number of components that a read returns.
    pub components: Option<u8>,
    /// The sample count of a multisampled texture; 0 if not restricted.
    pub samples: Option<u32>,
    /// The element size of a structured buffer in bytes.
    pub stride: Option<u32>,
    /// The component type of an element in a DXIL program, which has more values than `return_type`.
    pub element_type: Option<ElementType>,
    /// The type of a sampler feedback texture, from a DXIL program.
    pub sampler_feedback: Option<SamplerFeedbackType>,
    /// The size of a constant buffer in 16-byte vectors, as declared by a token program.
    pub vectors: Option<u32>,
    /// The sampler kind, from the program.
    pub sampler_kind: Option<SamplerKind>,
    /// The ID in the program, unique within its class.
    pub id: Option<u32>,
    /// The register space.
    pub space: u32,
    /// The first register, or [`UNALLOCATED`](Self::UNALLOCATED).
    pub lower_bound: u32,
    /// The last register, or [`UNBOUNDED`](psv::UNBOUNDED). Without registers, see [`count`](Self::count).
    pub upper_bound: u32,
    /// The number of registers, from a DXIL program, also for unallocated resources; [`u32::MAX`] if unbounded.
    pub registers: Option<u32>,
    /// The flags.
    pub flags: ResourceUse,
}

/// The flags of a resource, by the part they come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ResourceUse {
    /// The flags in RDEF.
    pub input: Option<ShaderInputFlags>,
    /// The flags of the declaration in the program, as in RDAT.
    pub declared: Option<RuntimeResourceFlags>,
    /// The flags in PSV0 of version 2 or later.
    pub pipeline: Option<ResourceFlags>,
    /// The flags in RDAT.
    pub runtime: Option<RuntimeResourceFlags>,
}

/// Resources as they are gathered.
#[derive(Default)]
pub(crate) struct Resources {
    pub(crate) list: Vec<Resource>,
    /// The part that told of those that RDEF does not have.
    pub(crate) second: Option<FourCc>,
}

type Key = (Option<ResourceClass>, u32, u32);

impl Resources {
    /// RDEF's bindings, the first source.
    pub(crate) fn add_rdef(&mut self, rdef: &Rdef<'_>, copies: &mut Copies) -> Result<()> {
        self.list.reserve_exact(rdef.bindings.len());
        for binding in &rdef.bindings {
            let name = Some(copies.text(FourCc::RDEF, binding.name)?);
            // Whether there are spaces and numbers shows in the size of the records.
            let has_id = rdef.extension.is_some_and(|extension| extension.sizes.binding >= 40);
            self.list.push(Resource { name, ..of_binding(binding, has_id) });
        }
        Ok(())
    }

    /// PSV0's resources: those that are known are completed.
    pub(crate) fn add_psv(&mut self, psv: &Psv<'_>, disagreements: &mut Disagreements) {
        let mut known = self.index();
        let has_kind = psv.resource_size >= psv::Resource::SIZE_V1;
        for (told, _) in psv.resources() {
            let told = of_psv(&told, has_kind);
            match known.remove(&key(&told)).and_then(|at| self.list.get_mut(at)) {
                Some(resource) => {
                    let parts = (resource.first_part(self.second), FourCc::PSV0);
                    resource.complete(told, parts, disagreements);
                }
                None => self.list.push(told),
            }
        }
    }

    /// RDAT's resources; gives the place of each row in the list.
    pub(crate) fn add_rdat(
        &mut self,
        rdat: &Rdat<'_>,
        copies: &mut Copies,
        disagreements: &mut Disagreements,
    ) -> Result<Vec<u32>> {
        let mut known = self.index();
        let mut places = Vec::with_capacity(rdat.resources().len());
        for told in rdat.resources() {
            let name = copies.name(FourCc::RDAT, told.name)?;
            let told = Resource { name, ..of_rdat(&told) };
            let at = known.remove(&key(&told));
            match at.and_then(|at| self.list.get_mut(at)) {
                Some(resource) => {
                    let parts = (resource.first_part(self.second), FourCc::RDAT);
                    resource.complete(told, parts, disagreements);
                }
                None => self.list.push(told),
            }
            let at = at.unwrap_or(self.list.len() - 1);
            places.push(at.saturating_as::<u32>());
        }
        Ok(places)
    }

    /// Where each resource is bound, the first one where several are bound alike.
    fn index(&self) -> HashMap<Key, usize> {
        let mut index = HashMap::with_capacity(self.list.len());
        for (at, resource) in self.list.iter().enumerate() {
            index.entry(key(resource)).or_insert(at);
        }
        index
    }
}

pub(crate) fn key(resource: &Resource) -> Key {
    (resource.class, resource.space, resource.lower_bound)
}

impl Resource {
    /// Adds what `part` tells and was not known.
    pub(crate) fn complete(
        &mut self,
        told: Self,
        (before, part): (FourCc, FourCc),
        disagreements: &mut Disagreements,
    ) {
        let subject = self.subject();
        if (self.space, self.lower_bound) != (told.space, told.lower_bound) {
            let register = |resource: &Self| format!("{}, space{}", resource.lower_bound, resource.space);
            disagreements.add(
                || subject("first register"),
                (before, register(self)),
                (part, register(&told)),
            );
        }
        if self.upper_bound != told.upper_bound {
            let kept = (before, self.upper_bound);
            disagreements.add(|| subject("last register"), kept, (part, told.upper_bound));
        }
        if let (Some(kept), Some(other)) = (self.kind, told.kind)
            && kept != other
        {
            disagreements.add(|| subject("kind"), (before, kept), (part, other));
        }
        if let (Some(kept), Some(other)) = (&self.name, &told.name)
            && kept != other
        {
            disagreements.add(|| subject("name"), (before, kept), (part, other));
        }
        if let (Some(kept), Some(other)) = (self.view, told.view)
            && kept != other
        {
            disagreements.add(|| subject("view"), (before, kept), (part, other));
        }
        self.name = self.name.take().or(told.name);
        self.view = self.view.or(told.view);
        self.kind = self.kind.or(told.kind);
        self.id = self.id.or(told.id);
        self.components = self.components.or(told.components);
        self.samples = self.samples.or(told.samples);
        self.stride = self.stride.or(told.stride);
        self.element_type = self.element_type.or(told.element_type);
        self.sampler_feedback = self.sampler_feedback.or(told.sampler_feedback);
        self.sampler_kind = self.sampler_kind.or(told.sampler_kind);
        self.registers = self.registers.or(told.registers);
        self.flags.declared = self.flags.declared.or(told.flags.declared);
        self.flags.pipeline = self.flags.pipeline.or(told.flags.pipeline);
        self.flags.runtime = self.flags.runtime.or(told.flags.runtime);
    }

    /// The part that told of it first; `second` is the one that is asked after RDEF.
    pub(crate) fn first_part(&self, second: Option<FourCc>) -> FourCc {
        match (self.input_type, self.flags.declared, second) {
            (Some(_), _, _) => FourCc::RDEF,
            (None, Some(_), Some(second)) => second,
            _ if self.view.is_none() && self.flags.runtime.is_some() => FourCc::RDAT,
            _ => FourCc::PSV0,
        }
    }

    /// What something about it is called in a disagreement.
    pub(crate) fn subject(&self) -> impl Fn(&str) -> String + use<> {
        let (letter, lower, space) = (self.letter(), self.lower_bound, self.space);
        move |what| format!("{what} of {letter}{lower}, space{space}")
    }

    /// The first register of an unallocated resource, which a library leaves to the linker.
    pub const UNALLOCATED: u32 = u32::MAX;

    /// Returns true if the resource has registers.
    pub fn is_allocated(&self) -> bool {
        self.lower_bound != Self::UNALLOCATED
    }

    /// The number of registers; `None` if unbounded, or unknown.
    pub fn count(&self) -> Option<u32> {
        if let Some(count) = self.registers {
            return Some(count).filter(|&count| count != u32::MAX);
        }
        let is_bounded = self.upper_bound != psv::UNBOUNDED;
        is_bounded.then(|| self.upper_bound.wrapping_sub(self.lower_bound).wrapping_add(1))
    }

    /// The letter of the registers in HLSL; `?` for an unknown class.
    pub fn letter(&self) -> char {
        match self.class {
            Some(ResourceClass::SRV) => 't',
            Some(ResourceClass::UAV) => 'u',
            Some(ResourceClass::CBUFFER) => 'b',
            Some(ResourceClass::SAMPLER) => 's',
            _ => '?',
        }
    }
}

fn of_binding<Text, Bytes>(binding: &Binding<Text, Bytes>, has_id: bool) -> Resource {
    let (view, kind) = shape_of(binding.kind, binding.dimension);
    let is_typed = matches!(view, Some(ResourceType::SRV_TYPED | ResourceType::UAV_TYPED))
        && binding.kind != ShaderInputType::TBUFFER;
    let is_structured = matches!(
        view,
        Some(
            ResourceType::SRV_STRUCTURED
                | ResourceType::UAV_STRUCTURED
                | ResourceType::UAV_STRUCTURED_WITH_COUNTER
        )
    );
    let is_multisampled = matches!(
        binding.dimension,
        ResourceDimension::TEXTURE_2D_MS | ResourceDimension::TEXTURE_2D_MS_ARRAY
    );
    let upper_bound = match binding.bind_count {
        0 => psv::UNBOUNDED,
        count => binding.bind_point.saturating_add(count - 1),
    };
    let bits = (binding.flags.bits() >> 2) & 3;
    Resource {
        name: None,
        class: view.and_then(class_of),
        view,
        kind,
        input_type: Some(binding.kind),
        dimension: Some(binding.dimension),
        return_type: Some(binding.return_type),
        components: if is_typed { u8::try_from(bits + 1).ok() } else { None },
        samples: is_multisampled.then_some(binding.samples),
        stride: is_structured.then_some(binding.samples),
        element_type: None,
        sampler_feedback: None,
        vectors: None,
        sampler_kind: None,
        id: has_id.then_some(binding.id),
        space: binding.space,
        lower_bound: binding.bind_point,
        upper_bound,
        registers: None,
        flags: ResourceUse { input: Some(binding.flags), ..ResourceUse::default() },
    }
}

/// What RDEF's words come to in those of PSV0 and DXIL; `None` for a word nobody knows.
fn shape_of(
    kind: ShaderInputType,
    dimension: ResourceDimension,
) -> (Option<ResourceType>, Option<ResourceKind>) {
    let (view, kind) = match kind {
        ShaderInputType::CBUFFER => (ResourceType::CBV, Some(ResourceKind::CBUFFER)),
        ShaderInputType::SAMPLER => (ResourceType::SAMPLER, Some(ResourceKind::SAMPLER)),
        ShaderInputType::TBUFFER => (ResourceType::SRV_TYPED, Some(ResourceKind::TBUFFER)),
        ShaderInputType::TEXTURE => (ResourceType::SRV_TYPED, kind_of(dimension)),
        ShaderInputType::UAV_RW_TYPED => (ResourceType::UAV_TYPED, kind_of(dimension)),
        ShaderInputType::BYTE_ADDRESS => (ResourceType::SRV_RAW, Some(ResourceKind::RAW_BUFFER)),
        ShaderInputType::UAV_RW_BYTE_ADDRESS => (ResourceType::UAV_RAW, Some(ResourceKind::RAW_BUFFER)),
        ShaderInputType::STRUCTURED => (ResourceType::SRV_STRUCTURED, Some(ResourceKind::STRUCTURED_BUFFER)),
        ShaderInputType::UAV_RW_STRUCTURED => {
            (ResourceType::UAV_STRUCTURED, Some(ResourceKind::STRUCTURED_BUFFER))
        }
        ShaderInputType::UAV_APPEND_STRUCTURED
        | ShaderInputType::UAV_CONSUME_STRUCTURED
        | ShaderInputType::UAV_RW_STRUCTURED_WITH_COUNTER => {
            (ResourceType::UAV_STRUCTURED_WITH_COUNTER, Some(ResourceKind::STRUCTURED_BUFFER))
        }
        _ => return (None, None),
    };
    (Some(view), kind)
}

fn kind_of(dimension: ResourceDimension) -> Option<ResourceKind> {
    Some(match dimension {
        ResourceDimension::BUFFER => ResourceKind::TYPED_BUFFER,
        ResourceDimension::BUFFER_EX => ResourceKind::RAW_BUFFER,
        ResourceDimension::TEXTURE_1D => ResourceKind::TEXTURE_1D,
        ResourceDimension::TEXTURE_1D_ARRAY => ResourceKind::TEXTURE_1D_ARRAY,
        ResourceDimension::TEXTURE_2D => ResourceKind::TEXTURE_2D,
        ResourceDimension::TEXTURE_2D_ARRAY => ResourceKind::TEXTURE_2D_ARRAY,
        ResourceDimension::TEXTURE_2D_MS => ResourceKind::TEXTURE_2D_MS,
        ResourceDimension::TEXTURE_2D_MS_ARRAY => ResourceKind::TEXTURE_2D_MS_ARRAY,
        ResourceDimension::TEXTURE_3D => ResourceKind::TEXTURE_3D,
        ResourceDimension::TEXTURE_CUBE => ResourceKind::TEXTURE_CUBE,
        ResourceDimension::TEXTURE_CUBE_ARRAY => ResourceKind::TEXTURE_CUBE_ARRAY,
        _ => return None,
    })
}

pub(crate) fn class_of(view: ResourceType) -> Option<ResourceClass> {
    Some(match view {
        ResourceType::SAMPLER => ResourceClass::SAMPLER,
        ResourceType::CBV => ResourceClass::CBUFFER,
        ResourceType::SRV_TYPED | ResourceType::SRV_RAW | ResourceType::SRV_STRUCTURED => ResourceClass::SRV,
        ResourceType::UAV_TYPED
        | ResourceType::UAV_RAW
        | ResourceType::UAV_STRUCTURED
        | ResourceType::UAV_STRUCTURED_WITH_COUNTER => ResourceClass::UAV,
        _ => return None,
    })
}

fn of_psv(resource: &psv::Resource, has_kind: bool) -> Resource {
    Resource {
        class: class_of(resource.resource_type),
        view: Some(resource.resource_type),
        kind: has_kind.then_some(resource.kind),
        space: resource.space,
        lower_bound: resource.lower_bound,
        upper_bound: resource.upper_bound,
        flags: ResourceUse { pipeline: has_kind.then_some(resource.flags), ..ResourceUse::default() },
        ..Resource::default()
    }
}

fn of_rdat(resource: &rdat::Resource<'_>) -> Resource {
    Resource {
        class: Some(resource.class),
        kind: Some(resource.kind),
        id: Some(resource.id),
        space: resource.space,
        lower_bound: resource.lower_bound,
        upper_bound: resource.upper_bound,
        flags: ResourceUse { runtime: Some(resource.flags), ..ResourceUse::default() },
        ..Resource::default()
    }
}
