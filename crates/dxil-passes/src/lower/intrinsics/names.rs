//! Names of intrinsics, with and without overload suffixes. Separate because many passes match on them.

use dxil_ir::intrinsics::find_in_main;

/// The intrinsic that returns the handle of a resource for an operation.
pub(in crate::lower) const CAST: &str = "llvm.dx.resource.casthandle";

/// The intrinsic that marks an index as non-uniform.
pub(in crate::lower) const NON_UNIFORM: &str = "llvm.dx.resource.nonuniformindex";

/// Returns true if `name` is the name of `intrinsic`, with any overload suffix.
pub(in crate::lower) fn is(name: &[u8], intrinsic: &str) -> bool {
    match name.strip_prefix(intrinsic.as_bytes()) {
        Some(rest) => rest.is_empty() || rest.starts_with(b"."),
        None => false,
    }
}

/// Returns the name of an intrinsic without its overload suffix.
pub(in crate::lower) fn find_in_main_overloaded(name: &str) -> Option<&'static str> {
    let mut known = name;
    loop {
        if let Some(row) = find_in_main(known) {
            return Some(row.name);
        }
        known = known.get(..known.rfind('.')?)?;
    }
}
