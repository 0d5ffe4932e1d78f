//! Fractions and exponents of floats: `Frexp` and `Ldexp`. Both work on bits, because powers of 2 of the operation
//! `Exp` are not exact and overflow earlier than the result.

use dxil::emit::{Emitter, Result};
use dxil::ops::Opcode;
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, Predicate, Value};
use naga::{MathFunction, Scalar, ScalarKind};

use super::doubles;
use super::operations::{is_double, wrong_arguments};
use crate::lower::numeric::{
    Numeric, add, bit_width, bits_of, clamp, constant, constant_bits, float_from_bits, float_to_bits, int32,
    is_less, map2, multiply, resize, subtract,
};

/// Lowers a function of this file.
pub(super) fn lower(emit: &mut Emitter<'_>, fun: MathFunction, arguments: &[Numeric]) -> Result<Vec<Value>> {
    match (fun, arguments) {
        (MathFunction::Frexp, [a]) => {
            let (mut fractions, mut exponents) = (Vec::new(), Vec::new());
            for value in a.components.iter() {
                let (fraction, exponent) = match is_double(a.scalar) {
                    true => split_double(emit, *value)?,
                    false => split(emit, Format::of(a.scalar), *value)?,
                };
                fractions.push(fraction);
                // naga's type of the exponent has the width of the fraction.
                let signed = Scalar { kind: ScalarKind::Sint, ..a.scalar };
                exponents.push(resize(emit, Scalar::I32, exponent, signed));
            }
            Ok(fractions.into_iter().chain(exponents).collect())
        }
        (MathFunction::Ldexp, [a, b]) => {
            map2(emit, [a, b], |emit, value, exponent| scale(emit, Format::of(a.scalar), value, exponent))
        }
        _ => Err(wrong_arguments(fun, arguments)),
    }
}

/// A binary floating-point format.
#[derive(Debug, Clone, Copy)]
struct Format {
    scalar: Scalar,
    fraction_bits: i32,
    bias: i32,
}

impl Format {
    fn of(scalar: Scalar) -> Self {
        let (fraction_bits, bias) = match bit_width(scalar) {
            16 => (10, 15),
            64 => (52, doubles::BIAS),
            _ => (23, 127),
        };
        Self { scalar, fraction_bits, bias }
    }

    /// The bits of infinity. The number of the smallest normal float is the lowest of them.
    fn infinity(self) -> u32 {
        (2 * self.bias.unsigned_abs() + 1) << self.fraction_bits
    }
}

/// The fraction, whose magnitude is in [0.5, 1), and the `i32` exponent of a 16-bit or 32-bit float. Zeros, infinities
/// and NaNs are their own fractions, with the exponent 0.
fn split(emit: &mut Emitter<'_>, format: Format, value: Value) -> Result<(Value, Value)> {
    let Format { scalar, fraction_bits, bias } = format;
    let dword = |emit: &mut Emitter<'_>, bits: u32| constant_bits(emit, Scalar::U32, bits.into());
    let bits = float_to_bits(emit, scalar, value);
    let bits = resize(emit, bits_of(scalar), bits, Scalar::U32);
    let sign = 1 << (bit_width(scalar) - 1);
    let smallest_normal = 1 << fraction_bits;
    let magnitude = doubles::masked(emit, bits, sign - 1);
    let sign = doubles::masked(emit, bits, sign);

    // A denormal is shifted until it has the leading bit of the smallest normal float.
    let limit = dword(emit, smallest_normal);
    let is_small = emit.compare(Predicate::IntUlt, magnitude, limit);
    let leading_zeros = emit.op(Opcode::FIRSTBIT_HI, None, [magnitude])?;
    let zeros_of_normal = int32(emit, 31 - fraction_bits);
    let shift = subtract(emit, leading_zeros, zeros_of_normal);
    let no_shift = int32(emit, 0);
    let shift = emit.select(is_small, shift, no_shift);
    let count = doubles::masked(emit, shift, 31);
    let normal = emit.binary(BinaryOp::Shl, magnitude, count);

    let fraction = doubles::masked(emit, normal, smallest_normal - 1);
    let half = dword(emit, (bias - 1).unsigned_abs() << fraction_bits);
    let fraction = emit.binary(BinaryOp::Or, fraction, half);
    let fraction = emit.binary(BinaryOp::Or, fraction, sign);
    let [shift_of_field, bias] = [fraction_bits, bias - 1].map(|number| int32(emit, number));
    let exponent = emit.binary(BinaryOp::LShr, normal, shift_of_field);
    let exponent = subtract(emit, exponent, bias);
    let exponent = subtract(emit, exponent, shift);

    // Zero wraps.
    let one = dword(emit, 1);
    let below = subtract(emit, magnitude, one);
    let last = dword(emit, format.infinity() - 1);
    let is_ordinary = emit.compare(Predicate::IntUlt, below, last);
    let fraction = emit.select(is_ordinary, fraction, bits);
    let exponent = emit.select(is_ordinary, exponent, no_shift);
    let fraction = resize(emit, Scalar::U32, fraction, bits_of(scalar));
    Ok((float_from_bits(emit, scalar, fraction), exponent))
}

/// Like [`split`], for a 64-bit float. Denormals are scaled by 2^54.
fn split_double(emit: &mut Emitter<'_>, value: Value) -> Result<(Value, Value)> {
    const SCALE: i32 = 54;
    let scalar = Scalar::F64;
    let [zero, smallest_normal, infinity, scale] =
        [0.0, f64::MIN_POSITIVE, f64::INFINITY, (2.0_f64).powi(SCALE)]
            .map(|number| constant(emit, scalar, number));
    let magnitude = emit.op(Opcode::FABS, None, [value])?;
    let is_small = is_less(emit, scalar, magnitude, smallest_normal);
    let scaled = multiply(emit, value, scale);
    let normal = emit.select(is_small, scaled, value);
    let [low, high] = doubles::split(emit, normal)?;

    let rest = doubles::masked(emit, high, !doubles::EXPONENT);
    let [half, shift] = [(doubles::BIAS - 1) << doubles::FRACTION_BITS, doubles::FRACTION_BITS]
        .map(|number| int32(emit, number));
    let fraction = emit.binary(BinaryOp::Or, rest, half);
    let fraction = doubles::join(emit, [low, fraction])?;
    let field = doubles::masked(emit, high, doubles::EXPONENT);
    let field = emit.binary(BinaryOp::LShr, field, shift);
    let [nothing, bias, bias_of_small] =
        [0, doubles::BIAS - 1, doubles::BIAS - 1 + SCALE].map(|number| int32(emit, number));
    let bias = emit.select(is_small, bias_of_small, bias);
    let exponent = subtract(emit, field, bias);

    let is_finite = is_less(emit, scalar, magnitude, infinity);
    let is_nonzero = is_less(emit, scalar, zero, magnitude);
    let is_ordinary = emit.binary(BinaryOp::And, is_finite, is_nonzero);
    let fraction = emit.select(is_ordinary, fraction, value);
    Ok((fraction, emit.select(is_ordinary, exponent, nothing)))
}

/// The value multiplied by a power of 2 with an `i32` exponent. A quarter of the exponent is the exponent of a normal
/// float for all exponents that matter, so the product has four factors and is exact unless it is denormal.
fn scale(emit: &mut Emitter<'_>, format: Format, value: Value, exponent: Value) -> Result<Value> {
    // From the largest float below the smallest denormal, or back.
    let limit = 2 * (format.bias + format.fraction_bits);
    let bounds = [-limit, limit].map(|number| int32(emit, number));
    let exponent = clamp(emit, Scalar::I32, exponent, bounds)?;
    let [one, two, last, first] = [1, 2, 31, 30].map(|number| int32(emit, number));
    // Rounded toward zero: factors of both signs could overflow, or lose bits of denormals.
    let sign = emit.binary(BinaryOp::AShr, exponent, last);
    let three_if_negative = emit.binary(BinaryOp::LShr, sign, first);
    let dividend = add(emit, exponent, three_if_negative);
    let quarter = emit.binary(BinaryOp::AShr, dividend, two);
    let doubled = emit.binary(BinaryOp::Shl, quarter, one);
    let three_quarters = add(emit, doubled, quarter);
    let rest = subtract(emit, exponent, three_quarters);
    let (rest, quarter) = (power(emit, format, rest)?, power(emit, format, quarter)?);
    let factors = [rest, quarter, quarter, quarter];
    Ok(factors.into_iter().fold(value, |product, factor| multiply(emit, product, factor)))
}

/// The power of 2 with an `i32` exponent of a normal float.
fn power(emit: &mut Emitter<'_>, format: Format, exponent: Value) -> Result<Value> {
    if is_double(format.scalar) {
        return doubles::power(emit, exponent);
    }
    let [bias, shift] = [format.bias, format.fraction_bits].map(|number| int32(emit, number));
    let biased = add(emit, exponent, bias);
    let bits = emit.binary(BinaryOp::Shl, biased, shift);
    let bits = resize(emit, Scalar::U32, bits, bits_of(format.scalar));
    Ok(float_from_bits(emit, format.scalar, bits))
}
