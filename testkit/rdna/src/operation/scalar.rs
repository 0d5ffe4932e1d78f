//! Scalar operations: a result of two operands and SCC, and what becomes of SCC.

use super::function::Operation::{self, Other, Scalar};

const ONES: u64 = 0xffff_ffff;

/// A result that SCC says of whether it is zero.
fn nonzero(result: u64) -> (u64, Option<bool>) {
    (result, Some(result != 0))
}

/// The same of a word.
fn word(result: u64) -> (u64, Option<bool>) {
    nonzero(result & ONES)
}

/// A word; SCC stays.
fn plain(result: u64) -> (u64, Option<bool>) {
    (result & ONES, None)
}

fn i(bits: u64) -> i64 {
    (bits as i32).into()
}

fn overflows(result: i64) -> (u64, Option<bool>) {
    (result as u64 & ONES, Some(i32::try_from(result).is_err()))
}

fn carries(result: u64) -> (u64, Option<bool>) {
    (result & ONES, Some(result > ONES))
}

fn compared(holds: bool) -> (u64, Option<bool>) {
    (0, Some(holds))
}

/// The operation of a name.
#[rustfmt::skip]
pub(super) fn named(name: &str) -> Operation {
    let name = name.strip_prefix("s_").unwrap_or(name);
    match name {
        "add_u32" => Scalar(|a, b, _| carries((a & ONES) + (b & ONES))),
        "sub_u32" => Scalar(|a, b, _| (a.wrapping_sub(b) & ONES, Some((b as u32) > a as u32))),
        "add_i32" => Scalar(|a, b, _| overflows(i(a) + i(b))),
        "sub_i32" => Scalar(|a, b, _| overflows(i(a) - i(b))),
        "addc_u32" => Scalar(|a, b, c| carries((a & ONES) + (b & ONES) + u64::from(c))),
        "subb_u32" => Scalar(|a, b, c| {
            let taken = (b & ONES) + u64::from(c);
            ((a & ONES).wrapping_sub(taken) & ONES, Some(taken > a & ONES))
        }),
        "absdiff_i32" => Scalar(|a, b, _| word(i64::from((a as i32).wrapping_sub(b as i32).wrapping_abs()) as u64)),
        "min_i32" => Scalar(|a, b, _| (i(a).min(i(b)) as u64 & ONES, Some(i(a) < i(b)))),
        "min_u32" => Scalar(|a, b, _| ((a & ONES).min(b & ONES), Some((a as u32) < b as u32))),
        "max_i32" => Scalar(|a, b, _| (i(a).max(i(b)) as u64 & ONES, Some(i(a) >= i(b)))),
        "max_u32" => Scalar(|a, b, _| ((a & ONES).max(b & ONES), Some(a as u32 >= b as u32))),
        "cselect_b32" | "cselect_b64" => Scalar(|a, b, c| (if c { a } else { b }, None)),
        "and_b32" | "and_b64" => Scalar(|a, b, _| nonzero(a & b)),
        "or_b32" | "or_b64" => Scalar(|a, b, _| nonzero(a | b)),
        "xor_b32" | "xor_b64" => Scalar(|a, b, _| nonzero(a ^ b)),
        "and_not1_b32" | "and_not1_b64" => Scalar(|a, b, _| nonzero(a & !b)),
        "or_not1_b32" => Scalar(|a, b, _| word(a | !b)),
        "or_not1_b64" => Scalar(|a, b, _| nonzero(a | !b)),
        "nand_b32" => Scalar(|a, b, _| word(!(a & b))),
        "nand_b64" => Scalar(|a, b, _| nonzero(!(a & b))),
        "nor_b32" => Scalar(|a, b, _| word(!(a | b))),
        "nor_b64" => Scalar(|a, b, _| nonzero(!(a | b))),
        "xnor_b32" => Scalar(|a, b, _| word(!(a ^ b))),
        "xnor_b64" => Scalar(|a, b, _| nonzero(!(a ^ b))),
        "lshl_b32" => Scalar(|a, b, _| word(a << (b & 31))),
        "lshl_b64" => Scalar(|a, b, _| nonzero(a << (b & 63))),
        "lshr_b32" => Scalar(|a, b, _| word((a & ONES) >> (b & 31))),
        "lshr_b64" => Scalar(|a, b, _| nonzero(a >> (b & 63))),
        "ashr_i32" => Scalar(|a, b, _| word((i(a) >> (b & 31)) as u64)),
        "ashr_i64" => Scalar(|a, b, _| nonzero((a as i64 >> (b & 63)) as u64)),
        "lshl1_add_u32" => Scalar(|a, b, _| carries(((a & ONES) << 1) + (b & ONES))),
        "lshl2_add_u32" => Scalar(|a, b, _| carries(((a & ONES) << 2) + (b & ONES))),
        "lshl3_add_u32" => Scalar(|a, b, _| carries(((a & ONES) << 3) + (b & ONES))),
        "lshl4_add_u32" => Scalar(|a, b, _| carries(((a & ONES) << 4) + (b & ONES))),
        "bfm_b32" => Scalar(|a, b, _| plain(((1 << (a & 31)) - 1) << (b & 31))),
        "bfm_b64" => Scalar(|a, b, _| (((1 << (a & 63)) - 1) << (b & 63), None)),
        "mul_i32" => Scalar(|a, b, _| plain(a.wrapping_mul(b))),
        "mul_hi_u32" => Scalar(|a, b, _| plain(((a & ONES) * (b & ONES)) >> 32)),
        "mul_hi_i32" => Scalar(|a, b, _| plain(((i(a) * i(b)) >> 32) as u64)),
        "bfe_u32" => Scalar(|a, b, _| word(field(a & ONES, b, 32))),
        "bfe_u64" => Scalar(|a, b, _| nonzero(field(a, b, 64))),
        "bfe_i32" => Scalar(|a, b, _| word(signed(field(a & ONES, b, 32), b))),
        "bfe_i64" => Scalar(|a, b, _| nonzero(signed(field(a, b, 64), b))),
        "pack_ll_b32_b16" => Scalar(|a, b, _| plain(a & 0xffff | b << 16)),
        "pack_lh_b32_b16" => Scalar(|a, b, _| plain(a & 0xffff | b & 0xffff_0000)),
        "pack_hh_b32_b16" => Scalar(|a, b, _| plain((a & ONES) >> 16 | b & 0xffff_0000)),
        "pack_hl_b32_b16" => Scalar(|a, b, _| plain((a & ONES) >> 16 | b << 16)),
        _ => one(name),
    }
}

/// Those of one operand, and comparisons.
#[rustfmt::skip]
fn one(name: &str) -> Operation {
    match name {
        "mov_b32" | "mov_b64" => Scalar(|a, _, _| (a, None)),
        "not_b32" => Scalar(|a, _, _| word(!a)),
        "not_b64" => Scalar(|a, _, _| nonzero(!a)),
        "brev_b32" => Scalar(|a, _, _| plain((a as u32).reverse_bits().into())),
        "brev_b64" => Scalar(|a, _, _| (a.reverse_bits(), None)),
        "bcnt0_i32_b32" => Scalar(|a, _, _| nonzero((a as u32).count_zeros().into())),
        "bcnt0_i32_b64" => Scalar(|a, _, _| nonzero(a.count_zeros().into())),
        "bcnt1_i32_b32" => Scalar(|a, _, _| nonzero((a as u32).count_ones().into())),
        "bcnt1_i32_b64" => Scalar(|a, _, _| nonzero(a.count_ones().into())),
        "ctz_i32_b32" => Scalar(|a, _, _| found((a as u32).trailing_zeros(), 32)),
        "ctz_i32_b64" => Scalar(|a, _, _| found(a.trailing_zeros(), 64)),
        "clz_i32_u32" => Scalar(|a, _, _| found((a as u32).leading_zeros(), 32)),
        "clz_i32_u64" => Scalar(|a, _, _| found(a.leading_zeros(), 64)),
        "ff0_i32_b32" => Scalar(|a, _, _| found((a as u32).trailing_ones(), 32)),
        "ff0_i32_b64" => Scalar(|a, _, _| found(a.trailing_ones(), 64)),
        "cls_i32" => Scalar(|a, _, _| found((a as u32 ^ (a as i32 >> 31) as u32).leading_zeros(), 32)),
        "cls_i32_i64" => Scalar(|a, _, _| found((a ^ (a as i64 >> 63) as u64).leading_zeros(), 64)),
        "sext_i32_i8" => Scalar(|a, _, _| plain(a as i8 as u64)),
        "sext_i32_i16" => Scalar(|a, _, _| plain(a as i16 as u64)),
        "bitreplicate_b64_b32" => Scalar(|a, _, _| ((0..32).fold(0, |all, at| all | ((a >> at & 1) * 3) << (2 * at)), None)),
        "abs_i32" => Scalar(|a, _, _| word((a as i32).wrapping_abs() as u32 as u64)),
        "quadmask_b32" => Scalar(|a, _, _| nonzero(quads(a & ONES))),
        "quadmask_b64" => Scalar(|a, _, _| nonzero(quads(a))),
        "wqm_b32" => Scalar(|a, _, _| nonzero(whole_quads(a & ONES))),
        "wqm_b64" => Scalar(|a, _, _| nonzero(whole_quads(a))),
        "cmp_eq_i32" | "cmp_eq_u32" | "cmpk_eq_i32" | "cmpk_eq_u32" => Scalar(|a, b, _| compared(a as u32 == b as u32)),
        "cmp_lg_i32" | "cmp_lg_u32" | "cmpk_lg_i32" | "cmpk_lg_u32" => Scalar(|a, b, _| compared(a as u32 != b as u32)),
        "cmp_gt_i32" | "cmpk_gt_i32" => Scalar(|a, b, _| compared(i(a) > i(b))),
        "cmp_ge_i32" | "cmpk_ge_i32" => Scalar(|a, b, _| compared(i(a) >= i(b))),
        "cmp_lt_i32" | "cmpk_lt_i32" => Scalar(|a, b, _| compared(i(a) < i(b))),
        "cmp_le_i32" | "cmpk_le_i32" => Scalar(|a, b, _| compared(i(a) <= i(b))),
        "cmp_gt_u32" | "cmpk_gt_u32" => Scalar(|a, b, _| compared(a as u32 > b as u32)),
        "cmp_ge_u32" | "cmpk_ge_u32" => Scalar(|a, b, _| compared(a as u32 >= b as u32)),
        "cmp_lt_u32" | "cmpk_lt_u32" => Scalar(|a, b, _| compared((a as u32) < b as u32)),
        "cmp_le_u32" | "cmpk_le_u32" => Scalar(|a, b, _| compared(a as u32 <= b as u32)),
        "cmp_eq_u64" => Scalar(|a, b, _| compared(a == b)),
        "cmp_lg_u64" => Scalar(|a, b, _| compared(a != b)),
        "bitcmp0_b32" => Scalar(|a, b, _| compared(a >> (b & 31) & 1 == 0)),
        "bitcmp1_b32" => Scalar(|a, b, _| compared(a >> (b & 31) & 1 == 1)),
        "bitcmp0_b64" => Scalar(|a, b, _| compared(a >> (b & 63) & 1 == 0)),
        "bitcmp1_b64" => Scalar(|a, b, _| compared(a >> (b & 63) & 1 == 1)),
        "addk_i32" => Scalar(|a, b, _| overflows(i(a) + i(b))),
        "mulk_i32" => Scalar(|a, b, _| plain(a.wrapping_mul(b))),
        _ => Other,
    }
}

/// Where a bit was found, or -1.
fn found(at: u32, width: u32) -> (u64, Option<bool>) {
    (if at == width { ONES } else { at.into() }, None)
}

/// So many bits from one on, as the second operand says.
fn field(from: u64, what: u64, width: u32) -> u64 {
    let (at, count) = (what as u32 & (width - 1), (what >> 16) as u32 & 0x7f);
    let bits = from >> at;
    if count >= 64 { bits } else { bits & ((1 << count) - 1) }
}

fn signed(field: u64, what: u64) -> u64 {
    match (what >> 16) as u32 & 0x7f {
        0 => 0,
        count @ 1..64 => ((field << (64 - count)) as i64 >> (64 - count)) as u64,
        _ => field,
    }
}

/// A bit for each four, whether one of them is set.
fn quads(bits: u64) -> u64 {
    (0..16).fold(0, |all, at| all | u64::from(bits >> (4 * at) & 0xf != 0) << at)
}

/// All four where one of them is set.
fn whole_quads(bits: u64) -> u64 {
    (0..16).fold(0, |all, at| all | if bits >> (4 * at) & 0xf != 0 { 0xf << (4 * at) } else { 0 })
}
