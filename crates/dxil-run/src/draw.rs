//! Draws: vertices go through the stages of a pipeline and what is fixed between them, to the pixels of render targets.
//! A file for each of what is fixed; here is what is drawn, whether it fits together, and the way from one to the next.
//!
//! Everything goes in Direct3D's order: instance by instance, primitive by primitive; pixels are shaded in waves of
//! quads of several primitives, and come to the targets in that order.

mod assembly;
mod blending;
mod clipping;
mod depth_stencil;
pub(crate) mod interpolation;
mod lines;
mod link;
mod merger;
pub(crate) mod pixels;
pub(crate) mod raster;
mod rasterizer;
mod resolve;
mod stage_run;
mod state;
mod targets;
#[cfg(test)]
mod tests;
mod vertex_stage;
mod vertices;

use dx_container::enums::{SemanticKind, ShaderKind};

use crate::dispatch::{Outcome, RunOptions, group_bytes};
use crate::error::{Result, RunErrorKind};
use crate::execute::Stop;
use crate::limits;
use crate::program::Program;
use crate::resources::Bound;
use crate::stage::Signature;

pub use assembly::Topology;
pub use raster::Viewport;
pub use resolve::resolve;
pub use state::{
    BlendEquation, BlendFactor, BlendOp, BlendState, CullMode, DepthBias, DepthStencilState, DepthTest,
    DrawState, FillMode, LineMode, LogicOp, Mix, RasterizerState, Scissor, StencilFace, StencilOp,
    StencilTest, TargetBlend, View,
};
pub use targets::{DepthTarget, RenderTarget};
pub use vertices::{InputElement, InputLayout, VertexBuffer};

use link::{Link, link, misfit};
use rasterizer::Rasterizer;
use stage_run::Steps;
use targets::Extent;
use vertex_stage::VertexStage;
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

/// The shaders of a draw.
#[derive(Debug, Clone, Copy)]
pub struct DrawShaders<'a> {
    /// Of vertices.
    pub vertex: DrawStage<'a>,
    /// Of pixels.
    pub pixel: DrawStage<'a>,
}

/// What does parts of a draw that are no concern of each other, at the same time if it can.
pub trait Workers {
    /// Does some work for each item.
    fn each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Send + Sync);
}

/// One after the other.
impl Workers for () {
    fn each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Send + Sync) {
        items.iter_mut().for_each(work);
    }
}

/// Shaders over vertices and targets.
#[derive(Debug)]
pub struct Draw<'a> {
    shaders: DrawShaders<'a>,
    state: &'a DrawState,
    fetch: Fetch<'a>,
    /// What the last stage before the rasterizer gives of each vertex.
    given: Signature,
    /// For each scalar that the pixel shader takes, where it comes from.
    links: Vec<Option<Link>>,
    extent: Extent,
    wave_size: u32,
    options: RunOptions,
}

impl<'a> Draw<'a> {
    /// Shaders, and what they are to draw.
    ///
    /// # Errors
    ///
    /// The shaders do not fit together or to the vertex attributes or the targets, are of other stages, or something
    /// is larger than the [limits] allow.
    pub fn new(shaders: DrawShaders<'a>, state: &'a DrawState, options: RunOptions) -> Result<Self> {
        let DrawShaders { vertex, pixel } = shaders;
        check_stage(vertex.program, ShaderKind::VERTEX)?;
        check_stage(pixel.program, ShaderKind::PIXEL)?;
        if let Topology::PatchList(_) = state.topology {
            return Err(misfit(
                "patches are drawn with a hull and a domain shader, and here is none".to_owned(),
            ));
        }
        let extent = targets::extent(state, &pixel)?;
        targets::check_viewports(&state.viewports)?;
        let fetch = Fetch::new(&state.layout, &vertex.program.interface.inputs)?;
        let (last, given) = (ShaderKind::VERTEX, vertex.program.interface.outputs.clone());
        if given.system(SemanticKind::POSITION).is_none() {
            let why = format!(
                "the {} shader gives no SV_Position, which is where its vertices are",
                link::name(last)
            );
            return Err(misfit(why));
        }
        let inputs = &pixel.program.interface.inputs;
        let links = link((last, &given), (ShaderKind::PIXEL, inputs), pixels::GENERATED)?;
        let wave_size = options.wave_size.unwrap_or(DEFAULT_WAVE);
        for stage in [vertex, pixel] {
            check_wave(stage.program, wave_size)?;
        }
        Ok(Self { shaders, state, fetch, given, links, extent, wave_size, options })
    }

    /// Draws, with the help of workers. What came of each of the shaders, in the order of the pipeline, is the same
    /// however many they are.
    pub fn run(&self, workers: &impl Workers) -> Vec<Outcome> {
        let waves = (self.wave_size, self.options);
        let mut run = DrawRun {
            vertex: VertexStage::new(self.shaders.vertex, self.state, &self.fetch, waves),
            rasterizer: Rasterizer::new(self),
            steps: Steps::new(self.options.max_steps),
        };
        let stop = run.run(&self.state.views, workers).err();
        let mut outcomes = vec![run.vertex.stage.outcome(), run.rasterizer.outcome()];
        if let (Some(stop), Some(last)) = (stop, outcomes.last_mut()) {
            last.stop = Some(stop);
        }
        outcomes
    }
}

/// A draw while it is run.
struct DrawRun<'d, 'a> {
    vertex: VertexStage<'d, 'a>,
    rasterizer: Rasterizer<'d, 'a>,
    steps: Steps,
}

impl DrawRun<'_, '_> {
    fn run(&mut self, views: &[View], workers: &impl Workers) -> std::result::Result<(), Stop> {
        let views = if views.is_empty() { &[View { viewport: 0, layer: 0 }] } else { views };
        for (number, view) in (0..).zip(views) {
            self.vertex.begin_view(number);
            self.rasterizer.begin_view(number, *view);
            while let Some(primitives) = self.vertex.next(&self.steps)? {
                self.rasterizer.primitives(&primitives, &self.steps, workers)?;
            }
            self.rasterizer.finish(&self.steps, workers)?;
        }
        Ok(())
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
