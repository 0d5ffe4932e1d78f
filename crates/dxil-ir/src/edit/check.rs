//! Checks the use lists, the order and the arrays of a session against the body. Separate because no other code reads
//! all of them at once.

use crate::arena::Id as _;
use crate::{InstructionId, Op};

use super::order::Order;
use super::use_lists::UseLists;
use super::well_formed::phis;
use super::{EditError, Editor};

impl Editor<'_> {
    /// Compares the session's lists with lists that are built again from the body. Runs in linear time; in debug
    /// builds every session ends with it.
    ///
    /// # Errors
    ///
    /// What differs: a fault of this library.
    pub fn check(&self) -> Result<(), EditError> {
        let wrong = |what| Err(EditError::Malformed { what });
        let (mut values, mut blocks) = (UseLists::default(), UseLists::default());
        for block in self.blocks() {
            for id in self.instructions(block) {
                if self.block_of(id) != Some(block) {
                    return wrong("stored block of an instruction is wrong");
                }
                let Some(instruction) = self.body.instructions.get(id) else {
                    return wrong("an instruction does not exist");
                };
                values.set(id, instruction.op.all_operands(&self.body.lists));
                let (first, others) = instruction.op.blocks(&self.body.lists);
                blocks.set(id, first.iter().chain(others).copied());
                if let Some(next) = self.next(id)
                    && (self.previous(next) != Some(id) || !self.is_before(id, next))
                {
                    return wrong("stored order of instructions is wrong");
                }
                if instruction.op.is_terminator() && self.next(id).is_some() {
                    return wrong("terminator is not at the end of its block");
                }
            }
        }
        if values.sorted() != self.values.sorted() {
            return wrong("use lists of values are out of date");
        }
        if blocks.sorted() != self.blocks.sorted() {
            return wrong("use lists of blocks are out of date");
        }
        for id in self.body.instructions.keys() {
            if self.refers(id) {
                return wrong("erased instruction still has operands");
            }
        }
        for (value, entries) in &self.local_metadata {
            for index in entries {
                let index = *index as usize;
                if self.body.local_metadata.get(index) != Some(value) || !self.exists(*value) {
                    return wrong("list of values used as metadata is out of date");
                }
            }
        }
        phis(&self.body, &self.order)
    }

    /// Whether an instruction that is in no block is of this session and refers to something. Those that were out of
    /// their blocks before are not looked at.
    fn refers(&self, id: InstructionId) -> bool {
        let Some(instruction) = self.body.instructions.get(id).filter(|_| self.erased.contains(id)) else {
            return false;
        };
        !matches!(instruction.op, Op::Unreachable) || instruction.location.is_some()
    }

    /// Whether the arrays are what the lists are.
    pub(super) fn check_arrays(&self) -> Result<(), EditError> {
        let wrong = EditError::Malformed {
            what: "edited block and instruction lists do not cover the function body",
        };
        let Some(order) = Order::of(&self.body) else { return Err(wrong) };
        let is_same = order.blocks().eq(self.order.blocks())
            && order.blocks().all(|block| order.instructions(block).eq(self.order.instructions(block)));
        let is_placed =
            |id: InstructionId| id.index() < self.body.instructions.len() && order.block_of(id).is_some();
        let attachments_are_there =
            self.erased.is_empty() || self.body.attachments.iter().all(|(id, ..)| is_placed(*id));
        if is_same && attachments_are_there { Ok(()) } else { Err(wrong) }
    }
}
