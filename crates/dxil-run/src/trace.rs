//! A trace: what some threads of a group execute, block by block and instruction by instruction, with the values that
//! each gives them. An observer of programs that were prepared with registers of their own for values; how it is shown
//! is the caller's business.

use std::collections::HashSet;

use az::SaturatingAs as _;
use dxil_ir::{GlobalId, InstructionId};

use crate::debug_map::Step;
use crate::instruction::{Instruction, Pc, Scalar};
use crate::lanes::{self, Mask, place};
use crate::limits;
use crate::observer::Observer;
use crate::program::Context;

/// Who is watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TraceTarget {
    /// Threads of a group.
    Threads {
        /// The number of the group in the dispatch.
        group: u64,
        /// The numbers of threads in the group.
        threads: Vec<u32>,
    },
    /// A lane of the wave that is run, by its number there: of stages of draws, which have no groups.
    Lane(u32),
}

impl Default for TraceTarget {
    fn default() -> Self {
        Self::Lane(0)
    }
}

/// What is watched.
#[derive(Debug, Clone, Default)]
pub struct TraceOptions {
    /// Who is.
    pub target: TraceTarget,
    /// The functions; `None` for all.
    pub functions: Option<HashSet<GlobalId>>,
    /// The instructions; `None` for all.
    pub instructions: Option<HashSet<(GlobalId, InstructionId)>>,
    /// How many events are kept.
    pub limit: usize,
}

/// The lanes that execute something together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Active {
    /// The number of the first thread of their wave, in the order of waves.
    pub first_thread: u32,
    /// A bit for each lane of the wave: the active ones, 32 by 32.
    pub active: [u32; 4],
    /// The same: those that are threads of the group.
    pub exist: [u32; 4],
}

/// A scalar that was computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Traced {
    /// What it is.
    pub scalar: Scalar,
    /// Its bits.
    pub bits: u64,
    /// Whether it is defined, as far as that is tracked.
    pub is_defined: bool,
}

/// What watched threads do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// They come to a block.
    Block {
        /// Its function.
        function: GlobalId,
        /// Its number in the layout of the function.
        block: u32,
        /// Who does.
        lanes: Active,
    },
    /// They have executed an instruction; or begin one that leads elsewhere, which has no values then.
    Instruction {
        /// Its function.
        function: GlobalId,
        /// Which it is.
        instruction: InstructionId,
        /// Who does.
        lanes: Active,
        /// What it gives each watched thread, scalar by scalar, by the numbers of threads, or of lanes.
        values: Vec<(u32, Vec<Traced>)>,
    },
}

/// A trace.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Trace {
    options: TraceOptions,
    /// A bit for each thread of a group.
    threads: Vec<u32>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// How many events there were beyond the limit.
    pub left_out: u64,
    /// Scalars in the events.
    scalars: usize,
}

impl Trace {
    /// A trace of nothing yet.
    pub fn new(options: TraceOptions) -> Self {
        let mut threads = vec![0; usize::try_from(limits::GROUP_THREADS).unwrap_or(0).div_ceil(32)];
        let watched = match &options.target {
            TraceTarget::Threads { threads, .. } => threads.as_slice(),
            TraceTarget::Lane(_) => &[],
        };
        for thread in watched {
            if let Some(bits) = usize::try_from(thread / 32).ok().and_then(|word| threads.get_mut(word)) {
                *bits |= 1 << (thread % 32);
            }
        }
        Self { options, threads, events: Vec::new(), left_out: 0, scalars: 0 }
    }

    /// Adds what another observer of the same dispatch saw, which ran other groups.
    pub fn merge(&mut self, other: Self) {
        self.left_out = self.left_out.saturating_add(other.left_out);
        self.events.extend(other.events);
    }

    fn is_watched(&self, thread: u32) -> bool {
        let word = usize::try_from(thread / 32).ok().and_then(|word| self.threads.get(word));
        word.is_some_and(|bits| bits >> (thread % 32) & 1 != 0)
    }

    /// The active lanes that are watched.
    fn watched(&self, context: &Context<'_>) -> Option<Mask> {
        let mut watched = Mask::default();
        let group = match &self.options.target {
            TraceTarget::Threads { group, .. } => *group,
            TraceTarget::Lane(lane) => {
                let (block, lane) = place(*lane);
                if let Some(bits) = watched.get_mut(block) {
                    *bits = context.active(block) & (1 << lane);
                }
                return (watched != Mask::default()).then_some(watched);
            }
        };
        if context.group.number != group {
            return None;
        }
        for (block, bits) in watched.iter_mut().enumerate().take(context.blocks()) {
            for lane in lanes::each(context.active(block)) {
                *bits |= u32::from(self.is_watched(context.thread(block, lane).thread)) << lane;
            }
        }
        (watched != Mask::default()).then_some(watched)
    }

    fn add(&mut self, scalars: usize, event: impl FnOnce() -> Event) {
        if self.events.len() >= self.options.limit || self.scalars.saturating_add(scalars) > limits::TRACED {
            self.left_out = self.left_out.saturating_add(1);
            return;
        }
        self.scalars += scalars;
        self.events.push(event());
    }

    fn watches_function(&self, function: GlobalId) -> bool {
        self.options.functions.as_ref().is_none_or(|functions| functions.contains(&function))
    }

    fn instruction(&mut self, context: &Context<'_>, step: Step, watched: Option<Mask>) {
        let Step { function, instruction, .. } = step;
        let is_wanted = |all: &HashSet<_>| all.contains(&(function, instruction));
        if !self.watches_function(function) || !self.options.instructions.as_ref().is_none_or(is_wanted) {
            return;
        }
        let is_of_lane = matches!(self.options.target, TraceTarget::Lane(_));
        let values = watched.map(|watched| values(context, step, watched, is_of_lane)).unwrap_or_default();
        let scalars = values.iter().map(|(_, scalars)| scalars.len()).sum();
        self.add(scalars, || Event::Instruction { function, instruction, lanes: active(context), values });
    }

    /// Tells what is done once code has come to a place.
    fn finish(&mut self, context: &Context<'_>, pc: Pc, watched: Mask) {
        let Some(debug_map) = &context.program.debug_map else { return };
        if let Some(step) = debug_map.ended(pc) {
            self.instruction(context, step, Some(watched));
        }
        if debug_map.block(pc).is_none() {
            self.without_code(context, pc, watched);
        }
    }

    /// Tells what values without code are; those that nobody asks for have none.
    fn without_code(&mut self, context: &Context<'_>, pc: Pc, watched: Mask) {
        let Some(debug_map) = &context.program.debug_map else { return };
        for step in debug_map.without_code(pc) {
            if debug_map.values.contains_key(&(step.function, step.instruction)) {
                self.instruction(context, step, Some(watched));
            }
        }
    }
}

fn active(context: &Context<'_>) -> Active {
    let wave = &context.wave;
    Active { first_thread: wave.first_thread, active: wave.mask, exist: wave.exist }
}

/// What an instruction gave watched lanes.
fn values(context: &Context<'_>, step: Step, watched: Mask, is_of_lane: bool) -> Vec<(u32, Vec<Traced>)> {
    let program = context.program;
    let debug_map = program.debug_map.as_ref();
    let value = debug_map.and_then(|debug_map| debug_map.values.get(&(step.function, step.instruction)));
    let Some((list, scalars)) = value else { return Vec::new() };
    let registers = program.list(*list);
    let mut values = Vec::new();
    for (block, bits) in watched.iter().enumerate() {
        for lane in lanes::each(*bits) {
            let mut registers = registers.iter();
            let mut word = || {
                let register = *registers.next()?;
                let is_defined = context.wave.undefined(register, block) >> lane & 1 == 0;
                Some((u64::from(lanes::get(context.read(register, block), lane)), is_defined))
            };
            let traced = scalars.iter().map_while(|scalar| {
                let (mut bits, mut is_defined) = word()?;
                if scalar.registers() == 2 {
                    let (high, is_high_defined) = word()?;
                    (bits, is_defined) = (high << 32 | bits, is_defined && is_high_defined);
                }
                Some(Traced { scalar: *scalar, bits, is_defined })
            });
            let thread = match is_of_lane {
                true => (block * lanes::BLOCK + lane).saturating_as::<u32>(),
                false => context.thread(block, lane).thread,
            };
            values.push((thread, traced.collect()));
        }
    }
    values.sort_by_key(|(thread, _)| *thread);
    values
}

/// Whether an instruction leads elsewhere, so that nothing is told behind it.
fn leads_elsewhere(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Jump(_)
            | Instruction::Branch(..)
            | Instruction::Switch(_)
            | Instruction::Return
            | Instruction::Unreachable
            | Instruction::Call(_)
            | Instruction::Barrier(_)
    )
}

impl Observer for Trace {
    fn before(&mut self, context: &Context<'_>, instruction: &Instruction) {
        let Some(watched) = self.watched(context) else { return };
        let (program, pc) = (context.program, context.pc);
        let Some(debug_map) = &program.debug_map else { return };
        if let Some((function, block)) = debug_map.block(pc) {
            if self.watches_function(function) && self.options.instructions.is_none() {
                self.add(0, || Event::Block { function, block, lanes: active(context) });
            }
            self.without_code(context, pc, watched);
        } else {
            // What a call gives is there when it has returned.
            let before = pc.checked_sub(1).and_then(|pc| program.code.get(usize::try_from(pc).ok()?));
            match before {
                Some(Instruction::Call(_)) => self.finish(context, pc, watched),
                Some(Instruction::Barrier(_)) => self.without_code(context, pc, watched),
                _ => {}
            }
        }
        if leads_elsewhere(instruction)
            && let Some(step) = debug_map.at(pc)
        {
            self.instruction(context, step, None);
        }
    }

    fn after(&mut self, context: &Context<'_>, _: &Instruction) {
        if let Some(watched) = self.watched(context) {
            self.finish(context, context.pc + 1, watched);
        }
    }
}
