//! Streams of geometry shaders: vertices that go into them, and strips that end there.

use dxil::ops::Opcode;

use super::semantics::Semantics;
use crate::findings::FindingKind;
use crate::instruction::Scalar;
use crate::lanes;
use crate::program::{Context, Site, Stop};
use crate::stage::Emitted;

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::EMIT_STREAM => |context, site| emit(context, site, true, false),
        Opcode::CUT_STREAM => |context, site| emit(context, site, false, true),
        Opcode::EMIT_THEN_CUT_STREAM => |context, site| emit(context, site, true, true),
        _ => return None,
    }))
}

/// A vertex goes into a stream, or a strip ends there, or both. Vertices beyond those that the shader may give are
/// dropped.
fn emit(context: &mut Context<'_>, site: &Site<'_>, has_vertex: bool, is_cut: bool) -> Result<(), Stop> {
    let stream = context.wave.uniform(site.argument(0));
    let most = context.program.interface.geometry.as_ref().map_or(0, |state| state.max_vertex_count);
    for block in 0..context.blocks() {
        for lane in lanes::each(context.active(block)) {
            if has_vertex {
                check_outputs(context, stream, (block, lane));
            }
            let stage = &mut context.wave.stage;
            let Some(given) = stage.emitted.get_mut(block * lanes::BLOCK + lane) else { continue };
            let is_beyond = has_vertex && given.vertices >= most;
            if has_vertex && !is_beyond {
                let vertex = stage.outputs.vertex(0, (block, lane));
                given.vertices += 1;
                given.all.push(Emitted { stream, vertex: Some(vertex) });
                // Each vertex is written anew.
                stage.outputs.forget((block, lane));
            }
            // A strip that has no vertex since the last end is none.
            let last = given.all.iter().rev().find(|one| one.stream == stream);
            if is_cut && last.is_some_and(|last| last.vertex.is_some()) {
                given.all.push(Emitted { stream, vertex: None });
            }
            if is_beyond && context.checks.all {
                context.report(FindingKind::TooManyOutputs, block, lane, || {
                    format!("emits more vertices than the shader declares: maxvertexcount({most})")
                });
            }
        }
    }
    Ok(())
}

/// Reports a vertex of which something was not written since the last one.
fn check_outputs(context: &mut Context<'_>, stream: u32, at: (usize, usize)) {
    if !context.checks.all {
        return;
    }
    let outputs = &context.program.interface.outputs;
    let written = &context.wave.stage.outputs;
    let missing = outputs.elements.iter().filter(|element| element.stream == stream).find_map(|element| {
        let mut scalars = 0..element.rows() * element.columns;
        let scalar = scalars.find(|scalar| !written.is_written(element.first + scalar, at))?;
        Some(element.label(scalar / element.columns.max(1)))
    });
    if let Some(label) = missing {
        context.report(FindingKind::UnwrittenOutput, at.0, at.1, || {
            format!("emits a vertex, but has not written all components of {label}")
        });
    }
}
