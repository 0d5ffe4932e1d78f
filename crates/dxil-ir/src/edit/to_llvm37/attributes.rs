//! Attributes: those that LLVM 3.7 does not know go; what functions do to memory is several again.

#![expect(clippy::wildcard_enum_match_arm, reason = "what is not named is the same in both dialects")]

use crate::attributes::{
    Access, Attribute, AttributeGroup, Captures, Location, MemoryEffects, Slot, in_dxil_order,
};
use crate::{AttributeKind, AttributeListId, Dialect};

use super::conversion::Conversion;

impl Conversion<'_> {
    /// What a list of attributes became; nothing where none is left.
    pub(super) fn attribute_list(&mut self, list: AttributeListId) -> Option<AttributeListId> {
        if let Some(known) = self.attribute_lists.get(&list) {
            return *known;
        }
        let attributes = &self.module.attributes;
        let groups = attributes.list(list).unwrap_or_default().iter().filter_map(|id| attributes.group(*id));
        let groups: Vec<AttributeGroup> = groups
            .map(|group| {
                let kept = group.attributes.iter().flat_map(|attribute| renewed(attribute, group.slot));
                let mut kept = kept.collect();
                in_dxil_order(&mut kept);
                AttributeGroup { slot: group.slot, attributes: kept.into() }
            })
            .filter(|group| !group.attributes.is_empty())
            .collect();
        let groups: Box<[_]> =
            groups.into_iter().map(|group| self.module.attributes.intern_group(group)).collect();
        let new = (!groups.is_empty()).then(|| self.module.attributes.intern_list(groups));
        self.attribute_lists.insert(list, new);
        new
    }
}

/// What an attribute was in LLVM 3.7.
fn renewed(attribute: &Attribute, slot: Slot) -> Vec<Attribute> {
    match attribute {
        Attribute::Text(..) => return vec![attribute.clone()],
        Attribute::Memory(effects) => return of_memory(*effects),
        Attribute::Captures(captures) if *captures == Captures::NONE => {
            return vec![Attribute::Flag(AttributeKind::NoCapture)];
        }
        Attribute::Type(kind, _)
            if matches!(kind, AttributeKind::ByVal | AttributeKind::StructRet | AttributeKind::InAlloca) =>
        {
            return vec![Attribute::Flag(*kind)];
        }
        _ => {}
    }
    let allowed = attribute.kind().and_then(|kind| kind.allowed(Dialect::Dxil37));
    let is_kept =
        allowed.is_some_and(|allowed| Some(allowed.form) == attribute.form() && allowed.places.has(slot));
    is_kept.then(|| attribute.clone()).into_iter().collect()
}

/// The attributes that say no more than these effects.
fn of_memory(effects: MemoryEffects) -> Vec<Attribute> {
    let rows = [
        (AttributeKind::ReadNone, MemoryEffects::all(Access::None)),
        (AttributeKind::ReadOnly, MemoryEffects::all(Access::Read)),
        (AttributeKind::Argmemonly, MemoryEffects::only(Location::Arguments)),
    ];
    let said = rows.iter().filter(|(_, row)| row.both(effects) == effects).map(|(kind, _)| *kind);
    let said: Vec<AttributeKind> = said.collect();
    // What accesses nothing does not only read.
    let is_none = said.contains(&AttributeKind::ReadNone);
    let kept = said.into_iter().filter(|kind| !is_none || *kind == AttributeKind::ReadNone);
    kept.map(Attribute::Flag).collect()
}
