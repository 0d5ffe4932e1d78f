//! Debug records: what modern IR says of variables and labels of the source before an instruction. Separate from
//! instructions and kept beside them, so that programs without records pay nothing: nothing depends on a record, and
//! what it says of a value is no use of it.

use std::collections::BTreeMap;

use super::function::DebugLocationId;
use super::{BlockId, InstructionId, MetadataId, TypeId, Value};

/// A debug record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebugRecord {
    /// What it says.
    pub kind: DebugRecordKind,
    /// The place in the source, whose scope the variable or the label lies in.
    pub location: DebugLocationId,
}

impl DebugRecord {
    /// The value of a `#dbg_value` record; `None` for other records, and for a variable without a single value.
    pub fn value(&self) -> Option<Value> {
        match &self.kind {
            DebugRecordKind::Value(DebugVariable { value: DebugValue::Value(value), .. }) => Some(*value),
            DebugRecordKind::Value(_)
            | DebugRecordKind::Declare(_)
            | DebugRecordKind::DeclareValue(_)
            | DebugRecordKind::Assign { .. }
            | DebugRecordKind::Label(_) => None,
        }
    }
}

/// What a debug record says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DebugRecordKind {
    /// `#dbg_value`: the variable has this value from here on.
    Value(DebugVariable),
    /// `#dbg_declare`: the variable lives at this address.
    Declare(DebugVariable),
    /// `#dbg_declare_value`: the variable has this value wherever it lives.
    DeclareValue(DebugVariable),
    /// `#dbg_assign`: the variable has this value from here on, which is stored.
    Assign {
        /// The variable and its value.
        variable: DebugVariable,
        /// The `DIAssignID` that the store has, too.
        id: MetadataId,
        /// Where it is stored.
        address: DebugValue,
        /// The `DIExpression` that the address goes through.
        address_expression: MetadataId,
    },
    /// `#dbg_label`: a `DILabel` is here.
    Label(MetadataId),
}

/// A variable of the source, and what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebugVariable {
    /// What it is computed from.
    pub value: DebugValue,
    /// The `DILocalVariable`.
    pub variable: MetadataId,
    /// The `DIExpression` that computes it.
    pub expression: MetadataId,
}

/// What a variable of the source is computed from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DebugValue {
    /// A value of the function or of the module.
    Value(Value),
    /// Several, which the expression names by number.
    List(Vec<Value>),
    /// A value that is no more, of this type: the variable has none that is known. Assembly says `poison`.
    Gone(TypeId),
    /// An empty node: the same.
    Node(MetadataId),
}

/// The debug records of a body.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DebugRecords {
    before: BTreeMap<InstructionId, Vec<DebugRecord>>,
    /// In blocks without a terminator, as there are while a body is changed.
    at_end: BTreeMap<BlockId, Vec<DebugRecord>>,
}

impl DebugRecords {
    /// True where there are none.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.at_end.is_empty()
    }

    /// Those before an instruction, in order.
    pub fn before(&self, instruction: InstructionId) -> &[DebugRecord] {
        self.before.get(&instruction).map_or(&[], Vec::as_slice)
    }

    /// Those behind the last instruction of a block, in order.
    pub fn at_end(&self, block: BlockId) -> &[DebugRecord] {
        self.at_end.get(&block).map_or(&[], Vec::as_slice)
    }

    /// Adds some directly before an instruction, behind those that are there.
    pub fn add(&mut self, instruction: InstructionId, records: impl IntoIterator<Item = DebugRecord>) {
        let mut records = records.into_iter().peekable();
        if records.peek().is_some() {
            self.before.entry(instruction).or_default().extend(records);
        }
    }

    /// Adds some behind the last instruction of a block.
    pub fn add_at_end(&mut self, block: BlockId, records: impl IntoIterator<Item = DebugRecord>) {
        let mut records = records.into_iter().peekable();
        if records.peek().is_some() {
            self.at_end.entry(block).or_default().extend(records);
        }
    }

    /// Takes those before an instruction out.
    pub fn take(&mut self, instruction: InstructionId) -> Vec<DebugRecord> {
        self.before.remove(&instruction).unwrap_or_default()
    }

    /// Takes those behind the last instruction of a block out.
    pub fn take_at_end(&mut self, block: BlockId) -> Vec<DebugRecord> {
        self.at_end.remove(&block).unwrap_or_default()
    }

    /// Puts some before those that an instruction has: what stands between it and the one before it.
    pub fn prepend(&mut self, instruction: InstructionId, mut records: Vec<DebugRecord>) {
        if !records.is_empty() {
            let entry = self.before.entry(instruction).or_default();
            records.append(entry);
            *entry = records;
        }
    }

    /// All of them: those before instructions by the instructions' ids, then those at the ends of blocks.
    pub fn iter(&self) -> impl Iterator<Item = &DebugRecord> {
        self.before.values().chain(self.at_end.values()).flatten()
    }

    /// The same, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut DebugRecord> {
        self.before.values_mut().chain(self.at_end.values_mut()).flatten()
    }

    /// The instructions that have some, by id.
    pub fn instructions(&self) -> impl Iterator<Item = InstructionId> {
        self.before.keys().copied()
    }

    /// The blocks that have some behind their last instruction, by id.
    pub fn blocks(&self) -> impl Iterator<Item = BlockId> {
        self.at_end.keys().copied()
    }

    /// Calls `visit` with each value that a record says something of.
    pub fn each_value_mut(&mut self, visit: &mut impl FnMut(&mut Value)) {
        self.iter_mut().for_each(|record| record.each_value_mut(visit));
    }

    /// Says that values are no more: `gone` gives the types of those.
    pub fn forget(&mut self, gone: impl Fn(Value) -> Option<TypeId>) {
        for value in self.iter_mut().flat_map(DebugRecord::values_mut) {
            let ty = match value {
                DebugValue::Value(value) => gone(*value),
                DebugValue::List(values) => values.iter().find_map(|value| gone(*value)),
                DebugValue::Gone(_) | DebugValue::Node(_) => None,
            };
            if let Some(ty) = ty {
                *value = DebugValue::Gone(ty);
            }
        }
    }
}

impl DebugRecord {
    /// What the record computes its variable from, and where that is stored.
    pub fn values(&self) -> impl Iterator<Item = &DebugValue> {
        let (value, address) = match &self.kind {
            DebugRecordKind::Value(variable)
            | DebugRecordKind::Declare(variable)
            | DebugRecordKind::DeclareValue(variable) => (Some(&variable.value), None),
            DebugRecordKind::Assign { variable, address, .. } => (Some(&variable.value), Some(address)),
            DebugRecordKind::Label(_) => (None, None),
        };
        value.into_iter().chain(address)
    }

    /// The same, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut DebugValue> {
        let (value, address) = match &mut self.kind {
            DebugRecordKind::Value(variable)
            | DebugRecordKind::Declare(variable)
            | DebugRecordKind::DeclareValue(variable) => (Some(&mut variable.value), None),
            DebugRecordKind::Assign { variable, address, .. } => (Some(&mut variable.value), Some(address)),
            DebugRecordKind::Label(_) => (None, None),
        };
        value.into_iter().chain(address)
    }

    /// Calls `visit` with each value that it says something of.
    pub fn each_value_mut(&mut self, visit: &mut impl FnMut(&mut Value)) {
        for value in self.values_mut() {
            match value {
                DebugValue::Value(value) => visit(value),
                DebugValue::List(values) => values.iter_mut().for_each(&mut *visit),
                DebugValue::Gone(_) | DebugValue::Node(_) => {}
            }
        }
    }

    /// Calls `visit` with each piece of metadata that it refers to, in the order of assembly.
    pub fn each_metadata_mut(&mut self, visit: &mut impl FnMut(&mut MetadataId)) {
        let of_value = |value: &mut DebugValue, visit: &mut dyn FnMut(&mut MetadataId)| match value {
            DebugValue::Node(id) => visit(id),
            DebugValue::Value(_) | DebugValue::List(_) | DebugValue::Gone(_) => {}
        };
        match &mut self.kind {
            DebugRecordKind::Value(variable)
            | DebugRecordKind::Declare(variable)
            | DebugRecordKind::DeclareValue(variable) => {
                of_value(&mut variable.value, visit);
                visit(&mut variable.variable);
                visit(&mut variable.expression);
            }
            DebugRecordKind::Assign { variable, id, address, address_expression } => {
                of_value(&mut variable.value, visit);
                visit(&mut variable.variable);
                visit(&mut variable.expression);
                visit(id);
                of_value(address, visit);
                visit(address_expression);
            }
            DebugRecordKind::Label(label) => visit(label),
        }
    }

    /// The metadata that it refers to, in the order of assembly.
    pub fn metadata(&self) -> impl Iterator<Item = MetadataId> {
        let of_value = |value: &DebugValue| match value {
            DebugValue::Node(id) => Some(*id),
            DebugValue::Value(_) | DebugValue::List(_) | DebugValue::Gone(_) => None,
        };
        let of_variable = |variable: &DebugVariable| {
            [of_value(&variable.value), Some(variable.variable), Some(variable.expression)]
        };
        let (first, rest) = match &self.kind {
            DebugRecordKind::Value(variable)
            | DebugRecordKind::Declare(variable)
            | DebugRecordKind::DeclareValue(variable) => (of_variable(variable), [None; 3]),
            DebugRecordKind::Assign { variable, id, address, address_expression } => {
                (of_variable(variable), [Some(*id), of_value(address), Some(*address_expression)])
            }
            DebugRecordKind::Label(label) => ([Some(*label), None, None], [None; 3]),
        };
        first.into_iter().chain(rest).flatten()
    }
}
