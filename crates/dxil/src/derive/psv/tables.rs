//! The tables of names and indices where they are not as the part's own writer arranges them: where elements have more
//! indices than rows, DXC puts all of them into the table, and it puts the name of the entry there though it be empty.

use dx_container::parts::psv::{Arrangement, PsvBuf, Version};

use super::signatures::Signatures;
use crate::Result;
use crate::derive::element::{Element, at_most};
use crate::derive::error::unfit;

/// The arrangement of a part; `None` for the usual one.
pub(super) fn layout(part: &PsvBuf, signatures: &Signatures<'_>) -> Result<Option<Arrangement>> {
    let elements = || signatures.each().into_iter().flatten();
    let has_entry_name = part.info.version >= Version::V3;
    let is_unnamed = has_entry_name && part.info.entry_name.is_empty();
    let has_more = part.info.version >= Version::V1 && elements().any(Element::has_more_indices_than_rows);
    if !is_unnamed && !has_more {
        return Ok(None);
    }
    let mut tables =
        Arrangement { strings: vec![0], names_at: Vec::new(), indices: Vec::new(), indices_at: Vec::new() };
    let names = part.elements.iter().flatten().map(|element| &element.name);
    for name in names {
        tables.add_name(name, !name.is_empty())?;
    }
    tables.add_name(&part.info.entry_name, has_entry_name)?;
    for element in elements() {
        tables.add_indices(element)?;
    }
    tables.strings.resize(tables.strings.len().next_multiple_of(4), 0);
    Ok(Some(tables))
}

trait Tables {
    fn add_name(&mut self, name: &[u8], is_stored: bool) -> Result<()>;
    fn add_indices(&mut self, element: &Element<'_>) -> Result<()>;
}

impl Tables for Arrangement {
    /// A name at the end, or the empty one at the start.
    fn add_name(&mut self, name: &[u8], is_stored: bool) -> Result<()> {
        self.names_at.push(if is_stored { offset(self.strings.len())? } else { 0 });
        if is_stored {
            self.strings.extend_from_slice(name);
            self.strings.push(0);
        }
        Ok(())
    }

    /// The first place that reads as the indices of the rows, or all at the end.
    fn add_indices(&mut self, element: &Element<'_>) -> Result<()> {
        let (rows, _) = element.row_indices();
        let known = self.indices.windows(rows.len().max(1)).position(|found| found == rows);
        self.indices_at.push(offset(known.unwrap_or(self.indices.len()))?);
        if known.is_none() {
            self.indices.extend_from_slice(element.indices);
        }
        Ok(())
    }
}

fn offset(at: usize) -> Result<u32> {
    u32::try_from(at).map_err(|_| unfit("size of the names in bytes", at_most(at), "at most 4294967295"))
}
