//! Inputs, outputs and fixed-function state of the draws of a pipeline.

use dxil_draw::{BlendState, DepthStencilState, RasterizerState, Scissor, View, Viewport};
use dxil_run::resources::Format;

/// Input and output of draws.
#[derive(Debug, Clone, Default)]
pub struct Graphics {
    /// The buffers of vertices, by their slots.
    pub vertices: Vec<VertexSlot>,
    /// What a vertex consists of.
    pub attributes: Vec<VertexAttribute>,
    /// The buffer of indices, of [`Pipeline::buffers`](super::Pipeline::buffers).
    pub indices: Option<usize>,
    /// The index that ends a strip, if one does.
    pub strip_cut: Option<u32>,
    /// The buffers that are drawn to, by the number of `SV_Target`.
    pub targets: Vec<usize>,
    /// The buffer of depths.
    pub depth: Option<usize>,
    /// What vertices make.
    pub topology: Topology,
    /// Control points of a patch.
    pub control_points: Option<u32>,
    /// How primitives of vertices become pixels.
    pub rasterizer: RasterizerState,
    /// How those of mesh shaders do: sides that are not said are others for these.
    pub mesh_rasterizer: RasterizerState,
    /// How depth and stencil are tested.
    pub depth_stencil: DepthStencilState,
    /// How colours are put into targets.
    pub blend: BlendState,
    /// Viewports; without any, all of the targets.
    pub viewports: Vec<Viewport>,
    /// What each viewport draws to; without any, all of the targets.
    pub scissors: Vec<Scissor>,
    /// Views; without any, one.
    pub views: Vec<View>,
    /// What becomes of samples after the draw.
    pub resolves: Vec<Resolve>,
}

/// A slot of vertex buffers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VertexSlot {
    /// The buffer, of [`Pipeline::buffers`](super::Pipeline::buffers).
    pub buffer: usize,
    /// Its first byte.
    pub offset: u32,
    /// Bytes from one vertex to the next.
    pub stride: u32,
    /// After how many instances the next element is taken; `None` for one each vertex.
    pub step: Option<u32>,
}

/// Samples that become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolve {
    /// The buffer of samples, of [`Pipeline::buffers`](super::Pipeline::buffers).
    pub from: usize,
    /// The buffer that they are put into.
    pub to: usize,
}

/// A part of a vertex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VertexAttribute {
    /// Its semantic.
    pub name: String,
    /// How it is stored.
    pub format: Format,
    /// The slot of its buffer.
    pub slot: u32,
    /// Its first byte in the vertex.
    pub offset: u32,
}

/// What vertices make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs, reason = "they are what D3D calls them")]
pub enum Topology {
    #[default]
    TriangleList,
    TriangleStrip,
    PointList,
    PatchList,
    LineList,
    LineStrip,
    LineListAdj,
    LineStripAdj,
    TriangleListAdj,
    TriangleStripAdj,
}
