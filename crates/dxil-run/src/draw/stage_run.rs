//! A stage while it is run: one wave that is given lanes again and again, and the steps that are left of the draw.

use super::DrawStage;
use crate::dispatch::{Outcome, RunOptions};
use crate::execute::Stop;
use crate::group::Runner;
use crate::wave::Wave;

/// The steps that are left of a draw.
#[derive(Debug)]
pub(crate) struct Steps(pub(crate) u64);

impl Steps {
    /// Takes some.
    pub(crate) fn take(&mut self, steps: u64) -> Result<(), Stop> {
        let left = self.0.checked_sub(steps);
        self.0 = left.unwrap_or(0);
        left.map(drop).ok_or(Stop::Steps)
    }
}

/// A stage while it is run.
#[derive(Debug)]
pub(crate) struct StageRun<'a> {
    pub(crate) stage: DrawStage<'a>,
    runner: Runner<'a>,
    /// How many waves there were.
    waves: u64,
}

impl<'a> StageRun<'a> {
    pub(crate) fn new(stage: DrawStage<'a>, wave_size: u32, options: RunOptions) -> Self {
        let number = stage.bound.resources.begin_dispatch();
        let runner = Runner::new(stage.program, number, wave_size, options.checks, options.max_steps);
        Self { stage, runner, waves: 0 }
    }

    /// Gives the wave its lanes, runs it, and looks at what it gave. `numbers` are those of the lanes that there are,
    /// `give` what they are given.
    pub(crate) fn run<T>(
        &mut self,
        steps: &mut Steps,
        numbers: impl IntoIterator<Item = u32>,
        give: impl FnOnce(&mut Wave),
        take: impl FnOnce(&Wave) -> T,
    ) -> Result<Option<T>, Stop> {
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

    pub(crate) fn outcome(self) -> Outcome {
        let Runner { findings, steps, bytes, .. } = self.runner;
        Outcome { findings, steps, bytes, stop: None }
    }
}
