//! What entries of one stage say of themselves: the states of geometry, domain, hull, mesh and amplification shaders,
//! thread groups and waves.

use dx_container::enums::{
    InputPrimitive, MeshOutputTopology, PrimitiveTopology, TessellatorDomain, TessellatorOutputPrimitive,
    TessellatorPartitioning,
};

use super::list::record;
use dxil_ir::GlobalId;

record! {
    /// How many of something, in three dimensions: threads of a group, groups of a dispatch.
    pub struct Grid {
        /// Along x.
        pub x: u32,
        /// Along y.
        pub y: u32,
        /// Along z.
        pub z: u32,
    }
}

impl Grid {
    /// So many.
    pub fn new(x: u32, y: u32, z: u32) -> Self {
        Self { x, y, z, extra: Vec::new() }
    }

    /// The three numbers.
    pub fn dimensions(&self) -> [u32; 3] {
        [self.x, self.y, self.z]
    }
}

record! {
    /// What a geometry shader takes and gives.
    pub struct GeometryState {
        /// What it takes.
        pub input_primitive: InputPrimitive,
        /// The most vertices it gives.
        pub max_vertex_count: u32,
        /// The streams it writes, a bit each.
        pub stream_mask: u32,
        /// What it gives, in all streams.
        pub topology: PrimitiveTopology,
        /// How many instances of it run on each primitive.
        pub instance_count: u32,
    }
}

impl GeometryState {
    /// A geometry shader with one instance that writes stream 0.
    pub fn new(input: InputPrimitive, output: PrimitiveTopology, max_vertex_count: u32) -> Self {
        Self {
            input_primitive: input,
            max_vertex_count,
            stream_mask: 1,
            topology: output,
            instance_count: 1,
            extra: Vec::new(),
        }
    }
}

record! {
    /// What a domain shader takes.
    pub struct DomainState {
        /// The domain of a patch.
        pub domain: TessellatorDomain,
        /// How many control points a patch has.
        pub input_control_points: u32,
    }
}

impl DomainState {
    /// A domain shader for patches with this number of control points.
    pub fn new(domain: TessellatorDomain, input_control_points: u32) -> Self {
        Self { domain, input_control_points, extra: Vec::new() }
    }
}

record! {
    /// How a hull shader divides patches.
    pub struct HullState {
        /// The function that computes what is constant in a patch.
        pub patch_constant_function: Option<GlobalId>,
        /// Control points of a patch that goes in.
        pub input_control_points: u32,
        /// Control points of a patch that comes out.
        pub output_control_points: u32,
        /// The domain of a patch.
        pub domain: TessellatorDomain,
        /// How edges are divided.
        pub partitioning: TessellatorPartitioning,
        /// What is made of a patch.
        pub output_primitive: TessellatorOutputPrimitive,
        /// The most parts an edge is divided into.
        pub max_tess_factor: f32,
    }
}

impl HullState {
    /// A hull shader with as many output control points as input control points, integer partitioning and a maximum
    /// tessellation factor of 64.
    pub fn new(
        patch_constant_function: GlobalId,
        domain: TessellatorDomain,
        output_primitive: TessellatorOutputPrimitive,
        control_points: u32,
    ) -> Self {
        Self {
            patch_constant_function: Some(patch_constant_function),
            input_control_points: control_points,
            output_control_points: control_points,
            domain,
            partitioning: TessellatorPartitioning::INTEGER,
            output_primitive,
            max_tess_factor: 64.0,
            extra: Vec::new(),
        }
    }
}

record! {
    /// What a mesh shader gives.
    pub struct MeshState {
        /// Threads of a group.
        pub thread_group: Grid,
        /// The most vertices it gives.
        pub max_vertex_count: u32,
        /// The most primitives it gives.
        pub max_primitive_count: u32,
        /// What the primitives are.
        pub topology: MeshOutputTopology,
        /// Bytes of the payload that goes in.
        pub payload_size: u32,
    }
}

impl MeshState {
    /// A mesh shader without a payload.
    pub fn new(
        thread_group: Grid,
        topology: MeshOutputTopology,
        max_vertices: u32,
        max_primitives: u32,
    ) -> Self {
        Self {
            thread_group,
            max_vertex_count: max_vertices,
            max_primitive_count: max_primitives,
            topology,
            payload_size: 0,
            extra: Vec::new(),
        }
    }
}

record! {
    /// What an amplification shader gives.
    pub struct AmplificationState {
        /// Threads of a group.
        pub thread_group: Grid,
        /// Bytes of the payload that comes out.
        pub payload_size: u32,
    }
}

impl AmplificationState {
    /// An amplification shader whose payload has `payload_size` bytes.
    pub fn new(thread_group: Grid, payload_size: u32) -> Self {
        Self { thread_group, payload_size, extra: Vec::new() }
    }
}

record! {
    /// How many lanes a wave has to have.
    pub struct WaveSize {
        /// How many.
        pub lanes: u32,
    }
}

impl WaveSize {
    /// A required wave size.
    pub fn new(lanes: u32) -> Self {
        Self { lanes, extra: Vec::new() }
    }
}

record! {
    /// How many lanes a wave may have.
    pub struct WaveRange {
        /// At least.
        pub min: u32,
        /// At most; 0 where only `min` will do.
        pub max: u32,
        /// At best; 0 where all are as good.
        pub preferred: u32,
    }
}

impl WaveRange {
    /// A range of wave sizes: `max` is 0 if only `min` is supported, `preferred` is 0 without a preference.
    pub fn new(min: u32, max: u32, preferred: u32) -> Self {
        Self { min, max, preferred, extra: Vec::new() }
    }
}
