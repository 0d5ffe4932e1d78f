//! `global-ctors`: functions that set variables up, which `llvm.global_ctors` lists, are called where a shader begins.
//!
//! Needs: functions are called by their names, not inlined yet.
//!
//! Holds then: a shader has no list, and its entry calls all that was listed, as a rule because the front end did it. A
//! library keeps the list, for whoever links it: its own entries call them, and functions that it exports cannot.

use bstr::BString;
use dxil_ir::arena::IdSet;
use dxil_ir::{GlobalId, Module, Op, ValueKind};

use crate::error::{PassErrorKind, Result, frame, invalid};
use crate::initializers::{call_at_start, list, list_of, listed};
use crate::lower::state::State;

const DESTRUCTORS: &str = "llvm.global_dtors";

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    if state.module.global_named(DESTRUCTORS.into()).is_some() {
        let why = format!("{DESTRUCTORS} is not supported: no code runs after a shader has returned");
        return Err(PassErrorKind::Unsupported(why).into());
    }
    // What calls them in a library may be inlined already: whoever lists them for a linker calls them, too.
    if state.profile.is_library() {
        return Ok(());
    }
    // Several entries are refused later.
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

/// The functions that a function calls itself.
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

/// Takes the list out of a module that is about to change its dialect; the names of those on it that do something.
pub(in crate::lower) fn take(module: &mut Module) -> Vec<BString> {
    let functions = listed(module);
    let does_something = |id: &&GlobalId| {
        let body = module.globals.get(**id).and_then(|global| global.body());
        body.is_some_and(|body| body.in_order().count() > 1)
    };
    let names = functions.iter().filter(does_something);
    let names = names.filter_map(|id| module.globals.get(*id)).map(|global| global.name.clone()).collect();
    let list = list_of(module);
    module.remove_unused_globals(|id| Some(id) == list);
    names
}

/// Lists functions again, by their names.
pub(in crate::lower) fn give_back(module: &mut Module, names: &[BString]) {
    let functions: Vec<GlobalId> =
        names.iter().filter_map(|name| module.global_named(name.as_slice().into())).collect();
    list(module, &functions);
}
