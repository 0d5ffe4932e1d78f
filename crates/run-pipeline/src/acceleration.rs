//! Acceleration structures of a pipeline: geometries in buffers, and their instances.

/// What rays are traced through.
#[derive(Debug, Clone, Default)]
pub struct AccelerationStructures {
    /// Geometries.
    pub bottom: Vec<BottomLevel>,
    /// Instances of geometries.
    pub top: Vec<TopLevel>,
}

/// Geometries that have one name.
#[derive(Debug, Clone)]
pub struct BottomLevel {
    /// Their name.
    pub name: String,
    /// Triangles.
    pub triangles: Vec<Triangles>,
    /// Boxes.
    pub boxes: Vec<Boxes>,
}

/// Triangles in buffers.
#[derive(Debug, Clone)]
pub struct Triangles {
    /// The buffer of vertices, of [`Pipeline::buffers`](super::Pipeline::buffers).
    pub vertices: usize,
    /// Floats of a vertex.
    pub components: u32,
    /// Bytes of a vertex.
    pub stride: u32,
    /// How many vertices there are.
    pub count: u32,
    /// The buffer of indices, if there is one, how many there are, and bytes of one: 2 or 4.
    pub indices: Option<(usize, u32, u32)>,
    /// Whether rays end here without being asked.
    pub is_opaque: bool,
    /// What vertices are multiplied by, row by row.
    pub transform: Option<[f32; 12]>,
}

/// Boxes in a buffer: the smallest and the largest coordinates of each.
#[derive(Debug, Clone)]
pub struct Boxes {
    /// The buffer, of [`Pipeline::buffers`](super::Pipeline::buffers).
    pub buffer: usize,
    /// How many there are.
    pub count: u32,
    /// Bytes from one to the next.
    pub stride: u32,
    /// Whether rays end here without being asked.
    pub is_opaque: bool,
}

/// Instances of geometries, of each of an array of structures.
#[derive(Debug, Clone)]
pub struct TopLevel {
    /// Its name.
    pub name: String,
    /// The instances.
    pub elements: Vec<Vec<Instance>>,
}

/// A geometry at a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Instance {
    /// The geometry, of [`AccelerationStructures::bottom`].
    pub bottom: usize,
    /// From the geometry's coordinates to the world's, row by row.
    pub transform: [f32; 12],
    /// Its number for shaders.
    pub id: u32,
    /// Which rays see it.
    pub mask: u8,
    /// What is added to the number of its hit group.
    pub hit_group: u32,
    /// `D3D12_RAYTRACING_INSTANCE_FLAGS`.
    pub flags: u32,
}
