//! The driver: lavapipe, through wgpu, which passes SPIR-V on as it is.

mod device;
mod textures;

use std::num::NonZeroU32;

use dxil_run::resources::Sampler;
use dxil_run::{Bound, Descriptor, Memory, Program, Resources};
use wgpu::{BindGroupLayoutEntry, BindingResource, BindingType, BufferBindingType, BufferUsages, Features};

use crate::convert::{Binding, Role, Spirv};
use crate::outcome::Outcome;
pub use device::Driver;
use device::{Objects, cannot};

/// The name that lavapipe gives its device.
const NAME: &str = "llvmpipe";
/// The most descriptors that are bound where a shader takes as many as there are.
const MAX_DESCRIPTORS: u32 = 64;

/// A descriptor of a binding, by its place in [`Objects`].
enum Bind {
    /// The memory, its first byte, and how many.
    Buffer(usize, u64, u64),
    View(usize),
    Sampler(usize),
}

impl Driver {
    /// Opens lavapipe.
    ///
    /// # Errors
    ///
    /// It is not installed.
    pub fn open() -> Result<Self, String> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = wgpu::Backends::VULKAN;
        descriptor.flags = wgpu::InstanceFlags::empty();
        let instance = wgpu::Instance::new(descriptor);
        let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::VULKAN));
        let adapter = adapters.into_iter().find(|adapter| adapter.get_info().name.starts_with(NAME));
        let adapter = adapter.ok_or("no lavapipe here: install it (Debian: mesa-vulkan-drivers)")?;
        let required_features = adapter.features() & features();
        if !required_features.contains(Features::PASSTHROUGH_SHADERS) {
            return Err("wgpu does not pass shaders on to this driver".to_owned());
        }
        let required_limits = adapter.limits();
        let request = wgpu::DeviceDescriptor { required_features, required_limits, ..Default::default() };
        let (device, queue) =
            pollster::block_on(adapter.request_device(&request)).map_err(|error| error.to_string())?;
        Ok(Self { device, queue, info: adapter.get_info() })
    }

    /// Its name and version.
    pub fn name(&self) -> String {
        format!("{}, {}", self.info.name, self.info.driver_info)
    }

    /// The features that shaders can use.
    pub fn features(&self) -> Features {
        self.device.features()
    }

    /// Lanes of a wave.
    pub fn wave_size(&self) -> u32 {
        self.info.subgroup_min_size
    }

    /// Dispatches a shader over resources, whose descriptors `find` returns. The result is all memory afterwards.
    ///
    /// # Errors
    ///
    /// What the driver cannot do.
    pub fn dispatch(
        &self,
        spirv: &Spirv,
        find: Find<'_>,
        resources: &Resources,
        groups: [u32; 3],
    ) -> Result<Vec<Vec<u8>>, Outcome> {
        let internal = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let mut objects = Objects::default();
        let mut layout = Vec::new();
        let mut binds = Vec::new();
        for (number, binding) in (0..).zip(&spirv.bindings) {
            let (entry, bind) = self.bind(number, binding, find, resources, &mut objects)?;
            layout.push(entry);
            binds.push(bind);
        }
        self.run(spirv, &layout, &binds, groups, &objects);
        let errors = [pollster::block_on(validation.pop()), pollster::block_on(internal.pop())];
        if let Some(error) = errors.into_iter().flatten().next() {
            return Err(Outcome::NotRun(format!("wgpu: {}", shortened(&error.to_string()))));
        }
        let memories = resources.memories.iter().enumerate();
        memories.map(|(number, memory)| self.after(number, memory, &objects)).collect()
    }

    fn run(
        &self,
        spirv: &Spirv,
        layout: &[BindGroupLayoutEntry],
        binds: &[Vec<Bind>],
        groups: [u32; 3],
        objects: &Objects,
    ) {
        let device = &self.device;
        let layout = device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: layout });
        let resources: Vec<Resolved<'_>> = binds.iter().map(|binds| Resolved::of(binds, objects)).collect();
        let entries: Vec<_> = (0..)
            .zip(&resources)
            .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource: resource.resource() })
            .collect();
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &layout,
            entries: &entries,
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: spirv.immediates.len() as u32,
        });
        let point = wgpu::PassthroughShaderEntryPoint { name: spirv.entry.into(), workgroup_size: (1, 1, 1) };
        let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
            entry_points: vec![point].into(),
            spirv: Some(spirv.words.as_slice().into()),
            ..Default::default()
        };
        // SAFETY: the converter made it, and what it uses is bound; a fault of either ends this process, which does
        // nothing else.
        let module = unsafe { device.create_shader_module_passthrough(descriptor) };
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some(spirv.entry),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        if !spirv.immediates.is_empty() {
            pass.set_immediates(0, &spirv.immediates);
        }
        pass.dispatch_workgroups(groups[0], groups[1], groups[2]);
        drop(pass);
        self.queue.submit([encoder.finish()]);
    }

    /// What a binding is, and what is bound to it.
    fn bind(
        &self,
        number: u32,
        binding: &Binding,
        find: Find<'_>,
        resources: &Resources,
        objects: &mut Objects,
    ) -> Result<(BindGroupLayoutEntry, Vec<Bind>), Outcome> {
        let mut ty = None;
        let mut binds = Vec::new();
        for descriptor in find(binding)? {
            let (found, bind) = self.bind_one(binding, &descriptor, resources, objects)?;
            ty = Some(found);
            binds.push(bind);
        }
        let ty = ty.ok_or_else(|| Outcome::failed(&"nothing is bound to a register"))?;
        let count = if binding.count == 1 { None } else { NonZeroU32::new(binds.len() as u32) };
        if count.is_some() && !self.device.features().contains(Features::STORAGE_RESOURCE_BINDING_ARRAY) {
            return Err(cannot("wgpu binds no arrays on this driver"));
        }
        let visibility = wgpu::ShaderStages::COMPUTE;
        Ok((BindGroupLayoutEntry { binding: number, visibility, ty, count }, binds))
    }

    fn bind_one(
        &self,
        binding: &Binding,
        descriptor: &Descriptor,
        resources: &Resources,
        objects: &mut Objects,
    ) -> Result<(BindingType, Bind), Outcome> {
        let storage = BufferBindingType::Storage { read_only: false };
        let (ty, memory, offset, bytes) = match (binding.role, descriptor) {
            (Role::Storage, Descriptor::Buffer(buffer)) => {
                (storage, buffer.memory, buffer.offset, buffer.bytes)
            }
            (Role::Uniform, Descriptor::Buffer(buffer)) => {
                (BufferBindingType::Uniform, buffer.memory, buffer.offset, buffer.bytes)
            }
            (Role::Counter, Descriptor::Buffer(buffer)) => {
                let counter = buffer.counter.ok_or_else(|| Outcome::failed(&"there is no counter"))?;
                (storage, counter, 0, 4)
            }
            (Role::Texel, _) => return Err(cannot("wgpu has no typed buffers")),
            (Role::Structure, _) => return Err(cannot("the driver traces no rays")),
            (Role::Texture(kind) | Role::StorageTexture(kind), Descriptor::Texture(texture)) => {
                let is_written = matches!(binding.role, Role::StorageTexture(_));
                let ty = self.bind_texture(texture, kind, is_written, resources, objects)?;
                return Ok((ty, Bind::View(objects.views.len() - 1)));
            }
            (Role::Sampler, Descriptor::Sampler(sampler)) => {
                let ty = self.bind_sampler(sampler, objects)?;
                return Ok((ty, Bind::Sampler(objects.samplers.len() - 1)));
            }
            _ => return Err(Outcome::failed(&"the shader takes what is bound for something else")),
        };
        objects.buffers.entry(memory).or_insert_with(|| self.buffer(&resources.memories[memory]));
        let bytes = bytes.next_multiple_of(4).max(4);
        let ty = BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None };
        Ok((ty, Bind::Buffer(memory, offset, bytes)))
    }

    fn bind_sampler(&self, sampler: &Sampler, objects: &mut Objects) -> Result<BindingType, Outcome> {
        let ty = textures::sampler_type(sampler);
        objects.samplers.push(textures::sampler(&self.device, sampler)?);
        Ok(BindingType::Sampler(ty))
    }

    /// A buffer that holds what memory holds, in whole words.
    fn buffer(&self, memory: &Memory) -> wgpu::Buffer {
        let mut bytes = memory.bytes();
        bytes.resize(bytes.len().next_multiple_of(4).max(4), 0);
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes.len() as u64,
            usage: BufferUsages::STORAGE
                | BufferUsages::UNIFORM
                | BufferUsages::COPY_SRC
                | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        self.queue.write_buffer(&buffer, 0, &bytes);
        buffer
    }

    /// What memory holds after the run.
    fn after(&self, number: usize, memory: &Memory, objects: &Objects) -> Result<Vec<u8>, Outcome> {
        if let Some(texture) = objects.textures.get(&number) {
            return self.texels(texture, memory.len());
        }
        let Some(buffer) = objects.buffers.get(&number) else { return Ok(memory.bytes()) };
        let copy = self.copy_target(buffer.size());
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, buffer.size());
        self.queue.submit([encoder.finish()]);
        let mut bytes = self.read(&copy)?;
        bytes.truncate(memory.len() as usize);
        Ok(bytes)
    }

    /// A buffer that can be read.
    fn copy_target(&self, size: u64) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }

    fn read(&self, buffer: &wgpu::Buffer) -> Result<Vec<u8>, Outcome> {
        buffer.map_async(wgpu::MapMode::Read, .., |_| {});
        let polled = self.device.poll(wgpu::PollType::wait_indefinitely());
        polled.map_err(|error| Outcome::NotRun(format!("wgpu: {error}")))?;
        let range = buffer.get_mapped_range(..);
        let bytes = range.map_err(|error| Outcome::NotRun(format!("wgpu: {error}")))?.to_vec();
        buffer.unmap();
        Ok(bytes)
    }
}

/// Resources as wgpu takes them: one, or an array.
enum Resolved<'a> {
    Buffers(Vec<wgpu::BufferBinding<'a>>, bool),
    Views(Vec<&'a wgpu::TextureView>),
    Samplers(Vec<&'a wgpu::Sampler>),
}

impl<'a> Resolved<'a> {
    fn of(binds: &[Bind], objects: &'a Objects) -> Self {
        let (mut buffers, mut views, mut samplers) = (Vec::new(), Vec::new(), Vec::new());
        for bind in binds {
            match bind {
                Bind::Buffer(memory, offset, bytes) => buffers.push(wgpu::BufferBinding {
                    buffer: &objects.buffers[memory],
                    offset: *offset,
                    size: std::num::NonZeroU64::new(*bytes),
                }),
                Bind::View(view) => views.push(&objects.views[*view]),
                Bind::Sampler(sampler) => samplers.push(&objects.samplers[*sampler]),
            }
        }
        match (views.is_empty(), samplers.is_empty()) {
            (true, true) => Self::Buffers(buffers, binds.len() > 1),
            (false, _) => Self::Views(views),
            (true, false) => Self::Samplers(samplers),
        }
    }

    fn resource(&'a self) -> BindingResource<'a> {
        match self {
            Self::Buffers(buffers, false) => BindingResource::Buffer(buffers[0].clone()),
            Self::Buffers(buffers, true) => BindingResource::BufferArray(buffers),
            Self::Views(views) if views.len() == 1 => BindingResource::TextureView(views[0]),
            Self::Views(views) => BindingResource::TextureViewArray(views),
            Self::Samplers(samplers) if samplers.len() == 1 => BindingResource::Sampler(samplers[0]),
            Self::Samplers(samplers) => BindingResource::SamplerArray(samplers),
        }
    }
}

/// A function that returns the descriptors of a binding.
pub type Find<'a> = &'a dyn Fn(&Binding) -> Result<Vec<Descriptor>, Outcome>;

/// What is bound to the registers of a binding.
pub fn descriptors(
    binding: &Binding,
    program: &Program,
    bound: &Bound<'_>,
) -> Result<Vec<Descriptor>, Outcome> {
    let is_it = |slot: &dxil_run::Slot| {
        (slot.class, slot.register, slot.space) == (binding.class, binding.register, binding.space)
    };
    let slot = program.slots().iter().position(is_it);
    let slot = slot.ok_or_else(|| cannot("descriptor heaps are not bound here"))?;
    let handle =
        |index: u32| u32::try_from(slot).expect("there are few") << dxil_run::resources::SLOT_SHIFT | index;
    let most = binding.count.min(MAX_DESCRIPTORS);
    Ok((0..most).map_while(|index| bound.descriptor(handle(index)).cloned()).collect())
}

/// What is used where the driver has it.
fn features() -> Features {
    Features::PASSTHROUGH_SHADERS
        | Features::SHADER_F16
        | Features::SHADER_F64
        | Features::SHADER_I16
        | Features::SHADER_INT64
        | Features::SHADER_INT64_ATOMIC_ALL_OPS
        | Features::SHADER_INT64_ATOMIC_MIN_MAX
        | Features::SHADER_FLOAT32_ATOMIC
        | Features::IMMEDIATES
        | Features::TEXTURE_ATOMIC
        | Features::SUBGROUP
        | Features::SUBGROUP_BARRIER
        | Features::BUFFER_BINDING_ARRAY
        | Features::STORAGE_RESOURCE_BINDING_ARRAY
        | Features::UNIFORM_BUFFER_BINDING_ARRAYS
        | Features::TEXTURE_BINDING_ARRAY
        | Features::SAMPLED_TEXTURE_AND_STORAGE_BUFFER_ARRAY_NON_UNIFORM_INDEXING
        | Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES
        | Features::FLOAT32_FILTERABLE
        | Features::ADDRESS_MODE_CLAMP_TO_BORDER
}

/// An error's first and last lines, which say what and why.
fn shortened(error: &str) -> String {
    let lines: Vec<&str> = error.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    match lines.as_slice() {
        [first, .., last] => format!("{first} {last}"),
        lines => lines.join(" "),
    }
}
