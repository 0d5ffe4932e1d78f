//! The rows of a record and of its fields: layout of `tables/rdat.toml`. Separate from records with their data, because
//! the generated table consists of these types.

use std::ops::Range;

use crate::enums::RuntimeDataPart;
use crate::fields::{Show, Value};
use crate::names::Named;

/// The null reference.
pub const NULL: u32 = u32::MAX;

/// The name of the null reference.
pub(crate) const NULL_OR_ROW: &[Named] = &[Named { value: NULL as u64, name: "none", about: "" }];

/// The name of an unbounded range.
pub(crate) const UNBOUNDED_OR_NUMBER: &[Named] =
    &[Named { value: u32::MAX as u64, name: "unbounded", about: "" }];

/// The records of one table.
#[derive(Debug, Clone, Copy)]
pub struct RecordRow {
    /// The part of RDAT they lie in.
    pub table: RuntimeDataPart,
    /// The name.
    pub name: &'static str,
    /// Bytes of the newest form known.
    pub size: usize,
    /// Bytes of the oldest form.
    pub least: usize,
    /// The offset of the number that selects the case of a union.
    pub selector: Option<usize>,
    /// The fields, in the order in which DXC places what they refer to.
    pub fields: &'static [FieldRow],
}

/// One field of a record.
#[derive(Debug, Clone, Copy)]
pub struct FieldRow {
    /// The name.
    pub name: &'static str,
    /// The offset in the record.
    pub offset: usize,
    /// The kind of value.
    pub kind: FieldKind,
    /// The values of the selector for which it is there; none: always, where no row before it fits.
    pub cases: &'static [u32],
    /// True where DXC places its texts before all others of the table.
    pub first: bool,
}

/// The kind of a field.
#[derive(Debug, Clone, Copy)]
pub enum FieldKind {
    /// A number of so many bytes.
    Number(usize, Show),
    /// An offset into StringBuffer.
    Text,
    /// An index into IndexArrays, of numbers.
    Words,
    /// An index into IndexArrays, of offsets into StringBuffer.
    Texts,
    /// An index into IndexArrays, of rows of a table.
    Rows(RuntimeDataPart),
    /// A row of a table.
    Row(RuntimeDataPart),
    /// Offset and size in RawBytes.
    Bytes,
}

/// Bytes of a record: a field, or what belongs to none.
pub(super) type Span = (Option<&'static FieldRow>, Range<usize>);

/// What a record has its fields by: its bytes, and the number that selects the case of a union.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    len: usize,
    case: Option<u64>,
}

impl FieldRow {
    /// Bytes it takes.
    pub fn size(&self) -> usize {
        match self.kind {
            FieldKind::Number(len, _) => len,
            FieldKind::Bytes => 8,
            _ => 4,
        }
    }

    /// The bytes it takes in its record.
    pub(super) fn range(&self) -> Range<usize> {
        self.offset..self.offset + self.size()
    }

    /// The way to display the value.
    pub(super) fn show(&self, value: &Value<'_>) -> Show {
        match (self.kind, value) {
            (FieldKind::Number(_, show), _) => show,
            (_, Value::Number(_)) => Show::Special(NULL_OR_ROW),
            _ => Show::Plain,
        }
    }

    /// The value of the field in a new record.
    pub(super) fn initial(&self) -> u64 {
        if matches!(self.kind, FieldKind::Number(..)) { 0 } else { NULL.into() }
    }
}

impl RecordRow {
    /// The field called `name` that the record `bytes` has.
    pub fn field(&self, name: &str, bytes: &[u8]) -> Option<&'static FieldRow> {
        let has = self.membership(self.shape(bytes));
        // By name first: few fields share one.
        self.fields.iter().find(|field| field.name == name && has(field))
    }

    /// The fields that the record `bytes` has, in the order of the rows.
    pub(super) fn fields_of(&self, bytes: &[u8]) -> impl Iterator<Item = &'static FieldRow> + use<> {
        let has = self.membership(self.shape(bytes));
        self.fields.iter().filter(move |field| has(field))
    }

    /// What the record `bytes` has its fields by.
    pub(super) fn shape(&self, bytes: &[u8]) -> Shape {
        Shape { len: bytes.len(), case: self.selector.and_then(|at| number_at(bytes, at..at + 4)) }
    }

    /// True if a record of this shape has the field. If several fields share an offset, the record has the first that
    /// fits.
    fn membership(&self, Shape { len, case }: Shape) -> impl Fn(&'static FieldRow) -> bool + use<> {
        let fields = self.fields;
        let fits = move |field: &FieldRow| match case {
            _ if field.range().end > len => false,
            _ if field.cases.is_empty() => true,
            Some(case) => field.cases.iter().any(|&known| u64::from(known) == case),
            None => false,
        };
        move |field| {
            let first = || fields.iter().find(|other| other.offset == field.offset && fits(other));
            fits(field) && first().is_some_and(|first| std::ptr::eq(first, field))
        }
    }

    /// The bytes of a record of this shape one after the other: a field, or bytes that belong to none.
    pub(super) fn spans(&self, shape: Shape) -> Vec<Span> {
        let has = self.membership(shape);
        let mut fields: Vec<&'static FieldRow> = self.fields.iter().filter(|field| has(field)).collect();
        fields.sort_by_key(|field| field.offset);
        let (mut spans, mut at) = (Vec::with_capacity(fields.len()), 0);
        for field in fields {
            if field.offset > at {
                spans.push((None, at..field.offset));
            }
            spans.push((Some(field), field.range()));
            at = field.range().end;
        }
        if shape.len > at {
            spans.push((None, at..shape.len));
        }
        spans
    }
}

/// The little-endian number at `range`.
pub(super) fn number_at(bytes: &[u8], range: Range<usize>) -> Option<u64> {
    Some(bytes.get(range)?.iter().rev().fold(0, |raw, &byte| raw << 8 | u64::from(byte)))
}
