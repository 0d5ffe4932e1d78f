//! Static samplers of root signatures as descriptors: the four dwords that AMD's processors of gfx10.3 and gfx11 read,
//! which the application writes into a table of its own. Separate because this is the one descriptor whose contents a
//! shader's container says.

use dx_container::enums::{StaticBorderColor, TextureAddressMode};
use dx_container::flags::StaticSamplerFlags;
use dx_container::parts::root_signature::StaticSampler;

/// Bits of filters of Direct3D.
const LINEAR_MIP: u32 = 1;
const LINEAR_MAG: u32 = 1 << 2;
const LINEAR_MIN: u32 = 1 << 4;
const ANISOTROPIC: u32 = 1 << 6;
const REDUCTION_SHIFT: u32 = 7;

/// What is made of texels, by Direct3D's number: their mean, that of comparisons, the least, the greatest.
const COMPARISON: u32 = 1;
const MINIMUM: u32 = 2;
const MAXIMUM: u32 = 3;

/// The largest level of detail, in eight bits behind the point, and the largest bias.
const LAST_LEVEL: f32 = 4095.0 / 256.0;
const LARGEST_BIAS: f32 = 16.0;

/// The descriptor of a static sampler.
pub(crate) fn words(sampler: &StaticSampler) -> [u32; 4] {
    let filter = sampler.filter.0;
    let has = |bit: u32| filter & bit != 0;
    let reduction = filter >> REDUCTION_SHIFT & 3;
    let [x, y, z] = sampler.address.map(clamp);
    // Direct3D counts functions from 1, the processor from 0.
    let comparison = if reduction == COMPARISON { sampler.comparison.0.saturating_sub(1) & 7 } else { 0 };
    let mode = match reduction {
        MINIMUM => 1,
        MAXIMUM => 2,
        _ => 0,
    };
    let anisotropy = if has(ANISOTROPIC) { sampler.max_anisotropy.clamp(1, 16).ilog2() } else { 0 };
    let is_unnormalized = sampler.flags.contains(StaticSamplerFlags::NON_NORMALIZED_COORDINATES);
    // The nearest texel is the one that a coordinate is in, to its last bit.
    let is_truncated = !has(LINEAR_MAG) && !has(LINEAR_MIN);
    let first = x
        | y << 3
        | z << 6
        | anisotropy << 9
        | comparison << 12
        | u32::from(is_unnormalized) << 15
        | (anisotropy >> 1) << 16
        | anisotropy << 21
        | u32::from(is_truncated) << 27
        | mode << 29;
    let mip_performance = if anisotropy == 0 { 0 } else { anisotropy + 6 };
    let second = fixed(sampler.min_lod.clamp(0.0, LAST_LEVEL)) & 0xfff
        | (fixed(sampler.max_lod.clamp(0.0, LAST_LEVEL)) & 0xfff) << 12
        | mip_performance << 24;
    let of_plane = if anisotropy == 0 { 0 } else { 2 };
    let third = fixed(sampler.mip_lod_bias.clamp(-LARGEST_BIAS, LARGEST_BIAS)) & 0x3fff
        | (u32::from(has(LINEAR_MAG)) | of_plane) << 20
        | (u32::from(has(LINEAR_MIN)) | of_plane) << 22
        | (u32::from(has(LINEAR_MIP)) + 1) << 26;
    [first, second, third, border(sampler.border_color) << 30]
}

/// What lies beyond an edge.
fn clamp(mode: TextureAddressMode) -> u32 {
    match mode {
        TextureAddressMode::MIRROR => 1,
        TextureAddressMode::CLAMP => 2,
        TextureAddressMode::MIRROR_ONCE => 3,
        TextureAddressMode::BORDER => 6,
        _ => 0,
    }
}

fn border(color: StaticBorderColor) -> u32 {
    match color {
        StaticBorderColor::OPAQUE_BLACK | StaticBorderColor::OPAQUE_BLACK_UINT => 1,
        StaticBorderColor::OPAQUE_WHITE | StaticBorderColor::OPAQUE_WHITE_UINT => 2,
        _ => 0,
    }
}

/// A number with eight bits behind the point.
#[expect(clippy::cast_possible_truncation, reason = "it is between -16 and 16")]
fn fixed(number: f32) -> u32 {
    ((number * 256.0) as i32).cast_unsigned()
}
