//! What becomes of primitives behind all stages that make them: they are culled and clipped, and their pixels shaded.
//!
//! Targets are drawn in bands of rows, each of which takes all primitives in their order, and is no other's concern: so
//! threads may take turns in them, and what comes out does not depend on how many there are.

use std::sync::Arc;

use az::SaturatingAs as _;
use dx_container::enums::{ResourceClass, SemanticKind};

use super::area::Area;
use super::assembly::Assembled;
use super::clipping::{clip, is_culled};
use super::depth_stencil::DepthFormat;
use super::history::{PixelEvent, PixelWatch};
use super::pixels::PixelStage;
use super::raster::{cover, is_clockwise};
use super::setup::Draw;
use super::stage_run::{StageRun, Steps};
use super::state::{CullMode, DepthBias, FillMode, View};
use super::viewport::Viewport;
use super::workers::Workers;
use dxil_run::Outcome;
use dxil_run::Stop;
use dxil_run::interpolation::{Corner, Corners, Primitive, SUBPIXELS, Shaded, beside};
use dxil_run::stage::Signature;

/// Rows of a band: even, so that no quad is in two.
const BAND_ROWS: u32 = 32;

/// Bytes that the waves of all bands may take together; where they take more, there is one band.
const BAND_BYTES: u64 = 1 << 30;

/// What takes the primitives of a draw.
pub(crate) struct Rasterizer<'d, 'a> {
    draw: &'d Draw<'a>,
    /// What each viewport draws to.
    areas: Vec<Area>,
    view: View,
    bands: Vec<Band<'d, 'a>>,
    /// Whether primitives keep their vertices, for the history of a pixel.
    is_watched: bool,
}

/// Rows of the targets, and what is drawn there.
struct Band<'d, 'a> {
    draw: &'d Draw<'a>,
    rows: Area,
    pixels: PixelStage<'d, 'a>,
    stop: Option<Stop>,
}

/// A primitive that is to be drawn, and where it may be.
struct Ready {
    primitive: Arc<Primitive>,
    area: Area,
}

impl<'d, 'a> Rasterizer<'d, 'a> {
    /// What a draw rasterizes with: where each of its viewports and scissors lets it draw.
    pub(crate) fn new(draw: &'d Draw<'a>) -> Self {
        let state = draw.state;
        let [width, height] = draw.extent.size;
        let signed = |along: u32| along.saturating_as::<i32>();
        let all = Area::of_pixels([0; 2], [signed(width), signed(height)]);
        let areas = state.viewports.iter().enumerate().map(|(number, viewport)| {
            let [from, to] = viewport.sides();
            let area = all.meet(Area { from, to });
            // A viewport that has none of its own has no pixel.
            let none = (!state.scissors.is_empty()).then_some([0; 4]);
            let scissor = state.scissors.get(number).map(|one| [one.left, one.top, one.right, one.bottom]);
            match scissor.or(none) {
                Some([left, top, right, bottom]) => area.meet(Area::of_pixels([left, top], [right, bottom])),
                None => area,
            }
        });
        let areas = areas.collect();
        let pixel = draw.shaders.pixel;
        let dispatch = pixel.bound.resources.begin_dispatch();
        let rows = rows_of_band(draw);
        let mut bands = Vec::new();
        for (number, first) in (0_u64..).zip((0..height).step_by(rows as usize)) {
            let end = first.saturating_add(rows).min(height);
            // Waves of bands have numbers of their own.
            let waves = (dispatch, number << 40);
            let stage = StageRun::numbered(pixel, waves, draw.wave_size, draw.options);
            bands.push(Band {
                draw,
                rows: Area::of_pixels([0, signed(first)], [signed(width), signed(end)]),
                pixels: PixelStage::new(draw, stage, (first, end)),
                stop: None,
            });
        }
        Self { draw, areas, view: View::default(), bands, is_watched: false }
    }

    /// Keeps the history of a pixel.
    pub(crate) fn watch(&mut self, watch: &'d PixelWatch) {
        self.is_watched = true;
        self.bands.iter_mut().for_each(|band| band.pixels.watch = Some(watch));
    }

    /// Draws to this view from now on.
    pub(crate) fn begin_view(&mut self, number: u32, view: View) {
        self.view = view;
        self.bands.iter_mut().for_each(|band| band.pixels.view = number);
    }

    /// Shades the pixels that primitives cover.
    pub(crate) fn primitives(
        &mut self,
        primitives: &[Assembled],
        steps: &Steps,
        workers: &impl Workers,
    ) -> Result<(), Stop> {
        let mut ready = Vec::new();
        let count = primitives.len() as u64;
        steps.take(count.saturating_mul(STEPS_OF_PRIMITIVE))?;
        for primitive in primitives {
            self.set_up(primitive, &mut ready);
        }
        workers.each(&mut self.bands, |band| {
            if band.stop.is_none() {
                band.stop = band.draw(&ready, steps).err();
            }
        });
        self.stop()
    }

    /// Shades what still waits.
    pub(crate) fn finish(&mut self, steps: &Steps, workers: &impl Workers) -> Result<(), Stop> {
        workers.each(&mut self.bands, |band| {
            if band.stop.is_none() {
                band.stop = band.pixels.flush(steps).err();
            }
        });
        self.stop()
    }

    fn stop(&self) -> Result<(), Stop> {
        self.bands.iter().find_map(|band| band.stop).map_or(Ok(()), Err)
    }

    /// Puts depths into their target; what came of the pixel shader, and the history of the pixel that is watched.
    pub(crate) fn outcome(self) -> (Outcome, Vec<PixelEvent>) {
        let (mut outcome, mut history) = (Outcome::default(), Vec::new());
        for band in self.bands {
            band.pixels.merger.finish(self.draw.shaders.pixel.bound.resources);
            outcome.merge(band.pixels.stage.outcome());
            history.extend(band.pixels.history);
        }
        (outcome, history)
    }

    /// Culls and clips a primitive, and adds what is left of it.
    fn set_up(&self, primitive: &Assembled, ready: &mut Vec<Ready>) {
        let draw = self.draw;
        let Assembled { vertices, id } = primitive;
        let outputs = &draw.given;
        if is_culled(&distances(outputs, SemanticKind::CULL_DISTANCE, vertices)) {
            return;
        }
        let index = |semantic, offset: u32, count: usize| {
            let index = whole(outputs, semantic, vertices).wrapping_add(offset);
            // What is out of range is the first one.
            usize::try_from(index).ok().filter(|index| *index < count).unwrap_or(0)
        };
        let viewports = &draw.state.viewports;
        let viewport = index(SemanticKind::VIEW_PORT_ARRAY_INDEX, self.view.viewport, viewports.len());
        let layers = draw.extent.layers as usize;
        let layer = index(SemanticKind::RENDER_TARGET_ARRAY_INDEX, self.view.layer, layers);
        let (Some(viewport), Some(area)) = (viewports.get(viewport), self.areas.get(viewport)) else {
            return;
        };
        if viewport.width <= 0.0 || viewport.height <= 0.0 {
            return;
        }
        let positions: Vec<[f32; 4]> = vertices.iter().map(|vertex| position(outputs, vertex)).collect();
        let clipped = distances(outputs, SemanticKind::CLIP_DISTANCE, vertices);
        let state = &draw.state.rasterizer;
        let corners = clip(&positions, &clipped, viewport, state.has_depth_clip);
        if corners.is_empty() {
            return;
        }
        let attributes: Arc<[u32]> = vertices
            .iter()
            .flat_map(|vertex| draw.links.iter().map(|link| link.map_or(0, |link| link.pass(vertex))))
            .collect();
        let common = Primitive {
            corners: Corners::default(),
            attributes,
            scalars: draw.links.len(),
            vertices: if self.is_watched { vertices.clone() } else { Vec::new() },
            id: *id,
            // Lines and points are seen from the front.
            is_front: true,
            bias: 0.0,
            depths: depths(viewport),
            layer: u32::try_from(layer).unwrap_or(0),
        };
        if vertices.len() == 3 {
            self.add_triangles(&corners, &common, *area, ready);
        } else {
            ready.push(Ready {
                primitive: Arc::new(Primitive { corners: corners.into(), ..common }),
                area: *area,
            });
        }
    }

    /// Adds the triangles of a polygon, or its sides.
    fn add_triangles(&self, corners: &[Corner], common: &Primitive, area: Area, ready: &mut Vec<Ready>) {
        let state = &self.draw.state.rasterizer;
        let [first, rest @ ..] = corners else { return };
        let fan = rest.windows(2).map(|pair| std::iter::once(first).chain(pair).copied().collect::<Vec<_>>());
        let triangles: Vec<_> =
            fan.filter_map(|triangle| Some((is_clockwise(&triangle)?, triangle))).collect();
        let Some((is_clockwise, largest)) = triangles.first() else { return };
        let is_front = *is_clockwise != state.is_front_counterclockwise;
        if state.cull == CullMode::Front && is_front || state.cull == CullMode::Back && !is_front {
            return;
        }
        let bias = match state.depth_bias {
            bias if bias == DepthBias::default() => 0.0,
            bias => self.bias(bias, largest, corners),
        };
        let mut add = |corners: Vec<Corner>| {
            let primitive = Primitive { corners: corners.into(), is_front, bias, ..common.clone() };
            ready.push(Ready { primitive: Arc::new(primitive), area });
        };
        match state.fill {
            FillMode::Solid => triangles.into_iter().for_each(|(_, corners)| add(corners)),
            FillMode::Wireframe => {
                let ends = corners.iter().cycle().skip(1);
                corners.iter().zip(ends).for_each(|(from, to)| add(vec![*from, *to]));
            }
        }
    }

    /// What is added to the depths of a triangle before they are interpolated, so that `SV_Position` has it, too: the
    /// functional specification of Direct3D 11.3, 15.10.
    fn bias(&self, bias: DepthBias, triangle: &[Corner], corners: &[Corner]) -> f64 {
        let target = self.draw.state.depth_target.as_ref();
        let format = target.and_then(|target| DepthFormat::of(target.texture.format));
        let greatest = corners.iter().map(|corner| corner.depth.abs()).fold(0.0, f64::max);
        let constant = f64::from(bias.constant) * format.unwrap_or(DepthFormat::Float).unit(greatest);
        let added = constant + f64::from(bias.slope) * slope(triangle);
        match f64::from(bias.clamp) {
            clamp if clamp > 0.0 => added.min(clamp),
            clamp if clamp < 0.0 => added.max(clamp),
            _ => added,
        }
    }
}

impl Band<'_, '_> {
    /// Shades the pixels of its rows that primitives cover.
    fn draw(&mut self, ready: &[Ready], steps: &Steps) -> Result<(), Stop> {
        let mut quads = Vec::new();
        for Ready { primitive, area } in ready {
            let area = area.meet(self.rows);
            if area.is_empty() {
                continue;
            }
            quads.clear();
            let (samples, lines) = (&self.draw.extent.samples, self.draw.state.rasterizer.lines);
            let looked_at = cover(&primitive.corners, area, samples, lines, |quad| quads.push(quad));
            steps.take(looked_at / QUADS_A_STEP)?;
            self.pixels.add(primitive, &quads, steps)?;
        }
        Ok(())
    }
}

/// Rows of each band. Where pixels may write memory besides targets, there is one band, so that they do so in order.
fn rows_of_band(draw: &Draw<'_>) -> u32 {
    let [_, height] = draw.extent.size;
    let program = draw.shaders.pixel.program;
    let has_uavs = program.slots().iter().any(|slot| slot.class == ResourceClass::UAV);
    let bands = u64::from(height.div_ceil(BAND_ROWS));
    let bytes = program.group_bytes(draw.wave_size).saturating_mul(bands);
    if has_uavs || program.is_order_dependent() || bytes > BAND_BYTES { height.max(1) } else { BAND_ROWS }
}

/// The least and the greatest depth of a viewport.
fn depths(viewport: &Viewport) -> [f64; 2] {
    let [near, far] = [viewport.near, viewport.far].map(f64::from);
    [near.min(far), near.max(far)]
}

/// By how much the depth of a triangle changes from a pixel to the next, at most.
#[expect(clippy::cast_precision_loss, reason = "coordinates have some 24 bits")]
fn slope(corners: &[Corner]) -> f64 {
    let [a, b, c] = corners else { return 0.0 };
    let area = beside(a.at, b.at, c.at) as f64;
    let from_a = |corner: &Corner| {
        let along = |axis: [i64; 2]| (axis[0] - axis[1]) as f64;
        [along([corner.at[0], a.at[0]]), along([corner.at[1], a.at[1]]), corner.depth - a.depth]
    };
    let ([bx, by, bz], [cx, cy, cz]) = (from_a(b), from_a(c));
    let along_x = (bz * cy - cz * by) / area;
    let along_y = (cz * bx - bz * cx) / area;
    along_x.abs().max(along_y.abs()) * f64::from(SUBPIXELS)
}

/// Steps that take as long as cutting a primitive.
const STEPS_OF_PRIMITIVE: u64 = 4;

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

/// The integer of a kind that the first vertex has; 0 where there is none.
fn whole(outputs: &Signature, kind: SemanticKind, vertices: &[Shaded]) -> u32 {
    let first = outputs.system(kind).and_then(|element| vertices.first()?.get(element.first));
    first.copied().unwrap_or(0)
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
