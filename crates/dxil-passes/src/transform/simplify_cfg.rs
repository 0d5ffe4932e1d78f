//! Control flow without what decides nothing: branches and switches on constants, blocks that are not reached, blocks
//! that could be part of the one before them, blocks that only lead on. LLVM's `simplifycfg`, of which this does what
//! never changes which threads run together: nothing is moved to where it was not executed, and nothing is executed
//! under another condition.
//!
//! Needs: constants are folded ([`Fact::Folded`]), or conditions are not known.
//!
//! Holds then: every block is reached; a branch on a constant decides nothing, so that none is left; a block that has
//! one predecessor which leads there alone is part of it; what only leads on is gone, except where
//!
//! - phis of the target would have two values for one block,
//! - several ways meet there to go back in a loop, which is where threads wait for each other,
//! - something stands there: debug information, or metadata of the branch, as of a loop.

use std::collections::BTreeMap;

use dxil_ir::arena::IdSet;
use dxil_ir::edit::Editor;
use dxil_ir::{BlockId, InstructionId, Op, Value, ValueKind};

use super::flow::Flow;
use crate::error::{PassErrorKind, Result, invalid};
use crate::limits::FLOW_ROUNDS;
use crate::pass_manager::{Check, Done, Ensured, Fact, Origin, Pass, Run, steps};

/// The pass in a list.
pub const PASS: Pass = pass();

/// The pass as a row of any list.
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

/// Simplifies control flow; counts terminators that became another one, and blocks that went.
///
/// # Errors
///
/// A function that is no nearer to its end after [`FLOW_ROUNDS`] rounds, each of which removed something.
pub fn run(editor: &mut Editor<'_>) -> Result<Done> {
    let mut done = Done::default();
    let taken = with_address_taken(editor);
    for round in 0.. {
        let before = done.count;
        done.steps += steps(editor.all_instructions().len());
        for block in editor.blocks().collect::<Vec<_>>() {
            done.count += u64::from(decide(editor, block)?);
        }
        done.count += steps(editor.remove_unreachable_blocks());
        merge(editor, &taken, &mut done)?;
        forward(editor, &taken, &mut done)?;
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

/// What could be simpler.
pub fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let flow = Flow::of(editor);
    let taken = with_address_taken(editor);
    flow.blocks().iter().find_map(|block| {
        let what = if decided(editor, *block).is_some() {
            "ends with a branch whose condition is constant"
        } else if !flow.is_reached(*block) && !taken.contains(*block) {
            "is unreachable"
        } else if is_merged(editor, &flow, &taken, *block) {
            "can be merged into its predecessor"
        } else if !single_phis(editor, *block).is_empty() {
            "has a phi with a single value"
        } else {
            return None;
        };
        Some(format!("{block} {what}"))
    })
}

/// The blocks whose address is a constant, which have to stay.
fn with_address_taken(editor: &Editor<'_>) -> IdSet<BlockId> {
    let of_function = Value::from(editor.function());
    let addresses = editor.context().constants.block_addresses();
    addresses.filter(|(of, _)| *of == of_function).map(|(_, block)| block).collect()
}

/// Where a block goes always, although its terminator names several blocks, or one several times.
fn decided(editor: &Editor<'_>, block: BlockId) -> Option<BlockId> {
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

/// Puts a plain branch in the place of one that decides nothing; whether it did.
fn decide(editor: &mut Editor<'_>, block: BlockId) -> Result<bool> {
    let Some(target) = decided(editor, block) else { return Ok(false) };
    editor.set_terminator(block, Op::Branch(target)).map_err(invalid)?;
    Ok(true)
}

/// Whether a block could be part of the only one that leads there.
fn is_merged(editor: &Editor<'_>, flow: &Flow, taken: &IdSet<BlockId>, block: BlockId) -> bool {
    let ways = flow.number(block).map_or(&[][..], |number| flow.predecessors(number));
    let [before] = ways[..] else { return false };
    let Some(before) = flow.block(before).filter(|before| *before != block) else { return false };
    !taken.contains(block) && is_plain(editor, before)
}

/// Whether a block ends with a branch to one other.
fn is_plain(editor: &Editor<'_>, block: BlockId) -> bool {
    matches!(editor.terminator(block).and_then(|id| editor.op(id)), Some(Op::Branch(_)))
}

/// Makes one block of those that follow each other in any case.
fn merge(editor: &mut Editor<'_>, taken: &IdSet<BlockId>, done: &mut Done) -> Result<()> {
    // How many ways lead to a block does not change here.
    let flow = Flow::of(editor);
    let is_single = |block| flow.number(block).is_some_and(|number| flow.predecessors(number).len() == 1);
    // From the first one of each chain on, so that each instruction moves once.
    for first in flow.blocks().iter().copied() {
        if is_merged(editor, &flow, taken, first) {
            continue;
        }
        while is_plain(editor, first)
            && let [next] = editor.successors(first)[..]
            && is_single(next)
            && next != first
            && !taken.contains(next)
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

/// The phis of a block that one comes to in one way.
fn single_phis(editor: &Editor<'_>, block: BlockId) -> Vec<InstructionId> {
    let is_single = |phi: &InstructionId| editor.incoming(*phi).len() == 1;
    editor.phis(block).take_while(is_single).collect()
}

/// Where a block leads that does nothing else, if what leads to it may lead there itself.
fn target_of(editor: &Editor<'_>, flow: &Flow, taken: &IdSet<BlockId>, block: BlockId) -> Option<BlockId> {
    let mut instructions = editor.instructions(block);
    let (only, None) = (instructions.next()?, instructions.next()) else { return None };
    let Op::Branch(target) = editor.op(only)? else { return None };
    let is_plain = editor.debug_records(only).next().is_none() && editor.attachments(only).next().is_none();
    let (number, to) = (flow.number(block)?, flow.number(*target)?);
    let ways = flow.predecessors(number);
    let is_header = || flow.predecessors(to).iter().any(|from| flow.dominators.dominates(to, *from));
    let is_free = is_plain
        && number > 0
        && number != to
        && !taken.contains(block)
        && flow.dominators.is_reached(number)
        && !(ways.len() > 1 && is_header());
    is_free.then_some(*target)
}

/// Takes out blocks that only lead on.
fn forward(editor: &mut Editor<'_>, taken: &IdSet<BlockId>, done: &mut Done) -> Result<()> {
    let flow = Flow::of(editor);
    let mut by_target = BTreeMap::<u32, (BlockId, Vec<BlockId>)>::new();
    for block in flow.blocks() {
        if let Some(target) = target_of(editor, &flow, taken, *block)
            && let Some(place) = flow.number(target).and_then(|target| flow.dominators.place(target))
        {
            by_target.entry(place).or_insert((target, Vec::new())).1.push(*block);
        }
    }
    for (target, blocks) in by_target.into_values() {
        // What was a target may be gone, with what led there.
        if editor.terminator(target).is_none() {
            continue;
        }
        done.steps += steps(editor.predecessors(target).len()) + steps(blocks.len());
        done.count += steps(editor.skip_blocks(target, &blocks).map_err(invalid)?.len());
    }
    Ok(())
}
