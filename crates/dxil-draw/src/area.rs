//! Areas of a target in subpixels, and quads of its pixels. Separate from rasterization because lines have a coverage
//! rule of their own.

use dxil_run::interpolation::{SUBPIXELS, within};

/// What is drawn to, in subpixels: samples from these places to those before these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) from: [i64; 2],
    pub(crate) to: [i64; 2],
}

impl Area {
    /// Pixels from these to those before these.
    pub(crate) fn of_pixels(from: [i32; 2], to: [i32; 2]) -> Self {
        Self { from: within(from, [0; 2]), to: within(to, [0; 2]) }
    }

    /// What is in both.
    pub(crate) fn meet(self, other: Self) -> Self {
        let [from_x, from_y] = self.from;
        let [to_x, to_y] = self.to;
        Self {
            from: [from_x.max(other.from[0]), from_y.max(other.from[1])],
            to: [to_x.min(other.to[0]), to_y.min(other.to[1])],
        }
    }

    /// True if nothing is in it.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.from[0] >= self.to[0] || self.from[1] >= self.to[1]
    }

    /// True if a place is in it.
    #[inline]
    pub(crate) fn has(&self, [x, y]: [i64; 2]) -> bool {
        x >= self.from[0] && y >= self.from[1] && x < self.to[0] && y < self.to[1]
    }

    /// True if all of a quad is in it.
    #[inline]
    pub(crate) fn has_quad(&self, [y, x]: [i32; 2]) -> bool {
        let end = within([x + 2, y + 2], [-1; 2]);
        self.has(within([x, y], [0; 2])) && self.has(end)
    }
}

/// Two by two pixels, the upper left of which has even coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Quad {
    /// The upper left pixel: y, x, so that quads are in the order of rows.
    pub(crate) at: [i32; 2],
    /// Of each pixel, a bit for each sample that is covered: upper left, upper right, lower left, lower right.
    pub(crate) covered: [u32; 4],
}

impl Quad {
    /// The pixels, in their order, as x and y.
    #[inline]
    pub(crate) fn pixels(&self) -> [[i32; 2]; 4] {
        let [y, x] = self.at;
        [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]]
    }

    /// True if no pixel is covered.
    pub(crate) fn is_empty(&self) -> bool {
        self.covered == [0; 4]
    }
}

/// The pixels whose samples may be between the least and the most of some coordinates, at most those of the area.
#[inline]
pub(crate) fn span(coordinates: impl Iterator<Item = i64> + Clone, (from, to): (i64, i64)) -> (i32, i32) {
    let size = i64::from(SUBPIXELS);
    let least = coordinates.clone().min().unwrap_or(0).max(from);
    let most = coordinates.max().unwrap_or(0).min(to);
    let pixel = |at: i64| i32::try_from(at).unwrap_or(0);
    (pixel(least.div_euclid(size)), pixel(most.div_euclid(size) + 1))
}
