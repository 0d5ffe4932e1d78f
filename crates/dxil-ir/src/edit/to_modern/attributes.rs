//! Attributes: what functions do to memory is one attribute, and those about what a pointer points to say it.

use crate::attributes::{
    Access, Attribute, AttributeGroup, Captures, Location, MemoryEffects, Slot, UnwindTable, in_modern_order,
};
use crate::{AttributeKind, AttributeListId, Dialect, Type, TypeId};

use super::{Conversion, Result, ToModernErrorKind};

const MISSING: ToModernErrorKind = ToModernErrorKind::Missing { what: "a list of attributes" };

impl Conversion<'_> {
    /// What a list of attributes became, of a function of this type, which is the old one.
    pub(super) fn attribute_list(
        &mut self,
        list: AttributeListId,
        function_type: TypeId,
    ) -> Result<AttributeListId> {
        if let Some(known) = self.attribute_lists.get(&(list, function_type)) {
            return Ok(*known);
        }
        let from = self.from;
        let mut groups = Vec::new();
        for group in from.attributes.list(list).ok_or(MISSING)? {
            let group = from.attributes.group(*group).ok_or(MISSING)?;
            let attributes = self.attributes(group, function_type)?;
            if !attributes.is_empty() {
                let group = AttributeGroup { slot: group.slot, attributes: attributes.into() };
                groups.push(self.into.attributes.intern_group(group));
            }
        }
        let new = self.into.attributes.intern_list(groups.into());
        self.attribute_lists.insert((list, function_type), new);
        Ok(new)
    }

    fn attributes(&mut self, group: &AttributeGroup, function_type: TypeId) -> Result<Vec<Attribute>> {
        let mut attributes = Vec::with_capacity(group.attributes.len());
        let mut effects = None;
        for attribute in &group.attributes {
            let of_memory = attribute.kind().filter(|_| group.slot == Slot::Function).and_then(effects_of);
            if let Some(of_memory) = of_memory {
                effects = Some(effects.map_or(of_memory, |known: MemoryEffects| known.both(of_memory)));
                continue;
            }
            attributes.push(self.attribute(attribute, group.slot, function_type)?);
        }
        attributes.extend(effects.map(Attribute::Memory));
        in_modern_order(&mut attributes);
        Ok(attributes)
    }

    fn attribute(&mut self, attribute: &Attribute, slot: Slot, function_type: TypeId) -> Result<Attribute> {
        let Some(kind) = attribute.kind() else { return Ok(attribute.clone()) };
        let error = ToModernErrorKind::Attribute { word: kind.word() };
        if matches!(kind, AttributeKind::ByVal | AttributeKind::StructRet | AttributeKind::InAlloca) {
            let pointee = self.pointee(slot, function_type).ok_or(error)?;
            return Ok(Attribute::Type(kind, self.ty(pointee)?));
        }
        let new = match kind == AttributeKind::NoCapture {
            true => Attribute::Captures(Captures::NONE),
            false if kind == AttributeKind::UwTable => Attribute::UnwindTable(UnwindTable::Async),
            false => attribute.clone(),
        };
        let allowed = new.kind().and_then(|kind| kind.allowed(Dialect::Modern));
        let is_good =
            allowed.is_some_and(|allowed| Some(allowed.form) == new.form() && allowed.places.has(slot));
        if is_good { Ok(new) } else { Err(error) }
    }

    /// What a parameter points to.
    fn pointee(&self, slot: Slot, function_type: TypeId) -> Option<TypeId> {
        let (Slot::Parameter(index), Some(Type::Function { parameters, .. })) =
            (slot, self.from.types.get(function_type))
        else {
            return None;
        };
        self.from.types.pointee(*parameters.get(usize::try_from(index).ok()?)?)
    }
}

/// What of memory a function accesses that has an attribute which is `memory` today.
fn effects_of(kind: AttributeKind) -> Option<MemoryEffects> {
    let effects = [
        (AttributeKind::ReadNone, MemoryEffects::all(Access::None)),
        (AttributeKind::ReadOnly, MemoryEffects::all(Access::Read)),
        (AttributeKind::Argmemonly, MemoryEffects::only(Location::Arguments)),
    ];
    effects.into_iter().find(|(known, _)| *known == kind).map(|(_, effects)| effects)
}
