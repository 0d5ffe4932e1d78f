//! `Modf`, `Frexp`, `Ldexp` and `QuantizeToF16`, whose results are exact.

use naga::MathFunction as Fun;
use testkit::random::Random;

use super::cases::{Case, Domain, run_all};
use super::interval::{Interval, is_subnormal};
use super::*;

/// The number, and zero if implementations may replace the number with zero.
fn flushed(scalar: Scalar, number: f64) -> Vec<f64> {
    let is_flushed = bit_width(scalar) < 64 && is_subnormal(scalar, number);
    std::iter::once(number).chain(is_flushed.then_some(0.0)).collect()
}

fn modf(scalar: Scalar, components: usize, domain: Domain) -> Case {
    let results = vec![scalar; 2 * components];
    let call = Call::new(Fun::Modf, &[(scalar, shape_of(components))], &results);
    let generate =
        move |random: &mut Random| (0..components).map(|_| domain.choose(scalar, random)).collect();
    Case::new(call, generate, move |arguments, results| {
        let (fractions, whole) = results.split_at(components);
        let results = fractions.iter().zip(whole).map(|(a, b)| (decoded(scalar, *a), decoded(scalar, *b)));
        arguments.iter().zip(results).all(|(argument, result)| {
            let options = flushed(scalar, decoded(scalar, *argument));
            options.iter().any(|number| result == (number - number.trunc(), number.trunc()))
        })
    })
}

/// Denormal arguments, for which WGSL permits any result, are decomposed, too.
fn frexp(scalar: Scalar, components: usize) -> Case {
    let signed = Scalar { kind: ScalarKind::Sint, ..scalar };
    let results: Vec<_> = [scalar, signed].iter().flat_map(|scalar| vec![*scalar; components]).collect();
    let call = Call::new(Fun::Frexp, &[(scalar, shape_of(components))], &results);
    let generate =
        move |random: &mut Random| (0..components).map(|_| Domain::Finite.choose(scalar, random)).collect();
    Case::new(call, generate, move |arguments, results| {
        let (fractions, exponents) = results.split_at(components);
        let results = fractions.iter().zip(exponents);
        arguments.iter().zip(results).all(|(argument, (fraction, exponent))| {
            let (number, fraction) = (decoded(scalar, *argument), decoded(scalar, *fraction));
            let unused = 64 - bit_width(scalar);
            let exponent = i32::try_from((*exponent << unused).cast_signed() >> unused).unwrap();
            match number == 0.0 {
                true => fraction == 0.0 && exponent == 0,
                false => (0.5..1.0).contains(&fraction.abs()) && scaled(fraction, exponent) == number,
            }
        })
    })
}

/// The number multiplied by a power of 2, with one rounding: the fourth product is the first one that may be inexact.
fn scaled(number: f64, exponent: i32) -> f64 {
    let quarter = exponent / 4;
    let factor = (2.0_f64).powi(quarter);
    number * (2.0_f64).powi(exponent - 3 * quarter) * factor * factor * factor
}

fn ldexp(scalar: Scalar, components: usize) -> Case {
    let shape = shape_of(components);
    let call = Call::new(Fun::Ldexp, &[(scalar, shape), (Scalar::I32, shape)], &vec![scalar; components]);
    let range = match bit_width(scalar) {
        16 => 45,
        32 => 280,
        _ => 2100,
    };
    let generate = move |random: &mut Random| {
        let mut values: Vec<_> = (0..components).map(|_| Domain::Finite.choose(scalar, random)).collect();
        values.extend((0..components).map(|_| {
            let exponent = i32::try_from(random.below(2 * range)).unwrap() - i32::try_from(range).unwrap();
            let exponents = [exponent, exponent, exponent / 20, i32::MIN, i32::MAX];
            let count = if random.below(8) == 0 { 5 } else { 3 };
            let exponent = exponents[random.below(count)];
            u64::from(exponent.cast_unsigned())
        }));
        values
    };
    Case::new(call, generate, move |arguments, results| {
        let (values, exponents) = arguments.split_at(components);
        values.iter().zip(exponents).zip(results).all(|((value, exponent), result)| {
            let exponent = u32::try_from(*exponent).unwrap().cast_signed().clamp(-4000, 4000);
            let result = decoded(scalar, *result);
            flushed(scalar, decoded(scalar, *value)).iter().any(|value| {
                let exact = scaled(*value, exponent);
                match bit_width(scalar) {
                    64 => {
                        exact == result
                            || (is_subnormal(scalar, exact) && (exact - result).abs() <= f64::from_bits(1))
                    }
                    _ if exact.abs() > interval::largest(scalar) => result == exact.signum() * f64::INFINITY,
                    _ => Interval::point(exact).rounded(scalar).contains(result),
                }
            })
        })
    })
}

/// The numbers in the range of 16-bit floats, rounded in any direction.
fn quantize(components: usize) -> Case {
    let scalar = Scalar::F32;
    let call = Call::new(Fun::QuantizeToF16, &[(scalar, shape_of(components))], &vec![scalar; components]);
    let domains = [Domain::Between(-65504.0, 65504.0), Domain::Between(-1.0e-3, 1.0e-3)];
    let generate = move |random: &mut Random| {
        (0..components).map(|_| domains[random.below(2)].choose(scalar, random)).collect()
    };
    Case::new(call, generate, move |arguments, results| {
        arguments.iter().zip(results).all(|(argument, result)| {
            let permitted = Interval::argument(scalar, decoded(scalar, *argument)).rounded(F16);
            let result = decoded(scalar, *result);
            permitted.contains(result) && decoded(F16, encoded(F16, result)) == result
        })
    })
}

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (index, scalar) in FLOATS.into_iter().enumerate() {
        cases.push(modf(scalar, index + 1, Domain::Finite));
        cases.push(modf(scalar, index + 2, Domain::Between(-9.0, 9.0)));
        cases.push(frexp(scalar, index + 1));
        cases.push(ldexp(scalar, index + 2));
    }
    cases.extend([quantize(1), quantize(3)]);
    cases
}

#[test]
fn decompositions_are_exact() {
    run_all(&cases());
}
