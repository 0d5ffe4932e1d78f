//! Types that are brought into the other module: after their parts, but for structures with names, which may contain
//! themselves.

use std::collections::HashMap;

use bstr::{BStr, BString};

use super::Pairing;
use crate::arena::IdSet;
use crate::types::NamedStruct;
use crate::{Module, Type, TypeId, Types};

impl Pairing<'_> {
    /// The partner of a type, which is added if there is none.
    pub(crate) fn import_type(&mut self, into: &mut Module, id: TypeId) -> Option<TypeId> {
        // Structures with names get an id before their members, which may lead back to them.
        let mut structures = Vec::new();
        self.import_parts(into, id, &mut structures);
        let mut next = 0;
        while let Some(structure) = structures.get(next).copied() {
            next += 1;
            for member in self.from.types.members(structure).unwrap_or_default() {
                self.import_parts(into, *member, &mut structures);
            }
        }
        for structure in structures {
            let members = self.from.types.members(structure);
            let members = members.and_then(|ids| ids.iter().map(|id| self.ty(*id)).collect());
            if let Some(new) = self.ty(structure) {
                into.types.set_members(new, members);
            }
        }
        self.ty(id)
    }

    /// Adds a type after its parts; new structures with names are added without members, and listed.
    fn import_parts(&mut self, into: &mut Module, id: TypeId, structures: &mut Vec<TypeId>) {
        let mut is_met = IdSet::new();
        let mut stack = Vec::new();
        let mut next = Some(id);
        loop {
            // What is not there has no place that could be kept for it.
            let is_new = |id: &TypeId| self.from.types.get(*id).is_some() && self.types[*id].is_none();
            if let Some(id) = next.take().filter(is_new).filter(|id| is_met.insert(*id)) {
                match self.from.types.named(id) {
                    Some(structure) => {
                        if !self.pair_alike(into, id) {
                            let name = unused_name(&mut into.types, structure.name.as_ref());
                            let structure =
                                NamedStruct { name, members: None, is_packed: structure.is_packed };
                            self.types[id] = into.types.add_named(structure).into();
                            structures.push(id);
                        }
                    }
                    None => stack.push((id, 0)),
                }
            }
            let Some((id, index)) = stack.last_mut() else { return };
            next = self.from.types.part(*id, *index);
            *index += 1;
            if next.is_none() {
                let id = *id;
                stack.pop();
                self.types[id] = self.translated_type(id).map(|ty| into.types.intern(ty)).into();
            }
        }
    }

    /// Pairs a structure with that of the same name in the other module, if both are alike, and with it those that
    /// they consist of. Says whether they are.
    fn pair_alike(&mut self, into: &mut Module, id: TypeId) -> bool {
        let from = self.from;
        let mut assumed = HashMap::new();
        let mut waiting = Vec::new();
        let name = from.types.named(id).map(|structure| structure.name.as_ref() as &BStr);
        match name.filter(|name| !name.is_empty()).and_then(|name| into.types.find_named(name)) {
            Some(other) => waiting.push((id, other)),
            None => return false,
        }
        while let Some((id, other)) = waiting.pop() {
            // Where looking takes too long, they are taken for different ones, which is never wrong.
            let Some(left) = self.steps_left.checked_sub(1) else { return false };
            self.steps_left = left;
            if let Some(known) = self.ty(id).or_else(|| assumed.get(&id).copied()) {
                if known == other {
                    continue;
                }
                return false;
            }
            let (Some(ours), Some(theirs)) = (from.types.get(id), into.types.get(other)) else {
                return false;
            };
            let is_alike = match (ours, theirs) {
                (Type::Named(_), Type::Named(_)) => {
                    let pair = from.types.named(id).zip(into.types.named(other));
                    pair.is_some_and(|(one, other)| {
                        let lengths =
                            [one, other].map(|one| one.members.as_ref().map(|members| members.len()));
                        one.name == other.name && one.is_packed == other.is_packed && lengths[0] == lengths[1]
                    })
                }
                (ours, theirs) => ours.is_alike(theirs),
            };
            if !is_alike {
                return false;
            }
            assumed.insert(id, other);
            for index in 0.. {
                match (from.types.part(id, index), into.types.part(other, index)) {
                    (Some(part), Some(other)) => waiting.push((part, other)),
                    (None, None) => break,
                    (None, Some(_)) | (Some(_), None) => return false,
                }
            }
        }
        for (id, other) in assumed {
            self.types[id] = other.into();
        }
        true
    }
}

/// A name that no structure has: this one, or this one with a number, as LLVM gives them.
fn unused_name(types: &mut Types, wanted: &BStr) -> BString {
    let mut name = wanted.to_owned();
    let mut number = 0;
    while !name.is_empty() && types.find_named(name.as_ref()).is_some() {
        name = wanted.to_owned();
        name.extend_from_slice(format!(".{number}").as_bytes());
        number += 1;
    }
    name
}
