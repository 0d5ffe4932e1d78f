//! Types that the device decides on: `dx.targetTypes`, matrices of linear algebra from shader model 6.10 on.

use dx_container::enums::{ElementType, MatrixScope, MatrixUse};

use super::list::record;
use dxil_ir::TypeId;

record! {
    /// A matrix of linear algebra.
    pub struct TargetType {
        /// The type that stands for it, such as `%dx.types.LinAlgMatrixC9M4N4U2S1`.
        pub ty: TypeId as Undef => "type",
        /// What its elements are.
        pub element_type: ElementType,
        /// How many rows it has.
        pub rows: u32,
        /// How many columns it has.
        pub columns: u32,
        /// What it is for.
        pub matrix_use: MatrixUse,
        /// Which threads hold it.
        pub scope: MatrixScope,
    }
}
