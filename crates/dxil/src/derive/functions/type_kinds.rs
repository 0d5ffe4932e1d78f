//! The types of a module that flags depend on: doubles, 16-bit and 64-bit numbers, group-shared pointers. Separate
//! because they are classified once for all functions.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use dx_container::enums::AddressSpace;
use dxil_ir::arena::IdMap;
use dxil_ir::{Module, Type, TypeId};

/// Which types an instruction has to do with, of those that matter: a set of bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) const NONE: Self = Self(0);
    pub(super) const DOUBLE: Self = Self(1);
    pub(super) const BITS16: Self = Self(2);
    pub(super) const BITS64: Self = Self(4);
    pub(super) const GROUP_SHARED: Self = Self(8);

    /// Those of a type.
    pub(super) fn of(ty: &Type) -> Self {
        match ty {
            Type::Double => Self::DOUBLE,
            Type::Half | Type::Integer(16) => Self::BITS16,
            Type::Integer(64) => Self::BITS64,
            Type::Pointer(_, space) if *space == AddressSpace::GROUP_SHARED.0 => Self::GROUP_SHARED,
            _ => Self::NONE,
        }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The kinds of each type of a module that decide shader flags. The kinds of a function type are the kinds of its
/// result and parameters.
pub(super) struct TypeKinds {
    pub(super) of_types: IdMap<TypeId, Kinds>,
    /// True if a type has any of these kinds. Many shaders have only 32-bit scalars.
    pub(super) matter: bool,
}

impl TypeKinds {
    pub(super) fn of(module: &Module) -> Self {
        let (mut of_types, mut matter) = (IdMap::with_capacity(module.types.len()), false);
        for (id, ty) in module.types.iter() {
            let kinds = Kinds::of(ty);
            of_types[id] = kinds;
            matter |= kinds != Kinds::NONE;
        }
        for (id, ty) in module.types.iter() {
            let Type::Function { result, parameters, .. } = ty else { continue };
            let mut kinds = of_types[*result];
            parameters.iter().for_each(|parameter| kinds.add(of_types[*parameter]));
            of_types[id] = kinds;
        }
        Self { of_types, matter }
    }
}
