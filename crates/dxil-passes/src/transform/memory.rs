//! Queries about allocas and their users. Separate because `sroa`, `mem2reg`, `matrix_bitcast_lower` and `scalarizer`
//! share them.

use bstr::ByteSlice as _;
use dxil_ir::edit::Editor;
use dxil_ir::instruction::Access;
use dxil_ir::{CastOp, InstructionId, Op, TypeId, Value, ValueKind};

/// Returns the allocated type of an alloca with the element count 1; `None` for other instructions and for `inalloca`.
pub(super) fn allocated_type(editor: &Editor<'_>, id: InstructionId) -> Option<TypeId> {
    match editor.op(id)? {
        Op::Alloca { element, count, is_in_alloca: false, .. } => {
            (editor.context().integer(*count) == Some(1)).then_some(*element)
        }
        _ => None,
    }
}

/// Returns true if a load or store is neither volatile nor atomic.
pub(super) fn is_plain(access: &Access) -> bool {
    !access.is_volatile && access.atomic.is_none()
}

/// Returns the name of the LLVM intrinsic (`llvm.*`) that an instruction calls.
pub(super) fn intrinsic_name<'e>(editor: &'e Editor<'_>, id: InstructionId) -> Option<&'e [u8]> {
    let Op::Call { callee, .. } = editor.op(id)? else { return None };
    let ValueKind::Global(callee) = callee.kind() else { return None };
    let name = &editor.context().globals.get(callee)?.name;
    name.starts_with_str("llvm.").then_some(name.as_slice())
}

/// Returns true if an instruction calls `llvm.lifetime.start` or `llvm.lifetime.end`.
pub(super) fn is_lifetime_marker(editor: &Editor<'_>, id: InstructionId) -> bool {
    intrinsic_name(editor, id).is_some_and(|name| name.starts_with(b"llvm.lifetime."))
}

/// Returns `user` if it is a lifetime marker, or the users of `user` and then `user` itself if it is a bitcast whose
/// users are all lifetime markers; `None` for other users. The order allows erasing the instructions one by one.
pub(super) fn lifetime_markers(editor: &Editor<'_>, user: InstructionId) -> Option<Vec<InstructionId>> {
    if is_lifetime_marker(editor, user) {
        return Some(vec![user]);
    }
    if !matches!(editor.op(user)?, Op::Cast(CastOp::Bitcast, _)) || !is_pointer(editor, user.into()) {
        return None;
    }
    let mut markers: Vec<InstructionId> = editor.uses(user.into()).map(|at| at.instruction).collect();
    let are_markers = markers.iter().all(|marker| is_lifetime_marker(editor, *marker));
    let is_described = editor.metadata_uses(user.into()).next().is_some();
    markers.push(user);
    (are_markers && !is_described).then_some(markers)
}

/// Returns true if the type of a value is a pointer. A vector of pointers is not a pointer.
pub(super) fn is_pointer(editor: &Editor<'_>, value: Value) -> bool {
    use dxil_ir::builder::Build as _;
    let ty = editor.type_of(value).ok();
    ty.is_some_and(|ty| matches!(editor.context().types.get(ty), Some(dxil_ir::Type::Pointer(..))))
}
