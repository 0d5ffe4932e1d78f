//! Pipeline state as a document in YAML or JSON. Separate because the schema is for people and scripts, and keeps its
//! shape when the types of the link change theirs.
//!
//! `docs/amd-pipeline.schema.json` describes it, made from the types here; `examples/amd/pipeline.yaml` shows it.

#[cfg(feature = "schema")]
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::Deserialize;
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::{Error as Cause, MessageFormatter as _, UserMessageFormatter};

use super::PipelineState;
use crate::error::{Error, ErrorKind, Result};
use crate::limits;

mod convert;
mod scalar;

use scalar::{At, Bytes, DataFormatName, Number, NumberFormatName, Rate, TargetName, WideNumber};

/// The state that a document in YAML or JSON describes.
///
/// # Errors
///
/// What is no YAML, does not keep to the schema, or is out of range, with line and column.
pub fn parse(text: &str) -> Result<PipelineState> {
    if text.len() > limits::STATE_TEXT {
        let why = format!(
            "the document is longer than {} bytes, the longest that is supported",
            limits::STATE_TEXT
        );
        return Err(state_error(1, 1, why));
    }
    read(text)?.convert()
}

/// The JSON Schema of the document.
#[cfg(feature = "schema")]
pub fn schema() -> String {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let schema = generator.into_root_schema_for::<Document>();
    format!("{:#}\n", schema.as_value())
}

fn read(text: &str) -> Result<Document> {
    let events = text.len().saturating_add(64);
    let mut options = serde_saphyr::Options::default();
    if let Some(budget) = &mut options.budget {
        budget.max_events = events;
        budget.max_nodes = events;
        budget.max_total_scalar_bytes = events;
        budget.max_depth = limits::STATE_DEPTH;
        budget.flow_nesting_limit = limits::STATE_DEPTH;
        // Nothing of ours repeats itself, so that nothing can repeat itself a billion times.
        budget.max_aliases = 0;
        budget.max_anchors = 0;
    }
    options.with_snippet = false;
    options.strict_booleans = true;
    serde_saphyr::from_str_with_options(text, options).map_err(|cause| {
        let (line, column) = cause.location().map_or((1, 1), |at| (at.line(), at.column()));
        state_error(line, column, message(&cause))
    })
}

/// The message, without terms of the parser's own.
fn message(cause: &Cause) -> String {
    match cause {
        Cause::Budget { breach: BudgetBreach::Anchors { .. } | BudgetBreach::Aliases { .. }, .. } => {
            "YAML anchors and aliases are not supported: repeat the values".to_owned()
        }
        Cause::Budget { .. } => {
            "the document is nested too deep or has too many values for pipeline state".to_owned()
        }
        Cause::MultipleDocuments { .. } => {
            "a second YAML document begins: a file holds one pipeline state".to_owned()
        }
        Cause::DuplicateMappingKey { key: Some(key), .. } => format!("duplicate key {key}"),
        cause => {
            let message = UserMessageFormatter.format_message(cause);
            let message = message.lines().next().unwrap_or_default();
            // The place is shown elsewhere.
            message.rsplit_once(" at line ").map_or(message, |(message, _)| message).to_owned()
        }
    }
}

#[cold]
pub(super) fn state_error(line: u64, column: u64, why: String) -> Error {
    Error::new(ErrorKind::StateText { line, column, why })
}

/// The state of a pipeline that unlinked AMDGPU shaders are linked with. Offsets, sizes and strides of user data are in
/// dwords, those of vertex buffers in bytes. Numbers are decimal, or hexadecimal with 0x (strings in JSON).
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(title = "Pipeline state"))]
struct Document {
    /// The processor, such as gfx1030, that the inputs must be for. Default: any.
    target: Option<TargetName>,
    /// Shader stages of the pipeline. A graphics pipeline without a fragment shader gets an empty one.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    stages: At<Vec<Stage>>,
    /// Compile options that affect the link.
    #[serde(default)]
    options: Options,
    /// Index of the device in its device group: the value of `$deviceIdx`.
    #[serde(default)]
    device_index: Number,
    /// Layout of the user data: what the driver passes to shaders in user SGPRs and the spill table.
    #[serde(default)]
    user_data: Vec<At<TopLevelNode>>,
    /// Static (immutable) samplers, whose descriptors are known at pipeline creation.
    #[serde(default)]
    static_samplers: Vec<At<StaticSampler>>,
    /// Vertex attributes.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(length(max = limits::VERTEX_INPUTS)))]
    vertex_inputs: Vec<At<VertexInput>>,
    /// Colour output state.
    #[serde(default)]
    color: Color,
    /// Input assembly state.
    #[serde(default)]
    input_assembly: InputAssembly,
    /// Rasterizer state.
    #[serde(default)]
    rasterizer: Rasterizer,
}

/// A shader stage.
#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
enum Stage {
    Task,
    Vertex,
    TessControl,
    TessEval,
    Geometry,
    Mesh,
    Fragment,
    Compute,
}

/// Compile options that affect the link.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
struct Options {
    /// The pipeline's 128-bit hash, written to `.internal_pipeline_hash`. Default: keep that of the shaders.
    hash: Option<[WideNumber; 2]>,
    /// High 32 bits of the address of the shadow descriptor table: the value of `$shadowdesctable`. Default: 0xFFFFFFFF,
    /// which means no shadow table, and `$shadowenabled` is 0.
    high_addr_of_fmask: Option<Number>,
    /// Fragment masks (FMASK) have their own descriptors; the image's is used where one is missing. Default: true.
    enable_fmask: Option<bool>,
    /// Layout of descriptor sets in the user data.
    resource_layout: ResourceLayout,
    /// A node with an array describes a range of bindings, one for each element.
    use_binding_range: bool,
    /// How static samplers are handled.
    static_samplers: StaticSamplerPolicy,
    /// Exporting a sample mask disables alpha to coverage (metadata 3.x).
    sample_mask_export_overrides_alpha_to_coverage: bool,
    /// Client metadata for `.api_create_info`, in hexadecimal digits.
    client_metadata: Bytes,
}

/// Layout of descriptor sets in the user data.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
enum ResourceLayout {
    /// Tables of any sets; dynamic buffer descriptors at the top level.
    #[default]
    Compact,
    /// A table with the push constants, then one table for each set.
    Indirect,
}

/// How static samplers are handled.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
enum StaticSamplerPolicy {
    /// The loader writes them into the descriptor tables; the link lists them.
    #[default]
    Manifest,
    /// A pipeline with a static sampler cannot be linked.
    Refuse,
}

/// Type of a user data node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
enum NodeType {
    /// Image descriptor: 8 dwords.
    Resource,
    /// Sampler descriptor: 4 dwords.
    Sampler,
    /// Sampler with YCbCr conversion.
    YcbcrSampler,
    /// Combined image and sampler: 12 dwords.
    CombinedTexture,
    /// Texel (typed) buffer descriptor: 4 dwords.
    TexelBuffer,
    /// Read-only texel buffer descriptor: 4 dwords.
    ConstTexelBuffer,
    /// Fragment mask (FMASK) descriptor: 8 dwords.
    Fmask,
    /// Buffer descriptor: 4 dwords.
    Buffer,
    /// Uniform (constant) buffer descriptor: 4 dwords.
    ConstBuffer,
    /// Compact buffer descriptor, a 64-bit address: 2 dwords; at the top level only.
    BufferCompact,
    /// Compact uniform buffer descriptor, a 64-bit address: 2 dwords; at the top level only.
    ConstBufferCompact,
    /// Mutable descriptor, of any type.
    Mutable,
    /// Inline uniform block: data in place of a descriptor.
    InlineBuffer,
    /// Pointer to a descriptor table: 1 dword.
    Table,
    /// Pointer to other data, such as the vertex buffer table: 1 dword.
    Indirect,
    /// Pointer to the stream-out table: 1 dword.
    StreamOut,
    /// Push constants.
    PushConst,
}

/// A top-level node of the user data: a table, a buffer descriptor, push constants, or a pointer to other data.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
struct TopLevelNode {
    /// Its type.
    r#type: NodeType,
    /// Its first dword in the user data.
    offset: Number,
    /// Its size in dwords.
    size: Number,
    /// Descriptor set; descriptors only. The driver's internal descriptors have 0xFFFFFFFF.
    set: Option<Number>,
    /// Binding in the set; descriptors only.
    binding: Option<Number>,
    /// Stride of an array in dwords; default: the size of the type.
    stride: Option<Number>,
    /// Contents of a table. The set of its first node is the set of the table.
    #[serde(default)]
    nodes: Vec<At<TableNode>>,
}

/// A node of a table: a descriptor, or push constants.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
struct TableNode {
    /// Its type.
    r#type: NodeType,
    /// Its first dword in the table.
    offset: Number,
    /// Its size in dwords.
    size: Number,
    /// Descriptor set; descriptors only. The driver's internal descriptors have 0xFFFFFFFF.
    set: Option<Number>,
    /// Binding in the set; descriptors only.
    binding: Option<Number>,
    /// Stride of an array in dwords; default: the size of the type.
    stride: Option<Number>,
}

/// A static sampler, or an array of them.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
struct StaticSampler {
    /// Descriptor set.
    set: Number,
    /// Binding in the set.
    binding: Number,
    /// The descriptor: four dwords for each element.
    #[serde(default)]
    words: Vec<Number>,
    /// It has a YCbCr conversion; such pipelines cannot be linked.
    #[serde(default)]
    ycbcr: bool,
}

/// A vertex attribute: its buffer, place and format.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
struct VertexInput {
    /// Attribute location in the shader.
    location: Number,
    /// Index of its vertex buffer in the vertex buffer table.
    binding: Number,
    /// Byte offset in an element of the buffer.
    #[serde(default)]
    offset: Number,
    /// Byte stride of the buffer.
    stride: Number,
    /// Data format: components and their widths.
    dfmt: DataFormatName,
    /// Number format of the components.
    nfmt: NumberFormatName,
    /// Input rate: `vertex` (default), `instance`, `none` (never advances), or a divisor in instances.
    #[serde(default)]
    rate: Rate,
}

/// Colour output state.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
struct Color {
    /// The colour target of each output location, at most 8. An output without a target is noted.
    #[cfg_attr(feature = "schema", schemars(length(max = limits::COLOR_TARGETS)))]
    targets: Vec<At<ColorTarget>>,
    /// Alpha to coverage, by the alpha of output 0.
    alpha_to_coverage: bool,
    /// Dual-source blending: output 1 is the second blend source of target 0.
    dual_source_blend: bool,
}

/// A colour target.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
struct ColorTarget {
    /// Data format: components and their widths; `invalid` where nothing is bound.
    dfmt: DataFormatName,
    /// Number format of the components; required unless `dfmt` is `invalid`.
    nfmt: Option<NumberFormatName>,
    /// Blending is enabled.
    #[serde(default)]
    blend: bool,
    /// Blending uses source alpha for the colour.
    #[serde(default)]
    src_alpha_to_color: bool,
    /// Channel write mask, bit 0 is red; default: all four. Glue code does not depend on it.
    write_mask: Option<Number>,
}

/// Input assembly state.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
struct InputAssembly {
    /// Primitive topology.
    topology: Topology,
    /// Multiview rendering; such pipelines cannot be linked.
    multiview: bool,
}

/// Primitive topology.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
enum Topology {
    PointList,
    LineList,
    LineStrip,
    #[default]
    TriangleList,
    TriangleStrip,
    TriangleFan,
    LineListWithAdjacency,
    LineStripWithAdjacency,
    TriangleListWithAdjacency,
    TriangleStripWithAdjacency,
    PatchList,
    RectList,
}

/// Rasterizer state.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
struct Rasterizer {
    /// Rasterizer discard.
    discard: bool,
    /// Inner coverage: the fragment shader sees fully covered pixels.
    inner_coverage: bool,
    /// Samples per pixel: the value of `$numsamples`. Default: 1.
    samples: Option<At<Number>>,
    /// Index of the sample pattern: the value of `$samplePatternIdx`.
    sample_pattern: Number,
    /// Mask of the enabled user clip planes, six bits.
    user_clip_planes: Option<At<Number>>,
    /// Wave break region size.
    wave_break: WaveBreak,
}

/// Wave break region size: waves do not cross the borders of such blocks of pixels.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
enum WaveBreak {
    #[default]
    #[serde(rename = "none")]
    None,
    #[serde(rename = "8x8")]
    Size8x8,
    #[serde(rename = "16x16")]
    Size16x16,
    #[serde(rename = "32x32")]
    Size32x32,
}
