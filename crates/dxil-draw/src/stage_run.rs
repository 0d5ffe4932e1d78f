//! A stage while it is run: one wave that is given lanes again and again, and the steps that are left of the draw.

use std::sync::atomic::{AtomicU64, Ordering};

use dx_container::enums::{SemanticKind, ShaderKind};
use dxil_run::lanes::{self, place};
use dxil_run::mesh::Payload;
use dxil_run::stage::StageLanes;
use dxil_run::{FindingKind, Observer, Outcome, Pc, RunOptions, StageRunner, Stop};

use super::assembly::Assembled;
use super::draw_stage::DrawStage;
use super::system_values::Limit;

/// The steps that are left of a draw.
#[derive(Debug)]
pub struct Steps(AtomicU64);

impl Steps {
    /// So many.
    pub fn new(steps: u64) -> Self {
        Self(AtomicU64::new(steps))
    }

    /// Takes some.
    pub(crate) fn take(&self, steps: u64) -> Result<(), Stop> {
        let take = |left: u64| Some(left.saturating_sub(steps));
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(0);
        if left >= steps { Ok(()) } else { Err(Stop::Steps) }
    }

    /// How many are left.
    pub fn left(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A stage while it is run.
#[derive(Debug)]
pub(crate) struct StageRun<'a> {
    pub(crate) stage: DrawStage<'a>,
    runner: StageRunner<'a>,
    /// The number of the view that is drawn.
    pub(crate) view: u32,
    /// Whether what is wrong is looked for, and where the shader ends.
    checks: bool,
    end: Pc,
    limits: Vec<Limit>,
}

impl<'a> StageRun<'a> {
    pub(crate) fn new(stage: DrawStage<'a>, wave_size: u32, options: RunOptions) -> Self {
        Self::numbered(stage, (stage.bound.resources.begin_dispatch(), 0), wave_size, options)
    }

    /// A part of a stage, whose waves are those of a dispatch from a number on.
    pub(crate) fn numbered(
        stage: DrawStage<'a>,
        waves: (u32, u64),
        wave_size: u32,
        options: RunOptions,
    ) -> Self {
        let runner = StageRunner::new(stage.program, stage.bound, waves, wave_size, options);
        let (checks, end) = (options.checks.all, stage.program.end());
        Self { stage, runner, view: 0, checks, end, limits: Vec::new() }
    }

    /// Gives the wave its lanes, runs it, and looks at what it gave. `numbers` are those of the lanes that there are,
    /// `give` what they are given.
    pub(crate) fn run<T>(
        &mut self,
        steps: &Steps,
        numbers: impl IntoIterator<Item = u32>,
        give: impl FnOnce(&mut StageLanes),
        take: impl FnOnce(&StageLanes) -> T,
    ) -> Result<Option<T>, Stop> {
        self.run_watched(steps, numbers, give, take, &mut ())
    }

    /// The same, watched while it runs.
    pub(crate) fn run_watched<T, O: Observer>(
        &mut self,
        steps: &Steps,
        numbers: impl IntoIterator<Item = u32>,
        give: impl FnOnce(&mut StageLanes),
        take: impl FnOnce(&StageLanes) -> T,
        observer: &mut O,
    ) -> Result<Option<T>, Stop> {
        let view = self.view;
        let fill = |lanes: &mut StageLanes| {
            lanes.view = view;
            give(lanes);
        };
        let before = self.runner.steps();
        let ended = self.runner.run_lanes(numbers, fill, steps.left(), observer);
        steps.take(self.runner.steps().saturating_sub(before))?;
        ended?;
        if self.checks {
            self.check_written();
            self.check_limits();
        }
        Ok(self.runner.lanes().map(take))
    }

    /// Reports lanes that did not write all that the next stage may read, at the shader's end.
    fn check_written(&mut self) {
        let program = self.stage.program;
        let interface = program.interface();
        let is_of_patches = program.is_of_patches();
        let signature = match program.stage() {
            ShaderKind::HULL if is_of_patches => &interface.patch_constants,
            ShaderKind::VERTEX | ShaderKind::HULL | ShaderKind::DOMAIN | ShaderKind::PIXEL => {
                &interface.outputs
            }
            _ => return,
        };
        for block in 0..self.runner.blocks() {
            let Some(stage) = self.runner.lanes() else { return };
            let of_stage = self.runner.existing(block) & !stage.helpers(block);
            if of_stage == 0 {
                continue;
            }
            for element in &signature.elements {
                for scalar in 0..element.rows() * element.columns {
                    let Some(stage) = self.runner.lanes() else { return };
                    let values = if is_of_patches { &stage.patch_constants } else { &stage.outputs };
                    for lane in lanes::each(values.unwritten(element.first + scalar, block, of_stage)) {
                        let thread = self.runner.thread((block, lane));
                        let label = || element.label(scalar / element.columns.max(1));
                        let detail = || format!("ends without writing all components of {}", label());
                        self.runner.report(FindingKind::UnwrittenOutput, self.end, thread, detail);
                    }
                }
            }
        }
    }

    /// A system value that it gives has to be less than the count of something.
    pub(crate) fn limit(&mut self, semantic: SemanticKind, count: (u32, &'static str)) {
        self.limits.extend(Limit::of(self.stage.program, semantic, count));
    }

    /// Reports system values that are out of range. Those of a geometry shader are of the vertices that it emitted.
    fn check_limits(&mut self) {
        if self.stage.program.stage() != ShaderKind::GEOMETRY {
            self.limits.iter().for_each(|limit| limit.check(&mut self.runner));
        }
    }

    /// Reports system values that are out of range, of primitives that lanes of a geometry shader made.
    pub(crate) fn check_primitives<'p>(&mut self, primitives: impl Iterator<Item = (u32, &'p Assembled)>) {
        if !self.checks || self.limits.is_empty() {
            return;
        }
        for (lane, primitive) in primitives {
            let thread = self.runner.thread(place(lane));
            let Some(first) = primitive.vertices.first() else { continue };
            self.limits.iter().for_each(|limit| limit.check_vertex(first, thread, &mut self.runner));
        }
    }

    pub(crate) fn outcome(self) -> Outcome {
        self.runner.outcome()
    }
}

/// A stage of groups while it is run.
#[derive(Debug)]
pub(crate) struct GroupRun<'a> {
    pub(crate) stage: DrawStage<'a>,
    pub(crate) runner: StageRunner<'a>,
    /// The number of the view that is drawn.
    pub(crate) view: u32,
    /// Whether what is wrong is looked for.
    pub(crate) checks: bool,
    limits: Vec<Limit>,
}

impl<'a> GroupRun<'a> {
    pub(crate) fn new(stage: DrawStage<'a>, wave_size: u32, options: RunOptions) -> Self {
        let groups = (stage.bound.resources.begin_dispatch(), 0);
        let runner = StageRunner::new(stage.program, stage.bound, groups, wave_size, options);
        Self { stage, runner, view: 0, checks: options.checks.all, limits: Vec::new() }
    }

    /// A system value that it gives has to be less than the count of something.
    pub(crate) fn limit(&mut self, semantic: SemanticKind, count: (u32, &'static str)) {
        self.limits.extend(Limit::of(self.stage.program, semantic, count));
    }

    /// Reports system values that are out of range, of primitives that its last group gave.
    pub(crate) fn check_primitives(&mut self, primitives: &[Assembled]) {
        let Self { limits, runner, checks, .. } = self;
        let thread = runner.first_thread();
        for limit in limits.iter().filter(|_| *checks) {
            for first in primitives.iter().filter_map(|primitive| primitive.vertices.first()) {
                limit.check_vertex(first, thread, runner);
            }
        }
    }

    /// Runs the group at a place, with what is given to it.
    pub(crate) fn run(&mut self, id: [u32; 3], payload: Payload, steps: &Steps) -> Result<(), Stop> {
        let before = self.runner.steps();
        let ended = self.runner.run_group(id, payload, self.view, steps.left());
        steps.take(self.runner.steps().saturating_sub(before))?;
        ended
    }

    pub(crate) fn outcome(self) -> Outcome {
        self.runner.outcome()
    }
}
