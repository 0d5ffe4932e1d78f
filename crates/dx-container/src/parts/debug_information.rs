//! SDBG: the debug information of older versions of FXC (`/Zi`): the sources, and tables of instructions, variables,
//! tokens and scopes. The sources are decoded; the tables and the text that they refer to are kept as bytes.
//!
//! A header of 21 words, the tables in its order without anything between them, a list of numbers, then text up to
//! the end. Offsets are counted from the end of the header, those of text from the start of the text.
//!
//! Source: Microsoft's `D3D10_SHADER_DEBUG_INFO` and the structures it names, RenderDoc's for the size of an
//! instruction; order and ends from one file of FXC 9.29.

use az::SaturatingAs as _;
use bstr::BStr;
use zerocopy::FromBytes as _;
use zerocopy::little_endian::U32;

use crate::error::{ContainerErrorKind, Result};
use crate::field_values::narrow;
use crate::fields::{Show, Value, text_in};
use crate::flags::CompileFlags;
use crate::limits;
use crate::part::{NoArrangement, PartBuf, View};
use crate::reader::{Payload, Reader, Word};
use located::{Error, Place};

const HEADER_SIZE: u32 = 84;
const FILE_SIZE: usize = 16;
/// The offset in the header of the offset of the text: other fields are read with its help.
const STRING_OFFSET_AT: usize = 80;

/// The view of part SDBG, which borrows the file.
pub type DebugInformation<'a> = Debug<&'a [u8]>;

/// The owned form of part SDBG.
pub type DebugInformationBuf = Debug<Vec<u8>>;

/// Debug information. `Bytes` borrows the file in a view ([`DebugInformation`]) and owns its content in
/// [`DebugInformationBuf`].
///
/// Text is named by where it lies in `text`, for the tables refer to it so: tokens lie inside the sources.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Debug<Bytes> {
    /// The compiler: the offset of a NUL-terminated string in `text`.
    pub creator: u32,
    /// The entry point, likewise.
    pub entry_point: u32,
    /// The profile, such as `ps_5_0`, likewise.
    pub target: u32,
    /// The compiler flags.
    pub flags: CompileFlags,
    /// The rest of a longer header.
    pub header_unknown: Bytes,
    /// The files, the one that was compiled first.
    pub files: Vec<SourceFile>,
    /// The records of [`Table`].
    pub tables: [Bytes; Table::COUNT],
    /// 32-bit numbers that scopes and scope variables refer to lists of.
    pub numbers: Bytes,
    /// Names and contents of files, names of tokens and scopes, the three strings of the header.
    pub text: Bytes,
}

/// A source file of the shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SourceFile {
    /// The path.
    pub name: Span,
    /// The content.
    pub source: Span,
}

/// A range of [`Debug::text`], without terminating NUL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// The offset of the first byte.
    pub offset: u32,
    /// The size in bytes.
    pub len: u32,
}

/// A table of records that are kept as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// The operands and source line of each instruction: 396 bytes each.
    Instructions,
    /// Components of variables: 24 bytes each.
    Variables,
    /// The variables that are set before the shader runs: 24 bytes each.
    InputVariables,
    /// Names where they stand in the sources: 20 bytes each.
    Tokens,
    /// Functions, structures, lists of variables that instructions see: 20 bytes each.
    Scopes,
    /// Variables, members and functions with their types: 44 bytes each.
    ScopeVariables,
}

impl Table {
    const COUNT: usize = 6;

    /// All tables, in the order of [`Debug::tables`] and of the part.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Instructions,
        Self::Variables,
        Self::InputVariables,
        Self::Tokens,
        Self::Scopes,
        Self::ScopeVariables,
    ];

    /// Bytes of a record.
    pub fn record_size(self) -> usize {
        match self {
            Self::Instructions => 396,
            Self::Variables | Self::InputVariables => 24,
            Self::Tokens | Self::Scopes => 20,
            Self::ScopeVariables => 44,
        }
    }

    /// The names of the header's count and offset, which are Microsoft's, and of the records.
    fn fields(self) -> [&'static str; 3] {
        match self {
            Self::Instructions => ["Instructions", "InstructionInfo", "InstructionRecords"],
            Self::Variables => ["Variables", "VariableInfo", "VariableRecords"],
            Self::InputVariables => ["InputVariables", "InputVariableInfo", "InputVariableRecords"],
            Self::Tokens => ["Tokens", "TokenInfo", "TokenRecords"],
            Self::Scopes => ["Scopes", "ScopeInfo", "ScopeRecords"],
            Self::ScopeVariables => ["ScopeVariables", "ScopeVariableInfo", "ScopeVariableRecords"],
        }
    }
}

impl<Bytes: AsRef<[u8]>> Debug<Bytes> {
    /// The NUL-terminated text at `offset`: of `creator`, `entry_point`, `target`. Empty where there is none.
    pub fn string(&self, offset: u32) -> &BStr {
        text_in(self.text.as_ref(), offset).unwrap_or_default()
    }

    /// The text of `span`; empty where there is none.
    pub fn span(&self, span: Span) -> &BStr {
        span.of(self.text.as_ref()).unwrap_or_default()
    }

    /// The number of records in `table`.
    pub fn count(&self, table: Table) -> usize {
        self.records(table).len() / table.record_size()
    }

    /// The records of `table`.
    pub fn records(&self, table: Table) -> &[u8] {
        let index = Table::ALL.iter().position(|&other| other == table).unwrap_or_default();
        self.tables.get(index).map(AsRef::as_ref).unwrap_or_default()
    }
}

impl Span {
    fn of(self, text: &[u8]) -> Option<&BStr> {
        let start = self.offset as usize;
        text.get(start..start.checked_add(self.len as usize)?).map(BStr::new)
    }
}

impl<'a> View<'a> for DebugInformation<'a> {
    type Buf = DebugInformationBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let size = r.word("Size", Show::Size)?;
        if size.value < HEADER_SIZE {
            let (found, least) = (size.value.into(), HEADER_SIZE.into());
            return Err(r.error_at(size, ContainerErrorKind::RecordSize { what: "Size", found, least }));
        }
        let text = text_of(r.payload(), size);
        let mut ends = Vec::new();
        let mut string = |r: &mut Reader<'a, '_>, name| -> Result<u32> {
            let (offset, _) = r.text_at(name, text)?;
            ends.push(offset);
            Ok(offset)
        };
        let creator = string(r, "Creator")?;
        let entry_point = string(r, "EntrypointName")?;
        let target = string(r, "ShaderTarget")?;
        let flags = r.flags32("CompileFlags")?;
        let file_count = r.word("Files", Show::Count)?;
        let files_at = r.word("FileInfo", Show::Offset)?;
        let mut places = Vec::with_capacity(Table::COUNT);
        for table in Table::ALL {
            let [count, offset, _] = table.fields();
            places.push((table, r.word(count, Show::Count)?, r.word(offset, Show::Offset)?));
        }
        let numbers_at = r.word("UintOffset", Show::Offset)?;
        let text_at = r.word("StringOffset", Show::Offset)?;
        let more = (size.value - HEADER_SIZE) as usize;
        r.check_fits(size, "the header", more)?;
        let header_unknown = r.bytes("HeaderUnknown", more, Show::Unknown)?;

        let base = size.value as usize;
        let mut files = Vec::new();
        if file_count.value > 0 {
            go_on(r, base, files_at)?;
            r.check_fits(file_count, "the files", file_count.to_usize().saturating_mul(FILE_SIZE))?;
            files.reserve_exact(file_count.to_usize());
        }
        let mut left = shared_text(text);
        r.list("SourceFiles", file_count.to_usize(), |r, _| {
            let file = SourceFile::decode(r, text, &mut left)?;
            ends.extend(file.name.ends().into_iter().chain(file.source.ends()));
            files.push(file);
            Ok(())
        })?;
        let mut tables = [&[][..]; Table::COUNT];
        for ((table, count, offset), records) in places.into_iter().zip(&mut tables) {
            let [.., name] = table.fields();
            if count.value > 0 {
                go_on(r, base, offset)?;
            }
            let len = count.to_usize().saturating_mul(table.record_size());
            r.check_fits(count, "the records", len)?;
            *records = r.bytes(name, len, Show::Plain)?;
        }
        go_on(r, base, numbers_at)?;
        let numbers = r.bytes("Uints", r.ahead(text_at, base)?, Show::Plain)?;
        decode_text(r, ends)?;
        Ok(Self { creator, entry_point, target, flags, header_unknown, files, tables, numbers, text })
    }

    fn to_buf(&self) -> DebugInformationBuf {
        DebugInformationBuf {
            creator: self.creator,
            entry_point: self.entry_point,
            target: self.target,
            flags: self.flags,
            header_unknown: self.header_unknown.to_vec(),
            files: self.files.clone(),
            tables: self.tables.map(<[u8]>::to_vec),
            numbers: self.numbers.to_vec(),
            text: self.text.to_vec(),
        }
    }
}

/// The text at the part's end, as far as the header can say by now.
fn text_of<'a>(payload: Payload<'a>, size: Word) -> &'a [u8] {
    let offset = payload.bytes.get(STRING_OFFSET_AT..).and_then(|rest| U32::read_from_prefix(rest).ok());
    let offset = offset.map_or(0, |(offset, _)| offset.get() as usize);
    payload.bytes.get(size.to_usize().saturating_add(offset)..).unwrap_or_default()
}

/// The limit of the names and contents of all files together.
fn shared_text(text: &[u8]) -> usize {
    text.len().saturating_mul(limits::TEXT_BYTES_PER_BYTE).saturating_add(limits::TEXT_BYTES_FREE)
}

/// Goes on at `at`, counted from `base`, and reports what lies before it.
fn go_on(r: &mut Reader<'_, '_>, base: usize, at: Word) -> Result<()> {
    let gap = r.ahead(at, base)?;
    r.bytes("Gap", gap, Show::Unknown).map(drop)
}

impl SourceFile {
    fn decode<'a>(r: &mut Reader<'a, '_>, text: &'a [u8], left: &mut usize) -> Result<Self> {
        Ok(Self {
            name: Span::decode(r, ["FileName", "FileNameLen"], text, left)?,
            source: Span::decode(r, ["FileData", "FileLen"], text, left)?,
        })
    }
}

impl Span {
    /// Reads an offset, reported as the text there, and a length; `left` bounds what all of them may add up to.
    fn decode<'a>(
        r: &mut Reader<'a, '_>,
        [name, len_name]: [&'static str; 2],
        text: &'a [u8],
        left: &mut usize,
    ) -> Result<Self> {
        let len = r.payload().bytes.get(r.position() + 4..);
        let len = len.and_then(|rest| U32::read_from_prefix(rest).ok()).map_or(0, |(len, _)| len.get());
        let mut span = Self { offset: 0, len };
        r.resolved(name, 4, Show::Plain, |raw| {
            span.offset = raw.saturating_as::<u32>();
            let found = span.of(text).ok_or_else(|| ContainerErrorKind::Reference {
                what: name,
                offset: raw + u64::from(len),
                into: "the text area",
                limit: text.len() as u64,
            })?;
            *left = left
                .checked_sub(found.len())
                .ok_or_else(|| ContainerErrorKind::Sharing { what: name, limit: shared_text(text) as u64 })?;
            Ok(Value::TextAt(span.offset, found))
        })?;
        span.len = r.u32(len_name, Show::Size)?;
        Ok(span)
    }

    /// The offset of the table and of what follows it.
    fn ends(self) -> [u32; 2] {
        [self.offset, self.offset.saturating_add(self.len)]
    }
}

/// The text up to the part's end, in pieces that begin and end where the header's strings and the files do.
fn decode_text(r: &mut Reader<'_, '_>, mut ends: Vec<u32>) -> Result<()> {
    let len = r.remaining();
    let start = r.position();
    ends.sort_unstable();
    ends.dedup();
    let pieces = ends.into_iter().map(|end| end as usize).filter(|&end| 0 < end && end < len).chain([len]);
    let pieces: Vec<usize> = pieces.filter(|_| len > 0).collect();
    r.list("Text", pieces.len(), |r, index| {
        let end = start + pieces.get(index).copied().unwrap_or(len);
        let size = end.saturating_sub(r.position());
        r.sized("text", size, |r| {
            r.text_until_nul("String")?;
            r.rest("More", Show::Plain);
            Ok(())
        })
        .map(drop)
    })
}

impl PartBuf for DebugInformationBuf {
    type View<'a> = DebugInformation<'a>;
    type Arrangement = NoArrangement;

    fn arrange(&self, _: Option<&NoArrangement>) -> Result<Vec<u8>> {
        let size = HEADER_SIZE as usize + self.header_unknown.len();
        let mut bytes = Vec::new();
        let mut word = |word: u32| bytes.extend(word.to_le_bytes());
        word(narrow("header size", size)?);
        word(self.creator);
        word(self.entry_point);
        word(self.target);
        word(self.flags.bits());
        word(narrow("file count", self.files.len())?);
        word(0);
        let mut at = self.files.len() * FILE_SIZE;
        for table in Table::ALL {
            let records = self.records(table);
            if !records.len().is_multiple_of(table.record_size()) {
                let [what, ..] = table.fields();
                let (found, expected) = (records.len() as u64, "a multiple of the record size");
                let kind = ContainerErrorKind::Value { what, found, expected };
                return Err(Error::new(kind, Place::default()));
            }
            word(narrow("record count", self.count(table))?);
            word(narrow("table offset", at)?);
            at += records.len();
        }
        word(narrow("numbers offset", at)?);
        word(narrow("text offset", at + self.numbers.len())?);
        bytes.extend(&self.header_unknown);
        for SourceFile { name, source } in &self.files {
            let words = [name.offset, name.len, source.offset, source.len];
            bytes.extend(words.map(u32::to_le_bytes).concat());
        }
        self.tables.iter().for_each(|records| bytes.extend(records));
        bytes.extend(&self.numbers);
        bytes.extend(&self.text);
        // Text that lies outside is refused here, by its name.
        DebugInformation::parse(Payload::new(crate::FourCc::SDBG, &bytes))?;
        Ok(bytes)
    }
}
