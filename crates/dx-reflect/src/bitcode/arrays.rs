//! Array dimensions of fields: how many elements a field has, without the dimensions of its matrix or vector.
//!
//! DXC stores a matrix as an array of vectors, a single vector, a flat vector, or a structure, and vectors as arrays
//! where memory has no vectors. The dimensions of the matrix end the list of array dimensions, and are not elements.
//! Source: DirectXShaderCompiler, `DxilContainerReflection.cpp`. `dxil::shader::Structures::array` counts as DXC's
//! listing does, which takes an array of matrices with one vector for a single matrix.

use dx_container::enums::MatrixOrientation;
use dxil::shader::FieldProperties;
use dxil_ir::{Type, TypeId, Types};

/// Levels of arrays in arrays. HLSL has no limit; sources have a few.
const DEPTH: usize = 64;

/// The shape of one element: vectors, and components of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) vectors: u32,
    pub(super) length: u32,
}

/// A field as an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Array {
    /// The innermost type: a scalar, a vector or a structure.
    pub(super) inner: TypeId,
    /// The number of elements; 0 if the field is not an array.
    pub(super) elements: u32,
}

impl Array {
    /// Splits the type of a field into element and array; `shape` is the annotated shape of its matrix or vector.
    /// `None` where the number of elements exceeds 32 bits, or arrays nest deeper than 64 levels.
    pub(super) fn of(types: &Types, ty: TypeId, shape: Option<Shape>) -> Option<Self> {
        let (mut inner, mut dimensions) = (ty, Vec::new());
        while let Some(Type::Array(element, count)) = types.get(inner) {
            if dimensions.len() == DEPTH {
                return None;
            }
            dimensions.push(u32::try_from(*count).ok()?);
            inner = *element;
        }
        let own = shape.map_or(0, |shape| shape.dimensions(types.get(inner), &dimensions));
        let outer = dimensions.get(..dimensions.len().saturating_sub(own)).unwrap_or_default();
        let count = outer.iter().try_fold(1_u32, |count, length| count.checked_mul(*length))?;
        Some(Self { inner, elements: if outer.is_empty() { 0 } else { count } })
    }
}

impl Shape {
    /// The shape of the matrix or vector that a field is annotated with; `None` for other fields. Vectors are annotated
    /// for validators from 1.8 on, otherwise they are vectors in the type.
    pub(super) fn annotated(field: &FieldProperties) -> Option<Self> {
        match (field.matrix(), field.vector_size()) {
            (Some(matrix), _) if matrix.columns != 0 => {
                let is_rows = matrix.orientation == MatrixOrientation::ROW_MAJOR;
                let (vectors, length) =
                    if is_rows { (matrix.rows, matrix.columns) } else { (matrix.columns, matrix.rows) };
                Some(Self { vectors, length })
            }
            (_, Some(length)) if *length != 0 => Some(Self { vectors: 1, length: *length }),
            _ => None,
        }
    }

    /// The number of trailing array dimensions that belong to the matrix or vector.
    fn dimensions(self, inner: Option<&Type>, dimensions: &[u32]) -> usize {
        let Self { vectors, length } = self;
        let all = u64::from(vectors) * u64::from(length);
        match (inner, dimensions) {
            // A vector that holds all components.
            (Some(Type::Vector(_, count)), _) if *count == all => 0,
            (Some(Type::Vector(_, count)), [.., last]) if *count == length.into() && *last == vectors => 1,
            // Vectors as arrays of scalars; of a single component there may be no array at all.
            (Some(Type::Integer(_) | Type::Half | Type::Float | Type::Double), [.., last])
                if u64::from(*last) == all =>
            {
                1
            }
            (Some(Type::Integer(_) | Type::Half | Type::Float | Type::Double), [.., rows, columns])
                if (*rows, *columns) == (vectors, length) =>
            {
                2
            }
            _ => 0,
        }
    }
}
