//! Where in a function something is, in messages. Separate because every pass refuses some instructions, and back
//! ends do.

use dxil_ir::edit::Editor;
use dxil_ir::function::Local;
use dxil_ir::{InstructionId, Op, Type, Value, ValueKind};
use located::Frame;

use crate::error::{PassError, PassErrorKind};

/// That an instruction cannot be in DXIL, and why.
pub(crate) fn unsupported(editor: &Editor<'_>, id: InstructionId, why: impl Into<String>) -> PassError {
    PassError::from(PassErrorKind::Unsupported(why.into())).within(frame(editor, id))
}

/// An instruction as a step of the path to an error: `%4 = load`, `call @llvm.dx.all` and its line in the source.
pub fn frame(editor: &Editor<'_>, id: InstructionId) -> Frame {
    let module = editor.context();
    let mut text = String::new();
    if gives_a_value(editor, id) {
        let name = editor.name_of(Local::Value(id.into())).map(ToString::to_string);
        text = format!("%{} = ", name.unwrap_or_else(|| number(editor, id).to_string()));
    }
    let Some(op) = editor.op(id) else { return Frame::Node("instruction") };
    text.push_str(op.word().name);
    if let Op::Call { callee, .. } = op
        && let ValueKind::Global(callee) = callee.kind()
        && let Some(callee) = module.globals.get(callee)
    {
        text.push_str(&format!(" @{}", callee.name));
    }
    if let Some(location) = editor.location(id) {
        text.push_str(&format!(" (line {})", location.line));
    }
    Frame::Name(text)
}

fn gives_a_value(editor: &Editor<'_>, id: InstructionId) -> bool {
    let ty = editor.instruction(id).and_then(|instruction| editor.context().types.get(instruction.ty));
    !matches!(ty, None | Some(Type::Void))
}

/// The number that text has for what has no name: arguments, blocks and values are counted together.
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
            if gives_a_value(editor, other) {
                count += unnamed(Local::Value(other.into()));
            }
        }
    }
    count
}
