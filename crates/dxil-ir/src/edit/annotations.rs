//! Editor methods for the annotations of an instruction: attached metadata and debug records. Separate because neither
//! is an operand, and the session keeps each in a table of its own.

use crate::debug_records::DebugRecord;
use crate::function::DebugLocation;
use crate::{BlockId, DebugLocationId, InstructionId, MetadataId, Module, Value};

use super::{Changed, EditError, Editor};

impl Editor<'_> {
    /// The metadata attached to an instruction: kind and node.
    pub fn attachments(&self, id: InstructionId) -> impl Iterator<Item = (u32, MetadataId)> + '_ {
        let of_it = self.block_of(id).map(|_| self.attached.of(id));
        of_it.into_iter().flatten().copied()
    }

    /// Replaces or removes the metadata of a kind that is attached to an instruction.
    ///
    /// # Errors
    ///
    /// The function does not have the instruction.
    pub fn set_attachment(
        &mut self,
        instruction: InstructionId,
        kind: u32,
        node: Option<MetadataId>,
    ) -> Result<(), EditError> {
        self.placed(instruction)?;
        self.write_attachment(instruction, kind, node);
        Ok(())
    }

    /// Like [`set_attachment`](Self::set_attachment), for an instruction that exists.
    pub(super) fn write_attachment(
        &mut self,
        instruction: InstructionId,
        kind: u32,
        node: Option<MetadataId>,
    ) {
        if self.attached.set(instruction, kind, node) {
            self.note(Changed::Values);
        }
    }

    /// The debug records directly before an instruction, in order.
    pub fn debug_records(&self, id: InstructionId) -> impl Iterator<Item = &DebugRecord> {
        self.records.before(id)
    }

    /// The debug records that refer to a value.
    pub fn debug_records_about(&self, value: Value) -> impl Iterator<Item = &DebugRecord> {
        self.records.about(value)
    }

    /// Removes the debug records that refer to a value and satisfy `is_dropped`.
    pub fn remove_debug_records_about(
        &mut self,
        value: Value,
        is_dropped: impl Fn(&Module, &DebugRecord) -> bool,
    ) {
        let module = &*self.module;
        if self.records.take(value, |record| is_dropped(module, record)) {
            self.note(Changed::Values);
        }
    }

    /// Makes the debug records that refer to `old` refer to `new`, which may have another type.
    ///
    /// # Errors
    ///
    /// `new` does not exist.
    pub fn replace_in_debug_records(&mut self, old: Value, new: Value) -> Result<(), EditError> {
        if !self.exists(new) {
            return Err(EditError::NoSuchValue { what: "the value of a debug record" });
        }
        if self.records.replace(old, new) {
            self.note(Changed::Values);
        }
        Ok(())
    }

    /// Adds a debug record directly before an instruction.
    ///
    /// # Errors
    ///
    /// The function does not have the instruction, or a value of the record does not exist.
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

    /// Removes the debug records directly before an instruction.
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

    /// Returns an interned debug location, such as the location of a debug record.
    pub fn interned_location(&self, id: DebugLocationId) -> Option<DebugLocation> {
        self.body.location(id).copied()
    }

    /// Interns a debug location.
    pub fn intern_location(&mut self, location: DebugLocation) -> DebugLocationId {
        self.body.intern_location(location)
    }

    /// Moves an instruction and all instructions after it to the end of another block.
    pub(super) fn move_tail(&mut self, first: Option<InstructionId>, from: BlockId, to: BlockId) {
        if let Some(first) = first {
            self.records.enter(first, to);
            self.order.move_tail(first, to);
        }
        self.records.move_end(from, to);
    }
}
