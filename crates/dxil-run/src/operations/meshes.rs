//! What amplification and mesh shaders do besides computing: groups that are to be run, how many vertices and
//! primitives a group gives, and what these are. All threads of a group are to do the first two alike.

use dx_container::enums::MeshOutputTopology;
use dxil::ops::Opcode;

use super::interfaces::{Side, scalar_at, word};
use super::semantics::Semantics;
use crate::findings::FindingKind;
use crate::instruction::{PAYLOAD, Scalar};
use crate::lanes;
use crate::limits;
use crate::mesh::{Dispatched, group_count};
use crate::program::{Context, Site, Stop};

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::DISPATCH_MESH => dispatch,
        Opcode::GET_MESH_PAYLOAD => payload,
        Opcode::SET_MESH_OUTPUT_COUNTS => set_counts,
        Opcode::EMIT_INDICES => emit_indices,
        Opcode::STORE_VERTEX_OUTPUT => |context, site| store(context, site, Record::Vertex),
        Opcode::STORE_PRIMITIVE_OUTPUT => |context, site| store(context, site, Record::Primitive),
        _ => return None,
    }))
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Record {
    Vertex,
    Primitive,
}

impl Record {
    fn name(self) -> &'static str {
        match self {
            Self::Vertex => "vertex",
            Self::Primitive => "primitive",
        }
    }
}

/// The words of some arguments, which are to be the same in all threads: those of the first one.
fn uniform<const COUNT: usize>(
    context: &mut Context<'_>,
    site: &Site<'_>,
    what: &'static str,
) -> [u32; COUNT] {
    let registers: [_; COUNT] = std::array::from_fn(|index| site.argument(index));
    let words = registers.map(|register| context.wave.uniform(register));
    for (register, first) in registers.into_iter().zip(words) {
        context.require_defined(register, what);
        for block in 0..context.blocks() {
            for lane in lanes::each(context.active(block)) {
                let word = word(context, register, (block, lane));
                if word != first && context.checks.all {
                    context.report(FindingKind::UniformCall, block, lane, || {
                        format!("{what} is {word} in this thread, but {first} in another thread of the group")
                    });
                }
            }
        }
    }
    words
}

/// Reports what the first active lane does.
fn report(context: &mut Context<'_>, kind: FindingKind, detail: impl FnOnce() -> String) {
    if context.checks.all {
        let (block, lane) = context.wave.first_active().unwrap_or_default();
        context.report(kind, block, lane, detail);
    }
}

fn dispatch(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let groups = uniform::<3>(context, site, "the number of thread groups");
    let payload = context.wave.uniform(site.argument(3));
    if groups.iter().any(|along| *along > limits::MESH_GROUPS_ALONG)
        || group_count(groups) > limits::MESH_GROUPS
    {
        let [x, y, z] = groups;
        report(context, FindingKind::TooManyOutputs, || {
            format!(
                "DispatchMesh requests {x} x {y} x {z} thread groups; the limit is {} for each dimension and \
                 {} in total",
                limits::MESH_GROUPS_ALONG,
                limits::MESH_GROUPS
            )
        });
        return Ok(());
    }
    let new = Dispatched { groups, payload };
    match context.group.mesh.dispatched {
        Some(old) if old != new => {
            report(context, FindingKind::UniformCall, || {
                "DispatchMesh is called again with other arguments".to_owned()
            });
        }
        Some(_) => {}
        None => context.group.mesh.dispatched = Some(new),
    }
    Ok(())
}

fn payload(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    for block in 0..context.blocks() {
        context.write(site.result(0), block, &lanes::splat(PAYLOAD));
    }
    Ok(())
}

fn set_counts(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let counts = uniform::<2>(context, site, "the number of vertices or primitives");
    let Some(state) = &context.program.interface.mesh else { return Ok(()) };
    let most = [state.max_vertex_count, state.max_primitive_count];
    for ((count, most), what) in counts.into_iter().zip(most).zip(["vertices", "primitives"]) {
        if count > most {
            report(context, FindingKind::TooManyOutputs, || {
                format!("SetMeshOutputCounts requests {count} {what}, but the shader declares at most {most}")
            });
        }
    }
    let [vertices, primitives] = counts;
    let new = [vertices.min(most[0]), primitives.min(most[1])];
    match context.group.mesh.counts {
        Some((old, _)) if old != new => {
            report(context, FindingKind::UniformCall, || {
                "SetMeshOutputCounts is called again with other counts".to_owned()
            });
        }
        Some(_) => {}
        None => context.group.mesh.counts = Some((new, context.pc)),
    }
    Ok(())
}

/// How many vertices and primitives the group gives; none before it has said so.
fn counts(context: &Context<'_>) -> [u32; 2] {
    context.group.mesh.counts.map_or([0; 2], |(counts, _)| counts)
}

/// Whether a group gives a record. Reports a lane that writes one that it does not.
fn has(
    context: &mut Context<'_>,
    record: Record,
    number: u32,
    (block, lane): (usize, usize),
    verb: &'static str,
) -> bool {
    let [vertices, primitives] = counts(context);
    let (there, all) = match record {
        Record::Vertex => (vertices, "vertices"),
        Record::Primitive => (primitives, "primitives"),
    };
    if number < there {
        return true;
    }
    if context.checks.all {
        let is_known = context.group.mesh.counts.is_some();
        let name = record.name();
        context.report(FindingKind::OutOfBounds, block, lane, || {
            if is_known {
                format!("{verb} {name} {number}, but the thread group outputs {there} {all}")
            } else {
                format!("{verb} {name} {number} before SetMeshOutputCounts")
            }
        });
    }
    false
}

fn emit_indices(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let state = context.program.interface.mesh.as_ref();
    let is_line = state.is_some_and(|state| state.topology == MeshOutputTopology::LINE);
    let used = if is_line { 2 } else { 3 };
    (0..=used).for_each(|argument| context.require_defined(site.argument(argument), "index"));
    for block in 0..context.blocks() {
        for lane in lanes::each(context.active(block)) {
            let argument = |index| word(context, site.argument(index), (block, lane));
            let (primitive, mut indices) = (argument(0), [1, 2, 3].map(argument));
            if is_line {
                indices[2] = 0;
            }
            if !has(context, Record::Primitive, primitive, (block, lane), "writes the indices of") {
                continue;
            }
            let mut vertices = indices.iter().take(used);
            let is_there =
                vertices.all(|vertex| has(context, Record::Vertex, *vertex, (block, lane), "refers to"));
            let at = usize::try_from(primitive).ok();
            let to = at.and_then(|at| context.group.mesh.indices.get_mut(at));
            if let Some(to) = to.filter(|_| is_there) {
                *to = Some(indices);
            }
        }
    }
    Ok(())
}

fn store(context: &mut Context<'_>, site: &Site<'_>, record: Record) -> Result<(), Stop> {
    let (value, number) = (site.argument(3), site.argument(4));
    context.require_defined(value, "output");
    context.require_defined(number, "index of an output vertex or primitive");
    let side = if record == Record::Vertex { Side::Outputs } else { Side::PatchConstants };
    for block in 0..context.blocks() {
        for lane in lanes::each(context.active(block)) {
            let at = (block, lane);
            let Some(scalar) = scalar_at(context, site, side, at) else { continue };
            let (value, number) = (word(context, value, at), word(context, number, at));
            if has(context, record, number, at, "writes") {
                let mesh = &mut context.group.mesh;
                let to = if record == Record::Vertex { &mut mesh.vertices } else { &mut mesh.primitives };
                to.set(number, scalar, value);
            }
        }
    }
    Ok(())
}
