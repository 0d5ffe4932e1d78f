//! Terminators and edges: whatever adds or takes away an edge does so with the entries of phis. Separate from blocks,
//! whose operations are made of these.

use std::collections::BTreeMap;

use az::SaturatingAs as _;
use hashbrown::HashMap;

use crate::builder::Build as _;
use crate::instruction::TailCall;
use crate::uses::Use;
use crate::{BlockId, CastOp, Instruction, InstructionId, Op, Value};

use super::{Changed, EditError, Editor};

/// What is said of a `musttail` call that an edit would separate from its return.
pub(super) const RETURNED: &str = "a musttail call, whose result must be returned immediately";

impl Editor<'_> {
    /// Ends a block with another terminator, which has the place in the source of the one before. Phis of blocks that
    /// the block no longer leads to lose their entries, those of blocks that it now leads to get some.
    ///
    /// # Errors
    ///
    /// The function does not have the block, a target or an operand, a target is the entry block, `op` is no
    /// terminator, or the block ends with a `musttail` call, which is returned.
    pub fn set_terminator(&mut self, block: BlockId, op: Op) -> Result<InstructionId, EditError> {
        self.known(block)?;
        if !op.is_terminator() {
            return Err(EditError::Malformed { what: "last instruction of a block is not a terminator" });
        }
        if let Some(call) = self.must_tail_call(block) {
            return Err(EditError::Fixed { instruction: call, what: RETURNED });
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
        let operand = index.saturating_as::<u32>();
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
        let moved: Vec<_> = uses.iter().filter_map(|at| self.block_of(at.instruction)).collect();
        for at in uses {
            self.write_block(at, new);
            self.note(Changed::ControlFlow);
        }
        if moved.is_empty() {
            return Ok(());
        }
        for phi in self.phis(old).collect::<Vec<_>>() {
            self.set_all_entries(phi, &[]);
            self.drop_empty_phi(phi);
        }
        for phi in self.phis(new).collect::<Vec<_>>() {
            let mut incoming = self.incoming(phi);
            let known: HashMap<BlockId, Value> = incoming.iter().copied().collect();
            let ty = self.type_of(phi.into())?;
            let undef = self.undef(ty);
            incoming.extend(moved.iter().map(|from| (*from, known.get(from).copied().unwrap_or(undef))));
            self.set_all_entries(phi, &incoming);
        }
        Ok(())
    }

    /// Whether a block can be led to.
    pub(super) fn target(&self, block: BlockId) -> Result<(), EditError> {
        self.known(block)?;
        if self.entry() == Some(block) { Err(EditError::Entry { block }) } else { Ok(()) }
    }

    /// Ends a block with a terminator, in the place of the one it has. A `musttail` call that is not returned any more
    /// may take the caller's place, but need not.
    pub(super) fn install_terminator(&mut self, block: BlockId, instruction: Instruction) -> InstructionId {
        let old = self.successors(block);
        let call = self.must_tail_call(block);
        if let Some(old) = self.terminator(block) {
            self.discard(old);
        }
        if instruction.op.has_targets() {
            self.module.types.label();
        }
        let id = self.place(instruction, block, None);
        self.note(Changed::ControlFlow);
        self.follow_edges(block, &old);
        if let Some(call) = call.filter(|_| self.must_tail_call(block).is_none())
            && let Some(Op::Call { tail, .. }) = self.body.instructions.get_mut(call).map(|data| &mut data.op)
        {
            *tail = TailCall::Tail;
        }
        id
    }

    /// The `musttail` call that a block ends with: only a cast of what it gives may stand between it and the return.
    pub(super) fn must_tail_call(&self, block: BlockId) -> Option<InstructionId> {
        let ret = self.terminator(block)?;
        let Some(Op::Return(returned)) = self.op(ret) else { return None };
        let before = self.previous(ret)?;
        let call = if let Op::Cast(CastOp::Bitcast, of) = self.op(before)? {
            self.previous(before).filter(|call| Value::from(*call) == *of)?
        } else {
            before
        };
        let is_it = matches!(self.op(call), Some(Op::Call { tail: TailCall::MustTail, .. }))
            && returned.is_none_or(|returned| returned == before.into());
        is_it.then_some(call)
    }

    /// Whether an instruction is the return behind a `musttail` call, or the cast between them.
    pub(super) fn is_behind_must_tail_call(&self, id: InstructionId) -> bool {
        let is_end = self.op(id).is_some_and(|op| matches!(op, Op::Return(_) | Op::Cast(CastOp::Bitcast, _)));
        let call = self.block_of(id).filter(|_| is_end).and_then(|block| self.must_tail_call(block));
        call.is_some_and(|call| self.is_before(call, id))
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
                self.drop_empty_phi(phi);
            }
        }
    }

    /// Puts another value in the place of an operand, whatever it is.
    pub(super) fn write_operand(&mut self, at: Use, value: Value) {
        let Ok(index) = usize::try_from(at.operand) else { return };
        let crate::Body { instructions, lists, .. } = &mut self.body;
        let operand = instructions.get_mut(at.instruction).and_then(|data| data.op.operand_mut(lists, index));
        if let Some(operand) = operand {
            let old = std::mem::replace(operand, value);
            // Nobody asks where no orders are remembered.
            if self.module.encoding.is_some() {
                self.other_uses.extend([old, value]);
            }
            self.values.replace(at, value);
            self.note(Changed::Values);
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
