//! A dispatch: a program over a grid of groups. Groups are independent units, so several threads may take turns in
//! taking them; the library starts none.

use az::SaturatingAs as _;

use crate::error::{Result, RunErrorKind};
use crate::findings::{Checks, Findings};
use crate::lanes::{BLOCK, Lanes};
use crate::limits;
use crate::mesh::group_count;
use crate::observer::Observer;
use crate::program::{Program, Stop};
use crate::resources::Bound;
use crate::runner::Runner;

/// How a program is run.
#[derive(Debug, Clone, Copy)]
pub struct RunOptions {
    /// Lanes of a wave; `None` for what the shader prefers, else 32.
    pub wave_size: Option<u32>,
    /// What is looked for.
    pub checks: Checks,
    /// How many instructions waves may execute, all together.
    pub max_steps: u64,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self { wave_size: None, checks: Checks { all: true, nan: false }, max_steps: limits::STEPS }
    }
}

/// A program over a grid of groups.
#[derive(Debug)]
pub struct Dispatch<'a> {
    program: &'a Program,
    bound: &'a Bound<'a>,
    groups: [u32; 3],
    wave_size: u32,
    options: RunOptions,
    /// Its number among those over the same resources.
    number: u32,
}

/// What came of running groups.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What was found.
    pub findings: Findings,
    /// How many instructions waves executed.
    pub steps: u64,
    /// Bytes that were moved to and from resources.
    pub bytes: u64,
    /// What ended the run early.
    pub stop: Option<Stop>,
}

impl Outcome {
    /// Adds what came of other groups of the same dispatch.
    pub fn merge(&mut self, other: Self) {
        self.findings.merge(other.findings);
        self.steps = self.steps.saturating_add(other.steps);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.stop = self.stop.or(other.stop);
    }
}

impl<'a> Dispatch<'a> {
    /// A program over a grid of groups.
    ///
    /// # Errors
    ///
    /// The shader does not allow waves of that size, or a group of them takes more memory than the
    /// [limits](crate::limits::GROUP_BYTES) allow.
    pub fn new(
        program: &'a Program,
        bound: &'a Bound<'a>,
        groups: [u32; 3],
        options: RunOptions,
    ) -> Result<Self> {
        let (min, max, preferred) = program.waves;
        let wave_size = options.wave_size.unwrap_or(preferred);
        if !wave_size.is_power_of_two()
            || !(min..=max).contains(&wave_size)
            || !(4..=128).contains(&wave_size)
        {
            return Err(located::Error::unplaced(RunErrorKind::WaveSize { found: wave_size, min, max }));
        }
        let (found, limit) = (program.group_bytes(wave_size), limits::GROUP_BYTES);
        if found > limit {
            let what = "bytes of registers for the waves of a thread group";
            return Err(located::Error::unplaced(RunErrorKind::TooLarge { what, found, limit }));
        }
        let number = bound.resources.begin_dispatch();
        Ok(Self { program, bound, groups, wave_size, options, number })
    }

    /// How many groups there are.
    pub fn groups(&self) -> u64 {
        group_count(self.groups)
    }

    /// Lanes of a wave.
    pub fn wave_size(&self) -> u32 {
        self.wave_size
    }

    /// Bytes that each [`runner`](Self::runner) takes.
    pub fn runner_bytes(&self) -> u64 {
        self.program.group_bytes(self.wave_size)
    }

    /// What runs groups of it: one for each thread that does.
    pub fn runner(&self) -> Runner<'a> {
        Runner::new(self.program, self.number, self.wave_size, self.options.checks, self.options.max_steps)
    }

    /// Runs the group of this number.
    ///
    /// # Errors
    ///
    /// It takes more steps than it may.
    pub fn run_group<O: Observer>(
        &self,
        runner: &mut Runner<'_>,
        number: u64,
        observer: &mut O,
    ) -> std::result::Result<(), Stop> {
        let [x, y, _] = self.groups.map(u64::from);
        let place = [number % x.max(1), number / x.max(1) % y.max(1), number / x.saturating_mul(y).max(1)];
        let id = place.map(|along| along.saturating_as::<u32>());
        runner.run(self.bound, (number, id), observer)
    }

    /// Runs all groups, one after the other.
    pub fn run<O: Observer>(&self, observer: &mut O) -> Outcome {
        let mut runner = self.runner();
        let mut stop = None;
        for number in 0..self.groups() {
            if let Err(reason) = self.run_group(&mut runner, number, observer) {
                stop = Some(reason);
                break;
            }
        }
        Outcome { findings: runner.findings, steps: runner.steps, bytes: runner.bytes, stop }
    }
}

impl Program {
    /// Bytes of memory for a group of waves of this size: registers and private memory of the waves, and group-shared
    /// memory.
    pub fn group_bytes(&self, wave_size: u32) -> u64 {
        let count = |len: usize| len as u64;
        let threads = self.threads.iter().fold(1, |threads: u64, of| threads.saturating_mul((*of).into()));
        let blocks =
            threads.div_ceil(wave_size.into()).saturating_mul(u64::from(wave_size).div_ceil(count(BLOCK)));
        // A register is a word for each lane and a bit whether it is defined; memory has such a bit for each byte.
        let register = count(size_of::<Lanes>() + size_of::<u32>());
        let word = count(size_of::<Lanes>() + size_of::<[u32; 4]>());
        let of_block = u64::from(self.registers)
            .saturating_mul(register)
            .saturating_add(count(self.private.len()).saturating_mul(word));
        // Each byte of group-shared memory counts as 8 bytes, because the checks record its accesses.
        const SHARED: u64 = 8;
        blocks.saturating_mul(of_block).saturating_add(u64::from(self.shared).saturating_mul(SHARED))
    }
}
