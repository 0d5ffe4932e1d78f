//! Descriptions of the resources that shader metadata declares, for the conversion of handles. Separate because the
//! upgrade reads them before pointers become opaque: only the pointee type of the variable of a resource contains the
//! element type of a structured buffer.

use bstr::BString;
use dx_container::enums::{ElementType, ResourceClass, ResourceKind, SamplerFeedbackType, SamplerKind};
use dxil::handles::{DeclaredResource, Record};
use dxil::shader::{HandleProperties, ResourceProperties, Shader};
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{GlobalId, Module, TypeId};

/// A resource of the shader.
#[derive(Debug, Clone)]
pub(super) struct Descriptor {
    /// SRV, UAV, constant buffer or sampler.
    pub class: ResourceClass,
    /// The range id, which is unique in the class.
    pub id: u32,
    /// The name in HLSL; empty if the metadata does not contain it.
    pub name: BString,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub lower_bound: u32,
    /// The number of registers; `ResourceRange::UNBOUNDED` for an unbounded array.
    pub size: u32,
    /// The global variable of the resource in a library.
    pub global: Option<GlobalId>,
    /// The kind and the element type.
    pub description: Description,
}

/// The kind of a resource and the properties of its elements.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Description {
    pub kind: ResourceKind,
    pub is_uav: bool,
    pub is_rasterizer_ordered: bool,
    /// The component type of the elements of a typed buffer or texture.
    pub element_type: Option<ElementType>,
    /// The number of components of an element, if it is known without the HLSL type.
    pub components: Option<u32>,
    /// The stride of a structured buffer or the size of a constant buffer, in bytes.
    pub bytes: u32,
    /// The base-2 logarithm of the alignment of an element of a structured buffer in bytes.
    pub alignment_log2: u32,
    pub sample_count: u32,
    pub feedback: SamplerFeedbackType,
    pub sampler: SamplerKind,
    /// The HLSL type of an element.
    pub element: Option<TypeId>,
}

/// The resources that the shader metadata declares. Lookups are linear in the number of resources.
#[derive(Debug, Default)]
pub(super) struct Descriptors {
    all: Vec<Descriptor>,
}

/// Returns the resources of a shader, and the HLSL element types of the resources for which the type is known. The
/// types are in the order of the resources.
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

/// Returns the element type of a resource from its HLSL type: the first member of the structure, for
/// `Texture2D<float4>` and for `StructuredBuffer<S>`.
fn hlsl_element(module: &Module, ty: TypeId) -> Option<TypeId> {
    let structure = module.types.innermost_element(ty);
    module.types.members(structure)?.first().copied()
}

impl Descriptors {
    /// Replaces the HLSL element types by their counterparts in the converted module, in the order of the types from
    /// [`of`].
    pub(super) fn with_types(mut self, types: Vec<TypeId>) -> Self {
        let with = self.all.iter_mut().filter_map(|descriptor| descriptor.description.element.as_mut());
        for (element, new) in with.zip(types) {
            *element = new;
        }
        self
    }

    /// The global variables of all resources; `None` for a resource of a shader.
    pub(super) fn globals_mut(&mut self) -> impl Iterator<Item = &mut Option<GlobalId>> {
        self.all.iter_mut().map(|descriptor| &mut descriptor.global)
    }

    /// Returns the resource with a class and a range id.
    pub(super) fn numbered(&self, class: ResourceClass, id: u32) -> Option<&Descriptor> {
        self.all.iter().find(|known| known.class == class && known.id == id)
    }

    /// Returns the resource whose registers begin at `lower_bound` in a space.
    pub(super) fn bound(&self, class: ResourceClass, space: u32, lower_bound: u32) -> Option<&Descriptor> {
        let begins_there = |known: &&Descriptor| {
            known.class == class && known.space == space && known.lower_bound == lower_bound
        };
        self.all.iter().find(begins_there)
    }

    /// Returns the resource of a global variable of a library.
    pub(super) fn of_global(&self, id: GlobalId) -> Option<&Descriptor> {
        self.all.iter().find(|known| known.global == Some(id))
    }
}

impl Description {
    /// Returns the description of a declared resource, without the HLSL type of its elements.
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

    /// Returns the class of the resource.
    pub(crate) fn class(&self) -> ResourceClass {
        match self.kind {
            ResourceKind::CBUFFER => ResourceClass::CBUFFER,
            ResourceKind::SAMPLER => ResourceClass::SAMPLER,
            _ if self.is_uav => ResourceClass::UAV,
            _ => ResourceClass::SRV,
        }
    }

    /// Returns the properties for `dx.op.annotateHandle`. `has_counter` is true if the program uses the counter of a
    /// UAV.
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

    /// Returns the description from the properties of `dx.op.annotateHandle`.
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
