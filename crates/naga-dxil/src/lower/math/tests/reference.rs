//! Exact values of functions, and the intervals of the expressions from which WGSL inherits the accuracy of the others.

use naga::MathFunction as Fun;

use super::interval::{Accuracy, Interval};

/// The value of a function of floats, component by component.
pub(super) fn exact(fun: Fun, arguments: &[f64]) -> f64 {
    match (fun, arguments) {
        (Fun::Abs, [a]) => a.abs(),
        (Fun::Min, [a, b]) => a.min(*b),
        (Fun::Max, [a, b]) => a.max(*b),
        (Fun::Clamp, [a, low, high]) => a.max(*low).min(*high),
        (Fun::Saturate, [a]) => a.clamp(0.0, 1.0),
        (Fun::Sign, [a]) => {
            if *a == 0.0 {
                0.0
            } else {
                a.signum()
            }
        }
        (Fun::Cos, [a]) => a.cos(),
        (Fun::Sin, [a]) => a.sin(),
        (Fun::Acos, [a]) => a.acos(),
        (Fun::Asin, [a]) => a.asin(),
        (Fun::Atan, [a]) => a.atan(),
        (Fun::Atan2, [y, x]) => y.atan2(*x),
        (Fun::Ceil, [a]) => a.ceil(),
        (Fun::Floor, [a]) => a.floor(),
        (Fun::Round, [a]) => a.round_ties_even(),
        (Fun::Trunc, [a]) => a.trunc(),
        (Fun::Fract, [a]) => a - a.floor(),
        (Fun::Exp, [a]) => a.exp(),
        (Fun::Exp2, [a]) => a.exp2(),
        (Fun::Log, [a]) => a.ln(),
        (Fun::Log2, [a]) => a.log2(),
        (Fun::Sqrt, [a]) => a.sqrt(),
        (Fun::InverseSqrt, [a]) => 1.0 / a.sqrt(),
        (Fun::Step, [edge, a]) => f64::from(u8::from(edge <= a)),
        (Fun::Tanh, [a]) => a.tanh(),
        _ => panic!("{fun:?} has no exact value"),
    }
}

/// The interval of the expression that defines the accuracy of a function.
pub(super) fn inherited(fun: Fun, ops: Accuracy, arguments: &[Interval]) -> Interval {
    let (one, half) = (Interval::point(1.0), Interval::point(0.5));
    match (fun, arguments) {
        (Fun::Tan, [a]) => ops.div(ops.wave(a.low, f64::sin), ops.wave(a.low, f64::cos)),
        // The function is odd. The expression cancels for negative numbers, so their interval is the negated one.
        (Fun::Asinh, [a]) if a.low < 0.0 => inherited(fun, ops, &[a.negated()]).negated(),
        (Fun::Asinh, [a]) => {
            let root = ops.sqrt(ops.add(ops.mul(*a, *a), one));
            ops.log(ops.add(*a, root))
        }
        (Fun::Acosh, [a]) => {
            let root = ops.sqrt(ops.sub(ops.mul(*a, *a), one));
            ops.log(ops.add(*a, root))
        }
        (Fun::Atanh, [a]) => {
            let ratio = ops.div(ops.add(one, *a), ops.sub(one, *a));
            ops.mul(ops.log(ratio), half)
        }
        (Fun::Cosh, [a]) => ops.mul(ops.add(ops.exp(*a), ops.exp(a.negated())), half),
        (Fun::Sinh, [a]) => ops.mul(ops.sub(ops.exp(*a), ops.exp(a.negated())), half),
        (Fun::Tanh, [_]) => {
            ops.div(inherited(Fun::Sinh, ops, arguments), inherited(Fun::Cosh, ops, arguments))
        }
        (Fun::Radians, [a]) => ops.mul(*a, ops.constant(0.017_453_292_519_943_295)),
        (Fun::Degrees, [a]) => ops.mul(*a, ops.constant(57.295_779_513_082_32)),
        (Fun::Fract, [a]) => ops.sub(*a, a.map(f64::floor)),
        (Fun::Pow, [base, exponent]) => ops.exp2(ops.mul(*exponent, ops.log2(*base))),
        (Fun::Sqrt, [a]) => ops.sqrt(*a),
        (Fun::Fma, [a, b, c]) => ops.add(ops.mul(*a, *b), *c),
        (Fun::Mix, [a, b, weight]) => ops.add(ops.mul(*a, ops.sub(one, *weight)), ops.mul(*b, *weight)),
        (Fun::SmoothStep, [low, high, a]) => {
            let position = ops.div(ops.sub(*a, *low), ops.sub(*high, *low));
            if position.is_unbounded() {
                return position;
            }
            let t = position.map(|position| position.clamp(0.0, 1.0));
            let slope = ops.sub(Interval::point(3.0), ops.mul(Interval::point(2.0), t));
            ops.mul(ops.mul(t, t), slope)
        }
        _ => panic!("{fun:?} inherits no accuracy"),
    }
}
