//! SRCI under `SourceInfo`. The sources are text that can be edited. The reader compresses them with the parameters
//! that reproduce DXC's bytes. The key `Compressed` has the bytes of another compressor, which are used if they
//! decompress to the same sources.

use bstr::BString;
use dx_container::enums::{SourceContentsCompressType, SourceInfoSectionType};
use dx_container::parts::source_info::{
    Argument, Arrangement, Content, Name, SectionBuf, SectionContentBuf, SourceInfo, SourceInfoBuf, Stored,
};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;

use super::keyed::Keyed;
use super::model::{Model, gives_back};
use super::out::Out;
use super::source_sections;
use crate::error::Result;
use crate::limits;
use crate::yaml::budget::Budget;
use crate::yaml::keys::Keys;

#[derive(Clone)]
pub(super) struct Sources {
    part: SourceInfoBuf,
    /// The storage of each section with texts.
    storage: Vec<Storage>,
}

impl Default for Sources {
    /// LLVM's three sections, without entries.
    fn default() -> Self {
        Self { part: SourceInfoBuf::new([], []), storage: vec![Storage::default()] }
    }
}

impl Model for Sources {
    const KEY: &'static str = "SourceInfo";

    fn of(payload: Payload<'_>) -> Option<Self> {
        let mut sources = Self { part: SourceInfo::parse(payload).ok()?.to_buf(), ..Self::default() };
        let most = payload.bytes.len().saturating_mul(limits::TEXT_PER_COMPRESSED_BYTE);
        let texts = Sections::of(&mut sources.part.sections)?.contents.entries;
        if texts.iter().map(printed_size).sum::<usize>() > most.saturating_add(limits::TEXT_FREE) {
            return None;
        }
        if !gives_back(&sources, payload.bytes) {
            let stored = sources.part.arrangements(payload).pop()?.contents;
            sources.storage = stored.into_iter().map(Storage::from).collect();
        }
        Some(sources)
    }

    fn bytes(&self) -> dx_container::Result<Vec<u8>> {
        let sections = self.part.sections.iter();
        let contents = sections.filter_map(|section| match &section.content {
            SectionContentBuf::Contents { contents, .. } => Some(contents),
            _ => None,
        });
        let stored = self.storage.iter().zip(contents).map(|(storage, contents)| storage.store(contents));
        self.part.arrange(Some(&Arrangement { contents: stored.collect::<dx_container::Result<_>>()? }))
    }

    fn print(&self, out: &mut Out<'_>) {
        let mut sources = self.clone();
        if !out.schema.is_full() {
            // yaml2obj compresses by itself.
            sources.storage.iter_mut().for_each(|storage| storage.compressed.clear());
        }
        Keyed::print(out, |keyed| sources.describe(keyed));
    }

    fn read(keys: &mut Keys<'_>, budget: &mut Budget) -> Result<Self> {
        if let Some(sections) = keys.take("Sections") {
            let (part, stored) = source_sections::read(keys, sections)?;
            return Ok(Self { part, storage: stored.into_iter().map(Storage::from).collect() });
        }
        Keyed::read(keys, budget, Self::describe)
    }
}

/// The largest number of characters that a text can have in YAML.
fn printed_size(content: &Content) -> usize {
    let escaped = content.text.iter().filter(|byte| !matches!(byte, b' '..=b'~' | b'\n')).count();
    content.text.len().saturating_add(escaped.saturating_mul(10))
}

/// The storage of texts.
#[derive(Clone)]
struct Storage {
    compress_type: SourceContentsCompressType,
    /// The size of the compressed texts that the document states; 0 if absent.
    size: u32,
    /// The output of a compressor other than DXC's, and the size of the decompressed entries.
    compressed: Vec<u8>,
    uncompressed_size: u32,
}

impl Default for Storage {
    fn default() -> Self {
        let compress_type = SourceContentsCompressType::ZLIB;
        Self { compress_type, size: 0, compressed: Vec::new(), uncompressed_size: 0 }
    }
}

impl From<Stored> for Storage {
    fn from(stored: Stored) -> Self {
        match stored {
            Stored::Dxc => Self::default(),
            Stored::Plain => Self { compress_type: SourceContentsCompressType::NONE, ..Self::default() },
            Stored::Compressed { bytes, uncompressed_size } => {
                Self { compressed: bytes, uncompressed_size, ..Self::default() }
            }
        }
    }
}

impl Storage {
    fn store(&self, contents: &[Content]) -> dx_container::Result<Stored> {
        if self.compress_type == SourceContentsCompressType::NONE {
            Ok(Stored::Plain)
        } else if !self.compressed.is_empty() {
            let (bytes, uncompressed_size) = (self.compressed.clone(), self.uncompressed_size);
            Ok(Stored::Compressed { bytes, uncompressed_size })
        } else if self.size != 0 {
            Stored::compress(contents, self.size)
        } else {
            Ok(Stored::Dxc)
        }
    }

    /// The stored size of entries of `size` bytes; `None` if it depends on our compressor.
    fn stored_size(&self, size: usize) -> Option<usize> {
        if self.compress_type == SourceContentsCompressType::NONE {
            Some(size)
        } else {
            Some(self.compressed.len()).filter(|&size| size != 0)
        }
    }
}

/// A section with its flags, the flags of the content header, and the entries.
struct Section<'p, Flags, Entry> {
    flags: &'p mut u16,
    content_flags: &'p mut Flags,
    entries: &'p mut Vec<Entry>,
}

/// LLVM's sections, in LLVM's order.
struct Sections<'p> {
    names: Section<'p, u32, Name<BString>>,
    contents: Section<'p, u16, Content>,
    /// The size that the header of the texts states; DXC leaves zero.
    contents_size: &'p mut u32,
    arguments: Section<'p, u32, Argument<BString>>,
}

impl<'p> Sections<'p> {
    /// Returns `None` for other sections.
    fn of(sections: &'p mut [SectionBuf]) -> Option<Self> {
        let [names, contents, arguments] = sections else { return None };
        let (SectionBuf { flags: names_flags, content: names }, SectionBuf { flags, content: contents }) =
            (names, contents);
        let SectionBuf { flags: arguments_flags, content: arguments } = arguments;
        let SectionContentBuf::Names { flags: content_flags, names } = names else { return None };
        let names = Section { flags: names_flags, content_flags, entries: names };
        let SectionContentBuf::Contents { flags: content_flags, reserved, contents } = contents else {
            return None;
        };
        let contents = Section { flags, content_flags, entries: contents };
        let SectionContentBuf::Arguments { flags: content_flags, arguments } = arguments else { return None };
        let arguments = Section { flags: arguments_flags, content_flags, entries: arguments };
        Some(Self { names, contents, contents_size: reserved, arguments })
    }
}

/// The size of the header of the part, and of each section.
const HEADER_SIZE: usize = 8;
const NAMES_HEADER_SIZE: usize = 10;
const NAME_HEADER_SIZE: usize = 16;
const CONTENTS_HEADER_SIZE: usize = 20;
const CONTENT_HEADER_SIZE: usize = 12;
const ARGUMENTS_HEADER_SIZE: usize = 12;

/// The size of an entry: header, text with NUL, and padding.
fn entry_size(header: usize, text: &BString) -> usize {
    (header + text.len() + 1).next_multiple_of(4)
}

/// The size of a section: both headers, entries, and padding.
fn section_size(header: usize, entries: usize) -> usize {
    HEADER_SIZE + (header + entries).next_multiple_of(4)
}

impl Sources {
    fn describe(&mut self, keyed: &mut Keyed<'_, '_, '_>) -> Result<()> {
        let SourceInfoBuf { flags, sections, .. } = &mut self.part;
        let (Some(sections), Some(storage)) = (Sections::of(sections), self.storage.first_mut()) else {
            return Ok(());
        };
        let Sections { mut names, mut contents, contents_size, mut arguments } = sections;
        let text_sizes: Vec<usize> = contents.entries.iter().map(|content| content.text.len() + 1).collect();
        let names_size = names.entries.iter().map(|name| entry_size(NAME_HEADER_SIZE, &name.name)).sum();
        let texts_size =
            contents.entries.iter().map(|text| entry_size(CONTENT_HEADER_SIZE, &text.text)).sum();
        let arguments_size =
            arguments.entries.iter().map(|Argument { name, value }| name.len() + value.len() + 2);
        let arguments_size = arguments_size.sum();
        let names_section = section_size(NAMES_HEADER_SIZE, names_size);
        let contents_section =
            storage.stored_size(texts_size).map(|size| section_size(CONTENTS_HEADER_SIZE, size));
        let arguments_section = section_size(ARGUMENTS_HEADER_SIZE, arguments_size);
        keyed.record("Header", |keyed| {
            let size = contents_section.map(|size| HEADER_SIZE + names_section + size + arguments_section);
            keyed.derived(SIZE, size)?;
            keyed.number("Flags", flags)?;
            keyed.derived("SectionCount", Some(3))
        })?;
        keyed.record("Names", |keyed| {
            section_header(keyed, Some(names_section), names.flags, SourceInfoSectionType::SOURCE_NAMES)?;
            describe_names(keyed, &mut names, names_size, &text_sizes)
        })?;
        keyed.record("Contents", |keyed| {
            let kind = SourceInfoSectionType::SOURCE_CONTENTS;
            section_header(keyed, contents_section, contents.flags, kind)?;
            describe_contents(keyed, &mut contents, contents_size, texts_size, storage)
        })?;
        keyed.record("Args", |keyed| {
            section_header(keyed, Some(arguments_section), arguments.flags, SourceInfoSectionType::ARGS)?;
            describe_arguments(keyed, &mut arguments, arguments_size)
        })
    }
}

const SIZE: &str = "AlignedSizeInBytes";

fn section_header(
    keyed: &mut Keyed<'_, '_, '_>,
    size: Option<usize>,
    flags: &mut u16,
    kind: SourceInfoSectionType,
) -> Result<()> {
    keyed.record("SectionHeader", |keyed| {
        keyed.derived(SIZE, size)?;
        keyed.number("Flags", flags)?;
        keyed.constant("Type", kind)
    })
}

fn describe_names(
    keyed: &mut Keyed<'_, '_, '_>,
    Section { content_flags, entries, .. }: &mut Section<'_, u32, Name<BString>>,
    size: usize,
    text_sizes: &[usize],
) -> Result<()> {
    keyed.record("Header", |keyed| {
        keyed.number("Flags", *content_flags)?;
        keyed.derived("Count", Some(entries.len()))?;
        // The format has 16 bits for this; what is more is cut off.
        keyed.derived("EntriesSizeInBytes", Some(size & usize::from(u16::MAX)))
    })?;
    keyed.list("Entries", "a source name", entries, |keyed, index, name| {
        keyed.derived(SIZE, Some(entry_size(NAME_HEADER_SIZE, &name.name)))?;
        keyed.number("Flags", &mut name.flags)?;
        keyed.derived("NameSizeInBytes", Some(name.name.len() + 1))?;
        keyed.derived("ContentSizeInBytes", Some(text_sizes.get(index).copied().unwrap_or_default()))?;
        keyed.text("FileName", &mut name.name)
    })
}

fn describe_contents(
    keyed: &mut Keyed<'_, '_, '_>,
    Section { content_flags, entries, .. }: &mut Section<'_, u16, Content>,
    contents_size: &mut u32,
    texts_size: usize,
    storage: &mut Storage,
) -> Result<()> {
    keyed.own_bytes("Compressed", &mut storage.compressed)?;
    keyed.record("Header", |keyed| {
        keyed.number(SIZE, contents_size)?;
        keyed.number("Flags", *content_flags)?;
        keyed.named("Type", &mut storage.compress_type, SourceContentsCompressType::ZLIB)?;
        let stored_size = storage.stored_size(texts_size);
        match keyed {
            Keyed::Read(_) => keyed.number("EntriesSizeInBytes", &mut storage.size)?,
            _ => keyed.derived("EntriesSizeInBytes", stored_size)?,
        }
        if storage.compressed.is_empty() {
            keyed.derived("UncompressedEntriesSizeInBytes", Some(texts_size))?;
        } else {
            keyed.number("UncompressedEntriesSizeInBytes", &mut storage.uncompressed_size)?;
        }
        keyed.derived("Count", Some(entries.len()))
    })?;
    keyed.list("Entries", "a source", entries, |keyed, _, content| {
        keyed.derived(SIZE, Some(entry_size(CONTENT_HEADER_SIZE, &content.text)))?;
        keyed.number("Flags", &mut content.flags)?;
        keyed.derived("ContentSizeInBytes", Some(content.text.len() + 1))?;
        keyed.lines("FileContent", &mut content.text)
    })
}

fn describe_arguments(
    keyed: &mut Keyed<'_, '_, '_>,
    Section { content_flags, entries, .. }: &mut Section<'_, u32, Argument<BString>>,
    size: usize,
) -> Result<()> {
    keyed.record("Header", |keyed| {
        keyed.number("Flags", *content_flags)?;
        keyed.derived("SizeInBytes", Some(size))?;
        keyed.derived("Count", Some(entries.len()))
    })?;
    keyed.list("Args", "an argument", entries, |keyed, _, argument| {
        keyed.text("Arg", &mut argument.name)?;
        keyed.text("Value", &mut argument.value)
    })
}
