//! Attributes of functions, their parameters and what they give. Interned twice: attributes of one place are a group,
//! the groups of a function or a call are a list.

use crate::arena::id;
use bstr::BString;

use super::AttributeKind;
use super::interner::Interner;

id! {
    /// The attributes of one place.
    pub struct AttributeGroupId, "group"
}

id! {
    /// The attributes of a function or of a call.
    pub struct AttributeListId, "attributes"
}

/// An attribute.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// One that is there or not.
    Flag(AttributeKind),
    /// One with a number, such as an alignment.
    Number(AttributeKind, u64),
    /// One that a front end made up, with a value if that is not empty.
    Text(BString, BString),
}

/// The attributes of one place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AttributeGroup {
    /// Which place.
    pub slot: Slot,
    /// The attributes there.
    pub attributes: Box<[Attribute]>,
}

/// A place that has attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// What the function gives.
    Return,
    /// A parameter, from 0.
    Parameter(u32),
    /// The function itself.
    Function,
}

/// The attributes of a module.
#[derive(Debug, Clone, Default)]
pub struct Attributes {
    groups: Interner<AttributeGroupId, AttributeGroup>,
    lists: Interner<AttributeListId, Box<[AttributeGroupId]>>,
}

impl Attributes {
    /// The id of a group, which is added if it is new.
    pub fn intern_group(&mut self, group: AttributeGroup) -> AttributeGroupId {
        self.groups.intern(group)
    }

    /// The id of a list, which is added if it is new.
    pub fn intern_list(&mut self, list: Box<[AttributeGroupId]>) -> AttributeListId {
        self.lists.intern(list)
    }

    /// The id of a group, if it is there.
    pub(crate) fn find_group(&self, group: &AttributeGroup) -> Option<AttributeGroupId> {
        self.groups.find(group)
    }

    /// The id of a list, if it is there.
    pub(crate) fn find_list(&self, list: Box<[AttributeGroupId]>) -> Option<AttributeListId> {
        self.lists.find(&list)
    }

    /// A group.
    pub fn group(&self, id: AttributeGroupId) -> Option<&AttributeGroup> {
        self.groups.get(id)
    }

    /// The groups of a list.
    pub fn list(&self, id: AttributeListId) -> Option<&[AttributeGroupId]> {
        self.lists.get(id).map(|groups| &**groups)
    }

    /// All groups in the order in which they were added.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = (AttributeGroupId, &AttributeGroup)> {
        self.groups.iter()
    }

    /// All lists in the order in which they were added.
    pub fn lists(&self) -> impl ExactSizeIterator<Item = (AttributeListId, &[AttributeGroupId])> {
        self.lists.iter().map(|(id, groups)| (id, &**groups))
    }
}
