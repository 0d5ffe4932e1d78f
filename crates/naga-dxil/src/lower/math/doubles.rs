//! Roundings and square roots of 64-bit floats, for which DXIL has no operations. The functions access the bits through
//! `SplitDouble` and `MakeDouble`, so that shaders do not need 64-bit integers.

use dxil::emit::{EmitError, Emitter, Result};
use dxil::ops::{Opcode, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, CastOp, Predicate, Value};
use naga::Scalar;

use super::operations::{Rounding, multiply_add, unary};
use crate::lower::numeric::{
    add, constant, constant_bits, int32, is_less, multiply, negate, scalar_type, subtract,
};

/// The bits of the upper dword that are the exponent.
pub(super) const EXPONENT: u32 = 0x7ff0_0000;
/// The sign bit of the upper dword.
pub(super) const SIGN: u32 = 0x8000_0000;
/// The number of fraction bits in the upper dword.
pub(super) const FRACTION_BITS: i32 = 20;
/// The bias of the exponent.
pub(super) const BIAS: i32 = 1023;

/// The lower and the upper dword.
pub(super) fn split(emit: &mut Emitter<'_>, value: Value) -> Result<[Value; 2]> {
    let dwords = emit.op(Opcode::SPLIT_DOUBLE, OverloadKind::F64, [value])?;
    let dwords = emit.members(dwords, 2)?;
    <[Value; 2]>::try_from(dwords).map_err(|_| EmitError::Usage {
        what: "SplitDouble does not return two dwords".into(),
        remedy: "report the error".into(),
    })
}

/// The float with these dwords.
pub(super) fn join(emit: &mut Emitter<'_>, [low, high]: [Value; 2]) -> Result<Value> {
    emit.op(Opcode::MAKE_DOUBLE, OverloadKind::F64, [low, high])
}

/// The bits of a dword that are in the mask.
pub(super) fn masked(emit: &mut Emitter<'_>, dword: Value, mask: u32) -> Value {
    let mask = constant_bits(emit, Scalar::U32, mask.into());
    emit.binary(BinaryOp::And, dword, mask)
}

/// The power of 2 with an `i32` exponent of a normal float.
pub(super) fn power(emit: &mut Emitter<'_>, exponent: Value) -> Result<Value> {
    let [zero, bias, shift] = [0, BIAS, FRACTION_BITS].map(|number| int32(emit, number));
    let biased = add(emit, exponent, bias);
    let high = emit.binary(BinaryOp::Shl, biased, shift);
    join(emit, [zero, high])
}

/// The magnitude of a float with the sign of another one.
pub(super) fn copy_sign(emit: &mut Emitter<'_>, magnitude: Value, sign: Value) -> Result<Value> {
    let [low, high] = split(emit, magnitude)?;
    let [_, sign] = split(emit, sign)?;
    let (high, sign) = (masked(emit, high, !SIGN), masked(emit, sign, SIGN));
    let high = emit.binary(BinaryOp::Or, high, sign);
    join(emit, [low, high])
}

/// The float rounded to an integer. Adding 2^52 to a smaller magnitude rounds it to the nearest even integer; the other
/// roundings correct this integer by 1.
pub(super) fn round(emit: &mut Emitter<'_>, rounding: Rounding, value: Value) -> Result<Value> {
    let scalar = Scalar::F64;
    let [one, integers] = [1.0, 4_503_599_627_370_496.0].map(|number| constant(emit, scalar, number));
    let magnitude = unary(emit, Opcode::FABS, scalar, value)?;
    let sum = add(emit, magnitude, integers);
    let mut nearest = subtract(emit, sum, integers);
    if rounding == Rounding::TowardZero {
        let is_above = is_less(emit, scalar, magnitude, nearest);
        let below = subtract(emit, nearest, one);
        nearest = emit.select(is_above, below, nearest);
    }
    let nearest = copy_sign(emit, nearest, value)?;
    let rounded = match rounding {
        Rounding::NearestEven | Rounding::TowardZero => nearest,
        Rounding::Down => {
            let is_above = is_less(emit, scalar, value, nearest);
            let below = subtract(emit, nearest, one);
            emit.select(is_above, below, nearest)
        }
        Rounding::Up => {
            // The sum of -1 and 1 would be +0.
            let is_below = is_less(emit, scalar, nearest, value);
            let above = add(emit, nearest, one);
            let above = copy_sign(emit, above, value)?;
            emit.select(is_below, above, nearest)
        }
    };
    let has_fraction = is_less(emit, scalar, magnitude, integers);
    Ok(emit.select(has_fraction, rounded, value))
}

/// The square root: a 32-bit estimate of the reciprocal root of the value, scaled to [1, 4), then one step of Newton's
/// iteration for the reciprocal root and one for the root. The error is at most 1 ULP.
pub(super) fn square_root(emit: &mut Emitter<'_>, value: Value) -> Result<Value> {
    /// Values below have few or no fraction bits as normal floats, and are scaled by 2^104.
    const SMALL: f64 = 1.0e-289;
    let scalar = Scalar::F64;
    let [zero, one, half, three_halves] = [0.0, 1.0, 0.5, 1.5].map(|number| constant(emit, scalar, number));
    let [infinity, nan, small] =
        [f64::INFINITY, f64::NAN, SMALL].map(|number| constant(emit, scalar, number));
    let [up, down] = [104, -52].map(|exponent| constant(emit, scalar, (2.0_f64).powi(exponent)));

    let is_small = is_less(emit, scalar, value, small);
    let scaled = multiply(emit, value, up);
    let normal = emit.select(is_small, scaled, value);
    let [low, high] = split(emit, normal)?;
    let [shift, bias, one_bit, field] = [FRACTION_BITS, BIAS, 1, FRACTION_BITS + 1].map(|n| int32(emit, n));
    let biased = emit.binary(BinaryOp::LShr, high, shift);
    let exponent = subtract(emit, biased, bias);
    let exponent = emit.binary(BinaryOp::AShr, exponent, one_bit);
    let removed = emit.binary(BinaryOp::Shl, exponent, field);
    let high = subtract(emit, high, removed);
    let mantissa = join(emit, [low, high])?;

    let single = scalar_type(emit, Scalar::F32);
    let double = scalar_type(emit, scalar);
    let estimate = emit.cast(CastOp::FpTrunc, mantissa, single);
    let estimate = unary(emit, Opcode::RSQRT, Scalar::F32, estimate)?;
    let estimate = emit.cast(CastOp::FpExt, estimate, double);
    let half_mantissa = multiply(emit, mantissa, half);
    let square = multiply(emit, estimate, estimate);
    let product = multiply(emit, half_mantissa, square);
    let correction = subtract(emit, three_halves, product);
    let reciprocal = multiply(emit, estimate, correction);
    let root = multiply(emit, mantissa, reciprocal);
    let negated = negate(emit, scalar, root);
    let residual = emit.op(Opcode::FMA, OverloadKind::F64, [negated, root, mantissa])?;
    let half_reciprocal = multiply(emit, reciprocal, half);
    let root = multiply_add(emit, scalar, [residual, half_reciprocal, root])?;

    let scale = power(emit, exponent)?;
    let scale_of_small = emit.select(is_small, down, one);
    let root = multiply(emit, root, scale);
    let root = multiply(emit, root, scale_of_small);
    let is_positive = is_less(emit, scalar, zero, value);
    let is_negative = is_less(emit, scalar, value, zero);
    let is_infinite = emit.compare(Predicate::FloatOeq, value, infinity);
    let other = emit.select(is_negative, nan, value);
    let root = emit.select(is_infinite, value, root);
    Ok(emit.select(is_positive, root, other))
}
