//! Ray queries: the operations that begin one, go on with it, and ask what it found.

use std::cell::Cell;

use az::SaturatingAs as _;
use dxil::ops::Opcode;

use super::semantics::Semantics;
use crate::findings::FindingKind;
use crate::instruction::Scalar;
use crate::lanes;
use crate::program::{Context, Operate, Site, Stop};
use crate::ray_query::{Hit, Ray, RayFlags, RayQuery};
use crate::resources::Descriptor;

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    let operate: Operate = match opcode {
        Opcode::ALLOCATE_RAY_QUERY => allocate,
        Opcode::RAY_QUERY_TRACE_RAY_INLINE => trace,
        Opcode::RAY_QUERY_PROCEED => proceed,
        Opcode::RAY_QUERY_ABORT => |context, site| change(context, site, |query, _| query.abort()),
        Opcode::RAY_QUERY_COMMIT_NON_OPAQUE_TRIANGLE_HIT => {
            |context, site| change(context, site, |query, _| query.commit_triangle())
        }
        Opcode::RAY_QUERY_COMMIT_PROCEDURAL_PRIMITIVE_HIT => {
            |context, site| change(context, site, |query, [t, _]| query.commit_procedural(f32::from_bits(t)))
        }
        Opcode::RAY_QUERY_COMMITTED_STATUS => |context, site| ask(context, site, |query, _| query.status()),
        Opcode::RAY_QUERY_CANDIDATE_TYPE => {
            |context, site| ask(context, site, |query, _| u32::from(!query.candidate.is_triangle))
        }
        Opcode::RAY_QUERY_RAY_FLAGS => |context, site| ask(context, site, |query, _| query.flags.0),
        Opcode::RAY_QUERY_WORLD_RAY_ORIGIN => {
            |context, site| ask(context, site, |query, [of, _]| component(&query.ray.origin, of))
        }
        Opcode::RAY_QUERY_WORLD_RAY_DIRECTION => {
            |context, site| ask(context, site, |query, [of, _]| component(&query.ray.direction, of))
        }
        Opcode::RAY_QUERY_RAY_T_MIN => |context, site| ask(context, site, |query, _| query.ray.min.to_bits()),
        Opcode::RAY_QUERY_COMMITTED_RAY_T => {
            |context, site| ask(context, site, |query, _| query.limit().to_bits())
        }
        _ => of_candidate(opcode).or_else(|| of_committed(opcode))?,
    };
    Some(Semantics::Operate(operate))
}

fn of_candidate(opcode: Opcode) -> Option<Operate> {
    Some(match opcode {
        Opcode::RAY_QUERY_CANDIDATE_OBJECT_TO_WORLD3X4 => {
            |context, site| ask(context, site, |query, [row, of]| entry(&query.candidate.to_world, row, of))
        }
        Opcode::RAY_QUERY_CANDIDATE_WORLD_TO_OBJECT3X4 => {
            |context, site| ask(context, site, |query, [row, of]| entry(&query.candidate.to_object, row, of))
        }
        Opcode::RAY_QUERY_CANDIDATE_PROCEDURAL_PRIMITIVE_NON_OPAQUE => {
            |context, site| ask(context, site, |query, _| u32::from(!query.candidate.is_opaque))
        }
        Opcode::RAY_QUERY_CANDIDATE_TRIANGLE_FRONT_FACE => {
            |context, site| ask(context, site, |query, _| u32::from(query.candidate.is_front))
        }
        Opcode::RAY_QUERY_CANDIDATE_TRIANGLE_BARYCENTRICS => {
            |context, site| ask(context, site, |query, [of, _]| component(&query.candidate.barycentrics, of))
        }
        Opcode::RAY_QUERY_CANDIDATE_TRIANGLE_RAY_T => {
            |context, site| ask(context, site, |query, _| query.candidate.t.to_bits())
        }
        Opcode::RAY_QUERY_CANDIDATE_INSTANCE_INDEX => {
            |context, site| ask(context, site, |query, _| query.candidate.instance)
        }
        Opcode::RAY_QUERY_CANDIDATE_INSTANCE_ID => {
            |context, site| ask(context, site, |query, _| query.candidate.instance_id)
        }
        Opcode::RAY_QUERY_CANDIDATE_GEOMETRY_INDEX => {
            |context, site| ask(context, site, |query, _| query.candidate.geometry)
        }
        Opcode::RAY_QUERY_CANDIDATE_PRIMITIVE_INDEX => {
            |context, site| ask(context, site, |query, _| query.candidate.primitive)
        }
        Opcode::RAY_QUERY_CANDIDATE_OBJECT_RAY_ORIGIN => {
            |context, site| ask(context, site, |query, [of, _]| component(&query.candidate.origin, of))
        }
        Opcode::RAY_QUERY_CANDIDATE_OBJECT_RAY_DIRECTION => {
            |context, site| ask(context, site, |query, [of, _]| component(&query.candidate.direction, of))
        }
        Opcode::RAY_QUERY_CANDIDATE_INSTANCE_CONTRIBUTION_TO_HIT_GROUP_INDEX => {
            |context, site| ask(context, site, |query, _| query.candidate.contribution)
        }
        _ => return None,
    })
}

fn of_committed(opcode: Opcode) -> Option<Operate> {
    Some(match opcode {
        Opcode::RAY_QUERY_COMMITTED_OBJECT_TO_WORLD3X4 => {
            |context, site| ask(context, site, |query, [row, of]| entry(&committed(query).to_world, row, of))
        }
        Opcode::RAY_QUERY_COMMITTED_WORLD_TO_OBJECT3X4 => {
            |context, site| ask(context, site, |query, [row, of]| entry(&committed(query).to_object, row, of))
        }
        Opcode::RAY_QUERY_COMMITTED_TRIANGLE_FRONT_FACE => {
            |context, site| ask(context, site, |query, _| u32::from(committed(query).is_front))
        }
        Opcode::RAY_QUERY_COMMITTED_TRIANGLE_BARYCENTRICS => {
            |context, site| ask(context, site, |query, [of, _]| component(&committed(query).barycentrics, of))
        }
        Opcode::RAY_QUERY_COMMITTED_INSTANCE_INDEX => {
            |context, site| ask(context, site, |query, _| committed(query).instance)
        }
        Opcode::RAY_QUERY_COMMITTED_INSTANCE_ID => {
            |context, site| ask(context, site, |query, _| committed(query).instance_id)
        }
        Opcode::RAY_QUERY_COMMITTED_GEOMETRY_INDEX => {
            |context, site| ask(context, site, |query, _| committed(query).geometry)
        }
        Opcode::RAY_QUERY_COMMITTED_PRIMITIVE_INDEX => {
            |context, site| ask(context, site, |query, _| committed(query).primitive)
        }
        Opcode::RAY_QUERY_COMMITTED_OBJECT_RAY_ORIGIN => {
            |context, site| ask(context, site, |query, [of, _]| component(&committed(query).origin, of))
        }
        Opcode::RAY_QUERY_COMMITTED_OBJECT_RAY_DIRECTION => {
            |context, site| ask(context, site, |query, [of, _]| component(&committed(query).direction, of))
        }
        Opcode::RAY_QUERY_COMMITTED_INSTANCE_CONTRIBUTION_TO_HIT_GROUP_INDEX => {
            |context, site| ask(context, site, |query, _| committed(query).contribution)
        }
        _ => return None,
    })
}

/// The nearest hit; all zero where there is none, which D3D leaves undefined.
fn committed(query: &RayQuery) -> Hit {
    query.committed.unwrap_or_default()
}

fn component(of: &[f32], index: u32) -> u32 {
    usize::try_from(index).ok().and_then(|index| of.get(index)).map_or(0, |number| number.to_bits())
}

fn entry(matrix: &[[f32; 4]; 3], row: u32, column: u32) -> u32 {
    usize::try_from(row).ok().and_then(|row| matrix.get(row)).map_or(0, |row| component(row, column))
}

/// The number of a lane in its wave.
fn number(block: usize, lane: usize) -> u32 {
    (block * lanes::BLOCK + lane).saturating_as::<u32>()
}

/// Calls `f` for the query of each active lane with two more arguments, and gives what it says; zero where there is no
/// query.
fn ask(
    context: &mut Context<'_>,
    site: &Site<'_>,
    f: impl Fn(&mut RayQuery, [u32; 2]) -> u32,
) -> Result<(), Stop> {
    context.require_defined(site.argument(0), "ray query");
    for block in 0..context.blocks() {
        let [handles, one, other] = [0, 1, 2].map(|index| *context.read(site.argument(index), block));
        let mut words = lanes::ZERO;
        for lane in lanes::each(context.active(block)) {
            let query = context.wave.queries.get(lanes::get(&handles, lane), number(block, lane));
            let Some(query) = query else { continue };
            lanes::set(&mut words, lane, f(query, [lanes::get(&one, lane), lanes::get(&other, lane)]));
        }
        context.write(site.result(0), block, &words);
    }
    Ok(())
}

fn change(
    context: &mut Context<'_>,
    site: &Site<'_>,
    f: impl Fn(&mut RayQuery, [u32; 2]),
) -> Result<(), Stop> {
    ask(context, site, |query, arguments| {
        f(query, arguments);
        0
    })
}

/// A query is known by the place where it is declared: each lane has one of its own there.
fn allocate(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let declared = RayFlags(context.wave.uniform(site.argument(0)));
    let handle = context.pc;
    for block in 0..context.blocks() {
        for lane in lanes::each(context.active(block)) {
            context.wave.queries.declare(handle, number(block, lane), RayQuery::new(declared));
        }
        context.write(site.result(0), block, &lanes::splat(handle));
    }
    Ok(())
}

fn trace(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    context.require_defined(site.argument(0), "ray query");
    context.require_defined(site.argument(1), "handle");
    for block in 0..context.blocks() {
        let arguments: [_; 12] = std::array::from_fn(|index| *context.read(site.argument(index), block));
        for lane in lanes::each(context.active(block)) {
            let words = arguments.each_ref().map(|argument| lanes::get(argument, lane));
            let [handle, scene, flags, mask, rest @ ..] = words;
            let [x, y, z, min, dx, dy, dz, max] = rest.map(f32::from_bits);
            let structure = match context.bound.descriptor(scene) {
                Some(Descriptor::Structure(index)) => Some(*index),
                _ => None,
            };
            if structure.is_none() && context.checks.all {
                context.report(FindingKind::OutOfBounds, block, lane, || {
                    "traces a ray through an acceleration structure, but none is bound".to_owned()
                });
            }
            let ray = Ray { origin: [x, y, z], direction: [dx, dy, dz], min, max };
            if let Some(query) = context.wave.queries.get(handle, number(block, lane)) {
                query.trace(RayFlags(flags), mask, ray, structure);
            }
        }
    }
    Ok(())
}

/// What is searched counts as steps: there may be any number of primitives.
fn proceed(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let structures = &context.bound.resources.structures;
    let most = context.max_steps.saturating_sub(context.steps);
    let (left, is_stopped) = (Cell::new(most), Cell::new(false));
    ask(context, site, |query, _| {
        let mut steps = left.get();
        let found = query.proceed(structures, &mut steps);
        left.set(steps);
        is_stopped.set(is_stopped.get() || found.is_none());
        u32::from(found == Some(true))
    })?;
    context.steps = context.steps.saturating_add(most - left.get());
    if is_stopped.get() { Err(Stop::Steps) } else { Ok(()) }
}
