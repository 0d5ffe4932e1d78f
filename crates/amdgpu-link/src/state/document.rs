//! Pipeline state as a document in YAML or JSON. Separate because the schema is for people and scripts, and keeps its
//! shape where the types that a link goes by change theirs.
//!
//! `docs/amd-pipeline.schema.json` describes it, made from the types here; `examples/amd/pipeline.yaml` shows it.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
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
        let why =
            format!("this is longer than the {} bytes that a pipeline state may have", limits::STATE_TEXT);
        return Err(state_error(1, 1, why));
    }
    read(text)?.convert()
}

/// The JSON Schema of the document.
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

/// What is wrong, for someone who writes YAML and knows nothing of the parser.
fn message(cause: &Cause) -> String {
    match cause {
        Cause::Budget { breach: BudgetBreach::Anchors { .. } | BudgetBreach::Aliases { .. }, .. } => {
            "anchors and aliases are not taken: write the values out".to_owned()
        }
        Cause::Budget { .. } => "this nests deeper, or has more in it, than pipeline state needs".to_owned(),
        Cause::MultipleDocuments { .. } => "another document begins: a file holds one".to_owned(),
        Cause::DuplicateMappingKey { key: Some(key), .. } => format!("the key {key} is there twice"),
        cause => {
            let message = UserMessageFormatter.format_message(cause);
            let message = message.lines().next().unwrap_or_default();
            // The place is said elsewhere.
            message.rsplit_once(" at line ").map_or(message, |(message, _)| message).to_owned()
        }
    }
}

#[cold]
pub(super) fn state_error(line: u64, column: u64, why: String) -> Error {
    Error::new(ErrorKind::StateText { line, column, why })
}

/// The state that unlinked AMDGPU shaders are linked with to a pipeline. Offsets, sizes and strides of user data count
/// dwords, those of vertex buffers bytes. Numbers are decimal, or hexadecimal with 0x (in JSON as strings).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Pipeline state")]
struct Document {
    /// The processor, such as gfx1030, that inputs must be for. Left out, it is theirs.
    target: Option<TargetName>,
    /// The pipeline's shader stages. A graphics pipeline without fragment shader is given an empty one.
    #[schemars(length(min = 1))]
    stages: At<Vec<Stage>>,
    /// Options of the compile that bear on a link.
    #[serde(default)]
    options: Options,
    /// Index of the device in its group: the value of `$deviceIdx`.
    #[serde(default)]
    device_index: Number,
    /// What the driver hands to shaders in registers and memory, in order.
    #[serde(default)]
    user_data: Vec<At<TopLevelNode>>,
    /// Samplers whose values are known when the pipeline is made.
    #[serde(default)]
    static_samplers: Vec<At<StaticSampler>>,
    /// Where vertex attributes come from.
    #[serde(default)]
    #[schemars(length(max = limits::VERTEX_INPUTS))]
    vertex_inputs: Vec<At<VertexInput>>,
    /// Colour output.
    #[serde(default)]
    color: Color,
    /// How primitives are put together.
    #[serde(default)]
    input_assembly: InputAssembly,
    /// How primitives are turned into pixels.
    #[serde(default)]
    rasterizer: Rasterizer,
}

/// A shader stage.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
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

/// Options of the compile.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Options {
    /// The pipeline's hash, two numbers of 64 bits. Left out: what the shaders have stays.
    hash: Option<[WideNumber; 2]>,
    /// High half of the address of the shadow descriptor table: `$shadowdesctable`. Left out, or 0xFFFFFFFF: there is
    /// none, and `$shadowenabled` is 0.
    high_addr_of_fmask: Option<Number>,
    /// Fragment masks have descriptors of their own; where one is missing, the image's is meant. Left out: true.
    enable_fmask: Option<bool>,
    /// How descriptor sets are laid out in user data.
    resource_layout: ResourceLayout,
    /// A node with an array answers for the bindings of its elements.
    use_binding_range: bool,
    /// What becomes of static samplers.
    static_samplers: StaticSamplerPolicy,
    /// Exporting a sample mask switches alpha to coverage off (metadata 3.x).
    sample_mask_export_overrides_alpha_to_coverage: bool,
    /// The client's own bytes for `.api_create_info`, in hexadecimal digits.
    client_metadata: Bytes,
}

/// How descriptor sets are laid out in user data.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ResourceLayout {
    /// Tables of any sets, dynamic descriptors at the top level.
    #[default]
    Compact,
    /// A table of push constants first, then one of each set.
    Indirect,
}

/// What becomes of static samplers.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum StaticSamplerPolicy {
    /// The loader writes their words into the descriptor table; the link lists them.
    #[default]
    Manifest,
    /// Pipelines that have one cannot be linked.
    Refuse,
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum NodeType {
    /// An image: 8 dwords.
    Resource,
    /// A sampler: 4 dwords.
    Sampler,
    /// A sampler that converts from YCbCr.
    YcbcrSampler,
    /// An image and its sampler: 12 dwords.
    CombinedTexture,
    /// A typed buffer: 4 dwords.
    TexelBuffer,
    /// A typed buffer of constants: 4 dwords.
    ConstTexelBuffer,
    /// A fragment mask: 8 dwords.
    Fmask,
    /// A buffer: 4 dwords.
    Buffer,
    /// A buffer of constants: 4 dwords.
    ConstBuffer,
    /// A buffer's address: 2 dwords.
    BufferCompact,
    /// The address of a buffer of constants: 2 dwords.
    ConstBufferCompact,
    /// Any of the descriptors, decided when it is written.
    Mutable,
    /// Bytes in place of a descriptor.
    InlineBuffer,
    /// Pointer to a table of nodes: 1 dword.
    Table,
    /// Pointer to anything else, such as the vertex buffer table: 1 dword.
    Indirect,
    /// Pointer to the table of stream-out targets: 1 dword.
    StreamOut,
    /// Push constants.
    PushConst,
}

/// A node of the user data: a table, a descriptor, push constants, or a pointer to something else.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TopLevelNode {
    /// What it is.
    r#type: NodeType,
    /// Its first dword in the user data.
    offset: Number,
    /// How many dwords it has.
    size: Number,
    /// Descriptor set; of descriptors only. The driver's own have 0xFFFFFFFF.
    set: Option<Number>,
    /// Binding in the set; of descriptors only.
    binding: Option<Number>,
    /// Dwords from one element of an array to the next; left out, as the type has it.
    stride: Option<Number>,
    /// What a table holds; of tables only. The first node's set is the set that the table is for.
    #[serde(default)]
    nodes: Vec<At<TableNode>>,
}

/// A node of a table: a descriptor, or push constants.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TableNode {
    /// What it is.
    r#type: NodeType,
    /// Its first dword in the table.
    offset: Number,
    /// How many dwords it has.
    size: Number,
    /// Descriptor set; of descriptors only. The driver's own have 0xFFFFFFFF.
    set: Option<Number>,
    /// Binding in the set; of descriptors only.
    binding: Option<Number>,
    /// Dwords from one element of an array to the next; left out, as the type has it.
    stride: Option<Number>,
}

/// A sampler, or an array of them, with values.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StaticSampler {
    /// Descriptor set.
    set: Number,
    /// Binding in the set.
    binding: Number,
    /// Four dwords an element.
    #[serde(default)]
    words: Vec<Number>,
    /// It converts from YCbCr: such pipelines cannot be linked.
    #[serde(default)]
    ycbcr: bool,
}

/// Where a vertex attribute comes from.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct VertexInput {
    /// Attribute location in the shader.
    location: Number,
    /// Vertex buffer: index into the vertex buffer table.
    binding: Number,
    /// Bytes from the start of an element of the buffer.
    #[serde(default)]
    offset: Number,
    /// Bytes from one element of the buffer to the next.
    stride: Number,
    /// Components and their widths.
    dfmt: DataFormatName,
    /// What the components' bits mean.
    nfmt: NumberFormatName,
    /// How often it advances: each vertex (the default), each instance, never, or every so many instances.
    #[serde(default)]
    rate: Rate,
}

/// Colour output.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Color {
    /// The target of each location, at most 8.
    #[schemars(length(max = limits::COLOR_TARGETS))]
    targets: Vec<At<ColorTarget>>,
    /// Alpha of the first target decides coverage.
    alpha_to_coverage: bool,
    /// The second output is the second source of blending with the first target.
    dual_source_blend: bool,
}

/// A colour target.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ColorTarget {
    /// Components and their widths; `invalid` where nothing is bound.
    dfmt: DataFormatName,
    /// What the components' bits mean; left out only with `invalid`.
    nfmt: Option<NumberFormatName>,
    /// It blends.
    #[serde(default)]
    blend: bool,
    /// Blending multiplies colour with the source's alpha.
    #[serde(default)]
    src_alpha_to_color: bool,
    /// Components that are written, bit 0 is red; left out: all four.
    write_mask: Option<Number>,
}

/// How primitives are put together.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct InputAssembly {
    /// Their topology.
    topology: Topology,
    /// Several views are drawn at once: such pipelines cannot be linked.
    multiview: bool,
}

/// Primitive topology.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
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

/// How primitives are turned into pixels.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Rasterizer {
    /// Nothing is drawn.
    discard: bool,
    /// The shader is told of pixels that are wholly covered.
    inner_coverage: bool,
    /// Samples a pixel: `$numsamples`. Left out: 1.
    samples: Option<At<Number>>,
    /// Index of the sample pattern: `$samplePatternIdx`.
    sample_pattern: Number,
    /// User clip planes in force, bit 0 is the first of six.
    user_clip_planes: Option<At<Number>>,
    /// Where waves end early.
    wave_break: WaveBreak,
}

/// Waves end at the borders of blocks of this size.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
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
