//! A runner for the stages of a draw: runs waves whose inputs the caller fills, and thread groups of amplification and
//! mesh shaders, and returns their outputs.

use crate::dispatch::{Outcome, RunOptions};
use crate::findings::{FindingKind, Thread};
use crate::instruction::Pc;
use crate::mesh::{MeshGroup, Payload};
use crate::observer::Observer;
use crate::program::{Program, Stop};
use crate::resources::Bound;
use crate::runner::Runner;
use crate::stage::StageLanes;

/// Runs a stage of a draw, wave by wave or group by group.
///
/// The waves of vertex, hull, domain, geometry and pixel shaders have no group: [`run_lanes`](Self::run_lanes) lets the
/// caller fill [`StageLanes`], and [`lanes`](Self::lanes) contains the outputs. Amplification and mesh shaders have
/// thread groups: see [`run_group`](Self::run_group), [`mesh_group`](Self::mesh_group) and
/// [`dispatched`](Self::dispatched).
#[derive(Debug)]
pub struct StageRunner<'a> {
    runner: Runner<'a>,
    bound: &'a Bound<'a>,
    /// The number of the next wave or group.
    next: u64,
}

impl<'a> StageRunner<'a> {
    /// Creates a runner with the memory of one group of waves of `wave_size` lanes.
    ///
    /// `dispatch` is the number that [`Resources::begin_dispatch`](crate::Resources::begin_dispatch) returned. `first`
    /// is the number of the first wave or group: runners that execute parts of one stage at the same time need
    /// different numbers, so that race checks tell their accesses apart.
    pub fn new(
        program: &'a Program,
        bound: &'a Bound<'a>,
        (dispatch, first): (u32, u64),
        wave_size: u32,
        options: RunOptions,
    ) -> Self {
        let runner = Runner::new(program, dispatch, wave_size, options.checks, options.max_steps);
        Self { runner, bound, next: first }
    }

    /// Runs one wave. `numbers` are the numbers of its lanes, such as vertex ids; their count is the number of lanes
    /// that exist. `fill` sets the inputs of the lanes. The wave executes at most `max_steps` instructions.
    ///
    /// # Errors
    ///
    /// The wave executed more instructions.
    pub fn run_lanes<O: Observer>(
        &mut self,
        numbers: impl IntoIterator<Item = u32>,
        fill: impl FnOnce(&mut StageLanes),
        max_steps: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let Some(wave) = self.runner.wave() else { return Ok(()) };
        wave.place_lanes(numbers);
        fill(&mut wave.stage);
        self.runner.max_steps = self.runner.steps.saturating_add(max_steps);
        let ended = self.runner.run_lanes(self.bound, self.next, observer);
        self.next = self.next.saturating_add(1);
        ended
    }

    /// Runs one group of an amplification or mesh shader, which executes at most `max_steps` instructions. `view` is
    /// the number of the view that is drawn, `payload` the output of the amplification shader.
    ///
    /// # Errors
    ///
    /// The group executed more instructions.
    pub fn run_group(
        &mut self,
        id: [u32; 3],
        payload: Payload,
        view: u32,
        max_steps: u64,
    ) -> Result<(), Stop> {
        self.runner.waves.iter_mut().for_each(|wave| wave.stage.view = view);
        self.runner.group.mesh.payload = payload;
        self.runner.max_steps = self.runner.steps.saturating_add(max_steps);
        let ended = self.runner.run(self.bound, (self.next, id), &mut ());
        self.next = self.next.saturating_add(1);
        ended
    }

    /// The inputs and outputs of the last wave's lanes; `None` if the program has no wave.
    pub fn lanes(&self) -> Option<&StageLanes> {
        Some(&self.runner.waves.first()?.stage)
    }

    /// A bit for each lane of a block that exists in the last wave.
    pub fn existing(&self, block: usize) -> u32 {
        let exist = self.runner.waves.first().and_then(|wave| wave.exist.get(block));
        exist.copied().unwrap_or(0)
    }

    /// The number of blocks of lanes in a wave.
    pub fn blocks(&self) -> usize {
        self.runner.waves.first().map_or(0, |wave| wave.blocks)
    }

    /// The thread that a lane of the last wave is reported as: its number, and the primitive or instance as its group.
    pub fn thread(&self, (block, lane): (usize, usize)) -> Thread {
        self.runner.waves.first().map(|wave| wave.thread_of_stage(block, lane)).unwrap_or_default()
    }

    /// The first thread of the last group.
    pub fn first_thread(&self) -> Thread {
        Thread { group: self.runner.group.number, thread: 0 }
    }

    /// The outputs of the last group of a mesh shader.
    pub fn mesh_group(&self) -> &MeshGroup {
        &self.runner.group.mesh
    }

    /// The groups of the mesh shader that the last group of an amplification shader dispatched, and their payload.
    pub fn dispatched(&self) -> Option<([u32; 3], Payload)> {
        let group = &self.runner.group;
        let dispatched = group.mesh.dispatched?;
        let state = self.runner.program().interface.amplification.as_ref();
        let bytes = state.map_or(0, |state| state.payload_size);
        Some((dispatched.groups, Payload::of(&group.shared, dispatched.payload, bytes)))
    }

    /// Adds a finding of the caller to the findings of the program.
    pub fn report(&mut self, kind: FindingKind, pc: Pc, thread: Thread, detail: impl FnOnce() -> String) {
        self.runner.findings.add(kind, pc, thread, detail);
    }

    /// The number of instructions that all waves executed so far.
    pub fn steps(&self) -> u64 {
        self.runner.steps
    }

    /// The findings, executed instructions and transferred bytes of all waves and groups.
    pub fn outcome(self) -> Outcome {
        let Runner { findings, steps, bytes, .. } = self.runner;
        Outcome { findings, steps, bytes, stop: None }
    }
}
