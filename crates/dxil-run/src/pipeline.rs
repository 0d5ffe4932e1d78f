//! A pipeline: dispatches and draws, the buffers and samplers that they use, and what is to come out of them. Separate
//! because nothing that executes knows of it: it says what is bound, run, and compared.
//!
//! The document is the one of LLVM's offload-test-suite; `docs/run.md` says what each key does here.

mod bind;
mod compare;
mod data;
mod document;
mod draw;
mod expect;
mod number;
mod print;
mod read;
mod structures;

pub use bind::{PipelineRun, bind_static_samplers};
pub use compare::{Difference, Mismatch, Verdict};
pub use data::DataFormat;
pub use expect::{Expectations, Unmet};

use std::ops::Range;
use std::sync::Arc;

use dx_container::enums::ShaderKind;

use crate::draw::{BlendState, DepthStencilState, RasterizerState, Scissor, View, Viewport};
use crate::error::Result;
use crate::resources::{Dimension, Format, Sampler, Texture};

/// A pipeline: passes over the same memory.
#[derive(Debug, Clone, Default)]
pub struct Pipeline {
    /// What is run, in this order.
    pub passes: Vec<Pass>,
    /// Memory, in the order of the document.
    pub buffers: Vec<BufferData>,
    /// Samplers.
    pub samplers: Vec<NamedSampler>,
    /// Constants that are passed without a buffer, of all passes.
    pub push_constants: Vec<PushConstants>,
    /// What is to come out.
    pub results: Vec<Comparison>,
    /// What rays are traced through.
    pub acceleration: AccelerationStructures,
}

impl Pipeline {
    /// Reads a document.
    ///
    /// # Errors
    ///
    /// Text that is not YAML, keys or names that are none, values that do not fit, with their place in the text.
    pub fn parse(text: &str) -> Result<Self> {
        read::pipeline(text)
    }

    /// The pass of a pipeline that has one; `None` where there are several.
    pub fn only(&self) -> Option<&Pass> {
        match self.passes.as_slice() {
            [pass] => Some(pass),
            _ => None,
        }
    }

    /// The shaders of all passes, in their order.
    pub fn shaders(&self) -> impl Iterator<Item = &ShaderStage> {
        self.passes.iter().flat_map(|pass| &pass.shaders)
    }
}

/// A dispatch or a draw. Passes share what the document says once.
#[derive(Debug, Clone, Default)]
pub struct Pass {
    /// Its shaders: a compute shader, or the stages of a draw in their order.
    pub shaders: Vec<ShaderStage>,
    /// How many groups a compute shader is dispatched in, or the amplification or mesh shader of a draw.
    pub dispatch: [u32; 3],
    /// How much is drawn.
    pub counts: DrawCounts,
    /// Arguments of a root signature, in its order; empty where resources say all.
    pub root_arguments: Arc<Vec<RootArgument>>,
    /// What is bound to shaders.
    pub resources: Arc<Vec<Resource>>,
    /// Which of [`Pipeline::push_constants`] are its own.
    pub push_constants: Range<usize>,
    /// Input and output of a draw.
    pub graphics: Arc<Graphics>,
}

impl Pass {
    /// Whether it is a draw rather than a dispatch.
    pub fn is_draw(&self) -> bool {
        self.shaders.iter().any(|shader| shader.stage != Stage::Compute)
    }
}

/// A shader of a pass.
#[derive(Debug, Clone)]
pub struct ShaderStage {
    /// Its stage.
    pub stage: Stage,
    /// The name of its function.
    pub entry: String,
}

/// A stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs, reason = "they are what D3D calls them")]
pub enum Stage {
    Compute,
    Vertex,
    Hull,
    Domain,
    Geometry,
    Pixel,
    Amplification,
    Mesh,
    RayGeneration,
    Miss,
    ClosestHit,
    AnyHit,
    Intersection,
    Callable,
}

impl Stage {
    /// The stage of a draw that it is; `None` for others.
    pub fn drawn(self) -> Option<ShaderKind> {
        Some(match self {
            Self::Vertex => ShaderKind::VERTEX,
            Self::Hull => ShaderKind::HULL,
            Self::Domain => ShaderKind::DOMAIN,
            Self::Geometry => ShaderKind::GEOMETRY,
            Self::Amplification => ShaderKind::AMPLIFICATION,
            Self::Mesh => ShaderKind::MESH,
            Self::Pixel => ShaderKind::PIXEL,
            _ => return None,
        })
    }
}

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

/// How much is drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DrawCounts {
    /// Vertices of an instance, or indices; `None` for as many as there are.
    pub vertices: Option<u32>,
    /// Instances; `None` for one.
    pub instances: Option<u32>,
    /// The first vertex; with indices, what is added to each.
    pub first_vertex: u32,
    /// The first instance.
    pub first_instance: u32,
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
}

/// What a resource is made of, by its number in the pipeline's lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Of [`Pipeline::buffers`].
    Buffer(usize),
    /// Of [`Pipeline::samplers`].
    Sampler(usize),
    /// Of [`AccelerationStructures::top`].
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

/// An argument of a root signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootArgument {
    /// Constants: the data of a buffer.
    Constants(usize),
    /// A table: the next one of the descriptor sets.
    Table,
    /// A buffer and what it is bound as.
    Descriptor(usize, ResourceKind),
}

/// Constants that are passed to a stage without a buffer.
#[derive(Debug, Clone)]
pub struct PushConstants {
    /// The stage.
    pub stage: Stage,
    /// All bytes.
    pub data: Vec<u8>,
}

/// What is to come out.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// Its name.
    pub name: String,
    /// How the buffers are compared.
    pub rule: Rule,
    /// The buffer that shaders write, of [`Pipeline::buffers`].
    pub actual: usize,
    /// The buffer that says what it should hold.
    pub expected: usize,
}

/// How buffers are compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rule {
    /// Byte for byte.
    Exact,
    /// By how many floats lie between two.
    Ulp {
        /// How many may.
        tolerance: u32,
        /// What denormals may become.
        denormals: Denormals,
        /// Where one is that close to zero, how far the two may be apart; 0 for no such rule.
        zero_tolerance: f64,
    },
    /// By how far two are apart.
    Epsilon {
        /// They must be less than this.
        epsilon: f64,
        /// What denormals may become.
        denormals: Denormals,
    },
}

/// What may come out where a denormal is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Denormals {
    /// It, or zero.
    #[default]
    Any,
    /// Zero: the expected values say so themselves.
    #[serde(rename = "FTZ")]
    FlushToZero,
    /// It.
    Preserve,
}

/// What rays are traced through.
#[derive(Debug, Clone, Default)]
pub struct AccelerationStructures {
    /// Geometries.
    pub bottom: Vec<BottomLevel>,
    /// Instances of geometries.
    pub top: Vec<TopLevel>,
}

/// Geometries that have one name.
#[derive(Debug, Clone)]
pub struct BottomLevel {
    /// Their name.
    pub name: String,
    /// Triangles.
    pub triangles: Vec<Triangles>,
    /// Boxes.
    pub boxes: Vec<Boxes>,
}

/// Triangles in buffers.
#[derive(Debug, Clone)]
pub struct Triangles {
    /// The buffer of vertices, of [`Pipeline::buffers`].
    pub vertices: usize,
    /// Floats of a vertex.
    pub components: u32,
    /// Bytes of a vertex.
    pub stride: u32,
    /// How many vertices there are.
    pub count: u32,
    /// The buffer of indices, if there is one, how many there are, and bytes of one: 2 or 4.
    pub indices: Option<(usize, u32, u32)>,
    /// Whether rays end here without being asked.
    pub is_opaque: bool,
    /// What vertices are multiplied by, row by row.
    pub transform: Option<[f32; 12]>,
}

/// Boxes in a buffer: the smallest and the largest coordinates of each.
#[derive(Debug, Clone)]
pub struct Boxes {
    /// The buffer, of [`Pipeline::buffers`].
    pub buffer: usize,
    /// How many there are.
    pub count: u32,
    /// Bytes from one to the next.
    pub stride: u32,
    /// Whether rays end here without being asked.
    pub is_opaque: bool,
}

/// Instances of geometries, of each of an array of structures.
#[derive(Debug, Clone)]
pub struct TopLevel {
    /// Its name.
    pub name: String,
    /// The instances.
    pub elements: Vec<Vec<Instance>>,
}

/// A geometry at a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Instance {
    /// The geometry, of [`AccelerationStructures::bottom`].
    pub bottom: usize,
    /// From the geometry's coordinates to the world's, row by row.
    pub transform: [f32; 12],
    /// Its number for shaders.
    pub id: u32,
    /// Which rays see it.
    pub mask: u8,
    /// What is added to the number of its hit group.
    pub hit_group: u32,
    /// `D3D12_RAYTRACING_INSTANCE_FLAGS`.
    pub flags: u32,
}

/// Input and output of draws.
#[derive(Debug, Clone, Default)]
pub struct Graphics {
    /// The buffers of vertices, by their slots.
    pub vertices: Vec<VertexSlot>,
    /// What a vertex consists of.
    pub attributes: Vec<VertexAttribute>,
    /// The buffer of indices, of [`Pipeline::buffers`].
    pub indices: Option<usize>,
    /// The index that ends a strip, if one does.
    pub strip_cut: Option<u32>,
    /// The buffers that are drawn to, by the number of `SV_Target`.
    pub targets: Vec<usize>,
    /// The buffer of depths.
    pub depth: Option<usize>,
    /// What vertices make.
    pub topology: Topology,
    /// Control points of a patch.
    pub control_points: Option<u32>,
    /// How primitives of vertices become pixels.
    pub rasterizer: RasterizerState,
    /// How those of mesh shaders do: sides that are not said are others for these.
    pub mesh_rasterizer: RasterizerState,
    /// How depth and stencil are tested.
    pub depth_stencil: DepthStencilState,
    /// How colours are put into targets.
    pub blend: BlendState,
    /// Viewports; without any, all of the targets.
    pub viewports: Vec<Viewport>,
    /// What each viewport draws to; without any, all of the targets.
    pub scissors: Vec<Scissor>,
    /// Views; without any, one.
    pub views: Vec<View>,
    /// What becomes of samples after the draw.
    pub resolves: Vec<Resolve>,
}

/// A slot of vertex buffers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VertexSlot {
    /// The buffer, of [`Pipeline::buffers`].
    pub buffer: usize,
    /// Its first byte.
    pub offset: u32,
    /// Bytes from one vertex to the next.
    pub stride: u32,
    /// After how many instances the next element is taken; `None` for one each vertex.
    pub step: Option<u32>,
}

/// Samples that become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolve {
    /// The buffer of samples, of [`Pipeline::buffers`].
    pub from: usize,
    /// The buffer that they are put into.
    pub to: usize,
}

/// A part of a vertex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VertexAttribute {
    /// Its semantic.
    pub name: String,
    /// How it is stored.
    pub format: Format,
    /// The slot of its buffer.
    pub slot: u32,
    /// Its first byte in the vertex.
    pub offset: u32,
}

/// What vertices make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs, reason = "they are what D3D calls them")]
pub enum Topology {
    #[default]
    TriangleList,
    TriangleStrip,
    PointList,
    PatchList,
    LineList,
    LineStrip,
    LineListAdj,
    LineStripAdj,
    TriangleListAdj,
    TriangleStripAdj,
}

/// The JSON Schema of the document.
#[cfg(feature = "schema")]
pub fn schema() -> String {
    document::schema()
}
