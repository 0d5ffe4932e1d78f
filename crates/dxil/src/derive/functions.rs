//! What the functions of a program do, and so ask of who runs them: the flags of features they use, the shader model,
//! the stages that may call them. Separate from the parts because several follow from it, and because a validator
//! compares it with what the program says of itself.
//!
//! A function asks what its instructions ask ([`flags`](ShaderFlags) by the types and operations in it, shader model
//! and stages by the rows of the operations), and from validator 1.8 on what those ask that it calls. Earlier
//! validators asked less, and each version in its own way: parts for them repeat that.
//!
//! Source: DirectXShaderCompiler, `DxilShaderFlags.cpp`, `DxilModule.cpp` and `DxilOperations.cpp`.

mod call_graph;
mod constant_integers;
mod context;
mod entries;
mod flags;
mod function_info;
mod handles;
mod requirements;
mod resources;
mod signatures;
mod type_kinds;

use dx_container::enums::{ResourceKind, ShaderKind};
use dx_container::flags::ShaderFlags;
use hashbrown::HashMap;

use super::DescribedModule;
use crate::Result;
use crate::shader::ResourceRange;
use context::Context;
use dxil_ir::{Body, Global, GlobalId, SymbolReferences};
pub(super) use entries::{Entry, entries};
use flags::Collected;
pub use function_info::FunctionInfo;

/// The flags of a module that follow from its code and its resources; the others are the choice of who compiled it.
pub const COLLECTED: ShaderFlags = ShaderFlags::ENABLE_DOUBLE_PRECISION
    .union(ShaderFlags::INT64_OPS)
    .union(ShaderFlags::LOW_PRECISION_PRESENT)
    .union(ShaderFlags::ENABLE_DOUBLE_EXTENSIONS)
    .union(ShaderFlags::WAVE_OPS)
    .union(ShaderFlags::TILED_RESOURCES)
    .union(ShaderFlags::ENABLE_MSAD)
    .union(ShaderFlags::UAV_LOAD_ADDITIONAL_FORMATS)
    .union(ShaderFlags::STENCIL_REF)
    .union(ShaderFlags::INNER_COVERAGE)
    .union(ShaderFlags::VIEWPORT_AND_RT_ARRAY_INDEX)
    .union(ShaderFlags::MAX_64_UAVS)
    .union(ShaderFlags::UAVS_AT_EVERY_STAGE)
    .union(ShaderFlags::ENABLE_RAW_AND_STRUCTURED_BUFFERS)
    .union(ShaderFlags::CS_RAW_AND_STRUCTURED_VIA_SHADER_4X)
    .union(ShaderFlags::VIEW_ID)
    .union(ShaderFlags::BARYCENTRICS)
    .union(ShaderFlags::SHADING_RATE)
    .union(ShaderFlags::RAYTRACING_1_1)
    .union(ShaderFlags::SAMPLER_FEEDBACK)
    .union(ShaderFlags::ATOMIC_INT64_ON_TYPED_RESOURCE)
    .union(ShaderFlags::ATOMIC_INT64_ON_GROUP_SHARED)
    .union(ShaderFlags::DERIVATIVES_IN_MESH_AND_AMP_SHADERS)
    .union(ShaderFlags::RESOURCE_DESCRIPTOR_HEAP_INDEXING)
    .union(ShaderFlags::SAMPLER_DESCRIPTOR_HEAP_INDEXING)
    .union(ShaderFlags::ATOMIC_INT64_ON_HEAP_RESOURCE)
    .union(ShaderFlags::RES_MAY_NOT_ALIAS)
    .union(ShaderFlags::ADVANCED_TEXTURE_OPS)
    .union(ShaderFlags::WRITEABLE_MSAA_TEXTURES)
    .union(ShaderFlags::SAMPLE_CMP_GRADIENT_OR_BIAS)
    .union(ShaderFlags::EXTENDED_COMMAND_INFO)
    .union(ShaderFlags::USES_DERIVATIVES)
    .union(ShaderFlags::REQUIRES_GROUP);

/// What all functions ask that have a body.
#[derive(Debug, Clone)]
pub struct Functions {
    /// They, in the module's order.
    all: Vec<FunctionInfo>,
    places: HashMap<GlobalId, usize>,
    /// By their place among the UAVs, whether 64-bit atomics are used on them.
    atomic64_uses: Vec<bool>,
    module_flags: ShaderFlags,
}

impl Functions {
    /// What the functions of a program do.
    ///
    /// # Errors
    ///
    /// The module does not say what shader it is; a function is called like an operation and none is; an argument is
    /// not constant that decides. The error says in which function.
    pub fn of(program: &DescribedModule<'_>) -> Result<Self> {
        Self::with(program, &SymbolReferences::of(program.module))
    }

    /// The same, where it is known already what the functions name.
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of).
    pub fn with(program: &DescribedModule<'_>, mentions: &SymbolReferences) -> Result<Self> {
        let context = Context::of(program)?;
        let mut atomic64_uses = vec![false; context.uavs.len()];
        let mut all = Vec::new();
        let mut calls = Vec::new();
        for (id, global, body) in program.module.bodies() {
            let collected = context.collect(id, global, body, &mut atomic64_uses)?;
            let Collected { flags, stages, model } = collected;
            let kind = context.entries.get(&id).map_or(ShaderKind::LIBRARY, |entry| entry.kind);
            calls.push(call_graph::callees(program.module, mentions.by(id)));
            all.push(FunctionInfo { function: id, kind, flags, stages, model, callees: Vec::new() });
        }
        let places: HashMap<_, _> = all.iter().zip(0..).map(|(info, place)| (info.function, place)).collect();
        if program.validator_is_at_least(1, 8) {
            call_graph::propagate(&mut all, &calls, &places);
        }
        for (info, calls) in all.iter_mut().zip(calls) {
            info.callees = calls.direct;
            context.finish(info);
        }
        let module_flags = context.module_flags(&all);
        Ok(Self { all, places, atomic64_uses, module_flags })
    }

    /// What each function does, in the module's order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &FunctionInfo> {
        self.all.iter()
    }

    /// What a function does; `None` where it has no body.
    pub fn get(&self, function: GlobalId) -> Option<&FunctionInfo> {
        self.all.get(*self.places.get(&function)?)
    }

    /// What the program as a whole uses. Compares with what it declares in the bits that are [`COLLECTED`].
    pub fn module_flags(&self) -> ShaderFlags {
        self.module_flags
    }

    /// Whether 64-bit atomics are used on a UAV, by its place among them.
    pub fn has_atomic64_use(&self, uav: usize) -> bool {
        self.atomic64_uses.get(uav).copied().unwrap_or(false)
    }
}

impl<'m> Context<'m> {
    /// What a function does itself.
    fn collect(
        &self,
        id: GlobalId,
        global: &'m Global,
        body: &'m Body,
        atomic64_uses: &mut [bool],
    ) -> Result<Collected> {
        let mut collected = flags::collect(self, global, body, atomic64_uses)?;
        if let Some(entry) = self.entries.get(&id) {
            collected.flags |= signatures::flags(&self.program, entry, collected.flags);
        }
        collected.flags = self.known_to_validator(collected.flags);
        if self.needs_tier_1_1 {
            collected.flags |= ShaderFlags::RAYTRACING_1_1;
        }
        Ok(collected)
    }

    /// Without the flags that the validator does not know, or knows in other places only.
    fn known_to_validator(&self, mut flags: ShaderFlags) -> ShaderFlags {
        if !self.program.validator_is_at_least(1, 6) {
            flags.remove(ShaderFlags::BARYCENTRICS);
        }
        if !self.program.validator_is_at_least(1, 8) {
            let has_derivatives = flags.contains(ShaderFlags::USES_DERIVATIVES);
            if has_derivatives && !matches!(self.stage, ShaderKind::MESH | ShaderKind::AMPLIFICATION) {
                flags.remove(ShaderFlags::DERIVATIVES_IN_MESH_AND_AMP_SHADERS);
            }
            flags.remove(ShaderFlags::USES_DERIVATIVES | ShaderFlags::REQUIRES_GROUP);
        }
        if !self.program.validator_is_at_least(1, 9) {
            flags.remove(ShaderFlags::SAMPLER_FEEDBACK);
        }
        flags
    }

    /// What follows from what a function and those it calls do, and from the stage whose entry it is.
    fn finish(&self, info: &mut FunctionInfo) {
        info.stages &= requirements::stages_of(&self.program, info.kind);
        let is_1_8 = self.program.validator_is_at_least(1, 8);
        if let Some(entry) = self.entries.get(&info.function).filter(|_| is_1_8) {
            if info.flags.contains(ShaderFlags::USES_DERIVATIVES)
                && matches!(entry.kind, ShaderKind::MESH | ShaderKind::AMPLIFICATION)
            {
                info.flags |= ShaderFlags::DERIVATIVES_IN_MESH_AND_AMP_SHADERS;
            }
            info.model = info.model.max(requirements::entry_model(entry, info.flags));
        }
        info.model = info.model.max(requirements::model_of_flags(&self.program, info.flags));
    }

    /// What the module uses: what its functions do, and what its resources ask.
    fn module_flags(&self, functions: &[FunctionInfo]) -> ShaderFlags {
        let mut flags = functions.iter().fold(ShaderFlags::empty(), |flags, info| flags | info.flags);
        if flags.contains(ShaderFlags::USES_DERIVATIVES)
            && matches!(self.stage, ShaderKind::MESH | ShaderKind::AMPLIFICATION)
        {
            flags |= ShaderFlags::DERIVATIVES_IN_MESH_AND_AMP_SHADERS;
        }
        flags.remove(ShaderFlags::USES_DERIVATIVES | ShaderFlags::REQUIRES_GROUP);
        flags | self.resource_flags()
    }

    /// What the resources of the module ask.
    fn resource_flags(&self) -> ShaderFlags {
        use ShaderKind as K;
        let mut flags = ShaderFlags::empty();
        let uavs = self.uavs;
        let srvs = self.resources.and_then(|all| all.srvs.as_deref()).unwrap_or_default();
        let is_raw = |kind| matches!(kind, ResourceKind::RAW_BUFFER | ResourceKind::STRUCTURED_BUFFER);
        let mut kinds = uavs.iter().map(|uav| uav.shape).chain(srvs.iter().map(|srv| srv.shape));
        flags.set(ShaderFlags::ENABLE_RAW_AND_STRUCTURED_BUFFERS, kinds.any(is_raw));
        flags.set(ShaderFlags::ROVS, uavs.iter().any(|uav| uav.is_rasterizer_ordered));
        // Before 1.6, arrays counted as one.
        let counts_registers = self.program.validator_is_at_least(1, 6);
        let registers = |range: &ResourceRange| u64::from(range.size);
        let all: u64 = uavs.iter().map(|uav| registers(&uav.range).min(MANY_UAVS + 1)).sum();
        let count = if counts_registers { all } else { uavs.len() as u64 };
        flags.set(ShaderFlags::MAX_64_UAVS, count > MANY_UAVS);
        let has_them_late = if self.program.validator_is_at_least(1, 8) {
            matches!(self.stage, K::VERTEX | K::HULL | K::DOMAIN | K::GEOMETRY)
        } else {
            !matches!(self.stage, K::COMPUTE | K::PIXEL)
        };
        flags.set(ShaderFlags::UAVS_AT_EVERY_STAGE, all > 0 && has_them_late);
        flags
    }
}

/// So many UAVs any device has.
const MANY_UAVS: u64 = 8;
