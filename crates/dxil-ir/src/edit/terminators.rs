//! Terminators and edges: whatever adds or takes away an edge does so with the entries of phis. Separate from blocks, whose
//! operations are made of these.

use std::collections::BTreeMap;

use crate::builder::Build as _;
use crate::uses::Use;
use crate::{BlockId, Instruction, InstructionId, Op, Value};

use super::{Changed, EditError, Editor};

impl Editor<'_> {
    /// Ends a block with another terminator, which has the place in the source of the one before. Phis of blocks that the
    /// block no longer leads to lose their entries, those of blocks that it now leads to get some.
    ///
    /// # Errors
    ///
    /// The function does not have the block, a target or an operand, a target is the entry block, or `op` is no terminator.
    pub fn set_terminator(&mut self, block: BlockId, op: Op) -> Result<InstructionId, EditError> {
        self.known(block)?;
        if !op.is_terminator() {
            return Err(EditError::Malformed { what: "a block ends with something else than a terminator" });
        }
        let (first, others) = op.blocks(&self.body.lists);
        for target in first.iter().chain(others) {
            self.target(*target)?;
        }
        let mut operands_exist = true;
        op.each_operand(&self.body.lists, |value| operands_exist &= self.exists(value));
        if !operands_exist {
            return Err(EditError::NoSuchValue { what: "an operand of the terminator" });
        }
        let old = self.terminator(block).and_then(|id| self.instruction(id));
        let location = old.map_or(self.location.into(), |old| old.location);
        let ty = self.module().types.void();
        Ok(self.install_terminator(block, Instruction { location, ..Instruction::new(op, ty) }))
    }

    /// Makes edge `index` of a block, in the order of [`successors`](Self::successors), lead to another block.
    ///
    /// # Errors
    ///
    /// The function does not have the block, the edge or the target, or the target is the entry block.
    pub fn retarget(&mut self, block: BlockId, index: usize, to: BlockId) -> Result<(), EditError> {
        self.known(block)?;
        self.target(to)?;
        let id = self.terminator(block).ok_or(EditError::NoTerminator { block })?;
        let old = self.successors(block);
        let from = old.get(index).ok_or(EditError::NoSuchIndex { what: "edge", index })?;
        if *from == to {
            return Ok(());
        }
        let operand = u32::try_from(index).unwrap_or(u32::MAX);
        self.write_block(Use { instruction: id, operand }, to);
        self.note(Changed::ControlFlow);
        self.follow_edges(block, &old);
        Ok(())
    }

    /// Makes all edges that lead to a block lead to another one.
    ///
    /// # Errors
    ///
    /// The function does not have the blocks, or the new target is the entry block.
    pub fn redirect(&mut self, old: BlockId, new: BlockId) -> Result<(), EditError> {
        self.known(old)?;
        self.target(new)?;
        if old == new {
            return Ok(());
        }
        let uses: Vec<Use> = self.blocks.of(old).filter(|at| !self.is_phi(at.instruction)).collect();
        let mut blocks: Vec<_> = uses.iter().filter_map(|at| self.block_of(at.instruction)).collect();
        blocks.dedup();
        let before: Vec<_> = blocks.iter().map(|block| (*block, self.successors(*block))).collect();
        for at in uses {
            self.write_block(at, new);
            self.note(Changed::ControlFlow);
        }
        for (block, successors) in before {
            self.follow_edges(block, &successors);
        }
        Ok(())
    }

    /// Whether a block can be led to.
    pub(super) fn target(&self, block: BlockId) -> Result<(), EditError> {
        self.known(block)?;
        if self.entry() == Some(block) { Err(EditError::Entry { block }) } else { Ok(()) }
    }

    /// Ends a block with a terminator, in the place of the one it has.
    pub(super) fn install_terminator(&mut self, block: BlockId, instruction: Instruction) -> InstructionId {
        let old = self.successors(block);
        if let Some(old) = self.terminator(block) {
            self.discard(old);
        }
        let id = self.place(instruction, block, None);
        self.note(Changed::ControlFlow);
        self.follow_edges(block, &old);
        id
    }

    /// Brings the entries of phis in step with the edges of a block, which led to `old` before.
    pub(super) fn follow_edges(&mut self, block: BlockId, old: &[BlockId]) {
        // How many edges led and lead to each.
        let mut targets = BTreeMap::<BlockId, (usize, usize)>::new();
        old.iter().for_each(|to| targets.entry(*to).or_default().0 += 1);
        self.successors(block).into_iter().for_each(|to| targets.entry(to).or_default().1 += 1);
        for (target, (_, count)) in targets.into_iter().filter(|(_, (before, now))| before != now) {
            for phi in self.phis(target).collect::<Vec<_>>() {
                self.resize_entries(phi, block, count, None);
            }
        }
    }

    /// Puts another value in the place of an operand, whatever it is.
    pub(super) fn write_operand(&mut self, at: Use, value: Value) {
        let (Ok(index), Some(block)) = (usize::try_from(at.operand), self.block_of(at.instruction)) else {
            return;
        };
        let crate::Body { instructions, lists, .. } = &mut self.body;
        let operand = instructions.get_mut(at.instruction).and_then(|data| data.op.operand_mut(lists, index));
        if let Some(operand) = operand {
            *operand = value;
            self.values.replace(at, value);
            self.note(Changed::Values);
            debug_assert_eq!(self.block_of(at.instruction), Some(block));
        }
    }

    /// Puts another block in the place of one that an instruction names.
    pub(super) fn write_block(&mut self, at: Use, block: BlockId) {
        let Ok(index) = usize::try_from(at.operand) else { return };
        let crate::Body { instructions, lists, .. } = &mut self.body;
        let named = instructions.get_mut(at.instruction).and_then(|data| data.op.block_mut(lists, index));
        if let Some(named) = named {
            *named = block;
            self.blocks.replace(at, block);
            self.note(Changed::Values);
        }
    }
}
