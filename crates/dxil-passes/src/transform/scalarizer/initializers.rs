//! Conversion of initializers to types without vectors, for `scalarizer`. Separate because it handles only constants.

use std::collections::HashSet;

use az::SaturatingAs as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{Dialect, Module, Type, TypeId, Value, ValueKind};

use super::lanes::missing;
use super::shapes::{Shape, Shapes};
use crate::budget::Budget;
use crate::error::Result;
use crate::limits::TYPE_DEPTH;

/// Returns true if an initializer can be converted: no part of an aggregate or vector type is a constant expression.
pub(super) fn is_convertible(module: &Module, value: Value) -> bool {
    let mut worklist = vec![(value, TYPE_DEPTH)];
    let mut met = HashSet::new();
    while let Some((value, depth)) = worklist.pop() {
        let ValueKind::Constant(id) = value.kind() else { continue };
        let Some(constant) = module.constants.get(id) else { return false };
        let is_composed = matches!(
            module.types.get(constant.ty),
            Some(Type::Vector(..) | Type::Array(..) | Type::Named(_) | Type::Literal { .. })
        );
        if !is_composed || !met.insert(id) {
            continue;
        }
        match (&constant.kind, depth.checked_sub(1)) {
            (ConstantKind::Aggregate(parts), Some(depth)) => {
                worklist.extend(parts.iter().map(|part| (*part, depth)));
            }
            (
                ConstantKind::Null
                | ConstantKind::Undef
                | ConstantKind::Poison
                | ConstantKind::Data(_)
                | ConstantKind::Bytes(_),
                _,
            ) => {}
            _ => return false,
        }
    }
    true
}

/// Converts a constant to the type [`Shapes::without_vectors`] of its type.
pub(super) fn without_vectors(
    module: &mut Module,
    shapes: &mut Shapes,
    budget: &mut Budget,
    value: Value,
) -> Result<Value> {
    let old = module.type_of(None, value).ok_or_else(|| missing("a constant"))?;
    let shape = shapes.of(module, old);
    let new =
        shapes.without_vectors(module, old).ok_or_else(|| missing("an initializer type without vectors"))?;
    let kind = kind(module, value);
    budget.spend(1)?;
    match (shape, kind) {
        (Some(Shape::Unchanged) | None, _) => Ok(value),
        (_, Some(kind @ (ConstantKind::Null | ConstantKind::Undef | ConstantKind::Poison))) => {
            Ok(module.constant(new, kind))
        }
        (Some(Shape::FlatArray(scalar, count)), _) => {
            budget.spend(count)?;
            let mut scalars = Vec::new();
            flatten(module, shapes, budget, value, scalar, &mut scalars)?;
            Ok(module.aggregate(new, scalars))
        }
        (_, Some(ConstantKind::Aggregate(parts))) => {
            let parts: Result<Vec<Value>> =
                parts.iter().map(|part| without_vectors(module, shapes, budget, *part)).collect();
            Ok(module.aggregate(new, parts?))
        }
        _ => Ok(value),
    }
}

/// Appends the scalars of a constant vector or array of vectors, with undefined scalars for padding.
fn flatten(
    module: &mut Module,
    shapes: &mut Shapes,
    budget: &mut Budget,
    value: Value,
    scalar: TypeId,
    scalars: &mut Vec<Value>,
) -> Result<()> {
    let ty = module.type_of(None, value).ok_or_else(|| missing("a constant"))?;
    let Some(Shape::FlatArray(_, count)) = shapes.of(module, ty) else {
        scalars.push(value);
        return Ok(());
    };
    let is_vector = matches!(module.types.get(ty), Some(Type::Vector(..)));
    let count = count.saturating_as::<usize>();
    let end = scalars.len().saturating_add(count);
    match kind(module, value) {
        Some(kind @ (ConstantKind::Null | ConstantKind::Undef | ConstantKind::Poison)) => {
            let part = module.constant(scalar, kind);
            scalars.resize(end, part);
        }
        Some(ConstantKind::Aggregate(parts)) if is_vector => scalars.extend(parts),
        Some(ConstantKind::Aggregate(parts)) => {
            for part in parts {
                budget.spend(1)?;
                flatten(module, shapes, budget, part, scalar, scalars)?;
            }
        }
        Some(ConstantKind::Data(words)) => {
            let is_float = module.types.is_float(scalar);
            for bits in words {
                let part = if is_float {
                    module.float_bits(scalar, bits)
                } else {
                    module.int(scalar, bits.cast_signed())
                };
                scalars.push(part);
            }
        }
        Some(ConstantKind::Bytes(bytes)) => {
            scalars.extend(bytes.iter().map(|byte| module.int(scalar, i64::from(*byte))));
        }
        _ => {}
    }
    // Padding.
    let nothing = match module.dialect {
        Dialect::Dxil37 => module.undef(scalar),
        Dialect::Modern => module.constant(scalar, ConstantKind::Poison),
    };
    scalars.resize(end, nothing);
    Ok(())
}

fn kind(module: &Module, value: Value) -> Option<ConstantKind> {
    let ValueKind::Constant(id) = value.kind() else { return None };
    Some(module.constants.get(id)?.kind.clone())
}
