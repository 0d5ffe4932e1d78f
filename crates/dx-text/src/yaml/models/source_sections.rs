//! SRCI in the form of earlier builds: `Sections`, a list of sections of any type. Separate from LLVM's form, which has
//! one section of each type. This form is only read.

use az::SaturatingAs as _;
use bstr::BString;
use dx_container::enums::{SourceContentsCompressType, SourceInfoSectionType};
use dx_container::names::NamedValue as _;
use dx_container::parts::source_info::{
    Argument, Content, Name, SectionBuf, SectionContentBuf, SourceInfoBuf, Stored,
};

use crate::error::Result;
use crate::yaml::keys::Keys;
use crate::yaml::tree::Node;
use crate::yaml::values;

const COMPRESS_TYPE: &str = "CompressType";
const COMPRESSED: &str = "Compressed";
const UNCOMPRESSED_SIZE: &str = "UncompressedSize";

/// Reads a part, and the storage of the texts of each section that has some. `sections` is the value of `Sections`.
pub(super) fn read(keys: &mut Keys<'_>, sections: &Node) -> Result<(SourceInfoBuf, Vec<Stored>)> {
    let flags = keys.number("Flags")?;
    let sections = sections.list("Sections")?.iter().map(|node| Keys::read(node, "a section", read_section));
    let sections: Vec<(SectionBuf, Option<Stored>)> = sections.collect::<Result<_>>()?;
    let unknown = keys.take("Unknown").map_or(Ok(Vec::new()), |node| node.bytes("Unknown"))?;
    let stored = sections.iter().filter_map(|(_, stored)| stored.clone()).collect();
    let sections = sections.into_iter().map(|(section, _)| section).collect();
    Ok((SourceInfoBuf { flags, sections, unknown }, stored))
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
    let is_plain =
        values::known::<SourceContentsCompressType>(node, COMPRESS_TYPE)? == SourceContentsCompressType::NONE;
    Ok(if is_plain { Stored::Plain } else { Stored::Dxc })
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
