//! The field walk: the decoder of a part reports each field as it reads it.
//!
//! Every output format (the page, the hex map, JSON, a difference) is a [`Sink`] of the same walk, so a field is
//! described in one place: where it is read.

use std::fmt;
use std::ops::Range;

use bstr::{BStr, ByteSlice as _};
use zerocopy::little_endian::U32;

use crate::names::{Named, name_of, split_flags};

/// A listener of the fields that a decoder reads. All methods do nothing by default.
pub trait Sink<'a> {
    /// A field was read.
    fn field(&mut self, field: Field<'a>) {
        let _ = field;
    }

    /// The fields up to the matching [`close`](Sink::close) belong to this group.
    fn open(&mut self, group: Group) {
        let _ = group;
    }

    /// The innermost open group ends.
    fn close(&mut self) {}
}

/// A sink that puts a part together while its decoder walks it, as the YAML reader does.
pub trait Filler<'a>: Sink<'a> {
    /// Whether a reference that leaves its table ends the walk with an error. False while the table may still be
    /// incomplete.
    fn needs_references(&self) -> bool;

    /// The final content of the field reported last, where the bytes do not have it yet: a number, or the size of
    /// a text in bytes. The decoder goes on with it in place of what it read, so that fields whose place depends on
    /// it are found in the same walk.
    fn supplied(&self) -> Option<u64>;
}

/// A group of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// A structure by name.
    Record(&'static str),
    /// A list by name; it holds [`Group::Item`]s only.
    List(&'static str),
    /// A member of a list, by its index from 0.
    Item(usize),
}

/// One field of a part.
#[derive(Debug, Clone)]
pub struct Field<'a> {
    /// The name of the field; that of LLVM's YAML where LLVM has the field.
    pub name: &'static str,
    /// The bytes of the field, from the start of the part's payload; empty if the value follows from other bytes.
    pub range: Range<usize>,
    /// The lowest bit and the width of a bit field.
    pub bits: Option<(u8, u8)>,
    /// The value.
    pub value: Value<'a>,
    /// The way to display the value.
    pub show: Show,
}

/// The value of a field, borrowed from the file.
#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    /// An unsigned number.
    Number(u64),
    /// A 32-bit float.
    Float(f32),
    /// Bytes.
    Bytes(&'a [u8]),
    /// 32-bit words.
    Words(&'a [U32]),
    /// Text in the field itself.
    Text(&'a BStr),
    /// An offset and the text there.
    TextAt(u32, &'a BStr),
    /// An index and the words there.
    WordsAt(u32, &'a [U32]),
    /// The uncompressed size of compressed data.
    Inflated(u64),
    /// An index of a list of offsets, and the texts at these offsets.
    TextsAt(u32, Texts<'a>),
    /// An offset and size, and the bytes there.
    BytesAt(u32, &'a [u8]),
    /// An offset, and the list member at that offset.
    ItemAt(u32, Item<'a>),
}

/// A member of a list of records that another record refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item<'a> {
    /// The place in the list, from 0.
    pub index: u32,
    /// The name, where it has one that is short enough to stand beside each reference.
    pub name: Option<&'a BStr>,
}

/// Texts by their offsets.
#[derive(Debug, Clone, Copy, Default)]
pub struct Texts<'a> {
    offsets: &'a [U32],
    area: &'a [u8],
}

impl<'a> Texts<'a> {
    /// The texts at `offsets` of `area`.
    pub fn new(offsets: &'a [U32], area: &'a [u8]) -> Self {
        Self { offsets, area }
    }

    /// Their offsets.
    pub fn offsets(&self) -> &'a [U32] {
        self.offsets
    }

    /// The texts; one whose offset leads nowhere is empty, but decoders have refused such.
    pub fn iter(&self) -> impl Iterator<Item = &'a BStr> + use<'a> {
        let area = self.area;
        self.offsets.iter().map(move |offset| text_in(area, offset.get()).unwrap_or_default())
    }
}

/// The NUL-terminated text at `offset` of `area`.
pub(crate) fn text_in(area: &[u8], offset: u32) -> Option<&BStr> {
    let from = area.get(offset as usize..)?;
    from.get(..from.find_byte(0)?).map(BStr::new)
}

/// The way to display a field's value.
#[derive(Debug, Clone, Copy)]
pub enum Show {
    /// A plain number, text or bytes.
    Plain,
    /// A number whose bits matter.
    Hex,
    /// True or false.
    Bool,
    /// A number whose values have names.
    Enum(&'static [Named]),
    /// A word whose bits have names.
    Flags(&'static [Named]),
    /// A number in which a few values have names: unbounded, append.
    Special(&'static [Named]),
    /// Components x, y, z, w as bits 0 to 3.
    Components,
    /// A set of bits, one a signature component.
    BitSet,
    /// A digest or identifier: bytes in hexadecimal.
    Digest,
    /// The number of members elsewhere. Layout.
    Count,
    /// A size in bytes. Layout.
    Size,
    /// An offset. Layout.
    Offset,
    /// A string table or another arrangement that other fields refer into. Layout.
    Table,
    /// The format's signature or version constant. Layout.
    Magic,
    /// Zero in every file we know.
    Reserved,
    /// Bytes that only fill.
    Filler,
    /// Bytes this crate does not know, kept.
    Unknown,
    /// Layout that is not what follows from the rest of the part.
    Unexpected,
}

/// The role of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Information about the shader.
    Meaning,
    /// The arrangement of the part; a writer derives it.
    Layout,
    /// Reserved: worth showing only where it is not zero.
    Silent,
    /// Unknown, or not what it should be.
    Unknown,
}

impl Show {
    /// The role of a field displayed this way.
    pub const fn role(self) -> Role {
        match self {
            Self::Plain
            | Self::Hex
            | Self::Bool
            | Self::Enum(_)
            | Self::Flags(_)
            | Self::Special(_)
            | Self::Components
            | Self::BitSet
            | Self::Digest => Role::Meaning,
            Self::Count | Self::Size | Self::Offset | Self::Table | Self::Magic => Role::Layout,
            Self::Reserved | Self::Filler => Role::Silent,
            Self::Unknown | Self::Unexpected => Role::Unknown,
        }
    }
}

impl Field<'_> {
    /// True for reserved and filling bytes that are what they should be, which nobody needs to see.
    pub fn is_silent(&self) -> bool {
        let filler = |bytes: &[u8]| {
            bytes.iter().all(|&byte| byte == 0)
                || matches!(self.show, Show::Filler) && bytes.iter().all(|&byte| byte == 0xab)
        };
        self.show.role() == Role::Silent
            && match self.value {
                Value::Number(number) => number == 0,
                Value::Bytes(bytes) => filler(bytes),
                _ => false,
            }
    }
}

/// Displays the value in one line: `Float32`, `xyz`, `0x40 "TEXCOORD"`.
impl fmt::Display for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Value::Number(number) => show_number(f, number, self.show),
            Value::Float(number) => write!(f, "{number:?}"),
            Value::Bytes(bytes) => show_bytes(f, bytes),
            Value::Words(words) => show_words(f, words, self.show),
            Value::Text(text) | Value::TextAt(_, text) => show_text(f, text),
            Value::WordsAt(_, words) => show_words(f, words, Show::Plain),
            Value::Inflated(size) => write!(f, "{size} bytes"),
            Value::TextsAt(_, texts) => show_texts(f, texts),
            Value::BytesAt(_, bytes) => show_bytes(f, bytes),
            Value::ItemAt(_, Item { index, name: None }) => write!(f, "{index}"),
            Value::ItemAt(_, Item { index, name: Some(name) }) => {
                write!(f, "{index} ")?;
                show_text(f, name)
            }
        }
    }
}

fn show_number(f: &mut fmt::Formatter<'_>, number: u64, show: Show) -> fmt::Result {
    match show {
        Show::Bool if number < 2 => f.write_str(if number == 1 { "true" } else { "false" }),
        Show::Enum(names) | Show::Special(names) => match name_of(names, number) {
            Some(name) => f.write_str(name),
            None => write!(f, "{number}"),
        },
        Show::Flags(names) => show_flags(f, number, names),
        Show::Components if number < 16 => show_components(f, number),
        Show::Hex | Show::Components | Show::Offset | Show::Unknown | Show::Magic => write!(f, "{number:#x}"),
        _ => write!(f, "{number}"),
    }
}

fn show_flags(f: &mut fmt::Formatter<'_>, word: u64, names: &[Named]) -> fmt::Result {
    if word == 0 {
        return f.write_str("none");
    }
    let (known, unknown) = split_flags(names, word);
    let mut separator = "";
    for row in known {
        write!(f, "{separator}{}", row.name)?;
        separator = " | ";
    }
    unknown.map_or(Ok(()), |unknown| write!(f, "{separator}{unknown:#x}"))
}

fn show_components(f: &mut fmt::Formatter<'_>, mask: u64) -> fmt::Result {
    if mask == 0 {
        return f.write_str("-");
    }
    (0..4)
        .zip(['x', 'y', 'z', 'w'])
        .filter(|(bit, _)| mask >> bit & 1 == 1)
        .try_for_each(|(_, c)| write!(f, "{c}"))
}

/// The number of bytes or words that a line shows before it only counts them.
const SHOWN: usize = 64;
/// The same for the bytes of a text: names are shorter.
const TEXT_SHOWN: usize = 256;

fn show_bytes(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().take(SHOWN).try_for_each(|byte| write!(f, "{byte:02x}"))?;
    if bytes.len() > SHOWN {
        write!(f, "... ({} bytes)", bytes.len())?;
    }
    Ok(())
}

fn show_words(f: &mut fmt::Formatter<'_>, words: &[U32], show: Show) -> fmt::Result {
    for (index, word) in words.iter().take(SHOWN).enumerate() {
        let separator = if index == 0 { "" } else { " " };
        match show {
            Show::BitSet => write!(f, "{separator}{:#x}", word.get())?,
            _ => write!(f, "{separator}{}", word.get())?,
        }
    }
    if words.len() > SHOWN {
        write!(f, " ... ({} words)", words.len())?;
    }
    Ok(())
}

fn show_texts(f: &mut fmt::Formatter<'_>, texts: Texts<'_>) -> fmt::Result {
    for (index, text) in texts.iter().take(SHOWN).enumerate() {
        f.write_str(if index == 0 { "" } else { ", " })?;
        show_text(f, text)?;
    }
    match texts.offsets.len() {
        count if count > SHOWN => write!(f, " ... ({count} texts)"),
        _ => Ok(()),
    }
}

/// Displays text from a file with unprintable characters escaped, because a terminal obeys some, and long text cut.
#[derive(Debug, Clone, Copy)]
pub struct Printable<'a>(pub &'a BStr);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_text(f, self.0)
    }
}

/// Returns false for control characters and for characters that change the direction of the text after them. A terminal
/// obeys such characters.
pub fn is_printable(c: char) -> bool {
    let is_bidirectional =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !is_bidirectional
}

/// Text in which the characters that are not printable are escaped, such as `\u{1b}`.
pub fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_printable(c) { shown.push(c) } else { shown.extend(c.escape_default()) }
    }
    shown
}

fn show_text(f: &mut fmt::Formatter<'_>, text: &BStr) -> fmt::Result {
    let shown = text.get(..TEXT_SHOWN).unwrap_or(text);
    for chunk in shown.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_printable(c) { write!(f, "{c}")? } else { write!(f, "{}", c.escape_default())? }
        }
        for byte in chunk.invalid() {
            write!(f, "\\x{byte:02x}")?;
        }
    }
    if shown.len() < text.len() {
        write!(f, "... ({} bytes)", text.len())?;
    }
    Ok(())
}
