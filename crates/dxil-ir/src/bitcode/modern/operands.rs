//! The operands of an instruction's record, one after the other. Separate from the operands of LLVM 3.7, because types
//! can be added to the module here, and metadata, scopes and flags have other numbers.

use super::super::body_reader::BodyReader;
use super::super::reading::ModuleReader;
use super::super::{BitcodeErrorKind, Result};
use crate::error::IrError;
use crate::instruction::{Access, Lists};
use crate::{Alignment, BlockId, Dialect, Flags, Instruction, Op, Ordering, SyncScope, Type, TypeId, Value};

/// The bit of LLVM 3.7's `fast`, and all assumptions, for which it stands.
const FAST: u64 = 1;
/// The bits of the assumptions about floats; their positions are those in [`Flags`].
const FAST_MATH: u64 = 0xff;

/// The operands of a record.
pub(super) struct Operands<'r, 'a> {
    pub(super) r: &'r mut ModuleReader<'a>,
    pub(super) body: &'r mut BodyReader,
    pub(super) code: u32,
    operands: &'r [u64],
    /// The position of the next operand.
    at: usize,
    /// The number of the next value.
    next_number: u32,
    /// True if an operand is a forward reference.
    pub(super) has_forward: bool,
}

impl<'r, 'a> Operands<'r, 'a> {
    pub(super) fn new(r: &'r mut ModuleReader<'a>, body: &'r mut BodyReader, operands: &'r [u64]) -> Self {
        let next_number = u32::try_from(r.values.len()).unwrap_or(u32::MAX);
        let code = r.record.code;
        Self { r, body, code, operands, at: 0, next_number, has_forward: false }
    }

    #[inline]
    pub(super) fn next(&mut self, what: &'static str) -> Result<u64> {
        match self.operands.get(self.at) {
            Some(next) => {
                self.at += 1;
                Ok(*next)
            }
            None => Err(self.error(BitcodeErrorKind::Short { what, operands: self.operands.len() })),
        }
    }

    #[cold]
    pub(super) fn error(&self, kind: BitcodeErrorKind) -> IrError {
        self.r.error(kind)
    }

    #[inline]
    pub(super) fn number<N: TryFrom<u64>>(&mut self, what: &'static str) -> Result<N> {
        let found = self.next(what)?;
        N::try_from(found).map_err(|_| self.error(BitcodeErrorKind::TooLarge { what, found }))
    }

    pub(super) fn flag(&mut self, what: &'static str) -> Result<bool> {
        Ok(self.next(what)? != 0)
    }

    #[inline]
    pub(super) fn coded<T>(&mut self, what: &'static str, of: impl Fn(u64) -> Option<T>) -> Result<T> {
        let found = self.next(what)?;
        of(found).ok_or_else(|| self.error(BitcodeErrorKind::Unknown { what, found }))
    }

    #[inline]
    pub(super) fn ty(&mut self, what: &'static str) -> Result<TypeId> {
        let number = self.next(what)?;
        self.r.type_of_number(number)
    }

    pub(super) fn block(&mut self) -> Result<BlockId> {
        let number = self.next("a block")?;
        self.r.block(&self.body.body, number)
    }

    pub(super) fn lists(&mut self) -> &mut Lists {
        &mut self.body.body.lists
    }

    /// The number of operands that are left.
    pub(super) fn left(&self) -> usize {
        self.operands.len().saturating_sub(self.at)
    }

    pub(super) fn has_more(&self) -> bool {
        self.left() > 0
    }

    /// Checks that the remaining operands are zero.
    pub(super) fn finish(&self) -> Result<()> {
        let rest = self.operands.get(self.at..).unwrap_or_default();
        match rest.iter().position(|operand| *operand != 0) {
            None => Ok(()),
            Some(index) => Err(self.error(self.r.unknown_operand(self.at + index))),
        }
    }

    /// The number of a value or of metadata by a relative number.
    #[inline]
    pub(super) fn absolute(&mut self) -> Result<usize> {
        let relative = self.next("an operand")?;
        Ok(self.absolute_of(relative))
    }

    pub(super) fn absolute_of(&self, relative: u64) -> usize {
        // Numbers have 32 bits, and wrap.
        let relative = u32::try_from(relative & u64::from(u32::MAX)).unwrap_or_default();
        self.next_number.wrapping_sub(relative) as usize
    }

    /// The number of the next value.
    pub(super) fn next_number(&self) -> u32 {
        self.next_number
    }

    /// A value of a type that other operands determine.
    #[inline]
    pub(super) fn value(&mut self) -> Result<Value> {
        let number = self.absolute()?;
        self.value_of(number)
    }

    #[inline]
    pub(super) fn value_of(&mut self, number: usize) -> Result<Value> {
        match self.r.values.get(number) {
            Some((value, _)) => Ok(*value),
            None => {
                self.has_forward = true;
                self.r.forward(self.body, number)
            }
        }
    }

    /// A value; its type follows if the value does.
    #[inline]
    pub(super) fn typed(&mut self) -> Result<(Value, TypeId)> {
        let number = self.absolute()?;
        self.typed_of(number)
    }

    pub(super) fn typed_of(&mut self, number: usize) -> Result<(Value, TypeId)> {
        match self.r.values.get(number) {
            Some(known) => Ok(*known),
            None => {
                let ty = self.ty("the type of a forward-referenced operand")?;
                self.body.gathered.promised.push((number, ty));
                Ok((self.value_of(number)?, ty))
            }
        }
    }

    /// A value with a type that the record states.
    pub(super) fn value_of_type(&mut self, number: usize, ty: TypeId) -> Result<Value> {
        match self.r.values.get(number) {
            None => self.body.gathered.promised.push((number, ty)),
            Some((_, known)) if *known == ty => {}
            Some(_) => {
                let number = number as u64;
                return Err(self.error(BitcodeErrorKind::OtherType { number }));
            }
        }
        self.value_of(number)
    }

    pub(super) fn access(&mut self, is_atomic: bool) -> Result<Access> {
        Ok(Access {
            alignment: self.alignment()?,
            is_volatile: self.flag("the volatile flag")?,
            atomic: match is_atomic {
                false => None,
                true => Some((self.ordering()?, self.scope()?)),
            },
        })
    }

    pub(super) fn alignment(&mut self) -> Result<Alignment> {
        let found = self.number("an alignment")?;
        self.alignment_of(found)
    }

    pub(super) fn alignment_of(&self, code: u8) -> Result<Alignment> {
        let alignment = Alignment::from_code(code);
        match alignment <= Alignment::largest(Dialect::Modern) {
            true => Ok(alignment),
            false => {
                let found = u64::from(code);
                Err(self.error(BitcodeErrorKind::TooLarge { what: "an alignment", found }))
            }
        }
    }

    pub(super) fn ordering(&mut self) -> Result<Ordering> {
        self.coded("an ordering", Ordering::from_code)
    }

    pub(super) fn scope(&mut self) -> Result<SyncScope> {
        let number = self.next("a synchronization scope")?;
        let scope = usize::try_from(number).ok().and_then(|index| self.r.modern.scopes.get(index));
        let what = "a synchronization scope";
        scope.copied().ok_or_else(|| self.error(BitcodeErrorKind::Unknown { what, found: number }))
    }

    /// The assumptions about floats, if the record has another operand.
    pub(super) fn fast_math(&mut self) -> Result<Flags> {
        if !self.has_more() {
            return Ok(Flags::NONE);
        }
        let bits = self.next("flags")?;
        self.fast_math_of(bits)
    }

    pub(super) fn fast_math_of(&self, bits: u64) -> Result<Flags> {
        if bits & !FAST_MATH != 0 {
            return Err(self.error(BitcodeErrorKind::Unknown { what: "flags", found: bits }));
        }
        if bits & FAST != 0 {
            return Ok(Flags::FAST_MATH);
        }
        Ok(Flags::from_bits(u16::try_from(bits).unwrap_or_default()))
    }

    /// The assumptions that bits 0 and 1 of the next operand stand for, if the record has another operand.
    pub(super) fn flag_bits(&mut self, bits: &[Flags]) -> Result<Flags> {
        if !self.has_more() {
            return Ok(Flags::NONE);
        }
        let found = self.next("flags")?;
        if found >> bits.len() != 0 {
            return Err(self.error(BitcodeErrorKind::Unknown { what: "flags", found }));
        }
        let set = (0..).zip(bits).filter(|(bit, _)| found >> bit & 1 != 0);
        Ok(set.fold(Flags::NONE, |flags, (_, flag): (u32, _)| flags | *flag))
    }

    /// Adds an instruction without assumptions.
    pub(super) fn add(&mut self, op: Op, ty: TypeId) {
        self.add_with(op, ty, Flags::NONE);
    }

    pub(super) fn add_with(&mut self, op: Op, ty: TypeId, flags: Flags) {
        self.body.body.instructions.push(Instruction { op, ty, flags, location: None.into() });
    }

    pub(super) fn void(&mut self) -> TypeId {
        match self.body.void {
            Some(void) => void,
            None => {
                let void = self.r.module.types.intern(Type::Void);
                self.body.void = Some(void);
                void
            }
        }
    }

    pub(super) fn intern(&mut self, ty: Type) -> TypeId {
        self.r.module.types.intern(ty)
    }

    /// The type of the result of a comparison of values of a type.
    pub(super) fn truth_of(&mut self, ty: TypeId) -> TypeId {
        let truth = match self.body.truth {
            Some(truth) => truth,
            None => {
                let truth = self.r.module.types.intern(Type::Integer(1));
                self.body.truth = Some(truth);
                truth
            }
        };
        match self.r.module.types.get(ty) {
            Some(Type::Vector(_, length)) => {
                let length = *length;
                self.intern(Type::Vector(truth, length))
            }
            _ => truth,
        }
    }
}
