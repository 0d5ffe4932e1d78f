//! Draws: vertices go through the stages of a pipeline and what is fixed between them, to the pixels of render targets.
//! A file for each of what is fixed; here is what is drawn, whether it fits together, and the way from one to the next.
//!
//! Everything goes in Direct3D's order: instance by instance, primitive by primitive; pixels are shaded in waves of
//! quads of several primitives, and come to the targets in that order.

mod alone;
mod assembly;
mod blending;
mod clipping;
mod depth_stencil;
mod domain_stage;
mod geometry_stage;
mod history;
mod hull_stage;
pub(crate) mod interpolation;
mod lines;
mod link;
mod merger;
mod mesh_stage;
pub(crate) mod pixels;
mod primitive_stages;
pub(crate) mod raster;
mod rasterizer;
mod resolve;
mod shaders;
mod stage_run;
mod state;
mod system_values;
mod targets;
mod tessellator;
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

pub use alone::{InputRow, LaneOutputs, input_rows, run_alone};
pub use assembly::Topology;
pub use history::{HistoryVertex, Number, Origin, PixelEvent, PixelWatch, Value};
pub use raster::Viewport;
pub use resolve::resolve;
pub use stage_run::Steps;
pub use state::{
    BlendEquation, BlendFactor, BlendOp, BlendState, CullMode, DepthBias, DepthStencilState, DepthTest,
    DrawState, FillMode, LineMode, LogicOp, Mix, RasterizerState, Scissor, StencilFace, StencilOp,
    StencilTest, TargetBlend, View,
};
pub use targets::{DepthTarget, RenderTarget};
pub use vertices::{InputElement, InputLayout, VertexBuffer};

use link::{Link, link};
use primitive_stages::PrimitiveStages;
use rasterizer::Rasterizer;
use shaders::{DrawShaders, PrimitiveShaders};
use targets::Extent;
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
    /// Bytes of an index: 2 or 4.
    pub bytes: u32,
    /// The index that ends a strip, if one does.
    pub cut: Option<u32>,
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
    /// The shaders of a pipeline, in its order, and what they are to draw. A hull shader is two programs, the second of
    /// which is its [function of patches](crate::Entrance::PatchConstants); one that passes control points through
    /// has only that.
    ///
    /// # Errors
    ///
    /// The shaders do not fit together or to the vertex attributes or the targets, are of other stages, or something
    /// is larger than the [limits] allow.
    pub fn new(stages: &[DrawStage<'a>], state: &'a DrawState, options: RunOptions) -> Result<Self> {
        let shaders = DrawShaders::of(stages, state)?;
        let pixel = &shaders.pixel;
        let extent = targets::extent(state, pixel)?;
        targets::check_viewports(&state.viewports)?;
        let fetch = match &shaders.primitives {
            PrimitiveShaders::Vertices(shaders) => {
                Fetch::new(&state.layout, &shaders.vertex.program.interface.inputs)?
            }
            PrimitiveShaders::Meshes { .. } => Fetch::new(&state.layout, &Signature::default())?,
        };
        let given = shaders.given.clone();
        let inputs = &pixel.program.interface.inputs;
        // Behind these, nobody numbers primitives.
        let is_numbered = !matches!(shaders.last(), ShaderKind::GEOMETRY | ShaderKind::MESH);
        let is_generated = |semantic: &SemanticKind| is_numbered || *semantic != SemanticKind::PRIMITIVE_ID;
        let generated: Vec<_> = pixels::GENERATED.iter().copied().filter(is_generated).collect();
        let links = link((shaders.last(), &given), (ShaderKind::PIXEL, inputs), &generated)?;
        let wave_size = options.wave_size.unwrap_or(DEFAULT_WAVE);
        for stage in stages {
            check_wave(stage.program, wave_size)?;
        }
        Ok(Self { shaders, state, fetch, given, links, extent, wave_size, options })
    }

    /// Pixels of its targets along x and y.
    pub fn size(&self) -> [u32; 2] {
        self.extent.size
    }

    /// How many lanes its waves have.
    pub fn wave_size(&self) -> u32 {
        self.wave_size
    }

    /// What system values that say where a primitive goes have to be less than.
    fn counts(&self) -> [(SemanticKind, (u32, &'static str)); 2] {
        let viewports = u32::try_from(self.state.viewports.len()).unwrap_or(u32::MAX);
        [
            (SemanticKind::VIEW_PORT_ARRAY_INDEX, (viewports, "viewports")),
            (SemanticKind::RENDER_TARGET_ARRAY_INDEX, (self.extent.layers, "layers")),
        ]
    }

    /// Draws, with the help of workers. What came of each of the programs, in the order of the pipeline, is the same
    /// however many workers there are.
    pub fn run(&self, workers: &impl Workers) -> Vec<Outcome> {
        self.run_watched(None, &Steps::new(self.options.max_steps), workers).0
    }

    /// Draws likewise with the steps that are left, which it takes, and keeps the history of a pixel.
    pub fn run_watched(
        &self,
        watch: Option<&PixelWatch>,
        steps: &Steps,
        workers: &impl Workers,
    ) -> (Vec<Outcome>, Vec<PixelEvent>) {
        let mut run =
            DrawRun { primitives: PrimitiveStages::new(self), rasterizer: Rasterizer::new(self), steps };
        for (semantic, count) in self.counts() {
            run.primitives.limit(semantic, count);
        }
        if let Some(watch) = watch {
            run.rasterizer.watch(watch);
        }
        let stop = run.run(&self.state.views, workers).err();
        let (of_pixels, history) = run.rasterizer.outcome();
        let mut outcomes = run.primitives.outcomes();
        if self.shaders.has_pixel {
            outcomes.push(of_pixels);
        }
        if let (Some(stop), Some(last)) = (stop, outcomes.last_mut()) {
            last.stop = Some(stop);
        }
        (outcomes, history)
    }
}

/// A draw while it is run.
struct DrawRun<'d, 'a> {
    primitives: PrimitiveStages<'d, 'a>,
    rasterizer: Rasterizer<'d, 'a>,
    steps: &'d Steps,
}

impl DrawRun<'_, '_> {
    fn run(&mut self, views: &[View], workers: &impl Workers) -> std::result::Result<(), Stop> {
        let Self { primitives, rasterizer, steps } = self;
        let views = if views.is_empty() { &[View { viewport: 0, layer: 0 }] } else { views };
        for (number, view) in (0..).zip(views) {
            rasterizer.begin_view(number, *view);
            primitives.run(number, steps, |made| rasterizer.primitives(made, steps, workers))?;
            rasterizer.finish(steps, workers)?;
        }
        Ok(())
    }
}

/// Lanes of a wave where nobody says how many.
const DEFAULT_WAVE: u32 = 32;

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
