//! The owned form of RDAT: tables of records; reading and setting fields follows references.

use bstr::{BStr, ByteSlice as _};
use zerocopy::little_endian::U32;

use super::header::VERSION;
use super::part_order::rank;
use super::record::{Areas, Record, terminated};
use super::record_row::{FieldKind, FieldRow, RecordRow};

use crate::enums::RuntimeDataPart;
use crate::error::{ContainerErrorKind, Result};
use crate::field_values::{narrow, push_text, too_large};
use located::{Error, Place};

/// The owned form of part RDAT.
///
/// Records keep their raw numbers, with the data that they refer to beside them, so that the owned form of a large
/// library is not many times its size. [`RdatBuf::record`] reads a record with its references followed,
/// [`RdatBuf::set`] changes a field, [`RdatBuf::add_record`] adds a record. Two are equal if their content is equal,
/// regardless of where it is stored.
#[derive(Debug, Clone)]
pub struct RdatBuf {
    /// [`VERSION`] in every file we know.
    pub version: u32,
    /// Parts of a type this crate does not know.
    pub unknown_parts: Vec<UnknownPart>,
    /// Bytes after the last part.
    pub unknown: Vec<u8>,
    /// In the order in which DXC writes them.
    pub(super) tables: Vec<TableBuf>,
    /// NUL-terminated texts that records refer to.
    pub(super) strings: Vec<u8>,
    /// Lists that records refer to: each its count and its words.
    pub(super) indices: Vec<U32>,
    /// Bytes that records refer to.
    pub(super) raw: Vec<u8>,
}

/// An unknown part of RDAT.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownPart {
    /// The type.
    pub part: RuntimeDataPart,
    /// The bytes.
    pub content: Vec<u8>,
}

/// The records of one table.
#[derive(Debug, Clone)]
pub(super) struct TableBuf {
    pub(super) row: &'static RecordRow,
    /// Bytes of a record.
    pub(super) stride: u32,
    /// The records, one after the other.
    pub(super) records: Vec<u8>,
    /// Bytes after them.
    pub(super) unknown: Vec<u8>,
}

/// The new content of a field.
#[derive(Debug, Clone, Copy)]
pub enum Content<'c> {
    /// A number, or a row of another table.
    Number(u64),
    /// The absent reference.
    Null,
    /// A text.
    Text(&'c BStr),
    /// A list of texts.
    Texts(&'c [&'c BStr]),
    /// A list of numbers, or of rows of another table.
    Words(&'c [u32]),
    /// Bytes.
    Bytes(&'c [u8]),
}

impl Default for RdatBuf {
    fn default() -> Self {
        Self {
            version: VERSION,
            unknown_parts: Vec::new(),
            unknown: Vec::new(),
            tables: Vec::new(),
            strings: vec![0],
            indices: Vec::new(),
            raw: Vec::new(),
        }
    }
}

impl PartialEq for RdatBuf {
    fn eq(&self, other: &Self) -> bool {
        (self.version, &self.unknown_parts, &self.unknown)
            == (other.version, &other.unknown_parts, &other.unknown)
            && self.tables.len() == other.tables.len()
            && self.tables.iter().zip(&other.tables).all(|(a, b)| {
                (a.row.table, a.stride, &a.unknown) == (b.row.table, b.stride, &b.unknown)
                    && self.records(a.row.table).eq(other.records(b.row.table))
            })
    }
}

impl TableBuf {
    pub(super) fn record(&self, index: usize) -> Option<&[u8]> {
        let stride = self.stride as usize;
        self.records.get(index.checked_mul(stride)?..)?.get(..stride).filter(|_| stride > 0)
    }

    pub(super) fn len(&self) -> usize {
        self.records.len().checked_div(self.stride as usize).unwrap_or(0)
    }

    /// Puts the number of a field into a record; a number that the field cannot hold is cut by the caller.
    pub(super) fn put(&mut self, index: usize, field: &FieldRow, raw: u64) {
        let at = index * (self.stride as usize) + field.offset;
        if let Some(bytes) = self.records.get_mut(at..at + field.size()) {
            bytes.iter_mut().zip(raw.to_le_bytes()).for_each(|(byte, new)| *byte = new);
        }
    }
}

impl RdatBuf {
    pub(super) fn areas(&self) -> Areas<'_> {
        Areas {
            strings: &self.strings,
            terminated: terminated(&self.strings),
            indices: &self.indices,
            raw: &self.raw,
        }
    }

    /// The records of a table; none where there is no such table.
    pub fn records(&self, table: RuntimeDataPart) -> impl Iterator<Item = Record<'_>> {
        let areas = self.areas();
        let table = self.tables.iter().find(|other| other.row.table == table);
        table.into_iter().flat_map(move |table| {
            let records = table.records.chunks_exact(table.stride.max(1) as usize);
            records.map(move |bytes| Record { row: table.row, bytes, areas })
        })
    }

    /// One record of a table.
    pub fn record(&self, table: RuntimeDataPart, index: usize) -> Option<Record<'_>> {
        let table = self.tables.iter().find(|other| other.row.table == table)?;
        Some(Record { row: table.row, bytes: table.record(index)?, areas: self.areas() })
    }

    /// Adds a record, and its table where there is none; its numbers are 0, its references to nothing. Returns
    /// its row. Fails where there are no such tables.
    pub fn add_record(&mut self, table: RuntimeDataPart) -> Result<usize> {
        let row = RecordRow::of(table)
            .ok_or_else(|| refused("RDAT part type", table.0.into(), "the type of a record table"))?;
        self.add_table(table, row.size)?;
        let Some(table) = self.tables.iter_mut().find(|other| other.row.table == table) else {
            return Ok(0);
        };
        let index = table.len();
        table.records.resize(table.records.len() + table.stride as usize, 0);
        let record = table.record(index).unwrap_or_default();
        for field in row.fields_of(record) {
            table.put(index, field, field.initial());
        }
        Ok(index)
    }

    /// Adds a table whose records have `stride` bytes: an older or a newer form than the newest known. A table
    /// that is there already stays as it is.
    pub fn add_table(&mut self, table: RuntimeDataPart, stride: usize) -> Result<()> {
        let row = RecordRow::of(table)
            .ok_or_else(|| refused("RDAT part type", table.0.into(), "the type of a record table"))?;
        if stride < row.least {
            let (found, least) = (stride as u64, row.least as u64);
            let kind = ContainerErrorKind::RecordSize { what: "RecordStride", found, least };
            return Err(Error::new(kind, Place::default()));
        }
        if !self.tables.iter().any(|other| other.row.table == table) {
            let stride = narrow("record size", stride)?;
            self.tables.push(TableBuf { row, stride, records: Vec::new(), unknown: Vec::new() });
            self.tables.sort_by_key(|table| rank(table.row.table));
        }
        Ok(())
    }

    /// Changes a field of a record. A field that says which fields there are is set before those; they then
    /// refer to nothing. Fails where there is no such field, or it cannot hold that.
    pub fn set(
        &mut self,
        table: RuntimeDataPart,
        index: usize,
        field: &str,
        content: Content<'_>,
    ) -> Result<()> {
        let missing = || refused("row index", index as u64, "an existing row, and a field that this row has");
        let record = self.record(table, index).ok_or_else(missing)?;
        let (row, field) = (record.row, record.row.field(field, record.bytes).ok_or_else(missing)?);
        let raw = self.raw_of(field, content)?;
        let Some(table) = self.tables.iter_mut().find(|other| other.row.table == table) else {
            return Err(missing());
        };
        table.put(index, field, raw);
        if row.selector == Some(field.offset) {
            let new: Vec<_> = row.fields_of(table.record(index).unwrap_or_default()).collect();
            new.into_iter()
                .filter(|field| row.fields.iter().any(|o| o.offset == field.offset && !o.cases.is_empty()))
                .for_each(|field| table.put(index, field, field.initial()));
        }
        Ok(())
    }

    /// The number that makes `field` say `content`, which is kept where it is not a number.
    fn raw_of(&mut self, field: &FieldRow, content: Content<'_>) -> Result<u64> {
        let raw = match (field.kind, content) {
            (FieldKind::Number(len, _), Content::Number(number)) => {
                let max = u64::MAX >> (64 - 8 * len);
                return if number <= max { Ok(number) } else { Err(too_large(field.name, number, max)) };
            }
            (FieldKind::Row(_), Content::Number(row)) => {
                let max = u64::from(super::record::NULL);
                return if row <= max { Ok(row) } else { Err(too_large(field.name, row, max)) };
            }
            (FieldKind::Number(..), _) => return Err(refused(field.name, 0, "a number")),
            (_, Content::Null) => super::record::NULL,
            (FieldKind::Text, Content::Text(text)) => self.keep_text(field.name, text)?,
            (FieldKind::Texts, Content::Texts(texts)) => {
                let offsets: Result<Vec<u32>> =
                    texts.iter().map(|text| self.keep_text(field.name, text)).collect();
                self.keep_list(&offsets?)?
            }
            (FieldKind::Words | FieldKind::Rows(_), Content::Words(words)) => self.keep_list(words)?,
            (FieldKind::Bytes, Content::Bytes(bytes)) => {
                let at = narrow("raw bytes offset", self.raw.len())?;
                let size = narrow(field.name, bytes.len())?;
                self.raw.extend(bytes);
                return Ok(u64::from(size) << 32 | u64::from(at));
            }
            _ => return Err(refused(field.name, 0, "content that matches the type of the field")),
        };
        Ok(raw.into())
    }

    fn keep_text(&mut self, what: &'static str, text: &BStr) -> Result<u32> {
        // What no NUL ends must not become part of the new text.
        if self.strings.last().is_some_and(|&last| last != 0) {
            self.strings.push(0);
        }
        let at = narrow("string offset", self.strings.len())?;
        push_text(&mut self.strings, what, text.as_bytes())?;
        Ok(at)
    }

    fn keep_list(&mut self, words: &[u32]) -> Result<u32> {
        let at = narrow("index array offset", self.indices.len())?;
        self.indices.push(narrow("list", words.len())?.into());
        self.indices.extend(words.iter().map(|&word| U32::new(word)));
        Ok(at)
    }
}

pub(super) fn refused(what: &'static str, found: u64, expected: &'static str) -> Error<ContainerErrorKind> {
    Error::new(ContainerErrorKind::Value { what, found, expected }, Place::default())
}
