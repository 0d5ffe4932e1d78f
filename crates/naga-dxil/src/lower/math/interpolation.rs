//! Fused multiply-add, linear and Hermite interpolation, and steps.

use dxil::emit::{Emitter, Result};
use dxil::ops::Opcode;
use dxil_ir::builder::Build as _;
use dxil_ir::{Predicate, Value};
use naga::{MathFunction, Scalar};

use super::operations::{is_double, multiply_add, unary, wrong_arguments};
use crate::lower::numeric::{Numeric, constant, divide_floats, map2, map3, multiply, overload, subtract};

/// Lowers a function of this file.
pub(super) fn lower(emit: &mut Emitter<'_>, fun: MathFunction, arguments: &[Numeric]) -> Result<Vec<Value>> {
    match (fun, arguments) {
        (MathFunction::Fma, [a, b, c]) => map3(emit, [a, b, c], |emit, values| match is_double(a.scalar) {
            true => emit.op(Opcode::FMA, overload(a.scalar), values),
            false => multiply_add(emit, a.scalar, values),
        }),
        // The weight may be a scalar.
        (MathFunction::Mix, [a, b, weight]) => {
            map3(emit, [a, b, weight], |emit, values| mix(emit, a.scalar, values))
        }
        (MathFunction::Step, [edge, value]) => {
            let [zero, one] = [0.0, 1.0].map(|number| constant(emit, edge.scalar, number));
            map2(emit, [edge, value], |emit, edge, value| {
                let is_reached = emit.compare(Predicate::FloatOle, edge, value);
                Ok(emit.select(is_reached, one, zero))
            })
        }
        (MathFunction::SmoothStep, [low, high, value]) => {
            map3(emit, [low, high, value], |emit, values| smooth_step(emit, low.scalar, values))
        }
        _ => Err(wrong_arguments(fun, arguments)),
    }
}

/// `a * (1 - weight) + b * weight`, which is exact for the weights 0 and 1.
fn mix(emit: &mut Emitter<'_>, scalar: Scalar, [a, b, weight]: [Value; 3]) -> Result<Value> {
    let one = constant(emit, scalar, 1.0);
    let rest = subtract(emit, one, weight);
    let first = multiply(emit, a, rest);
    multiply_add(emit, scalar, [b, weight, first])
}

/// `t * t * (3 - 2 * t)` for the clamped relative position `t` of the value between the edges.
fn smooth_step(emit: &mut Emitter<'_>, scalar: Scalar, [low, high, value]: [Value; 3]) -> Result<Value> {
    let distance = subtract(emit, value, low);
    let range = subtract(emit, high, low);
    let position = divide_floats(emit, distance, range);
    let t = unary(emit, Opcode::SATURATE, scalar, position)?;
    let [minus_two, three] = [-2.0, 3.0].map(|number| constant(emit, scalar, number));
    let slope = multiply_add(emit, scalar, [t, minus_two, three])?;
    let square = multiply(emit, t, t);
    Ok(multiply(emit, square, slope))
}
