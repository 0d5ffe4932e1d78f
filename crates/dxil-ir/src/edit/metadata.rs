//! Values of the function as metadata, which follow what becomes of the values. Separate because they are uses that no
//! operand is.

use crate::builder::Build as _;
use crate::uses::Use;
use crate::{Value, ValueKind};

use super::{Changed, Editor};

/// What stands in the list of values for one that is gone.
fn gone() -> Value {
    Value::new(ValueKind::Forward(0))
}

impl Editor<'_> {
    /// A value as metadata.
    pub(super) fn metadata_of(&mut self, value: Value) -> Value {
        match value.kind() {
            ValueKind::Constant(_) | ValueKind::Global(_) => self.module().value_as_metadata(value).into(),
            ValueKind::Argument(_) | ValueKind::Instruction(_) | ValueKind::Forward(_) => {
                let known = self.local_metadata.get(&value).and_then(|entries| entries.first().copied());
                let index = known.unwrap_or_else(|| {
                    let index = u32::try_from(self.body.local_metadata.len()).unwrap_or(Value::MAX);
                    self.has_other_metadata = true;
                    self.body.local_metadata.push(value);
                    self.local_metadata.entry(value).or_default().push(index);
                    index
                });
                Value::new(ValueKind::LocalMetadata(index))
            }
            ValueKind::Metadata(_) | ValueKind::LocalMetadata(_) => value,
        }
    }

    /// Where `old` is used as metadata, `new` is.
    pub(super) fn replace_metadata_uses(&mut self, old: Value, new: Value) {
        let is_local = matches!(new.kind(), ValueKind::Argument(_) | ValueKind::Instruction(_));
        if !is_local {
            if self.local_metadata.contains_key(&old) {
                let metadata = self.metadata_of(new);
                self.retire(old, metadata);
            }
            return;
        }
        let Some(entries) = self.local_metadata.remove(&old) else { return };
        self.has_other_metadata = true;
        for index in &entries {
            let index = *index as usize;
            if let Some(value) = self.body.local_metadata.get_mut(index) {
                *value = new;
            }
        }
        self.local_metadata.entry(new).or_default().extend(entries);
        self.note(Changed::Values);
    }

    /// Where a value that is gone was used as metadata, there is an empty list, which is LLVM's word for a place that
    /// is gone.
    pub(super) fn drop_metadata_uses(&mut self, value: Value) {
        if self.local_metadata.contains_key(&value) {
            let nothing = self.module.tuple(&[]).into();
            self.retire(value, nothing);
        }
    }

    /// Puts `metadata` in the place of a value's metadata, which is no more.
    fn retire(&mut self, value: Value, metadata: Value) {
        self.has_other_metadata = true;
        for index in self.local_metadata.remove(&value).into_iter().flatten() {
            let of = Value::new(ValueKind::LocalMetadata(index));
            let uses: Vec<Use> = self.values.of(of).collect();
            for at in uses {
                self.write_operand(at, metadata);
            }
            let index = index as usize;
            if let Some(value) = self.body.local_metadata.get_mut(index) {
                *value = gone();
            }
        }
        self.note(Changed::Values);
    }
}
