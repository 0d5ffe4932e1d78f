//! Which operation an instruction of a session calls. Separate because [`Call`](dxil::ops::Call) looks at bodies that
//! nobody edits.

use dxil::ops::{FUNCTION_PREFIX, Opcode};
use dxil_ir::edit::Editor;
use dxil_ir::{InstructionId, Op, ValueKind};

/// The opcode of the operation that an instruction calls.
pub(crate) fn called_operation(editor: &Editor<'_>, id: InstructionId) -> Option<Opcode> {
    let Some(Op::Call { callee, .. }) = editor.op(id) else { return None };
    let ValueKind::Global(function) = callee.kind() else { return None };
    let opcode = *editor.operands(id).first()?;
    let module = editor.context();
    let is_operation = module.globals.get(function)?.name.starts_with(FUNCTION_PREFIX.as_bytes());
    let number = module.integer(opcode).filter(|_| is_operation)?;
    u32::try_from(number).ok().map(Opcode)
}
