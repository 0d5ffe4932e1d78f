//! `dxil-post-optimization-validation`: reports resources whose register ranges overlap, and resources that the root
//! signature of the shader does not bind.
//!
//! The pass sorts register ranges by class, space and first register. It changes nothing.
//!
//! Precondition: resources of shaders have registers (`dxil-resource-implicit-binding`).
//!
//! Postcondition: the register ranges of resources of a class do not overlap in any space, and if the first entry point
//! has a root signature, its bindings do not overlap and include the registers of every resource.
//!
//! Source: LLVM's DXILPostOptimizationValidation.cpp, 22.1, including the messages.

use dx_container::enums::{
    DescriptorRangeType, ResourceClass, ResourceKind, RootParameterType, ShaderKind, ShaderVisibility,
};
use dx_container::flags::RootSignatureFlags;
use dx_container::parts::root_signature::{ParameterContent, RootSignatureBuf};

use crate::error::{PassErrorKind, Result};
use crate::lower::handles::resources::{Binding, Bindings};
use crate::lower::intrinsics::operations::collect;
use crate::lower::metadata::root_signature as metadata;
use crate::lower::state::State;
use crate::upgrade::root_signature;

/// The register of a library resource without a binding.
const UNBOUND: u32 = u32::MAX;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    metadata::run(state)?;
    // `dxil-op-lower` collects the bindings, and reports invalid handles. It has not run if this pass runs by itself.
    if state.bindings.iter().next().is_none() {
        state.bindings = collect(state)?;
    }
    let bindings = &state.bindings;
    let mut found = Vec::new();
    overlaps(bindings, &mut found);
    let entry = state.entries.first();
    if let Some(signature) = entry.and_then(|entry| root_signature::read(&state.module, Some(entry.function)))
    {
        check_root_signature(bindings, &signature, state.profile.kind, &mut found);
    }
    if found.is_empty() { Ok(()) } else { Err(PassErrorKind::Unsupported(found.join("\n")).into()) }
}

/// Reports pairs of resources that share registers, in the order of class, space and register.
fn overlaps(bindings: &Bindings, found: &mut Vec<String>) {
    let mut all: Vec<&Binding> = bindings.iter().filter(|binding| binding.lower_bound != UNBOUND).collect();
    all.sort_by_key(|binding| (binding.class.0, binding.space, binding.lower_bound, binding.upper_bound()));
    for (index, first) in all.iter().enumerate() {
        let others = all.iter().skip(index + 1);
        let overlapped = others.take_while(|other| {
            (first.class, first.space) == (other.class, other.space)
                && other.lower_bound <= first.upper_bound()
        });
        found.extend(overlapped.map(|other| {
            format!(
                "resource {} at register {} overlaps with resource {} at register {} in space {}",
                first.name, first.lower_bound, other.name, other.lower_bound, first.space
            )
        }));
    }
}

/// A range of registers that a root signature binds. `first` and `last` are inclusive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Bound {
    class: u32,
    space: u32,
    first: u32,
    last: u32,
    /// True for a range of a descriptor table.
    is_table: bool,
}

fn class_name(class: u32) -> &'static str {
    match ResourceClass(class) {
        ResourceClass::SRV => "SRV",
        ResourceClass::UAV => "UAV",
        ResourceClass::CBUFFER => "CBV",
        _ => "Sampler",
    }
}

/// Returns the register ranges that a root signature binds for a stage, sorted by class, space and first register.
fn bindings_of(signature: &RootSignatureBuf, kind: ShaderKind) -> Vec<Bound> {
    let mut all = Vec::new();
    let visible = visibility(kind);
    let single = |class: ResourceClass, space, register| Bound {
        class: class.0,
        space,
        first: register,
        last: register,
        is_table: false,
    };
    for parameter in &signature.parameters {
        if parameter.visibility != ShaderVisibility::ALL && Some(parameter.visibility) != visible {
            continue;
        }
        match &parameter.content {
            ParameterContent::Constants { register, space, .. } => {
                all.push(single(ResourceClass::CBUFFER, *space, *register));
            }
            ParameterContent::Descriptor { kind, register, space, .. } => {
                let class = match *kind {
                    RootParameterType::SRV => ResourceClass::SRV,
                    RootParameterType::UAV => ResourceClass::UAV,
                    _ => ResourceClass::CBUFFER,
                };
                all.push(single(class, *space, *register));
            }
            ParameterContent::Table(ranges) => all.extend(ranges.iter().map(|range| {
                let class = match range.kind {
                    DescriptorRangeType::SRV => ResourceClass::SRV,
                    DescriptorRangeType::UAV => ResourceClass::UAV,
                    DescriptorRangeType::CBV => ResourceClass::CBUFFER,
                    _ => ResourceClass::SAMPLER,
                };
                let last = range.base_register.saturating_add(range.num_descriptors.saturating_sub(1));
                Bound { last, is_table: true, ..single(class, range.space, range.base_register) }
            })),
        }
    }
    let samplers = signature.samplers.iter();
    all.extend(samplers.map(|sampler| single(ResourceClass::SAMPLER, sampler.space, sampler.register)));
    all.sort_unstable();
    all
}

/// Reports overlapping bindings of a root signature, resources without a binding, textures and typed buffers that are
/// bound to root descriptors, and bindings that a flag of the root signature denies to the stage.
fn check_root_signature(
    bindings: &Bindings,
    signature: &RootSignatureBuf,
    kind: ShaderKind,
    found: &mut Vec<String>,
) {
    let all = bindings_of(signature, kind);
    let shown = |range: &Bound| {
        let class = class_name(range.class);
        format!("resource {class} (space={}, registers=[{}, {}])", range.space, range.first, range.last)
    };
    for pair in all.windows(2) {
        let [previous, next] = pair else { continue };
        if (previous.class, previous.space) == (next.class, next.space) && next.first <= previous.last {
            found.push(format!("{} overlaps with {}", shown(next), shown(previous)));
        }
    }
    let mut is_used = false;
    for resource in bindings.iter() {
        let class = class_name(resource.class.0);
        let (register, space) = (resource.lower_bound, resource.space);
        let contains = |range: &&Bound| {
            (range.class, range.space) == (resource.class.0, space)
                && range.first <= register
                && resource.upper_bound() <= range.last
        };
        let Some(binding) = all.iter().find(contains) else {
            found.push(format!(
                "{class} register {register} in space {space} does not have a binding in the Root Signature"
            ));
            continue;
        };
        let is_view = matches!(resource.class, ResourceClass::SRV | ResourceClass::UAV);
        let is_buffer =
            matches!(resource.description.kind, ResourceKind::RAW_BUFFER | ResourceKind::STRUCTURED_BUFFER);
        if is_view && !binding.is_table && !is_buffer {
            found.push(format!(
                "{class} at register {register} and space {space} is bound to a texture or typed buffer. {class} \
                 root descriptors can only be Raw or Structured buffers."
            ));
            continue;
        }
        is_used = true;
    }
    if is_used && denied(kind).is_some_and(|flag| signature.flags.contains(flag)) {
        found.push(
            "Shader has root bindings but root signature uses a DENY flag to disallow root binding access to the \
             shader stage."
                .to_owned(),
        );
    }
}

/// Returns the visibility of a root parameter that is visible only to a stage, or `None` for a stage without one.
fn visibility(kind: ShaderKind) -> Option<ShaderVisibility> {
    Some(match kind {
        ShaderKind::PIXEL => ShaderVisibility::PIXEL,
        ShaderKind::VERTEX => ShaderVisibility::VERTEX,
        ShaderKind::GEOMETRY => ShaderVisibility::GEOMETRY,
        ShaderKind::HULL => ShaderVisibility::HULL,
        ShaderKind::DOMAIN => ShaderVisibility::DOMAIN,
        ShaderKind::MESH => ShaderVisibility::MESH,
        ShaderKind::AMPLIFICATION => ShaderVisibility::AMPLIFICATION,
        _ => return None,
    })
}

/// Returns the flag of a root signature that denies a stage access to its bindings.
fn denied(kind: ShaderKind) -> Option<RootSignatureFlags> {
    Some(match kind {
        ShaderKind::PIXEL => RootSignatureFlags::DENY_PIXEL_SHADER_ROOT_ACCESS,
        ShaderKind::VERTEX => RootSignatureFlags::DENY_VERTEX_SHADER_ROOT_ACCESS,
        ShaderKind::GEOMETRY => RootSignatureFlags::DENY_GEOMETRY_SHADER_ROOT_ACCESS,
        ShaderKind::HULL => RootSignatureFlags::DENY_HULL_SHADER_ROOT_ACCESS,
        ShaderKind::DOMAIN => RootSignatureFlags::DENY_DOMAIN_SHADER_ROOT_ACCESS,
        ShaderKind::MESH => RootSignatureFlags::DENY_MESH_SHADER_ROOT_ACCESS,
        ShaderKind::AMPLIFICATION => RootSignatureFlags::DENY_AMPLIFICATION_SHADER_ROOT_ACCESS,
        _ => return None,
    })
}
