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
pub(in crate::pipeline) struct Pass {
    /// Shaders, in the order in which they run.
    pub(in crate::pipeline) shaders: At<Vec<Shader>>,
    /// Settings of one API.
    pub(in crate::pipeline) runtime_settings: Option<RuntimeSettings>,
    /// What is bound to shaders.
    pub(in crate::pipeline) descriptor_sets: Option<At<Vec<DescriptorSet>>>,
    /// Input and output of a draw.
    pub(in crate::pipeline) bindings: Option<Bindings>,
    /// The state of what is fixed in a draw.
    pub(in crate::pipeline) pipeline_state: Option<PipelineState>,
    /// Textures whose samples become one after the draw.
    pub(in crate::pipeline) resolves: Option<Vec<Resolve>>,
    /// Constants without a buffer.
    pub(in crate::pipeline) push_constants: Option<Vec<PushConstantBlock>>,
    /// How much is run.
    pub(in crate::pipeline) dispatch_parameters: Option<DispatchParameters>,
}

/// A shader.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct Shader {
    /// The stage: Compute, or those of a draw in its order.
    pub(in crate::pipeline) stage: Stage,
    /// The name of the function. A shader with one entry point is run whatever its name is.
    pub(in crate::pipeline) entry: String,
    /// Groups of this shader alone, instead of those in DispatchParameters.
    #[serde(default)]
    pub(in crate::pipeline) dispatch_group_count: Option<[u32; 3]>,
    /// For SPIR-V: DXIL has none.
    #[serde(default, rename = "SpecializationConstants")]
    pub(in crate::pipeline) _specialization: Option<Ignored>,
}

/// How much is run.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct DispatchParameters {
    /// Groups along x, y and z, of a compute shader, or of the amplification or mesh shader of a draw. Default: one.
    pub(in crate::pipeline) dispatch_group_count: Option<[u32; 3]>,
    /// Vertices of an instance; with an IndexBuffer, indices. Default: as many as there are.
    pub(in crate::pipeline) vertex_count: Option<u32>,
    /// Instances of a draw. Default: one.
    pub(in crate::pipeline) instance_count: Option<u32>,
    /// The first vertex; with an IndexBuffer, what is added to each index.
    #[serde(default)]
    pub(in crate::pipeline) first_vertex: u32,
    /// The first instance.
    #[serde(default)]
    pub(in crate::pipeline) first_instance: u32,
}

/// Settings of one API.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(in crate::pipeline) struct RuntimeSettings {
    /// Settings of Direct3D.
    #[serde(default, rename = "DirectX")]
    pub(in crate::pipeline) directx: DirectXSettings,
}

/// Settings of Direct3D.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct DirectXSettings {
    /// Arguments of the shader's root signature, in its order.
    #[serde(default)]
    pub(in crate::pipeline) root_parameters: Vec<At<RootParameter>>,
}

/// An argument of a root signature.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct RootParameter {
    /// What kind of argument it is.
    pub(in crate::pipeline) kind: RootParameterKind,
    /// Of root constants: the buffer that holds them.
    pub(in crate::pipeline) name: Option<At<String>>,
    /// Of a root descriptor: the buffer.
    pub(in crate::pipeline) resource: Option<RootResource>,
}

/// What kind of argument of a root signature it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::pipeline) enum RootParameterKind {
    Constant,
    DescriptorTable,
    RootDescriptor,
}

/// A root descriptor.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct RootResource {
    /// The name of the buffer.
    pub(in crate::pipeline) name: At<String>,
    /// What it is bound as: a constant, structured or byte-address buffer.
    pub(in crate::pipeline) kind: ResourceKind,
}

/// Resources that are bound together.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct DescriptorSet {
    /// Resources of the set.
    pub(in crate::pipeline) resources: Vec<Resource>,
}

/// What is bound.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct Resource {
    /// The name of the buffer, the sampler or the TLAS.
    pub(in crate::pipeline) name: At<String>,
    /// What the shader has there.
    pub(in crate::pipeline) kind: At<ResourceKind>,
    /// Whether an RWStructuredBuffer has a counter, which begins at 0.
    #[serde(default)]
    pub(in crate::pipeline) has_counter: bool,
    /// Memory is all there, also of reserved resources.
    #[serde(default, rename = "TilesMapped")]
    pub(in crate::pipeline) _tiles_mapped: Option<Ignored>,
    #[serde(default, rename = "IsReserved")]
    pub(in crate::pipeline) _is_reserved: Option<bool>,
    /// The register; of an array, the first one.
    #[serde(rename = "DirectXBinding")]
    pub(in crate::pipeline) directx_binding: Option<DirectXBinding>,
    /// For SPIR-V.
    #[serde(default, rename = "VulkanBinding")]
    pub(in crate::pipeline) _vulkan_binding: Option<Ignored>,
    /// Instead of a register: the place in the descriptor heap, of samplers in theirs.
    pub(in crate::pipeline) heap_index: Option<u32>,
}

/// A register.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct DirectXBinding {
    /// The register.
    pub(in crate::pipeline) register: u32,
    /// Its space.
    pub(in crate::pipeline) space: u32,
}

/// Constants of a stage.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct PushConstantBlock {
    /// The stage that sees them.
    pub(in crate::pipeline) stage: Stage,
    /// Their bytes, piece by piece.
    pub(in crate::pipeline) values: Vec<PushConstantValue>,
}

/// Some of their bytes.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct PushConstantValue {
    /// What a component is.
    pub(in crate::pipeline) format: DataFormat,
    /// The first byte.
    pub(in crate::pipeline) offset: At<u32>,
    /// The components.
    pub(in crate::pipeline) data: Node,
}
