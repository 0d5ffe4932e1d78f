//! Types. Interned: two ids are equal exactly where the types are, but for structures with names, each of which is
//! itself.

use std::collections::HashMap;

use crate::arena::PackedOption;
use crate::arena::id;
use az::SaturatingAs as _;
use bstr::{BStr, BString};

use super::interner::Interner;
use crate::generated::bitcode::types as code;
use crate::limits;

id! {
    /// A type.
    pub struct TypeId, "type"
}

/// What a type is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// Nothing: what a function gives that gives no value.
    Void,
    /// A 16-bit float.
    Half,
    /// The 16-bit float with the exponent of a 32-bit one; modern only.
    BFloat,
    /// A 32-bit float.
    Float,
    /// A 64-bit float.
    Double,
    /// A float that no GPU has: x86's 80 bits, 128 bits, PowerPC's two doubles, by its record code.
    OtherFloat(u32),
    /// A vector of x86's MMX.
    Mmx,
    /// A basic block.
    Label,
    /// Metadata as an operand.
    Metadata,
    /// A value that nothing can be done with but to pass it on; modern only.
    Token,
    /// An integer of so many bits.
    Integer(u32),
    /// A pointer: to what, if pointers say it (LLVM 3.7's do), and in which address space.
    Pointer(PackedOption<TypeId>, u32),
    /// A function.
    Function {
        /// What it gives.
        result: TypeId,
        /// What it takes.
        parameters: Box<[TypeId]>,
        /// Whether it takes more.
        is_variadic: bool,
    },
    /// A structure without a name.
    Literal {
        /// Its members.
        members: Box<[TypeId]>,
        /// Whether they follow each other without padding.
        is_packed: bool,
    },
    /// A structure that is itself, whatever it consists of: by its number among those.
    Named(u32),
    /// An array.
    Array(TypeId, u64),
    /// A vector.
    Vector(TypeId, u64),
    /// A type that only the target knows, such as `target("dx.RawBuffer", float, 1, 0)`; modern only. Boxed, for it is
    /// seldom.
    Target(Box<TargetType>),
}

/// A type that only the target knows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TargetType {
    /// Its name.
    pub name: BString,
    /// The types that it takes.
    pub types: Box<[TypeId]>,
    /// The numbers that it takes.
    pub numbers: Box<[u32]>,
}

/// The words for floats that no GPU has, by their record codes.
const OTHER_FLOATS: [(u32, &str); 3] =
    [(code::X86_FP80, "x86_fp80"), (code::FP128, "fp128"), (code::PPC_FP128, "ppc_fp128")];

impl Type {
    /// The word for a float that no GPU has.
    pub fn other_float(&self) -> Option<&'static str> {
        let Self::OtherFloat(code) = self else { return None };
        OTHER_FLOATS.iter().find(|row| row.0 == *code).map(|row| row.1)
    }

    /// Whether two types are the same but for the types they consist of.
    pub(crate) fn is_alike(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Pointer(one, space), Self::Pointer(other, of)) => {
                one.is_some() == other.is_some() && space == of
            }
            (
                Self::Function { parameters, is_variadic, .. },
                Self::Function { parameters: others, is_variadic: of, .. },
            ) => parameters.len() == others.len() && is_variadic == of,
            (Self::Literal { members, is_packed }, Self::Literal { members: others, is_packed: of }) => {
                members.len() == others.len() && is_packed == of
            }
            (Self::Array(_, length), Self::Array(_, of)) | (Self::Vector(_, length), Self::Vector(_, of)) => {
                length == of
            }
            (Self::Named(_), Self::Named(_)) => true,
            (Self::Target(one), Self::Target(other)) => {
                one.name == other.name && one.types.len() == other.types.len() && one.numbers == other.numbers
            }
            (
                Self::Void
                | Self::Half
                | Self::BFloat
                | Self::Float
                | Self::Double
                | Self::OtherFloat(_)
                | Self::Mmx
                | Self::Label
                | Self::Metadata
                | Self::Token
                | Self::Integer(_),
                other,
            ) => self == other,
            // Beside one of another kind.
            (
                Self::Pointer(..)
                | Self::Function { .. }
                | Self::Literal { .. }
                | Self::Named(_)
                | Self::Array(..)
                | Self::Vector(..)
                | Self::Target(_),
                _,
            ) => false,
        }
    }

    /// The float that no GPU has and that has this word.
    pub fn other_float_named(word: &[u8]) -> Option<Self> {
        OTHER_FLOATS.iter().find(|row| row.1.as_bytes() == word).map(|row| Self::OtherFloat(row.0))
    }
}

/// A structure that is itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NamedStruct {
    /// Its name; empty for none.
    pub name: BString,
    /// Its members; `None` where nobody knows them.
    pub members: Option<Box<[TypeId]>>,
    /// Whether they follow each other without padding.
    pub is_packed: bool,
}

/// The types of a module.
#[derive(Debug, Clone, Default)]
pub struct Types {
    types: Interner<TypeId, Type>,
    named: Vec<NamedStruct>,
    names: Names,
}

/// Structures by name, as far as anybody has asked.
#[derive(Debug, Clone, Default)]
struct Names {
    numbers: HashMap<BString, u32>,
    /// How many structures are in it.
    count: usize,
}

impl Types {
    /// The id of a type, which is added if it is new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        self.types.intern(ty)
    }

    /// The id of a type, if it is there.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.types.find(ty)
    }

    /// Adds a structure that is itself.
    pub fn add_named(&mut self, structure: NamedStruct) -> TypeId {
        let number = self.named.len().saturating_as::<u32>();
        self.named.push(structure);
        self.intern(Type::Named(number))
    }

    /// The structure with this name, the first one of several.
    pub fn find_named(&mut self, name: &BStr) -> Option<TypeId> {
        let Names { numbers, count } = &mut self.names;
        for (number, structure) in (0..).zip(&self.named).skip(*count) {
            numbers.entry(structure.name.clone()).or_insert(number);
        }
        *count = self.named.len();
        let number = *numbers.get(name)?;
        self.find(&Type::Named(number))
    }

    /// What a type is; `None` for an id of another module.
    #[inline]
    pub fn get(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id)
    }

    /// The structure that a type is, where it is one that is itself.
    pub fn named(&self, id: TypeId) -> Option<&NamedStruct> {
        match self.get(id) {
            Some(Type::Named(number)) => self.named.get(usize::try_from(*number).ok()?),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub fn named_mut(&mut self, id: TypeId) -> Option<&mut NamedStruct> {
        // Its name may be another one soon.
        self.names = Names::default();
        match self.types.get(id) {
            Some(Type::Named(number)) => self.named.get_mut(usize::try_from(*number).ok()?),
            _ => None,
        }
    }

    /// Says what a structure that is itself consists of.
    pub(crate) fn set_members(&mut self, id: TypeId, members: Option<Box<[TypeId]>>) {
        if let Some(Type::Named(number)) = self.types.get(id)
            && let Some(structure) =
                usize::try_from(*number).ok().and_then(|number| self.named.get_mut(number))
        {
            structure.members = members;
        }
    }

    /// All types in the order in which they were added.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (TypeId, &Type)> {
        self.types.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The type that a pointer points to.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        let Type::Pointer(pointee, _) = self.get(id)? else { return None };
        pointee.expand()
    }

    /// The innermost element of an array of arrays, how many of it there are (of that the lower 32 bits), and how many
    /// arrays lie around it; of another type itself, 1 and 0.
    pub fn flattened(&self, ty: TypeId) -> (TypeId, u32, usize) {
        let (mut element, mut count, mut levels) = (ty, 1_u32, 0);
        while let Some(Type::Array(inner, len)) = self.get(element)
            && levels < limits::ARRAY_DEPTH
        {
            let low_word = (len & u64::from(u32::MAX)).saturating_as::<u32>();
            count = count.wrapping_mul(low_word);
            (element, levels) = (*inner, levels + 1);
        }
        (element, count, levels)
    }

    /// The address space of a pointer or of a vector of pointers.
    pub fn address_space(&self, id: TypeId) -> Option<u32> {
        let Type::Pointer(_, space) = self.get(self.scalar(id))? else { return None };
        Some(*space)
    }

    /// The innermost element of an array of arrays, or the type itself.
    pub fn innermost_element(&self, ty: TypeId) -> TypeId {
        self.flattened(ty).0
    }

    /// The members of a structure of either kind.
    pub fn members(&self, id: TypeId) -> Option<&[TypeId]> {
        match self.get(id)? {
            Type::Literal { members, .. } => Some(members),
            Type::Named(_) => self.named(id)?.members.as_deref(),
            Type::Void
            | Type::Half
            | Type::BFloat
            | Type::Float
            | Type::Double
            | Type::OtherFloat(_)
            | Type::Mmx
            | Type::Label
            | Type::Metadata
            | Type::Token
            | Type::Integer(_)
            | Type::Pointer(..)
            | Type::Function { .. }
            | Type::Array(..)
            | Type::Vector(..)
            | Type::Target(_) => None,
        }
    }

    /// The type of member `index` of an aggregate or vector.
    pub fn element(&self, id: TypeId, index: u64) -> Option<TypeId> {
        if let Type::Array(element, _) | Type::Vector(element, _) = self.get(id)? {
            return Some(*element);
        }
        self.members(id)?.get(usize::try_from(index).ok()?).copied()
    }

    /// The types that a type consists of, one by one.
    pub fn part(&self, id: TypeId, index: usize) -> Option<TypeId> {
        match self.get(id)? {
            Type::Function { result, .. } if index == 0 => Some(*result),
            Type::Function { parameters, .. } => parameters.get(index - 1).copied(),
            Type::Pointer(pointee, _) => pointee.expand().filter(|_| index == 0),
            Type::Array(element, _) | Type::Vector(element, _) => Some(*element).filter(|_| index == 0),
            Type::Target(target) => target.types.get(index).copied(),
            Type::Literal { .. } | Type::Named(_) => self.members(id)?.get(index).copied(),
            Type::Void
            | Type::Half
            | Type::BFloat
            | Type::Float
            | Type::Double
            | Type::OtherFloat(_)
            | Type::Mmx
            | Type::Label
            | Type::Metadata
            | Type::Token
            | Type::Integer(_) => None,
        }
    }

    /// A vector's element, or the type itself.
    pub fn scalar(&self, id: TypeId) -> TypeId {
        match self.get(id) {
            Some(Type::Vector(element, _)) => *element,
            _ => id,
        }
    }

    /// Whether it is a float, or a vector, an array or a structure of equal floats: what assumptions about floats go
    /// with in modern LLVM.
    pub fn consists_of_floats(&self, id: TypeId) -> bool {
        let element = self.innermost_element(id);
        match self.get(element) {
            Some(Type::Literal { members, .. }) => members
                .first()
                .is_some_and(|first| self.is_float(*first) && members.iter().all(|member| member == first)),
            _ => self.is_float(element),
        }
    }

    /// Whether it is an integer or a vector of integers.
    pub fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.get(self.scalar(id)), Some(Type::Integer(_)))
    }

    /// Whether it is a float or a vector of floats.
    pub fn is_float(&self, id: TypeId) -> bool {
        matches!(
            self.get(self.scalar(id)),
            Some(Type::Half | Type::BFloat | Type::Float | Type::Double | Type::OtherFloat(_))
        )
    }
}
