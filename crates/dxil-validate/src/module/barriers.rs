//! Barriers: flags that they know, and stages that have what they wait for.

use az::SaturatingAs as _;
use dx_container::enums::ShaderKind;
use dx_container::flags::{BarrierModes, BarrierSemanticFlags, MemoryTypeFlags};
use dx_container::names::{Named, NamedFlags as _};
use dxil::ops::{ArgumentName, Opcode};

use super::checked_call::CheckedCall;
use crate::names::{A, Stage, flags as named_flags};
use crate::report::Report;
use crate::rule::Rule;

/// All memory there is; the flags as such have room for more.
const ALL_MEMORY: MemoryTypeFlags = MemoryTypeFlags::UAV_MEMORY
    .union(MemoryTypeFlags::GROUP_SHARED_MEMORY)
    .union(MemoryTypeFlags::NODE_INPUT_MEMORY)
    .union(MemoryTypeFlags::NODE_OUTPUT_MEMORY);

/// For whom a barrier may wait in shader models before 6.9.
const OLDER_SEMANTICS: BarrierSemanticFlags = BarrierSemanticFlags::GROUP_SYNC
    .union(BarrierSemanticFlags::GROUP_SCOPE)
    .union(BarrierSemanticFlags::DEVICE_SCOPE);

pub(super) fn check(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    match checked.opcode() {
        Opcode::BARRIER => modes(checked, report),
        Opcode::BARRIER_BY_MEMORY_TYPE => {
            let memory = flags(
                checked,
                ArgumentName::MemoryTypeFlags,
                (MemoryTypeFlags::NAMES, ALL_MEMORY.bits()),
                report,
            );
            let memory = memory.map(MemoryTypeFlags::from_bits_retain);
            named(checked, memory, report);
        }
        Opcode::BARRIER_BY_MEMORY_HANDLE | Opcode::BARRIER_BY_NODE_RECORD_HANDLE => {
            named(checked, None, report)
        }
        _ => {}
    }
}

fn has_groups(stage: ShaderKind) -> bool {
    use ShaderKind as S;
    matches!(stage, S::COMPUTE | S::MESH | S::AMPLIFICATION | S::NODE)
}

fn modes(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let Some(word) = checked.constant(ArgumentName::barrierMode, report) else { return };
    let modes = BarrierModes::from_bits_retain(word.saturating_as::<u32>());
    let group = BarrierModes::UAV_FENCE_THREAD_GROUP;
    let memory = BarrierModes::UAV_FENCE_GLOBAL | group | BarrierModes::TGSM_FENCE;
    if !has_groups(checked.stage) && checked.stage != ShaderKind::LIBRARY {
        if modes != BarrierModes::UAV_FENCE_GLOBAL {
            checked.find(
                report,
                Rule::INSTR_BARRIER_MODE_FOR_NON_CS,
                format_args!(
                    "barrier mode in {} is {}, expected only UAVFenceGlobal",
                    A(Stage(checked.stage)),
                    named_flags(BarrierModes::NAMES, modes.bits().into())
                ),
            );
        }
        return;
    }
    if modes.contains(BarrierModes::UAV_FENCE_GLOBAL | group) {
        checked.find(
            report,
            Rule::INSTR_BARRIER_MODE_USELESS_UGROUP,
            format_args!(
                "barrier mode has both UAVFenceThreadGroup and UAVFenceGlobal, expected only UAVFenceGlobal"
            ),
        );
    }
    if !modes.intersects(memory) {
        checked.find(
            report,
            Rule::INSTR_BARRIER_MODE_NO_MEMORY,
            format_args!(
                "barrier mode has no memory fence, expected UAVFenceGlobal, UAVFenceThreadGroup or TGSMFence"
            ),
        );
    }
}

/// A constant argument, without bits that nobody knows.
fn flags(
    checked: &CheckedCall<'_, '_, '_>,
    name: ArgumentName,
    (names, known): (&'static [Named], u32),
    report: &mut Report,
) -> Option<u32> {
    let Some(word) = checked.word(name) else {
        checked.find(
            report,
            Rule::INSTR_BARRIER_NON_CONSTANT_FLAG_ARGUMENT,
            format_args!("operand {name} of {} is not a constant", checked.name()),
        );
        return None;
    };
    let word = word.saturating_as::<u32>();
    if word & !known != 0 {
        checked.find(
            report,
            Rule::INSTR_BARRIER_FLAG_INVALID,
            format_args!(
                "{name} of {} has unknown flags {:#x}, expected only {}",
                checked.name(),
                word & !known,
                named_flags(names, known.into())
            ),
        );
    }
    Some(word)
}

fn named(checked: &CheckedCall<'_, '_, '_>, memory: Option<MemoryTypeFlags>, report: &mut Report) {
    let mut known = OLDER_SEMANTICS;
    if checked.site.context.has_model(6, 9) {
        known |= BarrierSemanticFlags::REORDER_SCOPE;
    }
    let semantics =
        flags(checked, ArgumentName::SemanticFlags, (BarrierSemanticFlags::NAMES, known.bits()), report);
    let semantics = BarrierSemanticFlags::from_bits_retain(semantics.unwrap_or_default());
    // All memory stands for what the stage has of it.
    let memory = memory.filter(|memory| *memory != ALL_MEMORY).unwrap_or_default();
    let records = MemoryTypeFlags::NODE_INPUT_MEMORY | MemoryTypeFlags::NODE_OUTPUT_MEMORY;
    let of_records = checked.opcode() == Opcode::BARRIER_BY_NODE_RECORD_HANDLE || memory.intersects(records);
    let is_library = checked.stage == ShaderKind::LIBRARY;
    if of_records && !is_library && checked.stage != ShaderKind::NODE {
        checked.find(
            report,
            Rule::INSTR_BARRIER_REQUIRES_NODE,
            format_args!(
                "{} on node record memory is not allowed in {}",
                checked.name(),
                A(Stage(checked.stage))
            ),
        );
    }
    let group = BarrierSemanticFlags::GROUP_SYNC | BarrierSemanticFlags::GROUP_SCOPE;
    let of_group = memory.intersects(MemoryTypeFlags::GROUP_SHARED_MEMORY) || semantics.intersects(group);
    if of_group && !is_library && !has_groups(checked.stage) {
        checked.find(
            report,
            Rule::INSTR_BARRIER_MODE_FOR_NON_CS,
            format_args!(
                "{} has group sync, group scope or groupshared memory, but {} has no thread groups",
                checked.name(),
                A(Stage(checked.stage))
            ),
        );
    }
}
