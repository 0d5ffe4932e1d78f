//! Replaces the default target of a `switch` if it is `unreachable`. Separate from `legalize`, which calls it, because
//! the other steps of that pass do not change the control flow graph.
//!
//! The new target is the common successor of all case blocks, with an undefined value in its phis, or else the first
//! case block. A `switch` with one remaining case becomes a conditional branch.
//!
//! Source: LLVM's DXILLegalizePass.cpp, 23.1.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{BlockId, Op, Predicate, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::lower::state::State;

/// The name of the comparison with the remaining case, as in LLVM.
const CONDITION: &str = "cond";
/// A limit, because each name is compared with the names before it.
const NUMBERS: u32 = 64;

pub(in crate::lower) fn replace(state: &mut State) -> Result<()> {
    state.each_function_with(
        |_, _, instruction| matches!(instruction.op, Op::Switch { .. }),
        |editor, _| {
            let blocks: Vec<BlockId> = editor.blocks().collect();
            let mut is_changed = false;
            for block in blocks {
                is_changed |= replace_default(editor, block)?;
            }
            if is_changed {
                editor.remove_unreachable_blocks();
            }
            Ok(())
        },
    )
}

/// Replaces the default target of the `switch` at the end of a block if the target consists of `unreachable`. Returns
/// true if the terminator changed.
fn replace_default(editor: &mut Editor<'_>, block: BlockId) -> Result<bool> {
    let Some(terminator) = editor.terminator(block) else { return Ok(false) };
    let Some(Op::Switch { value, default, .. }) = editor.op(terminator) else { return Ok(false) };
    let (value, default) = (*value, *default);
    // The first operand is `value`, and the first successor is `default`.
    let values = editor.operands(terminator).into_iter().skip(1);
    let mut cases: Vec<(Value, BlockId)> = values.zip(editor.successors(block).into_iter().skip(1)).collect();
    let first = editor.instructions(default).next().and_then(|id| editor.op(id));
    if !matches!(first, Some(Op::Unreachable)) {
        return Ok(false);
    }
    let Some((_, first)) = cases.first().copied() else { return Ok(false) };
    let target = match common_successor(editor, &cases) {
        Some(common) => common,
        None => {
            // Like LLVM, which moves the last case to the place of a removed case.
            let mut index = 0;
            while let Some((_, target)) = cases.get(index) {
                if *target == first {
                    cases.swap_remove(index);
                } else {
                    index += 1;
                }
            }
            first
        }
    };
    let is_new = !editor.predecessors(target).contains(&block);
    let new = match cases.as_slice() {
        [] => Op::Branch(target),
        [(case, other)] => {
            editor.go_to(Position::Before(terminator)).map_err(invalid)?;
            let condition = editor.compare(Predicate::IntEq, value, *case);
            if matches!(condition.kind(), ValueKind::Instruction(_)) {
                let name = unused_name(editor);
                editor.name(condition, &name);
            }
            Op::ConditionalBranch(condition, [*other, target])
        }
        _ => {
            let (values, blocks): (Vec<Value>, Vec<BlockId>) = cases.into_iter().unzip();
            let cases = editor.value_list(&values);
            let targets = editor.block_list(&blocks);
            Op::Switch { value, default: target, cases, targets }
        }
    };
    editor.set_terminator(block, new).map_err(invalid)?;
    if is_new {
        let phis: Vec<_> = editor.phis(target).collect();
        for phi in phis {
            let Some(ty) = editor.instruction(phi).map(|phi| phi.ty) else { continue };
            let poison = editor.module().constant(ty, ConstantKind::Poison);
            editor.set_incoming(phi, block, poison).map_err(invalid)?;
        }
    }
    Ok(true)
}

/// Returns [`CONDITION`], or if the function has this name, the name with the lowest unused number, as LLVM does.
/// Tries at most [`NUMBERS`] numbers.
fn unused_name(editor: &mut Editor<'_>) -> String {
    let numbered = (1..=NUMBERS).map(|number| format!("{CONDITION}{number}"));
    let mut candidates = std::iter::once(CONDITION.to_owned()).chain(numbered);
    candidates.find(|name| !editor.has_name(name.as_str().into())).unwrap_or_else(|| CONDITION.to_owned())
}

/// Returns the block that is the only successor of each case block.
fn common_successor(editor: &Editor<'_>, cases: &[(Value, BlockId)]) -> Option<BlockId> {
    let only = |block: BlockId| match editor.successors(block)[..] {
        [successor] => Some(successor),
        _ => None,
    };
    let (_, first) = cases.first()?;
    let common = only(*first)?;
    cases.iter().all(|(_, block)| only(*block) == Some(common)).then_some(common)
}
