//! Numeric values as lists of scalars. Separate because DXIL has no vectors before shader model 6.9: vectors and
//! matrices exist only as lists.

use dxil::ops::OverloadKind;
use dxil_ir::Value;
use naga::{Scalar, ScalarKind};

/// The shape of a numeric value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Scalar,
    /// The number of components.
    Vector(usize),
    Matrix {
        columns: usize,
        rows: usize,
    },
}

/// A scalar, vector or matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Numeric {
    pub(crate) scalar: Scalar,
    pub(crate) shape: Shape,
    /// The components in order; a matrix column by column. Components of kind `Bool` are `i1`.
    pub(crate) components: Vec<Value>,
}

/// The type of a scalar in operations. A bool is an `i1`.
pub(crate) fn overload(scalar: Scalar) -> OverloadKind {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Float, 2) => OverloadKind::F16,
        (ScalarKind::Float, 8) => OverloadKind::F64,
        (ScalarKind::Float | ScalarKind::AbstractFloat, _) => OverloadKind::F32,
        (ScalarKind::Bool, _) => OverloadKind::I1,
        (_, 2) => OverloadKind::I16,
        (_, 8) => OverloadKind::I64,
        _ => OverloadKind::I32,
    }
}
