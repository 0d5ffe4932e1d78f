//! Blocks: adding, splitting, merging, moving and removing them. Separate from terminators because here instructions
//! change their block.

use hashbrown::HashMap;

use crate::arena::IdSet;
use crate::builder::Build as _;
use crate::function::Block;
use crate::uses::Use;
use crate::{BlockId, Instruction, InstructionId, Op, Value};

use super::terminators::RETURNED;
use super::{Changed, EditError, Editor};

impl Editor<'_> {
    /// Adds a block without instructions behind the last one.
    pub fn add_block(&mut self) -> BlockId {
        self.new_block(None)
    }

    /// Adds a block without instructions before another one.
    ///
    /// # Errors
    ///
    /// The function does not have the other block, or it is the entry block.
    pub fn insert_block(&mut self, before: BlockId) -> Result<BlockId, EditError> {
        self.target(before)?;
        Ok(self.new_block(Some(before)))
    }

    /// Moves a block before another one, or to the end.
    ///
    /// # Errors
    ///
    /// The function does not have the blocks, or either is the entry block.
    pub fn move_block(&mut self, block: BlockId, before: Option<BlockId>) -> Result<(), EditError> {
        self.target(block)?;
        if let Some(before) = before {
            self.target(before)?;
        }
        if before == Some(block) || self.order.next_block(block) == before {
            return Ok(());
        }
        self.order.remove_block(block);
        self.order.insert_block(block, before);
        self.note(Changed::ControlFlow);
        Ok(())
    }

    /// Splits a block before an instruction: that one and all behind it go to a new block, to which the old one leads.
    /// Phis follow. A cursor stays with the instruction it stands before.
    ///
    /// # Errors
    ///
    /// The function does not have the instruction, or it is a phi, or the return behind a `musttail` call.
    pub fn split_before(&mut self, id: InstructionId) -> Result<BlockId, EditError> {
        let block = self.placed(id)?;
        if self.is_phi(id) {
            return Err(EditError::Fixed {
                instruction: id,
                what: "a phi, which must stay at the beginning of its block",
            });
        }
        if self.is_behind_must_tail_call(id) {
            return Err(EditError::Fixed { instruction: id, what: RETURNED });
        }
        let location = self.instruction(id).map_or(None.into(), |instruction| instruction.location);
        let new = self.new_block(self.order.next_block(block));
        if self.next.is_none() && self.block == Some(block) {
            self.block = Some(new);
        }
        self.move_tail(Some(id), block, new);
        self.rename_incoming(block, new);
        let void = self.module().types.void();
        self.module.types.label();
        self.place(Instruction { location, ..Instruction::new(Op::Branch(new), void) }, block, None);
        self.touch(new);
        Ok(new)
    }

    /// Puts a new block on edge `index` of a block, in the order of [`successors`](Self::successors).
    ///
    /// # Errors
    ///
    /// The function does not have the block or the edge.
    pub fn split_edge(&mut self, block: BlockId, index: usize) -> Result<BlockId, EditError> {
        self.known(block)?;
        let target =
            *self.successors(block).get(index).ok_or(EditError::NoSuchIndex { what: "edge", index })?;
        let of_edge = |editor: &Self, phi| {
            let incoming = editor.incoming(phi);
            incoming.iter().find(|(from, _)| *from == block).map(|(_, value)| (phi, *value))
        };
        let values: Vec<_> = self.phis(target).filter_map(|phi| of_edge(self, phi)).collect();
        let location = self.terminator(block).and_then(|id| self.instruction(id));
        let location = location.map_or(None.into(), |instruction| instruction.location);
        let new = self.new_block(self.order.next_block(block));
        let void = self.module().types.void();
        self.install_terminator(new, Instruction { location, ..Instruction::new(Op::Branch(target), void) });
        self.retarget(block, index, new)?;
        for (phi, value) in values {
            self.set_entries(phi, value, new);
        }
        Ok(new)
    }

    /// Puts the instructions of a block behind those of its only predecessor, which leads nowhere else; phis are what
    /// they are where one comes from there. Says what the predecessor is.
    ///
    /// # Errors
    ///
    /// The function does not have the block, it is the entry block, its address is taken, or it does not have one
    /// predecessor that leads there alone.
    pub fn merge_into_predecessor(&mut self, block: BlockId) -> Result<BlockId, EditError> {
        self.target(block)?;
        self.free_address(block)?;
        let predecessors = self.predecessors(block);
        let expected = "one predecessor with an unconditional branch";
        let error = EditError::Predecessors { block, found: predecessors.len(), expected };
        let [before] = predecessors[..] else { return Err(error) };
        let branch = self.terminator(before).filter(|id| matches!(self.op(*id), Some(Op::Branch(_))));
        let Some(branch) = branch.filter(|_| before != block) else { return Err(error) };
        for phi in self.phis(block).collect::<Vec<_>>() {
            self.fold_phi(phi)?;
        }
        if self.block == Some(block) {
            self.block = Some(before);
        }
        self.discard(branch);
        self.move_tail(self.order.first(block), block, before);
        self.rename_incoming(block, before);
        self.touch(before);
        self.drop_block(block);
        Ok(before)
    }

    /// Takes out blocks that have nothing but a branch to `target`, to which all that leads to them leads then; phis
    /// there are for the new edges what they were for the block. A block stays where a phi would have two values for
    /// one predecessor, where its address is taken, and where something else is in it. Takes time that grows with the
    /// edges into all of them and the phis of the target. Says which blocks went. The debug records of these blocks are
    /// removed, because code must not depend on debug information.
    ///
    /// # Errors
    ///
    /// The function does not have the target, or it is the entry block.
    pub fn skip_blocks(&mut self, target: BlockId, blocks: &[BlockId]) -> Result<Vec<BlockId>, EditError> {
        self.target(target)?;
        let phis: Vec<InstructionId> = self.phis(target).collect();
        let mut known: Vec<HashMap<BlockId, Value>> =
            phis.iter().map(|phi| self.incoming(*phi).into_iter().collect()).collect();
        let (mut skipped, mut moved) = (Vec::new(), Vec::new());
        for block in blocks {
            if !self.only_leads_to(*block, target) {
                continue;
            }
            let from = self.predecessors(*block);
            let differs = |values: &HashMap<BlockId, Value>| {
                let value = values.get(block);
                from.iter().any(|from| values.get(from).is_some_and(|known| Some(known) != value))
            };
            if known.iter().any(differs) {
                continue;
            }
            for values in &mut known {
                if let Some(value) = values.remove(block) {
                    values.extend(from.iter().map(|from| (*from, value)));
                }
            }
            let edges: Vec<Use> = self.blocks.of(*block).filter(|at| !self.is_phi(at.instruction)).collect();
            for at in edges {
                self.write_block(at, target);
            }
            if let Some(branch) = self.terminator(*block) {
                self.discard(branch);
            }
            self.drop_block(*block);
            moved.extend(from);
            skipped.push(*block);
        }
        let is_skipped: IdSet<BlockId> = skipped.iter().copied().collect();
        for (phi, values) in phis.into_iter().zip(known).filter(|_| !skipped.is_empty()) {
            let mut entries = self.incoming(phi);
            entries.retain(|(from, _)| !is_skipped.contains(*from));
            entries.extend(moved.iter().filter_map(|from| Some((*from, *values.get(from)?))));
            self.set_all_entries(phi, &entries);
        }
        Ok(skipped)
    }

    /// Whether a block has nothing but a branch to another one, and can go.
    fn only_leads_to(&self, block: BlockId, target: BlockId) -> bool {
        let only = self.order.first(block).filter(|first| self.order.next(*first).is_none());
        let branch = only.filter(|only| matches!(self.op(*only), Some(Op::Branch(to)) if *to == target));
        branch.is_some() && block != target && self.target(block).is_ok() && self.free_address(block).is_ok()
    }

    /// Takes out a block that nothing leads to but itself. What still uses its values has `undef` instead.
    ///
    /// # Errors
    ///
    /// The function does not have the block, it is the entry block, its address is taken, or something leads there.
    pub fn remove_block(&mut self, block: BlockId) -> Result<(), EditError> {
        self.target(block)?;
        self.free_address(block)?;
        let found = self.predecessors(block).into_iter().filter(|from| *from != block).count();
        if found > 0 {
            return Err(EditError::Predecessors { block, found, expected: "none" });
        }
        let old = self.successors(block);
        if let Some(terminator) = self.terminator(block) {
            self.discard(terminator);
        }
        self.follow_edges(block, &old);
        self.empty_block(block);
        Ok(())
    }

    /// Takes out the blocks that cannot be reached from the entry. Those whose address is taken are reached by it. Says
    /// how many they are.
    pub fn remove_unreachable_blocks(&mut self) -> usize {
        let mut roots: Vec<BlockId> = self.entry().into_iter().collect();
        roots.extend(self.blocks().filter(|block| self.address_taken.contains(*block)));
        let reached = self.reachable_from(roots);
        let dead: Vec<_> = self.blocks().filter(|block| !reached.contains(*block)).collect();
        if dead.is_empty() {
            return 0;
        }
        // All entries of a phi at one time: there may be as many as blocks.
        for block in self.blocks().filter(|block| reached.contains(*block)).collect::<Vec<_>>() {
            for phi in self.phis(block).collect::<Vec<_>>() {
                let mut incoming = self.incoming(phi);
                let before = incoming.len();
                incoming.retain(|(from, _)| reached.contains(*from));
                if incoming.len() != before {
                    self.set_all_entries(phi, &incoming);
                }
            }
        }
        for block in &dead {
            if let Some(terminator) = self.terminator(*block) {
                self.discard(terminator);
            }
        }
        for block in &dead {
            self.empty_block(*block);
        }
        dead.len()
    }

    /// The blocks that the entry block reaches.
    pub fn reachable_blocks(&self) -> IdSet<BlockId> {
        self.reachable_from(self.entry().into_iter().collect())
    }

    /// The given blocks, and the blocks that they reach.
    fn reachable_from(&self, mut stack: Vec<BlockId>) -> IdSet<BlockId> {
        let mut reached = IdSet::new();
        stack.retain(|block| reached.insert(*block));
        while let Some(block) = stack.pop() {
            stack.extend(self.targets(block).filter(|to| reached.insert(*to)));
        }
        reached
    }

    pub(super) fn new_block(&mut self, before: Option<BlockId>) -> BlockId {
        let block = self.body.blocks.push(Block::default());
        self.order.insert_block(block, before);
        self.note(Changed::ControlFlow);
        block
    }

    /// Takes out a block and its instructions, whose values are `undef` where they are used.
    fn empty_block(&mut self, block: BlockId) {
        let ids: Vec<_> = self.instructions(block).collect();
        for id in ids.into_iter().rev() {
            self.records.drop_before(id);
            if self.is_used(id.into())
                && let Ok(ty) = self.type_of(id.into())
            {
                let undef = self.undef(ty);
                self.replace_operands(id.into(), undef);
            }
            self.discard(id);
        }
        self.drop_block(block);
    }

    /// Takes out a block without instructions.
    fn drop_block(&mut self, block: BlockId) {
        self.forget_name(block.into());
        self.records.drop_end(block);
        self.order.remove_block(block);
        self.touched.insert(block);
        self.note(Changed::ControlFlow);
    }

    fn free_address(&self, block: BlockId) -> Result<(), EditError> {
        if self.address_taken.contains(block) { Err(EditError::AddressTaken { block }) } else { Ok(()) }
    }

    /// Where phis say that one comes from `old`, one comes from `new`.
    fn rename_incoming(&mut self, old: BlockId, new: BlockId) {
        let uses: Vec<Use> = self.blocks.of(old).filter(|at| self.is_phi(at.instruction)).collect();
        for at in uses {
            self.write_block(at, new);
        }
    }

    /// Puts `new` in the place of the operands that are `old`, whatever they are.
    pub(super) fn replace_operands(&mut self, old: Value, new: Value) -> usize {
        let count = self.values.count(old);
        for _ in 0..count {
            // One that is written is a use of the other value.
            let first = self.values.of(old).next();
            if let Some(at) = first {
                self.write_operand(at, new);
            }
        }
        count
    }
}
