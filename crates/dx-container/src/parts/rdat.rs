//! RDAT: runtime data, the functions, resources and subobjects of a library. Also the content of PDBI.
//!
//! A header with the offsets of RDAT parts; parts with strings, index arrays and raw bytes; and tables of records
//! that refer to those. The fields of each record are rows of `tables/rdat.toml`. Each table states the size of its
//! records; bytes beyond the known fields are kept.
//!
//! Source: DXC's `DxilRuntimeReflection.h` and `RDAT_*.inl`, checked on real files.

mod builder;
mod header;
mod owned;
mod part_order;
pub mod record;
mod record_row;
mod sharing;
mod typed;
mod write;

use zerocopy::FromBytes as _;
use zerocopy::little_endian::U32;

use crate::enums::RuntimeDataPart;
use crate::error::{ContainerError, ContainerErrorKind, Result};
use crate::fields::Show;
use crate::names::NamedValue as _;
use crate::part::View;
use crate::reader::{Payload, Reader};
use header::HEADER_SIZE;
pub use header::VERSION;
use owned::TableBuf;
use part_order::rank;
use record::{Areas, Record, terminated};
use record_row::{RecordRow, Span, number_at};
use sharing::Sharing;

pub use builder::RdatBuilder;
pub use owned::{Content, RdatBuf, UnknownPart};
pub use typed::{Function, Resource, Subobject, SubobjectContent};
pub use write::Arrangement;

/// The view of part RDAT, which borrows the file.
#[derive(Debug, Clone)]
pub struct Rdat<'a> {
    /// [`VERSION`] in every file we know.
    pub version: u32,
    /// The tables in the order of the file.
    pub tables: Vec<Table<'a>>,
    /// Parts of a type this crate does not know: type and content.
    pub unknown_parts: Vec<(RuntimeDataPart, &'a [u8])>,
    /// Bytes after the last part; none in all known files.
    pub unknown: &'a [u8],
    /// The types of all parts in the order of the file.
    order: Vec<RuntimeDataPart>,
    areas: Areas<'a>,
    stored: Stored<'a>,
}

/// The areas as they lie in the file, with what no record can refer to.
#[derive(Debug, Clone, Copy, Default)]
struct Stored<'a> {
    strings: &'a [u8],
    indices: &'a [u8],
    raw: &'a [u8],
}

/// A table as it lies in the file.
#[derive(Debug, Clone, Copy)]
pub struct Table<'a> {
    /// The kind of records.
    pub row: &'static RecordRow,
    /// Bytes a record has in this file.
    pub stride: u32,
    records: &'a [u8],
    unknown: &'a [u8],
}

impl Table<'_> {
    /// The number of records.
    pub fn len(&self) -> usize {
        self.records.len().checked_div(self.stride as usize).unwrap_or(0)
    }

    /// True where there are none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }
}

impl<'a> View<'a> for Rdat<'a> {
    type Buf = RdatBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let (stored, broken) = Stored::find(r.payload());
        // A record refers to nothing where an area's header lies: then that is the error.
        Self::decode_parts(r, stored).map_err(|error| broken.unwrap_or(error))
    }

    fn to_buf(&self) -> RdatBuf {
        let mut tables: Vec<TableBuf> = self
            .tables
            .iter()
            .map(|table| TableBuf {
                row: table.row,
                stride: table.stride,
                records: table.records.to_vec(),
                unknown: table.unknown.to_vec(),
            })
            .collect();
        tables.sort_by_key(|table| rank(table.row.table));
        let unknown_parts = self.unknown_parts.iter();
        RdatBuf {
            version: self.version,
            unknown_parts: unknown_parts
                .map(|&(part, content)| UnknownPart { part, content: content.to_vec() })
                .collect(),
            unknown: self.unknown.to_vec(),
            tables,
            strings: self.stored.strings.to_vec(),
            indices: self.areas.indices.to_vec(),
            raw: self.stored.raw.to_vec(),
        }
    }
}

impl<'a> Rdat<'a> {
    fn decode_parts(r: &mut Reader<'a, '_>, stored: Stored<'a>) -> Result<Self> {
        let mut rdat = Self {
            version: r.expected("Version", Show::Magic, VERSION)?,
            tables: Vec::new(),
            unknown_parts: Vec::new(),
            unknown: &[],
            order: Vec::new(),
            areas: stored.areas(),
            stored,
        };
        let mut sharing = Sharing::new(r.payload().bytes.len());
        let count = r.word("PartCount", Show::Count)?;
        r.check_fits(count, "the part offsets", count.to_usize().saturating_mul(4))?;
        let mut end = HEADER_SIZE + count.to_usize() * 4;
        for index in 0..count.to_usize() {
            r.resume(HEADER_SIZE + index * 4);
            let offset = r.word("PartOffset", Show::Offset)?;
            if offset.to_usize() < end {
                let expected = "an offset after the preceding RDAT part";
                let kind =
                    ContainerErrorKind::Value { what: "PartOffset", found: offset.value.into(), expected };
                return Err(r.error_at(offset, kind));
            }
            r.seek(offset)?;
            r.resume(end);
            r.bytes("Gap", offset.to_usize() - end, Show::Unknown)?;
            rdat.decode_part(r, &mut sharing)?;
            end = r.position();
        }
        r.resume(end);
        rdat.unknown = r.rest("Unknown", Show::Unknown);
        Ok(rdat)
    }

    fn decode_part(&mut self, r: &mut Reader<'a, '_>, sharing: &mut Sharing) -> Result<()> {
        let next = r.payload().bytes.get(r.position()..r.position() + 4).unwrap_or_default();
        let part = RuntimeDataPart(u32::read_from_bytes(next).map_or(0, u32::from_le));
        let is_area =
            [RuntimeDataPart::STRING_BUFFER, RuntimeDataPart::INDEX_ARRAYS, RuntimeDataPart::RAW_BYTES];
        let row = RecordRow::of(part);
        let is_known = row.is_some() || is_area.contains(&part);
        let word = r.word("PartType", if is_known { Show::Magic } else { Show::Unknown })?;
        if is_known && self.order.contains(&part) {
            let kind =
                ContainerErrorKind::Repeated { what: "RDAT part", name: part.name().unwrap_or_default() };
            return Err(r.error_at(word, kind));
        }
        self.order.push(part);
        let size = r.word("PartSize", Show::Size)?;
        r.check_fits(size, "the RDAT part", size.to_usize())?;
        match (part, row) {
            (_, Some(row)) => {
                let read = r.sized(row.name, size.to_usize(), |r| self.decode_table(r, row, sharing));
                let (table, unknown) = read?;
                self.tables.push(Table { unknown, ..table });
            }
            (RuntimeDataPart::STRING_BUFFER, _) => {
                r.string_table("StringBuffer", size.to_usize())?;
            }
            (RuntimeDataPart::INDEX_ARRAYS, _) => {
                r.sized("IndexArrays", size.to_usize(), |r| {
                    r.words("IndexArrays", size.to_usize() / 4, Show::Table)
                })?;
            }
            (RuntimeDataPart::RAW_BYTES, _) => {
                r.bytes("RawBytes", size.to_usize(), Show::Table)?;
            }
            _ => {
                let content = r.bytes("UnknownPart", size.to_usize(), Show::Unknown)?;
                self.unknown_parts.push((part, content));
            }
        }
        Ok(())
    }

    fn decode_table(
        &self,
        r: &mut Reader<'a, '_>,
        row: &'static RecordRow,
        sharing: &mut Sharing,
    ) -> Result<Table<'a>> {
        let count = r.word("RecordCount", Show::Count)?;
        let stride = r.word("RecordStride", Show::Size)?;
        if count.value > 0 && stride.to_usize() < row.least {
            let (found, least) = (stride.value.into(), row.least as u64);
            let kind = ContainerErrorKind::RecordSize { what: "RecordStride", found, least };
            return Err(r.error_at(stride, kind));
        }
        let size = count.to_usize().saturating_mul(stride.to_usize());
        r.check_fits(count, "the records", size)?;
        let bytes = r.payload().bytes;
        let records = bytes.get(r.position()..r.position() + size).unwrap_or_default();
        // Most records have the shape of the one before.
        let mut known = None;
        r.list(row.name, count.to_usize(), |r, _| {
            r.sized("a record", stride.to_usize(), |r| {
                let record = bytes.get(r.position()..r.position() + stride.to_usize()).unwrap_or_default();
                let shape = row.shape(record);
                let (_, spans) = match known.take() {
                    Some((of, spans)) if of == shape => known.insert((of, spans)),
                    _ => known.insert((shape, row.spans(shape))),
                };
                self.decode_record(r, (row, spans), record, sharing)
            })
            .map(drop)
        })?;
        Ok(Table { row, stride: stride.value, records, unknown: &[] })
    }

    fn decode_record(
        &self,
        r: &mut Reader<'a, '_>,
        (row, spans): (&RecordRow, &[Span]),
        record: &'a [u8],
        sharing: &mut Sharing,
    ) -> Result<()> {
        for (field, range) in spans {
            let Some(field) = field else {
                // What no case uses, and padding; what lies beyond the known is left to the caller.
                let known = range.end.min(row.size).saturating_sub(range.start);
                r.bytes("Reserved", known, Show::Reserved)?;
                continue;
            };
            let raw = number_at(record, field.range()).unwrap_or_default();
            // Errors come again, with their place, from the reader.
            let resolved = self.areas.resolve(field, raw);
            let show = resolved.as_ref().map_or(Show::Plain, |value| field.show(value));
            r.resolved(field.name, field.size(), show, |_| {
                let value = resolved?;
                sharing.charge(field, &value)?;
                Ok(value)
            })?;
        }
        Ok(())
    }

    /// The table called so, with its records.
    pub fn table(&self, table: RuntimeDataPart) -> Option<&Table<'a>> {
        self.tables.iter().find(|other| other.row.table == table)
    }

    /// The records of a table in the order of the file; none where there is no such table.
    pub fn records(&self, table: RuntimeDataPart) -> impl ExactSizeIterator<Item = Record<'a>> + use<'a> {
        let found = self.table(table).copied();
        let (records, stride) = found.map_or((&[][..], 1), |table| (table.records, table.stride.max(1)));
        let areas = self.areas;
        // Without a table there are no records that could have the wrong row.
        let row = found.map_or(&crate::generated::rdat::RECORDS[0], |table| table.row);
        records.chunks_exact(stride as usize).map(move |bytes| Record { row, bytes, areas })
    }
}

impl<'a> Stored<'a> {
    /// The areas of `payload`, which records before them refer into, and what is wrong with the first part whose
    /// header is broken, if one is: decoding will come to that in its turn.
    fn find(payload: Payload<'a>) -> (Self, Option<ContainerError>) {
        let mut stored = Self::default();
        let mut r = Reader::new(payload);
        r.resume(HEADER_SIZE - 4);
        let count = r.u32("", Show::Count).map_or(0, |count| count as usize).min(payload.bytes.len() / 4);
        for index in 0..count {
            r.resume(HEADER_SIZE + index * 4);
            match Self::read_part(&mut r) {
                Ok((RuntimeDataPart::STRING_BUFFER, bytes)) => stored.strings = bytes,
                Ok((RuntimeDataPart::INDEX_ARRAYS, bytes)) => stored.indices = bytes,
                Ok((RuntimeDataPart::RAW_BYTES, bytes)) => stored.raw = bytes,
                Ok(_) => {}
                Err(error) => return (stored, Some(error)),
            }
        }
        (stored, None)
    }

    fn read_part(r: &mut Reader<'a, '_>) -> Result<(RuntimeDataPart, &'a [u8])> {
        let offset = r.word("PartOffset", Show::Offset)?;
        r.seek(offset)?;
        let part = RuntimeDataPart(r.u32("PartType", Show::Magic)?);
        let size = r.word("PartSize", Show::Size)?;
        r.check_fits(size, "the RDAT part", size.to_usize())?;
        Ok((part, r.bytes("", size.to_usize(), Show::Table)?))
    }

    fn areas(&self) -> Areas<'a> {
        let whole = self.indices.len() - self.indices.len() % 4;
        let indices = self.indices.get(..whole).unwrap_or_default();
        Areas {
            strings: self.strings,
            terminated: terminated(self.strings),
            indices: <[U32]>::ref_from_bytes(indices).unwrap_or_default(),
            raw: self.raw,
        }
    }
}
