//! Locations of instructions in error messages. Separate because every lowering pass and the AMD back end reject
//! instructions.

use dxil_ir::edit::Editor;
use dxil_ir::function::Local;
use dxil_ir::{InstructionId, Op, Type, Value, ValueKind};
use located::Frame;

use crate::error::{PassError, PassErrorKind};

/// Returns the error that DXIL cannot represent an instruction, or that lowering does not support it.
pub(crate) fn unsupported(editor: &Editor<'_>, id: InstructionId, why: impl Into<String>) -> PassError {
    PassError::from(PassErrorKind::Unsupported(why.into())).within(frame(editor, id))
}

/// Returns the element of an error path for an instruction, with its source line if it has a debug location: `%4 =
/// load`, `call @llvm.dx.all (line 12)`.
pub fn frame(editor: &Editor<'_>, id: InstructionId) -> Frame {
    let module = editor.context();
    let mut label = String::new();
    if has_result(editor, id) {
        let name = editor.name_of(Local::Value(id.into())).map(ToString::to_string);
        label = format!("%{} = ", name.unwrap_or_else(|| number(editor, id).to_string()));
    }
    let Some(op) = editor.op(id) else { return Frame::Node("instruction") };
    label.push_str(op.word().name);
    if let Op::Call { callee, .. } = op
        && let ValueKind::Global(callee) = callee.kind()
        && let Some(callee) = module.globals.get(callee)
    {
        label.push_str(&format!(" @{}", callee.name));
    }
    if let Some(location) = editor.location(id) {
        label.push_str(&format!(" (line {})", location.line));
    }
    Frame::Name(label)
}

fn has_result(editor: &Editor<'_>, id: InstructionId) -> bool {
    let ty = editor.instruction(id).and_then(|instruction| editor.context().types.get(instruction.ty));
    !matches!(ty, None | Some(Type::Void))
}

/// Returns the number that LLVM's textual IR shows for an unnamed instruction. Unnamed arguments, blocks and
/// instructions with a result share one numbering.
fn number(editor: &Editor<'_>, id: InstructionId) -> u32 {
    let unnamed = |local: Local| u32::from(editor.name_of(local).is_none());
    let parameters = editor.context().globals.get(editor.function()).and_then(|global| {
        match editor.context().types.get(global.value_type) {
            Some(Type::Function { parameters, .. }) => u32::try_from(parameters.len()).ok(),
            _ => None,
        }
    });
    let mut count: u32 = (0..parameters.unwrap_or(0))
        .map(|index| unnamed(Local::Value(Value::new(ValueKind::Argument(index)))))
        .sum();
    for block in editor.blocks() {
        count += unnamed(Local::Block(block));
        for other in editor.instructions(block) {
            if other == id {
                return count;
            }
            if has_result(editor, other) {
                count += unnamed(Local::Value(other.into()));
            }
        }
    }
    count
}
