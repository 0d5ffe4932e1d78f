//! Removes local globals and resource handles from `llvm.used` and `llvm.compiler.used`, for `dxil-cbuffer-access`.
//! Separate from `cbuffer_access` because the lists also contain globals that are not constant buffers; clang 23.1 adds
//! the global variables of constant buffer handles.
//!
//! A front end lists globals that a linker must find. No linker resolves local symbols of a DXIL container. A listed
//! handle would stay in the module, but LLVM 3.7 cannot represent its target extension type.

use dxil_ir::constants::ConstantKind;
use dxil_ir::globals::GlobalKind;
use dxil_ir::{GlobalId, Linkage, Module, Type, Value, ValueKind};

/// The global variables whose initializers are the lists.
const LISTS: [&str; 2] = ["llvm.used", "llvm.compiler.used"];

/// Removes entries of both lists that have local linkage, have a target extension type (resource handles), or are not
/// globals. Returns the lists that are empty now; these lists do not have an initializer any more.
pub(in crate::lower) fn drop_local(module: &mut Module) -> Vec<GlobalId> {
    let mut empty = Vec::new();
    for name in LISTS {
        let Some(list) = module.global_named(name.into()) else { continue };
        let Some(listed) = entries(module, list) else { continue };
        let is_kept = |value: &Value| {
            let global = underlying_global(module, *value).and_then(|id| module.globals.get(id));
            global.is_some_and(|global| {
                let is_local = matches!(global.linkage, Linkage::Internal | Linkage::Private);
                !is_local && !matches!(module.types.get(global.value_type), Some(Type::Target(_)))
            })
        };
        let kept: Vec<Value> = listed.iter().copied().filter(is_kept).collect();
        if kept.len() == listed.len() {
            continue;
        }
        if kept.is_empty() {
            empty.push(list);
        }
        set_entries(module, list, kept);
    }
    empty
}

/// Returns the entries of a list, or `None` if its initializer is not an array.
fn entries(module: &Module, list: GlobalId) -> Option<Vec<Value>> {
    let initializer = module.globals.get(list)?.variable()?.initializer?;
    let ValueKind::Constant(id) = initializer.kind() else { return None };
    match &module.constants.get(id)?.kind {
        ConstantKind::Aggregate(entries) => Some(entries.to_vec()),
        _ => None,
    }
}

/// Returns the underlying global of a constant address: the base after constant casts and GEPs are removed.
fn underlying_global(module: &Module, mut value: Value) -> Option<GlobalId> {
    loop {
        match value.kind() {
            ValueKind::Global(id) => return Some(id),
            // The loop terminates: the verifier rejects cyclic constants.
            ValueKind::Constant(id) => match &module.constants.get(id)?.kind {
                ConstantKind::Cast(_, inner) => value = *inner,
                ConstantKind::ElementPointer { operands, .. } => value = *operands.first()?,
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// Replaces the initializer of a list and adapts the array type. An empty list loses its initializer.
fn set_entries(module: &mut Module, list: GlobalId, entries: Vec<Value>) {
    let Some(Type::Array(element, _)) =
        module.globals.get(list).and_then(|global| module.types.get(global.value_type)).cloned()
    else {
        return;
    };
    let ty = module.types.intern(Type::Array(element, entries.len() as u64));
    let initializer = match entries.is_empty() {
        true => None,
        false => Some(module.constant(ty, ConstantKind::Aggregate(entries.into()))),
    };
    if let Some(global) = module.globals.get_mut(list) {
        global.value_type = ty;
        if let GlobalKind::Variable(variable) = &mut global.kind {
            variable.initializer = initializer;
        }
    }
}
