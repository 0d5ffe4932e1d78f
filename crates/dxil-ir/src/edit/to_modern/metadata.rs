//! Metadata: copied with what it refers to, nodes of debug information as what they are today (`nodes.rs`).

use crate::arena::IdSet;
use crate::constants::ConstantKind;
use crate::metadata::{Metadata, NodeRow, node_of, number_of};
use crate::{Dialect, MetadataId};

use super::nodes::{Field, Renewed};
use super::{Conversion, Result, ToModernErrorKind};

const MISSING: ToModernErrorKind = ToModernErrorKind::Missing { what: "metadata" };

/// A tuple or a node whose parts are being copied.
struct Open {
    id: MetadataId,
    renewed: Renewed,
    /// What it refers to, of the old module.
    parts: Vec<MetadataId>,
    next: usize,
}

#[allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]
impl Conversion<'_> {
    /// What a piece of metadata became.
    pub(super) fn any_metadata(&mut self, id: MetadataId) -> Result<MetadataId> {
        if let Some(known) = self.metadata[id].expand() {
            return Ok(known);
        }
        let mut is_open = IdSet::new();
        let mut stack = Vec::new();
        self.open(id, &mut stack, &mut is_open)?;
        while let Some(open) = stack.last_mut() {
            let part = open.parts.get(open.next).copied();
            open.next += 1;
            match part {
                // A circle: what is referred to has to have an id before it is there.
                Some(part) if is_open.contains(part) => {
                    if self.metadata[part].is_none() {
                        self.metadata[part] = self.into.metadata.reserve().into();
                    }
                }
                Some(part) => self.open(part, &mut stack, &mut is_open)?,
                None => {
                    if let Some(open) = stack.pop() {
                        is_open.remove(open.id);
                        self.close(open.id, open.renewed)?;
                    }
                }
            }
        }
        self.metadata[id].expand().ok_or(MISSING)
    }

    /// What metadata became that code has as an operand: of a variable of the source, what it is. A constant that is
    /// none today says that nothing is known of that.
    pub(super) fn metadata_in_code(&mut self, id: MetadataId) -> Result<MetadataId> {
        match self.from.metadata.get(id) {
            Some(Metadata::Value(ty, value)) if self.is_expression(value)? => {
                let ty = self.ty(ty)?;
                let unknown = self.into.constant(ty, ConstantKind::Poison);
                Ok(self.into.value_as_metadata(unknown))
            }
            _ => self.any_metadata(id),
        }
    }

    /// Copies what has no parts, and begins with what has some.
    fn open(&mut self, id: MetadataId, stack: &mut Vec<Open>, is_open: &mut IdSet<MetadataId>) -> Result<()> {
        if self.metadata[id].is_some() {
            return Ok(());
        }
        let from = self.from;
        match from.metadata.get(id).ok_or(MISSING)? {
            Metadata::String(span) => {
                let text = from.metadata.string(span);
                self.metadata[id] = self.into.metadata.intern_string(text).into();
            }
            Metadata::Value(_, value) => {
                let value = self.outer_value(value)?;
                self.metadata[id] = self.into.value_as_metadata(value).into();
            }
            Metadata::Tuple { .. } | Metadata::Node { .. } => {
                let renewed = self.renewed(id)?;
                let parts = renewed.fields.iter().flat_map(Field::parts).collect();
                is_open.insert(id);
                stack.push(Open { id, renewed, parts, next: 0 });
            }
        }
        Ok(())
    }

    /// Makes a tuple or a node whose parts are there.
    fn close(&mut self, id: MetadataId, renewed: Renewed) -> Result<()> {
        let mut numbers = Vec::with_capacity(renewed.fields.len());
        for field in renewed.fields {
            numbers.push(match field {
                Field::Number(number) => number,
                Field::Node(node) => number_of(node.map(|node| self.partner(node)).transpose()?),
                Field::Plain(node) => u64::from(self.partner(node)?.as_u32()),
                Field::New(node) => number_of(Some(node)),
                Field::Variables(variables) => number_of(Some(self.variables(&variables)?)),
            });
        }
        let Renewed { row, is_distinct, .. } = renewed;
        let new = match self.metadata[id].expand() {
            None if !is_distinct => self.into.metadata.intern_list(row, &numbers),
            reserved => {
                let new = reserved.unwrap_or_else(|| self.into.metadata.reserve());
                self.into.metadata.define(new, row, is_distinct, &numbers);
                new
            }
        };
        self.metadata[id] = new.into();
        Ok(())
    }

    pub(super) fn partner(&self, id: MetadataId) -> Result<MetadataId> {
        self.metadata[id].expand().ok_or(MISSING)
    }

    /// A node of today.
    pub(super) fn new_node(&mut self, name: &'static str, fields: &[u64]) -> Result<MetadataId> {
        let (row, _) = NodeRow::named(Dialect::Modern, name.as_bytes()).ok_or(MISSING)?;
        Ok(self.into.metadata.intern_node(row, fields))
    }

    /// What a tuple lists.
    pub(super) fn listed(&self, id: MetadataId) -> Vec<Option<MetadataId>> {
        match self.from.metadata.get(id) {
            Some(Metadata::Tuple { operands, .. }) => {
                self.from.metadata.numbers(operands).iter().map(|number| node_of(*number)).collect()
            }
            Some(Metadata::String(_) | Metadata::Value(..) | Metadata::Node { .. }) | None => Vec::new(),
        }
    }
}
