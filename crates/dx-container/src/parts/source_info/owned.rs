//! The owned form of SRCI. Separate from the view, the compression and the writer, which share it.

use bstr::BString;

use crate::enums::SourceInfoSectionType;

/// The owned form of part SRCI.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceInfoBuf {
    /// Reserved; 0 in all known files.
    pub flags: u16,
    /// The sections in order.
    pub sections: Vec<SectionBuf>,
    /// Bytes after the sections.
    pub unknown: Vec<u8>,
}

/// The owned form of a section of SRCI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionBuf {
    /// Reserved; 0 in all known files.
    pub flags: u16,
    /// The content.
    pub content: SectionContentBuf,
}

/// The owned content of a section of SRCI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SectionContentBuf {
    /// The files' names. The size that the part gives beside each is that of its text.
    Names {
        /// Reserved; 0 in all known files.
        flags: u32,
        /// The names, the file that was compiled first.
        names: Vec<Name<BString>>,
    },
    /// The files' texts.
    Contents {
        /// Reserved; 0 in all known files.
        flags: u16,
        /// The section's own size where it has one; DXC leaves zero.
        reserved: u32,
        /// The texts in the order of the names.
        contents: Vec<Content>,
    },
    /// The compiler's arguments.
    Arguments {
        /// Reserved; 0 in all known files.
        flags: u32,
        /// The arguments in order.
        arguments: Vec<Argument<BString>>,
    },
    /// A section of another kind, or texts compressed in another way: all bytes after the section's header.
    Unknown {
        /// The kind.
        kind: SourceInfoSectionType,
        /// The bytes.
        data: Vec<u8>,
    },
}

/// The text of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Content {
    /// Reserved; 0 in all known files.
    pub flags: u32,
    /// The text, without the NUL that ends it in the part.
    pub text: BString,
}

/// The name of a file. `Text` is `&BStr` in a view and [`BString`] in an owned part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Name<Text> {
    /// Reserved; 0 in all known files.
    pub flags: u32,
    /// The name, as the compiler was given it.
    pub name: Text,
}

/// An argument of the compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Argument<Text> {
    /// The name without the dash: `E`; empty for what stands alone, such as the file.
    pub name: Text,
    /// The value; empty where it has none, or where name and value are written as one word (`DX=1`).
    pub value: Text,
}

/// The storage of the texts of each section that has some, where DXC does not compress them so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrangement {
    /// One for each section of texts, in order; where there is none, as DXC does it.
    pub contents: Vec<Stored>,
}

/// The storage of texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stored {
    /// Compressed as DXC does it.
    Dxc,
    /// Uncompressed.
    Plain,
    /// Compressed by someone else: these bytes, as long as they stand for the same texts.
    Compressed {
        /// The compressed bytes.
        bytes: Vec<u8>,
        /// The uncompressed size.
        uncompressed_size: u32,
    },
}

impl SourceInfoBuf {
    /// The part that DXC would write for these files, (name, text) each, and arguments, (name, value) each.
    pub fn new(
        sources: impl IntoIterator<Item = (BString, BString)>,
        arguments: impl IntoIterator<Item = (BString, BString)>,
    ) -> Self {
        let (names, contents) = sources
            .into_iter()
            .map(|(name, text)| (Name { flags: 0, name }, Content { flags: 0, text }))
            .unzip();
        let arguments = arguments.into_iter().map(|(name, value)| Argument { name, value }).collect();
        let sections = [
            SectionContentBuf::Names { flags: 0, names },
            SectionContentBuf::Contents { flags: 0, reserved: 0, contents },
            SectionContentBuf::Arguments { flags: 0, arguments },
        ];
        let sections = sections.map(|content| SectionBuf { flags: 0, content }).into();
        Self { flags: 0, sections, unknown: Vec::new() }
    }

    /// The texts of the first section that has some.
    pub(super) fn contents(&self) -> &[Content] {
        let found = self.sections.iter().find_map(|section| match &section.content {
            SectionContentBuf::Contents { contents, .. } => Some(contents.as_slice()),
            _ => None,
        });
        found.unwrap_or_default()
    }
}
