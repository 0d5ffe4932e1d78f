//! What the types of an operation may be where they vary. Separate from the rows because it is what calls, declarations
//! and names are made of.

use dxil_ir::{Type, TypeId, Types};

/// A number that an overload may be, as names spell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OverloadKind {
    /// `half`.
    F16,
    /// `float`.
    F32,
    /// `double`.
    F64,
    /// A truth value.
    I1,
    /// An integer of 8 bits.
    I8,
    /// An integer of 16 bits.
    I16,
    /// An integer of 32 bits.
    I32,
    /// An integer of 64 bits.
    I64,
}

impl OverloadKind {
    /// All of them, in DXC's order.
    pub const ALL: [Self; 8] =
        [Self::F16, Self::F32, Self::F64, Self::I1, Self::I8, Self::I16, Self::I32, Self::I64];

    /// Its name in names: `f32`.
    pub fn name(self) -> &'static str {
        match self {
            Self::F16 => "f16",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::I1 => "i1",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
        }
    }

    /// The name of the type that it is, in assembly: `float`.
    pub fn type_name(self) -> &'static str {
        match self {
            Self::F16 => "half",
            Self::F32 => "float",
            Self::F64 => "double",
            Self::I1 | Self::I8 | Self::I16 | Self::I32 | Self::I64 => self.name(),
        }
    }

    /// The type that it is.
    pub fn ty(self) -> Type {
        match self {
            Self::F16 => Type::Half,
            Self::F32 => Type::Float,
            Self::F64 => Type::Double,
            Self::I1 => Type::Integer(1),
            Self::I8 => Type::Integer(8),
            Self::I16 => Type::Integer(16),
            Self::I32 => Type::Integer(32),
            Self::I64 => Type::Integer(64),
        }
    }

    /// The number that a type is.
    pub fn of(ty: &Type) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.ty() == *ty)
    }

    /// How many bits it has.
    pub fn bits(self) -> u32 {
        match self {
            Self::I1 => 1,
            Self::I8 => 8,
            Self::F16 | Self::I16 => 16,
            Self::F32 | Self::I32 => 32,
            Self::F64 | Self::I64 => 64,
        }
    }

    /// Whether a type is this number.
    pub(super) fn is(self, types: &Types, id: TypeId) -> bool {
        types.get(id) == Some(&self.ty())
    }
}

/// A set of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverloadKinds(u8);

impl OverloadKinds {
    /// These.
    pub const fn of(kinds: &[OverloadKind]) -> Self {
        let (mut bits, mut left) = (0, kinds);
        while let [kind, rest @ ..] = left {
            bits |= 1 << *kind as u8;
            left = rest;
        }
        Self(bits)
    }

    /// Whether it is one of them.
    pub fn contains(self, kind: OverloadKind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// They, in DXC's order.
    pub fn iter(self) -> impl Iterator<Item = OverloadKind> {
        OverloadKind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }
}

/// What an overload of an operation may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverloadSet {
    /// Numbers and vectors.
    Numbers {
        /// Numbers of these kinds.
        scalars: OverloadKinds,
        /// Vectors of these kinds, from shader model 6.9 on.
        vectors: OverloadKinds,
    },
    /// A pointer to a structure with a name.
    Udt,
    /// A structure with a name.
    Object,
}

impl OverloadSet {
    /// Whether it may be this one.
    pub fn allows(self, overload: Overload) -> bool {
        match (self, overload) {
            (Self::Numbers { scalars, .. }, Overload::Scalar(kind)) => scalars.contains(kind),
            (Self::Numbers { vectors, .. }, Overload::Vector(kind, length)) => {
                length > 0 && vectors.contains(kind)
            }
            (Self::Udt, Overload::Udt(_)) | (Self::Object, Overload::Object(_)) => true,
            _ => false,
        }
    }

    /// Returns true if it may be a vector.
    pub fn allows_vectors(self) -> bool {
        matches!(self, Self::Numbers { vectors, .. } if vectors.0 != 0)
    }

    /// The only one that it may be.
    pub(super) fn only(self) -> Option<Overload> {
        match self {
            Self::Numbers { scalars, vectors: OverloadKinds(0) } => {
                let mut scalars = scalars.iter();
                scalars.next().filter(|_| scalars.next().is_none()).map(Overload::Scalar)
            }
            _ => None,
        }
    }
}

/// A type that an operation is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Overload {
    /// A number.
    Scalar(OverloadKind),
    /// A vector of so many.
    Vector(OverloadKind, u64),
    /// A pointer to a structure with a name: the pointer's type.
    Udt(TypeId),
    /// A structure with a name.
    Object(TypeId),
}

impl From<OverloadKind> for Overload {
    fn from(kind: OverloadKind) -> Self {
        Self::Scalar(kind)
    }
}

impl From<OverloadKind> for Option<Overload> {
    fn from(kind: OverloadKind) -> Self {
        Some(kind.into())
    }
}

impl Overload {
    /// The overload that a type is; `None` for a type that none is.
    pub fn of(types: &Types, id: TypeId) -> Option<Self> {
        match types.get(id)? {
            Type::Vector(element, length) => {
                Some(Self::Vector(OverloadKind::of(types.get(*element)?)?, *length))
            }
            Type::Pointer(pointee, _) => {
                // A pointer of today's IR may point to anything.
                let is_named = pointee.expand().is_none_or(|pointee| types.named(pointee).is_some());
                is_named.then_some(Self::Udt(id))
            }
            Type::Named(_) => Some(Self::Object(id)),
            ty => OverloadKind::of(ty).map(Self::Scalar),
        }
    }

    /// The type that it is.
    pub fn ty(self, types: &mut Types) -> TypeId {
        match self {
            Self::Scalar(kind) => types.intern(kind.ty()),
            Self::Vector(kind, length) => {
                let element = types.intern(kind.ty());
                types.vector(element, length)
            }
            Self::Udt(id) | Self::Object(id) => id,
        }
    }

    /// Whether a type is this one.
    pub(super) fn is(self, types: &Types, id: TypeId) -> bool {
        match self {
            Self::Udt(own) | Self::Object(own) => own == id,
            Self::Scalar(kind) => kind.is(types, id),
            Self::Vector(kind, length) => is_vector(types, id, kind, length),
        }
    }

    /// The number that it is, or that the elements of the vector are which it is.
    pub fn element(self) -> Option<OverloadKind> {
        match self {
            Self::Scalar(kind) | Self::Vector(kind, _) => Some(kind),
            Self::Udt(_) | Self::Object(_) => None,
        }
    }

    /// The structure that has the name, of those that have one.
    pub fn structure(self, types: &Types) -> Option<TypeId> {
        match self {
            Self::Udt(pointer) => types.pointee(pointer),
            Self::Object(id) => Some(id),
            Self::Scalar(_) | Self::Vector(..) => None,
        }
    }
}

/// Whether a type is a vector of so many of these.
pub(super) fn is_vector(types: &Types, id: TypeId, kind: OverloadKind, length: u64) -> bool {
    match types.get(id) {
        Some(Type::Vector(element, found)) => *found == length && kind.is(types, *element),
        _ => false,
    }
}

/// The overloads of a call, in place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Overloads {
    list: [Overload; Self::MAX],
    len: usize,
}

impl Overloads {
    /// How many an operation has at most.
    pub const MAX: usize = 4;

    /// None of them.
    pub(super) const NONE: Self = Self { list: [Overload::Scalar(OverloadKind::F16); Self::MAX], len: 0 };

    /// Adds one behind the last one; more than [`MAX`](Self::MAX) are not kept.
    pub(super) fn push(&mut self, overload: Overload) {
        if let Some(place) = self.list.get_mut(self.len) {
            *place = overload;
            self.len += 1;
        }
    }

    /// All of them.
    pub fn as_slice(&self) -> &[Overload] {
        self.list.get(..self.len).unwrap_or_default()
    }
}

impl From<Overload> for Overloads {
    fn from(overload: Overload) -> Self {
        let mut overloads = Self::NONE;
        overloads.push(overload);
        overloads
    }
}

impl TryFrom<&[Overload]> for Overloads {
    /// The number of overloads, which is greater than [`Overloads::MAX`].
    type Error = usize;

    fn try_from(list: &[Overload]) -> Result<Self, usize> {
        let mut overloads = Self::NONE;
        list.iter().for_each(|overload| overloads.push(*overload));
        if overloads.len == list.len() { Ok(overloads) } else { Err(list.len()) }
    }
}
