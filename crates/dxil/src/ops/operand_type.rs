//! The types of what operations take and give, by rows: recognized in a module, made in one, and shown. Separate
//! because calls, declarations and errors all go by them.

use bstr::{BString, ByteSlice as _};
use dx_container::enums::AddressSpace;

use super::overload::{Overload, OverloadKind, is_vector};
use super::overload_name::is_made_of;
use super::type_text::TypeText;
use dxil_ir::{Module, Type, TypeId, Types};

/// The address space of what a thread group shares.
const GROUP_SHARED: u32 = AddressSpace::GROUP_SHARED.0;
/// The bits of a row of a constant buffer.
const ROW_BITS: u32 = 128;

/// The type of what an operation takes or gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperandType {
    /// Nothing.
    Void,
    /// A number.
    Number(OverloadKind),
    /// A vector of so many numbers.
    Vector(OverloadKind, u64),
    /// A pointer to a `float`.
    FloatPointer,
    /// A structure that all modules have alike.
    Struct(&'static StructRow),
    /// The overload of this index.
    Overload(usize),
    /// An element of the vector that the overload is.
    Element,
    /// This number, or where the overload is a vector, as many of them.
    Lanes(OverloadKind),
    /// A vector of so many of the overload.
    VectorOfOverload(u64),
    /// A pointer to the overload of this index, in the memory that a thread group shares.
    GroupShared(usize),
    /// `dx.types.four`: four of the overload.
    Four,
    /// `dx.types.ResRet`: what is read from a resource, four of the overload or one vector, and the status.
    ResRet,
    /// `dx.types.CBufRet`: a row of a constant buffer, as numbers of the overload.
    CBufRet,
}

/// A structure that all modules have alike.
#[derive(Debug, PartialEq, Eq)]
pub struct StructRow {
    /// Its name: `dx.types.Handle`.
    pub name: &'static str,
    /// Its members.
    pub members: &'static [Member],
}

/// A member of such a structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Member {
    /// A number.
    Number(OverloadKind),
    /// An `i8*`: what a handle holds.
    BytePointer,
}

impl Member {
    fn is(self, types: &Types, id: TypeId) -> bool {
        match self {
            Self::Number(kind) => kind.is(types, id),
            Self::BytePointer => is_pointer_to(types, id, 0, |pointee| OverloadKind::I8.is(types, pointee)),
        }
    }

    fn make(self, module: &mut Module) -> TypeId {
        match self {
            Self::Number(kind) => module.types.intern(kind.ty()),
            Self::BytePointer => {
                let byte = module.types.int(8);
                module.address_type(byte, 0)
            }
        }
    }
}

/// Whether a type is a pointer to what `is_pointee` says; today's IR does not say to what pointers point.
fn is_pointer_to(types: &Types, id: TypeId, space: u32, is_pointee: impl Fn(TypeId) -> bool) -> bool {
    match types.get(id) {
        Some(Type::Pointer(pointee, found)) => *found == space && pointee.expand().is_none_or(is_pointee),
        _ => false,
    }
}

/// A structure whose name and members follow from the overload.
struct Shape {
    prefix: &'static str,
    suffix: &'static str,
    element: Overload,
    count: usize,
    has_status: bool,
}

impl Shape {
    fn each_piece(&self, types: &Types, piece: &mut dyn FnMut(&[u8])) {
        piece(self.prefix.as_bytes());
        self.element.each_piece(types, &mut *piece);
        piece(self.suffix.as_bytes());
    }

    fn name(&self, types: &Types) -> BString {
        let mut name = BString::default();
        self.each_piece(types, &mut |piece| name.extend_from_slice(piece));
        name
    }

    fn is(&self, types: &Types, id: TypeId) -> bool {
        let Some(named) = types.named(id) else { return false };
        let Some(members) = named.members.as_deref() else { return false };
        let (elements, status) = members.split_at_checked(self.count).unwrap_or_default();
        is_made_of(named.name.as_bstr(), |piece| self.each_piece(types, piece))
            && elements.len() == self.count
            && elements.iter().all(|element| self.element.is(types, *element))
            && status.len() == usize::from(self.has_status)
            && status.iter().all(|status| OverloadKind::I32.is(types, *status))
    }

    fn make(&self, types: &mut Types) -> TypeId {
        let element = self.element.ty(types);
        let mut members = vec![element; self.count];
        if self.has_status {
            members.push(types.int(32));
        }
        let name = self.name(types);
        // Overloads that such structures have are numbers, whose names are text.
        types.structure(&name.to_str_lossy(), &members)
    }
}

impl OperandType {
    /// What the type of an operand says of the overloads: of which, what it is.
    pub(super) fn infer(self, types: &Types, id: TypeId) -> Option<(usize, Overload)> {
        let (index, ty) = match self {
            Self::Overload(index) => (index, id),
            Self::GroupShared(index) => (index, types.pointee(id)?),
            Self::VectorOfOverload(_) | Self::Four | Self::ResRet | Self::CBufRet => {
                (0, types.element(id, 0)?)
            }
            Self::Void
            | Self::Number(_)
            | Self::Vector(..)
            | Self::FloatPointer
            | Self::Struct(_)
            | Self::Element
            | Self::Lanes(_) => return None,
        };
        Some((index, Overload::of(types, ty)?))
    }

    /// Which overload it is, or consists of.
    pub(super) fn overload(self) -> Option<usize> {
        match self {
            Self::Overload(index) | Self::GroupShared(index) => Some(index),
            Self::VectorOfOverload(_) | Self::Four | Self::ResRet | Self::CBufRet => Some(0),
            Self::Void
            | Self::Number(_)
            | Self::Vector(..)
            | Self::FloatPointer
            | Self::Struct(_)
            | Self::Element
            | Self::Lanes(_) => None,
        }
    }

    /// Whether a type is this one, for these overloads.
    pub(super) fn is(self, module: &Module, overloads: &[Overload], id: TypeId) -> bool {
        let types = &module.types;
        let first = overloads.first().copied();
        match self {
            Self::Void => types.get(id) == Some(&Type::Void),
            Self::Number(kind) => kind.is(types, id),
            Self::Vector(kind, length) => is_vector(types, id, kind, length),
            Self::FloatPointer => is_pointer_to(types, id, 0, |pointee| OverloadKind::F32.is(types, pointee)),
            Self::Struct(row) => types.named(id).is_some_and(|named| {
                let members = named.members.as_deref().unwrap_or_default();
                named.name == row.name
                    && members.len() == row.members.len()
                    && row.members.iter().zip(members).all(|(member, id)| member.is(types, *id))
            }),
            Self::Overload(index) => overloads.get(index).is_some_and(|overload| overload.is(types, id)),
            Self::Element => first.and_then(Overload::element).is_some_and(|kind| kind.is(types, id)),
            Self::Lanes(kind) => match first {
                Some(Overload::Vector(_, length)) => is_vector(types, id, kind, length),
                _ => kind.is(types, id),
            },
            Self::VectorOfOverload(length) => {
                first.and_then(Overload::element).is_some_and(|kind| is_vector(types, id, kind, length))
            }
            Self::GroupShared(index) => overloads.get(index).is_some_and(|overload| {
                is_pointer_to(types, id, GROUP_SHARED, |pointee| overload.is(types, pointee))
            }),
            Self::Four | Self::ResRet | Self::CBufRet => {
                first.and_then(|first| self.shape(module, first)).is_some_and(|shape| shape.is(types, id))
            }
        }
    }

    /// This type for these overloads, which are legal for the operation; `None` where they are not. Adds it where the
    /// module does not have it.
    pub fn make(self, module: &mut Module, overloads: &[Overload]) -> Option<TypeId> {
        let first = overloads.first().copied();
        let shape = first.and_then(|first| self.shape(module, first));
        match self {
            Self::FloatPointer => {
                let float = module.types.float();
                return Some(module.address_type(float, 0));
            }
            Self::Struct(row) => {
                let members: Vec<_> = row.members.iter().map(|member| member.make(module)).collect();
                return Some(module.types.structure(row.name, &members));
            }
            Self::GroupShared(index) => {
                let pointee = overloads.get(index)?.ty(&mut module.types);
                return Some(module.address_type(pointee, GROUP_SHARED));
            }
            _ => {}
        }
        let types = &mut module.types;
        Some(match self {
            Self::Void => types.void(),
            Self::Number(kind) => types.intern(kind.ty()),
            Self::Vector(kind, length) => Overload::Vector(kind, length).ty(types),
            Self::Overload(index) => overloads.get(index)?.ty(types),
            Self::Element => types.intern(first?.element()?.ty()),
            Self::Lanes(kind) => match first {
                Some(Overload::Vector(_, length)) => Overload::Vector(kind, length).ty(types),
                _ => types.intern(kind.ty()),
            },
            Self::VectorOfOverload(length) => Overload::Vector(first?.element()?, length).ty(types),
            Self::FloatPointer | Self::Struct(_) | Self::GroupShared(_) => return None,
            Self::Four | Self::ResRet | Self::CBufRet => shape?.make(types),
        })
    }

    /// This type for these overloads, in the words of assembly.
    pub(super) fn text(self, module: &Module, overloads: &[Overload]) -> String {
        let types = &module.types;
        let number = |kind: OverloadKind| kind.type_name().to_owned();
        let vector = |kind: OverloadKind, length: u64| format!("<{length} x {}>", number(kind));
        let overload = |index: usize| match overloads.get(index) {
            None => "an overload".to_owned(),
            Some(Overload::Scalar(kind)) => number(*kind),
            Some(Overload::Vector(kind, length)) => vector(*kind, *length),
            Some(Overload::Udt(id) | Overload::Object(id)) => TypeText(types, *id).to_string(),
        };
        let element = overloads.first().and_then(|first| first.element());
        match self {
            Self::Void => "void".to_owned(),
            Self::Number(kind) => number(kind),
            Self::Vector(kind, length) => vector(kind, length),
            Self::FloatPointer => "float*".to_owned(),
            Self::Struct(row) => format!("%{}", row.name),
            Self::Overload(index) => overload(index),
            Self::Element => element.map_or_else(|| "an element".to_owned(), number),
            Self::Lanes(kind) => match overloads.first() {
                Some(Overload::Vector(_, length)) => vector(kind, *length),
                _ => number(kind),
            },
            Self::VectorOfOverload(length) => {
                element.map_or_else(|| "a vector".to_owned(), |kind| vector(kind, length))
            }
            Self::GroupShared(index) => format!("{} addrspace({GROUP_SHARED})*", overload(index)),
            Self::Four | Self::ResRet | Self::CBufRet => {
                let shape = overloads.first().and_then(|first| self.shape(module, *first));
                shape.map_or_else(|| "a structure".to_owned(), |shape| format!("%{}", shape.name(types)))
            }
        }
    }

    /// The structure that it is for this overload.
    fn shape(self, module: &Module, element: Overload) -> Option<Shape> {
        let shape = |prefix, count| Shape { prefix, suffix: "", element, count, has_status: false };
        match (self, element) {
            (Self::Four, _) => Some(shape("dx.types.four", 4)),
            (Self::ResRet, Overload::Vector(..)) => {
                Some(Shape { has_status: true, ..shape("dx.types.ResRet.", 1) })
            }
            (Self::ResRet, _) => Some(Shape { has_status: true, ..shape("dx.types.ResRet.", 4) }),
            (Self::CBufRet, Overload::Scalar(kind)) => Some(match kind.bits() {
                16 if has_native_16_bit(module) => Shape { suffix: ".8", ..shape("dx.types.CBufRet.", 8) },
                // What has fewer bits lies in 32.
                bits => shape("dx.types.CBufRet.", usize::try_from(ROW_BITS / bits.max(32)).ok()?),
            }),
            _ => None,
        }
    }
}

/// Whether numbers of 16 bits have as many in memory, rather than being numbers of 32 bits that need not be precise.
pub fn has_native_16_bit(module: &Module) -> bool {
    module.data_layout.split_str("-").any(|part| part.starts_with(b"f16:16"))
}
