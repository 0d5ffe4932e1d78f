//! What is left of the construction of arrays of handles, which unoptimized code is full of: stores of nothing known,
//! and loops over the elements that do nothing else. Part of pass `flatten`: an address that goes round
//! in a loop keeps memory from becoming values.
//!
//! Source: clang 22's code for arrays of HLSL's resource classes, without optimization.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::{
    BlockId, Body, Instruction, InstructionId, Module, Op, Predicate, Type, TypeId, Value, ValueKind,
};

use crate::error::{Result, invalid};
use crate::lower::state::State;

/// Takes out stores of what nothing is known of: what was there before is as good.
pub(in crate::lower) fn drop_stores(state: &mut State) -> Result<()> {
    let is_one = |module: &Module, op: &Op| match op {
        Op::Store([value, _], access) => !access.is_volatile && module.is_undefined(*value),
        _ => false,
    };
    let is_any =
        |module: &Module, _: (&Body, TypeId), instruction: &Instruction| is_one(module, &instruction.op);
    state.each_function_with(is_any, |editor, _| {
        for id in editor.all_instructions() {
            if editor.op(id).is_some_and(|op| is_one(editor.context(), op)) {
                editor.erase(id).map_err(invalid)?;
            }
        }
        Ok(())
    })
}

/// Lets loops end at once that count addresses up to an end and do nothing else.
pub(in crate::lower) fn end_loops(state: &mut State) -> Result<()> {
    let is_any = |module: &Module, _: (&Body, TypeId), instruction: &Instruction| {
        matches!(instruction.op, Op::Phi(..))
            && matches!(module.types.get(instruction.ty), Some(Type::Pointer(..)))
    };
    state.each_function_with(is_any, |editor, _| {
        let blocks: Vec<BlockId> = editor.blocks().collect();
        for block in blocks {
            let Some(is_done) = counted(editor, block) else { continue };
            let truth = editor.module().types.int(1);
            let yes = editor.int(truth, 1);
            editor.replace_and_erase(is_done, yes).map_err(invalid)?;
        }
        Ok(())
    })
}

/// The condition by which a block leaves a loop that is this block alone, and in which an address goes from element to
/// element until it is the end.
fn counted(editor: &Editor<'_>, block: BlockId) -> Option<InstructionId> {
    // What the end is computed of may stand there, too.
    let is_end = |id: &InstructionId| {
        matches!(editor.op(*id), Some(Op::ElementPointer { .. }))
            && editor.operands(*id).first().is_some_and(|base| !is_in(editor, block, *base))
    };
    let (ends, all): (Vec<_>, Vec<_>) = editor.instructions(block).partition(is_end);
    let &[phi, next, is_done, branch] = &all[..] else { return None };
    let (Op::Phi(..), Op::ElementPointer { .. }) = (editor.op(phi)?, editor.op(next)?) else { return None };
    let Op::Compare { predicate: Predicate::IntEq, operands: compared } = editor.op(is_done)? else {
        return None;
    };
    if !matches!(editor.op(branch)?, Op::ConditionalBranch(..)) {
        return None;
    }
    let successors = editor.successors(block);
    let leaves_when_done = matches!(successors[..], [out, again] if again == block && out != block);
    let is_address = |id: InstructionId| {
        let ty = editor.instruction(id).and_then(|instruction| editor.context().types.get(instruction.ty));
        matches!(ty, Some(Type::Pointer(..)))
    };
    let goes_on = editor.operands(next).first() == Some(&phi.into());
    let comes_back = editor.incoming(phi).iter().any(|(from, value)| *from == block && *value == next.into());
    let is_compared = compared.contains(&next.into());
    let is_inside =
        |id: InstructionId| editor.uses(id.into()).all(|at| editor.block_of(at.instruction) == Some(block));
    (leaves_when_done
        && is_address(phi)
        && goes_on
        && comes_back
        && is_compared
        && ends.into_iter().chain([phi, next, is_done]).all(is_inside))
    .then_some(is_done)
}

/// Whether a value is computed in a block.
fn is_in(editor: &Editor<'_>, block: BlockId, value: Value) -> bool {
    matches!(value.kind(), ValueKind::Instruction(id) if editor.block_of(id) == Some(block))
}
