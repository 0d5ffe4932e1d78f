//! `copied-handles`: replaces an integer load and its stores that copy a handle between allocas by a load and stores of
//! the handle type.
//!
//! Part of stage `flatten`, because mem2reg promotes an alloca of a handle only if all accesses have the handle type.
//! LLVM's SROA knows that a handle has four bytes, and copies them as an integer.
//!
//! Precondition: none.
//!
//! Postcondition: no integer is loaded from an alloca of a handle and only stored to allocas of the same handle type.
//!
//! Source: LLVM's SROA, which replaces parts of a copy by integers.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Body, Instruction, InstructionId, Module, Op, Type, TypeId, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::lower::calls::users;
use crate::lower::state::State;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let is_candidate = |module: &Module, (body, _): (&Body, TypeId), instruction: &Instruction| {
        let Op::Load(address, _) = instruction.op else { return false };
        let ValueKind::Instruction(alloca) = address.kind() else { return false };
        let handle = body.instructions.get(alloca).and_then(|alloca| handle_in(module, &alloca.op));
        handle.is_some() && module.types.is_integer(instruction.ty)
    };
    state.each_function_with(is_candidate, |editor, _| {
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

/// Returns the handle type that an `alloca` allocates; `None` for other instructions and types.
fn handle_in(module: &Module, op: &Op) -> Option<TypeId> {
    let Op::Alloca { element, .. } = op else { return None };
    matches!(module.types.get(*element), Some(Type::Target(_))).then_some(*element)
}

/// Returns the address and the handle type, if an instruction loads an integer from an alloca of a handle and the
/// integer is only stored to allocas of the same handle type.
fn copied(editor: &Editor<'_>, id: InstructionId) -> Option<(Value, TypeId)> {
    let Op::Load(address, _) = *editor.op(id)? else { return None };
    let module = editor.context();
    let allocated = |address: Value| match address.kind() {
        ValueKind::Instruction(id) => handle_in(module, editor.op(id)?),
        _ => None,
    };
    let ty = allocated(address)
        .filter(|_| editor.instruction(id).is_some_and(|load| module.types.is_integer(load.ty)))?;
    let is_copy = |user: InstructionId| match editor.op(user) {
        Some(Op::Store([value, to], _)) => *value == id.into() && allocated(*to) == Some(ty),
        _ => false,
    };
    users(editor, id).into_iter().all(is_copy).then_some((address, ty))
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let all = editor.all_instructions();
    let copy = all.into_iter().find(|id| copied(editor, *id).is_some())?;
    Some(format!("{copy} loads a handle as an integer"))
}
