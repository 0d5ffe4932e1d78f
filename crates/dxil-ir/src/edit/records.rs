//! Debug records while a function is edited: by the instruction they stand before, and by the values they speak of.
//! Separate from uses, because nothing depends on a record: where a value goes, records say that it is no more.

use hashbrown::HashMap;

use crate::debug_records::{DebugRecord, DebugRecordKind, DebugRecords, DebugValue, DebugVariable};
use crate::{BlockId, InstructionId, MetadataId, TypeId, Value};

/// The debug records of a function.
#[derive(Debug, Clone, Default)]
pub(super) struct Records {
    /// By number. A slot is empty after its record was removed, and has several records after a record was split.
    all: Vec<Vec<DebugRecord>>,
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
            |numbers: Vec<usize>| numbers.into_iter().filter_map(|number| all.get(number)).flatten().cloned();
        for (id, numbers) in before {
            records.add(id, of(numbers));
        }
        for (block, numbers) in at_end {
            records.add_at_end(block, of(numbers));
        }
        records
    }

    pub(super) fn before(&self, id: InstructionId) -> impl Iterator<Item = &DebugRecord> {
        self.before.get(&id).into_iter().flatten().filter_map(|number| self.all.get(*number)).flatten()
    }

    /// Adds one directly before an instruction.
    pub(super) fn add(&mut self, id: InstructionId, record: DebugRecord) {
        let number = self.push(record);
        self.before.entry(id).or_default().push(number);
    }

    fn push(&mut self, mut record: DebugRecord) -> usize {
        let number = self.all.len();
        record.each_value_mut(&mut |value| self.of.entry(*value).or_default().push(number));
        self.all.push(vec![record]);
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
            for record in self.all.get_mut(*number).into_iter().flatten() {
                record.each_value_mut(&mut |value| *value = if *value == old { new } else { *value });
            }
        }
        self.of.entry(new).or_default().extend(numbers);
        true
    }

    /// Those that speak of a value.
    pub(super) fn about(&self, value: Value) -> impl Iterator<Item = &DebugRecord> {
        let numbers = self.of.get(&value).into_iter().flatten();
        let records = numbers.filter_map(|number| self.all.get(*number)).flatten();
        records.filter(move |record| record.values().any(|known| mentions(known, value)))
    }

    /// Takes out those that speak of a value and that `is_taken` says. Says whether there were some.
    pub(super) fn take(&mut self, value: Value, is_taken: impl Fn(&DebugRecord) -> bool) -> bool {
        let mut is_any = false;
        for number in self.of.get(&value).into_iter().flatten() {
            if let Some(records) = self.all.get_mut(*number) {
                let before = records.len();
                let is_about = |record: &DebugRecord| record.values().any(|known| mentions(known, value));
                records.retain(|record| !is_about(record) || !is_taken(record));
                is_any |= records.len() < before;
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
            let records = self.all.get_mut(number).into_iter().flatten();
            for value in records.flat_map(DebugRecord::values_mut) {
                if mentions(value, gone) {
                    *value = DebugValue::Gone(ty);
                }
            }
        }
    }

    /// Splits each `#dbg_value` of the vector `whole`: the lane that `fragments` describes has the value `element`, and
    /// `base` is the vector of the other lanes. `fragments` has the expression of the lane for each expression.
    pub(super) fn split_lane(
        &mut self,
        whole: Value,
        (base, element): (Value, Value),
        fragments: &HashMap<MetadataId, MetadataId>,
    ) {
        let numbers = self.of.get(&whole).cloned().unwrap_or_default();
        for number in numbers {
            let Some(records) = self.all.get_mut(number) else { continue };
            let described = records.iter().position(|record| record.value() == Some(whole));
            let Some(place) = described else { continue };
            let Some(DebugRecord { kind: DebugRecordKind::Value(variable), location }) =
                records.get_mut(place)
            else {
                continue;
            };
            let Some(expression) = fragments.get(&variable.expression).copied() else { continue };
            let (location, source) = (*location, variable.variable);
            variable.value = DebugValue::Value(base);
            self.of.entry(base).or_default().push(number);
            // A later `insertelement` of the chain has set the lane.
            let is_set = records.iter().any(
                |record| matches!(&record.kind, DebugRecordKind::Value(known) if known.expression == expression),
            );
            if !is_set {
                let variable =
                    DebugVariable { value: DebugValue::Value(element), variable: source, expression };
                let record = DebugRecord { kind: DebugRecordKind::Value(variable), location };
                records.insert(place.saturating_add(1), record);
                self.of.entry(element).or_default().push(number);
            }
        }
    }

    /// The expressions of the `#dbg_value` records of a value.
    pub(super) fn expressions_of(&self, value: Value) -> impl Iterator<Item = MetadataId> {
        let described = self.about(value).filter(move |record| record.value() == Some(value));
        described.filter_map(|record| match &record.kind {
            DebugRecordKind::Value(variable) => Some(variable.expression),
            DebugRecordKind::Declare(_)
            | DebugRecordKind::DeclareValue(_)
            | DebugRecordKind::Assign { .. }
            | DebugRecordKind::Label(_) => None,
        })
    }

    /// Removes the `#dbg_value` records of `vector` for which the records after it in the same slot describe all
    /// `lanes` lanes.
    pub(super) fn drop_covered(&mut self, vector: Value, lanes: usize) {
        for number in self.of.get(&vector).into_iter().flatten() {
            let Some(records) = self.all.get_mut(*number) else { continue };
            if records.len() > lanes && records.first().and_then(DebugRecord::value) == Some(vector) {
                records.remove(0);
            }
        }
    }

    /// The number of slots that refer, or referred, to a value.
    pub(super) fn count(&self, value: Value) -> usize {
        self.of.get(&value).map_or(0, Vec::len)
    }
}

/// Returns true if a variable is computed from `value`.
fn mentions(known: &DebugValue, value: Value) -> bool {
    match known {
        DebugValue::Value(known) => *known == value,
        DebugValue::List(values) => values.contains(&value),
        DebugValue::Gone(_) | DebugValue::Node(_) => false,
    }
}
