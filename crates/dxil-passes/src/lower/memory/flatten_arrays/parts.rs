//! Splits aggregate constants into their parts, for pass `dxil-flatten-arrays`. Separate because the initializers of
//! variables that become one array and of variables that become several arrays are split.

use dxil_ir::constants::ConstantKind;
use dxil_ir::{Module, Type, TypeId, Value, ValueKind};

/// Appends the parts of a constant whose types satisfy `is_wanted` to `found`, in memory order. Does not search in
/// these parts. Returns `None` if a part cannot be split, or after `left` constants.
pub(super) fn parts(
    module: &mut Module,
    value: Value,
    is_wanted: &dyn Fn(&Module, TypeId) -> bool,
    found: &mut Vec<Value>,
    left: &mut u64,
) -> Option<()> {
    *left = left.checked_sub(1)?;
    let ValueKind::Constant(id) = value.kind() else { return None };
    let constant = module.constants.get(id)?.clone();
    if is_wanted(module, constant.ty) {
        found.push(value);
        return Some(());
    }
    let inner: Vec<Value> = match &constant.kind {
        ConstantKind::Aggregate(parts) => parts.to_vec(),
        kind @ (ConstantKind::Null | ConstantKind::Undef | ConstantKind::Poison) => {
            let count = match module.types.get(constant.ty)? {
                Type::Array(_, count) | Type::Vector(_, count) => *count,
                _ => u64::try_from(module.types.members(constant.ty)?.len()).ok()?,
            };
            let kind = kind.clone();
            let mut parts = Vec::new();
            for index in 0..Some(count).filter(|count| count <= left)? {
                let ty = module.types.element(constant.ty, index)?;
                parts.push(module.constant(ty, kind.clone()));
            }
            parts
        }
        ConstantKind::Data(words) => {
            let element = module.types.element(constant.ty, 0)?;
            let is_float = module.types.is_float(element);
            let words = words.clone();
            let mut parts = Vec::new();
            for word in words.iter().copied() {
                parts.push(if is_float {
                    module.float_bits(element, word)
                } else {
                    module.int(element, i64::from_le_bytes(word.to_le_bytes()))
                });
            }
            parts
        }
        _ => return None,
    };
    for part in inner {
        parts(module, part, is_wanted, found, left)?;
    }
    Some(())
}
