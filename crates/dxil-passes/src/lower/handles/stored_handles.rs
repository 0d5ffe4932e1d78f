//! Handles in memory: the intrinsics that create them, the loads that read them, and the lifetime intrinsics of the
//! memory. Separate because several passes forward such handles to their uses.

use dxil_ir::edit::Editor;
use dxil_ir::{Instruction, InstructionId, Module, Op, Type, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::lower::calls::{call, users};
use crate::lower::intrinsics::names::is;

/// The intrinsics whose handles are stored to variables.
const MAKERS: [&str; 2] =
    ["llvm.dx.resource.handlefrombinding", "llvm.dx.resource.handlefromimplicitbinding"];

/// The prefix of the names of target extension types for resources, such as `dx.Texture`.
pub(in crate::lower) const RESOURCE_TYPES: &[u8] = b"dx.";

/// The prefix of the names of lifetime intrinsics.
const LIFETIMES: &str = "llvm.lifetime.";

/// Returns true if an instruction loads a handle.
pub(in crate::lower) fn is_read(module: &Module, instruction: &Instruction) -> bool {
    let ty = module.types.get(instruction.ty);
    matches!(instruction.op, Op::Load(..))
        && matches!(ty, Some(Type::Target(target)) if target.name.starts_with(RESOURCE_TYPES))
}

/// Returns true if a function of this name creates a handle that is stored to a variable.
pub(in crate::lower) fn makes_handle(name: &[u8]) -> bool {
    MAKERS.iter().any(|maker| is(name, maker))
}

/// Returns true if an instruction calls a lifetime intrinsic.
pub(in crate::lower) fn is_lifetime(editor: &Editor<'_>, id: InstructionId) -> bool {
    call(editor, id).is_some_and(|(name, _)| name.starts_with(LIFETIMES.as_bytes()))
}

/// Removes the lifetime intrinsics of an alloca that held a handle.
pub(in crate::lower) fn drop_lifetimes(editor: &mut Editor<'_>, slot: Value) -> Result<()> {
    let ValueKind::Instruction(id) = slot.kind() else { return Ok(()) };
    for user in users(editor, id) {
        if is_lifetime(editor, user) {
            editor.erase(user).map_err(invalid)?;
        }
    }
    Ok(())
}
