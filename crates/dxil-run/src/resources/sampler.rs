//! Samplers: how textures are filtered, and what lies beyond their edges.

/// How texels are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The nearest one.
    Point,
    /// Those around, by distance.
    Linear,
}

/// What lies beyond an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AddressMode {
    /// The texture again.
    Wrap,
    /// The texture in a mirror, again and again.
    Mirror,
    /// The texel at the edge.
    Clamp,
    /// The border's colour.
    Border,
    /// The texture in a mirror once, then the texel at the edge.
    MirrorOnce,
}

/// What a comparison asks of the value given and the texel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Never true.
    Never,
    /// Less.
    Less,
    /// Equal.
    Equal,
    /// Less or equal.
    LessEqual,
    /// Greater.
    Greater,
    /// Not equal.
    NotEqual,
    /// Greater or equal.
    GreaterEqual,
    /// Always true.
    Always,
}

/// What is made of the texels that a filter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Reduction {
    /// Their sum by weight.
    #[default]
    Average,
    /// The least, component by component, of those that have weight.
    Minimum,
    /// The greatest, likewise.
    Maximum,
}

/// A sampler. Anisotropic filters are linear ones here, along all axes and between levels.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampler {
    /// How texels are chosen where a texture is made smaller.
    pub min: Filter,
    /// How where it is made larger.
    pub mag: Filter,
    /// How mip levels are chosen.
    pub mip: Filter,
    /// What lies beyond the edges along u, v and w.
    pub address: [AddressMode; 3],
    /// What is added to the level.
    pub lod_bias: f32,
    /// The smallest level.
    pub min_lod: f32,
    /// The largest level.
    pub max_lod: f32,
    /// The border's colour.
    pub border: [f32; 4],
    /// The comparison of one that compares.
    pub comparison: Option<Comparison>,
    /// What is made of the texels that are taken.
    pub reduction: Reduction,
}

impl Default for Sampler {
    /// Linear, clamped, over all levels.
    fn default() -> Self {
        Self {
            min: Filter::Linear,
            mag: Filter::Linear,
            mip: Filter::Linear,
            address: [AddressMode::Clamp; 3],
            lod_bias: 0.0,
            min_lod: 0.0,
            max_lod: f32::MAX,
            border: [0.0; 4],
            comparison: None,
            reduction: Reduction::Average,
        }
    }
}

impl Comparison {
    /// Whether it holds for the value given and the texel. What is not a number is unequal to all.
    pub fn holds(self, given: f32, texel: f32) -> bool {
        match self {
            Self::Never => false,
            Self::Less => given < texel,
            Self::Equal => given == texel,
            Self::LessEqual => given <= texel,
            Self::Greater => given > texel,
            Self::NotEqual => given != texel,
            Self::GreaterEqual => given >= texel,
            Self::Always => true,
        }
    }
}

impl AddressMode {
    /// The texel of so many that an index stands for; `None` for the border.
    #[inline]
    pub(crate) fn texel(self, index: i64, count: u32) -> Option<u32> {
        // Most are inside, and division takes long.
        if let Ok(inside) = u32::try_from(index)
            && inside < count
        {
            return Some(inside);
        }
        self.beyond(index, count)
    }

    /// The same of an index beyond the edges.
    fn beyond(self, index: i64, count: u32) -> Option<u32> {
        let size = i64::from(count.max(1));
        let index = match self {
            Self::Wrap => index.rem_euclid(size),
            Self::Mirror => {
                let index = index.rem_euclid(2 * size);
                index.min(2 * size - 1 - index)
            }
            Self::Clamp => index.clamp(0, size - 1),
            Self::Border => index,
            Self::MirrorOnce => (if index < 0 { index.saturating_neg() - 1 } else { index }).min(size - 1),
        };
        u32::try_from(index).ok().filter(|index| *index < count)
    }
}
