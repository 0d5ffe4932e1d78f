//! Resources of a pipeline: buffers with their data, textures, samplers, and the places to which they are bound.

use super::data::DataFormat;
use dxil_run::resources::{Dimension, Format, Sampler, Texture};

/// Memory and what it holds: of one resource, or of each of an array.
#[derive(Debug, Clone)]
pub struct BufferData {
    /// Its name.
    pub name: String,
    /// What a component is.
    pub format: DataFormat,
    /// Components of an element.
    pub channels: u32,
    /// Bytes of an element of a structured buffer; 0 for as many as a component takes, times the channels.
    pub stride: u32,
    /// The bytes of each resource of the array, of one for what is no array. All have as many.
    pub data: Vec<Vec<u8>>,
    /// The counter of each, after a run.
    pub counters: Vec<u32>,
    /// The texture that it is, if it is one.
    pub texture: Option<TextureSize>,
}

impl BufferData {
    /// Bytes of an element.
    pub fn element_bytes(&self) -> u32 {
        if self.stride > 0 { self.stride } else { self.format.bytes().saturating_mul(self.channels) }
    }
}

/// The size of a texture in texels, and what they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextureSize {
    /// Along x.
    pub width: u32,
    /// Along y.
    pub height: u32,
    /// Along z; of a texture array, its layers.
    pub depth: u32,
    /// Mip levels.
    pub levels: u32,
    /// Samples of a texel.
    pub samples: u32,
    /// How many dimensions it has.
    pub dimension: Dimension,
    /// How texels are stored.
    pub format: Format,
}

impl TextureSize {
    /// The texture, in a memory.
    pub fn texture(&self, memory: usize) -> Texture {
        let is_deep = self.dimension == Dimension::Three;
        Texture {
            memory,
            offset: 0,
            format: self.format,
            dimension: self.dimension,
            size: [self.width, self.height, if is_deep { self.depth } else { 1 }],
            layers: if is_deep { 1 } else { self.depth },
            levels: self.levels,
            samples: self.samples,
        }
    }
}

/// A sampler and its name.
#[derive(Debug, Clone)]
pub struct NamedSampler {
    /// Its name.
    pub name: String,
    /// What it does.
    pub sampler: Sampler,
}

/// What is bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// What it is.
    pub kind: ResourceKind,
    /// Its name.
    pub name: String,
    /// What it is made of.
    pub source: Source,
    /// Where it is bound.
    pub place: BindingPlace,
    /// Whether it has a counter.
    pub has_counter: bool,
    /// The number of tiles, from the first one, to which memory is mapped; `None` if memory is mapped to all tiles.
    pub mapped_tiles: Option<u32>,
}

/// What a resource is made of, by its number in the pipeline's lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Of [`Pipeline::buffers`](super::Pipeline::buffers).
    Buffer(usize),
    /// Of [`Pipeline::samplers`](super::Pipeline::samplers).
    Sampler(usize),
    /// Of [`AccelerationStructures::top`](super::AccelerationStructures::top).
    Acceleration(usize),
}

/// Where a resource is bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BindingPlace {
    /// At a register, and at those behind it for an array.
    Register {
        /// The register.
        register: u32,
        /// Its space.
        space: u32,
    },
    /// In a descriptor heap, by index.
    Heap(u32),
}

/// What a resource is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs, reason = "their names are what HLSL calls them")]
pub enum ResourceKind {
    Buffer,
    StructuredBuffer,
    ByteAddressBuffer,
    Texture1D,
    Texture2D,
    Texture3D,
    TextureCube,
    RWBuffer,
    RWStructuredBuffer,
    RWByteAddressBuffer,
    RWTexture1D,
    RWTexture2D,
    RWTexture3D,
    ConstantBuffer,
    Sampler,
    SampledTexture2D,
    AccelerationStructure,
}

impl ResourceKind {
    /// How many dimensions a texture of it has; `None` for what is no texture.
    pub(crate) fn dimension(self) -> Option<Dimension> {
        Some(match self {
            Self::Texture1D | Self::RWTexture1D => Dimension::One,
            Self::Texture2D | Self::RWTexture2D => Dimension::Two,
            Self::Texture3D | Self::RWTexture3D => Dimension::Three,
            Self::TextureCube => Dimension::Cube,
            _ => return None,
        })
    }

    /// Whether it is a texture.
    pub(crate) fn is_texture(self) -> bool {
        self.dimension().is_some()
    }
}
