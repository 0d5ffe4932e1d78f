//! What one asks about types when one looks whether they fit.

use crate::generated::bitcode::types as code;
use crate::types::Types;
use crate::{Type, TypeId};

/// Whether a value may have this type.
pub(super) fn is_first_class(types: &Types, ty: TypeId) -> bool {
    !matches!(types.get(ty), None | Some(Type::Void | Type::Function { .. }))
}

/// Whether a structure or an array may hold values of this type.
pub(super) fn is_member(types: &Types, ty: TypeId) -> bool {
    !matches!(types.get(ty), None | Some(Type::Void | Type::Label | Type::Metadata | Type::Function { .. }))
}

/// Whether it is an integer of any width, and no vector.
pub(super) fn is_integer(types: &Types, ty: TypeId) -> bool {
    matches!(types.get(ty), Some(Type::Integer(_)))
}

/// Whether it is an integer of this width.
pub(super) fn is_integer_of(types: &Types, ty: TypeId, width: u32) -> bool {
    matches!(types.get(ty), Some(Type::Integer(found)) if *found == width)
}

/// Whether it is a pointer, and no vector.
pub(super) fn is_pointer(types: &Types, ty: TypeId) -> bool {
    matches!(types.get(ty), Some(Type::Pointer(..)))
}

/// Whether it is a pointer or a vector of pointers.
pub(super) fn has_pointers(types: &Types, ty: TypeId) -> bool {
    is_pointer(types, types.scalar(ty))
}

/// Whether it is a vector.
pub(super) fn is_vector(types: &Types, ty: TypeId) -> bool {
    vector_length(types, ty).is_some()
}

/// Whether it is a structure or an array.
pub(super) fn is_aggregate(types: &Types, ty: TypeId) -> bool {
    matches!(types.get(ty), Some(Type::Literal { .. } | Type::Named(_) | Type::Array(..)))
}

/// How many elements a vector has.
pub(super) fn vector_length(types: &Types, ty: TypeId) -> Option<u64> {
    match types.get(ty) {
        Some(Type::Vector(_, length)) => Some(*length),
        _ => None,
    }
}

/// The address space of a pointer or of a vector of pointers.
pub(super) fn address_space(types: &Types, ty: TypeId) -> Option<u32> {
    match types.get(types.scalar(ty)) {
        Some(Type::Pointer(_, space)) => Some(*space),
        _ => None,
    }
}

/// How many bits an integer, a float or a vector of those has; 0 for all others.
pub(super) fn bits(types: &Types, ty: TypeId) -> u64 {
    let scalar = match types.get(types.scalar(ty)) {
        Some(Type::Half | Type::BFloat) => 16,
        Some(Type::Float) => 32,
        Some(Type::Double | Type::Mmx) => 64,
        Some(Type::OtherFloat(code::X86_FP80)) => 80,
        Some(Type::OtherFloat(_)) => 128,
        Some(Type::Integer(width)) => u64::from(*width),
        Some(
            Type::Void
            | Type::Label
            | Type::Metadata
            | Type::Token
            | Type::Pointer(..)
            | Type::Function { .. }
            | Type::Literal { .. }
            | Type::Named(_)
            | Type::Array(..)
            | Type::Vector(..)
            | Type::Target(_),
        )
        | None => 0,
    };
    scalar.saturating_mul(vector_length(types, ty).unwrap_or(1))
}

/// How many bits the elements of a vector have, or the type itself.
pub(super) fn scalar_bits(types: &Types, ty: TypeId) -> u64 {
    bits(types, types.scalar(ty))
}

/// Whether atomic operations take an integer of this type: of a power of two of bits, and whole bytes.
pub(super) fn is_atomic_integer(types: &Types, ty: TypeId) -> bool {
    matches!(types.get(ty), Some(Type::Integer(width)) if *width >= 8 && width.is_power_of_two())
}
