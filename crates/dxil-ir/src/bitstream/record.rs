//! Records: a code and operands, in bits that an abbreviation lays out, or that describe themselves. Separate because
//! blocks and BLOCKINFO hold them alike, and so that reading and writing stand side by side.

use super::abbreviation::{Abbreviation, Tail};
use super::bits::{BitCursor, BitSink};
use super::field::Field;
use super::{BitstreamErrorKind, char6, width};
use crate::error::Result;
use crate::limits;

/// A record. One is reused for all records that are read, so that its memory is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record<'a> {
    /// By which abbreviation of its block it is laid out, where it is by one.
    pub abbreviation: Option<u32>,
    /// What kind of record it is; each block has codes of its own.
    pub code: u32,
    /// Its operands, those of an array included.
    pub operands: Vec<u64>,
    /// The bytes after the operands, where its abbreviation ends in a blob.
    pub blob: Option<&'a [u8]>,
}

/// How many operands without bits a stream may still have.
#[derive(Debug, Clone)]
pub(super) struct LiteralBudget {
    limit: u64,
    left: u64,
}

impl LiteralBudget {
    /// For a stream of so many bytes.
    pub(super) fn new(len: u64) -> Self {
        let limit = len.saturating_mul(limits::LITERALS_PER_BYTE).saturating_add(limits::LITERALS_FREE);
        Self { limit, left: limit }
    }

    fn spend(&mut self, literals: u32) -> std::result::Result<(), BitstreamErrorKind> {
        self.left = self
            .left
            .checked_sub(literals.into())
            .ok_or(BitstreamErrorKind::Literals { limit: self.limit })?;
        Ok(())
    }
}

impl<'a> Record<'a> {
    /// Begins a record of so many operands, which are yet to be read.
    #[inline(always)]
    fn begin(&mut self, abbreviation: Option<u32>, operands: usize) {
        self.abbreviation = abbreviation;
        // The record before had more, often enough.
        match self.operands.len() < operands {
            true => self.operands.resize(operands, 0),
            false => self.operands.truncate(operands),
        }
        self.blob = None;
    }

    /// Whether a record may have `count` operands, which was checked against the bits there are.
    fn check_count(cursor: &BitCursor<'_>, start: u64, count: u32) -> Result<()> {
        let bytes = cursor.total() / 8;
        let limit = bytes.saturating_mul(limits::OPERANDS_PER_BYTE).saturating_add(limits::OPERANDS_FREE);
        if u64::from(count) > limit {
            return Err(cursor.error_since(start, BitstreamErrorKind::Operands { count, limit }));
        }
        Ok(())
    }

    /// Reads a record that describes itself, after its abbreviation id.
    #[inline(always)]
    pub(super) fn read_unabbreviated(&mut self, cursor: &mut BitCursor<'a>) -> Result<()> {
        let count;
        (self.code, count) = match cursor.two_of_vbr6() {
            Some(short) => short,
            None => {
                let code = cursor.vbr32(width::OPERAND, "a record's code")?;
                let start = cursor.position();
                let count = cursor.count(width::OPERAND.into(), "operands")?;
                Self::check_count(cursor, start, count)?;
                (code, count)
            }
        };
        self.begin(None, usize::try_from(count).unwrap_or_default());
        cursor.vbr6_run("an operand", &mut self.operands)
    }

    /// Reads a record laid out by the abbreviation `id`, after that id.
    #[inline(always)]
    pub(super) fn read_abbreviated(
        &mut self,
        cursor: &mut BitCursor<'a>,
        (id, abbreviation): (u32, &Abbreviation),
        literals: &mut LiteralBudget,
    ) -> Result<()> {
        let fields = abbreviation.fields();
        self.begin(Some(id), fields.len());
        let start = cursor.position();
        let code = match abbreviation.code() {
            Field::Literal(code) => code,
            field @ (Field::Fixed(_) | Field::Vbr(_) | Field::Char6) => {
                field.read(cursor, "a record's code")?
            }
        };
        self.code = u32::try_from(code).map_err(|_| {
            let kind = BitstreamErrorKind::TooLarge { what: "a record's code", found: code };
            cursor.error_since(start, kind)
        })?;
        literals.spend(abbreviation.literals()).map_err(|kind| cursor.error_since(start, kind))?;
        for (operand, field) in self.operands.iter_mut().zip(fields) {
            *operand = field.read(cursor, "an operand")?;
        }
        match abbreviation.tail() {
            Tail::None => Ok(()),
            Tail::Array(element) => self.read_array(cursor, element),
            Tail::Blob => self.read_blob(cursor),
        }
    }

    fn read_array(&mut self, cursor: &mut BitCursor<'a>, element: Field) -> Result<()> {
        let start = cursor.position();
        let count = cursor.count(element.least_bits(), "array elements")?;
        if count > 0 && element.least_bits() == 0 {
            return Err(cursor.error_since(start, BitstreamErrorKind::ElementsWithoutBits { count }));
        }
        Self::check_count(cursor, start, count)?;
        let first = self.operands.len();
        self.operands.resize(first + usize::try_from(count).unwrap_or_default(), 0);
        let operands = self.operands.get_mut(first..).unwrap_or_default();
        let what = "an array element";
        match element {
            Field::Fixed(width) => cursor.fixed_run(width, what, operands, |element| element),
            Field::Char6 => cursor.fixed_run(6, what, operands, char6::decode),
            Field::Vbr(6) => cursor.vbr6_run(what, operands),
            Field::Vbr(_) | Field::Literal(_) => operands.iter_mut().try_for_each(|operand| {
                *operand = element.read(cursor, what)?;
                Ok(())
            }),
        }
    }

    fn read_blob(&mut self, cursor: &mut BitCursor<'a>) -> Result<()> {
        let count = cursor.count(8, "bytes of a blob")?;
        cursor.align()?;
        self.blob = Some(cursor.bytes(count, "a blob")?);
        cursor.align()
    }
}

/// Writes a record that describes itself, after its abbreviation id.
pub(super) fn write_unabbreviated(
    sink: &mut BitSink,
    code: u32,
    operands: &[u64],
) -> std::result::Result<(), BitstreamErrorKind> {
    let count = narrow("a record's operand count", operands.len())?;
    sink.vbr(code.into(), width::OPERAND);
    sink.vbr(count.into(), width::OPERAND);
    operands.iter().for_each(|&operand| sink.vbr(operand, width::OPERAND));
    Ok(())
}

/// Writes a record laid out by an abbreviation, after its id. After an error some of it is written.
pub(super) fn write_abbreviated(
    sink: &mut BitSink,
    abbreviation: &Abbreviation,
    code: u32,
    operands: &[u64],
    blob: Option<&[u8]>,
) -> std::result::Result<(), BitstreamErrorKind> {
    let field = abbreviation.code();
    if !field.write(sink, code.into()) {
        return Err(BitstreamErrorKind::FieldCode { code, field });
    }
    let fields = abbreviation.fields();
    let (found, expected) = (operands.len(), fields.len());
    let is_array = matches!(abbreviation.tail(), Tail::Array(_));
    let split = operands.split_at_checked(expected).filter(|(_, rest)| is_array || rest.is_empty());
    let (head, rest) = split.ok_or(BitstreamErrorKind::OperandCount { found, expected })?;
    for (index, (&field, &value)) in fields.iter().zip(head).enumerate() {
        if !field.write(sink, value) {
            return Err(BitstreamErrorKind::FieldValue { index, value, field });
        }
    }
    match (abbreviation.tail(), blob) {
        (Tail::None, None) => {}
        (Tail::Array(element), None) => {
            let count = narrow("an array's element count", rest.len())?;
            if count > 0 && element.least_bits() == 0 {
                return Err(BitstreamErrorKind::ElementsWithoutBits { count });
            }
            sink.vbr(count.into(), width::OPERAND);
            if let Err(index) = element.write_all(sink, rest) {
                let (index, value) = (expected + index, rest.get(index).copied().unwrap_or_default());
                return Err(BitstreamErrorKind::FieldValue { index, value, field: element });
            }
        }
        (Tail::Blob, Some(bytes)) => {
            sink.vbr(narrow("a blob's length", bytes.len())?.into(), width::OPERAND);
            sink.align();
            sink.bytes(bytes);
        }
        (Tail::Blob, None) | (_, Some(_)) => return Err(BitstreamErrorKind::BlobMismatch),
    }
    Ok(())
}

fn narrow(what: &'static str, value: usize) -> std::result::Result<u32, BitstreamErrorKind> {
    u32::try_from(value).map_err(|_| BitstreamErrorKind::TooMany { what, value })
}
