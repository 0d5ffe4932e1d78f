//! The map of a PDB: its blocks by what they are used for, in the order of the file. Streams that are known are
//! mapped by their fields where they lie in one piece.

use std::io::Write;

use dx_container::fields::{Field, Group, Sink};
use dx_container::pdb::{CONTAINER_STREAM, INFO_STREAM, Pdb};
use dx_container::reader::Payload;
use dx_container::{Container, FourCc, parts};

use super::super::pdb::stream_name;
use super::map::{Entry, Map, Path};
use super::site::Site;
use crate::error::Error;
use crate::run::Outcome;
use crate::style::{DIM, NOTE, TITLE, paint};

/// Writes the map; what cannot be read to its end is mapped as far as it was.
pub fn write(
    site: &Site<'_, '_>,
    pdb: &Pdb<'_>,
    container: &Container<'_>,
    out: &mut dyn Write,
    outcome: &mut Outcome<()>,
) -> Result<(), Error> {
    let (msf, bytes) = (pdb.msf(), site.file.bytes);
    let mut blocks = Blocks::default();
    // A PDB is walked as the part that holds one is.
    parts::walk(Payload::new(FourCc::SPDB, bytes), &mut blocks)?;
    blocks.entries.sort_by_key(|(_, entry)| entry.range.start);
    let mut before = None;
    for (stream, entry) in &blocks.entries {
        if let &Some(index) = stream
            && before != *stream
        {
            let name = stream_name(index);
            writeln!(out, "\n{} {}", paint(TITLE, format!("Stream {index}")), paint(DIM, name))?;
        } else if before != *stream {
            writeln!(out)?;
        }
        before = *stream;
        let begins = |index| {
            *stream == Some(index)
                && msf.is_contiguous(index)
                && msf.file_offset(index, 0) == entry.range.start as u64
        };
        if begins(CONTAINER_STREAM) {
            let site = Site { base: entry.range.start, ..*site };
            site.write(container, out, outcome)?;
            // What its last block has beyond it belongs to none of its parts.
            writeln!(out)?;
            continue;
        }
        let mut map = Map::new(out, bytes, entry.range.start);
        if begins(INFO_STREAM) {
            if let Err(error) = pdb.walk_info(&mut map) {
                outcome.add(&error.into(), site.input, Some(bytes));
            }
            map.up_to(entry.range.end);
        } else {
            map.rows(entry.range.clone(), &entry.text);
        }
        map.finish()?;
    }
    if !msf.is_contiguous(CONTAINER_STREAM) {
        writeln!(
            out,
            "{}",
            paint(
                NOTE,
                "fields of the container are not shown, because its blocks are not contiguous in the \
                         PDB"
            )
        )?;
    }
    Ok(())
}

/// The walk over an MSF file: what its blocks are used for.
#[derive(Default)]
struct Blocks {
    path: Path,
    /// Each piece with its stream.
    entries: Vec<(Option<usize>, Entry)>,
}

impl<'a> Sink<'a> for Blocks {
    fn field(&mut self, field: Field<'a>) {
        // Sizes of streams stand in the directory.
        if field.range.is_empty() {
            return;
        }
        let stream = match self.path.groups.get(1) {
            Some(Group::Item(index)) => Some(*index),
            _ => None,
        };
        self.entries.push((stream, self.path.entry(&field)));
    }

    fn open(&mut self, group: Group) {
        self.path.groups.push(group);
    }

    fn close(&mut self) {
        self.path.groups.pop();
    }
}
