//! What becomes of primitives behind all stages that make them: they are culled, clipped, and their pixels shaded.

use std::sync::Arc;

use dx_container::enums::SemanticKind;

use super::assembly::{Assembled, Shaded};
use super::clipping::{clip, is_culled};
use super::interpolation::Primitive;
use super::pixels::PixelStage;
use super::raster::{Area, cover, is_clockwise};
use super::stage_run::Steps;
use super::{CullMode, Draw};
use crate::dispatch::Outcome;
use crate::execute::Stop;
use crate::stage::Signature;

/// What takes the primitives of a draw.
pub(crate) struct Rasterizer<'d, 'a> {
    draw: &'d Draw<'a>,
    pixels: PixelStage<'d, 'a>,
}

impl<'d, 'a> Rasterizer<'d, 'a> {
    pub(crate) fn new(draw: &'d Draw<'a>) -> Self {
        Self { draw, pixels: PixelStage::new(draw) }
    }

    /// Shades what still waits.
    pub(crate) fn finish(&mut self, steps: &mut Steps) -> Result<(), Stop> {
        self.pixels.flush(steps)
    }

    pub(crate) fn outcome(self) -> Outcome {
        self.pixels.stage.outcome()
    }

    /// Clips a primitive, and shades the pixels that it covers.
    pub(crate) fn primitive(&mut self, primitive: &Assembled, steps: &mut Steps) -> Result<(), Stop> {
        let draw = self.draw;
        let Assembled { vertices, id } = primitive;
        let outputs = &draw.given;
        let culled = distances(outputs, SemanticKind::CULL_DISTANCE, vertices);
        if is_culled(&culled) {
            return Ok(());
        }
        let positions: Vec<[f32; 4]> = vertices.iter().map(|vertex| position(outputs, vertex)).collect();
        let clipped = distances(outputs, SemanticKind::CLIP_DISTANCE, vertices);
        let corners = clip(&positions, &clipped, &draw.state.viewport);
        let attributes: Arc<[u32]> = vertices
            .iter()
            .flat_map(|vertex| draw.links.iter().map(|link| link.map_or(0, |link| link.pass(vertex))))
            .collect();
        let fan: Vec<Vec<_>> = match (vertices.len(), corners.as_slice()) {
            (3, [first, rest @ ..]) => {
                rest.windows(2).map(|pair| std::iter::once(first).chain(pair).copied().collect()).collect()
            }
            (_, []) => return Ok(()),
            (_, corners) => vec![corners.to_vec()],
        };
        for corners in fan {
            let is_front = is_clockwise(&corners).map(|is| is != draw.state.is_front_counterclockwise);
            let is_dropped = match (draw.state.cull, is_front) {
                (_, None) => vertices.len() == 3,
                (CullMode::None, _) => false,
                (CullMode::Front, Some(is_front)) => is_front,
                (CullMode::Back, Some(is_front)) => !is_front,
            };
            if is_dropped {
                continue;
            }
            let scalars = draw.links.len();
            // Lines and points are seen from the front.
            let is_front = is_front.unwrap_or(true);
            let primitive = Primitive { corners, attributes: attributes.clone(), scalars, id: *id, is_front };
            let mut quads = Vec::new();
            let looked_at = cover(&primitive.corners, self.area(), |quad| quads.push(quad));
            steps.take(looked_at / QUADS_A_STEP)?;
            self.pixels.add(Arc::new(primitive), &quads, steps)?;
        }
        Ok(())
    }

    /// The pixels of the viewport that are in the targets.
    #[expect(clippy::cast_possible_truncation, reason = "it is within the targets")]
    fn area(&self) -> Area {
        let (viewport, [width, height]) = (self.draw.state.viewport, self.draw.size.map(f64::from));
        let [x, y] = [viewport.x, viewport.y].map(f64::from);
        let clamp = |at: f64, most: f64| at.clamp(0.0, most) as i32;
        Area {
            from: [clamp(x.floor(), width), clamp(y.floor(), height)],
            to: [
                clamp((x + f64::from(viewport.width)).ceil(), width),
                clamp((y + f64::from(viewport.height)).ceil(), height),
            ],
        }
    }
}

/// Quads that are looked at for the time of a step.
const QUADS_A_STEP: u64 = 16;

/// Where a vertex is.
fn position(outputs: &Signature, vertex: &[u32]) -> [f32; 4] {
    let first = outputs.system(SemanticKind::POSITION).map_or(0, |element| element.first);
    let words = vertex.iter().skip(first);
    let mut position = [0.0; 4];
    position.iter_mut().zip(words).for_each(|(to, word)| *to = f32::from_bits(*word));
    position
}

/// The distances of a kind that vertices have.
fn distances(outputs: &Signature, kind: SemanticKind, vertices: &[Shaded]) -> Vec<Vec<f32>> {
    let elements = outputs.elements.iter().filter(|element| element.semantic == kind);
    let scalars =
        elements.flat_map(|element| element.first..element.first + element.rows() * element.columns);
    let scalars: Vec<usize> = scalars.collect();
    let of_vertex = |vertex: &Shaded| {
        scalars.iter().map(|scalar| f32::from_bits(vertex.get(*scalar).copied().unwrap_or(0))).collect()
    };
    vertices.iter().map(of_vertex).collect()
}
