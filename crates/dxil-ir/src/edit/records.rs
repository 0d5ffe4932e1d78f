//! Debug records while a function is edited: by the instruction they stand before, and by the values they speak of.
//! Separate from uses, because nothing depends on a record: where a value goes, records say that it is no more.

use hashbrown::HashMap;

use crate::debug_records::{DebugRecord, DebugRecords, DebugValue};
use crate::function::DebugLocation;
use crate::{BlockId, DebugLocationId, InstructionId, TypeId, Value};

use super::{Changed, EditError, Editor};

/// The debug records of a function.
#[derive(Debug, Clone, Default)]
pub(super) struct Records {
    /// By number; those that were taken out are no more.
    all: Vec<Option<DebugRecord>>,
    /// By number, those before an instruction.
    before: HashMap<InstructionId, Vec<usize>>,
    /// Those at the end of a block that has no terminator yet.
    at_end: HashMap<BlockId, Vec<usize>>,
    /// Those that speak of a value, or did.
    of: HashMap<Value, Vec<usize>>,
}

impl Records {
    /// Those of a body.
    pub(super) fn new(mut records: DebugRecords) -> Self {
        let mut new = Self::default();
        for id in records.instructions().collect::<Vec<_>>() {
            records.take(id).into_iter().for_each(|record| new.add(id, record));
        }
        for block in records.blocks().collect::<Vec<_>>() {
            for record in records.take_at_end(block) {
                let number = new.push(record);
                new.at_end.entry(block).or_default().push(number);
            }
        }
        new
    }

    /// The same as bodies keep them.
    pub(super) fn into_body(self) -> DebugRecords {
        let Self { all, before, at_end, .. } = self;
        let mut records = DebugRecords::default();
        let of =
            |numbers: Vec<usize>| numbers.into_iter().filter_map(|number| all.get(number)?.as_ref()).cloned();
        for (id, numbers) in before {
            records.add(id, of(numbers));
        }
        for (block, numbers) in at_end {
            records.add_at_end(block, of(numbers));
        }
        records
    }

    pub(super) fn before(&self, id: InstructionId) -> impl Iterator<Item = &DebugRecord> {
        self.before.get(&id).into_iter().flatten().filter_map(|number| self.all.get(*number)?.as_ref())
    }

    /// Adds one directly before an instruction.
    pub(super) fn add(&mut self, id: InstructionId, record: DebugRecord) {
        let number = self.push(record);
        self.before.entry(id).or_default().push(number);
    }

    fn push(&mut self, mut record: DebugRecord) -> usize {
        let number = self.all.len();
        record.each_value_mut(&mut |value| self.of.entry(*value).or_default().push(number));
        self.all.push(Some(record));
        number
    }

    /// Drops those before an instruction. Says whether there were some.
    pub(super) fn drop_before(&mut self, id: InstructionId) -> bool {
        self.before.remove(&id).is_some()
    }

    /// Leaves those before an instruction where they are when it goes: before the next one, or at the end of its block.
    #[inline]
    pub(super) fn leave(&mut self, id: InstructionId, block: BlockId, next: Option<InstructionId>) {
        if self.all.is_empty() {
            return;
        }
        let Some(mut numbers) = self.before.remove(&id) else { return };
        let place = match next {
            Some(next) => self.before.entry(next).or_default(),
            None => self.at_end.entry(block).or_default(),
        };
        numbers.append(place);
        *place = numbers;
    }

    /// Puts those at the end of a block before an instruction that comes there.
    #[inline]
    pub(super) fn enter(&mut self, id: InstructionId, block: BlockId) {
        if self.all.is_empty() {
            return;
        }
        if let Some(mut numbers) = self.at_end.remove(&block) {
            let place = self.before.entry(id).or_default();
            numbers.append(place);
            *place = numbers;
        }
    }

    /// Moves those at the end of a block to the end of another.
    pub(super) fn move_end(&mut self, from: BlockId, to: BlockId) {
        if let Some(numbers) = self.at_end.remove(&from) {
            self.at_end.entry(to).or_default().extend(numbers);
        }
    }

    pub(super) fn drop_end(&mut self, block: BlockId) {
        self.at_end.remove(&block);
    }

    /// Makes those that speak of `old` speak of `new`. Says whether there are some.
    #[inline]
    pub(super) fn replace(&mut self, old: Value, new: Value) -> bool {
        if self.all.is_empty() {
            return false;
        }
        let Some(numbers) = self.of.remove(&old) else { return false };
        for number in &numbers {
            if let Some(Some(record)) = self.all.get_mut(*number) {
                record.each_value_mut(&mut |value| *value = if *value == old { new } else { *value });
            }
        }
        self.of.entry(new).or_default().extend(numbers);
        true
    }

    /// Those that speak of a value.
    pub(super) fn about(&self, value: Value) -> impl Iterator<Item = &DebugRecord> {
        let numbers = self.of.get(&value).into_iter().flatten();
        numbers.filter_map(|number| self.all.get(*number)?.as_ref())
    }

    /// Takes out those that speak of a value and that `is_taken` says. Says whether there were some.
    pub(super) fn take(&mut self, value: Value, is_taken: impl Fn(&DebugRecord) -> bool) -> bool {
        let mut is_any = false;
        for number in self.of.get(&value).into_iter().flatten() {
            if let Some(record) = self.all.get_mut(*number)
                && record.as_ref().is_some_and(&is_taken)
            {
                *record = None;
                is_any = true;
            }
        }
        is_any
    }

    /// Says that a value of this type is no more.
    #[inline]
    pub(super) fn forget(&mut self, gone: Value, ty: TypeId) {
        if self.all.is_empty() {
            return;
        }
        for number in self.of.remove(&gone).into_iter().flatten() {
            let record = self.all.get_mut(number).and_then(Option::as_mut);
            for value in record.into_iter().flat_map(DebugRecord::values_mut) {
                let is_gone = match value {
                    DebugValue::Value(value) => *value == gone,
                    DebugValue::List(values) => values.contains(&gone),
                    DebugValue::Gone(_) | DebugValue::Node(_) => false,
                };
                if is_gone {
                    *value = DebugValue::Gone(ty);
                }
            }
        }
    }
}

impl Editor<'_> {
    /// The debug records directly before an instruction, in order.
    pub fn debug_records(&self, id: InstructionId) -> impl Iterator<Item = &DebugRecord> {
        self.records.before(id)
    }

    /// The debug records that speak of a value, wherever they stand.
    pub fn debug_records_about(&self, value: Value) -> impl Iterator<Item = &DebugRecord> {
        self.records.about(value)
    }

    /// Drops debug records that speak of a value, wherever they stand: those that `is_dropped` says.
    pub fn remove_debug_records_about(&mut self, value: Value, is_dropped: impl Fn(&DebugRecord) -> bool) {
        if self.records.take(value, is_dropped) {
            self.note(Changed::Values);
        }
    }

    /// Adds a debug record directly before an instruction.
    ///
    /// # Errors
    ///
    /// The function does not have the instruction, or a value that the record speaks of does not exist.
    pub fn add_debug_record(&mut self, id: InstructionId, mut record: DebugRecord) -> Result<(), EditError> {
        self.placed(id)?;
        let mut exist = true;
        record.each_value_mut(&mut |value| exist &= self.exists(*value));
        if !exist {
            return Err(EditError::NoSuchValue { what: "the value of a debug record" });
        }
        self.records.add(id, record);
        self.note(Changed::Values);
        Ok(())
    }

    /// Drops the debug records directly before an instruction.
    ///
    /// # Errors
    ///
    /// The function does not have the instruction.
    pub fn remove_debug_records(&mut self, id: InstructionId) -> Result<(), EditError> {
        self.placed(id)?;
        if self.records.drop_before(id) {
            self.note(Changed::Values);
        }
        Ok(())
    }

    /// The id of a place in the source, which is added if it is new.
    pub fn intern_location(&mut self, location: DebugLocation) -> DebugLocationId {
        self.body.intern_location(location)
    }

    /// Moves an instruction and all behind it to the end of another block.
    pub(super) fn move_tail(&mut self, first: Option<InstructionId>, from: BlockId, to: BlockId) {
        if let Some(first) = first {
            self.records.enter(first, to);
            self.order.move_tail(first, to);
        }
        self.records.move_end(from, to);
    }
}
