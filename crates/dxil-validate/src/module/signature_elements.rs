//! One element of a signature: name, type, place, how it is interpolated, what its system value asks.

use dx_container::enums::{ElementType, InterpolationMode, PrimitiveTopology, SemanticKind, ShaderKind};
use dx_container::fields::Printable;
use dx_container::names::NamedValue as _;
use dxil::semantics::{Interpretation, SignatureKind, canonical_name};
use dxil::shader::SignatureElement;

use super::bounds;
use super::signature::{Signature, is_allocated, is_linear, stream};
use crate::names::{A, Stage};
use crate::report::Report;
use crate::rule::Rule;

/// What a system value is made of.
#[derive(Clone, Copy)]
struct Number {
    bits: u32,
    is_float: bool,
}

pub(super) fn check(signature: &Signature<'_, '_>, element: &SignatureElement, report: &mut Report) {
    let mut add_finding = |rule: Rule, message: &str| signature.add_finding(rule, element, message, report);
    if !(1..=bounds::SEMANTIC_NAME).contains(&signature.name(element).len()) {
        let length = signature.name(element).len();
        add_finding(Rule::META_SEMANTIC_LEN, &format!("semantic name has {length} bytes, expected 1 to 64"));
    }
    let kind = signature.semantic(element);
    if kind.name().is_none() {
        add_finding(Rule::META_SEMA_KIND_VALID, &format!("unknown semantic kind {kind}"));
    } else if kind != SemanticKind::ARBITRARY && !is_named(element) {
        let expected = canonical_name(element.semantic).unwrap_or_default();
        let name = Printable(element.name.as_ref());
        let message = format!("semantic name is `{name}`, expected `{expected}` for semantic kind {kind}");
        add_finding(Rule::META_SEMA_KIND_MATCHES_NAME, &message);
    }
    let number = number(element.element_type);
    if number.is_none() {
        let message = format!("component type {} is not allowed in signatures", element.element_type);
        add_finding(Rule::META_SIGNATURE_COMP_TYPE, &message);
    }
    if number.is_some_and(|number| !number.is_float) && is_linear(element.interpolation) {
        let (ty, mode) = (element.element_type, element.interpolation);
        let message = format!("integer type {ty} has interpolation mode {mode}, expected Constant");
        add_finding(Rule::META_INTEGER_INTERP_MODE, &message);
    }
    if element.interpolation.name().is_none() {
        add_finding(
            Rule::META_INTERP_MODE_VALID,
            &format!("unknown interpolation mode {}", element.interpolation),
        );
    }
    let start_column = if is_allocated(element) { i32::from(element.start_column) } else { 0 };
    if i32::from(element.columns) + start_column > 4 {
        let message = format!(
            "{} columns starting at column {start_column} exceed the last column, 3",
            element.columns
        );
        add_finding(Rule::META_SIGNATURE_OUT_OF_RANGE, &message);
    }
    let is_in_signature = place(signature, element, report);
    system_value(signature, element, report);
    of_stream(signature, element, report);
    if kind == SemanticKind::TARGET {
        target(signature, element, report);
    } else if is_in_signature && kind != SemanticKind::ARBITRARY {
        one_row(signature, element, report);
    }
}

/// System values have the names that they have; some are written in two ways.
fn is_named(element: &SignatureElement) -> bool {
    let Some(name) = canonical_name(element.semantic) else { return true };
    element.name.eq_ignore_ascii_case(name.as_bytes())
}

fn number(element: ElementType) -> Option<Number> {
    use ElementType as E;
    let (bits, is_float) = match element {
        E::I1 => (1, false),
        E::I16 | E::U16 => (16, false),
        // Numbers that are packed are read as the word that they lie in.
        E::I32 | E::U32 | E::PACKED_S8X32 | E::PACKED_U8X32 => (32, false),
        E::I64 | E::U64 => (64, false),
        E::F16 | E::SNORM_F16 | E::UNORM_F16 => (16, true),
        E::F32 | E::SNORM_F32 | E::UNORM_F32 => (32, true),
        E::F64 | E::SNORM_F64 | E::UNORM_F64 => (64, true),
        _ => return None,
    };
    Some(Number { bits, is_float })
}

/// Whether the element has a place in registers exactly where it takes one. Says whether it belongs into the signature.
fn place(signature: &Signature<'_, '_>, element: &SignatureElement, report: &mut Report) -> bool {
    let meaning = signature.meaning(element);
    let at = format!("row {} and column {}", element.start_row, element.start_column);
    let (rule, message) = match (meaning, is_allocated(element)) {
        (None | Some(Interpretation::NotInSignature), _) => (
            Rule::SM_SEMANTIC,
            format!(
                "semantic kind {} is not allowed as {} of {}",
                element.semantic,
                signature.side_name(),
                A(Stage(signature.entry.kind))
            ),
        ),
        (Some(Interpretation::NotPacked | Interpretation::Shadow), false) => return true,
        (Some(Interpretation::NotPacked | Interpretation::Shadow), true) => (
            Rule::META_SEMANTIC_SHOULD_NOT_BE_ALLOCATED,
            format!("is packed at {at}, expected row -1 and column -1 for a semantic that is not packed"),
        ),
        (Some(_), true) => return true,
        (Some(_), false) => {
            (Rule::META_SEMANTIC_SHOULD_BE_ALLOCATED, format!("has {at}, expected a packed location"))
        }
    };
    signature.add_finding(rule, element, &message, report);
    rule != Rule::SM_SEMANTIC
}

/// What system values are made of.
fn system_value(signature: &Signature<'_, '_>, element: &SignatureElement, report: &mut Report) {
    use SemanticKind as S;
    let number = number(element.element_type);
    let is_float = number.is_some_and(|number| number.is_float && number.bits <= 32);
    let (columns, kind) = (element.columns, element.element_type);
    let is_uint = matches!(kind, ElementType::U32 | ElementType::U16);
    let (is_right, expected) = match signature.semantic(element) {
        S::DEPTH | S::DEPTH_GREATER_EQUAL | S::DEPTH_LESS_EQUAL => (is_float && columns == 1, "one float"),
        S::COVERAGE | S::INNER_COVERAGE | S::OUTPUT_CONTROL_POINT_ID => {
            (kind == ElementType::U32 && columns == 1, "one unsigned integer")
        }
        S::POSITION => (is_float && columns == 4, "four floats"),
        S::TARGET => (number.is_none_or(|number| number.bits <= 32), "a type of at most 32 bits"),
        S::CLIP_DISTANCE | S::CULL_DISTANCE | S::TESS_FACTOR | S::INSIDE_TESS_FACTOR => (is_float, "floats"),
        S::IS_FRONT_FACE => {
            (matches!(kind, ElementType::U32 | ElementType::I32) && columns == 1, "one unsigned integer")
        }
        S::RENDER_TARGET_ARRAY_INDEX
        | S::VIEW_PORT_ARRAY_INDEX
        | S::VERTEX_ID
        | S::PRIMITIVE_ID
        | S::INSTANCE_ID
        | S::GS_INSTANCE_ID
        | S::SAMPLE_INDEX
        | S::STENCIL_REF
        | S::SHADING_RATE => (is_uint && columns == 1, "one unsigned integer"),
        S::CULL_PRIMITIVE => (kind == ElementType::I1 && columns == 1, "one bool"),
        S::BARYCENTRICS => {
            barycentrics(signature, element, report);
            (is_float, "floats")
        }
        _ => return,
    };
    if !is_right {
        let message = format!("type is {kind} with {columns} components, expected {expected}");
        signature.add_finding(Rule::META_SEMANTIC_COMP_TYPE, element, &message, report);
    }
}

fn barycentrics(signature: &Signature<'_, '_>, element: &SignatureElement, report: &mut Report) {
    if !is_linear(element.interpolation) || element.interpolation == InterpolationMode::CONSTANT {
        let message = format!("interpolation mode is {}, expected a linear mode", element.interpolation);
        signature.add_finding(Rule::META_BARYCENTRICS_INTERPOLATION, element, &message, report);
    }
    if element.columns != 3 {
        let message = format!("has {} components, expected float3", element.columns);
        signature.add_finding(Rule::META_BARYCENTRICS_FLOAT3, element, &message, report);
    }
}

/// Streams are for what a geometry shader gives; where there are several, they hold points.
fn of_stream(signature: &Signature<'_, '_>, element: &SignatureElement, report: &mut Report) {
    let stream = stream(element);
    // Geometry shaders of a library have one stream: it is the library's stage that is asked for.
    let is_geometry = signature.context.stage == ShaderKind::GEOMETRY;
    let has_streams = is_geometry && signature.side == SignatureKind::Output;
    let last = if has_streams { bounds::STREAMS - 1 } else { 0 };
    if stream > last {
        let message = match last {
            0 => format!("stream is {stream}, expected 0"),
            last => format!("stream is {stream}, expected 0 to {last}"),
        };
        signature.add_finding(Rule::SM_STREAM_INDEX_RANGE, element, &message, report);
    }
    let topology = signature.entry.properties().and_then(|all| all.geometry()).map(|state| state.topology);
    if is_geometry && stream != 0 && topology != Some(PrimitiveTopology::POINT_LIST) {
        signature.add_finding(
            Rule::SM_MULTI_STREAM_MUST_BE_POINT,
            element,
            &format!(
                "stream is {stream} with output topology {}, expected PointList",
                topology.unwrap_or_default()
            ),
            report,
        );
    }
}

/// A target lies in the row that is its index.
fn target(signature: &Signature<'_, '_>, element: &SignatureElement, report: &mut Report) {
    let indices = element.semantic_indices.as_deref().unwrap_or_default();
    let indices = if indices.is_empty() { &[0][..] } else { indices };
    let rows = (i64::from(element.start_row)..).zip(indices);
    if rows.clone().any(|(row, index)| row != i64::from(*index)) {
        let (row, index) = (element.start_row, element.semantic_index(0));
        let message = format!("start row is {row}, expected {index}, the semantic index");
        signature.add_finding(Rule::SM_PS_TARGET_INDEX_MATCHES_ROW, element, &message, report);
    }
    if element.start_column != 0 {
        let message = format!("start column is {}, expected 0", element.start_column);
        signature.add_finding(Rule::SM_PS_TARGET_COL0, element, &message, report);
    }
    let end = i64::from(element.start_row).saturating_add(element.rows.into());
    if end > bounds::TARGETS.into() {
        let (last, most) = (end - 1, bounds::TARGETS - 1);
        let message = format!("last row is {last}, expected at most {most}: there are 8 render targets");
        signature.add_finding(Rule::META_SEMANTIC_INDEX_MAX, element, &message, report);
    }
}

/// Most system values are there once, in one row.
fn one_row(signature: &Signature<'_, '_>, element: &SignatureElement, report: &mut Report) {
    use SemanticKind as S;
    let is_distance = matches!(element.semantic, S::CLIP_DISTANCE | S::CULL_DISTANCE);
    let most = if element.semantic == S::BARYCENTRICS { 1 } else { 0 };
    let index = element.semantic_index(0);
    if index > most && !is_distance {
        signature.add_finding(
            Rule::META_SEMANTIC_INDEX_MAX,
            element,
            &format!("semantic index is {index}, expected at most {most}"),
            report,
        );
    }
    let is_factor = matches!(element.semantic, S::TESS_FACTOR | S::INSIDE_TESS_FACTOR);
    if element.rows > 1 && !is_distance && !is_factor {
        let message = format!("has {} rows, expected 1", element.rows);
        signature.add_finding(Rule::META_SYSTEM_VALUE_ROWS, element, &message, report);
    }
}
