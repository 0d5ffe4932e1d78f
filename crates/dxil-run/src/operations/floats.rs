//! Floats: LLVM's arithmetic and comparisons, and the operations on them.

use dxil::ops::Opcode;
use dxil_ir::{BinaryOp, Predicate};

use super::Semantics;
use crate::error::{Result, RunErrorKind};
use crate::lanes::{Lanes, map1, map2, map3};
use crate::program::Scalar;

/// A function of one float.
#[inline(always)]
fn one(a: &Lanes, f: impl Fn(f32) -> f32) -> Lanes {
    map1(a, |a| f(f32::from_bits(a)).to_bits())
}

/// A function of two floats.
#[inline(always)]
fn two(a: &Lanes, b: &Lanes, f: impl Fn(f32, f32) -> f32) -> Lanes {
    map2(a, b, |a, b| f(f32::from_bits(a), f32::from_bits(b)).to_bits())
}

/// A half as a float.
#[inline(always)]
pub(crate) fn from_half(bits: u32) -> f32 {
    let (sign, exponent, fraction) = ((bits & 0x8000) << 16, bits >> 10 & 0x1f, bits & 0x3ff);
    let magnitude = match exponent {
        0 => f32::from_bits(fraction | 0x4b00_0000) - f32::from_bits(0x4b00_0000),
        0x1f => return f32::from_bits(sign | 0x7f80_0000 | fraction << 13),
        _ => return f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    };
    // 2 to the power of -24 is the unit of what is denormal.
    f32::from_bits((magnitude * f32::from_bits(0x3380_0000)).to_bits() | sign)
}

/// The half that is nearest to a float; of two, the even one.
#[inline(always)]
pub(crate) fn to_half(float: f32) -> u32 {
    let bits = float.to_bits();
    let (sign, magnitude) = (bits >> 16 & 0x8000, bits & 0x7fff_ffff);
    let half = if magnitude > 0x7f80_0000 {
        0x7e00 | magnitude >> 13 & 0x3ff
    } else if magnitude >= 0x4780_0000 {
        0x7c00
    } else if magnitude < 0x3880_0000 {
        // Adding 0.5 rounds at the unit of what is denormal.
        (f32::from_bits(magnitude) + 0.5).to_bits() - 0x3f00_0000
    } else {
        let odd = magnitude >> 13 & 1;
        (magnitude - 0x3800_0000 + 0xfff + odd) >> 13
    };
    sign | half
}

/// What an operator does.
pub(crate) fn binary(op: BinaryOp, scalar: Scalar) -> Result<Semantics> {
    use Semantics::Map2;
    let Scalar::F32 = scalar else {
        return Err(RunErrorKind::unsupported("arithmetic on halves and doubles"));
    };
    Ok(match op {
        BinaryOp::Add => Map2(|a, b| two(a, b, |a, b| a + b)),
        BinaryOp::Sub => Map2(|a, b| two(a, b, |a, b| a - b)),
        BinaryOp::Mul => Map2(|a, b| two(a, b, |a, b| a * b)),
        BinaryOp::SDiv => Map2(|a, b| two(a, b, |a, b| a / b)),
        BinaryOp::SRem => Map2(|a, b| two(a, b, |a, b| a % b)),
        _ => return Err(RunErrorKind::invalid("an operator of integers on floats")),
    })
}

/// What `fneg` does.
pub(crate) fn negate(scalar: Scalar) -> Result<Semantics> {
    match scalar {
        Scalar::F32 => Ok(Semantics::Map1(|a| map1(a, |a| a ^ 1 << 31))),
        _ => Err(RunErrorKind::unsupported("fneg of this type")),
    }
}

/// What a comparison does.
pub(crate) fn compare(predicate: Predicate, scalar: Scalar) -> Result<Semantics> {
    use std::cmp::Ordering::{Equal, Greater, Less};

    use Semantics::Map2;
    let Scalar::F32 = scalar else {
        return Err(RunErrorKind::unsupported("comparisons of halves and doubles"));
    };
    #[inline(always)]
    fn ask(a: &Lanes, b: &Lanes, f: impl Fn(f32, f32) -> bool) -> Lanes {
        map2(a, b, |a, b| u32::from(f(f32::from_bits(a), f32::from_bits(b))))
    }
    Ok(match predicate {
        Predicate::FloatFalse => Map2(|a, b| ask(a, b, |_, _| false)),
        Predicate::FloatOeq => Map2(|a, b| ask(a, b, |a, b| a == b)),
        Predicate::FloatOgt => Map2(|a, b| ask(a, b, |a, b| a > b)),
        Predicate::FloatOge => Map2(|a, b| ask(a, b, |a, b| a >= b)),
        Predicate::FloatOlt => Map2(|a, b| ask(a, b, |a, b| a < b)),
        Predicate::FloatOle => Map2(|a, b| ask(a, b, |a, b| a <= b)),
        Predicate::FloatOne => Map2(|a, b| ask(a, b, |a, b| a != b && !a.is_nan() && !b.is_nan())),
        Predicate::FloatOrd => Map2(|a, b| ask(a, b, |a, b| !a.is_nan() && !b.is_nan())),
        Predicate::FloatUno => Map2(|a, b| ask(a, b, |a, b| a.is_nan() || b.is_nan())),
        Predicate::FloatUeq => Map2(|a, b| ask(a, b, |a, b| a == b || a.is_nan() || b.is_nan())),
        Predicate::FloatUgt => {
            Map2(|a, b| ask(a, b, |a, b| !matches!(a.partial_cmp(&b), Some(Less | Equal))))
        }
        Predicate::FloatUge => Map2(|a, b| ask(a, b, |a, b| !matches!(a.partial_cmp(&b), Some(Less)))),
        Predicate::FloatUlt => {
            Map2(|a, b| ask(a, b, |a, b| !matches!(a.partial_cmp(&b), Some(Greater | Equal))))
        }
        Predicate::FloatUle => Map2(|a, b| ask(a, b, |a, b| !matches!(a.partial_cmp(&b), Some(Greater)))),
        Predicate::FloatUne => Map2(|a, b| ask(a, b, |a, b| a != b)),
        Predicate::FloatTrue => Map2(|a, b| ask(a, b, |_, _| true)),
        _ => return Err(RunErrorKind::invalid("a comparison of integers on floats")),
    })
}

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, scalar: Scalar) -> Option<Semantics> {
    use Semantics::{Map1, Map2, Map3};
    Some(match (opcode, scalar) {
        (Opcode::FABS, Scalar::F32) => Map1(|a| map1(a, |a| a & !(1 << 31))),
        (Opcode::SQRT, Scalar::F32) => Map1(|a| one(a, f32::sqrt)),
        (Opcode::FMAX, Scalar::F32) => Map2(|a, b| two(a, b, f32::max)),
        (Opcode::FMIN, Scalar::F32) => Map2(|a, b| two(a, b, f32::min)),
        (Opcode::FMAD, Scalar::F32) => Map3(|a, b, c| {
            map3(a, b, c, |a, b, c| (f32::from_bits(a) * f32::from_bits(b) + f32::from_bits(c)).to_bits())
        }),
        _ => return None,
    })
}
