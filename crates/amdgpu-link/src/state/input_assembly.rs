//! Input assembly state. Separate because topologies are a list of their own.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Deserialize;

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
