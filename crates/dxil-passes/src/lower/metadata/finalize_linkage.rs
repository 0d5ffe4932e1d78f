//! `dxil-finalize-linkage` and `internalize`: set the linkage of globals that code outside the module cannot use to
//! internal, and delete functions that are unused then.
//!
//! `dxil-finalize-linkage` ([`run`]) also removes convergence control tokens and calls of intrinsics that only pass
//! hints to optimizers, such as `llvm.assume`. [`internalize`] runs before inlining and has stricter rules than LLVM's
//! pass.
//!
//! Precondition: none.
//!
//! Postcondition: after `dxil-finalize-linkage`, functions that are defined, not entry points, and not both external
//! and of default visibility are internal, and so are private variables and unused variables with an initializer; after
//! `internalize`, this also applies to all other functions except entry points, their patch constant functions and
//! exports of a library, and to variables with an initializer except group-shared variables and lists with appending
//! linkage.
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

/// Intrinsics without an effect at run time, which pass facts to optimizers. An entry that ends in a dot is a prefix.
const HINTS: [&str; 13] = [
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
/// The intrinsics among `HINTS` that mark the lifetime of an alloca. LLVM's `dxil-op-lower` lowers them.
const LIFETIMES: [&str; 2] = ["llvm.lifetime.start", "llvm.lifetime.end"];
/// Intrinsics that return their first argument.
const IDENTITIES: [&str; 7] = [
    "llvm.annotation",
    "llvm.expect",
    "llvm.expect.with.probability",
    "llvm.launder.invariant.group",
    "llvm.ptr.annotation",
    "llvm.ssa.copy",
    "llvm.strip.invariant.group",
];
/// The address space of group-shared memory.
pub(in crate::lower) const SHARED: u32 = dx_container::enums::AddressSpace::GROUP_SHARED.0;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    state.note_change();
    let module = &mut state.module;
    let referenced = referenced_globals(module);
    let is_entry = |id: GlobalId| state.entries.iter().any(|entry| entry.function == id);
    for (id, global) in module.globals.iter_mut() {
        let is_internal = match &global.kind {
            GlobalKind::Variable(variable) if global.linkage == Linkage::External => {
                variable.initializer.is_some() && !referenced.contains(&id)
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
    drop_unused_functions(state);
    if !state.has_function(|name| is_listed(&IDENTITIES, name) || is_listed(&HINTS, name)) {
        return Ok(());
    }
    let keeps_lifetimes = state.back_end_only;
    state.each_function(|editor, _| {
        for id in editor.all_instructions() {
            editor.drop_bundle(id, insert_dx_break::CONTROL.as_bytes()).map_err(invalid)?;
        }
        // In reverse order, because `llvm.invariant.end` uses the result of `llvm.invariant.start`.
        for id in editor.all_instructions().into_iter().rev() {
            drop_hint(editor, id, keeps_lifetimes)?;
        }
        Ok(())
    })
}

/// `internalize`: sets the linkage of all functions except entry points and exports, and of variables that are not
/// group-shared, to internal, and deletes unused functions. In a module without entry points, functions keep their
/// linkage, so that later passes report the errors in these functions.
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
            // Lists such as `llvm.global_ctors` have appending linkage.
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
    drop_unused_functions(state);
    Ok(())
}

fn make_internal(global: &mut Global) {
    global.linkage = Linkage::Internal;
    // LLVM's verifier requires default visibility for local linkage.
    global.visibility = Visibility::Default;
}

/// Returns the globals that function bodies or constants reference directly.
fn referenced_globals(module: &Module) -> HashSet<GlobalId> {
    let references = SymbolReferences::of(module);
    let by_functions = module
        .bodies()
        .flat_map(|(id, ..)| references.by(id).iter().filter_map(|reference| reference.global()));
    let operands = module.constants.iter().flat_map(|(_, constant)| constant.kind.operands());
    let by_constants = operands.filter_map(|value| match value.kind() {
        ValueKind::Global(id) => Some(id),
        _ => None,
    });
    by_functions.chain(by_constants).collect()
}

/// Returns the functions that code outside the module can call: entry points, and functions of a library that are
/// external and not hidden.
fn exports(module: &Module, entries: &[Entry], profile: Profile) -> Vec<GlobalId> {
    let is_exported =
        |global: &Global| global.linkage == Linkage::External && global.visibility != Visibility::Hidden;
    let all = module.bodies().filter(|(id, global, _)| {
        entries.iter().any(|entry| entry.function == *id) || profile.is_library() && is_exported(global)
    });
    all.map(|(id, ..)| id).collect()
}

/// Deletes internal functions that are unused.
fn drop_unused_functions(state: &mut State) {
    let module = &state.module;
    let internal = module.bodies().filter(|(_, global, _)| global.linkage == Linkage::Internal);
    let internal: IdSet<GlobalId> = internal.map(|(id, ..)| id).collect();
    state.remove_unused(|id| internal.contains(id));
}

/// Returns the patch constant functions of hull shaders, from the shader metadata that an upgrade preserved.
fn patch_constant_functions(state: &State) -> Vec<GlobalId> {
    let hulls =
        state.preserved_shader.entry_points.iter().filter_map(|entry| entry.properties.as_ref()?.hull());
    hulls.filter_map(|hull| hull.patch_constant_function).collect()
}

/// Replaces the result of call `id` by its first argument if the callee is in `IDENTITIES`, and erases the call if it
/// is unused and the callee is in `HINTS`. `keeps_lifetimes` preserves calls of `LIFETIMES`.
fn drop_hint(editor: &mut Editor<'_>, id: InstructionId, keeps_lifetimes: bool) -> Result<()> {
    let Some((name, arguments)) = call(editor, id) else { return Ok(()) };
    if is_listed(&IDENTITIES, name) {
        let Some(argument) = arguments.first().copied() else { return Ok(()) };
        editor.replace_and_erase(id, argument).map_err(invalid)?;
        return Ok(());
    }
    if keeps_lifetimes && is_listed(&LIFETIMES, name) {
        return Ok(());
    }
    if is_listed(&HINTS, name) && !editor.is_used(id.into()) {
        editor.erase(id).map_err(invalid)?;
    }
    Ok(())
}

/// Returns true if `name` is the name of one of the intrinsics, with or without a suffix for its overload.
fn is_listed(intrinsics: &[&str], name: &[u8]) -> bool {
    intrinsics.iter().any(|known| match name.strip_prefix(known.as_bytes()) {
        Some(rest) => known.ends_with('.') || rest.is_empty() || rest.starts_with(b"."),
        None => false,
    })
}
