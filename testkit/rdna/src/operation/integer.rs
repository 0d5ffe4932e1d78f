//! Arithmetic on integers and bits.

use super::function::Operation::{self, Clamped, Lane};

const U32: [i128; 2] = [0, u32::MAX as i128];
const I32: [i128; 2] = [i32::MIN as i128, i32::MAX as i128];
const U16: [i128; 2] = [0, u16::MAX as i128];
const I16: [i128; 2] = [i16::MIN as i128, i16::MAX as i128];

fn clamped([low, high]: [i128; 2], of: fn([u64; 3]) -> i128) -> Operation {
    Clamped { of, low, high }
}

/// An unsigned number of 32 bits.
fn u(bits: u64) -> i128 {
    (bits as u32).into()
}

/// A signed one.
fn i(bits: u64) -> i128 {
    (bits as i32).into()
}

/// An unsigned number of 16 bits.
fn us(bits: u64) -> i128 {
    (bits as u16).into()
}

/// A signed one.
fn is(bits: u64) -> i128 {
    (bits as i16).into()
}

/// A signed number of 24 bits.
fn i24(bits: u64) -> i64 {
    i64::from((bits as i32) << 8 >> 8)
}

/// An unsigned one.
fn u24(bits: u64) -> u64 {
    bits & 0xff_ffff
}

fn word(bits: impl Into<i128>) -> u64 {
    (bits.into() as u32).into()
}

/// The operation of a name.
#[rustfmt::skip]
pub(super) fn named(name: &str) -> Option<Operation> {
    Some(match name {
        "mov_b32" | "mov_b16" => Lane(|[a, ..]| a),
        "add_nc_u32" => clamped(U32, |[a, b, _]| u(a) + u(b)),
        "sub_nc_u32" => clamped(U32, |[a, b, _]| u(a) - u(b)),
        "subrev_nc_u32" => clamped(U32, |[a, b, _]| u(b) - u(a)),
        "add_nc_i32" => clamped(I32, |[a, b, _]| i(a) + i(b)),
        "sub_nc_i32" => clamped(I32, |[a, b, _]| i(a) - i(b)),
        "add_nc_u16" => clamped(U16, |[a, b, _]| us(a) + us(b)),
        "sub_nc_u16" => clamped(U16, |[a, b, _]| us(a) - us(b)),
        "add_nc_i16" => clamped(I16, |[a, b, _]| is(a) + is(b)),
        "sub_nc_i16" => clamped(I16, |[a, b, _]| is(a) - is(b)),
        "mad_u16" => clamped(U16, |[a, b, c]| us(a) * us(b) + us(c)),
        "mad_i16" => clamped(I16, |[a, b, c]| is(a) * is(b) + is(c)),
        "mul_lo_u16" => Lane(|[a, b, _]| word(us(a) * us(b)) & 0xffff),
        "mad_u32_u16" => clamped(U32, |[a, b, c]| us(a) * us(b) + u(c)),
        "mad_i32_i16" => clamped(I32, |[a, b, c]| is(a) * is(b) + i(c)),
        "mad_u32_u24" => clamped(U32, |[a, b, c]| i128::from(u24(a) * u24(b)) + u(c)),
        "mad_i32_i24" => clamped(I32, |[a, b, c]| i128::from(i24(a) * i24(b)) + i(c)),
        "mul_i32_i24" => clamped(I32, |[a, b, _]| i128::from(i24(a) * i24(b))),
        "mul_hi_i32_i24" => Lane(|[a, b, _]| word((i24(a) * i24(b)) >> 32)),
        "mul_u32_u24" => clamped(U32, |[a, b, _]| i128::from(u24(a) * u24(b))),
        "mul_hi_u32_u24" => Lane(|[a, b, _]| word((u24(a) * u24(b)) >> 32)),
        "mul_lo_u32" => Lane(|[a, b, _]| word(u(a) * u(b))),
        "mul_hi_u32" => Lane(|[a, b, _]| word((u(a) * u(b)) >> 32)),
        "mul_hi_i32" => Lane(|[a, b, _]| word((i(a) * i(b)) >> 32)),
        "min_i32" => Lane(|[a, b, _]| word(i(a).min(i(b)))),
        "max_i32" => Lane(|[a, b, _]| word(i(a).max(i(b)))),
        "min_u32" => Lane(|[a, b, _]| word(u(a).min(u(b)))),
        "max_u32" => Lane(|[a, b, _]| word(u(a).max(u(b)))),
        "min_i16" => Lane(|[a, b, _]| word(is(a).min(is(b))) & 0xffff),
        "max_i16" => Lane(|[a, b, _]| word(is(a).max(is(b))) & 0xffff),
        "min_u16" => Lane(|[a, b, _]| word(us(a).min(us(b)))),
        "max_u16" => Lane(|[a, b, _]| word(us(a).max(us(b)))),
        "min3_i32" => Lane(|[a, b, c]| word(i(a).min(i(b)).min(i(c)))),
        "max3_i32" => Lane(|[a, b, c]| word(i(a).max(i(b)).max(i(c)))),
        "med3_i32" => Lane(|[a, b, c]| word(median(i(a), i(b), i(c)))),
        "min3_u32" => Lane(|[a, b, c]| word(u(a).min(u(b)).min(u(c)))),
        "max3_u32" => Lane(|[a, b, c]| word(u(a).max(u(b)).max(u(c)))),
        "med3_u32" => Lane(|[a, b, c]| word(median(u(a), u(b), u(c)))),
        "min3_i16" => Lane(|[a, b, c]| word(is(a).min(is(b)).min(is(c))) & 0xffff),
        "max3_i16" => Lane(|[a, b, c]| word(is(a).max(is(b)).max(is(c))) & 0xffff),
        "med3_i16" => Lane(|[a, b, c]| word(median(is(a), is(b), is(c))) & 0xffff),
        "min3_u16" => Lane(|[a, b, c]| word(us(a).min(us(b)).min(us(c)))),
        "max3_u16" => Lane(|[a, b, c]| word(us(a).max(us(b)).max(us(c)))),
        "med3_u16" => Lane(|[a, b, c]| word(median(us(a), us(b), us(c)))),
        "minmax_u32" => Lane(|[a, b, c]| word(u(a).min(u(b)).max(u(c)))),
        "maxmin_u32" => Lane(|[a, b, c]| word(u(a).max(u(b)).min(u(c)))),
        "minmax_i32" => Lane(|[a, b, c]| word(i(a).min(i(b)).max(i(c)))),
        "maxmin_i32" => Lane(|[a, b, c]| word(i(a).max(i(b)).min(i(c)))),
        _ => return bits(name),
    })
}

/// Those of bits.
#[rustfmt::skip]
fn bits(name: &str) -> Option<Operation> {
    Some(match name {
        "lshlrev_b32" => Lane(|[a, b, _]| word((b as u32) << (a & 31))),
        "lshrrev_b32" => Lane(|[a, b, _]| word((b as u32) >> (a & 31))),
        "ashrrev_i32" => Lane(|[a, b, _]| word((b as i32) >> (a & 31))),
        "lshlrev_b16" => Lane(|[a, b, _]| b << (a & 15) & 0xffff),
        "lshrrev_b16" => Lane(|[a, b, _]| (b & 0xffff) >> (a & 15)),
        "ashrrev_i16" => Lane(|[a, b, _]| word((b as i16) >> (a & 15)) & 0xffff),
        "lshlrev_b64" => Lane(|[a, b, _]| b << (a & 63)),
        "lshrrev_b64" => Lane(|[a, b, _]| b >> (a & 63)),
        "ashrrev_i64" => Lane(|[a, b, _]| ((b as i64) >> (a & 63)) as u64),
        "and_b32" | "and_b16" => Lane(|[a, b, _]| a & b),
        "or_b32" | "or_b16" => Lane(|[a, b, _]| a | b),
        "xor_b32" | "xor_b16" => Lane(|[a, b, _]| a ^ b),
        "xnor_b32" => Lane(|[a, b, _]| word(!(a ^ b) as u32)),
        "not_b32" => Lane(|[a, ..]| word(!a as u32)),
        "not_b16" => Lane(|[a, ..]| !a & 0xffff),
        "bfrev_b32" => Lane(|[a, ..]| word((a as u32).reverse_bits())),
        "clz_i32_u32" => Lane(|[a, ..]| word(if a as u32 == 0 { -1 } else { (a as u32).leading_zeros() as i32 })),
        "ctz_i32_b32" => Lane(|[a, ..]| word(if a as u32 == 0 { -1 } else { (a as u32).trailing_zeros() as i32 })),
        "cls_i32" => Lane(|[a, ..]| {
            let changed = (a as u32) ^ ((a as i32) >> 31) as u32;
            word(if changed == 0 { -1 } else { changed.leading_zeros() as i32 })
        }),
        "bcnt_u32_b32" => Lane(|[a, b, _]| word((a as u32).count_ones().wrapping_add(b as u32))),
        "bfm_b32" => Lane(|[a, b, _]| word(((1_u32 << (a & 31)) - 1) << (b & 31))),
        "bfe_u32" => Lane(|[a, b, c]| (a & 0xffff_ffff) >> (b & 31) & ((1 << (c & 31)) - 1)),
        "bfe_i32" => Lane(|[a, b, c]| {
            let width = (c & 31) as u32;
            let field = (a & 0xffff_ffff) >> (b & 31) & ((1 << width) - 1);
            if width == 0 { 0 } else { word((field << (64 - width)) as i64 >> (64 - width)) }
        }),
        "bfi_b32" => Lane(|[a, b, c]| a & b | !a & c & 0xffff_ffff),
        "xor3_b32" => Lane(|[a, b, c]| a ^ b ^ c),
        "or3_b32" => Lane(|[a, b, c]| a | b | c),
        "and_or_b32" => Lane(|[a, b, c]| a & b | c),
        "lshl_or_b32" => Lane(|[a, b, c]| word((a as u32) << (b & 31)) | c),
        "lshl_add_u32" => Lane(|[a, b, c]| word(((a as u32) << (b & 31)).wrapping_add(c as u32))),
        "add_lshl_u32" => Lane(|[a, b, c]| word((a as u32).wrapping_add(b as u32) << (c & 31))),
        "add3_u32" => Lane(|[a, b, c]| word(u(a) + u(b) + u(c))),
        "xad_u32" => Lane(|[a, b, c]| word(u(a ^ b) + u(c))),
        "alignbit_b32" => Lane(|[a, b, c]| word(((a << 32 | b & 0xffff_ffff) >> (c & 31)) as u32)),
        "alignbyte_b32" => Lane(|[a, b, c]| word(((a << 32 | b & 0xffff_ffff) >> (8 * (c & 3))) as u32)),
        "perm_b32" => Lane(|[a, b, c]| permuted(a << 32 | b & 0xffff_ffff, c as u32)),
        "lerp_u8" => Lane(|[a, b, c]| bytes(a, b, c, |a, b, c| (a + b + (c & 1)) >> 1)),
        "sad_u8" => Lane(|[a, b, c]| word(u(c) + differences(a, b, |_| true))),
        "sad_hi_u8" => Lane(|[a, b, c]| word((differences(a, b, |_| true) << 16) + u(c))),
        "msad_u8" => Lane(|[a, b, c]| word(u(c) + differences(a, b, |b| b != 0))),
        "sad_u16" => Lane(|[a, b, c]| word(u(c) + (us(a) - us(b)).abs() + (us(a >> 16) - us(b >> 16)).abs())),
        "sad_u32" => Lane(|[a, b, c]| word((u(a) - u(b)).abs() + u(c))),
        _ => return None,
    })
}

fn median(a: i128, b: i128, c: i128) -> i128 {
    a.min(b).max(a.max(b).min(c))
}

fn permuted(from: u64, selectors: u32) -> u64 {
    let from = from.to_le_bytes();
    let select = |selector: u8| match selector {
        0..8 => from[usize::from(selector)],
        8..12 => {
            if from[usize::from(selector - 8) * 2 + 1] >> 7 != 0 {
                0xff
            } else {
                0
            }
        }
        12 => 0,
        _ => 0xff,
    };
    u32::from_le_bytes(selectors.to_le_bytes().map(select)).into()
}

fn bytes(a: u64, b: u64, c: u64, of: fn(u32, u32, u32) -> u32) -> u64 {
    let byte = |bits: u64, at: u32| (bits >> (8 * at)) as u32 & 0xff;
    (0..4).fold(0, |all, at| all | u64::from(of(byte(a, at), byte(b, at), byte(c, at)) & 0xff) << (8 * at))
}

/// The sum of differences of bytes that count.
fn differences(a: u64, b: u64, counts: fn(u8) -> bool) -> i128 {
    let (a, b) = ((a as u32).to_le_bytes(), (b as u32).to_le_bytes());
    a.iter().zip(b).filter(|(_, b)| counts(*b)).map(|(a, b)| i128::from(a.abs_diff(b))).sum()
}
