//! The structures of a module as HLSL meant them: what is said of each, which are matrices, and what a member is an
//! array of. Separate from the annotations, which are a list; here they are found by type.

use std::collections::HashMap;

use bstr::ByteSlice as _;
use dx_container::enums::MatrixOrientation;

use super::field::MatrixAnnotation;
use super::type_annotation::{StructAnnotation, TypeAnnotations};
use dxil_ir::{Type, TypeId, Types};

/// What the names of HLSL's matrices begin with, as structures.
const MATRIX_PREFIX: &[u8] = b"class.matrix.";

/// The structures of a module.
#[derive(Debug, Clone)]
pub struct Structures<'m> {
    types: &'m Types,
    annotations: HashMap<TypeId, &'m StructAnnotation>,
}

impl<'m> Structures<'m> {
    /// Those of the module with these types, of which this is said. Of one of which several things are said, the last
    /// counts.
    pub fn of(types: &'m Types, annotations: &'m [TypeAnnotations]) -> Self {
        let lists = annotations.iter().filter_map(|annotations| match annotations {
            TypeAnnotations::Structs(structs) => Some(structs),
            _ => None,
        });
        let annotations = lists.flatten().map(|annotation| (annotation.ty, annotation)).collect();
        Self { types, annotations }
    }

    /// What HLSL said of a structure.
    pub fn annotation(&self, ty: TypeId) -> Option<&'m StructAnnotation> {
        self.annotations.get(&ty).copied()
    }

    /// Whether a type is a structure; one that stands for a matrix is.
    pub fn is_structure(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Some(Type::Named(_) | Type::Literal { .. }))
    }

    /// Whether a structure stands for a matrix of HLSL.
    pub fn is_matrix(&self, ty: TypeId) -> bool {
        self.types.named(ty).is_some_and(|named| named.name.starts_with_str(MATRIX_PREFIX))
    }

    /// What a member is an array of, and how many of them; 0 for one that is none. The outer dimension of a matrix is
    /// an array too, which is not counted.
    pub fn array(&self, ty: TypeId, matrix: Option<&MatrixAnnotation>) -> (TypeId, u32) {
        let (element, count, levels) = self.types.flattened(ty);
        match matrix {
            _ if levels == 0 => (element, 0),
            Some(_) if levels == 1 => (element, 0),
            Some(matrix) => {
                let outer = match matrix.orientation {
                    MatrixOrientation::ROW_MAJOR => matrix.rows,
                    MatrixOrientation::COLUMN_MAJOR => matrix.columns,
                    _ => 1,
                };
                (element, count.checked_div(outer).unwrap_or(0))
            }
            None => (element, count),
        }
    }
}
