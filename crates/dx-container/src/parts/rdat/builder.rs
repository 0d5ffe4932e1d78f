//! A builder of RDAT like that of DXC: equal data is stored once, in the order of its first use. Separate from the
//! owned form, which is edited and does not track what it already holds.

use std::collections::HashMap;

use bstr::BStr;
use zerocopy::little_endian::U32;

use super::owned::{RdatBuf, refused};
use super::record::{NULL, RecordRow};
use super::write::Arrangement;
use crate::enums::RuntimeDataPart;
use crate::error::Result;
use crate::field_values::{narrow, push_text, too_large};
use crate::generated::rdat::ORDER;
use crate::part::{Layout, Owned};

/// A builder of RDAT. Texts, lists and bytes are added first, and return the numbers by which records refer to them.
#[derive(Debug)]
pub struct RdatBuilder {
    rdat: RdatBuf,
    texts: HashMap<Vec<u8>, u32>,
    lists: HashMap<Vec<u32>, u32>,
    raws: HashMap<Vec<u8>, u32>,
    /// Rows by table and content; `None` where equal records are as many records.
    rows: Option<HashMap<(RuntimeDataPart, Vec<u8>), u32>>,
}

impl RdatBuilder {
    /// The value of a reference to nothing.
    pub const NULL: u32 = NULL;

    /// An empty part. Records that are equal are one where `shares_records` says so.
    pub fn new(shares_records: bool) -> Self {
        Self {
            rdat: RdatBuf::default(),
            texts: HashMap::from([(Vec::new(), 0)]),
            lists: HashMap::new(),
            raws: HashMap::new(),
            rows: shares_records.then(HashMap::new),
        }
    }

    /// The number of a text. Fails where it holds a NUL.
    pub fn text(&mut self, text: &BStr) -> Result<u32> {
        if let Some(&at) = self.texts.get::<[u8]>(text) {
            return Ok(at);
        }
        let at = narrow("string offset", self.rdat.strings.len())?;
        push_text(&mut self.rdat.strings, "text", text)?;
        self.texts.insert(text.to_vec(), at);
        Ok(at)
    }

    /// The number of a list of numbers: of words, of rows, or of texts.
    pub fn list(&mut self, words: &[u32]) -> Result<u32> {
        if let Some(&at) = self.lists.get(words) {
            return Ok(at);
        }
        let at = narrow("index array offset", self.rdat.indices.len())?;
        self.rdat.indices.push(narrow("list", words.len())?.into());
        self.rdat.indices.extend(words.iter().map(|&word| U32::new(word)));
        self.lists.insert(words.to_vec(), at);
        Ok(at)
    }

    /// The number of bytes: where they lie, and how many they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<u64> {
        let len = u64::from(narrow("raw bytes", bytes.len())?);
        if let Some(&at) = self.raws.get(bytes) {
            return Ok(len << 32 | u64::from(at));
        }
        let at = narrow("raw bytes offset", self.rdat.raw.len())?;
        self.rdat.raw.extend(bytes);
        self.raws.insert(bytes.to_vec(), at);
        Ok(len << 32 | u64::from(at))
    }

    /// The row of a record of `stride` bytes with these fields by name, all others 0. A field that says which fields
    /// there are comes before those. Fields that lie behind those bytes are left out, others that are not there are an
    /// error.
    pub fn record(
        &mut self,
        table: RuntimeDataPart,
        stride: usize,
        fields: &[(&'static str, u64)],
    ) -> Result<u32> {
        let row = RecordRow::of(table)
            .ok_or_else(|| refused("RDAT part type", table.0.into(), "the type of a record table"))?;
        let mut record = vec![0; row.size.max(stride)];
        for &(name, number) in fields {
            let field = row
                .field(name, &record)
                .ok_or_else(|| refused(name, number, "a value for a field that the record has"))?;
            let max = u64::MAX >> (64 - 8 * field.size());
            if number > max {
                return Err(too_large(name, number, max));
            }
            let place = record.get_mut(field.range()).unwrap_or_default();
            place.iter_mut().zip(number.to_le_bytes()).for_each(|(byte, new)| *byte = new);
        }
        record.truncate(stride);
        self.rdat.add_table(table, stride)?;
        let Some(table) = self.rdat.tables.iter_mut().find(|other| other.row.table == table) else {
            return Ok(NULL);
        };
        let new = narrow("row", table.len())?;
        if let Some(rows) = &mut self.rows {
            let index = *rows.entry((table.row.table, record.clone())).or_insert(new);
            if index != new {
                return Ok(index);
            }
        }
        table.records.extend(record);
        Ok(new)
    }

    /// All of it, laid out in the order in which it was added.
    pub fn finish(self) -> Owned<RdatBuf> {
        // Whether that is the canonical order is not asked: finding out takes longer than writing.
        let arrangement = Arrangement { parts: ORDER.to_vec() };
        Owned { meaning: self.rdat, layout: Some(Layout::Known(arrangement)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::View as _;
    use crate::parts::rdat::Rdat;
    use crate::reader::Payload;
    use crate::{ContainerErrorKind, FourCc};

    const TABLE: RuntimeDataPart = RuntimeDataPart::NODE_ID_TABLE;

    fn built(shares_records: bool) -> (Vec<u32>, Vec<u8>) {
        let mut builder = RdatBuilder::new(shares_records);
        let names = ["b", "a", "b", ""].map(|name| builder.text(name.into()).unwrap());
        assert_eq!(names, [1, 3, 1, 0]);
        let lists = [&[7][..], &[], &[7]].map(|list| builder.list(list).unwrap());
        assert_eq!(lists, [0, 2, 0]);
        let bytes = [b"xyz", b"123", b"xyz"].map(|bytes| builder.bytes(bytes).unwrap());
        assert_eq!(bytes, [3 << 32, 3 << 32 | 3, 3 << 32]);
        let row = |name: u32| builder.record(TABLE, 8, &[("Name", name.into())]).unwrap();
        let rows = names.map(row).to_vec();
        (rows, builder.finish().write().unwrap())
    }

    /// What is equal is there once, records where they may be; all of it in the order in which it was added.
    #[test]
    fn equal_content_is_shared() {
        let (rows, bytes) = built(true);
        assert_eq!(rows, [0, 1, 0, 2]);
        let rdat = Rdat::parse(Payload::new(FourCc::RDAT, &bytes)).unwrap();
        let names: Vec<_> = rdat.records(TABLE).map(|record| record.text("Name").to_string()).collect();
        assert_eq!(names, ["b", "a", ""]);
        assert_eq!(built(false).0, [0, 1, 2, 3]);
    }

    /// What no record can hold is refused.
    #[test]
    fn bad_content_is_refused() {
        let mut builder = RdatBuilder::new(true);
        assert!(builder.text("a\0b".into()).is_err());
        let table = RuntimeDataPart::FUNCTION_TABLE;
        let fields: [&[(&'static str, u64)]; 3] =
            [&[("Nonsense", 1)], &[("ShaderKind", 1 << 32)], &[("ShaderKind", 5), ("Node", 0)]];
        for fields in fields {
            let error = builder.record(table, 52, fields).unwrap_err();
            assert!(matches!(
                error.kind(),
                ContainerErrorKind::Value { .. } | ContainerErrorKind::TooLarge { .. }
            ));
        }
        assert!(builder.record(RuntimeDataPart::STRING_BUFFER, 8, &[]).is_err());
        assert!(builder.record(table, 8, &[]).is_err());
        // A shorter record has no place for what came later.
        assert_eq!(builder.record(table, 44, &[("ShaderKind", 5), ("CS", 1)]).unwrap(), 0);
    }
}
