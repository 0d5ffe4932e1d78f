//! Metadata as text: what has a name, numbered nodes, and what stands behind instructions.

use dxil_ir::dwarf::{self, Element, Words};
use dxil_ir::function::{DebugLocation, DebugLocationId};
use dxil_ir::metadata::{FieldText, Metadata, NODES, NodeField, NodeRow, node_of};
use dxil_ir::{Dialect, MetadataId};

use super::error::{PrintError, Result};
use super::printer::{Numbers, Printer};
use super::slots::Node;
use super::{names, numbers};
use crate::nodes;

/// The operation of expressions that a signed constant is.
pub(crate) const CONSTANT: u64 = 0x11;

/// Appends the numbers of an expression, operations by their words, where all are what they should be.
pub(crate) fn expression(out: &mut String, dialect: Dialect, numbers: &[u64]) {
    let elements = dwarf::elements(dialect, numbers).unwrap_or_default();
    let mut separator = "";
    for (index, number) in numbers.iter().enumerate() {
        out.push_str(std::mem::replace(&mut separator, ", "));
        match elements.get(index) {
            Some(Element::Operation) => word(out, &dwarf::OPERATION, dialect, *number),
            Some(Element::Encoding) => word(out, &dwarf::ENCODING, dialect, *number),
            Some(Element::Operand) | None => numbers::unsigned(out, *number),
        }
    }
}

/// Appends the word for a number, or the number.
fn word(out: &mut String, words: &Words, dialect: Dialect, number: u64) {
    match words.word(dialect, number) {
        Some(word) => out.push_str(word),
        None => numbers::unsigned(out, number),
    }
}

impl<'m> Printer<'m, '_> {
    /// Prints the metadata that has a name.
    pub(super) fn named_metadata(&mut self) -> Result {
        let module = self.module;
        if !module.named_metadata.is_empty() {
            self.out.text.push('\n');
        }
        for named in &module.named_metadata {
            self.out.text.push('!');
            names::metadata(&mut self.out.text, named.name.as_ref());
            self.out.text.push_str(" = !{");
            let mut separator = "";
            for node in &named.operands {
                self.out.text.push_str(std::mem::replace(&mut separator, ", "));
                self.node_number(*node)?;
                self.out.spill()?;
            }
            self.out.text.push_str("}\n");
        }
        Ok(())
    }

    /// Prints all nodes that have numbers.
    pub(super) fn nodes(&mut self) -> Result {
        let nodes = std::mem::take(&mut self.slots.nodes);
        if !nodes.is_empty() {
            self.out.text.push('\n');
        }
        for (number, node) in (0..).zip(nodes) {
            self.out.text.push('!');
            numbers::unsigned(&mut self.out.text, number);
            self.out.text.push_str(" = ");
            match node {
                Node::Metadata(id) => self.node(id)?,
                Node::Location(location) => self.location_node(&location)?,
            }
            self.out.text.push('\n');
            self.out.spill()?;
        }
        Ok(())
    }

    fn node(&mut self, id: MetadataId) -> Result {
        let metadata = &self.module.metadata;
        match metadata.get(id) {
            Some(Metadata::Tuple { is_distinct, operands }) => {
                self.distinct(is_distinct);
                self.out.text.push_str("!{");
                let mut separator = "";
                for number in metadata.numbers(operands) {
                    self.out.text.push_str(std::mem::replace(&mut separator, ", "));
                    self.operand(node_of(*number))?;
                    self.out.spill()?;
                }
                self.out.text.push('}');
                Ok(())
            }
            Some(Metadata::Node { row, is_distinct, fields }) => {
                self.distinct(is_distinct);
                let Some(row) = NODES.get(usize::from(row)) else {
                    return Err(PrintError::Dangling { what: "node" });
                };
                self.row(row, metadata.numbers(fields))
            }
            Some(Metadata::String(_) | Metadata::Value(..)) | None => {
                Err(PrintError::Dangling { what: "node" })
            }
        }
    }

    fn distinct(&mut self, is_distinct: bool) {
        self.out.text.push_str(if is_distinct { "distinct " } else { "" });
    }

    /// Prints a place in the source that is no node of the module.
    fn location_node(&mut self, location: &DebugLocation) -> Result {
        match location.node(self.module.dialect) {
            Some((_, row, fields)) => self.row(row, &fields),
            None => Err(PrintError::Dangling { what: "node" }),
        }
    }

    fn row(&mut self, row: &'static NodeRow, fields: &[u64]) -> Result {
        self.out.text.push('!');
        self.out.text.push_str(row.name);
        self.out.text.push('(');
        if row.name == "DIExpression" {
            expression(&mut self.out.text, row.dialect, fields);
            self.out.spill()?;
        }
        let mut separator = "";
        for (place, field) in nodes::in_text(row) {
            let number = fields.get(place).copied().unwrap_or(0);
            let is_empty = matches!(field.text, FieldText::Text)
                && node_of(number).and_then(|id| self.text_of(id)).is_none_or(|text| text.is_empty());
            if nodes::is_said(field, fields, place, is_empty) {
                self.out.text.push_str(std::mem::replace(&mut separator, ", "));
                self.out.text.push_str(field.name);
                self.out.text.push_str(": ");
                self.field(row, fields, place, field)?;
            }
        }
        self.out.text.push(')');
        Ok(())
    }

    fn field(&mut self, row: &NodeRow, fields: &[u64], place: usize, field: &NodeField) -> Result {
        let number = fields.get(place).copied().unwrap_or(0);
        let integer = |number: u64| number.cast_signed();
        let out = &mut self.out.text;
        match field.text {
            FieldText::Node => return self.operand(node_of(number)),
            FieldText::Plain => return self.operand(number.checked_add(1).and_then(node_of)),
            FieldText::Text | FieldText::String => {
                out.push('"');
                let text = node_of(number).and_then(|id| self.text_of(id)).unwrap_or_default();
                names::escape(&mut self.out.text, text, self.module.dialect);
                self.out.text.push('"');
            }
            FieldText::Size | FieldText::Bound | FieldText::BoundExpression => {
                match node_of(number).and_then(|id| self.number_of_bound(id, field.text)) {
                    Some(number) => numbers::signed(&mut self.out.text, number),
                    None => return self.operand(node_of(number)),
                }
            }
            FieldText::Number => numbers::unsigned(out, number),
            FieldText::Optional => numbers::unsigned(out, number.saturating_sub(1)),
            FieldText::Integer => numbers::signed(out, integer(number)),
            FieldText::Signed => numbers::signed(out, integer(number >> 1) ^ -integer(number & 1)),
            FieldText::Enumerator => {
                let is_unsigned = row.field("isUnsigned").and_then(|field| fields.get(field));
                match is_unsigned {
                    Some(1..) => numbers::unsigned(out, number),
                    Some(0) | None => numbers::signed(out, integer(number)),
                }
            }
            FieldText::Flag => out.push_str(if number != 0 { "true" } else { "false" }),
            FieldText::Word(words) => word(out, words, row.dialect, number),
            FieldText::OptionalWord(words) => word(out, words, row.dialect, number.saturating_sub(1)),
            FieldText::Flags(words) => nodes::flags(out, words, row.dialect, number),
            FieldText::Rest => {}
            FieldText::Nodes => {
                out.push('{');
                let mut separator = "";
                for number in fields.get(place..).unwrap_or_default() {
                    self.out.text.push_str(std::mem::replace(&mut separator, ", "));
                    self.operand(node_of(*number))?;
                    self.out.spill()?;
                }
                self.out.text.push('}');
            }
        }
        Ok(())
    }

    /// The number that a bound of a type is, where it is known.
    fn number_of_bound(&self, id: MetadataId, text: FieldText) -> Option<i64> {
        let module = self.module;
        match (module.metadata.get(id)?, text) {
            (metadata @ Metadata::Node { fields, .. }, FieldText::BoundExpression) => {
                match (metadata.row()?.name, module.metadata.numbers(fields)) {
                    ("DIExpression", [CONSTANT, number]) => Some(number.cast_signed()),
                    _ => None,
                }
            }
            (Metadata::Value(_, value), FieldText::Size | FieldText::Bound) => module.signed_integer(value),
            (
                Metadata::String(_) | Metadata::Value(..) | Metadata::Tuple { .. } | Metadata::Node { .. },
                _,
            ) => None,
        }
    }

    fn text_of(&self, id: MetadataId) -> Option<&'m bstr::BStr> {
        let module = self.module;
        let Metadata::String(span) = module.metadata.get(id)? else { return None };
        Some(module.metadata.string(span))
    }

    /// Prints what a node refers to.
    fn operand(&mut self, id: Option<MetadataId>) -> Result {
        match id {
            None => {
                self.out.text.push_str("null");
                Ok(())
            }
            Some(id) => self.metadata_operand(id),
        }
    }

    /// Prints metadata where it is referred to.
    pub(super) fn metadata_operand(&mut self, id: MetadataId) -> Result {
        match self.module.metadata.get(id) {
            Some(Metadata::String(span)) => {
                self.out.text.push_str("!\"");
                names::escape(&mut self.out.text, self.module.metadata.string(span), self.module.dialect);
                self.out.text.push('"');
                Ok(())
            }
            Some(Metadata::Value(_, value)) => self.typed(value),
            Some(Metadata::Tuple { .. } | Metadata::Node { .. }) | None => self.node_number(id),
        }
    }

    fn node_number(&mut self, id: MetadataId) -> Result {
        if let Some(Metadata::Node { row, fields, .. }) = self.module.metadata.get(id)
            && self.slots.inline_row == Some(row)
            && let Some(row) = NODES.get(usize::from(row))
        {
            return self.row(row, self.module.metadata.numbers(fields));
        }
        if let Numbers::Left(depth) = self.numbers {
            return self.node_in_place(id, depth);
        }
        let Some(number) = self.slots.node(id) else { return Err(PrintError::Dangling { what: "node" }) };
        self.out.text.push('!');
        numbers::unsigned(&mut self.out.text, number.into());
        Ok(())
    }

    /// Prints what a node says where it is referred to: a tuple whole, as far as `depth` goes, of debug information
    /// what it is and what it is called.
    fn node_in_place(&mut self, id: MetadataId, depth: u32) -> Result {
        let metadata = &self.module.metadata;
        match metadata.get(id) {
            Some(Metadata::Tuple { .. }) if depth > 0 => {
                self.numbers = Numbers::Left(depth - 1);
                let printed = self.node(id);
                self.numbers = Numbers::Left(depth);
                printed
            }
            Some(Metadata::Node { row, fields, .. }) => {
                let row = NODES.get(usize::from(row));
                let name = row.and_then(|row| row.fields.iter().position(|field| field.name == "name"));
                let number = name.and_then(|name| metadata.numbers(fields).get(name));
                self.out.text.push('!');
                self.out.text.push_str(row.map_or("", |row| row.name));
                self.out.text.push('(');
                let name = number.and_then(|number| self.text_of(node_of(*number)?));
                names::escape(&mut self.out.text, name.unwrap_or_default(), self.module.dialect);
                self.out.text.push(')');
                Ok(())
            }
            Some(Metadata::Tuple { .. } | Metadata::String(_) | Metadata::Value(..)) | None => {
                self.out.text.push_str("!{...}");
                Ok(())
            }
        }
    }

    /// Prints metadata that is attached to a global.
    pub(super) fn attached_in_order(&mut self, attached: &[(u32, MetadataId)], separator: &str) -> Result {
        self.attached(&super::slots::in_order(self.module.dialect, attached), separator)
    }

    /// Prints metadata that is attached to something.
    pub(super) fn attached(&mut self, attached: &[(u32, MetadataId)], separator: &str) -> Result {
        for (kind, node) in attached {
            self.out.text.push_str(separator);
            self.out.text.push('!');
            let name = usize::try_from(*kind).ok().and_then(|kind| self.module.metadata_kinds.get(kind));
            match name {
                Some(name) => names::metadata(&mut self.out.text, name.as_ref()),
                None => {
                    self.out.text.push_str("<unknown kind #");
                    numbers::unsigned(&mut self.out.text, (*kind).into());
                    self.out.text.push('>');
                }
            }
            self.out.text.push(' ');
            self.metadata_operand(*node)?;
        }
        Ok(())
    }

    /// Prints where in the source an instruction comes from.
    pub(super) fn location(&mut self, id: DebugLocationId) -> Result {
        let Some(number) = self.slots.location(id) else {
            return Err(PrintError::Dangling { what: "debug location" });
        };
        self.out.text.push_str(", !dbg !");
        numbers::unsigned(&mut self.out.text, number.into());
        Ok(())
    }
}
