//! Descriptions of resources: kind, access and binding, and the metadata, handle properties and HLSL types that follow
//! from them. Separate from the builder because each class of resources has its own record in the metadata.

use dx_container::enums::{ElementType, ResourceClass, ResourceKind, SamplerFeedbackType, SamplerKind};
use dxil_ir::{Module, TypeId};

use crate::emit::error::{EmitError, Result};
use crate::shader::{
    Cbuffer, HandleProperties, ResourceProperty, ResourceRange, Resources, Sampler, Srv, Uav,
};

/// A resource of a [`ShaderBuilder`](super::ShaderBuilder).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Resource(pub(super) usize);

/// The kind of a resource. Textures, raw, structured and typed buffers are SRVs, or UAVs if they are writable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResourceType {
    /// A byte-address buffer.
    RawBuffer,
    /// A structured buffer.
    Structured {
        /// The size of an element in bytes.
        stride: u32,
        /// The base-two logarithm of the alignment of an element; 0 if the alignment is unknown.
        alignment_log2: u32,
    },
    /// A texture or a typed buffer.
    Typed {
        /// The kind, such as [`ResourceKind::TEXTURE_2D`].
        kind: ResourceKind,
        /// The type of a component.
        element: ElementType,
        /// The number of components of an element, 1 to 4.
        components: u32,
        /// The number of samples per texel of a multisampled texture; 0 if it is unknown or the texture has one.
        samples: u32,
    },
    /// A constant buffer.
    Cbuffer {
        /// The size in bytes.
        bytes: u32,
    },
    /// A sampler.
    Sampler {
        /// True for a comparison sampler.
        is_comparison: bool,
    },
    /// A ray tracing acceleration structure.
    AccelerationStructure,
    /// A feedback texture, which is always a UAV.
    Feedback {
        /// [`ResourceKind::FEEDBACK_TEXTURE_2D`] or the kind of arrays.
        kind: ResourceKind,
        /// The recorded feedback.
        feedback: SamplerFeedbackType,
    },
}

/// A resource and its binding: by default one register, register 0 of space 0.
///
/// ```
/// use dxil::emit::ResourceDesc;
///
/// let particles = ResourceDesc::structured("particles", 16).at(0, 1).writable();
/// assert_eq!(particles.register, 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceDesc {
    /// The name, for reflection and messages.
    pub name: String,
    /// The name of the variable in a library, such as the mangled name of HLSL; `name` if it is `None`.
    pub symbol: Option<String>,
    /// The kind.
    pub ty: ResourceType,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub register: u32,
    /// The number of registers; [`ResourceRange::UNBOUNDED`] for an unbounded array.
    pub count: u32,
    /// True for a resource array, even with one element.
    pub is_array: bool,
    /// True for a UAV.
    pub is_writable: bool,
    /// True for a globally coherent UAV.
    pub is_coherent: bool,
    /// True for a rasterizer-ordered UAV.
    pub is_ordered: bool,
    /// True for a structured buffer with a hidden counter.
    pub has_counter: bool,
    /// The HLSL type of the variable in the metadata, an element of it for arrays; a generic type if it is `None`.
    pub hlsl_type: Option<TypeId>,
}

impl ResourceDesc {
    /// A resource of this kind.
    pub fn new(name: &str, ty: ResourceType) -> Self {
        Self {
            name: name.into(),
            symbol: None,
            ty,
            space: 0,
            register: 0,
            count: 1,
            is_array: false,
            is_writable: matches!(ty, ResourceType::Feedback { .. }),
            is_coherent: false,
            is_ordered: false,
            has_counter: false,
            hlsl_type: None,
        }
    }

    /// A byte-address buffer.
    pub fn raw(name: &str) -> Self {
        Self::new(name, ResourceType::RawBuffer)
    }

    /// A structured buffer whose elements have `stride` bytes and are aligned to 4 bytes.
    pub fn structured(name: &str, stride: u32) -> Self {
        Self::new(name, ResourceType::Structured { stride, alignment_log2: 2 })
    }

    /// A typed buffer.
    pub fn typed_buffer(name: &str, element: ElementType, components: u32) -> Self {
        Self::texture(name, ResourceKind::TYPED_BUFFER, element, components)
    }

    /// A texture.
    pub fn texture(name: &str, kind: ResourceKind, element: ElementType, components: u32) -> Self {
        Self::new(name, ResourceType::Typed { kind, element, components, samples: 0 })
    }

    /// A constant buffer.
    pub fn cbuffer(name: &str, bytes: u32) -> Self {
        Self::new(name, ResourceType::Cbuffer { bytes })
    }

    /// A sampler without a comparison.
    pub fn sampler(name: &str) -> Self {
        Self::new(name, ResourceType::Sampler { is_comparison: false })
    }

    /// A comparison sampler.
    pub fn comparison_sampler(name: &str) -> Self {
        Self::new(name, ResourceType::Sampler { is_comparison: true })
    }

    /// A ray tracing acceleration structure.
    pub fn acceleration_structure(name: &str) -> Self {
        Self::new(name, ResourceType::AccelerationStructure)
    }

    /// The resource at this register.
    pub fn at(self, space: u32, register: u32) -> Self {
        Self { space, register, ..self }
    }

    /// The resource with this name of its variable in a library.
    pub fn symbol(self, symbol: &str) -> Self {
        Self { symbol: Some(symbol.into()), ..self }
    }

    /// An array of `count` resources in consecutive registers.
    pub fn array(self, count: u32) -> Self {
        Self { count, is_array: true, ..self }
    }

    /// An unbounded array.
    pub fn unbounded(self) -> Self {
        self.array(ResourceRange::UNBOUNDED)
    }

    /// The resource as a UAV.
    pub fn writable(self) -> Self {
        Self { is_writable: true, ..self }
    }

    /// The resource as a globally coherent UAV.
    pub fn coherent(self) -> Self {
        Self { is_writable: true, is_coherent: true, ..self }
    }

    /// The resource as a rasterizer-ordered UAV.
    pub fn ordered(self) -> Self {
        Self { is_writable: true, is_ordered: true, ..self }
    }

    /// The resource as a UAV with a hidden counter.
    pub fn with_counter(self) -> Self {
        Self { is_writable: true, has_counter: true, ..self }
    }

    /// The class of the resource.
    pub fn class(&self) -> ResourceClass {
        match self.ty {
            ResourceType::Cbuffer { .. } => ResourceClass::CBUFFER,
            ResourceType::Sampler { .. } => ResourceClass::SAMPLER,
            _ if self.is_writable => ResourceClass::UAV,
            _ => ResourceClass::SRV,
        }
    }

    /// The properties of a handle of the resource.
    pub fn properties(&self) -> HandleProperties {
        let properties = match self.ty {
            ResourceType::RawBuffer => HandleProperties::raw_buffer(),
            ResourceType::Structured { stride, alignment_log2 } => {
                HandleProperties::structured_buffer(stride, alignment_log2)
            }
            ResourceType::Typed { kind, element, components, samples } => {
                HandleProperties::typed(kind, element, components).with_samples(samples)
            }
            ResourceType::Cbuffer { bytes } => HandleProperties::cbuffer(bytes),
            ResourceType::Sampler { is_comparison } => HandleProperties::sampler(is_comparison),
            ResourceType::AccelerationStructure => HandleProperties::acceleration_structure(),
            ResourceType::Feedback { kind, feedback } => HandleProperties::feedback_texture(kind, feedback),
        };
        let flags = [
            (self.is_writable, HandleProperties::UAV),
            (self.is_coherent, HandleProperties::GLOBALLY_COHERENT),
            (self.is_ordered, HandleProperties::RASTERIZER_ORDERED),
            (self.has_counter, HandleProperties::COMPARISON_OR_COUNTER),
        ];
        flags.into_iter().filter(|(is_set, _)| *is_set).fold(properties, |all, (_, flag)| all.with(flag))
    }

    /// The last register; `u32::MAX` for an unbounded array.
    pub(super) fn last_register(&self) -> u32 {
        match self.count {
            ResourceRange::UNBOUNDED => u32::MAX,
            count => self.register.saturating_add(count.saturating_sub(1)),
        }
    }

    /// Checks the description itself.
    pub(super) fn check(&self) -> Result<()> {
        let name = &self.name;
        let is_bounded = self.count != ResourceRange::UNBOUNDED;
        if self.count == 0 || is_bounded && self.register.checked_add(self.count - 1).is_none() {
            let what = format!("`{name}` has {} registers from register {}", self.count, self.register);
            return Err(EmitError::usage(what, "bind at least one register, up to register 4294967295"));
        }
        let is_never_uav = matches!(
            self.ty,
            ResourceType::Cbuffer { .. } | ResourceType::Sampler { .. } | ResourceType::AccelerationStructure
        );
        if is_never_uav && self.is_writable {
            return Err(EmitError::usage(
                format!("`{name}` is a {} and cannot be a UAV", self.properties().kind()),
                "remove `writable`, `coherent`, `ordered` and `with_counter`",
            ));
        }
        if self.has_counter && !matches!(self.ty, ResourceType::Structured { .. }) {
            let what = format!("`{name}` is a {} and has no hidden counter", self.properties().kind());
            return Err(EmitError::usage(what, "use a structured buffer"));
        }
        match self.ty {
            ResourceType::Typed { components: 0 | 5.., .. } => Err(EmitError::usage(
                format!("`{name}` does not have 1 to 4 components"),
                "split the element, or use a structured buffer",
            )),
            _ => Ok(()),
        }
    }

    /// Returns an error if a resource of the list occupies one of the registers.
    pub(super) fn check_collision<'d>(&self, others: impl Iterator<Item = &'d Self>) -> Result<()> {
        let overlaps = |other: &&Self| {
            other.class() == self.class()
                && other.space == self.space
                && other.register <= self.last_register()
                && self.register <= other.last_register()
        };
        let mut others = others;
        let Some(other) = others.find(overlaps) else { return Ok(()) };
        let letter = match self.class() {
            ResourceClass::SRV => 't',
            ResourceClass::UAV => 'u',
            ResourceClass::CBUFFER => 'b',
            _ => 's',
        };
        Err(EmitError::Collision {
            first: other.name.clone(),
            second: self.name.clone(),
            register: format!("{letter}{}", self.register.max(other.register)),
            space: self.space,
        })
    }

    /// The HLSL type of one resource: the given type, or a generic type of the kind.
    pub(super) fn element_type(&self, module: &mut Module) -> TypeId {
        if let Some(ty) = self.hlsl_type {
            return ty;
        }
        let i32 = module.types.int(32);
        let writable = if self.is_writable { "RW" } else { "" };
        match self.ty {
            ResourceType::RawBuffer => {
                module.types.structure(&format!("struct.{writable}ByteAddressBuffer"), &[i32])
            }
            ResourceType::Structured { stride, .. } => {
                let words = stride.div_ceil(4);
                let element = module.types.array(i32, words.into());
                let name = format!("class.{writable}StructuredBuffer<uint[{words}]>");
                module.types.structure(&name, &[element])
            }
            ResourceType::Typed { kind, element, components, .. } => {
                let (name, scalar) = match element {
                    ElementType::F32 | ElementType::SNORM_F32 | ElementType::UNORM_F32 => {
                        ("float", module.types.float())
                    }
                    ElementType::F16 | ElementType::SNORM_F16 | ElementType::UNORM_F16 => {
                        ("half", module.types.half())
                    }
                    ElementType::I16 => ("int16_t", module.types.int(16)),
                    ElementType::U16 => ("uint16_t", module.types.int(16)),
                    ElementType::I64 => ("int64_t", module.types.int(64)),
                    ElementType::U64 => ("uint64_t", module.types.int(64)),
                    ElementType::U32 => ("unsigned int", i32),
                    _ => ("int", i32),
                };
                let (name, element) = match components {
                    1 => (name.to_owned(), scalar),
                    count => (format!("vector<{name}, {count}> "), module.types.vector(scalar, count.into())),
                };
                let kind = kind.to_string();
                let kind = kind.strip_prefix("Typed").unwrap_or(&kind);
                module.types.structure(&format!("class.{writable}{kind}<{name}>"), &[element])
            }
            ResourceType::Cbuffer { bytes } => {
                let float = module.types.float();
                let row = module.types.vector(float, 4);
                let rows = module.types.array(row, bytes.div_ceil(16).into());
                module.types.structure(&format!("{}.{bytes}", self.name), &[rows])
            }
            ResourceType::Sampler { is_comparison: false } => {
                module.types.structure("struct.SamplerState", &[i32])
            }
            ResourceType::Sampler { is_comparison: true } => {
                module.types.structure("struct.SamplerComparisonState", &[i32])
            }
            ResourceType::AccelerationStructure => {
                module.types.structure("struct.RaytracingAccelerationStructure", &[i32])
            }
            ResourceType::Feedback { kind, feedback } => {
                module.types.structure(&format!("class.{kind}<{}>", feedback.0), &[i32])
            }
        }
    }

    /// The type of the variable: an array of resources, or one resource.
    pub(super) fn variable_type(&self, module: &mut Module, element: TypeId) -> TypeId {
        match self.count {
            _ if !self.is_array => element,
            ResourceRange::UNBOUNDED => module.types.array(element, 0),
            count => module.types.array(element, count.into()),
        }
    }

    /// Adds the record of the resource to the metadata.
    pub(super) fn add_to(&self, resources: &mut Resources, mut range: ResourceRange) {
        (range.space, range.lower_bound, range.size) = (self.space, self.register, self.count);
        let kind = self.properties().kind();
        let property = match self.ty {
            ResourceType::Structured { stride, .. } => Some(ResourceProperty::Stride(stride)),
            ResourceType::Typed { element, .. } => Some(ResourceProperty::ElementType(element)),
            ResourceType::Feedback { feedback, .. } => Some(ResourceProperty::SamplerFeedback(feedback)),
            // DXC writes the type of the member of the HLSL structure.
            ResourceType::AccelerationStructure => Some(ResourceProperty::ElementType(ElementType::I32)),
            _ => None,
        };
        let properties = property.map(|property| vec![property].into());
        match (self.class(), self.ty) {
            (_, ResourceType::Cbuffer { bytes }) => {
                resources.cbuffers.get_or_insert_default().push(Cbuffer::new(range, bytes));
            }
            (_, ResourceType::Sampler { is_comparison }) => {
                let kind = if is_comparison { SamplerKind::COMPARISON } else { SamplerKind::DEFAULT };
                resources.samplers.get_or_insert_default().push(Sampler::new(range, kind));
            }
            (ResourceClass::UAV, _) => resources.uavs.get_or_insert_default().push(Uav {
                is_globally_coherent: self.is_coherent,
                has_counter: self.has_counter,
                is_rasterizer_ordered: self.is_ordered,
                properties,
                ..Uav::new(range, kind)
            }),
            (_, ty) => {
                let sample_count = match ty {
                    ResourceType::Typed { samples, .. } => samples,
                    _ => 0,
                };
                resources.srvs.get_or_insert_default().push(Srv {
                    sample_count,
                    properties,
                    ..Srv::new(range, kind)
                });
            }
        }
    }
}
