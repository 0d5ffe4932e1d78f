//! Where each register of a function holds something that a lane still reads: ranges over the code, with holes. Lanes
//! have words of their own, and only the active ones write, so that what counts is the way of one lane through the
//! function.
//!
//! Which ranges those are, `dxil_ir::live_ranges` says; this knows the code of the interpreter.

use std::ops::Range;

use az::SaturatingAs as _;
use dxil_ir::live_ranges::{Accesses, LiveBlock, LiveRanges, Segment};
use hashbrown::{HashMap, HashSet};

use super::operands::VALUE;
use crate::error::{Result, RunErrorKind};
use crate::instruction::{Edge, Instruction, Pc, Register};
use crate::limits;
use crate::program::Program;

/// How many segments there may be for each instruction of a large function.
const LIVE_RANGES_OF_INSTRUCTION: usize = 8;

/// Liveness of a function.
#[derive(Debug, Default)]
pub(super) struct Liveness {
    ranges: LiveRanges,
    /// Who reads and writes registers, by their numbers less that of the first.
    pub uses: Vec<Accesses>,
    first: u32,
}

impl Liveness {
    /// That of the code of a function, whose own registers are those of these numbers.
    pub(super) fn new(program: &Program, code: Range<Pc>, registers: Range<u32>) -> Self {
        let count = registers.end.saturating_sub(registers.start) as usize;
        let budget = limits::LIVE_RANGES.max(code.len().saturating_mul(LIVE_RANGES_OF_INSTRUCTION));
        let ranges = LiveRanges::new(blocks(program, code.clone()), budget);
        let mut liveness = Self { ranges, uses: vec![Accesses::default(); count], first: registers.start };
        for pc in code {
            let Some(instruction) = at(program, pc) else { continue };
            liveness.note(program, pc, instruction);
        }
        liveness
    }

    /// What is noted of a register, if it is one of the function's.
    fn of(&mut self, register: Register) -> Option<&mut Accesses> {
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
        let index = register.wrapping_sub(self.first) as usize;
        let Some(uses) = self.uses.get(index) else { return Ok(None) };
        match self.ranges.of(register, uses) {
            Some(live) if live.is_at_entry => {
                Err(RunErrorKind::invalid("definition of a value does not dominate its use"))
            }
            found => Ok(found.map(|live| live.segments)),
        }
    }
}

/// The blocks of a function: each ends with an instruction that leads elsewhere.
fn blocks(program: &Program, code: Range<Pc>) -> Vec<LiveBlock> {
    let mut blocks: Vec<LiveBlock> = Vec::new();
    let mut block_at = HashMap::new();
    let mut start = code.start;
    for pc in code {
        if at(program, pc).is_some_and(Instruction::ends_block) {
            block_at.insert(start, blocks.len());
            blocks.push(LiveBlock { code: start..pc + 1, predecessors: Vec::new() });
            start = pc + 1;
        }
    }
    for from in 0..blocks.len() {
        let Some(end) = blocks.get(from).map(|block| block.code.end) else { continue };
        let Some(instruction) = end.checked_sub(1).and_then(|last| at(program, last)) else { continue };
        let mut targets = Vec::new();
        each_edge(program, instruction, |edge| targets.push(edge.target));
        for target in targets {
            let to = block_at.get(&target).copied();
            if let Some(block) = to.and_then(|to| blocks.get_mut(to)) {
                block.predecessors.push(from.saturating_as::<u32>());
            }
        }
    }
    for block in &mut blocks {
        block.predecessors.dedup();
    }
    blocks
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
