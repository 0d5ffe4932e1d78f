//! The loop that executes a wave: instruction by instruction, all active lanes of one before the next. Where lanes
//! part, those that are at the first block in the program's order run, the others wait for their turn, and lanes that
//! come to where others wait go on with them. No lane is ever preferred for having waited long: lanes that wait in a
//! loop for what others of their wave do behind it, wait forever.

use crate::findings::FindingKind;
use crate::instruction::{EXIT, Edge, Instruction, List, Pc, Register, Rule, Scalar, Switch};
use crate::lanes::{self, Lanes, MAX_BLOCKS, Mask};
use crate::observer::Observer;
use crate::program::{Context, Site, Stop};
use crate::scratch::Scratch;
use crate::wave::{DivergentPath, State};

impl Context<'_> {
    /// Executes the wave until it is done or waits at a barrier.
    pub(crate) fn run<O: Observer>(&mut self, observer: &mut O) -> Result<(), Stop> {
        let program = self.program;
        let mut pc = self.wave.running.pc;
        let turn = self.steps.saturating_add(TURN);
        self.wave.set_mask(self.wave.running.mask);
        let rules = if self.checks.all { program.rules.as_slice() } else { &[] };
        loop {
            let at = pc as usize;
            let Some(instruction) = program.code.get(at) else {
                // Behind the last instruction: these lanes are done.
                let Some(next) = self.wave.leave() else {
                    self.wave.state = State::Done;
                    return Ok(());
                };
                pc = next.pc;
                continue;
            };
            self.pc = pc;
            self.steps += 1;
            observer.before(self, instruction);
            match *instruction {
                Instruction::Jump(edge) => pc = self.follow(edge),
                Instruction::Branch(condition, edges) => pc = self.branch(condition, edges),
                Instruction::Switch(index) => pc = self.switch(index),
                Instruction::Return | Instruction::Unreachable => pc = EXIT,
                Instruction::Call(start) => {
                    self.wave.call(start, pc + 1);
                    pc = start;
                }
                Instruction::Barrier(site) => {
                    if let Some((call, site)) = program.site(site) {
                        (call.operate)(self, &site)?;
                    }
                    self.wave.running.pc = pc + 1;
                    self.wave.state = State::Waiting(pc);
                    return Ok(());
                }
                ref other => {
                    if let Some(rule) = rules.get(at).filter(|rule| **rule != Rule::Defined) {
                        self.pass_undefined(*rule, other);
                    }
                    self.step(other)?;
                    observer.after(self, instruction);
                    pc += 1;
                    continue;
                }
            }
            if self.steps > self.max_steps {
                return Err(Stop::Steps);
            }
            if self.steps > turn {
                self.wave.running.pc = pc;
                return Ok(());
            }
        }
    }

    /// Executes an instruction that leads to the next one.
    #[inline]
    fn step(&mut self, instruction: &Instruction) -> Result<(), Stop> {
        let program = self.program;
        match *instruction {
            Instruction::Map1(function, to, from) => {
                for block in 0..self.wave.blocks {
                    let words = function(self.wave.read(from, block));
                    self.wave.write(to, block, &words);
                }
            }
            Instruction::Map2(function, to, [a, b]) => {
                for block in 0..self.wave.blocks {
                    let words = function(self.wave.read(a, block), self.wave.read(b, block));
                    self.wave.write(to, block, &words);
                }
            }
            Instruction::Map3(function, to, [a, b, c]) => {
                for block in 0..self.wave.blocks {
                    let wave = &self.wave;
                    let words = function(wave.read(a, block), wave.read(b, block), wave.read(c, block));
                    self.wave.write(to, block, &words);
                }
            }
            Instruction::Select(to, condition, [a, b]) => self.select(to, condition, [a, b]),
            Instruction::MapN(function, to, from) => self.map(function, to, from),
            Instruction::Divide(function, to, from) => {
                self.check_divisor(from);
                self.map(function, to, from);
            }
            Instruction::Copy(to, from) => self.copy(to, from),
            Instruction::Address { to, base, index, scale } => {
                for block in 0..self.wave.blocks {
                    let words = lanes::map2(
                        self.wave.read(base, block),
                        self.wave.read(index, block),
                        |base, index| base.wrapping_add(index.wrapping_mul(scale)),
                    );
                    self.wave.write(to, block, &words);
                }
            }
            Instruction::ExtractElement { to, from, index } => {
                self.extract_element(program.list(to), program.list(from), index);
            }
            Instruction::InsertElement { to, from, index } => {
                self.insert_element(program.list(to), program.list(from), index);
            }
            Instruction::Load(to, access) => self.load(program.list(to), access),
            Instruction::Store(from, access) => self.store(program.list(from), access),
            Instruction::Atomic(atomic, to, from, access) => {
                self.atomic(atomic, program.list(to), program.list(from), access);
            }
            Instruction::CompareExchange(to, from, access) => {
                self.compare_exchange(program.list(to), program.list(from), access);
            }
            Instruction::Operation(site) => {
                if let Some((call, site)) = program.site(site) {
                    if call.leaves_helpers_out && self.wave.stage.helpers != [0; MAX_BLOCKS] {
                        self.without_helpers(call, &site)?;
                    } else {
                        (call.operate)(self, &site)?;
                    }
                }
            }
            Instruction::CheckNan(result, operands, scalar) => {
                self.check_nan(program.list(result), program.list(operands), scalar);
            }
            Instruction::Barrier(_)
            | Instruction::Call(_)
            | Instruction::Jump(_)
            | Instruction::Branch(..)
            | Instruction::Switch(_)
            | Instruction::Return
            | Instruction::Unreachable => {}
        }
        Ok(())
    }

    /// Has lanes that only complete quads take no part in an operation: it gives them zero.
    #[cold]
    fn without_helpers(&mut self, call: &crate::program::Call, site: &Site<'_>) -> Result<(), Stop> {
        let all = self.wave.mask;
        for result in site.results {
            for block in 0..self.blocks() {
                self.write(*result, block, &lanes::ZERO);
            }
        }
        let mut mask = all;
        mask.iter_mut().zip(&self.wave.stage.helpers).for_each(|(bits, helpers)| *bits &= !helpers);
        self.wave.set_mask(mask);
        let done = if mask == [0; MAX_BLOCKS] { Ok(()) } else { (call.operate)(self, site) };
        self.wave.set_mask(all);
        done
    }

    fn select(&mut self, to: Register, condition: Register, [a, b]: [Register; 2]) {
        for block in 0..self.wave.blocks {
            let wave = &self.wave;
            let condition = wave.read(condition, block);
            let words = lanes::map3(condition, wave.read(a, block), wave.read(b, block), |which, a, b| {
                if which == 0 { b } else { a }
            });
            self.wave.write(to, block, &words);
        }
    }

    #[inline]
    fn copy(&mut self, to: Register, from: Register) {
        for block in 0..self.wave.blocks {
            self.wave.copy(to, from, block);
        }
    }

    fn map(&mut self, function: crate::instruction::FunctionN, to: List, from: List) {
        let program = self.program;
        let (to, from) = (program.list(to), program.list(from));
        for block in 0..self.wave.blocks {
            let Scratch { operands, results, .. } = &mut *self.scratch;
            for (operand, register) in operands.iter_mut().zip(from) {
                *operand = *self.wave.read(*register, block);
            }
            let (Some(operands), Some(results)) = (operands.get(..from.len()), results.get_mut(..to.len()))
            else {
                return;
            };
            function(operands, results);
            for (result, register) in results.iter().zip(to) {
                self.wave.write(*register, block, result);
            }
        }
    }

    /// Copies what phis take on a way.
    fn copy_on(&mut self, edge: Edge) {
        let program = self.program;
        for copy in program.copies_of(&edge) {
            if copy.is_tracked && self.checks.all {
                for block in 0..self.wave.blocks {
                    let lanes = self.wave.undefined(copy.from, block);
                    self.wave.set_undefined(copy.to, block, lanes);
                }
            }
            self.copy(copy.to, copy.from);
        }
    }

    /// Goes a way: where the wave goes on.
    #[inline]
    fn follow(&mut self, edge: Edge) -> Pc {
        self.copy_on(edge);
        self.wave.go(edge.target, edge.priority)
    }

    fn branch(&mut self, condition: Register, [yes, no]: [Edge; 2]) -> Pc {
        self.require_defined(condition, "condition");
        if self.wave.blocks == 1 {
            let (active, bits) = (self.active(0), lanes::nonzero(self.wave.read(condition, 0)));
            if active & !bits == 0 {
                return self.follow(yes);
            } else if active & bits == 0 {
                return self.follow(no);
            }
            self.diverge([active & bits, 0, 0, 0], yes);
            self.diverge([active & !bits, 0, 0, 0], no);
            return self.wave.next();
        }
        let (mut taken, mut left) = ([0; MAX_BLOCKS], [0; MAX_BLOCKS]);
        for (block, (taken, left)) in taken.iter_mut().zip(&mut left).enumerate().take(self.wave.blocks) {
            let (active, bits) = (self.active(block), lanes::nonzero(self.wave.read(condition, block)));
            (*taken, *left) = (active & bits, active & !bits);
        }
        let none = [0; MAX_BLOCKS];
        if left == none {
            self.follow(yes)
        } else if taken == none {
            self.follow(no)
        } else {
            self.diverge(taken, yes);
            self.diverge(left, no);
            self.wave.next()
        }
    }

    /// Makes some of the active lanes take an edge, and wait after it.
    fn diverge(&mut self, mask: Mask, edge: Edge) {
        self.wave.set_mask(mask);
        self.copy_on(edge);
        self.wave.wait(DivergentPath { pc: edge.target, priority: edge.priority, mask });
    }

    fn switch(&mut self, index: u32) -> Pc {
        let program = self.program;
        let Some(switch) = usize::try_from(index).ok().and_then(|index| program.switches.get(index)) else {
            return EXIT;
        };
        let value = program.list(switch.value);
        for register in value {
            self.require_defined(*register, "the condition of the switch");
        }
        let values: [[Lanes; 2]; MAX_BLOCKS] = std::array::from_fn(|block| {
            [0, 1].map(|part| {
                let register = value.get(part).filter(|_| block < self.wave.blocks);
                register.map_or(lanes::ZERO, |register| *self.wave.read(*register, block))
            })
        });
        // Lanes that take the same way as the first one that is left, until none is.
        let mut left = self.wave.mask;
        loop {
            let Some((edge, mask)) = first_way(switch, &values, left) else { return self.wave.next() };
            if mask == self.wave.mask {
                return self.follow(edge);
            }
            self.diverge(mask, edge);
            left.iter_mut().zip(mask).for_each(|(left, gone)| *left &= !gone);
        }
    }
}

/// The way that the first of some lanes takes, and those of them that take the same one.
fn first_way(switch: &Switch, values: &[[Lanes; 2]; MAX_BLOCKS], left: Mask) -> Option<(Edge, Mask)> {
    let mut way: Option<(u64, Edge)> = None;
    let mut mask = [0; MAX_BLOCKS];
    for (([low, high], bits), mask) in values.iter().zip(left).zip(&mut mask) {
        for lane in lanes::each(bits) {
            let value = u64::from(lanes::get(high, lane)) << 32 | u64::from(lanes::get(low, lane));
            let is_same = match way {
                Some((of_way, _)) if of_way == value => true,
                Some((_, edge)) => switch.edge(value) == edge,
                None => {
                    way = Some((value, switch.edge(value)));
                    true
                }
            };
            *mask |= u32::from(is_same) << lane;
        }
    }
    way.map(|(_, edge)| (edge, mask))
}

/// How many instructions a wave executes before the next one has its turn: it may wait for that one in a loop.
const TURN: u64 = 1 << 20;

impl Context<'_> {
    /// Reports active lanes whose divisor is zero.
    fn check_divisor(&mut self, from: List) {
        if !self.checks.all {
            return;
        }
        let registers = self.program.list(from);
        let (_, divisor) = registers.split_at(registers.len() / 2);
        for block in 0..self.blocks() {
            let nonzero = divisor.iter().fold(0, |bits, part| bits | lanes::nonzero(self.read(*part, block)));
            for lane in lanes::each(self.active(block) & !nonzero) {
                self.report(FindingKind::DivisionByZero, block, lane, || {
                    "integer division by zero".to_owned()
                });
            }
        }
    }

    /// Reports active lanes for which a result is not a number though all operands are.
    fn check_nan(&mut self, results: &[Register], operands: &[Register], scalar: Scalar) {
        if !self.checks.nan {
            return;
        }
        for block in 0..self.blocks() {
            let fresh = self.not_numbers(results, scalar, block) & !self.not_numbers(operands, scalar, block);
            for lane in lanes::each(fresh & self.active(block)) {
                self.report(FindingKind::Nan, block, lane, || {
                    "the result is NaN, although no operand is NaN".to_owned()
                });
            }
        }
    }

    /// The lanes in which one of some floats is not a number.
    fn not_numbers(&self, registers: &[Register], scalar: Scalar, block: usize) -> u32 {
        let width = scalar.registers() as usize;
        registers.chunks(width).fold(0, |bits, value| {
            let Some(top) = value.last().map(|register| self.read(*register, block)) else { return bits };
            let rest = value.first().filter(|_| width > 1).map(|register| self.read(*register, block));
            let mut found = 0;
            for (lane, word) in top.iter().enumerate() {
                let low = rest.map_or(0, |rest| lanes::get(rest, lane));
                let is_nan = match scalar {
                    Scalar::F16 => word & 0x7fff > 0x7c00,
                    Scalar::F64 => f64::from_bits(u64::from(*word) << 32 | u64::from(low)).is_nan(),
                    _ => f32::from_bits(*word).is_nan(),
                };
                found |= u32::from(is_nan) << lane;
            }
            bits | found
        })
    }
}
