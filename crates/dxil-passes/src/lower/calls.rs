//! Callee names, call arguments and user lists of instructions. Separate because most passes query them.

use bstr::{BStr, ByteSlice as _};
use dxil_ir::edit::Editor;
use dxil_ir::{InstructionId, Value};

/// Returns the name of the callee and the arguments of a direct call; `None` for other instructions.
pub(super) fn call<'e>(editor: &'e Editor<'_>, id: InstructionId) -> Option<(&'e BStr, Vec<Value>)> {
    let (function, arguments) = editor.called(id)?;
    Some((editor.context().globals.get(function)?.name.as_bstr(), arguments.to_vec()))
}

/// Returns the users of an instruction, sorted by id and without duplicates.
pub(super) fn users(editor: &Editor<'_>, id: InstructionId) -> Vec<InstructionId> {
    let mut users: Vec<_> = editor.uses(id.into()).map(|usage| usage.instruction).collect();
    users.sort_unstable();
    users.dedup();
    users
}
