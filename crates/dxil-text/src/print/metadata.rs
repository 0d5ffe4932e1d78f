//! Metadata as text: what has a name, numbered nodes, and what stands behind instructions.

use dxil_ir::function::{DebugLocation, DebugLocationId};
use dxil_ir::metadata::{Metadata, NODES, NodeRow, node_of};
use dxil_ir::{Body, MetadataId};

use super::slots::Node;
use super::{Numbers, PrintError, Printer, Result, names, numbers};
use crate::nodes::{self, Printed, Skip};

impl Printer<'_, '_> {
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
            _ => Err(PrintError::Dangling { what: "node" }),
        }
    }

    fn distinct(&mut self, is_distinct: bool) {
        self.out.text.push_str(if is_distinct { "distinct " } else { "" });
    }

    /// Prints a place in the source that is no node of the module.
    fn location_node(&mut self, location: &DebugLocation) -> Result {
        let Some(row) = NODES.iter().find(|row| row.name == "DILocation") else { return Ok(()) };
        let plain = |id: Option<MetadataId>| dxil_ir::metadata::number_of(id).saturating_sub(1);
        let fields = [
            u64::from(location.line),
            u64::from(location.column),
            plain(location.scope.expand()),
            dxil_ir::metadata::number_of(location.inlined_at.expand()),
        ];
        self.row(row, &fields)
    }

    fn row(&mut self, row: &NodeRow, fields: &[u64]) -> Result {
        self.out.text.push('!');
        self.out.text.push_str(row.name);
        self.out.text.push('(');
        match row.name {
            "DIExpression" => self.debug_expression(fields)?,
            _ => {
                let mut is_first = true;
                for printed in nodes::printed(row) {
                    self.field(row, fields, printed, &mut is_first)?;
                }
            }
        }
        self.out.text.push(')');
        Ok(())
    }

    fn field(&mut self, row: &NodeRow, fields: &[u64], printed: &Printed, is_first: &mut bool) -> Result {
        let Some(index) = row.fields.iter().position(|field| field.name == printed.field) else {
            return Err(PrintError::Unsupported { what: row.name });
        };
        let rest = fields.get(index + printed.behind..).unwrap_or_default();
        let number = rest.first().copied().unwrap_or(0);
        let tag = fields.first().copied().unwrap_or(0);
        let is_nothing = match printed.kind {
            nodes::Kind::Text => {
                node_of(number).is_none_or(|id| self.text_of(id).is_none_or(|text| text.is_empty()))
            }
            nodes::Kind::Operands => rest.is_empty(),
            _ => number == 0,
        };
        let is_skipped = match printed.skip {
            Skip::Never => false,
            Skip::Nothing => is_nothing,
            Skip::Tag(usual) => tag == usual,
            Skip::NothingOfTag(usual) => is_nothing && tag == usual,
        };
        if is_skipped {
            return Ok(());
        }
        if !std::mem::replace(is_first, false) {
            self.out.text.push_str(", ");
        }
        self.out.text.push_str(printed.name);
        self.out.text.push_str(": ");
        let out = &mut self.out.text;
        match printed.kind {
            nodes::Kind::Node => return self.operand(node_of(number)),
            nodes::Kind::Plain => return self.operand(number.checked_add(1).and_then(node_of)),
            nodes::Kind::Number => numbers::unsigned(out, number),
            nodes::Kind::Number64 => numbers::signed(out, number.cast_signed()),
            nodes::Kind::Signed => {
                numbers::signed(out, (number >> 1).cast_signed() ^ -(number & 1).cast_signed())
            }
            nodes::Kind::Flag => out.push_str(if number != 0 { "true" } else { "false" }),
            nodes::Kind::Dwarf(words) => match nodes::word(words, number) {
                Some(word) => out.push_str(word),
                None => numbers::unsigned(out, number),
            },
            nodes::Kind::Flags => nodes::flags(out, number),
            nodes::Kind::Text => {
                out.push('"');
                let text = node_of(number).and_then(|id| self.text_of(id)).unwrap_or_default().to_owned();
                names::escape(&mut self.out.text, &text, self.module.dialect);
                self.out.text.push('"');
            }
            nodes::Kind::Operands => {
                out.push('{');
                let mut separator = "";
                for number in rest {
                    self.out.text.push_str(std::mem::replace(&mut separator, ", "));
                    self.operand(node_of(*number))?;
                    self.out.spill()?;
                }
                self.out.text.push('}');
            }
        }
        Ok(())
    }

    /// Prints the operations of an expression by their words, where they are what they should be.
    fn debug_expression(&mut self, elements: &[u64]) -> Result {
        let words = nodes::operations(elements);
        let mut separator = "";
        for (index, element) in elements.iter().enumerate() {
            self.out.text.push_str(std::mem::replace(&mut separator, ", "));
            match words.as_ref().and_then(|words| words.get(index).copied().flatten()) {
                Some(word) => self.out.text.push_str(word),
                None => numbers::unsigned(&mut self.out.text, *element),
            }
            self.out.spill()?;
        }
        Ok(())
    }

    fn text_of(&self, id: MetadataId) -> Option<&bstr::BStr> {
        match self.module.metadata.get(id)? {
            Metadata::String(span) => Some(self.module.metadata.string(span)),
            _ => None,
        }
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
            _ => self.node_number(id),
        }
    }

    fn node_number(&mut self, id: MetadataId) -> Result {
        if let Numbers::Left(depth) = self.numbers {
            return self.node_in_place(id, depth);
        }
        let Some(number) = self.slots.node(id) else { return Err(PrintError::Dangling { what: "node" }) };
        self.out.text.push('!');
        numbers::unsigned(&mut self.out.text, number.into());
        Ok(())
    }

    /// Prints what a node says where it is referred to: a tuple whole, as far as `depth` goes, of debug information what it
    /// is and what it is called.
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
                let name = number.and_then(|number| self.text_of(node_of(*number)?)).map(ToOwned::to_owned);
                names::escape(&mut self.out.text, &name.unwrap_or_default(), self.module.dialect);
                self.out.text.push(')');
                Ok(())
            }
            _ => {
                self.out.text.push_str("!{...}");
                Ok(())
            }
        }
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
    pub(super) fn location(&mut self, body: &Body, id: DebugLocationId) -> Result {
        let number = body.location(id).and_then(|location| self.slots.location(location));
        let Some(number) = number else { return Err(PrintError::Dangling { what: "place in the source" }) };
        self.out.text.push_str(", !dbg !");
        numbers::unsigned(&mut self.out.text, number.into());
        Ok(())
    }
}
