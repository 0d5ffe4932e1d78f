//! What Direct3D allows at most, or at least. Separate because several checks ask, and because these numbers change with
//! shader models.
//!
//! Source: DirectXShaderCompiler, `DxilConstants.h`.

/// The newest version of the validator and of DXIL whose rules these are.
pub(super) const NEWEST: (u32, u32) = (1, 10);
/// The newest shader model that is released; those behind it are for trying out.
pub(super) const RELEASED_MODEL: (u32, u32) = (6, 9);
/// The newest shader model there is.
pub(super) const NEWEST_MODEL: (u32, u32) = (6, 10);

/// Bytes of a semantic's name.
pub(super) const SEMANTIC_NAME: usize = 64;
/// Render targets.
pub(super) const TARGETS: u32 = 8;
/// Rows that clip and cull distances take together.
pub(super) const CLIP_CULL_ROWS: usize = 2;
/// Components that clip and cull distances have together.
pub(super) const CLIP_CULL_COMPONENTS: u32 = 8;
/// Streams of a geometry shader.
pub(super) const STREAMS: u32 = 4;

/// Threads of a group of a compute shader or node along each direction, and in all.
pub(super) const COMPUTE_GROUP: ([u32; 3], u32) = ([1024, 1024, 64], 1024);
/// The same of mesh and amplification shaders.
pub(super) const MESH_GROUP: ([u32; 3], u32) = ([128, 128, 128], 128);
/// Lanes of a wave, at least and at most.
pub(super) const WAVE_LANES: (u32, u32) = (4, 128);

/// Bytes that a group shares.
pub(super) const GROUP_SHARED: u32 = 32 * 1024;
/// The same in a mesh shader.
pub(super) const MESH_GROUP_SHARED: u32 = 28 * 1024;

/// Vertices that a geometry shader gives.
pub(super) const GEOMETRY_VERTICES: u32 = 1024;
/// Instances of a geometry shader.
pub(super) const GEOMETRY_INSTANCES: u32 = 32;
/// Components that a geometry shader gives in all its vertices.
pub(super) const GEOMETRY_SCALARS: u64 = 1024;
/// Control points of a patch.
pub(super) const CONTROL_POINTS: u32 = 32;
/// Components of all control points that a hull shader gives.
pub(super) const CONTROL_POINT_SCALARS: u64 = 3968;
/// The most parts that the tessellator divides an edge into, at least and at most.
pub(super) const TESS_FACTOR: (f32, f32) = (1.0, 64.0);

/// Bytes of the payload between amplification and mesh shaders.
pub(super) const PAYLOAD: u32 = 16 * 1024;
/// Vertices that a mesh shader gives, and primitives.
pub(super) const MESH_VERTICES: u32 = 256;
/// Bytes that a mesh shader gives.
pub(super) const MESH_OUTPUT: u64 = 32 * 1024;
/// Bytes that a mesh shader takes and gives.
pub(super) const MESH_INPUT_AND_OUTPUT: u64 = 47 * 1024;
/// Rows of a mesh shader's signatures, each and together.
pub(super) const MESH_ROWS: u32 = 32;

/// Bytes of a constant buffer.
pub(super) const CONSTANT_BUFFER: u32 = 4096 * 16;
/// Bytes of an element of a structured buffer.
pub(super) const STRIDE: u32 = 2048;
/// Bytes of an element of a texture or typed buffer.
pub(super) const TEXEL: u64 = 16;

/// The bias of a level of detail, at least and at most.
pub(super) const BIAS: (f32, f32) = (-16.0, 15.99);
/// Offsets in texels before shader model 6.7, at least and at most.
pub(super) const TEXEL_OFFSET: (i64, i64) = (-8, 7);

/// The inner dimension of a matrix of linear algebra, at least and at most.
pub(super) const MATRIX_K: (u32, u32) = (4, 128);
/// The same of a matrix that a whole group holds.
pub(super) const GROUP_MATRIX_K: (u32, u32) = (1, 1024);
/// What matrices in memory are aligned to, in bytes.
pub(super) const MATRIX_ALIGNMENT: u64 = 128;
