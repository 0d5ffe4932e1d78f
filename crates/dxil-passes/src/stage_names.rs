//! LLVM's names of shader stages, as in target triples and in the attribute `hlsl.shader`. Separate because `upgrade`
//! writes the names and `lower` reads them.

use dx_container::enums::ShaderKind;

const NAMES: [(ShaderKind, &str); 16] = [
    (ShaderKind::PIXEL, "pixel"),
    (ShaderKind::VERTEX, "vertex"),
    (ShaderKind::GEOMETRY, "geometry"),
    (ShaderKind::HULL, "hull"),
    (ShaderKind::DOMAIN, "domain"),
    (ShaderKind::COMPUTE, "compute"),
    (ShaderKind::LIBRARY, "library"),
    (ShaderKind::RAY_GENERATION, "raygeneration"),
    (ShaderKind::INTERSECTION, "intersection"),
    (ShaderKind::ANY_HIT, "anyhit"),
    (ShaderKind::CLOSEST_HIT, "closesthit"),
    (ShaderKind::MISS, "miss"),
    (ShaderKind::CALLABLE, "callable"),
    (ShaderKind::MESH, "mesh"),
    (ShaderKind::AMPLIFICATION, "amplification"),
    (ShaderKind::NODE, "node"),
];

/// Returns LLVM's name of a shader stage.
pub(crate) fn name(kind: ShaderKind) -> Option<&'static str> {
    NAMES.iter().find(|row| row.0 == kind).map(|row| row.1)
}

/// Returns the shader stage that LLVM calls `name`.
pub(crate) fn kind(name: &str) -> Option<ShaderKind> {
    NAMES.iter().find(|row| row.1 == name).map(|row| row.0)
}
