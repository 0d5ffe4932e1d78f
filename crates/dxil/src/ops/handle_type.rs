//! The types of handles: opaque structures in DXIL, target extension types in modern LLVM IR. Separate because analyses
//! of both dialects ask for them.

use dxil_ir::{Module, Type, TypeId};

/// The type of the resource handles that operations accept.
pub const HANDLE: &str = "dx.types.Handle";

/// The structures that are handles. Source: DXC, DxilOperations.cpp.
const HANDLES: [&str; 3] = [HANDLE, "dx.types.NodeHandle", "dx.types.NodeRecordHandle"];

/// Returns true if a type is a handle of a resource or node.
pub fn is_handle_type(module: &Module, ty: TypeId) -> bool {
    match module.types.named(ty) {
        Some(named) => HANDLES.iter().any(|name| named.name == *name),
        None => matches!(module.types.get(ty), Some(Type::Target(_))),
    }
}
