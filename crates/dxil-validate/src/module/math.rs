//! Numbers that operations on numbers, derivatives, system values and queries of rays may be called with.

use dx_container::enums::{NodeLaunchType, ShaderKind};
use dxil::ops::{ArgumentName, Flag, Opcode};
use dxil_ir::{Type, ValueKind};

use super::checked_call::CheckedCall;
use crate::names::{A, List, Stage};
use crate::report::Report;
use crate::rule::Rule;

/// A flag of rays that says what micromaps have, and the flag of queries that allows them.
const FORCE_OMM_2_STATE: i64 = 0x400;
const ALLOW_OPACITY_MICROMAPS: i64 = 1;

pub(super) fn check(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let infinite = match checked.opcode() {
        Opcode::ASIN => Some(Rule::INSTR_NO_INDEFINITE_ASIN),
        Opcode::ACOS => Some(Rule::INSTR_NO_INDEFINITE_ACOS),
        Opcode::LOG => Some(Rule::INSTR_NO_INDEFINITE_LOG),
        _ if checked.call.operation().has(Flag::Deriv) => {
            derivative(checked, report);
            Some(Rule::INSTR_NO_INDEFINITE_DSXY)
        }
        _ => None,
    };
    if let Some(rule) = infinite {
        let value = checked.argument(ArgumentName::value).and_then(|value| checked.site.context.float(value));
        if value.is_some_and(f64::is_infinite) {
            checked.find(report, rule, format_args!("operand of {} is an infinite constant", checked.name()));
        }
    }
    match checked.opcode() {
        Opcode::IS_INF | Opcode::IS_NAN | Opcode::IS_FINITE | Opcode::IS_NORMAL => special(checked, report),
        Opcode::THREAD_ID | Opcode::GROUP_ID => launch(checked, &[NodeLaunchType::BROADCASTING], report),
        Opcode::THREAD_ID_IN_GROUP | Opcode::FLATTENED_THREAD_ID_IN_GROUP => {
            launch(checked, &[NodeLaunchType::BROADCASTING, NodeLaunchType::COALESCING], report);
        }
        Opcode::ALLOCATE_RAY_QUERY => query(
            checked,
            Rule::DECL_ALLOCATE_RAY_QUERY_FLAGS_ARE_CONST,
            &[ArgumentName::constRayFlags],
            report,
        ),
        Opcode::ALLOCATE_RAY_QUERY2 => {
            let arguments = &[ArgumentName::constRayFlags, ArgumentName::constRayQueryFlags];
            query(checked, Rule::DECL_ALLOCATE_RAY_QUERY2_FLAGS_ARE_CONST, arguments, report);
        }
        _ => {}
    }
}

/// Derivatives come from neighbours in a group from shader model 6.6 on.
pub(super) fn derivative(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    use ShaderKind as S;
    let context = checked.site.context;
    if matches!(context.stage, S::COMPUTE | S::MESH | S::AMPLIFICATION) && !context.has_model(6, 6) {
        checked.find(
            report,
            Rule::SM_OPCODE_IN_INVALID_FUNCTION,
            format_args!(
                "{} uses derivatives in {}, which requires shader model 6.6",
                checked.name(),
                A(Stage(context.stage))
            ),
        );
    }
}

fn special(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let site = checked.site;
    let ty = checked.argument(ArgumentName::value).and_then(|value| site.type_of(value));
    let is_half =
        ty.is_some_and(|ty| site.context.ty(site.context.module.types.scalar(ty)) == Some(&Type::Half));
    if is_half && !site.context.has_model(6, 9) {
        checked.find(
            report,
            Rule::SM_IS_SPECIAL_FLOAT,
            format_args!("{} of a 16-bit float requires shader model 6.9", checked.name()),
        );
    }
}

/// System values of a grid are not there in nodes that are launched without one.
fn launch(checked: &CheckedCall<'_, '_, '_>, allowed: &[NodeLaunchType], report: &mut Report) {
    let context = checked.site.context;
    if checked.stage != ShaderKind::NODE || !context.is_library {
        return;
    }
    let properties = context.entry(checked.site.function).and_then(|entry| entry.properties());
    let launch =
        properties.and_then(|all| all.node_launch_type()).copied().unwrap_or(NodeLaunchType::INVALID);
    if !allowed.contains(&launch) {
        checked.find(
            report,
            Rule::INSTR_SV_CONFLICTING_LAUNCH_MODE,
            format_args!(
                "{} is called in a node with {launch} launch, expected {}",
                checked.name(),
                List(allowed.to_vec())
            ),
        );
    }
}

fn query(checked: &CheckedCall<'_, '_, '_>, rule: Rule, arguments: &[ArgumentName], report: &mut Report) {
    let context = checked.site.context;
    let numbers: Vec<_> = arguments
        .iter()
        .map(|name| checked.argument(*name).and_then(|value| context.integer(value)))
        .collect();
    let is_constant = |name: &ArgumentName| {
        checked
            .argument(*name)
            .is_some_and(|value| !matches!(value.kind(), ValueKind::Instruction(_) | ValueKind::Argument(_)))
    };
    // One undefined number is a constant, of which no more is asked; of two, what they are decides.
    if !arguments.iter().all(is_constant) || numbers.len() > 1 && numbers.contains(&None) {
        let others = arguments.iter().zip(&numbers).filter(|(_, number)| number.is_none());
        let names = List(others.map(|(name, _)| *name).collect());
        checked.find(report, rule, format_args!("{} has non-constant {names}", checked.name()));
        return;
    }
    let [Some(rays), Some(query)] = *numbers else { return };
    if rays & FORCE_OMM_2_STATE != 0 && query & ALLOW_OPACITY_MICROMAPS == 0 {
        checked.find(
            report,
            Rule::DECL_ALLOW_OPACITY_MICROMAPS_EXPECTED_GIVEN_FORCE_OMM2_STATE,
            format_args!(
                "constRayFlags has RAY_FLAG_FORCE_OMM_2_STATE, but constRayQueryFlags lacks \
                 RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS"
            ),
        );
    }
}
