//! Products, lengths and directions of vectors of floats, with the accuracy that they inherit from expressions.

use naga::MathFunction as Fun;
use testkit::random::Random;

use super::cases::{Case, Domain, run_all};
use super::interval::{Accuracy, Interval};
use super::*;

/// The intervals of the result (WGSL 15.7.4.1, column "Inherited from").
fn inherited(fun: Fun, ops: Accuracy, arguments: &[Vec<Interval>]) -> Vec<Interval> {
    let pairs = || arguments[0].iter().copied().zip(arguments[1].iter().copied());
    match fun {
        Fun::Dot => vec![ops.dot(&arguments[0], &arguments[1])],
        Fun::Length => vec![length(ops, &arguments[0])],
        Fun::Distance => {
            let differences: Vec<_> = pairs().map(|(a, b)| ops.sub(a, b)).collect();
            vec![length(ops, &differences)]
        }
        Fun::Normalize => {
            let length = length(ops, &arguments[0]);
            arguments[0].iter().map(|component| ops.div(*component, length)).collect()
        }
        Fun::Cross => {
            let (a, b) = (&arguments[0], &arguments[1]);
            let component = |(i, j): (usize, usize)| ops.sub(ops.mul(a[i], b[j]), ops.mul(a[j], b[i]));
            [(1, 2), (2, 0), (0, 1)].into_iter().map(component).collect()
        }
        Fun::FaceForward => {
            let product = ops.dot(&arguments[2], &arguments[1]);
            let choose = |value: &Interval| match product {
                Interval { high, .. } if high < 0.0 => *value,
                Interval { low, .. } if low >= 0.0 => value.negated(),
                _ => value.union(value.negated()),
            };
            arguments[0].iter().map(choose).collect()
        }
        Fun::Reflect => {
            let product = ops.mul(Interval::point(2.0), ops.dot(&arguments[0], &arguments[1]));
            pairs().map(|(incident, normal)| ops.sub(incident, ops.mul(product, normal))).collect()
        }
        Fun::Refract => {
            let (one, ratio) = (Interval::point(1.0), arguments[2][0]);
            let product = ops.dot(&arguments[1], &arguments[0]);
            let rest = ops.sub(one, ops.mul(product, product));
            let k = ops.sub(one, ops.mul(ops.mul(ratio, ratio), rest));
            let factor = ops.add(ops.mul(ratio, product), ops.sqrt(k.at_least(0.0)));
            let component = |(incident, normal)| {
                let refracted = ops.sub(ops.mul(ratio, incident), ops.mul(factor, normal));
                match k {
                    Interval { high, .. } if high < 0.0 => Interval::point(0.0),
                    Interval { low, .. } if low >= 0.0 => refracted,
                    _ => refracted.union(Interval::point(0.0)),
                }
            };
            pairs().map(component).collect()
        }
        _ => panic!("{fun:?} is not a function of vectors"),
    }
}

/// The length of a scalar is the square root of its square.
fn length(ops: Accuracy, components: &[Interval]) -> Interval {
    ops.length(components)
}

fn case(fun: Fun, scalar: Scalar, components: usize) -> Case {
    let shape = shape_of(components);
    let mut arguments = vec![(scalar, shape); fun.argument_count()];
    if fun == Fun::Refract {
        arguments[2].1 = Shape::Scalar;
    }
    let is_scalar = matches!(fun, Fun::Dot | Fun::Length | Fun::Distance);
    let call = Call::new(fun, &arguments, &vec![scalar; if is_scalar { 1 } else { components }]);
    let counts: Vec<_> = arguments.iter().map(|(_, shape)| count_of(*shape)).collect();
    // Ratios above 1 lead to total reflection.
    let ranges = if fun == Fun::Refract { [1.0, 1.0, 3.0] } else { [20.0; 3] };
    let domains = ranges.map(|limit| Domain::Between(-limit, limit));
    let generate = {
        let counts = counts.clone();
        move |random: &mut Random| {
            let pairs = domains.iter().zip(&counts);
            let domains = pairs.flat_map(|(domain, count)| vec![*domain; *count]);
            domains.map(|domain| domain.choose(scalar, random)).collect()
        }
    };
    Case::new(call, generate, move |arguments, results| {
        let mut values = arguments.iter().map(|bits| Interval::argument(scalar, decoded(scalar, *bits)));
        let arguments: Vec<Vec<_>> =
            counts.iter().map(|count| values.by_ref().take(*count).collect()).collect();
        let permitted = inherited(fun, Accuracy(scalar), &arguments);
        let results = results.iter().map(|bits| decoded(scalar, *bits));
        permitted.len() == results.len()
            && permitted.iter().zip(results).all(|(at, result)| at.contains(result))
    })
}

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for scalar in FLOATS {
        for components in 2..=4 {
            cases.push(case(Fun::Dot, scalar, components));
        }
        for fun in [Fun::Length, Fun::Distance] {
            cases.push(case(fun, scalar, 1));
        }
        cases.push(case(Fun::Cross, scalar, 3));
        let others =
            [Fun::Length, Fun::Distance, Fun::Normalize, Fun::FaceForward, Fun::Reflect, Fun::Refract];
        for fun in others {
            cases.push(case(fun, scalar, cases.len() % 3 + 2));
        }
    }
    cases
}

#[test]
fn vectors_are_in_bounds() {
    run_all(&cases());
}
