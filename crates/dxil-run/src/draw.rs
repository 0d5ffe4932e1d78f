//! Draws: vertices go through the stages of a pipeline and what is fixed between them, to the pixels of render targets.
//! Each fixed stage has a file; `setup` checks that shaders, state and targets fit together, and this file runs a draw:
//! from the stages that make primitives to the rasterizer.
//!
//! Everything goes in Direct3D's order: instance by instance, primitive by primitive; pixels are shaded in waves of
//! quads of several primitives, and come to the targets in that order.

mod alone;
mod area;
mod assembly;
mod blending;
mod clipping;
mod depth_stencil;
mod domain_stage;
mod draw_stage;
mod geometry_stage;
mod history;
mod hull_stage;
mod lines;
mod link;
mod merger;
mod mesh_stage;
mod pixels;
mod primitive_stages;
mod raster;
mod rasterizer;
mod resolve;
mod setup;
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
mod viewport;
mod workers;

use dx_container::enums::SemanticKind;

use crate::dispatch::Outcome;
use crate::program::Stop;

pub use alone::{InputRow, LaneOutputs, input_rows, run_alone};
pub use assembly::Topology;
pub use draw_stage::DrawStage;
pub use history::{HistoryVertex, Number, Origin, PixelEvent, PixelWatch, Value};
pub use resolve::resolve;
pub use setup::Draw;
pub use stage_run::Steps;
pub use state::{
    BlendEquation, BlendFactor, BlendOp, BlendState, CullMode, DepthBias, DepthStencilState, DepthTarget,
    DepthTest, DrawCount, DrawState, FillMode, LineMode, LogicOp, Mix, RasterizerState, RenderTarget,
    Scissor, StencilFace, StencilOp, StencilTest, TargetBlend, View,
};
pub use vertices::{IndexBuffer, InputElement, InputLayout, VertexBuffer};
pub use viewport::Viewport;
pub use workers::Workers;

use primitive_stages::PrimitiveStages;
use rasterizer::Rasterizer;

impl Draw<'_> {
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
