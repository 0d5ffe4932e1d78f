//! Debug records of modern bitcode, and the calls of debug intrinsics that LLVM 18 and older write instead. The reader
//! converts these calls once the body is complete, because their operands may be forward references.

use super::super::body_reader::BodyReader;
use super::super::reading::ModuleReader;
use super::super::{BitcodeErrorKind, Result};
use super::operands::Operands;
use super::state::{DebugIntrinsic, Entry};
use crate::constants::{Constant, ConstantKind};
use crate::debug_records::{DebugRecord, DebugRecordKind, DebugValue, DebugVariable};
use crate::function::DebugLocation;
use crate::generated::bitcode::function as code;
use crate::metadata::{Metadata, NodeRow};
use crate::{Body, DebugLocationId, Dialect, InstructionId, MetadataId, Module, Op, Value, ValueKind};

/// The node of a debug location.
const LOCATION: &[u8] = b"DILocation";

impl ModuleReader<'_> {
    /// Reads a debug record. The record follows the instruction before which it is in assembly.
    pub(super) fn read_debug_record(&mut self, reader: &mut BodyReader) -> Result<()> {
        let record = std::mem::take(&mut self.record.operands);
        let mut operands = Operands::new(self, reader, &record);
        let debug_record = operands.debug_record()?;
        operands.finish()?;
        self.record.operands = record;
        match reader.body.instructions.iter().next_back() {
            Some((id, _)) => reader.body.debug_records.add(id, [debug_record]),
            None => {
                let kind = BitcodeErrorKind::Order { what: "a debug record", before: "an instruction" };
                return Err(self.error(kind));
            }
        }
        Ok(())
    }

    /// The debug location that a node states.
    fn location_of_node(&self, body: &mut Body, id: MetadataId) -> Result<DebugLocationId> {
        let invalid = BitcodeErrorKind::NoSuchMetadata { number: u64::from(id.as_u32()) };
        let location = NodeRow::named(Dialect::Modern, LOCATION).map(|(row, _)| row);
        let fields = match self.module.metadata.get(id) {
            Some(Metadata::Node { row, is_distinct, fields }) if Some(row) == location => {
                if is_distinct {
                    let what = "a debug record with a distinct DILocation";
                    return Err(self.error(BitcodeErrorKind::Unsupported { what }));
                }
                self.module.metadata.numbers(fields)
            }
            _ => return Err(self.error(invalid)),
        };
        let location = DebugLocation::of_fields(fields).ok_or_else(|| self.error(invalid))?;
        Ok(body.intern_location(location))
    }

    /// The value that metadata with this number stands for.
    fn debug_value(&self, number: u64) -> Result<DebugValue> {
        Ok(match self.entry(number)? {
            Entry::Local(value, ..) => DebugValue::Value(value),
            Entry::Module(id) => match self.module.metadata.get(id) {
                Some(Metadata::Value(_, value)) => value_or_gone(&self.module, value),
                _ => DebugValue::Node(id),
            },
            Entry::List(first, end) => {
                let range = usize::try_from(first).ok().zip(usize::try_from(end).ok());
                let numbers = range.and_then(|(first, end)| self.modern.metadata.listed.get(first..end));
                let mut values = Vec::new();
                for number in numbers.unwrap_or_default() {
                    values.push(match self.entry(*number)? {
                        Entry::Local(value, ..) => value,
                        Entry::Module(id) => match self.module.metadata.get(id) {
                            Some(Metadata::Value(_, value)) => value,
                            _ => return Err(self.error(BitcodeErrorKind::NoSuchValue { number: *number })),
                        },
                        Entry::List(..) => {
                            return Err(self.error(BitcodeErrorKind::NoSuchValue { number: *number }));
                        }
                    });
                }
                DebugValue::List(values)
            }
        })
    }

    /// Replaces forward references in debug records, and converts calls of debug intrinsics.
    pub(super) fn finish_debug_records(&mut self, reader: &mut BodyReader) -> Result<()> {
        let (values, first) = (&self.values, reader.first);
        let mut missing = None;
        reader.body.debug_records.each_value_mut(&mut |value| {
            let ValueKind::Forward(index) = value.kind() else { return };
            let number = (index as usize).saturating_add(first);
            match values.get(number) {
                Some((known, _)) => *value = *known,
                None => missing = Some(number as u64),
            }
        });
        if let Some(number) = missing {
            return Err(self.error(BitcodeErrorKind::NoSuchValue { number }));
        }
        let calls = std::mem::take(&mut self.modern.body.debug_calls);
        for (id, intrinsic) in &calls {
            let record = self.record_of_call(&mut reader.body, *id, *intrinsic)?;
            reader.body.debug_records.add(*id, [record]);
        }
        if !calls.is_empty() {
            // Records before an erased call move to the next instruction.
            reader.body.erase(|id| calls.binary_search_by_key(&id, |(call, _)| *call).is_ok());
        }
        Ok(())
    }

    /// The record for which a call of a debug intrinsic stands.
    fn record_of_call(
        &self,
        body: &mut Body,
        id: InstructionId,
        intrinsic: DebugIntrinsic,
    ) -> Result<DebugRecord> {
        let unsupported = |what| self.error(BitcodeErrorKind::Unsupported { what });
        let call = body.instructions.get(id);
        let Some(location) = call.and_then(|call| call.location.expand()) else {
            return Err(unsupported("a call of a debug intrinsic without a debug location"));
        };
        let arguments = match call.map(|call| &call.op) {
            Some(Op::Call { arguments, .. }) => arguments.as_slice(&body.lists.values).to_vec(),
            _ => Vec::new(),
        };
        let node = |index: usize| match arguments.get(index).map(|value| value.kind()) {
            Some(ValueKind::Metadata(id)) => Ok(id),
            _ => Err(unsupported("a call of a debug intrinsic with these operands")),
        };
        let value = |index: usize| match arguments.get(index).map(|value| value.kind()) {
            Some(ValueKind::Metadata(id)) => Ok(match self.module.metadata.get(id) {
                Some(Metadata::Value(_, value)) => value_or_gone(&self.module, value),
                _ => DebugValue::Node(id),
            }),
            Some(ValueKind::LocalMetadata(index)) => {
                let value = usize::try_from(index).ok().and_then(|index| body.local_metadata.get(index));
                value.map(|value| DebugValue::Value(*value)).ok_or_else(|| unsupported("local metadata"))
            }
            _ => Err(unsupported("a call of a debug intrinsic with these operands")),
        };
        let variable = || Ok(DebugVariable { value: value(0)?, variable: node(1)?, expression: node(2)? });
        let kind = match intrinsic {
            DebugIntrinsic::Value => DebugRecordKind::Value(variable()?),
            DebugIntrinsic::Declare => DebugRecordKind::Declare(variable()?),
            DebugIntrinsic::Assign => DebugRecordKind::Assign {
                variable: variable()?,
                id: node(3)?,
                address: value(4)?,
                address_expression: node(5)?,
            },
            DebugIntrinsic::Label => DebugRecordKind::Label(node(0)?),
        };
        Ok(DebugRecord { kind, location })
    }
}

/// A value, or the type of a value that does not exist any more.
fn value_or_gone(module: &Module, value: Value) -> DebugValue {
    if let ValueKind::Constant(id) = value.kind()
        && let Some(Constant { ty, kind: ConstantKind::Poison }) = module.constants.get(id)
    {
        return DebugValue::Gone(*ty);
    }
    DebugValue::Value(value)
}

impl Operands<'_, '_> {
    fn debug_record(&mut self) -> Result<DebugRecord> {
        let number = self.next("the location of a debug record")?;
        let location = self.r.known_modern_metadata(number)?;
        let location = self.r.location_of_node(&mut self.body.body, location)?;
        if self.code == code::DEBUG_RECORD_LABEL {
            let kind = DebugRecordKind::Label(self.known_node("a DILabel")?);
            return Ok(DebugRecord { kind, location });
        }
        let variable = self.known_node("a DILocalVariable")?;
        let expression = self.known_node("a DIExpression")?;
        let value = match self.code {
            code::DEBUG_RECORD_VALUE_SIMPLE => {
                let (value, _) = self.typed()?;
                value_or_gone(&self.r.module, value)
            }
            _ => self.debug_value_operand()?,
        };
        let variable = DebugVariable { value, variable, expression };
        let kind = match self.code {
            code::DEBUG_RECORD_DECLARE => DebugRecordKind::Declare(variable),
            code::DEBUG_RECORD_DECLARE_VALUE => DebugRecordKind::DeclareValue(variable),
            code::DEBUG_RECORD_ASSIGN => {
                let id = self.known_node("a DIAssignID")?;
                let address_expression = self.known_node("a DIExpression")?;
                let address = self.debug_value_operand()?;
                DebugRecordKind::Assign { variable, id, address, address_expression }
            }
            _ => DebugRecordKind::Value(variable),
        };
        Ok(DebugRecord { kind, location })
    }

    fn known_node(&mut self, what: &'static str) -> Result<MetadataId> {
        let number = self.next(what)?;
        self.r.known_modern_metadata(number)
    }

    fn debug_value_operand(&mut self) -> Result<DebugValue> {
        let number = self.next("the value of a variable")?;
        self.r.debug_value(number)
    }
}
