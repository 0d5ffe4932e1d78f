//! SRCI under `SourceInfo`, a key of ours: LLVM does not know the part. Its sources are text here and can be edited;
//! they are compressed again as DXC does it, which gives DXC's bytes. Bytes of another compressor stand beside the
//! texts and are used as long as they say the same.

use az::SaturatingAs as _;
use bstr::{BString, ByteSlice as _};
use dx_container::enums::{SourceContentsCompressType, SourceInfoSectionType};
use dx_container::names::NamedValue as _;
use dx_container::parts::source_info::{
    Argument, Arrangement, Content, Name, SectionBuf, SectionContentBuf, SourceInfo, SourceInfoBuf, Stored,
};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;

use super::model::{Model, gives_back};
use super::out::Out;
use crate::error::Result;
use crate::limits;
use crate::yaml::budget::Budget;
use crate::yaml::keys::Keys;
use crate::yaml::tree::Node;
use crate::yaml::values;

pub(super) struct Sources {
    part: SourceInfoBuf,
    /// The storage of the texts of each section that has some; empty where all are stored as DXC does it.
    stored: Vec<Stored>,
}

const COMPRESS_TYPE: &str = "CompressType";
const COMPRESSED: &str = "Compressed";
const UNCOMPRESSED_SIZE: &str = "UncompressedSize";

impl Model for Sources {
    const KEY: &'static str = "SourceInfo";
    const IS_LLVM: bool = false;

    fn of(payload: Payload<'_>) -> Option<Self> {
        let part = SourceInfo::parse(payload).ok()?.to_buf();
        let most = payload.bytes.len().saturating_mul(limits::TEXT_PER_COMPRESSED_BYTE);
        let texts = part.sections.iter().map(|section| match &section.content {
            SectionContentBuf::Contents { contents, .. } => contents.iter().map(printed_size).sum(),
            _ => 0_usize,
        });
        if texts.sum::<usize>() > most.saturating_add(limits::TEXT_FREE) {
            return None;
        }
        let mut sources = Self { part, stored: Vec::new() };
        if !gives_back(&sources, payload.bytes) {
            sources.stored = sources.part.arrangements(payload).pop()?.contents;
        }
        Some(sources)
    }

    fn bytes(&self) -> dx_container::Result<Vec<u8>> {
        self.part.arrange(Some(&Arrangement { contents: self.stored.clone() }))
    }

    fn print(&self, out: &mut Out<'_>) {
        print_flags(out, self.part.flags.into());
        let mut stored = self.stored.iter();
        let sections: Vec<(&SectionBuf, Option<&Stored>)> = self
            .part
            .sections
            .iter()
            .map(|section| match section.content {
                SectionContentBuf::Contents { .. } => (section, stored.next()),
                _ => (section, None),
            })
            .collect();
        out.list("Sections", &sections, |out, (section, stored)| print_section(out, section, *stored));
        if !self.part.unknown.is_empty() {
            out.printer.block("Unknown", &self.part.unknown);
        }
    }

    fn read(keys: &mut Keys<'_>, _: &mut Budget) -> Result<Self> {
        let flags = keys.number("Flags")?;
        let sections = keys.list("Sections", |node| Keys::read(node, "a section", read_section))?;
        let unknown = keys.take("Unknown").map_or(Ok(Vec::new()), |node| node.bytes("Unknown"))?;
        let stored = sections.iter().filter_map(|(_, stored)| stored.clone()).collect();
        let sections = sections.into_iter().map(|(section, _)| section).collect();
        Ok(Self { part: SourceInfoBuf { flags, sections, unknown }, stored })
    }
}

/// Characters that a text takes at most.
fn printed_size(content: &Content) -> usize {
    let escaped = content.text.iter().filter(|byte| !matches!(byte, b' '..=b'~' | b'\n')).count();
    content.text.len().saturating_add(escaped.saturating_mul(10))
}

/// Flags, zero in all known files.
fn print_flags(out: &mut Out<'_>, flags: u32) {
    if flags != 0 {
        out.printer.value("Flags", format_args!("{flags:#x}"));
    }
}

fn print_section(out: &mut Out<'_>, section: &SectionBuf, stored: Option<&Stored>) {
    match &section.content {
        SectionContentBuf::Names { flags, names } => {
            print_kind(out, section, SourceInfoSectionType::SOURCE_NAMES, *flags);
            out.list("Names", names, |out, name| {
                out.text("Name", &name.name);
                print_flags(out, name.flags);
            });
        }
        SectionContentBuf::Contents { flags, reserved, contents } => {
            print_kind(out, section, SourceInfoSectionType::SOURCE_CONTENTS, (*flags).into());
            if *reserved != 0 {
                out.printer.value("Reserved", format_args!("{reserved:#x}"));
            }
            match stored {
                None | Some(Stored::Dxc) => {}
                Some(Stored::Plain) => out.named(COMPRESS_TYPE, SourceContentsCompressType::NONE),
                Some(Stored::Compressed { bytes, uncompressed_size }) => {
                    out.printer.block(COMPRESSED, bytes);
                    out.printer.value(UNCOMPRESSED_SIZE, uncompressed_size);
                }
            }
            out.list("Contents", contents, |out, content| {
                match content.text.to_str() {
                    Ok(text) => out.printer.lines("Content", text),
                    Err(_) => out.printer.hex_bytes("Content", &content.text),
                }
                print_flags(out, content.flags);
            });
        }
        SectionContentBuf::Arguments { flags, arguments } => {
            print_kind(out, section, SourceInfoSectionType::ARGS, *flags);
            out.list("Arguments", arguments, |out, argument| {
                out.text("Name", &argument.name);
                out.text("Value", &argument.value);
            });
        }
        SectionContentBuf::Unknown { kind, data } => {
            print_kind(out, section, *kind, 0);
            out.printer.block("Bytes", data);
        }
    }
}

fn print_kind(out: &mut Out<'_>, section: &SectionBuf, kind: SourceInfoSectionType, flags: u32) {
    out.named("Type", kind);
    print_flags(out, section.flags.into());
    if flags != 0 {
        out.printer.value("ContentFlags", format_args!("{flags:#x}"));
    }
}

/// A section, and how its texts are stored where it has some.
fn read_section(keys: &mut Keys<'_>) -> Result<(SectionBuf, Option<Stored>)> {
    let kind_node = keys.need("Type")?;
    let kind = values::named(kind_node, "Type", SourceInfoSectionType::NAMES, u16::MAX.into())?;
    let kind = SourceInfoSectionType(kind.saturating_as::<u32>());
    let flags = keys.number("Flags")?;
    let mut stored = None;
    let content = if let Some(bytes) = keys.take("Bytes") {
        SectionContentBuf::Unknown { kind, data: bytes.bytes("Bytes")? }
    } else {
        match kind {
            SourceInfoSectionType::SOURCE_NAMES => SectionContentBuf::Names {
                flags: keys.number("ContentFlags")?,
                names: keys.list("Names", read_name)?,
            },
            SourceInfoSectionType::SOURCE_CONTENTS => {
                stored = Some(read_stored(keys)?);
                SectionContentBuf::Contents {
                    flags: keys.number("ContentFlags")?,
                    reserved: keys.number("Reserved")?,
                    contents: keys.list("Contents", read_content)?,
                }
            }
            SourceInfoSectionType::ARGS => SectionContentBuf::Arguments {
                flags: keys.number("ContentFlags")?,
                arguments: keys.list("Arguments", read_argument)?,
            },
            _ => {
                return Err(
                    kind_node.expected("Type", "a known section type, or any type with the key Bytes")
                );
            }
        }
    };
    Ok((SectionBuf { flags, content }, stored))
}

fn read_stored(keys: &mut Keys<'_>) -> Result<Stored> {
    if let Some(node) = keys.take(COMPRESSED) {
        let uncompressed_size = keys.need_number(UNCOMPRESSED_SIZE)?;
        return Ok(Stored::Compressed { bytes: node.bytes(COMPRESSED)?, uncompressed_size });
    }
    let Some(node) = keys.take(COMPRESS_TYPE) else { return Ok(Stored::Dxc) };
    let names = SourceContentsCompressType::NAMES;
    match values::named(node, COMPRESS_TYPE, names, u16::MAX.into())? {
        number if number == SourceContentsCompressType::NONE.0.into() => Ok(Stored::Plain),
        number if number == SourceContentsCompressType::ZLIB.0.into() => Ok(Stored::Dxc),
        _ => Err(node.expected(COMPRESS_TYPE, &values::one_of(names))),
    }
}

fn read_name(node: &Node) -> Result<Name<BString>> {
    Keys::read(node, "a source name", |keys| {
        Ok(Name { flags: keys.number("Flags")?, name: keys.name("Name")? })
    })
}

fn read_content(node: &Node) -> Result<Content> {
    Keys::read(node, "a source", |keys| {
        let text = keys.need("Content")?;
        let bytes = values::text(text).ok_or_else(|| text.expected("Content", "text, or a list of bytes"))?;
        Ok(Content { flags: keys.number("Flags")?, text: bytes.into() })
    })
}

fn read_argument(node: &Node) -> Result<Argument<BString>> {
    Keys::read(node, "an argument", |keys| {
        Ok(Argument { name: keys.name("Name")?, value: keys.name("Value")? })
    })
}
