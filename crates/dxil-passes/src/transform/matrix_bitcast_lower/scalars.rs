//! Homogeneous types for `matrix_bitcast_lower`: aggregates that consist of scalars of one type. Separate because
//! regions, addresses and accesses all count in scalars.

use std::collections::HashMap;

use dxil_ir::{Dialect, Module, Type, TypeId};

use crate::limits::TYPE_DEPTH;

/// The scalars of types, memoized: types share members, so a walk without memoization needs exponential time.
#[derive(Debug, Default)]
pub(super) struct Scalars {
    known: HashMap<TypeId, Option<(TypeId, u64)>>,
}

impl Scalars {
    /// Returns the type of the scalars in memory that a type consists of, and their number, which is at least 1; `None`
    /// if the scalars have different types.
    pub(super) fn of(&mut self, module: &Module, ty: TypeId) -> Option<(TypeId, u64)> {
        self.find(module, ty, TYPE_DEPTH)
    }

    /// Returns the number of scalars of a type if all of them have the type `scalar`.
    pub(super) fn count(&mut self, module: &Module, scalar: TypeId, ty: TypeId) -> Option<u64> {
        self.of(module, ty).filter(|(found, _)| *found == scalar).map(|(_, count)| count)
    }

    fn find(&mut self, module: &Module, ty: TypeId, depth: usize) -> Option<(TypeId, u64)> {
        let depth = depth.checked_sub(1)?;
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        let found = self.compute(module, ty, depth).filter(|(_, count)| is_index(*count));
        self.known.insert(ty, found);
        found
    }

    fn compute(&mut self, module: &Module, ty: TypeId, depth: usize) -> Option<(TypeId, u64)> {
        match module.types.get(ty)? {
            Type::Array(element, length) | Type::Vector(element, length) => {
                let (scalar, count) = self.find(module, *element, depth)?;
                Some((scalar, count.checked_mul(*length)?))
            }
            Type::Named(_) | Type::Literal { .. } => {
                let mut all: Option<(TypeId, u64)> = None;
                for member in module.types.members(ty)? {
                    let (scalar, count) = self.find(module, *member, depth)?;
                    all = Some(match all {
                        Some((known, sum)) if known == scalar => (scalar, sum.checked_add(count)?),
                        Some(_) => return None,
                        None => (scalar, count),
                    });
                }
                all
            }
            // In DXIL, a matrix of `bool` has rows of `i1` but is accessed as a vector of `i32`.
            Type::Integer(1) if module.dialect == Dialect::Dxil37 => {
                Some((module.types.find(&Type::Integer(32)).unwrap_or(ty), 1))
            }
            Type::Integer(_) | Type::Half | Type::Float | Type::Double => Some((ty, 1)),
            _ => None,
        }
    }
}

/// Returns true if signed 32-bit integers can index an array of `count` elements, which is not empty.
fn is_index(count: u64) -> bool {
    count > 0 && i32::try_from(count).is_ok()
}

/// Returns the width of a scalar in bits.
pub(super) fn bits(scalar: &Type) -> u64 {
    match scalar {
        Type::Integer(bits) => (*bits).into(),
        Type::Half => 16,
        Type::Double => 64,
        _ => 32,
    }
}
