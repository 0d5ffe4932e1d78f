//! Products with matrices. Separate from the other operators, which work on components.

use dxil::ops::Opcode;
use dxil_ir::Value;
use dxil_ir::builder::Build as _;

use crate::error::{Fault, Result};
use crate::lower::lowering::Lower;
use crate::lower::numeric::{Numeric, Shape, map2, multiply, overload};

impl Lower<'_, '_> {
    /// A product of which a factor is a matrix.
    pub(super) fn matrix_product(&mut self, left: &Numeric, right: &Numeric) -> Result<Vec<Value>> {
        match (left.shape, right.shape) {
            (Shape::Scalar, _) | (_, Shape::Scalar) => {
                Ok(map2(&mut self.emit, [left, right], |emit, a, b| Ok(multiply(emit, a, b)))?)
            }
            (Shape::Matrix { rows, .. }, Shape::Vector(_)) => self.combined(left, rows, &right.components),
            (Shape::Matrix { rows, columns }, Shape::Matrix { .. }) => {
                let mut product = Vec::with_capacity(rows * columns);
                for column in right.components.chunks(columns.max(1)) {
                    product.extend(self.combined(left, rows, column)?);
                }
                Ok(product)
            }
            (Shape::Vector(_), Shape::Matrix { rows, .. }) => {
                let mut product = Vec::new();
                for column in right.components.chunks(rows.max(1)) {
                    product.push(self.sum_of_products(left, &left.components, column)?);
                }
                Ok(product)
            }
            _ => Err(Fault::malformed("a product without a matrix")),
        }
    }

    /// The sum of the columns of a matrix, each multiplied by a factor.
    fn combined(&mut self, matrix: &Numeric, rows: usize, factors: &[Value]) -> Result<Vec<Value>> {
        (0..rows)
            .map(|row| {
                let row: Vec<Value> =
                    matrix.components.iter().skip(row).step_by(rows.max(1)).copied().collect();
                self.sum_of_products(matrix, &row, factors)
            })
            .collect()
    }

    fn sum_of_products(&mut self, of: &Numeric, a: &[Value], b: &[Value]) -> Result<Value> {
        let mut pairs = a.iter().zip(b);
        let (a, b) = pairs.next().ok_or_else(|| Fault::malformed("an empty matrix"))?;
        let mut sum = self.emit.binary(dxil_ir::BinaryOp::Mul, *a, *b);
        for (a, b) in pairs {
            sum = self.emit.op(Opcode::FMAD, overload(of.scalar), [*a, *b, sum])?;
        }
        Ok(sum)
    }
}
