//! A stage while it is run: one wave that is given lanes again and again, and the steps that are left of the draw.

use std::sync::atomic::{AtomicU64, Ordering};

use super::DrawStage;
use crate::dispatch::{Outcome, RunOptions};
use crate::execute::Stop;
use crate::group::Runner;
use crate::wave::Wave;

/// The steps that are left of a draw.
#[derive(Debug)]
pub(crate) struct Steps(AtomicU64);

impl Steps {
    pub(crate) fn new(steps: u64) -> Self {
        Self(AtomicU64::new(steps))
    }

    /// Takes some.
    pub(crate) fn take(&self, steps: u64) -> Result<(), Stop> {
        let take = |left: u64| Some(left.saturating_sub(steps));
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(0);
        if left >= steps { Ok(()) } else { Err(Stop::Steps) }
    }

    fn left(&self) -> u64 {
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
        Self { stage, runner, waves }
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
        let Some(wave) = self.runner.wave() else { return Ok(None) };
        wave.place_lanes(numbers);
        give(wave);
        let before = self.runner.steps;
        self.runner.max_steps = before.saturating_add(steps.left());
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
