//! `undefined-stores` and `constructor-loops`: remove stores of `undef` and `poison`, and loops that only increment a
//! pointer.
//!
//! Unoptimized code constructs each array of handles in such a loop. The phi of the pointer prevents `sroa` and
//! `mem2reg` from promoting the array.
//!
//! Precondition: none.
//!
//! Postcondition of `undefined-stores`: the value of each store that is not volatile is neither `undef` nor `poison`.
//!
//! Postcondition of `constructor-loops`: each loop of one block that only increments a pointer until it equals an end
//! pointer leaves the loop in its first iteration.
//!
//! Source: clang 22's code for arrays of HLSL's resource classes, without optimization.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::{
    BlockId, Body, Instruction, InstructionId, Module, Op, Predicate, Type, TypeId, Value, ValueKind,
};

use crate::error::{Result, invalid};
use crate::lower::state::State;

/// Pass `undefined-stores`: removes stores of `undef` and `poison`. The memory keeps its previous value, which is one
/// of the values that such a store permits.
pub(in crate::lower) fn drop_stores(state: &mut State) -> Result<()> {
    let is_undefined_store = |module: &Module, op: &Op| match op {
        Op::Store([value, _], access) => !access.is_volatile && module.is_undefined(*value),
        _ => false,
    };
    let is_match = |module: &Module, _: (&Body, TypeId), instruction: &Instruction| {
        is_undefined_store(module, &instruction.op)
    };
    state.each_function_with(is_match, |editor, _| {
        for id in editor.all_instructions() {
            if editor.op(id).is_some_and(|op| is_undefined_store(editor.context(), op)) {
                editor.erase(id).map_err(invalid)?;
            }
        }
        Ok(())
    })
}

/// Pass `constructor-loops`: replaces the exit condition of each loop that only increments a pointer by `true`.
pub(in crate::lower) fn end_loops(state: &mut State) -> Result<()> {
    let is_pointer_phi = |module: &Module, _: (&Body, TypeId), instruction: &Instruction| {
        matches!(instruction.op, Op::Phi(..))
            && matches!(module.types.get(instruction.ty), Some(Type::Pointer(..)))
    };
    state.each_function_with(is_pointer_phi, |editor, _| {
        let blocks: Vec<BlockId> = editor.blocks().collect();
        for block in blocks {
            let Some(exit_condition) = exit_condition(editor, block) else { continue };
            let i1 = editor.module().types.int(1);
            let always = editor.int(i1, 1);
            editor.replace_and_erase(exit_condition, always).map_err(invalid)?;
        }
        Ok(())
    })
}

/// Returns the exit condition of a loop of one block that only increments a pointer until it equals an end pointer. No
/// instruction outside of the block may use a value of the block.
fn exit_condition(editor: &Editor<'_>, block: BlockId) -> Option<InstructionId> {
    // The GEP that computes the end pointer may be in the loop.
    let is_end = |id: &InstructionId| {
        matches!(editor.op(*id), Some(Op::ElementPointer { .. }))
            && editor.operands(*id).first().is_some_and(|base| !is_in(editor, block, *base))
    };
    let (ends, all): (Vec<_>, Vec<_>) = editor.instructions(block).partition(is_end);
    let &[phi, next, condition, branch] = &all[..] else { return None };
    let (Op::Phi(..), Op::ElementPointer { .. }) = (editor.op(phi)?, editor.op(next)?) else { return None };
    let Op::Compare { predicate: Predicate::IntEq, operands: compared } = editor.op(condition)? else {
        return None;
    };
    if !matches!(editor.op(branch)?, Op::ConditionalBranch(..)) {
        return None;
    }
    let successors = editor.successors(block);
    let leaves_if_true = matches!(successors[..], [exit, again] if again == block && exit != block);
    let is_pointer = |id: InstructionId| {
        let ty = editor.instruction(id).and_then(|instruction| editor.context().types.get(instruction.ty));
        matches!(ty, Some(Type::Pointer(..)))
    };
    let increments_phi = editor.operands(next).first() == Some(&phi.into());
    let is_carried = editor.incoming(phi).iter().any(|(from, value)| *from == block && *value == next.into());
    let is_compared = compared.contains(&next.into());
    let has_local_uses = |id: InstructionId| {
        editor.uses(id.into()).all(|usage| editor.block_of(usage.instruction) == Some(block))
    };
    (leaves_if_true
        && is_pointer(phi)
        && increments_phi
        && is_carried
        && is_compared
        && ends.into_iter().chain([phi, next, condition]).all(has_local_uses))
    .then_some(condition)
}

/// Returns true if an instruction of the block computes the value.
fn is_in(editor: &Editor<'_>, block: BlockId, value: Value) -> bool {
    matches!(value.kind(), ValueKind::Instruction(id) if editor.block_of(id) == Some(block))
}
