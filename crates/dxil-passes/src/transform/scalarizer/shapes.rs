//! Types of memory without vectors. Separate because what has such a type, and where in it an address leads, is asked
//! before any is made.

use std::collections::HashMap;

use bstr::ByteSlice as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::types::NamedStruct;
use dxil_ir::{Dialect, Module, Type, TypeId};

use crate::limits::TYPE_DEPTH;

/// What the name of a structure gets in which vectors became arrays.
const SUFFIX: &[u8] = b".v";

/// What a type is as memory without vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// The same.
    Same,
    /// A vector, or an array of such: one array of so many scalars of a type.
    Run(TypeId, u64),
    /// A structure, or an array of such, with vectors somewhere inside.
    Composed,
}

/// The shapes of types, as far as anybody has asked.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    known: HashMap<TypeId, Option<Shape>>,
    without: HashMap<TypeId, TypeId>,
}

impl Shapes {
    /// That of a type; `None` for one that has to stay as it is: it has vectors in it and would lie in memory otherwise
    /// without them, or is too deep.
    pub(super) fn of(&mut self, module: &Module, ty: TypeId) -> Option<Shape> {
        self.find(module, ty, TYPE_DEPTH)
    }

    fn find(&mut self, module: &Module, ty: TypeId, depth: usize) -> Option<Shape> {
        let depth = depth.checked_sub(1)?;
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        let shape = match module.types.get(ty)? {
            Type::Vector(element, length) => run(module, ty, *element, *length),
            Type::Array(element, length) => match self.find(module, *element, depth) {
                Some(Shape::Run(scalar, count)) => {
                    count.checked_mul(*length).filter(|all| is_index(*all)).map(|all| Shape::Run(scalar, all))
                }
                other => other,
            },
            Type::Named(_) | Type::Literal { .. } => {
                let mut shape = Some(Shape::Same);
                for member in module.types.members(ty).unwrap_or_default() {
                    match self.find(module, *member, depth) {
                        Some(Shape::Same) => {}
                        Some(Shape::Run(..) | Shape::Composed) if module.dialect == Dialect::Dxil37 => {
                            shape = shape.and(Some(Shape::Composed));
                        }
                        // In modern IR, an array is not aligned as a vector is.
                        _ => shape = None,
                    }
                }
                shape
            }
            _ => Some(Shape::Same),
        };
        self.known.insert(ty, shape);
        shape
    }

    /// The type without vectors, of one that has a shape.
    pub(super) fn without_vectors(&mut self, module: &mut Module, ty: TypeId) -> Option<TypeId> {
        if let Some(known) = self.without.get(&ty) {
            return Some(*known);
        }
        let new = match self.of(module, ty)? {
            Shape::Same => ty,
            Shape::Run(scalar, count) => module.types.array(scalar, count),
            Shape::Composed => {
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
            // What somebody else has called so.
            while module.types.find_named(name.as_bstr()).is_some() {
                name.extend_from_slice(SUFFIX);
            }
        }
        Some(module.types.add_named(NamedStruct { name, members: Some(members), is_packed }))
    }
}

/// A vector as an array that takes the same memory.
fn run(module: &Module, ty: TypeId, element: TypeId, length: u64) -> Option<Shape> {
    let count = match module.dialect {
        Dialect::Dxil37 => length,
        Dialect::Modern => {
            let mut layout = DataLayout::of(module);
            let (whole, size) = (layout.size(ty), layout.size(element));
            let count = whole.checked_div(size)?;
            // Padding is as many elements more; bits one behind the other are fewer.
            (count.checked_mul(size) == Some(whole) && count >= length).then_some(count)?
        }
    };
    is_index(count).then_some(Shape::Run(element, count))
}

/// Whether an array of so many has indices of 32 bits.
fn is_index(count: u64) -> bool {
    i32::try_from(count).is_ok()
}
