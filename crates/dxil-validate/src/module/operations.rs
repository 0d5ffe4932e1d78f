//! Calls of operations: whether there is such a one, in this stage and shader model, with these types. What is asked of
//! an operation's arguments stands in files by what it does.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use dx_container::enums::ShaderKind;
use dxil::handles::HandleOrigin;
use dxil::ops::{Call, CallError, Opcode, Operation, Stages};
use dxil_ir::arena::IdMap;
use dxil_ir::{GlobalId, Op};

use super::checked_call::CheckedCall;
use super::counters::Counters;
use super::handles::Handles;
use super::outputs::Written;
use super::site::Site;
use super::{
    barriers, handle_arguments, linear_algebra, loads_and_stores, math, rays, sampling, signature_operations,
};
use crate::names::{A, Stage};
use crate::report::Report;
use crate::rule::Rule;

/// What is known of the calls of a module.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// The stage that the function at hand belongs to.
    pub(super) stage: ShaderKind,
    counters: Counters,
    /// Functions that are right for an operation. What each call gives and takes is what its function does: the module
    /// is well-formed.
    right: IdMap<GlobalId, Vec<Opcode>>,
}

impl Calls {
    fn check(&mut self, site: &Site<'_, '_>, call: &Call<'_>) -> Result<(), CallError> {
        let callee = match &site.instruction.op {
            Op::Call { callee, .. } => site.context.global(*callee).map(|(id, _)| id),
            _ => None,
        };
        let Some(callee) = callee else { return call.check().map(drop) };
        // A function is for one class of operations, which has few.
        let opcode = call.operation().opcode;
        if self.right[callee].contains(&opcode) {
            return Ok(());
        }
        call.check()?;
        self.right[callee].push(opcode);
        Ok(())
    }
}

pub(super) fn check(
    site: &Site<'_, '_>,
    handles: &Handles,
    (outputs, calls): (&mut Written, &mut Calls),
    report: &mut Report,
) {
    let context = site.context;
    let caller = (site.body, site.global.value_type);
    let call = match Call::of(context.module, caller, site.instruction) {
        Ok(Some(call)) => call,
        Ok(None) => return,
        Err(error) => {
            let rule = match error {
                CallError::NoOpcode { .. } => Rule::INSTR_OP_CONST,
                CallError::UnknownOpcode { .. } => Rule::INSTR_ILLEGAL_DXIL_OPCODE,
                CallError::ReservedOpcode { .. } => Rule::INSTR_OPCODE_RESERVED,
                _ => Rule::INSTR_ILLEGAL_DXIL_OP_FUNCTION,
            };
            site.find(report, rule, format_args!("{error}"));
            return;
        }
    };
    let row = call.operation();
    if is_for_trying_out(row) && !context.is_experimental() {
        site.find(
            report,
            Rule::INSTR_EXP_DXIL_OPCODE_REQUIRES_EXP_SM,
            format_args!(
                "{} is experimental, but shader model {}.{} is not",
                row.name, context.model.0, context.model.1
            ),
        );
        return;
    }
    if let Err(error) = calls.check(site, &call) {
        let is_of_function =
            Operation::of_function(call.function_name()).any(|other| std::ptr::eq(other, row));
        let rule = match error {
            _ if !is_of_function => Rule::INSTR_ILLEGAL_DXIL_OP_FUNCTION,
            CallError::Overload { .. } | CallError::Function { .. } => Rule::INSTR_OLOAD,
            _ => Rule::INSTR_CALL_OLOAD,
        };
        site.find(report, rule, format_args!("{error}"));
        return;
    }
    let stage = calls.stage;
    if !is_available(site, row, stage) {
        site.find(report, Rule::SM_OPCODE, format_args!("{}", unavailable(site, row, stage)));
        return;
    }
    arguments(&CheckedCall { site, call, handles, stage }, (outputs, &mut calls.counters), report);
}

fn is_for_trying_out(row: &Operation) -> bool {
    // Its table is not the first one.
    row.opcode.0 > u32::from(u16::MAX)
}

/// Why an operation is not available: the shader model or the stage.
fn unavailable(site: &Site<'_, '_>, row: &Operation, stage: ShaderKind) -> String {
    let ((major, minor), (found, found_minor)) = (row.model, site.context.model);
    if site.context.has_model(major.into(), minor.into()) {
        format!("{} is not available in {} of shader model {found}.{found_minor}", row.name, A(Stage(stage)))
    } else {
        format!(
            "{} requires shader model {major}.{minor}, but the module has {found}.{found_minor}",
            row.name
        )
    }
}

fn is_available(site: &Site<'_, '_>, row: &Operation, stage: ShaderKind) -> bool {
    let (major, minor) = row.model;
    let is_of_work_graphs = row.stages == Stages::of(&[ShaderKind::NODE]);
    site.context.has_model(major.into(), minor.into())
        && row.stages.contains(stage)
        && (!is_of_work_graphs || site.context.has_work_graphs())
}

/// Handles are made of numbers in shader models before 6.6, of variables in libraries.
fn handle_operation(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let context = checked.site.context;
    let is_new = || context.shader.version.as_ref().is_some_and(|it| it.pair() > (1, 5));
    let expected = match HandleOrigin::of_call(&checked.call) {
        Some(HandleOrigin::Id { .. }) if context.is_library => "a shader that is not a library",
        Some(HandleOrigin::Id { .. }) if is_new() => "shader model 6.5 or earlier",
        Some(HandleOrigin::Library { .. }) if !context.is_library => "a library",
        _ => return,
    };
    checked.find(
        report,
        Rule::SM_OPCODE_IN_INVALID_FUNCTION,
        format_args!("{} is only allowed in {expected}", checked.name()),
    );
}

/// What is asked of arguments: handles first, then whatever the operation asks.
fn arguments(
    checked: &CheckedCall<'_, '_, '_>,
    (outputs, counters): (&mut Written, &mut Counters),
    report: &mut Report,
) {
    handle_operation(checked, report);
    handle_arguments::check(checked, report);
    math::check(checked, report);
    sampling::check(checked, report);
    loads_and_stores::check(checked, counters, report);
    signature_operations::check(checked, outputs, report);
    barriers::check(checked, report);
    rays::check(checked, report);
    linear_algebra::check(checked, report);
}
