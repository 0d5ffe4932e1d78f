//! Textures: texels in memory, as a grid with mip levels, layers and samples.

use super::Format;

/// How many dimensions a texture has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// A line.
    One,
    /// A plane.
    Two,
    /// A space.
    Three,
    /// Six planes around a point; of arrays, six a cube.
    Cube,
}

/// A texture. Its memory holds layer after layer, of each layer mip level after mip level, of each level plane after plane, row after
/// row, texel after texel, sample after sample, without gaps: D3D's order of subresources.
#[derive(Debug, Clone)]
pub struct Texture {
    /// Which memory, in [`Resources::memories`](super::Resources::memories).
    pub memory: usize,
    /// The first byte.
    pub offset: u64,
    /// How texels are stored.
    pub format: Format,
    /// How many dimensions it has.
    pub dimension: Dimension,
    /// Texels along x, y and z of the largest level; 1 where there is no such dimension.
    pub size: [u32; 3],
    /// Layers: of arrays, and the six faces of each cube; 1 for what is no array.
    pub layers: u32,
    /// Mip levels.
    pub levels: u32,
    /// Samples of a texel.
    pub samples: u32,
}
