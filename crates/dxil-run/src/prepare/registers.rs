//! The last numbers of registers: those of constants first, then those that functions are called with and give, each of
//! which is one of its own; then those of functions. A register of a function holds one value after the other: each
//! where no other is live there. A function's lie behind those of all that it calls, so that calls keep what the caller
//! has.

use std::ops::Range;

use az::SaturatingAs as _;
use dxil_ir::live_ranges::Segment;
use hashbrown::HashMap;

use super::definedness::Definedness;
use super::liveness::Liveness;
use super::operands::VALUE;
use crate::error::Result;
use crate::instruction::{Instruction, Pc, PhiCopy, Register};
use crate::limits;
use crate::program::Program;

/// A function: its code, and its own registers.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    pub code: Range<Pc>,
    pub registers: Range<u32>,
}

/// The last numbers so far.
struct Assignment {
    /// The last number of each register of a value.
    map: Vec<Register>,
    /// How many there are.
    count: u32,
}

/// A register in which one value follows the other.
#[derive(Debug, Default)]
struct Slot {
    /// Where it holds one, in order.
    taken: Vec<Segment>,
    /// Whether it is for values that may be undefined: others never look.
    is_tracked: bool,
}

impl Slot {
    fn end(&self) -> u32 {
        self.taken.last().map_or(0, |last| last.1)
    }

    /// Whether nothing is there where a value is live.
    fn fits(&self, segments: &[Segment]) -> bool {
        if segments.first().is_none_or(|first| first.0 >= self.end()) {
            return true;
        }
        self.taken.len() <= limits::SEGMENTS_IN_ORDER
            && segments.iter().all(|(start, end)| {
                let next = self.taken.partition_point(|taken| taken.1 <= *start);
                self.taken.get(next).is_none_or(|taken| taken.0 >= *end)
            })
    }

    fn take(&mut self, segments: &[Segment]) {
        let is_behind = segments.first().is_none_or(|first| first.0 >= self.end());
        self.taken.extend_from_slice(segments);
        if !is_behind {
            self.taken.sort_unstable();
        }
    }
}

/// Numbers the registers of values, of which the first `fixed` are those of calls. Gives how many there are with those
/// of constants.
///
/// # Errors
///
/// A value is used where none was computed.
pub(super) fn assign(
    program: &mut Program,
    constants: u32,
    (values, fixed): (u32, u32),
    frames: &[Frame],
    definedness: &Definedness,
    is_shared: bool,
) -> Result<u32> {
    let mut map = vec![Register::NONE; values as usize];
    for (number, to) in (0..fixed).zip(&mut map) {
        *to = Register(constants.saturating_add(number));
    }
    let mut assignment = Assignment { map, count: constants.saturating_add(fixed) };
    // Where the registers of each function end, by its first instruction.
    let mut ends: HashMap<Pc, u32> = HashMap::new();
    let behind_fixed = assignment.count;
    for frame in frames {
        let code = program.code.get(to_range(&frame.code)).unwrap_or_default();
        let calls = code.iter().filter_map(|instruction| match instruction {
            Instruction::Call(start) => ends.get(start).copied(),
            _ => None,
        });
        let base = calls.max().unwrap_or(behind_fixed);
        let end = assignment.function(program, frame, base, definedness, is_shared)?;
        ends.insert(frame.code.start, end);
        assignment.count = assignment.count.max(end);
    }
    assignment.rewrite(program);
    Ok(assignment.count)
}

fn to_range(code: &Range<Pc>) -> Range<usize> {
    let [start, end] = [code.start, code.end].map(|pc| pc as usize);
    start..end
}

impl Assignment {
    /// Numbers the registers of a function from `base` on; where they end.
    fn function(
        &mut self,
        program: &Program,
        frame: &Frame,
        base: u32,
        definedness: &Definedness,
        is_shared: bool,
    ) -> Result<u32> {
        let mut liveness = Liveness::new(program, frame.code.clone(), frame.registers.clone());
        let mut live = Vec::new();
        let mut alone = Vec::new();
        for register in frame.registers.clone() {
            let index = (register - frame.registers.start) as usize;
            if !is_shared {
                alone.push(register);
                continue;
            }
            if liveness.uses.get(index).is_none_or(|uses| uses.reads.is_empty()) {
                continue;
            }
            match liveness.segments(register)? {
                Some(segments) => live.push((register, segments)),
                None => alone.push(register),
            }
        }
        live.sort_by_key(|(register, segments)| (segments.first().map(|first| first.0), *register));
        let hints = hints(program, frame);
        let mut slots: Vec<Slot> = Vec::new();
        for (register, segments) in live {
            let is_tracked = definedness.may_be_undefined(Register(VALUE | register));
            let fits = |slot: &Slot| slot.is_tracked == is_tracked && slot.fits(&segments);
            let mut near = hints.get(&register).into_iter().flatten().filter_map(|near| {
                let slot = self.get(*near)?.0.checked_sub(base)?;
                usize::try_from(slot).ok()
            });
            let near = near.find(|slot| slots.get(*slot).is_some_and(fits));
            let free = near.or_else(|| slots.iter().take(limits::REGISTERS_TRIED).position(fits));
            let slot = free.unwrap_or_else(|| {
                slots.push(Slot { taken: Vec::new(), is_tracked });
                slots.len() - 1
            });
            if let Some(slot) = slots.get_mut(slot) {
                slot.take(&segments);
            }
            self.set(register, base.saturating_add(slot.saturating_as::<u32>()));
        }
        let mut end = base.saturating_add(slots.len().saturating_as::<u32>());
        for register in alone {
            self.set(register, end);
            end = end.saturating_add(1);
        }
        Ok(end)
    }

    fn get(&self, register: u32) -> Option<Register> {
        let index = usize::try_from(register).ok()?;
        self.map.get(index).copied().filter(|register| *register != Register::NONE)
    }

    fn set(&mut self, register: u32, last: u32) {
        if let Some(to) = usize::try_from(register).ok().and_then(|index| self.map.get_mut(index)) {
            *to = Register(last);
        }
    }

    /// Puts the last numbers where the first ones are.
    fn rewrite(&self, program: &mut Program) {
        let last = |register: &mut Register| {
            if *register != Register::NONE && register.0 & VALUE != 0 {
                *register = self.get(register.0 & !VALUE).unwrap_or(Register::NONE);
            }
        };
        program.lists.iter_mut().for_each(last);
        for copy in &mut program.copies {
            last(&mut copy.to);
            last(&mut copy.from);
        }
        for instruction in &mut program.code {
            Program::change_registers(instruction, last);
        }
        let entry = &mut program.entry;
        for (_, register) in entry.parameters.iter_mut().chain(&mut entry.results) {
            last(register);
        }
    }
}

/// The registers that others are copied from or to: one of the same number saves the copy.
fn hints(program: &Program, frame: &Frame) -> HashMap<u32, Vec<u32>> {
    let mut hints: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut add = |to: Register, from: Register| {
        if to.0 & VALUE != 0 && from.0 & VALUE != 0 && to != Register::NONE && from != Register::NONE {
            let [to, from] = [to, from].map(|register| register.0 & !VALUE);
            hints.entry(to).or_default().push(from);
            hints.entry(from).or_default().push(to);
        }
    };
    for instruction in program.code.get(to_range(&frame.code)).unwrap_or_default() {
        if let Instruction::Copy(to, from) = instruction {
            add(*to, *from);
        }
        super::liveness::each_edge(program, instruction, |edge| {
            program.copies_of(edge).iter().for_each(|copy| add(copy.to, copy.from));
        });
    }
    for near in hints.values_mut() {
        near.sort_unstable();
        near.dedup();
        near.truncate(limits::REGISTERS_TRIED);
    }
    hints
}

/// Brings the copies of each way into an order in which one may follow the other, by way of the register `spare` where
/// they go in a circle. Ways with the same copies share them, so that cases of a switch that lead to the same place are
/// the same way.
pub(super) fn order_copies(program: &mut Program, spare: Register) -> bool {
    let mut copies: Vec<PhiCopy> = Vec::new();
    let mut known: HashMap<Vec<PhiCopy>, u32> = HashMap::new();
    let mut done: HashMap<(u32, u32), (u32, u32)> = HashMap::new();
    let mut uses_spare = false;
    let all = std::mem::take(&mut program.copies);
    program.change_edges(|edge| {
        let before = (edge.copies, edge.count);
        if let Some(after) = done.get(&before) {
            (edge.copies, edge.count) = *after;
            return;
        }
        let start = edge.copies as usize;
        let count = edge.count as usize;
        let of_edge = all.get(start..).and_then(|rest| rest.get(..count)).unwrap_or_default();
        let ordered = in_sequence(of_edge, spare);
        uses_spare |= ordered.iter().any(|copy| copy.to == spare);
        edge.count = u32::try_from(ordered.len()).unwrap_or(0);
        edge.copies = *known.entry(ordered).or_insert_with_key(|ordered| {
            let start = copies.len().saturating_as::<u32>();
            copies.extend_from_slice(ordered);
            start
        });
        done.insert(before, (edge.copies, edge.count));
    });
    program.copies = copies;
    uses_spare
}

/// Copies that are to happen at the same time, one after the other.
fn in_sequence(copies: &[PhiCopy], spare: Register) -> Vec<PhiCopy> {
    let needed = |copy: &&PhiCopy| copy.to != copy.from && copy.to != Register::NONE;
    let mut copies: Vec<PhiCopy> = copies.iter().filter(needed).copied().collect();
    let mut ordered = Vec::with_capacity(copies.len());
    if copies.len() < 2 {
        return copies;
    }
    // Which copies read a register, how many of them are not done, and which one writes it.
    let mut readers: HashMap<Register, (Vec<usize>, usize)> = HashMap::new();
    let mut writers: HashMap<Register, usize> = HashMap::new();
    for (index, copy) in copies.iter().enumerate() {
        let (readers, left) = readers.entry(copy.from).or_default();
        readers.push(index);
        *left += 1;
        writers.insert(copy.to, index);
    }
    let mut done = vec![false; copies.len()];
    let is_free = |copy: &PhiCopy| !readers.contains_key(&copy.to);
    let mut ready: Vec<usize> =
        copies.iter().enumerate().filter(|(_, copy)| is_free(copy)).map(|(index, _)| index).collect();
    let mut first = 0;
    loop {
        while let Some(index) = ready.pop() {
            let (Some(copy), Some(is_done)) = (copies.get(index), done.get_mut(index)) else { continue };
            if std::mem::replace(is_done, true) {
                continue;
            }
            ordered.push(*copy);
            if let Some((_, left)) = readers.get_mut(&copy.from) {
                *left = left.saturating_sub(1);
                if *left == 0 {
                    ready.extend(writers.get(&copy.from));
                }
            }
        }
        // What is left goes in circles, and each register of one is read once: what is overwritten first is kept
        // elsewhere.
        let Some(left) = done.iter().skip(first).position(|done| !done) else { return ordered };
        first += left;
        let Some(kept) = copies.get(first).copied() else { return ordered };
        let reader = readers.get(&kept.to).and_then(|(readers, _)| {
            readers.iter().copied().find(|reader| done.get(*reader).is_some_and(|done| !done))
        });
        if let Some(reader) = reader.and_then(|reader| copies.get_mut(reader)) {
            ordered.push(PhiCopy { to: spare, ..*reader });
            reader.from = spare;
        }
        ready.push(first);
    }
}
