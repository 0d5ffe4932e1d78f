//! The constants of modern bitcode, in the form in which LLVM keeps them. A constant may refer to a later one of its
//! block: such constants wait until the block ends, and are then created in the order of their references.

use located::Place;

use super::super::reading::{ModuleReader, bytes_of};
use super::super::{BitcodeErrorKind, Result};
use super::constant_block::{BLOCK, ConstantBlock, Unresolved};
use crate::constants::ConstantKind;
use crate::generated::bitcode::constants as code;
use crate::{Type, TypeId, Value};

/// Elements of a vector whose elements are all equal. A record of a few bits may state any number of elements.
const SPLAT: u64 = 1 << 16;

/// A constant that refers to a later one.
struct Waiting {
    code: u32,
    operands: Box<[u64]>,
    place: Place,
    /// True if the constants to which it refers are being created.
    is_open: bool,
}

impl ModuleReader<'_> {
    /// Reads a block of constants that was just entered: of the module or of a function.
    pub(super) fn read_modern_constants(&mut self) -> Result<()> {
        let mut block = ConstantBlock { first: self.values.len(), values: Vec::new(), is_whole: false };
        let mut waiting = Vec::new();
        let mut ty = None;
        while self.next_record(BLOCK)? {
            if self.record.code == code::SETTYPE {
                self.no_more_than(1)?;
                ty = Some(self.type_at(0, "the constants' type")?);
                continue;
            }
            let Some(ty) = ty else {
                return Err(self.error(BitcodeErrorKind::Order { what: "a constant", before: "its type" }));
            };
            let operands = std::mem::take(&mut self.record.operands);
            let made = self.constant(&block, ty, self.record.code, &operands);
            let value = match made {
                Ok(value) => Some(value),
                Err(Unresolved::Later(_)) => {
                    let constant = Waiting {
                        code: self.record.code,
                        operands: operands.as_slice().into(),
                        place: self.stream.entry_place(),
                        is_open: false,
                    };
                    waiting.push((block.values.len(), Some(constant)));
                    None
                }
                Err(Unresolved::Invalid(error)) => return Err(error),
            };
            self.record.operands = operands;
            block.values.push((value, ty));
        }
        block.is_whole = true;
        self.create_waiting(&mut block, &mut waiting)?;
        self.values.reserve(block.values.len());
        self.values.extend(block.values.into_iter().filter_map(|(value, ty)| Some((value?, ty))));
        Ok(())
    }

    /// Creates the constants that refer to later ones, each after the constants to which it refers.
    fn create_waiting(
        &mut self,
        block: &mut ConstantBlock,
        waiting: &mut [(usize, Option<Waiting>)],
    ) -> Result<()> {
        for start in 0..waiting.len() {
            let mut open = vec![start];
            while let Some(position) = open.last().copied() {
                let slot = waiting.get_mut(position);
                let taken = slot.and_then(|(index, constant)| Some((*index, constant.take()?)));
                let Some((index, mut constant)) = taken else {
                    open.pop();
                    continue;
                };
                let Some((_, ty)) = block.values.get(index).copied() else { break };
                match self.constant(block, ty, constant.code, &constant.operands) {
                    Ok(value) => {
                        if let Some((slot, _)) = block.values.get_mut(index) {
                            *slot = Some(value);
                        }
                        open.pop();
                    }
                    Err(Unresolved::Later(_)) if constant.is_open => {
                        let kind = BitcodeErrorKind::Circle { what: "constants" };
                        return Err(crate::IrError::new(kind.into(), constant.place));
                    }
                    Err(Unresolved::Later(missing)) => {
                        constant.is_open = true;
                        if let Some((_, slot)) = waiting.get_mut(position) {
                            *slot = Some(constant);
                        }
                        let position = |missing| waiting.binary_search_by_key(&missing, |(index, _)| *index);
                        open.extend(missing.into_iter().filter_map(|missing| position(missing).ok()));
                    }
                    Err(Unresolved::Invalid(error)) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// The constant of a record.
    fn constant(
        &mut self,
        block: &ConstantBlock,
        ty: TypeId,
        code: u32,
        operands: &[u64],
    ) -> std::result::Result<Value, Unresolved> {
        let kind = match (code, operands) {
            (code::NULL, _) => ConstantKind::Null,
            (code::UNDEF, _) => ConstantKind::Undef,
            (code::POISON, _) => ConstantKind::Poison,
            (code::INTEGER, [number]) => return Ok(self.integer(ty, *number)?),
            (code::FLOAT, [bits]) => return Ok(self.float(ty, *bits)?),
            (code::FLOAT, [_, _]) => match operands.iter().all(|word| *word == 0) {
                true => ConstantKind::Null,
                false => ConstantKind::Wide(operands.into()),
            },
            (code::WIDE_INTEGER, [_, ..]) => wide(operands),
            (code::STRING, bytes) => self.bytes(bytes, false)?,
            (code::CSTRING, bytes) => self.bytes(bytes, true)?,
            (code::DATA, numbers) => return Ok(self.data(ty, numbers)?),
            (code::AGGREGATE, numbers) => {
                let values = self.constants_of(block, numbers)?;
                return Ok(self.module.aggregate(ty, values));
            }
            (code::INTEGER | code::FLOAT | code::WIDE_INTEGER, _) => {
                let what = "the value of a constant";
                let kind = BitcodeErrorKind::Short { what, operands: operands.len() };
                return Err(Unresolved::Invalid(self.error(kind)));
            }
            _ => return self.expression(block, ty, code, operands),
        };
        Ok(self.module.constant(ty, kind))
    }

    fn integer(&mut self, ty: TypeId, number: u64) -> Result<Value> {
        let number = super::super::constants::signed(number);
        self.scalar_or_splat(ty, |module, ty| module.int(ty, number))
    }

    fn float(&mut self, ty: TypeId, bits: u64) -> Result<Value> {
        self.scalar_or_splat(ty, |module, ty| module.float_bits(ty, bits))
    }

    /// A scalar, or since LLVM 23 a vector of equal scalars.
    fn scalar_or_splat(
        &mut self,
        ty: TypeId,
        scalar: impl Fn(&mut crate::Module, TypeId) -> Value,
    ) -> Result<Value> {
        match self.module.types.get(ty) {
            Some(Type::Vector(element, length)) => {
                let (element, length) = (*element, *length);
                let Some(count) = usize::try_from(length).ok().filter(|_| length <= SPLAT) else {
                    return Err(self.error(BitcodeErrorKind::TooMany { what: "elements of a vector" }));
                };
                self.spend_copy(count)?;
                let value = scalar(&mut self.module, element);
                Ok(self.module.aggregate(ty, vec![value; count]))
            }
            _ => Ok(scalar(&mut self.module, ty)),
        }
    }

    /// An array or a vector of numbers.
    fn data(&mut self, ty: TypeId, numbers: &[u64]) -> Result<Value> {
        let element = self.module.types.element(ty, 0);
        let element = element.filter(|_| !matches!(self.module.types.get(ty), Some(Type::Named(_))));
        let Some(element) = element else {
            return Err(self.error(BitcodeErrorKind::NotVector { what: "the type of numbers" }));
        };
        let is_float = self.module.types.is_float(element);
        let values = numbers.iter().map(|number| match is_float {
            true => self.module.float_bits(element, *number),
            false => self.module.int(element, number.cast_signed()),
        });
        let values = values.collect();
        Ok(self.module.aggregate(ty, values))
    }

    fn bytes(&self, operands: &[u64], is_terminated: bool) -> Result<ConstantKind> {
        let Some(mut bytes) = bytes_of(operands) else {
            return Err(self.error(BitcodeErrorKind::NotText { what: "a constant" }));
        };
        if is_terminated {
            bytes.push(0);
        }
        Ok(match bytes.iter().all(|byte| *byte == 0) {
            true => ConstantKind::Null,
            false => ConstantKind::Bytes(bytes.into()),
        })
    }
}

/// An integer of more than 64 bits.
fn wide(operands: &[u64]) -> ConstantKind {
    let words = operands.iter().map(|word| super::super::constants::signed(*word).cast_unsigned());
    let mut words: Vec<u64> = words.collect();
    while words.len() > 1 && words.last() == Some(&0) {
        words.pop();
    }
    match *words {
        [0] => ConstantKind::Null,
        _ => ConstantKind::Wide(words.into()),
    }
}
