//! Calls that mesh and amplification shaders make once: how much is given, the payload, the dispatch of mesh shaders.

use dx_container::enums::ShaderKind;
use dxil::ops::{ArgumentName, Call, Opcode};
use dxil_ir::{Body, ControlFlow, Global, GlobalId, Type, TypeId};

use super::bounds;
use super::context::{Context, Entry};
use super::memory::Layouts;
use super::site::Site;
use crate::report::Report;
use crate::rule::Rule;

pub(super) fn check<'m>(
    context: &Context<'m>,
    definition: Definition<'m>,
    layouts: &mut Layouts<'m>,
    report: &mut Report,
) {
    let Some(entry) = context.entry(definition.0) else { return };
    match entry.kind {
        ShaderKind::MESH => mesh(context, entry, definition, layouts, report),
        ShaderKind::AMPLIFICATION => amplification(context, entry, definition, layouts, report),
        _ => {}
    }
}

type Definition<'m> = (GlobalId, &'m Global, &'m Body);

/// The last call of an operation, each but the first one told.
fn only<'c, 'm>(
    context: &'c Context<'m>,
    (id, global, body): Definition<'m>,
    opcode: Opcode,
    rule: Rule,
    report: &mut Report,
) -> Option<(Site<'c, 'm>, Call<'m>)> {
    let mut last = None;
    for site in Site::all(context, id, global, body) {
        let Some(call) = site.call().filter(|call| call.operation().opcode == opcode) else { continue };
        if last.is_some() {
            site.find(report, rule, format_args!("{} is called more than once", call.operation().name));
        }
        last = Some((site, call));
    }
    last
}

fn mesh<'m>(
    context: &Context<'m>,
    entry: &Entry<'m>,
    definition: Definition<'m>,
    layouts: &mut Layouts<'m>,
    report: &mut Report,
) {
    let rule = Rule::INSTR_MULTIPLE_SET_MESH_OUTPUT_COUNTS;
    let counts = only(context, definition, Opcode::SET_MESH_OUTPUT_COUNTS, rule, report);
    let rule = Rule::INSTR_MULTIPLE_GET_MESH_PAYLOAD;
    let payload = only(context, definition, Opcode::GET_MESH_PAYLOAD, rule, report);
    let (id, global, body) = definition;
    let dominators = ControlFlow::of(body).dominators();
    for site in Site::all(context, id, global, body) {
        let Some(call) = site.call() else { continue };
        let opcode = call.operation().opcode;
        if !matches!(
            opcode,
            Opcode::STORE_VERTEX_OUTPUT | Opcode::STORE_PRIMITIVE_OUTPUT | Opcode::EMIT_INDICES
        ) {
            continue;
        }
        let Some((counts, _)) = &counts else {
            site.find(
                report,
                Rule::INSTR_MISSING_SET_MESH_OUTPUT_COUNTS,
                format_args!(
                    "{} is called, but the shader does not call SetMeshOutputCounts",
                    call.operation().name
                ),
            );
            continue;
        };
        // Within a block, the order is not asked for.
        let is_reached = dominators.is_reached(site.block);
        if counts.block != site.block && is_reached && !dominators.dominates(counts.block, site.block) {
            site.find(
                report,
                Rule::INSTR_NON_DOMINATING_SET_MESH_OUTPUT_COUNTS,
                format_args!(
                    "{} is not dominated by SetMeshOutputCounts: a path to this call does not set the counts",
                    call.operation().name
                ),
            );
        }
    }
    let declared = entry.properties().and_then(|all| all.mesh()).map_or(0, |mesh| mesh.payload_size);
    let payload = payload.map(|(site, _)| site.instruction.ty);
    let Some(size) = payload.and_then(|ty| pointee_size(context, ty, layouts)) else { return };
    let name = entry.name();
    if u64::from(declared) < size {
        report.add(
            Rule::SM_MESH_SHADER_PAYLOAD_SIZE_DECLARED,
            entry.place(),
            format_args!(
                "payload struct of mesh shader `{name}` has {size} bytes, but the declared payload size is \
                 {declared}"
            ),
        );
    }
    if declared > bounds::PAYLOAD {
        report.add(
            Rule::SM_MESH_SHADER_PAYLOAD_SIZE,
            entry.place(),
            format_args!(
                "declared payload size of mesh shader `{name}` is {declared} bytes, expected at most {}",
                bounds::PAYLOAD
            ),
        );
    }
}

fn pointee_size(context: &Context<'_>, ty: TypeId, layouts: &mut Layouts<'_>) -> Option<u64> {
    let pointee = context.module.types.pointee(ty)?;
    matches!(context.ty(pointee), Some(Type::Named(_) | Type::Literal { .. })).then(|| layouts.size(pointee))
}

fn amplification<'m>(
    context: &Context<'m>,
    entry: &Entry<'m>,
    definition: Definition<'m>,
    layouts: &mut Layouts<'m>,
    report: &mut Report,
) {
    let rule = Rule::INSTR_NOT_ONCE_DISPATCH_MESH;
    let Some((site, call)) = only(context, definition, Opcode::DISPATCH_MESH, rule, report) else {
        report.add(
            rule,
            entry.place(),
            format_args!("amplification shader `{}` does not call DispatchMesh", entry.name()),
        );
        return;
    };
    let ends = ControlFlow::of(definition.2).post_dominators();
    // The end is the first one there.
    if !ends.dominates(site.block + 1, 1) {
        site.find(
            report,
            Rule::INSTR_NON_DOMINATING_DISPATCH_MESH,
            format_args!("a path through the amplification shader does not call DispatchMesh"),
        );
    }
    let declared =
        entry.properties().and_then(|all| all.amplification()).map_or(0, |state| state.payload_size);
    let payload = call.argument(ArgumentName::payload).and_then(|payload| site.type_of(payload));
    let pointer = payload.map_or(0, |ty| layouts.size(ty));
    let Some(size) = payload.and_then(|ty| pointee_size(context, ty, layouts)) else { return };
    // What is meant is the payload; the reference asks for room for a pointer to it, and lets all else pass.
    if u64::from(declared) < pointer {
        site.find(
            report,
            Rule::SM_AMPLIFICATION_SHADER_PAYLOAD_SIZE_DECLARED,
            format_args!(
                "payload struct of DispatchMesh has {size} bytes, but the declared payload size is {declared}"
            ),
        );
    }
    let most = bounds::PAYLOAD;
    if declared > most || size > most.into() {
        site.find(
            report,
            Rule::SM_AMPLIFICATION_SHADER_PAYLOAD_SIZE,
            format_args!("payload struct of DispatchMesh has {size} bytes, {declared} declared, expected at most {most}"),
        );
    }
}
