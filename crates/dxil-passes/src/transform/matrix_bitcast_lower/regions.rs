//! Regions for `matrix_bitcast_lower`: the aggregates in an allocated type that become arrays of scalars. Separate
//! because they depend on all bitcasts of an alloca and are computed before an address is rewritten.

use std::collections::BTreeMap;
use std::ops::Bound;

use dxil_ir::{Module, Type, TypeId};

use super::scalars::Scalars;

/// A step from an aggregate to a member or element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// A member of a structure.
    Member(u32),
    /// Any element of an array or vector.
    Element,
}

/// The path from an allocated type to a part.
pub(super) type Path = Vec<Step>;

/// A part that is accessed as another aggregate of the same scalars.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) path: Path,
    /// The type of the scalars.
    pub(super) scalar: TypeId,
    /// The number of scalars from the start of the part that accesses need; it may exceed the part.
    pub(super) reach: u64,
}

/// An array of `count` scalars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) scalar: TypeId,
    pub(super) count: u64,
}

/// Disjoint regions, by path.
#[derive(Debug, Default)]
pub(super) struct Regions {
    all: BTreeMap<Path, Region>,
}

impl Regions {
    /// Computes the smallest homogeneous aggregates in the type `ty` that cover the requests; `None` if no aggregate
    /// covers a request.
    pub(super) fn of(
        module: &Module,
        scalars: &mut Scalars,
        ty: TypeId,
        requests: &[Request],
    ) -> Option<Self> {
        let mut found = BTreeMap::new();
        for Request { path, scalar, reach } in requests {
            let types = types_along(module, ty, path)?;
            let (mut depth, mut region) = (path.len(), None);
            while region.is_none() {
                let count = scalars.count(module, *scalar, *types.get(depth)?)?;
                // A lane of a vector cannot become an array.
                let around = depth.checked_sub(1).and_then(|depth| types.get(depth));
                let is_lane =
                    around.is_some_and(|ty| matches!(module.types.get(*ty), Some(Type::Vector(..))));
                if count >= *reach && !is_lane {
                    region = Some(Region { scalar: *scalar, count });
                } else {
                    depth = depth.checked_sub(1)?;
                }
            }
            found.insert(path.get(..depth)?.to_vec(), region?);
        }
        let mut regions = Self::default();
        // Paths are sorted: a path precedes the paths of which it is a prefix.
        for (path, region) in found {
            if !regions.all.last_key_value().is_some_and(|(last, _)| path.starts_with(last)) {
                regions.all.insert(path, region);
            }
        }
        Some(regions)
    }

    /// Returns the region at a path; `None` if the part is not itself a region.
    pub(super) fn at(&self, path: &[Step]) -> Option<Region> {
        self.all.get(path).copied()
    }

    /// Returns true if a part is a region or contains one.
    pub(super) fn are_within(&self, path: &[Step]) -> bool {
        let next = self.all.range::<[Step], _>((Bound::Included(path), Bound::Unbounded)).next();
        next.is_some_and(|(region, _)| region.starts_with(path))
    }

    /// Returns true if a part is a region, contains one or is inside one.
    pub(super) fn overlap(&self, path: &[Step]) -> bool {
        let is_inside = |depth| path.get(..depth).is_some_and(|above| self.all.contains_key(above));
        self.are_within(path) || (0..path.len()).any(is_inside)
    }

    /// Returns the type `ty` at `path` with the regions replaced by arrays of scalars.
    pub(super) fn rebuild(&self, module: &mut Module, ty: TypeId, path: &mut Path) -> TypeId {
        if let Some(Region { scalar, count }) = self.at(path) {
            return module.types.array(scalar, count);
        }
        if !self.are_within(path) {
            return ty;
        }
        if let Some(Type::Array(element, length)) = module.types.get(ty) {
            let (element, length) = (*element, *length);
            path.push(Step::Element);
            let element = self.rebuild(module, element, path);
            path.pop();
            return module.types.array(element, length);
        }
        let is_packed = match module.types.get(ty) {
            Some(Type::Literal { is_packed, .. }) => *is_packed,
            _ => module.types.named(ty).is_some_and(|named| named.is_packed),
        };
        let members = module.types.members(ty).unwrap_or_default().to_vec();
        let members = (0..).zip(members).map(|(index, member)| {
            path.push(Step::Member(index));
            let member = self.rebuild(module, member, path);
            path.pop();
            member
        });
        let members = members.collect();
        module.types.intern(Type::Literal { members, is_packed })
    }
}

/// Returns `ty` and the types of the parts on a path.
fn types_along(module: &Module, mut ty: TypeId, path: &[Step]) -> Option<Vec<TypeId>> {
    let mut types = vec![ty];
    for step in path {
        let index = match step {
            Step::Member(index) => u64::from(*index),
            Step::Element => 0,
        };
        ty = module.types.element(ty, index)?;
        types.push(ty);
    }
    Some(types)
}
