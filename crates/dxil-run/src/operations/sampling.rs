//! Textures through samplers: what texels a coordinate stands for, level by level.
//!
//! D3D asks for 8 bits of fraction between texels and between levels, and allows more. Here places are exact products
//! of coordinates and sizes, weights and sums have 53 bits, and the result is rounded once to 32 bits. Further choices:
//! anisotropic filters are linear along all axes and between levels; the level of a quad comes from the longer one of
//! both derivatives, which are the differences of its first lane's neighbours; what a sampler adds to levels counts for
//! levels that are given, too; of a cube's corners, where three faces meet, the fourth texel is the mean of the others;
//! integers are not filtered but taken from the nearest texel.

mod cube;
mod filter;
mod level;

use dxil::ops::Opcode;

use super::buffers::write_status;
use super::semantics::Semantics;
use crate::instruction::{Register, Scalar};
use crate::lanes::{self, BLOCK, Lanes};
use crate::program::{Context, Site, Stop};
use crate::resources::Sampler;
use crate::resources::access::{Group, Handles, Noter, TextureTarget};
use crate::resources::format::{narrow, to_register};
use filter::Source;

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::TEXTURE_GATHER | Opcode::TEXTURE_GATHER_CMP | Opcode::TEXTURE_GATHER_RAW => gather,
        Opcode::CALCULATE_LOD => calculate_lod,
        _ => {
            form(opcode)?;
            sample
        }
    }))
}

/// Where a level comes from.
#[derive(Debug, Clone, Copy)]
enum From {
    /// Differences between the lanes of a quad.
    Quad,
    /// Derivatives, in the arguments from one on.
    Gradient(usize),
    /// An argument.
    Given(usize),
    /// It is the largest one.
    Zero,
}

/// The arguments of a sampling operation behind the offsets.
#[derive(Debug, Clone, Copy)]
struct Form {
    from: From,
    /// What is added to the level.
    bias: Option<usize>,
    /// The least level.
    clamp: Option<usize>,
    /// What texels are compared with.
    reference: Option<usize>,
}

fn form(opcode: Opcode) -> Option<Form> {
    let form = Form { from: From::Quad, bias: None, clamp: None, reference: None };
    Some(match opcode {
        Opcode::SAMPLE => Form { clamp: Some(9), ..form },
        Opcode::SAMPLE_BIAS => Form { bias: Some(9), clamp: Some(10), ..form },
        Opcode::SAMPLE_LEVEL => Form { from: From::Given(9), ..form },
        Opcode::SAMPLE_GRAD => Form { from: From::Gradient(9), clamp: Some(15), ..form },
        Opcode::SAMPLE_CMP => Form { reference: Some(9), clamp: Some(10), ..form },
        Opcode::SAMPLE_CMP_LEVEL_ZERO => Form { from: From::Zero, reference: Some(9), ..form },
        Opcode::SAMPLE_CMP_LEVEL => Form { from: From::Given(10), reference: Some(9), ..form },
        Opcode::SAMPLE_CMP_GRAD => {
            Form { from: From::Gradient(10), reference: Some(9), clamp: Some(16), ..form }
        }
        Opcode::SAMPLE_CMP_BIAS => Form { reference: Some(9), bias: Some(10), clamp: Some(11), ..form },
        _ => return None,
    })
}

/// Calls `visit` for the lanes of each texture and sampler of a block.
fn each_pair<'a>(
    context: &mut Context<'a>,
    site: &Site<'_>,
    block: usize,
    mut visit: impl FnMut(&mut Context<'a>, &TextureTarget<'a>, &'a Sampler),
) {
    let mut handles = Handles::of(context, site.argument(0), block);
    while let Some(group) = handles.next(block) {
        let Some(target) = context.texture(site, group, "samples") else { continue };
        let mut samplers = Handles::of(context, site.argument(1), block);
        while let Some(of_sampler) = samplers.next(block) {
            let group = Group { lanes: group.lanes & of_sampler.lanes, ..group };
            if group.lanes == 0 {
                continue;
            }
            let Some(sampler) = context.sampler(Group { handle: of_sampler.handle, ..group }) else {
                continue;
            };
            let mut target = target;
            target.target.group = group;
            visit(context, &target, sampler);
        }
    }
}

/// What so many coordinates are, zero the others.
fn coordinates(
    context: &mut Context<'_>,
    site: &Site<'_>,
    target: &TextureTarget<'_>,
    count: usize,
) -> [Lanes; 4] {
    let group = target.target.group;
    std::array::from_fn(|number| {
        if number >= count {
            return lanes::ZERO;
        }
        let register = site.argument(2 + number);
        context.require_defined_in(group, register, "coordinate");
        *context.read(register, group.block)
    })
}

/// How many coordinates there are: those that have derivatives, and of arrays the layer.
fn all(target: &TextureTarget<'_>) -> usize {
    derived(target) + usize::from(target.shape.is_array)
}

/// A lane's floats of several registers.
#[inline]
fn of_lane<const N: usize>(registers: &[Lanes; N], lane: usize) -> [f64; N] {
    let mut floats = [0.0; N];
    for (float, words) in floats.iter_mut().zip(registers) {
        *float = f64::from(f32::from_bits(lanes::get(words, lane)));
    }
    floats
}

/// A lane's float in a register.
#[inline]
fn float(context: &Context<'_>, site: &Site<'_>, argument: usize, (block, lane): (usize, usize)) -> f64 {
    f64::from(f32::from_bits(lanes::get(context.read(site.argument(argument), block), lane)))
}

/// A lane's offsets, in texels.
#[inline]
fn offsets(context: &Context<'_>, site: &Site<'_>, count: usize, (block, lane): (usize, usize)) -> [i64; 3] {
    let mut offsets = [0; 3];
    for (argument, offset) in (6..).zip(&mut offsets).take(count) {
        *offset = i64::from(lanes::get(context.read(site.argument(argument), block), lane).cast_signed());
    }
    offsets
}

/// The offsets of all lanes, where they are constants.
fn same_offsets(context: &Context<'_>, site: &Site<'_>, count: usize, block: usize) -> Option<[i64; 3]> {
    let is_constant = |argument| context.program.constant(site.argument(argument)).is_some();
    (6..).take(count).all(is_constant).then(|| offsets(context, site, count, (block, 0)))
}

/// Differences of coordinates along x and y, in the quad of each lane; zero where not all of it is active.
struct Differences([[Lanes; 3]; 2]);

impl Differences {
    /// Of the coordinates of an operation, so many of them; reports quads of which not all lanes are active.
    fn of(context: &mut Context<'_>, site: &Site<'_>, count: usize, block: usize) -> Self {
        let whole = lanes::expand(context.check_quads(block));
        let mut all = [[lanes::ZERO; 3]; 2];
        let [along_x, along_y] = &mut all;
        for (argument, (x, y)) in (2..).zip(along_x.iter_mut().zip(along_y)).take(count) {
            let (register, format) = (site.argument(argument), (Scalar::F32, site.denormals));
            let (right, _) = context.difference(register, format, block, |_| (0, 1));
            let (down, _) = context.difference(register, format, block, |_| (0, 2));
            *x = lanes::map2(&right, &whole, |word, whole| word & whole);
            *y = lanes::map2(&down, &whole, |word, whole| word & whole);
        }
        Self(all)
    }

    fn of_lane(&self, lane: usize) -> [[f64; 3]; 2] {
        let [x, y] = &self.0;
        [of_lane(x, lane), of_lane(y, lane)]
    }
}

/// How many coordinates have derivatives.
fn derived(target: &TextureTarget<'_>) -> usize {
    target.shape.axes + usize::from(target.shape.is_cube)
}

fn sample(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let Some(form) = form(site.operation.opcode) else { return Ok(()) };
    require_handles(context, site);
    for block in 0..context.blocks() {
        let mut words = [lanes::ZERO; 4];
        each_pair(context, site, block, |context, target, sampler| {
            sample_block(context, site, form, (target, sampler), &mut words);
        });
        write(context, site, block, &words);
    }
    Ok(())
}

fn require_handles(context: &mut Context<'_>, site: &Site<'_>) {
    context.require_defined(site.argument(0), "handle");
    context.require_defined(site.argument(1), "handle of a sampler");
}

fn write(context: &mut Context<'_>, site: &Site<'_>, block: usize, words: &[Lanes; 4]) {
    for (register, words) in site.results.iter().zip(words).take(4) {
        if *register != Register::NONE {
            context.write(*register, block, words);
        }
    }
    write_status(context, site, block, 0);
}

fn sample_block(
    context: &mut Context<'_>,
    site: &Site<'_>,
    form: Form,
    (target, sampler): (&TextureTarget<'_>, &Sampler),
    words: &mut [Lanes; 4],
) {
    let group = target.target.group;
    let coordinates = coordinates(context, site, target, all(target));
    let levels = match form.from {
        From::Given(argument) => [argument..argument + 1, 0..0],
        From::Gradient(first) => [first..first + derived(target), first + 3..first + 3 + derived(target)],
        From::Quad | From::Zero => [0..0, 0..0],
    };
    let others = [form.bias, form.reference].into_iter().flatten();
    for argument in levels.into_iter().flatten().chain(others) {
        context.require_defined_in(group, site.argument(argument), "sampling operand");
    }
    let differences =
        matches!(form.from, From::Quad).then(|| Differences::of(context, site, derived(target), group.block));
    let noter = context.noter(&target.target);
    let source = Source::new(target, sampler, noter.is_some());
    let same_offsets = same_offsets(context, site, target.shape.axes, group.block);
    // Lanes of a quad have the same level but in cubes, where it depends on the place.
    let mut of_quad = (usize::MAX, 0.0);
    for lane in lanes::each(group.lanes) {
        let place = (group.block, lane);
        let at = of_lane(&coordinates, lane);
        let mut level = match form.from {
            From::Zero => 0.0,
            From::Given(argument) => float(context, site, argument, place),
            From::Quad if of_quad.0 == lane / 4 => of_quad.1,
            From::Quad => {
                let level = differences.as_ref().map_or(0.0, |all| source.level(at, all.of_lane(lane)));
                if !target.shape.is_cube {
                    of_quad = (lane / 4, level);
                }
                level
            }
            From::Gradient(first) => {
                let along =
                    |first: usize| std::array::from_fn(|axis| float(context, site, first + axis, place));
                source.level(at, [along(first), along(first + 3)])
            }
        };
        level += form.bias.map_or(0.0, |argument| float(context, site, argument, place));
        let clamp = form.clamp.map_or(0.0, |argument| float(context, site, argument, place));
        let level = match form.from {
            From::Zero => 0.0,
            _ => source.clamped(level + f64::from(sampler.lod_bias), clamp),
        };
        let offsets = same_offsets.unwrap_or_else(|| offsets(context, site, target.shape.axes, place));
        let reference = form.reference.map(|argument| float(context, site, argument, place));
        let found = source.sample(at, offsets, level, reference);
        count_reads(context, &source, &noter, lane);
        for (to, word) in words.iter_mut().zip(found) {
            lanes::set(to, lane, to_register(site.scalar, word));
        }
    }
}

/// Counts what was read for a lane, and notes it if that is to be noted.
fn count_reads(context: &mut Context<'_>, source: &Source<'_>, noter: &Option<Noter<'_>>, lane: usize) {
    context.bytes = context.bytes.saturating_add(source.take_bytes());
    let Some(noter) = noter else { return };
    for place in source.take_places() {
        context.note_read(noter, lane, place, source.target.texture.format.bytes());
    }
}

fn gather(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    require_handles(context, site);
    let is_raw = site.operation.opcode == Opcode::TEXTURE_GATHER_RAW;
    let compares = site.operation.opcode == Opcode::TEXTURE_GATHER_CMP;
    let width = site.scalar.registers() as usize;
    for block in 0..context.blocks() {
        // Four numbers, and of 64 bits their upper halves.
        let mut words = [[lanes::ZERO; 2]; 4];
        each_pair(context, site, block, |context, target, sampler| {
            let coordinates = coordinates(context, site, target, all(target));
            if compares {
                context.require_defined_in(target.target.group, site.argument(9), "comparison value");
            }
            let noter = context.noter(&target.target);
            let source = Source::new(target, sampler, noter.is_some());
            for lane in lanes::each(target.target.group.lanes) {
                let place = (block, lane);
                let offsets = offsets(context, site, target.shape.axes.min(2), place);
                let found = source.gather(of_lane(&coordinates, lane), offsets);
                count_reads(context, &source, &noter, lane);
                let channel = lanes::get(context.read(site.argument(8), block), lane);
                for (to, texel) in words.iter_mut().zip(found) {
                    let [low, high] = match (is_raw, compares) {
                        (true, _) => texel.raw,
                        (_, true) => [source.compare(float(context, site, 9, place), texel.values), 0],
                        _ => [
                            usize::try_from(channel)
                                .ok()
                                .and_then(|at| texel.values.get(at))
                                .map_or(0, |word| *word),
                            0,
                        ],
                    };
                    let low = if is_raw { low } else { to_register(site.scalar, low) };
                    for (to, word) in to.iter_mut().zip([low, high]) {
                        lanes::set(to, lane, word);
                    }
                }
            }
        });
        for (registers, words) in site.results.chunks(width).zip(&words) {
            for (register, words) in
                registers.iter().zip(words).filter(|(register, _)| **register != Register::NONE)
            {
                let words = match (is_raw, site.scalar) {
                    (true, Scalar::I16) => lanes::map1(words, |word| word & 0xffff),
                    _ => *words,
                };
                context.write(*register, block, &words);
            }
        }
        write_status(context, site, block, 0);
    }
    Ok(())
}

/// The level that sampling would take: with what samplers and textures allow, or without.
fn calculate_lod(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    require_handles(context, site);
    let is_clamped = context.wave.uniform(site.argument(5)) != 0;
    for block in 0..context.blocks() {
        let mut words = [0; BLOCK];
        each_pair(context, site, block, |context, target, sampler| {
            // The layer of an array is not among the arguments.
            let count = derived(target);
            let coordinates = coordinates(context, site, target, count);
            let differences = Differences::of(context, site, count, block);
            let source = Source::new(target, sampler, false);
            for lane in lanes::each(target.target.group.lanes) {
                let level = source.level(of_lane(&coordinates, lane), differences.of_lane(lane));
                let level = level + f64::from(sampler.lod_bias);
                let level = if is_clamped { source.reached(source.clamped(level, 0.0)) } else { level };
                lanes::set(&mut words, lane, narrow(level));
            }
        });
        context.write(site.result(0), block, &words);
    }
    Ok(())
}
