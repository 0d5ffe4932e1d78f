//! Trigonometric and hyperbolic functions, and angle units. DXIL has no operations for `Atan2` and for the inverse
//! hyperbolic functions, which are computed from arc tangents and logarithms.

use std::f64::consts::{FRAC_PI_2, LN_2, PI};

use dxil::emit::{Emitter, Result};
use dxil::ops::Opcode;
use dxil_ir::Value;
use dxil_ir::builder::Build as _;
use naga::{MathFunction, Scalar};

use super::comparison::absolute;
use super::operations::{is_double, multiply_add, unary, unsupported, wrong_arguments};
use super::rounding::copy_sign;
use crate::lower::numeric::{
    Numeric, add, bit_width, constant, divide_floats, is_less, map1, map2, maximum, minimum, multiply,
    subtract,
};

/// Lowers a function of this file.
pub(super) fn lower(emit: &mut Emitter<'_>, fun: MathFunction, arguments: &[Numeric]) -> Result<Vec<Value>> {
    let opcode = match fun {
        MathFunction::Cos => Opcode::COS,
        MathFunction::Sin => Opcode::SIN,
        MathFunction::Tan => Opcode::TAN,
        MathFunction::Acos => Opcode::ACOS,
        MathFunction::Asin => Opcode::ASIN,
        MathFunction::Atan => Opcode::ATAN,
        MathFunction::Cosh => Opcode::HCOS,
        MathFunction::Sinh => Opcode::HSIN,
        MathFunction::Tanh => Opcode::HTAN,
        _ => return lower_expanded(emit, fun, arguments),
    };
    match arguments {
        [a] if is_double(a.scalar) => Err(unsupported(fun, a.scalar)),
        [a] => map1(emit, a, |emit, value| unary(emit, opcode, a.scalar, value)),
        _ => Err(wrong_arguments(fun, arguments)),
    }
}

/// Lowers a function without an operation.
fn lower_expanded(emit: &mut Emitter<'_>, fun: MathFunction, arguments: &[Numeric]) -> Result<Vec<Value>> {
    match (fun, arguments) {
        (MathFunction::Radians, [a]) => scale(emit, a, PI / 180.0),
        (MathFunction::Degrees, [a]) => scale(emit, a, 180.0 / PI),
        (_, [a, ..]) if is_double(a.scalar) => Err(unsupported(fun, a.scalar)),
        (MathFunction::Atan2, [y, x]) => {
            map2(emit, [y, x], |emit, y_value, x_value| arc_tangent(emit, y.scalar, [y_value, x_value]))
        }
        (MathFunction::Asinh, [a]) => {
            map1(emit, a, |emit, value| inverse_hyperbolic_sine(emit, a.scalar, value))
        }
        (MathFunction::Acosh, [a]) => {
            map1(emit, a, |emit, value| inverse_hyperbolic_cosine(emit, a.scalar, value))
        }
        (MathFunction::Atanh, [a]) => {
            let [one, factor] = [1.0, LN_2 / 2.0].map(|number| constant(emit, a.scalar, number));
            map1(emit, a, |emit, value| {
                let (numerator, denominator) = (add(emit, one, value), subtract(emit, one, value));
                let ratio = divide_floats(emit, numerator, denominator);
                let logarithm = unary(emit, Opcode::LOG, a.scalar, ratio)?;
                Ok(multiply(emit, logarithm, factor))
            })
        }
        _ => Err(wrong_arguments(fun, arguments)),
    }
}

fn scale(emit: &mut Emitter<'_>, value: &Numeric, factor: f64) -> Result<Vec<Value>> {
    let factor = constant(emit, value.scalar, factor);
    map1(emit, value, |emit, value| Ok(multiply(emit, value, factor)))
}

/// `atan2(y, x)`: the arc tangent of the smaller magnitude divided by the larger one, which neither overflows nor loses
/// the quadrant, is mirrored to the octant of the point. The result for (0, 0) is 0.
fn arc_tangent(emit: &mut Emitter<'_>, scalar: Scalar, [y, x]: [Value; 2]) -> Result<Value> {
    let [zero, right_angle, straight_angle] =
        [0.0, FRAC_PI_2, PI].map(|number| constant(emit, scalar, number));
    let (height, width) = (absolute(emit, scalar, y)?, absolute(emit, scalar, x)?);
    let larger = maximum(emit, scalar, height, width)?;
    let smaller = minimum(emit, scalar, height, width)?;
    let quotient = divide_floats(emit, smaller, larger);
    let is_point = is_less(emit, scalar, zero, larger);
    let quotient = emit.select(is_point, quotient, larger);
    let octant = unary(emit, Opcode::ATAN, scalar, quotient)?;
    let is_steep = is_less(emit, scalar, width, height);
    let mirrored = subtract(emit, right_angle, octant);
    let quadrant = emit.select(is_steep, mirrored, octant);
    let is_left = is_less(emit, scalar, x, zero);
    let mirrored = subtract(emit, straight_angle, quadrant);
    let half_turn = emit.select(is_left, mirrored, quadrant);
    copy_sign(emit, scalar, half_turn, y)
}

/// The value from which on `x + sqrt(x * x ± 1)` is `2 * x` within the precision of the logarithm.
fn large(emit: &mut Emitter<'_>, scalar: Scalar) -> Value {
    constant(emit, scalar, if bit_width(scalar) == 16 { 64.0 } else { 8192.0 })
}

/// `log(value + root)`, or `log(2 * value)` for large values, whose square may overflow.
fn logarithm_of_sum(emit: &mut Emitter<'_>, scalar: Scalar, [value, root]: [Value; 2]) -> Result<Value> {
    let [zero, one, factor] = [0.0, 1.0, LN_2].map(|number| constant(emit, scalar, number));
    let limit = large(emit, scalar);
    let is_large = is_less(emit, scalar, limit, value);
    let sum = add(emit, value, root);
    let argument = emit.select(is_large, value, sum);
    let logarithm = unary(emit, Opcode::LOG, scalar, argument)?;
    let doubled = emit.select(is_large, one, zero);
    let logarithm = add(emit, logarithm, doubled);
    Ok(multiply(emit, logarithm, factor))
}

/// `asinh(x)` is odd: for a negative `x`, the sum `x + sqrt(x * x + 1)` would cancel.
fn inverse_hyperbolic_sine(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Result<Value> {
    let one = constant(emit, scalar, 1.0);
    let magnitude = absolute(emit, scalar, value)?;
    let square = multiply_add(emit, scalar, [value, value, one])?;
    let root = unary(emit, Opcode::SQRT, scalar, square)?;
    let result = logarithm_of_sum(emit, scalar, [magnitude, root])?;
    copy_sign(emit, scalar, result, value)
}

/// `acosh(x)`, with `(x - 1) * (x + 1)` instead of `x * x - 1`, which cancels near 1.
fn inverse_hyperbolic_cosine(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Result<Value> {
    let one = constant(emit, scalar, 1.0);
    let (below, above) = (subtract(emit, value, one), add(emit, value, one));
    let square = multiply(emit, below, above);
    let root = unary(emit, Opcode::SQRT, scalar, square)?;
    logarithm_of_sum(emit, scalar, [value, root])
}
