//! The pipeline state that a link needs: everything that unlinked shaders were compiled without. Separate because it is the
//! caller's half of the input; `state/` holds its parts.
//!
//! The names are those of AMD's drivers: a *user data node* is a piece of the user data that the driver passes to a shader
//! in user SGPRs or memory; its offsets are in dwords.

use crate::target::Target;

pub mod document;
pub mod format;
pub mod pipe;
pub mod refusal;
pub mod user_data;

pub use format::{DataFormat, ExportFormat, NumberFormat};
pub use user_data::{Node, NodeKind};

/// The state of a pipeline.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PipelineState {
    /// The processor that the inputs must be for; `None` for any.
    pub target: Option<Target>,
    /// Shader stages of the pipeline.
    pub stages: Stages,
    /// Compile options that affect the link.
    pub options: Options,
    /// Index of the device in its group: `$deviceIdx`.
    pub device_index: u32,
    /// The top level of the user data. Of several nodes that describe one binding, the first one is used.
    pub user_data: Vec<Node>,
    /// Static (immutable) samplers.
    pub static_samplers: Vec<StaticSampler>,
    /// Vertex attributes.
    pub vertex_inputs: Vec<VertexInput>,
    /// Colour targets.
    pub color: ColorState,
    /// Input assembly state.
    pub input_assembly: InputAssembly,
    /// Rasterizer state.
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

/// Layout of descriptor sets in the user data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ResourceLayout {
    /// Tables of any sets; dynamic buffer descriptors at the top level.
    #[default]
    Compact,
    /// A table with the push constants, then one table for each set.
    Indirect,
}

/// How static samplers are handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StaticSamplerPolicy {
    /// The loader writes them into the descriptor tables; the link lists them.
    #[default]
    Manifest,
    /// A pipeline with a static sampler cannot be linked.
    Refuse,
}

/// Compile options that affect the link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The pipeline's hash, `.internal_pipeline_hash`; `None` keeps that of the inputs.
    pub hash: Option<[u64; 2]>,
    /// High 32 bits of the address of the shadow descriptor table; `u32::MAX` for none.
    pub high_addr_of_fmask: u32,
    /// Whether fragment masks (FMASK) have their own descriptors; the image's is used where one is missing.
    pub enable_fmask: bool,
    /// Layout of the descriptor sets.
    pub resource_layout: ResourceLayout,
    /// Whether a node with an array describes a range of bindings, one for each element.
    pub use_resource_binding_range: bool,
    /// How static samplers are handled.
    pub static_samplers: StaticSamplerPolicy,
    /// Whether exporting a sample mask disables alpha to coverage (metadata 3.x).
    pub sample_mask_export_overrides_alpha_to_coverage: bool,
    /// Client metadata, `.api_create_info`; empty for none.
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

/// A static sampler, or an array of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StaticSampler {
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
    /// The descriptor: four dwords for each element.
    pub words: Vec<u32>,
    /// Whether it has a YCbCr conversion; such a pipeline cannot be linked.
    pub converts_ycbcr: bool,
}

/// Input rate of a vertex attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InputRate {
    /// Advances for each vertex.
    #[default]
    Vertex,
    /// Advances every so many instances; 0: never.
    Instance(u32),
}

/// A vertex attribute: its buffer, place and format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VertexInput {
    /// Attribute location in the shader.
    pub location: u32,
    /// Index of its vertex buffer in the vertex buffer table, whose descriptors have 16 bytes.
    pub binding: u32,
    /// Byte offset in an element of the buffer.
    pub offset: u32,
    /// Byte stride of the buffer.
    pub stride: u32,
    /// Components and their widths.
    pub data_format: DataFormat,
    /// Number format of the components.
    pub number_format: NumberFormat,
    /// Input rate.
    pub rate: InputRate,
}

/// Colour output state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ColorState {
    /// The colour target of each output location; at most 8.
    pub targets: Vec<ColorTarget>,
    /// Alpha to coverage, by the alpha of output 0.
    pub alpha_to_coverage: bool,
    /// Dual-source blending: output 1 is the second blend source of target 0.
    pub dual_source_blend: bool,
}

/// A colour target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ColorTarget {
    /// Components and their widths; `DataFormat::INVALID` where nothing is bound.
    pub data_format: DataFormat,
    /// Number format of the components.
    pub number_format: NumberFormat,
    /// Whether blending is enabled.
    pub blend: bool,
    /// Whether blending uses source alpha for the colour.
    pub src_alpha_to_color: bool,
    /// Channel write mask, bit 0 is red. Nothing in a link depends on it.
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
    /// Triangles that share a vertex.
    TriangleFan,
    /// Separate lines with adjacency.
    LineListWithAdjacency,
    /// Connected lines with adjacency.
    LineStripWithAdjacency,
    /// Separate triangles with adjacency.
    TriangleListWithAdjacency,
    /// Connected triangles with adjacency.
    TriangleStripWithAdjacency,
    /// Patches.
    PatchList,
    /// Rectangles of three corners.
    RectList,
}

/// Input assembly state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InputAssembly {
    /// Primitive topology.
    pub topology: Topology,
    /// Whether multiview rendering is enabled; such a pipeline cannot be linked.
    pub multiview: bool,
}

/// Wave break region size: waves do not cross the borders of such blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WaveBreak {
    /// No blocks.
    #[default]
    None,
    /// 8 by 8 pixels.
    Size8x8,
    /// 16 by 16 pixels.
    Size16x16,
    /// 32 by 32 pixels.
    Size32x32,
}

/// Rasterizer state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rasterizer {
    /// Rasterizer discard.
    pub discard: bool,
    /// Inner coverage: the fragment shader sees fully covered pixels.
    pub inner_coverage: bool,
    /// Samples per pixel: `$numsamples`.
    pub samples: u32,
    /// Index of the sample pattern: `$samplePatternIdx`.
    pub sample_pattern: u32,
    /// Mask of the enabled user clip planes, six bits.
    pub user_clip_planes: u8,
    /// Wave break region size.
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
