//! Sample patterns: locations of the samples of a pixel in subpixels. Separate from rasterization because pixel shaders
//! query them.

use crate::interpolation::{CENTRE, SUBPIXELS};
use crate::resources::samples::positions;

/// Where the samples of a pixel are, in subpixels from its left and upper side.
#[derive(Debug, Clone, Copy)]
pub struct Samples {
    places: [[i32; 2]; MOST_SAMPLES],
    count: usize,
}

impl Default for Samples {
    /// One in the middle.
    fn default() -> Self {
        Self { places: [[CENTRE; 2]; MOST_SAMPLES], count: 1 }
    }
}

/// The most samples of a pixel.
pub const MOST_SAMPLES: usize = 16;

impl Samples {
    /// The standard pattern of so many samples; `None` where there is none.
    pub fn of(samples: u32) -> Option<Self> {
        let pattern = positions(samples);
        let mut places = [[CENTRE; 2]; MOST_SAMPLES];
        for (place, (x, y)) in places.iter_mut().zip(pattern) {
            *place = [*x, *y].map(|along| CENTRE + i32::from(along) * (SUBPIXELS / 16));
        }
        (!pattern.is_empty()).then_some(Self { places, count: pattern.len() })
    }

    /// The places, one for each sample.
    #[inline]
    pub fn places(&self) -> &[[i32; 2]] {
        self.places.get(..self.count).unwrap_or_default()
    }

    /// Where a sample is; the middle for one that is not there.
    #[inline]
    pub fn place(&self, sample: u32) -> [i32; 2] {
        let place = usize::try_from(sample).ok().and_then(|sample| self.places().get(sample));
        place.copied().unwrap_or([CENTRE; 2])
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> u32 {
        u32::try_from(self.count).unwrap_or(1)
    }

    /// A bit for each.
    #[inline]
    pub fn all(&self) -> u32 {
        (1 << self.count()) - 1
    }
}
