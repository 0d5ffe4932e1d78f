//! Outer products, transposes, determinants and inverses. WGSL has only the transpose and the determinant; GLSL and
//! SPIR-V have all four.

use dxil::emit::{EmitError, Emitter, Result};
use dxil_ir::Value;
use naga::{MathFunction, Scalar};

use super::geometry::{cross, dot};
use super::operations::wrong_arguments;
use crate::lower::numeric::{Numeric, Shape, add, constant, divide_floats, map1, multiply, negate, subtract};

/// Lowers a function of this file.
pub(super) fn lower(emit: &mut Emitter<'_>, fun: MathFunction, arguments: &[Numeric]) -> Result<Vec<Value>> {
    match (fun, arguments) {
        (MathFunction::Outer, [a, b]) => outer(emit, a, b),
        (MathFunction::Transpose, [a]) => match a.shape {
            Shape::Matrix { columns, rows } => (0..rows)
                .flat_map(|row| (0..columns).map(move |column| a.component(column * rows + row)))
                .collect(),
            _ => Err(wrong_arguments(fun, arguments)),
        },
        (MathFunction::Determinant, [a]) => match Square::of(a) {
            Some(matrix) => Ok(vec![matrix.determinant(emit, a.scalar)?]),
            None => Err(wrong_arguments(fun, arguments)),
        },
        (MathFunction::Inverse, [a]) => match Square::of(a) {
            Some(matrix) => inverse(emit, a, matrix),
            None => Err(wrong_arguments(fun, arguments)),
        },
        _ => Err(wrong_arguments(fun, arguments)),
    }
}

/// The matrix whose columns are the first vector, multiplied by the components of the second one.
///
/// naga's type of the product has as many columns as the first vector has components, which is the type of the
/// transposed product. Vectors of different sizes are therefore an error.
fn outer(emit: &mut Emitter<'_>, a: &Numeric, b: &Numeric) -> Result<Vec<Value>> {
    let (rows, columns) = (a.components.len(), b.components.len());
    if rows != columns {
        return Err(EmitError::Usage {
            what: format!("outer product of vectors with {rows} and {columns} components"),
            remedy: "multiply the first vector by each component of the second one".into(),
        });
    }
    let columns = b.components.iter();
    Ok(columns
        .flat_map(|factor| a.components.iter().map(move |value| (*value, *factor)))
        .map(|(value, factor)| multiply(emit, value, factor))
        .collect())
}

/// A square matrix. The first index is the column, but determinants and inverses of the transposed matrix are the same
/// and the transposed inverse.
#[derive(Debug, Clone, Copy)]
enum Square {
    Two([[Value; 2]; 2]),
    Three([[Value; 3]; 3]),
    Four([[Value; 4]; 4]),
}

impl Square {
    fn of(value: &Numeric) -> Option<Self> {
        let Shape::Matrix { columns, rows } = value.shape else { return None };
        let components = value.components.as_ref();
        match (columns, rows, components) {
            (2, 2, &[a, b, c, d]) => Some(Self::Two([[a, b], [c, d]])),
            (3, 3, &[a, b, c, d, e, f, g, h, i]) => Some(Self::Three([[a, b, c], [d, e, f], [g, h, i]])),
            (4, 4, &[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]) => {
                Some(Self::Four([[a, b, c, d], [e, f, g, h], [i, j, k, l], [m, n, o, p]]))
            }
            _ => None,
        }
    }

    fn determinant(self, emit: &mut Emitter<'_>, scalar: Scalar) -> Result<Value> {
        match self {
            Self::Two([[a, b], [c, d]]) => Ok(minor(emit, [a, b, c, d])),
            Self::Three([a, b, c]) => {
                let product = cross(emit, [b, c]);
                dot(emit, scalar, [&a, &product])
            }
            Self::Four(matrix) => {
                let (upper, lower) = (Minors::of_first(emit, matrix), Minors::of_last(emit, matrix));
                Ok(upper.determinant(emit, lower))
            }
        }
    }
}

/// `a * d - c * b`.
fn minor(emit: &mut Emitter<'_>, [a, b, c, d]: [Value; 4]) -> Value {
    let (first, second) = (multiply(emit, a, d), multiply(emit, c, b));
    subtract(emit, first, second)
}

/// The determinants of the six pairs of rows (01, 02, 03, 12, 13, 23) of two columns.
#[derive(Debug, Clone, Copy)]
struct Minors([Value; 6]);

impl Minors {
    fn of_first(emit: &mut Emitter<'_>, [a, b, _, _]: [[Value; 4]; 4]) -> Self {
        Self::of(emit, a, b)
    }

    fn of_last(emit: &mut Emitter<'_>, [_, _, c, d]: [[Value; 4]; 4]) -> Self {
        Self::of(emit, c, d)
    }

    fn of(emit: &mut Emitter<'_>, [a0, a1, a2, a3]: [Value; 4], [b0, b1, b2, b3]: [Value; 4]) -> Self {
        Self(
            [
                [a0, a1, b0, b1],
                [a0, a2, b0, b2],
                [a0, a3, b0, b3],
                [a1, a2, b1, b2],
                [a1, a3, b1, b3],
                [a2, a3, b2, b3],
            ]
            .map(|values| minor(emit, values)),
        )
    }

    /// Laplace's expansion along the first two columns.
    fn determinant(self, emit: &mut Emitter<'_>, last: Self) -> Value {
        let ([s01, s02, s03, s12, s13, s23], [c01, c02, c03, c12, c13, c23]) = (self.0, last.0);
        let positive = [[s01, c23], [s03, c12], [s12, c03], [s23, c01]];
        let negative = [[s02, c13], [s13, c02]];
        let [a, b, c, d] = positive.map(|[first, second]| multiply(emit, first, second));
        let [e, f] = negative.map(|[first, second]| multiply(emit, first, second));
        let difference = subtract(emit, a, e);
        let sum = [b, c].into_iter().fold(difference, |sum, product| add(emit, sum, product));
        let difference = subtract(emit, sum, f);
        add(emit, difference, d)
    }

    /// The four cofactors of a column `[x0, x1, x2, x3]` with these minors of two other columns, without the sign of
    /// the column.
    fn cofactors(self, emit: &mut Emitter<'_>, scalar: Scalar, [x0, x1, x2, x3]: [Value; 4]) -> [Value; 4] {
        let [m01, m02, m03, m12, m13, m23] = self.0;
        let mut cofactor = |is_negative: bool, [a, b, c]: [[Value; 2]; 3]| {
            let [a, b, c] = [a, b, c].map(|[first, second]| multiply(emit, first, second));
            let difference = subtract(emit, a, b);
            let sum = add(emit, difference, c);
            if is_negative { negate(emit, scalar, sum) } else { sum }
        };
        [
            cofactor(false, [[x1, m23], [x2, m13], [x3, m12]]),
            cofactor(true, [[x0, m23], [x2, m03], [x3, m02]]),
            cofactor(false, [[x0, m13], [x1, m03], [x3, m01]]),
            cofactor(true, [[x0, m12], [x1, m02], [x2, m01]]),
        ]
    }
}

/// The adjugate matrix, divided by the determinant.
fn inverse(emit: &mut Emitter<'_>, value: &Numeric, matrix: Square) -> Result<Vec<Value>> {
    let scalar = value.scalar;
    let (determinant, adjugate) = match matrix {
        Square::Two([[a, b], [c, d]]) => {
            let (b, c) = (negate(emit, scalar, b), negate(emit, scalar, c));
            (matrix.determinant(emit, scalar)?, vec![d, b, c, a])
        }
        Square::Three([a, b, c]) => {
            let rows @ [first, _, _] = [[b, c], [c, a], [a, b]].map(|pair| cross(emit, pair));
            (dot(emit, scalar, [&a, &first])?, transposed(rows))
        }
        Square::Four(columns @ [a, b, c, d]) => {
            let (first, last) = (Minors::of_first(emit, columns), Minors::of_last(emit, columns));
            let mut row = |minors: Minors, column, is_negative: bool| {
                let row = minors.cofactors(emit, scalar, column);
                if is_negative { row.map(|value| negate(emit, scalar, value)) } else { row }
            };
            // The cofactors of a column depend on the other column of its half and on the minors of the other half.
            let rows = [row(last, b, false), row(last, a, true), row(first, d, false), row(first, c, true)];
            (first.determinant(emit, last), transposed(rows))
        }
    };
    let one = constant(emit, scalar, 1.0);
    let factor = divide_floats(emit, one, determinant);
    let adjugate = Numeric { components: adjugate.into(), ..value.clone() };
    map1(emit, &adjugate, |emit, value| Ok(multiply(emit, value, factor)))
}

/// The components of the matrix with these rows, column by column.
fn transposed<const N: usize>(rows: [[Value; N]; N]) -> Vec<Value> {
    (0..N).flat_map(|column| rows.iter().filter_map(move |row| row.get(column).copied())).collect()
}
