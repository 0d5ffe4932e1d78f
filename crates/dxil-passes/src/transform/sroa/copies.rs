//! Copies and fillings of whole objects on the stack become loads and stores. Separate because they are calls of LLVM's
//! functions, which say nothing of types.

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

/// A call that copies or fills a whole object.
struct Copy {
    ty: TypeId,
    to: Value,
    /// From where, or with zero.
    from: Option<Value>,
    alignment: Alignment,
    /// Whether both are memory on the stack: what they are split into is found out later.
    is_whole: bool,
}

/// Whether an instruction is to be loads and stores.
pub(super) fn is_rewritten(editor: &Editor<'_>, id: InstructionId) -> bool {
    copy(editor, id).is_some()
}

/// Puts loads and stores in the place of a call, if it is one that copies or fills a whole object. Says whether it is.
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

/// What a call copies or fills, if that is a whole object and some of it lies on the stack.
fn copy(editor: &Editor<'_>, id: InstructionId) -> Option<Copy> {
    let name = memory::intrinsic_name(editor, id)?;
    let is_copy = name.starts_with(b"llvm.memcpy.p") || name.starts_with(b"llvm.memmove.p");
    if !is_copy && !name.starts_with(b"llvm.memset.p") {
        return None;
    }
    let operands = editor.operands(id);
    let module = editor.context();
    let (first, second, length, alignment, volatile) = match (module.dialect, &operands[..]) {
        // LLVM 3.7 has the alignment behind the length.
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

/// A scalar of an object.
struct Scalar {
    indices: Vec<u32>,
    ty: TypeId,
    alignment: Alignment,
}

/// The scalars of an object that is aligned like this.
fn scalars(editor: &Editor<'_>, ty: TypeId, alignment: Alignment) -> Vec<Scalar> {
    let module = editor.context();
    let mut found = Vec::new();
    let Some(shape) = Shape::of(module, &mut DataLayout::of(module), ty) else { return found };
    shape.each_leaf(&Shape::root(), PARTS, &|_| false, &mut |place, indices| {
        if let Some(node) = shape.node(place.node) {
            let bytes = shape.offset(indices) | alignment.in_bytes().unwrap_or(1);
            let bytes = node.alignment.min(1 << bytes.trailing_zeros());
            found.push(Scalar { indices: indices.to_vec(), ty: node.ty, alignment: Alignment::bytes(bytes) });
        }
    });
    found
}

/// The address of a part of an object.
fn address(splitter: &mut Splitter<'_, '_>, ty: TypeId, base: Value, indices: &[u32]) -> Result<Value> {
    let indices: Vec<Value> =
        [0].iter().chain(indices).map(|index| splitter.index(u64::from(*index))).collect();
    splitter.editor.element_pointer(true, ty, base, &indices).map_err(invalid)
}

/// Takes out casts that nothing uses any more.
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

/// What an address is of, behind casts.
fn object(editor: &Editor<'_>, mut address: Value) -> Value {
    // In a block that is not reached, a cast may be of itself.
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

/// Whether an address is one of an object on the stack, or of a part of one.
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

/// The type of what is at an address, as far as something says it.
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
