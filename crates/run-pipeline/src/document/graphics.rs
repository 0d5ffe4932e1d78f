//! The document's keys of draws: what goes in and comes out, and the state of what is fixed, by the names of Direct3D
//! 12. The suite has `Bindings` alone; all else is ours.

use serde::Deserialize;

use super::names;
#[cfg(feature = "schema")]
use super::value_schemas;
use super::{At, DataFormat, Topology};
use dxil_draw::{BlendFactor, BlendOp, CullMode, FillMode, LineMode, LogicOp, StencilOp};
use dxil_run::resources::Comparison;

/// Input and output of draws.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct Bindings {
    /// The buffer of vertices, where there is one.
    pub(crate) vertex_buffer: Option<At<String>>,
    /// Instead of VertexBuffer: a buffer for each slot.
    #[serde(default)]
    pub(crate) vertex_buffers: Vec<VertexSlot>,
    /// What a vertex consists of.
    #[serde(default)]
    pub(crate) vertex_attributes: Vec<VertexAttribute>,
    /// The buffer of indices, whose components have 16 or 32 bits.
    pub(crate) index_buffer: Option<At<String>>,
    /// The buffer that is drawn to, where there is one.
    pub(crate) render_target: Option<At<String>>,
    /// Instead of RenderTarget: the buffers, by the number of SV_Target.
    #[serde(default)]
    pub(crate) render_targets: Vec<At<String>>,
    /// The buffer of depths. Default: a depth of 1 for each sample.
    pub(crate) depth_target: Option<At<String>>,
    /// What vertices make.
    #[serde(default)]
    pub(crate) topology: Topology,
    /// Control points of a patch.
    pub(crate) patch_control_points: Option<u32>,
}

/// A slot of vertex buffers.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct VertexSlot {
    /// The name of the buffer.
    pub(crate) name: At<String>,
    /// The first byte.
    #[serde(default)]
    pub(crate) offset: u32,
    /// Instances for which an element is taken, 0 for all. Default: each vertex has one.
    pub(crate) instance_data_step_rate: Option<u32>,
}

/// A part of a vertex.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct VertexAttribute {
    /// What a component is.
    pub(crate) format: DataFormat,
    /// How many components it has.
    pub(crate) channels: u32,
    /// Its format in DXGI, of as many bytes, such as R10G10B10A2_UNORM. Default: what components are.
    pub(crate) dxgi_format: Option<At<String>>,
    /// The slot of its buffer.
    #[serde(default)]
    pub(crate) slot: u32,
    /// Its first byte in the vertex.
    pub(crate) offset: u32,
    /// Its semantic.
    pub(crate) name: String,
}

/// The state of what is fixed in a draw. What is not said is as in the suite: the nearest depth stays, nothing is
/// blended, both sides of triangles are drawn and fronts are counterclockwise; of mesh shaders, only fronts are drawn,
/// which are clockwise.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct PipelineState {
    /// The index that ends a strip. Default: Disabled, as in Direct3D 12.
    #[serde(default, rename = "IBStripCutValue")]
    pub(crate) strip_cut: StripCut,
    /// How primitives become pixels.
    #[serde(default)]
    pub(crate) rasterizer_state: RasterizerState,
    /// How depth and stencil are tested.
    #[serde(default)]
    pub(crate) depth_stencil_state: DepthStencilState,
    /// How colours are put into targets.
    #[serde(default)]
    pub(crate) blend_state: BlendState,
    /// A bit for each sample that may be written. Default: all.
    pub(crate) sample_mask: Option<u32>,
    /// Viewports, up to 16. Default: the targets.
    #[serde(default)]
    pub(crate) viewports: Vec<Viewport>,
    /// What each viewport draws to. Default: the targets.
    #[serde(default)]
    pub(crate) scissor_rects: Vec<ScissorRect>,
    /// Views, up to four, with what is added to the indices that shaders give. Default: one view.
    #[serde(default)]
    pub(crate) view_instances: Vec<ViewInstance>,
}

/// The index that ends a strip.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum StripCut {
    #[default]
    Disabled,
    #[serde(rename = "0xFFFF")]
    Index16,
    #[serde(rename = "0xFFFFFFFF")]
    Index32,
}

impl StripCut {
    pub(crate) fn index(self) -> Option<u32> {
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
pub(crate) struct RasterizerState {
    /// What of triangles is filled. Default: Solid.
    pub(crate) fill_mode: Option<FillMode>,
    /// Which triangles are not drawn. Default: None; of mesh shaders: Back.
    pub(crate) cull_mode: Option<CullMode>,
    /// Whether fronts are counterclockwise. Default: true; of mesh shaders: false.
    pub(crate) front_counter_clockwise: Option<bool>,
    /// What is added to depths, in their least differences.
    #[serde(default)]
    pub(crate) depth_bias: i32,
    /// The most that is added; 0 for no bound.
    #[serde(default)]
    pub(crate) depth_bias_clamp: f32,
    /// So many times the slope of the depth is added.
    #[serde(default)]
    pub(crate) slope_scaled_depth_bias: f32,
    /// Whether what is nearer or farther than all depths is cut off. Default: true.
    pub(crate) depth_clip_enable: Option<bool>,
    /// What lines are. Default: Aliased.
    pub(crate) line_rasterization_mode: Option<LineMode>,
    /// Whether lines are smoothed by alpha, which is not supported.
    #[serde(default)]
    pub(crate) antialiased_line_enable: At<bool>,
    /// Samples of rasterization other than those of targets, which are not supported.
    #[serde(default)]
    pub(crate) forced_sample_count: At<u32>,
    /// Whether all pixels are drawn that a primitive touches, which is not supported.
    #[serde(default)]
    pub(crate) conservative_raster: At<ConservativeRaster>,
}

/// Whether rasterization is conservative.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum ConservativeRaster {
    #[default]
    Off,
    On,
}

/// How depth and stencil are tested.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct DepthStencilState {
    /// Whether depth is tested. Default: true.
    pub(crate) depth_enable: Option<bool>,
    /// Whether depths are written. Default: All.
    #[serde(default)]
    pub(crate) depth_write_mask: DepthWriteMask,
    /// How the new depth has to compare with the old one. Default: Less.
    #[serde(default, deserialize_with = "names::comparison")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<value_schemas::ComparisonName>"))]
    pub(crate) depth_func: Option<Comparison>,
    /// Whether the stencil is tested.
    #[serde(default)]
    pub(crate) stencil_enable: bool,
    /// What the stencil is compared with.
    #[serde(default)]
    pub(crate) stencil_ref: u8,
    /// The bits that are compared. Default: all.
    pub(crate) stencil_read_mask: Option<u8>,
    /// The bits that are changed. Default: all.
    pub(crate) stencil_write_mask: Option<u8>,
    /// What becomes of the stencil of fronts, lines and points.
    #[serde(default)]
    pub(crate) front_face: StencilFace,
    /// What becomes of it of backs.
    #[serde(default)]
    pub(crate) back_face: StencilFace,
}

/// Whether depths are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum DepthWriteMask {
    Zero,
    #[default]
    All,
}

/// What becomes of the stencil of one side. Default: Keep, and Always.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct StencilFace {
    /// Where the stencil does not compare.
    pub(crate) stencil_fail_op: Option<StencilOp>,
    /// Where it does, and the depth does not.
    pub(crate) stencil_depth_fail_op: Option<StencilOp>,
    /// Where both do.
    pub(crate) stencil_pass_op: Option<StencilOp>,
    /// How the reference has to compare with the stencil.
    #[serde(default, deserialize_with = "names::comparison")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<value_schemas::ComparisonName>"))]
    pub(crate) stencil_func: Option<Comparison>,
}

/// How colours are put into targets.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct BlendState {
    /// Whether the alpha of the first target says how many samples are covered.
    #[serde(default)]
    pub(crate) alpha_to_coverage_enable: bool,
    /// The colour that BlendFactor stands for. Default: 1, 1, 1, 1.
    pub(crate) blend_factor: Option<[f32; 4]>,
    /// How each target is blended; the last one for all behind.
    #[serde(default)]
    pub(crate) render_target: Vec<TargetBlend>,
}

/// How a target is blended.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct TargetBlend {
    /// Whether it is blended.
    #[serde(default)]
    pub(crate) blend_enable: At<bool>,
    /// What the new red, green and blue are multiplied by. Default: One.
    pub(crate) src_blend: Option<BlendFactor>,
    /// What the old ones are. Default: Zero.
    pub(crate) dest_blend: Option<BlendFactor>,
    /// What is made of them. Default: Add.
    pub(crate) blend_op: Option<BlendOp>,
    /// What the new alpha is multiplied by. Default: One.
    pub(crate) src_blend_alpha: Option<BlendFactor>,
    /// What the old one is. Default: Zero.
    pub(crate) dest_blend_alpha: Option<BlendFactor>,
    /// What is made of them. Default: Add.
    pub(crate) blend_op_alpha: Option<BlendOp>,
    /// What is made of the bits of integers, instead of blending.
    pub(crate) logic_op: Option<LogicOp>,
    /// A bit for each component that is written: 1 red, 2 green, 4 blue, 8 alpha. Default: 15.
    pub(crate) render_target_write_mask: Option<u32>,
}

/// The part of the targets that is drawn to, and its depths.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct Viewport {
    /// The left side.
    #[serde(default)]
    pub(crate) top_left_x: f32,
    /// The upper side.
    #[serde(default)]
    pub(crate) top_left_y: f32,
    /// How wide it is.
    pub(crate) width: f32,
    /// How high it is.
    pub(crate) height: f32,
    /// The depth of the near plane.
    #[serde(default)]
    pub(crate) min_depth: f32,
    /// The depth of the far plane. Default: 1.
    pub(crate) max_depth: Option<f32>,
}

/// Pixels that a viewport draws to.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct ScissorRect {
    /// The first column.
    pub(crate) left: i32,
    /// The first row.
    pub(crate) top: i32,
    /// The first column behind.
    pub(crate) right: i32,
    /// The first row behind.
    pub(crate) bottom: i32,
}

/// A view.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct ViewInstance {
    /// What is added to the index of the viewport.
    #[serde(default)]
    pub(crate) viewport_array_index: u32,
    /// What is added to the index of the layer.
    #[serde(default)]
    pub(crate) render_target_array_index: u32,
}

/// Samples that become one after the draw.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct Resolve {
    /// The buffer of samples.
    pub(crate) from: At<String>,
    /// The buffer that they are put into.
    pub(crate) to: At<String>,
}
