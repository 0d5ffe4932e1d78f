//! Conversions.

use super::float_bits::{d, f, h, of_d, of_f, of_h};
use super::function::Operation::{self, Lane};
use crate::half;

/// Two halves of a word.
fn pair(low: u16, high: u16) -> u64 {
    u64::from(low) | u64::from(high) << 16
}

fn word(value: i32) -> u64 {
    (value as u32).into()
}

/// A fraction of the largest number, of those with a sign.
fn snorm(value: f64) -> u16 {
    libm::rint(if value.is_nan() { 0.0 } else { value.clamp(-1.0, 1.0) } * 32767.0) as i16 as u16
}

/// The same of those without.
fn unorm(value: f64) -> u16 {
    libm::rint(if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) } * 65535.0) as u16
}

fn short(value: i32) -> u16 {
    value.clamp(-0x8000, 0x7fff) as i16 as u16
}

/// The operation of a name.
#[rustfmt::skip]
pub(super) fn named(name: &str) -> Option<Operation> {
    Some(match name {
        "cvt_f32_i32" => Lane(|[a, ..]| of_f(a as i32 as f32)),
        "cvt_f32_u32" => Lane(|[a, ..]| of_f(a as u32 as f32)),
        "cvt_u32_f32" => Lane(|[a, ..]| (f(a) as u32).into()),
        "cvt_i32_f32" => Lane(|[a, ..]| word(f(a) as i32)),
        "cvt_f16_f32" => Lane(|[a, ..]| of_h(f(a).into())),
        "cvt_f32_f16" => Lane(|[a, ..]| of_f(h(a) as f32)),
        "cvt_nearest_i32_f32" => Lane(|[a, ..]| word(libm::floor(f64::from(f(a)) + 0.5) as i32)),
        "cvt_floor_i32_f32" => Lane(|[a, ..]| word(libm::floorf(f(a)) as i32)),
        "cvt_off_f32_i4" => Lane(|[a, ..]| of_f(((a as i32) << 28 >> 28) as f32 / 16.0)),
        "cvt_f32_f64" => Lane(|[a, ..]| of_f(d(a) as f32)),
        "cvt_f64_f32" => Lane(|[a, ..]| of_d(f(a).into())),
        "cvt_f32_ubyte0" => Lane(|[a, ..]| of_f((a as u8).into())),
        "cvt_f32_ubyte1" => Lane(|[a, ..]| of_f(((a >> 8) as u8).into())),
        "cvt_f32_ubyte2" => Lane(|[a, ..]| of_f(((a >> 16) as u8).into())),
        "cvt_f32_ubyte3" => Lane(|[a, ..]| of_f(((a >> 24) as u8).into())),
        "cvt_u32_f64" => Lane(|[a, ..]| (d(a) as u32).into()),
        "cvt_i32_f64" => Lane(|[a, ..]| word(d(a) as i32)),
        "cvt_f64_i32" => Lane(|[a, ..]| of_d((a as i32).into())),
        "cvt_f64_u32" => Lane(|[a, ..]| of_d((a as u32).into())),
        "cvt_f16_u16" => Lane(|[a, ..]| of_h((a as u16).into())),
        "cvt_f16_i16" => Lane(|[a, ..]| of_h((a as i16).into())),
        "cvt_u16_f16" => Lane(|[a, ..]| (h(a) as u16).into()),
        "cvt_i16_f16" => Lane(|[a, ..]| (h(a) as i16 as u16).into()),
        "cvt_i32_i16" => Lane(|[a, ..]| word((a as i16).into())),
        "cvt_u32_u16" => Lane(|[a, ..]| a & 0xffff),
        "cvt_norm_i16_f16" => Lane(|[a, ..]| snorm(h(a)).into()),
        "cvt_norm_u16_f16" => Lane(|[a, ..]| unorm(h(a)).into()),
        "cvt_pk_rtz_f16_f32" => Lane(|[a, b, _]| pair(half::towards_zero(f(a).into()), half::towards_zero(f(b).into()))),
        "cvt_pk_norm_i16_f16" => Lane(|[a, b, _]| pair(snorm(h(a)), snorm(h(b)))),
        "cvt_pk_norm_u16_f16" => Lane(|[a, b, _]| pair(unorm(h(a)), unorm(h(b)))),
        "cvt_pk_norm_i16_f32" => Lane(|[a, b, _]| pair(snorm(f(a).into()), snorm(f(b).into()))),
        "cvt_pk_norm_u16_f32" => Lane(|[a, b, _]| pair(unorm(f(a).into()), unorm(f(b).into()))),
        "cvt_pk_u16_u32" => Lane(|[a, b, _]| pair((a as u32).min(0xffff) as u16, (b as u32).min(0xffff) as u16)),
        "cvt_pk_i16_i32" => Lane(|[a, b, _]| pair(short(a as i32), short(b as i32))),
        "cvt_pk_u16_f32" => Lane(|[a, b, _]| pair(f(a) as u16, f(b) as u16)),
        "cvt_pk_i16_f32" => Lane(|[a, b, _]| pair(f(a) as i16 as u16, f(b) as i16 as u16)),
        "cvt_pk_u8_f32" => Lane(|[a, b, c]| {
            let at = 8 * (b & 3);
            c & !(0xff << at) & 0xffff_ffff | u64::from(f(a) as u8) << at
        }),
        "pack_b32_f16" => Lane(|[a, b, _]| pair(a as u16, b as u16)),
        "sat_pk_u8_i16" => Lane(|[a, ..]| {
            let byte = |bits: u64| u64::from((bits as i16).clamp(0, 255) as u8);
            byte(a) | byte(a >> 16) << 8
        }),
        _ => return None,
    })
}
