//! Roundings, fractional parts and copied signs.

use dxil::emit::{Emitter, Result};
use dxil::ops::Opcode;
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, Value};
use naga::{MathFunction, Scalar};

use super::doubles;
use super::operations::{Rounding, is_double, unary, wrong_arguments};
use crate::lower::numeric::{
    Numeric, bit_width, bits_of, constant_bits, float_from_bits, float_to_bits, map1, subtract,
};

/// Lowers a function of this file.
pub(super) fn lower(emit: &mut Emitter<'_>, fun: MathFunction, arguments: &[Numeric]) -> Result<Vec<Value>> {
    let [a] = arguments else { return Err(wrong_arguments(fun, arguments)) };
    let rounding = match fun {
        MathFunction::Round => Rounding::NearestEven,
        MathFunction::Floor | MathFunction::Fract => Rounding::Down,
        MathFunction::Ceil => Rounding::Up,
        MathFunction::Trunc | MathFunction::Modf => Rounding::TowardZero,
        _ => return Err(wrong_arguments(fun, arguments)),
    };
    if fun == MathFunction::Fract && !is_double(a.scalar) {
        return map1(emit, a, |emit, value| unary(emit, Opcode::FRC, a.scalar, value));
    }
    let whole = map1(emit, a, |emit, value| round(emit, a.scalar, rounding, value))?;
    if !matches!(fun, MathFunction::Fract | MathFunction::Modf) {
        return Ok(whole);
    }
    let pairs = a.components.iter().zip(&whole);
    let fractions: Vec<_> = pairs.map(|(value, whole)| subtract(emit, *value, *whole)).collect();
    match fun {
        MathFunction::Modf => Ok(fractions.into_iter().chain(whole).collect()),
        _ => Ok(fractions),
    }
}

/// The float rounded to an integer.
pub(super) fn round(
    emit: &mut Emitter<'_>,
    scalar: Scalar,
    rounding: Rounding,
    value: Value,
) -> Result<Value> {
    if is_double(scalar) {
        return doubles::round(emit, rounding, value);
    }
    let opcode = match rounding {
        Rounding::NearestEven => Opcode::ROUND_NE,
        Rounding::Down => Opcode::ROUND_NI,
        Rounding::Up => Opcode::ROUND_PI,
        Rounding::TowardZero => Opcode::ROUND_Z,
    };
    unary(emit, opcode, scalar, value)
}

/// The magnitude of a float with the sign of another one.
pub(super) fn copy_sign(
    emit: &mut Emitter<'_>,
    scalar: Scalar,
    magnitude: Value,
    sign: Value,
) -> Result<Value> {
    if is_double(scalar) {
        return doubles::copy_sign(emit, magnitude, sign);
    }
    let sign_bit = 1 << (bit_width(scalar) - 1);
    let (mask, rest) =
        (constant_bits(emit, bits_of(scalar), sign_bit), constant_bits(emit, bits_of(scalar), sign_bit - 1));
    let (magnitude, sign) = (float_to_bits(emit, scalar, magnitude), float_to_bits(emit, scalar, sign));
    let magnitude = emit.binary(BinaryOp::And, magnitude, rest);
    let sign = emit.binary(BinaryOp::And, sign, mask);
    let bits = emit.binary(BinaryOp::Or, magnitude, sign);
    Ok(float_from_bits(emit, scalar, bits))
}
