//! Instructions of modern bitcode that access memory or compute addresses.

use super::super::{BitcodeErrorKind, Result};
use super::expressions::address_flags;
use super::operands::Operands;
use crate::generated::bitcode::function as code;
use crate::{Op, RmwOp, Type, element_pointer_type};

/// Bits of the alignment operand of an alloca.
const LOW_ALIGNMENT: u64 = 31;
const IN_ALLOCA: u64 = 1 << 5;
const EXPLICIT_TYPE: u64 = 1 << 6;
const SWIFT_ERROR: u64 = 1 << 7;
const HIGH_ALIGNMENT_SHIFT: u32 = 8;
const HIGH_ALIGNMENT: u64 = 7;
/// The bit of an operation that is applied to each element of a vector: LLVM 23.
const ELEMENTWISE: u64 = 1 << 5;
/// Operations of LLVM 23.
const MAXIMUM_NUMBER: u64 = 21;
const MINIMUM_NUMBER: u64 = 22;

impl Operands<'_, '_> {
    pub(super) fn memory(&mut self) -> Result<()> {
        match self.code {
            code::INST_ALLOCA => return self.alloca(),
            code::INST_GEP => return self.element_pointer(),
            code::INST_ATOMICRMW_NEW => return self.atomic_rmw(),
            code::INST_CMPXCHG => return self.compare_exchange(),
            code @ (code::INST_LOAD | code::INST_LOADATOMIC) => {
                let (pointer, _) = self.typed()?;
                let ty = self.ty("the type of a load")?;
                let access = self.access(code == code::INST_LOADATOMIC)?;
                self.add(Op::Load(pointer, access), ty);
            }
            code @ (code::INST_STORE | code::INST_STOREATOMIC) => {
                let (pointer, _) = self.typed()?;
                let (value, _) = self.typed()?;
                let access = self.access(code == code::INST_STOREATOMIC)?;
                let void = self.void();
                self.add(Op::Store([value, pointer], access), void);
            }
            _ => {
                let op = Op::Fence(self.ordering()?, self.scope()?);
                let void = self.void();
                self.add(op, void);
            }
        }
        Ok(())
    }

    fn alloca(&mut self) -> Result<()> {
        let element = self.ty("the type of an alloca")?;
        let count_type = self.ty("the type of the element count of an alloca")?;
        let number = self.number("the element count of an alloca")?;
        let count = self.value_of_type(number, count_type)?;
        let bits = self.next("the alignment of an alloca")?;
        let known =
            LOW_ALIGNMENT | IN_ALLOCA | EXPLICIT_TYPE | SWIFT_ERROR | HIGH_ALIGNMENT << HIGH_ALIGNMENT_SHIFT;
        if bits & !known != 0 || bits & EXPLICIT_TYPE == 0 {
            let what = "the alignment of an alloca";
            return Err(self.error(BitcodeErrorKind::Unknown { what, found: bits }));
        }
        if bits & SWIFT_ERROR != 0 {
            return Err(self.error(BitcodeErrorKind::Unsupported { what: "`alloca swifterror`" }));
        }
        let alignment = bits & LOW_ALIGNMENT | (bits >> HIGH_ALIGNMENT_SHIFT & HIGH_ALIGNMENT) << 5;
        let alignment = self.alignment_of(u8::try_from(alignment).unwrap_or(u8::MAX))?;
        let space = match self.has_more() {
            true => self.number("the address space of an alloca")?,
            false => self.r.modern.alloca_space,
        };
        let is_in_alloca = bits & IN_ALLOCA != 0;
        let ty = self.intern(Type::Pointer(None.into(), space));
        self.add(Op::Alloca { element, count, alignment, is_in_alloca }, ty);
        Ok(())
    }

    fn element_pointer(&mut self) -> Result<()> {
        let flags = self.coded("the flags of a getelementptr", address_flags)?;
        let source = self.ty("the source element type of a getelementptr")?;
        let (mut base, mut length) = (None, None);
        let operands = self.lists().values.begin();
        while self.has_more() {
            let (value, ty) = self.typed()?;
            base = base.or(Some(ty));
            if let Some(Type::Vector(_, elements)) = self.r.module.types.get(ty) {
                length = length.or(Some(*elements));
            }
            self.lists().values.add(value);
        }
        let operands = self.lists().values.end(operands);
        let module = &self.r.module;
        let values = operands.as_slice(&self.body.body.lists.values);
        let indices = values.iter().skip(1).map(|value| module.integer(*value));
        let ty = base.and_then(|base| element_pointer_type(module, source, base, indices));
        let Some(ty) = ty else {
            return Err(self.error(BitcodeErrorKind::BadIndices { what: "a getelementptr" }));
        };
        let mut ty = self.intern(ty);
        if let Some(length) = length {
            ty = self.intern(Type::Vector(ty, length));
        }
        self.add_with(Op::ElementPointer { source, operands }, ty, flags);
        Ok(())
    }

    fn compare_exchange(&mut self) -> Result<()> {
        let (pointer, _) = self.typed()?;
        let (compared, ty) = self.typed()?;
        let operands = [pointer, compared, self.value()?];
        let is_volatile = self.flag("the volatile flag")?;
        let success = self.ordering()?;
        let scope = self.scope()?;
        let failure = self.ordering()?;
        let is_weak = self.flag("the weak flag of a cmpxchg")?;
        let alignment = self.alignment()?;
        let truth = self.intern(Type::Integer(1));
        let ty = self.intern(Type::Literal { members: [ty, truth].into(), is_packed: false });
        self.add(
            Op::CompareExchange { operands, is_volatile, is_weak, success, failure, scope, alignment },
            ty,
        );
        Ok(())
    }

    fn atomic_rmw(&mut self) -> Result<()> {
        let (pointer, _) = self.typed()?;
        let (value, ty) = self.typed()?;
        let number = self.next("an atomic operation")?;
        if number & ELEMENTWISE != 0 {
            return Err(self.error(BitcodeErrorKind::Unsupported { what: "`atomicrmw elementwise`" }));
        }
        let Some(op) = RmwOp::from_code(number) else {
            let what = match number {
                MAXIMUM_NUMBER => "`atomicrmw fmaximumnum`",
                MINIMUM_NUMBER => "`atomicrmw fminimumnum`",
                _ => {
                    let what = "an atomic operation";
                    return Err(self.error(BitcodeErrorKind::Unknown { what, found: number }));
                }
            };
            return Err(self.error(BitcodeErrorKind::Unsupported { what }));
        };
        let is_volatile = self.flag("the volatile flag")?;
        let (ordering, scope) = (self.ordering()?, self.scope()?);
        let alignment = self.alignment()?;
        let operands = [pointer, value];
        self.add(Op::AtomicRmw { op, operands, is_volatile, ordering, scope, alignment }, ty);
        Ok(())
    }
}
