//! A root signature as LLVM's metadata `dx.rootsignatures`: a list of elements by their names, for the entry that has
//! it.
//!
//! Source: LLVM 22's RootSignatureMetadata.cpp.

use dx_container::enums::{DescriptorRangeType, RootParameterType};
use dx_container::parts::root_signature::{ParameterContent, RootSignatureBuf, StaticSampler};
use dxil_ir::{GlobalId, MetadataId, Module};

/// The number of version 1.0, whose descriptors are volatile without saying so.
const VERSION_1_0: u32 = 1;
/// What descriptors of version 1.0 are in the flags of later ones: their data is volatile.
const VOLATILE_DATA: u32 = 2;
/// The same of ranges in a table: descriptors are, and of all but samplers the data.
const VOLATILE_DESCRIPTORS: u32 = 1;

/// Says that an entry has a root signature.
pub(super) fn add(module: &mut Module, entry: GlobalId, signature: &RootSignatureBuf) {
    let is_first = signature.version.0 == VERSION_1_0;
    let mut elements = Vec::new();
    if signature.flags.bits() != 0 {
        elements.push(element(module, "RootFlags", &[signature.flags.bits()]));
    }
    for parameter in &signature.parameters {
        let visibility = parameter.visibility.0;
        elements.push(match &parameter.content {
            ParameterContent::Constants { register, space, num_values } => {
                element(module, "RootConstants", &[visibility, *register, *space, *num_values])
            }
            ParameterContent::Descriptor { kind, register, space, flags } => {
                let name = match *kind {
                    RootParameterType::CBV => "RootCBV",
                    RootParameterType::SRV => "RootSRV",
                    _ => "RootUAV",
                };
                let flags = if is_first { VOLATILE_DATA } else { flags.bits() };
                element(module, name, &[visibility, *register, *space, flags])
            }
            ParameterContent::Table(ranges) => {
                let mut parts = numbers(module, "DescriptorTable", &[visibility]);
                for range in ranges {
                    let (name, volatile) = match range.kind {
                        DescriptorRangeType::SRV => ("SRV", VOLATILE_DESCRIPTORS | VOLATILE_DATA),
                        DescriptorRangeType::UAV => ("UAV", VOLATILE_DESCRIPTORS | VOLATILE_DATA),
                        DescriptorRangeType::CBV => ("CBV", VOLATILE_DESCRIPTORS | VOLATILE_DATA),
                        _ => ("Sampler", VOLATILE_DESCRIPTORS),
                    };
                    let flags = if is_first { volatile } else { range.flags.bits() };
                    let words =
                        [range.num_descriptors, range.base_register, range.space, range.offset, flags];
                    parts.push(Some(element(module, name, &words)));
                }
                module.tuple(&parts)
            }
        });
    }
    for sampler in &signature.samplers {
        elements.push(static_sampler(module, sampler));
    }
    let elements: Vec<_> = elements.into_iter().map(Some).collect();
    let function = module.value_as_metadata(entry.into());
    let elements = module.tuple(&elements);
    let version = number(module, signature.version.0);
    let node = module.tuple(&[Some(function), Some(elements), Some(version)]);
    module.add_named_metadata("dx.rootsignatures", &[node]);
}

fn static_sampler(module: &mut Module, sampler: &StaticSampler) -> MetadataId {
    let [u, v, w] = sampler.address.map(|mode| mode.0);
    let mut parts = numbers(module, "StaticSampler", &[sampler.filter.0, u, v, w]);
    let float = |module: &mut Module, number: f32| {
        let value = module.float(number);
        Some(module.value_as_metadata(value))
    };
    parts.push(float(module, sampler.mip_lod_bias));
    for word in [sampler.max_anisotropy, sampler.comparison.0, sampler.border_color.0] {
        parts.push(Some(number(module, word)));
    }
    parts.push(float(module, sampler.min_lod));
    parts.push(float(module, sampler.max_lod));
    for word in [sampler.register, sampler.space, sampler.visibility.0, sampler.flags.bits()] {
        parts.push(Some(number(module, word)));
    }
    module.tuple(&parts)
}

/// An element: its name, and numbers.
fn element(module: &mut Module, name: &str, words: &[u32]) -> MetadataId {
    let parts = numbers(module, name, words);
    module.tuple(&parts)
}

fn numbers(module: &mut Module, name: &str, words: &[u32]) -> Vec<Option<MetadataId>> {
    let mut parts = vec![Some(module.metadata_string(name))];
    parts.extend(words.iter().map(|word| Some(number(module, *word))));
    parts
}

fn number(module: &mut Module, word: u32) -> MetadataId {
    let i32 = module.types.int(32);
    let value = module.int(i32, word.into());
    module.value_as_metadata(value)
}
