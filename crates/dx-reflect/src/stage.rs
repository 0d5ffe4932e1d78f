//! Stage-specific properties other than signatures. Separate because they have several sources: the union of PSV0,
//! FXC's counters, and the declarations of token programs.

use dx_container::enums::{
    InputPrimitive, MeshOutputTopology, PrimitiveTopology, ShaderKind, TessellatorDomain,
    TessellatorOutputPrimitive, TessellatorPartitioning,
};
use dx_container::parts::psv::{RuntimeInfo, StageInfo, Version};
use dx_container::parts::statistics::Counters;

use crate::Reflection;

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

impl Reflection {
    /// Fills in what PSV0's runtime info tells.
    pub(crate) fn add_runtime_info<Name>(&mut self, info: &RuntimeInfo<Name>) {
        let is_set = |byte: u8| byte != 0;
        match info.stage_info {
            StageInfo::Vertex { output_position_present } => {
                self.writes_position = Some(is_set(output_position_present));
            }
            StageInfo::Hull { input_control_points, output_control_points, domain, output_primitive } => {
                self.tessellation = Some(Tessellation {
                    domain,
                    input_control_points: Some(input_control_points),
                    output_control_points: Some(output_control_points),
                    output_primitive: Some(output_primitive),
                    ..Tessellation::default()
                });
            }
            StageInfo::Domain { input_control_points, output_position_present, domain } => {
                self.writes_position = Some(is_set(output_position_present));
                let input_control_points = Some(input_control_points);
                self.tessellation =
                    Some(Tessellation { domain, input_control_points, ..Tessellation::default() });
            }
            StageInfo::Geometry {
                input_primitive,
                output_topology,
                output_stream_mask,
                output_position_present,
            } => {
                self.writes_position = Some(is_set(output_position_present));
                self.geometry = Some(Geometry {
                    input_primitive,
                    output_topology,
                    max_vertices: info.max_vertex_count().map(u32::from),
                    streams: Some(output_stream_mask),
                    instances: None,
                });
            }
            StageInfo::Pixel { depth_output, sample_frequency } => {
                self.pixel = Some(Pixel {
                    writes_depth: Some(is_set(depth_output)),
                    runs_per_sample: Some(is_set(sample_frequency)),
                    ..Pixel::default()
                });
            }
            StageInfo::Mesh { payload_bytes, max_output_vertices, max_output_primitives, .. } => {
                self.payload_size = Some(payload_bytes);
                self.mesh = Some(Mesh {
                    max_vertices: max_output_vertices.into(),
                    max_primitives: max_output_primitives.into(),
                    topology: info.mesh_output_topology(),
                });
            }
            StageInfo::Amplification { payload_bytes } => self.payload_size = Some(payload_bytes),
            StageInfo::Other(_) => {}
        }
        if info.version >= Version::V1 {
            self.uses_view_id = Some(is_set(info.uses_view_id));
        }
        let has_groups = has_groups(self.stage);
        if info.version >= Version::V2 && has_groups {
            self.thread_group = Some(info.num_threads);
        }
        if info.version >= Version::V4 && has_groups {
            self.group_shared_bytes = Some(info.group_shared_bytes);
        } else if let StageInfo::Mesh { group_shared_bytes, .. } = info.stage_info {
            self.group_shared_bytes = Some(group_shared_bytes);
        }
        self.wave_lanes = Some([info.min_wave_lanes, info.max_wave_lanes]);
    }

    /// Fills in what FXC's counters tell.
    pub(crate) fn add_counters(&mut self, counters: &Counters) {
        let (common, model_5) = (&counters.common, &counters.model_5);
        match self.stage {
            Some(ShaderKind::GEOMETRY) => {
                self.geometry = Some(Geometry {
                    input_primitive: common.input_primitive,
                    output_topology: common.gs_output_topology,
                    max_vertices: Some(common.gs_max_output_vertex_count),
                    streams: None,
                    instances: model_5.map(|counters| counters.gs_instance_count),
                });
            }
            Some(stage @ (ShaderKind::HULL | ShaderKind::DOMAIN)) => {
                self.tessellation = model_5.map(|counters| {
                    let points = Some(counters.control_points);
                    let patch = common.input_primitive.0.checked_sub(InputPrimitive::CONTROL_POINT_PATCH_1.0);
                    let is_hull = stage == ShaderKind::HULL;
                    Tessellation {
                        domain: counters.tessellator_domain,
                        input_control_points: if is_hull { patch.map(|patch| patch + 1) } else { points },
                        output_control_points: points.filter(|_| is_hull),
                        output_primitive: is_hull.then_some(counters.hs_output_primitive),
                        partitioning: is_hull.then_some(counters.hs_partitioning),
                        max_factor: None,
                    }
                });
            }
            Some(ShaderKind::PIXEL) => {
                let runs_per_sample = Some(common.sample_frequency != 0);
                self.pixel = Some(Pixel { runs_per_sample, ..Pixel::default() });
            }
            _ => {}
        }
    }
}
