//! Outer products, transposes, determinants and inverses. WGSL does not bound the error of determinants, and has no
//! inverses: the bounds are multiples of the rounding error of the largest intermediate value.

use naga::MathFunction as Fun;
use testkit::random::Random;

use super::cases::{Case, Domain, run_all};
use super::interval::Interval;
use super::*;

const SIZES: std::ops::RangeInclusive<usize> = 2..=4;

/// The distance from 1 to the next number.
fn epsilon(scalar: Scalar) -> f64 {
    match bit_width(scalar) {
        16 => (2.0_f64).powi(-10),
        32 => f32::EPSILON.into(),
        _ => f64::EPSILON,
    }
}

/// Zero, or a number whose products are not subnormal, so that implementations do not replace them with zero.
fn normal(scalar: Scalar, domain: Domain, random: &mut Random) -> u64 {
    loop {
        let bits = domain.choose(scalar, random);
        let magnitude = decoded(scalar, bits).abs();
        if magnitude == 0.0 || magnitude >= (2.0_f64).powi(-6) {
            return bits;
        }
    }
}

fn square(scalar: Scalar, size: usize) -> (Scalar, Shape) {
    (scalar, Shape::Matrix { columns: size, rows: size })
}

fn numbers(scalar: Scalar, bits: &[u64]) -> Vec<f64> {
    bits.iter().map(|bits| decoded(scalar, *bits)).collect()
}

/// The determinant of the matrix with some columns and rows, and the sum of the magnitudes of its products.
fn determinant(matrix: &[f64], size: usize, columns: &[usize], rows: &[usize]) -> (f64, f64) {
    let [column, columns @ ..] = columns else { return (1.0, 1.0) };
    let mut sums = (0.0, 0.0);
    for (index, row) in rows.iter().enumerate() {
        let rows: Vec<_> = rows.iter().copied().filter(|other| other != row).collect();
        let (value, magnitude) = determinant(matrix, size, columns, &rows);
        let element = matrix[column * size + row];
        let sign = if index % 2 == 0 { 1.0 } else { -1.0 };
        sums = (sums.0 + sign * element * value, sums.1 + element.abs() * magnitude);
    }
    sums
}

fn determinants(scalar: Scalar, size: usize) -> Case {
    let call = Call::new(Fun::Determinant, &[square(scalar, size)], &[scalar]);
    let generate = move |random: &mut Random| {
        (0..size * size).map(|_| normal(scalar, Domain::Between(-8.0, 8.0), random)).collect()
    };
    Case::new(call, generate, move |arguments, results| {
        let all: Vec<_> = (0..size).collect();
        let (exact, magnitude) = determinant(&numbers(scalar, arguments), size, &all, &all);
        (decoded(scalar, results[0]) - exact).abs() <= 4.0 * epsilon(scalar) * magnitude
    })
}

/// Matrices with a dominant diagonal: the product with the inverse is close to the identity.
fn inverses(scalar: Scalar, size: usize) -> Case {
    let matrix = square(scalar, size);
    let call = Call::new(Fun::Inverse, &[matrix], &vec![scalar; size * size]);
    let generate = move |random: &mut Random| {
        let element = |index: usize| {
            let is_diagonal = index.is_multiple_of(size + 1);
            let domain = if is_diagonal { Domain::Between(4.0, 6.0) } else { Domain::Between(-1.0, 1.0) };
            normal(scalar, domain, random)
        };
        (0..size * size).map(element).collect()
    };
    Case::new(call, generate, move |arguments, results| {
        let (matrix, inverse) = (numbers(scalar, arguments), numbers(scalar, results));
        (0..size * size).all(|index| {
            let (column, row) = (index / size, index % size);
            let product: f64 =
                (0..size).map(|at| matrix[at * size + row] * inverse[column * size + at]).sum();
            let expected = if column == row { 1.0 } else { 0.0 };
            (product - expected).abs() <= 16.0 * epsilon(scalar)
        })
    })
}

fn transposes(scalar: Scalar, columns: usize, rows: usize) -> Case {
    let matrix = (scalar, Shape::Matrix { columns, rows });
    let call = Call::new(Fun::Transpose, &[matrix], &vec![scalar; columns * rows]);
    let generate = move |random: &mut Random| {
        (0..columns * rows).map(|_| Domain::Finite.choose(scalar, random)).collect()
    };
    Case::new(call, generate, move |arguments, results| {
        (0..columns * rows).all(|index| {
            let (column, row) = (index / rows, index % rows);
            results[row * columns + column] == arguments[index]
        })
    })
}

fn outer_products(scalar: Scalar, size: usize) -> Case {
    let vector = (scalar, Shape::Vector(size));
    let call = Call::new(Fun::Outer, &[vector, vector], &vec![scalar; size * size]);
    let generate = move |random: &mut Random| {
        (0..2 * size).map(|_| normal(scalar, Domain::Between(-8.0, 8.0), random)).collect()
    };
    Case::new(call, generate, move |arguments, results| {
        let (a, b) = arguments.split_at(size);
        (0..size * size).all(|index| {
            let (column, row) = (index / size, index % size);
            let product = Interval::point(decoded(scalar, a[row]) * decoded(scalar, b[column]));
            product.rounded(scalar).contains(decoded(scalar, results[index]))
        })
    })
}

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for scalar in FLOATS {
        for size in SIZES {
            cases.push(determinants(scalar, size));
            cases.push(inverses(scalar, size));
            cases.push(outer_products(scalar, size));
            cases.push(transposes(scalar, size, 6 - size));
            cases.push(transposes(scalar, size, 3));
        }
    }
    cases
}

#[test]
fn matrices_are_in_bounds() {
    run_all(&cases());
}
