//! What the instructions of one function ask: its flags, and the shader model and stages of the operations that it
//! calls.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use az::SaturatingAs as _;
use dx_container::enums::ResourceKind;
use dx_container::flags::{ShaderFlags, ShaderStageFlags};

use super::constant_integers::bits;
use super::context::Context;
use super::handles::Handles;
use super::requirements::{self};
use super::type_kinds::{Kinds, TypeKinds};
use crate::Result;
use crate::handles::HandleOrigin;
use crate::ops::{ArgumentName, Call, Flag, MemoryAccess};
use crate::shader::HandleProperties;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{BinaryOp, Body, CastOp, Global, Instruction, InstructionId, Op, TypeId, Value, ValueKind};

/// What a function asks.
pub(super) struct Collected {
    pub(super) flags: ShaderFlags,
    pub(super) stages: ShaderStageFlags,
    pub(super) model: (u32, u32),
}

/// What the instructions of a function ask that has this body.
pub(super) fn collect<'m>(
    context: &Context<'m>,
    function: &'m Global,
    body: &'m Body,
    atomic64_uses: &mut [bool],
) -> Result<Collected> {
    let mut collector = Collector::new(context, function, body, atomic64_uses);
    for block in &body.layout {
        for id in body.instructions_of(*block) {
            if let Some(instruction) = body.instructions.get(*id) {
                collector.instruction(*id, instruction)?;
            }
        }
    }
    Ok(collector.finish())
}

/// Whether a kind of resource has elements of a type, rather than bytes.
fn is_typed(kind: ResourceKind) -> bool {
    (ResourceKind::TEXTURE_1D..=ResourceKind::TYPED_BUFFER).contains(&kind)
}

/// Whether a kind of resource has several samples a texel.
fn is_multisampled(kind: ResourceKind) -> bool {
    matches!(kind, ResourceKind::TEXTURE_2D_MS | ResourceKind::TEXTURE_2D_MS_ARRAY)
}

struct Collector<'c, 'm> {
    context: &'c Context<'m>,
    caller: (&'m Body, TypeId),
    handles: Handles<'c, 'm>,
    atomic64_uses: &'c mut [bool],
    collected: Collected,
    has_lod_clamp: bool,
    has_uavs: bool,
    has_multisampled_uavs: bool,
}

impl<'c, 'm> Collector<'c, 'm> {
    fn new(
        context: &'c Context<'m>,
        function: &'m Global,
        body: &'m Body,
        atomic64_uses: &'c mut [bool],
    ) -> Self {
        let chosen = ShaderFlags::USE_NATIVE_LOW_PRECISION
            | ShaderFlags::DISABLE_OPTIMIZATIONS
            | ShaderFlags::ALL_RESOURCES_BOUND;
        // Before 1.8, a UAV anywhere in the module was one in each function.
        let is_1_8 = context.program.validator_is_at_least(1, 8);
        let uavs = context.uavs;
        Self {
            context,
            caller: (body, function.value_type),
            handles: Handles::new(context, function, body),
            atomic64_uses,
            collected: Collected {
                flags: context.declared & chosen,
                stages: ShaderStageFlags::from_bits_retain(u16::MAX.into()),
                model: (6, 0),
            },
            has_lod_clamp: false,
            has_uavs: !is_1_8 && !uavs.is_empty(),
            has_multisampled_uavs: !is_1_8 && uavs.iter().any(|uav| is_multisampled(uav.shape)),
        }
    }

    fn set(&mut self, flags: ShaderFlags) {
        self.collected.flags |= flags;
    }

    fn instruction(&mut self, id: InstructionId, instruction: &'m Instruction) -> Result<()> {
        match &instruction.op {
            Op::Call { .. } => {
                let Some(call) = self.handles.call(instruction)? else { return Ok(()) };
                let kinds = self.kinds(instruction);
                self.types(&instruction.op, kinds);
                return self.call(id, &call, kinds);
            }
            Op::ExtractElement(_) | Op::InsertElement(_) => {
                if self.context.type_kinds.of_types[instruction.ty].has(Kinds::GROUP_SHARED) {
                    self.set(ShaderFlags::REQUIRES_GROUP);
                }
            }
            op => self.types(op, self.kinds(instruction)),
        }
        Ok(())
    }

    /// What matters of the types of an instruction and of its operands.
    fn kinds(&self, instruction: &Instruction) -> Kinds {
        let TypeKinds { of_types, matter } = &self.context.type_kinds;
        if !matter {
            return Kinds::NONE;
        }
        match &instruction.op {
            Op::Call { function_type, .. } => return of_types[*function_type],
            // What they give is of the type of their operands.
            Op::Binary { .. } | Op::Phi(..) => return of_types[instruction.ty],
            _ => {}
        }
        let mut kinds = of_types[instruction.ty];
        instruction.op.each_operand(&self.caller.0.lists, |value| {
            if let Some(ty) = self.context.program.module.type_of(Some(self.caller), value) {
                kinds.add(of_types[ty]);
            }
        });
        kinds
    }

    /// What the types ask that an instruction has to do with.
    fn types(&mut self, op: &Op, kinds: Kinds) {
        if kinds == Kinds::NONE {
            return;
        }
        if kinds.has(Kinds::GROUP_SHARED) {
            self.set(ShaderFlags::REQUIRES_GROUP);
        }
        if kinds.has(Kinds::DOUBLE) {
            self.set(ShaderFlags::ENABLE_DOUBLE_PRECISION);
            let is_extension = match op {
                // Bitcode has one operator for the division of floats and of integers with a sign.
                Op::Binary { op, .. } => *op == BinaryOp::SDiv,
                Op::Cast(cast, _) => {
                    matches!(cast, CastOp::UiToFp | CastOp::SiToFp | CastOp::FpToUi | CastOp::FpToSi)
                }
                _ => false,
            };
            if is_extension {
                self.set(ShaderFlags::ENABLE_DOUBLE_EXTENSIONS);
            }
        }
        if kinds.has(Kinds::BITS64) {
            self.set(ShaderFlags::INT64_OPS);
            if matches!(op, Op::CompareExchange { .. } | Op::AtomicRmw { .. }) {
                self.set(ShaderFlags::ATOMIC_INT64_ON_GROUP_SHARED);
            }
        }
        if kinds.has(Kinds::BITS16) {
            self.set(ShaderFlags::LOW_PRECISION_PRESENT);
        }
    }

    /// What the call of an operation asks.
    fn call(&mut self, id: InstructionId, call: &Call<'m>, kinds: Kinds) -> Result<()> {
        let (model, stages) = requirements::of_call(self.context, call);
        self.collected.model = self.collected.model.max(model);
        self.collected.stages &= stages;
        let operation = call.operation();
        if operation.has(Flag::Wave) {
            self.set(ShaderFlags::WAVE_OPS);
        }
        if operation.has(Flag::Feedback) {
            self.set(ShaderFlags::SAMPLER_FEEDBACK);
        }
        if operation.has(Flag::DoubleExtensions) && kinds.has(Kinds::DOUBLE) {
            self.set(ShaderFlags::ENABLE_DOUBLE_EXTENSIONS);
        }
        if operation.has(Flag::Barrier)
            && requirements::barrier_requires_group(self.context.program.module, call)
        {
            self.set(ShaderFlags::REQUIRES_GROUP);
        }
        if operation.has(Flag::ConstantOffsets) {
            self.offsets(call);
        }
        if operation.has(Flag::LodClamp) {
            self.lod_clamp(call);
        }
        self.set(operation.shader_flags);
        match operation.memory {
            Some(MemoryAccess::TypedLoad) => self.typed_load(call)?,
            Some(MemoryAccess::Atomic) if kinds.has(Kinds::BITS64) => self.atomic64(call)?,
            _ => {}
        }
        match HandleOrigin::of_call(call) {
            Some(origin) => self.handle(id, call, &origin),
            None => Ok(()),
        }
    }

    /// The flags of a call that creates or annotates a handle.
    fn handle(&mut self, id: InstructionId, call: &Call<'m>, origin: &HandleOrigin) -> Result<()> {
        match origin {
            HandleOrigin::Heap { .. } => {
                let flag = match self.constant(call, ArgumentName::samplerHeap)? {
                    0 => ShaderFlags::RESOURCE_DESCRIPTOR_HEAP_INDEXING,
                    _ => ShaderFlags::SAMPLER_DESCRIPTOR_HEAP_INDEXING,
                };
                self.set(flag);
            }
            HandleOrigin::Annotation { properties, .. } => {
                if HandleProperties::of(self.context.program.module, *properties).is_none() {
                    return Err(self.handles.not_constant(call.operation().name, "props"));
                }
                self.uses(origin, id)?;
            }
            HandleOrigin::Id { .. } | HandleOrigin::Library { .. } => self.uses(origin, id)?,
            HandleOrigin::Binding { .. } => {}
        }
        Ok(())
    }

    fn uses(&mut self, origin: &HandleOrigin, handle: InstructionId) -> Result<()> {
        // Before 1.8, what counts is what the module has.
        let is_1_8 = self.context.program.validator_is_at_least(1, 8);
        for kind in self.handles.created_uavs(origin, handle.into())? {
            self.has_uavs = true;
            self.has_multisampled_uavs |= is_1_8 && is_multisampled(kind);
        }
        Ok(())
    }

    /// The flags of a sample with a LOD clamp. `lod_clamp` must run before the flags of the operation's row are set.
    fn lod_clamp(&mut self, call: &Call<'m>) {
        self.has_lod_clamp |= call.arguments().last().is_some_and(|clamp| self.may_clamp(*clamp));
        // In DXC's validator, the last sample of a function decides this flag.
        self.collected.flags -= ShaderFlags::SAMPLE_CMP_GRADIENT_OR_BIAS;
    }

    /// Offsets that are no constants are advanced.
    fn offsets(&mut self, call: &Call<'m>) {
        let is_constant =
            |value: Value| matches!(value.kind(), ValueKind::Constant(_) | ValueKind::Global(_));
        let names = [ArgumentName::offset0, ArgumentName::offset1, ArgumentName::offset2];
        let mut offsets = names.into_iter().filter_map(|name| call.argument(name));
        if !offsets.all(is_constant) {
            self.set(ShaderFlags::ADVANCED_TEXTURE_OPS);
        }
    }

    /// Whether a clamp of the level of detail is more than nothing.
    fn may_clamp(&self, clamp: Value) -> bool {
        let ValueKind::Constant(id) = clamp.kind() else { return true };
        match self.context.program.module.constants.get(id).map(|constant| &constant.kind) {
            Some(ConstantKind::Undef | ConstantKind::Null) => false,
            Some(ConstantKind::Float(bits)) => f32::from_bits((*bits).saturating_as::<u32>()) != 0.0,
            _ => true,
        }
    }

    /// A load from a UAV whose elements have several components needs formats that not every device can read.
    fn typed_load(&mut self, call: &Call<'m>) -> Result<()> {
        if self.collected.flags.contains(ShaderFlags::UAV_LOAD_ADDITIONAL_FORMATS) {
            return Ok(());
        }
        // Validator 1.0 takes any load from a UAV for one.
        let is_1_1 = self.context.program.validator_is_at_least(1, 1);
        let is_one = self
            .handles
            .may_be_uav(call, |kind, components| Ok(!is_1_1 || is_typed(kind) && components()? > 1))?;
        if is_one {
            self.set(ShaderFlags::UAV_LOAD_ADDITIONAL_FORMATS);
        }
        Ok(())
    }

    /// The flags of an atomic operation on 64 bits: of a typed resource, of one from a heap, of one that is bound.
    fn atomic64(&mut self, call: &Call<'m>) -> Result<()> {
        for (kind, uav) in self.handles.of_atomic(call)? {
            if is_typed(kind) {
                self.set(ShaderFlags::ATOMIC_INT64_ON_TYPED_RESOURCE);
            }
            match uav {
                Some(uav) => {
                    if let Some(used) = self.atomic64_uses.get_mut(uav) {
                        *used = true;
                    }
                }
                None => self.set(ShaderFlags::ATOMIC_INT64_ON_HEAP_RESOURCE),
            }
        }
        Ok(())
    }

    fn constant(&self, call: &Call<'m>, argument: ArgumentName) -> Result<u64> {
        let value = call.argument(argument).and_then(|value| bits(self.context.program.module, value));
        let operation = call.operation().name;
        value.ok_or_else(|| self.handles.not_constant(operation, argument.as_str()))
    }

    fn finish(mut self) -> Collected {
        let program = &self.context.program;
        // Before 1.8, nobody noticed that a clamp needs tiled resources.
        if self.has_lod_clamp && program.validator_is_at_least(1, 8) {
            self.collected.flags |= ShaderFlags::TILED_RESOURCES;
        }
        if self.has_multisampled_uavs {
            self.collected.flags |= ShaderFlags::WRITEABLE_MSAA_TEXTURES;
        }
        let version = program.shader.version.as_ref().map_or((1, 0), crate::shader::Version::pair);
        // Whoever says nothing at all says that resources do not alias.
        let may_alias = !self.context.declared.is_empty()
            && !self.context.declared.contains(ShaderFlags::RES_MAY_NOT_ALIAS);
        if version >= (1, 7) && self.has_uavs && !may_alias {
            self.collected.flags |= ShaderFlags::RES_MAY_NOT_ALIAS;
        }
        self.collected
    }
}
