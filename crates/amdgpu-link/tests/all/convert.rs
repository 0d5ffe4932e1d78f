//! What buffer instructions make of the bytes of a component: the models that glue code is compared with. The
//! interpreter of machine code has its own.

use amdgpu_link::state::{DataFormat, NumberFormat};

/// Widths of a format's components in bits, the first one lowest in memory.
pub(crate) fn widths(format: DataFormat) -> Vec<u32> {
    let name = format.name().unwrap();
    let plain = name.trim_end_matches("_bgra").trim_end_matches("_bgr");
    let widths: Vec<u32> = plain.split('_').map(|width| width.parse().unwrap()).collect();
    // Names of packed formats have the highest component first.
    match format {
        DataFormat::X10_11_11 => vec![11, 11, 10],
        DataFormat::X11_11_10 => vec![10, 11, 11],
        DataFormat::X2_10_10_10 | DataFormat::X2_10_10_10_BGRA => vec![10, 10, 10, 2],
        DataFormat::X10_10_10_2 => vec![2, 10, 10, 10],
        _ => widths,
    }
}

/// The raw bits of each component of an element of consecutive `bytes`.
pub(crate) fn raw(format: DataFormat, bytes: &[u8]) -> Vec<u64> {
    let mut at = 0;
    let mut bit = || {
        let value = bytes[at / 8] >> (at % 8) & 1;
        at += 1;
        u64::from(value)
    };
    widths(format)
        .into_iter()
        .map(|width| (0..width).fold(0, |value, shift| value | bit() << shift))
        .collect()
}

/// A component of `width` bits as a register of 32 bits has it.
pub(crate) fn convert(number: NumberFormat, width: u32, raw: u64) -> u32 {
    let signed = ((raw << (64 - width)) as i64) >> (64 - width);
    match number {
        NumberFormat::UINT => raw as u32,
        NumberFormat::SINT => signed as u32,
        NumberFormat::USCALED => (raw as f32).to_bits(),
        NumberFormat::SSCALED => (signed as f32).to_bits(),
        NumberFormat::UNORM => (raw as f32 / ((1_u64 << width) - 1) as f32).to_bits(),
        NumberFormat::SNORM => (signed as f32 / ((1_u64 << (width - 1)) - 1) as f32).max(-1.0).to_bits(),
        NumberFormat::FLOAT => match width {
            32 => raw as u32,
            16 => half_to_single(raw as u16).to_bits(),
            // No sign, five bits of exponent.
            _ => half_to_single((raw << (15 - width)) as u16).to_bits(),
        },
        _ => panic!("{number} is not loaded"),
    }
}

/// The same as half of a register has it.
pub(crate) fn convert_half(number: NumberFormat, width: u32, raw: u64) -> u16 {
    let full = convert(number, width, raw);
    match number {
        NumberFormat::UINT | NumberFormat::SINT => full as u16,
        _ => nearest_half(f32::from_bits(full)),
    }
}

/// A number between 0 and 1 as 16 bits.
pub(crate) fn norm_u16(value: f32) -> u16 {
    (value.clamp(0.0, 1.0) * 65535.0).round_ties_even() as u16
}

/// A number between -1 and 1 as 16 bits.
pub(crate) fn norm_i16(value: f32) -> u16 {
    (value.clamp(-1.0, 1.0) * 32767.0).round_ties_even() as i16 as u16
}

pub(crate) fn half_to_single(half: u16) -> f32 {
    let (sign, exponent, mantissa) =
        (u32::from(half >> 15), u32::from(half >> 10 & 0x1f), u32::from(half & 0x3ff));
    let magnitude = match exponent {
        0 => mantissa as f32 / 16_777_216.0,
        0x1f if mantissa != 0 => f32::from_bits(0x7fc0_0000),
        0x1f => f32::INFINITY,
        _ => f32::from_bits((exponent + 112) << 23 | mantissa << 13),
    };
    f32::from_bits(magnitude.to_bits() | sign << 31)
}

/// The nearest half; of two, the even one. Beyond the largest it is infinity.
fn nearest_half(single: f32) -> u16 {
    let below = single_to_half(single);
    if !single.is_finite() {
        return below;
    }
    if single.abs() >= 65520.0 {
        return below & 0x8000 | 0x7c00;
    }
    let above = below + u16::from(below & 0x7fff < 0x7bff);
    let distance = |half: u16| (half_to_single(half) - single).abs();
    let (from_below, from_above) = (distance(below), distance(above));
    if from_above < from_below || from_above == from_below && above.is_multiple_of(2) { above } else { below }
}

/// Rounded towards zero.
pub(crate) fn single_to_half(single: f32) -> u16 {
    let bits = single.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let exponent = (bits >> 23 & 0xff) as i32 - 112;
    let mantissa = bits & 0x7f_ffff;
    let magnitude = match exponent {
        143 => 0x7c00 | u16::from(mantissa != 0) << 9,
        31.. => 0x7bff,
        1..=30 => (exponent as u16) << 10 | (mantissa >> 13) as u16,
        -9..=0 => ((mantissa | 0x80_0000) >> (14 - exponent)) as u16,
        _ => 0,
    };
    sign | magnitude
}
