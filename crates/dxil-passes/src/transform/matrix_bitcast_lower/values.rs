//! Scalarizes values of aggregates and builds them from scalars, for `matrix_bitcast_lower`. Separate because it does
//! not depend on the memory from which the values are loaded.

use az::SaturatingAs as _;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::{CastOp, Module, Predicate, Type, TypeId, Value};

use crate::error::{Result, invalid};
use crate::transform::fold;

/// Returns the scalars of a value of type `ty`, in index order.
pub(super) fn scalarize(editor: &mut Editor<'_>, value: Value, ty: TypeId) -> Result<Vec<Value>> {
    let (mut found, mut worklist) = (Vec::new(), vec![(value, ty)]);
    while let Some((value, ty)) = worklist.pop() {
        let count = members(editor.context(), ty);
        if count == 0 {
            found.push(value);
        }
        let mut parts = Vec::new();
        for index in 0..count {
            let Some(element) = editor.context().types.element(ty, index) else { continue };
            parts.push((member(editor, value, ty, index)?, element));
        }
        worklist.extend(parts.into_iter().rev());
    }
    Ok(found)
}

/// Builds a value of type `ty` from its scalars in index order.
pub(super) fn build(
    editor: &mut Editor<'_>,
    ty: TypeId,
    scalars: &mut std::vec::IntoIter<Value>,
) -> Result<Value> {
    let count = members(editor.context(), ty);
    let undefined = editor.undef(ty);
    if count == 0 {
        return from_memory(editor, scalars.next().unwrap_or(undefined), ty);
    }
    let mut whole = undefined;
    for index in 0..count {
        let Some(element) = editor.context().types.element(ty, index) else { continue };
        // The recursion is as deep as the type, which `Scalars` limits to `TYPE_DEPTH`.
        let part = build(editor, element, scalars)?;
        whole = with_member(editor, whole, ty, index, part)?;
    }
    Ok(whole)
}

/// Converts a loaded scalar to the type `ty`: an `i32` other than zero is a true `i1`.
fn from_memory(editor: &mut Editor<'_>, loaded: Value, ty: TypeId) -> Result<Value> {
    let from = editor.type_of(loaded).map_err(invalid)?;
    if from == ty {
        return Ok(loaded);
    }
    let zero = editor.int(from, 0);
    Ok(editor.compare(Predicate::IntNe, loaded, zero))
}

/// Converts a scalar to the type `ty` in memory: an `i1` is stored as `i32`.
pub(super) fn to_memory(editor: &mut Editor<'_>, value: Value, ty: TypeId) -> Result<Value> {
    let from = editor.type_of(value).map_err(invalid)?;
    Ok(if from == ty { value } else { editor.cast(CastOp::ZExt, value, ty) })
}

/// Inserts a member or element into a value of type `ty`.
pub(super) fn with_member(
    editor: &mut Editor<'_>,
    whole: Value,
    ty: TypeId,
    index: u64,
    part: Value,
) -> Result<Value> {
    match editor.context().types.get(ty) {
        Some(Type::Vector(..)) => {
            let i32 = editor.module().types.int(32);
            let lane = editor.int(i32, index.cast_signed());
            editor.insert_element(whole, part, lane).map_err(invalid)
        }
        _ => editor.insert_value(whole, part, &[narrow(index)]).map_err(invalid),
    }
}

/// Extracts a member or element of a value of type `ty`.
pub(super) fn member(editor: &mut Editor<'_>, of: Value, ty: TypeId, index: u64) -> Result<Value> {
    if let Some(part) = fold::part(editor, of, index) {
        return Ok(part);
    }
    match editor.context().types.get(ty) {
        Some(Type::Vector(..)) => {
            let i32 = editor.module().types.int(32);
            let lane = editor.int(i32, index.cast_signed());
            editor.extract_element(of, lane).map_err(invalid)
        }
        _ => editor.extract_value(of, &[narrow(index)]).map_err(invalid),
    }
}

fn narrow(index: u64) -> u32 {
    index.saturating_as::<u32>()
}

/// Returns the number of members or elements of a type; 0 for a scalar.
pub(super) fn members(module: &Module, ty: TypeId) -> u64 {
    match module.types.get(ty) {
        Some(Type::Array(_, length) | Type::Vector(_, length)) => *length,
        Some(Type::Named(_) | Type::Literal { .. }) => {
            module.types.members(ty).map_or(0, <[TypeId]>::len) as u64
        }
        _ => 0,
    }
}
