//! Attributes of functions, their parameters and what they give. Interned twice: attributes of one place are a group,
//! the groups of a function or a call are a list.

use crate::arena::id;
pub use crate::attribute_kinds::Slot;
use bstr::BString;

use super::attribute_kinds::Form;
use super::interner::Interner;
use super::{AttributeKind, TypeId};

mod words;

pub use words::{
    Access, AllocKinds, CaptureComponents, Captures, FloatClasses, IntegerRange, Location, MemoryEffects,
    UnwindTable,
};

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
    /// One with a type, such as what a pointer points to.
    Type(AttributeKind, TypeId),
    /// `range`: what an integer, or each element of a vector, may be.
    Range(IntegerRange),
    /// `initializes`: the bytes behind a pointer that the function writes before it reads them, in order.
    Initializes(Box<[IntegerRange]>),
    /// `memory`.
    Memory(MemoryEffects),
    /// `nofpclass`: what a floating-point value is not.
    NoFpClass(FloatClasses),
    /// `captures`.
    Captures(Captures),
    /// `allockind`.
    AllocKind(AllocKinds),
    /// `allocsize`: by their numbers, the parameters that are the size of what is allocated.
    AllocSize {
        /// The size of an element.
        element: u32,
        /// How many elements; one where there is no such parameter.
        count: Option<u32>,
    },
    /// `vscale_range`: how much longer than said scalable vectors are.
    VscaleRange {
        /// At least.
        least: u32,
        /// At most, if that is known.
        most: Option<u32>,
    },
    /// `uwtable`, in modern LLVM.
    UnwindTable(UnwindTable),
    /// One that a front end made up, with a value if that is not empty.
    Text(BString, BString),
}

impl Attribute {
    /// Its kind; `None` for one that a front end made up.
    pub fn kind(&self) -> Option<AttributeKind> {
        Some(match self {
            Self::Flag(kind) | Self::Number(kind, _) | Self::Type(kind, _) => *kind,
            Self::Range(_) => AttributeKind::Range,
            Self::Initializes(_) => AttributeKind::Initializes,
            Self::Memory(_) => AttributeKind::Memory,
            Self::NoFpClass(_) => AttributeKind::NoFpClass,
            Self::Captures(_) => AttributeKind::Captures,
            Self::AllocKind(_) => AttributeKind::AllocKind,
            Self::AllocSize { .. } => AttributeKind::AllocSize,
            Self::VscaleRange { .. } => AttributeKind::VscaleRange,
            Self::UnwindTable(_) => AttributeKind::UwTable,
            Self::Text(..) => return None,
        })
    }

    /// What it says beside its name; `None` for one that a front end made up.
    pub fn form(&self) -> Option<Form> {
        Some(match self {
            Self::Flag(_) => Form::Flag,
            Self::Number(..) => Form::Number,
            Self::Type(..) => Form::Type,
            Self::Range(_) => Form::Range,
            Self::Initializes(_) => Form::Ranges,
            Self::Memory(_) => Form::Memory,
            Self::NoFpClass(_) => Form::FloatClasses,
            Self::Captures(_) => Form::Captures,
            Self::AllocKind(_) => Form::AllocKind,
            Self::AllocSize { .. } => Form::AllocSize,
            Self::VscaleRange { .. } => Form::VscaleRange,
            Self::UnwindTable(_) => Form::UnwindTable,
            Self::Text(..) => return None,
        })
    }

    /// The type that it says.
    pub fn ty(&self) -> Option<TypeId> {
        let Self::Type(_, ty) = self else { return None };
        Some(*ty)
    }

    /// The type that it says, to be changed.
    pub fn ty_mut(&mut self) -> Option<&mut TypeId> {
        let Self::Type(_, ty) = self else { return None };
        Some(ty)
    }
}

/// The attributes of one place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AttributeGroup {
    /// Which place.
    pub slot: Slot,
    /// The attributes there.
    pub attributes: Box<[Attribute]>,
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

/// Puts attributes into modern LLVM's order: by kind, those of front ends by name behind them. Of each, the last
/// counts.
pub fn in_modern_order(attributes: &mut Vec<Attribute>) {
    fn key(attribute: &Attribute) -> (bool, Option<AttributeKind>, &[u8]) {
        if let Attribute::Text(name, _) = attribute {
            return (true, None, name);
        }
        (false, attribute.kind(), b"")
    }
    attributes.reverse();
    attributes.sort_by(|first, second| key(first).cmp(&key(second)));
    attributes.dedup_by(|later, kept| key(later) == key(kept));
}

/// LLVM 3.7's order of flags.
const ORDER: [AttributeKind; 40] = [
    AttributeKind::AlwaysInline,
    AttributeKind::Builtin,
    AttributeKind::ByVal,
    AttributeKind::InAlloca,
    AttributeKind::Cold,
    AttributeKind::Convergent,
    AttributeKind::InlineHint,
    AttributeKind::InReg,
    AttributeKind::JumpTable,
    AttributeKind::MinSize,
    AttributeKind::Naked,
    AttributeKind::Nest,
    AttributeKind::NoAlias,
    AttributeKind::NoBuiltin,
    AttributeKind::NoCapture,
    AttributeKind::NoDuplicate,
    AttributeKind::NoImplicitFloat,
    AttributeKind::NoInline,
    AttributeKind::NonLazyBind,
    AttributeKind::NonNull,
    AttributeKind::NoRedZone,
    AttributeKind::NoReturn,
    AttributeKind::NoUnwind,
    AttributeKind::OptimizeForSize,
    AttributeKind::OptimizeNone,
    AttributeKind::ReadNone,
    AttributeKind::ReadOnly,
    AttributeKind::Argmemonly,
    AttributeKind::Returned,
    AttributeKind::ReturnsTwice,
    AttributeKind::SExt,
    AttributeKind::StackProtect,
    AttributeKind::StackProtectReq,
    AttributeKind::StackProtectStrong,
    AttributeKind::Safestack,
    AttributeKind::StructRet,
    AttributeKind::SanitizeAddress,
    AttributeKind::SanitizeThread,
    AttributeKind::SanitizeMemory,
    AttributeKind::UwTable,
];

/// Sorts attributes as LLVM 3.7 does: flags by their order there, then numbers by value, then attributes of front
/// ends by name.
pub fn in_dxil_order(attributes: &mut Vec<Attribute>) {
    attributes.sort_by(|first, second| dxil_key(first).cmp(&dxil_key(second)));
    attributes.dedup();
}

fn dxil_key(attribute: &Attribute) -> (u8, u64, &[u8], &[u8]) {
    match attribute {
        Attribute::Flag(kind) => {
            let place = ORDER.iter().position(|known| known == kind).unwrap_or(ORDER.len());
            (0, place as u64, b"", b"")
        }
        Attribute::Number(_, number) => (1, *number, b"", b""),
        Attribute::Text(name, value) => (2, 0, name, value),
        // LLVM 3.7 has none of these.
        Attribute::Type(..)
        | Attribute::Range(_)
        | Attribute::Initializes(_)
        | Attribute::Memory(_)
        | Attribute::NoFpClass(_)
        | Attribute::Captures(_)
        | Attribute::AllocKind(_)
        | Attribute::AllocSize { .. }
        | Attribute::VscaleRange { .. }
        | Attribute::UnwindTable(_) => (3, 0, b"", b""),
    }
}
