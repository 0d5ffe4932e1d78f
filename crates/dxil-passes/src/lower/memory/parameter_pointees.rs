//! Reads and writes the metadata `dxil.upgrade.parameters`: the pointee types of parameters and results, which opaque
//! pointers lack. Separate because several passes read the metadata, and `parameter-types` adds to it.

use dxil_ir::metadata::Metadata;
use dxil_ir::{GlobalId, Module, TypeId, Value, ValueKind};
use hashbrown::HashMap;

use crate::lower::metadata::resource_metadata::object;
use crate::upgrade::PARAMETERS;

/// Like [`parameters`], but also removes the metadata.
pub(in crate::lower) fn take_parameters(module: &mut Module) -> HashMap<(GlobalId, u32), TypeId> {
    let parameters = parameters(module);
    module.named_metadata.retain(|named| named.name != PARAMETERS);
    parameters
}

/// Returns the pointee types by function and parameter index; the index of a result is
/// [`RESULT`](crate::upgrade::RESULT).
pub(in crate::lower) fn parameters(module: &Module) -> HashMap<(GlobalId, u32), TypeId> {
    let list = module.named_metadata.iter().find(|named| named.name == PARAMETERS);
    let nodes = list.map(|named| &named.operands);
    let known = nodes.into_iter().flatten().filter_map(|node| {
        let operand = |index| module.metadata.operand(*node, index).flatten();
        let value = |id| match module.metadata.get(id)? {
            Metadata::Value(_, value) => Some(value),
            _ => None,
        };
        let ValueKind::Global(function) = value(operand(0)?)?.kind() else { return None };
        let index = i32::try_from(module.signed_integer(value(operand(1)?)?)?).ok()?.cast_unsigned();
        Some(((function, index), object(module, operand(2)?)?))
    });
    known.collect()
}

/// Appends pointee types to the metadata, sorted by function and parameter index.
pub(in crate::lower) fn add_parameters(module: &mut Module, parameters: &HashMap<(GlobalId, u32), TypeId>) {
    let i32 = module.types.int(32);
    let mut all: Vec<(&(GlobalId, u32), &TypeId)> = parameters.iter().collect();
    all.sort_unstable();
    for ((function, index), pointee) in all {
        let (index, pointee) = (module.int(i32, i64::from(index.cast_signed())), module.undef(*pointee));
        let parts =
            [Value::from(*function), index, pointee].map(|value| Some(module.value_as_metadata(value)));
        let node = module.tuple(&parts);
        module.add_named_metadata(PARAMETERS, &[node]);
    }
}
