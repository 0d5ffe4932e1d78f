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

/// A sampler.
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
        }
    }
}
