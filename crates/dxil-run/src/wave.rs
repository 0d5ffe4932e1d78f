//! A wave: its registers, which of its lanes are active, where they are in the program, and each lane's own memory.

mod launch;

use crate::findings::Thread;
use crate::instruction::{Pc, Register};
use crate::lanes::{self, Lanes, MAX_BLOCKS, Mask, place};
use crate::ray_query::RayQueries;
use crate::stage::StageLanes;

/// A divergent path: lanes of a wave at the same program counter.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DivergentPath {
    /// Where they are.
    pub(crate) pc: Pc,
    /// Priority among the paths of the same function: the lowest runs first.
    pub(crate) priority: u32,
    /// Which lanes.
    pub(crate) mask: Mask,
}

/// What a wave does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// It runs.
    Running,
    /// It waits at this barrier for the other waves of the group.
    Waiting(Pc),
    /// All its lanes are done.
    Done,
}

/// A wave.
#[derive(Debug, Clone)]
pub(crate) struct Wave {
    /// How many lanes a wave has.
    pub(crate) size: u32,
    pub(crate) blocks: usize,
    /// The lanes that exist: threads of the group.
    pub(crate) exist: Mask,
    /// The active lanes.
    pub(crate) mask: Mask,
    expanded: [Lanes; MAX_BLOCKS],
    is_expanded: bool,
    /// Block by block of each register.
    registers: Vec<Lanes>,
    /// A bit for each lane whose value is undefined.
    undefined: Vec<u32>,
    /// The lanes that run; or where they go on.
    pub(crate) running: DivergentPath,
    /// Waiting paths, function by function; in each function, the path that runs first is last. Below those of a
    /// function that was called, the last ones are those that called it.
    pub(crate) paths: Vec<DivergentPath>,
    /// Where the waiting lanes of each function begin that was called and not left.
    pub(crate) calls: Vec<usize>,
    pub(crate) state: State,
    /// The lane's own memory, by words.
    pub(crate) private: Vec<Lanes>,
    /// A bit for each lane whose word was never written, for each byte of it.
    pub(crate) private_undefined: Vec<[u32; 4]>,
    /// The ray queries of its lanes.
    pub(crate) queries: RayQueries,
    /// The number of the first lane's thread in the group.
    pub(crate) first_thread: u32,
    /// The number of the thread in the group that each lane is.
    pub(crate) numbers: [Lanes; MAX_BLOCKS],
    /// Which thread of the group each lane is: along x, y and z.
    pub(crate) threads: [[Lanes; MAX_BLOCKS]; 3],
    /// What stages of draws are given and give.
    pub(crate) stage: StageLanes,
}

impl Wave {
    /// Gives it lanes of a stage of a draw, and the number of each.
    pub(crate) fn place_lanes(&mut self, numbers: impl IntoIterator<Item = u32>) {
        self.exist = [0; MAX_BLOCKS];
        for (index, number) in (0..self.size).zip(numbers) {
            let (block, lane) = place(index);
            if let (Some(bits), Some(numbers)) = (self.exist.get_mut(block), self.numbers.get_mut(block)) {
                *bits |= 1 << lane;
                lanes::set(numbers, lane, number);
            }
        }
        self.is_expanded = false;
    }

    /// What a lane of a stage of a draw is: its primitive or instance, and its number.
    pub(crate) fn thread_of_stage(&self, block: usize, lane: usize) -> Thread {
        let of_lane =
            |words: &[Lanes; MAX_BLOCKS]| words.get(block).map_or(0, |words| lanes::get(words, lane));
        Thread { group: of_lane(&self.stage.primitive_ids).into(), thread: of_lane(&self.numbers) }
    }

    /// The lanes of a block that only complete quads.
    #[inline]
    pub(crate) fn helpers(&self, block: usize) -> u32 {
        self.stage.helpers(block)
    }

    /// Lanes begin a function that is called; those that do go on at `pc` then.
    pub(crate) fn call(&mut self, start: Pc, pc: Pc) {
        self.paths.push(DivergentPath { pc, ..self.running });
        self.calls.push(self.paths.len());
        (self.running.pc, self.running.priority) = (start, 0);
    }

    /// The lanes that run are done with their function: who goes on; nobody where that was all.
    pub(crate) fn leave(&mut self) -> Option<DivergentPath> {
        if self.calls.last().is_some_and(|first| *first == self.paths.len()) {
            self.calls.pop();
        }
        self.running = self.paths.pop()?;
        self.set_mask(self.running.mask);
        Some(self.running)
    }

    /// Makes a path wait until no path of a lower priority is left.
    pub(crate) fn wait(&mut self, path: DivergentPath) {
        let first = self.calls.last().copied().unwrap_or(0);
        let waiting = self.paths.get(first..).unwrap_or_default();
        let at = first + waiting.partition_point(|other| other.priority > path.priority);
        match self.paths.get_mut(at).filter(|other| other.priority == path.priority) {
            Some(other) => other.mask.iter_mut().zip(path.mask).for_each(|(bits, more)| *bits |= more),
            None => self.paths.insert(at, path),
        }
    }

    /// The lanes that run go to a place: who goes on.
    #[inline]
    pub(crate) fn go(&mut self, pc: Pc, priority: u32) -> Pc {
        (self.running.pc, self.running.priority) = (pc, priority);
        let first = self.calls.last().copied().unwrap_or(0);
        if self.paths.len() > first && self.paths.last().is_some_and(|other| other.priority <= priority) {
            self.wait(DivergentPath { mask: self.mask, ..self.running });
            return self.next();
        }
        pc
    }

    /// Continues the waiting path that has the lowest priority.
    pub(crate) fn next(&mut self) -> Pc {
        if let Some(next) = self.paths.pop() {
            self.running = next;
            self.set_mask(next.mask);
        }
        self.running.pc
    }

    /// Makes lanes the active ones.
    pub(crate) fn set_mask(&mut self, mask: Mask) {
        let blocks = self.expanded.iter_mut().zip(self.mask.iter_mut().zip(&mask)).zip(&self.exist);
        for ((expanded, (active, bits)), exist) in blocks.take(self.blocks) {
            if bits != exist && (bits != active || !self.is_expanded) {
                *expanded = lanes::expand(*bits);
            }
            *active = *bits;
        }
        self.is_expanded = true;
    }

    /// The active lanes of a block.
    #[inline]
    pub(crate) fn active(&self, block: usize) -> u32 {
        self.mask.get(block).copied().unwrap_or(0)
    }

    /// What a register holds.
    #[inline]
    pub(crate) fn read(&self, register: Register, block: usize) -> &Lanes {
        self.registers.get(self.index(register, block)).unwrap_or(&lanes::ZERO)
    }

    /// Changes what a register holds for the active lanes.
    #[inline]
    pub(crate) fn write(&mut self, register: Register, block: usize, words: &Lanes) {
        let index = self.index(register, block);
        let (Some(to), Some(active), Some(exist)) =
            (self.registers.get_mut(index), self.mask.get(block), self.exist.get(block))
        else {
            return;
        };
        if active == exist {
            *to = *words;
        } else if let Some(expanded) = self.expanded.get(block) {
            *to = lanes::map3(to, words, expanded, |to, word, mask| to & !mask | word & mask);
        }
    }

    /// Gives a register what another one holds, for the active lanes.
    #[inline]
    pub(crate) fn copy(&mut self, to: Register, from: Register, block: usize) {
        let words = *self.read(from, block);
        self.write(to, block, &words);
    }

    /// Changes what a register holds for one lane.
    pub(crate) fn set_lane(&mut self, register: Register, (block, lane): (usize, usize), word: u32) {
        let index = self.index(register, block);
        if let Some(words) = self.registers.get_mut(index) {
            lanes::set(words, lane, word);
        }
    }

    /// The lanes for which a register's value is undefined.
    #[inline]
    pub(crate) fn undefined(&self, register: Register, block: usize) -> u32 {
        self.undefined.get(self.index(register, block)).copied().unwrap_or(0)
    }

    /// Says for which of the active lanes a register's value is undefined.
    #[inline]
    pub(crate) fn set_undefined(&mut self, register: Register, block: usize, lanes: u32) {
        let (index, active) = (self.index(register, block), self.active(block));
        if let Some(bits) = self.undefined.get_mut(index) {
            *bits = *bits & !active | lanes & active;
        }
    }

    /// The barrier that it waits at.
    pub(crate) fn barrier(&self) -> Option<Pc> {
        match self.state {
            State::Waiting(pc) => Some(pc),
            State::Running | State::Done => None,
        }
    }

    /// The first active lane: its block and its place there.
    pub(crate) fn first_active(&self) -> Option<(usize, usize)> {
        let (block, bits) = self.mask.iter().enumerate().find(|(_, bits)| **bits != 0)?;
        Some((block, usize::try_from(bits.trailing_zeros()).ok()?))
    }

    /// What a register holds in the first active lane: all there is of a value that is the same in all of them.
    pub(crate) fn uniform(&self, register: Register) -> u32 {
        self.first_active().map_or(0, |(block, lane)| lanes::get(self.read(register, block), lane))
    }

    #[inline]
    fn index(&self, register: Register, block: usize) -> usize {
        (register.0 as usize).wrapping_mul(self.blocks).wrapping_add(block)
    }
}
