//! What the operands of image instructions are: which names ask for which addresses, in which order. Separate because
//! printer and interpreter go by it.

use crate::instruction::Image;

/// Names of dimensions, by their numbers.
pub const DIMENSIONS: [&str; 8] =
    ["1D", "2D", "3D", "CUBE", "1D_ARRAY", "2D_ARRAY", "2D_MSAA", "2D_MSAA_ARRAY"];

/// The operands of an image instruction.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Registers of data.
    pub data: u16,
    /// Registers of the address.
    pub addresses: u16,
    /// Coordinates, of which the last one is the layer of an array or the face of a cube.
    pub coordinates: u16,
    /// Derivatives, of both directions.
    pub derivatives: u16,
    /// Whether it samples.
    pub has_sampler: bool,
    /// Whether texels are moved by an offset.
    pub has_offset: bool,
    /// Whether there is a bias of the level.
    pub has_bias: bool,
    /// Whether there is a value to compare with.
    pub has_comparison: bool,
    /// Whether the level is given.
    pub has_level: bool,
    /// Whether there is a smallest level.
    pub has_clamp: bool,
    /// Whether derivatives are given.
    pub has_derivatives: bool,
    /// Whether it is the largest level.
    pub is_zero: bool,
}

impl Shape {
    /// Those of a name.
    pub fn of(name: &str, fields: &Image) -> Self {
        let (coordinates, slopes) = match fields.dimension {
            0 => (1, 1),
            1 => (2, 2),
            2 => (3, 3),
            3 => (3, 2),
            4 => (2, 1),
            5 => (3, 2),
            6 => (3, 2),
            _ => (4, 2),
        };
        let sampling = name.strip_prefix("image_sample").or_else(|| name.strip_prefix("image_gather4"));
        let words: Vec<&str> = sampling.unwrap_or_default().split('_').collect();
        let has = |word: &str| words.contains(&word);
        let is_gradient = has("d") || has("cd");
        let derivatives = if is_gradient { 2 * slopes } else { 0 };
        // Of 16 bits, two are in a register, and those of a direction begin one.
        let slots = if has("g16") { 2 * u16::div_ceil(slopes, 2) } else { derivatives };
        let is_gather = name.contains("gather4");
        let has_mip = name.contains("_mip") || has("l");
        let coordinates = if name == "image_get_resinfo" { 0 } else { coordinates };
        let mut addresses = slots + coordinates;
        for more in [has("o"), has("b"), has("c"), has("cl"), has_mip, name == "image_get_resinfo"] {
            addresses += u16::from(more);
        }
        if fields.a16 {
            addresses = addresses.div_ceil(2);
        }
        let components = if is_gather { 4 } else { fields.mask.count_ones() as u16 };
        let data = if fields.d16 { components.div_ceil(2) } else { components };
        Self {
            data: data.max(1) + u16::from(fields.tfe || fields.lwe),
            addresses,
            coordinates,
            derivatives,
            has_sampler: sampling.is_some() || name == "image_get_lod",
            has_offset: has("o"),
            has_bias: has("b"),
            has_comparison: has("c"),
            has_level: has("l"),
            has_clamp: has("cl"),
            has_derivatives: is_gradient,
            is_zero: has("lz"),
        }
    }
}
