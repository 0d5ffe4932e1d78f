//! Expansion of `llvm.matrix.*`. Separate because the lanes of these vectors are the elements of matrices in
//! column-major order: lane `column * rows + row`.
//!
//! Part of pass `dxil-intrinsic-expansion`.
//!
//! Source: LLVM's DXILIntrinsicExpansion.cpp, 23.1.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{Op, Type, TypeId, Value};

use super::Expansion;
use crate::error::{Result, invalid};

/// The maximum number of elements of a matrix, and of multiplications of a matrix product. HLSL has matrices up to 4x4.
const ELEMENTS: u64 = 1 << 12;
const TOO_LARGE: &str = "matrices are too large to be expanded to scalar operations";

impl Expansion<'_, '_, '_> {
    /// Expands an intrinsic on matrices. Returns `None` for other intrinsics.
    pub(super) fn matrices(&mut self, name: &str, arguments: &[Value]) -> Result<Option<Value>> {
        match (name, arguments) {
            ("llvm.matrix.multiply", &[a, b, rows, inner, columns]) => {
                let [rows, inner, columns] = self.dimensions([rows, inner, columns])?;
                if rows.saturating_mul(inner).saturating_mul(columns) > ELEMENTS {
                    return Err(self.refuse(TOO_LARGE));
                }
                self.check_size(a, [rows, inner])?;
                self.check_size(b, [inner, columns])?;
                self.product((a, b), [rows, inner, columns]).map(Some)
            }
            ("llvm.matrix.transpose", &[matrix, rows, columns]) => {
                let [rows, columns] = self.dimensions([rows, columns])?;
                self.check_size(matrix, [rows, columns])?;
                self.transposed(matrix, [rows, columns]).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Returns the constant dimensions of matrices.
    fn dimensions<const N: usize>(&self, values: [Value; N]) -> Result<[u64; N]> {
        let module = self.editor.context();
        let numbers = values.map(|value| module.integer(value).filter(|number| *number > 0));
        if numbers.contains(&None) {
            return Err(self.refuse("dimensions of a matrix must be constants greater than 0"));
        }
        Ok(numbers.map(Option::unwrap_or_default))
    }

    /// Checks that a vector has as many lanes as a matrix has elements.
    fn check_size(&self, matrix: Value, [rows, columns]: [u64; 2]) -> Result<()> {
        let lanes = self.lanes(self.type_of(matrix)?);
        if lanes > Some(ELEMENTS) {
            return Err(self.refuse(TOO_LARGE));
        }
        if lanes == rows.checked_mul(columns) {
            return Ok(());
        }
        let lanes = lanes.unwrap_or(1);
        Err(self.refuse(format!("operand has {lanes} elements, but the matrix is {rows}x{columns}")))
    }

    /// Multiplies a matrix of `rows` by `inner` elements by a matrix of `inner` by `columns` elements.
    fn product(&mut self, (a, b): (Value, Value), [rows, inner, columns]: [u64; 3]) -> Result<Value> {
        let (a, b) = (self.all_lanes(a)?, self.all_lanes(b)?);
        let scalar = self.editor.context().types.scalar(self.ty);
        let number = self.editor.module().types.int(64);
        let mut product = self.editor.module().constant(self.ty, ConstantKind::Poison);
        for column in 0..columns {
            for row in 0..rows {
                let pairs = (0..inner).filter_map(|step| {
                    let left = a.get(usize::try_from(step * rows + row).ok()?)?;
                    Some((*left, *b.get(usize::try_from(column * inner + step).ok()?)?))
                });
                let element = self.sum_of_products(scalar, &pairs.collect::<Vec<_>>())?;
                if self.lanes(self.ty).is_none() {
                    return Ok(element);
                }
                let lane = i64::try_from(column * rows + row).unwrap_or(0);
                let lane = self.editor.int(number, lane);
                product = self.editor.insert_element(product, element, lane).map_err(invalid)?;
            }
        }
        Ok(product)
    }

    /// Returns the sum of products: a dot product operation for 2 to 4 pairs of `half` or `float`, otherwise a chain of
    /// multiply-add operations.
    fn sum_of_products(&mut self, ty: TypeId, pairs: &[(Value, Value)]) -> Result<Value> {
        let scalar = self.editor.context().types.get(ty).cloned();
        let dot = match pairs.len() {
            2 => Some("llvm.dx.dot2"),
            3 => Some("llvm.dx.dot3"),
            4 => Some("llvm.dx.dot4"),
            _ => None,
        };
        if let (Some(dot), Some(Type::Half | Type::Float)) = (dot, &scalar) {
            let (left, right): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
            return self.intrinsic(dot, &[left, right].concat(), ty);
        }
        let add = if matches!(scalar, Some(Type::Integer(_))) { "llvm.dx.imad" } else { "llvm.fmuladd" };
        let mut sum = None;
        for (left, right) in pairs.iter().copied() {
            sum = Some(match sum {
                None => self.mul(left, right),
                Some(sum) => self.intrinsic(add, &[left, right, sum], ty)?,
            });
        }
        sum.ok_or_else(|| self.refuse("matrix has no elements"))
    }

    /// Transposes a matrix by a shuffle.
    fn transposed(&mut self, matrix: Value, [rows, columns]: [u64; 2]) -> Result<Value> {
        let module = self.editor.module();
        let i32 = module.types.int(32);
        let count = rows.saturating_mul(columns);
        let lanes = (0..count).map(|lane| (lane % columns) * rows + lane / columns);
        let lanes: Vec<Value> = lanes.map(|lane| module.int(i32, i64::try_from(lane).unwrap_or(0))).collect();
        let mask = module.types.vector(i32, count);
        let mask = module.constant(mask, ConstantKind::Aggregate(lanes.into()));
        let poison = module.constant(self.ty, ConstantKind::Poison);
        Ok(self.editor.add(Op::ShuffleVector([matrix, poison, mask]), self.ty).into())
    }
}
