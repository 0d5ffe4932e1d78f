//! `dxil-finalize-linkage`: of a shader, nothing but its entry is called from outside. Intrinsics that only tell
//! optimisers something go, too.
//!
//! Needs: nothing.
//!
//! Holds then: hidden functions and private variables are internal; what is called is a function, an operation, or an
//! intrinsic that does something. [`internalize`] does the same with all that no library exports, before shaders
//! become one function.
//!
//! Source: LLVM's DXILFinalizeLinkage.cpp, 22.1.

use dxil_ir::arena::IdSet;
use dxil_ir::edit::Editor;
use dxil_ir::globals::GlobalKind;
use dxil_ir::{Global, GlobalId, InstructionId, Linkage, Module, SymbolReferences, ValueKind, Visibility};
use hashbrown::HashSet;

use crate::error::{Result, invalid};
use crate::lower::calls::call;
use crate::lower::control_flow::insert_dx_break;
use crate::lower::entries::Entry;
use crate::lower::profile::Profile;
use crate::lower::state::State;

/// Intrinsics that say something and do nothing; those that end in a dot begin the names of several.
const SAYINGS: [&str; 13] = [
    "llvm.assume",
    "llvm.donothing",
    insert_dx_break::TOKENS,
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
/// Those among them that say how long memory is used, of which LLVM's back end keeps something.
const LIFETIMES: [&str; 2] = ["llvm.lifetime.start", "llvm.lifetime.end"];
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
pub(in crate::lower) const SHARED: u32 = dx_container::enums::AddressSpace::GROUP_SHARED.0;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    state.note_change();
    let module = &mut state.module;
    let mentioned = mentioned(module);
    let is_entry = |id: GlobalId| state.entries.iter().any(|entry| entry.function == id);
    for (id, global) in module.globals.iter_mut() {
        let is_internal = match &global.kind {
            GlobalKind::Variable(variable) if global.linkage == Linkage::External => {
                variable.initializer.is_some() && !mentioned.contains(&id)
            }
            GlobalKind::Variable(_) => global.linkage == Linkage::Private,
            GlobalKind::Function(function) => {
                let is_exported =
                    global.linkage == Linkage::External && global.visibility == Visibility::Default;
                function.body.is_some() && !is_exported && !is_entry(id)
            }
            GlobalKind::Alias(_) => false,
        };
        if is_internal {
            make_internal(global);
        }
    }
    drop_uncalled(state);
    if !state.has_function(|name| is_one(&SAME, name) || is_one(&SAYINGS, name)) {
        return Ok(());
    }
    let keeps_lifetimes = state.back_end_only;
    state.each_function(|editor, _| {
        for id in editor.all_instructions() {
            editor.drop_bundle(id, insert_dx_break::CONTROL.as_bytes()).map_err(invalid)?;
        }
        for id in editor.all_instructions() {
            drop_saying(editor, id, keeps_lifetimes)?;
        }
        Ok(())
    })
}

/// Makes internal what a shader alone has to do with: all functions of it but its entry, and variables that threads do
/// not share. Where there is no entry, functions stay, so that what is wrong in them is told, too.
pub(in crate::lower) fn internalize(state: &mut State) -> Result<()> {
    let patch_constants = patch_constant_functions(state);
    let has_entry = !state.entries.is_empty();
    state.note_change();
    let module = &mut state.module;
    let mut exports = exports(module, &state.entries, state.profile);
    exports.extend(patch_constants);
    let spaces: Vec<(GlobalId, Option<u32>)> =
        module.globals.iter().map(|(id, global)| (id, module.types.address_space(global.ty))).collect();
    for (id, space) in spaces {
        let Some(global) = module.globals.get_mut(id) else { continue };
        let is_internal = match &global.kind {
            // LLVM's own lists have appending linkage.
            GlobalKind::Variable(variable) => {
                variable.initializer.is_some()
                    && space != Some(SHARED)
                    && global.linkage != Linkage::Appending
            }
            GlobalKind::Function(function) => function.body.is_some() && !exports.contains(&id) && has_entry,
            GlobalKind::Alias(_) => false,
        };
        if is_internal {
            make_internal(global);
        }
    }
    drop_uncalled(state);
    Ok(())
}

fn make_internal(global: &mut Global) {
    global.linkage = Linkage::Internal;
    // What nobody outside sees is not hidden.
    global.visibility = Visibility::Default;
}

/// The globals that functions name, or constants.
fn mentioned(module: &Module) -> HashSet<GlobalId> {
    let mentions = SymbolReferences::of(module);
    let by_functions =
        module.bodies().flat_map(|(id, ..)| mentions.by(id).iter().filter_map(|mention| mention.global()));
    let operands = module.constants.iter().flat_map(|(_, constant)| constant.kind.operands());
    let by_constants = operands.filter_map(|value| match value.kind() {
        ValueKind::Global(id) => Some(id),
        _ => None,
    });
    by_functions.chain(by_constants).collect()
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
    let hulls =
        state.preserved_shader.entry_points.iter().filter_map(|entry| entry.properties.as_ref()?.hull());
    hulls.filter_map(|hull| hull.patch_constant_function).collect()
}

fn drop_saying(editor: &mut Editor<'_>, id: InstructionId, keeps_lifetimes: bool) -> Result<()> {
    let Some((name, arguments)) = call(editor, id) else { return Ok(()) };
    if is_one(&SAME, name) {
        let Some(same) = arguments.first().copied() else { return Ok(()) };
        editor.replace_and_erase(id, same).map_err(invalid)?;
        return Ok(());
    }
    if keeps_lifetimes && is_one(&LIFETIMES, name) {
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
