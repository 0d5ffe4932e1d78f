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

mod color;
pub mod document;
pub mod format;
mod input_assembly;
mod input_rate;
mod node;
mod options;
pub mod pipe;
mod rasterizer;
pub mod refusal;
mod stages;
mod static_sampler;
pub mod user_data;
mod vertex_input;

pub use color::{ColorState, ColorTarget};
#[cfg(feature = "schema")]
use document::scalar::Number;
use document::scalar::number;
pub use format::{DataFormat, ExportFormat, NumberFormat};
pub use input_assembly::{InputAssembly, Topology};
pub use input_rate::InputRate;
pub use node::{Node, NodeKind};
pub use options::{Options, ResourceLayout, StaticSamplerPolicy};
pub use rasterizer::{Rasterizer, WaveBreak};
#[cfg(feature = "schema")]
use stages::Stage;
pub use stages::Stages;
pub use static_sampler::StaticSampler;
pub use vertex_input::VertexInput;

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
    #[serde(deserialize_with = "stages::read")]
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
    #[serde(default, deserialize_with = "node::read")]
    pub user_data: Vec<Node>,
    /// Static (immutable) samplers, whose descriptors are known at pipeline creation.
    #[serde(default, deserialize_with = "static_sampler::read")]
    pub static_samplers: Vec<StaticSampler>,
    /// Vertex attributes.
    #[serde(default, deserialize_with = "vertex_input::read")]
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
