//! What semantics mean where values go into a stage or come out of it: `SV_Position` is a name like any other where it
//! goes into a vertex shader, and the place on the screen where it comes out. Separate because it is the pipeline's
//! knowledge, whatever module asks.

mod row;

use dx_container::enums::{ElementType, InterpolationMode, SemanticKind, ShaderKind};

use crate::generated::semantics::SEMANTICS;
pub use crate::generated::signature_points::SignaturePoint;
pub use row::Interpretation;
pub(crate) use row::SemanticRow;

/// Which of the three signatures of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SignatureKind {
    /// What goes in.
    Input,
    /// What comes out.
    Output,
    /// What is constant in a patch, or of what a mesh shader gives what each primitive has.
    PatchConstantOrPrimitive,
}

impl SignaturePoint {
    /// The point that a signature of a stage describes; `None` where the stage has no such signature.
    pub fn of(stage: ShaderKind, signature: SignatureKind) -> Option<Self> {
        use SignatureKind::{Input, Output, PatchConstantOrPrimitive};
        Some(match (stage, signature) {
            (ShaderKind::VERTEX, Input) => Self::VertexInput,
            (ShaderKind::VERTEX, Output) => Self::VertexOutput,
            (ShaderKind::HULL, Input) => Self::ControlPointInput,
            (ShaderKind::HULL, Output) => Self::ControlPointOutput,
            (ShaderKind::HULL, PatchConstantOrPrimitive) => Self::PatchConstantOutput,
            (ShaderKind::DOMAIN, Input) => Self::DomainControlPointInput,
            (ShaderKind::DOMAIN, Output) => Self::DomainOutput,
            (ShaderKind::DOMAIN, PatchConstantOrPrimitive) => Self::DomainInput,
            (ShaderKind::GEOMETRY, Input) => Self::GeometryVertexInput,
            (ShaderKind::GEOMETRY, Output) => Self::GeometryOutput,
            (ShaderKind::PIXEL, Input) => Self::PixelInput,
            (ShaderKind::PIXEL, Output) => Self::PixelOutput,
            (ShaderKind::COMPUTE, Input) => Self::ComputeInput,
            (ShaderKind::MESH, Input) => Self::MeshInput,
            (ShaderKind::MESH, Output) => Self::MeshOutput,
            (ShaderKind::MESH, PatchConstantOrPrimitive) => Self::MeshPrimitiveOutput,
            (ShaderKind::AMPLIFICATION, Input) => Self::AmplificationInput,
            _ => return None,
        })
    }

    /// The point where a semantic of a signature of this point really is: geometry shaders have the number of the
    /// primitive beside the vertices, but say it in their signature.
    fn holding(self, kind: SemanticKind) -> Self {
        match (self, kind) {
            (Self::GeometryVertexInput, SemanticKind::PRIMITIVE_ID) => Self::GeometryInput,
            _ => self,
        }
    }
}

/// What a semantic means in the signature of a point; `None` where it means nothing there, or is not known.
pub fn interpretation(kind: SemanticKind, point: SignaturePoint) -> Option<Interpretation> {
    let point = point.holding(kind);
    let (_, meaning) = row(kind)?.at.iter().find(|(at, _)| *at == point)?;
    Some(*meaning)
}

/// How signatures spell a semantic; `None` for names that the shader chooses, and for those that are not known.
pub fn canonical_name(kind: SemanticKind) -> Option<&'static str> {
    row(kind).map(|row| row.name).filter(|name| !name.is_empty())
}

/// The semantic that the pipeline knows by this name, without regard to case; `None` for other names.
pub fn semantic_named(name: &str) -> Option<SemanticKind> {
    let is_it = |row: &&SemanticRow| !row.name.is_empty() && row.name.eq_ignore_ascii_case(name);
    SEMANTICS.iter().find(is_it).map(|row| row.kind)
}

/// The interpolation mode of HLSL for an input of a pixel shader without an interpolation modifier.
pub fn default_interpolation(element: ElementType, semantic: SemanticKind) -> InterpolationMode {
    use ElementType as E;
    match (element, semantic) {
        (E::I1 | E::I16 | E::U16 | E::I32 | E::U32, _) => InterpolationMode::CONSTANT,
        (_, SemanticKind::POSITION) => InterpolationMode::LINEAR_NOPERSPECTIVE,
        _ => InterpolationMode::LINEAR,
    }
}

fn row(kind: SemanticKind) -> Option<&'static SemanticRow> {
    SEMANTICS.get(usize::try_from(kind.0).ok()?).filter(|row| row.kind == kind)
}
