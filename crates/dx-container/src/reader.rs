//! The reader of all decoders, the only file that slices the bytes of a part. Its position stays in bounds, it reports
//! every field to a sink, and every error carries its offset in the whole file.
//! Long because each kind of field is read here, and nowhere else are bytes sliced.

mod listener;
mod report;

use std::ops::Range;

use az::SaturatingAs as _;
use bstr::{BStr, ByteSlice as _};
use zerocopy::FromBytes as _;
use zerocopy::little_endian::U32;

use crate::error::{ContainerErrorKind, Result};
use crate::fields::{Field, Filler, Group, Item, Show, Sink, Value};
use crate::fourcc::FourCc;
use crate::generated::enums::ShaderKind;
use crate::limits;
use crate::names::{NamedFlags, NamedValue};
use listener::Listener;
use located::{Error, Frame, Place};

/// The input of a decoder: the bytes of one part, and their place in the file.
#[derive(Debug, Clone, Copy)]
pub struct Payload<'a> {
    /// The name of the part, on which the layout of signatures depends.
    pub name: FourCc,
    /// The bytes after the part header.
    pub bytes: &'a [u8],
    /// The offset of the first byte in the whole file.
    pub offset: u64,
    /// The stage of the shader, if known; only PSV0 of version 0 needs it.
    pub stage: Option<ShaderKind>,
}

impl<'a> Payload<'a> {
    /// The payload of a part called `name`, at offset 0.
    pub fn new(name: FourCc, bytes: &'a [u8]) -> Self {
        Self { name, bytes, offset: 0, stage: None }
    }
}

/// An offset, size or count of 32 or 16 bits; errors about the data it refers to point at this field.
#[derive(Debug, Clone, Copy)]
pub struct Word {
    name: &'static str,
    /// The value.
    pub value: u32,
    at: usize,
    len: usize,
}

impl Word {
    /// The value as an index.
    pub fn to_usize(self) -> usize {
        self.value as usize
    }

    fn range(self) -> Range<usize> {
        self.at..self.at + self.len
    }
}

/// A reader of fields, one after the other, that reports each to its listener.
pub struct Reader<'a, 's> {
    payload: Payload<'a>,
    at: usize,
    end: usize,
    /// The end up to which nothing has to be reported: the same, or 0 where somebody listens. One comparison tells
    /// whether a number can be read at once.
    silent_end: usize,
    /// Bytes of text that records may still refer to, see [`limits::TEXT_BYTES_PER_BYTE`].
    text_left: usize,
    listener: Listener<'a, 's>,
}

impl<'a, 's> Reader<'a, 's> {
    /// A reader at the first byte of `payload` that reports nothing.
    pub fn new(payload: Payload<'a>) -> Self {
        Self::with_listener(payload, Listener::Nobody)
    }

    /// A reader at the first byte of `payload` that reports to `sink`.
    pub fn reporting(payload: Payload<'a>, sink: &'s mut dyn Sink<'a>) -> Self {
        Self::with_listener(payload, Listener::Sink(sink))
    }

    /// A reader at the first byte of `payload` that reports to `filler`, and reads on as that says.
    pub fn filling(payload: Payload<'a>, filler: &'s mut dyn Filler<'a>) -> Self {
        Self::with_listener(payload, Listener::Filler(filler))
    }

    fn with_listener(payload: Payload<'a>, listener: Listener<'a, 's>) -> Self {
        let text_left = payload
            .bytes
            .len()
            .saturating_mul(limits::TEXT_BYTES_PER_BYTE)
            .saturating_add(limits::TEXT_BYTES_FREE);
        let mut reader = Self { payload, at: 0, end: 0, silent_end: 0, text_left, listener };
        reader.set_end(payload.bytes.len());
        reader
    }

    /// The whole payload.
    pub fn payload(&self) -> Payload<'a> {
        self.payload
    }

    /// The offset of the next byte, from the start of the part.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The number of bytes left in the part, or in the current record.
    pub fn remaining(&self) -> usize {
        self.end - self.at
    }

    // Fields. Numbers are most of a part: where nobody listens they are read without a call.

    /// A byte.
    #[inline]
    pub fn u8(&mut self, name: &'static str, show: Show) -> Result<u8> {
        match self.unreported() {
            Some(&[byte]) => Ok(byte),
            None => self.reported(name, show, |[byte]| byte),
        }
    }

    /// A 16-bit number.
    #[inline]
    pub fn u16(&mut self, name: &'static str, show: Show) -> Result<u16> {
        match self.unreported() {
            Some(&bytes) => Ok(u16::from_le_bytes(bytes)),
            None => self.reported(name, show, u16::from_le_bytes),
        }
    }

    /// A 32-bit number.
    #[inline]
    pub fn u32(&mut self, name: &'static str, show: Show) -> Result<u32> {
        match self.unreported() {
            Some(&bytes) => Ok(u32::from_le_bytes(bytes)),
            None => self.reported(name, show, u32::from_le_bytes),
        }
    }

    /// The next bytes, where nobody listens and they are there.
    #[inline]
    fn unreported<const N: usize>(&mut self) -> Option<&'a [u8; N]> {
        let end = self.at + N;
        if end > self.silent_end {
            return None;
        }
        let bytes = self.payload.bytes.get(self.at..end)?.first_chunk()?;
        self.at = end;
        Some(bytes)
    }

    /// A number of these bytes, or the error that they are not there.
    #[inline(never)]
    fn reported<const N: usize, T: Copy + Into<u64> + TryFrom<u64>>(
        &mut self,
        name: &'static str,
        show: Show,
        number: fn([u8; N]) -> T,
    ) -> Result<T> {
        let (range, bytes) = self.take(name, N)?;
        let number = number(bytes.try_into().unwrap_or([0; N]));
        self.report(name, range, Value::Number(number.into()), show);
        Ok(self.supplied_or(number))
    }

    /// A 32-bit offset, size or count.
    pub fn word(&mut self, name: &'static str, show: Show) -> Result<Word> {
        let at = self.at;
        Ok(Word { name, value: self.u32(name, show)?, at, len: 4 })
    }

    /// A 16-bit offset, size or count.
    pub fn word16(&mut self, name: &'static str, show: Show) -> Result<Word> {
        let at = self.at;
        Ok(Word { name, value: self.u16(name, show)?.into(), at, len: 2 })
    }

    /// A 32-bit number of the layout that should be `expected`; shown where it is not.
    pub fn expected(&mut self, name: &'static str, show: Show, expected: u32) -> Result<u32> {
        let next =
            self.payload.bytes.get(self.at..self.end).and_then(|left| U32::read_from_prefix(left).ok());
        let as_expected = next.is_none_or(|(value, _)| value.get() == expected);
        self.u32(name, if as_expected { show } else { Show::Unexpected })
    }

    /// A 32-bit float; its bits are kept, whatever they are.
    pub fn f32(&mut self, name: &'static str) -> Result<f32> {
        let (range, bytes) = self.take(name, 4)?;
        let number = f32::from_bits(U32::read_from_bytes(bytes).unwrap_or_default().get());
        self.report(name, range, Value::Float(number), Show::Plain);
        Ok(number)
    }

    /// A 32-bit field whose values have names.
    pub fn named32<E: NamedValue>(&mut self, name: &'static str) -> Result<E> {
        self.u32(name, Show::Enum(E::NAMES)).map(E::from_raw)
    }

    /// A 16-bit field whose values have names.
    pub fn named16<E: NamedValue>(&mut self, name: &'static str) -> Result<E> {
        self.u16(name, Show::Enum(E::NAMES)).map(|raw| E::from_raw(raw.into()))
    }

    /// An 8-bit field whose values have names.
    pub fn named8<E: NamedValue>(&mut self, name: &'static str) -> Result<E> {
        self.u8(name, Show::Enum(E::NAMES)).map(|raw| E::from_raw(raw.into()))
    }

    /// A 32-bit flag word.
    pub fn flags32<F: NamedFlags>(&mut self, name: &'static str) -> Result<F> {
        self.u32(name, Show::Flags(F::NAMES)).map(|word| F::from_word(word.into()))
    }

    /// A 64-bit flag word.
    pub fn flags64<F: NamedFlags>(&mut self, name: &'static str) -> Result<F> {
        let word = match self.unreported() {
            Some(&bytes) => u64::from_le_bytes(bytes),
            None => self.reported(name, Show::Flags(F::NAMES), u64::from_le_bytes)?,
        };
        Ok(F::from_word(word))
    }

    /// One byte that holds several fields: (name, lowest bit, width, how to show it), lowest first.
    #[inline]
    pub fn bits8<const N: usize>(&mut self, fields: [(&'static str, u8, u8, Show); N]) -> Result<[u8; N]> {
        match self.unreported() {
            Some(&[byte]) => Ok(fields.map(|(_, low, width, _)| bits_of(byte, low, width))),
            None => self.reported_bits(fields),
        }
    }

    #[inline(never)]
    fn reported_bits<const N: usize>(
        &mut self,
        fields: [(&'static str, u8, u8, Show); N],
    ) -> Result<[u8; N]> {
        let (range, bytes) = self.take("bit fields", 1)?;
        let byte = bytes.first().copied().unwrap_or_default();
        Ok(fields.map(|(name, low, width, show)| {
            let number = bits_of(byte, low, width);
            let (range, bits) = (range.clone(), Some((low, width)));
            self.report_field(Field { name, range, bits, value: Value::Number(number.into()), show });
            self.supplied_or(number)
        }))
    }

    /// `len` bytes.
    pub fn bytes(&mut self, name: &'static str, len: usize, show: Show) -> Result<&'a [u8]> {
        let (range, bytes) = self.take(name, len)?;
        if len > 0 {
            self.report(name, range, Value::Bytes(bytes), show);
        }
        Ok(bytes)
    }

    /// Bytes, as many as the array has.
    pub fn array<const N: usize>(&mut self, name: &'static str, show: Show) -> Result<[u8; N]> {
        let bytes = self.bytes(name, N, show)?;
        Ok(bytes.try_into().unwrap_or([0; N]))
    }

    /// The rest of the part or record.
    pub fn rest(&mut self, name: &'static str, show: Show) -> &'a [u8] {
        // Taking what is left cannot fail.
        self.bytes(name, self.remaining(), show).unwrap_or_default()
    }

    /// `count` 32-bit words.
    pub fn words(&mut self, name: &'static str, count: usize, show: Show) -> Result<&'a [U32]> {
        let (range, bytes) = self.take(name, count.saturating_mul(4))?;
        let words = <[U32]>::ref_from_bytes(bytes).unwrap_or_default();
        if !words.is_empty() {
            self.report(name, range, Value::Words(words), show);
        }
        Ok(words)
    }

    /// Text of `len` bytes that stands here.
    pub fn text(&mut self, name: &'static str, len: usize) -> Result<&'a BStr> {
        let (range, bytes) = self.take(name, len)?;
        self.report(name, range, Value::Text(bytes.as_bstr()), Show::Plain);
        Ok(bytes.as_bstr())
    }

    /// Text that stands here up to a NUL, or up to the end of the part or record where there is none.
    pub fn text_until_nul(&mut self, name: &'static str) -> Result<&'a BStr> {
        let left = self.payload.bytes.get(self.at..self.end).unwrap_or_default();
        let len = left.find_byte(0);
        let (range, bytes) = self.take(name, len.map_or(left.len(), |len| len + 1))?;
        let text = bytes.get(..len.unwrap_or(left.len())).unwrap_or_default().as_bstr();
        let start = range.start;
        self.report(name, range, Value::Text(text), Show::Plain);
        if let Some(len) = self.supplied() {
            let len = len.saturating_as::<usize>();
            self.at = start.saturating_add(len).min(self.end);
        }
        Ok(text)
    }

    /// A 32-bit offset into `area`, and the NUL-terminated text there.
    pub fn text_at(&mut self, name: &'static str, area: &'a [u8]) -> Result<(u32, &'a BStr)> {
        let (range, bytes) = self.take(name, 4)?;
        let offset = U32::read_from_bytes(bytes).unwrap_or_default().get();
        let text = match self.resolve_text(name, &range, area, offset) {
            Err(_) if !self.needs_references() => Default::default(),
            text => text?,
        };
        self.report(name, range, Value::TextAt(offset, text), Show::Plain);
        Ok((offset, text))
    }

    /// A 32-bit offset of a member of a list of records; `find` says which.
    pub fn item_at(
        &mut self,
        name: &'static str,
        find: impl FnOnce(&Self, Word) -> Result<Item<'a>>,
    ) -> Result<Item<'a>> {
        let (range, bytes) = self.take(name, 4)?;
        let value = U32::read_from_bytes(bytes).unwrap_or_default().get();
        let item = find(self, Word { name, value, at: range.start, len: 4 })?;
        self.report(name, range, Value::ItemAt(value, item), Show::Plain);
        Ok(item)
    }

    /// An index into a table of words, and the `count` words there.
    pub fn words_at(
        &mut self,
        name: &'static str,
        table: &'a [U32],
        count: usize,
    ) -> Result<(u32, &'a [U32])> {
        let (range, bytes) = self.take(name, 4)?;
        let index = U32::read_from_bytes(bytes).unwrap_or_default().get();
        let start = index as usize;
        let words = start.checked_add(count).and_then(|end| table.get(start..end));
        let Some(words) = words.or_else(|| (!self.needs_references()).then_some(&[])) else {
            let (count, len) = (count as u64, table.len() as u64);
            let kind = ContainerErrorKind::IndexRun { what: name, index, count, len };
            return Err(self.error_in(&range, kind));
        };
        self.report(name, range, Value::WordsAt(index, words), Show::Plain);
        Ok((index, words))
    }

    /// A number of up to 8 bytes, reported as what `resolve` finds it to refer to.
    pub fn resolved(
        &mut self,
        name: &'static str,
        len: usize,
        show: Show,
        resolve: impl FnOnce(u64) -> std::result::Result<Value<'a>, ContainerErrorKind>,
    ) -> Result<()> {
        let (range, bytes) = self.take(name, len)?;
        let raw = bytes.iter().rev().fold(0, |raw, &byte| raw << 8 | u64::from(byte));
        let value = match resolve(raw) {
            Err(_) if !self.needs_references() => Value::Number(raw),
            value => value.map_err(|kind| self.error_in(&range, kind))?,
        };
        self.report(name, range, value, show);
        Ok(())
    }

    /// A string table of `len` bytes: each string is reported with its NUL, what follows the last as filler.
    pub fn string_table(&mut self, name: &'static str, len: usize) -> Result<&'a [u8]> {
        let (range, table) = self.take(name, len)?;
        if len == 0 || self.is_silent() {
            return Ok(table);
        }
        self.open(Group::Record(name));
        let mut start = range.start;
        let mut rest = table;
        // Empty strings after the last other one are filler. Found once: a table may be all NULs but for its end.
        let filler = range.start + table.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        while let Some(nul) = rest.find_byte(0).filter(|_| start < filler) {
            let (text, after) = rest.split_at(nul);
            let end = start + nul + 1;
            self.report("String", start..end, Value::Text(text.as_bstr()), Show::Table);
            (start, rest) = (end, after.get(1..).unwrap_or_default());
        }
        if !rest.is_empty() {
            self.report("Filler", start..range.end, Value::Bytes(rest), Show::Filler);
        }
        self.close();
        Ok(table)
    }

    /// Reports the size of what the part holds in another form only, such as compressed: no bytes of its own.
    pub fn inflated(&mut self, name: &'static str, size: u64) {
        self.report(name, self.at..self.at, Value::Inflated(size), Show::Plain);
    }

    /// Reports a number that follows from bytes that are described elsewhere: no bytes of its own.
    pub fn derived(&mut self, name: &'static str, number: u64) {
        self.report(name, self.at..self.at, Value::Number(number), Show::Plain);
    }

    /// Reports which member of a list this one shares bytes with, which are described there.
    pub fn shared_with(&mut self, name: &'static str, index: u32) {
        let at = self.at.saturating_as::<u32>();
        let value = Value::ItemAt(at, Item { index, name: None });
        self.report(name, self.at..self.at, value, Show::Plain);
    }

    /// The place of `range` of the part in the whole file.
    pub fn place(&self, range: &Range<usize>) -> Place {
        Place { offset: self.payload.offset + range.start as u64, len: range.len() as u64, bit: 0 }
    }

    // Structure.

    /// Fields that belong to a record called `name`.
    pub fn record<T>(&mut self, name: &'static str, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.open(Group::Record(name));
        let value = read(self).map_err(|error| error.within(Frame::Node(name)))?;
        self.close();
        Ok(value)
    }

    /// A list called `name` of `count` members, each read by `read`.
    pub fn list(
        &mut self,
        name: &'static str,
        count: usize,
        mut read: impl FnMut(&mut Self, usize) -> Result<()>,
    ) -> Result<()> {
        self.open(Group::List(name));
        for index in 0..count {
            self.open(Group::Item(index));
            read(self, index)
                .map_err(|error| error.within(Frame::Item(index as u64)).within(Frame::Node(name)))?;
            self.close();
        }
        self.close();
        Ok(())
    }

    /// A list of one member or more whose length shows only while it is read: `read` says whether there is
    /// another.
    pub fn list_while(
        &mut self,
        name: &'static str,
        mut read: impl FnMut(&mut Self, usize) -> Result<bool>,
    ) -> Result<()> {
        self.open(Group::List(name));
        for index in 0.. {
            self.open(Group::Item(index));
            let more = read(self, index)
                .map_err(|error| error.within(Frame::Item(index as u64)).within(Frame::Node(name)))?;
            self.close();
            if !more {
                break;
            }
        }
        self.close();
        Ok(())
    }

    /// A window of `size` bytes read by `read`; what it leaves is reported as unknown and returned. This is
    /// how records that grow with time are read: the known prefix by name, the rest kept.
    pub fn sized<T>(
        &mut self,
        what: &'static str,
        size: usize,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<(T, &'a [u8])> {
        self.check_left(what, size)?;
        let outer = self.end;
        self.set_end(self.at + size);
        let value = read(self);
        let rest = match value {
            Ok(_) => self.rest("Unknown", Show::Unknown),
            Err(_) => &[],
        };
        self.set_end(outer);
        Ok((value?, rest))
    }

    fn set_end(&mut self, end: usize) {
        self.end = end;
        self.silent_end = if self.is_silent() { end } else { 0 };
    }

    /// The byte at `offset` from the start of the part, without moving: unions are told apart by what follows.
    pub fn peek_u8(&self, offset: usize) -> Option<u8> {
        self.payload.bytes.get(..self.end)?.get(offset).copied()
    }

    /// Goes on where `target` says, counted from the start of the part.
    pub fn seek(&mut self, target: Word) -> Result<()> {
        if target.to_usize() > self.end {
            let (offset, limit) = (target.value.into(), self.end as u64);
            let kind = ContainerErrorKind::Reference { what: target.name, offset, into: "the part", limit };
            return Err(self.error_in(&target.range(), kind));
        }
        self.at = target.to_usize();
        Ok(())
    }

    /// The distance to `target`, counted from `base`. It is not negative: then two fields would describe one byte.
    pub fn ahead(&self, target: Word, base: usize) -> Result<usize> {
        let Some(ahead) = base.saturating_add(target.to_usize()).checked_sub(self.at) else {
            let (what, expected) = (target.name, "an offset after the preceding data");
            let kind = ContainerErrorKind::Value { what, found: target.value.into(), expected };
            return Err(self.error_in(&target.range(), kind));
        };
        self.check_fits(target, "the preceding data", ahead)?;
        Ok(ahead)
    }

    /// Goes back, or on, to a position the reader has had.
    pub fn resume(&mut self, position: usize) {
        self.at = position.min(self.end);
    }

    /// Reports what lies between the position and `offset` from it, which `target` gave, and goes on there.
    pub fn gap(&mut self, target: Word, offset: u32) -> Result<()> {
        self.check_fits(target, "the preceding data", offset as usize)?;
        self.bytes("Gap", offset as usize, Show::Unknown).map(drop)
    }

    // Errors.

    #[cold]
    fn error_in(&self, range: &Range<usize>, kind: ContainerErrorKind) -> Error<ContainerErrorKind> {
        Error::new(kind, self.place(range))
    }

    /// Fails unless `size` bytes are left, before anything is allocated or looped over for them.
    pub fn check_left(&self, what: &'static str, size: usize) -> Result<()> {
        if size <= self.remaining() {
            return Ok(());
        }
        let kind = ContainerErrorKind::Truncated { what, needed: size as u64, left: self.remaining() as u64 };
        Err(self.error_in(&(self.at..self.end), kind))
    }

    /// The same for `size` bytes of `what` that `cause` asks for, which the error marks.
    pub fn check_fits(&self, cause: Word, what: &'static str, size: usize) -> Result<()> {
        if size <= self.remaining() {
            return Ok(());
        }
        let (name, value) = (cause.name, cause.value);
        let (needed, left) = (size as u64, self.remaining() as u64);
        let kind = ContainerErrorKind::TooMuch { name, value, what, needed, left };
        Err(self.error_in(&cause.range(), kind))
    }

    /// An error about the field `word`.
    #[cold]
    pub fn error_at(&self, word: Word, kind: ContainerErrorKind) -> Error<ContainerErrorKind> {
        self.error_in(&word.range(), kind)
    }

    fn take(&mut self, what: &'static str, len: usize) -> Result<(Range<usize>, &'a [u8])> {
        self.check_left(what, len)?;
        let range = self.at..self.at + len;
        self.at = range.end;
        Ok((range.clone(), self.payload.bytes.get(range).unwrap_or_default()))
    }

    fn resolve_text(
        &mut self,
        what: &'static str,
        field: &Range<usize>,
        area: &'a [u8],
        offset: u32,
    ) -> Result<&'a BStr> {
        let Some(from) = area.get(offset as usize..).filter(|from| !from.is_empty()) else {
            let is_part = area.len() == self.payload.bytes.len();
            let into = if is_part { "the part" } else { "the string table" };
            let (offset, limit) = (offset.into(), area.len() as u64);
            let kind = ContainerErrorKind::Reference { what, offset, into, limit };
            return Err(self.error_in(field, kind));
        };
        let window = from.get(..self.text_left + 1).unwrap_or(from);
        let Some(len) = window.find_byte(0) else {
            let kind = if window.len() < from.len() {
                ContainerErrorKind::Sharing {
                    what,
                    limit: (self.payload.bytes.len() * limits::TEXT_BYTES_PER_BYTE + limits::TEXT_BYTES_FREE)
                        as u64,
                }
            } else {
                ContainerErrorKind::Unterminated { what, offset: offset.into() }
            };
            return Err(self.error_in(field, kind));
        };
        self.text_left -= len;
        Ok(window.get(..len).unwrap_or_default().as_bstr())
    }
}

/// `width` bits of a byte, from bit `low`.
fn bits_of(byte: u8, low: u8, width: u8) -> u8 {
    (byte >> low) & (0xff >> (8 - width))
}
