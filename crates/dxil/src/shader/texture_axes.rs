//! The axes of textures: the numbers of coordinates and offsets of accesses. Separate because front ends, passes and
//! back ends have the same table.

use dx_container::enums::ResourceKind;

/// The axes of a kind of texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextureAxes {
    /// The number of axes, 1 to 3; 3 for a cube, whose coordinates are a direction.
    pub axes: usize,
    /// True for an array of textures, whose accesses have a further coordinate, the index of the element.
    pub is_array: bool,
    /// True for cubes, whose accesses have no texel offsets.
    pub is_cube: bool,
    /// True for multisampled textures, which have samples in place of mip levels.
    pub is_multisampled: bool,
}

impl TextureAxes {
    /// The axes of a kind of texture; `None` for other resources. Feedback textures have the axes of 2D textures.
    pub fn of(kind: ResourceKind) -> Option<Self> {
        use ResourceKind as K;
        let axes = match kind {
            K::TEXTURE_1D | K::TEXTURE_1D_ARRAY => 1,
            K::TEXTURE_2D | K::TEXTURE_2D_ARRAY | K::TEXTURE_2D_MS | K::TEXTURE_2D_MS_ARRAY => 2,
            K::FEEDBACK_TEXTURE_2D | K::FEEDBACK_TEXTURE_2D_ARRAY => 2,
            K::TEXTURE_3D | K::TEXTURE_CUBE | K::TEXTURE_CUBE_ARRAY => 3,
            _ => return None,
        };
        let is_array = matches!(
            kind,
            K::TEXTURE_1D_ARRAY
                | K::TEXTURE_2D_ARRAY
                | K::TEXTURE_2D_MS_ARRAY
                | K::TEXTURE_CUBE_ARRAY
                | K::FEEDBACK_TEXTURE_2D_ARRAY
        );
        let is_cube = matches!(kind, K::TEXTURE_CUBE | K::TEXTURE_CUBE_ARRAY);
        let is_multisampled = matches!(kind, K::TEXTURE_2D_MS | K::TEXTURE_2D_MS_ARRAY);
        Some(Self { axes, is_array, is_cube, is_multisampled })
    }

    /// The number of coordinates of an access: one for each axis, and the index of the element of an array.
    pub fn coordinates(self) -> usize {
        self.axes.saturating_add(self.is_array.into())
    }
}
