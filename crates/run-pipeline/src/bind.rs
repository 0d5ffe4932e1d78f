//! Pipelines as resources: their buffers in memory, and what of it is bound to which register of a shader.

use std::sync::Arc;

use dx_container::enums::{
    ComparisonFunc, ResourceClass, RootParameterType, ShaderVisibility, StaticBorderColor, TextureAddressMode,
};
use dx_container::parts::root_signature::{ParameterContent, RootSignature, StaticSampler};
use hashbrown::HashSet;

use super::{BindingPlace, BufferData, Pass, Pipeline, Resource, ResourceKind, RootArgument, Source, Stage};
use dxil_run::Program;
use dxil_run::resources::{
    ALL_MAPPED, AddressMode, Bound, Buffer, Comparison, Descriptor, Filter, Memory, Reduction, Resources,
    Sampler, Slot, Texture,
};
use dxil_run::{Result, RunErrorKind};

/// A constant buffer view has a multiple of so many bytes; beyond what a buffer holds, they are zero.
const CONSTANT_BUFFER_ALIGNMENT: usize = 256;

/// The bytes of a tile of a reserved resource: D3D12_TILED_RESOURCE_TILE_SIZE_IN_BYTES.
const TILE_BYTES: u64 = 65_536;

/// A pipeline in memory: what its shaders share while it is run.
#[derive(Debug)]
#[non_exhaustive]
pub struct PipelineRun {
    resources: Resources,
    /// The memory of each resource of each buffer.
    memories: Vec<Vec<usize>>,
    /// The counters of each resource of each buffer; empty for what has none.
    counters: Vec<Vec<usize>>,
    /// The memory of each block of push constants.
    push_constants: Vec<usize>,
    /// The acceleration structures of each array of them.
    structures: Vec<Vec<usize>>,
}

impl PipelineRun {
    /// Puts a pipeline's data into memory.
    pub fn new(pipeline: &Pipeline) -> Self {
        let mut resources = Resources::default();
        let mut memories = Vec::new();
        let mut counters = Vec::new();
        let constant = bound_as_constants(pipeline);
        let counted = resources_of(pipeline).filter_map(|resource| match resource.source {
            Source::Buffer(index) if resource.has_counter => Some(index),
            _ => None,
        });
        let counted: HashSet<usize> = counted.collect();
        for (index, buffer) in pipeline.buffers.iter().enumerate() {
            let is_constant = constant.contains(&index);
            let add = |bytes: &Vec<u8>| resources.add(memory(bytes, is_constant));
            memories.push(buffer.data.iter().map(add).collect());
            let count = if counted.contains(&index) { buffer.data.len() } else { 0 };
            counters.push((0..count).map(|_| resources.add(Memory::new(&[0; 4]))).collect());
        }
        let add = |block: &super::PushConstants| resources.add(memory(&block.data, true));
        let push_constants = pipeline.push_constants.iter().map(add).collect();
        let objects = super::structures::objects(pipeline);
        let structures = pipeline.acceleration.top.iter().map(|top| {
            let first = resources.structures.len();
            resources.structures.extend(super::structures::build(top, &objects));
            (first..resources.structures.len()).collect()
        });
        let structures = structures.collect();
        Self { resources, memories, counters, push_constants, structures }
    }

    /// All memory.
    pub(super) fn resources(&self) -> &Resources {
        &self.resources
    }

    /// The memory of each resource of each buffer, by its number in [`Resources::memories`].
    pub fn memories(&self) -> &[Vec<usize>] {
        &self.memories
    }

    /// The memory of the counter of each resource of each buffer, likewise; none for buffers without.
    pub fn counters(&self) -> &[Vec<usize>] {
        &self.counters
    }

    /// What a pass binds to a program of the stage. Arguments of root signatures go where the signature says.
    ///
    /// # Errors
    ///
    /// A register that the program uses has nothing bound to it, or something of another kind; the pipeline has
    /// arguments for a root signature, and the shader none that they fit.
    pub fn bind<'r>(
        &'r self,
        pipeline: &Pipeline,
        (pass, stage): (&Pass, Stage),
        program: &Program,
        signature: Option<&RootSignature<'_>>,
    ) -> Result<Bound<'r>> {
        let mut bound = Bound::new(program, &self.resources);
        if let Some(signature) = signature {
            bind_static_samplers(program, signature, stage, &mut bound);
        }
        for resource in pass.resources.iter() {
            self.bind_resource(pipeline, program, resource, &mut bound)?;
        }
        self.bind_root_arguments((pipeline, pass), program, signature, &mut bound)?;
        self.bind_push_constants((pipeline, pass), (stage, program), &mut bound);
        let unbound: Vec<String> = bound.unbound(program).map(Slot::label).collect();
        match unbound.is_empty() {
            true => Ok(bound),
            false => Err(located::Error::unplaced(RunErrorKind::Unbound { resources: unbound.join(", ") })),
        }
    }

    fn bind_resource(
        &self,
        pipeline: &Pipeline,
        program: &Program,
        resource: &Resource,
        bound: &mut Bound<'_>,
    ) -> Result<()> {
        let class = class(resource.kind);
        let descriptors = self.descriptors(pipeline, resource)?;
        for (index, descriptor) in (0..dxil_run::limits::DESCRIPTORS).zip(descriptors) {
            match resource.place {
                BindingPlace::Register { register, space } => {
                    let register = register.saturating_add(index);
                    let slot =
                        program.slots().iter().find(|slot| slot.place(class, register, space).is_some());
                    if let Some(slot) = slot {
                        check_kind(resource, slot)?;
                    }
                    bound.bind(program, class, register, space, descriptor);
                }
                BindingPlace::Heap(first) => {
                    let place = first.saturating_add(index);
                    if !bound.bind_in_heap(class, place, descriptor) {
                        let (what, limit) =
                            ("descriptors in a heap", u64::from(dxil_run::limits::DESCRIPTORS));
                        let found = u64::from(place) + 1;
                        return Err(located::Error::unplaced(RunErrorKind::TooLarge { what, found, limit }));
                    }
                }
            }
        }
        Ok(())
    }

    /// The descriptors of a resource, of all of an array.
    fn descriptors(&self, pipeline: &Pipeline, resource: &Resource) -> Result<Vec<Descriptor>> {
        match resource.source {
            Source::Sampler(index) => {
                let sampler = pipeline.samplers.get(index).map(|sampler| sampler.sampler.clone());
                Ok(sampler.into_iter().map(Descriptor::Sampler).collect())
            }
            Source::Acceleration(index) => {
                let structures = self.structures.get(index).cloned().unwrap_or_default();
                Ok(structures.into_iter().map(Descriptor::Structure).collect())
            }
            Source::Buffer(index) => {
                let Some(buffer) = pipeline.buffers.get(index) else { return Ok(Vec::new()) };
                let counters = self.counters.get(index).filter(|_| resource.has_counter);
                let memories = self.memories.get(index).into_iter().flatten().enumerate();
                let describe = |(element, memory): (usize, &usize)| {
                    let counter = counters.and_then(|counters| counters.get(element)).copied();
                    self.descriptor(buffer, (resource.kind, resource.mapped_tiles), *memory, counter)
                };
                memories.map(describe).collect()
            }
        }
    }

    fn descriptor(
        &self,
        buffer: &BufferData,
        (kind, mapped_tiles): (ResourceKind, Option<u32>),
        memory: usize,
        counter: Option<usize>,
    ) -> Result<Descriptor> {
        let mapped = mapped_tiles.map_or(ALL_MAPPED, |tiles| u64::from(tiles) * TILE_BYTES);
        let format = buffer.format.format(buffer.channels);
        if kind.is_texture() {
            return texture(buffer, memory).map(Descriptor::Texture);
        }
        let data = buffer.data.first().map_or(0, Vec::len);
        let is_constant = kind == ResourceKind::ConstantBuffer;
        let bytes = if is_constant { data.next_multiple_of(CONSTANT_BUFFER_ALIGNMENT) } else { data };
        let is_typed = matches!(kind, ResourceKind::Buffer | ResourceKind::RWBuffer);
        let is_structured = matches!(kind, ResourceKind::StructuredBuffer | ResourceKind::RWStructuredBuffer);
        Ok(Descriptor::Buffer(Buffer {
            memory,
            offset: 0,
            bytes: bytes as u64,
            stride: if is_structured { buffer.stride } else { 0 },
            format: is_typed.then_some(format),
            counter,
            mapped,
        }))
    }

    fn bind_root_arguments(
        &self,
        (pipeline, pass): (&Pipeline, &Pass),
        program: &Program,
        signature: Option<&RootSignature<'_>>,
        bound: &mut Bound<'_>,
    ) -> Result<()> {
        if pass.root_arguments.iter().all(|argument| *argument == RootArgument::Table) {
            return Ok(());
        }
        let Some(signature) = signature else {
            let why = "the pipeline has RootParameters, but the shader has no root signature";
            return Err(mismatch(why.to_owned()));
        };
        let mut parameters = signature.parameters();
        for (number, argument) in pass.root_arguments.iter().enumerate() {
            let content = parameters.next().map(|parameter| parameter.content);
            let (class, register, space, buffer, kind) = match (argument, &content) {
                (RootArgument::Table, Some(ParameterContent::Table(_))) => continue,
                (
                    RootArgument::Constants(buffer),
                    Some(ParameterContent::Constants { register, space, .. }),
                ) => (ResourceClass::CBUFFER, *register, *space, *buffer, ResourceKind::ConstantBuffer),
                (
                    RootArgument::Descriptor(buffer, kind),
                    Some(ParameterContent::Descriptor { kind: parameter, register, space, .. }),
                ) if class(*kind) == class_of_parameter(*parameter) => {
                    (class(*kind), *register, *space, *buffer, *kind)
                }
                (argument, content) => {
                    let what = content.as_ref().map_or("no parameter with this index", describe);
                    let found = describe_argument(*argument);
                    let why = format!(
                        "RootParameters has {found} as parameter {number}, but the root signature declares \
                         {what}"
                    );
                    return Err(mismatch(why));
                }
            };
            let (data, memory) = (pipeline.buffers.get(buffer), self.memories.get(buffer));
            if let (Some(data), Some([memory, ..])) = (data, memory.map(Vec::as_slice)) {
                let descriptor = self.descriptor(data, (kind, None), *memory, None)?;
                bound.bind(program, class, register, space, descriptor);
            }
        }
        Ok(())
    }

    /// Push constants are a constant buffer that no descriptor set has: the first one to which nothing is bound.
    fn bind_push_constants(
        &self,
        (pipeline, pass): (&Pipeline, &Pass),
        (stage, program): (Stage, &Program),
        bound: &mut Bound<'_>,
    ) {
        let all = pipeline.push_constants.iter().zip(&self.push_constants);
        for (block, memory) in all.skip(pass.push_constants.start).take(pass.push_constants.len()) {
            let slots = program.slots().iter().enumerate().filter(|_| block.stage == stage);
            let mut open = slots.filter(|(index, slot)| {
                slot.class == ResourceClass::CBUFFER && !bound.is_bound(program, *index)
            });
            let Some((_, slot)) = open.next() else { continue };
            let bytes = block.data.len().next_multiple_of(CONSTANT_BUFFER_ALIGNMENT);
            let bytes = bytes as u64;
            let buffer = Buffer {
                memory: *memory,
                offset: 0,
                bytes,
                stride: 0,
                format: None,
                counter: None,
                mapped: ALL_MAPPED,
            };
            let (register, space) = (slot.register, slot.space);
            bound.bind(program, ResourceClass::CBUFFER, register, space, Descriptor::Buffer(buffer));
        }
    }

    /// Puts what is in memory after the run into the pipeline's buffers.
    pub fn finish(&self, pipeline: &mut Pipeline) {
        let bytes =
            |index: &usize| self.resources.memories.get(*index).map(Memory::bytes).unwrap_or_default();
        for (buffer, memories) in pipeline.buffers.iter_mut().zip(&self.memories) {
            for (data, memory) in buffer.data.iter_mut().zip(memories) {
                let mut after = bytes(memory);
                after.truncate(data.len());
                *data = after;
            }
        }
        for (buffer, counters) in pipeline.buffers.iter_mut().zip(&self.counters) {
            let counter = |index| bytes(index).first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
            buffer.counters = counters.iter().map(counter).collect();
        }
    }
}

/// The resources of all passes.
fn resources_of(pipeline: &Pipeline) -> impl Iterator<Item = &Resource> {
    different(pipeline.passes.iter().map(|pass| &pass.resources)).flat_map(|list| list.iter())
}

/// The lists of passes, each once where passes behind each other share it.
fn different<'p, T: 'p>(lists: impl Iterator<Item = &'p Arc<T>>) -> impl Iterator<Item = &'p Arc<T>> {
    let mut before = None;
    lists.filter(move |list| !before.replace(*list).is_some_and(|before| Arc::ptr_eq(before, list)))
}

/// The buffers that are bound as constant buffers.
fn bound_as_constants(pipeline: &Pipeline) -> HashSet<usize> {
    let resources = resources_of(pipeline).filter_map(|resource| match resource.source {
        Source::Buffer(index) if resource.kind == ResourceKind::ConstantBuffer => Some(index),
        _ => None,
    });
    let lists = different(pipeline.passes.iter().map(|pass| &pass.root_arguments));
    let arguments = lists.flat_map(|list| list.iter()).filter_map(|argument| match argument {
        RootArgument::Constants(buffer) | RootArgument::Descriptor(buffer, ResourceKind::ConstantBuffer) => {
            Some(*buffer)
        }
        RootArgument::Descriptor(..) | RootArgument::Table => None,
    });
    resources.chain(arguments).collect()
}

fn memory(bytes: &[u8], is_constant: bool) -> Memory {
    let mut bytes = bytes.to_vec();
    if is_constant {
        bytes.resize(bytes.len().next_multiple_of(CONSTANT_BUFFER_ALIGNMENT), 0);
    }
    Memory::new(&bytes)
}

/// The class of registers that a resource of a kind is bound to.
fn class(kind: ResourceKind) -> ResourceClass {
    match kind {
        ResourceKind::Buffer
        | ResourceKind::StructuredBuffer
        | ResourceKind::ByteAddressBuffer
        | ResourceKind::Texture1D
        | ResourceKind::Texture2D
        | ResourceKind::Texture3D
        | ResourceKind::TextureCube
        | ResourceKind::SampledTexture2D
        | ResourceKind::AccelerationStructure => ResourceClass::SRV,
        ResourceKind::RWBuffer
        | ResourceKind::RWStructuredBuffer
        | ResourceKind::RWByteAddressBuffer
        | ResourceKind::RWTexture1D
        | ResourceKind::RWTexture2D
        | ResourceKind::RWTexture3D => ResourceClass::UAV,
        ResourceKind::ConstantBuffer => ResourceClass::CBUFFER,
        ResourceKind::Sampler => ResourceClass::SAMPLER,
    }
}

fn class_of_parameter(kind: RootParameterType) -> ResourceClass {
    match kind {
        RootParameterType::SRV => ResourceClass::SRV,
        RootParameterType::UAV => ResourceClass::UAV,
        _ => ResourceClass::CBUFFER,
    }
}

/// Checks that what is bound is what the shader takes it for.
fn check_kind(resource: &Resource, slot: &Slot) -> Result<()> {
    use dx_container::enums::ResourceKind as Kind;
    let fits = match resource.kind {
        ResourceKind::Buffer | ResourceKind::RWBuffer => slot.kind == Kind::TYPED_BUFFER,
        ResourceKind::StructuredBuffer | ResourceKind::RWStructuredBuffer => {
            slot.kind == Kind::STRUCTURED_BUFFER
        }
        ResourceKind::ByteAddressBuffer | ResourceKind::RWByteAddressBuffer => slot.kind == Kind::RAW_BUFFER,
        ResourceKind::Texture1D
        | ResourceKind::Texture2D
        | ResourceKind::Texture3D
        | ResourceKind::TextureCube
        | ResourceKind::RWTexture1D
        | ResourceKind::RWTexture2D
        | ResourceKind::RWTexture3D
        | ResourceKind::SampledTexture2D => {
            !matches!(slot.kind, Kind::TYPED_BUFFER | Kind::STRUCTURED_BUFFER | Kind::RAW_BUFFER)
        }
        ResourceKind::AccelerationStructure => slot.kind == Kind::RT_ACCELERATION_STRUCTURE,
        // Their class says it.
        ResourceKind::ConstantBuffer | ResourceKind::Sampler => true,
    };
    if fits {
        return Ok(());
    }
    let why = format!(
        "resource {} is bound as {:?}, but the shader declares a {} at this register ({})",
        resource.name,
        resource.kind,
        slot.kind,
        slot.label()
    );
    Err(mismatch(why))
}

pub(super) fn texture(buffer: &BufferData, memory: usize) -> Result<Texture> {
    let Some(size) = buffer.texture else {
        return Err(mismatch(format!(
            "buffer {} is bound as a texture, but has no OutputProps with the texture size",
            buffer.name
        )));
    };
    Ok(size.texture(memory))
}

fn is_visible(visibility: ShaderVisibility, stage: Stage) -> bool {
    let only = match visibility {
        ShaderVisibility::VERTEX => Stage::Vertex,
        ShaderVisibility::HULL => Stage::Hull,
        ShaderVisibility::DOMAIN => Stage::Domain,
        ShaderVisibility::GEOMETRY => Stage::Geometry,
        ShaderVisibility::PIXEL => Stage::Pixel,
        ShaderVisibility::AMPLIFICATION => Stage::Amplification,
        ShaderVisibility::MESH => Stage::Mesh,
        _ => return true,
    };
    only == stage
}

/// Binds the static samplers of a root signature that the stage sees.
pub fn bind_static_samplers(
    program: &Program,
    signature: &RootSignature<'_>,
    stage: Stage,
    bound: &mut Bound<'_>,
) {
    for sampler in signature.samplers().filter(|sampler| is_visible(sampler.visibility, stage)) {
        let (register, space) = (sampler.register, sampler.space);
        let descriptor = Descriptor::Sampler(static_sampler(&sampler));
        bound.bind(program, ResourceClass::SAMPLER, register, space, descriptor);
    }
}

/// A static sampler of a root signature.
fn static_sampler(sampler: &StaticSampler) -> Sampler {
    // D3D12_FILTER: a bit each for linear between mip levels, where magnified, where minified; then what is made of the
    // texels.
    const COMPARES: u32 = 0x80;
    const MINIMUM: u32 = 0x100;
    const REDUCTION: u32 = 0x180;
    let bits = sampler.filter.0;
    let filter = |bit: u32| if bits & bit != 0 { Filter::Linear } else { Filter::Point };
    let address = sampler.address.map(|mode| match mode {
        TextureAddressMode::WRAP => AddressMode::Wrap,
        TextureAddressMode::MIRROR => AddressMode::Mirror,
        TextureAddressMode::BORDER => AddressMode::Border,
        TextureAddressMode::MIRROR_ONCE => AddressMode::MirrorOnce,
        _ => AddressMode::Clamp,
    });
    let border = match sampler.border_color {
        StaticBorderColor::OPAQUE_BLACK | StaticBorderColor::OPAQUE_BLACK_UINT => [0.0, 0.0, 0.0, 1.0],
        StaticBorderColor::OPAQUE_WHITE | StaticBorderColor::OPAQUE_WHITE_UINT => [1.0; 4],
        _ => [0.0; 4],
    };
    let comparison = match sampler.comparison {
        ComparisonFunc::LESS => Comparison::Less,
        ComparisonFunc::EQUAL => Comparison::Equal,
        ComparisonFunc::LESS_EQUAL => Comparison::LessEqual,
        ComparisonFunc::GREATER => Comparison::Greater,
        ComparisonFunc::NOT_EQUAL => Comparison::NotEqual,
        ComparisonFunc::GREATER_EQUAL => Comparison::GreaterEqual,
        ComparisonFunc::ALWAYS => Comparison::Always,
        _ => Comparison::Never,
    };
    Sampler {
        mip: filter(0x1),
        mag: filter(0x4),
        min: filter(0x10),
        address,
        lod_bias: sampler.mip_lod_bias,
        min_lod: sampler.min_lod,
        max_lod: sampler.max_lod,
        border,
        comparison: (bits & REDUCTION == COMPARES).then_some(comparison),
        reduction: match bits & REDUCTION {
            MINIMUM => Reduction::Minimum,
            REDUCTION => Reduction::Maximum,
            _ => Reduction::Average,
        },
    }
}

fn describe<Ranges>(content: &ParameterContent<Ranges>) -> &'static str {
    match content {
        ParameterContent::Table(_) => "a descriptor table",
        ParameterContent::Constants { .. } => "root constants",
        ParameterContent::Descriptor { kind, .. } => match *kind {
            RootParameterType::SRV => "the descriptor of an SRV",
            RootParameterType::UAV => "the descriptor of a UAV",
            _ => "the descriptor of a constant buffer",
        },
    }
}

fn describe_argument(argument: RootArgument) -> &'static str {
    match argument {
        RootArgument::Table => "a DescriptorTable",
        RootArgument::Constants(_) => "a Constant",
        RootArgument::Descriptor(_, kind) => match class(kind) {
            ResourceClass::SRV => "the RootDescriptor of an SRV",
            ResourceClass::UAV => "the RootDescriptor of a UAV",
            _ => "the RootDescriptor of a constant buffer",
        },
    }
}

#[cold]
fn mismatch(why: String) -> dxil_run::RunError {
    located::Error::unplaced(RunErrorKind::Pipeline { why })
}
