//! Zeros, infinities, NaNs and overflow, for which WGSL has no requirements: the results of IEEE 754 and C.

use naga::MathFunction as Fun;

use super::*;

const INFINITY: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// A function, its arguments and its results.
type Row = (Fun, &'static [f64], &'static [f64]);

/// Edge cases of floats of all types. Zeros are compared with their signs.
const ROWS: &[Row] = &[
    (Fun::Abs, &[-0.0], &[0.0]),
    (Fun::Abs, &[-INFINITY], &[INFINITY]),
    (Fun::Min, &[NAN, 1.0], &[1.0]),
    (Fun::Max, &[1.0, NAN], &[1.0]),
    (Fun::Clamp, &[NAN, 1.0, 2.0], &[1.0]),
    (Fun::Clamp, &[INFINITY, 1.0, 2.0], &[2.0]),
    (Fun::Saturate, &[NAN], &[0.0]),
    (Fun::Saturate, &[-INFINITY], &[0.0]),
    (Fun::Saturate, &[INFINITY], &[1.0]),
    (Fun::Sign, &[-0.0], &[0.0]),
    (Fun::Sign, &[NAN], &[0.0]),
    (Fun::Sign, &[-INFINITY], &[-1.0]),
    (Fun::Ceil, &[-0.5], &[-0.0]),
    (Fun::Ceil, &[INFINITY], &[INFINITY]),
    (Fun::Floor, &[-0.0], &[-0.0]),
    (Fun::Floor, &[-INFINITY], &[-INFINITY]),
    (Fun::Round, &[0.5], &[0.0]),
    (Fun::Round, &[1.5], &[2.0]),
    (Fun::Round, &[2.5], &[2.0]),
    (Fun::Round, &[-2.5], &[-2.0]),
    (Fun::Round, &[-0.5], &[-0.0]),
    (Fun::Round, &[NAN], &[NAN]),
    (Fun::Trunc, &[-0.75], &[-0.0]),
    (Fun::Trunc, &[INFINITY], &[INFINITY]),
    (Fun::Fract, &[-0.25], &[0.75]),
    (Fun::Frexp, &[0.0], &[0.0, 0.0]),
    (Fun::Frexp, &[-0.0], &[-0.0, 0.0]),
    (Fun::Frexp, &[1.0], &[0.5, 1.0]),
    (Fun::Frexp, &[-6.0], &[-0.75, 3.0]),
    (Fun::Frexp, &[INFINITY], &[INFINITY, 0.0]),
    (Fun::Frexp, &[NAN], &[NAN, 0.0]),
    (Fun::Modf, &[-1.25], &[-0.25, -1.0]),
    (Fun::Sqrt, &[0.0], &[0.0]),
    (Fun::Sqrt, &[-0.0], &[-0.0]),
    (Fun::Sqrt, &[-1.0], &[NAN]),
    (Fun::Sqrt, &[INFINITY], &[INFINITY]),
    (Fun::Sqrt, &[NAN], &[NAN]),
    (Fun::Sqrt, &[4.0], &[2.0]),
    (Fun::InverseSqrt, &[0.0], &[INFINITY]),
    (Fun::InverseSqrt, &[INFINITY], &[0.0]),
    (Fun::Step, &[1.0, 1.0], &[1.0]),
    (Fun::Step, &[1.0, NAN], &[0.0]),
    (Fun::Mix, &[3.0, 5.0, 0.0], &[3.0]),
    (Fun::Mix, &[3.0, 5.0, 1.0], &[5.0]),
    (Fun::SmoothStep, &[1.0, 2.0, 0.0], &[0.0]),
    (Fun::SmoothStep, &[1.0, 2.0, 3.0], &[1.0]),
];

/// Edge cases of 16-bit and 32-bit floats.
const SHORT_ROWS: &[Row] = &[
    (Fun::Atan2, &[0.0, 0.0], &[0.0]),
    (Fun::Atan2, &[0.0, 1.0], &[0.0]),
    (Fun::Atan2, &[-0.0, 1.0], &[-0.0]),
    (Fun::Exp, &[-INFINITY], &[0.0]),
    (Fun::Exp, &[INFINITY], &[INFINITY]),
    (Fun::Exp, &[0.0], &[1.0]),
    (Fun::Log, &[0.0], &[-INFINITY]),
    (Fun::Log, &[-1.0], &[NAN]),
    (Fun::Log, &[INFINITY], &[INFINITY]),
    (Fun::Log, &[1.0], &[0.0]),
    (Fun::Pow, &[0.0, 2.0], &[0.0]),
    (Fun::Pow, &[2.0, 3.0], &[8.0]),
    (Fun::Pow, &[-2.0, 3.0], &[NAN]),
    (Fun::Asinh, &[0.0], &[0.0]),
    (Fun::Asinh, &[-0.0], &[-0.0]),
    (Fun::Asinh, &[-INFINITY], &[-INFINITY]),
    (Fun::Acosh, &[1.0], &[0.0]),
    (Fun::Acosh, &[0.5], &[NAN]),
    (Fun::Acosh, &[INFINITY], &[INFINITY]),
    (Fun::Atanh, &[1.0], &[INFINITY]),
    (Fun::Atanh, &[2.0], &[NAN]),
    (Fun::Tanh, &[INFINITY], &[1.0]),
];

/// Edge cases of 32-bit floats that other formats do not have, within a relative error of 1e-6.
const SINGLE_ROWS: &[Row] = &[
    (Fun::Asinh, &[1.0e30], &[69.770_702_460_3]),
    (Fun::Asinh, &[-1.0e30], &[-69.770_702_460_3]),
    (Fun::Acosh, &[1.0e30], &[69.770_702_460_3]),
    (Fun::Atan2, &[1.0, 0.0], &[std::f64::consts::FRAC_PI_2]),
    (Fun::Atan2, &[-1.0, 0.0], &[-std::f64::consts::FRAC_PI_2]),
    (Fun::Atan2, &[0.0, -1.0], &[std::f64::consts::PI]),
    (Fun::Atan2, &[-0.0, -1.0], &[-std::f64::consts::PI]),
    (Fun::Atan2, &[3.0e38, 3.0e38], &[std::f64::consts::FRAC_PI_4]),
    (Fun::Atan2, &[3.0e38, -1.0e-38], &[std::f64::consts::FRAC_PI_2]),
    (Fun::Ldexp, &[1.0, 127.0], &[1.701_411_834_604_692_3e38]),
    (Fun::Ldexp, &[2.0e-38, 250.0], &[3.618_502_788_666_131e37]),
    (Fun::Ldexp, &[3.0e38, -250.0], &[1.658_144_891_7e-37]),
    (Fun::Ldexp, &[0.0, 1.0e9], &[0.0]),
    (Fun::Ldexp, &[INFINITY, -1.0e9], &[INFINITY]),
];

/// Edge cases of 16-bit floats, whose square is infinite, within a relative error of 2e-3.
const HALF_ROWS: &[Row] = &[
    (Fun::Asinh, &[1000.0], &[7.600_902_7]),
    (Fun::Asinh, &[-60000.0], &[-11.695_247]),
    (Fun::Acosh, &[60000.0], &[11.695_247]),
    (Fun::Ldexp, &[1.0, -24.0], &[5.960_464_5e-8]),
    (Fun::Ldexp, &[65504.0, -38.0], &[2.383_021_8e-7]),
];

/// The type of an argument or result.
fn type_of(fun: Fun, scalar: Scalar, index: usize) -> Scalar {
    let is_exponent = matches!(fun, Fun::Frexp | Fun::Ldexp) && index == 1;
    if is_exponent { Scalar::I32 } else { scalar }
}

fn bits_of_number(scalar: Scalar, number: f64) -> u64 {
    match is_float(scalar) {
        true => encoded(scalar, number),
        #[expect(clippy::cast_possible_truncation, reason = "the number is a small integer")]
        false => cut(scalar, (number as i64).cast_unsigned()),
    }
}

/// Runs a row, and compares the results with `is_equal`.
fn check(row: &Row, scalar: Scalar, is_equal: impl Fn(f64, f64) -> bool) -> Vec<String> {
    let (fun, arguments, expected) = row;
    let types: Vec<_> =
        (0..arguments.len()).map(|index| (type_of(*fun, scalar, index), Shape::Scalar)).collect();
    let results: Vec<_> = (0..expected.len()).map(|index| type_of(*fun, scalar, index)).collect();
    // Only results of `Frexp` are integers.
    let results: Vec<_> = if *fun == Fun::Ldexp { vec![scalar] } else { results };
    let bits: Vec<_> =
        arguments.iter().zip(&types).map(|(number, (scalar, _))| bits_of_number(*scalar, *number)).collect();
    let found = Call::new(*fun, &types, &results).run(&bits);
    let is_correct = found.iter().zip(&results).zip(*expected).all(|((found, scalar), expected)| {
        match is_float(*scalar) {
            true => is_equal(decoded(*scalar, *found), *expected),
            false => *found == bits_of_number(*scalar, *expected),
        }
    });
    if is_correct { Vec::new() } else { vec![format!("{fun:?} {arguments:?} {scalar:?}: {found:x?}")] }
}

/// Equal with the sign of zero, or both NaN.
fn is_same(found: f64, expected: f64) -> bool {
    let is_zero_with_sign = found.is_sign_negative() == expected.is_sign_negative();
    (found.is_nan() && expected.is_nan()) || (found == expected && (expected != 0.0 || is_zero_with_sign))
}

#[test]
fn edge_cases_have_the_results_of_ieee_754() {
    let mut failures = Vec::new();
    for row in ROWS {
        failures.extend(FLOATS.into_iter().flat_map(|scalar| check(row, scalar, is_same)));
    }
    for row in SHORT_ROWS {
        failures.extend([F16, Scalar::F32].into_iter().flat_map(|scalar| check(row, scalar, is_same)));
    }
    let is_close = |error: f64| {
        move |found: f64, expected: f64| {
            found == expected || (found - expected).abs() <= error * expected.abs()
        }
    };
    for row in SINGLE_ROWS {
        failures.extend(check(row, Scalar::F32, is_close(1.0e-6)));
    }
    for row in HALF_ROWS {
        failures.extend(check(row, F16, is_close(2.0e-3)));
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
