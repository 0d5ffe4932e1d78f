//! Descriptions of resources: properties and binding, and the metadata and HLSL types that follow from them. Separate
//! from the builder because each class of resources has its own record in the metadata.

use dx_container::enums::{ElementType, ResourceClass, ResourceKind};
use dxil_ir::{Module, TypeId};

use crate::emit::error::{EmitError, Result};
use crate::shader::{HandleProperties, ResourceRange, Resources};

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
        self.with(HandleProperties::UAV)
    }

    /// The resource as a globally coherent UAV.
    pub fn coherent(self) -> Self {
        self.with(HandleProperties::UAV | HandleProperties::GLOBALLY_COHERENT)
    }

    /// The resource as a rasterizer-ordered UAV.
    pub fn ordered(self) -> Self {
        self.with(HandleProperties::UAV | HandleProperties::RASTERIZER_ORDERED)
    }

    /// The structured buffer as a UAV with a hidden counter.
    pub fn with_counter(self) -> Self {
        self.with(HandleProperties::UAV | HandleProperties::COMPARISON_OR_COUNTER)
    }

    fn with(self, flags: u32) -> Self {
        Self { properties: self.properties.with(flags), ..self }
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
        self.hlsl_type.unwrap_or_else(|| self.properties.hlsl_type(module, &self.name))
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
        resources.add(self.properties, range);
    }
}
