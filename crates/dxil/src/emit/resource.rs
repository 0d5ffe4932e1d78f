//! Descriptions of resources: properties and binding, and the metadata and HLSL types that follow from them. Separate
//! from the builder because each class of resources has its own record in the metadata.

use dx_container::enums::{ElementType, ResourceClass, ResourceKind, SamplerKind};
use dxil_ir::{Module, TypeId};

use crate::emit::error::{EmitError, Result};
use crate::shader::{
    Cbuffer, HandleProperties, ResourceProperty, ResourceRange, Resources, Sampler, Srv, Uav,
};

/// A resource of a [`ShaderBuilder`](super::ShaderBuilder).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Resource(pub(super) usize);

/// A resource and its binding: by default one register, register 0 of space 0.
///
/// ```
/// use dxil::emit::ResourceDesc;
///
/// let particles = ResourceDesc::structured("particles", 16).at(0, 1).writable();
/// assert!(particles.properties.is_uav());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceDesc {
    /// The name, for reflection and messages.
    pub name: String,
    /// The name of the variable in a library, such as the mangled name of HLSL; `name` if it is `None`.
    pub symbol: Option<String>,
    /// The kind, the type of elements and the access.
    pub properties: HandleProperties,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub register: u32,
    /// The number of registers; [`ResourceRange::UNBOUNDED`] for an unbounded array.
    pub count: u32,
    /// True for a resource array, even with one element.
    pub is_array: bool,
    /// The HLSL type of the variable in the metadata, an element of it for arrays; a generic type if it is `None`.
    pub hlsl_type: Option<TypeId>,
}

impl ResourceDesc {
    /// A resource with these properties.
    pub fn new(name: &str, properties: HandleProperties) -> Self {
        let name = name.into();
        Self {
            name,
            symbol: None,
            properties,
            space: 0,
            register: 0,
            count: 1,
            is_array: false,
            hlsl_type: None,
        }
    }

    /// A byte-address buffer.
    pub fn raw(name: &str) -> Self {
        Self::new(name, HandleProperties::raw_buffer())
    }

    /// A structured buffer whose elements have `stride` bytes and are aligned to 4 bytes.
    pub fn structured(name: &str, stride: u32) -> Self {
        Self::new(name, HandleProperties::structured_buffer(stride, 2))
    }

    /// A typed buffer with 1 to 4 components per element.
    pub fn typed_buffer(name: &str, element: ElementType, components: u32) -> Self {
        Self::texture(name, ResourceKind::TYPED_BUFFER, element, components)
    }

    /// A texture with 1 to 4 components per texel.
    pub fn texture(name: &str, kind: ResourceKind, element: ElementType, components: u32) -> Self {
        Self::new(name, HandleProperties::typed(kind, element, components))
    }

    /// A constant buffer.
    pub fn cbuffer(name: &str, bytes: u32) -> Self {
        Self::new(name, HandleProperties::cbuffer(bytes))
    }

    /// A sampler without a comparison.
    pub fn sampler(name: &str) -> Self {
        Self::new(name, HandleProperties::sampler(false))
    }

    /// A comparison sampler.
    pub fn comparison_sampler(name: &str) -> Self {
        Self::new(name, HandleProperties::sampler(true))
    }

    /// A ray tracing acceleration structure.
    pub fn acceleration_structure(name: &str) -> Self {
        Self::new(name, HandleProperties::acceleration_structure())
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
        let properties = self.properties.with(HandleProperties::UAV);
        Self { properties, ..self }
    }

    /// The resource as a globally coherent UAV.
    pub fn coherent(self) -> Self {
        let properties = self.properties.with(HandleProperties::UAV | HandleProperties::GLOBALLY_COHERENT);
        Self { properties, ..self }
    }

    /// The resource as a rasterizer-ordered UAV.
    pub fn ordered(self) -> Self {
        let properties = self.properties.with(HandleProperties::UAV | HandleProperties::RASTERIZER_ORDERED);
        Self { properties, ..self }
    }

    /// The structured buffer as a UAV with a hidden counter.
    pub fn with_counter(self) -> Self {
        let properties =
            self.properties.with(HandleProperties::UAV | HandleProperties::COMPARISON_OR_COUNTER);
        Self { properties, ..self }
    }

    /// The class of the resource.
    pub fn class(&self) -> ResourceClass {
        self.properties.class()
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
        use ResourceKind as K;
        let (name, count, properties, kind) =
            (&self.name, self.count, self.properties, self.properties.kind());
        let is_bounded = count != ResourceRange::UNBOUNDED;
        let is_typed = (K::TEXTURE_1D..=K::TYPED_BUFFER).contains(&kind);
        let has_counter = properties.words[0] & HandleProperties::COMPARISON_OR_COUNTER != 0;
        let (what, remedy) = if count == 0 || is_bounded && self.register.checked_add(count - 1).is_none() {
            let what = format!("`{name}` has {count} registers from register {}", self.register);
            (what, "bind at least one register, up to register 4294967295")
        } else if properties.is_uav()
            && matches!(kind, K::CBUFFER | K::SAMPLER | K::RT_ACCELERATION_STRUCTURE)
        {
            let what = format!("`{name}` is a {kind} and cannot be a UAV");
            (what, "remove `writable`, `coherent`, `ordered` and `with_counter`")
        } else if has_counter && !matches!(kind, K::STRUCTURED_BUFFER | K::SAMPLER) {
            (format!("`{name}` is a {kind} and has no hidden counter"), "use a structured buffer")
        } else if is_typed && !(1..=4).contains(&properties.components()) {
            let what = format!("`{name}` does not have 1 to 4 components");
            (what, "split the element, or use a structured buffer")
        } else {
            return Ok(());
        };
        Err(EmitError::usage(what, remedy))
    }

    /// Returns an error if a resource of the list occupies one of the registers.
    pub(super) fn check_collision<'d>(&self, mut others: impl Iterator<Item = &'d Self>) -> Result<()> {
        let overlaps = |other: &&Self| {
            (other.class(), other.space) == (self.class(), self.space)
                && other.register <= self.last_register()
                && self.register <= other.last_register()
        };
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
        use ResourceKind as K;
        if let Some(ty) = self.hlsl_type {
            return ty;
        }
        let (types, properties, kind) = (&mut module.types, self.properties, self.properties.kind());
        let writable = if properties.is_uav() { "RW" } else { "" };
        let i32 = types.int(32);
        let (name, member) = match kind {
            K::RAW_BUFFER => (format!("struct.{writable}ByteAddressBuffer"), i32),
            K::STRUCTURED_BUFFER => {
                let words = properties.stride().div_ceil(4);
                let name = format!("class.{writable}StructuredBuffer<uint[{words}]>");
                (name, types.array(i32, words.into()))
            }
            K::CBUFFER => {
                let float = types.float();
                let row = types.vector(float, 4);
                let bytes = properties.cbuffer_size();
                (format!("{}.{bytes}", self.name), types.array(row, bytes.div_ceil(16).into()))
            }
            K::SAMPLER if properties.is_comparison() => ("struct.SamplerComparisonState".into(), i32),
            K::SAMPLER => ("struct.SamplerState".into(), i32),
            K::RT_ACCELERATION_STRUCTURE => ("struct.RaytracingAccelerationStructure".into(), i32),
            K::FEEDBACK_TEXTURE_2D | K::FEEDBACK_TEXTURE_2D_ARRAY => {
                (format!("class.{kind}<{}>", properties.sampler_feedback().0), i32)
            }
            _ => {
                let (name, scalar) = scalar(module, properties.element_type());
                let (name, member) = match properties.components() {
                    1 => (name.to_owned(), scalar),
                    count => (format!("vector<{name}, {count}> "), module.types.vector(scalar, count.into())),
                };
                let kind = kind.to_string();
                let kind = kind.strip_prefix("Typed").unwrap_or(&kind);
                (format!("class.{writable}{kind}<{name}>"), member)
            }
        };
        module.types.structure(&name, &[member])
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
        use ResourceKind as K;
        (range.space, range.lower_bound, range.size) = (self.space, self.register, self.count);
        let (properties, kind) = (self.properties, self.properties.kind());
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
        match self.class() {
            ResourceClass::CBUFFER => {
                let cbuffer = Cbuffer::new(range, properties.cbuffer_size());
                resources.cbuffers.get_or_insert_default().push(cbuffer);
            }
            ResourceClass::SAMPLER => {
                let is_comparison = properties.is_comparison();
                let kind = if is_comparison { SamplerKind::COMPARISON } else { SamplerKind::DEFAULT };
                resources.samplers.get_or_insert_default().push(Sampler::new(range, kind));
            }
            ResourceClass::UAV => resources.uavs.get_or_insert_default().push(Uav {
                is_globally_coherent: properties.is_globally_coherent(),
                has_counter: properties.has_counter(),
                is_rasterizer_ordered: properties.is_rasterizer_ordered(),
                properties: list,
                ..Uav::new(range, kind)
            }),
            _ => {
                let is_multisampled = matches!(kind, K::TEXTURE_2D_MS | K::TEXTURE_2D_MS_ARRAY);
                let sample_count = if is_multisampled { properties.sample_count() } else { 0 };
                let srv = Srv { sample_count, properties: list, ..Srv::new(range, kind) };
                resources.srvs.get_or_insert_default().push(srv);
            }
        }
    }
}

/// The HLSL name and the type of a component.
fn scalar(module: &mut Module, element: ElementType) -> (&'static str, TypeId) {
    use ElementType as E;
    let types = &mut module.types;
    match element {
        E::F32 | E::SNORM_F32 | E::UNORM_F32 => ("float", types.float()),
        E::F16 | E::SNORM_F16 | E::UNORM_F16 => ("half", types.half()),
        E::I16 => ("int16_t", types.int(16)),
        E::U16 => ("uint16_t", types.int(16)),
        E::I64 => ("int64_t", types.int(64)),
        E::U64 => ("uint64_t", types.int(64)),
        E::U32 => ("unsigned int", types.int(32)),
        _ => ("int", types.int(32)),
    }
}
