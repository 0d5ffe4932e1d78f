//! From the owned form of RDAT to bytes.

use std::collections::{HashMap, VecDeque};

use bstr::BStr;
use zerocopy::IntoBytes as _;
use zerocopy::little_endian::U32;

use super::Rdat;
use super::header::HEADER_SIZE;
use super::owned::{RdatBuf, TableBuf};
use super::record_row::{FieldKind, FieldRow, number_at};
use crate::enums::RuntimeDataPart;
use crate::error::Result;
use crate::field_values::{narrow, push_text};
use crate::fields::Value;
use crate::generated::rdat::ORDER;
use crate::part::{PartBuf, View as _};
use crate::reader::Payload;
use located::{Error, Place};

/// RDAT in another order than DXC's, of parts or of what they hold: texts, lists and bytes stay where the owned
/// form keeps them, what an edit added comes after them.
///
/// Canonical is what DXC writes: a NUL; then texts, lists and bytes in the order in which records refer to them,
/// equal ones once, those of a record that is referred to before what comes after the reference; areas filled up
/// to a multiple of 4 with zeros, empty ones left out but for the strings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrangement {
    /// The types of the parts in their order.
    pub parts: Vec<RuntimeDataPart>,
}

impl PartBuf for RdatBuf {
    type View<'a> = Rdat<'a>;
    type Arrangement = Arrangement;

    fn arrange(&self, arrangement: Option<&Arrangement>) -> Result<Vec<u8>> {
        match arrangement {
            Some(Arrangement { parts }) => self.write(parts),
            None => Placer::place(self)?.write(&ORDER),
        }
    }

    fn arrangements(&self, payload: Payload<'_>) -> Vec<Arrangement> {
        Rdat::parse(payload).map(|rdat| Arrangement { parts: rdat.order }).into_iter().collect()
    }
}

/// The content of a part.
enum Part<'b> {
    Area(&'b [u8]),
    Table(&'b TableBuf),
    Unknown(&'b [u8]),
}

impl Part<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Area(bytes) => bytes.len().next_multiple_of(4),
            Self::Table(table) => 8 + table.records.len() + table.unknown.len(),
            Self::Unknown(bytes) => bytes.len(),
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) -> Result<()> {
        match self {
            Self::Area(area) => {
                bytes.extend(*area);
                bytes.resize(bytes.len() + self.len() - area.len(), 0);
            }
            Self::Table(table) => {
                bytes.extend(narrow("record count", table.len())?.to_le_bytes());
                bytes.extend(table.stride.to_le_bytes());
                bytes.extend(&table.records);
                bytes.extend(&table.unknown);
            }
            Self::Unknown(content) => bytes.extend(*content),
        }
        Ok(())
    }
}

impl RdatBuf {
    /// The bytes, with areas as they are, and parts in the order of `order`, others after them.
    fn write(&self, order: &[RuntimeDataPart]) -> Result<Vec<u8>> {
        let parts = self.parts(order);
        let mut bytes = Vec::new();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(narrow("part count", parts.len())?.to_le_bytes());
        let mut at = HEADER_SIZE + 4 * parts.len();
        for (_, part) in &parts {
            bytes.extend(narrow("part offset", at)?.to_le_bytes());
            at += 8 + part.len();
        }
        bytes.reserve_exact(at.saturating_sub(bytes.len()) + self.unknown.len());
        for (kind, part) in &parts {
            bytes.extend(kind.0.to_le_bytes());
            bytes.extend(narrow("part size", part.len())?.to_le_bytes());
            part.write(&mut bytes)?;
        }
        bytes.extend(&self.unknown);
        Ok(bytes)
    }

    fn parts(&self, order: &[RuntimeDataPart]) -> Vec<(RuntimeDataPart, Part<'_>)> {
        let areas = [
            (RuntimeDataPart::STRING_BUFFER, self.strings.as_slice()),
            (RuntimeDataPart::INDEX_ARRAYS, self.indices.as_bytes()),
            (RuntimeDataPart::RAW_BYTES, self.raw.as_slice()),
        ];
        let areas = areas.into_iter().filter(|(_, bytes)| !bytes.is_empty());
        let areas = areas.map(|(kind, bytes)| (kind, Part::Area(bytes)));
        let tables = self.tables.iter().map(|table| (table.row.table, Part::Table(table)));
        let unknown = self.unknown_parts.iter().map(|part| (part.part, Part::Unknown(&part.content)));

        // Several unknown parts may be of one type: the n-th of them takes the type's n-th place.
        let mut places: HashMap<RuntimeDataPart, VecDeque<usize>> = HashMap::new();
        for (place, &kind) in order.iter().enumerate() {
            places.entry(kind).or_default().push_back(place);
        }
        let mut place = |kind| places.get_mut(&kind).and_then(VecDeque::pop_front).unwrap_or(order.len());
        let mut parts: Vec<_> =
            areas.chain(tables).chain(unknown).map(|(kind, part)| (place(kind), kind, part)).collect();
        parts.sort_by_key(|&(place, ..)| place);
        parts.into_iter().map(|(_, kind, part)| (kind, part)).collect()
    }
}

/// Makes the canonical form of an owned RDAT: what records refer to is placed as they are visited.
struct Placer<'b> {
    from: &'b RdatBuf,
    to: RdatBuf,
    texts: HashMap<&'b [u8], u32>,
    lists: HashMap<Vec<u32>, u32>,
    raws: HashMap<&'b [u8], u32>,
    /// The records of each table that were visited.
    visited: Vec<Vec<bool>>,
}

impl<'b> Placer<'b> {
    fn place(from: &'b RdatBuf) -> Result<RdatBuf> {
        let to = RdatBuf {
            version: from.version,
            unknown_parts: from.unknown_parts.clone(),
            unknown: from.unknown.clone(),
            tables: from.tables.clone(),
            ..RdatBuf::default()
        };
        let visited = from.tables.iter().map(|table| vec![false; table.len()]).collect();
        let mut placer = Self {
            from,
            to,
            texts: HashMap::from([(&[][..], 0)]),
            lists: HashMap::new(),
            raws: HashMap::new(),
            visited,
        };
        for (table, rows) in from.tables.iter().enumerate() {
            if rows.row.fields.iter().any(|field| field.first) {
                (0..rows.len()).try_for_each(|index| placer.place_first(rows, index))?;
            }
            (0..rows.len()).try_for_each(|index| placer.visit(table, index))?;
        }
        placer.to.strings.resize(placer.to.strings.len().next_multiple_of(4), 0);
        Ok(placer.to)
    }

    /// Places what a record refers to, once. As deep as tables refer to tables, which never go round.
    fn visit(&mut self, table: usize, index: usize) -> Result<()> {
        let visited = self.visited.get_mut(table).and_then(|table| table.get_mut(index));
        match visited {
            Some(visited @ false) => *visited = true,
            _ => return Ok(()),
        }
        self.place_fields(table, index)
    }

    /// Places the texts that come before all others of their table; the lists of them come in their turn.
    fn place_first(&mut self, table: &'b TableBuf, index: usize) -> Result<()> {
        let record = table.record(index).unwrap_or_default();
        for field in table.row.fields_of(record).filter(|field| field.first) {
            let raw = number_at(record, field.range()).unwrap_or_default();
            if let Ok(Value::TextsAt(_, texts)) = self.from.areas().resolve(field, raw) {
                texts.iter().try_for_each(|text| self.place_text(field.name, text).map(drop))?;
            }
        }
        Ok(())
    }

    fn place_fields(&mut self, table_index: usize, index: usize) -> Result<()> {
        let Some(table) = self.from.tables.get(table_index) else { return Ok(()) };
        let record = table.record(index).unwrap_or_default();
        for field in table.row.fields_of(record) {
            let raw = number_at(record, field.range()).unwrap_or_default();
            let raw = self.place_field(field, raw)?;
            if let Some(table) = self.to.tables.get_mut(table_index) {
                table.put(index, field, raw);
            }
        }
        Ok(())
    }

    /// The number that refers to the same in its new place.
    fn place_field(&mut self, field: &FieldRow, raw: u64) -> Result<u64> {
        let unresolved = |kind| Error::new(kind, Place::default());
        let at = match (field.kind, self.from.areas().resolve(field, raw).map_err(unresolved)?) {
            (_, Value::TextAt(_, text)) => self.place_text(field.name, text)?,
            (_, Value::TextsAt(_, texts)) => {
                let offsets: Result<Vec<u32>> =
                    texts.iter().map(|text| self.place_text(field.name, text)).collect();
                self.place_list(offsets?)?
            }
            (FieldKind::Rows(table), Value::WordsAt(_, words)) => {
                if let Some(table) = self.table(table) {
                    words.iter().try_for_each(|row| self.visit(table, row.get() as usize))?;
                }
                self.place_list(words.iter().map(|word| word.get()).collect())?
            }
            (_, Value::WordsAt(_, words)) => {
                self.place_list(words.iter().map(|word| word.get()).collect())?
            }
            (_, Value::BytesAt(_, bytes)) => {
                return Ok(u64::from(self.place_bytes(bytes)?) | (bytes.len() as u64) << 32);
            }
            (FieldKind::Row(table), Value::Number(row)) => {
                if let (Some(table), Ok(row)) = (self.table(table), usize::try_from(row)) {
                    self.visit(table, row)?;
                }
                return Ok(raw);
            }
            _ => return Ok(raw),
        };
        Ok(at.into())
    }

    fn table(&self, table: RuntimeDataPart) -> Option<usize> {
        self.from.tables.iter().position(|other| other.row.table == table)
    }

    fn place_text(&mut self, what: &'static str, text: &'b BStr) -> Result<u32> {
        if let Some(&at) = self.texts.get(&**text) {
            return Ok(at);
        }
        let at = narrow("string offset", self.to.strings.len())?;
        push_text(&mut self.to.strings, what, text)?;
        self.texts.insert(text, at);
        Ok(at)
    }

    fn place_list(&mut self, words: Vec<u32>) -> Result<u32> {
        if let Some(&at) = self.lists.get(&words) {
            return Ok(at);
        }
        let at = narrow("index array offset", self.to.indices.len())?;
        self.to.indices.push(narrow("list", words.len())?.into());
        self.to.indices.extend(words.iter().map(|&word| U32::new(word)));
        self.lists.insert(words, at);
        Ok(at)
    }

    fn place_bytes(&mut self, bytes: &'b [u8]) -> Result<u32> {
        if bytes.is_empty() {
            return Ok(0);
        }
        if let Some(&at) = self.raws.get(bytes) {
            return Ok(at);
        }
        let at = narrow("raw bytes offset", self.to.raw.len())?;
        self.to.raw.extend(bytes);
        self.raws.insert(bytes, at);
        Ok(at)
    }
}
