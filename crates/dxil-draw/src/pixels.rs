//! Pixel shading: quads of the pixels that primitives cover, in waves. Of a quad, the pixels that are not covered have
//! lanes, too, so that there are derivatives: these helpers read and compute, and nothing that they do is seen. A
//! shader that asks for samples is run for each of them.

use std::sync::Arc;

use az::SaturatingAs as _;
use dx_container::enums::{InterpolationMode, ResourceClass, SemanticKind};

use super::area::Quad;
use super::history::{self, PixelEvent, PixelWatch, Signatures};
use super::merger::{Fragment, Merger};
use super::setup::Draw;
use super::stage_run::{StageRun, Steps};
use dxil_run::interpolation::{CENTRE, Location, Primitive, has_perspective, within};
use dxil_run::lanes::{self, BLOCK, MAX_BLOCKS, place};
use dxil_run::resources::format::narrow;
use dxil_run::sample_pattern::Samples;
use dxil_run::stage::{Element, Pixel, Signature, StageLanes};
use dxil_run::trace::{Trace, TraceOptions, TraceTarget};
use dxil_run::{Program, Stop};

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
    pub(super) watch: Option<&'d PixelWatch>,
    pub(crate) history: Vec<PixelEvent>,
    /// The elements that the shader loads.
    loaded: Vec<&'a Element>,
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
            watch: None,
            history: Vec::new(),
            loaded: loaded(program),
            is_per_sample: is_per_sample(&program.interface().inputs),
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
        if self.draw.shaders.pixel.program.interface().has_early_depth {
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
        if self.waiting.len() >= ((self.draw.wave_size / 4) as usize) {
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
        // Who watches a pixel is told all that the shader may load.
        let all: Vec<&Element>;
        let elements = if self.watch.is_none() {
            self.loaded.as_slice()
        } else {
            all = program.interface().inputs.elements.iter().collect();
            all.as_slice()
        };
        let give = |stage: &mut StageLanes| {
            stage.reset(program.interface(), 1);
            (stage.view, stage.samples) = (view, samples);
            give(stage, elements, &waiting, mask);
        };
        let watched = self.watch.map(|watch| watch.pixel.map(|along| along.saturating_as::<i32>()));
        let is_watched = |at: [i32; 2], samples: u32| watched == Some(at) && samples != 0;
        let mut traces = self.traces(&waiting, is_watched);
        let (merger, history) = (&mut self.merger, &mut self.history);
        let signatures = Signatures {
            inputs: &program.interface().inputs,
            outputs: &program.interface().outputs,
            of_vertex: &self.draw.given,
            stages: &self.draw.shaders.origins,
        };
        let first_event = history.len();
        let is_tested = program.interface().has_early_depth;
        let take = |stage: &StageLanes| {
            for (number, waiting) in (0_u32..).zip(&waiting) {
                let lanes = (number * 4..).zip(waiting.quad.pixels()).zip(waiting.live);
                for ((lane, at), samples) in lanes {
                    let lane = place(lane);
                    let is_helper = stage.is_helper(lane);
                    let fragment = Fragment { primitive: &waiting.primitive, at, samples };
                    let drawn = if is_helper { 0 } else { merger.merge(stage, lane, fragment, is_tested) };
                    if is_watched(at, samples)
                        && let Some(pixel) = stage.pixel(lane)
                    {
                        let fate = (drawn, is_helper);
                        history.push(history::event(stage, lane, signatures, pixel, fate));
                    }
                }
            }
        };
        match traces.is_empty() {
            true => self.stage.run(steps, numbers, give, take)?,
            false => self.stage.run_watched(steps, numbers, give, take, &mut traces)?,
        };
        let events = self.history.iter_mut().skip(first_event);
        events.zip(traces).for_each(|(event, trace)| event.trace = Some(trace));
        self.waiting = waiting;
        self.waiting.clear();
        Ok(())
    }

    /// A trace for each lane that shades the pixel that is watched, if it is to be traced.
    fn traces(&self, waiting: &[Waiting], is_watched: impl Fn([i32; 2], u32) -> bool) -> Vec<Trace> {
        let Some(options) = self.watch.and_then(|watch| watch.trace.as_ref()) else { return Vec::new() };
        let lanes = waiting.iter().flat_map(|one| one.quad.pixels().into_iter().zip(one.live));
        let lanes = (0..).zip(lanes).filter(|(_, (at, samples))| is_watched(*at, *samples));
        let trace =
            |(lane, _)| Trace::new(TraceOptions { target: TraceTarget::Lane(lane), ..options.clone() });
        lanes.map(trace).collect()
    }
}

/// The elements that a shader loads: what it only declares is not interpolated.
fn loaded(program: &Program) -> Vec<&Element> {
    let elements = &program.interface().inputs.elements;
    let loads: Vec<Option<u32>> = program.loaded_inputs().collect();
    let is_loaded = |element: &&Element| loads.iter().any(|id| id.is_none_or(|id| id == element.id));
    elements.iter().filter(is_loaded).collect()
}

/// Whether a shader is run for each sample: it asks which one it is, or interpolates there.
fn is_per_sample(inputs: &Signature) -> bool {
    let asks = |element: &Element| {
        element.semantic == SemanticKind::SAMPLE_INDEX
            || Location::of(element.interpolation) == Location::Sample
    };
    inputs.elements.iter().any(asks)
}

/// Where the centroid of a pixel is: its middle where all its samples are covered, whatever the mask of samples; else
/// the first sample that is covered and in the mask; where none is, as in pixels that only complete a quad, the first
/// one in the mask, and the middle where that has all.
///
/// Source: the functional specification of Direct3D 11.3, "Centroid Sampling of Attributes" (3.5.5).
pub(crate) fn centroid(covered: u32, mask: u32, samples: &Samples) -> [i32; 2] {
    let all = samples.all();
    let mask = mask & all;
    let among = if covered & mask == 0 { mask } else { covered & mask };
    if covered & all == all || among == all || among == 0 {
        return [CENTRE; 2];
    }
    samples.place(among.trailing_zeros())
}

/// Where in a pixel something is interpolated.
fn location(pixel: &Pixel, location: Location, samples: &Samples) -> [i64; 2] {
    let place = match location {
        Location::Centre => [CENTRE; 2],
        Location::Centroid => pixel.centroid,
        Location::Sample => pixel.sample.map_or([CENTRE; 2], |sample| samples.place(sample)),
    };
    within(pixel.at, place)
}

/// Gives the lanes of a wave what they take of some elements.
fn give(stage: &mut StageLanes, elements: &[&Element], waiting: &[Waiting], sample_mask: u32) {
    let mut helpers = [0; MAX_BLOCKS];
    let samples = stage.samples;
    for (number, one) in (0_u32..).zip(waiting) {
        let covered = one.quad.covered.into_iter().zip(one.live);
        for (in_quad, (at, (covered, live))) in (0_u32..).zip(one.quad.pixels().into_iter().zip(covered)) {
            let (block, lane) = place(number * 4 + in_quad);
            let centroid = centroid(covered, sample_mask, &samples);
            // All that the primitive covers, also for a shader that is run for each sample: the functional
            // specification of Direct3D 11.3, "Input Coverage" (16.3.2).
            let covered = covered & sample_mask;
            stage.pixels.push(Pixel { primitive: number, at, covered, centroid, sample: one.sample });
            stage.set_primitive_id((block, lane), one.primitive.id);
            if let Some(bits) = helpers.get_mut(block).filter(|_| live == 0) {
                *bits |= 1 << lane;
            }
        }
        stage.primitives.push(one.primitive.clone());
    }
    stage.set_helpers(helpers);
    let mut shares = Shares { of: [const { Vec::new() }; 6] };
    for element in elements {
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
        SemanticKind::BARYCENTRICS => true,
        semantic if is_generated(semantic) => false,
        _ => mode != InterpolationMode::CONSTANT && element.scalar.is_float(),
    };
    let shares = if is_interpolated { shares.of(mode, stage, waiting) } else { &[] };
    for scalar in 0..element.rows() * element.columns {
        for (block, quads) in waiting.chunks(BLOCK / 4).enumerate() {
            let mut words = lanes::ZERO;
            let (of_quads, _) = words.as_chunks_mut::<4>();
            for ((quad, one), words) in (block * BLOCK..).step_by(4).zip(quads).zip(of_quads) {
                let shares = shares.get(quad..quad + 4).unwrap_or_default();
                let pixels = stage.pixels.get(quad..quad + 4).unwrap_or_default();
                if !is_interpolated {
                    for (word, pixel) in words.iter_mut().zip(pixels) {
                        *word = at_pixel(element, scalar, &one.primitive, pixel, &stage.samples);
                    }
                } else if element.semantic == SemanticKind::BARYCENTRICS {
                    for (word, shares) in words.iter_mut().zip(shares) {
                        *word = shares.get(scalar).copied().map_or(0, narrow);
                    }
                } else {
                    one.primitive.weigh(element.first + scalar, shares, element.scalar, words);
                }
            }
            let lanes = u32::MAX.checked_shr(u32::try_from(BLOCK - quads.len() * 4).unwrap_or(0));
            stage.inputs.put((0, element.first + scalar), block, &words, lanes.unwrap_or(0));
        }
    }
}

/// Whether an input says something of the pixel rather than of vertices.
fn is_generated(semantic: SemanticKind) -> bool {
    matches!(
        semantic,
        SemanticKind::POSITION
            | SemanticKind::IS_FRONT_FACE
            | SemanticKind::PRIMITIVE_ID
            | SemanticKind::COVERAGE
            | SemanticKind::INNER_COVERAGE
            | SemanticKind::SAMPLE_INDEX
    )
}

/// A scalar of an input that is not interpolated.
fn at_pixel(
    element: &Element,
    scalar: usize,
    primitive: &Primitive,
    pixel: &Pixel,
    samples: &Samples,
) -> u32 {
    match element.semantic {
        SemanticKind::POSITION => {
            position(primitive, scalar, location(pixel, Location::of(element.interpolation), samples))
        }
        SemanticKind::IS_FRONT_FACE => u32::from(primitive.is_front).wrapping_neg(),
        SemanticKind::PRIMITIVE_ID => primitive.id,
        SemanticKind::COVERAGE => pixel.covered,
        SemanticKind::SAMPLE_INDEX => pixel.sample.unwrap_or(0),
        SemanticKind::INNER_COVERAGE => 0,
        _ => primitive.at_vertex(0, element.first + scalar),
    }
}

/// Where a place is, its depth, and the fourth coordinate there.
fn position(primitive: &Primitive, component: usize, at: [i64; 2]) -> u32 {
    let [x, y] = at;
    narrow(match component {
        0 => pixels(x),
        1 => pixels(y),
        2 => primitive.z(at),
        _ => primitive.w(at),
    })
}

/// Subpixels as pixels.
#[expect(clippy::cast_precision_loss, reason = "places are within targets")]
fn pixels(along: i64) -> f64 {
    along as f64 / f64::from(dxil_run::interpolation::SUBPIXELS)
}
