//! Puts a wave at the beginning of a program: registers of constants, initial private memory, and the threads of its
//! lanes. Separate from waves because a program refers to types that waves use.

use super::{DivergentPath, State, Wave};
use crate::instruction::EXIT;
use crate::lanes::{self, BLOCK, MAX_BLOCKS, place};
use crate::program::Program;
use crate::ray_query::RayQueries;
use crate::stage::StageLanes;

impl Wave {
    /// A wave of so many lanes, of which those in `exist` are there, before it begins.
    pub(crate) fn new(program: &Program, size: u32) -> Self {
        let blocks = (size as usize).div_ceil(BLOCK).clamp(1, MAX_BLOCKS);
        let count = program.registers as usize * blocks;
        let mut registers = vec![lanes::ZERO; count];
        let mut undefined = vec![0; count];
        for (block, word) in registers.chunks_mut(blocks).zip(&program.constants) {
            block.fill(lanes::splat(*word));
        }
        if let Some(register) = program.undefined {
            let at = (register.0 as usize).saturating_mul(blocks);
            undefined.iter_mut().skip(at).take(blocks).for_each(|bits| *bits = u32::MAX);
        }
        Self {
            size,
            blocks,
            exist: [0; MAX_BLOCKS],
            mask: [0; MAX_BLOCKS],
            expanded: [lanes::ZERO; MAX_BLOCKS],
            is_expanded: false,
            registers,
            undefined,
            running: DivergentPath { pc: EXIT, priority: 0, mask: [0; MAX_BLOCKS] },
            paths: Vec::new(),
            calls: Vec::new(),
            state: State::Done,
            private: vec![lanes::ZERO; program.private.len() * blocks],
            private_undefined: vec![[0; 4]; program.private.len() * blocks],
            queries: RayQueries::default(),
            first_thread: 0,
            numbers: [lanes::ZERO; MAX_BLOCKS],
            threads: [[lanes::ZERO; MAX_BLOCKS]; 3],
            stage: StageLanes::new(blocks),
        }
    }

    /// Gives its lanes the threads of a group from `first` on.
    fn place(&mut self, program: &Program, first: u32) {
        let [x, y, z] = program.threads;
        let count = x.saturating_mul(y).saturating_mul(z);
        self.first_thread = first;
        self.exist = [0; MAX_BLOCKS];
        for index in 0..self.size.min(count.saturating_sub(first)) {
            let (block, lane) = place(index);
            if let Some(bits) = self.exist.get_mut(block) {
                *bits |= 1 << lane;
            }
            let position = position(program, first.saturating_add(index));
            let [along_x, along_y, along_z] = position;
            if let Some(numbers) = self.numbers.get_mut(block) {
                lanes::set(numbers, lane, (along_z * y + along_y) * x + along_x);
            }
            for (axis, position) in self.threads.iter_mut().zip(position) {
                if let Some(block) = axis.get_mut(block) {
                    lanes::set(block, lane, position);
                }
            }
        }
        self.is_expanded = false;
    }

    /// Puts it where the program begins, with the threads of a group from `first` on.
    pub(crate) fn begin(&mut self, program: &Program, first: u32) {
        // Each group has the same ones.
        if self.exist == [0; MAX_BLOCKS] || self.first_thread != first {
            self.place(program, first);
        }
        self.start(program);
    }

    /// Puts it where the program begins, with the lanes that it has.
    pub(crate) fn start(&mut self, program: &Program) {
        for (words, undefined, at_first) in self
            .private
            .chunks_mut(self.blocks)
            .zip(self.private_undefined.chunks_mut(self.blocks))
            .zip(&program.private)
            .map(|((words, undefined), at_first)| (words, undefined, at_first))
        {
            words.fill(lanes::splat(at_first.unwrap_or(0)));
            undefined.fill([if at_first.is_some() { 0 } else { u32::MAX }; 4]);
        }
        self.queries.clear();
        self.paths.clear();
        self.calls.clear();
        self.running = DivergentPath { pc: program.entry.start, priority: 0, mask: self.exist };
        self.state = State::Running;
        self.set_mask(self.exist);
    }
}

/// Which thread of the group a lane is, counted over all waves: along x, y and z.
fn position(program: &Program, lane: u32) -> [u32; 3] {
    let [x, y, _] = program.threads.map(|count| count.max(1));
    let in_rows = |number: u32, x: u32, y: u32| [number % x, number / x % y, number / x / y];
    if !program.square_quads {
        return in_rows(lane, x, y);
    }
    let [quad_x, quad_y, z] = in_rows(lane / 4, (x / 2).max(1), (y / 2).max(1));
    [quad_x * 2 + lane % 2, quad_y * 2 + lane / 2 % 2, z]
}
