//! Handles that are copied as integers: an optimizer that splits memory knows that a handle has four bytes, and copies
//! those. Part of pass `flatten`, as memory of a handle becomes a value only where handles are read and written.
//!
//! Source: LLVM's SROA, which makes integers of parts of a copy.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Body, Instruction, InstructionId, Module, Op, Type, TypeId, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::lower::calls::users;
use crate::lower::state::State;

/// Copies as handles what is read of memory of a handle and written to such memory alone.
pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let is_one = |module: &Module, (body, _): (&Body, TypeId), instruction: &Instruction| {
        let Op::Load(address, _) = instruction.op else { return false };
        let ValueKind::Instruction(memory) = address.kind() else { return false };
        let memory = body.instructions.get(memory).and_then(|memory| handle_in(module, &memory.op));
        memory.is_some() && module.types.is_integer(instruction.ty)
    };
    state.each_function_with(is_one, |editor, _| {
        for id in editor.all_instructions() {
            let Some((address, ty)) = copied(editor, id) else { continue };
            editor.go_to(Position::Before(id)).map_err(invalid)?;
            let Some(Op::Load(_, access)) = editor.op(id).cloned() else { continue };
            let handle = editor.add(Op::Load(address, access), ty);
            for user in users(editor, id) {
                let Some(Op::Store([_, to], access)) = editor.op(user).cloned() else { continue };
                editor.go_to(Position::Before(user)).map_err(invalid)?;
                editor.add_void(Op::Store([handle.into(), to], access));
                editor.erase(user).map_err(invalid)?;
            }
            editor.erase(id).map_err(invalid)?;
        }
        Ok(())
    })
}

/// The type of the handle that an `alloca` has room for.
fn handle_in(module: &Module, op: &Op) -> Option<TypeId> {
    let Op::Alloca { element, .. } = op else { return None };
    matches!(module.types.get(*element), Some(Type::Target(_))).then_some(*element)
}

/// The memory, and the type, of a handle that an integer is read of, if all that is done with that is to write it to
/// memory of such handles.
fn copied(editor: &Editor<'_>, id: InstructionId) -> Option<(Value, TypeId)> {
    let Op::Load(address, _) = *editor.op(id)? else { return None };
    let module = editor.context();
    let memory = |address: Value| match address.kind() {
        ValueKind::Instruction(id) => handle_in(module, editor.op(id)?),
        _ => None,
    };
    let ty = memory(address)
        .filter(|_| editor.instruction(id).is_some_and(|load| module.types.is_integer(load.ty)))?;
    let is_written = |user: InstructionId| match editor.op(user) {
        Some(Op::Store([value, to], _)) => *value == id.into() && memory(*to) == Some(ty),
        _ => false,
    };
    users(editor, id).into_iter().all(is_written).then_some((address, ty))
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let all = editor.all_instructions();
    let copy = all.into_iter().find(|id| copied(editor, *id).is_some())?;
    Some(format!("{copy} loads a handle as an integer"))
}
