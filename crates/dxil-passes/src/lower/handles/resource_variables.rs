//! `dxil-resource-variables`: replaces an aggregate that `insertvalue` rebuilds from loads of one resource variable of
//! a library by a single load.
//!
//! LLVM's InstCombine splits a load of a structure into loads of its members, which `insertvalue` combines again.
//!
//! Precondition: none.
//!
//! Postcondition: in a library, no used chain of `insertvalue` inserts only values that are loaded from one variable
//! without an initializer; exceptions are chains longer than `limits::CHAIN` and structures that are nested deeper than
//! [`DEPTH`].
//!
//! Source: LLVM's InstCombine, and the validator's rule for the variables of resources.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::instruction::Alignment;
use dxil_ir::{InstructionId, Op, Type, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::lower::state::State;

/// The maximum nesting depth of structures in a chain of `insertvalue`.
const DEPTH: usize = 16;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    if !state.profile.is_library() {
        return Ok(());
    }
    state.each_function(|editor, _| {
        // The outermost `insertvalue` of a chain comes first: after its replacement, the inner ones are unused.
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

/// Returns the address of an aggregate that a chain of `insertvalue` builds, if each inserted value is loaded from the
/// same variable, which has no initializer. The address is the operand of the load that the innermost `insertvalue`
/// inserts.
fn loaded_whole(editor: &Editor<'_>, id: InstructionId, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let mut variable = None;
    let mut current = id;
    for _ in 0..crate::limits::CHAIN {
        let Op::InsertValue([rest, value], _) = editor.op(current)? else { return None };
        let (address, global) = loaded(editor, *value, depth)?;
        if variable.is_some_and(|known| known != global) {
            return None;
        }
        variable = Some(global);
        match rest.kind() {
            ValueKind::Instruction(inner) => current = inner,
            ValueKind::Constant(_) => return Some(address),
            _ => return None,
        }
    }
    None
}

/// Returns the address that a value is loaded from, and the variable that the address points into. For a nested chain
/// of `insertvalue`, the address is the operand of the load that the innermost `insertvalue` of this chain inserts.
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
    let is_not_scalar =
        !matches!(editor.context().types.get(global.value_type)?, Type::Integer(_) | Type::Float);
    (is_declared && is_not_scalar).then_some((address, variable))
}

/// Returns the variable at the root of a chain of `getelementptr`.
fn base(editor: &Editor<'_>, address: Value) -> Option<Value> {
    let mut pointer = address;
    for _ in 0..crate::limits::CHAIN {
        pointer = match pointer.kind() {
            ValueKind::Instruction(id) => match editor.op(id)? {
                Op::ElementPointer { .. } => editor.operands(id).first().copied()?,
                _ => return None,
            },
            ValueKind::Constant(id) => match &editor.context().constants.get(id)?.kind {
                ConstantKind::ElementPointer { operands, .. } => operands.first().copied()?,
                _ => return None,
            },
            ValueKind::Global(_) => return Some(pointer),
            _ => return None,
        };
    }
    None
}
