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

/// Defines [`LlvmVersion`] by the rows `llvm_version` of `tables/intrinsics.toml`.
macro_rules! llvm_versions {
    ($($variant:ident $name:literal;)*) => {
        /// A version of LLVM with other intrinsics, bitcode or assembly than the version before. The oldest version
        /// also stands for all versions before.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum LlvmVersion {
            $(#[doc = concat!("LLVM ", $name, ".")] $variant,)*
        }

        impl LlvmVersion {
            /// Every version, oldest first.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The major version, or `main`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}
pub(crate) use llvm_versions;

pub use crate::generated::intrinsics::LlvmVersion;

impl LlvmVersion {
    /// The oldest version.
    pub const OLDEST: Self = match Self::ALL {
        [oldest, ..] => *oldest,
        [] => panic!("no version of LLVM"),
    };

    /// The newest version: the main branch.
    pub const NEWEST: Self = match Self::ALL {
        [.., newest] => *newest,
        [] => panic!("no version of LLVM"),
    };

    /// The newest version with a number, and the main branch.
    pub const NEWEST_NUMBERED_AND_MAIN: [Self; 2] = match Self::ALL {
        [.., newest, main] => [*newest, *main],
        _ => panic!("fewer than two versions of LLVM"),
    };

    /// Returns the newest version that is not newer than a major version; the oldest one for versions before it.
    pub fn of_major(major: u32) -> Self {
        let numbered =
            Self::ALL.iter().filter_map(|version| Some((version.name().parse::<u32>().ok()?, *version)));
        let older = numbered.filter(|(number, _)| *number <= major);
        older.max().map_or(Self::OLDEST, |(_, version)| version)
    }
}

impl Default for LlvmVersion {
    fn default() -> Self {
        Self::OLDEST
    }
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
