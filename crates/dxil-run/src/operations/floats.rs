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
