//! Stage-specific properties other than signatures. Separate because they have several sources: the union of PSV0,
//! FXC's counters, and the declarations of token programs.

use dx_container::enums::{
    InputPrimitive, MeshOutputTopology, PrimitiveTopology, ShaderKind, TessellatorDomain,
    TessellatorOutputPrimitive, TessellatorPartitioning,
};

/// The tessellator properties of a hull or domain shader.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Tessellation {
    /// The domain of a patch.
    pub domain: TessellatorDomain,
    /// The number of input control points.
    pub input_control_points: Option<u32>,
    /// The number of output control points of a hull shader.
    pub output_control_points: Option<u32>,
    /// The output primitive of the tessellator, from a hull shader.
    pub output_primitive: Option<TessellatorOutputPrimitive>,
    /// The partitioning, from FXC's counters or a program.
    pub partitioning: Option<TessellatorPartitioning>,
    /// The maximum tessellation factor of a hull shader, from a program.
    pub max_factor: Option<f32>,
}

/// The properties of a geometry shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Geometry {
    /// The input primitive.
    pub input_primitive: InputPrimitive,
    /// The output topology.
    pub output_topology: PrimitiveTopology,
    /// The maximum number of output vertices.
    pub max_vertices: Option<u32>,
    /// The mask of output streams; stream 0 is bit 0.
    pub streams: Option<u32>,
    /// The instance count, from FXC's counters or a program.
    pub instances: Option<u32>,
}

/// The properties of a mesh shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Mesh {
    /// The maximum number of output vertices.
    pub max_vertices: u32,
    /// The maximum number of output primitives.
    pub max_primitives: u32,
    /// The output topology.
    pub topology: Option<MeshOutputTopology>,
}

/// The properties of a pixel shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Pixel {
    /// Whether it writes SV_Depth.
    pub writes_depth: Option<bool>,
    /// Whether it runs for each sample.
    pub runs_per_sample: Option<bool>,
    /// Whether it writes SV_Coverage; this and the following come from programs only.
    pub writes_coverage: Option<bool>,
    /// Whether it writes SV_StencilRef.
    pub writes_stencil_ref: Option<bool>,
    /// Whether it can discard.
    pub discards: Option<bool>,
    /// Whether depth and stencil tests are forced to run before the shader.
    pub early_depth_stencil: Option<bool>,
}

/// Whether threads of a stage run in groups.
pub(crate) fn has_groups(stage: Option<ShaderKind>) -> bool {
    matches!(stage, Some(ShaderKind::COMPUTE | ShaderKind::MESH | ShaderKind::AMPLIFICATION))
}
