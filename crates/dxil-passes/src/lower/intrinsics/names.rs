//! Names of LLVM intrinsics, with and without overload suffixes (`llvm.fabs.f32`). Separate because many passes match
//! on them.

use dxil_ir::intrinsics::find_newest;

/// The intrinsic that converts a resource to a `dx.types.Handle`, the handle type of operations.
pub(in crate::lower) const CAST: &str = "llvm.dx.resource.casthandle";

/// The intrinsic that marks an index as non-uniform: it may differ between the lanes of a wave.
pub(in crate::lower) const NON_UNIFORM: &str = "llvm.dx.resource.nonuniformindex";

/// Returns true if `name` is the name of `intrinsic`, with any overload suffix.
pub(in crate::lower) fn is(name: &[u8], intrinsic: &str) -> bool {
    match name.strip_prefix(intrinsic.as_bytes()) {
        Some(rest) => rest.is_empty() || rest.starts_with(b"."),
        None => false,
    }
}

/// Returns the name of an intrinsic without its overload suffix; `None` if the intrinsic is unknown.
pub(in crate::lower) fn without_suffix(name: &[u8]) -> Option<&'static str> {
    find_newest(name).map(|row| row.name)
}
