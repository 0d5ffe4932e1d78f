//! The PDB around a container: what it says of itself, its streams.

use std::io::{self, Write};

use dx_container::pdb::{CONTAINER_STREAM, INFO_STREAM, NO_STREAM, Pdb};

use super::extent::{SHOWN_PARTS, Shown};
use super::nodes::write_nodes;
use crate::error::Error;
use crate::json::{self, JsonFields};
use crate::layout::write_paragraph;
use crate::loading::shader_file::ShaderFile;
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
        let text =
            "its blocks are not contiguous: a part begins at the offset below but may continue elsewhere";
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
pub fn write_json(out: &mut dyn Write, file: &ShaderFile<'_>) -> Result<Option<Error>, Error> {
    let Some(pdb) = &file.pdb else { return Ok(None) };
    let msf = pdb.msf();
    write!(out, ",\"pdb\":{{\"blockSize\":{},\"streams\":[", msf.block_size())?;
    for index in 0..msf.len() {
        let comma = if index > 0 { "," } else { "" };
        match msf.stream_size(index) {
            None | Some(NO_STREAM) => write!(out, "{comma}null")?,
            Some(0) => write!(out, "{comma}{{\"size\":0}}")?,
            Some(size) => {
                write_stream(out, comma, msf.file_offset(index, 0), size, msf.is_contiguous(index))?
            }
        }
    }
    out.write_all(b"],\"fields\":")?;
    let mut fields = JsonFields::new(out);
    let walked = pdb.walk_info(&mut fields).map_err(Error::from);
    fields.finish()?;
    if let Err(error) = &walked {
        write!(out, ",\"error\":{}", json::error(error))?;
    }
    out.write_all(b"}")?;
    Ok(walked.err())
}

fn write_stream(
    out: &mut dyn Write,
    comma: &str,
    offset: u64,
    size: u32,
    is_contiguous: bool,
) -> io::Result<()> {
    write!(out, "{comma}{{\"size\":{size},\"offset\":{offset},\"contiguous\":{is_contiguous}}}")
}
