//! Which thread a lane is.

use dxil::ops::Opcode;

use super::semantics::Semantics;
use crate::instruction::Scalar;
use crate::lanes;
use crate::program::{Context, Site, Stop};

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::THREAD_ID => thread_id,
        Opcode::GROUP_ID => group_id,
        Opcode::THREAD_ID_IN_GROUP => thread_id_in_group,
        Opcode::FLATTENED_THREAD_ID_IN_GROUP => flattened_thread_id_in_group,
        Opcode::GET_GROUP_WAVE_INDEX => group_wave_index,
        Opcode::GET_GROUP_WAVE_COUNT => group_wave_count,
        _ => return None,
    }))
}

/// The axis that an operation asks for.
fn axis(context: &Context<'_>, site: &Site<'_>) -> usize {
    context.wave.uniform(site.argument(0)) as usize
}

fn thread_id(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let axis = axis(context, site);
    let size = context.program.threads.get(axis).copied().unwrap_or(0);
    let first = context.group.id.get(axis).copied().unwrap_or(0).wrapping_mul(size);
    for block in 0..context.blocks() {
        let words = lanes::map1(&in_group(context, axis, block), |thread| first.wrapping_add(thread));
        context.write(site.result(0), block, &words);
    }
    Ok(())
}

fn group_id(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let id = context.group.id.get(axis(context, site)).copied().unwrap_or(0);
    for block in 0..context.blocks() {
        context.write(site.result(0), block, &lanes::splat(id));
    }
    Ok(())
}

fn thread_id_in_group(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let axis = axis(context, site);
    for block in 0..context.blocks() {
        let words = in_group(context, axis, block);
        context.write(site.result(0), block, &words);
    }
    Ok(())
}

fn flattened_thread_id_in_group(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    for block in 0..context.blocks() {
        let words = context.wave.numbers.get(block).copied().unwrap_or(lanes::ZERO);
        context.write(site.result(0), block, &words);
    }
    Ok(())
}

/// The place of lanes in their group along an axis.
fn in_group(context: &Context<'_>, axis: usize, block: usize) -> lanes::Lanes {
    let axis = context.wave.threads.get(axis).and_then(|axis| axis.get(block));
    axis.copied().unwrap_or(lanes::ZERO)
}

/// The number of the wave in its group: waves have consecutive threads.
fn group_wave_index(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let index = context.wave.first_thread / context.wave.size.max(1);
    for block in 0..context.blocks() {
        context.write(site.result(0), block, &lanes::splat(index));
    }
    Ok(())
}

/// The number of waves of the group; the last one may have fewer threads.
fn group_wave_count(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let threads = context.program.threads.iter().fold(1_u32, |count, axis| count.saturating_mul(*axis));
    let count = threads.div_ceil(context.wave.size.max(1));
    for block in 0..context.blocks() {
        context.write(site.result(0), block, &lanes::splat(count));
    }
    Ok(())
}
