//! What is done with memory on the stack. Separate because splitting it and making values of it ask the same.

use bstr::ByteSlice as _;
use dxil_ir::edit::Editor;
use dxil_ir::instruction::Access;
use dxil_ir::{CastOp, InstructionId, Op, TypeId, Value, ValueKind};

/// The type of what is allocated, where it is one thing of it on the stack.
pub(super) fn allocated(editor: &Editor<'_>, id: InstructionId) -> Option<TypeId> {
    match editor.op(id)? {
        Op::Alloca { element, count, is_in_alloca: false, .. } => {
            (editor.context().integer(*count) == Some(1)).then_some(*element)
        }
        _ => None,
    }
}

/// Whether an access is neither volatile nor atomic.
pub(super) fn is_plain(access: &Access) -> bool {
    !access.is_volatile && access.atomic.is_none()
}

/// The name of LLVM's function that an instruction calls.
pub(super) fn intrinsic<'e>(editor: &'e Editor<'_>, id: InstructionId) -> Option<&'e [u8]> {
    let Op::Call { callee, .. } = editor.op(id)? else { return None };
    let ValueKind::Global(callee) = callee.kind() else { return None };
    let name = &editor.context().globals.get(callee)?.name;
    name.starts_with_str("llvm.").then_some(name.as_slice())
}

/// Whether an instruction says when memory is in use, and nothing else.
pub(super) fn is_lifetime_marker(editor: &Editor<'_>, id: InstructionId) -> bool {
    intrinsic(editor, id).is_some_and(|name| name.starts_with(b"llvm.lifetime."))
}

/// The markers of lifetimes among the users of an address, behind casts of it as well, each in front of the cast that
/// it is of; `None` where such a cast has another user, or the user is neither.
pub(super) fn lifetime_markers(editor: &Editor<'_>, user: InstructionId) -> Option<Vec<InstructionId>> {
    if is_lifetime_marker(editor, user) {
        return Some(vec![user]);
    }
    if !matches!(editor.op(user)?, Op::Cast(CastOp::Bitcast, _)) || !is_address(editor, user.into()) {
        return None;
    }
    let mut markers: Vec<InstructionId> = editor.uses(user.into()).map(|at| at.instruction).collect();
    let are_markers = markers.iter().all(|marker| is_lifetime_marker(editor, *marker));
    let is_described = editor.metadata_uses(user.into()).next().is_some();
    markers.push(user);
    (are_markers && !is_described).then_some(markers)
}

/// Whether a value is one address.
pub(super) fn is_address(editor: &Editor<'_>, value: Value) -> bool {
    use dxil_ir::builder::Build as _;
    let ty = editor.type_of(value).ok();
    ty.is_some_and(|ty| matches!(editor.context().types.get(ty), Some(dxil_ir::Type::Pointer(..))))
}
