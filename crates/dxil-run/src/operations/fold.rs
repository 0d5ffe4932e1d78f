//! How two values become one, for what waves sum up: sums, products, minima, maxima and bits, of all scalars. Values
//! are bits in the low part of 64.

use crate::instruction::Scalar;
use crate::lanes;
use crate::operations::extremes::Extreme;
use crate::operations::formats::{Denormals, Flushed, Format, Half, Kept};

/// A function of two values.
pub(super) type Fold = fn(u64, u64) -> u64;

/// What is made of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Sum,
    Product,
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// The function, and the value that changes nothing: what comes of no values at all.
pub(super) fn fold(kind: Kind, (scalar, denormals): (Scalar, Denormals), is_signed: bool) -> (Fold, u64) {
    match scalar {
        Scalar::F16 => of_floats::<Half>(kind),
        Scalar::F32 if denormals == Denormals::Keep => of_floats::<Kept>(kind),
        Scalar::F32 => of_floats::<Flushed>(kind),
        Scalar::F64 => of_doubles(kind),
        Scalar::I1 => of_integers::<1>(kind, is_signed),
        Scalar::I8 => of_integers::<8>(kind, is_signed),
        Scalar::I16 => of_integers::<16>(kind, is_signed),
        Scalar::I32 => of_integers::<32>(kind, is_signed),
        Scalar::I64 => of_integers::<64>(kind, is_signed),
    }
}

/// The lower so many bits of a word.
#[inline(always)]
fn cut<const BITS: u32>(word: u64) -> u64 {
    word & (u64::MAX >> (64 - BITS))
}

/// An integer with its sign.
#[inline(always)]
fn signed<const BITS: u32>(word: u64) -> i64 {
    (word << (64 - BITS)).cast_signed() >> (64 - BITS)
}

fn of_integers<const BITS: u32>(kind: Kind, is_signed: bool) -> (Fold, u64) {
    let ones = cut::<BITS>(u64::MAX);
    match (kind, is_signed) {
        (Kind::Sum, _) => (|a, b| cut::<BITS>(a.wrapping_add(b)), 0),
        (Kind::Product, _) => (|a, b| cut::<BITS>(a.wrapping_mul(b)), 1),
        (Kind::Min, true) => (|a, b| if signed::<BITS>(b) < signed::<BITS>(a) { b } else { a }, ones >> 1),
        (Kind::Max, true) => {
            (|a, b| if signed::<BITS>(b) > signed::<BITS>(a) { b } else { a }, ones ^ ones >> 1)
        }
        (Kind::Min, false) => (u64::min, ones),
        (Kind::Max, false) => (u64::max, 0),
        (Kind::And, _) => (|a, b| a & b, ones),
        (Kind::Or, _) => (|a, b| a | b, 0),
        (Kind::Xor, _) => (|a, b| a ^ b, 0),
    }
}

fn of_floats<F: Format>(kind: Kind) -> (Fold, u64) {
    #[inline(always)]
    fn two<F: Format>(a: u64, b: u64, f: impl Fn(f32, f32) -> f32) -> u64 {
        F::write(f(F::read(lanes::low(a)), F::read(lanes::low(b)))).into()
    }
    match kind {
        Kind::Product => (|a, b| two::<F>(a, b, |a, b| a * b), F::ONE.into()),
        Kind::Min => (|a, b| two::<F>(a, b, Extreme::smaller), F::write(f32::INFINITY).into()),
        Kind::Max => (|a, b| two::<F>(a, b, Extreme::larger), F::write(f32::NEG_INFINITY).into()),
        // Bits are of integers only: the table of operations has no overloads of floats for them.
        Kind::Sum | Kind::And | Kind::Or | Kind::Xor => (|a, b| two::<F>(a, b, |a, b| a + b), 0),
    }
}

fn of_doubles(kind: Kind) -> (Fold, u64) {
    #[inline(always)]
    fn two(a: u64, b: u64, f: impl Fn(f64, f64) -> f64) -> u64 {
        f(f64::from_bits(a), f64::from_bits(b)).to_bits()
    }
    match kind {
        Kind::Product => (|a, b| two(a, b, |a, b| a * b), 1.0_f64.to_bits()),
        Kind::Min => (|a, b| two(a, b, Extreme::smaller), f64::INFINITY.to_bits()),
        Kind::Max => (|a, b| two(a, b, Extreme::larger), f64::NEG_INFINITY.to_bits()),
        Kind::Sum | Kind::And | Kind::Or | Kind::Xor => (|a, b| two(a, b, |a, b| a + b), 0),
    }
}

/// Whether two values are equal: floats as numbers, so that zeros are and what is not a number is not.
pub(super) fn equal(scalar: Scalar, denormals: Denormals) -> fn(u64, u64) -> bool {
    fn of<F: Format>(a: u64, b: u64) -> bool {
        F::read(lanes::low(a)) == F::read(lanes::low(b))
    }
    match scalar {
        Scalar::F16 => of::<Half>,
        Scalar::F32 if denormals == Denormals::Keep => of::<Kept>,
        Scalar::F32 => of::<Flushed>,
        Scalar::F64 => |a, b| f64::from_bits(a) == f64::from_bits(b),
        Scalar::I1 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => |a, b| a == b,
    }
}
