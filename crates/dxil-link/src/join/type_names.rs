//! Structures of one name that are not the same: those of the later library get another name, and operations on them,
//! whose functions are called by it, too. Two libraries may well call different ray payloads `Payload`.

use bstr::ByteSlice as _;
use dxil::ops::FUNCTION_PREFIX;
use dxil_ir::edit::Importer;
use dxil_ir::{GlobalId, Module, Type, TypeId};

/// Gives structures of `from` another name whose name stands for another structure in `into`, where operations take
/// them.
pub(super) fn separate(from: &mut Module, into: &mut Module) {
    let operations: Vec<GlobalId> = from
        .globals
        .iter()
        .filter(|(_, global)| global.body().is_none() && global.name.starts_with_str(FUNCTION_PREFIX))
        .map(|(id, _)| id)
        .collect();
    let mut renamed = Vec::new();
    let mut importer = Importer::new(from);
    for (id, operation) in operations.iter().filter_map(|id| Some((*id, from.globals.get(*id)?))) {
        for ty in structures(from, operation.value_type) {
            let Some(old) = from.types.named(ty).map(|named| named.name.clone()) else { continue };
            let Ok(partner) = importer.import_type(into, ty) else { continue };
            let Some(new) = into.types.named(partner).map(|named| named.name.clone()) else { continue };
            let suffix = [b".", old.as_slice()].concat();
            if new != old && operation.name.ends_with(&suffix) {
                let mut name = operation.name.clone();
                let kept = name.len().saturating_sub(old.len());
                name.truncate(kept);
                name.extend_from_slice(&new);
                renamed.push((id, name, ty, new));
            }
        }
    }
    for (id, name, ty, structure) in renamed {
        if let Some(global) = from.globals.get_mut(id) {
            global.name = name;
        }
        if let Some(named) = from.types.named_mut(ty) {
            named.name = structure;
        }
    }
}

/// The structures with names that a function takes or gives, by themselves or by their address.
fn structures(module: &Module, function: TypeId) -> Vec<TypeId> {
    let Some(Type::Function { result, parameters, .. }) = module.types.get(function) else {
        return Vec::new();
    };
    let all = [*result].into_iter().chain(parameters.iter().copied());
    let target = |ty: TypeId| module.types.pointee(ty).unwrap_or(ty);
    all.map(target).filter(|ty| module.types.named(*ty).is_some()).collect()
}
