//! Signatures as a whole: whether elements exclude each other, how they are interpolated in each stage, and how much
//! there may be of them. What is asked of one element, and how they share registers, stands in files of its own.

use std::collections::BTreeSet;

use dx_container::enums::{InterpolationMode, SemanticKind, ShaderKind};
use dxil::packing::Registers;
use dxil::semantics::SignatureKind;
use dxil::shader::SignatureElement;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{Global, Type, TypeId};
use hashbrown::HashSet;

use super::context::{Context, Entry};
use super::outputs::Written;
use super::signature::{Signature, scalars, stream};
use super::{bounds, names, packing, signature_elements};
use crate::names::Stage;
use crate::report::Report;
use crate::rule::Rule;

/// Bytes of a component that a mesh shader gives.
const SCALAR: u64 = 4;
/// Mesh shaders give vertices and primitives in portions of so many.
const PORTION: u32 = 32;

pub(super) fn check(context: &Context<'_>, outputs: &Written, report: &mut Report) {
    let mut layout = DataLayout::of(context.module);
    for (number, entry) in context.entries.iter().enumerate() {
        if is_ray(entry.kind) {
            ray(context, entry, &mut layout, report);
            continue;
        }
        interpolation(entry, report);
        let sides = [
            (SignatureKind::Input, entry.inputs()),
            (SignatureKind::Output, entry.outputs()),
            (SignatureKind::PatchConstantOrPrimitive, entry.patch_constants()),
        ];
        for (side, elements) in sides {
            let signature = Signature { context, entry, side, elements };
            let registers = signature.check(report);
            if side == SignatureKind::Input && context.stage == ShaderKind::PIXEL && outputs.has_view(number)
            {
                let has_room = registers.first().is_some_and(Registers::has_room_for_view);
                if !has_room {
                    report.add(
                        Rule::SM_VIEW_ID_NEEDS_SLOT,
                        entry.place(),
                        format_args!(
                            "pixel shader reads SV_ViewID, but the input signature has no free register for \
                             SV_ViewID"
                        ),
                    );
                }
            }
        }
        match entry.kind {
            ShaderKind::PIXEL => pixel(entry, report),
            ShaderKind::GEOMETRY => geometry(entry, report),
            ShaderKind::COMPUTE => {
                let has_elements = sides.iter().any(|(_, elements)| !elements.is_empty());
                if has_elements {
                    report.add(
                        Rule::SM_CS_NO_SIGNATURES,
                        entry.place(),
                        format_args!("compute shader `{}` has signature elements", entry.name()),
                    );
                }
            }
            ShaderKind::MESH => mesh(entry, report),
            _ => {}
        }
    }
}

/// What stands in a stream of a signature.
#[derive(Default)]
struct Stream {
    semantics: HashSet<(Vec<u8>, u32)>,
    values: HashSet<SemanticKind>,
    clip_cull_rows: BTreeSet<i64>,
    clip_cull_components: u32,
}

/// Semantic indices of one element that are looked at; more are told by what derives signatures.
const INDICES: usize = 256;

impl<'m> Signature<'_, 'm> {
    /// Gives what lies in the registers of each stream.
    fn check(&self, report: &mut Report) -> Vec<Registers<&'m SignatureElement>> {
        let min_precision = self.context.has_min_precision;
        let mut registers: Vec<_> = (0..bounds::STREAMS).map(|_| Registers::new(min_precision)).collect();
        let mut streams: Vec<Stream> = (0..bounds::STREAMS).map(|_| Stream::default()).collect();
        let (mut targets, mut depths) = (0_u32, 0);
        let mut barycentrics = HashSet::new();
        for element in self.elements {
            signature_elements::check(self, element, report);
            let number = stream(element);
            let has_streams =
                self.side == SignatureKind::Output && self.context.stage == ShaderKind::GEOMETRY;
            let number =
                usize::try_from(number).ok().filter(|number| has_streams && *number < registers.len());
            let number = number.unwrap_or(0);
            let (Some(stream), Some(registers)) = (streams.get_mut(number), registers.get_mut(number)) else {
                continue;
            };
            if !self.names(element, stream, report) {
                break;
            }
            match self.semantic(element) {
                SemanticKind::TARGET => {
                    self.target(element, &mut targets, report);
                    continue;
                }
                SemanticKind::ARBITRARY => {}
                SemanticKind::CLIP_DISTANCE | SemanticKind::CULL_DISTANCE => {
                    self.distances(element, stream, report)
                }
                SemanticKind::DEPTH | SemanticKind::DEPTH_GREATER_EQUAL | SemanticKind::DEPTH_LESS_EQUAL => {
                    depths += 1;
                    if depths > 1 {
                        self.add_finding(
                            Rule::SM_PS_MULTIPLE_DEPTH_SEMANTIC,
                            element,
                            "signature has a second depth output, expected at most one",
                            report,
                        );
                    }
                }
                SemanticKind::BARYCENTRICS => {
                    let has_perspective = !is_without_perspective(element.interpolation);
                    if !barycentrics.insert(has_perspective) {
                        self.add_finding(
                            Rule::META_BARYCENTRICS_TWO_PERSPECTIVES,
                            element,
                            "signature has a second SV_Barycentrics with the same kind of perspective",
                            report,
                        );
                    }
                }
                semantic => {
                    if !stream.values.insert(semantic) {
                        self.add_finding(
                            Rule::META_DUPLICATE_SYS_VALUE,
                            element,
                            "system value appears more than once in the signature",
                            report,
                        );
                    }
                }
            }
            packing::place(registers, self, element, report);
        }
        registers
    }

    /// No name has an index twice.
    fn names(&self, element: &SignatureElement, stream: &mut Stream, report: &mut Report) -> bool {
        let name = self.name(element).to_ascii_uppercase();
        let stored = element.semantic_indices.as_deref().unwrap_or_default();
        let indices = if stored.is_empty() { &[0][..] } else { stored };
        for index in indices.iter().take(INDICES) {
            if !stream.semantics.insert((name.clone(), *index)) {
                self.add_finding(
                    Rule::META_NO_SEMANTIC_OVERLAP,
                    element,
                    &format!("semantic index {index} is used by another element of this name"),
                    report,
                );
                return false;
            }
        }
        true
    }

    fn target(&self, element: &SignatureElement, targets: &mut u32, report: &mut Report) {
        let end = i64::from(element.start_row).saturating_add(element.rows.into());
        if let Ok(start) = u32::try_from(element.start_row)
            && end <= bounds::TARGETS.into()
        {
            let rows = 1_u32.checked_shl(element.rows).unwrap_or(0).wrapping_sub(1);
            let mask = rows.checked_shl(start).unwrap_or(0);
            if *targets & mask != 0 {
                self.add_finding(
                    Rule::META_NO_SEMANTIC_OVERLAP,
                    element,
                    "overlaps another SV_Target",
                    report,
                );
            }
            *targets |= mask;
        }
        if element.rows > 1 {
            let message = format!("has {} rows, expected 1: render targets cannot be indexed", element.rows);
            self.add_finding(Rule::SM_NO_PS_OUTPUT_IDX, element, &message, report);
        }
    }

    fn distances(&self, element: &SignatureElement, stream: &mut Stream, report: &mut Report) {
        let start = i64::from(element.start_row);
        stream
            .clip_cull_rows
            .extend((0..element.rows.min(bounds::MESH_ROWS)).map(|row| start + i64::from(row)));
        if stream.clip_cull_rows.len() > bounds::CLIP_CULL_ROWS {
            self.add_finding(
                Rule::META_CLIP_CULL_MAX_ROWS,
                element,
                "clip and cull distances exceed 2 rows",
                report,
            );
        }
        stream.clip_cull_components = stream.clip_cull_components.saturating_add(element.columns.into());
        if stream.clip_cull_components > bounds::CLIP_CULL_COMPONENTS {
            self.add_finding(
                Rule::META_CLIP_CULL_MAX_COMPONENTS,
                element,
                "clip and cull distances exceed 8 components",
                report,
            );
        }
    }
}

fn is_without_perspective(mode: InterpolationMode) -> bool {
    use InterpolationMode as M;
    matches!(
        mode,
        M::LINEAR_NOPERSPECTIVE | M::LINEAR_NOPERSPECTIVE_CENTROID | M::LINEAR_NOPERSPECTIVE_SAMPLE
    )
}

fn is_ray(kind: ShaderKind) -> bool {
    use ShaderKind as S;
    matches!(kind, S::RAY_GENERATION | S::INTERSECTION | S::ANY_HIT | S::CLOSEST_HIT | S::MISS | S::CALLABLE)
}

/// Ray tracing shaders have no signatures, but payloads, attributes and parameters as large as they say.
fn ray(context: &Context<'_>, entry: &Entry<'_>, layout: &mut DataLayout<'_>, report: &mut Report) {
    if [entry.inputs(), entry.outputs(), entry.patch_constants()].iter().any(|elements| !elements.is_empty())
    {
        report.add(
            Rule::SM_RAY_SHADER_SIGNATURES,
            entry.place(),
            format_args!("{} `{}` has signature elements", Stage(entry.kind), entry.name()),
        );
    }
    use ShaderKind as S;
    let has_payload = matches!(entry.kind, S::ANY_HIT | S::CLOSEST_HIT | S::MISS | S::CALLABLE);
    let has_attributes = matches!(entry.kind, S::ANY_HIT | S::CLOSEST_HIT);
    let properties = entry.properties();
    let declared = [
        properties.and_then(|all| all.ray_payload_size()).copied().unwrap_or(0),
        properties.and_then(|all| all.ray_attribute_size()).copied().unwrap_or(0),
    ];
    let Some(function) = entry.function.and_then(|id| context.module.globals.get(id)) else { return };
    let parameters = parameters(context, function);
    let rows = [if entry.kind == S::CALLABLE { "parameter" } else { "payload" }, "attributes"]
        .into_iter()
        .zip(declared)
        .zip([has_payload, has_attributes]);
    for (((what, declared), is_there), parameter) in rows.zip(parameters) {
        let pointee = context.module.types.pointee(*parameter).unwrap_or(*parameter);
        let size = layout.size(pointee);
        if is_there && u64::from(declared) < size {
            report.add(
                Rule::SM_RAY_SHADER_PAYLOAD_SIZE,
                entry.place(),
                format_args!(
                    "{what} of `{}` has {size} bytes, but the declared size is {declared}",
                    entry.name()
                ),
            );
        }
    }
}

fn parameters<'m>(context: &Context<'m>, function: &Global) -> &'m [TypeId] {
    match context.ty(function.value_type) {
        Some(Type::Function { parameters, .. }) => parameters,
        _ => &[],
    }
}

/// Only what comes from vertices is interpolated.
fn interpolation(entry: &Entry<'_>, report: &mut Report) {
    use InterpolationMode as M;
    let mut add_finding = |elements: &[SignatureElement], expected: M, rule: Rule| {
        for element in elements.iter().filter(|element| element.interpolation != expected) {
            report.add(
                rule,
                entry.place(),
                format_args!(
                    "interpolation mode of {} is {}, expected {expected}",
                    names::semantic(element),
                    element.interpolation
                ),
            );
        }
    };
    match entry.kind {
        ShaderKind::PIXEL => add_finding(entry.outputs(), M::UNDEFINED, Rule::SM_NO_INTERP_MODE),
        ShaderKind::VERTEX => add_finding(entry.inputs(), M::UNDEFINED, Rule::SM_NO_INTERP_MODE),
        _ => {}
    }
    match entry.kind {
        ShaderKind::MESH => add_finding(entry.patch_constants(), M::CONSTANT, Rule::SM_CONSTANT_INTERP_MODE),
        _ => add_finding(entry.patch_constants(), M::UNDEFINED, Rule::SM_NO_INTERP_MODE),
    }
}

/// What a pixel shader gives are targets, depth, coverage and the stencil's reference; where it says of the depth which
/// way it goes, the position is interpolated at samples or at the centroid.
fn pixel(entry: &Entry<'_>, report: &mut Report) {
    use {InterpolationMode as M, SemanticKind as S};
    let is_per_sample = entry.inputs().iter().any(|element| {
        element.semantic == S::SAMPLE_INDEX
            || matches!(element.interpolation, M::LINEAR_SAMPLE | M::LINEAR_NOPERSPECTIVE_SAMPLE)
    });
    let depth = entry.outputs().iter().map(|element| element.semantic);
    let depth =
        depth.clone().find(|kind| matches!(*kind, S::DEPTH | S::DEPTH_GREATER_EQUAL | S::DEPTH_LESS_EQUAL));
    let position = entry.inputs().iter().rev().find(|element| element.semantic == S::POSITION);
    let is_right = |mode| {
        matches!(mode, M::UNDEFINED | M::LINEAR_NOPERSPECTIVE_CENTROID | M::LINEAR_NOPERSPECTIVE_SAMPLE)
    };
    if let Some(position) = position.filter(|position| !is_right(position.interpolation))
        && !is_per_sample
        && matches!(depth, Some(S::DEPTH_GREATER_EQUAL | S::DEPTH_LESS_EQUAL))
    {
        report.add(
            Rule::SM_PS_CONSISTENT_INTERP,
            entry.place(),
            format_args!(
                "interpolation mode of {} is {}, expected LinearNoperspectiveCentroid or \
                 LinearNoperspectiveSample, because the shader writes conservative depth",
                names::semantic(position),
                position.interpolation
            ),
        );
    }
    for element in entry.outputs() {
        let is_allowed = matches!(
            element.semantic,
            S::TARGET
                | S::COVERAGE
                | S::DEPTH
                | S::DEPTH_GREATER_EQUAL
                | S::DEPTH_LESS_EQUAL
                | S::STENCIL_REF
        );
        if !is_allowed {
            report.add(
                Rule::SM_PS_OUTPUT_SEMANTIC,
                entry.place(),
                format_args!("{} is not allowed as pixel shader output", names::semantic(element)),
            );
        }
    }
}

fn geometry(entry: &Entry<'_>, report: &mut Report) {
    let vertices =
        entry.properties().and_then(|all| all.geometry()).map_or(0, |state| state.max_vertex_count);
    let total = scalars(entry.outputs()).saturating_mul(vertices.into());
    if total > bounds::GEOMETRY_SCALARS {
        report.add(
            Rule::SM_GS_TOTAL_OUTPUT_VERTEX_DATA_RANGE,
            entry.place(),
            format_args!(
                "{vertices} output vertices have {total} components in total, expected at most {}",
                bounds::GEOMETRY_SCALARS
            ),
        );
    }
}

/// Rows that a signature takes: to behind the last one.
fn row_count(elements: &[SignatureElement]) -> u64 {
    let ends = elements.iter().filter(|element| element.start_row >= 0);
    ends.map(|element| u64::from(element.start_row.unsigned_abs()) + u64::from(element.rows))
        .max()
        .unwrap_or(0)
}

fn mesh(entry: &Entry<'_>, report: &mut Report) {
    let most = u64::from(bounds::MESH_ROWS);
    let (vertex, primitive) = (row_count(entry.outputs()), row_count(entry.patch_constants()));
    let rows = [
        (Rule::SM_MESH_V_SIG_ROW_COUNT, "vertex outputs", vertex),
        (Rule::SM_MESH_P_SIG_ROW_COUNT, "primitive outputs", primitive),
        (Rule::SM_MESH_TOTAL_SIG_ROW_COUNT, "vertex and primitive outputs", vertex + primitive),
    ];
    for (rule, what, rows) in rows {
        if rows > most {
            report.add(
                rule,
                entry.place(),
                format_args!("{what} occupy {rows} rows, expected at most {most}"),
            );
        }
    }
    let Some(state) = entry.properties().and_then(|all| all.mesh()) else { return };
    let portions = |count: u32| u64::from(count).next_multiple_of(PORTION.into());
    let vertices = scalars(entry.outputs()).saturating_mul(portions(state.max_vertex_count));
    let primitives = scalars(entry.patch_constants()).saturating_mul(portions(state.max_primitive_count));
    // In 32 bits, as the reference counts.
    let given = vertices.saturating_add(primitives).saturating_mul(SCALAR) & u64::from(u32::MAX);
    if given > bounds::MESH_OUTPUT {
        report.add(
            Rule::SM_MESH_SHADER_OUTPUT_SIZE,
            entry.place(),
            format_args!(
                "vertex and primitive outputs have {given} bytes in total, expected at most {}",
                bounds::MESH_OUTPUT
            ),
        );
    }
    let both = given.saturating_add(state.payload_size.into()) & u64::from(u32::MAX);
    if both > bounds::MESH_INPUT_AND_OUTPUT {
        report.add(
            Rule::SM_MESH_SHADER_IN_OUT_SIZE,
            entry.place(),
            format_args!(
                "payload and outputs have {both} bytes in total, expected at most {}",
                bounds::MESH_INPUT_AND_OUTPUT
            ),
        );
    }
}
