//! `dxil-mem-intrinsics`: expands `memcpy`, `memmove` and `memset` to loads and stores of elements, and
//! `llvm.dx.interlocked.*` to `atomicrmw`.
//!
//! The elements are the scalars and vectors of the pointee if an alloca, a global variable, a parameter attribute or a
//! handle type declares the pointee; otherwise they are `i32`.
//!
//! Precondition: none. Fewer calls remain after the promotion of allocas.
//!
//! Postcondition: `llvm.memcpy`, `llvm.memmove`, `llvm.memset`, `llvm.dx.interlocked.add` and `llvm.dx.interlocked.or`
//! are not called.
//!
//! Source: LLVM's DXILMemIntrinsics.cpp, 22.1; for `llvm.dx.interlocked.*`, DXILIntrinsicExpansion.cpp, 23.1.

use az::SaturatingAs as _;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::globals::GlobalKind;
use dxil_ir::instruction::{Alignment, SyncScope};
use dxil_ir::{
    BinaryOp, CastOp, Flags, InstructionId, Module, Op, Ordering, RmwOp, Type, TypeId, Value, ValueKind,
};

use crate::error::{Result, invalid};
use crate::limits::COPIED_ELEMENTS;
use crate::lower::calls::call;
use crate::lower::checks;
use crate::lower::intrinsics::names::is;
use crate::lower::memory::addresses::{GET_POINTER, offset};
use crate::lower::memory::parameter_types;
use crate::lower::state::State;
use crate::pass_manager::Scope;
use crate::place::unsupported;

/// Prefixes of the names of the expanded intrinsics.
const INTRINSICS: [&str; 3] = ["llvm.memcpy", "llvm.memmove", "llvm.memset"];

/// The atomic operation of an intrinsic on memory in any address space.
const ATOMICS: [(&str, RmwOp); 2] =
    [("llvm.dx.interlocked.add", RmwOp::Add), ("llvm.dx.interlocked.or", RmwOp::Or)];

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    expand_atomics(state)?;
    if !state.has_function(|name| INTRINSICS.iter().any(|intrinsic| is(name, intrinsic))) {
        return Ok(());
    }
    state.each_function(|editor, _| {
        for id in editor.all_instructions() {
            let Some((name, arguments)) = call(editor, id) else { continue };
            let [is_copy, is_move, is_fill] = INTRINSICS.map(|intrinsic| is(name, intrinsic));
            if !is_copy && !is_move && !is_fill {
                continue;
            }
            let &[to, source_or_byte, size, ..] = &arguments[..] else { continue };
            let size = editor.context().integer(size);
            let size = size
                .ok_or_else(|| unsupported(editor, id, "size of the memory operation is not a constant"))?;
            let of_source = || pointee(editor, source_or_byte).filter(|_| !is_fill);
            let ty = pointee(editor, to).or_else(of_source);
            // If the size ends inside an element of the pointee, the elements are `i32`.
            let module = editor.context();
            let elements = elements(module, ty, size).or_else(|| elements(module, None, size));
            let elements = elements.ok_or_else(|| {
                unsupported(
                    editor,
                    id,
                    "memory operation has more elements than the limit for expansion into loads and stores",
                )
            })?;
            editor.go_to(Position::Before(id)).map_err(invalid)?;
            if is_copy || is_move {
                copy(editor, to, source_or_byte, &elements, is_move)?;
            } else {
                fill(editor, id, to, source_or_byte, &elements)?;
            }
            editor.erase(id).map_err(invalid)?;
        }
        Ok(())
    })
}

/// Replaces the calls of `llvm.dx.interlocked.*`.
pub(in crate::lower) fn expand_atomics(state: &mut State) -> Result<()> {
    if !state.has_function(|name| ATOMICS.iter().any(|(intrinsic, _)| is(name, intrinsic))) {
        return Ok(());
    }
    state.each_function(|editor, _| {
        for id in editor.all_instructions() {
            let Some((name, arguments)) = call(editor, id) else { continue };
            let Some((_, op)) = ATOMICS.iter().find(|(intrinsic, _)| is(name, intrinsic)) else { continue };
            let &[pointer, value] = &arguments[..] else { continue };
            let ty = editor.type_of(value).map_err(invalid)?;
            editor.go_to(Position::Before(id)).map_err(invalid)?;
            let atomic = Op::AtomicRmw {
                op: *op,
                operands: [pointer, value],
                is_volatile: false,
                ordering: Ordering::Monotonic,
                scope: SyncScope::SYSTEM,
                alignment: Alignment::NATURAL,
            };
            let old = editor.add(atomic, ty).into();
            editor.replace_and_erase(id, old).map_err(invalid)?;
        }
        Ok(())
    })
}

/// Returns the pointee of a pointer, if its definition declares it.
fn pointee(editor: &Editor<'_>, pointer: Value) -> Option<TypeId> {
    let module = editor.context();
    match pointer.kind() {
        ValueKind::Global(id) => {
            let global = module.globals.get(id)?;
            matches!(global.kind, GlobalKind::Variable(_)).then_some(global.value_type)
        }
        ValueKind::Constant(id) => match &module.constants.get(id)?.kind {
            ConstantKind::ElementPointer { source, operands, .. } => {
                let (base, indices) = operands.split_first()?;
                pointee_of_gep(editor, *source, *base, indices)
            }
            _ => None,
        },
        ValueKind::Argument(index) => parameter_types::declared_pointee(module, editor.function(), index),
        ValueKind::Instruction(id) => match editor.op(id)? {
            Op::Alloca { element, .. } => Some(*element),
            Op::ElementPointer { source, .. } => {
                let operands = editor.operands(id);
                let (base, indices) = operands.split_first()?;
                pointee_of_gep(editor, *source, *base, indices)
            }
            Op::Call { .. } => {
                let (name, arguments) = call(editor, id)?;
                let resource = *arguments.first().filter(|_| name.starts_with(GET_POINTER.as_bytes()))?;
                let ty = editor.type_of(resource).ok()?;
                match module.types.get(ty)? {
                    Type::Target(target) => target.types.first().copied(),
                    _ => None,
                }
            }
            _ => None,
        },
        _ => None,
    }
}

/// Returns the type that the indices of a GEP select. For a GEP that counts bytes (`i8`), returns the member of the
/// pointee of `base` at this constant byte offset, or the element type if the pointee is an array.
fn pointee_of_gep(editor: &Editor<'_>, source: TypeId, base: Value, indices: &[Value]) -> Option<TypeId> {
    let module = editor.context();
    let (_, rest) = indices.split_first()?;
    let mut ty = source;
    for index in rest {
        ty = match module.types.get(ty)? {
            Type::Array(element, _) | Type::Vector(element, _) => *element,
            _ => module.types.element(ty, module.integer(*index)?)?,
        };
    }
    if module.types.get(ty) != Some(&Type::Integer(8)) {
        return Some(ty);
    }
    let outer = match base.kind() {
        ValueKind::Instruction(id) if matches!(editor.op(id), Some(Op::ElementPointer { .. })) => {
            return None;
        }
        _ => pointee(editor, base)?,
    };
    match module.types.get(outer)? {
        Type::Array(element, _) => Some(*element),
        _ => {
            let bytes = offset(module, source, indices).filter(|bytes| bytes.terms.is_empty())?;
            let index = DataLayout::of(module)
                .offsets(outer)
                .iter()
                .position(|offset| i64::try_from(*offset) == Ok(bytes.constant))?;
            module.types.members(outer)?.get(index).copied()
        }
    }
}

/// Returns the scalars and vectors in `size` bytes of consecutive values of type `ty`, with their byte offsets. Without
/// a type, the elements are `i32`. Returns `None` if more than [`COPIED_ELEMENTS`] elements are needed, or if the last
/// element exceeds the size.
fn elements(module: &Module, ty: Option<TypeId>, size: u64) -> Option<Vec<(TypeId, u64)>> {
    let mut found = Vec::new();
    let mut layout = DataLayout::of(module);
    if let Some(ty) = ty {
        let step = layout.size(ty).max(1);
        let mut at = 0;
        while at < size {
            collect(module, &mut layout, ty, at, size, &mut found)?;
            at = at.checked_add(step)?;
        }
        return Some(found);
    }
    let word = module.types.find(&Type::Integer(32))?;
    if !size.is_multiple_of(4) || size / 4 > u64::try_from(COPIED_ELEMENTS).ok()? {
        return None;
    }
    Some((0..size / 4).map(|index| (word, 4 * index)).collect())
}

/// Appends the scalars and vectors of a value of type `ty` at byte offset `at`, up to `size`. Returns `None` like
/// [`elements`].
fn collect(
    module: &Module,
    layout: &mut DataLayout<'_>,
    ty: TypeId,
    at: u64,
    size: u64,
    found: &mut Vec<(TypeId, u64)>,
) -> Option<()> {
    if at >= size {
        return Some(());
    }
    match module.types.get(ty)? {
        Type::Array(element, count) => {
            let step = layout.size(*element);
            for index in 0..*count {
                let offset = at.checked_add(index.checked_mul(step)?)?;
                if offset >= size {
                    break;
                }
                collect(module, layout, *element, offset, size, found)?;
                if step == 0 {
                    break;
                }
            }
            Some(())
        }
        _ if module.types.members(ty).is_some() => {
            let members = module.types.members(ty).unwrap_or_default();
            let offsets = layout.offsets(ty);
            for (member, offset) in members.iter().zip(offsets) {
                collect(module, layout, *member, at.checked_add(offset)?, size, found)?;
            }
            Some(())
        }
        _ => {
            at.checked_add(layout.size(ty)).filter(|end| *end <= size)?;
            found.push((ty, at));
            (found.len() <= COPIED_ELEMENTS).then_some(())
        }
    }
}

/// Emits a GEP that adds a byte offset to a pointer. Returns a constant expression for the address of a global.
fn with_offset(editor: &mut Editor<'_>, pointer: Value, bytes: u64) -> Result<Value> {
    let types = &mut editor.module().types;
    let (i8, i32) = (types.int(8), types.int(32));
    let offset = editor.int(i32, bytes.saturating_as::<i64>());
    if matches!(pointer.kind(), ValueKind::Constant(_) | ValueKind::Global(_)) {
        if bytes == 0 {
            return Ok(pointer);
        }
        let ty = editor.type_of(pointer).map_err(invalid)?;
        let operands = [pointer, offset].into();
        let address =
            ConstantKind::ElementPointer { flags: Flags::INBOUNDS, in_range: None, source: i8, operands };
        return Ok(editor.module().constant(ty, address));
    }
    editor.element_pointer(true, i8, pointer, &[offset]).map_err(invalid)
}

/// Returns the ABI alignment of a type.
fn natural(editor: &Editor<'_>, ty: TypeId) -> Alignment {
    Alignment::bytes(DataLayout::of(editor.context()).alignment_of(ty))
}

/// Copies elements. If the source and the destination may overlap, emits all loads before the stores.
fn copy(
    editor: &mut Editor<'_>,
    to: Value,
    from: Value,
    elements: &[(TypeId, u64)],
    may_overlap: bool,
) -> Result<()> {
    let mut loaded = Vec::new();
    for (ty, bytes) in elements {
        let alignment = natural(editor, *ty);
        let source = with_offset(editor, from, *bytes)?;
        let value = editor.load(*ty, source, alignment);
        if may_overlap {
            loaded.push((value, *bytes, alignment));
            continue;
        }
        let target = with_offset(editor, to, *bytes)?;
        editor.store(value, target, alignment);
    }
    for (value, bytes, alignment) in loaded {
        let target = with_offset(editor, to, bytes)?;
        editor.store(value, target, alignment);
    }
    Ok(())
}

/// Stores a byte to all bytes of the elements. If the pointee of `to` is an array of the elements, the GEPs have an
/// array index instead of a byte offset.
fn fill(
    editor: &mut Editor<'_>,
    id: InstructionId,
    to: Value,
    byte: Value,
    elements: &[(TypeId, u64)],
) -> Result<()> {
    let array = pointee(editor, to).filter(|ty| {
        let types = &editor.context().types;
        matches!(types.get(*ty), Some(Type::Array(element, _)) if elements.first().is_some_and(|first| first.0 == *element))
    });
    for (index, (ty, bytes)) in (0..).zip(elements) {
        let alignment = natural(editor, *ty);
        let value = repeated(editor, id, byte, *ty)?;
        let target = match array {
            Some(array) => {
                let i32 = editor.module().types.int(32);
                let (zero, index) = (editor.int(i32, 0), editor.int(i32, index));
                editor.element_pointer(false, array, to, &[zero, index]).map_err(invalid)?
            }
            None => with_offset(editor, to, *bytes)?,
        };
        editor.store(value, target, alignment);
    }
    Ok(())
}

/// Emits a value of type `ty` whose bytes all equal `byte`.
fn repeated(editor: &mut Editor<'_>, id: InstructionId, byte: Value, ty: TypeId) -> Result<Value> {
    let bits = DataLayout::of(editor.context()).size(ty).saturating_mul(8);
    if editor.context().integer(byte) == Some(0) {
        return Ok(editor.module().null(ty));
    }
    let wide = u32::try_from(bits).ok().filter(|bits| [8, 16, 32, 64].contains(bits));
    let bits = wide.ok_or_else(|| {
        unsupported(editor, id, "llvm.memset of vectors with a byte other than 0 is not supported")
    })?;
    let integer = editor.module().types.int(bits);
    let ones = 0x0101_0101_0101_0101_u64 & (u64::MAX >> (64 - bits));
    let value = match editor.context().integer(byte) {
        Some(number) => editor.int(integer, number.wrapping_mul(ones).cast_signed()),
        None if bits == 8 => byte,
        None => {
            let factor = editor.int(integer, ones.cast_signed());
            let number = editor.cast(CastOp::ZExt, byte, integer);
            editor.binary(BinaryOp::Mul, number, factor)
        }
    };
    Ok(if ty == integer { value } else { editor.cast(CastOp::Bitcast, value, ty) })
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    checks::find_call(module, |name| INTRINSICS.iter().any(|intrinsic| is(name, intrinsic)))
}
