//! The resources that a shader says it has, and where each is bound. Separate because it is read once, before anything
//! is translated: user data depends on which sets there are.

use dx_container::enums::{ElementType, ResourceClass, ResourceKind};
use dx_container::names::NamedValue as _;
use dxil::handles::{DeclaredResource, Record};
use dxil::shader::{HandleProperties, ResourceProperties, Resources as ShaderResources};

use crate::bindings::{Binding, BindingMap, Registers};
use crate::error::{CompileErrorKind, Result};
use crate::heaps::Heap;
use crate::root_layout::Rooted;

/// A range of resources: one, or an array.
#[derive(Debug, Clone)]
pub struct Resource {
    /// Its number among those of its class.
    pub(crate) id: u32,
    /// Its name in HLSL; empty where the program does not say.
    pub name: String,
    /// The registers that it takes.
    pub registers: Registers,
    /// How many; `u32::MAX` for as many as there are.
    pub count: u32,
    /// Where it is bound.
    pub binding: Binding,
    /// What it is there by a root signature.
    pub rooted: Option<Rooted>,
    /// What it is.
    pub kind: ResourceKind,
    /// The size of an element of a structured buffer, or of a constant buffer, in bytes.
    pub bytes: u32,
    /// What the components of an element are, of textures and typed buffers.
    pub element: Option<ElementType>,
    /// Whether all threads see at once what one of them writes.
    pub(crate) is_coherent: bool,
    /// Where its counter is bound, if it has one.
    pub counter: Option<Binding>,
    /// The heap that it is.
    pub heap: Option<Heap>,
}

/// What is said of a UAV alone.
#[derive(Debug, Clone, Copy, Default)]
struct Flags {
    is_coherent: bool,
    has_counter: bool,
}

/// All of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Resources {
    pub(crate) all: Vec<Resource>,
}

/// The kind of descriptor, as symbols spell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DescriptorKind {
    /// A buffer without a format.
    Buffer,
    /// A buffer with one.
    TexelBuffer,
    /// An image.
    Image,
    /// A sampler.
    Sampler,
}

impl DescriptorKind {
    /// What a resource of this kind is described by.
    pub fn of(kind: ResourceKind) -> Option<Self> {
        Some(match kind {
            ResourceKind::RAW_BUFFER | ResourceKind::STRUCTURED_BUFFER | ResourceKind::CBUFFER => {
                Self::Buffer
            }
            ResourceKind::TYPED_BUFFER => Self::TexelBuffer,
            ResourceKind::SAMPLER => Self::Sampler,
            ResourceKind::TEXTURE_1D
            | ResourceKind::TEXTURE_2D
            | ResourceKind::TEXTURE_2D_MS
            | ResourceKind::TEXTURE_3D
            | ResourceKind::TEXTURE_CUBE
            | ResourceKind::TEXTURE_1D_ARRAY
            | ResourceKind::TEXTURE_2D_ARRAY
            | ResourceKind::TEXTURE_2D_MS_ARRAY
            | ResourceKind::TEXTURE_CUBE_ARRAY => Self::Image,
            _ => return None,
        })
    }

    /// The letter in the names of symbols.
    pub(crate) fn letter(self) -> char {
        match self {
            Self::Buffer => 'b',
            Self::TexelBuffer => 't',
            Self::Image => 'r',
            Self::Sampler => 's',
        }
    }

    /// The type of node that user data has for it.
    pub fn node(self) -> &'static str {
        match self {
            Self::Buffer => "buffer",
            Self::TexelBuffer => "texel_buffer",
            Self::Image => "resource",
            Self::Sampler => "sampler",
        }
    }

    /// How many dwords it takes.
    pub fn dwords(self) -> u32 {
        match self {
            Self::Image => 8,
            Self::Buffer | Self::TexelBuffer | Self::Sampler => 4,
        }
    }
}

impl Resources {
    /// Adds heaps, each in a set of its own.
    pub(crate) fn add_heaps(&mut self, heaps: &[Heap], map: &BindingMap) -> Result<()> {
        for heap in heaps {
            let (binding, rooted) = map.heap(*heap)?;
            if let Some(other) = self.all.iter().find(|other| other.binding.set == binding.set) {
                let (set, name) = (binding.set, heap.name());
                let text = format!(
                    "descriptor set {set} is reserved for {name}, but {} is bound to this set",
                    other.registers
                );
                return Err(CompileErrorKind::Binding(text).into());
            }
            let class = match heap {
                Heap::Resources => ResourceClass::SRV,
                Heap::Samplers => ResourceClass::SAMPLER,
            };
            self.all.push(Resource {
                id: u32::MAX,
                name: heap.name().to_owned(),
                registers: Registers { class, space: binding.set, first: 0 },
                count: u32::MAX,
                binding,
                rooted,
                kind: ResourceKind::INVALID,
                bytes: 0,
                element: None,
                is_coherent: false,
                counter: None,
                heap: Some(*heap),
            });
        }
        Ok(())
    }

    /// The resource that stands for a heap.
    pub(crate) fn heap(&self, heap: Heap) -> Option<&Resource> {
        self.all.iter().find(|resource| resource.heap == Some(heap))
    }

    /// The declared resources of a shader.
    pub(crate) fn of(resources: Option<&ShaderResources>, map: &BindingMap) -> Result<Self> {
        let mut all = Vec::new();
        for declared in DeclaredResource::all(resources) {
            let range = declared.range();
            let registers = Registers { class: declared.class, space: range.space, first: range.lower_bound };
            let (binding, rooted) = map.place(registers, range.size)?;
            let (bytes, element, flags) = match declared.record {
                Record::Srv(srv) => layout(srv.properties.as_ref(), Flags::default()),
                Record::Uav(uav) => {
                    let flags = Flags { is_coherent: uav.is_globally_coherent, has_counter: uav.has_counter };
                    layout(uav.properties.as_ref(), flags)
                }
                Record::Cbuffer(cbuffer) => (cbuffer.size, None, Flags::default()),
                Record::Sampler(_) => (0, None, Flags::default()),
            };
            let counter = flags.has_counter.then(|| map.counter(registers, binding, rooted)).transpose()?;
            all.push(Resource {
                id: range.id,
                name: range.name.to_string(),
                registers,
                count: range.size,
                binding,
                rooted,
                kind: declared.kind(),
                bytes,
                element,
                is_coherent: flags.is_coherent,
                counter,
                heap: None,
            });
        }
        Ok(Self { all })
    }

    /// The resource with this number among those of its class.
    pub(crate) fn numbered(&self, class: ResourceClass, id: u32) -> Option<&Resource> {
        self.all.iter().find(|known| known.registers.class == class && known.id == id)
    }

    /// The resource whose registers begin here.
    pub(crate) fn bound(&self, registers: Registers) -> Option<&Resource> {
        self.all.iter().find(|known| known.registers == registers)
    }

    /// The sets in whose tables they are, in order.
    pub(crate) fn sets(&self) -> Vec<u32> {
        let in_tables =
            self.all.iter().filter(|resource| matches!(resource.rooted, None | Some(Rooted::Table)));
        let mut sets: Vec<u32> = in_tables.map(|resource| resource.binding.set).collect();
        sets.sort_unstable();
        sets.dedup();
        sets
    }
}

/// The stride and the element type of an SRV or UAV.
fn layout(properties: Option<&ResourceProperties>, flags: Flags) -> (u32, Option<ElementType>, Flags) {
    let stride = properties.and_then(|known| known.stride()).copied().unwrap_or(0);
    (stride, properties.and_then(|known| known.element_type()).copied(), flags)
}

impl Resource {
    /// The resource as its handle says that it is.
    pub(crate) fn annotated(&self, properties: HandleProperties) -> Self {
        let kind = properties.kind();
        let bytes = match kind {
            ResourceKind::STRUCTURED_BUFFER => properties.stride(),
            ResourceKind::CBUFFER => properties.cbuffer_size(),
            _ => 0,
        };
        let is_typed =
            kind == ResourceKind::TYPED_BUFFER || DescriptorKind::of(kind) == Some(DescriptorKind::Image);
        Self {
            kind,
            bytes,
            element: is_typed.then(|| properties.element_type()),
            is_coherent: properties.is_globally_coherent(),
            ..self.clone()
        }
    }

    /// What it is described by.
    ///
    /// # Errors
    ///
    /// It is of a kind that there is no code for.
    pub(crate) fn descriptor(&self) -> Result<DescriptorKind> {
        DescriptorKind::of(self.kind)
            .ok_or_else(|| self.refused("amd compile does not implement this resource kind"))
    }

    /// Whether its contents are user data.
    pub(crate) fn is_constants(&self) -> bool {
        matches!(self.rooted, Some(Rooted::Constants { .. }))
    }

    /// That it cannot be compiled, and why.
    pub(crate) fn refused(&self, why: &str) -> crate::error::CompileError {
        let kind = self.kind.name().unwrap_or("?");
        let name = if self.name.is_empty() { String::new() } else { format!("`{}` ", self.name) };
        CompileErrorKind::Resource {
            name: format!("{name}({kind}, {})", self.registers),
            why: why.to_owned(),
        }
        .into()
    }
}
