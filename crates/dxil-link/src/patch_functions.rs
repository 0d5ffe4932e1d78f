//! Patch constant functions. Separate because metadata names them and no code calls them, so each phase that follows
//! calls has to add them.

use dxil::shader::Shader;
use dxil_ir::GlobalId;

/// Returns the patch constant function of each hull shader, in the order of the entries.
pub(crate) fn patch_functions(shader: &Shader) -> Vec<GlobalId> {
    let hulls = shader.entry_points.iter().filter_map(|entry| entry.properties.as_ref()?.hull());
    hulls.filter_map(|hull| hull.patch_constant_function).collect()
}
