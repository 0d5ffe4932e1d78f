//! What goes into an entry and comes out of it, where code reads and writes it: elements that there are, rows and
//! columns that they have, vertices, streams.

use dx_container::enums::{InterpolationMode, SemanticKind, ShaderKind};
use dxil::ops::{ArgumentName, Opcode};
use dxil::shader::SignatureElement;

use super::checked_call::CheckedCall;
use super::context::Entry;
use super::names::semantic;
use super::outputs::{Side, Written};
use super::signature::is_linear;
use super::{bounds, entries};
use crate::names::{A, Count, Stage};
use crate::report::Report;
use crate::rule::Rule;

/// What the arguments are called that name element, row and column.
type Names = [ArgumentName; 3];
const LOAD: Names = [ArgumentName::inputSigId, ArgumentName::rowIndex, ArgumentName::colIndex];
const STORE: Names = [ArgumentName::outputSigId, ArgumentName::rowIndex, ArgumentName::colIndex];
const CONTROL_POINT: Names = [ArgumentName::inputSigId, ArgumentName::row, ArgumentName::col];
const PATCH_CONSTANT: Names = [ArgumentName::outputSigID, ArgumentName::row, ArgumentName::col];
const EVALUATE: Names = [ArgumentName::inputSigId, ArgumentName::inputRowIndex, ArgumentName::inputColIndex];

pub(super) fn check(checked: &CheckedCall<'_, '_, '_>, outputs: &mut Written, report: &mut Report) {
    use Opcode as O;
    let opcode = checked.opcode();
    let is_asked = matches!(
        opcode,
        O::LOAD_INPUT
            | O::DOMAIN_LOCATION
            | O::STORE_OUTPUT
            | O::STORE_VERTEX_OUTPUT
            | O::STORE_PRIMITIVE_OUTPUT
            | O::OUTPUT_CONTROL_POINT_ID
            | O::LOAD_OUTPUT_CONTROL_POINT
            | O::STORE_PATCH_CONSTANT
            | O::COVERAGE
            | O::INNER_COVERAGE
            | O::VIEW_ID
            | O::EVAL_CENTROID
            | O::EVAL_SAMPLE_INDEX
            | O::EVAL_SNAPPED
            | O::ATTRIBUTE_AT_VERTEX
            | O::EMIT_STREAM
            | O::EMIT_THEN_CUT_STREAM
            | O::CUT_STREAM
    );
    if !is_asked {
        return;
    }
    let (context, function) = (checked.site.context, checked.site.function);
    let (number, is_patch_function) = match context.entry_number(function) {
        Some(number) => (number, false),
        None => match context.patch_entry(function) {
            Some(number) => (number, true),
            None => {
                checked.find(
                    report,
                    Rule::INSTR_SIGNATURE_OPERATION_NOT_IN_ENTRY,
                    format_args!("{} is called outside of an entry point", checked.name()),
                );
                return;
            }
        },
    };
    let Some(entry) = context.entries.get(number) else { return };
    match opcode {
        O::LOAD_INPUT => {
            access(checked, entry.inputs(), LOAD, report);
            vertex(checked, entry, report);
        }
        O::STORE_OUTPUT | O::STORE_VERTEX_OUTPUT => {
            store(checked, number, entry.outputs(), STORE, Side::Output, outputs, report);
        }
        O::STORE_PRIMITIVE_OUTPUT => {
            store(checked, number, entry.patch_constants(), STORE, Side::PatchConstant, outputs, report);
        }
        O::LOAD_OUTPUT_CONTROL_POINT => {
            if !is_patch_function && entry.kind == ShaderKind::HULL {
                misplaced(checked, "patch constant functions", report);
            }
            let elements = if entry.kind == ShaderKind::HULL { entry.outputs() } else { entry.inputs() };
            access(checked, elements, CONTROL_POINT, report);
        }
        O::STORE_PATCH_CONSTANT => {
            if is_patch_function {
                patch_constant(checked, entry, outputs, report);
            } else {
                misplaced(checked, "patch constant functions", report);
            }
        }
        O::OUTPUT_CONTROL_POINT_ID if is_patch_function || entry.kind != ShaderKind::HULL => {
            misplaced(checked, "the main function of a hull shader", report);
        }
        O::DOMAIN_LOCATION => location(checked, entry, report),
        O::EVAL_CENTROID | O::EVAL_SAMPLE_INDEX | O::EVAL_SNAPPED => evaluate(checked, entry, report),
        O::ATTRIBUTE_AT_VERTEX => attribute(checked, entry, report),
        O::EMIT_STREAM | O::EMIT_THEN_CUT_STREAM | O::CUT_STREAM => stream(checked, entry, report),
        O::COVERAGE | O::INNER_COVERAGE if outputs.reads_coverage(number, opcode == O::INNER_COVERAGE) => {
            checked.find(
                report,
                Rule::SM_PS_COVERAGE_AND_INNER_COVERAGE,
                format_args!("pixel shader reads both SV_Coverage and SV_InnerCoverage"),
            );
        }
        O::VIEW_ID => outputs.reads_view(number),
        _ => {}
    }
}

fn misplaced(checked: &CheckedCall<'_, '_, '_>, place: &str, report: &mut Report) {
    checked.find(
        report,
        Rule::SM_OPCODE_IN_INVALID_FUNCTION,
        format_args!("{} is only allowed in {place}", checked.name()),
    );
}

/// The element that is meant, and the column, if both are right. What is wrong is told.
fn access<'m>(
    checked: &CheckedCall<'_, '_, 'm>,
    elements: &'m [SignatureElement],
    [id, row, column]: Names,
    report: &mut Report,
) -> Option<(usize, &'m SignatureElement, u32)> {
    let id = checked.constant(id, report)?;
    let found = usize::try_from(id).ok().and_then(|id| Some((id, elements.get(id)?)));
    let Some((index, element)) = found else {
        checked.find(
            report,
            Rule::INSTR_OP_CONST_RANGE,
            format_args!(
                "{} refers to signature element {id}, but the signature has {}",
                checked.name(),
                Count(elements.len(), "element")
            ),
        );
        return None;
    };
    if let Some(row) = checked.word(row).filter(|row| *row >= element.rows.into()) {
        checked.find(
            report,
            Rule::INSTR_OPERAND_RANGE,
            format_args!(
                "{} accesses row {row} of {}, which has {}",
                checked.name(),
                semantic(element),
                Count(element.rows, "row")
            ),
        );
    }
    let column = checked.constant(column, report)?;
    // The reference lets pass the one behind the last, too.
    match u32::try_from(column).ok().filter(|column| *column <= element.columns.into()) {
        Some(column) => Some((index, element, column)),
        None => {
            checked.find(
                report,
                Rule::INSTR_OPERAND_RANGE,
                format_args!(
                    "{} accesses column {column} of {}, which has {}",
                    checked.name(),
                    semantic(element),
                    Count(element.columns, "column")
                ),
            );
            None
        }
    }
}

fn store(
    checked: &CheckedCall<'_, '_, '_>,
    entry: usize,
    elements: &[SignatureElement],
    names: Names,
    side: Side,
    outputs: &mut Written,
    report: &mut Report,
) {
    if let Some((index, _, column)) = access(checked, elements, names, report) {
        outputs.write(entry, side, index, column);
    }
}

/// What a function computes for one entry, it computes for all that name it.
fn patch_constant(
    checked: &CheckedCall<'_, '_, '_>,
    entry: &Entry<'_>,
    outputs: &mut Written,
    report: &mut Report,
) {
    let found = access(checked, entry.patch_constants(), PATCH_CONSTANT, report);
    let Some((index, element, column)) = found else { return };
    let [_, row, _] = PATCH_CONSTANT;
    let row = checked.word(row).filter(|row| *row < element.rows.into());
    if !outputs.write_patch(checked.site.function, index, row, column) {
        checked.find(
            report,
            Rule::INSTR_OPERAND_RANGE,
            format_args!(
                "StorePatchConstant writes a row or column of {} that not every hull shader with this \
                 function declares",
                semantic(element)
            ),
        );
    }
}

/// Which vertex is meant: none where there is one alone, otherwise one that there is.
fn vertex(checked: &CheckedCall<'_, '_, '_>, entry: &Entry<'_>, report: &mut Report) {
    use ShaderKind as S;
    if matches!(entry.kind, S::VERTEX | S::PIXEL) {
        if !checked.is_undef(ArgumentName::gsVertexAxis) {
            checked.find(
                report,
                Rule::SM_OPERAND,
                format_args!("LoadInput in {} has gsVertexAxis, expected undef", A(Stage(entry.kind))),
            );
        }
        return;
    }
    let vertex =
        checked.argument(ArgumentName::gsVertexAxis).and_then(|value| checked.site.context.integer(value));
    let (Some(vertex), Some(properties)) = (vertex, entry.properties()) else { return };
    let count = match entry.kind {
        S::GEOMETRY => properties.geometry().and_then(|state| entries::vertices(state.input_primitive)),
        S::DOMAIN => properties.domain().map(|state| state.input_control_points),
        S::HULL => properties.hull().map(|state| state.input_control_points),
        _ => {
            misplaced(checked, "stages with inputs", report);
            None
        }
    };
    let count = i64::from(count.unwrap_or(0));
    if !(0..count).contains(&vertex) {
        checked.find(
            report,
            Rule::INSTR_OPERAND_RANGE,
            format_args!(
                "LoadInput reads vertex {vertex} (counted from 0), but the input has {}",
                Count(count, "vertex")
            ),
        );
    }
}

fn location(checked: &CheckedCall<'_, '_, '_>, entry: &Entry<'_>, report: &mut Report) {
    use dx_container::enums::TessellatorDomain as D;
    let Some(component) = checked.constant(ArgumentName::component, report) else { return };
    let domain = entry.properties().and_then(|all| all.domain()).map(|state| state.domain);
    let count = match domain {
        Some(D::ISO_LINE | D::TRI) => 3,
        Some(D::QUAD) => 2,
        _ => 0,
    };
    if component >= count {
        checked.find(
            report,
            Rule::SM_DOMAIN_LOCATION_IDX_OOB,
            format_args!(
                "DomainLocation reads component {component}, but the {} domain has {}",
                domain.unwrap_or(D::UNDEFINED),
                Count(count, "component")
            ),
        );
    }
}

fn evaluate(checked: &CheckedCall<'_, '_, '_>, entry: &Entry<'_>, report: &mut Report) {
    let Some((_, element, _)) = access(checked, entry.inputs(), EVALUATE, report) else { return };
    if !is_linear(element.interpolation) {
        checked.find(
            report,
            Rule::INSTR_EVAL_INTERPOLATION_MODE,
            format_args!(
                "{} evaluates {}, whose interpolation mode is {}, expected a linear mode",
                checked.name(),
                semantic(element),
                element.interpolation
            ),
        );
    }
    if element.semantic == SemanticKind::POSITION {
        checked.find(
            report,
            Rule::INSTR_CANNOT_PULL_POSITION,
            format_args!("{} cannot evaluate SV_Position", checked.name()),
        );
    }
}

fn attribute(checked: &CheckedCall<'_, '_, '_>, entry: &Entry<'_>, report: &mut Report) {
    let Some((_, element, _)) = access(checked, entry.inputs(), EVALUATE, report) else { return };
    if element.interpolation != InterpolationMode::CONSTANT {
        checked.find(
            report,
            Rule::INSTR_ATTRIBUTE_AT_VERTEX_NO_INTERPOLATION,
            format_args!(
                "{} reads {}, whose interpolation mode is {}, expected Constant",
                checked.name(),
                semantic(element),
                element.interpolation
            ),
        );
    }
}

fn stream(checked: &CheckedCall<'_, '_, '_>, entry: &Entry<'_>, report: &mut Report) {
    let state = entry.properties().and_then(|all| all.geometry());
    let Some(state) = state.filter(|_| entry.kind == ShaderKind::GEOMETRY) else {
        misplaced(checked, "geometry shaders", report);
        return;
    };
    let Some(stream) = checked.constant(ArgumentName::streamId, report) else { return };
    let is_there = stream < bounds::STREAMS.into() && state.stream_mask >> stream & 1 != 0;
    if !is_there {
        checked.find(
            report,
            Rule::INSTR_OPERAND_RANGE,
            format_args!("{} uses stream {stream}, which the shader does not declare", checked.name()),
        );
    }
}
