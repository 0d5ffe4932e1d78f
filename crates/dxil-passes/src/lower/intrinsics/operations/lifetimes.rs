//! What says how long memory is used: DXIL has it from version 1.6 on; before, nothing is known of what the memory has
//! there. Separate because it is about memory and not about operations.
//!
//! Source: LLVM's DXILOpLowering.cpp, 22.1.

use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::instruction::Alignment;
use dxil_ir::{InstructionId, Op, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::lower::Profile;
use crate::lower::calls::call;
use crate::lower::intrinsics::names::is;

const NAMES: [&str; 2] = ["llvm.lifetime.start", "llvm.lifetime.end"];
/// The first version of DXIL that has them, and of the validator that lets undefined values be stored.
const KNOWN: (u32, u32) = (1, 6);
const UNDEFINED: (u32, u32) = (1, 6);

/// Stores in variables what is not known, where it was said that they begin or end.
pub(super) fn replace(
    editor: &mut Editor<'_>,
    profile: Profile,
    validator: Option<(u32, u32)>,
) -> Result<()> {
    if profile.dxil >= KNOWN {
        return Ok(());
    }
    for id in editor.all_instructions() {
        let Some((name, arguments)) = call(editor, id) else { continue };
        if !NAMES.iter().any(|known| is(name, known)) {
            continue;
        }
        if let Some((memory, ty)) = arguments.last().and_then(|memory| variable(editor, *memory)) {
            editor.go_to(Position::Before(id)).map_err(invalid)?;
            let value = match validator.is_none_or(|version| version >= UNDEFINED) {
                true => editor.undef(ty),
                false => editor.module().null(ty),
            };
            let alignment = DataLayout::of(editor.context()).alignment_of(ty);
            editor.store(value, memory, Alignment::bytes(alignment));
        }
        editor.erase(id).map_err(invalid)?;
    }
    Ok(())
}

/// The variable of a function that an address is, and its type.
fn variable(editor: &Editor<'_>, memory: Value) -> Option<(Value, dxil_ir::TypeId)> {
    let ValueKind::Instruction(id) = memory.kind() else { return None };
    let id: InstructionId = id;
    match editor.op(id)? {
        Op::Alloca { element, .. } => Some((memory, *element)),
        _ => None,
    }
}
