//! Calls of modern bitcode and the operand bundles before them.

use super::super::body_reader::BodyReader;
use super::super::reading::ModuleReader;
use super::super::{BitcodeErrorKind, Result};
use super::operands::Operands;
use crate::instruction::{OperandBundle, TailCall};
use crate::{Flags, Op, Type, TypeId, Value, ValueKind};

/// Bits of the convention operand of a call.
const TAIL: u64 = 1;
const CONVENTION_SHIFT: u32 = 1;
const CONVENTION: u64 = 0x3ff;
const MUST_TAIL: u64 = 1 << 14;
const EXPLICIT_TYPE: u64 = 1 << 15;
const NO_TAIL: u64 = 1 << 16;
const FAST_MATH: u64 = 1 << 17;
const KNOWN: u64 = TAIL | CONVENTION << CONVENTION_SHIFT | MUST_TAIL | EXPLICIT_TYPE | NO_TAIL | FAST_MATH;
/// The operand of a bundle before the number of metadata.
const METADATA: u64 = 0x8000_0000;

impl ModuleReader<'_> {
    /// Reads a bundle of the next call.
    pub(super) fn read_bundle(&mut self, reader: &mut BodyReader) -> Result<()> {
        let record = std::mem::take(&mut self.record.operands);
        let mut operands = Operands::new(self, reader, &record);
        let number = operands.next("the tag of an operand bundle")?;
        let index = usize::try_from(number).ok();
        let Some(tag) = index.and_then(|index| operands.r.modern.bundle_tags.get(index)).cloned() else {
            let what = "the tag of an operand bundle";
            return Err(operands.error(BitcodeErrorKind::Unknown { what, found: number }));
        };
        operands.r.spend_copy(tag.len())?;
        let mut count = 0;
        while operands.has_more() {
            let relative = operands.next("an operand of a bundle")?;
            let value = match relative {
                METADATA => {
                    let number = operands.next("metadata in an operand bundle")?;
                    operands.r.modern_metadata_value(operands.body, number)?
                }
                _ => {
                    let number = operands.absolute_of(relative);
                    operands.typed_of(number)?.0
                }
            };
            operands.r.modern.body.bundled.push(value);
            count += 1;
        }
        let has_forward = operands.has_forward;
        self.modern.body.has_forward |= has_forward;
        self.modern.body.bundles.push(OperandBundle { tag, operands: count });
        self.record.operands = record;
        Ok(())
    }
}

impl Operands<'_, '_> {
    pub(super) fn call(&mut self) -> Result<()> {
        let attributes = self.next("the attributes of a call")?;
        let attributes = self.r.attribute_list(attributes)?;
        let bits = self.next("the calling convention of a call")?;
        if bits & !KNOWN != 0 || bits & EXPLICIT_TYPE == 0 {
            let what = "the calling convention of a call";
            return Err(self.error(BitcodeErrorKind::Unknown { what, found: bits }));
        }
        let flags = match bits & FAST_MATH {
            0 => Flags::NONE,
            _ => self.fast_math()?,
        };
        let function_type = self.ty("the function type of a call")?;
        let (callee, _) = self.typed()?;
        let Some(Type::Function { result, parameters, is_variadic }) = self.r.module.types.get(function_type)
        else {
            return Err(self.error(BitcodeErrorKind::NotFunction { what: "the callee" }));
        };
        let (result, is_variadic, count) = (*result, *is_variadic, parameters.len());
        let mut arguments = Vec::new();
        for index in 0..count {
            let argument = self.argument(function_type, index)?;
            arguments.push(argument);
        }
        while is_variadic && self.has_more() {
            arguments.push(self.typed()?.0);
        }
        let id = self.body.body.instructions.next_id();
        let pending = &mut self.r.modern.body;
        if !pending.bundles.is_empty() {
            arguments.append(&mut pending.bundled);
            self.has_forward |= std::mem::take(&mut pending.has_forward);
            self.body.body.bundles.insert(id, std::mem::take(&mut pending.bundles));
        }
        if let ValueKind::Global(callee) = callee.kind()
            && let Some(intrinsic) = self.r.modern.debug_intrinsics.get(&callee)
        {
            self.r.modern.body.debug_calls.push((id, *intrinsic));
        }
        let convention = bits >> CONVENTION_SHIFT & CONVENTION;
        let op = Op::Call {
            callee,
            function_type,
            arguments: self.lists().values.list_of(&arguments),
            attributes: attributes.into(),
            calling_convention: u16::try_from(convention).unwrap_or_default(),
            tail: match (bits & NO_TAIL, bits & MUST_TAIL, bits & TAIL) {
                (0, 0, 0) => TailCall::No,
                (0, 0, _) => TailCall::Tail,
                (0, _, _) => TailCall::MustTail,
                _ => TailCall::NoTail,
            },
        };
        self.add_with(op, result, flags);
        Ok(())
    }

    fn argument(&mut self, function_type: TypeId, index: usize) -> Result<Value> {
        let types = &self.r.module.types;
        let Some(Type::Function { parameters, .. }) = types.get(function_type) else { return self.value() };
        match parameters.get(index).and_then(|ty| types.get(*ty)) {
            Some(Type::Metadata) => {
                let number = self.absolute()?;
                self.r.modern_metadata_value(self.body, number as u64)
            }
            Some(Type::Label) => {
                Err(self.error(BitcodeErrorKind::Unsupported { what: "a basic block as an argument" }))
            }
            _ => self.value(),
        }
    }
}
