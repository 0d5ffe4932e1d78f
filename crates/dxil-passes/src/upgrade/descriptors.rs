//! What a shader is bound to, as handles need it: read of the module while pointers still say what they point to, for
//! only there does it stand what the elements of a structured buffer are.

use bstr::BString;
use dx_container::enums::{ElementType, ResourceClass, ResourceKind, SamplerFeedbackType, SamplerKind};
use dxil::handles::{DeclaredResource, Record};
use dxil::shader::{HandleProperties, ResourceProperties, Shader};
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{GlobalId, Module, TypeId};

/// A resource of the shader.
#[derive(Debug, Clone)]
pub(super) struct Descriptor {
    /// Its class.
    pub class: ResourceClass,
    /// Its number among those of its class.
    pub id: u32,
    /// Its name in HLSL; empty where the program does not say.
    pub name: BString,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub lower_bound: u32,
    /// How many registers.
    pub size: u32,
    /// The variable that it is in a library.
    pub global: Option<GlobalId>,
    /// What it is.
    pub description: Description,
}

/// What a resource is.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Description {
    pub kind: ResourceKind,
    pub is_uav: bool,
    pub is_rasterizer_ordered: bool,
    /// What the lanes of an element are.
    pub element_type: Option<ElementType>,
    /// How many lanes an element has, where that is said beside the type of HLSL.
    pub components: Option<u32>,
    /// The size of an element of a structured buffer, or of a constant buffer, in bytes.
    pub bytes: u32,
    /// What such an element is aligned to, as a power of two.
    pub alignment_log2: u32,
    pub sample_count: u32,
    pub feedback: SamplerFeedbackType,
    pub sampler: SamplerKind,
    /// What HLSL calls an element, in the module as it is now.
    pub element: Option<TypeId>,
}

/// The resources of a shader, and types of HLSL that only pointers had.
#[derive(Debug, Default)]
pub(super) struct Descriptors {
    all: Vec<Descriptor>,
}

/// What a shader is bound to, and for each of them the type of an element in HLSL, where it has one that is known.
pub(super) fn of(module: &Module, shader: &Shader) -> (Descriptors, Vec<TypeId>) {
    let mut found = Vec::new();
    for resource in DeclaredResource::all(shader.resources.as_ref()) {
        let range = resource.range();
        found.push(Descriptor {
            class: resource.class,
            id: range.id,
            name: range.name.clone(),
            space: range.space,
            lower_bound: range.lower_bound,
            size: range.size,
            global: range.global(module),
            description: Description {
                element: range.hlsl_type(module).and_then(|ty| hlsl_element(module, ty)),
                ..Description::declared(&resource)
            },
        });
    }
    let layout = &mut DataLayout::of(module);
    for descriptor in &mut found {
        let description = &mut descriptor.description;
        if let (ResourceKind::STRUCTURED_BUFFER, Some(element)) = (description.kind, description.element) {
            description.alignment_log2 = layout.alignment_of(element).checked_ilog2().unwrap_or(0);
        }
    }
    let types = found.iter().filter_map(|descriptor| descriptor.description.element).collect();
    (Descriptors { all: found }, types)
}

/// An element of a resource of this type in HLSL: a structure has it first, `Texture2D<float4>` as well as
/// `StructuredBuffer<S>`.
fn hlsl_element(module: &Module, ty: TypeId) -> Option<TypeId> {
    let structure = module.types.innermost_element(ty);
    module.types.members(structure)?.first().copied()
}

impl Descriptors {
    /// The same with the types that became of those in the order of [`of`].
    pub(super) fn with_types(mut self, types: Vec<TypeId>) -> Self {
        let with = self.all.iter_mut().filter_map(|descriptor| descriptor.description.element.as_mut());
        for (element, new) in with.zip(types) {
            *element = new;
        }
        self
    }

    /// The variables that resources are in a library.
    pub(super) fn globals_mut(&mut self) -> impl Iterator<Item = &mut Option<GlobalId>> {
        self.all.iter_mut().map(|descriptor| &mut descriptor.global)
    }

    /// The resource with this number among those of its class.
    pub(super) fn numbered(&self, class: ResourceClass, id: u32) -> Option<&Descriptor> {
        self.all.iter().find(|known| known.class == class && known.id == id)
    }

    /// The resource that a range of registers begins at.
    pub(super) fn bound(&self, class: ResourceClass, space: u32, lower_bound: u32) -> Option<&Descriptor> {
        let is_it = |known: &&Descriptor| {
            known.class == class && known.space == space && known.lower_bound == lower_bound
        };
        self.all.iter().find(is_it)
    }

    /// The resource that a variable of a library is.
    pub(super) fn of_global(&self, id: GlobalId) -> Option<&Descriptor> {
        self.all.iter().find(|known| known.global == Some(id))
    }
}

impl Description {
    /// The description of a declared resource, without the HLSL type of its elements.
    fn declared(resource: &DeclaredResource<'_>) -> Self {
        let of_kind = Self { kind: resource.kind(), ..Self::default() };
        let with = |properties: Option<&ResourceProperties>| Self {
            element_type: properties.and_then(|all| all.element_type()).copied(),
            bytes: properties.and_then(|all| all.stride()).copied().unwrap_or(0),
            feedback: properties.and_then(|all| all.sampler_feedback()).copied().unwrap_or_default(),
            ..of_kind
        };
        match resource.record {
            Record::Srv(srv) => Self { sample_count: srv.sample_count, ..with(srv.properties.as_ref()) },
            Record::Uav(uav) => Self {
                is_uav: true,
                is_rasterizer_ordered: uav.is_rasterizer_ordered,
                ..with(uav.properties.as_ref())
            },
            Record::Cbuffer(cbuffer) => Self { bytes: cbuffer.size, ..of_kind },
            Record::Sampler(sampler) => Self { sampler: sampler.kind, ..of_kind },
        }
    }

    /// Its class.
    pub(crate) fn class(&self) -> ResourceClass {
        match self.kind {
            ResourceKind::CBUFFER => ResourceClass::CBUFFER,
            ResourceKind::SAMPLER => ResourceClass::SAMPLER,
            _ if self.is_uav => ResourceClass::UAV,
            _ => ResourceClass::SRV,
        }
    }

    /// What is said of it where it is used; `is_marked` where it has a counter.
    pub(crate) fn properties(&self, has_counter: bool) -> HandleProperties {
        let flags = [
            (self.is_uav, HandleProperties::UAV),
            (self.is_rasterizer_ordered, HandleProperties::RASTERIZER_ORDERED),
            (has_counter || self.sampler == SamplerKind::COMPARISON, HandleProperties::COMPARISON_OR_COUNTER),
        ];
        let first = flags.iter().filter(|(is_set, _)| *is_set).fold(self.kind.0, |all, (_, flag)| all | flag);
        let second = match self.kind {
            ResourceKind::STRUCTURED_BUFFER | ResourceKind::CBUFFER => self.bytes,
            ResourceKind::FEEDBACK_TEXTURE_2D | ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY => self.feedback.0,
            _ => match self.element_type {
                Some(element) => element.0 | self.components.unwrap_or(0) << 8 | self.sample_count << 16,
                None => 0,
            },
        };
        HandleProperties { words: [first | self.alignment_log2 << 8, second] }
    }

    /// What is said of a resource where it is used.
    pub(super) fn of_properties(properties: HandleProperties) -> Self {
        let kind = properties.kind();
        let is_typed = matches!(kind.0, 1..=10);
        let bytes = match kind {
            ResourceKind::STRUCTURED_BUFFER => properties.stride(),
            ResourceKind::CBUFFER => properties.cbuffer_size(),
            _ => 0,
        };
        Self {
            kind,
            is_uav: properties.is_uav(),
            is_rasterizer_ordered: properties.is_rasterizer_ordered(),
            element_type: is_typed.then(|| properties.element_type()),
            components: is_typed.then(|| properties.components()),
            bytes,
            alignment_log2: properties.alignment_log2(),
            sample_count: if is_typed { properties.sample_count() } else { 0 },
            feedback: properties.sampler_feedback(),
            sampler: if properties.is_comparison() { SamplerKind::COMPARISON } else { SamplerKind::DEFAULT },
            element: None,
        }
    }
}
