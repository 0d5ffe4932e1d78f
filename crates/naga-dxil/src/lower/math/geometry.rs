//! Products, lengths and directions of vectors.

use dxil::emit::{Emitter, Result};
use dxil::ops::Opcode;
use dxil_ir::Value;
use dxil_ir::builder::Build as _;
use naga::{MathFunction, Scalar};

use super::comparison::absolute;
use super::exponential::{inverse_square_root, square_root};
use super::operations::{is_double, multiply_add, wrong_arguments};
use crate::lower::numeric::{
    Numeric, add, constant, divide_floats, is_float, is_less, multiply, negate, overload, subtract,
};

/// Lowers a function of this file.
pub(super) fn lower(emit: &mut Emitter<'_>, fun: MathFunction, arguments: &[Numeric]) -> Result<Vec<Value>> {
    match (fun, arguments) {
        (MathFunction::Dot, [a, b]) => {
            Ok(vec![dot(emit, a.scalar, [a.components.as_ref(), b.components.as_ref()])?])
        }
        (MathFunction::Length, [a]) => Ok(vec![length(emit, a.scalar, &a.components)?]),
        (MathFunction::Distance, [a, b]) => {
            let pairs = a.components.iter().zip(b.components.iter());
            let differences: Vec<_> = pairs.map(|(a, b)| subtract(emit, *a, *b)).collect();
            Ok(vec![length(emit, a.scalar, &differences)?])
        }
        (MathFunction::Cross, [a, b]) => match (a.components.as_ref(), b.components.as_ref()) {
            ([a0, a1, a2], [b0, b1, b2]) => Ok(cross(emit, [[*a0, *a1, *a2], [*b0, *b1, *b2]]).to_vec()),
            _ => Err(wrong_arguments(fun, arguments)),
        },
        (MathFunction::Normalize, [a]) => normalize(emit, a),
        (MathFunction::FaceForward, [a, incident, reference]) => {
            let products = [reference.components.as_ref(), incident.components.as_ref()];
            let product = dot(emit, a.scalar, products)?;
            let zero = constant(emit, a.scalar, 0.0);
            let is_front = is_less(emit, a.scalar, product, zero);
            let choose = |value: &Value| {
                let negated = negate(emit, a.scalar, *value);
                emit.select(is_front, *value, negated)
            };
            Ok(a.components.iter().map(choose).collect())
        }
        (MathFunction::Reflect, [incident, normal]) => reflect(emit, incident, normal),
        (MathFunction::Refract, [incident, normal, ratio]) => refract(emit, [incident, normal, ratio]),
        _ => Err(wrong_arguments(fun, arguments)),
    }
}

/// The dot product, of scalars, too. The products and sums of integers wrap.
pub(super) fn dot(emit: &mut Emitter<'_>, scalar: Scalar, [a, b]: [&[Value]; 2]) -> Result<Value> {
    let opcode = match a.len() {
        2 => Some(Opcode::DOT2),
        3 => Some(Opcode::DOT3),
        4 => Some(Opcode::DOT4),
        _ => None,
    };
    let opcode = opcode.filter(|_| is_float(scalar) && !is_double(scalar));
    if let Some(opcode) = opcode {
        return emit.op(opcode, overload(scalar), a.iter().chain(b).copied());
    }
    let mut sum = None;
    for (a, b) in a.iter().zip(b) {
        let next = match sum {
            None => multiply(emit, *a, *b),
            Some(sum) if is_float(scalar) => multiply_add(emit, scalar, [*a, *b, sum])?,
            Some(sum) => {
                let product = multiply(emit, *a, *b);
                add(emit, sum, product)
            }
        };
        sum = Some(next);
    }
    Ok(sum.unwrap_or_else(|| constant(emit, scalar, 0.0)))
}

/// The length of a vector, or the absolute value of a scalar.
fn length(emit: &mut Emitter<'_>, scalar: Scalar, components: &[Value]) -> Result<Value> {
    if let [only] = components {
        return absolute(emit, scalar, *only);
    }
    let square = dot(emit, scalar, [components, components])?;
    square_root(emit, scalar, square)
}

/// The cross product of two vectors with 3 components.
pub(super) fn cross(emit: &mut Emitter<'_>, [a, b]: [[Value; 3]; 2]) -> [Value; 3] {
    let ([a0, a1, a2], [b0, b1, b2]) = (a, b);
    [[a1, b2, a2, b1], [a2, b0, a0, b2], [a0, b1, a1, b0]].map(|[a, b, c, d]| {
        let (first, second) = (multiply(emit, a, b), multiply(emit, c, d));
        subtract(emit, first, second)
    })
}

fn normalize(emit: &mut Emitter<'_>, value: &Numeric) -> Result<Vec<Value>> {
    let components = value.components.as_ref();
    if is_double(value.scalar) {
        let length = length(emit, value.scalar, components)?;
        return Ok(components.iter().map(|value| divide_floats(emit, *value, length)).collect());
    }
    let square = dot(emit, value.scalar, [components, components])?;
    let factor = inverse_square_root(emit, value.scalar, square)?;
    Ok(components.iter().map(|value| multiply(emit, *value, factor)).collect())
}

/// `incident - 2 * dot(normal, incident) * normal`.
fn reflect(emit: &mut Emitter<'_>, incident: &Numeric, normal: &Numeric) -> Result<Vec<Value>> {
    let scalar = incident.scalar;
    let product = dot(emit, scalar, [normal.components.as_ref(), incident.components.as_ref()])?;
    let minus_two = constant(emit, scalar, -2.0);
    let factor = multiply(emit, product, minus_two);
    let pairs = incident.components.iter().zip(normal.components.iter());
    pairs.map(|(incident, normal)| multiply_add(emit, scalar, [factor, *normal, *incident])).collect()
}

/// `ratio * incident - (ratio * d + sqrt(k)) * normal` with `d = dot(normal, incident)` and
/// `k = 1 - ratio² * (1 - d²)`, or zeros if `k` is negative.
fn refract(emit: &mut Emitter<'_>, [incident, normal, ratio]: [&Numeric; 3]) -> Result<Vec<Value>> {
    let scalar = incident.scalar;
    let ratio = ratio.component(0)?;
    let [zero, one] = [0.0, 1.0].map(|number| constant(emit, scalar, number));
    let product = dot(emit, scalar, [normal.components.as_ref(), incident.components.as_ref()])?;
    let square = multiply(emit, product, product);
    let rest = subtract(emit, one, square);
    let square_of_ratio = multiply(emit, ratio, ratio);
    let removed = multiply(emit, square_of_ratio, rest);
    let k = subtract(emit, one, removed);
    let root = square_root(emit, scalar, k)?;
    let factor = multiply_add(emit, scalar, [ratio, product, root])?;
    let is_reflected = is_less(emit, scalar, k, zero);
    let pairs = incident.components.iter().zip(normal.components.iter());
    let component = |(incident, normal): (&Value, &Value)| {
        let (first, second) = (multiply(emit, ratio, *incident), multiply(emit, factor, *normal));
        let refracted = subtract(emit, first, second);
        emit.select(is_reflected, zero, refracted)
    };
    Ok(pairs.map(component).collect())
}
