//! Removal of code that cannot be reached: instructions after a terminator, and blocks that the entry does not reach.
//! Separate because it runs on bodies of front ends, which are not well-formed yet.

use hashbrown::HashSet;

use crate::arena::IdSet;
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
    if !dropped.is_empty() {
        body.erase(|id| dropped.contains(id));
    }
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
    let reached: IdSet<BlockId> = blocks.iter().copied().collect();
    remove_incoming(body, &flow, &reached);
    let lost = body.layout.iter().filter(|block| !reached.contains(**block));
    let dropped: IdSet<InstructionId> =
        lost.flat_map(|block| body.instructions_of(*block).iter().copied()).collect();
    body.layout = blocks;
    if !dropped.is_empty() {
        body.erase(|id| dropped.contains(id));
    }
    Ok(())
}

/// The instructions after the first terminator of each block.
fn after_terminators(body: &Body) -> IdSet<InstructionId> {
    let mut dropped = IdSet::new();
    for block in &body.layout {
        let ids = body.instructions_of(*block);
        let is_terminator =
            |id: &InstructionId| body.instructions.get(*id).is_some_and(|found| found.op.is_terminator());
        let end = ids.iter().position(is_terminator).map_or(ids.len(), |index| index + 1);
        for id in ids.iter().skip(end) {
            dropped.insert(*id);
        }
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
fn remove_incoming(body: &mut Body, flow: &ControlFlow, reached: &IdSet<BlockId>) {
    for (number, block) in (0..flow.blocks()).zip(&body.layout) {
        let Some(data) = body.blocks.get(*block) else { continue };
        let mut predecessors = None;
        for id in data.instructions.as_slice(&body.lists.instructions) {
            let Some(Op::Phi(values, blocks)) = body.instructions.get_mut(*id).map(|found| &mut found.op)
            else {
                continue;
            };
            let predecessors = predecessors.get_or_insert_with(|| {
                let all = flow.predecessors(number).iter();
                all.filter_map(|from| body.layout.get(*from as usize).copied()).collect::<IdSet<_>>()
            });
            let is_edge = |block: &BlockId| predecessors.contains(*block) && reached.contains(*block);
            if blocks.as_slice(&body.lists.blocks).iter().all(is_edge) {
                continue;
            }
            let (value_pool, block_pool) = (&mut body.lists.values, &mut body.lists.blocks);
            let pairs = value_pool.get(*values).iter().copied().zip(block_pool.get(*blocks).iter().copied());
            let (kept_values, kept_blocks): (Vec<Value>, Vec<BlockId>) =
                pairs.filter(|(_, block)| is_edge(block)).unzip();
            *values = value_pool.list_of(&kept_values);
            *blocks = block_pool.list_of(&kept_blocks);
        }
    }
}
