//! Nodes of debug information: the operands of a record become the fields of the node's row, as `tables/bitcode.toml`
//! lists them. Operands that older writers do not have get the default of the field.

use super::super::constants::signed;
use super::super::reading::ModuleReader;
use super::super::{BitcodeErrorKind, Result};
use crate::MetadataId;
use crate::generated::bitcode::NODE_RECORDS;
use crate::metadata::{
    FieldKind, FieldText, Metadata, NODES, NodeRecord, NodeRow, RecordOperand, node_of, number_of,
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
        let has_size_nodes = first & head.size != 0;
        if let Some(field) = head.flag.and_then(|flag| fields.get_mut(usize::from(flag))) {
            *field = u64::from(first & flag_bit != 0);
        }
        let mut left = operands.iter().copied().skip(1);
        let mut position = 1;
        for operand in record.operands {
            let index = match operand {
                RecordOperand::Ignored => {
                    left.next();
                    position += 1;
                    continue;
                }
                RecordOperand::Plain(index)
                | RecordOperand::Wide(index)
                | RecordOperand::Words(index)
                | RecordOperand::PointerAuthentication(index)
                | RecordOperand::OrInvalid(index)
                | RecordOperand::NamedLanguage(index) => usize::from(*index),
            };
            let Some(field) = row.fields.get(index) else { continue };
            if field.kind.is_open() {
                for operand in left.by_ref() {
                    fields.push(match field.kind {
                        FieldKind::Nodes => self.optional_number(operand)?,
                        _ => operand,
                    });
                }
                return Ok(first & DISTINCT != 0);
            }
            let Some(number) = left.next() else { break };
            position += 1;
            match operand {
                RecordOperand::Wide(_) => {
                    let rest: Vec<u64> = std::iter::once(number).chain(left.by_ref()).collect();
                    let word = word_of(&rest);
                    // The first word of a narrow integer has no sign.
                    let unused = operands.get(1).and_then(|width| 64_u64.checked_sub(*width)).unwrap_or(0);
                    let word = match first & flag_bit {
                        0 if unused < 64 => {
                            word.map(|word| (word.cast_signed() << unused >> unused).cast_unsigned())
                        }
                        _ => word,
                    };
                    self.set_field(fields, index, word, row)?;
                }
                RecordOperand::Words(_) => {
                    let count = usize::try_from(number >> 32).unwrap_or(usize::MAX);
                    let words: Vec<u64> = left.by_ref().take(count).collect();
                    position += words.len();
                    self.set_field(fields, index, word_of(&words), row)?;
                }
                RecordOperand::PointerAuthentication(_) => {
                    for (offset, (shift, width)) in POINTER_AUTHENTICATION.into_iter().enumerate() {
                        let part = number >> shift & ((1 << width) - 1);
                        self.set_field(fields, index + offset, Some(part), row)?;
                    }
                }
                RecordOperand::OrInvalid(_) => {
                    let is_absent = number == u64::MAX || number == u64::from(u32::MAX);
                    let number = if is_absent { 0 } else { number + 1 };
                    self.set_field(fields, index, Some(number), row)?;
                }
                RecordOperand::NamedLanguage(_) if number & NAMED_LANGUAGE != 0 => {
                    self.set_field(fields, index + 1, Some(number & !NAMED_LANGUAGE), row)?;
                }
                RecordOperand::Plain(_) | RecordOperand::NamedLanguage(_) | RecordOperand::Ignored => {
                    let number = self.field_of_operand(row, index, number, has_size_nodes)?;
                    self.set_field(fields, index, Some(number), row)?;
                }
            }
        }
        match left.position(|operand| operand != 0) {
            None => Ok(first & DISTINCT != 0),
            Some(more) => Err(self.error(self.unknown_operand(position + more))),
        }
    }

    /// The value of a field by the operand of a record.
    fn field_of_operand(
        &mut self,
        row: &'static NodeRow,
        index: usize,
        number: u64,
        has_size_nodes: bool,
    ) -> Result<u64> {
        let Some(field) = row.fields.get(index) else { return Ok(number) };
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

/// The 64-bit integer that words with the sign in the lowest bit are; `None` if it has more bits.
fn word_of(words: &[u64]) -> Option<u64> {
    match words {
        [] => Some(0),
        [word] => Some(signed(*word).cast_unsigned()),
        // The words of an integer of up to 64 bits are one; longer ones with a small value have zeros.
        [word, rest @ ..] => rest.iter().all(|word| *word == 0).then(|| signed(*word).cast_unsigned()),
    }
}
