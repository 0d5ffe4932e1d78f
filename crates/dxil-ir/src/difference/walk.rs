//! A walk over two modules side by side that maps each type, constant, attribute list and metadata node of one module
//! to its counterpart in the other. Separate from globals and bodies, whose comparison uses the walk.
//!
//! Nothing here recurses: pairs wait on a worklist.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use az::SaturatingAs as _;
use bstr::BString;

use super::bodies_by_place::InBodies;
use super::classes::Classes;
use crate::arena::{Id, IdMap, PackedOption};
use crate::attribute_kinds::Slot;
use crate::attributes::Attribute;
use crate::constants::ConstantKind;
use crate::metadata::{FieldKind, Metadata, NODES, Span, node_of};
use crate::{
    AttributeGroupId, AttributeKind, AttributeListId, Body, ComdatId, ConstantId, GlobalId, MetadataId,
    Module, Type, TypeId, Value, ValueKind,
};

/// The first difference between two modules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The kind of entity that differs, such as `a constant`.
    pub what: &'static str,
    /// The path to the entity: a global by index among the globals of its kind, then an instruction by index in the
    /// body.
    pub within: Vec<(&'static str, usize)>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, index) in &self.within {
            write!(f, "{what} {index}: ")?;
        }
        write!(f, "{} differs", self.what)
    }
}

impl Difference {
    pub(super) fn within(mut self, what: &'static str, index: usize) -> Self {
        self.within.insert(0, (what, index));
        self
    }
}

pub(super) type Same = Result<(), Difference>;

pub(super) fn same(is_same: bool, what: &'static str) -> Same {
    if is_same { Ok(()) } else { Err(Difference { what, within: Vec::new() }) }
}

/// A bijection between ids of two modules.
pub(super) struct Pairs<K: Id> {
    ours: IdMap<K, PackedOption<K>>,
    theirs: IdMap<K, PackedOption<K>>,
}

impl<K: Id> Default for Pairs<K> {
    fn default() -> Self {
        Self { ours: IdMap::new(), theirs: IdMap::new() }
    }
}

impl<K: Id> Pairs<K> {
    /// Pairs two ids. Returns true if the pair is new, and `None` if one of them is already paired with another id.
    pub(super) fn meet(&mut self, our: K, their: K) -> Option<bool> {
        let known = (self.ours[our].expand(), self.theirs[their].expand());
        match known {
            (None, None) => {
                self.ours[our] = their.into();
                self.theirs[their] = our.into();
                Some(true)
            }
            (Some(known), Some(_)) if known == their => Some(false),
            _ => None,
        }
    }
}

/// A pair on the worklist.
enum Waiting {
    Types(TypeId, TypeId),
    Constants(ConstantId, ConstantId),
    Metadata(MetadataId, MetadataId),
}

pub(super) struct Walk<'m> {
    pub(super) our: &'m Module,
    pub(super) their: &'m Module,
    pub(super) globals: Pairs<GlobalId>,
    pub(super) types: Pairs<TypeId>,
    pub(super) constants: Pairs<ConstantId>,
    pub(super) metadata: Pairs<MetadataId>,
    /// Pairs of equal attribute lists.
    pub(super) attributes: HashSet<[Option<AttributeListId>; 2]>,
    /// Pairs of attribute groups whose types are already compared.
    pub(super) groups: HashSet<[AttributeGroupId; 2]>,
    pub(super) attribute_groups: [IdMap<AttributeGroupId, u32>; 2],
    pub(super) comdats: Pairs<ComdatId>,
    /// For each metadata kind, a number that is equal for equal names.
    pub(super) kinds: [Vec<usize>; 2],
    pub(super) classes: [Classes; 2],
    waiting: Vec<Waiting>,
}

impl<'m> Walk<'m> {
    pub(super) fn new(our: &'m Module, their: &'m Module) -> Self {
        Self {
            our,
            their,
            globals: Pairs::default(),
            types: Pairs::default(),
            constants: Pairs::default(),
            metadata: Pairs::default(),
            attributes: HashSet::new(),
            groups: HashSet::new(),
            attribute_groups: numbers_of_groups([our, their]),
            comdats: Pairs::default(),
            kinds: numbers_of_names([&our.metadata_kinds, &their.metadata_kinds]),
            classes: [our, their].map(Classes::of),
            waiting: Vec::new(),
        }
    }

    /// Compares the pairs on the worklist until it is empty.
    pub(super) fn settle(&mut self) -> Same {
        while let Some(waiting) = self.waiting.pop() {
            match waiting {
                Waiting::Types(our, their) => self.types_in(our, their)?,
                Waiting::Constants(our, their) => self.constants_in(our, their)?,
                Waiting::Metadata(our, their) => self.metadata_in(our, their)?,
            }
        }
        Ok(())
    }

    pub(super) fn types(&mut self, our: TypeId, their: TypeId) -> Same {
        match self.types.meet(our, their) {
            None => return same(false, "a type"),
            Some(true) => self.waiting.push(Waiting::Types(our, their)),
            Some(false) => {}
        }
        Ok(())
    }

    pub(super) fn metadata(&mut self, our: MetadataId, their: MetadataId) -> Same {
        let [ours, theirs] = &self.classes;
        let (our, their) = (ours.metadata(our), theirs.metadata(their));
        match self.metadata.meet(our, their) {
            None => return same(false, "metadata"),
            Some(true) => self.waiting.push(Waiting::Metadata(our, their)),
            Some(false) => {}
        }
        Ok(())
    }

    pub(super) fn optional_metadata(&mut self, our: Option<MetadataId>, their: Option<MetadataId>) -> Same {
        match (our, their) {
            (None, None) => Ok(()),
            (Some(our), Some(their)) => self.metadata(our, their),
            _ => same(false, "metadata"),
        }
    }

    pub(super) fn optional(&mut self, our: Option<Value>, their: Option<Value>) -> Same {
        match (our, their) {
            (None, None) => Ok(()),
            (Some(our), Some(their)) => self.values(our, their, None),
            _ => same(false, "a constant"),
        }
    }

    /// Compares two values; instructions are compared by position in their bodies.
    pub(super) fn values(&mut self, our: Value, their: Value, bodies: Option<&InBodies<'_>>) -> Same {
        match (our.kind(), their.kind()) {
            (ValueKind::Constant(our), ValueKind::Constant(their)) => {
                let [ours, theirs] = &self.classes;
                let (our, their) = (ours.constant(our), theirs.constant(their));
                match self.constants.meet(our, their) {
                    None => return same(false, "a constant"),
                    Some(true) => self.waiting.push(Waiting::Constants(our, their)),
                    Some(false) => {}
                }
            }
            (ValueKind::Global(our), ValueKind::Global(their)) => {
                same(self.globals.meet(our, their) == Some(false), "a global")?;
            }
            (ValueKind::Argument(our), ValueKind::Argument(their)) => same(our == their, "an argument")?,
            (ValueKind::Metadata(our), ValueKind::Metadata(their)) => self.metadata(our, their)?,
            (ValueKind::Instruction(our), ValueKind::Instruction(their)) => {
                same(bodies.is_some_and(|bodies| bodies.have_at_one_place(our, their)), "an operand")?;
            }
            (ValueKind::LocalMetadata(_), _) | (_, ValueKind::LocalMetadata(_)) => {
                let Some(bodies) = bodies else { return same(false, "a function-local metadata operand") };
                let held = (held(self.our, bodies.our, our), held(self.their, bodies.their, their));
                let (Some(our), Some(their)) = held else {
                    return same(false, "a function-local metadata operand");
                };
                self.values(our, their, Some(bodies))?;
            }
            _ => return same(false, "an operand"),
        }
        Ok(())
    }

    /// Compares attributes by slot: LLVM stores the attributes of a slot as a set.
    pub(super) fn attributes(
        &mut self,
        our: Option<AttributeListId>,
        their: Option<AttributeListId>,
    ) -> Same {
        if !self.attributes.insert([our, their]) {
            return Ok(());
        }
        let [ours, theirs] = &self.attribute_groups;
        let (ours, theirs) = (groups_of(self.our, our, ours), groups_of(self.their, their, theirs));
        let number = |(_, number): &(AttributeGroupId, u32)| *number;
        if ours.iter().map(number).eq(theirs.iter().map(number)) {
            // Many lists may have the same large group, and one list may have it many times.
            for ((our, _), (their, _)) in ours.into_iter().zip(theirs) {
                if self.groups.insert([our, their]) {
                    self.attribute_types(&[our], &[their])?;
                }
            }
            return Ok(());
        }
        let (ours, theirs) = (distinct(ours), distinct(theirs));
        let is_same = attributes_by_place(self.our, &ours) == attributes_by_place(self.their, &theirs);
        same(is_same, "the attributes")?;
        self.attribute_types(&ours, &theirs)
    }

    /// Compares the types in the attributes of groups.
    fn attribute_types(&mut self, ours: &[AttributeGroupId], theirs: &[AttributeGroupId]) -> Same {
        let (ours, theirs) = (types_by_place(self.our, ours), types_by_place(self.their, theirs));
        same(ours.len() == theirs.len(), "the types in attributes")?;
        for ((_, _, our), (_, _, their)) in ours.into_iter().zip(theirs) {
            self.types(our, their)?;
        }
        Ok(())
    }

    pub(super) fn comdats(&mut self, our: Option<ComdatId>, their: Option<ComdatId>) -> Same {
        let is_same = match (our, their) {
            (None, None) => true,
            (Some(our), Some(their)) => match self.comdats.meet(our, their) {
                None => false,
                Some(true) => self.our.comdats.get(our) == self.their.comdats.get(their),
                Some(false) => true,
            },
            _ => false,
        };
        same(is_same, "the comdat")
    }

    fn types_in(&mut self, our: TypeId, their: TypeId) -> Same {
        let (Some(ours), Some(theirs)) = (self.our.types.get(our), self.their.types.get(their)) else {
            return same(false, "a type");
        };
        let is_same = match (ours, theirs) {
            (Type::Named(_), Type::Named(_)) => {
                let head = |module: &'m Module, id| {
                    let structure = module.types.named(id)?;
                    let has_members = structure.members.is_some();
                    Some((&structure.name, has_members, has_members && structure.is_packed))
                };
                head(self.our, our) == head(self.their, their)
            }
            (our, their) => our.is_alike(their),
        };
        same(is_same, "a type")?;
        for index in 0.. {
            match (self.our.types.part(our, index), self.their.types.part(their, index)) {
                (None, None) => break,
                (Some(our), Some(their)) => self.types(our, their)?,
                _ => return same(false, "a type"),
            }
        }
        Ok(())
    }

    fn constants_in(&mut self, our: ConstantId, their: ConstantId) -> Same {
        let [ours, theirs] = &self.classes;
        let kinds = ours.kind(our).cloned().zip(theirs.kind(their).cloned());
        let constants = self.our.constants.get(our).zip(self.their.constants.get(their));
        let (Some((our, their)), Some((mut our_kind, mut their_kind))) = (constants, kinds) else {
            return same(false, "a constant");
        };
        self.types(our.ty, their.ty)?;
        let (ours, theirs) = (our_kind.operands(), their_kind.operands());
        same(ours.len() == theirs.len(), "a constant")?;
        ours.iter().zip(theirs).try_for_each(|(our, their)| self.values(*our, *their, None))?;
        // All the rest, once both have our operands.
        let (our, their) = (&mut our_kind, &mut their_kind);
        if let (ConstantKind::BlockAddress(function, our), ConstantKind::BlockAddress(other, their)) =
            (&our, &mut *their)
        {
            let places = (self.our.block_place(*function, *our), self.their.block_place(*other, *their));
            same(places.0 == places.1, "a block address")?;
            *their = *our;
        }
        their.operands_mut().copy_from_slice(our.operands());
        if let Some((our, their)) = our.source_mut().zip(their.source_mut()) {
            self.types(*our, *their)?;
            *their = *our;
        }
        same(our == their, "a constant")
    }

    fn metadata_in(&mut self, our: MetadataId, their: MetadataId) -> Same {
        let (ours, theirs) = (&self.our.metadata, &self.their.metadata);
        match (ours.get(our), theirs.get(their)) {
            (Some(Metadata::String(our)), Some(Metadata::String(their))) => {
                same(ours.string(our) == theirs.string(their), "a metadata string")
            }
            (Some(Metadata::Value(ty, our)), Some(Metadata::Value(other, their))) => {
                self.types(ty, other)?;
                self.values(our, their, None)
            }
            (
                Some(Metadata::Tuple { is_distinct, operands }),
                Some(Metadata::Tuple { is_distinct: other, operands: others }),
            ) => {
                same(is_distinct == other, "the distinct flag of a metadata node")?;
                let (ours, theirs) = (ours.numbers(operands), theirs.numbers(others));
                same(ours.len() == theirs.len(), "the number of metadata operands")?;
                ours.iter()
                    .zip(theirs)
                    .try_for_each(|(our, their)| self.optional_metadata(node_of(*our), node_of(*their)))
            }
            (
                Some(Metadata::Node { row, is_distinct, fields }),
                Some(Metadata::Node { row: other_row, is_distinct: other, fields: others }),
            ) => {
                same(row == other_row && is_distinct == other, "a debug node")?;
                let row = NODES.get(usize::from(row));
                let kind = |index: usize| {
                    let fields = row?.fields;
                    Some(fields.get(index).or(fields.last())?.kind)
                };
                self.fields((fields, others), kind)
            }
            _ => same(false, "metadata"),
        }
    }

    fn fields(&mut self, (ours, theirs): (Span, Span), kind: impl Fn(usize) -> Option<FieldKind>) -> Same {
        let (ours, theirs) = (self.our.metadata.numbers(ours), self.their.metadata.numbers(theirs));
        same(ours.len() == theirs.len(), "the number of metadata operands")?;
        for (index, (our, their)) in ours.iter().zip(theirs).enumerate() {
            match kind(index) {
                // For LLVM a field with an empty string is one with nothing.
                Some(FieldKind::Node | FieldKind::Nodes) => {
                    self.optional_metadata(field_of(self.our, *our), field_of(self.their, *their))?
                }
                Some(FieldKind::Flag) => same((*our != 0) == (*their != 0), "a field of a debug node")?,
                Some(FieldKind::Plain) => {
                    let id = |number: u64| number.checked_add(1).and_then(node_of);
                    self.optional_metadata(id(*our), id(*their))?;
                }
                Some(FieldKind::Number | FieldKind::Rest) | None => {
                    same(our == their, "a field of a debug node")?
                }
            }
        }
        Ok(())
    }
}

/// A number for each group of attributes that has some, in each module: equal ones for the same attributes of the same
/// place.
fn numbers_of_groups(modules: [&Module; 2]) -> [IdMap<AttributeGroupId, u32>; 2] {
    let (mut of_attributes, mut of_groups) = (HashMap::new(), HashMap::new());
    modules.map(|module| {
        let mut numbers = IdMap::new();
        for (id, group) in module.attributes.groups().filter(|(_, group)| !group.attributes.is_empty()) {
            let of_attribute = |attribute| {
                let next = of_attributes.len();
                *of_attributes.entry(Said::by(attribute)).or_insert(next)
            };
            let mut attributes: Vec<usize> = group.attributes.iter().map(of_attribute).collect();
            attributes.sort_unstable();
            attributes.dedup();
            let next = (of_groups.len() + 1).saturating_as::<u32>();
            numbers[id] = *of_groups.entry((group.slot, attributes)).or_insert(next);
        }
        numbers
    })
}

/// The groups of a list that have attributes, with their numbers.
fn groups_of(
    module: &Module,
    list: Option<AttributeListId>,
    numbers: &IdMap<AttributeGroupId, u32>,
) -> Vec<(AttributeGroupId, u32)> {
    let groups = list.and_then(|list| module.attributes.list(list)).unwrap_or_default();
    groups.iter().map(|group| (*group, numbers[*group])).filter(|(_, number)| *number != 0).collect()
}

/// Removes duplicate groups.
fn distinct(groups: Vec<(AttributeGroupId, u32)>) -> Vec<AttributeGroupId> {
    let mut met = HashSet::new();
    groups.into_iter().map(|(group, _)| group).filter(|group| met.insert(*group)).collect()
}

/// An attribute as it is compared. Types have other ids in each module; they are compared by themselves.
#[derive(PartialEq, Eq, Hash)]
enum Said<'m> {
    Type(AttributeKind),
    Other(&'m Attribute),
}

impl<'m> Said<'m> {
    fn by(attribute: &'m Attribute) -> Self {
        match (attribute.kind(), attribute.ty()) {
            (Some(kind), Some(_)) => Self::Type(kind),
            _ => Self::Other(attribute),
        }
    }
}

/// The attributes of groups by the places that have some: lists that are grouped in different ways may still be the
/// same.
fn attributes_by_place<'m>(
    module: &'m Module,
    groups: &[AttributeGroupId],
) -> BTreeMap<Slot, HashSet<Said<'m>>> {
    let mut places = BTreeMap::<Slot, HashSet<Said<'_>>>::new();
    for group in groups.iter().filter_map(|id| module.attributes.group(*id)) {
        places.entry(group.slot).or_default().extend(group.attributes.iter().map(Said::by));
    }
    places
}

/// The types in the attributes of groups, by place and kind.
fn types_by_place(module: &Module, groups: &[AttributeGroupId]) -> Vec<(Slot, AttributeKind, TypeId)> {
    let groups = groups.iter().filter_map(|id| module.attributes.group(*id));
    let all = groups.flat_map(|group| {
        let said = |attribute: &Attribute| Some((group.slot, attribute.kind()?, attribute.ty()?));
        group.attributes.iter().filter_map(said)
    });
    let mut types: Vec<_> = all.collect();
    types.sort_by_key(|(slot, kind, _)| (*slot, *kind));
    types
}

/// The metadata of a field; `None` for null and for the empty string.
fn field_of(module: &Module, number: u64) -> Option<MetadataId> {
    node_of(number).filter(|id| match module.metadata.get(*id) {
        Some(Metadata::String(text)) => !module.metadata.string(text).is_empty(),
        _ => true,
    })
}

/// The value that is used as metadata; a constant is, too, where bitcode has it among the module's metadata.
fn held(module: &Module, body: &Body, metadata: Value) -> Option<Value> {
    let value = match metadata.kind() {
        ValueKind::LocalMetadata(index) => *body.local_metadata.get(usize::try_from(index).ok()?)?,
        ValueKind::Metadata(id) => {
            let Metadata::Value(_, value) = module.metadata.get(id)? else { return None };
            value
        }
        ValueKind::Constant(_)
        | ValueKind::Global(_)
        | ValueKind::Argument(_)
        | ValueKind::Instruction(_)
        | ValueKind::Forward(_) => return None,
    };
    // One that were itself such metadata would have no end.
    Some(value).filter(|value| !matches!(value.kind(), ValueKind::LocalMetadata(_)))
}

/// A number for each name, in each list: equal ones for equal names.
fn numbers_of_names(lists: [&[BString]; 2]) -> [Vec<usize>; 2] {
    let mut numbers = HashMap::new();
    lists.map(|names| {
        let number = |name| {
            let next = numbers.len();
            *numbers.entry(name).or_insert(next)
        };
        names.iter().map(number).collect()
    })
}
