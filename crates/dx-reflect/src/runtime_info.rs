//! Properties of the stage from PSV0 and from FXC's counters. Separate from the properties (`stage.rs`), which token
//! programs declare too.

use dx_container::enums::{InputPrimitive, ShaderKind};
use dx_container::parts::psv::{RuntimeInfo, StageInfo, Version};
use dx_container::parts::statistics::Counters;

use crate::Reflection;
use crate::stage::{Geometry, Mesh, Pixel, Tessellation, has_groups};

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
