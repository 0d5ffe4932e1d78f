//! The flags that follow from the signatures of an entry.

use dx_container::enums::{SemanticKind, ShaderKind};
use dx_container::flags::ShaderFlags;

use super::entries::Entry;
use crate::derive::DescribedModule;
use crate::shader::{SignatureElement, Signatures};

/// What the signatures of an entry ask whose code asks `code`.
pub(super) fn flags(program: &DescribedModule<'_>, entry: &Entry<'_>, code: ShaderFlags) -> ShaderFlags {
    use SemanticKind as S;
    use ShaderKind as K;
    let mut flags = ShaderFlags::empty();
    let signatures = entry.point.signatures.as_ref();
    // Before 1.4, what comes out hid what goes in, which made a difference here only.
    let is_1_4 = program.validator_is_at_least(1, 4);
    let is_array_index_read =
        entry.kind == K::GEOMETRY || is_1_4 && matches!(entry.kind, K::DOMAIN | K::HULL);
    for kind in semantics(signatures, |all| all.inputs.as_deref()) {
        match kind {
            S::VIEW_PORT_ARRAY_INDEX | S::RENDER_TARGET_ARRAY_INDEX if is_array_index_read => {
                flags |= ShaderFlags::VIEWPORT_AND_RT_ARRAY_INDEX;
            }
            S::SHADING_RATE => flags |= ShaderFlags::SHADING_RATE,
            S::BARYCENTRICS => flags |= ShaderFlags::BARYCENTRICS,
            _ => {}
        }
    }
    let is_array_index_written = matches!(entry.kind, K::VERTEX | K::DOMAIN | K::HULL);
    for kind in semantics(signatures, |all| all.outputs.as_deref()) {
        match kind {
            S::VIEW_PORT_ARRAY_INDEX | S::RENDER_TARGET_ARRAY_INDEX if is_array_index_written => {
                flags |= ShaderFlags::VIEWPORT_AND_RT_ARRAY_INDEX;
            }
            S::STENCIL_REF if entry.kind == K::PIXEL => flags |= ShaderFlags::STENCIL_REF,
            S::INNER_COVERAGE if entry.kind == K::PIXEL => flags |= ShaderFlags::INNER_COVERAGE,
            S::SHADING_RATE => flags |= ShaderFlags::SHADING_RATE,
            _ => {}
        }
    }
    if code.contains(ShaderFlags::USES_DERIVATIVES) && matches!(entry.kind, K::MESH | K::AMPLIFICATION) {
        flags |= ShaderFlags::DERIVATIVES_IN_MESH_AND_AMP_SHADERS;
    }
    flags
}

fn semantics<'m>(
    signatures: Option<&'m Signatures>,
    of: impl Fn(&'m Signatures) -> Option<&'m [SignatureElement]>,
) -> impl Iterator<Item = SemanticKind> + 'm {
    signatures.and_then(of).unwrap_or_default().iter().map(|element| element.semantic)
}
