//! What LLVM calls the stages, in triples and in the attribute `hlsl.shader`. Separate because those who upgrade write
//! the names that those who lower read.

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

/// The name of a stage.
pub(crate) fn name(kind: ShaderKind) -> Option<&'static str> {
    NAMES.iter().find(|row| row.0 == kind).map(|row| row.1)
}

/// The stage of that name.
pub(crate) fn kind(name: &str) -> Option<ShaderKind> {
    NAMES.iter().find(|row| row.1 == name).map(|row| row.0)
}
