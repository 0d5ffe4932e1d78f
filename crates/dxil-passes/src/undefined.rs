//! What is undefined. Separate because programs of both dialects are asked for it, on the way up and on the way down.

use dxil_ir::constants::ConstantKind;
use dxil_ir::{Module, Value, ValueKind};

/// Whether a value is nothing in particular.
pub(crate) fn is_undefined(module: &Module, value: Value) -> bool {
    let ValueKind::Constant(id) = value.kind() else { return false };
    let kind = module.constants.get(id).map(|constant| &constant.kind);
    matches!(kind, Some(ConstantKind::Undef | ConstantKind::Poison))
}
