//! Descriptors: words that say where a buffer or an image is and how it is read. What they are built from here is what
//! they are read as, in the layouts of gfx10.3 and gfx11.

use crate::table::Generation;

/// Where components of a result come from: 0, 1, or a component of the element.
pub type Selects = [u8; 4];

/// All components in their order.
pub const XYZW: Selects = [4, 5, 6, 7];

/// A buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Buffer {
    /// Its first byte.
    pub base: u64,
    /// Bytes of an element; 0 for none.
    pub stride: u16,
    /// Elements or, without a stride, bytes.
    pub records: u32,
    /// The format of elements.
    pub format: u8,
    /// Where components of results come from.
    pub selects: Selects,
    /// What is out of bounds.
    pub bounds: Bounds,
    /// How many lanes' elements lie together, where they are swizzled.
    pub swizzle: Option<u32>,
    /// Whether the lane's number is added to the index.
    pub adds_lane: bool,
}

/// What is out of a buffer's bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bounds {
    /// An index too large, or an offset beyond the element.
    Structured,
    /// An index too large.
    Index,
    /// All, if there are no records.
    Empty,
    /// An offset too large.
    Raw,
}

impl Buffer {
    /// A buffer without elements.
    pub fn raw(base: u64, bytes: u32) -> Self {
        Self {
            base,
            stride: 0,
            records: bytes,
            format: 0,
            selects: XYZW,
            bounds: Bounds::Raw,
            swizzle: None,
            adds_lane: false,
        }
    }

    /// A buffer of so many elements.
    pub fn structured(base: u64, stride: u16, records: u32) -> Self {
        Self { stride, records, bounds: Bounds::Structured, ..Self::raw(base, 0) }
    }

    /// A buffer of elements of a format.
    pub fn typed(base: u64, stride: u16, records: u32, format: u8) -> Self {
        Self { format, bounds: Bounds::Index, ..Self::structured(base, stride, records) }
    }

    /// Reads a descriptor.
    pub fn parse(words: [u32; 4], generation: Generation) -> Self {
        let [first, second, records, last] = words;
        let bits = |at: u32, count: u32| last >> at & ((1 << count) - 1);
        let is_swizzled = second >> 30 & if generation.is_gfx11() { 3 } else { 2 } != 0;
        Self {
            base: u64::from(first) | u64::from(second & 0xffff) << 32,
            stride: (second >> 16 & 0x3fff) as u16,
            records,
            format: bits(12, if generation.is_gfx11() { 6 } else { 7 }) as u8,
            selects: [0, 3, 6, 9].map(|at| bits(at, 3) as u8),
            bounds: [Bounds::Structured, Bounds::Index, Bounds::Empty, Bounds::Raw][bits(28, 2) as usize],
            swizzle: is_swizzled.then(|| 8 << bits(21, 2)),
            adds_lane: bits(23, 1) != 0,
        }
    }

    /// Its words.
    pub fn words(&self, generation: Generation) -> [u32; 4] {
        let selects =
            (0..).step_by(3).zip(self.selects).fold(0, |word, (at, select)| word | u32::from(select) << at);
        let bounds = match self.bounds {
            Bounds::Structured => 0,
            Bounds::Index => 1,
            Bounds::Empty => 2,
            Bounds::Raw => 3,
        };
        let swizzled = match (self.swizzle, generation) {
            (None, _) => 0,
            (Some(_), Generation::Gfx10) => 1 << 31,
            // Elements of four bytes.
            (Some(_), Generation::Gfx11) => 1 << 30,
        };
        let together = self.swizzle.map_or(0, |lanes| lanes.trailing_zeros().saturating_sub(3));
        let level = if generation.is_gfx11() { 0 } else { 1 << 24 };
        let base_high = (self.base >> 32) as u32 & 0xffff;
        [
            self.base as u32,
            base_high | u32::from(self.stride & 0x3fff) << 16 | swizzled,
            self.records,
            selects
                | u32::from(self.format) << 12
                | together << 21
                | u32::from(self.adds_lane) << 23
                | level
                | bounds << 28,
        ]
    }
}

/// How many dimensions an image has, by the number that descriptors have for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are what AMD calls them")]
pub enum Kind {
    D1 = 8,
    D2 = 9,
    D3 = 10,
    Cube = 11,
    D1Array = 12,
    D2Array = 13,
    D2Multisampled = 14,
    D2MultisampledArray = 15,
}

/// An image whose texels lie in rows, level after level, layer after layer, without gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Image {
    /// Its first byte, a multiple of 256.
    pub base: u64,
    /// Its format.
    pub format: u16,
    /// Texels along x, y and z of the largest level.
    pub size: [u32; 3],
    /// Layers.
    pub layers: u32,
    /// The levels that are seen: the first and the last one.
    pub levels: [u8; 2],
    /// How many levels there are.
    pub all_levels: u8,
    /// How many dimensions it has.
    pub kind: Kind,
    /// Where components of results come from.
    pub selects: Selects,
}

impl Image {
    /// Reads a descriptor; none where it is not one of an image, or tiled.
    pub fn parse(words: [u32; 8], generation: Generation) -> Option<Self> {
        let bits = |word: usize, at: u32, count: u32| words[word] >> at & ((1_u64 << count) - 1) as u32;
        let kind = match bits(3, 28, 4) {
            8 => Kind::D1,
            9 => Kind::D2,
            10 => Kind::D3,
            11 => Kind::Cube,
            12 => Kind::D1Array,
            13 => Kind::D2Array,
            14 => Kind::D2Multisampled,
            15 => Kind::D2MultisampledArray,
            _ => return None,
        };
        if bits(3, 20, 5) != 0 {
            return None;
        }
        let is_array = !matches!(kind, Kind::D1 | Kind::D2 | Kind::D3 | Kind::D2Multisampled);
        let depth = bits(4, 0, 13) + 1;
        let max_level = if generation.is_gfx11() { bits(1, 16, 4) } else { bits(5, 4, 4) };
        Some(Self {
            base: (u64::from(words[0]) | u64::from(bits(1, 0, 8)) << 32) << 8,
            format: bits(1, 20, if generation.is_gfx11() { 8 } else { 9 }) as u16,
            size: [
                (bits(1, 30, 2) | bits(2, 0, 14) << 2) + 1,
                bits(2, 14, 16) + 1,
                if kind == Kind::D3 { depth } else { 1 },
            ],
            layers: if is_array { depth } else { 1 },
            levels: [bits(3, 12, 4) as u8, bits(3, 16, 4) as u8],
            all_levels: max_level as u8 + 1,
            kind,
            selects: [0, 3, 6, 9].map(|at| bits(3, at, 3) as u8),
        })
    }

    /// Its words.
    pub fn words(&self, generation: Generation) -> [u32; 8] {
        let [width, height, depth] = self.size.map(|size| size.max(1) - 1);
        let selects =
            (0..).step_by(3).zip(self.selects).fold(0, |word, (at, select)| word | u32::from(select) << at);
        let max_level = u32::from(self.all_levels.max(1) - 1);
        let base = self.base >> 8;
        let last = if self.kind == Kind::D3 { depth } else { self.layers.max(1) - 1 };
        let (in_second, in_sixth) =
            if generation.is_gfx11() { (max_level << 16, 0) } else { (0, max_level << 4) };
        let level = if generation.is_gfx11() { 0 } else { 1 << 31 };
        [
            base as u32,
            (base >> 32) as u32 & 0xff | u32::from(self.format) << 20 | (width & 3) << 30 | in_second,
            width >> 2 | height << 14 | level,
            selects
                | u32::from(self.levels[0]) << 12
                | u32::from(self.levels[1]) << 16
                | (self.kind as u32) << 28,
            last & 0x1fff,
            in_sixth,
            0,
            0,
        ]
    }

    /// Texels of a level.
    pub(crate) fn level_size(&self, level: u32) -> [u32; 3] {
        self.size.map(|size| size.checked_shr(level).unwrap_or(0).max(1))
    }

    /// The address of a texel of so many bytes.
    pub(crate) fn texel(&self, [x, y, z]: [u32; 3], layer: u32, level: u32, bytes: u64) -> u64 {
        let texels = |level: u32| {
            self.level_size(level).into_iter().fold(1_u64, |all, size| all.saturating_mul(size.into()))
        };
        let of_layer =
            (0..u32::from(self.all_levels)).fold(0, |all: u64, level| all.saturating_add(texels(level)));
        let before = (0..level).fold(0, |all: u64, level| all.saturating_add(texels(level)));
        let [width, height, _] = self.level_size(level).map(u64::from);
        let within = (u64::from(z) * height + u64::from(y)).saturating_mul(width).saturating_add(x.into());
        let index = of_layer.saturating_mul(layer.into()).saturating_add(before).saturating_add(within);
        self.base.saturating_add(index.saturating_mul(bytes))
    }
}

/// How indices beyond an edge are mapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are what they do")]
pub enum Clamp {
    Wrap,
    Mirror,
    LastTexel,
    MirrorOnceLastTexel,
    Border,
}

/// A sampler.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampler {
    /// Beyond the edges along x, y and z.
    pub clamp: [Clamp; 3],
    /// The function that compares: never, less, equal, less or equal, greater, unequal, greater or equal, always.
    pub comparison: u8,
    /// Whether coordinates are texels.
    pub unnormalized: bool,
    /// The least and the largest level.
    pub lod: [f32; 2],
    /// What is added to the level.
    pub bias: f32,
    /// Whether texels are mixed: where a texture is made larger, where smaller, and between levels.
    pub linear: [bool; 3],
    /// The border: transparent black, black, white.
    pub border: u8,
    /// What is made of texels: their mean, the least, the greatest.
    pub reduction: u8,
}

impl Sampler {
    /// Reads a descriptor.
    pub fn parse(words: [u32; 4]) -> Self {
        let bits = |word: usize, at: u32, count: u32| words[word] >> at & ((1_u64 << count) - 1) as u32;
        let clamp = |at: u32| match bits(0, at, 3) {
            0 => Clamp::Wrap,
            1 => Clamp::Mirror,
            3 => Clamp::MirrorOnceLastTexel,
            6 => Clamp::Border,
            _ => Clamp::LastTexel,
        };
        // Six bits and eight behind the point, with a sign.
        let bias = ((bits(2, 0, 14) << 18) as i32 >> 18) as f32 / 256.0;
        Self {
            clamp: [clamp(0), clamp(3), clamp(6)],
            comparison: bits(0, 12, 3) as u8,
            unnormalized: bits(0, 15, 1) != 0,
            lod: [bits(1, 0, 12) as f32 / 256.0, bits(1, 12, 12) as f32 / 256.0],
            bias,
            linear: [bits(2, 20, 2) & 1 != 0, bits(2, 22, 2) & 1 != 0, bits(2, 26, 2) == 2],
            border: bits(3, 30, 2) as u8,
            reduction: bits(0, 29, 2) as u8,
        }
    }

    /// Its words.
    pub fn words(&self) -> [u32; 4] {
        let clamp = |clamp: Clamp| match clamp {
            Clamp::Wrap => 0,
            Clamp::Mirror => 1,
            Clamp::LastTexel => 2,
            Clamp::MirrorOnceLastTexel => 3,
            Clamp::Border => 6,
        };
        let level = |lod: f32| (lod.clamp(0.0, 15.99) * 256.0) as u32 & 0xfff;
        let bias = (self.bias.clamp(-31.0, 31.0) * 256.0) as i32 as u32 & 0x3fff;
        let [mag, min, mip] = self.linear.map(u32::from);
        [
            clamp(self.clamp[0])
                | clamp(self.clamp[1]) << 3
                | clamp(self.clamp[2]) << 6
                | u32::from(self.comparison) << 12
                | u32::from(self.unnormalized) << 15
                | u32::from(self.reduction) << 29,
            level(self.lod[0]) | level(self.lod[1]) << 12,
            bias | mag << 20 | min << 22 | (mip + 1) << 26,
            u32::from(self.border) << 30,
        ]
    }
}
