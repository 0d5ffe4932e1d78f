//! Which things of one module are which of another that was edited from it, and how what the other lacks is brought in.
//! Separate because both modules stay as they are meanwhile: nothing here says what is done with the pairs.
//!
//! Things are paired by content: types by structure and structures with names by name, globals by name, constants,
//! attributes and metadata by what they consist of. What is left on both sides can be paired too, in the order in which
//! LLVM's writer meets it, kind by kind: then an edited node is the partner of the one it was made from.
//!
//! Nothing here recurses: hostile modules nest as deep as they like.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

mod types;

use crate::constants::ConstantKind;
use crate::types::TargetType;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::mem::{Discriminant, discriminant};

use crate::arena::PackedOption;
use crate::arena::{Id, IdMap, IdSet};
use bstr::BStr;

use super::attributes::{Attribute, AttributeGroup};
use super::constants::Constant;
use super::encoding::Encoding;
use super::globals::GlobalKind;
use super::limits;
use super::metadata::{Content, Metadata};
use super::{
    AttributeGroupId, AttributeListId, BlockId, ConstantId, Global, GlobalId, MetadataId, Module, Type,
    TypeId, Value, ValueKind,
};

/// The partner of each thing, where it has one.
type Partners<K> = IdMap<K, PackedOption<K>>;

/// What becomes of things that have no partner by content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unmatched {
    /// They are paired in order, kind by kind: for orders, where a partner is whatever takes a thing's place.
    Pair,
    /// They stay without a partner.
    Leave,
}

/// Which things of the module `from` are which of another one, which every call is given.
pub struct Pairing<'m> {
    from: &'m Module,
    types: Partners<TypeId>,
    attribute_groups: Partners<AttributeGroupId>,
    globals: Partners<GlobalId>,
    constants: Partners<ConstantId>,
    /// Constants that cannot be brought in.
    has_no_partner: IdSet<ConstantId>,
    metadata: Partners<MetadataId>,
    /// How many more pairs of types are looked at to find structures that are alike.
    steps_left: usize,
}

impl<'m> Pairing<'m> {
    /// A pairing in which nothing has a partner yet: things get one when they are brought in.
    pub(crate) fn empty(from: &'m Module) -> Self {
        Self {
            from,
            types: IdMap::new(),
            attribute_groups: IdMap::new(),
            globals: IdMap::new(),
            constants: IdMap::new(),
            has_no_partner: IdSet::new(),
            metadata: IdMap::new(),
            steps_left: limits::TYPE_PAIRS_PER_TYPE.saturating_mul(from.types.len()),
        }
    }

    /// The module whose things have partners.
    pub(crate) fn from(&self) -> &'m Module {
        self.from
    }

    /// Pairs the things that both modules have. `orders` are those in which LLVM's writer meets what either refers to.
    pub(crate) fn new(
        from: &'m Module,
        into: &mut Module,
        orders: [&Encoding; 2],
        unmatched: Unmatched,
    ) -> Self {
        let mut pairing = Self::empty(from);
        let [old, new] = orders;
        pairing.pair_types(into, &old.types, &new.types, unmatched);
        for (id, group) in from.attributes.groups() {
            let group = pairing.translated_group(group);
            pairing.attribute_groups[id] = group.and_then(|group| into.attributes.find_group(&group)).into();
        }
        pairing.pair_globals(into);
        pairing.pair_metadata(into, &old.metadata, &new.metadata, unmatched);
        pairing
    }

    /// The partner of a type.
    pub(crate) fn ty(&self, id: TypeId) -> Option<TypeId> {
        self.types[id].expand()
    }

    /// The partner of a global.
    pub fn global(&self, id: GlobalId) -> Option<GlobalId> {
        self.globals[id].expand()
    }

    /// The partner of a constant.
    pub(crate) fn constant(&self, id: ConstantId) -> Option<ConstantId> {
        self.constants[id].expand()
    }

    /// The partner of a piece of metadata.
    pub(crate) fn metadata(&self, id: MetadataId) -> Option<MetadataId> {
        self.metadata[id].expand()
    }

    /// The partner of a group of attributes.
    pub(crate) fn attribute_group(&self, id: AttributeGroupId) -> Option<AttributeGroupId> {
        self.attribute_groups[id].expand()
    }

    /// The partner of a list of groups.
    pub(crate) fn attribute_list(&self, into: &Module, id: AttributeListId) -> Option<AttributeListId> {
        let groups = self.from.attributes.list(id)?.iter();
        let groups: Option<Box<[_]>> = groups.map(|group| self.attribute_group(*group)).collect();
        into.attributes.find_list(groups?)
    }

    /// A group of attributes with the partners of the types in it.
    fn translated_group(&self, group: &AttributeGroup) -> Option<AttributeGroup> {
        let mut group = group.clone();
        for ty in group.attributes.iter_mut().filter_map(Attribute::ty_mut) {
            *ty = self.ty(*ty)?;
        }
        Some(group)
    }

    fn pair_types(&mut self, into: &mut Module, old: &[TypeId], new: &[TypeId], unmatched: Unmatched) {
        for (id, _) in self.from.types.iter() {
            if let Some(structure) = self.from.types.named(id).filter(|structure| !structure.name.is_empty())
            {
                self.types[id] = into.types.find_named(structure.name.as_ref()).into();
            }
        }
        for id in old {
            if self.types[*id].is_none() {
                self.types[*id] = self.translated_type(*id).and_then(|ty| into.types.find(&ty)).into();
            }
        }
        if unmatched == Unmatched::Leave {
            return;
        }
        let class = |module: &Module, id: TypeId| module.types.get(id).map(discriminant);
        let of_old = |id| class(self.from, id);
        pair_unmatched(&mut self.types, (old, of_old), (new, |id| class(into, id)));
    }

    /// A type with the partners of its parts; of a structure with a name, which is itself, none.
    fn translated_type(&self, id: TypeId) -> Option<Type> {
        let types = |ids: &[TypeId]| -> Option<Box<[TypeId]>> { ids.iter().map(|id| self.ty(*id)).collect() };
        Some(match self.from.types.get(id)?.clone() {
            Type::Pointer(pointee, space) => match pointee.expand() {
                Some(pointee) => Type::Pointer(self.ty(pointee)?.into(), space),
                None => Type::Pointer(pointee, space),
            },
            Type::Function { result, parameters, is_variadic } => {
                Type::Function { result: self.ty(result)?, parameters: types(&parameters)?, is_variadic }
            }
            Type::Literal { members, is_packed } => Type::Literal { members: types(&members)?, is_packed },
            Type::Array(element, length) => Type::Array(self.ty(element)?, length),
            Type::Vector(element, length) => Type::Vector(self.ty(element)?, length),
            Type::Named(_) => return None,
            Type::Target(target) => {
                let types = types(&target.types)?;
                Type::Target(Box::new(TargetType { types, ..*target }))
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
        })
    }

    fn pair_globals(&mut self, into: &Module) {
        let mut by_name = HashMap::<_, GlobalId>::new();
        for (id, global) in into.globals.iter().filter(|(_, global)| !global.name.is_empty()) {
            by_name.entry((discriminant(&global.kind), global.name.as_ref() as &BStr)).or_insert(id);
        }
        for (id, global) in self.from.globals.iter() {
            self.globals[id] =
                by_name.get(&(discriminant(&global.kind), global.name.as_ref())).copied().into();
        }
        // One that was renamed: of the same kind and type, and a definition if the other is one.
        let all = |module: &Module| -> Vec<GlobalId> { module.globals.keys().collect() };
        let head =
            |global: &Global, ty| (discriminant::<GlobalKind>(&global.kind), ty, global.body().is_some());
        let of_old = |id| {
            let global = self.from.globals.get(id)?;
            Some(head(global, self.types[global.value_type].expand()?))
        };
        let of_new = |id| into.globals.get(id).map(|global| head(global, global.value_type));
        pair_unmatched(&mut self.globals, (&all(self.from), of_old), (&all(into), of_new));
    }

    fn pair_metadata(
        &mut self,
        into: &mut Module,
        old: &[MetadataId],
        new: &[MetadataId],
        unmatched: Unmatched,
    ) {
        for id in old {
            let found = match self.translated_metadata(into, *id, Missing::IsNone) {
                Some(Translated::String(text)) => into.metadata.find_string(text),
                Some(Translated::Value(ty, value)) => into.metadata.find_value(ty, value),
                Some(Translated::List(Content { row, is_distinct: false, numbers })) => {
                    into.metadata.find_list(row, &numbers)
                }
                _ => None,
            };
            self.metadata[*id] = found.into();
        }
        if unmatched == Unmatched::Leave {
            return;
        }
        let class = |module: &Module, id: MetadataId| -> Option<MetadataClass> {
            let metadata = module.metadata.get(id)?;
            Some(match metadata {
                Metadata::Tuple { is_distinct, .. } => (discriminant(&metadata), 0, is_distinct),
                Metadata::Node { row, is_distinct, .. } => (discriminant(&metadata), row, is_distinct),
                Metadata::String(_) | Metadata::Value(..) => (discriminant(&metadata), 0, false),
            })
        };
        let of_old = |id| class(self.from, id);
        pair_unmatched(&mut self.metadata, (old, of_old), (new, |id| class(into, id)));
    }

    /// A piece of metadata with the partners of what it refers to.
    fn translated_metadata(
        &mut self,
        into: &mut Module,
        id: MetadataId,
        missing: Missing,
    ) -> Option<Translated<'m>> {
        let from = self.from;
        match from.metadata.get(id)? {
            Metadata::String(span) => Some(Translated::String(from.metadata.string(span))),
            Metadata::Value(ty, value) => {
                let (ty, value) = (self.import_type(into, ty)?, self.import_value(into, value)?);
                Some(Translated::Value(ty, value))
            }
            Metadata::Tuple { .. } | Metadata::Node { .. } => {
                let mut is_whole = true;
                let content = from.metadata.mapped(id, |id| {
                    let partner = self.metadata(id);
                    is_whole &= partner.is_some();
                    partner
                });
                content.filter(|_| is_whole || missing == Missing::IsNull).map(Translated::List)
            }
        }
    }

    /// Makes a global of the other module the partner of one.
    pub(crate) fn set_global(&mut self, id: GlobalId, partner: GlobalId) {
        self.globals[id] = partner.into();
        // What referred to it may have a partner now.
        self.has_no_partner.clear();
    }

    /// The partner of a value of the module, which is added if it is a constant; `None` where it refers to a global
    /// that the other module does not have.
    pub(crate) fn import_value(&mut self, into: &mut Module, value: Value) -> Option<Value> {
        match value.kind() {
            ValueKind::Constant(id) => self.import_constant(into, id).map(Value::from),
            ValueKind::Global(id) => self.global(id).map(Value::from),
            ValueKind::Metadata(id) => self.metadata(id).map(Value::from),
            ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => None,
        }
    }

    /// The partner of a constant, which is added if there is none; `None` where it refers to a global that the other
    /// module does not have.
    pub(crate) fn import_constant(&mut self, into: &mut Module, id: ConstantId) -> Option<ConstantId> {
        let mut is_met = IdSet::new();
        let mut stack = Vec::new();
        let mut next = Some(id);
        loop {
            // What is not there has no place that could be kept for it.
            let is_new = |id: &ConstantId| {
                self.from.constants.get(*id).is_some()
                    && self.constants[*id].is_none()
                    && !self.has_no_partner.contains(*id)
            };
            if let Some(id) = next.take().filter(is_new).filter(|id| is_met.insert(*id)) {
                stack.push((id, 0));
            }
            let Some((id, index)) = stack.last_mut() else { break };
            let id = *id;
            let operands = self.from.constants.get(id).map_or(&[][..], |constant| constant.kind.operands());
            let operand = operands.get(*index);
            *index += 1;
            match operand.map(|operand| operand.kind()) {
                Some(ValueKind::Constant(operand)) => next = Some(operand),
                Some(_) => {}
                None => {
                    stack.pop();
                    match self.translated_constant(into, id) {
                        Some(constant) => self.constants[id] = into.constants.intern(constant).into(),
                        // Asked for once: what refers to it would walk down to it again and again.
                        None => _ = self.has_no_partner.insert(id),
                    }
                }
            }
        }
        self.constants[id].expand()
    }

    /// A constant with the partners of its operands, if all of them have some.
    fn translated_constant(&mut self, into: &mut Module, id: ConstantId) -> Option<Constant> {
        let constant = self.from.constants.get(id)?;
        let mut kind = constant.kind.clone();
        for operand in kind.operands_mut() {
            *operand = match operand.kind() {
                ValueKind::Constant(id) => self.constants[id].expand()?.into(),
                ValueKind::Global(id) => self.global(id)?.into(),
                ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => return None,
            };
        }
        if let (ConstantKind::BlockAddress(new, block), ConstantKind::BlockAddress(old, _)) =
            (&mut kind, &constant.kind)
        {
            let place = self.from.block_place(*old, *block)?;
            let ValueKind::Global(id) = new.kind() else { return None };
            // A function that is yet to be brought will have its blocks in their order.
            *block = match into.globals.get(id)?.body() {
                Some(body) => *body.layout.get(place)?,
                None => BlockId::new(place),
            };
        }
        if let Some(source) = kind.source_mut() {
            *source = self.import_type(into, *source)?;
        }
        Some(Constant { ty: self.import_type(into, constant.ty)?, kind })
    }

    /// The partner of a group of attributes, which is added if there is none.
    pub(crate) fn import_attribute_group(
        &mut self,
        into: &mut Module,
        id: AttributeGroupId,
    ) -> Option<AttributeGroupId> {
        if self.attribute_groups[id].is_none() {
            let mut group = self.from.attributes.group(id)?.clone();
            for ty in group.attributes.iter_mut().filter_map(Attribute::ty_mut) {
                *ty = self.import_type(into, *ty)?;
            }
            self.attribute_groups[id] = into.attributes.intern_group(group).into();
        }
        self.attribute_group(id)
    }

    /// The partner of a list of groups, which is added if there is none.
    pub(crate) fn import_attribute_list(
        &mut self,
        into: &mut Module,
        id: AttributeListId,
    ) -> Option<AttributeListId> {
        let groups = self.from.attributes.list(id)?.iter();
        let groups: Option<Box<[_]>> =
            groups.map(|group| self.import_attribute_group(into, *group)).collect();
        Some(into.attributes.intern_list(groups?))
    }

    /// The partner of a piece of metadata, which is added if there is none, with what it refers to. Operands that
    /// refer to a global which the other module does not have become null; `None` where the value itself does.
    pub fn import_metadata(&mut self, into: &mut Module, id: MetadataId) -> Option<MetadataId> {
        let mut is_open = IdSet::new();
        let mut is_done = IdSet::new();
        let mut stack = Vec::new();
        if self.from.metadata.get(id).is_some() && self.metadata[id].is_none() {
            is_open.insert(id);
            stack.push((id, 0));
        }
        while let Some((id, index)) = stack.last_mut() {
            let (id, operand) = (*id, self.from.metadata.operand(*id, *index));
            *index += 1;
            match operand {
                Some(Some(operand)) if self.metadata[operand].is_some() || is_done.contains(operand) => {}
                // A circle: what is referred to has to have an id before it is there.
                Some(Some(operand)) if is_open.contains(operand) => {
                    self.metadata[operand] = into.metadata.reserve().into();
                }
                // What is not there has no place that could be kept for it.
                Some(Some(operand)) if self.from.metadata.get(operand).is_none() => {}
                Some(Some(operand)) => {
                    is_open.insert(operand);
                    stack.push((operand, 0));
                }
                Some(None) => {}
                None => {
                    stack.pop();
                    is_done.insert(id);
                    self.add_metadata(into, id);
                }
            }
        }
        self.metadata(id)
    }

    /// Adds a piece of metadata whose operands are there.
    fn add_metadata(&mut self, into: &mut Module, id: MetadataId) {
        let reserved = self.metadata(id);
        let new = match (self.translated_metadata(into, id, Missing::IsNull), reserved) {
            (Some(Translated::String(text)), _) => into.metadata.intern_string(text),
            (Some(Translated::Value(ty, value)), _) => into.metadata.intern_value(ty, value),
            (Some(Translated::List(Content { row, is_distinct, numbers })), Some(reserved)) => {
                into.metadata.define(reserved, row, is_distinct, &numbers);
                reserved
            }
            (Some(Translated::List(Content { row, is_distinct: true, numbers })), None) => {
                let new = into.metadata.reserve();
                into.metadata.define(new, row, true, &numbers);
                new
            }
            (Some(Translated::List(Content { row, is_distinct: false, numbers })), None) => {
                into.metadata.intern_list(row, &numbers)
            }
            (None, _) => return,
        };
        self.metadata[id] = new.into();
    }
}

/// What becomes of metadata that refers to something without a partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Missing {
    /// It has no partner either.
    IsNone,
    /// It refers to nothing instead.
    IsNull,
}

/// Metadata that is alike but for its content.
type MetadataClass = (Discriminant<Metadata>, u8, bool);

/// A piece of metadata in the terms of the other module.
enum Translated<'m> {
    String(&'m BStr),
    Value(TypeId, Value),
    List(Content),
}

/// Pairs what has no partner yet with what is nobody's partner, in order, class by class.
fn pair_unmatched<K: Id, C: Hash + Eq>(
    partners: &mut Partners<K>,
    (old, old_class): (&[K], impl Fn(K) -> Option<C>),
    (new, new_class): (&[K], impl Fn(K) -> Option<C>),
) {
    let mut is_taken = IdSet::new();
    for partner in old.iter().filter_map(|id| partners[*id].expand()) {
        is_taken.insert(partner);
    }
    let mut free = HashMap::<C, VecDeque<K>>::new();
    for id in new.iter().filter(|id| !is_taken.contains(**id)) {
        if let Some(class) = new_class(*id) {
            free.entry(class).or_default().push_back(*id);
        }
    }
    if free.is_empty() {
        return;
    }
    for id in old {
        if partners[*id].is_none()
            && let Some(class) = old_class(*id)
        {
            partners[*id] = free.get_mut(&class).and_then(VecDeque::pop_front).into();
        }
    }
}
