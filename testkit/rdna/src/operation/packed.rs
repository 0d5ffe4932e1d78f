//! Operations on two halves at once, and sums of products. Operands are those of one half, or whole words.

use super::float_bits::{f, of_f, of_h};
use super::function::Operation::{self, Clamped, Lane};

/// The operation of a name.
pub(super) fn named(name: &str) -> Option<Operation> {
    // Two at once do what one does.
    if let Some(name) = name.strip_prefix("pk_") {
        let name = match name {
            "add_i16" => "add_nc_i16",
            "sub_i16" => "sub_nc_i16",
            "add_u16" => "add_nc_u16",
            "sub_u16" => "sub_nc_u16",
            name => name,
        };
        return super::float::named(name).or_else(|| super::integer::named(name));
    }
    let clamped = |of, low, high| Clamped { of, low, high };
    Some(match name {
        "fma_mix_f32" => Lane(|[a, b, c]| of_f(libm::fmaf(f(a), f(b), f(c)))),
        // Operands are floats of 32 bits, whatever they were read from.
        "fma_mixlo_f16" | "fma_mixhi_f16" => {
            Lane(|[a, b, c]| of_h(super::float::fma(f(a).into(), f(b).into(), f(c).into())))
        }
        "dot2_f32_f16" => Lane(super::float::dot2),
        "dot2_i32_i16" => {
            clamped(|[a, b, c]| sum::<2>(a, b, c, true, true), i32::MIN.into(), i32::MAX.into())
        }
        "dot2_u32_u16" => clamped(|[a, b, c]| sum::<2>(a, b, c, false, false), 0, u32::MAX.into()),
        "dot4_i32_i8" => clamped(|[a, b, c]| sum::<4>(a, b, c, true, true), i32::MIN.into(), i32::MAX.into()),
        "dot4_u32_u8" => clamped(|[a, b, c]| sum::<4>(a, b, c, false, false), 0, u32::MAX.into()),
        "dot8_i32_i4" => clamped(|[a, b, c]| sum::<8>(a, b, c, true, true), i32::MIN.into(), i32::MAX.into()),
        "dot8_u32_u4" => clamped(|[a, b, c]| sum::<8>(a, b, c, false, false), 0, u32::MAX.into()),
        _ => return None,
    })
}

/// So many products of parts of two words, added to a third one; with signs or without.
pub(crate) fn sum<const PARTS: u32>(a: u64, b: u64, c: u64, first: bool, second: bool) -> i128 {
    let width = 32 / PARTS;
    let part = |word: u64, at: u32, signed: bool| {
        let bits = (word as u32) << (32 - width - at * width);
        if signed { i128::from(bits as i32 >> (32 - width)) } else { i128::from(bits >> (32 - width)) }
    };
    let start = if first || second { i128::from(c as i32) } else { i128::from(c as u32) };
    (0..PARTS).fold(start, |sum, at| sum + part(a, at, first) * part(b, at, second))
}
