//! Resources of an entry point with random contents, by the types of naga: buffers, textures and samplers of the
//! registers that naga-dxil uses by default. Separate because all oracles execute over the same resources.

use dx_container::enums::ResourceClass;
use dxil_run::resources::{
    ALL_MAPPED, AccelerationStructure, AddressMode, Buffer, Comparison, Component, Dimension, Filter, Format,
    Geometry, Instance, Sampler, Shape, Texture,
};
use dxil_run::{Bound, Descriptor, Memory, Program, Resources};
use dxil_spirv::binding::ResourceKind;
use naga::proc::Layouter;
use naga::{
    AddressSpace, ArraySize, Handle, ImageClass, ImageDimension, Module, Scalar, ScalarKind, StorageFormat,
    Type, TypeInner,
};
use testkit::random::Random;

use super::observe;
use crate::convert::Role;

/// The elements of a runtime-sized array.
const ELEMENTS: u32 = 24;
/// The width and height of textures.
const TEXELS: u32 = 4;
/// The space of the immediates and of the special constants by default.
const CONSTANTS_SPACE: u32 = 254;

/// A resource of the entry point: one descriptor, or the descriptors of an array.
pub struct Item {
    pub class: ResourceClass,
    pub register: u32,
    pub space: u32,
    pub role: Role,
    pub descriptors: Vec<Descriptor>,
    pub is_array: bool,
}

/// The scalars of a memory, each with its byte offset.
pub type Leaves = Vec<(u32, Scalar)>;

/// All resources, with the contents before the dispatch.
pub struct Inputs {
    pub items: Vec<Item>,
    pub immediates: Vec<u8>,
    pub memories: Vec<Vec<u8>>,
    /// The scalars of each memory.
    pub leaves: Vec<Leaves>,
    structures: Vec<AccelerationStructure>,
}

impl Inputs {
    /// Random resources for the global variables that `uses` accepts.
    pub fn new(
        module: &Module,
        uses: impl Fn(Handle<naga::GlobalVariable>) -> bool,
        threads: u32,
        seed: u64,
    ) -> Result<Self, String> {
        let mut layouter = Layouter::default();
        layouter.update(module.to_ctx()).map_err(|error| error.to_string())?;
        let random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let inputs = Self {
            items: Vec::new(),
            immediates: Vec::new(),
            memories: Vec::new(),
            leaves: Vec::new(),
            structures: Vec::new(),
        };
        let mut generator = Generator { module, layouter, random, inputs, elements: ELEMENTS };
        for (handle, variable) in module.global_variables.iter() {
            if uses(handle) {
                let is_observer = variable.binding.is_some_and(|binding| binding.group == observe::GROUP);
                generator.elements = if is_observer { threads } else { ELEMENTS };
                generator.variable(variable)?;
            }
        }
        // The number of groups, for `num_workgroups`.
        let groups: Vec<u8> = [1, 1, 1, 0_u32].into_iter().flat_map(u32::to_le_bytes).collect();
        let memory = generator.add(groups, Vec::new());
        let descriptors = vec![buffer(memory, 16)];
        generator.inputs.items.push(Item {
            class: ResourceClass::CBUFFER,
            register: 0,
            space: CONSTANTS_SPACE,
            role: Role::Uniform,
            descriptors,
            is_array: false,
        });
        Ok(generator.inputs)
    }

    /// Sets the number of thread groups.
    pub fn set_groups(&mut self, groups: [u32; 3]) {
        if let Some(memory) = self.memories.last_mut() {
            for (to, count) in memory.chunks_mut(4).zip(groups) {
                to.copy_from_slice(&count.to_le_bytes());
            }
        }
    }

    pub fn resources(&self) -> Resources {
        let mut resources = Resources::default();
        for memory in &self.memories {
            resources.add(Memory::new(memory));
        }
        resources.structures.clone_from(&self.structures);
        resources
    }

    /// Binds everything that a program declares.
    pub fn bind<'r>(&self, program: &Program, resources: &'r Resources) -> Bound<'r> {
        let mut bound = Bound::new(program, resources);
        for item in &self.items {
            for (register, descriptor) in (item.register..).zip(&item.descriptors) {
                bound.bind(program, item.class, register, item.space, descriptor.clone());
            }
        }
        bound
    }
}

fn buffer(memory: usize, bytes: u64) -> Descriptor {
    Descriptor::Buffer(Buffer {
        memory,
        offset: 0,
        bytes,
        stride: 0,
        format: None,
        counter: None,
        mapped: ALL_MAPPED,
    })
}

struct Generator<'m> {
    module: &'m Module,
    layouter: Layouter,
    random: Random,
    inputs: Inputs,
    /// The elements of runtime-sized arrays.
    elements: u32,
}

impl Generator<'_> {
    fn add(&mut self, bytes: Vec<u8>, leaves: Leaves) -> usize {
        self.inputs.memories.push(bytes);
        self.inputs.leaves.push(leaves);
        self.inputs.memories.len() - 1
    }

    fn variable(&mut self, variable: &naga::GlobalVariable) -> Result<(), String> {
        if variable.space == AddressSpace::Immediate {
            let (bytes, leaves) = self.filled(variable.ty)?;
            self.inputs.immediates = bytes.clone();
            let length = bytes.len() as u64;
            let memory = self.add(padded(bytes), leaves);
            self.inputs.items.push(Item {
                class: ResourceClass::CBUFFER,
                register: 1,
                space: CONSTANTS_SPACE,
                role: Role::Uniform,
                descriptors: vec![buffer(memory, length.next_multiple_of(16))],
                is_array: false,
            });
            return Ok(());
        }
        let Some(binding) = variable.binding else { return Ok(()) };
        let (ty, count) = match self.module.types[variable.ty].inner {
            TypeInner::BindingArray { base, size: ArraySize::Constant(count) } => (base, Some(count.get())),
            TypeInner::BindingArray { .. } => return Err("a binding array without a size".to_owned()),
            _ => (variable.ty, None),
        };
        let mut found = None;
        let mut descriptors = Vec::new();
        for _ in 0..count.unwrap_or(1) {
            let (class, role, descriptor) = self.resource(variable.space, ty)?;
            found = Some((class, role));
            descriptors.push(descriptor);
        }
        let (class, role) = found.ok_or("an empty binding array")?;
        let (register, space) = (binding.binding, binding.group);
        let is_array = count.is_some();
        self.inputs.items.push(Item { class, register, space, role, descriptors, is_array });
        Ok(())
    }

    fn resource(
        &mut self,
        space: AddressSpace,
        ty: Handle<Type>,
    ) -> Result<(ResourceClass, Role, Descriptor), String> {
        match (space, &self.module.types[ty].inner) {
            (AddressSpace::Uniform, _) => {
                let (bytes, leaves) = self.filled(ty)?;
                let length = (bytes.len() as u64).next_multiple_of(16);
                let memory = self.add(padded(bytes), leaves);
                Ok((ResourceClass::CBUFFER, Role::Uniform, buffer(memory, length)))
            }
            (AddressSpace::Storage { access }, _) => {
                let (bytes, leaves) = self.filled(ty)?;
                let length = bytes.len() as u64;
                let memory = self.add(bytes, leaves);
                let is_written = access.contains(naga::StorageAccess::STORE);
                let class = if is_written { ResourceClass::UAV } else { ResourceClass::SRV };
                Ok((class, Role::Storage, buffer(memory, length)))
            }
            (_, TypeInner::Sampler { comparison }) => {
                let mut sampler = Sampler { min: Filter::Point, mag: Filter::Point, ..Sampler::default() };
                sampler.mip = Filter::Point;
                sampler.address = [AddressMode::Clamp; 3];
                sampler.comparison = comparison.then_some(Comparison::LessEqual);
                Ok((ResourceClass::SAMPLER, Role::Sampler, Descriptor::Sampler(sampler)))
            }
            (_, TypeInner::Image { dim, arrayed, class }) => self.image(*dim, *arrayed, *class),
            (_, TypeInner::AccelerationStructure { .. }) => {
                let structure = self.structure();
                self.inputs.structures.push(structure);
                let structure = Descriptor::Structure(self.inputs.structures.len() - 1);
                Ok((ResourceClass::SRV, Role::Structure, structure))
            }
            (space, _) => Err(format!("a variable in {space:?}")),
        }
    }

    fn image(
        &mut self,
        dim: ImageDimension,
        arrayed: bool,
        class: ImageClass,
    ) -> Result<(ResourceClass, Role, Descriptor), String> {
        use ResourceKind as K;
        let kind = match (dim, arrayed, class.is_multisampled()) {
            (ImageDimension::D1, false, false) => K::Texture1D,
            (ImageDimension::D1, true, false) => K::Texture1DArray,
            (ImageDimension::D2, false, false) => K::Texture2D,
            (ImageDimension::D2, true, false) => K::Texture2DArray,
            (ImageDimension::D2, false, true) => K::Texture2DMs,
            (ImageDimension::D2, true, true) => K::Texture2DMsArray,
            (ImageDimension::D3, ..) => K::Texture3D,
            (ImageDimension::Cube, false, _) => K::TextureCube,
            (ImageDimension::Cube, true, _) => K::TextureCubeArray,
            _ => return Err(format!("a texture with {dim:?}")),
        };
        let (format, scalar) = match class {
            ImageClass::External => return Err("external textures".to_owned()),
            ImageClass::Storage { format, .. } => stored(format)?,
            ImageClass::Depth { .. } | ImageClass::Sampled { kind: ScalarKind::Float, .. } => {
                (Format { component: Component::F32, components: 4 }, Scalar::F32)
            }
            ImageClass::Sampled { kind: ScalarKind::Sint, .. } => {
                (Format { component: Component::Signed(32), components: 4 }, Scalar::I32)
            }
            ImageClass::Sampled { .. } => {
                (Format { component: Component::Unsigned(32), components: 4 }, Scalar::U32)
            }
        };
        let (dimension, size, layers) = match dim {
            ImageDimension::D1 => (Dimension::One, [TEXELS, 1, 1], 1),
            ImageDimension::D2 => (Dimension::Two, [TEXELS, TEXELS, 1], if arrayed { 2 } else { 1 }),
            ImageDimension::D3 => (Dimension::Three, [TEXELS, TEXELS, 2], 1),
            ImageDimension::Cube => (Dimension::Cube, [TEXELS, TEXELS, 1], if arrayed { 12 } else { 6 }),
        };
        let samples = if class.is_multisampled() { 4 } else { 1 };
        let has_levels = matches!(dim, ImageDimension::D2 | ImageDimension::Cube) && samples == 1;
        let is_storage = matches!(class, ImageClass::Storage { .. });
        let levels = if has_levels && !is_storage { 2 } else { 1 };
        let mut texels = size.iter().product::<u32>();
        if levels == 2 {
            texels += (TEXELS / 2) * (TEXELS / 2);
        }
        let bytes = texels * layers * samples * format.bytes();
        let mut contents = Vec::new();
        let width = usize::from(scalar.width);
        let mut leaves = Vec::new();
        while contents.len() < bytes as usize {
            leaves.push((contents.len() as u32, scalar));
            let is_normalized =
                matches!(format.component, Component::UnsignedNormalized(_) | Component::SignedNormalized(_));
            let random = if is_normalized { self.random.word().into() } else { self.scalar(scalar) };
            contents.extend_from_slice(&random.to_le_bytes()[..width]);
        }
        let memory = self.add(contents, leaves);
        let texture = Texture { memory, offset: 0, format, dimension, size, layers, levels, samples };
        let is_written = matches!(class, ImageClass::Storage { .. });
        let (class, role) = match is_written {
            true => (ResourceClass::UAV, Role::StorageTexture(kind)),
            false => (ResourceClass::SRV, Role::Texture(kind)),
        };
        Ok((class, role, Descriptor::Texture(texture)))
    }

    /// Large triangles and boxes, so that many rays hit one.
    fn structure(&mut self) -> AccelerationStructure {
        let mut coordinate = || self.random.below(256) as f32 / 4.0 - 32.0;
        let mut point = || [coordinate(), coordinate(), coordinate()];
        let triangles = (0..12).map(|_| [point(), point(), point()]).collect();
        let boxes = (0..4).map(|_| {
            let from = point();
            [from, from.map(|low| low + 16.0)]
        });
        let boxes = boxes.collect();
        let object = |shape, is_opaque| vec![Geometry { shape, is_opaque }];
        let objects = vec![object(Shape::Triangles(triangles), false), object(Shape::Boxes(boxes), false)];
        let instances = (0..2).map(|number| Instance { id: 5 + number, ..Instance::new(number as usize) });
        AccelerationStructure { objects: objects.into(), instances: instances.collect() }
    }

    /// Random contents for a type, and its scalars.
    fn filled(&mut self, ty: Handle<Type>) -> Result<(Vec<u8>, Leaves), String> {
        let mut leaves = Vec::new();
        let size = self.leaves(ty, 0, &mut leaves)?;
        let mut bytes = vec![0; size.next_multiple_of(4) as usize];
        for (offset, scalar) in &leaves {
            let value = self.scalar(*scalar);
            let (from, width) = (*offset as usize, usize::from(scalar.width));
            let to = bytes.get_mut(from..from + width).ok_or("a member outside of its structure")?;
            to.copy_from_slice(&value.to_le_bytes()[..width]);
        }
        Ok((bytes, leaves))
    }

    /// Appends the scalars of a type, and returns the size.
    fn leaves(&self, ty: Handle<Type>, offset: u32, leaves: &mut Leaves) -> Result<u32, String> {
        let layout = self.layouter[ty];
        match &self.module.types[ty].inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => leaves.push((offset, *scalar)),
            TypeInner::Vector { size, scalar } => {
                let count = *size as u32;
                leaves.extend((0..count).map(|at| (offset + at * u32::from(scalar.width), *scalar)));
            }
            TypeInner::Matrix { columns, rows, scalar } => {
                let stride = layout.size / *columns as u32;
                for column in 0..*columns as u32 {
                    let first = offset + column * stride;
                    let rows = 0..*rows as u32;
                    leaves.extend(rows.map(|at| (first + at * u32::from(scalar.width), *scalar)));
                }
            }
            TypeInner::Array { base, size, stride } => {
                let count = match size {
                    ArraySize::Constant(count) => count.get(),
                    ArraySize::Dynamic => self.elements,
                    ArraySize::Pending(_) => return Err("an array whose size is an override".to_owned()),
                };
                for index in 0..count {
                    self.leaves(*base, offset + index * stride, leaves)?;
                }
                return Ok(count * stride);
            }
            TypeInner::Struct { members, span } => {
                let mut size = *span;
                for member in members {
                    let end = member.offset + self.leaves(member.ty, offset + member.offset, leaves)?;
                    size = size.max(end);
                }
                return Ok(size.next_multiple_of(4));
            }
            other => return Err(format!("a buffer with {other:?}")),
        }
        Ok(layout.size)
    }

    /// The bits of a random scalar. Most integers are small, because they are indices, counts and sizes.
    fn scalar(&mut self, scalar: Scalar) -> u64 {
        let choice = self.random.below(8);
        match (scalar.kind, scalar.width) {
            (ScalarKind::Float, width) => {
                let number =
                    f64::from(self.random.below(256) as u32) / 16.0 - if choice < 5 { 0.0 } else { 8.0 };
                match width {
                    2 => u64::from(dxil::half::from_double(number)),
                    4 => u64::from((number as f32).to_bits()),
                    _ => number.to_bits(),
                }
            }
            (ScalarKind::Sint, _) if choice == 0 => (self.random.below(64) as i64 - 32) as u64,
            (_, width) if choice == 1 => u64::from(self.random.word()) << if width == 8 { 13 } else { 0 },
            _ => self.random.below(6) as u64,
        }
    }
}

/// Constant buffers have whole rows.
fn padded(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.resize(bytes.len().next_multiple_of(256), 0);
    bytes
}

/// The format of a storage texture, and the scalars of its texels.
fn stored(format: StorageFormat) -> Result<(Format, Scalar), String> {
    use StorageFormat as F;
    let scalar = |kind, width| Scalar { kind, width };
    let (component, components, scalar) = match format {
        F::R32Uint => (Component::Unsigned(32), 1, Scalar::U32),
        F::Rg32Uint => (Component::Unsigned(32), 2, Scalar::U32),
        F::Rgba32Uint => (Component::Unsigned(32), 4, Scalar::U32),
        F::R32Sint => (Component::Signed(32), 1, Scalar::I32),
        F::Rg32Sint => (Component::Signed(32), 2, Scalar::I32),
        F::Rgba32Sint => (Component::Signed(32), 4, Scalar::I32),
        F::R32Float => (Component::F32, 1, Scalar::F32),
        F::Rg32Float => (Component::F32, 2, Scalar::F32),
        F::Rgba32Float => (Component::F32, 4, Scalar::F32),
        F::R64Uint => (Component::Unsigned(64), 1, Scalar::U64),
        F::Rgba16Uint => (Component::Unsigned(16), 4, scalar(ScalarKind::Uint, 2)),
        F::Rgba16Sint => (Component::Signed(16), 4, scalar(ScalarKind::Sint, 2)),
        F::Rgba8Uint => (Component::Unsigned(8), 4, scalar(ScalarKind::Uint, 1)),
        F::Rgba8Sint => (Component::Signed(8), 4, scalar(ScalarKind::Sint, 1)),
        F::Rgba8Unorm => (Component::UnsignedNormalized(8), 4, scalar(ScalarKind::Uint, 1)),
        F::Rgba8Snorm => (Component::SignedNormalized(8), 4, scalar(ScalarKind::Sint, 1)),
        F::R8Unorm => (Component::UnsignedNormalized(8), 1, scalar(ScalarKind::Uint, 1)),
        other => return Err(format!("a storage texture of {other:?}")),
    };
    Ok((Format { component, components }, scalar))
}
