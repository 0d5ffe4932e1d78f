//! Acceleration structures: instances of geometry, as lists that are searched from one end to the other.

use std::sync::Arc;

/// Triangles or boxes, in the space of the object that they are.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Triangles by their corners.
    Triangles(Vec<[[f32; 3]; 3]>),
    /// Boxes around procedural primitives: the smallest and the largest corner.
    Boxes(Vec<[[f32; 3]; 2]>),
}

/// A geometry of a bottom-level structure.
#[derive(Debug, Clone, PartialEq)]
pub struct Geometry {
    /// What it consists of.
    pub shape: Shape,
    /// Whether hits need no shader to be accepted.
    pub is_opaque: bool,
}

/// What makes an instance different from others of the same geometry, as D3D12 numbers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InstanceFlags(pub u32);

impl InstanceFlags {
    /// Triangles are not culled by the way they face.
    pub const TRIANGLE_CULL_DISABLE: Self = Self(1);
    /// The front of a triangle is where its corners go counterclockwise.
    pub const TRIANGLE_FRONT_COUNTERCLOCKWISE: Self = Self(2);
    /// All its geometry is opaque.
    pub const FORCE_OPAQUE: Self = Self(4);
    /// None of it is.
    pub const FORCE_NON_OPAQUE: Self = Self(8);

    /// Whether it has these.
    pub fn has(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }
}

/// Geometry at a place in the world.
#[derive(Debug, Clone, PartialEq)]
pub struct Instance {
    /// Which of [`AccelerationStructure::objects`].
    pub object: usize,
    /// From the object's space to the world's: three rows of four columns.
    pub transform: [[f32; 4]; 3],
    /// Its number, of which 24 bits count.
    pub id: u32,
    /// Rays see it whose mask has a bit of this one.
    pub mask: u8,
    /// What it adds to the index of hit groups, of which 24 bits count.
    pub contribution: u32,
    /// What makes it different.
    pub flags: InstanceFlags,
}

impl Instance {
    /// An object as it is.
    pub fn new(object: usize) -> Self {
        let transform = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
        Self { object, transform, id: 0, mask: 0xff, contribution: 0, flags: InstanceFlags::default() }
    }
}

/// A top-level acceleration structure and what its instances are of.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AccelerationStructure {
    /// The geometries of each bottom-level structure, which others may have, too.
    pub objects: Arc<[Vec<Geometry>]>,
    /// The instances.
    pub instances: Vec<Instance>,
}
