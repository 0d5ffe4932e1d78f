//! Atomic operations on resources, and counters of structured buffers. Lanes take turns from the first one; of words of
//! 64 bits, two words are exchanged under the lock of the memory. What lies outside gives zero.
//!
//! A counter that is incremented gives what it was, one that is decremented what it is then. DXIL compares floats by
//! their bits.

use std::sync::atomic::Ordering;

use dx_container::enums::ResourceKind;
use dxil::ops::Opcode;

use super::buffers::{count, format_of, index_name, report_element, unmapped_elements};
use super::semantics::Semantics;
use super::textures::Texels;
use crate::findings::FindingKind;
use crate::instruction::{Atomic, Register, Scalar};
use crate::lanes::{self, BLOCK, Lanes};
use crate::program::{Context, Site, Stop};
use crate::resources::Descriptor;
use crate::resources::access::{BufferTarget, Group, Handles, Target, which};
use crate::resources::races::Access;

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::ATOMIC_BIN_OP => atomic,
        Opcode::ATOMIC_COMPARE_EXCHANGE => compare_exchange,
        Opcode::BUFFER_UPDATE_COUNTER => update_counter,
        _ => return None,
    }))
}

/// What the argument of an atomic operation says that it does.
pub(crate) fn kind_of(argument: u32) -> Option<Atomic> {
    Some(match argument {
        0 => Atomic::Add,
        1 => Atomic::And,
        2 => Atomic::Or,
        3 => Atomic::Xor,
        4 => Atomic::Min,
        5 => Atomic::Max,
        6 => Atomic::UMin,
        7 => Atomic::UMax,
        8 => Atomic::Exchange,
        _ => return None,
    })
}

fn atomic(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let Some(atomic) = kind_of(context.wave.uniform(site.argument(1))) else { return Ok(()) };
    let scalar = site.scalar;
    exchange(context, site, 2, [5, 5], |old, [operand, _]| Some(atomic.apply(scalar, old, operand)))
}

fn compare_exchange(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let width = site.scalar.registers() as usize;
    exchange(context, site, 1, [4, 4 + width], |old, [compared, new]| (old == compared).then_some(new))
}

/// Exchanges what coordinates from an argument on lead to; operands are at two others (which may be one).
fn exchange(
    context: &mut Context<'_>,
    site: &Site<'_>,
    coordinates: usize,
    operands: [usize; 2],
    change: impl Fn(u64, [u64; 2]) -> Option<u64>,
) -> Result<(), Stop> {
    let handle = site.argument(0);
    context.require_defined(handle, "handle");
    let width = site.scalar.registers() as usize;
    for part in operands.into_iter().flat_map(|first| first..first + width) {
        context.require_defined(site.argument(part), "operand of an atomic operation");
    }
    for block in 0..context.blocks() {
        let values = operands.map(|first| {
            let part = |part| match part < width {
                true => *context.read(site.argument(first + part), block),
                false => lanes::ZERO,
            };
            lanes::widen(&part(0), &part(1))
        });
        let mut results = [0; BLOCK];
        let mut handles = Handles::of(context, handle, block);
        while let Some(group) = handles.next(block) {
            let Some((target, places, outside)) = places(context, site, group, coordinates) else { continue };
            let noter = context.noter(&target);
            for lane in lanes::each(group.lanes & !outside) {
                let byte = places.get(lane).copied().unwrap_or(0);
                let value = values.each_ref().map(|values| values.get(lane).copied().unwrap_or(0));
                let old = swap(&target, byte, site.scalar, |old| change(old, value));
                if let Some(result) = results.get_mut(lane) {
                    *result = old;
                }
                context.bytes = context.bytes.saturating_add(2 * u64::from(site.scalar.bytes()));
                if let Some(noter) = &noter {
                    for step in (0..site.scalar.bytes()).step_by(4) {
                        context.note(noter, lane, byte + u64::from(step), 4, Access::Atomic);
                    }
                }
            }
        }
        for (register, words) in site.results.iter().zip(&lanes::split(&results)) {
            if *register != Register::NONE {
                context.write(*register, block, words);
            }
        }
    }
    Ok(())
}

/// Changes a word of 32 or 64 bits by what a function says; gives what was there.
fn swap(target: &Target<'_>, byte: u64, scalar: Scalar, change: impl Fn(u64) -> Option<u64>) -> u64 {
    let memory = target.memory;
    if scalar.bits() == 64 {
        let _lock = memory.lock();
        let old = u64::from(memory.read(byte + 4, 4)) << 32 | u64::from(memory.read(byte, 4));
        if let Some(new) = change(old) {
            memory.write(byte, 4, lanes::low(new));
            memory.write(byte + 4, 4, lanes::high(new));
        }
        return old;
    }
    let Some(word) = memory.word(byte) else { return 0 };
    let new = |old: u32| change(old.into()).map(lanes::low);
    match word.fetch_update(Ordering::Relaxed, Ordering::Relaxed, new) {
        Ok(old) | Err(old) => old.into(),
    }
}

/// What is exchanged: the memory, the first byte for each lane, and the lanes for which there is none.
fn places<'a>(
    context: &mut Context<'a>,
    site: &Site<'_>,
    group: Group,
    first: usize,
) -> Option<(Target<'a>, [u64; BLOCK], u32)> {
    let bound = context.bound;
    if let Some(Descriptor::Texture(_)) = bound.descriptor(group.handle) {
        let target = context.texture(site, group, "changes")?;
        let texels = Texels::of(context, site, &target, first);
        let (places, mut outside) = texels.places(&target);
        if target.texture.format.bytes() < site.scalar.bytes() {
            outside = group.lanes;
        }
        if outside != 0 {
            texels.report(context, &target, outside, "changes");
        }
        return Some((target.target, places, outside));
    }
    let buffer = context.buffer(site, group, "changes")?;
    let (places, outside) = buffer_places(context, site, &buffer, first)?;
    Some((buffer.target, places, outside))
}

fn buffer_places(
    context: &mut Context<'_>,
    site: &Site<'_>,
    buffer: &BufferTarget<'_>,
    first: usize,
) -> Option<([u64; BLOCK], u32)> {
    let group = buffer.target.group;
    let bytes = u64::from(site.scalar.bytes());
    let index = site.argument(first);
    context.require_defined_in(group, index, index_name(buffer.kind));
    let indices = *context.read(index, group.block);
    let mut places: [u64; BLOCK] = indices.map(u64::from);
    let outside = match buffer.kind {
        ResourceKind::STRUCTURED_BUFFER => {
            let offset = site.argument(first + 1);
            context.require_defined_in(group, offset, "byte offset in the element");
            let offsets = *context.read(offset, group.block);
            let stride = u64::from(buffer.stride);
            let count = buffer.bytes / stride.max(1);
            let outside = which(&indices, |index| u64::from(index) >= count)
                | which(&offsets, |offset| u64::from(offset) + bytes > stride);
            for (place, offset) in places.iter_mut().zip(offsets) {
                *place = *place * stride + u64::from(offset);
            }
            outside
        }
        ResourceKind::TYPED_BUFFER | ResourceKind::TBUFFER => {
            let format = format_of(context, buffer)?;
            let count = count(buffer, format);
            places.iter_mut().for_each(|place| *place *= u64::from(format.bytes()));
            let outside = match u64::from(format.bytes()) < bytes {
                true => u32::MAX,
                false => which(&indices, |index| u64::from(index) >= count),
            };
            if outside & group.lanes != 0 {
                report_element(context, (group, outside), (&indices, count), "changes");
            }
            places.iter_mut().for_each(|place| *place = place.saturating_add(buffer.start));
            return Some((places, outside | unmapped_elements(buffer, &indices, format.bytes())));
        }
        _ => 0,
    };
    let misaligned = lanes::each(group.lanes & !outside)
        .filter(|lane| places.get(*lane).is_some_and(|place| place % 4 != 0))
        .fold(0, |lanes, lane| lanes | 1_u32 << lane);
    if misaligned != 0 {
        report_misaligned(context, group, (misaligned, &places), bytes);
        places.iter_mut().for_each(|place| *place &= !3);
    }
    let mut beyond = 0;
    for (lane, place) in (0_u32..).zip(&places) {
        beyond |= u32::from(*place + bytes > buffer.bytes) << lane;
    }
    let outside = outside | beyond;
    if outside & group.lanes != 0 {
        let ends = places;
        context.report_outside(group, outside, |context, lane| {
            let (at, name) = (ends.get(lane).copied().unwrap_or(0), context.name_of(group.handle));
            format!("changes {bytes} bytes at byte offset {at} of {name}, which has {} bytes", buffer.bytes)
        });
    }
    let is_unmapped = |place: &u64| place.saturating_add(bytes) > buffer.mapped;
    let lanes = (0_u32..).zip(&places).filter(|(_, place)| is_unmapped(place));
    let unmapped = lanes.fold(0, |lanes, (lane, _)| lanes | 1_u32 << lane);
    places.iter_mut().for_each(|place| *place = place.saturating_add(buffer.start));
    Some((places, outside | unmapped))
}

#[cold]
fn report_misaligned(
    context: &mut Context<'_>,
    group: Group,
    (lanes, places): (u32, &[u64; BLOCK]),
    bytes: u64,
) {
    if !context.checks.all {
        return;
    }
    for lane in lanes::each(lanes) {
        let (at, name) = (places.get(lane).copied().unwrap_or(0), context.name_of(group.handle));
        context.report(FindingKind::Misaligned, group.block, lane, || {
            format!("changes {bytes} bytes at byte offset {at} of {name}, expected a multiple of 4")
        });
    }
}

fn update_counter(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let handle = site.argument(0);
    context.require_defined(handle, "handle");
    let is_increment = context.wave.uniform(site.argument(1)) & 0xff == 1;
    for block in 0..context.blocks() {
        let mut results: Lanes = lanes::ZERO;
        let mut handles = Handles::of(context, handle, block);
        while let Some(group) = handles.next(block) {
            let Some(buffer) = context.buffer(site, group, "accesses the counter of") else { continue };
            let Some(counter) = buffer.counter.and_then(|counter| counter.word(0)) else {
                context.report_outside(group, group.lanes, |context, _| {
                    format!(
                        "changes the counter of {}, but the bound buffer has no counter",
                        context.name_of(group.handle)
                    )
                });
                continue;
            };
            for lane in lanes::each(group.lanes) {
                let value = match is_increment {
                    true => counter.fetch_add(1, Ordering::Relaxed),
                    false => counter.fetch_sub(1, Ordering::Relaxed).wrapping_sub(1),
                };
                lanes::set(&mut results, lane, value);
            }
            let moved = 8 * u64::from(group.lanes.count_ones());
            context.bytes = context.bytes.saturating_add(moved);
        }
        if site.result(0) != Register::NONE {
            context.write(site.result(0), block, &results);
        }
    }
    Ok(())
}
