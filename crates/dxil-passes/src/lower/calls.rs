//! What an instruction calls and what uses what it gives. Separate because most passes ask it, and ask the same.

use bstr::{BStr, ByteSlice as _};
use dxil_ir::edit::Editor;
use dxil_ir::{InstructionId, Value};

/// The name of the function that an instruction calls, and the arguments.
pub(super) fn call<'e>(editor: &'e Editor<'_>, id: InstructionId) -> Option<(&'e BStr, Vec<Value>)> {
    let (function, arguments) = editor.called(id)?;
    Some((editor.context().globals.get(function)?.name.as_bstr(), arguments.to_vec()))
}

/// What uses a value, each once.
pub(super) fn users(editor: &Editor<'_>, id: InstructionId) -> Vec<InstructionId> {
    let mut users: Vec<_> = editor.uses(id.into()).map(|at| at.instruction).collect();
    users.sort_unstable();
    users.dedup();
    users
}
