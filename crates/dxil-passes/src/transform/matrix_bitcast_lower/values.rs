//! Values of aggregates as scalars, and back. Separate from memory, which they are loaded from and stored to.

use az::SaturatingAs as _;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::{CastOp, Module, Predicate, Type, TypeId, Value};

use crate::error::{Result, invalid};
use crate::transform::fold;

/// The scalars of a value, in order.
pub(super) fn take_apart(editor: &mut Editor<'_>, value: Value, ty: TypeId) -> Result<Vec<Value>> {
    let (mut found, mut waiting) = (Vec::new(), vec![(value, ty)]);
    while let Some((value, ty)) = waiting.pop() {
        let count = members(editor.context(), ty);
        if count == 0 {
            found.push(value);
        }
        let mut parts = Vec::new();
        for index in 0..count {
            let Some(element) = editor.context().types.element(ty, index) else { continue };
            parts.push((member(editor, value, ty, index)?, element));
        }
        waiting.extend(parts.into_iter().rev());
    }
    Ok(found)
}

/// A value of a type, of its scalars in order.
pub(super) fn put_together(
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
        // As deep as types are, which is bounded.
        let part = put_together(editor, element, scalars)?;
        whole = with_member(editor, whole, ty, index, part)?;
    }
    Ok(whole)
}

/// A scalar of type `ty` as one that was loaded: a `bool` is any `i32` but zero.
fn from_memory(editor: &mut Editor<'_>, loaded: Value, ty: TypeId) -> Result<Value> {
    let from = editor.type_of(loaded).map_err(invalid)?;
    if from == ty {
        return Ok(loaded);
    }
    let zero = editor.int(from, 0);
    Ok(editor.compare(Predicate::IntNe, loaded, zero))
}

/// A scalar as memory of `ty` has it: a `bool` is an `i32`.
pub(super) fn to_memory(editor: &mut Editor<'_>, value: Value, ty: TypeId) -> Result<Value> {
    let from = editor.type_of(value).map_err(invalid)?;
    Ok(if from == ty { value } else { editor.cast(CastOp::ZExt, value, ty) })
}

/// A value of type `ty` with another member.
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
            let at = editor.int(i32, index.cast_signed());
            editor.insert_element(whole, part, at).map_err(invalid)
        }
        _ => editor.insert_value(whole, part, &[narrow(index)]).map_err(invalid),
    }
}

/// A member of a value.
pub(super) fn member(editor: &mut Editor<'_>, of: Value, ty: TypeId, index: u64) -> Result<Value> {
    if let Some(part) = fold::part(editor, of, index) {
        return Ok(part);
    }
    match editor.context().types.get(ty) {
        Some(Type::Vector(..)) => {
            let i32 = editor.module().types.int(32);
            let at = editor.int(i32, index.cast_signed());
            editor.extract_element(of, at).map_err(invalid)
        }
        _ => editor.extract_value(of, &[narrow(index)]).map_err(invalid),
    }
}

fn narrow(index: u64) -> u32 {
    index.saturating_as::<u32>()
}

/// The number of members of a type; 0 for a scalar.
pub(super) fn members(module: &Module, ty: TypeId) -> u64 {
    match module.types.get(ty) {
        Some(Type::Array(_, length) | Type::Vector(_, length)) => *length,
        Some(Type::Named(_) | Type::Literal { .. }) => {
            module.types.members(ty).map_or(0, <[TypeId]>::len) as u64
        }
        _ => 0,
    }
}
