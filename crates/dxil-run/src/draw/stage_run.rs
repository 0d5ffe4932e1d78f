//! A stage while it is run: one wave that is given lanes again and again, and the steps that are left of the draw.

use std::sync::atomic::{AtomicU64, Ordering};

use dx_container::enums::{SemanticKind, ShaderKind};

use super::assembly::Assembled;
use super::draw_stage::DrawStage;
use super::system_values::Limit;
use crate::dispatch::{Outcome, RunOptions};
use crate::findings::{FindingKind, Thread};
use crate::instruction::Pc;
use crate::lanes::{self, place};
use crate::mesh::Payload;
use crate::observer::Observer;
use crate::program::Stop;
use crate::runner::Runner;
use crate::wave::Wave;

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
    runner: Runner<'a>,
    /// The number of the next wave.
    waves: u64,
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
        (dispatch, waves): (u32, u64),
        wave_size: u32,
        options: RunOptions,
    ) -> Self {
        let runner = Runner::new(stage.program, dispatch, wave_size, options.checks, options.max_steps);
        let (checks, end) = (options.checks.all, stage.program.end());
        Self { stage, runner, waves, view: 0, checks, end, limits: Vec::new() }
    }

    /// Gives the wave its lanes, runs it, and looks at what it gave. `numbers` are those of the lanes that there are,
    /// `give` what they are given.
    pub(crate) fn run<T>(
        &mut self,
        steps: &Steps,
        numbers: impl IntoIterator<Item = u32>,
        give: impl FnOnce(&mut Wave),
        take: impl FnOnce(&Wave) -> T,
    ) -> Result<Option<T>, Stop> {
        self.run_watched(steps, numbers, give, take, &mut ())
    }

    /// The same, watched while it runs.
    pub(crate) fn run_watched<T, O: Observer>(
        &mut self,
        steps: &Steps,
        numbers: impl IntoIterator<Item = u32>,
        give: impl FnOnce(&mut Wave),
        take: impl FnOnce(&Wave) -> T,
        observer: &mut O,
    ) -> Result<Option<T>, Stop> {
        let Some(wave) = self.runner.wave() else { return Ok(None) };
        wave.place_lanes(numbers);
        wave.stage.view = self.view;
        give(wave);
        let before = self.runner.steps;
        self.runner.max_steps = before.saturating_add(steps.left());
        let ended = self.runner.run_lanes(self.stage.bound, self.waves, observer);
        self.waves = self.waves.saturating_add(1);
        steps.take(self.runner.steps.saturating_sub(before))?;
        ended?;
        if self.checks {
            self.check_written();
            self.check_limits();
        }
        Ok(self.runner.wave().map(|wave| take(wave)))
    }

    /// Reports lanes that did not write all that the next stage may read, at the shader's end.
    fn check_written(&mut self) {
        let program = self.stage.program;
        let interface = &program.interface;
        let Some(wave) = self.runner.waves.first() else { return };
        let (signature, values) = match program.stage {
            ShaderKind::HULL if program.of_patches => {
                (&interface.patch_constants, &wave.stage.patch_constants)
            }
            ShaderKind::VERTEX | ShaderKind::HULL | ShaderKind::DOMAIN | ShaderKind::PIXEL => {
                (&interface.outputs, &wave.stage.outputs)
            }
            _ => return,
        };
        for (block, exist) in wave.exist.iter().enumerate().filter(|(_, exist)| **exist != 0) {
            let exist = exist & !wave.helpers(block);
            for element in &signature.elements {
                for scalar in 0..element.rows() * element.columns {
                    for lane in lanes::each(values.unwritten(element.first + scalar, block, exist)) {
                        let thread = wave.thread_of_stage(block, lane);
                        let label = || element.label(scalar / element.columns.max(1));
                        let detail = || format!("ends without having written all of {}", label());
                        self.runner.findings.add(FindingKind::UnwrittenOutput, self.end, thread, detail);
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
        if let Some(wave) = self.runner.waves.first()
            && self.stage.program.stage != ShaderKind::GEOMETRY
        {
            self.limits.iter().for_each(|limit| limit.check(wave, &mut self.runner.findings));
        }
    }

    /// Reports system values that are out of range, of primitives that lanes of a geometry shader made.
    pub(crate) fn check_primitives<'p>(&mut self, primitives: impl Iterator<Item = (u32, &'p Assembled)>) {
        let Some(wave) = self.runner.waves.first().filter(|_| self.checks && !self.limits.is_empty()) else {
            return;
        };
        for (lane, primitive) in primitives {
            let (block, lane) = place(lane);
            let thread = wave.thread_of_stage(block, lane);
            let Some(first) = primitive.vertices.first() else { continue };
            self.limits.iter().for_each(|limit| limit.check_vertex(first, thread, &mut self.runner.findings));
        }
    }

    pub(crate) fn outcome(self) -> Outcome {
        let Runner { findings, steps, bytes, .. } = self.runner;
        Outcome { findings, steps, bytes, stop: None }
    }
}

/// A stage of groups while it is run.
#[derive(Debug)]
pub(crate) struct GroupRun<'a> {
    pub(crate) stage: DrawStage<'a>,
    pub(crate) runner: Runner<'a>,
    /// The number of the next group.
    groups: u64,
    /// The number of the view that is drawn.
    pub(crate) view: u32,
    /// Whether what is wrong is looked for.
    pub(crate) checks: bool,
    limits: Vec<Limit>,
}

impl<'a> GroupRun<'a> {
    pub(crate) fn new(stage: DrawStage<'a>, wave_size: u32, options: RunOptions) -> Self {
        let dispatch = stage.bound.resources.begin_dispatch();
        let runner = Runner::new(stage.program, dispatch, wave_size, options.checks, options.max_steps);
        let limits = Vec::new();
        Self { stage, runner, groups: 0, view: 0, checks: options.checks.all, limits }
    }

    /// A system value that it gives has to be less than the count of something.
    pub(crate) fn limit(&mut self, semantic: SemanticKind, count: (u32, &'static str)) {
        self.limits.extend(Limit::of(self.stage.program, semantic, count));
    }

    /// Reports system values that are out of range, of primitives that its last group gave.
    pub(crate) fn check_primitives(&mut self, primitives: &[Assembled]) {
        let Self { limits, runner, checks, .. } = self;
        let thread = Thread { group: runner.group.number, thread: 0 };
        for limit in limits.iter().filter(|_| *checks) {
            for first in primitives.iter().filter_map(|primitive| primitive.vertices.first()) {
                limit.check_vertex(first, thread, &mut runner.findings);
            }
        }
    }

    /// Runs the group at a place, with what is given to it.
    pub(crate) fn run(&mut self, id: [u32; 3], payload: Payload, steps: &Steps) -> Result<(), Stop> {
        self.runner.waves.iter_mut().for_each(|wave| wave.stage.view = self.view);
        self.runner.group.mesh.payload = payload;
        let before = self.runner.steps;
        self.runner.max_steps = before.saturating_add(steps.left());
        let ended = self.runner.run(self.stage.bound, (self.groups, id), &mut ());
        self.groups = self.groups.saturating_add(1);
        steps.take(self.runner.steps.saturating_sub(before))?;
        ended
    }

    pub(crate) fn outcome(self) -> Outcome {
        let Runner { findings, steps, bytes, .. } = self.runner;
        Outcome { findings, steps, bytes, stop: None }
    }
}
