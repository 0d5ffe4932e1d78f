//! SRCI, in PDBs: the sources of a shader and the arguments it was compiled with. Sections of three types, which
//! DXC writes in the order names, contents, arguments; names and contents are matched by index.

mod contents;
mod owned;
mod sizes;
mod write;

use bstr::{BStr, BString};

use crate::enums::{SourceContentsCompressType, SourceInfoSectionType};
use crate::error::{ContainerErrorKind, Result};
use crate::fields::Show;
use crate::limits;
use crate::part::View;
use crate::reader::{Payload, Reader};

pub use contents::Contents;
pub use owned::{Argument, Arrangement, Content, Name, SectionBuf, SectionContentBuf, SourceInfoBuf, Stored};
use sizes::{HEADER_SIZE, fill, size_with_header};

/// The view of part SRCI, which borrows the file.
#[derive(Debug, Clone)]
pub struct SourceInfo<'a> {
    /// Reserved; 0 in all known files.
    pub flags: u16,
    /// The sections, in file order.
    pub sections: Vec<Section<'a>>,
    /// Bytes after the sections; none in all known files.
    pub unknown: &'a [u8],
}

/// A section of SRCI.
#[derive(Debug, Clone, Copy)]
pub struct Section<'a> {
    /// Reserved; 0 in all known files.
    pub flags: u16,
    /// The content.
    pub content: SectionContent<'a>,
}

/// The content of a section of SRCI.
#[derive(Debug, Clone, Copy)]
pub enum SectionContent<'a> {
    /// The names of the files.
    Names(Names<'a>),
    /// The texts of the files.
    Contents(Contents<'a>),
    /// The arguments of the compiler.
    Arguments(Arguments<'a>),
    /// A section of unknown type, or texts with unknown compression.
    Unknown(SourceInfoSectionType, &'a [u8]),
}

/// The names of the source files; the first is the main file.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a> {
    /// Reserved; 0 in all known files.
    pub flags: u32,
    count: usize,
    /// From the first name on.
    entries: Payload<'a>,
}

/// The arguments of the compiler.
#[derive(Debug, Clone, Copy)]
pub struct Arguments<'a> {
    /// Reserved; 0 in all known files.
    pub flags: u32,
    count: usize,
    entries: Payload<'a>,
}

/// The name of a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source<'a> {
    /// The name, as given to the compiler.
    pub name: &'a BStr,
    /// The text, without the terminating NUL.
    pub content: BString,
}

impl<'a> View<'a> for SourceInfo<'a> {
    type Buf = SourceInfoBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        // What the sections of one part may inflate to, together.
        let inflated = r.remaining().saturating_mul(limits::INFLATED_BYTES_PER_BYTE);
        let mut room = inflated.saturating_add(limits::INFLATED_BYTES);
        let size = size_with_header(r, "the part")?;
        let flags = r.u16("Flags", Show::Reserved)?;
        let count = r.u16("SectionCount", Show::Count)?;
        let mut sections = Vec::new();
        let (_, unknown) = r.sized("the sections", size - HEADER_SIZE, |r| {
            r.list("Sections", count.into(), |r, _| {
                sections.push(Section::decode(r, &mut room)?);
                Ok(())
            })
        })?;
        r.rest("Filler", Show::Filler);
        Ok(Self { flags, sections, unknown })
    }

    fn to_buf(&self) -> SourceInfoBuf {
        SourceInfoBuf {
            flags: self.flags,
            sections: self.sections.iter().map(|section| section.to_buf()).collect(),
            unknown: self.unknown.to_vec(),
        }
    }
}

impl<'a> SourceInfo<'a> {
    /// The files in order, the one that was compiled first: as far as there are both names and texts.
    ///
    /// Texts are decompressed one after the other.
    pub fn sources(&self) -> impl Iterator<Item = Source<'a>> + use<'a> {
        let names = self.sections.iter().find_map(|section| match section.content {
            SectionContent::Names(names) => Some(names.iter()),
            _ => None,
        });
        let contents = self.sections.iter().find_map(|section| match section.content {
            SectionContent::Contents(contents) => Some(contents.iter()),
            _ => None,
        });
        let both = names.into_iter().flatten().zip(contents.into_iter().flatten());
        both.map(|(name, content)| Source { name: name.name, content: content.text })
    }

    /// The compiler's arguments in order.
    pub fn arguments(&self) -> impl Iterator<Item = Argument<&'a BStr>> + use<'a> {
        let arguments = self.sections.iter().find_map(|section| match section.content {
            SectionContent::Arguments(arguments) => Some(arguments.iter()),
            _ => None,
        });
        arguments.into_iter().flatten()
    }
}

impl<'a> Section<'a> {
    fn decode(r: &mut Reader<'a, '_>, room: &mut usize) -> Result<Self> {
        let size = size_with_header(r, "the section")?;
        let flags = r.u16("Flags", Show::Reserved)?;
        let kind: SourceInfoSectionType = r.named16("Type")?;
        let (content, _) = r.sized("the section", size - HEADER_SIZE, |r| {
            let content = match kind {
                SourceInfoSectionType::SOURCE_NAMES => SectionContent::Names(Names::decode(r)?),
                SourceInfoSectionType::SOURCE_CONTENTS => decode_contents(r, room)?,
                SourceInfoSectionType::ARGS => SectionContent::Arguments(Arguments::decode(r)?),
                _ => SectionContent::Unknown(kind, r.rest("Content", Show::Unknown)),
            };
            r.rest("Filler", Show::Filler);
            Ok(content)
        })?;
        Ok(Self { flags, content })
    }

    fn to_buf(self) -> SectionBuf {
        let content = match self.content {
            SectionContent::Names(names) => SectionContentBuf::Names {
                flags: names.flags,
                names: names.iter().map(Name::to_buf).collect(),
            },
            SectionContent::Contents(contents) => contents.to_buf(),
            SectionContent::Arguments(arguments) => SectionContentBuf::Arguments {
                flags: arguments.flags,
                arguments: arguments.iter().map(Argument::to_buf).collect(),
            },
            SectionContent::Unknown(kind, data) => SectionContentBuf::Unknown { kind, data: data.to_vec() },
        };
        SectionBuf { flags: self.flags, content }
    }
}

fn decode_contents<'a>(r: &mut Reader<'a, '_>, room: &mut usize) -> Result<SectionContent<'a>> {
    let start = r.position();
    let section = r.payload().bytes.get(start..start + r.remaining()).unwrap_or_default();
    let contents = Contents::decode(r, room)?;
    Ok(match contents.compress_type {
        SourceContentsCompressType::NONE | SourceContentsCompressType::ZLIB => {
            SectionContent::Contents(contents)
        }
        _ => SectionContent::Unknown(SourceInfoSectionType::SOURCE_CONTENTS, section),
    })
}

/// A payload that is the rest of what `r` reads.
fn rest_of<'a>(r: &Reader<'a, '_>) -> Payload<'a> {
    let (payload, start) = (r.payload(), r.position());
    Payload { bytes: payload.bytes.get(start..start + r.remaining()).unwrap_or_default(), ..payload }
}

impl<'a> Names<'a> {
    const ENTRY_SIZE: usize = 16;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let flags = r.u32("Flags", Show::Reserved)?;
        let count = r.word("Count", Show::Count)?;
        // 16 bits, cut off where the names take more: not to be relied on.
        r.u16("EntriesSizeInBytes", Show::Size)?;
        let entries = rest_of(r);
        r.check_fits(count, "the names", count.to_usize().saturating_mul(Self::ENTRY_SIZE))?;
        r.list("Names", count.to_usize(), |r, _| Name::decode(r).map(drop))?;
        Ok(Self { flags, count: count.to_usize(), entries })
    }

    /// The names in order.
    pub fn iter(&self) -> impl Iterator<Item = Name<&'a BStr>> + use<'a> {
        let mut reader = Reader::new(self.entries);
        // Decoding has read all of them before: none is an error now.
        (0..self.count).map_while(move |_| Name::decode(&mut reader).ok())
    }
}

impl<'a> Name<&'a BStr> {
    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let start = r.position();
        let size = r.word("AlignedSizeInBytes", Show::Size)?;
        let flags = r.u32("Flags", Show::Reserved)?;
        let name_size = r.word("NameSizeInBytes", Show::Size)?;
        r.u32("ContentSizeInBytes", Show::Size)?;
        r.check_fits(name_size, "the name", name_size.to_usize())?;
        let (name, _) = r.sized("the name", name_size.to_usize(), |r| r.text_until_nul("Name"))?;
        fill(r, size, start)?;
        Ok(Self { flags, name })
    }

    fn to_buf(self) -> Name<BString> {
        Name { flags: self.flags, name: self.name.to_owned() }
    }
}

impl<'a> Arguments<'a> {
    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let flags = r.u32("Flags", Show::Reserved)?;
        let size = r.word("SizeInBytes", Show::Size)?;
        let count = r.word("Count", Show::Count)?;
        if count.to_usize() > limits::ARGUMENTS {
            let expected = "at most 65536 arguments";
            let kind = ContainerErrorKind::Value { what: "Count", found: count.value.into(), expected };
            return Err(r.error_at(count, kind));
        }
        r.check_fits(size, "the arguments", size.to_usize())?;
        let (entries, _) = r.sized("the arguments", size.to_usize(), |r| {
            let entries = rest_of(r);
            r.check_fits(count, "the arguments", count.to_usize().saturating_mul(2))?;
            r.list("Arguments", count.to_usize(), |r, _| Argument::decode(r).map(drop))?;
            Ok(entries)
        })?;
        Ok(Self { flags, count: count.to_usize(), entries })
    }

    /// The arguments in order.
    pub fn iter(&self) -> impl Iterator<Item = Argument<&'a BStr>> + use<'a> {
        let mut reader = Reader::new(self.entries);
        // Decoding has read all of them before: none is an error now.
        (0..self.count).map_while(move |_| Argument::decode(&mut reader).ok())
    }
}

impl<'a> Argument<&'a BStr> {
    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        r.check_left("the argument's name", 1)?;
        let name = r.text_until_nul("Name")?;
        r.check_left("the argument's value", 1)?;
        Ok(Self { name, value: r.text_until_nul("Value")? })
    }

    fn to_buf(self) -> Argument<BString> {
        Argument { name: self.name.to_owned(), value: self.value.to_owned() }
    }
}
