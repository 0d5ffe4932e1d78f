//! `dxil-post-optimization-validation`: whether resources lie beside each other, and the root signature of the shader
//! binds them.
//!
//! Needs: resources have registers.
//!
//! Holds then: no two resources of a class share a register, and the root signature has no two bindings for one; if
//! there is one, it binds all resources.
//!
//! Source: LLVM's DXILPostOptimizationValidation.cpp, 22.1, with its words.

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

/// The register of resources of libraries that have none yet.
const UNBOUND: u32 = u32::MAX;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    metadata::run(state)?;
    // Behind `dxil-op-lower`, which tells what is wrong in functions, it is known what they are bound to.
    if state.bindings.iter().next().is_none() {
        state.bindings = collect(state)?;
    }
    let bindings = &state.bindings;
    let mut found = Vec::new();
    overlaps(bindings, &mut found);
    let entry = state.entries.first();
    if let Some(signature) = entry.and_then(|entry| root_signature::read(&state.module, Some(entry.function)))
    {
        bound(bindings, &signature, state.profile.kind, &mut found);
    }
    if found.is_empty() { Ok(()) } else { Err(PassErrorKind::Unsupported(found.join("\n")).into()) }
}

/// Resources that share registers. They are in the order of these.
fn overlaps(bindings: &Bindings, found: &mut Vec<String>) {
    let mut all: Vec<&Binding> = bindings.iter().filter(|one| one.lower_bound != UNBOUND).collect();
    all.sort_by_key(|one| (one.class.0, one.space, one.lower_bound, one.upper_bound()));
    for (place, one) in all.iter().enumerate() {
        let others = all.iter().skip(place + 1);
        let overlapped = others.take_while(|other| {
            (one.class, one.space) == (other.class, other.space) && other.lower_bound <= one.upper_bound()
        });
        found.extend(overlapped.map(|other| {
            format!(
                "resource {} at register {} overlaps with resource {} at register {} in space {}",
                one.name, one.lower_bound, other.name, other.lower_bound, one.space
            )
        }));
    }
}

/// Registers that a root signature binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Bound {
    class: u32,
    space: u32,
    first: u32,
    last: u32,
    /// Whether a descriptor table does.
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

/// What a root signature binds for a stage.
fn bindings_of(signature: &RootSignatureBuf, kind: ShaderKind) -> Vec<Bound> {
    let mut all = Vec::new();
    let visible = visibility(kind);
    let one = |class: ResourceClass, space, register| Bound {
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
                all.push(one(ResourceClass::CBUFFER, *space, *register));
            }
            ParameterContent::Descriptor { kind, register, space, .. } => {
                let class = match *kind {
                    RootParameterType::SRV => ResourceClass::SRV,
                    RootParameterType::UAV => ResourceClass::UAV,
                    _ => ResourceClass::CBUFFER,
                };
                all.push(one(class, *space, *register));
            }
            ParameterContent::Table(ranges) => all.extend(ranges.iter().map(|range| {
                let class = match range.kind {
                    DescriptorRangeType::SRV => ResourceClass::SRV,
                    DescriptorRangeType::UAV => ResourceClass::UAV,
                    DescriptorRangeType::CBV => ResourceClass::CBUFFER,
                    _ => ResourceClass::SAMPLER,
                };
                let last = range.base_register.saturating_add(range.num_descriptors.saturating_sub(1));
                Bound { last, is_table: true, ..one(class, range.space, range.base_register) }
            })),
        }
    }
    let samplers = signature.samplers.iter();
    all.extend(samplers.map(|sampler| one(ResourceClass::SAMPLER, sampler.space, sampler.register)));
    all.sort_unstable();
    all
}

fn bound(bindings: &Bindings, signature: &RootSignatureBuf, kind: ShaderKind, found: &mut Vec<String>) {
    let all = bindings_of(signature, kind);
    let shown = |one: &Bound| {
        let class = class_name(one.class);
        format!("resource {class} (space={}, registers=[{}, {}])", one.space, one.first, one.last)
    };
    for pair in all.windows(2) {
        let [one, next] = pair else { continue };
        if (one.class, one.space) == (next.class, next.space) && next.first <= one.last {
            found.push(format!("{} overlaps with {}", shown(next), shown(one)));
        }
    }
    let mut is_used = false;
    for resource in bindings.iter() {
        let class = class_name(resource.class.0);
        let (register, space) = (resource.lower_bound, resource.space);
        let holds = |one: &&Bound| {
            (one.class, one.space) == (resource.class.0, space)
                && one.first <= register
                && resource.upper_bound() <= one.last
        };
        let Some(binding) = all.iter().find(holds) else {
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

/// Who sees a parameter that is for one stage alone.
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

/// The flag that keeps a stage from what is bound.
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
