//! `dxil-resource-variables`: replaces an aggregate that `insertvalue` rebuilds from loads of one resource variable of
//! a library by a single load.
//!
//! LLVM's InstCombine splits a load of a structure into loads of its members, which `insertvalue` combines again.
//!
//! Precondition: none.
//!
//! Postcondition: in a library, no used chain of `insertvalue` inserts only values that are loaded from one variable
//! without an initializer, at the offsets that they have in the aggregate. An exception are chains longer than
//! `limits::CHAIN`.
//!
//! Source: LLVM's InstCombine, and the validator's rule for the variables of resources.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::instruction::Alignment;
use dxil_ir::{InstructionId, Op, Type, Value};

use crate::error::{Result, invalid};
use crate::lower::calls::users;
use crate::lower::handles::whole_resource_loads::Loaded;
use crate::lower::state::State;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    if !state.profile.is_library() {
        return Ok(());
    }
    state.each_function(|editor, _| {
        for id in editor.all_instructions() {
            // An inner `insertvalue` of a chain is an incomplete aggregate.
            let users = users(editor, id);
            if users.is_empty() || users.iter().any(|user| is_insert(editor, *user)) {
                continue;
            }
            let Some(address) = resource_address(editor, id) else { continue };
            let Some(ty) = editor.instruction(id).map(|instruction| instruction.ty) else { continue };
            editor.go_to(Position::Before(id)).map_err(invalid)?;
            let whole = editor.load(ty, address, Alignment::bytes(4));
            editor.replace_and_erase(id, whole).map_err(invalid)?;
        }
        Ok(())
    })
}

fn is_insert(editor: &Editor<'_>, id: InstructionId) -> bool {
    matches!(editor.op(id), Some(Op::InsertValue(..)))
}

/// Returns the address of an aggregate that a chain of `insertvalue` builds from loads of the members of a variable
/// without an initializer, which represents resources.
fn resource_address(editor: &Editor<'_>, id: InstructionId) -> Option<Value> {
    let Loaded { address, variable, .. } = Loaded::of(editor, id.into()).filter(|_| is_insert(editor, id))?;
    let global = editor.context().globals.get(variable)?;
    let types = &editor.context().types;
    let is_aggregate = types.members(global.value_type).is_some()
        || matches!(types.get(global.value_type), Some(Type::Array(..)));
    let is_declared = global.variable().is_some_and(|variable| variable.initializer.is_none());
    (is_declared && is_aggregate).then_some(address)
}
