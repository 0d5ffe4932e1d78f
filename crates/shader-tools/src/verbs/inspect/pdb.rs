//! The PDB around a container: what it says of itself, its streams.

use std::io::{self, Write};

use dx_container::pdb::{CONTAINER_STREAM, INFO_STREAM, NO_STREAM, Pdb};

use super::document::{PdbHead, PdbRest, Stream};
use super::extent::{SHOWN_PARTS, Shown};
use super::nodes::write_nodes;
use crate::error::{Error, ErrorObject};
use crate::json::{self, Object};
use crate::layout::write_paragraph;
use crate::style::{NOTE, TITLE, counted, grouped, paint};
use crate::table::table;
use crate::tree::Tree;

/// Writes what stands on the page before the container; returns what is wrong with stream 1.
pub fn write(out: &mut dyn Write, pdb: &Pdb<'_>, shown: &Shown) -> Result<Option<Error>, Error> {
    let msf = pdb.msf();
    writeln!(out, "{}", paint(TITLE, "PDB"))?;
    let mut tree = Tree::new();
    let wrong = pdb.walk_info(&mut tree).err();
    write_nodes(out, &tree.finish(), shown)?;
    let rows = (0..msf.len()).take(SHOWN_PARTS).map(|index| stream_row(pdb, index));
    write!(out, "{}", table(&["stream", "offset", "size", "what"], &rows.collect::<Vec<_>>()))?;
    if let Some(more @ 1..) = msf.len().checked_sub(SHOWN_PARTS) {
        writeln!(out, "  {}", paint(NOTE, format!("... and {}", counted(more, "more stream"))))?;
    }
    let offset = msf.file_offset(CONTAINER_STREAM, 0);
    writeln!(out, "\n{}", paint(TITLE, format!("Container in stream {CONTAINER_STREAM}, at {offset:#x}")))?;
    if !msf.is_contiguous(CONTAINER_STREAM) {
        let text = "blocks of the container are not contiguous: a part starts at the listed offset, but can \
             continue elsewhere";
        write_paragraph(out, 2, &paint(NOTE, text))?;
    }
    Ok(wrong.map(Error::from))
}

fn stream_row(pdb: &Pdb<'_>, index: usize) -> Vec<String> {
    let msf = pdb.msf();
    let size = msf.stream_size(index).unwrap_or(NO_STREAM);
    let what = match index {
        _ if size == NO_STREAM => "deleted",
        _ if size == 0 => "empty",
        _ => stream_name(index),
    };
    let (offset, size) = match size {
        0 | NO_STREAM => Default::default(),
        size => (format!("{:#06x}", msf.file_offset(index, 0)), grouped(size.into())),
    };
    vec![index.to_string(), offset, size, what.to_owned()]
}

/// The name of stream `index`, where DXC always puts the same there.
pub fn stream_name(index: usize) -> &'static str {
    match index {
        INFO_STREAM => "PDB information",
        CONTAINER_STREAM => "container",
        _ => "",
    }
}

/// Writes the member `pdb` of the file's object; returns what is wrong with stream 1.
pub fn write_json(file: &mut Object<'_>, pdb: &Pdb<'_>) -> io::Result<Option<Error>> {
    let msf = pdb.msf();
    let stream = |index| {
        let size = msf.stream_size(index).filter(|size| *size != NO_STREAM)?;
        let is_empty = size == 0;
        Some(Stream {
            size,
            offset: (!is_empty).then(|| msf.file_offset(index, 0)),
            contiguous: (!is_empty).then(|| msf.is_contiguous(index)),
        })
    };
    file.object("pdb", |object| {
        object.members(&PdbHead { block_size: msf.block_size() })?;
        object.list("streams", |list| {
            (0..msf.len()).try_for_each(|index| json::write(list.item()?, &stream(index)))
        })??;
        let error = object.fields("fields", |fields| pdb.walk_info(fields).map_err(Error::from))?.err();
        object.members(&PdbRest { error: error.as_ref().map(ErrorObject::from) })?;
        Ok(error)
    })
}
