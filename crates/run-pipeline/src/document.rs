//! The document as it is written: its keys and what may be behind them. Separate from the pipeline, in which names are
//! resolved and data are bytes.
//!
//! Doc comments are descriptions in `docs/run-pipeline.schema.json`, too.

pub(super) mod graphics;
mod located_values;
mod names;
mod parse;
mod passes;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "schema")]
mod value_schemas;

use located::Place;
use serde::Deserialize;

use super::{DataFormat, Denormals, ResourceKind, Stage, Topology};
use dxil_run::resources::{AddressMode, Comparison, Filter};
use graphics::{Bindings, PipelineState, Resolve};
use located_values::Ignored;
pub(super) use located_values::{At, Node};
pub(super) use parse::{mistake, parse};
pub(super) use passes::{
    DescriptorSet, DispatchParameters, Pass, PushConstantBlock, PushConstantValue, Resource,
    RootParameterKind, RuntimeSettings, Shader,
};
#[cfg(feature = "schema")]
pub(super) use schema::schema;

/// Shaders, the buffers and samplers that they use, and what is to come out of them.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(title = "Pipeline"))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Document {
    /// Shaders, in the order in which they run: each compute shader is dispatched, stages of a draw behind each other
    /// draw.
    pub(super) shaders: Option<At<Vec<Shader>>>,
    /// Instead of Shaders: passes with shaders of their own, which run in turn over the same buffers.
    pub(super) passes: Option<At<Vec<Pass>>>,
    /// Settings of one API.
    #[serde(default)]
    pub(super) runtime_settings: RuntimeSettings,
    /// Memory: what resources, results and root arguments name.
    pub(super) buffers: Vec<Buffer>,
    /// Samplers: what resources name.
    #[serde(default)]
    pub(super) samplers: Vec<Sampler>,
    /// What is to come out.
    #[serde(default)]
    pub(super) results: Vec<ResultEntry>,
    /// What is bound to shaders.
    pub(super) descriptor_sets: At<Vec<DescriptorSet>>,
    /// Input and output of draws.
    #[serde(default)]
    pub(super) bindings: Bindings,
    /// The state of what is fixed in a draw.
    #[serde(default)]
    pub(super) pipeline_state: PipelineState,
    /// Textures whose samples become one after the draw.
    #[serde(default)]
    pub(super) resolves: Vec<Resolve>,
    /// Constants without a buffer: in DXIL the first constant buffer that nothing else is bound to.
    #[serde(default)]
    pub(super) push_constants: Vec<PushConstantBlock>,
    /// What rays are traced through.
    #[serde(default)]
    pub(super) acceleration_structures: AccelerationStructures,
    /// How much is run.
    #[serde(default)]
    pub(super) dispatch_parameters: DispatchParameters,
    /// For ray tracing pipelines, which are not run.
    #[serde(default, rename = "RayTracingPipelineConfig")]
    pub(super) _ray_tracing: Option<Ignored>,
    /// For ray tracing pipelines, which are not run.
    #[serde(default, rename = "HitGroups")]
    pub(super) _hit_groups: Option<Ignored>,
    /// For ray tracing pipelines, which are not run.
    #[serde(default, rename = "ShaderBindingTable")]
    pub(super) _binding_table: Option<Ignored>,
}

/// Memory and what it holds.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Buffer {
    /// The name.
    pub(super) name: At<String>,
    /// What a component is.
    pub(super) format: DataFormat,
    /// Components of an element.
    #[serde(default = "one")]
    pub(super) channels: At<u32>,
    /// Bytes of an element of a structured buffer. Default: those of all channels.
    #[serde(default)]
    pub(super) stride: u32,
    /// Resources of an array, which are bound to registers behind each other.
    #[serde(default = "one")]
    pub(super) array_size: At<u32>,
    /// Instead of Data: bytes, of each resource of an array. ZeroInitSize is its older name.
    #[serde(alias = "ZeroInitSize")]
    pub(super) fill_size: Option<At<u64>>,
    /// What each component is filled with. Default: 0.
    pub(super) fill_value: Option<Node>,
    /// Components; of an array, a list for each resource. Entries that are empty are left out. Float16 takes bit
    /// patterns.
    pub(super) data: Option<Node>,
    /// The size of a texture.
    pub(super) output_props: Option<OutputProps>,
}

fn one() -> At<u32> {
    At { value: 1, place: Place::default() }
}

/// The size of a texture.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct OutputProps {
    /// Texels along y.
    pub(super) height: u32,
    /// Texels along x.
    pub(super) width: u32,
    /// Texels along z; of an array, its layers.
    pub(super) depth: u32,
    /// Mip levels, whose texels follow each other in Data. Default: 1.
    pub(super) mip_levels: Option<u32>,
    /// Samples of a texel, which follow each other: 1, 2, 4, 8 or 16. Default: 1.
    pub(super) samples: Option<u32>,
    /// How many dimensions it has; of cubes, Depth is six times their number. Default: Two.
    #[serde(default)]
    pub(super) dimension: TextureDimension,
    /// Its format in DXGI, of as many bytes, such as R8G8B8A8_UNORM. Default: what components are.
    pub(super) dxgi_format: Option<At<String>>,
}

/// How many dimensions a texture has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum TextureDimension {
    One,
    #[default]
    Two,
    Three,
    Cube,
}

/// A sampler.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Sampler {
    /// The name.
    pub(super) name: At<String>,
    /// Whether it compares.
    #[serde(default)]
    pub(super) kind: SamplerKind,
    /// How texels are chosen where a texture is made smaller. Default: Linear.
    #[serde(default, deserialize_with = "names::filter")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<value_schemas::FilterName>"))]
    pub(super) min_filter: Option<Filter>,
    /// How levels are chosen. Default: Nearest.
    #[serde(default, deserialize_with = "names::filter")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<value_schemas::FilterName>"))]
    pub(super) mip_filter: Option<Filter>,
    /// How where it is made larger. Default: Linear.
    #[serde(default, deserialize_with = "names::filter")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<value_schemas::FilterName>"))]
    pub(super) mag_filter: Option<Filter>,
    /// What lies beyond the edges. Default: Clamp.
    #[serde(default, deserialize_with = "names::address")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<value_schemas::AddressName>"))]
    pub(super) address: Option<AddressMode>,
    /// The smallest level. Default: 0.
    #[serde(rename = "MinLOD")]
    pub(super) min_lod: Option<f32>,
    /// The largest level. Default: any.
    #[serde(rename = "MaxLOD")]
    pub(super) max_lod: Option<f32>,
    /// What is added to the level. Default: 0.
    #[serde(rename = "MipLODBias")]
    pub(super) lod_bias: Option<f32>,
    /// What a SamplerComparison asks.
    #[serde(default, deserialize_with = "names::comparison")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<value_schemas::ComparisonName>"))]
    pub(super) comparison_op: Option<Comparison>,
}

/// Whether a sampler compares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum SamplerKind {
    #[default]
    Sampler,
    SamplerComparison,
}

/// A comparison.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct ResultEntry {
    /// The name of the comparison.
    pub(super) result: String,
    /// How buffers are compared.
    pub(super) rule: At<RuleName>,
    /// The buffer that shaders write.
    pub(super) actual: At<String>,
    /// The buffer that says what it should hold.
    pub(super) expected: At<String>,
    /// Of BufferFloatULP: how many floats may lie between two.
    #[serde(rename = "ULPT")]
    pub(super) ulpt: Option<u32>,
    /// Of BufferFloatEpsilon: two differ by less than this.
    pub(super) epsilon: Option<f64>,
    /// What may come out where a denormal is expected.
    #[serde(default)]
    pub(super) denorm_mode: Denormals,
    /// Of BufferFloatULP: where one is this close to zero, how far the two may be apart.
    #[serde(default)]
    pub(super) zero_tolerance: f64,
}

/// How buffers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::enum_variant_names, reason = "their names are those of the document")]
pub(super) enum RuleName {
    BufferExact,
    #[serde(rename = "BufferFloatULP")]
    BufferFloatUlp,
    BufferFloatEpsilon,
}

/// What rays are traced through.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct AccelerationStructures {
    /// Geometries.
    #[serde(default, rename = "BLAS")]
    pub(super) bottom: Vec<BottomLevel>,
    /// Instances of geometries: what resources name.
    #[serde(default, rename = "TLAS")]
    pub(super) top: Vec<TopLevel>,
}

/// Geometries that have one name.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct BottomLevel {
    /// The name.
    pub(super) name: String,
    /// Triangles.
    #[serde(default)]
    pub(super) triangles: Vec<Triangles>,
    /// Boxes around what shaders intersect.
    #[serde(default, rename = "AABBs")]
    pub(super) boxes: Vec<Boxes>,
}

/// Triangles in buffers.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Triangles {
    /// The buffer of corners.
    pub(super) vertex_buffer: At<String>,
    /// What a corner is.
    #[serde(default)]
    pub(super) vertex_format: VertexFormat,
    /// Bytes from one corner to the next. Default: 12.
    pub(super) vertex_stride: Option<u32>,
    /// How many corners there are.
    pub(super) vertex_count: At<u32>,
    /// The buffer of indices of corners. Default: corners follow each other.
    pub(super) index_buffer: Option<At<String>>,
    /// What an index is.
    #[serde(default)]
    pub(super) index_format: IndexFormat,
    /// How many indices there are.
    #[serde(default)]
    pub(super) index_count: u32,
    /// Whether hits need no shader to be accepted.
    #[serde(default = "yes")]
    pub(super) opaque: bool,
    /// What corners are multiplied by: 12 floats, row by row.
    pub(super) transform: Option<Node>,
}

fn yes() -> bool {
    true
}

/// What a corner of a triangle is.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::enum_variant_names, reason = "their names are those of the document")]
pub(super) enum VertexFormat {
    RG32Float,
    #[default]
    RGB32Float,
    RGBA32Float,
}

/// What an index is.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum IndexFormat {
    Uint16,
    #[default]
    Uint32,
}

/// Boxes in a buffer.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Boxes {
    /// The buffer of boxes: six floats each, the smallest coordinates first.
    #[serde(rename = "AABBBuffer")]
    pub(super) buffer: At<String>,
    /// How many boxes there are.
    #[serde(rename = "AABBCount")]
    pub(super) count: At<u32>,
    /// Bytes from one to the next. Default: 24.
    #[serde(rename = "AABBStride")]
    pub(super) stride: Option<u32>,
    /// Whether hits need no shader to be accepted.
    #[serde(default = "yes", rename = "Opaque")]
    pub(super) opaque: bool,
}

/// Instances of geometries.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct TopLevel {
    /// The name.
    pub(super) name: String,
    /// Structures of an array.
    #[serde(default = "one")]
    pub(super) array_size: At<u32>,
    /// Instances; of an array, a list for each structure.
    pub(super) instances: At<Vec<InstanceOrList>>,
}

/// An instance, or the instances of one of an array of structures.
#[derive(Debug)]
pub(super) enum InstanceOrList {
    One(Box<Instance>),
    List(Vec<Instance>),
}

/// A geometry at a place.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Instance {
    /// The BLAS.
    #[serde(rename = "BLAS")]
    pub(super) bottom: At<String>,
    /// From its coordinates to the world's: 12 floats, row by row.
    pub(super) transform: Option<Node>,
    /// Its number for shaders.
    #[serde(default, rename = "InstanceID")]
    pub(super) instance_id: u32,
    /// Which rays see it. Default: 255.
    pub(super) instance_mask: Option<u32>,
    /// What is added to the number of its hit group.
    #[serde(default)]
    pub(super) instance_contribution_to_hit_group_index: u32,
    /// What makes it different.
    #[serde(default)]
    pub(super) instance_flags: Vec<InstanceFlag>,
}

/// What makes an instance different, by D3D's names.
#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum InstanceFlag {
    TriangleCullDisable,
    TriangleFrontCounterclockwise,
    ForceOpaque,
    ForceNonOpaque,
}
