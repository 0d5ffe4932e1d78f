//! Bind maps: the registers of the resources of a source. Separate because a bind map is a document that users write.

use located_yaml::Format;
use naga::ResourceBinding;
use naga::back::hlsl::{BindTarget, ExternalTextureBindTarget, OffsetsBindTarget, SamplerIndexBufferKey};
use naga_dxil::{Options, Samplers};
use serde::Deserialize;

use crate::error::Error;

/// A bind map in YAML or JSON.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Document {
    bindings: Vec<Entry>,
    external_textures: Vec<ExternalTexture>,
    immediates: Option<Register>,
    special_constants: Option<Register>,
    dynamic_offsets: Vec<DynamicOffsets>,
    sampler_heap: Option<SamplerHeap>,
}

/// The registers of one binding.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    group: u32,
    binding: u32,
    #[serde(flatten)]
    target: Register,
    /// The number of resources of a binding array.
    #[serde(default)]
    count: Option<u32>,
    /// The index of the dynamic offset of a storage buffer.
    #[serde(default)]
    dynamic_offset: Option<u32>,
    /// True to clamp indices into a uniform buffer.
    #[serde(default)]
    restrict_indexing: bool,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Register {
    register: u32,
    #[serde(default)]
    space: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExternalTexture {
    group: u32,
    binding: u32,
    planes: [Register; 3],
    params: Register,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DynamicOffsets {
    group: u32,
    #[serde(flatten)]
    target: Register,
    /// The number of offsets.
    count: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SamplerHeap {
    samplers: Register,
    comparison_samplers: Register,
    /// The buffer with the indices of the samplers of each bind group.
    indices: Vec<GroupRegister>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupRegister {
    group: u32,
    #[serde(flatten)]
    target: Register,
}

/// The largest nesting of a map, which needs 3.
const NESTING: usize = 16;

impl From<Register> for BindTarget {
    fn from(Register { register, space }: Register) -> Self {
        Self { register, space, ..Self::default() }
    }
}

/// Reads a bind map.
pub fn read(bytes: &[u8]) -> Result<Options, Error> {
    let wrong = |why: String| Error::Usage(format!("bind map: {why}"));
    let text = std::str::from_utf8(bytes).map_err(|_| wrong("the file is not valid UTF-8".to_owned()))?;
    let format = Format { name: "bind map", depth: NESTING };
    let document: Document =
        located_yaml::from_str(text, format).map_err(|mistake| wrong(mistake.to_string()))?;
    let mut options = Options::default();
    let bindings = &mut options.bindings;
    bindings.fake_missing_bindings = false;
    let twice = |key: ResourceBinding| {
        wrong(format!("@group({}) @binding({}) is listed twice", key.group, key.binding))
    };
    for entry in document.bindings {
        let target = BindTarget {
            binding_array_size: entry.count,
            dynamic_storage_buffer_offsets_index: entry.dynamic_offset,
            restrict_indexing: entry.restrict_indexing,
            ..entry.target.into()
        };
        let key = ResourceBinding { group: entry.group, binding: entry.binding };
        if bindings.binding_map.insert(key, target).is_some() {
            return Err(twice(key));
        }
    }
    for ExternalTexture { group, binding, planes, params } in document.external_textures {
        let key = ResourceBinding { group, binding };
        let target = ExternalTextureBindTarget { planes: planes.map(Into::into), params: params.into() };
        if bindings.external_texture_binding_map.insert(key, target).is_some() {
            return Err(twice(key));
        }
    }
    bindings.immediates_target = document.immediates.map(Into::into);
    bindings.special_constants_binding = document.special_constants.map(Into::into);
    for DynamicOffsets { group, target: Register { register, space }, count } in document.dynamic_offsets {
        let target = OffsetsBindTarget { space, register, size: count };
        if bindings.dynamic_storage_buffer_offsets_targets.insert(group, target).is_some() {
            return Err(wrong(format!("dynamic_offsets lists group {group} twice")));
        }
    }
    if let Some(heap) = document.sampler_heap {
        options.samplers = Samplers::Heap;
        bindings.sampler_heap_target.standard_samplers = heap.samplers.into();
        bindings.sampler_heap_target.comparison_samplers = heap.comparison_samplers.into();
        for GroupRegister { group, target } in heap.indices {
            let key = SamplerIndexBufferKey { group };
            if bindings.sampler_buffer_binding_map.insert(key, target.into()).is_some() {
                return Err(wrong(format!("sampler_heap lists the indices of group {group} twice")));
            }
        }
    }
    Ok(options)
}
