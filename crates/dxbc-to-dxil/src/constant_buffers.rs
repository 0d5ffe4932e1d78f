//! HLSL types of constant buffers from RDEF. Separate because reflection of DXIL reads the names and offsets of
//! variables from types and their annotations.

use dx_container::parts::rdef::RdefBuf;
use dxil::emit::ShaderBuilder;
use dxil_ir::TypeId;

/// The type of a constant buffer with the members that RDEF names; `None` for a generic type.
pub(crate) fn hlsl_type(
    _name: &str,
    _reflection: Option<&RdefBuf>,
    _bytes: u32,
    _shader: &mut ShaderBuilder,
) -> Option<TypeId> {
    None
}
