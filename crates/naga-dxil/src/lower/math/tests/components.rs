//! Functions of floats that operate on each component, with the error bounds of WGSL 15.7.4 as data.

use naga::MathFunction as Fun;
use testkit::random::Random;

use super::cases::{Case, Domain, run_all};
use super::interval::{Accuracy, Interval, is_subnormal};
use super::reference::{exact, inherited};
use super::*;

/// An error bound of WGSL's tables "Accuracy of concrete floating point built-in functions" (15.7.4.1).
#[derive(Debug, Clone, Copy)]
enum Bound {
    /// "Correctly rounded": one of the two nearest numbers.
    Rounded,
    /// A constant, and a factor of the magnitude of the first argument, in units in the last place.
    Ulp(f64, f64),
    Absolute(f64),
    /// An absolute error for arguments between 0.5 and 2, and 3 ULP for others.
    Logarithm(f64),
    /// The accuracy of the expression of [`inherited`].
    Inherited,
    /// The worse of an absolute error and the accuracy of an expression.
    Worse(f64),
}

/// The bounds and the arguments of a function. WGSL has no 64-bit floats: the bounds for them are the project's.
struct Row {
    fun: Fun,
    single: Bound,
    half: Bound,
    double: Option<Bound>,
    domains: &'static [Domain],
    half_domains: &'static [Domain],
}

const fn row(fun: Fun, [single, half]: [Bound; 2], double: Option<Bound>, domains: &'static [Domain]) -> Row {
    Row { fun, single, half, double, domains, half_domains: domains }
}

const fn rounded(fun: Fun) -> Row {
    row(fun, [Bound::Rounded; 2], Some(Bound::Rounded), &[Domain::Finite; 3])
}

const fn inherits(fun: Fun, double: Option<Bound>, domains: &'static [Domain]) -> Row {
    row(fun, [Bound::Inherited; 2], double, domains)
}

impl Row {
    /// The row with other arguments for 16-bit floats.
    const fn half(self, half_domains: &'static [Domain]) -> Self {
        Self { half_domains, ..self }
    }
}

/// π, rounded toward zero for all types.
const HALF_TURN: &[Domain] = &[Domain::Between(-3.140_625, 3.140_625)];
/// The accuracy of the sine and the cosine.
const WAVE: [Bound; 2] = [Bound::Absolute(1.0 / 2048.0), Bound::Absolute(1.0 / 128.0)];
const LOGARITHM: [Bound; 2] = [Bound::Logarithm(1.0 / 2_097_152.0), Bound::Logarithm(1.0 / 128.0)];
const EXPONENTIAL: [Bound; 2] = [Bound::Ulp(3.0, 2.0), Bound::Ulp(1.0, 2.0)];
const ARC_TANGENT: [Bound; 2] = [Bound::Ulp(4096.0, 0.0), Bound::Ulp(5.0, 0.0)];
const SMALL: Domain = Domain::Between(-100.0, 100.0);
const INHERITED: Option<Bound> = Some(Bound::Inherited);

const ROWS: &[Row] = &[
    rounded(Fun::Abs),
    rounded(Fun::Min),
    rounded(Fun::Max),
    rounded(Fun::Clamp),
    rounded(Fun::Saturate),
    row(Fun::Saturate, [Bound::Rounded; 2], Some(Bound::Rounded), &[Domain::Between(-1.0, 2.0)]),
    rounded(Fun::Sign),
    rounded(Fun::Ceil),
    rounded(Fun::Floor),
    rounded(Fun::Round),
    rounded(Fun::Trunc),
    rounded(Fun::Step),
    row(Fun::Ceil, [Bound::Rounded; 2], Some(Bound::Rounded), &[SMALL]),
    row(Fun::Floor, [Bound::Rounded; 2], Some(Bound::Rounded), &[SMALL]),
    row(Fun::Round, [Bound::Rounded; 2], Some(Bound::Rounded), &[SMALL]),
    row(Fun::Trunc, [Bound::Rounded; 2], Some(Bound::Rounded), &[SMALL]),
    inherits(Fun::Fract, INHERITED, &[Domain::Finite]),
    inherits(Fun::Fract, INHERITED, &[SMALL]),
    inherits(Fun::Radians, INHERITED, &[Domain::Finite]),
    inherits(Fun::Degrees, INHERITED, &[Domain::Finite]),
    inherits(Fun::Fma, INHERITED, &[SMALL; 3]),
    inherits(Fun::Mix, INHERITED, &[SMALL, SMALL, Domain::Between(0.0, 1.0)]),
    inherits(
        Fun::SmoothStep,
        INHERITED,
        &[Domain::Between(-9.0, 0.0), Domain::Between(1.0, 9.0), Domain::Between(-12.0, 12.0)],
    ),
    inherits(
        Fun::SmoothStep,
        INHERITED,
        &[Domain::Between(1.0, 9.0), Domain::Between(-9.0, 0.0), Domain::Between(-12.0, 12.0)],
    ),
    row(Fun::Cos, WAVE, None, HALF_TURN),
    row(Fun::Sin, WAVE, None, HALF_TURN),
    inherits(Fun::Tan, None, HALF_TURN),
    row(Fun::Acos, [Bound::Worse(6.77e-5), Bound::Worse(3.91e-3)], None, &[Domain::Between(-1.0, 1.0)]),
    row(Fun::Asin, [Bound::Worse(6.81e-5), Bound::Worse(3.91e-3)], None, &[Domain::Between(-1.0, 1.0)]),
    row(Fun::Atan, ARC_TANGENT, None, &[Domain::Finite]),
    row(Fun::Atan, ARC_TANGENT, None, &[SMALL]),
    row(Fun::Atan2, ARC_TANGENT, None, &[Domain::Finite; 2]),
    row(Fun::Atan2, ARC_TANGENT, None, &[SMALL; 2]),
    inherits(Fun::Asinh, None, &[Domain::Between(-200.0, 200.0)]),
    inherits(Fun::Asinh, None, &[Domain::Between(-1.0e6, 1.0e6)]).half(&[Domain::Between(-2.0, 2.0)]),
    inherits(Fun::Acosh, None, &[Domain::Between(1.0, 200.0)]),
    inherits(Fun::Acosh, None, &[Domain::Between(1.0, 1.0e6)]).half(&[Domain::Between(1.0, 3.0)]),
    inherits(Fun::Atanh, None, &[Domain::Between(-0.999, 0.999)]),
    inherits(Fun::Cosh, None, &[Domain::Between(-80.0, 80.0)]).half(&[Domain::Between(-9.0, 9.0)]),
    inherits(Fun::Sinh, None, &[Domain::Between(-80.0, 80.0)]).half(&[Domain::Between(-9.0, 9.0)]),
    row(Fun::Tanh, [Bound::Worse(1.0e-5); 2], None, &[Domain::Between(-40.0, 40.0)])
        .half(&[Domain::Between(-5.0, 5.0)]),
    row(Fun::Exp, EXPONENTIAL, None, &[Domain::Between(-87.0, 88.0)]).half(&[Domain::Between(-9.0, 11.0)]),
    row(Fun::Exp2, EXPONENTIAL, None, &[Domain::Between(-126.0, 127.0)])
        .half(&[Domain::Between(-14.0, 15.0)]),
    row(Fun::Log, LOGARITHM, None, &[Domain::Positive]),
    row(Fun::Log, LOGARITHM, None, &[Domain::Between(0.25, 4.0)]),
    row(Fun::Log2, LOGARITHM, None, &[Domain::Positive]),
    row(Fun::Log2, LOGARITHM, None, &[Domain::Between(0.25, 4.0)]),
    inherits(Fun::Pow, None, &[Domain::Between(0.01, 100.0), Domain::Between(-9.0, 9.0)])
        .half(&[Domain::Between(0.3, 4.0), Domain::Between(-4.0, 4.0)]),
    inherits(Fun::Sqrt, Some(Bound::Ulp(1.0, 0.0)), &[Domain::Positive]),
    row(Fun::InverseSqrt, [Bound::Ulp(2.0, 0.0); 2], Some(Bound::Ulp(2.0, 0.0)), &[Domain::Positive]),
];

/// Returns true if WGSL permits the result of a function for these arguments.
fn is_permitted(fun: Fun, scalar: Scalar, bound: Bound, arguments: &[f64], result: f64) -> bool {
    let ops = Accuracy(scalar);
    let intervals = || -> Vec<_> { arguments.iter().map(|argument| Interval::point(*argument)).collect() };
    let value = || Interval::point(exact(fun, arguments));
    let magnitude = arguments[0].abs();
    let permitted = match bound {
        // All results of these functions are numbers of the type.
        Bound::Rounded if bit_width(scalar) == 64 => return exact(fun, arguments) == result,
        Bound::Rounded => value().rounded(scalar),
        Bound::Ulp(constant, factor) => {
            value().with_ulps(scalar, constant + factor * magnitude).rounded(scalar)
        }
        Bound::Absolute(error) => value().with_error(error).rounded(scalar),
        Bound::Logarithm(error) if (0.5..=2.0).contains(&magnitude) => {
            value().with_error(error).rounded(scalar)
        }
        Bound::Logarithm(_) => value().with_ulps(scalar, 3.0).rounded(scalar),
        Bound::Inherited => inherited(fun, ops, &intervals()),
        Bound::Worse(error) => match fun {
            Fun::Tanh => value().with_error(error).rounded(scalar).union(inherited(fun, ops, &intervals())),
            // The absolute error suffices.
            _ => value().with_error(error).rounded(scalar),
        },
    };
    permitted.contains(result)
}

/// All lists of arguments in which each subnormal argument is kept, or replaced with zero.
fn flushed(scalar: Scalar, arguments: &[f64]) -> Vec<Vec<f64>> {
    let mut lists = vec![Vec::new()];
    for argument in arguments {
        let zero = (bit_width(scalar) < 64 && is_subnormal(scalar, *argument))
            .then_some(0.0_f64.copysign(*argument));
        let options: Vec<_> = std::iter::once(*argument).chain(zero).collect();
        lists = lists
            .iter()
            .flat_map(|list| {
                options.iter().map(move |option| list.iter().copied().chain([*option]).collect())
            })
            .collect();
    }
    lists
}

/// A case for each row and type, with scalars and vectors in turn. The weight of every second `Mix` is a scalar.
pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for row in ROWS {
        for scalar in FLOATS {
            let (bound, domains) = match bit_width(scalar) {
                16 => (row.half, row.half_domains),
                32 => (row.single, row.domains),
                _ => match row.double {
                    Some(bound) => (bound, row.domains),
                    None => continue,
                },
            };
            let components = cases.len() % 4 + 1;
            cases.push(case(row.fun, scalar, bound, &domains[..row.fun.argument_count()], components, false));
            if row.fun == Fun::Mix {
                cases.push(case(row.fun, scalar, bound, domains, 3, true));
            }
        }
    }
    cases
}

fn case(
    fun: Fun,
    scalar: Scalar,
    bound: Bound,
    domains: &'static [Domain],
    components: usize,
    has_scalar_weight: bool,
) -> Case {
    let mut arguments = vec![(scalar, shape_of(components)); domains.len()];
    if has_scalar_weight {
        arguments[2].1 = Shape::Scalar;
    }
    let counts: Vec<_> = arguments.iter().map(|(_, shape)| count_of(*shape)).collect();
    let call = Call::new(fun, &arguments, &vec![scalar; components]);
    let generate = {
        let counts = counts.clone();
        move |random: &mut Random| {
            let pairs = domains.iter().zip(&counts);
            pairs
                .flat_map(|(domain, count)| vec![*domain; *count])
                .map(|domain| domain.choose(scalar, random))
                .collect()
        }
    };
    Case::new(call, generate, move |arguments, results| {
        results.iter().enumerate().all(|(index, result)| {
            let mut first = 0;
            let mut values = Vec::new();
            for count in &counts {
                values.push(decoded(scalar, arguments[first + index.min(count - 1)]));
                first += count;
            }
            let result = decoded(scalar, *result);
            flushed(scalar, &values).iter().any(|values| is_permitted(fun, scalar, bound, values, result))
        })
    })
}

#[test]
fn components_are_in_bounds() {
    run_all(&cases());
}
