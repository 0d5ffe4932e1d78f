//! Conversions: LLVM's casts, and the operations that convert.
//!
//! - Floats to integers drop the fraction; what is beyond the integer's range is its nearest end, NaN is zero.
//! - Integers to floats, and doubles and floats to shorter floats, give the nearest one, of two that are as near the
//!   even one.
//! - `LegacyF32ToF16` drops bits instead, as D3D says of `f32tof16`: what is finite stays so.
//! - Denormals of 32 bits are what the function says, also where they come from doubles or go to them.

use dxil::half;
use dxil::ops::Opcode;
use dxil_ir::CastOp;

use super::formats::{Denormals, Format, Half, double, in_format, word};
use super::semantics::Semantics::{self, Map1, MapN};
use crate::error::{Result, RunErrorKind};
use crate::instruction::Scalar;
use crate::lanes::{self, Lanes, cut, extend, lengthen, map1, map2, shorten, split, wide1, widen};

/// What a cast does.
pub(crate) fn cast(op: CastOp, from: Scalar, to: Scalar, denormals: Denormals) -> Result<Semantics> {
    let longer = to.bits() > from.bits();
    let semantics = match op {
        CastOp::Trunc => truncate(from, to),
        CastOp::ZExt => zero_extend(from, to),
        CastOp::PtrToInt | CastOp::IntToPtr if longer => zero_extend(from, to),
        CastOp::PtrToInt | CastOp::IntToPtr => truncate(from, to),
        CastOp::SExt => match from {
            Scalar::I1 => sign_extend::<1>(to),
            Scalar::I8 => sign_extend::<8>(to),
            Scalar::I16 => sign_extend::<16>(to),
            Scalar::I32 => sign_extend::<32>(to),
            _ => None,
        },
        CastOp::FpToSi => to_signed(from, to, denormals),
        CastOp::FpToUi => to_unsigned(from, to, denormals),
        CastOp::SiToFp => match from {
            Scalar::I1 => from_signed::<1>(to, denormals),
            Scalar::I8 => from_signed::<8>(to, denormals),
            Scalar::I16 => from_signed::<16>(to, denormals),
            Scalar::I32 => from_signed::<32>(to, denormals),
            Scalar::I64 => from_wide(to, denormals, true),
            _ => None,
        },
        CastOp::UiToFp => match from {
            Scalar::I1 | Scalar::I8 | Scalar::I16 | Scalar::I32 => from_unsigned(to, denormals),
            Scalar::I64 => from_wide(to, denormals, false),
            _ => None,
        },
        CastOp::FpTrunc if !longer => float_to_float(from, to, denormals),
        CastOp::FpExt if longer => float_to_float(from, to, denormals),
        _ => None,
    };
    semantics.ok_or_else(|| RunErrorKind::unsupported(format!("{} from {from} to {to}", op.word())))
}

/// A bitcast of vectors between elements with these numbers of bits, of at most 32; `None` if that would need more
/// operands than a function of lanes has.
pub(crate) fn bitcast(bits: [u32; 2]) -> Option<Semantics> {
    Some(MapN(match bits {
        [1, 8 | 16] => join::<1>,
        [8, 16 | 32] => join::<8>,
        [16, 32] => join::<16>,
        [8 | 16, 1] => separate::<1>,
        [16 | 32, 8] => separate::<8>,
        [32, 16] => separate::<16>,
        _ => return None,
    }))
}

/// Joins words of so many bits, from the lowest to the highest.
fn join<const BITS: u32>(from: &[Lanes], to: &mut [Lanes]) {
    if let [to] = to {
        *to = lanes::ZERO;
        for (shift, part) in (0..).step_by(BITS as usize).zip(from) {
            *to = map2(to, part, |to, part| to | part << shift);
        }
    }
}

/// Separates a word into words of so many bits, from the lowest to the highest.
fn separate<const BITS: u32>(from: &[Lanes], to: &mut [Lanes]) {
    if let [from] = from {
        for (shift, part) in (0_u32..).step_by(BITS as usize).zip(to) {
            *part = map1(from, |word| cut(word >> shift, BITS));
        }
    }
}

fn zero_extend(from: Scalar, to: Scalar) -> Option<Semantics> {
    if from.is_float() || to.is_float() || from == Scalar::I64 {
        return None;
    }
    Some(match to {
        Scalar::I64 => MapN(|from, to| {
            if let ([from], [low, high]) = (from, to) {
                (*low, *high) = (*from, lanes::ZERO);
            }
        }),
        _ => Map1(|a| *a),
    })
}

fn truncate(from: Scalar, to: Scalar) -> Option<Semantics> {
    Some(match (from, to) {
        (_, Scalar::I64) | (Scalar::F16 | Scalar::F32 | Scalar::F64, _) => return None,
        (Scalar::I64, Scalar::I1) => MapN(low::<1>),
        (Scalar::I64, Scalar::I8) => MapN(low::<8>),
        (Scalar::I64, Scalar::I16) => MapN(low::<16>),
        (Scalar::I64, Scalar::I32) => MapN(low::<32>),
        (_, Scalar::I1) => Map1(|a| map1(a, |a| cut(a, 1))),
        (_, Scalar::I8) => Map1(|a| map1(a, |a| cut(a, 8))),
        (_, Scalar::I16) => Map1(|a| map1(a, |a| cut(a, 16))),
        (_, Scalar::I32) => Map1(|a| *a),
        (_, Scalar::F16 | Scalar::F32 | Scalar::F64) => return None,
    })
}

fn low<const BITS: u32>(from: &[Lanes], to: &mut [Lanes]) {
    if let ([low, _], [to]) = (from, to) {
        *to = map1(low, |word| cut(word, BITS));
    }
}

fn sign_extend<const BITS: u32>(to: Scalar) -> Option<Semantics> {
    Some(match to {
        Scalar::I8 => Map1(|a| map1(a, |a| cut(extend(a, BITS).cast_unsigned(), 8))),
        Scalar::I16 => Map1(|a| map1(a, |a| cut(extend(a, BITS).cast_unsigned(), 16))),
        Scalar::I32 => Map1(|a| map1(a, |a| extend(a, BITS).cast_unsigned())),
        Scalar::I64 => MapN(|from, to| {
            if let ([from], [low, high]) = (from, to) {
                *low = map1(from, |a| extend(a, BITS).cast_unsigned());
                *high = map1(low, |a| (a.cast_signed() >> 31).cast_unsigned());
            }
        }),
        _ => return None,
    })
}

/// A word for each double.
#[inline(always)]
fn from_double(from: &[Lanes], to: &mut [Lanes], f: impl Fn(f64) -> u32) {
    if let ([low, high], [to]) = (from, to) {
        *to = shorten(&widen(low, high), |a| f(double(a)));
    }
}

/// A number of 64 bits for each word.
#[inline(always)]
fn to_wide(from: &[Lanes], to: &mut [Lanes], f: impl Fn(u32) -> u64) {
    if let ([from], [low, high]) = (from, to) {
        [*low, *high] = split(&lengthen(from, f));
    }
}

/// A number of 64 bits for each such number.
#[inline(always)]
fn wide_to_wide(from: &[Lanes], to: &mut [Lanes], f: impl Fn(u64) -> u64) {
    if let ([low, high], [to_low, to_high]) = (from, to) {
        [*to_low, *to_high] = split(&wide1(&widen(low, high), f));
    }
}

/// An integer with its sign in few bits, or the nearest one.
#[inline(always)]
fn nearest<const BITS: u32>(number: i32) -> u32 {
    cut(number.clamp(i32::MIN >> (32 - BITS), i32::MAX >> (32 - BITS)).cast_unsigned(), BITS)
}

/// One without sign.
#[inline(always)]
fn nearest_unsigned<const BITS: u32>(number: u32) -> u32 {
    number.min(u32::MAX >> (32 - BITS))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "`as` does what D3D does: the nearest integer, zero of a NaN"
)]
fn to_signed(from: Scalar, to: Scalar, denormals: Denormals) -> Option<Semantics> {
    fn words<const BITS: u32>(from: Scalar, denormals: Denormals) -> Option<Semantics> {
        match from {
            Scalar::F64 => Some(MapN(|from, to| from_double(from, to, |a| nearest::<BITS>(a as i32)))),
            from => {
                in_format!(from, denormals, F => Map1(|a| map1(a, |a| nearest::<BITS>(F::read(a) as i32))))
            }
        }
    }
    match to {
        Scalar::I1 => words::<1>(from, denormals),
        Scalar::I8 => words::<8>(from, denormals),
        Scalar::I16 => words::<16>(from, denormals),
        Scalar::I32 => words::<32>(from, denormals),
        Scalar::I64 if from == Scalar::F64 => {
            Some(MapN(|from, to| wide_to_wide(from, to, |a| (double(a) as i64).cast_unsigned())))
        }
        Scalar::I64 => in_format!(from, denormals, F => {
            MapN(|from, to| to_wide(from, to, |a| (F::read(a) as i64).cast_unsigned()))
        }),
        _ => None,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` does what D3D does: the nearest integer, zero of a NaN"
)]
fn to_unsigned(from: Scalar, to: Scalar, denormals: Denormals) -> Option<Semantics> {
    fn words<const BITS: u32>(from: Scalar, denormals: Denormals) -> Option<Semantics> {
        match from {
            Scalar::F64 => {
                Some(MapN(|from, to| from_double(from, to, |a| nearest_unsigned::<BITS>(a as u32))))
            }
            from => in_format!(from, denormals, F => {
                Map1(|a| map1(a, |a| nearest_unsigned::<BITS>(F::read(a) as u32)))
            }),
        }
    }
    match to {
        Scalar::I1 => words::<1>(from, denormals),
        Scalar::I8 => words::<8>(from, denormals),
        Scalar::I16 => words::<16>(from, denormals),
        Scalar::I32 => words::<32>(from, denormals),
        Scalar::I64 if from == Scalar::F64 => {
            Some(MapN(|from, to| wide_to_wide(from, to, |a| double(a) as u64)))
        }
        Scalar::I64 => {
            in_format!(from, denormals, F => MapN(|from, to| to_wide(from, to, |a| F::read(a) as u64)))
        }
        _ => None,
    }
}

fn from_signed<const BITS: u32>(to: Scalar, denormals: Denormals) -> Option<Semantics> {
    match to {
        Scalar::F64 => Some(MapN(|from, to| to_wide(from, to, |a| word(extend(a, BITS).into())))),
        to => in_format!(to, denormals, F => Map1(|a| map1(a, |a| F::round(extend(a, BITS).into())))),
    }
}

fn from_unsigned(to: Scalar, denormals: Denormals) -> Option<Semantics> {
    match to {
        Scalar::F64 => Some(MapN(|from, to| to_wide(from, to, |a| word(a.into())))),
        to => in_format!(to, denormals, F => Map1(|a| map1(a, |a| F::round(a.into())))),
    }
}

/// From integers of 64 bits. Those that a float of 32 bits cannot tell from their neighbours are infinite as halves, so
/// that these may be rounded twice.
#[expect(clippy::cast_precision_loss, reason = "rounding is what is done here")]
fn from_wide(to: Scalar, denormals: Denormals, is_signed: bool) -> Option<Semantics> {
    match (to, is_signed) {
        (Scalar::F64, true) => {
            Some(MapN(|from, to| wide_to_wide(from, to, |a| word(a.cast_signed() as f64))))
        }
        (Scalar::F64, false) => Some(MapN(|from, to| wide_to_wide(from, to, |a| word(a as f64)))),
        (to, true) => in_format!(to, denormals, F => {
            MapN(|from, to| from_integer(from, to, |a| F::write(a.cast_signed() as f32)))
        }),
        (to, false) => {
            in_format!(to, denormals, F => MapN(|from, to| from_integer(from, to, |a| F::write(a as f32))))
        }
    }
}

/// A word for each integer of 64 bits.
#[inline(always)]
fn from_integer(from: &[Lanes], to: &mut [Lanes], f: impl Fn(u64) -> u32) {
    if let ([low, high], [to]) = (from, to) {
        *to = shorten(&widen(low, high), f);
    }
}

fn float_to_float(from: Scalar, to: Scalar, denormals: Denormals) -> Option<Semantics> {
    match (from, to) {
        (Scalar::F32, Scalar::F16) => {
            in_format!(from, denormals, F => Map1(|a| map1(a, |a| Half::write(F::read(a)))))
        }
        (Scalar::F16, Scalar::F32) => {
            in_format!(to, denormals, F => Map1(|a| map1(a, |a| F::write(Half::read(a)))))
        }
        (Scalar::F64, to) => in_format!(to, denormals, F => MapN(|from, to| from_double(from, to, F::round))),
        (from, Scalar::F64) => in_format!(from, denormals, F => {
            MapN(|from, to| to_wide(from, to, |a| word(F::read(a).into())))
        }),
        _ => None,
    }
}

/// Both words as they are.
fn same(from: &[Lanes], to: &mut [Lanes]) {
    for (from, to) in from.iter().zip(to) {
        *to = *from;
    }
}

/// What an operation does. Most of these are made for one type alone and know no other.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` does what D3D does")]
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar, denormals: Denormals) -> Option<Semantics> {
    match opcode {
        Opcode::BITCAST_I16_TO_F16
        | Opcode::BITCAST_F16_TO_I16
        | Opcode::BITCAST_I32_TO_F32
        | Opcode::BITCAST_F32_TO_I32 => Some(Map1(|a| *a)),
        Opcode::BITCAST_I64_TO_F64
        | Opcode::BITCAST_F64_TO_I64
        | Opcode::MAKE_DOUBLE
        | Opcode::SPLIT_DOUBLE => Some(MapN(same)),
        Opcode::LEGACY_F32_TO_F16 => in_format!(Scalar::F32, denormals, F => {
            Map1(|a| map1(a, |a| half::truncate_single(F::read(a))))
        }),
        Opcode::LEGACY_F16_TO_F32 => in_format!(Scalar::F32, denormals, F => {
            Map1(|a| map1(a, |a| F::write(Half::read(cut(a, 16)))))
        }),
        Opcode::LEGACY_DOUBLE_TO_FLOAT => float_to_float(Scalar::F64, Scalar::F32, denormals),
        Opcode::LEGACY_DOUBLE_TO_SINT32 => {
            Some(MapN(|from, to| from_double(from, to, |a| (a as i32).cast_unsigned())))
        }
        Opcode::LEGACY_DOUBLE_TO_UINT32 => Some(MapN(|from, to| from_double(from, to, |a| a as u32))),
        _ => None,
    }
}
