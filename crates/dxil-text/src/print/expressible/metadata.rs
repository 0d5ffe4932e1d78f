//! Metadata: nodes whose fields their text has, and values with the types that they have.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use dxil_ir::MetadataId;
use dxil_ir::function::DebugLocation;
use dxil_ir::metadata::{FieldText, Metadata, NODES, NodeRow, node_of};

use super::super::error::{PrintError, Result};
use super::Checker;

impl Checker<'_> {
    /// Metadata and everything that it refers to.
    pub(super) fn metadata(&mut self, id: MetadataId) -> Result {
        if self.metadata[id] {
            return Ok(());
        }
        let table = &self.module.metadata;
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            if std::mem::replace(&mut self.metadata[id], true) {
                continue;
            }
            match table.get(id) {
                None => return Err(PrintError::Dangling { what: "metadata" }),
                Some(Metadata::String(_)) => {}
                Some(Metadata::Value(ty, value)) => {
                    let found = self.value(value)?;
                    self.expect(found == ty, || {
                        format!(
                            "a value of type {} as metadata of type {}",
                            self.shown(found),
                            self.shown(ty)
                        )
                    })?;
                    let is_assembly = self.is_assembly(value);
                    self.expect(!is_assembly, || "assembly that is not called".to_owned())?;
                }
                Some(Metadata::Tuple { .. }) => {}
                Some(Metadata::Node { row, fields, .. }) => {
                    let Some(row) = NODES.get(usize::from(row)) else {
                        return Err(PrintError::Dangling { what: "node" });
                    };
                    self.node(row, table.numbers(fields))?;
                }
            }
            waiting.extend((0..).map_while(|index| table.operand(id, index)).flatten());
        }
        Ok(())
    }

    /// A node of debug information: the text has all its fields, and no others.
    fn node(&self, row: &NodeRow, fields: &[u64]) -> Result {
        self.expect(row.dialect == self.module.dialect, || {
            format!("the debug node {}, which is of another dialect of LLVM IR", row.name)
        })?;
        if row.name == "DIExpression" {
            return Ok(());
        }
        let (fixed, is_open) = row.fixed_fields();
        let has_fields = fields.len() == fixed || is_open && fields.len() > fixed;
        self.expect(has_fields, || format!("a {} with {} fields", row.name, fields.len()))?;
        for (index, number) in fields.iter().enumerate() {
            let Some(field) = row.fields.get(index).or(row.fields.last()) else { continue };
            let is_in_text = index >= fixed || row.text.iter().any(|place| usize::from(*place) == index);
            self.expect(*number == field.default || is_in_text, || {
                format!("the field `{}` of a {}", field.name, row.name)
            })?;
            let is_text = matches!(field.text, FieldText::Text | FieldText::String);
            let is_good = match node_of(*number) {
                Some(id) if is_text => matches!(self.module.metadata.get(id), Some(Metadata::String(_))),
                _ => field.fits(*number),
            };
            self.expect(is_good, || {
                format!("the value {number} in the field `{}` of a {}", field.name, row.name)
            })?;
        }
        Ok(())
    }

    /// A place in the source.
    pub(super) fn location(&mut self, location: &DebugLocation) -> Result {
        let Some(scope) = location.scope.expand() else {
            return Err(self.error("a debug location without a scope".to_owned()));
        };
        self.metadata(scope)?;
        location.inlined_at.expand().map_or(Ok(()), |node| self.metadata(node))
    }
}
