//! Mip levels: which one derivatives stand for, and which ones there are.

use super::cube;
use super::filter::Source;

impl Source<'_> {
    /// The level that derivatives of coordinates along x and y stand for: the binary logarithm of texels along the
    /// longer one.
    pub(super) fn level(&self, [x, y, z, _]: [f64; 4], derivatives: [[f64; 3]; 2]) -> f64 {
        let Some(size) = self.layout.level(0).map(|level| level.size.map(f64::from)) else { return 0.0 };
        let longest = derivatives.iter().fold(0.0, |longest: f64, along| {
            let along = match self.target.shape.is_cube {
                true => cube::derivative([x, y, z], *along),
                false => *along,
            };
            let axes = along.iter().zip(size).take(self.target.shape.axes);
            let square = axes.fold(0.0, |sum, (along, size)| sum + (along * size) * (along * size));
            longest.max(square)
        });
        libm::log2(longest) / 2.0
    }

    /// A level within what the sampler allows; zero for what is no number.
    pub(super) fn clamped(&self, level: f64, clamp: f64) -> f64 {
        let level = if level.is_nan() { 0.0 } else { level };
        let least = f64::from(self.sampler.min_lod).max(clamp);
        level.max(least).min(f64::from(self.sampler.max_lod))
    }

    /// The level of those that the texture has that is reached: a whole one where the sampler takes the nearest.
    pub(super) fn reached(&self, level: f64) -> f64 {
        let level = level.max(0.0).min(self.last_level());
        match self.sampler.mip {
            crate::resources::Filter::Point => (level + 0.5).floor(),
            crate::resources::Filter::Linear => level,
        }
    }

    /// The smallest level that there is.
    fn last_level(&self) -> f64 {
        f64::from(u32::try_from(self.layout.levels().saturating_sub(1)).unwrap_or(0))
    }
}
