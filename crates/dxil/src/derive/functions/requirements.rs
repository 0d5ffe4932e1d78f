//! The shader model and the stages that operations and flags ask for.

use dx_container::enums::ShaderKind;
use dx_container::flags::{
    BarrierModes, BarrierSemanticFlags, MemoryTypeFlags, ShaderFlags, ShaderStageFlags,
};

use super::constant_integers::word;
use super::context::Context;
use super::entries::Entry;
use crate::derive::DescribedModule;
use crate::handles::HandleOrigin;
use crate::ops::{ArgumentName, Call, Flag, MemoryAccess, Opcode, Overload, OverloadKind};
use dxil_ir::Module;

/// Stages that have groups of threads.
const WITH_GROUPS: ShaderStageFlags = ShaderStageFlags::COMPUTE
    .union(ShaderStageFlags::AMPLIFICATION)
    .union(ShaderStageFlags::MESH)
    .union(ShaderStageFlags::NODE);

/// The shader model and the stages that the call of an operation asks for.
pub(super) fn of_call(context: &Context<'_>, call: &Call<'_>) -> ((u32, u32), ShaderStageFlags) {
    let (program, module) = (&context.program, context.program.module);
    let row = call.operation();
    // A linker can make older operations of some.
    let (major, minor) = row.linked_model.filter(|_| context.is_library).unwrap_or(row.model);
    let mut model = (u32::from(major), u32::from(minor));
    let mut stages = ShaderStageFlags::from_bits_retain(row.stages.bits().into());
    // Validators before 1.8 had no flag for derivatives, so the first operations that take them were not for all
    // stages.
    let takes_derivatives = row.has(Flag::Gradient) && row.dxil == Some((1, 0));
    if takes_derivatives && !program.validator_is_at_least(1, 8) {
        stages -= WITH_GROUPS - ShaderStageFlags::NODE;
        return (model, stages);
    }
    if !program.validator_is_at_least(1, 5) {
        if row.has(Flag::Wave) {
            stages = known_before_1_5();
        }
        return (model, stages);
    }
    if row.has(Flag::Barrier) {
        let is_translated = context.is_library && row.opcode == Opcode::BARRIER_BY_MEMORY_TYPE;
        if is_translated && !has_older_form(module, call) {
            model = (6, 8);
        }
        if requires_reordering(module, call) {
            model = (6, 9);
            stages &= ShaderStageFlags::LIBRARY | ShaderStageFlags::RAY_GENERATION;
        } else if requires_node(module, call) {
            stages &= ShaderStageFlags::LIBRARY | ShaderStageFlags::NODE;
        } else if barrier_requires_group(module, call) {
            stages &= ShaderStageFlags::LIBRARY | WITH_GROUPS;
        }
    } else {
        let is_atomic = row.memory == Some(MemoryAccess::Atomic);
        let is_handle = || {
            let origin = HandleOrigin::of_call(call);
            matches!(origin, Some(HandleOrigin::Annotation { .. } | HandleOrigin::Binding { .. }))
        };
        // Validator 1.6 did not know yet that a linker can translate handles.
        let is_1_6 = program.validator_version == (1, 6);
        if is_atomic && is_of_64_bits(call) || context.is_library && is_1_6 && is_handle() {
            model = (6, 6);
        }
    }
    (model, stages)
}

/// The stages that there were before validator 1.5.
fn known_before_1_5() -> ShaderStageFlags {
    ShaderStageFlags::from_bits_retain((1 << ShaderKind::MESH.0) - 1)
}

/// The stages that the validator knows, for a function that is no entry; the one of an entry.
pub(super) fn stages_of(program: &DescribedModule<'_>, kind: ShaderKind) -> ShaderStageFlags {
    match kind {
        ShaderKind::LIBRARY if !program.validator_is_at_least(1, 5) => known_before_1_5(),
        ShaderKind::LIBRARY if !program.validator_is_at_least(1, 8) => {
            ShaderStageFlags::from_bits_retain((1 << ShaderKind::NODE.0) - 1)
        }
        ShaderKind::LIBRARY => ShaderStageFlags::from_bits_retain(u16::MAX.into()),
        ShaderKind(stage) => ShaderStageFlags::from_bits_retain(1_u32.checked_shl(stage).unwrap_or(0)),
    }
}

/// The shader model that a stage asks for, and what is said of its waves, and derivatives where they came late.
pub(super) fn entry_model(entry: &Entry<'_>, flags: ShaderFlags) -> (u32, u32) {
    use ShaderKind as K;
    let stage = match entry.kind {
        K::MESH | K::AMPLIFICATION => (6, 5),
        K::RAY_GENERATION | K::INTERSECTION | K::ANY_HIT | K::CLOSEST_HIT | K::MISS | K::CALLABLE => (6, 3),
        K::NODE => (6, 8),
        _ => (6, 0),
    };
    let waves = match entry.wave_lanes() {
        (0, _) => (6, 0),
        (_, 0) => (6, 6),
        _ => (6, 8),
    };
    let has_late_derivatives = matches!(entry.kind, K::COMPUTE | K::MESH | K::AMPLIFICATION)
        && flags.contains(ShaderFlags::USES_DERIVATIVES);
    let derivatives = if has_late_derivatives { (6, 6) } else { (6, 0) };
    stage.max(waves).max(derivatives)
}

/// The shader model that flags ask for.
pub(super) fn model_of_flags(program: &DescribedModule<'_>, flags: ShaderFlags) -> (u32, u32) {
    use ShaderFlags as F;
    let is_native = flags.contains(F::LOW_PRECISION_PRESENT | F::USE_NATIVE_LOW_PRECISION);
    let early = match () {
        () if is_native => (6, 2),
        () if flags.intersects(F::VIEW_ID | F::BARYCENTRICS) => (6, 1),
        () => (6, 0),
    };
    if !program.validator_is_at_least(1, 8) {
        return early;
    }
    let rows = [
        (F::SAMPLE_CMP_GRADIENT_OR_BIAS | F::EXTENDED_COMMAND_INFO, (6, 8)),
        (F::ADVANCED_TEXTURE_OPS | F::WRITEABLE_MSAA_TEXTURES, (6, 7)),
        (
            F::ATOMIC_INT64_ON_TYPED_RESOURCE
                | F::ATOMIC_INT64_ON_GROUP_SHARED
                | F::ATOMIC_INT64_ON_HEAP_RESOURCE
                | F::RESOURCE_DESCRIPTOR_HEAP_INDEXING
                | F::SAMPLER_DESCRIPTOR_HEAP_INDEXING,
            (6, 6),
        ),
        (F::RAYTRACING_1_1 | F::SAMPLER_FEEDBACK, (6, 5)),
        (F::SHADING_RATE, (6, 4)),
    ];
    let found = rows.into_iter().find(|(any, _)| flags.intersects(*any));
    found.map_or(early, |(_, model)| model)
}

/// The memory that a barrier names; what all memory has is left out where it is not in `kept`.
fn memory(module: &Module, call: &Call<'_>, kept: MemoryTypeFlags) -> Option<MemoryTypeFlags> {
    let found = word(module, call.argument(ArgumentName::MemoryTypeFlags)?)?;
    let all = MemoryTypeFlags::UAV_MEMORY
        | MemoryTypeFlags::GROUP_SHARED_MEMORY
        | MemoryTypeFlags::NODE_INPUT_MEMORY
        | MemoryTypeFlags::NODE_OUTPUT_MEMORY;
    let found = MemoryTypeFlags::from_bits_retain(found);
    Some(if found == all { found & kept } else { found })
}

fn semantics(module: &Module, call: &Call<'_>) -> Option<BarrierSemanticFlags> {
    word(module, call.argument(ArgumentName::SemanticFlags)?).map(BarrierSemanticFlags::from_bits_retain)
}

/// Whether a barrier is for a group of threads.
pub(super) fn barrier_requires_group(module: &Module, call: &Call<'_>) -> bool {
    if let Some(modes) = call.argument(ArgumentName::barrierMode) {
        return word(module, modes).is_some_and(|modes| modes != BarrierModes::UAV_FENCE_GLOBAL.bits());
    }
    let group = MemoryTypeFlags::GROUP_SHARED_MEMORY;
    let scope = BarrierSemanticFlags::GROUP_SYNC | BarrierSemanticFlags::GROUP_SCOPE;
    memory(module, call, !group).is_some_and(|memory| memory.intersects(group))
        || semantics(module, call).is_some_and(|semantics| semantics.intersects(scope))
}

/// Whether a barrier is for the records of a node.
fn requires_node(module: &Module, call: &Call<'_>) -> bool {
    let records = MemoryTypeFlags::NODE_INPUT_MEMORY | MemoryTypeFlags::NODE_OUTPUT_MEMORY;
    call.operation().opcode == Opcode::BARRIER_BY_NODE_RECORD_HANDLE
        || memory(module, call, !records).is_some_and(|memory| memory.intersects(records))
}

/// Whether a barrier is for threads that are reordered.
fn requires_reordering(module: &Module, call: &Call<'_>) -> bool {
    matches!(call.operation().opcode, Opcode::BARRIER_BY_MEMORY_TYPE | Opcode::BARRIER_BY_MEMORY_HANDLE)
        && semantics(module, call).is_some_and(|it| it.intersects(BarrierSemanticFlags::REORDER_SCOPE))
}

/// Whether a linker can make the older barrier of one that names memory.
fn has_older_form(module: &Module, call: &Call<'_>) -> bool {
    use BarrierSemanticFlags as S;
    let older = MemoryTypeFlags::UAV_MEMORY | MemoryTypeFlags::GROUP_SHARED_MEMORY;
    let memory = memory(module, call, older).unwrap_or_default();
    let semantics = semantics(module, call).unwrap_or_default();
    let fences_uavs = memory.contains(MemoryTypeFlags::UAV_MEMORY)
        && semantics.intersects(S::DEVICE_SCOPE | S::GROUP_SCOPE);
    let does_something = memory.contains(MemoryTypeFlags::GROUP_SHARED_MEMORY)
        || fences_uavs
        || semantics.contains(S::GROUP_SYNC);
    let is_known = (S::GROUP_SYNC | S::GROUP_SCOPE | S::DEVICE_SCOPE).contains(semantics);
    is_known && older.contains(memory) && does_something
}

/// Returns true if the first overload of a call is `i64`.
pub(super) fn is_of_64_bits(call: &Call<'_>) -> bool {
    let overloads = call.overloads();
    let first = overloads.as_ref().and_then(|all| all.as_slice().first());
    first == Some(&Overload::Scalar(OverloadKind::I64))
}
