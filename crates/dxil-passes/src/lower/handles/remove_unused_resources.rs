//! `dxil-remove-unused-resources`: removes calls that create resource handles without uses, the variables that only
//! store such handles, and the names of the resources.
//!
//! Without the option `back_end_only`, `lower` removes unused handles with other dead code, so the pass does nothing.
//!
//! Precondition: none. The pass runs after `dxil-cbuffer-access`, which creates uses of constant buffers.
//!
//! Postcondition: with `back_end_only`, each handle that a function creates has a use that is not a store to a variable
//! whose uses are all stores. `!hlsl.cbs` has no row of a removed constant buffer.
//!
//! Source: LLVM 23's DXIL Remove Unused Resources pass.

use dxil_ir::edit::Editor;
use dxil_ir::metadata::Metadata;
use dxil_ir::{GlobalId, InstructionId, Linkage, MetadataId, Module, Op, Type, Value, ValueKind};
use hashbrown::HashSet;

use crate::error::{Result, invalid};
use crate::lower::calls::{call, users};
use crate::lower::memory::cbuffer_access::LIST;
use crate::lower::state::State;

/// The common prefix of the intrinsics that create handles.
const HANDLE_FROM: &[u8] = b"llvm.dx.resource.handlefrom";

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    if !state.back_end_only {
        return Ok(());
    }
    let stored_only = stored_only(&state.module);
    let mut names = HashSet::new();
    state.each_function(|editor, _| {
        for id in editor.all_instructions() {
            remove_handle(editor, id, &stored_only, &mut names)?;
        }
        Ok(())
    })?;
    drop_rows(&mut state.module, &stored_only);
    // Ids are valid until globals are removed, so both kinds are removed at once.
    let is_name = |id: &GlobalId| {
        state.module.globals.get(*id).is_some_and(|global| {
            names.contains(id) && matches!(global.linkage, Linkage::Private | Linkage::Internal)
        })
    };
    let unused: HashSet<GlobalId> = state
        .module
        .globals
        .iter()
        .filter(|(id, global)| match global.linkage {
            Linkage::Private | Linkage::Internal => stored_only.contains(id) || is_name(id),
            _ => false,
        })
        .map(|(id, _)| id)
        .collect();
    state.module.forget_in_metadata(unused.iter().copied());
    state.remove_unused(|id| unused.contains(&id));
    Ok(())
}

/// Removes a call that creates a handle, and the stores of the handle, if all uses are stores to `stored_only`
/// variables. Adds the global with the name of the resource to `names`.
fn remove_handle(
    editor: &mut Editor<'_>,
    id: InstructionId,
    stored_only: &HashSet<GlobalId>,
    names: &mut HashSet<GlobalId>,
) -> Result<()> {
    let Some((name, arguments)) = call(editor, id) else { return Ok(()) };
    if !name.starts_with(HANDLE_FROM) {
        return Ok(());
    }
    let stores = users(editor, id);
    let is_unused = |store: &InstructionId| match editor.op(*store) {
        Some(Op::Store([value, address], access)) => {
            *value == Value::from(id)
                && !access.is_volatile
                && matches!(address.kind(), ValueKind::Global(variable) if stored_only.contains(&variable))
        }
        _ => false,
    };
    if !stores.iter().all(is_unused) {
        return Ok(());
    }
    names.extend(arguments.last().and_then(|name| match name.kind() {
        ValueKind::Global(name) => Some(name),
        _ => None,
    }));
    for store in stores {
        editor.erase(store).map_err(invalid)?;
    }
    editor.erase(id).map_err(invalid)
}

/// Returns the variables of handles whose uses are all stores to them.
fn stored_only(module: &Module) -> HashSet<GlobalId> {
    let is_handle = |ty| matches!(module.types.get(ty), Some(Type::Target(_)));
    let variables = module.globals.iter().filter(|(_, global)| {
        global.variable().is_some() && is_handle(global.value_type) && global.linkage == Linkage::Internal
    });
    let mut found: HashSet<GlobalId> = variables.map(|(id, _)| id).collect();
    let mut worklist: Vec<Value> = module
        .globals
        .values()
        .filter_map(|global| global.variable())
        .filter_map(|variable| variable.initializer)
        .collect();
    for (.., body) in module.bodies() {
        for (.., instruction) in body.in_order() {
            match &instruction.op {
                Op::Store([value, address], _) => {
                    worklist.push(*value);
                    // The address is a use only if it is not the variable itself.
                    worklist.extend(matches!(address.kind(), ValueKind::Constant(_)).then_some(*address));
                }
                op => op.each_operand(&body.lists, |value| worklist.push(value)),
            }
        }
    }
    let mut visited = HashSet::new();
    while let Some(value) = worklist.pop() {
        match value.kind() {
            ValueKind::Global(id) => {
                found.remove(&id);
            }
            ValueKind::Constant(id) if visited.insert(id) => {
                let operands = module.constants.get(id).map(|constant| constant.kind.operands());
                worklist.extend(operands.unwrap_or_default());
            }
            _ => {}
        }
    }
    for row in rows(module) {
        let members = (1..).map_while(|index| module.metadata.operand(row, index));
        if members.flatten().next().is_some()
            && let Some(handle) = handle(module, row)
        {
            found.remove(&handle);
        }
    }
    found
}

/// Removes the rows of `!hlsl.cbs` whose handle is in `removed`.
fn drop_rows(module: &mut Module, removed: &HashSet<GlobalId>) {
    let all = rows(module);
    let kept: Vec<MetadataId> = all
        .iter()
        .copied()
        .filter(|row| handle(module, *row).is_none_or(|id| !removed.contains(&id)))
        .collect();
    if kept.len() == all.len() {
        return;
    }
    if kept.is_empty() {
        module.named_metadata.retain(|named| named.name != LIST);
    } else if let Some(list) = module.named_metadata.iter_mut().find(|named| named.name == LIST) {
        list.operands = kept;
    }
}

/// Returns the rows of `!hlsl.cbs`.
fn rows(module: &Module) -> Vec<MetadataId> {
    let list = module.named_metadata.iter().find(|named| named.name == LIST);
    list.map(|list| list.operands.to_vec()).unwrap_or_default()
}

/// Returns the variable of the handle of a constant buffer in a row of `!hlsl.cbs`.
fn handle(module: &Module, row: MetadataId) -> Option<GlobalId> {
    match module.metadata.get(module.metadata.operand(row, 0).flatten()?)? {
        Metadata::Value(_, value) => match value.kind() {
            ValueKind::Global(id) => Some(id),
            _ => None,
        },
        _ => None,
    }
}
