//! Where each register of a function holds something that a lane still reads: ranges over the code, with holes. Lanes
//! have words of their own, and only the active ones write, so that what counts is the way of one lane through the
//! function.
//!
//! An instruction at `pc` reads at the point `2 * pc` and writes at the point behind; the copies of a way do so where
//! its block ends.

use std::ops::Range;

use hashbrown::HashSet;

use super::registers::VALUE;
use crate::error::{Result, RunErrorKind};
use crate::limits;
use crate::program::{Edge, Instruction, Pc, Program, Register};

/// How many segments there may be for each instruction of a large function.
const LIVE_RANGES_OF_INSTRUCTION: usize = 8;

/// Points from one on to before another.
pub(super) type Segment = (u32, u32);

/// Who reads and writes a register.
#[derive(Debug, Clone, Default)]
pub(super) struct Uses {
    /// The instructions that read it, and whether they do so until they have written all their results.
    pub reads: Vec<(Pc, bool)>,
    /// The instructions that write it.
    pub writes: Vec<Pc>,
    /// The ways whose copies write it: the block that they leave, and the one they lead to.
    pub edges: Vec<(Pc, Pc)>,
}

/// A block: its instructions, and the ways to it.
#[derive(Debug, Clone, Default)]
struct Block {
    code: Range<Pc>,
    predecessors: Vec<u32>,
}

/// Liveness of a function.
#[derive(Debug, Default)]
pub(super) struct Liveness {
    blocks: Vec<Block>,
    /// The block of each instruction from the first on.
    block_of: Vec<u32>,
    start: Pc,
    /// Who reads and writes registers, by their numbers less that of the first.
    pub uses: Vec<Uses>,
    first: u32,
    /// The value for which a block was looked at last.
    seen: Vec<u32>,
    /// How many more segments there may be.
    budget: usize,
}

impl Liveness {
    /// That of the code of a function, whose own registers are those of these numbers.
    pub(super) fn new(program: &Program, code: Range<Pc>, registers: Range<u32>) -> Self {
        let count = usize::try_from(registers.end.saturating_sub(registers.start)).unwrap_or(0);
        let mut liveness = Self {
            start: code.start,
            uses: vec![Uses::default(); count],
            first: registers.start,
            budget: limits::LIVE_RANGES.max(code.len().saturating_mul(LIVE_RANGES_OF_INSTRUCTION)),
            ..Self::default()
        };
        liveness.split(program, code.clone());
        for pc in code {
            let Some(instruction) = at(program, pc) else { continue };
            liveness.note(program, pc, instruction);
        }
        liveness
    }

    /// Finds the blocks: each ends with an instruction that leads elsewhere.
    fn split(&mut self, program: &Program, code: Range<Pc>) {
        let mut start = code.start;
        for pc in code {
            self.block_of.push(u32::try_from(self.blocks.len()).unwrap_or(u32::MAX));
            if at(program, pc).is_some_and(Instruction::ends_block) {
                self.blocks.push(Block { code: start..pc + 1, predecessors: Vec::new() });
                start = pc + 1;
            }
        }
        self.seen = vec![u32::MAX; self.blocks.len()];
        for from in 0..self.blocks.len() {
            let Some(end) = self.blocks.get(from).map(|block| block.code.end) else { continue };
            let Some(instruction) = end.checked_sub(1).and_then(|last| at(program, last)) else { continue };
            let mut targets = Vec::new();
            each_edge(program, instruction, |edge| targets.push(edge.target));
            for target in targets {
                let to = self.block(target);
                if let Some(block) = to.and_then(|to| self.blocks.get_mut(to)) {
                    block.predecessors.push(u32::try_from(from).unwrap_or(u32::MAX));
                }
            }
        }
        for block in &mut self.blocks {
            block.predecessors.dedup();
        }
    }

    /// The block that an instruction is in.
    fn block(&self, pc: Pc) -> Option<usize> {
        let index = usize::try_from(pc.checked_sub(self.start)?).ok()?;
        usize::try_from(*self.block_of.get(index)?).ok()
    }

    /// What is noted of a register, if it is one of the function's.
    fn of(&mut self, register: Register) -> Option<&mut Uses> {
        if register == Register::NONE || register.0 & VALUE == 0 {
            return None;
        }
        let index = (register.0 & !VALUE).checked_sub(self.first)?;
        self.uses.get_mut(usize::try_from(index).ok()?)
    }

    fn note(&mut self, program: &Program, pc: Pc, instruction: &Instruction) {
        let until_the_end = !instruction.reads_first();
        program.each_read(instruction, |register| {
            if let Some(uses) = self.of(register) {
                uses.reads.push((pc, until_the_end));
            }
        });
        program.each_write(instruction, |register| {
            if let Some(uses) = self.of(register) {
                uses.writes.push(pc);
            }
        });
        each_edge(program, instruction, |edge| {
            for copy in program.copies_of(edge) {
                if let Some(uses) = self.of(copy.from) {
                    uses.reads.push((pc, false));
                }
                if let Some(uses) = self.of(copy.to) {
                    uses.edges.push((pc, edge.target));
                }
            }
        });
    }

    /// Where a register of the function holds something; `None` where that would take too long to say.
    ///
    /// # Errors
    ///
    /// It is read where nothing was written.
    pub(super) fn segments(&mut self, register: u32) -> Result<Option<Vec<Segment>>> {
        let index = usize::try_from(register.wrapping_sub(self.first)).unwrap_or(usize::MAX);
        let Some(mut uses) = self.uses.get(index).cloned() else { return Ok(None) };
        uses.edges.sort_unstable();
        uses.edges.dedup();
        let mut segments = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (pc, until_the_end) in &uses.reads {
            let end = 2 * pc + if *until_the_end { 2 } else { 1 };
            let Some(block) = self.block(*pc) else { continue };
            let start = self.blocks.get(block).map_or(0, |block| block.code.start);
            match last_before(&uses.writes, start, *pc) {
                Some(write) => segments.push((2 * write + 1, end)),
                None => {
                    segments.push((2 * start, end));
                    self.enter(block, register, &uses, &mut open)?;
                }
            }
        }
        while let Some(block) = open.pop() {
            if segments.len() >= self.budget {
                return Ok(None);
            }
            let Some(code) = self.blocks.get(block).map(|block| block.code.clone()) else { continue };
            match last_before(&uses.writes, code.start, code.end) {
                Some(write) => segments.push((2 * write + 1, 2 * code.end)),
                None => {
                    segments.push((2 * code.start, 2 * code.end));
                    self.enter(block, register, &uses, &mut open)?;
                }
            }
        }
        segments.extend(uses.writes.iter().map(|pc| (2 * pc + 1, 2 * pc + 2)));
        segments.extend(uses.edges.iter().map(|(pc, _)| (2 * pc + 1, 2 * pc + 2)));
        self.budget = self.budget.saturating_sub(segments.len());
        Ok(Some(merged(segments)))
    }

    /// Goes on with the blocks from which one comes to a block at whose start a register is live, but for ways that
    /// write it.
    fn enter(&mut self, block: usize, register: u32, uses: &Uses, open: &mut Vec<usize>) -> Result<()> {
        let Some(seen) = self.seen.get_mut(block) else { return Ok(()) };
        if std::mem::replace(seen, register) == register {
            return Ok(());
        }
        let Some(Block { code, predecessors }) = self.blocks.get(block) else { return Ok(()) };
        if predecessors.is_empty() || code.start == self.start {
            return Err(RunErrorKind::invalid("a value is used where it may not have been computed"));
        }
        for before in predecessors.iter().filter_map(|before| usize::try_from(*before).ok()) {
            let Some(end) = self.blocks.get(before).map(|before| before.code.end) else { continue };
            if uses.edges.binary_search(&(end - 1, code.start)).is_err() {
                open.push(before);
            }
        }
        Ok(())
    }
}

/// The last of some places that lies in a range.
fn last_before(places: &[Pc], start: Pc, end: Pc) -> Option<Pc> {
    let index = places.partition_point(|place| *place < end);
    index.checked_sub(1).and_then(|index| places.get(index)).copied().filter(|place| *place >= start)
}

/// Segments in order, of which none touches another.
fn merged(mut segments: Vec<Segment>) -> Vec<Segment> {
    segments.sort_unstable();
    let mut merged: Vec<Segment> = Vec::with_capacity(segments.len());
    for (start, end) in segments {
        match merged.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    merged
}

/// An instruction.
fn at(program: &Program, pc: Pc) -> Option<&Instruction> {
    program.code.get(usize::try_from(pc).ok()?)
}

/// Calls `visit` with each way that an instruction leads, once with those that lead to the same place: they are the
/// same.
pub(super) fn each_edge(program: &Program, instruction: &Instruction, mut visit: impl FnMut(&Edge)) {
    match instruction {
        Instruction::Jump(edge) => visit(edge),
        Instruction::Branch(_, edges) => edges.iter().for_each(visit),
        Instruction::Switch(index) => {
            let switch = usize::try_from(*index).ok().and_then(|index| program.switches.get(index));
            let Some(switch) = switch else { return };
            let mut seen = HashSet::new();
            let edges = switch.cases.iter().map(|case| &case.1).chain([&switch.default]);
            edges.filter(|edge| seen.insert(edge.target)).for_each(visit);
        }
        _ => {}
    }
}
