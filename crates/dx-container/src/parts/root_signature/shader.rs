//! Checks that a root signature binds the resources of a shader. Separate because it takes two parts, either of
//! which a file may lack.
//!
//! Source: DXC's `DxilRootSignatureValidator.cpp`.

use super::RootSignatureBuf;
use super::check::registers;
use super::element::At;
use super::registers::Registers;
use crate::enums::{DescriptorRangeType, ResourceType, ShaderKind, ShaderVisibility};
use crate::flags::RootSignatureFlags;
use crate::parts::psv::{Resource, UNBOUNDED};

/// A resource access of a shader that a root signature does not provide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShaderFinding {
    /// The root signature denies access to a stage whose shader uses resources.
    #[error(
        "shader uses resources, but the root signature denies access to the shader stage: {} is set",
        deny_flag(*.0)
    )]
    Denied(ShaderVisibility),
    /// A resource that is not bound, or not as a whole by one range.
    #[error("root signature does not bind {}{}", described(binding), as_a_whole(binding))]
    NotBound {
        /// The index of the resource in PSV0.
        resource: usize,
        /// The resource.
        binding: Resource,
    },
    /// A resource that needs a descriptor in a heap is bound to one in the root signature.
    #[error(
        "{at} cannot bind {} ({what}): root descriptors bind only raw buffers, and structured buffers without a counter",
        described(binding),
        what = if binding.resource_type == ResourceType::UAV_STRUCTURED_WITH_COUNTER {
            "a structured buffer with a counter"
        } else {
            "a typed resource"
        }
    )]
    RootDescriptor {
        /// The index of the resource in PSV0.
        resource: usize,
        /// The resource.
        binding: Resource,
        /// The root descriptor.
        at: At,
    },
}

/// A binding as HLSL spells it: `CBV b0, space0`, `SRV t2 to t5, space1`.
fn described(binding: &Resource) -> String {
    let kind = range_kind(binding.resource_type).unwrap_or(DescriptorRangeType::SAMPLER);
    let (space, first) = (binding.space, binding.lower_bound);
    let last = if binding.upper_bound == UNBOUNDED { u32::MAX } else { last_register(binding) };
    Registers { space, first, last }.described(kind)
}

/// The advice where only some registers of an array may be bound.
fn as_a_whole(binding: &Resource) -> &'static str {
    if last_register(binding) > binding.lower_bound { " with a single range or parameter" } else { "" }
}

/// The root signature flag that denies access to a stage, as HLSL spells it.
fn deny_flag(visibility: ShaderVisibility) -> String {
    format!("DENY_{}_SHADER_ROOT_ACCESS", visibility.to_string().to_uppercase())
}

/// The last register that must be bound; of an array without end, the first.
fn last_register(resource: &Resource) -> u32 {
    match resource.upper_bound {
        UNBOUNDED => resource.lower_bound,
        last => last.max(resource.lower_bound),
    }
}

fn range_kind(kind: ResourceType) -> Option<DescriptorRangeType> {
    Some(match kind {
        ResourceType::SAMPLER => DescriptorRangeType::SAMPLER,
        ResourceType::CBV => DescriptorRangeType::CBV,
        ResourceType::SRV_TYPED | ResourceType::SRV_RAW | ResourceType::SRV_STRUCTURED => {
            DescriptorRangeType::SRV
        }
        ResourceType::UAV_TYPED
        | ResourceType::UAV_RAW
        | ResourceType::UAV_STRUCTURED
        | ResourceType::UAV_STRUCTURED_WITH_COUNTER => DescriptorRangeType::UAV,
        _ => return None,
    })
}

/// Stages, how a root signature calls them, and the flag that keeps them out.
const STAGES: [(ShaderKind, ShaderVisibility, RootSignatureFlags); 7] = [
    (ShaderKind::VERTEX, ShaderVisibility::VERTEX, RootSignatureFlags::DENY_VERTEX_SHADER_ROOT_ACCESS),
    (ShaderKind::HULL, ShaderVisibility::HULL, RootSignatureFlags::DENY_HULL_SHADER_ROOT_ACCESS),
    (ShaderKind::DOMAIN, ShaderVisibility::DOMAIN, RootSignatureFlags::DENY_DOMAIN_SHADER_ROOT_ACCESS),
    (ShaderKind::GEOMETRY, ShaderVisibility::GEOMETRY, RootSignatureFlags::DENY_GEOMETRY_SHADER_ROOT_ACCESS),
    (ShaderKind::PIXEL, ShaderVisibility::PIXEL, RootSignatureFlags::DENY_PIXEL_SHADER_ROOT_ACCESS),
    (
        ShaderKind::AMPLIFICATION,
        ShaderVisibility::AMPLIFICATION,
        RootSignatureFlags::DENY_AMPLIFICATION_SHADER_ROOT_ACCESS,
    ),
    (ShaderKind::MESH, ShaderVisibility::MESH, RootSignatureFlags::DENY_MESH_SHADER_ROOT_ACCESS),
];

/// Lists what a shader of `stage` with these resources (those of its PSV0, in order) lacks in a root signature.
///
/// Other stages, such as compute, see what is visible to all.
pub fn check_shader(
    signature: &RootSignatureBuf,
    stage: ShaderKind,
    resources: impl IntoIterator<Item = Resource>,
) -> Vec<ShaderFinding> {
    let row = STAGES.into_iter().find(|(kind, ..)| *kind == stage);
    let visibility = row.map_or(ShaderVisibility::ALL, |(_, visibility, _)| visibility);
    let bound = registers(signature);
    let (mut findings, mut uses_any) = (Vec::new(), false);
    for (resource, binding) in resources.into_iter().enumerate() {
        let Some(kind) = range_kind(binding.resource_type) else { continue };
        uses_any = true;
        let registers =
            Registers { space: binding.space, first: binding.lower_bound, last: last_register(&binding) };
        let needs_heap = matches!(
            binding.resource_type,
            ResourceType::SRV_TYPED | ResourceType::UAV_TYPED | ResourceType::UAV_STRUCTURED_WITH_COUNTER
        );
        match bound.covering(kind, visibility, registers) {
            None => findings.push(ShaderFinding::NotBound { resource, binding }),
            // SRVs and UAVs that a parameter binds by itself are root descriptors.
            Some(by) if needs_heap && matches!(by.at, At::Parameter(_)) => {
                findings.push(ShaderFinding::RootDescriptor { resource, binding, at: by.at });
            }
            Some(_) => {}
        }
    }
    if let Some((_, visibility, deny)) = row
        && uses_any
        && signature.flags.contains(deny)
    {
        findings.push(ShaderFinding::Denied(visibility));
    }
    findings
}
