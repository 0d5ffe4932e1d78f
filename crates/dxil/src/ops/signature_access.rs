//! Accesses of DXIL operations to signature elements: the column `signature` of `tables/ops/`. Separate because the
//! signature that an operation accesses depends on the shader stage.

use dx_container::enums::ShaderKind;

use crate::semantics::SignatureKind;

/// The access of an operation to a signature element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SignatureAccess {
    /// A load of an input.
    LoadInput,
    /// The value of a pixel shader's input at another location, or at a vertex of the primitive.
    InterpolateInput,
    /// A load of an output control point, in the patch constant function of a hull shader or in a domain shader.
    LoadControlPoint,
    /// A load of a patch constant.
    LoadPatchConstant,
    /// A store of an output.
    StoreOutput,
    /// A store of a patch constant, or of an attribute of a mesh shader's primitive.
    StorePatchConstant,
}

impl SignatureAccess {
    /// The signature that contains the element, in a shader of a stage.
    pub fn signature(self, stage: ShaderKind) -> SignatureKind {
        match self {
            Self::LoadControlPoint if stage == ShaderKind::HULL => SignatureKind::Output,
            Self::LoadInput | Self::InterpolateInput | Self::LoadControlPoint => SignatureKind::Input,
            Self::StoreOutput => SignatureKind::Output,
            Self::LoadPatchConstant | Self::StorePatchConstant => SignatureKind::PatchConstantOrPrimitive,
        }
    }
}
