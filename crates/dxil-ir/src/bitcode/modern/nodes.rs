//! Nodes of debug information: the operands of a record become the fields of the node's row, as `tables/bitcode.toml`
//! lists them. Operands that older writers do not have get the default of the field.

use super::super::constants::signed;
use super::super::reading::ModuleReader;
use super::super::{BitcodeErrorKind, Result};
use crate::MetadataId;
use crate::generated::bitcode::NODE_RECORDS;
use crate::metadata::{
    Encoding, FieldKind, FieldText, Metadata, NODES, NodeField, NodeRecord, NodeRow, RecordOperand, node_of,
    number_of,
};

/// The bit of a language that the field after it holds.
const NAMED_LANGUAGE: u64 = 1 << 63;
/// The positions and widths of the fields of `ptrAuth` in one integer.
const POINTER_AUTHENTICATION: [(u32, u32); 5] = [(0, 4), (4, 1), (5, 16), (21, 1), (22, 1)];
/// The bit of distinct nodes.
const DISTINCT: u64 = 1;

impl ModuleReader<'_> {
    /// Reads the record of a node of debug information.
    pub(super) fn read_debug_node(&mut self) -> Result<()> {
        let code = self.record.code;
        let Some(record) = NODE_RECORDS.iter().find(|record| record.code == code) else {
            return Err(self.unknown_modern_record("METADATA"));
        };
        let Some(row) = NODES.get(usize::from(record.row)) else {
            return Err(self.unknown_modern_record("METADATA"));
        };
        let operands = std::mem::take(&mut self.record.operands);
        let mut fields = row.defaults();
        let read = self.fields_of_node(record, row, &operands, &mut fields);
        self.record.operands = operands;
        let is_distinct = read?;
        let id = self.new_node()?;
        self.module.metadata.define(id, Some(record.row), is_distinct, &fields);
        Ok(())
    }

    /// Converts operands to fields. Returns true if the node is distinct.
    fn fields_of_node(
        &mut self,
        record: &NodeRecord,
        row: &'static NodeRow,
        operands: &[u64],
        fields: &mut Vec<u64>,
    ) -> Result<bool> {
        let found = operands.len().saturating_sub(1);
        if found < record.required || operands.is_empty() {
            let (name, expected) = (row.name, record.required);
            return Err(self.error(BitcodeErrorKind::Fields { name, expected, found }));
        }
        let first = operands.first().copied().unwrap_or_default();
        let head = record.head;
        let flag_bit = if head.flag.is_some() { 2 } else { 0 };
        let known = DISTINCT | head.fixed | head.size | flag_bit;
        if first & !known != 0 || first & head.fixed != head.fixed {
            let what = "the first operand of a debug node";
            return Err(self.error(BitcodeErrorKind::Unknown { what, found: first }));
        }
        if let Some(field) = head.flag.and_then(|flag| fields.get_mut(usize::from(flag))) {
            *field = u64::from(first & flag_bit != 0);
        }
        let is_distinct = first & DISTINCT != 0;
        let mut left = Left { operands, at: 1 };
        for operand in record.operands {
            let RecordOperand::Field(encoding, index) = operand else {
                left.next();
                continue;
            };
            let index = usize::from(*index);
            let Some(field) = row.fields.get(index) else { continue };
            if field.kind.is_open() {
                for operand in left.rest() {
                    let is_node = field.kind == FieldKind::Nodes;
                    fields.push(if is_node { self.optional_number(*operand)? } else { *operand });
                }
                return Ok(is_distinct);
            }
            let Some(number) = left.next() else { break };
            let number = match encoding {
                Encoding::Plain => Some(self.field_of_operand(field, number, first & head.size != 0)?),
                Encoding::Wide => {
                    left.at -= 1;
                    let is_signed = first & flag_bit == 0;
                    integer_of(left.rest(), operands.get(1).copied().filter(|_| is_signed))
                }
                Encoding::Words => {
                    let count = usize::try_from(number >> 32).unwrap_or(usize::MAX);
                    integer_of(left.some(count), None)
                }
                Encoding::OrInvalid if number == u64::MAX || number == u64::from(u32::MAX) => Some(0),
                Encoding::OrInvalid => number.checked_add(1),
                Encoding::NamedLanguage if number & NAMED_LANGUAGE != 0 => {
                    self.set_field(fields, index + 1, Some(number & !NAMED_LANGUAGE), row)?;
                    continue;
                }
                Encoding::NamedLanguage => Some(number),
                Encoding::PointerAuthentication => {
                    for (place, (shift, width)) in (index..).zip(POINTER_AUTHENTICATION) {
                        let part = number >> shift & ((1 << width) - 1);
                        self.set_field(fields, place, Some(part), row)?;
                    }
                    continue;
                }
            };
            self.set_field(fields, index, number, row)?;
        }
        let position = left.at;
        match left.rest().iter().position(|operand| *operand != 0) {
            None => Ok(is_distinct),
            Some(more) => Err(self.error(self.unknown_operand(position + more))),
        }
    }

    /// The value of a field by the operand of a record.
    fn field_of_operand(&mut self, field: &NodeField, number: u64, has_size_nodes: bool) -> Result<u64> {
        match field.kind {
            FieldKind::Node if matches!(field.text, FieldText::Size) && !has_size_nodes => {
                if number == 0 {
                    return Ok(0);
                }
                let ty = self.module.types.int(64);
                let value = self.module.int(ty, number.cast_signed());
                Ok(number_of(Some(self.module.metadata.intern_value(ty, value))))
            }
            FieldKind::Node | FieldKind::Nodes => {
                let number = self.optional_number(number)?;
                let is_zero = matches!(field.text, FieldText::Size) && self.is_zero(node_of(number));
                Ok(if is_zero { 0 } else { number })
            }
            FieldKind::Plain => Ok(u64::from(self.metadata_of_module(number)?.as_u32())),
            FieldKind::Flag => Ok(u64::from(number != 0)),
            FieldKind::Number | FieldKind::Rest => Ok(number),
        }
    }

    /// Returns true if metadata is the integer 0, which is null in the size of a type.
    fn is_zero(&self, id: Option<MetadataId>) -> bool {
        match id.and_then(|id| self.module.metadata.get(id)) {
            Some(Metadata::Value(_, value)) => self.module.integer(value) == Some(0),
            Some(Metadata::String(_) | Metadata::Tuple { .. } | Metadata::Node { .. }) | None => false,
        }
    }

    fn set_field(
        &self,
        fields: &mut [u64],
        index: usize,
        number: Option<u64>,
        row: &'static NodeRow,
    ) -> Result<()> {
        let (Some(slot), Some(field)) = (fields.get_mut(index), row.fields.get(index)) else { return Ok(()) };
        let Some(number) = number.filter(|number| field.fits(*number)) else {
            return Err(self.error(BitcodeErrorKind::FieldValue { name: row.name, field: field.name }));
        };
        *slot = number;
        Ok(())
    }
}

/// The operands of a record, one after the other.
struct Left<'r> {
    operands: &'r [u64],
    at: usize,
}

impl<'r> Left<'r> {
    fn next(&mut self) -> Option<u64> {
        let next = self.operands.get(self.at).copied();
        self.at += usize::from(next.is_some());
        next
    }

    /// All operands that are left.
    fn rest(&mut self) -> &'r [u64] {
        self.some(usize::MAX)
    }

    /// The next operands, `count` at most.
    fn some(&mut self, count: usize) -> &'r [u64] {
        let rest = self.operands.get(self.at..).unwrap_or_default();
        let some = rest.get(..count).unwrap_or(rest);
        self.at += some.len();
        some
    }
}

/// The 64-bit integer with these words, each with its sign in the lowest bit; `None` if it has more bits. The words of
/// a signed integer with fewer than 64 bits have no sign of their own.
fn integer_of(words: &[u64], signed_width: Option<u64>) -> Option<u64> {
    let (first, rest) = words.split_first()?;
    if rest.iter().any(|word| *word != 0) {
        return None;
    }
    let number = signed(*first);
    Some(match signed_width {
        Some(width @ 1..64) => (number << (64 - width) >> (64 - width)).cast_unsigned(),
        _ => number.cast_unsigned(),
    })
}
