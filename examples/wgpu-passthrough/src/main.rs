//! Compiles WGSL with naga-dxil, and creates a compute pipeline and a render pipeline of wgpu from the containers.

mod layout;
mod shader;

use std::error::Error;

use layout::Layout;
use naga::ShaderStage;
use shader::Source;
use wgpu::{
    BindGroupLayoutEntry, BindingType, BufferBindingType, BufferUsages, SamplerBindingType, ShaderStages,
    TextureSampleType, TextureViewDimension,
};

fn main() -> Result<(), Box<dyn Error>> {
    let source = Source::read(include_str!("shaders.wgsl"))?;
    let [dispatched, drawn] = layouts();
    let twice = source.compile(ShaderStage::Compute, "twice", &dispatched)?;
    let corner = source.compile(ShaderStage::Vertex, "corner", &drawn)?;
    let shade = source.compile(ShaderStage::Fragment, "shade", &drawn)?;
    println!("compiled twice, corner and shade: {} bytes", twice.len() + corner.len() + shade.len());
    let (device, queue) = open()?;
    dispatch(&device, &queue, &dispatched, &twice)?;
    draw(&device, &drawn, &corner, &shade);
    println!("created a render pipeline");
    Ok(())
}

/// The layouts of the compute pipeline and of the render pipeline.
fn layouts() -> [Layout; 2] {
    let entry = |binding, visibility, ty| BindGroupLayoutEntry { binding, visibility, ty, count: None };
    let buffer = |ty| BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None };
    let storage = buffer(BufferBindingType::Storage { read_only: false });
    let texture = BindingType::Texture {
        sample_type: TextureSampleType::Float { filterable: true },
        view_dimension: TextureViewDimension::D2,
        multisampled: false,
    };
    let sampler = BindingType::Sampler(SamplerBindingType::Filtering);
    [
        Layout::new(vec![vec![entry(0, ShaderStages::COMPUTE, storage)]]),
        Layout::new(vec![
            vec![entry(0, ShaderStages::VERTEX, buffer(BufferBindingType::Uniform))],
            vec![entry(0, ShaderStages::FRAGMENT, texture), entry(1, ShaderStages::FRAGMENT, sampler)],
        ]),
    ]
}

/// Opens a Direct3D 12 device with the feature that passthrough shaders need.
fn open() -> Result<(wgpu::Device, wgpu::Queue), Box<dyn Error>> {
    if !wgpu::Instance::enabled_backend_features().contains(wgpu::Backends::DX12) {
        return Err("wgpu supports Direct3D 12 only on Windows".into());
    }
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::DX12;
    let instance = wgpu::Instance::new(descriptor);
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::DX12));
    let adapter = adapters.into_iter().next().ok_or("no Direct3D 12 adapter exists on this system")?;
    let required_features = wgpu::Features::PASSTHROUGH_SHADERS;
    let request = wgpu::DeviceDescriptor { required_features, ..Default::default() };
    Ok(pollster::block_on(adapter.request_device(&request))?)
}

/// Doubles the numbers from 0 to 99, and compares the results.
fn dispatch(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    layout: &Layout,
    container: &[u8],
) -> Result<(), Box<dyn Error>> {
    let (groups, layout) = layout.create(device);
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: Some(&layout),
        module: &shader::create(device, "twice", container),
        entry_point: Some("twice"),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    let bytes: Vec<u8> = (0..100_u32).flat_map(u32::to_le_bytes).collect();
    let create = |usage| {
        let size = bytes.len() as u64;
        device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
    };
    let numbers = create(BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST);
    let copy = create(BufferUsages::MAP_READ | BufferUsages::COPY_DST);
    queue.write_buffer(&numbers, 0, &bytes);
    let entries = [wgpu::BindGroupEntry { binding: 0, resource: numbers.as_entire_binding() }];
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &groups[0],
        entries: &entries,
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.dispatch_workgroups(2, 1, 1);
    drop(pass);
    encoder.copy_buffer_to_buffer(&numbers, 0, &copy, 0, numbers.size());
    queue.submit([encoder.finish()]);
    copy.map_async(wgpu::MapMode::Read, .., |_| {});
    device.poll(wgpu::PollType::wait_indefinitely())?;
    let found = copy.get_mapped_range(..)?.to_vec();
    let expected: Vec<u8> = (0..100_u32).flat_map(|number| (number * 2).to_le_bytes()).collect();
    if found != expected {
        return Err("the compute shader did not double the numbers".into());
    }
    println!("the compute shader doubled 100 numbers");
    Ok(())
}

/// Creates the render pipeline.
fn draw(device: &wgpu::Device, layout: &Layout, corner: &[u8], shade: &[u8]) -> wgpu::RenderPipeline {
    let (_, layout) = layout.create(device);
    let attributes =
        [wgpu::VertexAttribute { format: wgpu::VertexFormat::Float32x2, offset: 0, shader_location: 0 }];
    let buffer = wgpu::VertexBufferLayout {
        array_stride: 8,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &attributes,
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &shader::create(device, "corner", corner),
            entry_point: Some("corner"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[Some(buffer)],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &shader::create(device, "shade", shade),
            entry_point: Some("shade"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::TextureFormat::Rgba8Unorm.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
