//! The pipeline state that a link needs: everything that unlinked shaders were compiled without. Separate because it is the
//! caller's half of the input; `state/` holds its parts.
//!
//! The names are those of the concepts in `AMDGPU` drivers: a *user data node* is a piece of what the driver hands to a
//! shader in registers or memory, offsets in it count dwords.

use crate::target::Target;

pub mod document;
pub mod format;
pub mod pipe;
pub mod refusal;
pub mod user_data;

pub use format::{DataFormat, ExportFormat, NumberFormat};
pub use user_data::{Node, NodeKind};

/// What the pipeline is made of and how it is set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PipelineState {
    /// The processor that the inputs must be for; without it, theirs.
    pub target: Option<Target>,
    /// Shader stages of the pipeline.
    pub stages: Stages,
    /// Options of the compile that bear on a link.
    pub options: Options,
    /// Index of the device in its group: `$deviceIdx`.
    pub device_index: u32,
    /// The top level of the user data, in order: the order decides which node a descriptor set means.
    pub user_data: Vec<Node>,
    /// Samplers whose values are known when the pipeline is made.
    pub static_samplers: Vec<StaticSampler>,
    /// Vertex attributes.
    pub vertex_inputs: Vec<VertexInput>,
    /// Colour targets.
    pub color: ColorState,
    /// How primitives are put together.
    pub input_assembly: InputAssembly,
    /// How they are turned into pixels.
    pub rasterizer: Rasterizer,
}

bitflags::bitflags! {
    /// Shader stages.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct Stages: u16 {
        /// Task shader.
        const TASK = 1;
        /// Vertex shader.
        const VERTEX = 2;
        /// Tessellation control (hull) shader.
        const TESS_CONTROL = 4;
        /// Tessellation evaluation (domain) shader.
        const TESS_EVAL = 8;
        /// Geometry shader.
        const GEOMETRY = 16;
        /// Mesh shader.
        const MESH = 32;
        /// Fragment (pixel) shader.
        const FRAGMENT = 64;
        /// Compute shader.
        const COMPUTE = 128;
    }
}

impl Stages {
    /// Whether the stages are those of a graphics pipeline.
    pub fn is_graphics(self) -> bool {
        !self.is_empty() && !self.contains(Self::COMPUTE)
    }
}

/// How descriptor sets are laid out in user data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ResourceLayout {
    /// Tables of any sets, dynamic descriptors at the top level.
    #[default]
    Compact,
    /// A table of push constants first, then one of each set.
    Indirect,
}

/// What to do with a static sampler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StaticSamplerPolicy {
    /// The loader writes its words into the descriptor table; the link lists them.
    #[default]
    Manifest,
    /// Pipelines that have one cannot be linked.
    Refuse,
}

/// Options of the compile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The pipeline's hash, `.internal_pipeline_hash`; without it, what the inputs have stays.
    pub hash: Option<[u64; 2]>,
    /// High half of the address of the shadow descriptor table; `u32::MAX` for none.
    pub high_addr_of_fmask: u32,
    /// Whether fragment masks have descriptors of their own; where one is missing, the image's is meant.
    pub enable_fmask: bool,
    /// How sets are laid out.
    pub resource_layout: ResourceLayout,
    /// Whether a node with an array answers for the bindings of its elements.
    pub use_resource_binding_range: bool,
    /// Static samplers: in a manifest, or refused.
    pub static_samplers: StaticSamplerPolicy,
    /// Whether exporting a sample mask switches alpha to coverage off (3.x metadata).
    pub sample_mask_export_overrides_alpha_to_coverage: bool,
    /// The client's own bytes, `.api_create_info`; empty for none.
    pub client_metadata: Vec<u8>,
}

impl Options {
    /// `high_addr_of_fmask` where there is no shadow descriptor table.
    pub const NO_SHADOW_TABLE: u32 = u32::MAX;
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: None,
            high_addr_of_fmask: Self::NO_SHADOW_TABLE,
            enable_fmask: true,
            resource_layout: ResourceLayout::default(),
            use_resource_binding_range: false,
            static_samplers: StaticSamplerPolicy::default(),
            sample_mask_export_overrides_alpha_to_coverage: false,
            client_metadata: Vec::new(),
        }
    }
}

/// A sampler, or an array of them, with values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StaticSampler {
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
    /// Four dwords each element.
    pub words: Vec<u32>,
    /// Whether it converts from YCbCr: such a pipeline cannot be linked.
    pub converts_ycbcr: bool,
}

/// How often a vertex attribute advances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InputRate {
    /// Each vertex.
    #[default]
    Vertex,
    /// Every so many instances; 0: all instances have the first value.
    Instance(u32),
}

/// Where a vertex attribute comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VertexInput {
    /// Attribute location in the shader.
    pub location: u32,
    /// Vertex buffer: index into the vertex buffer table, in descriptors of 16 bytes.
    pub binding: u32,
    /// Bytes from the start of an element of the buffer.
    pub offset: u32,
    /// Bytes of an element.
    pub stride: u32,
    /// Components and their widths.
    pub data_format: DataFormat,
    /// What their bits mean.
    pub number_format: NumberFormat,
    /// How often it advances.
    pub rate: InputRate,
}

/// All that is set about colour output.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ColorState {
    /// The target of each location; at most 8.
    pub targets: Vec<ColorTarget>,
    /// Alpha of the first target decides coverage.
    pub alpha_to_coverage: bool,
    /// The second output is the second source of blending with the first target.
    pub dual_source_blend: bool,
}

/// One colour target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ColorTarget {
    /// Components and their widths; `DataFormat::INVALID` where nothing is bound.
    pub data_format: DataFormat,
    /// What their bits mean.
    pub number_format: NumberFormat,
    /// Whether it blends.
    pub blend: bool,
    /// Whether blending multiplies colour with the source's alpha.
    pub src_alpha_to_color: bool,
    /// Components that are written, bit 0 is red.
    pub write_mask: u8,
}

/// Primitive topology.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Topology {
    /// Points.
    PointList,
    /// Separate lines.
    LineList,
    /// Connected lines.
    LineStrip,
    /// Separate triangles.
    #[default]
    TriangleList,
    /// Connected triangles.
    TriangleStrip,
    /// Triangles round a point.
    TriangleFan,
    /// Lines with neighbours.
    LineListWithAdjacency,
    /// Connected lines with neighbours.
    LineStripWithAdjacency,
    /// Triangles with neighbours.
    TriangleListWithAdjacency,
    /// Connected triangles with neighbours.
    TriangleStripWithAdjacency,
    /// Patches.
    PatchList,
    /// Rectangles of three corners.
    RectList,
}

/// How primitives are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InputAssembly {
    /// Their topology.
    pub topology: Topology,
    /// Whether several views are drawn at once: such a pipeline cannot be linked.
    pub multiview: bool,
}

/// Waves end at the borders of blocks of this size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WaveBreak {
    /// Anywhere.
    #[default]
    None,
    /// 8 by 8 pixels.
    Size8x8,
    /// 16 by 16 pixels.
    Size16x16,
    /// 32 by 32 pixels.
    Size32x32,
}

/// How primitives are turned into pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rasterizer {
    /// Nothing is drawn.
    pub discard: bool,
    /// The shader is told of pixels that are wholly covered.
    pub inner_coverage: bool,
    /// Samples a pixel: `$numsamples`.
    pub samples: u32,
    /// Index of the sample pattern: `$samplePatternIdx`.
    pub sample_pattern: u32,
    /// User clip planes in force, bit 0 is the first of six.
    pub user_clip_planes: u8,
    /// Where waves break.
    pub wave_break: WaveBreak,
}

impl Default for Rasterizer {
    fn default() -> Self {
        Self {
            discard: false,
            inner_coverage: false,
            samples: 1,
            sample_pattern: 0,
            user_clip_planes: 0,
            wave_break: WaveBreak::None,
        }
    }
}
