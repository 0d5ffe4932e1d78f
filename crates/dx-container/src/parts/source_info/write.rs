//! The writer of SRCI.

use bstr::BString;

use super::contents;
use super::owned::{Argument, Arrangement, Content, Name, SectionContentBuf, SourceInfoBuf, Stored};
use super::sizes::HEADER_SIZE;
use super::{SectionContent, SourceInfo};
use crate::enums::{SourceContentsCompressType, SourceInfoSectionType};
use crate::error::Result;
use crate::field_values::{narrow, narrow_len16, narrow16, push_text};
use crate::part::{PartBuf, View as _};
use crate::reader::Payload;

impl PartBuf for SourceInfoBuf {
    type View<'a> = SourceInfo<'a>;
    type Arrangement = Arrangement;

    fn arrange(&self, arrangement: Option<&Arrangement>) -> Result<Vec<u8>> {
        let mut stored = arrangement.map(|known| known.contents.iter()).unwrap_or_default();
        let mut bytes = Vec::new();
        for section in &self.sections {
            let (kind, content) = match &section.content {
                SectionContentBuf::Names { flags, names } => (
                    SourceInfoSectionType::SOURCE_NAMES,
                    aligned(write_names(*flags, names, self.contents())?),
                ),
                SectionContentBuf::Contents { flags, reserved, contents } => {
                    let content = write_contents(*flags, *reserved, contents, stored.next())?;
                    (SourceInfoSectionType::SOURCE_CONTENTS, aligned(content))
                }
                SectionContentBuf::Arguments { flags, arguments } => {
                    (SourceInfoSectionType::ARGS, aligned(write_arguments(*flags, arguments)?))
                }
                SectionContentBuf::Unknown { kind, data } => (*kind, data.clone()),
            };
            let kind = narrow16("section type", kind.0)?;
            push_with_header(&mut bytes, [section.flags, kind], &content, "section size")?;
        }
        bytes.extend(&self.unknown);
        let count = narrow_len16("section count", self.sections.len())?;
        let mut part = Vec::with_capacity(HEADER_SIZE + bytes.len());
        push_with_header(&mut part, [self.flags, count], &bytes, "size of SRCI")?;
        Ok(part)
    }

    fn arrangements(&self, payload: Payload<'_>) -> Vec<Arrangement> {
        let Ok(part) = SourceInfo::parse(payload) else { return Vec::new() };
        let stored = part.sections.iter().filter_map(|section| match section.content {
            SectionContent::Contents(contents)
                if contents.compress_type == SourceContentsCompressType::ZLIB =>
            {
                let (bytes, uncompressed_size) = (contents.stored.to_vec(), contents.uncompressed_size);
                Some(Stored::Compressed { bytes, uncompressed_size })
            }
            SectionContent::Contents(_) => Some(Stored::Plain),
            _ => None,
        });
        vec![Arrangement { contents: stored.collect() }]
    }
}

/// A structure after a header that gives its size, the header included.
fn push_with_header(bytes: &mut Vec<u8>, words: [u16; 2], content: &[u8], what: &'static str) -> Result<()> {
    bytes.extend(narrow(what, HEADER_SIZE + content.len())?.to_le_bytes());
    bytes.extend(words.map(u16::to_le_bytes).as_flattened());
    bytes.extend(content);
    Ok(())
}

/// A section's content, filled up to a multiple of 4.
fn aligned(mut content: Vec<u8>) -> Vec<u8> {
    content.resize(content.len().next_multiple_of(4), 0);
    content
}

fn write_names(flags: u32, names: &[Name<BString>], contents: &[Content]) -> Result<Vec<u8>> {
    let mut entries = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let content_size = contents.get(index).map_or(0, |content| content.text.len() + 1);
        let size = (16 + name.name.len() + 1).next_multiple_of(4);
        let end = entries.len() + size;
        let header = [
            narrow("source name entry size", size)?,
            name.flags,
            narrow("source name size", name.name.len() + 1)?,
            narrow("source size", content_size)?,
        ];
        entries.extend(header.map(u32::to_le_bytes).as_flattened());
        push_text(&mut entries, "source name", &name.name)?;
        entries.resize(end, 0);
    }
    let mut bytes = flags.to_le_bytes().to_vec();
    bytes.extend(narrow("source name count", names.len())?.to_le_bytes());
    // The format has 16 bits for this; what is more is cut off, as DXC does.
    let size = narrow("source names", entries.len())?;
    bytes.extend(size.to_le_bytes().iter().take(2));
    bytes.extend(entries);
    Ok(bytes)
}

fn write_contents(
    flags: u16,
    reserved: u32,
    contents: &[Content],
    stored: Option<&Stored>,
) -> Result<Vec<u8>> {
    let own_size = narrow("sources", contents::uncompressed_size(contents))?;
    let zlib = SourceContentsCompressType::ZLIB;
    let (kind, entries, uncompressed_size) = match stored {
        Some(Stored::Plain) => (SourceContentsCompressType::NONE, contents::plain(contents)?, own_size),
        Some(Stored::Compressed { bytes, uncompressed_size })
            if contents::is_compressed_form_of(bytes, *uncompressed_size, contents) =>
        {
            (zlib, bytes.clone(), *uncompressed_size)
        }
        _ => (zlib, contents::compressed(contents)?, own_size),
    };
    let mut bytes = reserved.to_le_bytes().to_vec();
    bytes.extend(flags.to_le_bytes());
    bytes.extend(narrow16("compression", kind.0)?.to_le_bytes());
    let sizes = [
        narrow("size of the sources", entries.len())?,
        uncompressed_size,
        narrow("sources", contents.len())?,
    ];
    bytes.extend(sizes.map(u32::to_le_bytes).as_flattened());
    bytes.extend(entries);
    Ok(bytes)
}

fn write_arguments(flags: u32, arguments: &[Argument<BString>]) -> Result<Vec<u8>> {
    let mut entries = Vec::new();
    for argument in arguments {
        push_text(&mut entries, "argument name", &argument.name)?;
        push_text(&mut entries, "argument value", &argument.value)?;
    }
    let header =
        [flags, narrow("size of the arguments", entries.len())?, narrow("argument count", arguments.len())?];
    Ok([header.map(u32::to_le_bytes).as_flattened(), &entries].concat())
}
