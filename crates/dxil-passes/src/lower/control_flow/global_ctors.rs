//! `global-ctors`: inserts calls of the global constructors in `llvm.global_ctors` at the start of the entry point.
//!
//! A front end for HLSL usually has inserted these calls already. A library keeps the list, because a linker needs it
//! for the exported functions, which cannot call the constructors themselves; the entry points of the library call
//! them.
//!
//! Precondition: no call of a global constructor has been inlined.
//!
//! Postcondition: a module that is not a library has no `llvm.global_ctors`, and its entry point calls each function
//! with a body that was in the list.

use bstr::BString;
use dxil_ir::arena::IdSet;
use dxil_ir::{GlobalId, Module, Op, ValueKind};

use crate::error::{PassErrorKind, Result, frame, invalid};
use crate::initializers::{call_at_start, list, list_of, listed};
use crate::lower::state::State;

/// The list of global destructors, like `llvm.global_ctors`.
const DESTRUCTORS: &str = "llvm.global_dtors";

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    if state.module.global_named(DESTRUCTORS.into()).is_some() {
        let why = format!("{DESTRUCTORS} is not supported: no code runs after a shader has returned");
        return Err(PassErrorKind::Unsupported(why).into());
    }
    // In a library, calls of constructors may have been inlined, so a missing call proves nothing. Front ends that list
    // constructors for a linker also insert the calls.
    if state.profile.is_library() {
        return Ok(());
    }
    // `dxil-translate-metadata` rejects several entry points.
    if let [entry] = state.entries.as_slice() {
        let function = entry.function;
        let called = called(&state.module, function);
        let mut missing = listed(&state.module);
        missing.retain(|id| !called.contains(*id));
        if !missing.is_empty() {
            state.note_change();
        }
        call_at_start(&mut state.module, function, &missing)
            .map_err(|error| invalid(error).within(frame(&state.module, function)))?;
    }
    let list = list_of(&state.module);
    state.remove_unused(|id| Some(id) == list);
    Ok(())
}

/// Returns the direct callees of a function.
fn called(module: &Module, function: GlobalId) -> IdSet<GlobalId> {
    let mut called = IdSet::new();
    let body = module.globals.get(function).and_then(|global| global.body());
    for (_, _, instruction) in body.into_iter().flat_map(|body| body.in_order()) {
        if let Op::Call { callee, .. } = &instruction.op
            && let ValueKind::Global(callee) = callee.kind()
        {
            called.insert(callee);
        }
    }
    called
}

/// Removes `llvm.global_ctors`, before the dialect of the module changes. Returns the names of the listed functions
/// whose body is more than a `ret`.
pub(in crate::lower) fn take_list(module: &mut Module) -> Vec<BString> {
    let functions = listed(module);
    let has_effects = |id: &&GlobalId| {
        let body = module.globals.get(**id).and_then(|global| global.body());
        body.is_some_and(|body| body.in_order().count() > 1)
    };
    let names = functions.iter().filter(has_effects);
    let names = names.filter_map(|id| module.globals.get(*id)).map(|global| global.name.clone()).collect();
    let list = list_of(module);
    module.remove_unused_globals(|id| Some(id) == list);
    names
}

/// Creates `llvm.global_ctors` with the functions that [`take_list`] returned.
pub(in crate::lower) fn restore_list(module: &mut Module, names: &[BString]) {
    let functions: Vec<GlobalId> =
        names.iter().filter_map(|name| module.global_named(name.as_slice().into())).collect();
    list(module, &functions);
}
