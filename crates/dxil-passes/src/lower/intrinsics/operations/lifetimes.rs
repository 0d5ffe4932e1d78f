//! Replaces lifetime intrinsics (`llvm.lifetime.start` and `llvm.lifetime.end`), which DXIL has since version 1.6, for
//! earlier versions.
//!
//! Part of pass `dxil-op-lower`. Each call on an alloca becomes a store of an undefined value: the contents of the
//! alloca are undefined at this point. Separate because lifetime intrinsics have no DXIL operation.
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

/// The first DXIL version with lifetime intrinsics.
const LIFETIMES: (u32, u32) = (1, 6);

/// The first validator version that accepts stores of undefined values.
const UNDEF_STORES: (u32, u32) = (1, 6);

/// Replaces lifetime intrinsics by stores of undef, or of zero if the validator rejects stores of undef. Does nothing
/// from DXIL 1.6 on.
pub(super) fn replace(
    editor: &mut Editor<'_>,
    profile: Profile,
    validator: Option<(u32, u32)>,
) -> Result<()> {
    if profile.dxil >= LIFETIMES {
        return Ok(());
    }
    for id in editor.all_instructions() {
        let Some((name, arguments)) = call(editor, id) else { continue };
        if !NAMES.iter().any(|known| is(name, known)) {
            continue;
        }
        if let Some((memory, ty)) = arguments.last().and_then(|memory| variable(editor, *memory)) {
            editor.go_to(Position::Before(id)).map_err(invalid)?;
            let value = match validator.is_none_or(|version| version >= UNDEF_STORES) {
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

/// Returns the alloca that `memory` is, and its type.
fn variable(editor: &Editor<'_>, memory: Value) -> Option<(Value, dxil_ir::TypeId)> {
    let ValueKind::Instruction(id) = memory.kind() else { return None };
    let id: InstructionId = id;
    match editor.op(id)? {
        Op::Alloca { element, .. } => Some((memory, *element)),
        _ => None,
    }
}
