//! Runs thread groups: waves execute one after the other until each waits at a barrier or is done.

use crate::findings::{Checks, FindingKind, Findings};
use crate::group::Group;
use crate::instruction::Pc;
use crate::lanes;
use crate::mesh::MeshGroup;
use crate::observer::Observer;
use crate::program::{Context, Program, Stop};
use crate::resources::Bound;
use crate::scratch::Scratch;
use crate::shared::Shared;
use crate::wave::{State, Wave};

/// What runs groups one after the other: memory that is used again for each.
#[derive(Debug)]
pub struct Runner<'p> {
    program: &'p Program,
    pub(crate) waves: Vec<Wave>,
    pub(crate) group: Group,
    /// What the function is called with, lane by lane.
    pub(crate) arguments: Vec<Vec<u64>>,
    checks: Checks,
    /// What was found in all groups so far.
    pub findings: Findings,
    /// How many instructions waves executed in all groups so far.
    pub steps: u64,
    /// How many they may.
    pub max_steps: u64,
    /// Bytes that were moved to and from resources.
    pub bytes: u64,
    scratch: Box<Scratch>,
}

impl<'p> Runner<'p> {
    /// What runs groups of a program in waves of so many lanes.
    pub(crate) fn new(
        program: &'p Program,
        dispatch: u32,
        wave_size: u32,
        checks: Checks,
        max_steps: u64,
    ) -> Self {
        let [x, y, z] = program.threads;
        let threads = x.saturating_mul(y).saturating_mul(z);
        let wave = Wave::new(program, wave_size);
        let waves = threads.div_ceil(wave_size.max(1)) as usize;
        Self {
            program,
            waves: vec![wave; waves],
            group: Group {
                number: 0,
                id: [0; 3],
                shared: Shared::new(program.shared, &program.code),
                mesh: MeshGroup::default(),
                dispatch,
                epoch: 0,
                first_step: 0,
            },
            arguments: Vec::new(),
            checks,
            findings: Findings::default(),
            steps: 0,
            max_steps,
            bytes: 0,
            scratch: Box::default(),
        }
    }

    /// Runs the group at `id` in a dispatch, whose number there is `number`.
    ///
    /// # Errors
    ///
    /// It takes more steps than it may.
    pub fn run<O: Observer>(
        &mut self,
        bound: &Bound<'_>,
        (number, id): (u64, [u32; 3]),
        observer: &mut O,
    ) -> Result<(), Stop> {
        (self.group.number, self.group.id, self.group.epoch) = (number, id, 0);
        self.group.first_step = self.steps;
        self.group.shared.clear();
        self.group.mesh.reset(&self.program.interface);
        let mut first = 0;
        for wave in &mut self.waves {
            wave.begin(self.program, first);
            first += wave.size;
        }
        self.pass_arguments();
        while self.waves.iter().any(|wave| wave.state != State::Done) {
            for index in 0..self.waves.len() {
                self.run_wave(bound, index, observer)?;
            }
            self.release();
        }
        Ok(())
    }

    /// The only wave, of a program that is a stage of a draw: it is given lanes before it is run.
    pub(crate) fn wave(&mut self) -> Option<&mut Wave> {
        self.waves.first_mut()
    }

    /// Runs the only wave with the lanes that it was given, as the group of this number.
    pub(crate) fn run_lanes<O: Observer>(
        &mut self,
        bound: &Bound<'_>,
        number: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        (self.group.number, self.group.epoch, self.group.first_step) = (number, 0, self.steps);
        let program = self.program;
        let Some(wave) = self.waves.first_mut() else { return Ok(()) };
        wave.start(program);
        while self.waves.iter().any(|wave| wave.state != State::Done) {
            self.run_wave(bound, 0, observer)?;
            self.release();
        }
        Ok(())
    }

    /// The program that it runs.
    pub(crate) fn program(&self) -> &'p Program {
        self.program
    }

    fn run_wave<O: Observer>(
        &mut self,
        bound: &Bound<'_>,
        index: usize,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let Some(wave) = self.waves.get_mut(index).filter(|wave| wave.state == State::Running) else {
            return Ok(());
        };
        let mut context = Context {
            program: self.program,
            bound,
            wave,
            group: &mut self.group,
            checks: self.checks,
            findings: &mut self.findings,
            pc: 0,
            steps: self.steps,
            max_steps: self.max_steps,
            bytes: 0,
            scratch: &mut self.scratch,
        };
        let ended = context.run(observer);
        self.bytes = self.bytes.saturating_add(context.bytes);
        self.steps = context.steps;
        if ended.is_err() {
            let limit = context.max_steps;
            let (block, lane) = context.wave.first_active().unwrap_or_default();
            context.report(FindingKind::Steps, block, lane, || {
                format!("stopped after {limit} instructions (--max-steps): possible endless loop")
            });
        }
        ended
    }

    /// Lets waves go on that wait at a barrier, if all do that are not done.
    fn release(&mut self) {
        if self.waves.iter().any(|wave| wave.state == State::Running) {
            // It only had its turn.
            return;
        }
        let mut barriers: Vec<Pc> = self.waves.iter().filter_map(Wave::barrier).collect();
        barriers.dedup();
        let Some(first) = barriers.first().copied() else { return };
        let is_same = barriers.len() == 1;
        if self.checks.all && (!is_same || self.waves.iter().any(|wave| wave.state == State::Done)) {
            self.report_divergent_barrier(first);
        }
        for wave in self.waves.iter_mut().filter(|wave| matches!(wave.state, State::Waiting(_))) {
            wave.state = State::Running;
        }
        // Of barriers at different places, what all of them order.
        let orders = barriers.iter().map(|pc| self.program.barrier(*pc));
        if orders.clone().all(|orders| orders.shared) {
            self.group.shared.pass_barrier();
        }
        if orders.clone().all(|orders| orders.uavs) {
            self.group.epoch = self.group.epoch.saturating_add(1);
        }
    }

    fn report_divergent_barrier(&mut self, pc: u32) {
        let at = self.waves.iter().find(|wave| wave.state == State::Waiting(pc));
        let thread = at.map_or(0, |wave| {
            let (block, lane) = wave.first_active().unwrap_or_default();
            wave.numbers.get(block).map_or(0, |numbers| lanes::get(numbers, lane))
        });
        let thread = crate::findings::Thread { group: self.group.number, thread };
        let detail =
            || "deadlock at a barrier: other threads have ended or wait at another barrier".to_owned();
        self.findings.add(FindingKind::DivergentBarrier, pc, thread, detail);
    }
}
