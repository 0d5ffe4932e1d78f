//! The bind groups of a pipeline, described once: wgpu creates its layout from them, and naga-dxil computes the
//! registers that wgpu assigns to this layout. Separate because both must have the same entries in the same order.

use naga_dxil::{BindingKind, LayoutEntry, Options, WgpuLayout};
use wgpu::{BindGroupLayoutEntry, BindingType, BufferBindingType};

/// The bind groups of a pipeline.
pub struct Layout {
    groups: Vec<Vec<BindGroupLayoutEntry>>,
}

impl Layout {
    pub fn new(groups: Vec<Vec<BindGroupLayoutEntry>>) -> Self {
        Self { groups }
    }

    /// The options of a compilation, with the registers that wgpu assigns to the layout.
    pub fn options(&self) -> Options {
        let entries = |group: &Vec<BindGroupLayoutEntry>| group.iter().map(entry).collect();
        let groups = self.groups.iter().map(|group| Some(entries(group))).collect();
        WgpuLayout { groups, immediate_size: 0 }.options()
    }

    /// The layouts of the bind groups, and the layout of the pipeline.
    pub fn create(&self, device: &wgpu::Device) -> (Vec<wgpu::BindGroupLayout>, wgpu::PipelineLayout) {
        let group = |entries: &Vec<BindGroupLayoutEntry>| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries })
        };
        let groups: Vec<wgpu::BindGroupLayout> = self.groups.iter().map(group).collect();
        let bind_group_layouts: Vec<_> = groups.iter().map(Some).collect();
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &bind_group_layouts,
            immediate_size: 0,
        });
        (groups, layout)
    }
}

/// The entry of naga-dxil for an entry of wgpu. wgpu sorts the entries of a group by their binding.
fn entry(entry: &BindGroupLayoutEntry) -> LayoutEntry {
    let kind = match entry.ty {
        BindingType::Buffer { ty: BufferBindingType::Uniform, has_dynamic_offset, .. } => {
            BindingKind::Uniform { has_dynamic_offset }
        }
        BindingType::Buffer { ty: BufferBindingType::Storage { read_only }, has_dynamic_offset, .. } => {
            BindingKind::Storage { read_only, has_dynamic_offset }
        }
        BindingType::Sampler(_) => BindingKind::Sampler,
        BindingType::Texture { .. } => BindingKind::Texture,
        BindingType::StorageTexture { .. } => BindingKind::StorageTexture,
        BindingType::AccelerationStructure { .. } => BindingKind::AccelerationStructure,
        BindingType::ExternalTexture => BindingKind::ExternalTexture,
    };
    LayoutEntry { binding: entry.binding, kind, count: entry.count.map(std::num::NonZero::get) }
}
