//! What entries say of themselves: thread groups, how patches are divided, what geometry and mesh shaders give at most.

use dx_container::enums::{
    InputPrimitive, PrimitiveTopology, SemanticKind, ShaderKind, TessellatorDomain,
    TessellatorOutputPrimitive, TessellatorPartitioning,
};
use dxil::shader::{GeometryState, HullState};

use super::bounds;
use super::context::{Context, Entry};
use super::signature::scalars;
use super::waves;
use crate::names::Count;
use crate::report::Report;
use crate::rule::Rule;

/// What an entry is taken for that does not say how it divides patches: all zero.
const NO_HULL: HullState = HullState {
    patch_constant_function: None,
    input_control_points: 0,
    output_control_points: 0,
    domain: TessellatorDomain::UNDEFINED,
    partitioning: TessellatorPartitioning::UNDEFINED,
    output_primitive: TessellatorOutputPrimitive::UNDEFINED,
    max_tess_factor: 0.0,
    extra: Vec::new(),
};

/// The same of one that does not say what primitives it takes and gives.
const NO_GEOMETRY: GeometryState = GeometryState {
    input_primitive: InputPrimitive::UNDEFINED,
    max_vertex_count: 0,
    stream_mask: 0,
    topology: PrimitiveTopology::UNDEFINED,
    instance_count: 0,
    extra: Vec::new(),
};

/// Behind the last primitive that patches are divided into; the reference lets larger numbers pass.
const NO_OUTPUT_PRIMITIVE: u32 = TessellatorOutputPrimitive::TRIANGLE_CCW.0 + 1;

pub(super) fn check(context: &Context<'_>, report: &mut Report) {
    for entry in &context.entries {
        if entry.kind == ShaderKind::NODE && !context.has_work_graphs() {
            let (major, minor) = context.model;
            report.add(
                Rule::SM_INCOMPATIBLE_SHADER_MODEL,
                entry.place(),
                format_args!(
                    "shader model {major}.{minor} does not support node shaders: work graphs end with \
                     shader model 6.9"
                ),
            );
        }
        waves::check(entry, report);
        match entry.kind {
            ShaderKind::COMPUTE | ShaderKind::NODE => thread_group(entry, bounds::COMPUTE_GROUP, report),
            ShaderKind::AMPLIFICATION => thread_group(entry, bounds::MESH_GROUP, report),
            ShaderKind::MESH => mesh(entry, report),
            ShaderKind::DOMAIN => domain(entry, report),
            ShaderKind::HULL => {
                let state = entry.properties().and_then(|properties| properties.hull());
                hull(entry, state.unwrap_or(&NO_HULL), report);
            }
            ShaderKind::GEOMETRY => {
                let state = entry.properties().and_then(|properties| properties.geometry());
                geometry(entry, state.unwrap_or(&NO_GEOMETRY), report);
            }
            _ => {}
        }
        pass_through(context, entry, report);
    }
}

fn thread_group(entry: &Entry<'_>, (most, together): ([u32; 3], u32), report: &mut Report) {
    let group = entry.thread_group().unwrap_or_default();
    for ((name, threads), most) in ["x", "y", "z"].into_iter().zip(group).zip(most) {
        if !(1..=most).contains(&threads) {
            report.add(
                Rule::SM_THREAD_GROUP_CHANNEL_RANGE,
                entry.place(),
                format_args!("numthreads has {name} = {threads}, expected 1 to {most}"),
            );
        }
    }
    let [x, y, z] = group;
    let threads = group.into_iter().fold(1_u32, u32::wrapping_mul);
    if threads > together {
        report.add(
            Rule::SM_MAX_THREAD_GROUP,
            entry.place(),
            format_args!("numthreads({x}, {y}, {z}) is {threads} threads, expected at most {together}"),
        );
    }
}

fn mesh(entry: &Entry<'_>, report: &mut Report) {
    thread_group(entry, bounds::MESH_GROUP, report);
    let Some(state) = entry.properties().and_then(|properties| properties.mesh()) else { return };
    let limits = [
        (Rule::SM_MESH_SHADER_MAX_VERTEX_COUNT, "vertices", state.max_vertex_count),
        (Rule::SM_MESH_SHADER_MAX_PRIMITIVE_COUNT, "primitives", state.max_primitive_count),
    ];
    for (rule, what, count) in limits {
        let most = bounds::MESH_VERTICES;
        if count > most {
            report.add(
                rule,
                entry.place(),
                format_args!("mesh shader outputs up to {count} {what}, expected at most {most}"),
            );
        }
    }
}

fn domain(entry: &Entry<'_>, report: &mut Report) {
    let state = entry.properties().and_then(|properties| properties.domain());
    let points = state.map_or(0, |state| state.input_control_points);
    let domain = state.map_or(TessellatorDomain::UNDEFINED, |state| state.domain);
    let most = bounds::CONTROL_POINTS;
    if points > most {
        report.add(
            Rule::SM_DS_INPUT_CONTROL_POINT_COUNT_RANGE,
            entry.place(),
            format_args!("domain shader has {points} input control points, expected at most {most}"),
        );
    }
    if !is_domain(domain) {
        let message = format_args!("tessellator domain is {domain}, expected IsoLine, Tri or Quad");
        report.add(Rule::SM_VALID_DOMAIN, entry.place(), message);
    }
    factors(entry, domain, report);
}

fn is_domain(domain: TessellatorDomain) -> bool {
    matches!(domain, TessellatorDomain::ISO_LINE | TessellatorDomain::TRI | TessellatorDomain::QUAD)
}

fn hull(entry: &Entry<'_>, state: &HullState, report: &mut Report) {
    let (place, most) = (entry.place(), bounds::CONTROL_POINTS);
    let (taken, given) = (state.input_control_points, state.output_control_points);
    if taken == 0 && !entry.inputs().is_empty() {
        report.add(
            Rule::SM_ZERO_HS_INPUT_CONTROL_POINT_WITH_INPUT,
            place,
            format_args!("hull shader has an input signature, but 0 input control points"),
        );
    }
    if taken > most {
        report.add(
            Rule::SM_HS_INPUT_CONTROL_POINT_COUNT_RANGE,
            place,
            format_args!("hull shader has {taken} input control points, expected at most {most}"),
        );
    }
    if !(1..=most).contains(&given) {
        report.add(
            Rule::SM_OUTPUT_CONTROL_POINT_COUNT_RANGE,
            place,
            format_args!("hull shader has {given} output control points, expected 1 to {most}"),
        );
    }
    if !is_domain(state.domain) {
        let message = format_args!("tessellator domain is {}, expected IsoLine, Tri or Quad", state.domain);
        report.add(Rule::SM_VALID_DOMAIN, place, message);
    }
    if state.partitioning == TessellatorPartitioning::UNDEFINED {
        report.add(
            Rule::META_TESSELLATOR_PARTITION,
            place,
            format_args!(
                "tessellator partitioning is Undefined, expected Integer, Pow2, FractionalOdd or FractionalEven"
            ),
        );
    }
    if matches!(state.output_primitive.0, 0 | NO_OUTPUT_PRIMITIVE) {
        report.add(
            Rule::META_TESSELLATOR_OUTPUT_PRIMITIVE,
            place,
            format_args!(
                "tessellator output primitive is {}, expected Point, Line, TriangleCW or TriangleCCW",
                state.output_primitive
            ),
        );
    }
    let (least, largest) = bounds::TESS_FACTOR;
    if state.max_tess_factor < least || state.max_tess_factor > largest {
        report.add(
            Rule::META_MAX_TESS_FACTOR,
            place,
            format_args!(
                "maximum tessellation factor is {}, expected {least} to {largest}",
                state.max_tess_factor
            ),
        );
    }
    primitives(entry, state, report);
    factors(entry, state.domain, report);
}

/// What comes out has to go with the domain.
fn primitives(entry: &Entry<'_>, state: &HullState, report: &mut Report) {
    use TessellatorOutputPrimitive as P;
    let is_triangle = matches!(state.output_primitive, P::TRIANGLE_CW | P::TRIANGLE_CCW);
    match state.domain {
        TessellatorDomain::ISO_LINE if is_triangle => report.add(
            Rule::SM_ISO_LINE_OUTPUT_PRIMITIVE_MISMATCH,
            entry.place(),
            format_args!(
                "output primitive is {} with the IsoLine domain, expected Point or Line",
                state.output_primitive
            ),
        ),
        TessellatorDomain::TRI | TessellatorDomain::QUAD if state.output_primitive == P::LINE => report.add(
            Rule::SM_TRI_OUTPUT_PRIMITIVE_MISMATCH,
            entry.place(),
            format_args!(
                "output primitive is Line with the {} domain, expected Point, TriangleCW or TriangleCCW",
                state.domain
            ),
        ),
        _ => {}
    }
}

/// How many factors a domain takes for its edges, and for its inside.
fn factor_counts(domain: TessellatorDomain) -> Option<(u32, u32)> {
    match domain {
        TessellatorDomain::ISO_LINE => Some((2, 0)),
        TessellatorDomain::TRI => Some((3, 1)),
        TessellatorDomain::QUAD => Some((4, 2)),
        _ => None,
    }
}

/// The factors among the patch constants.
fn factors(entry: &Entry<'_>, domain: TessellatorDomain, report: &mut Report) {
    let Some((edges, inside)) = factor_counts(domain) else { return };
    let place = entry.place();
    let (mut has_edges, mut has_inside) = (false, false);
    for element in entry.patch_constants() {
        let (rule, expected) = match element.semantic {
            SemanticKind::TESS_FACTOR => {
                has_edges = true;
                (Rule::SM_TESS_FACTOR_SIZE_MATCH_DOMAIN, edges)
            }
            SemanticKind::INSIDE_TESS_FACTOR => {
                has_inside = true;
                (Rule::SM_INSIDE_TESS_FACTOR_SIZE_MATCH_DOMAIN, inside)
            }
            _ => continue,
        };
        if element.rows != expected || element.columns > 1 {
            report.add(
                rule,
                place,
                format_args!(
                    "{} has {} and {}, expected {} and 1 column for the {domain} domain",
                    element.name,
                    Count(element.rows, "row"),
                    Count(element.columns, "column"),
                    Count(expected, "row")
                ),
            );
        }
    }
    if entry.kind == ShaderKind::HULL && (!has_edges || !has_inside && inside > 0) {
        report.add(
            Rule::SM_TESS_FACTOR_FOR_DOMAIN,
            place,
            format_args!(
                "patch constants lack {}, which the {domain} domain requires",
                if has_edges { "SV_InsideTessFactor" } else { "SV_TessFactor" }
            ),
        );
    }
}

/// Hull shaders without code pass their control points through.
fn pass_through(context: &Context<'_>, entry: &Entry<'_>, report: &mut Report) {
    if entry.function.and_then(|id| context.module.globals.get(id)?.body()).is_some() {
        return;
    }
    let Some(state) = entry.properties().and_then(|properties| properties.hull()) else {
        report.add(
            Rule::META_ENTRY_FUNCTION,
            entry.place(),
            format_args!("entry point `{}` has no function body", entry.name()),
        );
        return;
    };
    if state.input_control_points < state.output_control_points {
        report.add(
            Rule::SM_HULL_PASS_THRU_CONTROL_POINT_COUNT_MATCH,
            entry.place(),
            format_args!(
                "pass-through hull shader has {} input and {} output control points, expected the same number",
                state.input_control_points, state.output_control_points
            ),
        );
    }
    let scalars = scalars(entry.outputs()).saturating_mul(state.output_control_points.into());
    if scalars > bounds::CONTROL_POINT_SCALARS {
        report.add(
            Rule::SM_OUTPUT_CONTROL_POINTS_TOTAL_SCALARS,
            entry.place(),
            format_args!(
                "output control points have {scalars} components in total, expected at most {}",
                bounds::CONTROL_POINT_SCALARS
            ),
        );
    }
}

fn geometry(entry: &Entry<'_>, state: &GeometryState, report: &mut Report) {
    let place = entry.place();
    if state.max_vertex_count > bounds::GEOMETRY_VERTICES {
        report.add(
            Rule::SM_GS_OUTPUT_VERTEX_COUNT_RANGE,
            place,
            format_args!(
                "maximum vertex count is {}, expected at most {}",
                state.max_vertex_count,
                bounds::GEOMETRY_VERTICES
            ),
        );
    }
    if !(1..=bounds::GEOMETRY_INSTANCES).contains(&state.instance_count) {
        report.add(
            Rule::SM_GS_INSTANCE_COUNT_RANGE,
            place,
            format_args!(
                "instance count is {}, expected 1 to {}",
                state.instance_count,
                bounds::GEOMETRY_INSTANCES
            ),
        );
    }
    use PrimitiveTopology as T;
    let streams = state.stream_mask & ((1 << bounds::STREAMS) - 1);
    if !matches!(state.topology, T::POINT_LIST | T::LINE_STRIP | T::TRIANGLE_STRIP) {
        report.add(
            Rule::SM_GS_VALID_OUTPUT_PRIMITIVE_TOPOLOGY,
            place,
            format_args!(
                "output topology is {}, expected PointList, LineStrip or TriangleStrip",
                state.topology
            ),
        );
    } else if streams == 0 {
        report.add(
            Rule::SM_GS_VALID_OUTPUT_PRIMITIVE_TOPOLOGY,
            place,
            format_args!("stream mask is {:#06b}, expected at least one stream", state.stream_mask),
        );
    }
    if vertices(state.input_primitive).is_none() && state.input_primitive != InputPrimitive::UNDEFINED {
        report.add(
            Rule::SM_GS_VALID_INPUT_PRIMITIVE,
            place,
            format_args!(
                "input primitive is {}, expected Point, Line, Triangle, LineWithAdjacency, TriangleWithAdjacency \
                 or a patch",
                state.input_primitive
            ),
        );
    }
}

/// How many vertices a primitive has.
pub(super) fn vertices(primitive: InputPrimitive) -> Option<u32> {
    use InputPrimitive as P;
    match primitive {
        P::POINT => Some(1),
        P::LINE => Some(2),
        P::TRIANGLE => Some(3),
        P::LINE_WITH_ADJACENCY => Some(4),
        P::TRIANGLE_WITH_ADJACENCY => Some(6),
        P(number) if (P::CONTROL_POINT_PATCH_1.0..=P::CONTROL_POINT_PATCH_32.0).contains(&number) => {
            Some(number - P::CONTROL_POINT_PATCH_1.0 + 1)
        }
        _ => None,
    }
}
