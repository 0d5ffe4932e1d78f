//! A module: everything of a program.

use crate::arena::{Arena, Id as _, id};
use bstr::{BStr, BString};

use super::attributes::Attributes;
use super::constants::{ConstantKind, Constants};
use super::encoding::{Encoding, Known};
use super::metadata::MetadataTable;
use super::types::{Type, Types};
use super::{
    BlockId, Body, ComdatSelection, Dialect, Global, GlobalId, MetadataId, SyncScope, TypeId, Value,
    ValueKind,
};

id! {
    /// A group of sections of which a linker keeps one.
    pub struct ComdatId, "comdat"
}

/// A group of sections of which a linker keeps one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comdat {
    /// Its name.
    pub name: BString,
    /// Which one is kept.
    pub selection: ComdatSelection,
}

/// Metadata with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedMetadata {
    /// Its name, without the `!`.
    pub name: BString,
    /// What it lists.
    pub operands: Vec<MetadataId>,
}

/// A program.
#[derive(Debug, Clone, Default)]
pub struct Module {
    /// Whose IR it is.
    pub dialect: Dialect,
    /// The name of the source that it was compiled from; modern only.
    pub source_filename: BString,
    /// What it is for, such as `dxil-ms-dx`.
    pub triple: BString,
    /// How its types are laid out in memory.
    pub data_layout: BString,
    /// Assembly of the target.
    pub inline_assembly: BString,
    /// Its types.
    pub types: Types,
    /// Its attributes.
    pub attributes: Attributes,
    /// Its groups of sections.
    pub comdats: Arena<ComdatId, Comdat>,
    /// Its variables, functions and aliases; of each kind, in the order that counts.
    pub globals: Arena<GlobalId, Global>,
    /// Its constants.
    pub constants: Constants,
    /// Its metadata.
    pub metadata: MetadataTable,
    /// Its metadata with names, in order.
    pub named_metadata: Vec<NamedMetadata>,
    /// The names of the kinds of metadata that instructions and functions have, by number.
    pub metadata_kinds: Vec<BString>,
    /// The names of synchronization scopes, from [`SyncScope::FIRST_NAMED`](crate::instruction::SyncScope::FIRST_NAMED)
    /// on.
    pub sync_scopes: Vec<BString>,
    /// The orders it was stored in.
    pub encoding: Option<Encoding>,
}

impl Module {
    /// Forgets the orders it was stored in: it will be written as LLVM 3.7 writes it, which says everything that `fast`
    /// implies.
    pub fn forget_encoding(&mut self) {
        self.encoding = None;
        // Today `fast` is a word for all others together.
        if self.dialect == Dialect::Modern {
            return;
        }
        let Self { types, globals, .. } = self;
        for body in globals.values_mut().filter_map(Global::body_mut) {
            for instruction in body.instructions.values_mut() {
                instruction.flags = instruction.implied_flags(types);
            }
        }
    }

    /// A copy of it in which all functions are only declared.
    pub fn without_bodies(&self) -> Self {
        let mut globals = Arena::with_capacity(self.globals.len());
        for global in self.globals.values() {
            globals.push(global.declared());
        }
        Self {
            dialect: self.dialect,
            source_filename: self.source_filename.clone(),
            triple: self.triple.clone(),
            data_layout: self.data_layout.clone(),
            inline_assembly: self.inline_assembly.clone(),
            types: self.types.clone(),
            attributes: self.attributes.clone(),
            comdats: self.comdats.clone(),
            globals,
            constants: self.constants.clone(),
            metadata: self.metadata.clone(),
            named_metadata: self.named_metadata.clone(),
            metadata_kinds: self.metadata_kinds.clone(),
            sync_scopes: self.sync_scopes.clone(),
            encoding: None,
        }
    }

    /// The type of the address of something of type `value_type`: in LLVM 3.7 it says what it points to.
    pub fn address_type(&mut self, value_type: TypeId, space: u32) -> TypeId {
        let ty = self.address_of(value_type, space);
        self.types.intern(ty)
    }

    /// The same, which the module need not have.
    pub fn address_of(&self, value_type: TypeId, space: u32) -> Type {
        match self.dialect {
            Dialect::Dxil37 => Type::Pointer(value_type.into(), space),
            Dialect::Modern => Type::Pointer(None.into(), space),
        }
    }

    /// Whether a pointer may be to something of this type: in modern IR any may.
    pub fn may_point_to(&self, pointer: TypeId, value_type: TypeId) -> bool {
        match self.types.get(pointer) {
            Some(Type::Pointer(pointee, _)) => pointee.expand().is_none_or(|pointee| pointee == value_type),
            _ => false,
        }
    }

    /// The type of a value; of one of a function, that function's `body` and type have to be given.
    #[inline]
    pub fn type_of(&self, function: Option<(&Body, TypeId)>, value: Value) -> Option<TypeId> {
        match value.kind() {
            ValueKind::Constant(id) => Some(self.constants.get(id)?.ty),
            ValueKind::Global(id) => Some(self.globals.get(id)?.ty),
            ValueKind::Argument(index) => {
                let Type::Function { parameters, .. } = self.types.get(function?.1)? else { return None };
                parameters.get(usize::try_from(index).ok()?).copied()
            }
            ValueKind::Instruction(id) => Some(function?.0.instructions.get(id)?.ty),
            ValueKind::Metadata(_) | ValueKind::LocalMetadata(_) => self.metadata_type(),
            ValueKind::Forward(_) => None,
        }
    }

    #[inline(never)]
    fn metadata_type(&self) -> Option<TypeId> {
        self.types.find(&Type::Metadata)
    }

    /// The number that a constant is, where it is an integer of up to 64 bits that is not negative; null of any type is
    /// 0.
    pub fn integer(&self, value: Value) -> Option<u64> {
        let ValueKind::Constant(id) = value.kind() else { return None };
        u64::try_from(self.constants.get(id)?.kind.integer()?).ok()
    }

    /// The number that a constant is, where it is an integer of up to 64 bits, with its sign; null only of an integer.
    pub fn signed_integer(&self, value: Value) -> Option<i64> {
        let ValueKind::Constant(id) = value.kind() else { return None };
        let constant = self.constants.get(id)?;
        match (&constant.kind, self.types.get(constant.ty)?) {
            (ConstantKind::Integer(number), _) => Some(*number),
            (ConstantKind::Null, Type::Integer(_)) => Some(0),
            _ => None,
        }
    }

    /// Returns true if a value is `undef` or `poison`.
    pub fn is_undefined(&self, value: Value) -> bool {
        let ValueKind::Constant(id) = value.kind() else { return false };
        let kind = self.constants.get(id).map(|constant| &constant.kind);
        matches!(kind, Some(ConstantKind::Undef | ConstantKind::Poison))
    }

    /// The lower 32 bits of each of the `N` integers that a constant structure has.
    pub fn words<const N: usize>(&self, constant: Value) -> Option<[u32; N]> {
        let ValueKind::Constant(id) = constant.kind() else { return None };
        let kind = &self.constants.get(id)?.kind;
        if let ConstantKind::Null = kind {
            return Some([0; N]);
        }
        let ConstantKind::Aggregate(values) = kind else { return None };
        let values: &[Value; N] = values.as_ref().try_into().ok()?;
        let mut words = [0; N];
        for (word, value) in words.iter_mut().zip(values) {
            let [a, b, c, d, ..] = self.signed_integer(*value)?.to_le_bytes();
            *word = u32::from_le_bytes([a, b, c, d]);
        }
        Some(words)
    }

    /// The name of a synchronization scope that has one of its own.
    pub fn sync_scope_name(&self, scope: SyncScope) -> Option<&BStr> {
        let index = scope.0.checked_sub(SyncScope::FIRST_NAMED)?;
        self.sync_scopes.get(usize::from(index)).map(|name| name.as_ref())
    }

    /// The synchronization scope with this name, which is added if it is new; `None` where there are too many.
    pub fn sync_scope(&mut self, name: &BStr) -> Option<SyncScope> {
        let index = self.sync_scopes.iter().position(|known| known == name);
        let index = index.unwrap_or(self.sync_scopes.len());
        let number = u8::try_from(index).ok()?.checked_add(SyncScope::FIRST_NAMED)?;
        if index == self.sync_scopes.len() {
            self.sync_scopes.push(name.into());
        }
        Some(SyncScope(number))
    }

    /// The place of a block of a function in the order of its blocks.
    pub fn block_place(&self, function: Value, block: BlockId) -> Option<usize> {
        let ValueKind::Global(id) = function.kind() else { return None };
        let layout = &self.globals.get(id)?.body()?.layout;
        // Most often it is its number.
        let is_number = layout.get(block.index()) == Some(&block);
        if is_number { Some(block.index()) } else { layout.iter().position(|known| *known == block) }
    }

    /// Whether a kind of metadata has a name.
    pub(crate) fn has_metadata_kind(&self, kind: u32) -> bool {
        usize::try_from(kind).is_ok_and(|kind| kind < self.metadata_kinds.len())
    }

    /// Hands out one body after the other, so that what it is to refer to can be made beside it; a function whose body
    /// that is has an empty one meanwhile.
    pub fn each_body_mut(&mut self, mut visit: impl FnMut(&mut Self, &mut Body)) {
        let functions: Vec<GlobalId> = self.bodies().map(|(id, ..)| id).collect();
        for id in functions {
            let taken = self.globals.get_mut(id).and_then(Global::body_mut).map(std::mem::take);
            let Some(mut body) = taken else { continue };
            visit(self, &mut body);
            if let Some(emptied) = self.globals.get_mut(id).and_then(Global::body_mut) {
                *emptied = body;
            }
        }
    }

    /// The current sizes of the tables whose orders an [`Encoding`] stores.
    pub(crate) fn known(&self) -> Known {
        Known::of(&self.types, &self.attributes, &self.metadata)
    }

    /// The functions that have a body, in order.
    pub fn bodies(&self) -> impl Iterator<Item = (GlobalId, &Global, &Body)> {
        self.globals.iter().filter_map(|(id, global)| Some((id, global, global.body()?)))
    }
}

/// The type that an address has which `op` computes from `base`, one that has this pointer type: of the element that
/// the indices lead to. `None` where they lead nowhere.
pub fn element_pointer_type(
    module: &Module,
    source: TypeId,
    base: TypeId,
    indices: impl Iterator<Item = Option<u64>>,
) -> Option<Type> {
    let mut element = source;
    for index in indices.skip(1) {
        // Of a structure, only a constant says which member; of anything else, all are alike.
        let index = index.or_else(|| module.types.members(element).is_none().then_some(0))?;
        element = module.types.element(element, index)?;
    }
    let Type::Pointer(pointee, space) = module.types.get(module.types.scalar(base))? else { return None };
    let element = pointee.expand().map(|_| element);
    Some(Type::Pointer(element.into(), *space))
}
