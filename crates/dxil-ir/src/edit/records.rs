//! Debug records, which stay where they are when an instruction leaves: the next one has them then. Separate because no
//! operand and no use is touched by it.

use crate::debug_records::{DebugRecord, DebugValue};
use crate::function::DebugLocationId;
use crate::{BlockId, Body, InstructionId, Value};

use super::{Changed, Editor};

impl Editor<'_> {
    /// The debug records before an instruction, in order.
    pub fn debug_records(&self, id: InstructionId) -> &[DebugRecord] {
        self.body.debug_records.before(id)
    }

    /// Gives the records of an instruction that is about to leave its place to the next one.
    pub(super) fn leave_records(&mut self, id: InstructionId, block: BlockId) {
        let records = &mut self.body.debug_records;
        if records.is_empty() {
            return;
        }
        let left = records.take(id);
        match self.order.next(id) {
            Some(next) => records.prepend(next, left),
            None => {
                let behind = records.take_at_end(block);
                records.add_at_end(block, left.into_iter().chain(behind));
            }
        }
    }

    /// Gives the records at the end of a block to an instruction that is behind them now.
    pub(super) fn take_records_at_end(&mut self, id: InstructionId, block: BlockId) {
        let records = &mut self.body.debug_records;
        if !records.is_empty() {
            let at_end = records.take_at_end(block);
            records.prepend(id, at_end);
        }
    }

    /// Gives the records at the end of a block to the end of another.
    pub(super) fn move_records_at_end(&mut self, from: BlockId, to: BlockId) {
        let records = &mut self.body.debug_records;
        if !records.is_empty() {
            let at_end = records.take_at_end(from);
            records.add_at_end(to, at_end);
        }
    }

    /// Where records say something of `old`, they say it of `new`.
    pub(super) fn replace_in_records(&mut self, old: Value, new: Value) {
        if !self.body.debug_records.is_empty() && self.body.debug_records.replace_all(old, new) > 0 {
            self.note(Changed::Values);
        }
    }

    /// Where records say something of an instruction that is to be no more, they say so.
    pub(super) fn forget_in_records(&mut self, id: InstructionId) {
        if self.body.debug_records.is_empty() {
            return;
        }
        let Some(ty) = self.body.instructions.get(id).map(|gone| gone.ty) else { return };
        self.body.debug_records.forget(|value| (value == id.into()).then_some(ty));
    }

    /// Copies the records before an instruction of `source` to its copy, with values and places as the copies have them.
    pub(super) fn copy_records(
        &mut self,
        source: &Body,
        (id, copy): (InstructionId, InstructionId),
        value_of: &impl Fn(Value) -> Value,
        location_of: &mut impl FnMut(&mut Self, DebugLocationId) -> Option<DebugLocationId>,
    ) {
        let mut records = source.debug_records.before(id).to_vec();
        records.retain_mut(|record| {
            record.each_value_mut(&mut |value| *value = value_of(*value));
            location_of(self, record.location).is_some_and(|location| {
                record.location = location;
                true
            })
        });
        self.body.debug_records.add(copy, records);
    }

    /// Whether all records are those of instructions and blocks that are there, about values that are.
    pub(super) fn records_are_there(&self) -> bool {
        let records = &self.body.debug_records;
        let exists = |value: &DebugValue| match value {
            DebugValue::Value(value) => self.exists(*value),
            DebugValue::List(values) => values.iter().all(|value| self.exists(*value)),
            DebugValue::Gone(_) | DebugValue::Node(_) => true,
        };
        records.instructions().all(|id| self.block_of(id).is_some())
            && records.blocks().all(|block| self.order.has_block(block))
            && records.iter().all(|record| record.values().all(exists))
    }
}
