//! The control flow of a function in a session: what leads where, what dominates what. Separate because the session has
//! blocks as lists; [`ControlFlow`](dxil_ir::ControlFlow) is that of a body that nobody edits.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use az::SaturatingAs as _;
use dxil_ir::arena::IdMap;
use dxil_ir::dominators::{Dominators, Edges};
use dxil_ir::edit::Editor;
use dxil_ir::{BlockId, InstructionId, Op};

/// The control flow of a function. Blocks have numbers: their places in the order, so that the entry is 0.
pub(crate) struct Flow {
    blocks: Vec<BlockId>,
    numbers: IdMap<BlockId, Option<u32>>,
    successors: Edges,
    predecessors: Edges,
    /// Which blocks dominate which, by their numbers.
    pub(crate) dominators: Dominators,
}

impl Flow {
    /// That of the function as it is now.
    pub(crate) fn of(editor: &Editor<'_>) -> Self {
        let blocks: Vec<BlockId> = editor.blocks().collect();
        let mut numbers = IdMap::<BlockId, Option<u32>>::new();
        for (number, block) in (0..).zip(&blocks) {
            numbers[*block] = Some(number);
        }
        let mut edges = Vec::with_capacity(2 * blocks.len());
        for (number, block) in (0..).zip(&blocks) {
            let is_leading = |op: &Op| op.has_targets();
            if editor.terminator(*block).and_then(|id| editor.op(id)).is_some_and(is_leading) {
                let targets = editor.successors(*block).into_iter();
                edges.extend(targets.filter_map(|target| Some((number, numbers[target]?))));
            }
        }
        let successors = Edges::new(blocks.len(), edges.iter().copied());
        let predecessors = Edges::new(blocks.len(), edges.iter().map(|(from, to)| (*to, *from)));
        let dominators = Dominators::new(blocks.len(), &successors, &predecessors);
        Self { blocks, numbers, successors, predecessors, dominators }
    }

    /// Returns true if an instruction strictly dominates another one.
    pub(crate) fn instruction_dominates(
        &self,
        editor: &Editor<'_>,
        one: InstructionId,
        other: InstructionId,
    ) -> bool {
        let number = |id| editor.block_of(id).and_then(|block| self.number(block));
        match (number(one), number(other)) {
            (Some(above), Some(below)) if above == below => editor.is_before(one, other),
            (Some(above), Some(below)) => self.dominators.dominates(above, below),
            _ => false,
        }
    }

    /// How many blocks there are.
    pub(crate) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// The blocks in order.
    pub(crate) fn blocks(&self) -> &[BlockId] {
        &self.blocks
    }

    /// The block with a number.
    pub(crate) fn block(&self, number: u32) -> Option<BlockId> {
        self.blocks.get(usize::try_from(number).ok()?).copied()
    }

    /// The number of a block.
    pub(crate) fn number(&self, block: BlockId) -> Option<u32> {
        self.numbers.get(block).copied().flatten()
    }

    /// Whether one can come to a block.
    pub(crate) fn is_reached(&self, block: BlockId) -> bool {
        self.number(block).is_some_and(|number| self.dominators.is_reached(number))
    }

    /// Where a block leads, once for each edge.
    pub(crate) fn successors(&self, block: u32) -> &[u32] {
        self.successors.of(block)
    }

    /// From where one comes to a block, once for each edge.
    pub(crate) fn predecessors(&self, block: u32) -> &[u32] {
        self.predecessors.of(block)
    }

    /// Where the blocks that each block dominates end: those that it leads to, itself or by blocks that it dominates,
    /// and that it does not dominate, or that are itself. `None` where there are more than `limit`.
    pub(crate) fn frontiers(&self, limit: u64) -> Option<Edges> {
        let mut frontiers = Vec::new();
        let reached = self.dominators.reached().saturating_as::<u32>();
        let mut last_met = vec![u32::MAX; self.dominators.reached()];
        for place in 0..reached {
            let join = self.dominators.block(place);
            if self.predecessors(join).len() < 2 {
                continue;
            }
            for from in self.predecessors(join) {
                let Some(mut at) = self.dominators.place(*from) else { continue };
                while at != self.dominators.parent(place) {
                    // What is above was met with it.
                    let last = last_met.get_mut(at as usize)?;
                    if std::mem::replace(last, place) == place {
                        break;
                    }
                    frontiers.push((self.dominators.block(at), join));
                    if u64::try_from(frontiers.len()).is_ok_and(|count| count > limit) {
                        return None;
                    }
                    at = self.dominators.parent(at);
                }
            }
        }
        Some(Edges::new(self.blocks.len(), frontiers.iter().copied()))
    }
}
