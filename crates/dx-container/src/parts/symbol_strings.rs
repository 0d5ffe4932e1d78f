//! STR0: the strings of SYM0, a string table like that of PE/COFF.
//!
//! Where the proposal does not specify it: the size in the first word counts the whole part, its own four bytes and
//! the padding to 4 included. A size that leaves out the padding, as COFF's would, is read too.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use bstr::{BStr, ByteSlice as _};

use crate::error::{ContainerErrorKind, Result};
use crate::field_values::narrow;
use crate::fields::{Show, text_in};
use crate::part::{NoArrangement, PartBuf, View};
use crate::reader::Reader;
use crate::string_packing::pack_suffixes;
use located::{Error, Place};

/// Bytes of the size, and so the offset of the first string.
pub const FIRST_STRING_AT: u32 = 4;

/// The view of part STR0, which borrows the file.
#[derive(Debug, Clone, Copy)]
pub struct SymbolStrings<'a> {
    /// The table, the size included: offsets count from its start.
    pub table: &'a [u8],
    /// Bytes after what the size says: padding.
    pub unknown: &'a [u8],
}

impl<'a> View<'a> for SymbolStrings<'a> {
    type Buf = SymbolStringsBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let bytes = r.payload().bytes;
        let size = r.word("Size", Show::Size)?;
        let strings_size = size.value.checked_sub(FIRST_STRING_AT).ok_or_else(|| {
            let expected = "at least 4, the size of the field itself";
            r.error_at(size, ContainerErrorKind::Value { what: "Size", found: size.value.into(), expected })
        })?;
        let strings_size = strings_size as usize;
        r.check_fits(size, "the strings", strings_size)?;
        let strings = r.string_table("Strings", strings_size)?;
        if strings.last().is_some_and(|&last| last != 0) {
            let start = strings.rfind_byte(0).map_or(0, |nul| nul + 1);
            let offset = u64::from(FIRST_STRING_AT) + start as u64;
            let kind = ContainerErrorKind::Unterminated { what: "last string", offset };
            return Err(r.error_at(size, kind));
        }
        let unknown = r.rest("Filler", Show::Filler);
        Ok(Self { table: bytes.get(..size.to_usize()).unwrap_or_default(), unknown })
    }

    fn to_buf(&self) -> SymbolStringsBuf {
        let strings = self.table.get(4..).unwrap_or_default();
        SymbolStringsBuf { strings: strings.to_vec(), unknown: self.unknown.to_vec() }
    }
}

impl<'a> SymbolStrings<'a> {
    /// The string at `offset`, which counts from the start of the part; strings may overlap.
    pub fn get(&self, offset: u32) -> Option<&'a BStr> {
        if offset < FIRST_STRING_AT { None } else { text_in(self.table, offset) }
    }
}

/// The owned form of part STR0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SymbolStringsBuf {
    /// The strings, each with its NUL: what lies at offset 4 and on.
    pub strings: Vec<u8>,
    /// Bytes after what the size says.
    pub unknown: Vec<u8>,
}

impl SymbolStringsBuf {
    /// A table of `names`, and the offset of each.
    ///
    /// ```
    /// use dx_container::parts::symbol_strings::{Packing, SymbolStringsBuf};
    ///
    /// let names = [b"bar".as_slice(), b"foobar"];
    /// let (strings, offsets) = SymbolStringsBuf::of(names.into_iter(), Packing::Suffixes)?;
    /// assert_eq!((strings.strings.as_slice(), offsets.as_slice()), (b"foobar\0\0".as_slice(), [7, 4].as_slice()));
    /// # Ok::<(), dx_container::ContainerError>(())
    /// ```
    ///
    /// # Errors
    /// Where the table does not fit 32 bits, or a name holds a NUL.
    pub fn of<'n>(
        names: impl Iterator<Item = &'n [u8]> + Clone,
        packing: Packing,
    ) -> Result<(Self, Vec<u32>)> {
        if names.clone().any(|name| name.contains(&0)) {
            return Err(Error::new(ContainerErrorKind::NulInText { what: "symbol name" }, Place::default()));
        }
        let mut strings = Vec::new();
        let mut offsets = match packing {
            Packing::Suffixes => pack_suffixes(names, &mut strings)?,
            Packing::None => place_all(names, &mut strings)?,
        };
        strings.resize(strings.len().next_multiple_of(4), 0);
        narrow("string table size", strings.len() + 4)?;
        offsets.iter_mut().for_each(|offset| *offset += FIRST_STRING_AT);
        Ok((Self { strings, unknown: Vec::new() }, offsets))
    }
}

/// The way to write a string table; readers accept both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Packing {
    /// Equal strings once, in the order of their first use.
    None,
    /// A string that ends another shares its bytes.
    #[default]
    Suffixes,
}

fn place_all<'n>(names: impl Iterator<Item = &'n [u8]>, strings: &mut Vec<u8>) -> Result<Vec<u32>> {
    let mut seen = HashMap::new();
    names
        .map(|name| match seen.entry(name) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(new) => {
                let offset = narrow("string offset", strings.len())?;
                strings.extend(name);
                strings.push(0);
                Ok(*new.insert(offset))
            }
        })
        .collect()
}

impl PartBuf for SymbolStringsBuf {
    type View<'a> = SymbolStrings<'a>;
    type Arrangement = NoArrangement;

    fn arrange(&self, _: Option<&NoArrangement>) -> Result<Vec<u8>> {
        let size = narrow("string table size", self.strings.len() + 4)?;
        Ok([&size.to_le_bytes(), self.strings.as_slice(), &self.unknown].concat())
    }
}
