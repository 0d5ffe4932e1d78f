//! Constants of modern bitcode that refer to others: expressions, block addresses, inline assembly.

use super::super::constants::signed;
use super::super::reading::{ModuleReader, bytes_of};
use super::super::{BitcodeErrorKind, Result};
use super::constant_block::{BLOCK, ConstantBlock, Unresolved};
use crate::constants::ConstantKind;
use crate::error::IrError;
use crate::flags::Takes;
use crate::generated::bitcode::constants as code;
use crate::{BinaryOp, BlockId, CastOp, Flags, TypeId, Value};

/// Bits of the flags of an address.
const IN_BOUNDS: u64 = 1;
const NO_SIGNED_UNSIGNED_WRAP: u64 = 2;
const NO_UNSIGNED_WRAP: u64 = 4;
/// The bits of inline assembly that the IR represents.
const ASSEMBLY_FLAGS: u64 = 7;

type Created<T> = std::result::Result<T, Unresolved>;

/// The assumptions about an address; `None` for unknown bits. `inbounds` implies `nusw`.
pub(super) fn address_flags(bits: u64) -> Option<Flags> {
    if bits & !(IN_BOUNDS | NO_SIGNED_UNSIGNED_WRAP | NO_UNSIGNED_WRAP) != 0 {
        return None;
    }
    let wrap = match bits & (IN_BOUNDS | NO_SIGNED_UNSIGNED_WRAP) {
        0 => Flags::NONE,
        NO_SIGNED_UNSIGNED_WRAP => Flags::NUSW,
        _ => Flags::INBOUNDS,
    };
    Some(if bits & NO_UNSIGNED_WRAP != 0 { wrap | Flags::NUW } else { wrap })
}

impl ModuleReader<'_> {
    /// The constants with these numbers.
    pub(super) fn constants_of(&self, block: &ConstantBlock, numbers: &[u64]) -> Created<Vec<Value>> {
        let mut values = Vec::with_capacity(numbers.len());
        let mut missing = Vec::new();
        for number in numbers {
            let index = usize::try_from(*number).unwrap_or(usize::MAX);
            let known = match index.checked_sub(block.first) {
                None => self.values.get(index).map(|(value, _)| Some(*value)),
                Some(index) => match block.values.get(index) {
                    Some((Some(value), _)) => Some(Some(*value)),
                    None if block.is_whole => None,
                    _ => {
                        missing.push(index);
                        Some(None)
                    }
                },
            };
            let Some(value) = known else {
                return Err(self.error(BitcodeErrorKind::NoSuchValue { number: *number }).into());
            };
            if value.is_some_and(|value| !value.kind().is_constant()) {
                return Err(self.error(BitcodeErrorKind::NotConstant { number: *number }).into());
            }
            values.extend(value);
        }
        if missing.is_empty() { Ok(values) } else { Err(Unresolved::Later(missing)) }
    }

    /// The constants of pairs of a type and a number.
    fn typed_constants(&self, block: &ConstantBlock, pairs: &[u64]) -> Created<Vec<Value>> {
        let numbers: Vec<u64> = pairs.iter().copied().skip(1).step_by(2).collect();
        let values = self.constants_of(block, &numbers)?;
        for ((ty, number), value) in pairs.iter().step_by(2).zip(&numbers).zip(&values) {
            let ty = self.type_of_number(*ty)?;
            if self.module.type_of(None, *value) != Some(ty) {
                return Err(self.error(BitcodeErrorKind::OtherType { number: *number }).into());
            }
        }
        match pairs.len() % 2 {
            0 => Ok(values),
            _ => Err(self.short_constant(pairs).into()),
        }
    }

    #[cold]
    fn short_constant(&self, operands: &[u64]) -> IrError {
        let what = "an operand of a constant expression";
        self.error(BitcodeErrorKind::Short { what, operands: operands.len() })
    }

    /// The constant of a record that is not a plain value.
    pub(super) fn expression(
        &mut self,
        block: &ConstantBlock,
        ty: TypeId,
        code: u32,
        operands: &[u64],
    ) -> Created<Value> {
        let kind = match (code, operands) {
            (code::CE_BINOP, [op, first, second, rest @ ..]) => {
                self.binary_expression(block, ty, *op, &[*first, *second], rest)?
            }
            (code::CE_CAST, [op, ty, value, ..]) => {
                let op = CastOp::from_code(*op).ok_or_else(|| self.unknown("a cast", *op))?;
                let values = self.typed_constants(block, &[*ty, *value])?;
                let [value] = *values else { return Err(self.short_constant(operands).into()) };
                ConstantKind::Cast(op, value)
            }
            (code::CE_GEP_NEW, [source, flags, pairs @ ..]) => {
                let flags = self.flags_of_address(*flags)?;
                self.address(block, *source, flags, None, pairs)?
            }
            (code::CE_GEP_WITH_INRANGE, [source, flags, bits, lower, upper, pairs @ ..]) => {
                let flags = self.flags_of_address(*flags)?;
                if *bits > 64 {
                    let what = "`inrange` with more than 64 bits";
                    return Err(self.error(BitcodeErrorKind::Unsupported { what }).into());
                }
                let range = (signed(*lower), signed(*upper));
                self.address(block, *source, flags, Some(range), pairs)?
            }
            // LLVM 18 and older.
            (code::CE_GEP | code::CE_INBOUNDS_GEP, [source, pairs @ ..]) if pairs.len() % 2 == 0 => {
                let flags = if code == code::CE_GEP { Flags::NONE } else { Flags::INBOUNDS };
                self.address(block, *source, flags, None, pairs)?
            }
            (code::CE_EXTRACTELT, [_, vector, _, index]) => {
                ConstantKind::ExtractElement(self.some_constants(block, [*vector, *index])?)
            }
            (code::CE_INSERTELT, [vector, element, _, index]) => {
                ConstantKind::InsertElement(self.some_constants(block, [*vector, *element, *index])?)
            }
            (code::CE_SHUFFLEVEC, [first, second, mask])
            | (code::CE_SHUFVEC_EX, [_, first, second, mask]) => {
                ConstantKind::ShuffleVector(self.some_constants(block, [*first, *second, *mask])?)
            }
            (code::BLOCKADDRESS, [_, function, number]) => {
                let [function] = self.some_constants(block, [*function])?;
                let number = u32::try_from(*number).map_err(|_| self.unknown("a block", *number))?;
                // Blocks that were read have their numbers as ids.
                ConstantKind::BlockAddress(function, BlockId::from_u32(number))
            }
            (code::INLINEASM_NEW, [_, rest @ ..]) => self.assembly(rest)?,
            (code::INLINEASM | code::INLINEASM_OLD3, rest) => self.assembly(rest)?,
            _ => return Err(self.no_constant(code).into()),
        };
        if let Some(computed) = self.module.computed(ty, &kind) {
            return Ok(computed);
        }
        Ok(self.module.constant(ty, kind))
    }

    fn some_constants<const N: usize>(
        &self,
        block: &ConstantBlock,
        numbers: [u64; N],
    ) -> Created<[Value; N]> {
        let values = self.constants_of(block, &numbers)?;
        <[Value; N]>::try_from(values).map_err(|_| self.short_constant(&numbers).into())
    }

    fn binary_expression(
        &self,
        block: &ConstantBlock,
        ty: TypeId,
        op: u64,
        operands: &[u64; 2],
        rest: &[u64],
    ) -> Created<ConstantKind> {
        let found = op;
        let op = BinaryOp::from_code(op).ok_or_else(|| self.unknown("a binary operator", found))?;
        if !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor) || self.module.types.is_float(ty) {
            let what = "a constant expression of this binary operator";
            return Err(self.error(BitcodeErrorKind::Unsupported { what }).into());
        }
        let bits = rest.first().copied().unwrap_or(0);
        let byte = u8::try_from(bits).map_err(|_| self.unknown("flags", bits))?;
        let flags = Flags::from_byte(Takes::binary(op, false), byte);
        Ok(ConstantKind::Binary { op, operands: self.some_constants(block, *operands)?, flags })
    }

    fn address(
        &self,
        block: &ConstantBlock,
        source: u64,
        flags: Flags,
        in_range: Option<(i64, i64)>,
        pairs: &[u64],
    ) -> Created<ConstantKind> {
        let operands = self.typed_constants(block, pairs)?.into();
        let source = self.type_of_number(source)?;
        Ok(ConstantKind::ElementPointer { flags, in_range, source, operands })
    }

    fn flags_of_address(&self, bits: u64) -> Result<Flags> {
        address_flags(bits).ok_or_else(|| self.unknown("the flags of a getelementptr", bits))
    }

    #[cold]
    fn unknown(&self, what: &'static str, found: u64) -> IrError {
        self.error(BitcodeErrorKind::Unknown { what, found })
    }

    #[cold]
    fn no_constant(&self, code: u32) -> IrError {
        let what = match code {
            code::DSO_LOCAL_EQUIVALENT => "`dso_local_equivalent`",
            code::NO_CFI_VALUE => "`no_cfi`",
            code::PTRAUTH | code::PTRAUTH2 => "`ptrauth`",
            code::BYTE | code::WIDE_BYTE => "a constant of a byte type",
            code::CE_SELECT | code::CE_CMP | code::CE_UNOP => "a constant expression of LLVM 18 and older",
            code::CE_GEP_WITH_INRANGE_INDEX_OLD => "`inrange` of LLVM 18 and older",
            code::CE_BINOP | code::CE_CAST | code::CE_GEP_NEW | code::CE_GEP_WITH_INRANGE => {
                "a constant expression with these operands"
            }
            _ => return self.unknown_modern_record(BLOCK),
        };
        self.error(BitcodeErrorKind::Unsupported { what })
    }

    /// Flags, then two strings with their lengths.
    fn assembly(&self, operands: &[u64]) -> Result<ConstantKind> {
        let short = || self.short_constant(operands);
        let [flags, rest @ ..] = operands else { return Err(short()) };
        let flags =
            u8::try_from(*flags & ASSEMBLY_FLAGS).ok().filter(|_| *flags & !ASSEMBLY_FLAGS == 0).ok_or_else(
                || self.error(BitcodeErrorKind::Unsupported { what: "inline assembly that unwinds" }),
            )?;
        let string = |rest: &[u64]| {
            let (len, rest) = rest.split_first()?;
            let (string, rest) = rest.split_at_checked(usize::try_from(*len).ok()?)?;
            Some((bytes_of(string)?, rest.to_vec()))
        };
        let (assembly, rest) = string(rest).ok_or_else(short)?;
        let (constraints, _) = string(&rest).ok_or_else(short)?;
        Ok(ConstantKind::InlineAssembly { flags, assembly: assembly.into(), constraints: constraints.into() })
    }
}
