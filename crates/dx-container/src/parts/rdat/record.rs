//! One record of any table: which fields it has (rows of `tables/rdat.toml`) and what they refer to. Separate
//! because the view, the owned form and the writer all go over records this way.

use az::SaturatingAs as _;
use bstr::{BStr, ByteSlice as _};
use zerocopy::little_endian::U32;

use super::record_row::number_at;
pub use super::record_row::{FieldKind, FieldRow, NULL, RecordRow};
pub(crate) use super::record_row::{NULL_OR_ROW, UNBOUNDED_OR_NUMBER};
use crate::enums::RuntimeDataPart;
use crate::error::ContainerErrorKind;
use crate::fields::{Texts, Value, text_in};
pub use crate::generated::rdat::RECORDS;

impl RecordRow {
    /// The row for the records of `table`.
    pub fn of(table: RuntimeDataPart) -> Option<&'static Self> {
        RECORDS.iter().find(|row| row.table == table)
    }
}

/// The data that records refer to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Areas<'a> {
    pub(super) strings: &'a [u8],
    /// Bytes of them up to the last NUL: a text that begins here ends.
    pub(super) terminated: usize,
    pub(super) indices: &'a [U32],
    pub(super) raw: &'a [u8],
}

impl<'a> Areas<'a> {
    /// The value of a `field` that holds `raw`; [`Value::Number`] where it refers to nothing.
    pub(super) fn resolve(
        &self,
        field: &FieldRow,
        raw: u64,
    ) -> std::result::Result<Value<'a>, ContainerErrorKind> {
        // Rows are numbers: whether there is such a row is the validator's business.
        let is_number = matches!(field.kind, FieldKind::Number(..) | FieldKind::Row(_));
        if is_number || raw == u64::from(NULL) {
            return Ok(Value::Number(raw));
        }
        let at = u32::try_from(raw & u64::from(u32::MAX)).unwrap_or(NULL);
        match field.kind {
            FieldKind::Text => Ok(Value::TextAt(at, self.text(field.name, at)?)),
            FieldKind::Texts => {
                let offsets = self.list(field.name, at)?;
                offsets.iter().try_for_each(|offset| self.check_text(field.name, offset.get()))?;
                Ok(Value::TextsAt(at, Texts::new(offsets, self.strings)))
            }
            FieldKind::Bytes => {
                let (start, len) = (at as usize, (raw >> 32) as usize);
                if len == 0 {
                    return Ok(Value::BytesAt(at, &[]));
                }
                let bytes = start.checked_add(len).and_then(|end| self.raw.get(start..end));
                let kind = || ContainerErrorKind::Reference {
                    what: field.name,
                    offset: u64::from(at) + (raw >> 32),
                    into: "RawBytes",
                    limit: self.raw.len() as u64,
                };
                Ok(Value::BytesAt(at, bytes.ok_or_else(kind)?))
            }
            _ => Ok(Value::WordsAt(at, self.list(field.name, at)?)),
        }
    }

    /// Fails unless a text begins at `offset`. Costs no search for its end.
    fn check_text(&self, what: &'static str, offset: u32) -> std::result::Result<(), ContainerErrorKind> {
        match offset as usize {
            at if at < self.terminated => Ok(()),
            at if at < self.strings.len() => {
                Err(ContainerErrorKind::Unterminated { what, offset: offset.into() })
            }
            _ => {
                let limit = self.strings.len() as u64;
                Err(ContainerErrorKind::Reference {
                    what,
                    offset: offset.into(),
                    into: "StringBuffer",
                    limit,
                })
            }
        }
    }

    fn text(&self, what: &'static str, offset: u32) -> std::result::Result<&'a BStr, ContainerErrorKind> {
        self.check_text(what, offset)?;
        text_in(self.strings, offset).ok_or(ContainerErrorKind::Unterminated { what, offset: offset.into() })
    }

    /// The list at `index`: a count, then so many words.
    fn list(&self, what: &'static str, index: u32) -> std::result::Result<&'a [U32], ContainerErrorKind> {
        let len = self.indices.len() as u64;
        let rest = self.indices.get(index as usize..).unwrap_or_default();
        let Some((count, words)) = rest.split_first() else {
            return Err(ContainerErrorKind::IndexRun { what, index, count: 1, len });
        };
        let count = count.get();
        let too_long = ContainerErrorKind::IndexRun { what, index, count: u64::from(count) + 1, len };
        words.get(..count as usize).ok_or(too_long)
    }
}

/// Bytes of `strings` up to and with the last NUL.
pub(super) fn terminated(strings: &[u8]) -> usize {
    strings.rfind_byte(0).map_or(0, |last| last + 1)
}

/// A record of any table, with the data that it refers to.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    pub(super) row: &'static RecordRow,
    pub(super) bytes: &'a [u8],
    pub(super) areas: Areas<'a>,
}

impl<'a> Record<'a> {
    /// The fields it has, by name, in the order of the table's rows.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, Value<'a>)> + use<'a> {
        let record = *self;
        self.row.fields_of(self.bytes).filter_map(move |field| Some((field.name, record.value(field)?)))
    }

    /// The field called `name`, where the record has it.
    pub fn get(&self, name: &str) -> Option<Value<'a>> {
        self.value(self.row.field(name, self.bytes)?)
    }

    pub(super) fn value(&self, field: &FieldRow) -> Option<Value<'a>> {
        self.areas.resolve(field, number_at(self.bytes, field.range())?).ok()
    }

    /// The number called `name`; 0 where the record has none.
    pub fn number(&self, name: &str) -> u64 {
        match self.get(name) {
            Some(Value::Number(number)) => number,
            _ => 0,
        }
    }

    /// The same, of up to 32 bits.
    pub fn number32(&self, name: &str) -> u32 {
        self.number(name).saturating_as::<u32>()
    }

    /// The row that `name` refers to.
    pub fn row(&self, name: &str) -> Option<u32> {
        self.get(name).map(|_| self.number32(name)).filter(|&row| row != NULL)
    }

    /// The text that `name` refers to; empty where it refers to none.
    pub fn text(&self, name: &str) -> &'a BStr {
        match self.get(name) {
            Some(Value::TextAt(_, text)) => text,
            _ => BStr::new(b""),
        }
    }

    /// The words, or rows, that `name` refers to; `None` is no list, which is not an empty one.
    pub fn words(&self, name: &str) -> Option<&'a [U32]> {
        match self.get(name) {
            Some(Value::WordsAt(_, words)) => Some(words),
            _ => None,
        }
    }

    /// The texts that `name` refers to.
    pub fn texts(&self, name: &str) -> Option<Texts<'a>> {
        match self.get(name) {
            Some(Value::TextsAt(_, texts)) => Some(texts),
            _ => None,
        }
    }

    /// The bytes that `name` refers to.
    pub fn bytes(&self, name: &str) -> &'a [u8] {
        match self.get(name) {
            Some(Value::BytesAt(_, bytes)) => bytes,
            _ => &[],
        }
    }
}

/// Compares the numbers of records, and the content that they refer to.
impl PartialEq for Record<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes.len() == other.bytes.len()
            && self.row.spans(self.row.shape(self.bytes)).into_iter().all(|(field, range)| {
                let (a, b) = (self.bytes.get(range.clone()), other.bytes.get(range));
                match field {
                    Some(field) if !matches!(field.kind, FieldKind::Number(..)) => {
                        same(self.value(field), other.value(field), a == b)
                    }
                    _ => a == b,
                }
            })
    }
}

fn same(a: Option<Value<'_>>, b: Option<Value<'_>>, raw: bool) -> bool {
    match (a, b) {
        (Some(Value::TextAt(_, a)), Some(Value::TextAt(_, b))) => a == b,
        (Some(Value::WordsAt(_, a)), Some(Value::WordsAt(_, b))) => a == b,
        (Some(Value::BytesAt(_, a)), Some(Value::BytesAt(_, b))) => a == b,
        (Some(Value::TextsAt(_, a)), Some(Value::TextsAt(_, b))) => a.iter().eq(b.iter()),
        (Some(Value::Number(a)), Some(Value::Number(b))) => a == b,
        (None, None) => raw,
        _ => false,
    }
}
