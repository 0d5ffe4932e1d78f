//! Floats: LLVM's arithmetic and comparisons. What D3D leaves open: divisions are divisions, not products with
//! reciprocals; `frem` is exact, with the sign of the dividend, as C's `fmod` is.

use dxil_ir::{BinaryOp, Predicate};

use super::formats::{Denormals, Format, double, double_two, in_format, two};
use super::semantics::Semantics;
use crate::error::{Result, RunErrorKind};
use crate::instruction::Scalar;
use crate::lanes::{self, Lanes, map1, map2, shorten, wide2, widen};

/// A function of two floats of any format.
macro_rules! binary {
    ($scalar:expr, $denormals:expr, $function:expr) => {
        match $scalar {
            Scalar::F64 => Some(Semantics::MapN(|from, to| double_two(from, to, $function))),
            scalar => in_format!(scalar, $denormals, F => Semantics::Map2(|a, b| two::<F>(a, b, $function))),
        }
    };
}

/// What an operator does.
pub(crate) fn binary(op: BinaryOp, scalar: Scalar, denormals: Denormals) -> Result<Semantics> {
    let semantics = match op {
        BinaryOp::Add => binary!(scalar, denormals, |a, b| a + b),
        BinaryOp::Sub => binary!(scalar, denormals, |a, b| a - b),
        BinaryOp::Mul => binary!(scalar, denormals, |a, b| a * b),
        // LLVM's numbers of operators are those of integers.
        BinaryOp::SDiv => binary!(scalar, denormals, |a, b| a / b),
        BinaryOp::SRem => binary!(scalar, denormals, |a, b| a % b),
        _ => None,
    };
    semantics.ok_or_else(|| {
        RunErrorKind::invalid(format!("integer operator {} has floating-point operands", op.word()))
    })
}

/// What `fneg` does: it turns the sign, of whatever it is.
pub(crate) fn negate(scalar: Scalar) -> Result<Semantics> {
    match scalar {
        Scalar::F16 => Ok(Semantics::Map1(|a| map1(a, |a| a ^ 1 << 15))),
        Scalar::F32 => Ok(Semantics::Map1(|a| map1(a, |a| a ^ 1 << 31))),
        Scalar::F64 => Ok(Semantics::MapN(|from, to| {
            if let ([low, high], [to_low, to_high]) = (from, to) {
                (*to_low, *to_high) = (*low, map1(high, |high| high ^ 1 << 31));
            }
        })),
        _ => Err(RunErrorKind::invalid("fneg has an integer operand")),
    }
}

#[inline(always)]
fn ask<F: Format>(a: &Lanes, b: &Lanes, f: impl Fn(f32, f32) -> bool) -> Lanes {
    map2(a, b, |a, b| u32::from(f(F::read(a), F::read(b))))
}

#[inline(always)]
fn ask_double(from: &[Lanes], to: &mut [Lanes], f: impl Fn(f64, f64) -> bool) {
    if let ([a_low, a_high, b_low, b_high], [to]) = (from, to) {
        let (a, b) = (widen(a_low, a_high), widen(b_low, b_high));
        *to = shorten(&wide2(&a, &b, |a, b| f(double(a), double(b)).into()), lanes::low);
    }
}

/// A question about two floats of any format.
macro_rules! question {
    ($scalar:expr, $denormals:expr, $function:expr) => {
        match $scalar {
            Scalar::F64 => Some(Semantics::MapN(|from, to| ask_double(from, to, $function))),
            scalar => in_format!(scalar, $denormals, F => Semantics::Map2(|a, b| ask::<F>(a, b, $function))),
        }
    };
}

/// What a comparison does. The unordered ones are the opposites of the ordered ones that are false of the same numbers.
#[expect(clippy::neg_cmp_op_on_partial_ord, reason = "that is what unordered comparisons are")]
pub(crate) fn compare(predicate: Predicate, scalar: Scalar, denormals: Denormals) -> Result<Semantics> {
    let semantics = match predicate {
        Predicate::FloatFalse => question!(scalar, denormals, |_, _| false),
        Predicate::FloatOeq => question!(scalar, denormals, |a, b| a == b),
        Predicate::FloatOgt => question!(scalar, denormals, |a, b| a > b),
        Predicate::FloatOge => question!(scalar, denormals, |a, b| a >= b),
        Predicate::FloatOlt => question!(scalar, denormals, |a, b| a < b),
        Predicate::FloatOle => question!(scalar, denormals, |a, b| a <= b),
        Predicate::FloatOne => question!(scalar, denormals, |a, b| (a < b) | (a > b)),
        Predicate::FloatOrd => question!(scalar, denormals, |a, b| !(a.is_nan() | b.is_nan())),
        Predicate::FloatUno => question!(scalar, denormals, |a, b| a.is_nan() | b.is_nan()),
        Predicate::FloatUeq => question!(scalar, denormals, |a, b| !((a < b) | (a > b))),
        Predicate::FloatUgt => question!(scalar, denormals, |a, b| !(a <= b)),
        Predicate::FloatUge => question!(scalar, denormals, |a, b| !(a < b)),
        Predicate::FloatUlt => question!(scalar, denormals, |a, b| !(a >= b)),
        Predicate::FloatUle => question!(scalar, denormals, |a, b| !(a > b)),
        Predicate::FloatUne => question!(scalar, denormals, |a, b| a != b),
        Predicate::FloatTrue => question!(scalar, denormals, |_, _| true),
        _ => None,
    };
    semantics.ok_or_else(|| {
        RunErrorKind::invalid(format!("fcmp {} with operands of type {scalar}", predicate.word()))
    })
}
