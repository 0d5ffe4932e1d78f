//! Pixel shading: quads of the pixels that primitives cover, in waves. Of a quad, the pixels that are not covered have
//! lanes, too, so that there are derivatives: these helpers read and compute, and nothing that they do is seen. A
//! shader that asks for samples is run for each of them.

use std::sync::Arc;

use dx_container::enums::{InterpolationMode, ResourceClass, SemanticKind};

use super::Draw;
use super::history::{self, PixelEvent};
use super::interpolation::{CENTRE, Location, Primitive, has_perspective, within};
use super::merger::{Fragment, Merger};
use super::raster::{Quad, Samples};
use super::stage_run::{StageRun, Steps};
use crate::execute::Stop;
use crate::lanes;
use crate::program::Scalar;
use crate::stage::{Element, Pixel, Signature, StageLanes};
use crate::wave::{MAX_BLOCKS, Wave, place};

/// What is generated for a pixel shader that the stage before does not give.
pub(crate) const GENERATED: &[SemanticKind] = &[
    SemanticKind::POSITION,
    SemanticKind::PRIMITIVE_ID,
    SemanticKind::IS_FRONT_FACE,
    SemanticKind::SAMPLE_INDEX,
    SemanticKind::COVERAGE,
    SemanticKind::INNER_COVERAGE,
    SemanticKind::BARYCENTRICS,
    SemanticKind::RENDER_TARGET_ARRAY_INDEX,
    SemanticKind::VIEW_PORT_ARRAY_INDEX,
    SemanticKind::VIEW_ID,
];

/// A quad that waits to be shaded.
struct Waiting {
    primitive: Arc<Primitive>,
    quad: Quad,
    /// The sample that it is shaded for, if it is for one.
    sample: Option<u32>,
    /// Of each pixel, the samples that may be written.
    live: [u32; 4],
}

/// The last stage, and the quads that wait for it.
pub(crate) struct PixelStage<'d, 'a> {
    draw: &'d Draw<'a>,
    pub(crate) stage: StageRun<'a>,
    pub(crate) merger: Merger<'d>,
    /// The number of the view that is drawn.
    pub(crate) view: u32,
    waiting: Vec<Waiting>,
    /// The pixel whose history is kept.
    pub(crate) watched: Option<[i32; 2]>,
    pub(crate) history: Vec<PixelEvent>,
    /// Whether each sample is shaded.
    is_per_sample: bool,
    /// Whether pixels must be shaded in the order in which they are drawn over each other.
    is_ordered: bool,
}

impl<'d, 'a> PixelStage<'d, 'a> {
    /// The stage for some rows of the targets: from one to the one before another.
    pub(super) fn new(draw: &'d Draw<'a>, stage: StageRun<'a>, rows: (u32, u32)) -> Self {
        let program = stage.stage.program;
        Self {
            draw,
            merger: Merger::new(draw.state, &draw.shaders.pixel, &draw.extent, rows),
            stage,
            view: 0,
            waiting: Vec::new(),
            watched: None,
            history: Vec::new(),
            is_per_sample: is_per_sample(&program.interface.inputs),
            is_ordered: program.slots().iter().any(|slot| slot.class == ResourceClass::UAV),
        }
    }

    /// Adds quads of a primitive, and shades those that make full waves.
    pub(super) fn add(
        &mut self,
        primitive: &Arc<Primitive>,
        quads: &[Quad],
        steps: &Steps,
    ) -> Result<(), Stop> {
        for quad in quads {
            if !self.is_per_sample {
                self.add_quad(primitive, *quad, None, steps)?;
                continue;
            }
            let any = quad.covered.iter().fold(0, |any, covered| any | covered);
            for sample in lanes::each(any).filter_map(|sample| u32::try_from(sample).ok()) {
                self.add_quad(primitive, *quad, Some(sample), steps)?;
            }
        }
        Ok(())
    }

    fn add_quad(
        &mut self,
        primitive: &Arc<Primitive>,
        quad: Quad,
        sample: Option<u32>,
        steps: &Steps,
    ) -> Result<(), Stop> {
        let mask = self.draw.state.blend.sample_mask & sample.map_or(u32::MAX, |sample| 1 << sample);
        let mut live = quad.covered.map(|covered| covered & mask);
        if self.draw.shaders.pixel.program.interface.has_early_depth {
            for (samples, at) in live.iter_mut().zip(quad.pixels()) {
                let fragment = Fragment { primitive, at, samples: *samples };
                *samples = self.merger.test(&fragment, (None, None));
            }
        }
        if live == [0; 4] {
            return Ok(());
        }
        if self.is_ordered && self.waiting.iter().any(|other| other.quad.at == quad.at) {
            self.flush(steps)?;
        }
        self.waiting.push(Waiting { primitive: primitive.clone(), quad, sample, live });
        if self.waiting.len() >= usize::try_from(self.draw.wave_size / 4).unwrap_or(1) {
            self.flush(steps)?;
        }
        Ok(())
    }

    /// Shades the quads that wait.
    pub(super) fn flush(&mut self, steps: &Steps) -> Result<(), Stop> {
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() {
            return Ok(());
        }
        let pixels: Vec<[i32; 2]> = waiting.iter().flat_map(|one| one.quad.pixels()).collect();
        // Pixels are told by one number.
        let numbers = pixels.iter().map(|[x, y]| y.cast_unsigned() << 16 | x.cast_unsigned() & 0xffff);
        let program = self.draw.shaders.pixel.program;
        let (samples, mask) = (self.draw.extent.samples, self.draw.state.blend.sample_mask);
        let view = self.view;
        let give = |wave: &mut Wave| {
            let blocks = wave.blocks;
            wave.stage.reset(&program.interface, 1, blocks);
            (wave.stage.view, wave.stage.samples) = (view, samples);
            give(&mut wave.stage, &program.interface.inputs, &waiting, mask);
        };
        let (merger, history, watched) = (&mut self.merger, &mut self.history, self.watched);
        let signatures = [&program.interface.inputs, &program.interface.outputs];
        let is_tested = program.interface.has_early_depth;
        let take = |wave: &Wave| {
            for (number, waiting) in (0_u32..).zip(&waiting) {
                let lanes = (number * 4..).zip(waiting.quad.pixels()).zip(waiting.live);
                for ((lane, at), samples) in lanes {
                    let lane = place(lane);
                    let is_helper = wave.helpers(lane.0) >> lane.1 & 1 != 0;
                    let fragment = Fragment { primitive: &waiting.primitive, at, samples };
                    let drawn =
                        if is_helper { 0 } else { merger.merge(&wave.stage, lane, fragment, is_tested) };
                    if watched == Some(at)
                        && samples != 0
                        && let Some(pixel) = wave.stage.pixel(lane)
                    {
                        let fate = (drawn, is_helper);
                        history.push(history::event(&wave.stage, lane, signatures, pixel, fate));
                    }
                }
            }
        };
        self.stage.run(steps, numbers, give, take)?;
        self.waiting = waiting;
        self.waiting.clear();
        Ok(())
    }
}

/// Whether a shader is run for each sample: it asks which one it is, or interpolates there.
fn is_per_sample(inputs: &Signature) -> bool {
    let asks = |element: &Element| {
        element.semantic == SemanticKind::SAMPLE_INDEX
            || Location::of(element.interpolation) == Location::Sample
    };
    inputs.elements.iter().any(asks)
}

/// Where the centroid of a pixel is: its middle where all of it is covered, else the first sample that is.
pub(crate) fn centroid(covered: u32, samples: &Samples) -> [i32; 2] {
    let all = samples.all();
    if covered & all == all || covered & all == 0 {
        return [CENTRE; 2];
    }
    samples.place((covered & all).trailing_zeros())
}

/// Where in a pixel something is interpolated.
fn location(pixel: &Pixel, location: Location, samples: &Samples) -> [i64; 2] {
    let place = match location {
        Location::Centre => [CENTRE; 2],
        Location::Centroid => centroid(pixel.centroid, samples),
        Location::Sample => pixel.sample.map_or([CENTRE; 2], |sample| samples.place(sample)),
    };
    within(pixel.at, place)
}

/// Gives the lanes of a wave what they take.
fn give(stage: &mut StageLanes, signature: &Signature, waiting: &[Waiting], sample_mask: u32) {
    let mut helpers = [0; MAX_BLOCKS];
    let samples = stage.samples;
    for (number, one) in (0_u32..).zip(waiting) {
        let covered = one.quad.covered.into_iter().zip(one.live);
        for (in_quad, (at, (covered, live))) in (0_u32..).zip(one.quad.pixels().into_iter().zip(covered)) {
            let (block, lane) = place(number * 4 + in_quad);
            // All samples of a pixel that is covered as a whole may be taken, whatever may be written.
            let centroid = if covered == samples.all() { covered } else { covered & sample_mask };
            let covered = covered & sample_mask & one.sample.map_or(u32::MAX, |sample| 1 << sample);
            stage.pixels.push(Pixel { primitive: number, at, covered, centroid, sample: one.sample });
            if let Some(ids) = stage.primitive_ids.get_mut(block) {
                lanes::set(ids, lane, one.primitive.id);
            }
            if let Some(bits) = helpers.get_mut(block).filter(|_| live == 0) {
                *bits |= 1 << lane;
            }
        }
        stage.primitives.push(one.primitive.clone());
    }
    stage.helpers = helpers;
    let mut shares = Shares { of: [const { Vec::new() }; 6] };
    for element in &signature.elements {
        give_element(stage, element, waiting, &mut shares);
    }
}

/// What share each vertex has of the place where each lane takes attributes, for each kind of place that was asked for.
struct Shares {
    of: [Vec<[f64; 3]>; 6],
}

impl Shares {
    /// Those for attributes of a mode.
    fn of(&mut self, mode: InterpolationMode, stage: &StageLanes, waiting: &[Waiting]) -> &[[f64; 3]] {
        let (kind, has_perspective) = (Location::of(mode), has_perspective(mode));
        let index = match kind {
            Location::Centre => 0,
            Location::Centroid => 1,
            Location::Sample => 2,
        };
        let Some(shares) = self.of.get_mut(index * 2 + usize::from(has_perspective)) else { return &[] };
        if shares.is_empty() {
            for (pixel, one) in stage.pixels.iter().zip(waiting.iter().flat_map(|one| [one; 4])) {
                shares.push(one.primitive.shares(location(pixel, kind, &stage.samples), has_perspective));
            }
        }
        shares
    }
}

/// Gives lanes an element of what they take.
fn give_element(stage: &mut StageLanes, element: &Element, waiting: &[Waiting], shares: &mut Shares) {
    let mode = element.interpolation;
    let is_interpolated = match element.semantic {
        SemanticKind::POSITION
        | SemanticKind::IS_FRONT_FACE
        | SemanticKind::PRIMITIVE_ID
        | SemanticKind::COVERAGE
        | SemanticKind::INNER_COVERAGE
        | SemanticKind::SAMPLE_INDEX => false,
        SemanticKind::BARYCENTRICS => true,
        _ => mode != InterpolationMode::CONSTANT && element.scalar.is_float(),
    };
    let shares = if is_interpolated { shares.of(mode, stage, waiting) } else { &[] };
    let of_lanes = waiting.iter().flat_map(|one| [one; 4]).enumerate();
    for (number, one) in of_lanes {
        let lane = place(u32::try_from(number).unwrap_or(u32::MAX));
        let Some(pixel) = stage.pixels.get(number).copied() else { continue };
        let shares = shares.get(number).copied().unwrap_or_default();
        for scalar in 0..element.rows() * element.columns {
            let primitive = &one.primitive;
            let from = element.first + scalar;
            let word = match element.semantic {
                SemanticKind::POSITION => {
                    position(primitive, scalar, location(&pixel, Location::of(mode), &stage.samples))
                }
                SemanticKind::IS_FRONT_FACE => u32::from(primitive.is_front).wrapping_neg(),
                SemanticKind::PRIMITIVE_ID => primitive.id,
                SemanticKind::COVERAGE => pixel.covered,
                SemanticKind::SAMPLE_INDEX => pixel.sample.unwrap_or(0),
                SemanticKind::INNER_COVERAGE => 0,
                SemanticKind::BARYCENTRICS => shares.get(scalar).copied().map_or(0, single),
                _ if is_interpolated => primitive.weighted(from, shares, element.scalar),
                _ => primitive.attribute(from, InterpolationMode::CONSTANT, [0; 2], Scalar::I32),
            };
            stage.inputs.set((0, from), lane, word);
        }
    }
}

/// Where a place is, its depth, and the fourth coordinate there.
fn position(primitive: &Primitive, component: usize, at: [i64; 2]) -> u32 {
    let [x, y] = at;
    single(match component {
        0 => pixels(x),
        1 => pixels(y),
        2 => primitive.z(at),
        _ => primitive.w(at),
    })
}

/// Subpixels as pixels.
#[expect(clippy::cast_precision_loss, reason = "places are within targets")]
fn pixels(along: i64) -> f64 {
    along as f64 / f64::from(super::interpolation::SUBPIXELS)
}

#[expect(clippy::cast_possible_truncation, reason = "shaders take floats of 32 bits")]
fn single(number: f64) -> u32 {
    (number as f32).to_bits()
}
