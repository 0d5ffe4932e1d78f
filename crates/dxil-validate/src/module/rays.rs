//! Rays and what they hit: acceleration structures, hit objects, the order of threads.

use dx_container::enums::ResourceKind;
use dxil::ops::{ArgumentName, Opcode};

use super::checked_call::CheckedCall;
use super::names::Kind;
use crate::report::Report;
use crate::rule::Rule;

pub(super) fn check(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    use Opcode as O;
    match checked.opcode() {
        O::TRACE_RAY => structure(checked, ArgumentName::AccelerationStructure, report),
        O::HIT_OBJECT_TRACE_RAY => {
            structure(checked, ArgumentName::accelerationStructure, report);
            defined(checked, 1, report);
        }
        O::HIT_OBJECT_MAKE_MISS => {
            defined_names(checked, &[ArgumentName::RayFlags, ArgumentName::MissShaderIndex], report)
        }
        O::HIT_OBJECT_FROM_RAY_QUERY | O::HIT_OBJECT_FROM_RAY_QUERY_WITH_ATTRS => defined(checked, 0, report),
        O::HIT_OBJECT_INVOKE => defined_names(checked, &[ArgumentName::payload], report),
        O::HIT_OBJECT_SET_SHADER_TABLE_INDEX => {
            defined_names(checked, &[ArgumentName::shaderTableIndex], report)
        }
        O::HIT_OBJECT_LOAD_LOCAL_ROOT_TABLE_CONSTANT => {
            defined_names(checked, &[ArgumentName::offset], report);
            if let Some(offset) = checked.word(ArgumentName::offset).filter(|offset| offset % 4 != 0) {
                checked.find(
                    report,
                    Rule::INSTR_PARAM_MULTIPLE,
                    format_args!("offset of {} is {offset}, expected a multiple of 4", checked.name()),
                );
            }
        }
        O::HIT_OBJECT_OBJECT_RAY_DIRECTION
        | O::HIT_OBJECT_OBJECT_RAY_ORIGIN
        | O::HIT_OBJECT_WORLD_RAY_DIRECTION
        | O::HIT_OBJECT_WORLD_RAY_ORIGIN => up_to(checked, ArgumentName::component, 2, report),
        O::HIT_OBJECT_WORLD_TO_OBJECT3X4 | O::HIT_OBJECT_OBJECT_TO_WORLD3X4 => {
            up_to(checked, ArgumentName::row, 2, report);
            up_to(checked, ArgumentName::col, 3, report);
        }
        O::RAY_QUERY_CANDIDATE_CLUSTER_ID
        | O::RAY_QUERY_COMMITTED_CLUSTER_ID
        | O::RAY_QUERY_CANDIDATE_TRIANGLE_OBJECT_POSITION
        | O::RAY_QUERY_COMMITTED_TRIANGLE_OBJECT_POSITION => defined(checked, 0, report),
        O::MAYBE_REORDER_THREAD => hints(checked, report),
        _ => {}
    }
    // Its attributes may be those of nothing, as the reference has it.
    let takes_object =
        checked.name().starts_with("HitObject_") || checked.opcode() == O::MAYBE_REORDER_THREAD;
    if takes_object
        && checked.opcode() != O::HIT_OBJECT_ATTRIBUTES
        && checked.is_undef(ArgumentName::hitObject)
    {
        checked.find(
            report,
            Rule::INSTR_UNDEF_HIT_OBJECT,
            format_args!("hitObject of {} is undefined", checked.name()),
        );
    }
}

fn structure(checked: &CheckedCall<'_, '_, '_>, name: ArgumentName, report: &mut Report) {
    let handle = checked.bound(name);
    if handle.is_none_or(|bound| bound.kind != ResourceKind::RT_ACCELERATION_STRUCTURE) {
        checked.find(
            report,
            Rule::INSTR_RESOURCE_KIND_FOR_TRACE_RAY,
            format_args!(
                "{} uses {}, {}; expected an acceleration structure",
                checked.name(),
                checked.resource(name),
                Kind(handle)
            ),
        );
    }
}

/// All arguments behind the first ones are defined.
fn defined(checked: &CheckedCall<'_, '_, '_>, skip: usize, report: &mut Report) {
    let rows = checked.call.operation().arguments.iter().skip(skip);
    for row in rows {
        defined_names(checked, &[row.name], report);
    }
}

fn defined_names(checked: &CheckedCall<'_, '_, '_>, names: &[ArgumentName], report: &mut Report) {
    for name in names.iter().copied() {
        if checked.is_undef(name) {
            let message = format_args!("operand {name} of {} is undefined", checked.name());
            checked.find(report, Rule::INSTR_NO_READING_UNINITIALIZED, message);
        }
    }
}

fn up_to(checked: &CheckedCall<'_, '_, '_>, name: ArgumentName, last: u64, report: &mut Report) {
    if let Some(found) = checked.constant(name, report).filter(|found| *found > last) {
        checked.find(
            report,
            Rule::INSTR_OPERAND_RANGE,
            format_args!("operand {name} of {} is {found}, expected 0 to {last}", checked.name()),
        );
    }
}

fn hints(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let mut add_finding = |what: ArgumentName| {
        checked.find(
            report,
            Rule::INSTR_MAYBE_REORDER_THREAD_UNDEF_COHERENCE_HINT_PARAM,
            format_args!("operand {what} of MaybeReorderThread is undefined"),
        );
    };
    if checked.is_undef(ArgumentName::numCoherenceHintBitsFromLSB) {
        add_finding(ArgumentName::numCoherenceHintBitsFromLSB);
    }
    let has_bits = checked.word(ArgumentName::numCoherenceHintBitsFromLSB).is_some_and(|bits| bits != 0);
    if has_bits && checked.is_undef(ArgumentName::coherenceHint) {
        add_finding(ArgumentName::coherenceHint);
    }
}
