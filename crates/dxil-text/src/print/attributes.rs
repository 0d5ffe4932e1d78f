//! Attributes as text.

use std::borrow::Cow;

use dxil_ir::attributes::{
    Access, Attribute, CaptureComponents, Captures, IntegerRange, Location, MemoryEffects, Slot, UnwindTable,
};
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{AttributeKind, AttributeListId, Dialect};
use hashbrown::HashSet;

use super::error::PrintError;
use super::printer::Printer;
use super::{denormals, names, numbers};

type Result<T = ()> = std::result::Result<T, PrintError>;

impl Printer<'_, '_> {
    /// Prints the attributes that a list has for a place, a blank before them. Says whether there are any.
    pub(super) fn attributes(&mut self, list: Option<AttributeListId>, slot: Slot) -> Result<bool> {
        let attributes = &self.module.attributes;
        let groups = list.and_then(|list| attributes.list(list)).unwrap_or_default();
        let groups = groups.iter().filter_map(|id| attributes.group(*id)).filter(|group| group.slot == slot);
        let mut has_some = false;
        for group in groups {
            for attribute in self.in_order(&group.attributes).iter() {
                self.out.text.push(' ');
                self.attribute(attribute, false)?;
                has_some = true;
            }
        }
        Ok(has_some)
    }

    /// Whether a list has attributes of the result or of a parameter.
    pub(super) fn has_attributes_of_parts(&self, list: AttributeListId) -> bool {
        let attributes = &self.module.attributes;
        let mut groups =
            attributes.list(list).unwrap_or_default().iter().filter_map(|id| attributes.group(*id));
        groups.any(|group| group.slot != Slot::Function)
    }

    /// Prints the comment that says what a function's attributes are.
    pub(super) fn attribute_comment(&mut self, list: Option<AttributeListId>) -> Result {
        let attributes = &self.module.attributes;
        let groups = list.into_iter().flat_map(|list| super::slots::function_groups(self.module, list));
        // A damaged module may have one over and over.
        let mut met = HashSet::new();
        let groups = groups.filter(|id| met.insert(*id)).filter_map(|id| attributes.group(id));
        let mut separator = "; Function Attrs: ";
        for group in groups {
            let all = self.in_order(&group.attributes);
            for attribute in all.iter().filter(|attribute| !matches!(attribute, Attribute::Text(..))) {
                self.out.text.push_str(separator);
                self.attribute(attribute, false)?;
                separator = " ";
            }
            if let Some(environment) = self.denormal_environment(&group.attributes) {
                self.out.text.push_str(separator);
                self.out.text.push_str(&environment);
                separator = " ";
            }
        }
        if separator == " " {
            self.out.text.push('\n');
        }
        Ok(())
    }

    /// Prints the groups of attributes that functions and calls refer to by number.
    pub(super) fn attribute_groups(&mut self) -> Result {
        let groups = std::mem::take(&mut self.slots.groups);
        if !groups.is_empty() {
            self.out.text.push('\n');
        }
        for (number, id) in (0..).zip(groups) {
            self.out.text.push_str("attributes #");
            numbers::unsigned(&mut self.out.text, number);
            self.out.text.push_str(" = {");
            let group = self.module.attributes.group(id);
            let attributes = group.map(|group| &group.attributes[..]).unwrap_or_default();
            // Strings are the last attributes of a group.
            let mut environment = self.denormal_environment(attributes);
            let has_environment = environment.is_some();
            for attribute in self.in_order(attributes).iter() {
                if matches!(attribute, Attribute::Text(..))
                    && let Some(environment) = environment.take()
                {
                    self.out.text.push(' ');
                    self.out.text.push_str(&environment);
                }
                if has_environment && denormals::is_replaced(attribute) {
                    continue;
                }
                self.out.text.push(' ');
                self.attribute(attribute, true)?;
            }
            self.out.text.push_str(" }\n");
        }
        Ok(())
    }

    /// Returns the attributes of a group in the order of the LLVM version that the text is for.
    fn in_order<'a>(&self, attributes: &'a [Attribute]) -> Cow<'a, [Attribute]> {
        let llvm = self.llvm;
        let is_moved = |attribute: &Attribute| attribute.kind().is_some_and(|kind| kind.is_moved(llvm));
        if self.module.dialect == Dialect::Dxil37 || !attributes.iter().any(is_moved) {
            return Cow::Borrowed(attributes);
        }
        let mut sorted = attributes.to_vec();
        // Strings have no kind; they are the last attributes of a group.
        sorted.sort_by_key(|attribute| {
            let key = attribute.kind().map(|kind| kind.sort_key(llvm));
            (key.is_none(), key)
        });
        Cow::Owned(sorted)
    }

    /// Returns the attribute by which LLVM 23 spells the denormal modes of a group, if the text is for LLVM 23.
    fn denormal_environment(&self, attributes: &[Attribute]) -> Option<String> {
        let has_attribute = self.module.dialect == Dialect::Modern && self.llvm >= LlvmVersion::V23;
        if has_attribute { denormals::environment(attributes) } else { None }
    }
}

impl Printer<'_, '_> {
    /// Prints an attribute, as it stands in a group or anywhere else.
    fn attribute(&mut self, attribute: &Attribute, is_in_group: bool) -> Result {
        let word = attribute.kind().map_or("", AttributeKind::word);
        self.out.text.push_str(word);
        let out = &mut self.out.text;
        match attribute {
            Attribute::Flag(_) => {}
            Attribute::Number(kind, number) => {
                let (open, close) = match (kind, is_in_group) {
                    (AttributeKind::Alignment | AttributeKind::StackAlignment, true) => ("=", ""),
                    (AttributeKind::Dereferenceable | AttributeKind::DereferenceableOrNull, true)
                        if self.module.dialect == Dialect::Modern =>
                    {
                        ("=", "")
                    }
                    (AttributeKind::Alignment, false) => (" ", ""),
                    _ => ("(", ")"),
                };
                out.push_str(open);
                numbers::unsigned(out, *number);
                out.push_str(close);
            }
            Attribute::Type(_, ty) => {
                out.push('(');
                self.ty(*ty)?;
                self.out.text.push(')');
            }
            Attribute::Range(range) => {
                out.push_str("(i");
                numbers::unsigned(out, range.bits.into());
                out.push(' ');
                bounds(out, *range);
                out.push(')');
            }
            Attribute::Initializes(ranges) => {
                let mut separator = "((";
                for range in ranges {
                    out.push_str(std::mem::replace(&mut separator, ", ("));
                    bounds(out, *range);
                    out.push(')');
                }
                out.push(')');
            }
            Attribute::Memory(effects) => memory(out, *effects, self.llvm),
            Attribute::NoFpClass(classes) => {
                out.push('(');
                list(out, classes.names(), " ");
                out.push(')');
            }
            Attribute::Captures(captures) => capture(out, *captures),
            Attribute::AllocKind(kinds) => {
                out.push_str("(\"");
                list(out, kinds.names(), ",");
                out.push_str("\")");
            }
            Attribute::AllocSize { element, count } => pair(out, *element, *count),
            Attribute::VscaleRange { least, most } => pair(out, *least, Some(most.unwrap_or(0))),
            Attribute::UnwindTable(UnwindTable::Sync) => out.push_str("(sync)"),
            Attribute::UnwindTable(UnwindTable::Async) => {}
            Attribute::Text(key, value) => {
                out.push('"');
                names::escape(out, key, self.module.dialect);
                out.push('"');
                if !value.is_empty() {
                    out.push_str("=\"");
                    names::escape(out, value, self.module.dialect);
                    out.push('"');
                }
            }
        }
        Ok(())
    }
}

fn list<'t>(out: &mut String, words: impl Iterator<Item = &'t str>, separator: &str) {
    for (index, word) in words.enumerate() {
        out.push_str(if index == 0 { "" } else { separator });
        out.push_str(word);
    }
}

/// `0, 4`
fn bounds(out: &mut String, range: IntegerRange) {
    numbers::signed(out, range.lower);
    out.push_str(", ");
    numbers::signed(out, range.upper);
}

/// `(1)`, `(1,2)`
fn pair(out: &mut String, first: u32, second: Option<u32>) {
    out.push('(');
    numbers::unsigned(out, first.into());
    if let Some(second) = second {
        out.push(',');
        numbers::unsigned(out, second.into());
    }
    out.push(')');
}

/// Prints memory effects as in `(read, argmem: readwrite)`: the default access first, then each location with another
/// access. LLVM 23 joins the locations of the target, if they have the same access.
fn memory(out: &mut String, effects: MemoryEffects, llvm: LlvmVersion) {
    let other = effects.access(Location::Other);
    let mut separator = "(";
    if other != Access::None || effects == MemoryEffects::all(Access::None) {
        out.push_str(std::mem::replace(&mut separator, ", "));
        out.push_str(other.word());
    }
    let of_target = Location::TARGET.map(|location| effects.access(location));
    let is_joined = llvm >= LlvmVersion::V23 && of_target.iter().all(|access| *access == of_target[0]);
    let mut add = |word: &str, access: Access| {
        if access != other {
            out.push_str(std::mem::replace(&mut separator, ", "));
            out.push_str(word);
            out.push_str(": ");
            out.push_str(access.word());
        }
    };
    for location in Location::ALL {
        if let Some(word) = location.word()
            && !(is_joined && Location::TARGET.contains(&location))
        {
            add(word, effects.access(location));
        }
    }
    if is_joined {
        add(Location::TARGET_WORD, of_target[0]);
    }
    out.push(')');
}

/// `(address, ret: address, provenance)`
fn capture(out: &mut String, captures: Captures) {
    let components = |out: &mut String, components: CaptureComponents| match components {
        CaptureComponents::NONE => out.push_str("none"),
        some => list(out, some.names(), ", "),
    };
    let Captures { other, result } = captures;
    out.push('(');
    if other == result || other != CaptureComponents::NONE {
        components(out, other);
    }
    if other != result {
        out.push_str(if other == CaptureComponents::NONE { "ret: " } else { ", ret: " });
        components(out, result);
    }
    out.push(')');
}
