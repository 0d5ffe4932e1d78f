//! The execution of a draw: runs the stages that produce primitives, and passes the primitives to the rasterizer.

use az::SaturatingAs as _;
use dx_container::enums::SemanticKind;
use dxil_run::{Outcome, Stop};

use super::history::{PixelEvent, PixelWatch};
use super::primitive_stages::PrimitiveStages;
use super::rasterizer::Rasterizer;
use super::setup::Draw;
use super::stage_run::Steps;
use super::state::View;
use super::workers::Workers;

impl Draw<'_> {
    /// The exclusive upper bounds of the system values that select a viewport and a layer.
    fn counts(&self) -> [(SemanticKind, (u32, &'static str)); 2] {
        let viewports = self.state.viewports.len().saturating_as::<u32>();
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
