//! Constants to records: the other direction of [`super`], apart from it for its length.

use bstr::BString;

use super::super::abbreviations::{self, Constants as Abbreviations};
use super::super::writing::ModuleWriter;
use super::super::{BitcodeErrorKind, Result};
use super::unsigned;
use crate::constants::{Constant, ConstantKind};
use crate::flags::Takes;
use crate::generated::bitcode::{block, constants as code};
use crate::{ConstantId, TypeId, Value};

impl ModuleWriter<'_> {
    /// Writes the module's own constants.
    pub(in crate::bitcode) fn write_module_constants(&mut self) -> Result<()> {
        let constants = self.numbering.module_constants();
        let last = self.numbering.module_values();
        self.write_constants(&constants, Some(last))
    }

    /// Writes a block of constants. Those of a module, which has so many values, have abbreviations of their own.
    pub(in crate::bitcode) fn write_constants(
        &mut self,
        constants: &[ConstantId],
        of_module: Option<usize>,
    ) -> Result<()> {
        if constants.is_empty() {
            return Ok(());
        }
        self.stream.enter_block(block::CONSTANTS, 4)?;
        let abbreviations = match of_module {
            Some(values) => Some(Abbreviations::of_module(&mut self.stream, values)?),
            None => None,
        };
        let module = self.module;
        let mut last = None;
        for id in constants {
            let Some(constant) = module.constants.get(*id) else {
                return Err(self.error(BitcodeErrorKind::Dangling { what: "constant" }));
            };
            if last != Some(constant.ty) {
                last = Some(constant.ty);
                self.operands.clear();
                self.push_type(constant.ty)?;
                self.emit(code::SETTYPE, Some(abbreviations::CONSTANTS_SETTYPE))?;
            }
            self.operands.clear();
            let (code, abbreviation) = self.push_constant(constant, abbreviations.as_ref())?;
            self.emit(code, abbreviation)?;
        }
        self.stream.exit_block()?;
        Ok(())
    }

    fn push_constant(
        &mut self,
        constant: &Constant,
        abbreviations: Option<&Abbreviations>,
    ) -> Result<(u32, Option<u32>)> {
        Ok(match &constant.kind {
            ConstantKind::Null => (code::NULL, None),
            ConstantKind::Undef => (code::UNDEF, None),
            ConstantKind::Poison => {
                return Err(self.error(BitcodeErrorKind::Modern { what: "`poison`" }));
            }
            ConstantKind::Integer(number) => {
                self.operands.push(unsigned(*number));
                (code::INTEGER, Some(abbreviations::CONSTANTS_INTEGER))
            }
            ConstantKind::Wide(words) if self.module.types.is_integer(constant.ty) => {
                self.operands.extend(words.iter().map(|word| unsigned(word.cast_signed())));
                (code::WIDE_INTEGER, None)
            }
            ConstantKind::Wide(words) => {
                self.operands.extend(words);
                (code::FLOAT, None)
            }
            ConstantKind::Float(bits) => {
                self.operands.push(*bits);
                (code::FLOAT, None)
            }
            ConstantKind::Aggregate(values) => {
                self.push_values(values)?;
                (code::AGGREGATE, abbreviations.map(|known| known.aggregate))
            }
            ConstantKind::Bytes(bytes) => self.push_bytes(bytes, abbreviations),
            ConstantKind::Data(words) => {
                self.operands.extend(words);
                (code::DATA, None)
            }
            ConstantKind::Binary { op, flags, operands } => {
                self.operands.push(op.code());
                self.push_values(operands)?;
                let takes = Takes::binary(*op, self.module.types.is_float(constant.ty));
                let byte = self.flag_byte(*flags, takes)?;
                self.operands.extend((byte != 0).then_some(u64::from(byte)));
                (code::CE_BINOP, None)
            }
            ConstantKind::Cast(op, operand) => {
                self.operands.push(op.code());
                self.push_typed(*operand)?;
                (code::CE_CAST, Some(abbreviations::CONSTANTS_CE_CAST))
            }
            ConstantKind::ElementPointer { flags, in_range, source, operands } => {
                let is_in_bounds = self.is_in_bounds(*flags)?;
                if in_range.is_some() {
                    return Err(self.error(BitcodeErrorKind::Modern { what: "`inrange`" }));
                }
                self.push_type(*source)?;
                operands.iter().try_for_each(|operand| self.push_typed(*operand))?;
                (if is_in_bounds { code::CE_INBOUNDS_GEP } else { code::CE_GEP }, None)
            }
            ConstantKind::Select(operands) => {
                self.push_values(operands)?;
                (code::CE_SELECT, None)
            }
            ConstantKind::ExtractElement([vector, index]) => {
                self.push_typed(*vector)?;
                self.push_typed(*index)?;
                (code::CE_EXTRACTELT, None)
            }
            ConstantKind::InsertElement([vector, element, index]) => {
                self.push_values(&[*vector, *element])?;
                self.push_typed(*index)?;
                (code::CE_INSERTELT, None)
            }
            ConstantKind::ShuffleVector(operands) => (self.push_shuffle(operands, constant.ty)?, None),
            ConstantKind::Compare(predicate, operands) => {
                let [first, second] = operands;
                self.push_typed(*first)?;
                self.push_values(&[*second])?;
                self.operands.push(predicate.code());
                (code::CE_CMP, None)
            }
            ConstantKind::BlockAddress(function, block) => {
                self.push_typed(*function)?;
                let place = self.block_place(*function, *block)?;
                self.operands.push(place);
                (code::BLOCKADDRESS, None)
            }
            ConstantKind::InlineAssembly { flags, assembly, constraints } => {
                self.operands.push(u64::from(*flags));
                self.push_text(assembly);
                self.push_text(constraints);
                (code::INLINEASM, None)
            }
        })
    }

    /// Elements of two vectors; with their type, where the result has another one.
    fn push_shuffle(&mut self, operands: &[Value; 3], result: TypeId) -> Result<u32> {
        let [first, ..] = operands;
        let ty = self.module.type_of(None, *first);
        let widens = ty != Some(result);
        if widens && let Some(ty) = ty {
            self.push_type(ty)?;
        }
        self.push_values(operands)?;
        Ok(if widens { code::CE_SHUFVEC_EX } else { code::CE_SHUFFLEVEC })
    }

    /// Bytes with their number before them.
    fn push_text(&mut self, text: &BString) {
        self.operands.push(text.len() as u64);
        self.operands.extend(text.iter().map(|byte| u64::from(*byte)));
    }

    /// Bytes, without the zero at their end if they are text that ends with one.
    fn push_bytes(&mut self, bytes: &BString, abbreviations: Option<&Abbreviations>) -> (u32, Option<u32>) {
        // Of nothing but the zero, LLVM would see no operand at all.
        let text = bytes.strip_suffix(&[0]).filter(|text| !text.is_empty() && !text.contains(&0));
        self.operands.extend(text.unwrap_or(bytes).iter().map(|byte| u64::from(*byte)));
        match text {
            None => (code::STRING, abbreviations.map(|known| known.string)),
            Some(text) if text.iter().all(|byte| abbreviations::is_char6(*byte)) => {
                (code::CSTRING, abbreviations.map(|known| known.char6_string))
            }
            Some(text) if text.is_ascii() => (code::CSTRING, abbreviations.map(|known| known.ascii_string)),
            Some(_) => (code::CSTRING, None),
        }
    }

    fn push_values(&mut self, values: &[Value]) -> Result<()> {
        for value in values {
            let number = self.value_number(*value)?;
            self.operands.push(number);
        }
        Ok(())
    }

    /// The type and the number of a constant.
    fn push_typed(&mut self, value: Value) -> Result<()> {
        let Some(ty) = self.module.type_of(None, value) else {
            return Err(self.error(BitcodeErrorKind::Dangling { what: "constant" }));
        };
        self.push_type(ty)?;
        self.push_values(&[value])
    }
}
