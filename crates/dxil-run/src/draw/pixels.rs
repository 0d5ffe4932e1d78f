//! Pixel shading: quads of the pixels that primitives cover, in waves. Of a quad, the pixels that are not covered have
//! lanes, too, so that there are derivatives: these helpers read and compute, and nothing that they do is seen.

use std::sync::Arc;

use dx_container::enums::{InterpolationMode, SemanticKind};

use super::Draw;
use super::interpolation::{CENTRE, Primitive, has_perspective, within};
use super::raster::Quad;
use super::stage_run::{StageRun, Steps};
use super::targets::Merger;
use crate::execute::Stop;
use crate::lanes;
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

/// The last stage, and the quads that wait for it.
pub(crate) struct PixelStage<'d, 'a> {
    draw: &'d Draw<'a>,
    pub(crate) stage: StageRun<'a>,
    merger: Merger<'d>,
    waiting: Vec<(Arc<Primitive>, Quad)>,
}

impl<'d, 'a> PixelStage<'d, 'a> {
    pub(super) fn new(draw: &'d Draw<'a>) -> Self {
        Self {
            draw,
            stage: StageRun::new(draw.shaders.pixel, draw.wave_size, draw.options),
            merger: Merger::new(draw.state, &draw.shaders.pixel, draw.size),
            waiting: Vec::new(),
        }
    }

    /// Adds quads of a primitive, and shades those that make full waves.
    pub(super) fn add(
        &mut self,
        primitive: Arc<Primitive>,
        quads: &[Quad],
        steps: &mut Steps,
    ) -> Result<(), Stop> {
        let most = usize::try_from(self.draw.wave_size / 4).unwrap_or(1);
        for quad in quads {
            let mut quad = *quad;
            if self.draw.shaders.pixel.program.interface.has_early_depth {
                quad.covered &= self.test_early(&primitive, quad);
            }
            if quad.covered == 0 {
                continue;
            }
            self.waiting.push((primitive.clone(), quad));
            if self.waiting.len() >= most {
                self.flush(steps)?;
            }
        }
        Ok(())
    }

    /// The pixels of a quad whose depth passes before they are shaded.
    fn test_early(&mut self, primitive: &Primitive, quad: Quad) -> u32 {
        let mut passed = 0;
        for (bit, pixel) in quad.pixels().into_iter().enumerate() {
            if quad.covered >> bit & 1 != 0 && self.merger.passes(pixel, depth(primitive, pixel)) {
                passed |= 1 << bit;
            }
        }
        passed
    }

    /// Shades the quads that wait.
    pub(super) fn flush(&mut self, steps: &mut Steps) -> Result<(), Stop> {
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() {
            return Ok(());
        }
        let pixels: Vec<[i32; 2]> = waiting.iter().flat_map(|(_, quad)| quad.pixels()).collect();
        // Pixels are told by one number.
        let numbers = pixels.iter().map(|[x, y]| y.cast_unsigned() << 16 | x.cast_unsigned() & 0xffff);
        let signature = &self.draw.shaders.pixel.program.interface.inputs;
        let program = self.draw.shaders.pixel.program;
        let give = |wave: &mut Wave| {
            let blocks = wave.blocks;
            wave.stage.reset(&program.interface, 1, blocks);
            give(&mut wave.stage, signature, &waiting);
        };
        let merger = &mut self.merger;
        let has_early_depth = program.interface.has_early_depth;
        let take = |wave: &Wave| {
            for (lane, pixel) in (0..).zip(&pixels) {
                let lane = place(lane);
                let Some((primitive, _)) = wave.stage.pixel(lane) else { continue };
                if wave.helpers(lane.0) >> lane.1 & 1 != 0 || merger.is_uncovered(&wave.stage, lane) {
                    continue;
                }
                let depth = merger.given_depth(&wave.stage, lane).unwrap_or_else(|| depth(primitive, *pixel));
                if has_early_depth || merger.passes(*pixel, depth) {
                    merger.write(&wave.stage, lane, *pixel);
                }
            }
        };
        self.stage.run(steps, numbers, give, take)?;
        self.waiting = waiting;
        self.waiting.clear();
        Ok(())
    }
}

/// The depth of a pixel.
#[expect(clippy::cast_possible_truncation, reason = "depths have 32 bits")]
fn depth(primitive: &Primitive, pixel: [i32; 2]) -> f32 {
    primitive.depth(within(pixel, [CENTRE; 2])) as f32
}

/// Gives the lanes of a wave what they take.
fn give(stage: &mut StageLanes, signature: &Signature, quads: &[(Arc<Primitive>, Quad)]) {
    let mut helpers = [0; MAX_BLOCKS];
    for (number, (primitive, quad)) in (0_u32..).zip(quads) {
        for (in_quad, at) in (0_u32..).zip(quad.pixels()) {
            let (block, lane) = place(number * 4 + in_quad);
            stage.pixels.push(Pixel { primitive: number, at });
            if let Some(ids) = stage.primitive_ids.get_mut(block) {
                lanes::set(ids, lane, primitive.id);
            }
            if let Some(bits) = helpers.get_mut(block).filter(|_| quad.covered >> in_quad & 1 == 0) {
                *bits |= 1 << lane;
            }
            for element in &signature.elements {
                for scalar in 0..element.rows() * element.columns {
                    let word = input(primitive, element, scalar, at, quad.covered >> in_quad & 1);
                    stage.inputs.set((0, element.first + scalar), (block, lane), word);
                }
            }
        }
        stage.primitives.push(primitive.clone());
    }
    stage.helpers = helpers;
}

/// A scalar that a pixel's lane takes.
fn input(primitive: &Primitive, element: &Element, scalar: usize, pixel: [i32; 2], covered: u32) -> u32 {
    let centre = within(pixel, [CENTRE; 2]);
    match element.semantic {
        SemanticKind::POSITION => position(primitive, scalar, pixel),
        SemanticKind::IS_FRONT_FACE => {
            if primitive.is_front {
                u32::MAX
            } else {
                0
            }
        }
        SemanticKind::PRIMITIVE_ID => primitive.id,
        SemanticKind::COVERAGE => covered,
        SemanticKind::SAMPLE_INDEX | SemanticKind::INNER_COVERAGE => 0,
        SemanticKind::BARYCENTRICS => {
            let shares = primitive.shares(centre, has_perspective(element.interpolation));
            shares.get(scalar).copied().map_or(0, single)
        }
        _ => {
            let mode = element.interpolation;
            // What is a whole number is the same all over.
            let mode = if mode == InterpolationMode::UNDEFINED { InterpolationMode::LINEAR } else { mode };
            primitive.attribute(element.first + scalar, mode, pixel, [CENTRE; 2], element.scalar)
        }
    }
}

/// Where a pixel's centre is, its depth, and the fourth coordinate there.
fn position(primitive: &Primitive, component: usize, pixel: [i32; 2]) -> u32 {
    let centre = within(pixel, [CENTRE; 2]);
    single(match component {
        0 => f64::from(pixel[0]) + 0.5,
        1 => f64::from(pixel[1]) + 0.5,
        2 => primitive.depth(centre),
        _ => primitive.w(centre),
    })
}

#[expect(clippy::cast_possible_truncation, reason = "shaders take floats of 32 bits")]
fn single(number: f64) -> u32 {
    (number as f32).to_bits()
}
