//! Exponentials, logarithms, powers and square roots. `Exp` and `Log` of DXIL have the base 2.

use std::f64::consts::{LN_2, LOG2_E};

use dxil::emit::{Emitter, Result};
use dxil::ops::Opcode;
use dxil_ir::Value;
use naga::{MathFunction, Scalar};

use super::doubles;
use super::operations::{is_double, unary, unsupported, wrong_arguments};
use crate::lower::numeric::{Numeric, constant, divide_floats, map1, map2, multiply};

/// Lowers a function of this file.
pub(super) fn lower(emit: &mut Emitter<'_>, fun: MathFunction, arguments: &[Numeric]) -> Result<Vec<Value>> {
    match (fun, arguments) {
        (MathFunction::Sqrt, [a]) => map1(emit, a, |emit, value| square_root(emit, a.scalar, value)),
        (MathFunction::InverseSqrt, [a]) => {
            map1(emit, a, |emit, value| inverse_square_root(emit, a.scalar, value))
        }
        (_, [a, ..]) if is_double(a.scalar) => Err(unsupported(fun, a.scalar)),
        (MathFunction::Exp2, [a]) => map1(emit, a, |emit, value| unary(emit, Opcode::EXP, a.scalar, value)),
        (MathFunction::Log2, [a]) => map1(emit, a, |emit, value| unary(emit, Opcode::LOG, a.scalar, value)),
        (MathFunction::Exp, [a]) => {
            let factor = constant(emit, a.scalar, LOG2_E);
            map1(emit, a, |emit, value| {
                let exponent = multiply(emit, value, factor);
                unary(emit, Opcode::EXP, a.scalar, exponent)
            })
        }
        (MathFunction::Log, [a]) => {
            let factor = constant(emit, a.scalar, LN_2);
            map1(emit, a, |emit, value| {
                let logarithm = unary(emit, Opcode::LOG, a.scalar, value)?;
                Ok(multiply(emit, logarithm, factor))
            })
        }
        (MathFunction::Pow, [a, b]) => map2(emit, [a, b], |emit, base, exponent| {
            let logarithm = unary(emit, Opcode::LOG, a.scalar, base)?;
            let product = multiply(emit, exponent, logarithm);
            unary(emit, Opcode::EXP, a.scalar, product)
        }),
        _ => Err(wrong_arguments(fun, arguments)),
    }
}

/// The square root of a float.
pub(super) fn square_root(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Result<Value> {
    match is_double(scalar) {
        true => doubles::square_root(emit, value),
        false => unary(emit, Opcode::SQRT, scalar, value),
    }
}

/// The reciprocal of the square root of a float.
pub(super) fn inverse_square_root(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Result<Value> {
    if !is_double(scalar) {
        return unary(emit, Opcode::RSQRT, scalar, value);
    }
    let root = doubles::square_root(emit, value)?;
    let one = constant(emit, scalar, 1.0);
    Ok(divide_floats(emit, one, root))
}
