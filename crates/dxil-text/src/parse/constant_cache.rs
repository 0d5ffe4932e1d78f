//! Small integer constants that the parser has created. Separate from the syntax of constants, because the parser's
//! state holds them.

use dxil_ir::{TypeId, Value};

/// Constants that were met before.
#[derive(Default)]
pub(super) struct ConstantCache {
    /// Small integers of the widths that were asked for last, which are most of all operands.
    pub(super) small: Vec<(TypeId, Vec<Option<Value>>)>,
}
