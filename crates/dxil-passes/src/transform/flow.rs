//! The control flow graph and the dominator tree of a function in an [`Editor`]. Separate because
//! [`ControlFlow`](dxil_ir::ControlFlow) is for a body outside an editing session, where blocks are not linked lists.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use az::SaturatingAs as _;
use dxil_ir::arena::IdMap;
use dxil_ir::dominators::{Dominators, Edges};
use dxil_ir::edit::Editor;
use dxil_ir::{BlockId, InstructionId};

/// The control flow graph of a function, a snapshot. A block has a number, its index in layout order; the entry block
/// has number 0.
pub(crate) struct Flow {
    blocks: Vec<BlockId>,
    numbers: IdMap<BlockId, Option<u32>>,
    successors: Edges,
    predecessors: Edges,
    /// The dominator tree, by block numbers.
    pub(crate) dominators: Dominators,
}

impl Flow {
    /// Builds the graph of the current function.
    pub(crate) fn of(editor: &Editor<'_>) -> Self {
        let blocks: Vec<BlockId> = editor.blocks().collect();
        let mut numbers = IdMap::<BlockId, Option<u32>>::new();
        for (number, block) in (0..).zip(&blocks) {
            numbers[*block] = Some(number);
        }
        let mut edges = Vec::with_capacity(2 * blocks.len());
        for (number, block) in (0..).zip(&blocks) {
            edges.extend(editor.targets(*block).filter_map(|target| Some((number, numbers[target]?))));
        }
        let successors = Edges::new(blocks.len(), edges.iter().copied());
        let predecessors = Edges::new(blocks.len(), edges.iter().map(|(from, to)| (*to, *from)));
        let dominators = Dominators::new(blocks.len(), &successors, &predecessors);
        Self { blocks, numbers, successors, predecessors, dominators }
    }

    /// Returns true if the instruction `first` strictly dominates the instruction `second`.
    pub(crate) fn instruction_dominates(
        &self,
        editor: &Editor<'_>,
        first: InstructionId,
        second: InstructionId,
    ) -> bool {
        let number = |id| editor.block_of(id).and_then(|block| self.number(block));
        match (number(first), number(second)) {
            (Some(above), Some(below)) if above == below => editor.is_before(first, second),
            (Some(above), Some(below)) => self.dominators.dominates(above, below),
            _ => false,
        }
    }

    /// Returns the number of blocks, including unreachable ones.
    pub(crate) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Returns the blocks in layout order, so that the index of a block is its number.
    pub(crate) fn blocks(&self) -> &[BlockId] {
        &self.blocks
    }

    /// Returns the block with a number.
    pub(crate) fn block(&self, number: u32) -> Option<BlockId> {
        self.blocks.get(usize::try_from(number).ok()?).copied()
    }

    /// Returns the number of a block; `None` for a block that was created after this snapshot.
    pub(crate) fn number(&self, block: BlockId) -> Option<u32> {
        self.numbers.get(block).copied().flatten()
    }

    /// Returns true if a block is reachable from the entry block.
    pub(crate) fn is_reached(&self, block: BlockId) -> bool {
        self.number(block).is_some_and(|number| self.dominators.is_reached(number))
    }

    /// Returns the successors of a block; a successor occurs once for each edge to it.
    pub(crate) fn successors(&self, block: u32) -> &[u32] {
        self.successors.of(block)
    }

    /// Returns the predecessors of a block; a predecessor occurs once for each edge from it.
    pub(crate) fn predecessors(&self, block: u32) -> &[u32] {
        self.predecessors.of(block)
    }

    /// Returns the dominance frontier of each block, as edges from the block to the blocks of its frontier; `None` if
    /// there are more than `limit` edges. The algorithm walks up the dominator tree from each predecessor of a join
    /// block to the immediate dominator of the join (Cooper, Harvey, Kennedy: A simple, fast dominance algorithm,
    /// 2001).
    pub(crate) fn frontiers(&self, limit: u64) -> Option<Edges> {
        let mut frontiers = Vec::new();
        let reached = self.dominators.reached().saturating_as::<u32>();
        // The last join whose walks visited each node of the dominator tree. Nodes are preorder positions in the tree.
        let mut last_join = vec![u32::MAX; self.dominators.reached()];
        for join_node in 0..reached {
            let join = self.dominators.block(join_node);
            if self.predecessors(join).len() < 2 {
                continue;
            }
            for from in self.predecessors(join) {
                let Some(mut node) = self.dominators.place(*from) else { continue };
                while node != self.dominators.parent(join_node) {
                    // An earlier walk of the same join visited the node and its ancestors.
                    let last = last_join.get_mut(node as usize)?;
                    if std::mem::replace(last, join_node) == join_node {
                        break;
                    }
                    frontiers.push((self.dominators.block(node), join));
                    if u64::try_from(frontiers.len()).is_ok_and(|count| count > limit) {
                        return None;
                    }
                    node = self.dominators.parent(node);
                }
            }
        }
        Some(Edges::new(self.blocks.len(), frontiers.iter().copied()))
    }
}
