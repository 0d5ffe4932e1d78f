//! The registers that wgpu-hal 30 assigns to the bindings of a pipeline layout on Direct3D 12. Separate from the
//! options because the assignment is wgpu's: with it, a program that uses wgpu passes compiled shaders as they are.
//!
//! Source: `create_pipeline_layout` of the Direct3D 12 back end of wgpu-hal 30.0.

use naga::back::hlsl::{BindTarget, ExternalTextureBindTarget, OffsetsBindTarget, SamplerIndexBufferKey};
use naga::proc::Layouter;
use naga::valid::ModuleInfo;
use naga::{AddressSpace, ArraySize, ImageClass, Module, ResourceBinding, StorageAccess, TypeInner};

use crate::options::{Options, Samplers};

/// The kind of a binding, as in `wgpu::BindingType`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BindingKind {
    /// A uniform buffer.
    Uniform {
        /// True if the offset is set with the bind group.
        has_dynamic_offset: bool,
    },
    /// A storage buffer.
    Storage {
        /// True if shaders only read the buffer.
        read_only: bool,
        /// True if the offset is set with the bind group.
        has_dynamic_offset: bool,
    },
    /// A texture that is sampled or loaded.
    Texture,
    /// A storage texture, with any access.
    StorageTexture,
    /// A sampler or comparison sampler.
    Sampler,
    /// A ray tracing acceleration structure.
    AccelerationStructure,
    /// An external texture.
    ExternalTexture,
}

/// An entry of a bind group layout, as `wgpu::BindGroupLayoutEntry`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayoutEntry {
    /// The index in the bind group.
    pub binding: u32,
    /// The kind.
    pub kind: BindingKind,
    /// The number of resources of a binding array; `None` for one resource.
    pub count: Option<u32>,
}

/// A pipeline layout, as `wgpu::PipelineLayoutDescriptor`.
///
/// ```
/// use naga_dxil::{BindingKind, LayoutEntry, WgpuLayout};
///
/// let uniform = BindingKind::Uniform { has_dynamic_offset: false };
/// let entry = |binding, kind| LayoutEntry { binding, kind, count: None };
/// let layout = WgpuLayout {
///     groups: vec![Some(vec![entry(0, uniform), entry(1, BindingKind::Texture)])],
///     immediate_size: 0,
/// };
/// let options = layout.options();
/// assert_eq!(options.bindings.binding_map.len(), 2);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WgpuLayout {
    /// The entries of each bind group in the order of their bindings; `None` for a group without a layout.
    pub groups: Vec<Option<Vec<LayoutEntry>>>,
    /// The bytes of immediates.
    pub immediate_size: u32,
}

/// The next free register of each class.
struct Registers {
    cbv: BindTarget,
    srv: BindTarget,
    uav: BindTarget,
}

/// Returns the register, and moves on by `count`.
fn next(target: &mut BindTarget, count: u32) -> BindTarget {
    let found = *target;
    target.register = target.register.saturating_add(count);
    found
}

impl WgpuLayout {
    /// The layout with all bindings of a module. If variables share a binding, the layout has the variable that the
    /// entry point uses. No offset is dynamic.
    pub fn of_entry(module: &Module, info: &ModuleInfo, entry: usize) -> Self {
        let uses = info.get_entry_point(entry);
        let mut groups: Vec<Option<Vec<LayoutEntry>>> = Vec::new();
        let mut layouter = Layouter::default();
        let is_known = layouter.update(module.to_ctx()).is_ok();
        let mut immediate_size = 0;
        for (handle, variable) in module.global_variables.iter() {
            if variable.space == AddressSpace::Immediate && is_known {
                immediate_size = layouter[variable.ty].size;
            }
            let Some(ResourceBinding { group, binding }) = variable.binding else { continue };
            let (inner, count) = match module.types[variable.ty].inner {
                TypeInner::BindingArray { base, size } => {
                    let count = match size {
                        ArraySize::Constant(count) => count.get(),
                        _ => u32::MAX,
                    };
                    (&module.types[base].inner, Some(count))
                }
                ref other => (other, None),
            };
            let kind = kind_of(variable.space, inner);
            let group = group as usize;
            // Direct3D 12 devices of wgpu have at most eight bind groups; a wrong number must not use memory.
            if group >= usize::from(u8::MAX) {
                continue;
            }
            if groups.len() <= group {
                groups.resize(group + 1, None);
            }
            let Some(entries) = groups.get_mut(group) else { continue };
            let entries = entries.get_or_insert_default();
            let entry = LayoutEntry { binding, kind, count };
            match entries.iter_mut().find(|known| known.binding == binding) {
                None => entries.push(entry),
                Some(known) if !uses[handle].is_empty() => *known = entry,
                Some(_) => {}
            }
        }
        for entries in groups.iter_mut().flatten() {
            entries.sort_by_key(|entry| entry.binding);
        }
        Self { groups, immediate_size }
    }

    /// The options with the registers of all bindings.
    pub fn options(&self) -> Options {
        let mut options = Options { samplers: Samplers::Heap, ..Options::default() };
        let bindings = &mut options.bindings;
        bindings.fake_missing_bindings = false;
        let none = BindTarget::default();
        let mut registers = Registers { cbv: none, srv: none, uav: none };
        if self.immediate_size != 0 {
            bindings.immediates_target = Some(next(&mut registers.cbv, 1));
            registers.cbv.space = 1;
        }
        bindings.sampler_heap_target.standard_samplers = none;
        bindings.sampler_heap_target.comparison_samplers = BindTarget { register: 2048, ..none };
        for (group, entries) in (0..).zip(&self.groups) {
            if let Some(entries) = entries {
                registers.assign(group, entries, &mut options);
            }
        }
        options.bindings.special_constants_binding = Some(registers.cbv);
        options
    }
}

impl Registers {
    /// Assigns the registers of a bind group.
    fn assign(&mut self, group: u32, entries: &[LayoutEntry], options: &mut Options) {
        let bindings = &mut options.bindings;
        let key = |entry: &LayoutEntry| ResourceBinding { group, binding: entry.binding };
        let (mut samplers, mut offsets) = (0, 0);
        for entry in entries {
            let count = entry.count.unwrap_or(1);
            let target = match entry.kind {
                // Dynamic uniform buffers follow the others.
                BindingKind::Uniform { has_dynamic_offset: true } => continue,
                BindingKind::Sampler => {
                    samplers += 1;
                    // Naga reads the index of the sampler at this position.
                    BindTarget { space: 255, register: samplers - 1, ..BindTarget::default() }
                }
                BindingKind::ExternalTexture => {
                    let planes = [(); 3].map(|()| next(&mut self.srv, count));
                    let params = next(&mut self.cbv, count);
                    let texture = ExternalTextureBindTarget { planes, params };
                    bindings.external_texture_binding_map.insert(key(entry), texture);
                    continue;
                }
                BindingKind::Uniform { .. } => next(&mut self.cbv, count),
                BindingKind::Texture
                | BindingKind::AccelerationStructure
                | BindingKind::Storage { read_only: true, .. } => next(&mut self.srv, count),
                BindingKind::StorageTexture | BindingKind::Storage { .. } => next(&mut self.uav, count),
            };
            let dynamic = match entry.kind {
                BindingKind::Storage { has_dynamic_offset: true, .. } => {
                    offsets += 1;
                    Some(offsets - 1)
                }
                _ => None,
            };
            let binding_array_size = if entry.kind == BindingKind::Sampler { None } else { entry.count };
            let target =
                BindTarget { binding_array_size, dynamic_storage_buffer_offsets_index: dynamic, ..target };
            bindings.binding_map.insert(key(entry), target);
        }
        if samplers != 0 {
            let buffer = next(&mut self.srv, 1);
            bindings.sampler_buffer_binding_map.insert(SamplerIndexBufferKey { group }, buffer);
        }
        for entry in entries {
            if let BindingKind::Uniform { has_dynamic_offset: true } = entry.kind {
                // A root descriptor has no size, so the hardware does not check indices.
                let target = next(&mut self.cbv, entry.count.unwrap_or(1));
                let target =
                    BindTarget { binding_array_size: entry.count, restrict_indexing: true, ..target };
                bindings.binding_map.insert(key(entry), target);
            }
        }
        if offsets != 0 {
            let BindTarget { space, register, .. } = next(&mut self.cbv, 1);
            let target = OffsetsBindTarget { space, register, size: offsets };
            bindings.dynamic_storage_buffer_offsets_targets.insert(group, target);
        }
    }
}

fn kind_of(space: AddressSpace, inner: &TypeInner) -> BindingKind {
    match (space, inner) {
        (AddressSpace::Uniform, _) => BindingKind::Uniform { has_dynamic_offset: false },
        (AddressSpace::Storage { access }, _) => {
            let read_only = !access.contains(StorageAccess::STORE);
            BindingKind::Storage { read_only, has_dynamic_offset: false }
        }
        (_, TypeInner::Sampler { .. }) => BindingKind::Sampler,
        (_, TypeInner::AccelerationStructure { .. }) => BindingKind::AccelerationStructure,
        (_, TypeInner::Image { class: ImageClass::External, .. }) => BindingKind::ExternalTexture,
        (_, TypeInner::Image { class: ImageClass::Storage { .. }, .. }) => BindingKind::StorageTexture,
        _ => BindingKind::Texture,
    }
}
