//! Attributes as text.

use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::{AttributeKind, AttributeListId};

use super::{Printer, names, numbers};

impl Printer<'_, '_> {
    /// Prints the attributes that a list has for a place, a blank before them. Says whether there are any.
    pub(super) fn attributes(&mut self, list: Option<AttributeListId>, slot: Slot) -> bool {
        let attributes = &self.module.attributes;
        let groups = list.and_then(|list| attributes.list(list)).unwrap_or_default();
        let groups = groups.iter().filter_map(|id| attributes.group(*id)).filter(|group| group.slot == slot);
        let mut has_some = false;
        for attribute in groups.flat_map(|group| &group.attributes) {
            self.out.text.push(' ');
            spell(&mut self.out.text, attribute, false);
            has_some = true;
        }
        has_some
    }

    /// Whether a list has attributes of a parameter.
    pub(super) fn has_parameter_attributes(&self, list: Option<AttributeListId>) -> bool {
        let attributes = &self.module.attributes;
        let groups = list.and_then(|list| attributes.list(list)).unwrap_or_default();
        let mut groups = groups.iter().filter_map(|id| attributes.group(*id));
        groups.any(|group| matches!(group.slot, Slot::Parameter(_)))
    }

    /// Prints the comment that says what a function's attributes are.
    pub(super) fn attribute_comment(&mut self, list: Option<AttributeListId>) {
        let attributes = &self.module.attributes;
        let groups = list.into_iter().flat_map(|list| super::slots::function_groups(self.module, list));
        let all = groups.filter_map(|id| attributes.group(id)).flat_map(|group| &group.attributes);
        let mut separator = "; Function Attrs: ";
        for attribute in all.filter(|attribute| !matches!(attribute, Attribute::Text(..))) {
            self.out.text.push_str(separator);
            spell(&mut self.out.text, attribute, false);
            separator = " ";
        }
        if separator == " " {
            self.out.text.push('\n');
        }
    }

    /// Prints the groups of attributes that functions and calls refer to by number.
    pub(super) fn attribute_groups(&mut self) {
        let groups = std::mem::take(&mut self.slots.groups);
        if !groups.is_empty() {
            self.out.text.push('\n');
        }
        for (number, id) in (0..).zip(groups) {
            self.out.text.push_str("attributes #");
            numbers::unsigned(&mut self.out.text, number);
            self.out.text.push_str(" = {");
            let group = self.module.attributes.group(id);
            for attribute in group.into_iter().flat_map(|group| &group.attributes) {
                self.out.text.push(' ');
                spell(&mut self.out.text, attribute, true);
            }
            self.out.text.push_str(" }\n");
        }
    }
}

/// Appends an attribute, as it stands in a group or anywhere else.
fn spell(out: &mut String, attribute: &Attribute, is_in_group: bool) {
    match attribute {
        Attribute::Flag(kind) => out.push_str(kind.word()),
        Attribute::Number(kind, number) => {
            out.push_str(kind.word());
            let (open, close) = match (kind, is_in_group) {
                (AttributeKind::Alignment | AttributeKind::StackAlignment, true) => ("=", ""),
                (AttributeKind::Alignment, false) => (" ", ""),
                _ => ("(", ")"),
            };
            out.push_str(open);
            numbers::unsigned(out, *number);
            out.push_str(close);
        }
        Attribute::Text(key, value) => {
            out.push('"');
            names::escape(out, key);
            out.push('"');
            if !value.is_empty() {
                out.push_str("=\"");
                names::escape(out, value);
                out.push('"');
            }
        }
    }
}
