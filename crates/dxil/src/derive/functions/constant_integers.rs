//! Constant integers as operands. Separate because flags, requirements and handles read them.

use dxil_ir::constants::ConstantKind;
use dxil_ir::{Module, Value, ValueKind};

/// The 64 bits of a constant integer, sign-extended from its type.
pub(super) fn bits(module: &Module, value: Value) -> Option<u64> {
    let ValueKind::Constant(id) = value.kind() else { return None };
    match module.constants.get(id)?.kind {
        ConstantKind::Integer(number) => Some(u64::from_le_bytes(number.to_le_bytes())),
        ConstantKind::Null => Some(0),
        _ => None,
    }
}

/// The low 32 bits of a constant integer.
pub(super) fn word(module: &Module, value: Value) -> Option<u32> {
    let [a, b, c, d, ..] = bits(module, value)?.to_le_bytes();
    Some(u32::from_le_bytes([a, b, c, d]))
}
