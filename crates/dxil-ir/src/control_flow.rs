//! Which block of a body leads to which, and what lies on every way. Separate from the body because it is computed;
//! whether blocks are as they should be is the verifier's affair, and what is wrong leads nowhere here.

use crate::arena::Id as _;

use super::dominators::{Dominators, Edges};
use super::{BlockId, Body};

/// No block.
const NOWHERE: u32 = u32::MAX;

/// Which block leads to which. Blocks have numbers: their places in the body's order.
#[derive(Debug, Clone)]
pub struct ControlFlow {
    /// The number of each block.
    numbers: Vec<u32>,
    blocks: usize,
    successors: Edges,
    predecessors: Edges,
}

impl ControlFlow {
    /// That of a body.
    pub fn of(body: &Body) -> Self {
        let mut numbers = vec![NOWHERE; body.blocks.len()];
        for (number, block) in (0..).zip(&body.layout) {
            if let Some(entry) = numbers.get_mut(block.index()).filter(|entry| **entry == NOWHERE) {
                *entry = number;
            }
        }
        let mut edges = Vec::with_capacity(2 * body.layout.len());
        for (number, id) in (0..).zip(&body.layout) {
            // One that is there twice is where it is first.
            if numbers.get(id.index()) != Some(&number) {
                continue;
            }
            let last = body.instructions_of(*id).last().and_then(|last| body.instructions.get(*last));
            let Some(last) = last.filter(|last| last.op.has_targets()) else { continue };
            let (first, others) = last.op.blocks(&body.lists);
            let targets = first.iter().chain(others).filter_map(|target| numbers.get(target.index()));
            edges.extend(targets.filter(|target| **target != NOWHERE).map(|target| (number, *target)));
        }
        let blocks = body.layout.len();
        let successors = Edges::new(blocks, edges.iter().copied());
        let predecessors = Edges::new(blocks, edges.iter().map(|(from, to)| (*to, *from)));
        Self { numbers, blocks, successors, predecessors }
    }

    /// The number of a block; `None` where it is none of the body's.
    pub fn number(&self, block: BlockId) -> Option<u32> {
        self.numbers.get(block.index()).copied().filter(|number| *number != NOWHERE)
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u32 {
        u32::try_from(self.blocks).unwrap_or(NOWHERE)
    }

    /// Where a block leads, once for each way.
    pub fn successors(&self, block: u32) -> &[u32] {
        self.successors.of(block)
    }

    /// From where one comes to a block, once for each way.
    pub fn predecessors(&self, block: u32) -> &[u32] {
        self.predecessors.of(block)
    }

    /// What lies on every way from the entry to a block.
    pub fn dominators(&self) -> Dominators {
        Dominators::new(self.blocks, &self.successors, &self.predecessors)
    }

    /// What lies on every way from a block to the end. The root, 0, is the end itself, to which all blocks come that
    /// lead nowhere; block `n` is `n + 1` here. What never ends, is not reached.
    pub fn post_dominators(&self) -> Dominators {
        let backwards = (0..self.blocks()).flat_map(|block| {
            let to = self.successors(block);
            let from_end = to.is_empty().then_some((0, block + 1));
            to.iter().map(move |to| (to + 1, block + 1)).chain(from_end)
        });
        let nodes = self.blocks + 1;
        let successors = Edges::new(nodes, backwards.clone());
        let predecessors = Edges::new(nodes, backwards.map(|(from, to)| (to, from)));
        Dominators::new(nodes, &successors, &predecessors)
    }
}
