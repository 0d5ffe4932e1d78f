//! Types: pointers no longer say what they point to, so that none leads back to itself.

use crate::arena::IdSet;
use crate::dialect_support::Dialects;
use crate::types::{NamedStruct, TargetType};
use crate::{Dialect, Type, TypeId};

use super::{Conversion, Result, ToModernErrorKind};

const MISSING: ToModernErrorKind = ToModernErrorKind::Missing { what: "a type" };

#[allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]
impl Conversion<'_> {
    /// What a type became.
    #[inline]
    pub(super) fn ty(&mut self, id: TypeId) -> Result<TypeId> {
        match self.types.get(id).and_then(|known| known.expand()) {
            Some(known) => Ok(known),
            None => self.type_with_parts(id),
        }
    }

    fn type_with_parts(&mut self, id: TypeId) -> Result<TypeId> {
        let mut is_met = IdSet::new();
        let mut stack = Vec::new();
        let mut next = Some(id);
        loop {
            if let Some(id) = next.take().filter(|id| self.types[*id].is_none() && is_met.insert(*id)) {
                self.open_type(id)?;
                stack.push((id, 0));
            }
            let Some((id, index)) = stack.last_mut() else { break };
            let id = *id;
            next = self.part(id, *index);
            *index += 1;
            if next.is_none() {
                stack.pop();
                self.close_type(id)?;
            }
        }
        self.types[id].expand().ok_or(MISSING)
    }

    fn part(&self, id: TypeId, index: usize) -> Option<TypeId> {
        let is_pointer = matches!(self.from.types.get(id), Some(Type::Pointer(..)));
        if is_pointer { None } else { self.from.types.part(id, index) }
    }

    /// Looks at a type before its parts: a structure with a name is itself.
    fn open_type(&mut self, id: TypeId) -> Result<()> {
        let ty = self.from.types.get(id).ok_or(MISSING)?;
        let word = ty.word();
        if word.dialects == Dialects::DXIL37 && !matches!(ty, Type::Pointer(..)) {
            return Err(ToModernErrorKind::Type { word: word.name });
        }
        if let Some(structure) = self.from.types.named(id) {
            let shell = NamedStruct { members: None, ..structure.clone() };
            self.types[id] = self.into.types.add_named(shell).into();
        }
        Ok(())
    }

    /// Makes a type of its parts.
    fn close_type(&mut self, id: TypeId) -> Result<()> {
        let one = |id: TypeId| self.types[id].expand().ok_or(MISSING);
        let parts = |ids: &[TypeId]| ids.iter().map(|id| one(*id)).collect::<Result<Box<[TypeId]>>>();
        let ty = match self.from.types.get(id).ok_or(MISSING)?.clone() {
            Type::Pointer(_, space) => Type::Pointer(None.into(), space),
            Type::Function { result, parameters, is_variadic } => {
                Type::Function { result: one(result)?, parameters: parts(&parameters)?, is_variadic }
            }
            Type::Literal { members, is_packed } => Type::Literal { members: parts(&members)?, is_packed },
            Type::Array(element, length) => Type::Array(one(element)?, length),
            Type::Vector(element, length) => Type::Vector(one(element)?, length),
            Type::Target(target) => {
                let types = parts(&target.types)?;
                Type::Target(Box::new(TargetType { types, ..*target }))
            }
            Type::Named(_) => {
                let members = self.from.types.named(id).and_then(|structure| structure.members.as_deref());
                let members = members.map(parts).transpose()?;
                if let Some(new) = self.types[id].expand() {
                    self.into.types.set_members(new, members);
                }
                return Ok(());
            }
            plain @ (Type::Void
            | Type::Half
            | Type::BFloat
            | Type::Float
            | Type::Double
            | Type::OtherFloat(_)
            | Type::Mmx
            | Type::Label
            | Type::Metadata
            | Type::Token
            | Type::Integer(_)) => plain,
        };
        debug_assert!(ty.word().dialects.has(Dialect::Modern), "others were refused");
        self.types[id] = self.into.types.intern(ty).into();
        Ok(())
    }
}
