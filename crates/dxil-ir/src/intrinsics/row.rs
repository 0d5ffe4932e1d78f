//! Rows of the intrinsics table: a name, a signature and attributes. Separate because the generated table consists of
//! these rows.

use crate::attributes::Attribute;
use crate::{Type, TypeId, Types};

/// A type that does not depend on an overload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plain {
    /// An integer of so many bits.
    Integer(u32),
    /// `half`.
    Half,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A pointer into address space 0.
    Pointer,
    /// Metadata.
    Metadata,
    /// A token.
    Token,
}

/// A type of a parameter or of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// This one.
    Plain(Plain),
    /// A vector of so many.
    Vector(u64, Plain),
    /// An overload: any type.
    Any,
    /// An overload: an integer or a vector of integers.
    AnyInteger,
    /// An overload: a float or a vector of floats.
    AnyFloat,
    /// An overload: a vector.
    AnyVector,
    /// An overload: a pointer.
    AnyPointer,
    /// The type of an overload.
    Match(usize),
    /// The element of an overload, which is a vector.
    Element(usize),
    /// This type, or a vector of it that is as long as the overload.
    SameShape(usize, Plain),
}

/// A version of LLVM, by the intrinsics that it declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum LlvmVersion {
    /// LLVM 22.
    #[default]
    V22,
    /// LLVM 23.
    V23,
    /// The main branch of LLVM after LLVM 23.
    Main,
}

/// An intrinsic.
#[derive(Debug)]
pub struct IntrinsicRow {
    /// The name without overload suffix.
    pub name: &'static str,
    /// The first version that declares the intrinsic so. LLVM 22 stands for all older versions.
    pub since: LlvmVersion,
    /// The last version that declares the intrinsic so.
    pub until: LlvmVersion,
    /// The result: empty for void, one type, or the members of a structure.
    pub result: &'static [Shape],
    /// The parameter types.
    pub parameters: &'static [Shape],
    /// The function attributes of the declaration.
    pub attributes: &'static [Attribute],
    /// The attributes of the result.
    pub on_result: &'static [Attribute],
    /// The attributes of each parameter; empty if no parameter has attributes.
    pub on_parameters: &'static [&'static [Attribute]],
    /// The range of the result, for all bit widths.
    pub range: Option<(i64, i64)>,
}

impl Plain {
    /// Interns the type.
    pub fn make(self, types: &mut Types) -> TypeId {
        let ty = match self {
            Self::Integer(bits) => Type::Integer(bits),
            Self::Half => Type::Half,
            Self::Float => Type::Float,
            Self::Double => Type::Double,
            Self::Pointer => Type::Pointer(None.into(), 0),
            Self::Metadata => Type::Metadata,
            Self::Token => Type::Token,
        };
        types.intern(ty)
    }
}

impl Shape {
    /// Returns true if the type is an overload.
    pub fn is_overload(self) -> bool {
        match self {
            Self::Any | Self::AnyInteger | Self::AnyFloat | Self::AnyVector | Self::AnyPointer => true,
            Self::Plain(_) | Self::Vector(..) | Self::Match(_) | Self::Element(_) | Self::SameShape(..) => {
                false
            }
        }
    }

    /// Returns the type for these overloads, in name order; `None` if the overload is missing or does not fit.
    pub fn make(self, types: &mut Types, overloads: &[Option<TypeId>]) -> Option<TypeId> {
        let overload = |slot: usize| overloads.get(slot).copied().flatten();
        Some(match self {
            Self::Plain(plain) => plain.make(types),
            Self::Vector(length, plain) => {
                let element = plain.make(types);
                types.intern(Type::Vector(element, length))
            }
            Self::Match(slot) => overload(slot)?,
            Self::Element(slot) => types.scalar(overload(slot)?),
            Self::SameShape(slot, plain) => {
                let of = overload(slot)?;
                let element = plain.make(types);
                let length = if let Type::Vector(_, length) = types.get(of)? { Some(*length) } else { None };
                length.map_or(element, |length| types.intern(Type::Vector(element, length)))
            }
            Self::Any | Self::AnyInteger | Self::AnyFloat | Self::AnyVector | Self::AnyPointer => {
                return None;
            }
        })
    }
}
