//! What a program is bound to: `dx.resources`, and the same lists of entries.

use bstr::BString;
use dx_container::enums::{ElementType, ResourceClass, ResourceKind, SamplerFeedbackType, SamplerKind};

use super::list::{properties, record, run};
use super::{HandleProperties, TextureAxes};
use dxil_ir::constants::ConstantKind;
use dxil_ir::{GlobalId, MetadataId, Module, TypeId, Value, ValueKind};

record! {
    /// All resources by their class; `None` is null, which compilers write where there is none.
    #[derive(Default)]
    pub struct Resources {
        /// What is read: textures, buffers, acceleration structures.
        pub srvs: Option<Vec<Srv>> => "SRV",
        /// What is read and written.
        pub uavs: Option<Vec<Uav>> => "UAV",
        /// Constant buffers.
        pub cbuffers: Option<Vec<Cbuffer>> => "CBV",
        /// Samplers.
        pub samplers: Option<Vec<Sampler>> => "sampler",
    }
}

impl Resources {
    /// Adds the record of a resource to the list of its class. `range` is its binding.
    pub fn add(&mut self, properties: HandleProperties, range: ResourceRange) {
        use ResourceKind as K;
        let kind = properties.kind();
        let property = match kind {
            K::RAW_BUFFER => None,
            K::STRUCTURED_BUFFER => Some(ResourceProperty::Stride(properties.stride())),
            K::FEEDBACK_TEXTURE_2D | K::FEEDBACK_TEXTURE_2D_ARRAY => {
                Some(ResourceProperty::SamplerFeedback(properties.sampler_feedback()))
            }
            // DXC writes the type of the member of the HLSL structure.
            K::RT_ACCELERATION_STRUCTURE => Some(ResourceProperty::ElementType(ElementType::I32)),
            _ => Some(ResourceProperty::ElementType(properties.element_type())),
        };
        let list = property.map(|property| vec![property].into());
        match properties.class() {
            ResourceClass::CBUFFER => {
                let cbuffer = Cbuffer::new(range, properties.cbuffer_size());
                self.cbuffers.get_or_insert_default().push(cbuffer);
            }
            ResourceClass::SAMPLER => {
                let is_comparison = properties.is_comparison();
                let kind = if is_comparison { SamplerKind::COMPARISON } else { SamplerKind::DEFAULT };
                self.samplers.get_or_insert_default().push(Sampler::new(range, kind));
            }
            ResourceClass::UAV => self.uavs.get_or_insert_default().push(Uav {
                is_globally_coherent: properties.is_globally_coherent(),
                has_counter: properties.has_counter(),
                is_rasterizer_ordered: properties.is_rasterizer_ordered(),
                properties: list,
                ..Uav::new(range, kind)
            }),
            _ => {
                let is_multisampled = TextureAxes::of(kind).is_some_and(|axes| axes.is_multisampled);
                let sample_count = if is_multisampled { properties.sample_count() } else { 0 };
                let srv = Srv { sample_count, properties: list, ..Srv::new(range, kind) };
                self.srvs.get_or_insert_default().push(srv);
            }
        }
    }

    /// Calls `visit` with where each resource is bound, class by class.
    pub fn each_range(&self, mut visit: impl FnMut(ResourceClass, &ResourceRange)) {
        let Self { srvs, uavs, cbuffers, samplers, .. } = self;
        srvs.iter().flatten().for_each(|it| visit(ResourceClass::SRV, &it.range));
        uavs.iter().flatten().for_each(|it| visit(ResourceClass::UAV, &it.range));
        cbuffers.iter().flatten().for_each(|it| visit(ResourceClass::CBUFFER, &it.range));
        samplers.iter().flatten().for_each(|it| visit(ResourceClass::SAMPLER, &it.range));
    }

    /// Calls `visit` with where each resource is bound, to be changed, and what its record has beside what is known.
    pub fn each_record_mut(
        &mut self,
        mut visit: impl FnMut(ResourceClass, &mut ResourceRange, &mut Vec<Option<MetadataId>>),
    ) {
        let Self { srvs, uavs, cbuffers, samplers, .. } = self;
        for it in srvs.iter_mut().flatten() {
            visit(ResourceClass::SRV, &mut it.range, &mut it.extra);
        }
        for it in uavs.iter_mut().flatten() {
            visit(ResourceClass::UAV, &mut it.range, &mut it.extra);
        }
        for it in cbuffers.iter_mut().flatten() {
            visit(ResourceClass::CBUFFER, &mut it.range, &mut it.extra);
        }
        for it in samplers.iter_mut().flatten() {
            visit(ResourceClass::SAMPLER, &mut it.range, &mut it.extra);
        }
    }

    /// The same without the rest of the records.
    pub fn each_range_mut(&mut self, mut visit: impl FnMut(ResourceClass, &mut ResourceRange)) {
        let Self { srvs, uavs, cbuffers, samplers, .. } = self;
        srvs.iter_mut().flatten().for_each(|it| visit(ResourceClass::SRV, &mut it.range));
        uavs.iter_mut().flatten().for_each(|it| visit(ResourceClass::UAV, &mut it.range));
        cbuffers.iter_mut().flatten().for_each(|it| visit(ResourceClass::CBUFFER, &mut it.range));
        samplers.iter_mut().flatten().for_each(|it| visit(ResourceClass::SAMPLER, &mut it.range));
    }
}

run! {
    /// The operands that the resources of all classes have: the variable and the bound registers.
    pub struct ResourceRange {
        /// The index of the resource in its class.
        pub id: u32 => "ID",
        /// The variable. In a library it is a global, from shader model 6.6 on cast to its type in HLSL; in other
        /// programs it is undefined, and only its type is meaningful: a pointer to the type in HLSL. Never null.
        pub variable: Option<Value>,
        /// The name in HLSL; empty in programs without reflection.
        pub name: BString,
        /// The register space.
        pub space: u32,
        /// The first register.
        pub lower_bound: u32,
        /// The number of registers; [`ResourceRange::UNBOUNDED`] for an unbounded range.
        pub size: u32 => "range size",
    }
}

impl ResourceRange {
    /// The size of ranges without end.
    pub const UNBOUNDED: u32 = u32::MAX;

    /// One register: register 0 of space 0, unless the caller sets the fields `space`, `lower_bound` and `size`.
    pub fn new(id: u32, variable: Value, name: &str) -> Self {
        Self { id, variable: Some(variable), name: name.into(), space: 0, lower_bound: 0, size: 1 }
    }

    /// The last register; `None` where there is no end, or no register.
    pub fn upper_bound(&self) -> Option<u32> {
        if self.size == Self::UNBOUNDED {
            None
        } else {
            self.lower_bound.checked_add(self.size.checked_sub(1)?)
        }
    }

    /// The last register as derived parts and bindings have it: `u32::MAX` for a range without end. A range of a
    /// library that has no registers yet begins at `u32::MAX`, so that its last register wraps.
    pub fn last_register(&self) -> u32 {
        match self.size {
            Self::UNBOUNDED => u32::MAX,
            size => self.lower_bound.wrapping_add(size).wrapping_sub(1),
        }
    }

    /// The global that is bound, where the program still has it, be it cast or not.
    pub fn global(&self, module: &Module) -> Option<GlobalId> {
        match self.variable?.kind() {
            ValueKind::Global(id) => Some(id),
            ValueKind::Constant(id) => match module.constants.get(id)?.kind {
                ConstantKind::Cast(_, operand) => match operand.kind() {
                    ValueKind::Global(id) => Some(id),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Its type in HLSL: what the variable points to.
    pub fn hlsl_type(&self, module: &Module) -> Option<TypeId> {
        module.types.pointee(module.type_of(None, self.variable?)?)
    }
}

record! {
    /// A resource that is read.
    pub struct Srv {
        /// Where it is bound.
        pub range: ResourceRange as Flat,
        /// What it is.
        pub shape: ResourceKind,
        /// Samples a texel, of multisampled textures; 0 where the program does not say.
        pub sample_count: u32,
        /// What else is said of it.
        pub properties: Option<ResourceProperties>,
    }
}

impl Srv {
    /// An SRV without properties.
    pub fn new(range: ResourceRange, shape: ResourceKind) -> Self {
        Self { range, shape, sample_count: 0, properties: None, extra: Vec::new() }
    }
}

record! {
    /// A resource that is read and written.
    pub struct Uav {
        /// Where it is bound.
        pub range: ResourceRange as Flat,
        /// What it is.
        pub shape: ResourceKind,
        /// Whether all threads see what one of them writes.
        pub is_globally_coherent: bool,
        /// Whether a counter belongs to it.
        pub has_counter: bool,
        /// Whether pixels take their turns (ROV).
        pub is_rasterizer_ordered: bool,
        /// What else is said of it.
        pub properties: Option<ResourceProperties>,
    }
}

impl Uav {
    /// A UAV without properties, a counter, global coherence or rasterizer order.
    pub fn new(range: ResourceRange, shape: ResourceKind) -> Self {
        Self {
            range,
            shape,
            is_globally_coherent: false,
            has_counter: false,
            is_rasterizer_ordered: false,
            properties: None,
            extra: Vec::new(),
        }
    }
}

record! {
    /// A constant buffer.
    pub struct Cbuffer {
        /// Where it is bound.
        pub range: ResourceRange as Flat,
        /// Its size in bytes; that of one, where there are several.
        pub size: u32,
        /// What else is said of it.
        pub properties: Option<CbufferProperties>,
    }
}

impl Cbuffer {
    /// A constant buffer of `size` bytes.
    pub fn new(range: ResourceRange, size: u32) -> Self {
        Self { range, size, properties: None, extra: Vec::new() }
    }
}

record! {
    /// A sampler.
    pub struct Sampler {
        /// Where it is bound.
        pub range: ResourceRange as Flat,
        /// How it is used.
        pub kind: SamplerKind,
        /// Where properties would stand, of which none is known.
        pub properties: Option<MetadataId>,
    }
}

impl Sampler {
    /// A sampler of this kind.
    pub fn new(range: ResourceRange, kind: SamplerKind) -> Self {
        Self { range, kind, properties: None, extra: Vec::new() }
    }
}

properties! {
    /// What else is said of an SRV or UAV.
    pub struct ResourceProperties;
    /// A property of an SRV or UAV.
    pub enum ResourceProperty by ResourcePropertyTag {
        /// What an element of a texture or typed buffer consists of.
        TYPED_BUFFER_ELEMENT_TYPE element_type ElementType(ElementType),
        /// The size of an element of a structured buffer, in bytes.
        STRUCTURED_BUFFER_ELEMENT_STRIDE stride Stride(u32),
        /// What a feedback texture records.
        SAMPLER_FEEDBACK_KIND sampler_feedback SamplerFeedback(SamplerFeedbackType),
        /// Not 0 where 64-bit atomics are used on it.
        ATOMIC64_USE atomic64_use Atomic64Use(u32),
        /// Whether what is written is seen by threads that were reordered.
        REORDER_COHERENT is_reorder_coherent IsReorderCoherent(bool),
    }
}

properties! {
    /// What else is said of a constant buffer.
    pub struct CbufferProperties;
    /// A property of a constant buffer.
    pub enum CbufferProperty by CbufferPropertyTag {
        /// Whether it is a texture buffer that is yet to become an SRV; in no final program.
        IS_TBUFFER is_tbuffer IsTbuffer(bool),
    }
}
