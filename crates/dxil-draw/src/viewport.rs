//! Viewports: the transformation from clip space to subpixels of the target. Separate from rasterization because
//! clipping and the state of a draw need it, too.

use dxil_run::interpolation::{Corner, SUBPIXELS};

/// The part of the target that the space of a draw is mapped to, and the depths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    /// The left side.
    pub x: f32,
    /// The upper side.
    pub y: f32,
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
    /// The depth of the near plane.
    pub near: f32,
    /// The depth of the far plane.
    pub far: f32,
}

impl Viewport {
    /// A whole target.
    #[expect(clippy::cast_precision_loss, reason = "targets have 16,384 pixels along an axis at most")]
    pub fn of(size: [u32; 2]) -> Self {
        let [width, height] = size.map(|size| size as f32);
        Self { x: 0.0, y: 0.0, width, height, near: 0.0, far: 1.0 }
    }

    /// The corner at a position in clip space, of which each vertex of the primitive has a share.
    pub(crate) fn corner(&self, [x, y, z, w]: [f64; 4], shares: [f64; 3]) -> Corner {
        let by_w = 1.0 / w;
        let [left, top, width, height, near, far] =
            [self.x, self.y, self.width, self.height, self.near, self.far].map(f64::from);
        let x = left + (x * by_w + 1.0) / 2.0 * width;
        let y = top + (1.0 - y * by_w) / 2.0 * height;
        let depth = near + z * by_w * (far - near);
        Corner { at: [snap(x), snap(y)], depth, by_w, shares }
    }

    /// The left and upper side, and its right and lower one, in subpixels.
    pub(crate) fn sides(&self) -> [[i64; 2]; 2] {
        let [x, y, width, height] = [self.x, self.y, self.width, self.height].map(f64::from);
        [[snap(x), snap(y)], [snap(x + width), snap(y + height)]]
    }
}

#[expect(clippy::cast_possible_truncation, reason = "clipping keeps corners near")]
fn snap(coordinate: f64) -> i64 {
    (coordinate * f64::from(SUBPIXELS)).round_ties_even() as i64
}
