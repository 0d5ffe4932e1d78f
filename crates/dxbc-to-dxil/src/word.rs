//! A 32-bit word of a register in the forms that instructions need. Separate because registers have no type: an
//! integer, a float and a truth value of the same bits are different values of the IR.

use dxil_ir::Value;

/// A word in at least one of three forms with the same bits. A missing form is computed from another one by
/// [`Lower::int`](crate::lower::Lower::int) and [`Lower::float`](crate::lower::Lower::float).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Word {
    /// An `i32`.
    pub(crate) int: Option<Value>,
    /// A `float`.
    pub(crate) float: Option<Value>,
    /// An `i1` that is true for all ones and false for zero; the word has no other bits.
    pub(crate) mask: Option<Value>,
}

impl Word {
    pub(crate) fn of_int(value: Value) -> Self {
        Self { int: Some(value), ..Self::default() }
    }

    pub(crate) fn of_float(value: Value) -> Self {
        Self { float: Some(value), ..Self::default() }
    }

    pub(crate) fn of_mask(value: Value) -> Self {
        Self { mask: Some(value), ..Self::default() }
    }

    /// True if the only form is a float, so that a copy should stay a float.
    pub(crate) fn is_float(&self) -> bool {
        self.float.is_some() && self.int.is_none() && self.mask.is_none()
    }
}
