//! Draws: vertices go through the stages of a pipeline and what is fixed between them, to the pixels of render targets.
//! A file for each of what is fixed; here is what is drawn, whether it fits together, and the way from one to the next.
//!
//! Everything goes in Direct3D's order: instance by instance, primitive by primitive; pixels are shaded in waves of
//! quads of several primitives, and come to the targets in that order.

mod assembly;
mod clipping;
pub(crate) mod interpolation;
mod link;
mod pixels;
mod raster;
mod targets;
#[cfg(test)]
mod tests;
mod vertices;

use std::sync::Arc;

use dx_container::enums::{SemanticKind, ShaderKind};
use hashbrown::HashMap;

use crate::dispatch::{Outcome, RunOptions, group_bytes};
use crate::error::{Result, RunErrorKind};
use crate::execute::Stop;
use crate::group::Runner;
use crate::limits;
use crate::program::Program;
use crate::resources::Bound;
use crate::stage::Signature;
use crate::wave::{Wave, place};

pub use assembly::Topology;
pub use raster::Viewport;
pub use targets::{DepthTest, RenderTarget};
pub use vertices::{InputElement, InputLayout, VertexBuffer};

use assembly::Assembler;
use clipping::{clip, is_culled};
use interpolation::Primitive;
use link::{Link, link, misfit};
use pixels::PixelStage;
use raster::{Area, cover, is_clockwise};
use vertices::Fetch;

/// A program and what it is bound to.
#[derive(Debug, Clone, Copy)]
pub struct DrawStage<'a> {
    /// The program.
    pub program: &'a Program,
    /// What it is bound to.
    pub bound: &'a Bound<'a>,
}

/// Indices of vertices, in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexBuffer {
    /// Which memory, in [`Resources::memories`](crate::Resources::memories).
    pub memory: usize,
    /// The first byte.
    pub offset: u64,
    /// Bytes of an index: 2 or 4. All ones end a strip.
    pub bytes: u32,
}

/// How much is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawCount {
    /// Vertices of an instance.
    pub vertices: u32,
    /// Instances.
    pub instances: u32,
    /// The first vertex; with indices, what is added to each.
    pub first_vertex: u32,
    /// The first instance.
    pub first_instance: u32,
}

/// Which triangles are not drawn, by the side of them that is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CullMode {
    /// All are drawn.
    None,
    /// Those whose front is seen.
    Front,
    /// Those whose back is seen.
    Back,
}

/// What a draw is made of besides its shaders.
#[derive(Debug, Clone)]
pub struct DrawState {
    /// What vertices consist of.
    pub layout: InputLayout,
    /// Which vertices are drawn; without it, one after the other.
    pub indices: Option<IndexBuffer>,
    /// What they make.
    pub topology: Topology,
    /// How much is drawn.
    pub count: DrawCount,
    /// Where it is drawn to.
    pub viewport: Viewport,
    /// Whether the fronts of triangles are those that are seen counterclockwise.
    pub is_front_counterclockwise: bool,
    /// Which triangles are not drawn.
    pub cull: CullMode,
    /// How depth is tested; `None` for not at all.
    pub depth: Option<DepthTest>,
    /// The targets, by the number of `SV_Target`. All have the same size.
    pub targets: Vec<RenderTarget>,
}

/// Shaders over vertices and targets.
#[derive(Debug)]
pub struct Draw<'a> {
    vertex: DrawStage<'a>,
    pixel: DrawStage<'a>,
    state: &'a DrawState,
    fetch: Fetch<'a>,
    /// For each scalar that the pixel shader takes, where it comes from.
    links: Vec<Option<Link>>,
    size: [u32; 2],
    wave_size: u32,
    options: RunOptions,
}

/// Vertices of which the shader is run together, and those before them that are known: as many as caches of hardware
/// hold, so that memory stays small.
const VERTICES: usize = 1024;

/// The scalars of a vertex that a stage gave.
type Shaded = Arc<[u32]>;

impl<'a> Draw<'a> {
    /// A vertex shader, a pixel shader, and what they are to draw.
    ///
    /// # Errors
    ///
    /// The shaders do not fit together or to the vertex attributes or the targets, are of other stages, or something
    /// is larger than the [limits] allow.
    pub fn new(
        vertex: DrawStage<'a>,
        pixel: DrawStage<'a>,
        state: &'a DrawState,
        options: RunOptions,
    ) -> Result<Self> {
        check_stage(vertex.program, ShaderKind::VERTEX)?;
        check_stage(pixel.program, ShaderKind::PIXEL)?;
        if let Topology::PatchList(_) = state.topology {
            return Err(misfit(
                "patches are drawn with a hull and a domain shader, and here is none".to_owned(),
            ));
        }
        let size = targets::size(&state.targets, &pixel)?;
        let fetch = Fetch::new(&state.layout, &vertex.program.interface.inputs)?;
        let outputs = &vertex.program.interface.outputs;
        if outputs.system(SemanticKind::POSITION).is_none() {
            let why = "the vertex shader gives no SV_Position, which is where its vertices are";
            return Err(misfit(why.to_owned()));
        }
        for refused in [SemanticKind::RENDER_TARGET_ARRAY_INDEX, SemanticKind::VIEW_PORT_ARRAY_INDEX] {
            if let Some(element) = outputs.system(refused) {
                return Err(RunErrorKind::unsupported(format!(
                    "a draw to several layers ({})",
                    element.label(0)
                )));
            }
        }
        let links = link(
            (ShaderKind::VERTEX, outputs),
            (ShaderKind::PIXEL, &pixel.program.interface.inputs),
            pixels::GENERATED,
        )?;
        let wave_size = options.wave_size.unwrap_or(DEFAULT_WAVE);
        for stage in [vertex, pixel] {
            check_wave(stage.program, wave_size)?;
        }
        Ok(Self { vertex, pixel, state, fetch, links, size, wave_size, options })
    }

    /// Draws. What came of each of the shaders, in the order of the pipeline.
    pub fn run(&self) -> Vec<Outcome> {
        let mut run = DrawRun {
            draw: self,
            vertex: StageRun::new(self.vertex, self.wave_size, self.options),
            pixels: PixelStage::new(self),
            steps: Steps(self.options.max_steps),
        };
        let stop = run.run().err();
        let mut outcomes = vec![run.vertex.outcome(), run.pixels.stage.outcome()];
        if let (Some(stop), Some(last)) = (stop, outcomes.last_mut()) {
            last.stop = Some(stop);
        }
        outcomes
    }
}

/// Lanes of a wave where nobody says how many.
const DEFAULT_WAVE: u32 = 32;

fn check_stage(program: &Program, stage: ShaderKind) -> Result<()> {
    if program.stage == stage {
        return Ok(());
    }
    let (name, found) = (program.entry.name.clone(), program.stage.to_string());
    let expected = stage.to_string();
    Err(located::Error::unplaced(RunErrorKind::OtherStage { name, found, expected }))
}

fn check_wave(program: &Program, wave_size: u32) -> Result<()> {
    let (min, max) = program.wave_sizes();
    if !wave_size.is_power_of_two() || !(min..=max).contains(&wave_size) {
        return Err(located::Error::unplaced(RunErrorKind::WaveSize { found: wave_size, min, max }));
    }
    let (found, limit) = (group_bytes(program, wave_size), limits::GROUP_BYTES);
    if found > limit {
        let what = "bytes for a wave";
        return Err(located::Error::unplaced(RunErrorKind::TooLarge { what, found, limit }));
    }
    Ok(())
}

/// The steps that are left of a draw.
#[derive(Debug)]
struct Steps(u64);

impl Steps {
    /// Takes some.
    fn take(&mut self, steps: u64) -> std::result::Result<(), Stop> {
        let left = self.0.checked_sub(steps);
        self.0 = left.unwrap_or(0);
        left.map(drop).ok_or(Stop::Steps)
    }
}

/// A stage while it is run.
#[derive(Debug)]
struct StageRun<'a> {
    stage: DrawStage<'a>,
    runner: Runner<'a>,
    /// How many waves there were.
    waves: u64,
}

impl<'a> StageRun<'a> {
    fn new(stage: DrawStage<'a>, wave_size: u32, options: RunOptions) -> Self {
        let number = stage.bound.resources.begin_dispatch();
        let runner = Runner::new(stage.program, number, wave_size, options.checks, options.max_steps);
        Self { stage, runner, waves: 0 }
    }

    /// Gives the wave its lanes, runs it, and looks at what it gave. `give` gets the lanes that there are.
    fn run<T>(
        &mut self,
        steps: &mut Steps,
        numbers: impl IntoIterator<Item = u32>,
        give: impl FnOnce(&mut Wave),
        take: impl FnOnce(&Wave) -> T,
    ) -> std::result::Result<Option<T>, Stop> {
        let Some(wave) = self.runner.wave() else { return Ok(None) };
        wave.place_lanes(numbers);
        give(wave);
        let before = self.runner.steps;
        self.runner.max_steps = before.saturating_add(steps.0);
        let ended = self.runner.run_lanes(self.stage.bound, self.waves, &mut ());
        self.waves = self.waves.saturating_add(1);
        steps.take(self.runner.steps.saturating_sub(before))?;
        ended?;
        Ok(self.runner.wave().map(|wave| take(wave)))
    }

    fn outcome(self) -> Outcome {
        let Runner { findings, steps, bytes, .. } = self.runner;
        Outcome { findings, steps, bytes, stop: None }
    }
}

/// A draw while it is run.
struct DrawRun<'d, 'a> {
    draw: &'d Draw<'a>,
    vertex: StageRun<'a>,
    pixels: PixelStage<'d, 'a>,
    steps: Steps,
}

impl DrawRun<'_, '_> {
    fn run(&mut self) -> std::result::Result<(), Stop> {
        for instance in 0..self.draw.state.count.instances {
            self.instance(instance)?;
        }
        self.pixels.flush(&mut self.steps)
    }

    fn instance(&mut self, instance: u32) -> std::result::Result<(), Stop> {
        let state = self.draw.state;
        let mut assembler = Assembler::new(state.topology);
        let mut known: HashMap<u32, Shaded> = HashMap::new();
        let (mut next, mut id) = (0_u32, 0_u32);
        while next < state.count.vertices {
            let left = usize::try_from(state.count.vertices - next).unwrap_or(usize::MAX).min(VERTICES);
            let count = u32::try_from(left).unwrap_or(1);
            let numbers: Vec<Option<u32>> =
                (next..next.saturating_add(count)).map(|at| self.vertex_number(at)).collect();
            next = next.saturating_add(count);
            known = self.shade_vertices(&numbers, &known, instance)?;
            for number in numbers {
                let Some(vertex) = number.and_then(|number| known.get(&number)) else {
                    assembler.cut();
                    continue;
                };
                if let Some(primitive) = assembler.push(vertex.clone()) {
                    self.rasterize(&primitive, id)?;
                    id = id.wrapping_add(1);
                }
            }
        }
        Ok(())
    }

    /// The number of the vertex at a place in the draw; `None` for the end of a strip.
    fn vertex_number(&self, at: u32) -> Option<u32> {
        let Some(indices) = self.draw.state.indices else { return Some(at) };
        let memory = self.vertex.stage.bound.resources.memories.get(indices.memory)?;
        let byte = indices.offset.saturating_add(u64::from(at) * u64::from(indices.bytes));
        let is_inside = byte.saturating_add(indices.bytes.into()) <= memory.len();
        let index = if is_inside { memory.read(byte, indices.bytes) } else { 0 };
        let (index, cut) = if indices.bytes == 2 { (index & 0xffff, 0xffff) } else { (index, u32::MAX) };
        (index != cut || !self.draw.state.topology.is_strip()).then_some(index)
    }

    /// The vertices of some numbers, each shaded once, and not again if it is known.
    fn shade_vertices(
        &mut self,
        numbers: &[Option<u32>],
        known: &HashMap<u32, Shaded>,
        instance: u32,
    ) -> std::result::Result<HashMap<u32, Shaded>, Stop> {
        let mut shaded = HashMap::new();
        let mut open = Vec::new();
        for number in numbers.iter().flatten() {
            match known.get(number) {
                Some(vertex) => drop(shaded.insert(*number, vertex.clone())),
                None if !shaded.contains_key(number) => {
                    shaded.insert(*number, Shaded::from([]));
                    open.push(*number);
                }
                None => {}
            }
        }
        let (count, draw) = (self.draw.state.count, self.draw);
        let scalars = draw.vertex.program.interface.outputs.scalars;
        for lanes in open.chunks(usize::try_from(draw.wave_size).unwrap_or(1)) {
            let give = |wave: &mut Wave| {
                let interface = &draw.vertex.program.interface;
                let (blocks, resources) = (wave.blocks, draw.vertex.bound.resources);
                wave.stage.reset(interface, 1, blocks);
                wave.stage.start = [count.first_vertex, count.first_instance];
                wave.stage.primitive_ids = [[instance; crate::lanes::BLOCK]; crate::wave::MAX_BLOCKS];
                for (lane, number) in (0..).zip(lanes) {
                    let numbers = [*number, number.wrapping_add(count.first_vertex)];
                    let words = draw.fetch.vertex(resources, numbers, [instance, count.first_instance]);
                    for (scalar, word) in words.into_iter().enumerate() {
                        wave.stage.inputs.set((0, scalar), place(lane), word);
                    }
                }
            };
            let take = |wave: &Wave| {
                let words =
                    |lane| (0..scalars).map(move |scalar| wave.stage.outputs.get((0, scalar), place(lane)));
                (0..).zip(lanes).map(|(lane, number)| (*number, words(lane).collect())).collect::<Vec<_>>()
            };
            let given = self.vertex.run(&mut self.steps, lanes.iter().copied(), give, take)?;
            shaded.extend(given.into_iter().flatten());
        }
        Ok(shaded)
    }

    /// Clips a primitive, and shades the pixels that it covers.
    fn rasterize(&mut self, vertices: &[Shaded], id: u32) -> std::result::Result<(), Stop> {
        let draw = self.draw;
        let outputs = &draw.vertex.program.interface.outputs;
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
            let primitive = Primitive { corners, attributes: attributes.clone(), scalars, id, is_front };
            let mut quads = Vec::new();
            let looked_at = cover(&primitive.corners, self.area(), |quad| quads.push(quad));
            self.steps.take(looked_at / QUADS_A_STEP)?;
            self.pixels.add(Arc::new(primitive), &quads, &mut self.steps)?;
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
