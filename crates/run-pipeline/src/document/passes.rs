//! The document's keys of a pass: its shaders, what is bound to them, and how much is run. A document without `Passes`
//! has them at its top; what a pass does not say is said there.

use serde::Deserialize;

use super::graphics::{Bindings, PipelineState, Resolve};
use super::{At, DataFormat, Ignored, Node, ResourceKind, Stage};

/// A dispatch or a draw, or several that differ in nothing but their shaders. Keys that are not there are those of the
/// document.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct Pass {
    /// Shaders, in the order in which they run.
    pub(crate) shaders: At<Vec<Shader>>,
    /// Settings of one API.
    pub(crate) runtime_settings: Option<RuntimeSettings>,
    /// What is bound to shaders.
    pub(crate) descriptor_sets: Option<At<Vec<DescriptorSet>>>,
    /// Input and output of a draw.
    pub(crate) bindings: Option<Bindings>,
    /// The state of what is fixed in a draw.
    pub(crate) pipeline_state: Option<PipelineState>,
    /// Textures whose samples become one after the draw.
    pub(crate) resolves: Option<Vec<Resolve>>,
    /// Constants without a buffer.
    pub(crate) push_constants: Option<Vec<PushConstantBlock>>,
    /// How much is run.
    pub(crate) dispatch_parameters: Option<DispatchParameters>,
}

/// A shader.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct Shader {
    /// The stage: Compute, or those of a draw in its order.
    pub(crate) stage: Stage,
    /// The name of the function. A shader with one entry point is run whatever its name is.
    pub(crate) entry: String,
    /// Groups of this shader alone, instead of those in DispatchParameters.
    #[serde(default)]
    pub(crate) dispatch_group_count: Option<[u32; 3]>,
    /// For SPIR-V: DXIL has none.
    #[serde(default, rename = "SpecializationConstants")]
    pub(crate) _specialization: Option<Ignored>,
}

/// How much is run.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct DispatchParameters {
    /// Groups along x, y and z, of a compute shader, or of the amplification or mesh shader of a draw. Default: one.
    pub(crate) dispatch_group_count: Option<[u32; 3]>,
    /// Vertices of an instance; with an IndexBuffer, indices. Default: as many as there are.
    pub(crate) vertex_count: Option<u32>,
    /// Instances of a draw. Default: one.
    pub(crate) instance_count: Option<u32>,
    /// The first vertex; with an IndexBuffer, what is added to each index.
    #[serde(default)]
    pub(crate) first_vertex: u32,
    /// The first instance.
    #[serde(default)]
    pub(crate) first_instance: u32,
}

/// Settings of one API.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RuntimeSettings {
    /// Settings of Direct3D.
    #[serde(default, rename = "DirectX")]
    pub(crate) directx: DirectXSettings,
}

/// Settings of Direct3D.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct DirectXSettings {
    /// Arguments of the shader's root signature, in its order.
    #[serde(default)]
    pub(crate) root_parameters: Vec<At<RootParameter>>,
}

/// An argument of a root signature.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct RootParameter {
    /// What kind of argument it is.
    pub(crate) kind: RootParameterKind,
    /// Of root constants: the buffer that holds them.
    pub(crate) name: Option<At<String>>,
    /// Of a root descriptor: the buffer.
    pub(crate) resource: Option<RootResource>,
}

/// What kind of argument of a root signature it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum RootParameterKind {
    Constant,
    DescriptorTable,
    RootDescriptor,
}

/// A root descriptor.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct RootResource {
    /// The name of the buffer.
    pub(crate) name: At<String>,
    /// What it is bound as: a constant, structured or byte-address buffer.
    pub(crate) kind: ResourceKind,
}

/// Resources that are bound together.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct DescriptorSet {
    /// Resources of the set.
    pub(crate) resources: Vec<Resource>,
}

/// What is bound.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct Resource {
    /// The name of the buffer, the sampler or the TLAS.
    pub(crate) name: At<String>,
    /// What the shader has there.
    pub(crate) kind: At<ResourceKind>,
    /// Whether an RWStructuredBuffer has a counter, which begins at 0.
    #[serde(default)]
    pub(crate) has_counter: bool,
    /// The number of tiles of 64 KiB, from the first one, to which memory is mapped; only for a reserved buffer.
    pub(crate) tiles_mapped: Option<At<u32>>,
    /// True for a reserved (tiled) resource. Without TilesMapped, memory is mapped to all tiles.
    #[serde(default)]
    pub(crate) is_reserved: bool,
    /// The register; of an array, the first one.
    #[serde(rename = "DirectXBinding")]
    pub(crate) directx_binding: Option<DirectXBinding>,
    /// For SPIR-V.
    #[serde(default, rename = "VulkanBinding")]
    pub(crate) _vulkan_binding: Option<Ignored>,
    /// Instead of a register: the place in the descriptor heap, of samplers in theirs.
    pub(crate) heap_index: Option<u32>,
}

/// A register.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct DirectXBinding {
    /// The register.
    pub(crate) register: u32,
    /// Its space.
    pub(crate) space: u32,
}

/// Constants of a stage.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct PushConstantBlock {
    /// The stage that sees them.
    pub(crate) stage: Stage,
    /// Their bytes, piece by piece.
    pub(crate) values: Vec<PushConstantValue>,
}

/// Some of their bytes.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct PushConstantValue {
    /// What a component is.
    pub(crate) format: DataFormat,
    /// The first byte.
    pub(crate) offset: At<u32>,
    /// The components.
    pub(crate) data: Node,
}
