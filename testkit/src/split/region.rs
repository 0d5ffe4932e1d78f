//! Choosing what is to become a function: blocks that are entered at one of them and left to one block. Separate from
//! making the function because nothing is changed here, but for the blocks that a run of instructions is put into.

use dxil_ir::edit::Editor;
use dxil_ir::{BlockId, Body, ControlFlow, Dominators, GlobalId, InstructionId, Module, Op};

use crate::random::Random;

/// The most instructions of a run.
const LONGEST_RUN: usize = 14;

/// Blocks of a function that are entered at one of them alone, and left to one other block alone.
pub(super) struct Region {
    pub(super) function: GlobalId,
    pub(super) head: BlockId,
    /// They, the head among them, in the order of the function.
    pub(super) blocks: Vec<BlockId>,
    /// Where one comes to from them.
    pub(super) exit: BlockId,
    /// Whether it is a run of instructions that lay in one block.
    pub(super) is_run: bool,
}

/// Some region of a function; `None` where what was chosen is none.
pub(super) fn choose(module: &mut Module, function: GlobalId, random: &mut Random) -> Option<Region> {
    let body = module.globals[function].body()?;
    if body.layout.len() > 1 && random.below(2) == 0 {
        choose_blocks(function, body, random)
    } else {
        choose_run(module, function, random)
    }
}

/// Blocks that the head dominates, but for those that another one dominates.
fn choose_blocks(function: GlobalId, body: &Body, random: &mut Random) -> Option<Region> {
    let flow = ControlFlow::of(body);
    let dominators = flow.dominators();
    let count = flow.blocks();
    let any = |random: &mut Random| 1 + random.below(count as usize - 1) as u32;
    let (head, end) = (any(random), any(random));
    if head == end || !(0..count).all(|block| dominators.is_reached(block)) {
        return None;
    }
    let is_member = |block: u32| dominators.dominates(head, block) && !dominators.dominates(end, block);
    let members: Vec<u32> = (0..count).filter(|block| is_member(*block)).collect();
    let exit = exit_of(&flow, &dominators, head, &members)?;
    let id = |number: u32| body.layout[number as usize];
    let is_movable = |block: &u32| {
        body.instructions_of(id(*block)).iter().all(|id| is_movable(&body.instructions[*id].op))
    };
    if !members.iter().all(is_movable) {
        return None;
    }
    let blocks = members.iter().map(|block| id(*block)).collect();
    Some(Region { function, head: id(head), blocks, exit: id(exit), is_run: false })
}

/// The one block that all edges out of some blocks lead to, where they are entered at their head alone.
fn exit_of(flow: &ControlFlow, dominators: &Dominators, head: u32, members: &[u32]) -> Option<u32> {
    let is_member = |block: u32| members.binary_search(&block).is_ok();
    let mut exit = None;
    for block in members {
        // What returns, or never goes on, is no part of a function that is called.
        if flow.successors(*block).is_empty() || !dominators.is_reached(*block) {
            return None;
        }
        if *block != head && !flow.predecessors(*block).iter().all(|from| is_member(*from)) {
            return None;
        }
        for to in flow.successors(*block).iter().filter(|to| !is_member(**to)) {
            if *exit.get_or_insert(*to) != *to {
                return None;
            }
        }
    }
    exit
}

/// A run of instructions, which become a block of their own.
fn choose_run(module: &mut Module, function: GlobalId, random: &mut Random) -> Option<Region> {
    let mut editor = Editor::new(module, function).ok()?;
    let blocks: Vec<BlockId> = editor.blocks().collect();
    let block = blocks[random.below(blocks.len())];
    let all: Vec<InstructionId> = editor.instructions(block).collect();
    let start = random.below(all.len());
    let longest = 1 + random.below(LONGEST_RUN);
    let is_movable = |id: &&InstructionId| editor.op(**id).is_some_and(is_movable);
    let is_start = |id: &InstructionId| {
        editor.op(*id).is_some_and(|op| !matches!(op, Op::Phi(..)) && !op.is_terminator())
    };
    let length = all[start..].iter().take(longest).take_while(|id| is_start(id) && is_movable(id)).count();
    if length == 0 {
        return None;
    }
    let (first, behind) = (all[start], all[start + length]);
    let head = editor.split_before(first).unwrap();
    let exit = editor.split_before(behind).unwrap();
    Some(Region { function, head, blocks: vec![head], exit, is_run: true })
}

/// Whether an instruction may be one of another function: memory is the caller's.
fn is_movable(op: &Op) -> bool {
    !matches!(op, Op::Alloca { .. })
}
