//! The compilation of an entry point, and its shader module. Separate because both pipelines use it.

use std::error::Error;

use naga::valid::{ValidationFlags, Validator};
use naga::{Module, ShaderStage};
use naga_dxil::{PipelineOptions, capabilities, write};

use crate::layout::Layout;

/// A WGSL module that naga's validator accepted.
pub struct Source {
    module: Module,
    info: naga::valid::ModuleInfo,
}

impl Source {
    pub fn read(text: &str) -> Result<Self, Box<dyn Error>> {
        let module = naga::front::wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
        let info = Validator::new(ValidationFlags::all(), capabilities()).validate(&module);
        let info = info.map_err(|error| error.emit_to_string(text))?;
        Ok(Self { module, info })
    }

    /// The signed DXIL container of an entry point, with the registers of the layout.
    pub fn compile(
        &self,
        stage: ShaderStage,
        name: &str,
        layout: &Layout,
    ) -> Result<Vec<u8>, Box<dyn Error>> {
        let entry_point = Some((stage, name.to_owned()));
        let pipeline = PipelineOptions { entry_point, ..PipelineOptions::default() };
        Ok(write(&self.module, &self.info, &pipeline, &layout.options())?.container)
    }
}

/// The shader module of a container.
pub fn create(device: &wgpu::Device, name: &str, container: &[u8]) -> wgpu::ShaderModule {
    let entry = wgpu::PassthroughShaderEntryPoint { name: name.into(), workgroup_size: (1, 1, 1) };
    let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
        label: Some(name),
        entry_points: vec![entry].into(),
        dxil: Some(container.into()),
        ..Default::default()
    };
    // SAFETY: naga validated the source, and the container has the registers of the pipeline's layout.
    unsafe { device.create_shader_module_passthrough(descriptor) }
}
