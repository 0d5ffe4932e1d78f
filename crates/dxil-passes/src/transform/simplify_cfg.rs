//! `simplify_cfg`: removes unreachable blocks and branches on constants, merges blocks into their predecessors, and
//! removes blocks that contain only a branch. The pass does the part of LLVM's `simplifycfg` that does not change which
//! threads execute an instruction together: it does not speculate, hoist or sink instructions, and does not change
//! conditions.
//!
//! Precondition: constants are folded ([`Fact::Folded`]); otherwise constant conditions are not recognized.
//!
//! Postcondition: every block is reachable or has its address taken, every conditional branch and switch has at least
//! two distinct targets and a condition that is not a constant integer, no phi has a single incoming value, and no
//! block can be merged into its only predecessor.
//!
//! The pass also removes a block that contains only an unconditional branch, except if
//!
//! - a phi of the target would have two values for one predecessor,
//! - the block has several predecessors and the target is a loop header, because threads reconverge in the block before
//!   the next iteration,
//! - the branch has metadata, such as `!llvm.loop`, or debug records.

use std::collections::BTreeMap;

use dxil_ir::arena::IdSet;
use dxil_ir::edit::Editor;
use dxil_ir::{BlockId, InstructionId, Op, Value, ValueKind};

use super::flow::Flow;
use crate::error::{PassErrorKind, Result, invalid};
use crate::limits::FLOW_ROUNDS;
use crate::pass_manager::{Check, Done, Ensured, Fact, Origin, Pass, Run, steps};

/// The pass, for lists without state of their own.
pub const PASS: Pass = pass();

/// The pass, for lists with the state `S`.
pub const fn pass<S>() -> Pass<S> {
    Pass {
        name: "simplify_cfg",
        origin: Origin::Ours,
        run: Run::Function(run),
        requires: &[Fact::Folded],
        ensures: &[Ensured { fact: Fact::SimpleFlow, check: Check::Function(violation) }],
        // Deleted blocks used memory, functions and values, and phis with one incoming value are replaced by it.
        invalidates: &[
            Fact::NoStatics,
            Fact::NoMatrixCasts,
            Fact::Split,
            Fact::Promoted,
            Fact::Folded,
            Fact::NoDeadInstructions,
            Fact::NoDeadGlobals,
            // A promoted or merged value may be a structure.
            Fact::NoAggregatePhis,
            Fact::IntegerWidths,
        ],
    }
}

/// Simplifies control flow until a fixed point. Counts replaced terminators, removed blocks and replaced phis.
///
/// # Errors
///
/// The function still changes after [`FLOW_ROUNDS`] rounds.
pub fn run(editor: &mut Editor<'_>) -> Result<Done> {
    let mut done = Done::default();
    let address_taken = with_address_taken(editor);
    for round in 0.. {
        let before = done.count;
        done.steps += steps(editor.all_instructions().len());
        for block in editor.blocks().collect::<Vec<_>>() {
            done.count += u64::from(fold_terminator(editor, block)?);
        }
        done.count += steps(editor.remove_unreachable_blocks());
        let flow = Flow::of(editor);
        let before_merge = done.count;
        merge(editor, &flow, &address_taken, &mut done)?;
        let flow = if done.count == before_merge { flow } else { Flow::of(editor) };
        skip_forwarders(editor, &flow, &address_taken, &mut done)?;
        if done.count == before {
            break;
        }
        if round > FLOW_ROUNDS {
            let (pass, what, limit) = (PASS.name, "rounds", FLOW_ROUNDS);
            return Err(PassErrorKind::TooLarge { pass, what, found: round, limit }.into());
        }
    }
    Ok(done)
}

/// Describes a block that violates the postcondition, if the function has one.
pub fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let flow = Flow::of(editor);
    let address_taken = with_address_taken(editor);
    flow.blocks().iter().find_map(|block| {
        let what = if constant_target(editor, *block).is_some() {
            "ends with a branch whose condition is constant"
        } else if !flow.is_reached(*block) && !address_taken.contains(*block) {
            "is unreachable"
        } else if is_mergeable(editor, &flow, &address_taken, *block) {
            "can be merged into its predecessor"
        } else if !single_phis(editor, *block).is_empty() {
            "has a phi with a single value"
        } else {
            return None;
        };
        Some(format!("{block} {what}"))
    })
}

/// Returns the blocks of the function that a `blockaddress` constant refers to. The pass does not remove them.
fn with_address_taken(editor: &Editor<'_>) -> IdSet<BlockId> {
    let of_function = Value::from(editor.function());
    let addresses = editor.context().constants.block_addresses();
    addresses.filter(|(of, _)| *of == of_function).map(|(_, block)| block).collect()
}

/// Returns the only possible successor of a block that ends with a conditional branch or a switch.
fn constant_target(editor: &Editor<'_>, block: BlockId) -> Option<BlockId> {
    let number = |value: &Value| {
        let is_number = matches!(value.kind(), ValueKind::Constant(_));
        editor.context().signed_integer(*value).filter(|_| is_number)
    };
    let terminator = editor.terminator(block)?;
    match editor.op(terminator)? {
        Op::ConditionalBranch(condition, [if_true, if_false]) => {
            let is_true = number(condition).map(|number| number & 1 != 0);
            match is_true {
                Some(is_true) => Some(if is_true { *if_true } else { *if_false }),
                None => (if_true == if_false).then_some(*if_true),
            }
        }
        Op::Switch { value, default, .. } => {
            let targets = editor.successors(block);
            let Some(number) = number(value) else {
                return targets.iter().all(|target| target == default).then_some(*default);
            };
            let operands = editor.operands(terminator);
            let cases =
                operands.get(1..).unwrap_or_default().iter().zip(targets.get(1..).unwrap_or_default());
            let mut cases = cases.map(|(case, target)| (editor.context().signed_integer(*case), *target));
            Some(cases.find(|(case, _)| *case == Some(number)).map_or(*default, |(_, target)| target))
        }
        _ => None,
    }
}

/// Replaces a terminator with only one possible successor by an unconditional branch. Returns true if it did.
fn fold_terminator(editor: &mut Editor<'_>, block: BlockId) -> Result<bool> {
    let Some(target) = constant_target(editor, block) else { return Ok(false) };
    editor.set_terminator(block, Op::Branch(target)).map_err(invalid)?;
    Ok(true)
}

/// Returns true if a block has a single predecessor edge, which is the unconditional branch of another block.
fn is_mergeable(editor: &Editor<'_>, flow: &Flow, address_taken: &IdSet<BlockId>, block: BlockId) -> bool {
    let predecessors = flow.number(block).map_or(&[][..], |number| flow.predecessors(number));
    let [predecessor] = predecessors[..] else { return false };
    let predecessor = flow.block(predecessor).filter(|predecessor| *predecessor != block);
    let Some(predecessor) = predecessor else { return false };
    !address_taken.contains(block) && ends_with_branch(editor, predecessor)
}

/// Returns true if a block ends with an unconditional branch.
fn ends_with_branch(editor: &Editor<'_>, block: BlockId) -> bool {
    matches!(editor.terminator(block).and_then(|id| editor.op(id)), Some(Op::Branch(_)))
}

/// Merges chains of blocks into their first block, and replaces phis with a single incoming value.
fn merge(
    editor: &mut Editor<'_>,
    flow: &Flow,
    address_taken: &IdSet<BlockId>,
    done: &mut Done,
) -> Result<()> {
    // Merging does not change the number of predecessors of the remaining blocks.
    let has_one_predecessor =
        |block| flow.number(block).is_some_and(|number| flow.predecessors(number).len() == 1);
    // Merging begins at the first block of a chain, so that each instruction moves once.
    for first in flow.blocks().iter().copied() {
        if is_mergeable(editor, flow, address_taken, first) {
            continue;
        }
        while ends_with_branch(editor, first)
            && let [next] = editor.successors(first)[..]
            && has_one_predecessor(next)
            && next != first
            && !address_taken.contains(next)
        {
            done.steps += steps(editor.instructions(next).count());
            editor.merge_into_predecessor(next).map_err(invalid)?;
            done.count += 1;
        }
    }
    for block in editor.blocks().collect::<Vec<_>>() {
        for phi in single_phis(editor, block) {
            editor.fold_phi(phi).map_err(invalid)?;
            done.count += 1;
        }
    }
    Ok(())
}

/// Returns the phis of a block with a single predecessor edge.
fn single_phis(editor: &Editor<'_>, block: BlockId) -> Vec<InstructionId> {
    let is_single = |phi: &InstructionId| editor.incoming(*phi).len() == 1;
    editor.phis(block).take_while(is_single).collect()
}

/// Returns the target of a block that contains only a branch, if the predecessors of the block may branch to the target
/// directly.
fn forwarded_target(
    editor: &Editor<'_>,
    flow: &Flow,
    address_taken: &IdSet<BlockId>,
    block: BlockId,
) -> Option<BlockId> {
    let mut instructions = editor.instructions(block);
    let (only, None) = (instructions.next()?, instructions.next()) else { return None };
    let Op::Branch(target) = editor.op(only)? else { return None };
    let is_plain = editor.attachments(only).next().is_none();
    let (number, to) = (flow.number(block)?, flow.number(*target)?);
    let predecessors = flow.predecessors(number);
    let is_header = || flow.predecessors(to).iter().any(|from| flow.dominators.dominates(to, *from));
    let is_removable = is_plain
        && number > 0
        && number != to
        && !address_taken.contains(block)
        && flow.dominators.is_reached(number)
        && !(predecessors.len() > 1 && is_header());
    is_removable.then_some(*target)
}

/// Removes blocks that contain only a branch, in dominator tree preorder of their targets.
fn skip_forwarders(
    editor: &mut Editor<'_>,
    flow: &Flow,
    address_taken: &IdSet<BlockId>,
    done: &mut Done,
) -> Result<()> {
    let mut by_target = BTreeMap::<u32, (BlockId, Vec<BlockId>)>::new();
    for block in flow.blocks() {
        if let Some(target) = forwarded_target(editor, flow, address_taken, *block)
            && let Some(node) = flow.number(target).and_then(|target| flow.dominators.place(target))
        {
            by_target.entry(node).or_insert((target, Vec::new())).1.push(*block);
        }
    }
    for (target, blocks) in by_target.into_values() {
        // An earlier iteration may have removed the target.
        if editor.terminator(target).is_none() {
            continue;
        }
        done.steps += steps(editor.predecessors(target).len()) + steps(blocks.len());
        done.count += steps(editor.skip_blocks(target, &blocks).map_err(invalid)?.len());
    }
    Ok(())
}
