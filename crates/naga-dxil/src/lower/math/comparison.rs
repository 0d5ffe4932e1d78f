//! Absolute values, extremes, clamps and signs.

use dxil::emit::{Emitter, Result};
use dxil::ops::Opcode;
use dxil_ir::Value;
use dxil_ir::builder::Build as _;
use naga::{MathFunction, Scalar, ScalarKind};

use super::operations::{unary, wrong_arguments};
use crate::lower::numeric::{Numeric, clamp, constant, is_less, map1, map2, map3, maximum, minimum, negate};

/// Lowers a function of this file.
pub(super) fn lower(emit: &mut Emitter<'_>, fun: MathFunction, arguments: &[Numeric]) -> Result<Vec<Value>> {
    match (fun, arguments) {
        (MathFunction::Abs, [a]) => map1(emit, a, |emit, value| absolute(emit, a.scalar, value)),
        (MathFunction::Sign, [a]) => map1(emit, a, |emit, value| sign(emit, a.scalar, value)),
        (MathFunction::Saturate, [a]) => {
            map1(emit, a, |emit, value| unary(emit, Opcode::SATURATE, a.scalar, value))
        }
        (MathFunction::Min, [a, b]) => map2(emit, [a, b], |emit, x, y| minimum(emit, a.scalar, x, y)),
        (MathFunction::Max, [a, b]) => map2(emit, [a, b], |emit, x, y| maximum(emit, a.scalar, x, y)),
        (MathFunction::Clamp, [a, low, high]) => {
            map3(emit, [a, low, high], |emit, [value, low, high]| clamp(emit, a.scalar, value, [low, high]))
        }
        _ => Err(wrong_arguments(fun, arguments)),
    }
}

/// The absolute value. The result for the smallest signed integer is this integer.
pub(super) fn absolute(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Result<Value> {
    match scalar.kind {
        ScalarKind::Float | ScalarKind::AbstractFloat => unary(emit, Opcode::FABS, scalar, value),
        ScalarKind::Sint | ScalarKind::AbstractInt => {
            let negated = negate(emit, scalar, value);
            maximum(emit, scalar, value, negated)
        }
        ScalarKind::Uint | ScalarKind::Bool => Ok(value),
    }
}

/// -1, 0 or 1. The result for a NaN is 0.
fn sign(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Result<Value> {
    let [zero, one, minus_one] = [0.0, 1.0, -1.0].map(|number| constant(emit, scalar, number));
    if scalar.kind == ScalarKind::Uint {
        return minimum(emit, scalar, value, one);
    }
    let is_negative = is_less(emit, scalar, value, zero);
    let is_positive = is_less(emit, scalar, zero, value);
    let not_positive = emit.select(is_negative, minus_one, zero);
    Ok(emit.select(is_positive, one, not_positive))
}
