//! The operands of an instruction's record, taken one after the other, and the values, types and blocks they mean;
//! apart from the instructions themselves, which say only what they take.

use crate::list::List;

use super::super::body_reader::BodyReader;
use super::super::reading::ModuleReader;
use super::super::{BitcodeErrorKind, Result};
use crate::instruction::{Access, Index, Lists};
use crate::{Alignment, BlockId, Flags, Instruction, Op, Ordering, SyncScope, Type, TypeId, Value};

/// The operands of a record, one after the other.
pub(super) struct Operands<'r, 'a> {
    pub(super) r: &'r ModuleReader<'a>,
    pub(super) body: &'r mut BodyReader,
    pub(super) code: u32,
    /// Those of the record's operands that were not yet taken.
    pub(super) left: std::slice::Iter<'r, u64>,
    /// The number that the next value will have.
    pub(super) next_number: u32,
    /// Whether one of them is yet to come.
    pub(super) has_forward: bool,
    /// The type of what the instruction gives, if the module does not have it yet.
    pub(super) new_type: Option<Type>,
}

// Inlined, so that what is left of the operands stays in registers.
impl Operands<'_, '_> {
    #[inline(always)]
    pub(super) fn next(&mut self, what: &'static str) -> Result<u64> {
        match self.left.next() {
            Some(next) => Ok(*next),
            None => {
                Err(self.r.error(BitcodeErrorKind::Short { what, operands: self.r.record.operands.len() }))
            }
        }
    }

    #[inline(always)]
    pub(super) fn number<N: TryFrom<u64>>(&mut self, what: &'static str) -> Result<N> {
        let found = self.next(what)?;
        N::try_from(found).map_err(|_| self.r.error(BitcodeErrorKind::TooLarge { what, found }))
    }

    #[inline(always)]
    pub(super) fn flag(&mut self, what: &'static str) -> Result<bool> {
        Ok(self.next(what)? != 0)
    }

    #[inline(always)]
    pub(super) fn coded<T>(&mut self, what: &'static str, of: impl Fn(u64) -> Option<T>) -> Result<T> {
        let found = self.next(what)?;
        of(found).ok_or_else(|| self.r.error(BitcodeErrorKind::Unknown { what, found }))
    }

    #[inline(always)]
    pub(super) fn ty(&mut self, what: &'static str) -> Result<TypeId> {
        let number = self.next(what)?;
        self.r.type_of_number(number)
    }

    #[inline(always)]
    pub(super) fn block(&mut self) -> Result<BlockId> {
        let number = self.next("a block")?;
        self.r.block(&self.body.body, number)
    }

    /// The lists of the body.
    #[inline(always)]
    pub(super) fn lists(&mut self) -> &mut Lists {
        &mut self.body.body.lists
    }

    #[inline(always)]
    pub(super) fn has_more(&self) -> bool {
        !self.left.as_slice().is_empty()
    }

    /// The number that a relative one means.
    #[inline(always)]
    pub(super) fn absolute(&mut self) -> Result<usize> {
        // Numbers are 32 bits wide, and wrap.
        let relative = u32::try_from(self.next("an operand")? & u64::from(u32::MAX)).unwrap_or_default();
        Ok(self.next_number.wrapping_sub(relative) as usize)
    }

    /// A value whose type everyone knows.
    #[inline(always)]
    pub(super) fn value(&mut self) -> Result<Value> {
        let number = self.absolute()?;
        self.value_of(number)
    }

    #[inline(always)]
    pub(super) fn value_of(&mut self, number: usize) -> Result<Value> {
        match self.r.values.get(number) {
            Some((value, _)) => Ok(*value),
            None => {
                self.has_forward = true;
                self.r.forward(self.body, number)
            }
        }
    }

    /// A value whose type follows it if it is yet to come.
    #[inline(always)]
    pub(super) fn typed(&mut self) -> Result<(Value, TypeId)> {
        let number = self.absolute()?;
        match self.r.values.get(number) {
            Some(known) => Ok(*known),
            None => {
                let ty = self.ty("the type of a forward-referenced operand")?;
                self.body.gathered.promised.push((number, ty));
                Ok((self.value_of(number)?, ty))
            }
        }
    }

    /// A value that the record says to have this type, although everyone knows it.
    pub(super) fn value_of_type(&mut self, number: usize, ty: TypeId) -> Result<Value> {
        match self.r.values.get(number) {
            None => self.body.gathered.promised.push((number, ty)),
            Some((_, known)) if *known == ty => {}
            Some(_) => {
                let number = number as u64;
                return Err(self.r.error(BitcodeErrorKind::OtherType { number }));
            }
        }
        self.value_of(number)
    }

    #[inline(always)]
    pub(super) fn access(&mut self, is_atomic: bool) -> Result<Access> {
        Ok(Access {
            alignment: Alignment::from_code(self.number("an alignment")?),
            is_volatile: self.flag("the volatile flag")?,
            atomic: match is_atomic {
                false => None,
                true => Some((self.ordering()?, self.scope()?)),
            },
        })
    }

    pub(super) fn ordering(&mut self) -> Result<Ordering> {
        self.coded("an ordering", Ordering::from_code)
    }

    pub(super) fn scope(&mut self) -> Result<SyncScope> {
        let scope =
            |code| u8::try_from(code).ok().filter(|code| *code < SyncScope::FIRST_NAMED).map(SyncScope);
        self.coded("a synchronization scope", scope)
    }

    #[inline(always)]
    pub(super) fn indices(&mut self) -> Result<List<Index>> {
        let indices = self.lists().indices.begin();
        while self.has_more() {
            let index = Index(self.number("an index")?);
            self.lists().indices.add(index);
        }
        Ok(self.lists().indices.end(indices))
    }

    /// Adds the instruction. In every place that makes one, so that it is made where it stays: copies of what was just
    /// written in pieces stall.
    #[inline(always)]
    pub(super) fn add(&mut self, op: Op, ty: TypeId) {
        self.add_with(op, ty, Flags::NONE);
    }

    /// Adds an instruction of which something is assumed.
    #[inline(always)]
    pub(super) fn add_with(&mut self, op: Op, ty: TypeId, flags: Flags) {
        self.body.body.instructions.push(Instruction { op, ty, flags, location: None.into() });
    }

    /// The id of a type that the module may not have yet.
    pub(super) fn id_of(&mut self, ty: Type) -> TypeId {
        self.r.module.types.find(&ty).unwrap_or_else(|| {
            self.new_type = Some(ty);
            TypeId::from_u32(u32::MAX)
        })
    }

    /// The type of what gives nothing.
    #[inline(always)]
    pub(super) fn void(&mut self) -> TypeId {
        self.body.void.unwrap_or_else(|| self.id_of(Type::Void))
    }

    /// An argument of a call, for a parameter of this type.
    #[inline(always)]
    pub(super) fn argument(&mut self, ty: TypeId) -> Result<Value> {
        let module = &self.r.module;
        match module.types.get(ty) {
            Some(Type::Metadata) => {
                let number = self.absolute()?;
                self.r.metadata_value(number as u64)
            }
            Some(Type::Label) => {
                Err(self.r.error(BitcodeErrorKind::Unsupported { what: "a basic block as an argument" }))
            }
            _ => self.value(),
        }
    }
}
