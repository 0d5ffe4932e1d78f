//! The oracles of an entry point: naga's SPIR-V for the driver, and the container that DXC compiles from naga's HLSL.
//! Separate from the comparison because both are writers of naga with the registers of the inputs.

use std::process::Command;

use naga::back::{hlsl, spv};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::ModuleInfo;
use naga::{AddressSpace, Module, ResourceBinding, ShaderStage};
use spirv::Capability;
use wgpu::Features;

use super::inputs::Inputs;
use crate::convert::{Binding, Spirv};

/// The name of the entry point in SPIR-V.
const ENTRY: &str = "main";
/// The space of the registers that `hlsl::Options` does not fake: the constants.
const CONSTANTS_SPACE: u8 = 254;

/// Writes SPIR-V in which the resources of the inputs are in set 0 in their order, and with a policy for indices into
/// buffers.
pub fn spirv(
    module: &Module,
    info: &ModuleInfo,
    name: &str,
    (inputs, buffer): (&Inputs, BoundsCheckPolicy),
) -> Result<Spirv, String> {
    let mut module = module.clone();
    // The driver finds the entry point by its name.
    for entry in &mut module.entry_points {
        entry.name = if entry.name == name && entry.stage == ShaderStage::Compute {
            ENTRY.to_owned()
        } else {
            format!("other_{}", entry.name)
        };
    }
    let mut options = spv::Options {
        lang_version: (1, 3),
        flags: spv::WriterFlags::empty(),
        fake_missing_bindings: false,
        bounds_check_policies: BoundsCheckPolicies {
            index: BoundsCheckPolicy::Restrict,
            buffer,
            image_load: BoundsCheckPolicy::ReadZeroSkipWrite,
            binding_array: BoundsCheckPolicy::Unchecked,
        },
        ..spv::Options::default()
    };
    let mut bindings = Vec::new();
    let resources = inputs.items.iter().filter(|item| item.space != u32::from(CONSTANTS_SPACE));
    for (number, item) in (0..).zip(resources) {
        let count = item.descriptors.len() as u32;
        let info = spv::BindingInfo {
            descriptor_set: 0,
            binding: number,
            binding_array_size: item.is_array.then_some(count),
        };
        options.binding_map.insert(ResourceBinding { group: item.space, binding: item.register }, info);
        let (class, register, space, role) = (item.class, item.register, item.space, item.role);
        bindings.push(Binding { class, register, space, count, role });
    }
    let pipeline = spv::PipelineOptions { shader_stage: ShaderStage::Compute, entry_point: ENTRY.to_owned() };
    let mut words = spv::write_vec(&module, info, &options, Some(&pipeline));
    if words.as_ref().is_err_and(|error| error.to_string().contains("Atomics out-of-bounds")) {
        options.bounds_check_policies.buffer = BoundsCheckPolicy::Unchecked;
        words = spv::write_vec(&module, info, &options, Some(&pipeline));
    }
    let words = words.map_err(|error| error.to_string())?;
    Ok(Spirv { words, bindings, entry: ENTRY, immediates: inputs.immediates.clone() })
}

/// Returns the first capability of the SPIR-V that the features do not have.
pub fn missing_capability(words: &[u32], features: Features) -> Option<String> {
    /// OpCapability, with its operand.
    const CAPABILITY: u32 = 2 << 16 | 17;
    words.get(5..)?.chunks(2).take_while(|chunk| chunk.first() == Some(&CAPABILITY)).find_map(|chunk| {
        let capability = Capability::from_u32(*chunk.get(1)?)?;
        let feature = match capability {
            Capability::Float16 => Features::SHADER_F16,
            Capability::Float64 => Features::SHADER_F64,
            Capability::Int16 => Features::SHADER_I16,
            Capability::Int64 => Features::SHADER_INT64,
            Capability::Int64Atomics => Features::SHADER_INT64_ATOMIC_ALL_OPS,
            Capability::AtomicFloat32AddEXT => Features::SHADER_FLOAT32_ATOMIC,
            Capability::Int64ImageEXT => Features::TEXTURE_INT64_ATOMIC,
            Capability::RayQueryKHR => Features::EXPERIMENTAL_RAY_QUERY,
            Capability::CooperativeMatrixKHR => Features::EXPERIMENTAL_COOPERATIVE_MATRIX,
            _ => return None,
        };
        (!features.contains(feature)).then(|| format!("{capability:?}"))
    })
}

/// Compiles naga's HLSL with the program of DXC.
pub fn dxc(program: &str, module: &Module, info: &ModuleInfo, name: &str) -> Result<Vec<u8>, String> {
    let constants = hlsl::BindTarget { space: CONSTANTS_SPACE, ..hlsl::BindTarget::default() };
    let mut options = hlsl::Options {
        shader_model: hlsl::ShaderModel::V6_6,
        special_constants_binding: Some(constants),
        immediates_target: Some(hlsl::BindTarget { register: 1, ..constants }),
        ..hlsl::Options::default()
    };
    let uniforms = module.global_variables.iter().filter(|(_, one)| one.space == AddressSpace::Uniform);
    for binding in uniforms.filter_map(|(_, variable)| variable.binding) {
        let (register, space) = (binding.binding, binding.group as u8);
        let target =
            hlsl::BindTarget { register, space, restrict_indexing: true, ..hlsl::BindTarget::default() };
        options.binding_map.insert(binding, target);
    }
    let pipeline = hlsl::PipelineOptions { entry_point: Some((ShaderStage::Compute, name.to_owned())) };
    let mut text = String::new();
    let reflection = hlsl::Writer::new(&mut text, &options, &pipeline)
        .write(module, info, None)
        .map_err(|error| format!("naga: {error}"))?;
    let names = reflection.entry_point_names.into_iter().next().ok_or("naga wrote no entry point")?;
    let entry = names.map_err(|error| format!("naga: {error}"))?;
    let folder = std::env::temp_dir().join(format!("judge-{}", std::process::id()));
    let failed = |error: std::io::Error| error.to_string();
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let [source, output] = ["shader.hlsl", "shader.dxil"].map(|name| folder.join(name));
    std::fs::write(&source, text).map_err(failed)?;
    let mut command = Command::new(program);
    // Without -Gis, DXC uses fast operations, and the results differ from IEEE's.
    command.args([
        "-T",
        "cs_6_6",
        "-E",
        &entry,
        "-HV",
        "2018",
        "-enable-16bit-types",
        "-no-warnings",
        "-Gis",
    ]);
    let result = command.arg(&source).arg("-Fo").arg(&output).output().map_err(failed)?;
    let container = std::fs::read(&output);
    std::fs::remove_dir_all(&folder).map_err(failed)?;
    match container {
        Ok(container) if result.status.success() => Ok(container),
        _ => {
            let message = String::from_utf8_lossy(&result.stderr).into_owned();
            // A line begins with the location in the temporary file.
            let errors = message.lines().filter_map(|line| Some(line.split_once("error: ")?.1));
            Err(format!("DXC: {}", errors.take(3).collect::<Vec<_>>().join("; ")))
        }
    }
}
