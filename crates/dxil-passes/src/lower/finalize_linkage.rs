//! `dxil-finalize-linkage`: of a shader, nothing but its entry is called from outside. Intrinsics that only tell
//! optimisers something go, too.
//!
//! Needs: nothing.
//!
//! Holds then: functions that are no entries are internal unless a library exports them, and so are variables that
//! threads do not share; what is called is a function, an operation, or an intrinsic that does something.
//!
//! Source: LLVM's DXILFinalizeLinkage.cpp, 22.1.

use dxil_ir::arena::IdSet;
use dxil_ir::edit::Editor;
use dxil_ir::globals::GlobalKind;
use dxil_ir::{Global, GlobalId, InstructionId, Linkage, Module, Visibility};

use super::{Entry, Profile, State};
use crate::error::{Result, invalid};
use crate::upgrade::handles::call;

/// Intrinsics that say something and do nothing; those that end in a dot begin the names of several.
const SAYINGS: [&str; 13] = [
    "llvm.assume",
    "llvm.donothing",
    "llvm.experimental.convergence.",
    "llvm.experimental.noalias.scope.decl",
    "llvm.fake.use",
    "llvm.invariant.end",
    "llvm.invariant.start",
    "llvm.lifetime.end",
    "llvm.lifetime.start",
    "llvm.prefetch",
    "llvm.pseudoprobe",
    "llvm.sideeffect",
    "llvm.var.annotation",
];
/// Intrinsics that give their first argument.
const SAME: [&str; 7] = [
    "llvm.annotation",
    "llvm.expect",
    "llvm.expect.with.probability",
    "llvm.launder.invariant.group",
    "llvm.ptr.annotation",
    "llvm.ssa.copy",
    "llvm.strip.invariant.group",
];
/// The address space of what the threads of a group share.
pub(super) const SHARED: u32 = dx_container::enums::AddressSpace::GROUP_SHARED.0;

pub(super) fn run(state: &mut State) -> Result<()> {
    let patch_constants = patch_constant_functions(state);
    let module = &mut state.module;
    let mut exports = exports(module, &state.entries, state.profile);
    exports.extend(patch_constants);
    let spaces: Vec<(GlobalId, Option<u32>)> =
        module.globals.iter().map(|(id, global)| (id, module.types.address_space(global.ty))).collect();
    for (id, space) in spaces {
        let Some(global) = module.globals.get_mut(id) else { continue };
        let is_internal = match &global.kind {
            GlobalKind::Variable(variable) => variable.initializer.is_some() && space != Some(SHARED),
            GlobalKind::Function(function) => function.body.is_some() && !exports.contains(&id),
            GlobalKind::Alias(_) => false,
        };
        if is_internal {
            global.linkage = Linkage::Internal;
        }
    }
    drop_uncalled(state);
    if !state.has_function(|name| is_one(&SAME, name) || is_one(&SAYINGS, name)) {
        return Ok(());
    }
    state.each_function(|editor, _| {
        for id in editor.all_instructions() {
            drop_saying(editor, id)?;
        }
        Ok(())
    })
}

/// The functions that are called from outside: entries, and of a library those that are external and not hidden.
fn exports(module: &Module, entries: &[Entry], profile: Profile) -> Vec<GlobalId> {
    let is_exported =
        |global: &Global| global.linkage == Linkage::External && global.visibility != Visibility::Hidden;
    let all = module.bodies().filter(|(id, global, _)| {
        entries.iter().any(|entry| entry.function == *id) || profile.is_library() && is_exported(global)
    });
    all.map(|(id, ..)| id).collect()
}

/// Takes out functions that nothing calls.
fn drop_uncalled(state: &mut State) {
    let module = &state.module;
    let uncalled = module.bodies().filter(|(_, global, _)| global.linkage == Linkage::Internal);
    let uncalled: IdSet<GlobalId> = uncalled.map(|(id, ..)| id).collect();
    state.remove_unused(|id| uncalled.contains(id));
}

/// The functions that entries of hull shaders name, as far as an upgrade kept them.
fn patch_constant_functions(state: &State) -> Vec<GlobalId> {
    let hulls = state.said.entry_points.iter().filter_map(|entry| entry.properties.as_ref()?.hull());
    hulls.filter_map(|hull| hull.patch_constant_function).collect()
}

fn drop_saying(editor: &mut Editor<'_>, id: InstructionId) -> Result<()> {
    let Some((name, arguments)) = call(editor, id) else { return Ok(()) };
    if is_one(&SAME, name) {
        let Some(same) = arguments.first().copied() else { return Ok(()) };
        editor.replace_and_erase(id, same).map_err(invalid)?;
        return Ok(());
    }
    if is_one(&SAYINGS, name) && !editor.is_used(id.into()) {
        editor.erase(id).map_err(invalid)?;
    }
    Ok(())
}

/// Whether a name is that of one of some intrinsics.
fn is_one(intrinsics: &[&str], name: &[u8]) -> bool {
    intrinsics.iter().any(|known| match name.strip_prefix(known.as_bytes()) {
        Some(rest) => known.ends_with('.') || rest.is_empty() || rest.starts_with(b"."),
        None => false,
    })
}
