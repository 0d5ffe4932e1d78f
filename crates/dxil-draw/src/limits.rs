//! Limits of a draw, with the reasons.

/// Pixels of a render target along an axis; as many as D3D allows.
pub const TARGET_SIZE: u64 = 1 << 14;

/// Samples of depth and stencil of a draw: five bytes each.
pub const DEPTHS: u64 = 1 << 27;

/// Scalars in a signature; D3D allows 128, and as many in each of four streams of a geometry shader.
pub const SIGNATURE_SCALARS: u64 = 512;

/// Scalars in all vertices of a geometry shader's stream; as many as D3D allows.
pub const GEOMETRY_SCALARS: u64 = 1024;

/// Instances of a geometry shader for each primitive; as many as D3D allows.
pub const GEOMETRY_INSTANCES: u64 = 32;

/// Vertices, and primitives, of a group of a mesh shader; as many as D3D allows.
pub const MESH_OUTPUTS: u64 = 256;

/// Bytes that an amplification shader passes to a mesh shader; as many as D3D allows.
pub const PAYLOAD_BYTES: u64 = 1 << 14;

/// Control points of a patch; as many as D3D allows.
pub const CONTROL_POINTS: u32 = 32;
