//! Binds the global variables of a module: registers, kinds and formats. Separate from the accesses, because resources
//! are bound before the body is emitted.

use std::rc::Rc;

use dx_container::enums::{ElementType, ResourceKind};
use dxil::emit::{Resource, ResourceDesc, ShaderBuilder};
use hashbrown::HashMap;
use naga::back::hlsl::{BindTarget, ExternalTextureBindTarget, SamplerIndexBufferKey};
use naga::valid::GlobalUse;
use naga::{
    AddressSpace, ArraySize, Binding, BuiltIn, GlobalVariable, Handle, ImageClass, ImageDimension,
    MemoryDecorations, ResourceBinding, ScalarKind, StorageAccess, StorageFormat, Type, TypeInner,
};

use crate::error::{ErrorKind, Fault, Result};
use crate::lower::interface::arguments;
use crate::lower::places::{Memory, Storage, Unit};
use crate::lower::subject::Subject;
use crate::lower::types::{Types, memory_overload};
use crate::options::Samplers;

/// The space of constant buffers that the options do not name: b0 has the special constants, b1 the immediates.
const FAKE_CONSTANTS_SPACE: u8 = 254;
/// The space of index buffers of sampler heaps, as in naga's HLSL.
const FAKE_INDEX_SPACE: u32 = 255;
/// The distance of the registers of planes of an external texture whose registers the options do not name.
const FAKE_PLANE_DISTANCE: u32 = 1000;
/// The largest size of a constant buffer. Source: Direct3D's limit of 4,096 rows of 16 bytes.
const UNIFORM_BYTES: u32 = 65_536;
/// The number of samplers in a heap. Source: Direct3D 12's limit of shader-visible sampler heaps.
const HEAP_SAMPLERS: u32 = 2048;
/// The bytes of the special constants: first vertex, first instance, and one dword for other uses.
const SPECIAL_CONSTANTS: u32 = 12;

/// The global variables of a module.
#[derive(Debug)]
pub(super) struct Globals<'n> {
    subject: Subject<'n>,
    /// By the index of the variable; `None` if the entry point does not use it.
    pub(super) variables: Vec<Option<Global>>,
    /// The constant buffer of dynamic storage offsets, by bind group.
    pub(super) offsets: HashMap<u32, Resource>,
    /// The heap of samplers, and the heap of comparison samplers.
    pub(super) heaps: [Option<Resource>; 2],
    /// The buffers with indices into the heaps, by bind group.
    pub(super) index_buffers: HashMap<u32, Resource>,
    /// First vertex, first instance and another dword, or the number of thread groups.
    pub(super) special_constants: Option<Resource>,
}

/// The resources of an external texture.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExternalTexture {
    pub(super) planes: [Resource; 3],
    pub(super) parameters: Resource,
    /// The type of the parameters in naga.
    pub(super) ty: Handle<Type>,
}

/// A global variable.
#[derive(Debug, Clone)]
pub(super) enum Global {
    /// Memory of the thread or the group. The memory of a thread exists from the start of the body.
    Memory(Option<Rc<Memory>>),
    Buffer {
        resource: Resource,
        is_restricted: bool,
        is_uniform: bool,
        /// The bind group and the index of the dynamic offset.
        dynamic: Option<(u32, u32)>,
    },
    /// A texture or an acceleration structure, or an array of them.
    Resource(Resource),
    External(ExternalTexture),
    /// A sampler with a register of its own.
    Sampler(Resource),
    /// A sampler in a heap: the bind group and the first element in its buffer of indices.
    HeapSampler {
        group: u32,
        first: u32,
        is_comparison: bool,
    },
}

impl<'n> Globals<'n> {
    /// Binds the variables that the entry point uses.
    pub(super) fn bind(subject: &Subject<'n>, types: &Types<'n>, shader: &mut ShaderBuilder) -> Result<Self> {
        let mut globals = Self {
            subject: *subject,
            variables: Vec::with_capacity(subject.module.global_variables.len()),
            offsets: HashMap::new(),
            heaps: [None; 2],
            index_buffers: HashMap::new(),
            special_constants: None,
        };
        let uses = subject.info.get_entry_point(subject.index);
        for (handle, variable) in subject.module.global_variables.iter() {
            let global = match uses[handle] {
                uses if uses.is_empty() => None,
                uses => {
                    let span = subject.module.global_variables.get_span(handle);
                    let bound = globals.bind_variable(types, shader, variable, uses);
                    Some(bound.map_err(|fault| fault.at(span))?)
                }
            };
            globals.variables.push(global);
        }
        globals.bind_special_constants(shader)?;
        Ok(globals)
    }

    fn bind_variable(
        &mut self,
        types: &Types<'n>,
        shader: &mut ShaderBuilder,
        variable: &GlobalVariable,
        uses: GlobalUse,
    ) -> Result<Global> {
        let name = name_of(variable);
        match variable.space {
            AddressSpace::Private | AddressSpace::Function | AddressSpace::TaskPayload => {
                Ok(Global::Memory(None))
            }
            AddressSpace::WorkGroup => {
                let layouts = types.unit_layouts(types.of(variable.ty)?, name)?;
                let units = layouts.into_iter().map(|layout| {
                    let scalar = shader.module().types.intern(memory_overload(layout.scalar).ty());
                    let count = layout.is_array().then_some(layout.count.into());
                    let pointer = shader.group_shared(&layout.name, scalar, count);
                    Unit { storage: Storage::Pointer(pointer), layout }
                });
                Ok(Global::Memory(Some(Rc::new(Memory { units: units.collect() }))))
            }
            AddressSpace::Immediate => {
                let target = self.subject.options.bindings.immediates_target;
                let fake = BindTarget { space: FAKE_CONSTANTS_SPACE, register: 1, ..BindTarget::default() };
                let target = target.unwrap_or(fake);
                self.bind_buffer(types, shader, variable, target, ResourceDesc::cbuffer(name, 0))
            }
            AddressSpace::Uniform => {
                let target = self.target(variable)?;
                self.bind_buffer(types, shader, variable, target, ResourceDesc::cbuffer(name, 0))
            }
            AddressSpace::Storage { access } => {
                let target = self.target(variable)?;
                let writes = GlobalUse::WRITE | GlobalUse::ATOMIC;
                let is_written = access.contains(StorageAccess::STORE) || uses.intersects(writes);
                let is_coherent = variable.memory_decorations.contains(MemoryDecorations::COHERENT);
                let desc = match (is_written, is_coherent) {
                    (false, _) => ResourceDesc::raw(name),
                    (true, false) => ResourceDesc::raw(name).writable(),
                    (true, true) => ResourceDesc::raw(name).coherent(),
                };
                self.bind_buffer(types, shader, variable, target, desc)
            }
            AddressSpace::Handle => self.bind_opaque(types, shader, variable),
            space => Err(Fault::unsupported(
                format!("`{name}` in the address space {space:?}"),
                "use a compute, vertex or fragment shader",
            )),
        }
    }

    /// The register of a variable.
    fn target(&self, variable: &GlobalVariable) -> Result<BindTarget> {
        let options = &self.subject.options.bindings;
        let ResourceBinding { group, binding } = self.binding(variable)?;
        match options.binding_map.get(&ResourceBinding { group, binding }) {
            Some(target) => Ok(*target),
            None if options.fake_missing_bindings => Ok(BindTarget {
                space: u8::try_from(group).map_err(|_| {
                    Fault::unsupported(
                        format!("bind group {group}"),
                        "use groups up to 255, or a binding map",
                    )
                })?,
                register: binding,
                ..BindTarget::default()
            }),
            None => Err(ErrorKind::MissingBinding { name: name_of(variable).into(), group, binding }.into()),
        }
    }

    fn binding(&self, variable: &GlobalVariable) -> Result<ResourceBinding> {
        variable.binding.ok_or_else(|| Fault::malformed("a resource without a binding"))
    }

    fn bind_buffer(
        &mut self,
        types: &Types<'n>,
        shader: &mut ShaderBuilder,
        variable: &GlobalVariable,
        target: BindTarget,
        desc: ResourceDesc,
    ) -> Result<Global> {
        let is_uniform = matches!(variable.space, AddressSpace::Uniform | AddressSpace::Immediate);
        let (ty, count) = self.array(variable.ty, target);
        if is_uniform && types.size(ty) > UNIFORM_BYTES {
            let what = format!("`{}`, a uniform buffer of {} bytes", name_of(variable), types.size(ty));
            let remedy = format!("use at most {UNIFORM_BYTES} bytes, or a storage buffer");
            return Err(Fault::unsupported(what, remedy));
        }
        let desc = match is_uniform {
            true => ResourceDesc { properties: ResourceDesc::cbuffer("", types.size(ty)).properties, ..desc },
            false => desc,
        };
        let resource = shader.bind(placed(desc, target, count))?;
        let dynamic = match (target.dynamic_storage_buffer_offsets_index, variable.binding) {
            (Some(index), Some(ResourceBinding { group, .. })) => {
                self.bind_offsets(shader, group)?;
                Some((group, index))
            }
            _ => None,
        };
        let is_restricted = target.restrict_indexing || variable.space == AddressSpace::Immediate;
        Ok(Global::Buffer { resource, is_restricted, is_uniform, dynamic })
    }

    /// The type of an element and the number of elements of an array of resources; the type itself and `None` for one
    /// resource. `u32::MAX` elements are an unbounded array.
    fn array(&self, ty: Handle<Type>, target: BindTarget) -> (Handle<Type>, Option<u32>) {
        match self.subject.module.types[ty].inner {
            TypeInner::BindingArray { base, size } => {
                let count = match (target.binding_array_size, size) {
                    (Some(count), _) => count,
                    (None, ArraySize::Constant(count)) => count.get(),
                    (None, _) => u32::MAX,
                };
                (base, Some(count))
            }
            _ => (ty, None),
        }
    }

    fn bind_offsets(&mut self, shader: &mut ShaderBuilder, group: u32) -> Result<()> {
        if self.offsets.contains_key(&group) {
            return Ok(());
        }
        let targets = &self.subject.options.bindings.dynamic_storage_buffer_offsets_targets;
        let target = targets.get(&group).ok_or_else(|| {
            let what = format!("a dynamic storage offset of group {group} without a constant buffer");
            Fault::unsupported(what, "add the group to dynamic_storage_buffer_offsets_targets")
        })?;
        let name = format!("dynamicOffsets{group}");
        let desc = ResourceDesc::cbuffer(&name, target.size.saturating_mul(4));
        let resource = shader.bind(desc.at(target.space.into(), target.register))?;
        self.offsets.insert(group, resource);
        Ok(())
    }

    /// Binds the planes and the parameters of an external texture.
    fn bind_external(
        &mut self,
        types: &Types<'n>,
        shader: &mut ShaderBuilder,
        variable: &GlobalVariable,
    ) -> Result<Global> {
        let name = name_of(variable);
        let binding = self.binding(variable)?;
        let map = &self.subject.options.bindings.external_texture_binding_map;
        let target = match map.get(&binding) {
            Some(target) => *target,
            None => {
                let fake = self.target(variable)?;
                let plane = |index: u32| {
                    let register = fake.register.saturating_add(index.saturating_mul(FAKE_PLANE_DISTANCE));
                    BindTarget { register, ..fake }
                };
                ExternalTextureBindTarget { planes: [plane(0), plane(1), plane(2)], params: fake }
            }
        };
        let mut bind = |index: usize, target: BindTarget| -> Result<Resource> {
            let name = format!("{name}_plane{index}");
            let desc = ResourceDesc::texture(&name, ResourceKind::TEXTURE_2D, ElementType::F32, 4);
            Ok(shader.bind(placed(desc, target, None))?)
        };
        let [first, second, third] = target.planes;
        let planes = [bind(0, first)?, bind(1, second)?, bind(2, third)?];
        let ty = self.subject.module.special_types.external_texture_params;
        let ty = ty.ok_or_else(|| Fault::malformed("an external texture without its types"))?;
        let desc = ResourceDesc::cbuffer(&format!("{name}_params"), types.size(ty));
        let parameters = shader.bind(placed(desc, target.params, None))?;
        Ok(Global::External(ExternalTexture { planes, parameters, ty }))
    }

    fn bind_opaque(
        &mut self,
        types: &Types<'n>,
        shader: &mut ShaderBuilder,
        variable: &GlobalVariable,
    ) -> Result<Global> {
        if let TypeInner::Image { class: ImageClass::External, .. } =
            self.subject.module.types[variable.ty].inner
        {
            return self.bind_external(types, shader, variable);
        }
        let name = name_of(variable);
        let target = self.target(variable)?;
        let (ty, count) = self.array(variable.ty, target);
        let desc = match self.subject.module.types[ty].inner {
            TypeInner::Image { dim, arrayed, class } => image(name, dim, arrayed, class, variable)?,
            TypeInner::AccelerationStructure { .. } => ResourceDesc::acceleration_structure(name),
            TypeInner::Sampler { comparison } => {
                return self.bind_sampler(shader, variable, (target, count), comparison);
            }
            ref other => return Err(Fault::malformed(format!("a resource of type {other:?}"))),
        };
        Ok(Global::Resource(shader.bind(placed(desc, target, count))?))
    }

    fn bind_sampler(
        &mut self,
        shader: &mut ShaderBuilder,
        variable: &GlobalVariable,
        (target, count): (BindTarget, Option<u32>),
        is_comparison: bool,
    ) -> Result<Global> {
        let name = name_of(variable);
        let of_kind = |name: &str| match is_comparison {
            true => ResourceDesc::comparison_sampler(name),
            false => ResourceDesc::sampler(name),
        };
        let options = self.subject.options;
        if options.samplers == Samplers::Direct {
            return Ok(Global::Sampler(shader.bind(placed(of_kind(name), target, count))?));
        }
        let heaps = &options.bindings.sampler_heap_target;
        let (heap, heap_name) = match is_comparison {
            true => (heaps.comparison_samplers, "nagaComparisonSamplerHeap"),
            false => (heaps.standard_samplers, "nagaSamplerHeap"),
        };
        if let Some(bound @ None) = self.heaps.get_mut(usize::from(is_comparison)) {
            *bound = Some(shader.bind(placed(of_kind(heap_name), heap, Some(HEAP_SAMPLERS)))?);
        }
        let group = self.binding(variable)?.group;
        if !self.index_buffers.contains_key(&group) {
            let map = &options.bindings.sampler_buffer_binding_map;
            let (space, register) = match map.get(&SamplerIndexBufferKey { group }) {
                Some(target) => (target.space.into(), target.register),
                None if options.bindings.fake_missing_bindings => (FAKE_INDEX_SPACE, group),
                None => {
                    let what = format!("group {group} without a buffer of sampler indices");
                    return Err(Fault::unsupported(what, "add the group to sampler_buffer_binding_map"));
                }
            };
            let desc = ResourceDesc::structured(&format!("nagaGroup{group}SamplerIndexArray"), 4);
            self.index_buffers.insert(group, shader.bind(desc.at(space, register))?);
        }
        Ok(Global::HeapSampler { group, first: target.register, is_comparison })
    }

    /// Binds the special constants if the options have them or if an argument needs them.
    fn bind_special_constants(&mut self, shader: &mut ShaderBuilder) -> Result<()> {
        let built_ins = arguments(self.subject.module, &self.subject.entry.function);
        let uses = |wanted: BuiltIn| {
            built_ins.iter().any(|(_, binding)| *binding == Some(&Binding::BuiltIn(wanted)))
        };
        let options = &self.subject.options.bindings;
        let needs_groups = uses(BuiltIn::NumWorkGroups);
        let needs_first = uses(BuiltIn::VertexIndex) || uses(BuiltIn::InstanceIndex);
        let (space, register) = match options.special_constants_binding {
            Some(target) if needs_groups || needs_first => (target.space.into(), target.register),
            None if needs_groups => (FAKE_CONSTANTS_SPACE.into(), 0),
            _ => return Ok(()),
        };
        let desc = ResourceDesc::cbuffer("nagaConstants", SPECIAL_CONSTANTS).at(space, register);
        self.special_constants = Some(shader.bind(desc)?);
        Ok(())
    }
}

pub(super) fn name_of(variable: &GlobalVariable) -> &str {
    variable.name.as_deref().unwrap_or("unnamed")
}

fn placed(desc: ResourceDesc, target: BindTarget, count: Option<u32>) -> ResourceDesc {
    let desc = desc.at(target.space.into(), target.register);
    match count {
        Some(count) => desc.array(count),
        None => desc,
    }
}

/// The description of a texture.
fn image(
    name: &str,
    dim: ImageDimension,
    is_array: bool,
    class: ImageClass,
    variable: &GlobalVariable,
) -> Result<ResourceDesc> {
    use ImageDimension as D;
    use ResourceKind as K;
    let is_multisampled = class.is_multisampled();
    let kind = match (dim, is_array, is_multisampled) {
        (D::D1, false, false) => K::TEXTURE_1D,
        (D::D1, true, false) => K::TEXTURE_1D_ARRAY,
        (D::D2, false, false) => K::TEXTURE_2D,
        (D::D2, true, false) => K::TEXTURE_2D_ARRAY,
        (D::D2, false, true) => K::TEXTURE_2D_MS,
        (D::D2, true, true) => K::TEXTURE_2D_MS_ARRAY,
        (D::D3, false, false) => K::TEXTURE_3D,
        (D::Cube, false, false) => K::TEXTURE_CUBE,
        (D::Cube, true, false) => K::TEXTURE_CUBE_ARRAY,
        _ => {
            let what = format!("a texture {dim:?} (array: {is_array}, multisampled: {is_multisampled})");
            return Err(Fault::unsupported(what, "use a dimension of Direct3D"));
        }
    };
    match class {
        ImageClass::Sampled { kind: scalar, .. } => {
            let element = match scalar {
                ScalarKind::Sint => ElementType::I32,
                ScalarKind::Uint => ElementType::U32,
                _ => ElementType::F32,
            };
            Ok(ResourceDesc::texture(name, kind, element, 4))
        }
        ImageClass::Depth { .. } => Ok(ResourceDesc::texture(name, kind, ElementType::F32, 1)),
        ImageClass::Storage { format, .. } => {
            let (element, components) = texel(format);
            let desc = ResourceDesc::texture(name, kind, element, components);
            match variable.memory_decorations.contains(MemoryDecorations::COHERENT) {
                true => Ok(desc.coherent()),
                false => Ok(desc.writable()),
            }
        }
        ImageClass::External => Err(Fault::malformed("an external texture with a dimension")),
    }
}

/// The component type of a storage texture and the number of components, which is 1 or 4, as in naga's HLSL.
pub(super) fn texel(format: StorageFormat) -> (ElementType, u32) {
    use ElementType as E;
    use StorageFormat as F;
    match format {
        F::R8Unorm | F::R16Unorm => (E::UNORM_F32, 1),
        F::R8Snorm | F::R16Snorm => (E::SNORM_F32, 1),
        F::R16Float | F::R32Float => (E::F32, 1),
        F::R8Uint | F::R16Uint | F::R32Uint => (E::U32, 1),
        F::R8Sint | F::R16Sint | F::R32Sint => (E::I32, 1),
        F::R64Uint => (E::U64, 1),
        F::Rg8Unorm | F::Rg16Unorm => (E::UNORM_F32, 4),
        F::Rgba8Unorm | F::Bgra8Unorm | F::Rgba16Unorm | F::Rgb10a2Unorm => (E::UNORM_F32, 4),
        F::Rg8Snorm | F::Rg16Snorm | F::Rgba8Snorm | F::Rgba16Snorm => (E::SNORM_F32, 4),
        F::Rg16Float | F::Rg32Float | F::Rg11b10Ufloat | F::Rgba16Float | F::Rgba32Float => (E::F32, 4),
        F::Rg8Uint | F::Rg16Uint | F::Rg32Uint => (E::U32, 4),
        F::Rgba8Uint | F::Rgba16Uint | F::Rgba32Uint | F::Rgb10a2Uint => (E::U32, 4),
        F::Rg8Sint | F::Rg16Sint | F::Rg32Sint => (E::I32, 4),
        F::Rgba8Sint | F::Rgba16Sint | F::Rgba32Sint => (E::I32, 4),
    }
}
