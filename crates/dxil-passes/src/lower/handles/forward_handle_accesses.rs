//! `dxil-forward-handle-accesses`: replaces each load of a resource handle by the handle that was stored there.
//!
//! mem2reg has promoted most allocas of handles; global variables, arrays and copies through pointers remain. DXIL has
//! no handles in memory, so a load whose handle cannot be determined is an error that names the variable.
//!
//! Precondition: no function calls a defined function (`Fact::Inlined`), so the creation and the load of a handle are
//! in one function.
//!
//! Postcondition: no handle is loaded from memory.
//!
//! Source: LLVM's DXILForwardHandleAccesses.cpp, 22.1, including its error messages.

use bstr::BStr;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::function::Local;
use dxil_ir::globals::GlobalKind;
use dxil_ir::{GlobalId, InstructionId, Module, Op, Value, ValueKind};
use hashbrown::HashMap;

use crate::error::{Result, invalid};
use crate::lower::calls::{call, users};
use crate::lower::checks;
use crate::lower::handles::handle_arrays;
use crate::lower::handles::initial_handles::InitialHandles;
use crate::lower::handles::stored_handles::{drop_lifetimes, is_lifetime, is_read, makes_handle};
use crate::lower::state::State;
use crate::pass_manager::Scope;
use crate::place::unsupported;
use crate::transform::flow::Flow;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let initial = InitialHandles::of(state)?;
    state.each_function_with(
        |module, _, instruction| is_read(module, instruction),
        |editor, _| {
            handle_arrays::run(editor)?;
            let handle_loads = handle_loads(editor);
            if handle_loads.is_empty() {
                return Ok(());
            }
            let handles = handles(editor)?;
            let flow = Flow::of(editor);
            for load in handle_loads {
                forward(editor, (&handles, &initial), &flow, load)?;
            }
            Ok(())
        },
    )
}

/// Returns the loads of handles in a function.
fn handle_loads(editor: &Editor<'_>) -> Vec<InstructionId> {
    let is_handle_load =
        |id: &InstructionId| editor.instruction(*id).is_some_and(|it| is_read(editor.context(), it));
    editor.all_instructions().into_iter().filter(is_handle_load).collect()
}

/// Returns the call that creates the handle of each global variable, by variable. Two different handles for one
/// variable are an error.
fn handles(editor: &Editor<'_>) -> Result<HashMap<GlobalId, InstructionId>> {
    let mut handles = HashMap::new();
    for id in editor.all_instructions() {
        if !call(editor, id).is_some_and(|(name, _)| makes_handle(name)) {
            continue;
        }
        for user in users(editor, id) {
            let Some(Op::Store([value, pointer], _)) = editor.op(user) else { continue };
            let Some(variable) = variable(editor, *pointer).filter(|_| *value == id.into()) else { continue };
            if let Some(other) = handles.insert(variable, id) {
                let (new, old) = (name(editor, id.into()), name(editor, other.into()));
                return Err(unsupported(
                    editor,
                    user,
                    format!("Handle at \"{new}\" overwrites handle at \"{old}\""),
                ));
            }
        }
    }
    Ok(handles)
}

/// Returns the global variable that an address is equal to, without an offset.
fn variable(editor: &Editor<'_>, pointer: Value) -> Option<GlobalId> {
    let ValueKind::Global(id) = pointer.kind() else { return None };
    let global = editor.context().globals.get(id)?;
    matches!(global.kind, GlobalKind::Variable(_)).then_some(id)
}

/// Replaces a load by the handle of its variable. If no handle is stored to the variable in this function, repeats the
/// call that creates the handle in a global constructor.
fn forward(
    editor: &mut Editor<'_>,
    (handles, initial): (&HashMap<GlobalId, InstructionId>, &InitialHandles),
    flow: &Flow,
    load: InstructionId,
) -> Result<()> {
    let Some(Op::Load(pointer, _)) = editor.op(load) else { return Ok(()) };
    let pointer = *pointer;
    let Some(handle) = source(editor, pointer).and_then(|variable| handles.get(&variable).copied()) else {
        if let Some((function, arguments)) = initial.creation_at(editor, pointer)? {
            editor.go_to(Position::Before(load)).map_err(invalid)?;
            let handle = editor.call(function, &arguments).map_err(invalid)?;
            editor.replace_and_erase(load, handle).map_err(invalid)?;
            return Ok(());
        }
        let name = name(editor, pointer);
        return Err(unsupported(editor, load, format!("Load of \"{name}\" is not a global resource handle")));
    };
    if !flow.instruction_dominates(editor, handle, load) {
        let (load_name, handle) = (name(editor, load.into()), name(editor, handle.into()));
        let why = format!("Load at \"{load_name}\" is not dominated by handle creation at \"{handle}\"");
        return Err(unsupported(editor, load, why));
    }
    drop_lifetimes(editor, pointer)?;
    editor.replace_and_erase(load, handle.into()).map_err(invalid)?;
    Ok(())
}

/// Returns the global variable whose handle is loaded through `pointer`. The pointer is one of: the variable itself; a
/// load from an alloca that holds only the address of the variable; an alloca that holds only a handle that is loaded
/// through one of the former.
fn source(editor: &Editor<'_>, pointer: Value) -> Option<GlobalId> {
    if let Some(variable) = variable(editor, pointer) {
        return Some(variable);
    }
    let ValueKind::Instruction(id) = pointer.kind() else { return None };
    match editor.op(id)? {
        Op::Load(slot, _) => variable(editor, stored(editor, *slot)?),
        Op::Alloca { .. } => {
            let ValueKind::Instruction(loaded) = stored(editor, pointer)?.kind() else { return None };
            let Some(Op::Load(from, _)) = editor.op(loaded) else { return None };
            match variable(editor, *from) {
                Some(variable) => Some(variable),
                None => {
                    let ValueKind::Instruction(address) = from.kind() else { return None };
                    let Some(Op::Load(slot, _)) = editor.op(address) else { return None };
                    variable(editor, stored(editor, *slot)?)
                }
            }
        }
        _ => None,
    }
}

/// Returns the value that an alloca holds, if all stores to it store this value and its other uses are loads and
/// lifetime intrinsics.
fn stored(editor: &Editor<'_>, slot: Value) -> Option<Value> {
    let ValueKind::Instruction(id) = slot.kind() else { return None };
    if !matches!(editor.op(id), Some(Op::Alloca { .. })) {
        return None;
    }
    let mut found = None;
    for user in users(editor, id) {
        match editor.op(user)? {
            Op::Load(..) => {}
            Op::Store([value, pointer], _) if *pointer == slot && *value != slot => {
                if found.replace(*value).is_some_and(|other| other != *value) {
                    return None;
                }
            }
            _ if is_lifetime(editor, user) => {}
            _ => return None,
        }
    }
    found
}

/// Returns the name of a value for messages; empty if it has no name.
fn name(editor: &Editor<'_>, value: Value) -> String {
    if let ValueKind::Global(id) = value.kind() {
        return editor.context().globals.get(id).map(|global| global.name.to_string()).unwrap_or_default();
    }
    editor.name_of(Local::Value(value)).map(BStr::to_string).unwrap_or_default()
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    checks::find(module, "a load of a handle", |module, _, instruction| is_read(module, instruction))
}
