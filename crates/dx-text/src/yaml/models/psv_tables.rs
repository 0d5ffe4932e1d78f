//! The string table of PSV0, its size a multiple of 4, and the offset of each name in it.

use std::collections::HashMap;

use az::SaturatingAs as _;
use bstr::{BStr, BString, ByteSlice as _};
use dx_container::string_packing::pack_suffixes;

use super::out::Out;
use crate::error::{Result, TextErrorKind, error};
use crate::yaml::budget::Budget;
use crate::yaml::keys::Keys;
use crate::yaml::tree::Node;
use crate::yaml::values;

/// LLVM's key of the strings. LLVM 23 prints them, and ignores them where it reads.
pub(super) const STRING_TABLE: &str = "StringTable";
const OFFSET: &str = "Offset";

/// The layout of the string table.
pub(super) enum Strings {
    /// As LLVM's `StringTableBuilder` writes it for DirectX containers: a NUL, then the names packed by their suffixes.
    Built,
    /// As DXC writes it: a NUL, which is the empty name, then each name.
    Unshared,
    /// These strings at their offsets, and zeros between them.
    Listed(Vec<Listed>),
}

/// A string in a table.
pub(super) struct Listed {
    string: BString,
    offset: u32,
}

impl Listed {
    /// The offset after the NUL.
    fn end(&self) -> u64 {
        u64::from(self.offset) + self.string.len() as u64 + 1
    }
}

impl Strings {
    /// The table, and the offset of each name in it.
    pub(super) fn place<'n>(
        &self,
        names: impl Iterator<Item = &'n BStr> + Clone,
    ) -> dx_container::Result<(Vec<u8>, Vec<u32>)> {
        let mut table = vec![0];
        let places = match self {
            Self::Built => pack_suffixes(names.map(|name| name.as_bytes()), &mut table)?,
            Self::Unshared => names.map(|name| append(&mut table, name)).collect(),
            Self::Listed(strings) => {
                let end = strings.last().map_or(0, Listed::end).saturating_as::<usize>();
                table.resize(end.max(1), 0);
                for Listed { string, offset } in strings {
                    let places = table.iter_mut().skip(*offset as usize);
                    places.zip(string.iter()).for_each(|(place, byte)| *place = *byte);
                }
                find(strings, names).map(Option::unwrap_or_default).collect()
            }
        };
        table.resize(table.len().next_multiple_of(4), 0);
        Ok((table, places))
    }

    /// Prints the strings as LLVM 23 does. Our own schema omits a table that is built in the same way.
    pub(super) fn print<'n>(&self, out: &mut Out<'_>, names: impl Iterator<Item = &'n BStr> + Clone) {
        let built;
        let strings = match self {
            Self::Listed(strings) => strings,
            _ if out.schema.is_full() => return,
            _ => {
                built = self.place(names).map(|(table, _)| list(&table)).unwrap_or_default();
                &built
            }
        };
        let size = strings.last().map_or(0, Listed::end).saturating_as::<usize>();
        out.is_refused |= !out.printer.ask_for(size);
        if !strings.is_empty() || out.schema.is_full() {
            out.list(STRING_TABLE, strings, |out, Listed { string, offset }| {
                out.text("String", string);
                out.printer.value(OFFSET, offset);
            });
        }
    }

    /// Reads the strings in `node`, in which every name must be.
    pub(super) fn read<'n>(
        node: &Node,
        names: impl Iterator<Item = &'n BStr> + Clone,
        budget: &mut Budget,
    ) -> Result<Self> {
        let contradiction = |text, node: &Node| Err(error(TextErrorKind::Contradiction(text), node.place));
        let mut strings = Vec::new();
        for member in node.list(STRING_TABLE)? {
            strings.push(Keys::read(member, "a string", |keys| {
                let string = values::name(keys.need("String")?, "String")?;
                Ok((Listed { string, offset: keys.need_number(OFFSET)? }, keys.need(OFFSET)?))
            })?);
        }
        strings.sort_by_key(|(string, _)| string.offset);
        for ((first, _), (second, node)) in strings.iter().zip(strings.iter().skip(1)) {
            if first.end() > second.offset.into() {
                let [first, second] =
                    [first, second].map(|listed| format!("{:?} at {}", listed.string, listed.offset));
                let text = format!(
                    "strings {first} and {second} overlap in {STRING_TABLE}: correct the offsets, or remove \
                     {STRING_TABLE}"
                );
                return contradiction(text, node);
            }
        }
        if let Some((last, node)) = strings.last() {
            budget.spend(last.end(), node, OFFSET)?;
        }
        let strings: Vec<Listed> = strings.into_iter().map(|(string, _)| string).collect();
        if let Some((_, name)) = find(&strings, names.clone()).zip(names).find(|(place, _)| place.is_none()) {
            let text = format!(
                "{STRING_TABLE} has no string {name:?}, which an element or EntryName requires: add the string, or \
                 remove {STRING_TABLE}"
            );
            return contradiction(text, node);
        }
        Ok(Self::Listed(strings))
    }
}

/// Appends a name to a table that begins with the empty one.
fn append(table: &mut Vec<u8>, name: &BStr) -> u32 {
    if name.is_empty() {
        return 0;
    }
    let place = table.len().saturating_as::<u32>();
    table.extend(name.as_bytes());
    table.push(0);
    place
}

/// The strings of a table that are not empty, in order.
pub(super) fn list(table: &[u8]) -> Vec<Listed> {
    let mut offset = 0_usize;
    let strings = table.split(|&byte| byte == 0).map(|string| {
        let listed = Listed { string: string.into(), offset: offset.saturating_as::<u32>() };
        offset += string.len() + 1;
        listed
    });
    strings.filter(|listed| !listed.string.is_empty()).collect()
}

/// The offset of each name: the n-th use of a name refers to the n-th string that reads the same, as DXC writes a
/// string for each use. If no string reads the same, a name refers to the end of the last string that it ends.
fn find<'n>(strings: &[Listed], names: impl Iterator<Item = &'n BStr>) -> impl Iterator<Item = Option<u32>> {
    let mut copies: HashMap<&[u8], Vec<u32>> = HashMap::new();
    for Listed { string, offset } in strings.iter().rev() {
        copies.entry(string.as_bytes()).or_default().push(*offset);
    }
    // Byte 0 is the empty name if no string begins there.
    let is_empty_first = strings.first().is_none_or(|listed| listed.offset > 0);
    names.map(move |name| {
        if name.is_empty() && is_empty_first {
            return Some(0);
        }
        if let Some(copies) = copies.get_mut(name.as_bytes()) {
            return if copies.len() > 1 { copies.pop() } else { copies.last().copied() };
        }
        let listed = strings.iter().rev().find(|listed| listed.string.ends_with(name.as_bytes()))?;
        u32::try_from(listed.end() - 1 - name.len() as u64).ok()
    })
}
