//! Constant buffers: rows of 16 bytes. A buffer that ends within a row counts as one whose last row is filled with
//! zeros, as D3D's buffers of constants are multiples of rows.

use dxil::ops::Opcode;

use super::semantics::Semantics;
use crate::instruction::{Register, Scalar};
use crate::lanes::{self, Lanes};
use crate::program::{Context, Site, Stop};
use crate::resources::access::{Group, Handles};
use crate::resources::format;

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::CBUFFER_LOAD => load_scalar,
        Opcode::CBUFFER_LOAD_LEGACY => load_row,
        _ => return None,
    }))
}

/// The bytes of a row.
const ROW: u64 = 16;

/// The most registers that a row is read into.
const MAX_PARTS: usize = 8;

fn load_row(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let width = site.scalar.registers() as usize;
    // Numbers of 16 bits that are held in 32 come four in a row.
    let is_wide_half = site.scalar.bits() == 16 && site.results.len() <= 4;
    let bytes = if is_wide_half { 4 } else { site.scalar.bytes() };
    let part = Part { scalar: site.scalar, width, bytes, is_wide_half };
    load(context, site, part, |index| u64::from(index) * ROW)
}

fn load_scalar(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let width = site.scalar.registers() as usize;
    let is_wide_half = site.scalar.bits() == 16 && !context.program.has_native_16_bit;
    let bytes = if is_wide_half { 4 } else { site.scalar.bytes() };
    let part = Part { scalar: site.scalar, width, bytes, is_wide_half };
    load(context, site, part, u64::from)
}

/// How a number lies in a row.
#[derive(Clone, Copy)]
struct Part {
    scalar: Scalar,
    /// Registers of one number.
    width: usize,
    /// Bytes of one number.
    bytes: u32,
    /// Whether it has 16 bits, and lies in 32.
    is_wide_half: bool,
}

fn load(
    context: &mut Context<'_>,
    site: &Site<'_>,
    part: Part,
    place: impl Fn(u32) -> u64,
) -> Result<(), Stop> {
    let (handle, index) = (site.argument(0), site.argument(1));
    context.require_defined(handle, "handle");
    context.require_defined(index, "row index or byte offset of the constant buffer load");
    for block in 0..context.blocks() {
        let mut words = [lanes::ZERO; MAX_PARTS];
        let mut handles = Handles::of(context, handle, block);
        while let Some(group) = handles.next(block) {
            let Some(buffer) = context.buffer(site, group, "reads") else { continue };
            let indices = *context.read(index, block);
            let end = buffer.bytes.next_multiple_of(ROW);
            let read = |at: u64, number: usize, to: &mut [u32]| {
                let at = at + number as u64 * u64::from(part.bytes);
                let bytes = u64::from(part.bytes);
                if at.checked_add(bytes).is_none_or(|behind| behind > buffer.bytes) {
                    return;
                }
                for (word, step) in to.iter_mut().zip([0, 4]) {
                    let found = buffer.target.memory.read(buffer.start + at + step, part.bytes.min(4));
                    *word = if part.is_wide_half { format::to_register(part.scalar, found) } else { found };
                }
            };
            let noter = context.noter(&buffer.target);
            let mut outside = 0;
            for (first, group) in alike(&indices, group) {
                let at = place(first);
                if at >= end {
                    outside |= group.lanes;
                    continue;
                }
                for (number, registers) in words.chunks_mut(part.width).enumerate() {
                    if is_unused(site, number, part.width) {
                        continue;
                    }
                    let mut found = [0; 2];
                    read(at, number, &mut found);
                    if let Some(noter) = &noter {
                        let byte = buffer.start + at + number as u64 * u64::from(part.bytes);
                        lanes::each(group.lanes)
                            .for_each(|lane| context.note_read(noter, lane, byte, part.bytes));
                    }
                    for (register, word) in registers.iter_mut().zip(found) {
                        fill(register, group.lanes, word);
                    }
                }
            }
            let count = u64::from((group.lanes & !outside).count_ones());
            let numbers = site.results.iter().filter(|result| **result != Register::NONE).count();
            let bytes = (numbers / part.width.max(1)) as u64 * u64::from(part.bytes);
            context.bytes = context.bytes.saturating_add(count * bytes);
            if outside != 0 {
                context.report_outside(group, outside, |context, lane| {
                    let at = place(lanes::get(&indices, lane));
                    let name = context.name_of(group.handle);
                    format!("reads byte {at} of {name}, which has {} bytes", buffer.bytes)
                });
            }
        }
        for (register, words) in site.results.iter().zip(&words) {
            context.write(*register, block, words);
        }
    }
    Ok(())
}

/// Whether nobody asks for a number of the result.
fn is_unused(site: &Site<'_>, number: usize, width: usize) -> bool {
    (0..width).all(|part| site.result(number * width + part) == Register::NONE)
}

/// The lanes of a group, those together that have the same word: most often all.
fn alike(words: &Lanes, group: Group) -> impl Iterator<Item = (u32, Group)> {
    let mut left = group.lanes;
    std::iter::from_fn(move || {
        let first = usize::try_from(left.trailing_zeros()).ok()?;
        let word = *words.get(first)?;
        let lanes = left & crate::resources::access::which(words, |other| other == word);
        left &= !lanes;
        Some((word, Group { lanes, ..group }))
    })
}

/// Sets a word in some lanes.
fn fill(register: &mut Lanes, lanes: u32, word: u32) {
    if lanes == u32::MAX {
        *register = lanes::splat(word);
    } else {
        for lane in lanes::each(lanes) {
            lanes::set(register, lane, word);
        }
    }
}
