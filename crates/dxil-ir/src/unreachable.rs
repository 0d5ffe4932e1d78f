//! Removal of code that cannot be reached: instructions after a terminator, and blocks that the entry does not reach.
//! Separate because it runs on bodies of front ends, which are not well-formed yet.

use hashbrown::HashSet;

use crate::list::List;
use crate::{BlockId, Body, ControlFlow, InstructionId, Op, Value};

/// Removes the instructions after the first terminator of each block, the blocks that the entry does not reach, and the
/// entries of phis whose edge does not exist any more. Sorts the blocks in reverse postorder. Time grows linearly with
/// the body.
///
/// # Errors
///
/// The index of a reachable block without a terminator, in the order before the call.
pub fn remove_unreachable(body: &mut Body) -> Result<(), usize> {
    let dropped = after_terminators(body);
    body.erase(|id| dropped.contains(&id));
    let flow = ControlFlow::of(body);
    let order = reverse_postorder(&flow);
    let has_terminator = |block: BlockId| {
        let last = body.instructions_of(block).last().and_then(|last| body.instructions.get(*last));
        last.is_some_and(|last| last.op.is_terminator())
    };
    let blocks: Vec<_> =
        order.iter().filter_map(|number| body.layout.get(*number as usize).copied()).collect();
    if let Some(open) = blocks.iter().position(|block| !has_terminator(*block)) {
        return Err(order.get(open).map_or(0, |number| *number as usize));
    }
    let reached: HashSet<BlockId> = blocks.iter().copied().collect();
    let lost: Vec<_> = body.layout.iter().copied().filter(|block| !reached.contains(block)).collect();
    let dropped: HashSet<_> =
        lost.iter().flat_map(|block| body.instructions_of(*block).iter().copied()).collect();
    remove_incoming(body, &flow, &reached);
    body.layout = blocks;
    body.erase(|id| dropped.contains(&id));
    Ok(())
}

/// The instructions after the first terminator of each block.
fn after_terminators(body: &Body) -> HashSet<InstructionId> {
    let mut dropped = HashSet::new();
    for block in &body.layout {
        let ids = body.instructions_of(*block);
        let is_terminator =
            |id: &InstructionId| body.instructions.get(*id).is_some_and(|found| found.op.is_terminator());
        let end = ids.iter().position(is_terminator).map_or(ids.len(), |index| index + 1);
        dropped.extend(ids.iter().skip(end));
    }
    dropped
}

/// The blocks that the entry reaches. First successors come first.
fn reverse_postorder(flow: &ControlFlow) -> Vec<u32> {
    let (mut visited, mut order) = (HashSet::<u32>::from_iter([0]), Vec::new());
    let mut stack = if flow.blocks() == 0 { Vec::new() } else { vec![(0, flow.successors(0).len())] };
    while let Some((block, left)) = stack.last_mut() {
        let next = left.checked_sub(1);
        match next.and_then(|next| flow.successors(*block).get(next).copied()) {
            Some(successor) => {
                *left -= 1;
                if visited.insert(successor) {
                    stack.push((successor, flow.successors(successor).len()));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Removes the incoming values of phis from blocks that are not reached or not predecessors.
fn remove_incoming(body: &mut Body, flow: &ControlFlow, reached: &HashSet<BlockId>) {
    for number in 0..flow.blocks() {
        let Some(block) = body.layout.get(number as usize) else { continue };
        let instructions = body.instructions_of(*block).to_vec();
        let block_of = |number: &u32| body.layout.get(*number as usize).copied();
        let predecessors: HashSet<BlockId> = flow.predecessors(number).iter().filter_map(block_of).collect();
        let lists = &mut body.lists;
        for id in instructions {
            let Some(Op::Phi(values, blocks)) = body.instructions.get_mut(id).map(|found| &mut found.op)
            else {
                continue;
            };
            let pairs: Vec<(Value, BlockId)> = {
                let (values, blocks) = (lists.values.get(*values), lists.blocks.get(*blocks));
                values.iter().copied().zip(blocks.iter().copied()).collect()
            };
            let is_edge = |block: &BlockId| predecessors.contains(block) && reached.contains(block);
            let kept: Vec<_> = pairs.iter().copied().filter(|(_, block)| is_edge(block)).collect();
            if kept.len() != pairs.len() {
                let (kept_values, kept_blocks): (Vec<Value>, Vec<BlockId>) = kept.into_iter().unzip();
                let new: (List<Value>, List<BlockId>) =
                    (lists.values.list_of(&kept_values), lists.blocks.list_of(&kept_blocks));
                (*values, *blocks) = new;
            }
        }
    }
}
