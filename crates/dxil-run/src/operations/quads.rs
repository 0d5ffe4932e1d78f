//! Quads: four lanes of a wave in a square, and derivatives in it. Quad `n` is the lanes `4n` to `4n + 3`: upper left,
//! upper right, lower left, lower right.
//!
//! Which threads these are is D3D's to say only where a shader takes derivatives (also by sampling): if its groups are
//! even along x and y, a quad is two by two of their threads, and waves take quads row by row; else, threads are taken
//! as they are numbered, so that a quad is four in a row. A shader that takes none has its threads as they are numbered
//! in any case, as drivers do it, and quad operations take those.
//!
//! Where D3D leaves a choice: coarse derivatives are those of the upper left lane; a lane that is not active gives a
//! derivative of zero and is read as zero, both with a finding.

use az::SaturatingAs as _;
use dxil::ops::Opcode;

use super::formats::{Denormals, Flushed, Half, Kept, two};
use super::semantics::Semantics;
use super::waves::{NO_VALUES, Values, has, set_value, value_of, width};
use crate::findings::FindingKind;
use crate::instruction::{Register, Scalar};
use crate::lanes::{self, Lanes, MAX_BLOCKS, Mask};
use crate::program::{Context, Site, Stop};

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::QUAD_READ_LANE_AT => read_lane_at,
        Opcode::QUAD_OP => quad_op,
        Opcode::QUAD_VOTE => vote,
        Opcode::DERIV_COARSE_X => |context, site| derivative(context, site, |_| (0, 1)),
        Opcode::DERIV_COARSE_Y => |context, site| derivative(context, site, |_| (0, 2)),
        Opcode::DERIV_FINE_X => |context, site| derivative(context, site, |lane| (lane & !1, lane | 1)),
        Opcode::DERIV_FINE_Y => |context, site| derivative(context, site, |lane| (lane & !2, lane | 2)),
        Opcode::IS_HELPER_LANE => is_helper_lane,
        _ => return None,
    }))
}

/// Gives each active lane the value of the lane of its quad that `which` says of it.
fn exchange(context: &mut Context<'_>, site: &Site<'_>, which: impl Fn(&Context<'_>, usize, usize) -> usize) {
    let active = context.wave.mask;
    let mut sources: [[Option<usize>; lanes::BLOCK]; MAX_BLOCKS] = [[None; lanes::BLOCK]; MAX_BLOCKS];
    for (block, lane) in context.active_lanes() {
        let from = lane & !3 | which(context, block, lane) & 3;
        let is_active = has(&active, (block, from));
        if let Some(entry) = sources.get_mut(block).and_then(|sources| sources.get_mut(lane)) {
            *entry = is_active.then_some(from);
        }
        if !is_active && context.checks.all {
            let from = (block * lanes::BLOCK + from).saturating_as::<u32>();
            context.report_inactive(block, lane, from);
        }
    }
    for at in (0..site.results.len()).step_by(width(site)) {
        let (values, undefined) = context.values(site, at);
        let (mut read, mut unknown): (Values, Mask) = (NO_VALUES, [0; MAX_BLOCKS]);
        for (block, lane) in context.active_lanes() {
            let from = sources.get(block).and_then(|sources| sources.get(lane)).copied().flatten();
            let Some(from) = from else { continue };
            set_value(&mut read, (block, lane), value_of(&values, (block, from)));
            if let Some(bits) = unknown.get_mut(block).filter(|_| has(&undefined, (block, from))) {
                *bits |= 1 << lane;
            }
        }
        context.give(site, at, &read, unknown);
    }
}

fn read_lane_at(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let index = site.argument(site.results.len());
    context.require_defined(index, "index of the lane to read");
    exchange(context, site, |context, block, lane| lanes::get(context.read(index, block), lane) as usize);
    Ok(())
}

fn quad_op(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    // Across x, y, or both.
    let flip = match context.wave.uniform(site.argument(site.results.len())) {
        0 => 1,
        1 => 2,
        _ => 3,
    };
    exchange(context, site, |_, _, lane| lane ^ flip);
    Ok(())
}

/// Whether a truth value is true in any, or in all, of the active lanes of a quad.
fn vote(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let condition = site.argument(0);
    let is_all = context.wave.uniform(site.argument(1)) != 0;
    for block in 0..context.blocks() {
        let active = context.active(block);
        let yes = lanes::nonzero(context.read(condition, block));
        // All is that no active one says no.
        let counted = if is_all { active & !yes } else { active & yes };
        let undefined = of_quads(context.wave.undefined(condition, block) & active);
        let found = lanes::expand(of_quads(counted));
        let words = lanes::map1(&found, |word| (word & 1) ^ u32::from(is_all));
        context.give_words(site.result(0), block, &words, undefined);
    }
    Ok(())
}

/// All lanes of the quads that some lanes are in.
fn of_quads(bits: u32) -> u32 {
    let first = (bits | bits >> 1 | bits >> 2 | bits >> 3) & 0x1111_1111;
    first | first << 1 | first << 2 | first << 3
}

/// The lanes of the quads in which all lanes are active.
fn whole_quads(active: u32) -> u32 {
    !of_quads(!active)
}

/// What a lane of a quad holds.
#[inline(always)]
fn in_quad(quad: &[u32; 4], lane: usize) -> u32 {
    quad.get(lane & 3).copied().unwrap_or(0)
}

impl Context<'_> {
    /// Reports active lanes that take derivatives where not all of their quad are active; gives, for a block, the lanes
    /// that can.
    pub(crate) fn check_quads(&mut self, block: usize) -> u32 {
        let active = self.active(block);
        let whole = whole_quads(active);
        if self.checks.all {
            for lane in lanes::each(active & !whole) {
                self.report(FindingKind::DivergentDerivative, block, lane, || {
                    "computes a derivative in divergent control flow: not all four lanes of the quad are \
                     active"
                        .to_owned()
                });
            }
        }
        whole
    }

    /// The difference of a float between two lanes of each quad, by their places in it, and the lanes for which it is
    /// undefined.
    pub(crate) fn difference(
        &self,
        register: Register,
        (scalar, denormals): (Scalar, Denormals),
        block: usize,
        pair: impl Fn(usize) -> (usize, usize),
    ) -> (Lanes, u32) {
        let (quads, _) = self.read(register, block).as_chunks::<4>();
        let (mut from, mut to) = (lanes::ZERO, lanes::ZERO);
        let (from_quads, to_quads) = (from.as_chunks_mut::<4>().0, to.as_chunks_mut::<4>().0);
        for (quad, (from, to)) in quads.iter().zip(from_quads.iter_mut().zip(to_quads)) {
            for (lane, (from, to)) in from.iter_mut().zip(to).enumerate() {
                let (one, other) = pair(lane);
                (*from, *to) = (in_quad(quad, one), in_quad(quad, other));
            }
        }
        let (undefined, mut unknown) = (self.wave.undefined(register, block), 0);
        if undefined != 0 {
            for lane in 0..lanes::BLOCK {
                let (one, other) = pair(lane & 3);
                let [one, other] = [one, other].map(|place| lane & !3 | place);
                unknown |= (undefined >> one & 1 | undefined >> other & 1) << lane;
            }
        }
        let difference = match (scalar, denormals) {
            (Scalar::F16, _) => two::<Half>(&to, &from, |to, from| to - from),
            (_, Denormals::Keep) => two::<Kept>(&to, &from, |to, from| to - from),
            (_, Denormals::Flush) => two::<Flushed>(&to, &from, |to, from| to - from),
        };
        (difference, unknown)
    }
}

fn derivative(
    context: &mut Context<'_>,
    site: &Site<'_>,
    pair: fn(usize) -> (usize, usize),
) -> Result<(), Stop> {
    for block in 0..context.blocks() {
        let whole = lanes::expand(context.check_quads(block));
        for (index, to) in site.results.iter().enumerate() {
            let (words, undefined) =
                context.difference(site.argument(index), (site.scalar, site.denormals), block, pair);
            let words = lanes::map2(&words, &whole, |word, whole| word & whole);
            context.give_words(*to, block, &words, undefined);
        }
    }
    Ok(())
}

/// Only pixel shaders have helper lanes.
fn is_helper_lane(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    for block in 0..context.blocks() {
        let helpers = lanes::expand(context.wave.helpers(block));
        context.write(site.result(0), block, &lanes::map1(&helpers, |helper| helper & 1));
    }
    Ok(())
}
