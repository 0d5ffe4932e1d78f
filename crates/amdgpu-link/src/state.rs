//! The pipeline state that a link needs: everything that unlinked shaders were compiled without. Separate because it is
//! the caller's half of the input; `state/` holds its parts.
//!
//! The names are those of AMD's drivers: a *user data node* is a piece of the user data that the driver passes to a
//! shader in user SGPRs or memory; its offsets are in dwords.
//!
//! Documents are read into these types as they are: doc comments are descriptions in `docs/amd-pipeline.schema.json`,
//! too. Numbers are read from text; [`document::parse`] is the reader that hands them out as such.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Deserialize;

#[cfg(feature = "schema")]
use crate::limits;
use crate::target::Target;

pub mod document;
pub mod format;
pub mod pipe;
pub mod refusal;
pub mod user_data;

use document::check::{self, WrittenColorTarget};
use document::scalar::{self, number, numbers};
#[cfg(feature = "schema")]
use document::{check::Stage, scalar::Bytes, scalar::Number, scalar::WideNumber};
pub use format::{DataFormat, ExportFormat, NumberFormat};
pub use user_data::{Node, NodeKind};

/// The state of a pipeline that unlinked AMDGPU shaders are linked with. Offsets, sizes and strides of user data are in
/// dwords, those of vertex buffers in bytes. Numbers are decimal, or hexadecimal with 0x (strings in JSON).
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(title = "Pipeline state"))]
pub struct PipelineState {
    /// The processor, such as gfx1030, that the inputs must be for. Default: any.
    pub target: Option<Target>,
    /// Shader stages of the pipeline. A graphics pipeline without a fragment shader gets an empty one.
    #[serde(deserialize_with = "check::stages")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Stage>", length(min = 1)))]
    pub stages: Stages,
    /// Compile options that affect the link.
    #[serde(default)]
    pub options: Options,
    /// Index of the device in its device group: the value of `$deviceIdx`.
    #[serde(default, deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub device_index: u32,
    /// Layout of the user data: what the driver passes to shaders in user SGPRs and the spill table. Of several nodes
    /// that describe one binding, the first one is used.
    #[serde(default, deserialize_with = "check::user_data")]
    pub user_data: Vec<Node>,
    /// Static (immutable) samplers, whose descriptors are known at pipeline creation.
    #[serde(default, deserialize_with = "check::static_samplers")]
    pub static_samplers: Vec<StaticSampler>,
    /// Vertex attributes.
    #[serde(default, deserialize_with = "check::vertex_inputs")]
    #[cfg_attr(feature = "schema", schemars(length(max = limits::VERTEX_INPUTS)))]
    pub vertex_inputs: Vec<VertexInput>,
    /// Colour output state.
    #[serde(default)]
    pub color: ColorState,
    /// Input assembly state.
    #[serde(default)]
    pub input_assembly: InputAssembly,
    /// Rasterizer state.
    #[serde(default)]
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
    /// Whether they are stages of a graphics pipeline.
    pub fn is_graphics(self) -> bool {
        !self.is_empty() && !self.contains(Self::COMPUTE)
    }
}

/// Layout of descriptor sets in the user data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ResourceLayout {
    /// Tables of any sets; dynamic buffer descriptors at the top level.
    #[default]
    Compact,
    /// A table with the push constants, then one table for each set.
    Indirect,
}

/// Handling of static samplers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StaticSamplerPolicy {
    /// The loader writes them into the descriptor tables; the link lists them.
    #[default]
    Manifest,
    /// A pipeline with a static sampler cannot be linked.
    Refuse,
}

/// Compile options that affect the link.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The pipeline's 128-bit hash, written to `.internal_pipeline_hash`. Default: keep that of the shaders.
    #[serde(deserialize_with = "scalar::hash")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<[WideNumber; 2]>"))]
    pub hash: Option<[u64; 2]>,
    /// High 32 bits of the address of the shadow descriptor table: the value of `$shadowdesctable`. Default:
    /// 0xFFFFFFFF, which means no shadow table, and `$shadowenabled` is 0.
    #[serde(deserialize_with = "check::high_addr_of_fmask")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Number>"))]
    pub high_addr_of_fmask: u32,
    /// Fragment masks (FMASK) have their own descriptors; the image's is used where one is missing. Default: true.
    #[serde(deserialize_with = "check::enable_fmask")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bool>"))]
    pub enable_fmask: bool,
    /// Layout of descriptor sets in the user data.
    pub resource_layout: ResourceLayout,
    /// A node with an array describes a range of bindings, one for each element.
    #[serde(rename = "use_binding_range")]
    pub use_resource_binding_range: bool,
    /// Handling of static samplers.
    pub static_samplers: StaticSamplerPolicy,
    /// Exporting a sample mask disables alpha to coverage (metadata 3.x).
    pub sample_mask_export_overrides_alpha_to_coverage: bool,
    /// Client metadata for `.api_create_info`, in hexadecimal digits.
    #[serde(deserialize_with = "scalar::bytes")]
    #[cfg_attr(feature = "schema", schemars(with = "Bytes", default = "String::new"))]
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
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StaticSampler {
    /// Descriptor set.
    #[serde(deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub set: u32,
    /// Binding in the set.
    #[serde(deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub binding: u32,
    /// The descriptor: four dwords for each element.
    #[serde(default, deserialize_with = "numbers")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Number>"))]
    pub words: Vec<u32>,
    /// It has a YCbCr conversion; such pipelines cannot be linked.
    #[serde(default, rename = "ycbcr")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VertexInput {
    /// Attribute location in the shader.
    #[serde(deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub location: u32,
    /// Index of its vertex buffer in the vertex buffer table.
    #[serde(deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub binding: u32,
    /// Byte offset in an element of the buffer.
    #[serde(default, deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub offset: u32,
    /// Byte stride of the buffer.
    #[serde(deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub stride: u32,
    /// Data format: components and their widths.
    #[serde(rename = "dfmt")]
    pub data_format: DataFormat,
    /// Number format of the components.
    #[serde(rename = "nfmt")]
    pub number_format: NumberFormat,
    /// Input rate: `vertex` (default), `instance`, `none` (never advances), or a divisor in instances.
    #[serde(default)]
    pub rate: InputRate,
}

/// Colour output state.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", schemars(rename = "Color"))]
pub struct ColorState {
    /// The colour target of each output location, at most 8. An output without a target is noted.
    #[serde(deserialize_with = "check::color_targets")]
    #[cfg_attr(feature = "schema", schemars(length(max = limits::COLOR_TARGETS)))]
    pub targets: Vec<ColorTarget>,
    /// Alpha to coverage, by the alpha of output 0.
    pub alpha_to_coverage: bool,
    /// Dual-source blending: output 1 is the second blend source of target 0.
    pub dual_source_blend: bool,
}

/// A colour target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(try_from = "WrittenColorTarget")]
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

impl ColorTarget {
    /// The write mask of red, green, blue and alpha.
    pub const ALL_COMPONENTS: u8 = 0xf;
}

/// Primitive topology.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct InputAssembly {
    /// Primitive topology.
    pub topology: Topology,
    /// Multiview rendering; such pipelines cannot be linked.
    pub multiview: bool,
}

/// Wave break region size: waves do not cross the borders of such blocks of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub enum WaveBreak {
    /// No blocks.
    #[default]
    #[serde(rename = "none")]
    None,
    /// 8 by 8 pixels.
    #[serde(rename = "8x8")]
    Size8x8,
    /// 16 by 16 pixels.
    #[serde(rename = "16x16")]
    Size16x16,
    /// 32 by 32 pixels.
    #[serde(rename = "32x32")]
    Size32x32,
}

/// Rasterizer state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Rasterizer {
    /// Rasterizer discard.
    pub discard: bool,
    /// Inner coverage: the fragment shader sees fully covered pixels.
    pub inner_coverage: bool,
    /// Samples per pixel: the value of `$numsamples`. Default: 1.
    #[serde(deserialize_with = "check::samples")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Number>"))]
    pub samples: u32,
    /// Index of the sample pattern: the value of `$samplePatternIdx`.
    #[serde(deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub sample_pattern: u32,
    /// Mask of the enabled user clip planes, six bits.
    #[serde(deserialize_with = "check::user_clip_planes")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Number>"))]
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
