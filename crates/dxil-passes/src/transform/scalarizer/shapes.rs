//! Types in memory without vectors, for `scalarizer`. Separate because the analysis of addresses needs the shapes of
//! the old types before the pass creates new types.

use std::collections::HashMap;

use bstr::ByteSlice as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::types::NamedStruct;
use dxil_ir::{Dialect, Module, Type, TypeId};

use crate::limits::TYPE_DEPTH;

/// The suffix of the name of a structure whose vectors became arrays.
const SUFFIX: &[u8] = b".v";

/// The form of a type in memory without vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// The type itself: it contains no vectors.
    Unchanged,
    /// For a vector or an array of vectors: one array of scalars, with their type and number.
    FlatArray(TypeId, u64),
    /// For a structure that contains vectors, or an array of such structures: a new structure or array.
    Aggregate,
}

/// The shapes of types, memoized.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    known: HashMap<TypeId, Option<Shape>>,
    /// The new types by old type.
    without: HashMap<TypeId, TypeId>,
}

impl Shapes {
    /// Returns the shape of a type; `None` if the type must remain, because it contains vectors and has another memory
    /// layout without them, or because it is nested too deeply.
    pub(super) fn of(&mut self, module: &Module, ty: TypeId) -> Option<Shape> {
        self.find(module, ty, TYPE_DEPTH)
    }

    fn find(&mut self, module: &Module, ty: TypeId, depth: usize) -> Option<Shape> {
        let depth = depth.checked_sub(1)?;
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        let shape = match module.types.get(ty)? {
            Type::Vector(element, length) => flat_array(module, ty, *element, *length),
            Type::Array(element, length) => match self.find(module, *element, depth) {
                Some(Shape::FlatArray(scalar, count)) => count
                    .checked_mul(*length)
                    .filter(|all| is_index(*all))
                    .map(|all| Shape::FlatArray(scalar, all)),
                other => other,
            },
            Type::Named(_) | Type::Literal { .. } => {
                let mut shape = Some(Shape::Unchanged);
                for member in module.types.members(ty).unwrap_or_default() {
                    match self.find(module, *member, depth) {
                        Some(Shape::Unchanged) => {}
                        Some(Shape::FlatArray(..) | Shape::Aggregate)
                            if module.dialect == Dialect::Dxil37 =>
                        {
                            shape = shape.and(Some(Shape::Aggregate));
                        }
                        // In modern LLVM IR, an array has a smaller alignment than the vector, which changes offsets.
                        _ => shape = None,
                    }
                }
                shape
            }
            _ => Some(Shape::Unchanged),
        };
        self.known.insert(ty, shape);
        shape
    }

    /// Returns the new type of a type that has a shape.
    pub(super) fn without_vectors(&mut self, module: &mut Module, ty: TypeId) -> Option<TypeId> {
        if let Some(known) = self.without.get(&ty) {
            return Some(*known);
        }
        let new = match self.of(module, ty)? {
            Shape::Unchanged => ty,
            Shape::FlatArray(scalar, count) => module.types.array(scalar, count),
            Shape::Aggregate => {
                if let Some(Type::Array(element, length)) = module.types.get(ty) {
                    let (element, length) = (*element, *length);
                    let element = self.without_vectors(module, element)?;
                    module.types.array(element, length)
                } else {
                    self.structure(module, ty)?
                }
            }
        };
        self.without.insert(ty, new);
        Some(new)
    }

    fn structure(&mut self, module: &mut Module, ty: TypeId) -> Option<TypeId> {
        let members = module.types.members(ty)?.to_vec();
        let members: Option<Box<[TypeId]>> =
            members.into_iter().map(|member| self.without_vectors(module, member)).collect();
        let members = members?;
        if let Some(Type::Literal { is_packed, .. }) = module.types.get(ty) {
            let is_packed = *is_packed;
            return Some(module.types.intern(Type::Literal { members, is_packed }));
        }
        let named = module.types.named(ty)?;
        let (mut name, is_packed) = (named.name.clone(), named.is_packed);
        if !name.is_empty() {
            name.extend_from_slice(SUFFIX);
            // The module may have another structure of this name.
            while module.types.find_named(name.as_bstr()).is_some() {
                name.extend_from_slice(SUFFIX);
            }
        }
        Some(module.types.add_named(NamedStruct { name, members: Some(members), is_packed }))
    }
}

/// Returns the shape of a vector: an array of the same size in memory.
fn flat_array(module: &Module, ty: TypeId, element: TypeId, length: u64) -> Option<Shape> {
    let count = match module.dialect {
        Dialect::Dxil37 => length,
        Dialect::Modern => {
            let mut layout = DataLayout::of(module);
            let (whole, size) = (layout.size(ty), layout.size(element));
            let count = whole.checked_div(size)?;
            // The padding counts as elements. The size of a bit vector is smaller than the size of its elements.
            (count.checked_mul(size) == Some(whole) && count >= length).then_some(count)?
        }
    };
    is_index(count).then_some(Shape::FlatArray(element, count))
}

/// Returns true if signed 32-bit integers can index an array of `count` elements.
fn is_index(count: u64) -> bool {
    i32::try_from(count).is_ok()
}
