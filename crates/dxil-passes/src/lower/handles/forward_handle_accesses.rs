//! `dxil-forward-handle-accesses`: a handle that was put into a variable is taken as it was made, and not read again.
//!
//! Needs: no calls between what makes handles and what reads them, which inlining sees to.
//!
//! Holds then: no handle is read from memory.
//!
//! Memory that belongs to a function alone is made values by then, but for what is copied as numbers. A handle for
//! which nothing says which one it is, is refused with its variable: DXIL has no handles in memory.
//!
//! Source: LLVM's DXILForwardHandleAccesses.cpp, 22.1, with its words.

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
            let reads = reads(editor);
            if reads.is_empty() {
                return Ok(());
            }
            let handles = handles(editor)?;
            let flow = Flow::of(editor);
            for read in reads {
                forward(editor, (&handles, &initial), &flow, read)?;
            }
            Ok(())
        },
    )
}

/// Loads of handles.
fn reads(editor: &Editor<'_>) -> Vec<InstructionId> {
    let is_one = |id: &InstructionId| editor.instruction(*id).is_some_and(|it| is_read(editor.context(), it));
    editor.all_instructions().into_iter().filter(is_one).collect()
}

/// The handles that are stored to variables, each to its own.
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

/// The variable that an address is the one of.
fn variable(editor: &Editor<'_>, pointer: Value) -> Option<GlobalId> {
    let ValueKind::Global(id) = pointer.kind() else { return None };
    let global = editor.context().globals.get(id)?;
    matches!(global.kind, GlobalKind::Variable(_)).then_some(id)
}

/// Takes the handle that a load reads as it was made.
fn forward(
    editor: &mut Editor<'_>,
    (handles, initial): (&HashMap<GlobalId, InstructionId>, &InitialHandles),
    flow: &Flow,
    read: InstructionId,
) -> Result<()> {
    let Some(Op::Load(pointer, _)) = editor.op(read) else { return Ok(()) };
    let pointer = *pointer;
    let Some(handle) = source(editor, pointer).and_then(|variable| handles.get(&variable).copied()) else {
        if let Some((function, arguments)) = initial.at(editor, pointer)? {
            editor.go_to(Position::Before(read)).map_err(invalid)?;
            let handle = editor.call(function, &arguments).map_err(invalid)?;
            editor.replace_and_erase(read, handle).map_err(invalid)?;
            return Ok(());
        }
        let name = name(editor, pointer);
        return Err(unsupported(editor, read, format!("Load of \"{name}\" is not a global resource handle")));
    };
    if !flow.instruction_dominates(editor, handle, read) {
        let (read_name, handle) = (name(editor, read.into()), name(editor, handle.into()));
        let why = format!("Load at \"{read_name}\" is not dominated by handle creation at \"{handle}\"");
        return Err(unsupported(editor, read, why));
    }
    drop_lifetimes(editor, pointer)?;
    editor.replace_and_erase(read, handle.into()).map_err(invalid)?;
    Ok(())
}

/// The variable whose handle is read at an address: its own, one that is all that was stored where the address is
/// loaded from, or the one of which the memory there is a copy.
fn source(editor: &Editor<'_>, pointer: Value) -> Option<GlobalId> {
    if let Some(variable) = variable(editor, pointer) {
        return Some(variable);
    }
    let ValueKind::Instruction(id) = pointer.kind() else { return None };
    match editor.op(id)? {
        Op::Load(slot, _) => variable(editor, stored(editor, *slot)?),
        Op::Alloca { .. } => {
            let ValueKind::Instruction(copied) = stored(editor, pointer)?.kind() else { return None };
            let Some(Op::Load(from, _)) = editor.op(copied) else { return None };
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

/// What memory of the function's own holds to which one value is stored, and which nothing but loads uses else.
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

/// The name of a value.
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
