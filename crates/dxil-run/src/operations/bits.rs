//! The operations on integers: products of two words, extremes, sums with carries, and bits.
//!
//! - `FirstbitHi` and `FirstbitSHi` count from the highest bit of the operand's type; where there is no such bit the
//!   result is all ones.
//! - `Msad` stops at the largest number, as D3D recommends.
//! - Bit fields use the low five bits of their width and offset; a field of no bits is zero.

use dxil::ops::Opcode;

use super::integers::two64;
use super::semantics::Semantics::{self, Map1, Map2, Map3, MapN};
use crate::instruction::Scalar;
use crate::lanes::{self, Lanes, cut, extend, map1, map2, map3, shorten, split, wide3, widen};

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, scalar: Scalar) -> Option<Semantics> {
    match scalar {
        Scalar::I16 => any_width::<16>(opcode),
        Scalar::I32 => any_width::<32>(opcode).or_else(|| pairs(opcode)).or_else(|| fields(opcode)),
        Scalar::I64 => wide(opcode),
        _ => None,
    }
}

/// Those that there are of words and of shorter integers.
fn any_width<const BITS: u32>(opcode: Opcode) -> Option<Semantics> {
    Some(match opcode {
        Opcode::BFREV => Map1(|a| map1(a, |a| a.reverse_bits() >> (32 - BITS))),
        Opcode::COUNTBITS => Map1(|a| map1(a, u32::count_ones)),
        Opcode::FIRSTBIT_LO => Map1(|a| map1(a, |a| if a == 0 { u32::MAX } else { a.trailing_zeros() })),
        Opcode::FIRSTBIT_HI => Map1(|a| map1(a, first::<BITS>)),
        Opcode::FIRSTBIT_SHI => {
            Map1(|a| map1(a, |a| first::<BITS>(cut(a ^ (extend(a, BITS) >> 31).cast_unsigned(), BITS))))
        }
        Opcode::IMAX => Map2(|a, b| map2(a, b, |a, b| if extend(a, BITS) > extend(b, BITS) { a } else { b })),
        Opcode::IMIN => Map2(|a, b| map2(a, b, |a, b| if extend(a, BITS) < extend(b, BITS) { a } else { b })),
        Opcode::UMAX => Map2(|a, b| map2(a, b, u32::max)),
        Opcode::UMIN => Map2(|a, b| map2(a, b, u32::min)),
        // The low bits do not depend on signs.
        Opcode::IMAD | Opcode::UMAD => {
            Map3(|a, b, c| map3(a, b, c, |a, b, c| cut(a.wrapping_mul(b).wrapping_add(c), BITS)))
        }
        _ => return None,
    })
}

/// The place of the first bit from the highest one on.
fn first<const BITS: u32>(word: u32) -> u32 {
    if word == 0 { u32::MAX } else { word.leading_zeros().wrapping_sub(32 - BITS) }
}

/// A word for each number of 64 bits.
fn count(from: &[Lanes], to: &mut [Lanes], f: impl Fn(u64) -> u32) {
    if let ([low, high], [to]) = (from, to) {
        *to = shorten(&widen(low, high), f);
    }
}

fn first64(word: u64) -> u32 {
    if word == 0 { u32::MAX } else { word.leading_zeros() }
}

/// Those of 64 bits.
fn wide(opcode: Opcode) -> Option<Semantics> {
    Some(MapN(match opcode {
        Opcode::BFREV => |from, to| {
            if let ([low, high], [to_low, to_high]) = (from, to) {
                (*to_low, *to_high) = (map1(high, u32::reverse_bits), map1(low, u32::reverse_bits));
            }
        },
        Opcode::COUNTBITS => |from, to| count(from, to, u64::count_ones),
        Opcode::FIRSTBIT_LO => {
            |from, to| count(from, to, |a| if a == 0 { u32::MAX } else { a.trailing_zeros() })
        }
        Opcode::FIRSTBIT_HI => |from, to| count(from, to, first64),
        Opcode::FIRSTBIT_SHI => {
            |from, to| count(from, to, |a| first64(a ^ (a.cast_signed() >> 63).cast_unsigned()))
        }
        Opcode::IMAX => {
            |from, to| two64(from, to, |a, b| if a.cast_signed() > b.cast_signed() { a } else { b })
        }
        Opcode::IMIN => {
            |from, to| two64(from, to, |a, b| if a.cast_signed() < b.cast_signed() { a } else { b })
        }
        Opcode::UMAX => |from, to| two64(from, to, u64::max),
        Opcode::UMIN => |from, to| two64(from, to, u64::min),
        Opcode::IMAD | Opcode::UMAD => |from, to| {
            if let ([a_low, a_high, b_low, b_high, c_low, c_high], [low, high]) = (from, to) {
                let (a, b, c) = (widen(a_low, a_high), widen(b_low, b_high), widen(c_low, c_high));
                [*low, *high] = split(&wide3(&a, &b, &c, |a, b, c| a.wrapping_mul(b).wrapping_add(c)));
            }
        },
        _ => return None,
    }))
}

/// Two words of two words.
#[inline(always)]
fn pair(from: &[Lanes], to: &mut [Lanes], one: impl Fn(u32, u32) -> u32, other: impl Fn(u32, u32) -> u32) {
    if let ([a, b], [first, second]) = (from, to) {
        (*first, *second) = (map2(a, b, one), map2(a, b, other));
    }
}

fn product(a: u32, b: u32) -> u64 {
    u64::from(a).wrapping_mul(b.into())
}

fn signed_product(a: u32, b: u32) -> u64 {
    i64::from(a.cast_signed()).wrapping_mul(b.cast_signed().into()).cast_unsigned()
}

/// Those that give two words: products the upper half first, divisions quotient and remainder, sums and differences
/// what is left in 32 bits and whether more is.
fn pairs(opcode: Opcode) -> Option<Semantics> {
    Some(MapN(match opcode {
        Opcode::IMUL => {
            |from, to| pair(from, to, |a, b| lanes::high(signed_product(a, b)), u32::wrapping_mul)
        }
        Opcode::UMUL => |from, to| pair(from, to, |a, b| lanes::high(product(a, b)), u32::wrapping_mul),
        Opcode::UDIV => |from, to| {
            let quotient = |a: u32, b| a.checked_div(b).unwrap_or(u32::MAX);
            pair(from, to, quotient, |a, b| a.checked_rem(b).unwrap_or(u32::MAX));
        },
        Opcode::UADDC => {
            |from, to| pair(from, to, u32::wrapping_add, |a, b| u32::from(a.wrapping_add(b) < a))
        }
        Opcode::USUBB => |from, to| pair(from, to, u32::wrapping_sub, |a, b| u32::from(a < b)),
        _ => return None,
    }))
}

/// The bits that a field of some width has.
#[inline(always)]
fn field(width: u32) -> u32 {
    (1 << (width & 31)) - 1
}

fn signed_field(width: u32, offset: u32, value: u32) -> u32 {
    let (width, offset) = (width & 31, offset & 31);
    let unused = 32_u32.saturating_sub(width + offset);
    let field = (value << (unused & 31)).cast_signed() >> ((offset + unused) & 31);
    if width == 0 { 0 } else { field.cast_unsigned() }
}

fn differences(reference: u32, source: u32, sum: u32) -> u32 {
    let bytes = reference.to_le_bytes().into_iter().zip(source.to_le_bytes());
    let counted = bytes.filter(|(reference, _)| *reference != 0);
    counted.fold(sum, |sum, (reference, source)| sum.saturating_add(reference.abs_diff(source).into()))
}

/// Those of fields of bits, and of four bytes in a word.
fn fields(opcode: Opcode) -> Option<Semantics> {
    Some(match opcode {
        Opcode::IBFE => Map3(|width, offset, value| map3(width, offset, value, signed_field)),
        Opcode::UBFE => Map3(|width, offset, value| {
            map3(width, offset, value, |width, offset, value| value >> (offset & 31) & field(width))
        }),
        Opcode::BFI => MapN(|from, to| {
            if let ([width, offset, value, replaced], [to]) = (from, to) {
                let mask = map2(width, offset, |width, offset| field(width) << (offset & 31));
                let placed = map2(value, offset, |value, offset| value << (offset & 31));
                *to =
                    map3(&mask, &placed, replaced, |mask, placed, replaced| placed & mask | replaced & !mask);
            }
        }),
        Opcode::MSAD => Map3(|reference, source, sum| map3(reference, source, sum, differences)),
        _ => return None,
    })
}
