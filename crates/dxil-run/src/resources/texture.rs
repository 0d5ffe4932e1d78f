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

/// A texture. Its memory holds layer after layer, of each layer mip level after mip level, of each level plane after
/// plane, row after row, texel after texel, sample after sample, without gaps: D3D's order of subresources.
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

/// The most mip levels: those of 2^15 texels; D3D allows 2^14.
const MAX_LEVELS: usize = 16;

/// A mip level.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Level {
    /// The first byte in a layer.
    offset: u64,
    /// Texels along x, y and z.
    pub(crate) size: [u32; 3],
}

/// Where the texels of a texture are.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    levels: [Level; MAX_LEVELS],
    count: usize,
    layers: u32,
    samples: u32,
    offset: u64,
    layer_bytes: u64,
    texel_bytes: u32,
}

/// Texels of a level of a layer, of which those that are asked for are there. Sizes that no memory has wrap around:
/// what lies beyond its end is zero.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Grid {
    /// Texels along x, y and z.
    pub(crate) size: [u32; 3],
    first: u64,
    /// Bytes from one plane, row or texel to the next.
    plane: u64,
    row: u64,
    texel: u64,
}

impl Grid {
    /// The first byte of a row of a plane.
    #[inline]
    pub(crate) fn row(&self, y: u32, z: u32) -> u64 {
        let plane = self.first.wrapping_add(self.plane.wrapping_mul(z.into()));
        plane.wrapping_add(self.row.wrapping_mul(y.into()))
    }

    /// The first byte of a texel of a row.
    #[inline]
    pub(crate) fn texel(&self, row: u64, x: u32) -> u64 {
        row.wrapping_add(self.texel.wrapping_mul(x.into()))
    }
}

impl Texture {
    /// The size of a mip level, in texels.
    pub fn level_size(&self, level: u32) -> [u32; 3] {
        let [x, y, z] = self.size.map(|size| size.checked_shr(level).unwrap_or(0).max(1));
        let is_deep = self.dimension == Dimension::Three;
        [x, if self.dimension == Dimension::One { 1 } else { y }, if is_deep { z } else { 1 }]
    }

    /// How many bytes all its texels take.
    pub fn bytes(&self) -> u64 {
        let layout = self.layout();
        layout.layer_bytes.saturating_mul(self.layers.into())
    }

    /// Where its texels are.
    pub fn layout(&self) -> Layout {
        let texel_bytes = self.format.bytes();
        let mut layout = Layout {
            levels: [Level::default(); MAX_LEVELS],
            count: (self.levels as usize).min(MAX_LEVELS),
            layers: self.layers,
            samples: self.samples.max(1),
            offset: self.offset,
            layer_bytes: 0,
            texel_bytes,
        };
        for (number, level) in (0_u32..).zip(&mut layout.levels).take(layout.count) {
            let size = self.level_size(number);
            *level = Level { offset: layout.layer_bytes, size };
            let texels = size
                .iter()
                .fold(u64::from(layout.samples), |count, along| count.saturating_mul(u64::from(*along)));
            layout.layer_bytes = layout.layer_bytes.saturating_add(texels.saturating_mul(texel_bytes.into()));
        }
        layout
    }
}

impl Layout {
    /// How many mip levels there are.
    pub(crate) fn levels(&self) -> usize {
        self.count
    }

    /// How many layers there are.
    pub(crate) fn layers(&self) -> u32 {
        self.layers
    }

    /// Bytes of a texel's sample.
    pub fn texel_bytes(&self) -> u32 {
        self.texel_bytes
    }

    /// A mip level.
    #[inline]
    pub(crate) fn level(&self, level: usize) -> Option<&Level> {
        self.levels.get(level).filter(|_| level < self.count)
    }

    /// A level of a layer; `None` where there is none.
    #[inline]
    pub(crate) fn grid(&self, level: usize, layer: u32) -> Option<Grid> {
        let Level { offset, size } = *self.level(level)?;
        let [width, height, _] = size;
        let first =
            self.offset.wrapping_add(self.layer_bytes.wrapping_mul(layer.into())).wrapping_add(offset);
        let texel = u64::from(self.texel_bytes) * u64::from(self.samples);
        let row = texel.wrapping_mul(width.into());
        Some(Grid { size, first, plane: row.wrapping_mul(height.into()), row, texel })
    }

    /// The first byte of a texel's sample; `None` where there is none.
    #[inline]
    pub fn texel(&self, level: usize, [x, y, z]: [u32; 3], layer: u32, sample: u32) -> Option<u64> {
        let Level { offset, size: [width, height, depth] } = *self.level(level)?;
        if x >= width || y >= height || z >= depth || layer >= self.layers || sample >= self.samples {
            return None;
        }
        let row = u64::from(z) * u64::from(height) + u64::from(y);
        let texel = row.checked_mul(width.into())?.checked_add(x.into())?;
        let sample = texel.checked_mul(self.samples.into())?.checked_add(sample.into())?;
        let layer = self.layer_bytes.checked_mul(layer.into())?;
        let first = self.offset.checked_add(layer)?.checked_add(offset)?;
        first.checked_add(sample.checked_mul(self.texel_bytes.into())?)
    }
}
