//! `dxil-resource-variables`: what a library loads of the variable of a resource is the resource. Optimizers load its
//! members one by one, and put them together again.
//!
//! Needs: nothing.
//!
//! Holds then: no structure is put together of what is loaded from one variable that is only declared.
//!
//! Source: LLVM's InstCombine, which takes loads of structures apart, and the validator's rule for such variables.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::instruction::Alignment;
use dxil_ir::{InstructionId, Op, Type, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::lower::state::State;

/// How deep structures are in others.
const DEPTH: usize = 16;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    if !state.profile.is_library() {
        return Ok(());
    }
    state.each_function(|editor, _| {
        // The last one of a chain first: what the others put together is not needed then.
        for id in editor.all_instructions().into_iter().rev() {
            if !editor.is_used(id.into()) {
                continue;
            }
            let Some(address) = loaded_whole(editor, id, DEPTH) else { continue };
            let Some(ty) = editor.instruction(id).map(|instruction| instruction.ty) else { continue };
            editor.go_to(Position::Before(id)).map_err(invalid)?;
            let whole = editor.load(ty, address, Alignment::bytes(4));
            editor.replace_and_erase(id, whole).map_err(invalid)?;
        }
        Ok(())
    })
}

/// The address of the structure that a chain of `insertvalue` puts together, if all of it comes from one variable that
/// is only declared.
fn loaded_whole(editor: &Editor<'_>, id: InstructionId, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let mut variable = None;
    let mut at = id;
    for _ in 0..crate::limits::CHAIN {
        let Op::InsertValue([rest, value], _) = editor.op(at)? else { return None };
        let (address, global) = loaded(editor, *value, depth)?;
        if variable.is_some_and(|known| known != global) {
            return None;
        }
        variable = Some(global);
        match rest.kind() {
            ValueKind::Instruction(inner) => at = inner,
            ValueKind::Constant(_) => return Some(address),
            _ => return None,
        }
    }
    None
}

/// The address that a value is loaded from, and the variable; of a structure, that of its first member.
fn loaded(editor: &Editor<'_>, value: Value, depth: usize) -> Option<(Value, Value)> {
    let ValueKind::Instruction(id) = value.kind() else { return None };
    let address = match editor.op(id)? {
        Op::Load(address, _) => *address,
        Op::InsertValue(..) => loaded_whole(editor, id, depth)?,
        _ => return None,
    };
    let variable = base(editor, address)?;
    let ValueKind::Global(global) = variable.kind() else { return None };
    let global = editor.context().globals.get(global)?;
    let is_declared = global.variable().is_some_and(|variable| variable.initializer.is_none());
    let is_structure =
        !matches!(editor.context().types.get(global.value_type)?, Type::Integer(_) | Type::Float);
    (is_declared && is_structure).then_some((address, variable))
}

/// The variable that an address points into.
fn base(editor: &Editor<'_>, address: Value) -> Option<Value> {
    let mut at = address;
    for _ in 0..crate::limits::CHAIN {
        at = match at.kind() {
            ValueKind::Instruction(id) => match editor.op(id)? {
                Op::ElementPointer { .. } => editor.operands(id).first().copied()?,
                _ => return None,
            },
            ValueKind::Constant(id) => match &editor.context().constants.get(id)?.kind {
                ConstantKind::ElementPointer { operands, .. } => operands.first().copied()?,
                _ => return None,
            },
            ValueKind::Global(_) => return Some(at),
            _ => return None,
        };
    }
    None
}
