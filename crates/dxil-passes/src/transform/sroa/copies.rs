//! Expansion of `llvm.memcpy`, `llvm.memmove` and `llvm.memset` calls of whole allocas to loads and stores, for `sroa`
//! and `matrix_bitcast_lower`. Separate because the type of the copied object has to be inferred: the calls have none.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Alignment, CastOp, Dialect, InstructionId, Op, TypeId, Value, ValueKind};

use super::shape::Shape;
use super::split::Splitter;
use crate::error::{Result, invalid};
use crate::limits::{CHAIN, PARTS};
use crate::transform::memory;

/// A call that copies a whole object or fills it with zero.
struct Copy {
    /// The type of the object.
    ty: TypeId,
    to: Value,
    /// The source address; `None` for a fill with zero.
    from: Option<Value>,
    alignment: Alignment,
    /// True if the copy is a single load and store, which `sroa` splits later like other accesses: both objects are
    /// allocas, or the object is a scalar.
    is_whole: bool,
}

/// Returns true if an instruction is a call that can be expanded.
pub(super) fn is_rewritten(editor: &Editor<'_>, id: InstructionId) -> bool {
    copy(editor, id).is_some()
}

/// Expands a call that copies or fills a whole object. Returns false for other instructions.
pub(super) fn rewrite(splitter: &mut Splitter<'_, '_>, id: InstructionId) -> Result<bool> {
    let Some(Copy { ty, to, from, alignment, is_whole }) = copy(splitter.editor, id) else {
        return Ok(false);
    };
    splitter.editor.go_to(Position::Before(id)).map_err(invalid)?;
    match from {
        None => {
            let zero = splitter.editor.module().null(ty);
            splitter.add()?;
            splitter.editor.store(zero, to, alignment);
        }
        Some(from) if is_whole => {
            splitter.add()?;
            let value = splitter.editor.load(ty, from, alignment);
            splitter.editor.store(value, to, alignment);
        }
        Some(from) => {
            for Scalar { indices, ty: scalar, alignment } in scalars(splitter.editor, ty, alignment) {
                splitter.add()?;
                let from = address(splitter, ty, from, &indices)?;
                let to = address(splitter, ty, to, &indices)?;
                let value = splitter.editor.load(scalar, from, alignment);
                splitter.editor.store(value, to, alignment);
            }
        }
    }
    let casts: Vec<Value> = splitter.editor.operands(id).into_iter().take(2).collect();
    splitter.editor.erase(id).map_err(invalid)?;
    for cast in casts {
        erase_casts(splitter.editor, cast)?;
    }
    Ok(true)
}

/// Returns the copy that a call does, if it covers a whole object and the source or the destination is in an alloca.
fn copy(editor: &Editor<'_>, id: InstructionId) -> Option<Copy> {
    let name = memory::intrinsic_name(editor, id)?;
    let is_copy = name.starts_with(b"llvm.memcpy.p") || name.starts_with(b"llvm.memmove.p");
    if !is_copy && !name.starts_with(b"llvm.memset.p") {
        return None;
    }
    let operands = editor.operands(id);
    let module = editor.context();
    let (first, second, length, alignment, volatile) = match (module.dialect, &operands[..]) {
        // In LLVM 3.7 IR, the fourth operand is the alignment.
        (Dialect::Dxil37, [first, second, length, alignment, volatile, _]) => {
            (first, second, length, module.integer(*alignment)?.max(1), volatile)
        }
        (Dialect::Modern, [first, second, length, volatile, _]) => (first, second, length, 1, volatile),
        _ => return None,
    };
    let length = module.integer(*length)?;
    if module.signed_integer(*volatile)? != 0 || !is_copy && module.signed_integer(*second)? != 0 {
        return None;
    }
    let to = object(editor, *first);
    let from = if is_copy { Some(object(editor, *second)) } else { None };
    let is_local = |value: &Value| on_stack(editor, *value);
    if !is_local(&to) && !from.iter().any(is_local) {
        return None;
    }
    let ty = pointee(editor, to).or_else(|| pointee(editor, from?))?;
    let mut layout = DataLayout::of(module);
    let shape = Shape::of(module, &mut layout, ty)?;
    if layout.size(ty) != length
        || length == 0
        || from.is_some_and(|from| pointee(editor, from).is_some_and(|other| other != ty))
        || !shape.each_leaf(&Shape::root(), PARTS, &|_| false, &mut |_, _| {})
    {
        return None;
    }
    let is_whole = from.is_none_or(|from| is_local(&from) && is_local(&to)) || !shape.has_parts();
    Some(Copy { ty, to, from, alignment: Alignment::bytes(alignment), is_whole })
}

/// A scalar of an object, with the indices of a GEP after the first index.
struct Scalar {
    indices: Vec<u32>,
    ty: TypeId,
    alignment: Alignment,
}

/// Returns the scalars of an object with the given alignment.
fn scalars(editor: &Editor<'_>, ty: TypeId, alignment: Alignment) -> Vec<Scalar> {
    let module = editor.context();
    let mut found = Vec::new();
    let Some(shape) = Shape::of(module, &mut DataLayout::of(module), ty) else { return found };
    shape.each_leaf(&Shape::root(), PARTS, &|_| false, &mut |part, indices| {
        if let Some(node) = shape.node(part.node) {
            let bytes = shape.offset(indices) | alignment.in_bytes().unwrap_or(1);
            let bytes = node.alignment.min(1 << bytes.trailing_zeros());
            found.push(Scalar { indices: indices.to_vec(), ty: node.ty, alignment: Alignment::bytes(bytes) });
        }
    });
    found
}

/// Inserts a GEP to a part of an object.
fn address(splitter: &mut Splitter<'_, '_>, ty: TypeId, base: Value, indices: &[u32]) -> Result<Value> {
    let indices: Vec<Value> =
        [0].iter().chain(indices).map(|index| splitter.index(u64::from(*index))).collect();
    splitter.editor.element_pointer(true, ty, base, &indices).map_err(invalid)
}

/// Erases a chain of bitcasts without users.
fn erase_casts(editor: &mut Editor<'_>, value: Value) -> Result<()> {
    let mut next = Some(value);
    while let Some(value) = next.take() {
        if let ValueKind::Instruction(id) = value.kind()
            && let Some(Op::Cast(CastOp::Bitcast, of)) = editor.op(id)
            && !editor.is_used(value)
        {
            next = Some(*of);
            editor.erase(id).map_err(invalid)?;
        }
    }
    Ok(())
}

/// Returns the operand of a chain of bitcasts.
fn object(editor: &Editor<'_>, mut address: Value) -> Value {
    // In an unreachable block, a cast may be its own operand.
    for _ in 0..CHAIN {
        let Some(of) = cast_of(editor, address) else { break };
        address = of;
    }
    address
}

fn cast_of(editor: &Editor<'_>, address: Value) -> Option<Value> {
    match address.kind() {
        ValueKind::Instruction(id) => match editor.op(id)? {
            Op::Cast(CastOp::Bitcast, of) if memory::is_pointer(editor, *of) => Some(*of),
            _ => None,
        },
        ValueKind::Constant(id) => match editor.context().constants.get(id)?.kind {
            ConstantKind::Cast(CastOp::Bitcast, of) => Some(of),
            _ => None,
        },
        ValueKind::Global(_)
        | ValueKind::Argument(_)
        | ValueKind::Metadata(_)
        | ValueKind::LocalMetadata(_)
        | ValueKind::Forward(_) => None,
    }
}

/// Returns true if an address is computed from an alloca by GEPs and bitcasts.
fn on_stack(editor: &Editor<'_>, mut address: Value) -> bool {
    for _ in 0..CHAIN {
        let ValueKind::Instruction(id) = address.kind() else { return false };
        address = match editor.op(id) {
            Some(Op::ElementPointer { .. }) => match editor.operands(id).first() {
                Some(base) => *base,
                None => return false,
            },
            Some(Op::Cast(CastOp::Bitcast, of)) => *of,
            _ => return memory::allocated_type(editor, id).is_some(),
        };
    }
    false
}

/// Returns the pointee of an address: in LLVM 3.7 IR from the pointer type; in modern LLVM IR from the alloca, the GEP
/// or the global variable that defines the address.
fn pointee(editor: &Editor<'_>, address: Value) -> Option<TypeId> {
    let module = editor.context();
    if module.dialect == Dialect::Dxil37 {
        return module.types.pointee(editor.type_of(address).ok()?);
    }
    match address.kind() {
        ValueKind::Instruction(id) => match editor.op(id)? {
            Op::Alloca { element, .. } => Some(*element),
            Op::ElementPointer { source, .. } => {
                let operands = editor.operands(id);
                let mut ty = *source;
                for index in operands.get(2..)? {
                    ty = module.types.element(ty, module.integer(*index).unwrap_or(0))?;
                }
                Some(ty)
            }
            _ => None,
        },
        ValueKind::Global(id) => module.globals.get(id).map(|global| global.value_type),
        ValueKind::Constant(_)
        | ValueKind::Argument(_)
        | ValueKind::Metadata(_)
        | ValueKind::LocalMetadata(_)
        | ValueKind::Forward(_) => None,
    }
}
