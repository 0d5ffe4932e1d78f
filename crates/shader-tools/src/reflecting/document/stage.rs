//! The stage of a shader as JSON: the properties that one stage has, and statistics of a token program.

use dx_container::parts::psv::ANY_LANES;
use dx_reflect::{Reflection, TokenProgram};
use serde::Serialize;

use crate::json::{Flags, Named, NumberOr};

/// The properties of the shader stage. A property that does not apply to the stage is absent.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Stage {
    /// The thread group size: x, y and z.
    #[serde(skip_serializing_if = "Option::is_none")]
    thread_group: Option<[u32; 3]>,
    /// The size of group-shared memory in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    group_shared_bytes: Option<u32>,
    /// The wave sizes that the shader allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    wave_lanes: Option<Lanes>,
    /// The preferred wave size; only for DXIL.
    #[serde(skip_serializing_if = "Option::is_none")]
    preferred_wave_lanes: Option<u32>,
    /// True if the shader reads SV_ViewID.
    #[serde(skip_serializing_if = "Option::is_none")]
    uses_view_id: Option<bool>,
    /// True if the shader writes SV_Position.
    #[serde(skip_serializing_if = "Option::is_none")]
    writes_position: Option<bool>,
    /// The size of the mesh shader payload in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    payload_size: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tessellation: Option<Tessellation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    geometry: Option<Geometry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh: Option<Mesh>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pixel: Option<Pixel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<Program>,
}

/// The minimum and maximum wave size.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Lanes {
    /// The smallest wave size.
    min: u32,
    /// The largest wave size; `any` if the wave size has no upper limit.
    max: NumberOr,
}

impl Lanes {
    /// The wave sizes from `min` to `max`; `any` stands for no upper limit.
    pub fn new([min, max]: [u32; 2], any: u32) -> Self {
        Self { min, max: NumberOr::new(max, any, "any") }
    }
}

/// The properties of a hull shader or domain shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Tessellation {
    /// The tessellation domain.
    domain: Named,
    /// The number of input control points.
    #[serde(skip_serializing_if = "Option::is_none")]
    input_control_points: Option<u32>,
    /// The number of output control points.
    #[serde(skip_serializing_if = "Option::is_none")]
    output_control_points: Option<u32>,
    /// The output primitive.
    #[serde(skip_serializing_if = "Option::is_none")]
    output_primitive: Option<Named>,
    /// The partitioning.
    #[serde(skip_serializing_if = "Option::is_none")]
    partitioning: Option<Named>,
    /// The maximum tessellation factor.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_factor: Option<Float>,
}

/// A float: an integer if the value has no fraction, a string if JSON cannot represent the value.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Float {
    Integer(i64),
    Fraction(f32),
    Text(String),
}

impl From<f32> for Float {
    fn from(value: f32) -> Self {
        /// The first integer that a `f32` may not represent exactly.
        const EXACT: f32 = 16_777_216.0;
        match value {
            _ if !value.is_finite() => Self::Text(value.to_string()),
            _ if value.fract() == 0.0 && value.abs() < EXACT => Self::Integer(value as i64),
            _ => Self::Fraction(value),
        }
    }
}

/// The properties of a geometry shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Geometry {
    /// The input primitive.
    input_primitive: Named,
    /// The output topology.
    output_topology: Named,
    /// The maximum number of vertices that an invocation emits.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_vertices: Option<u32>,
    /// The mask of the output streams.
    #[serde(skip_serializing_if = "Option::is_none")]
    streams: Option<u32>,
    /// The number of instances.
    #[serde(skip_serializing_if = "Option::is_none")]
    instances: Option<u32>,
}

/// The properties of a mesh shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Mesh {
    /// The maximum number of output vertices.
    max_vertices: u32,
    /// The maximum number of output primitives.
    max_primitives: u32,
    /// The output topology.
    #[serde(skip_serializing_if = "Option::is_none")]
    topology: Option<Named>,
}

/// The properties of a pixel shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Pixel {
    /// True if the shader writes the depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    writes_depth: Option<bool>,
    /// True if the shader runs once per sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs_per_sample: Option<bool>,
    /// True if the shader writes the coverage mask.
    #[serde(skip_serializing_if = "Option::is_none")]
    writes_coverage: Option<bool>,
    /// True if the shader writes the stencil reference value.
    #[serde(skip_serializing_if = "Option::is_none")]
    writes_stencil_ref: Option<bool>,
    /// True if the shader can discard pixels; only for shader models 4 and 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    discards: Option<bool>,
    /// True if depth and stencil tests run before the shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    early_depth_stencil: Option<bool>,
}

/// The properties of a program of shader model 4 or 5.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Program {
    /// The number of instructions, counted as in STAT.
    instructions: u32,
    /// The number of temporary registers.
    temps: u32,
    /// The indexable temporary arrays.
    indexable_temps: Vec<IndexableTemp>,
    /// The size of the immediate constant buffer in vectors.
    immediate_constants: u32,
    /// The global flags, as fxc spells them.
    global_flags: Flags,
}

/// An indexable temporary array.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct IndexableTemp {
    /// The number of the register.
    register: u32,
    /// The number of array elements.
    count: u32,
    /// The number of components per element.
    components: u32,
}

impl Stage {
    /// The stage of `reflection`.
    pub fn new(reflection: &Reflection) -> Self {
        Self {
            thread_group: reflection.thread_group,
            group_shared_bytes: reflection.group_shared_bytes,
            wave_lanes: reflection.wave_lanes.map(|lanes| Lanes::new(lanes, ANY_LANES)),
            preferred_wave_lanes: reflection.preferred_wave_lanes,
            uses_view_id: reflection.uses_view_id,
            writes_position: reflection.writes_position,
            payload_size: reflection.payload_size,
            tessellation: reflection.tessellation.map(Tessellation::from),
            geometry: reflection.geometry.map(Geometry::from),
            mesh: reflection.mesh.map(Mesh::from),
            pixel: reflection.pixel.map(Pixel::from),
            program: reflection.program.as_ref().map(Program::from),
        }
    }
}

impl From<dx_reflect::Tessellation> for Tessellation {
    fn from(stage: dx_reflect::Tessellation) -> Self {
        Self {
            domain: Named::of(stage.domain),
            input_control_points: stage.input_control_points,
            output_control_points: stage.output_control_points,
            output_primitive: stage.output_primitive.map(Named::of),
            partitioning: stage.partitioning.map(Named::of),
            max_factor: stage.max_factor.map(Float::from),
        }
    }
}

impl From<dx_reflect::Geometry> for Geometry {
    fn from(stage: dx_reflect::Geometry) -> Self {
        Self {
            input_primitive: Named::of(stage.input_primitive),
            output_topology: Named::of(stage.output_topology),
            max_vertices: stage.max_vertices,
            streams: stage.streams,
            instances: stage.instances,
        }
    }
}

impl From<dx_reflect::Mesh> for Mesh {
    fn from(stage: dx_reflect::Mesh) -> Self {
        let dx_reflect::Mesh { max_vertices, max_primitives, topology, .. } = stage;
        Self { max_vertices, max_primitives, topology: topology.map(Named::of) }
    }
}

impl From<dx_reflect::Pixel> for Pixel {
    fn from(stage: dx_reflect::Pixel) -> Self {
        Self {
            writes_depth: stage.writes_depth,
            runs_per_sample: stage.runs_per_sample,
            writes_coverage: stage.writes_coverage,
            writes_stencil_ref: stage.writes_stencil_ref,
            discards: stage.discards,
            early_depth_stencil: stage.early_depth_stencil,
        }
    }
}

impl From<&TokenProgram> for Program {
    fn from(program: &TokenProgram) -> Self {
        let unknown = Some(program.global_flags.unknown()).filter(|bits| *bits != 0).map(u64::from);
        let arrays = program.indexable_temps.iter().map(|array| IndexableTemp {
            register: array.register,
            count: array.count,
            components: array.components,
        });
        Self {
            instructions: program.instructions,
            temps: program.temps,
            indexable_temps: arrays.collect(),
            immediate_constants: program.immediate_constants,
            global_flags: Flags::new(program.global_flags.names(), unknown),
        }
    }
}
