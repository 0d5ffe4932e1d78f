//! The document's keys of draws: what goes in and comes out, and the state of what is fixed, by the names of Direct3D
//! 12. The suite has `Bindings` alone; all else is ours.

use serde::Deserialize;

use super::names;
#[cfg(feature = "schema")]
use super::value_schemas;
use super::{At, DataFormat, Topology};
use crate::draw::{BlendFactor, BlendOp, CullMode, FillMode, LineMode, LogicOp, StencilOp};
use crate::resources::Comparison;

/// Input and output of draws.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct Bindings {
    /// The buffer of vertices, where there is one.
    pub(in crate::pipeline) vertex_buffer: Option<At<String>>,
    /// Instead of VertexBuffer: a buffer for each slot.
    #[serde(default)]
    pub(in crate::pipeline) vertex_buffers: Vec<VertexSlot>,
    /// What a vertex consists of.
    #[serde(default)]
    pub(in crate::pipeline) vertex_attributes: Vec<VertexAttribute>,
    /// The buffer of indices, whose components have 16 or 32 bits.
    pub(in crate::pipeline) index_buffer: Option<At<String>>,
    /// The buffer that is drawn to, where there is one.
    pub(in crate::pipeline) render_target: Option<At<String>>,
    /// Instead of RenderTarget: the buffers, by the number of SV_Target.
    #[serde(default)]
    pub(in crate::pipeline) render_targets: Vec<At<String>>,
    /// The buffer of depths. Default: a depth of 1 for each sample.
    pub(in crate::pipeline) depth_target: Option<At<String>>,
    /// What vertices make.
    #[serde(default)]
    pub(in crate::pipeline) topology: Topology,
    /// Control points of a patch.
    pub(in crate::pipeline) patch_control_points: Option<u32>,
}

/// A slot of vertex buffers.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct VertexSlot {
    /// The name of the buffer.
    pub(in crate::pipeline) name: At<String>,
    /// The first byte.
    #[serde(default)]
    pub(in crate::pipeline) offset: u32,
    /// Instances for which an element is taken, 0 for all. Default: each vertex has one.
    pub(in crate::pipeline) instance_data_step_rate: Option<u32>,
}

/// A part of a vertex.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct VertexAttribute {
    /// What a component is.
    pub(in crate::pipeline) format: DataFormat,
    /// How many components it has.
    pub(in crate::pipeline) channels: u32,
    /// Its format in DXGI, of as many bytes, such as R10G10B10A2_UNORM. Default: what components are.
    pub(in crate::pipeline) dxgi_format: Option<At<String>>,
    /// The slot of its buffer.
    #[serde(default)]
    pub(in crate::pipeline) slot: u32,
    /// Its first byte in the vertex.
    pub(in crate::pipeline) offset: u32,
    /// Its semantic.
    pub(in crate::pipeline) name: String,
}

/// The state of what is fixed in a draw. What is not said is as in the suite: the nearest depth stays, nothing is
/// blended, both sides of triangles are drawn and fronts are counterclockwise; of mesh shaders, only fronts are drawn,
/// which are clockwise.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct PipelineState {
    /// The index that ends a strip. Default: Disabled, as in Direct3D 12.
    #[serde(default, rename = "IBStripCutValue")]
    pub(in crate::pipeline) strip_cut: StripCut,
    /// How primitives become pixels.
    #[serde(default)]
    pub(in crate::pipeline) rasterizer_state: RasterizerState,
    /// How depth and stencil are tested.
    #[serde(default)]
    pub(in crate::pipeline) depth_stencil_state: DepthStencilState,
    /// How colours are put into targets.
    #[serde(default)]
    pub(in crate::pipeline) blend_state: BlendState,
    /// A bit for each sample that may be written. Default: all.
    pub(in crate::pipeline) sample_mask: Option<u32>,
    /// Viewports, up to 16. Default: the targets.
    #[serde(default)]
    pub(in crate::pipeline) viewports: Vec<Viewport>,
    /// What each viewport draws to. Default: the targets.
    #[serde(default)]
    pub(in crate::pipeline) scissor_rects: Vec<ScissorRect>,
    /// Views, up to four, with what is added to the indices that shaders give. Default: one view.
    #[serde(default)]
    pub(in crate::pipeline) view_instances: Vec<ViewInstance>,
}

/// The index that ends a strip.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::pipeline) enum StripCut {
    #[default]
    Disabled,
    #[serde(rename = "0xFFFF")]
    Index16,
    #[serde(rename = "0xFFFFFFFF")]
    Index32,
}

impl StripCut {
    pub(in crate::pipeline) fn index(self) -> Option<u32> {
        match self {
            Self::Disabled => None,
            Self::Index16 => Some(0xffff),
            Self::Index32 => Some(u32::MAX),
        }
    }
}

/// How primitives become pixels.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct RasterizerState {
    /// What of triangles is filled. Default: Solid.
    pub(in crate::pipeline) fill_mode: Option<FillMode>,
    /// Which triangles are not drawn. Default: None; of mesh shaders: Back.
    pub(in crate::pipeline) cull_mode: Option<CullMode>,
    /// Whether fronts are counterclockwise. Default: true; of mesh shaders: false.
    pub(in crate::pipeline) front_counter_clockwise: Option<bool>,
    /// What is added to depths, in their least differences.
    #[serde(default)]
    pub(in crate::pipeline) depth_bias: i32,
    /// The most that is added; 0 for no bound.
    #[serde(default)]
    pub(in crate::pipeline) depth_bias_clamp: f32,
    /// So many times the slope of the depth is added.
    #[serde(default)]
    pub(in crate::pipeline) slope_scaled_depth_bias: f32,
    /// Whether what is nearer or farther than all depths is cut off. Default: true.
    pub(in crate::pipeline) depth_clip_enable: Option<bool>,
    /// What lines are. Default: Aliased.
    pub(in crate::pipeline) line_rasterization_mode: Option<LineMode>,
    /// Whether lines are smoothed by alpha, which is not supported.
    #[serde(default)]
    pub(in crate::pipeline) antialiased_line_enable: At<bool>,
    /// Samples of rasterization other than those of targets, which are not supported.
    #[serde(default)]
    pub(in crate::pipeline) forced_sample_count: At<u32>,
    /// Whether all pixels are drawn that a primitive touches, which is not supported.
    #[serde(default)]
    pub(in crate::pipeline) conservative_raster: At<ConservativeRaster>,
}

/// Whether rasterization is conservative.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::pipeline) enum ConservativeRaster {
    #[default]
    Off,
    On,
}

/// How depth and stencil are tested.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct DepthStencilState {
    /// Whether depth is tested. Default: true.
    pub(in crate::pipeline) depth_enable: Option<bool>,
    /// Whether depths are written. Default: All.
    #[serde(default)]
    pub(in crate::pipeline) depth_write_mask: DepthWriteMask,
    /// How the new depth has to compare with the old one. Default: Less.
    #[serde(default, deserialize_with = "names::comparison")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<value_schemas::ComparisonName>"))]
    pub(in crate::pipeline) depth_func: Option<Comparison>,
    /// Whether the stencil is tested.
    #[serde(default)]
    pub(in crate::pipeline) stencil_enable: bool,
    /// What the stencil is compared with.
    #[serde(default)]
    pub(in crate::pipeline) stencil_ref: u8,
    /// The bits that are compared. Default: all.
    pub(in crate::pipeline) stencil_read_mask: Option<u8>,
    /// The bits that are changed. Default: all.
    pub(in crate::pipeline) stencil_write_mask: Option<u8>,
    /// What becomes of the stencil of fronts, lines and points.
    #[serde(default)]
    pub(in crate::pipeline) front_face: StencilFace,
    /// What becomes of it of backs.
    #[serde(default)]
    pub(in crate::pipeline) back_face: StencilFace,
}

/// Whether depths are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::pipeline) enum DepthWriteMask {
    Zero,
    #[default]
    All,
}

/// What becomes of the stencil of one side. Default: Keep, and Always.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct StencilFace {
    /// Where the stencil does not compare.
    pub(in crate::pipeline) stencil_fail_op: Option<StencilOp>,
    /// Where it does, and the depth does not.
    pub(in crate::pipeline) stencil_depth_fail_op: Option<StencilOp>,
    /// Where both do.
    pub(in crate::pipeline) stencil_pass_op: Option<StencilOp>,
    /// How the reference has to compare with the stencil.
    #[serde(default, deserialize_with = "names::comparison")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<value_schemas::ComparisonName>"))]
    pub(in crate::pipeline) stencil_func: Option<Comparison>,
}

/// How colours are put into targets.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct BlendState {
    /// Whether the alpha of the first target says how many samples are covered.
    #[serde(default)]
    pub(in crate::pipeline) alpha_to_coverage_enable: bool,
    /// The colour that BlendFactor stands for. Default: 1, 1, 1, 1.
    pub(in crate::pipeline) blend_factor: Option<[f32; 4]>,
    /// How each target is blended; the last one for all behind.
    #[serde(default)]
    pub(in crate::pipeline) render_target: Vec<TargetBlend>,
}

/// How a target is blended.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct TargetBlend {
    /// Whether it is blended.
    #[serde(default)]
    pub(in crate::pipeline) blend_enable: At<bool>,
    /// What the new red, green and blue are multiplied by. Default: One.
    pub(in crate::pipeline) src_blend: Option<BlendFactor>,
    /// What the old ones are. Default: Zero.
    pub(in crate::pipeline) dest_blend: Option<BlendFactor>,
    /// What is made of them. Default: Add.
    pub(in crate::pipeline) blend_op: Option<BlendOp>,
    /// What the new alpha is multiplied by. Default: One.
    pub(in crate::pipeline) src_blend_alpha: Option<BlendFactor>,
    /// What the old one is. Default: Zero.
    pub(in crate::pipeline) dest_blend_alpha: Option<BlendFactor>,
    /// What is made of them. Default: Add.
    pub(in crate::pipeline) blend_op_alpha: Option<BlendOp>,
    /// What is made of the bits of integers, instead of blending.
    pub(in crate::pipeline) logic_op: Option<LogicOp>,
    /// A bit for each component that is written: 1 red, 2 green, 4 blue, 8 alpha. Default: 15.
    pub(in crate::pipeline) render_target_write_mask: Option<u32>,
}

/// The part of the targets that is drawn to, and its depths.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct Viewport {
    /// The left side.
    #[serde(default)]
    pub(in crate::pipeline) top_left_x: f32,
    /// The upper side.
    #[serde(default)]
    pub(in crate::pipeline) top_left_y: f32,
    /// How wide it is.
    pub(in crate::pipeline) width: f32,
    /// How high it is.
    pub(in crate::pipeline) height: f32,
    /// The depth of the near plane.
    #[serde(default)]
    pub(in crate::pipeline) min_depth: f32,
    /// The depth of the far plane. Default: 1.
    pub(in crate::pipeline) max_depth: Option<f32>,
}

/// Pixels that a viewport draws to.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct ScissorRect {
    /// The first column.
    pub(in crate::pipeline) left: i32,
    /// The first row.
    pub(in crate::pipeline) top: i32,
    /// The first column behind.
    pub(in crate::pipeline) right: i32,
    /// The first row behind.
    pub(in crate::pipeline) bottom: i32,
}

/// A view.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct ViewInstance {
    /// What is added to the index of the viewport.
    #[serde(default)]
    pub(in crate::pipeline) viewport_array_index: u32,
    /// What is added to the index of the layer.
    #[serde(default)]
    pub(in crate::pipeline) render_target_array_index: u32,
}

/// Samples that become one after the draw.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in crate::pipeline) struct Resolve {
    /// The buffer of samples.
    pub(in crate::pipeline) from: At<String>,
    /// The buffer that they are put into.
    pub(in crate::pipeline) to: At<String>,
}
