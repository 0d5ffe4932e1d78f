//! The order in which divergent lanes of a wave run: lanes at the first block run first, and lanes at the same block
//! reconverge. Each block comes behind those that lead to it, and a loop's blocks next to each other (a weak
//! topological order), so that lanes that leave a loop, by whichever way and out of however many loops, wait behind it
//! for those that are still inside; and lanes that begin another round wait at the loop's end for those that are still
//! in this one.

use dxil_ir::ControlFlow;

use crate::limits;

/// The priorities of the blocks of a function, by block number.
#[derive(Debug)]
pub(super) struct Order {
    /// That of each block; `u32::MAX` for blocks that nothing leads to.
    priorities: Vec<u32>,
    /// Of the first block of a loop, that of lanes that come back to it: behind all blocks of the loop.
    rounds: Vec<u32>,
}

/// The priority of unreachable blocks.
const NEVER: u32 = u32::MAX;

impl Order {
    /// That of a function's blocks.
    pub(super) fn of(flow: &ControlFlow) -> Self {
        let count = flow.blocks() as usize;
        let mut search = Search {
            flow,
            order: Self { priorities: vec![NEVER; count], rounds: vec![NEVER; count] },
            next_priority: 0,
            member: vec![0; count],
            next_set: 0,
            numbers: vec![NEVER; count],
            lowest: vec![NEVER; count],
            is_open: vec![false; count],
        };
        if count > 0 {
            // What the search finds from the first block is all that has code.
            let all: Vec<u32> = (0..flow.blocks()).collect();
            search.arrange(&all, true, 0);
        }
        search.order
    }

    /// The priority of lanes that take the edge from one block to another.
    pub(super) fn priority(&self, from: u32, to: u32) -> u32 {
        let of = |priorities: &[u32], block: u32| {
            usize::try_from(block).ok().and_then(|block| priorities.get(block)).copied().unwrap_or(NEVER)
        };
        let (before, priority, round) =
            (of(&self.priorities, from), of(&self.priorities, to), of(&self.rounds, to));
        if priority > before || round == NEVER { priority } else { round }
    }
}

/// The state of finding the order: strongly connected parts, and those in them without their first blocks, again and
/// again.
struct Search<'f> {
    flow: &'f ControlFlow,
    order: Order,
    next_priority: u32,
    /// Which set of blocks each is in now.
    member: Vec<u32>,
    next_set: u32,
    /// The numbers of Tarjan's search.
    numbers: Vec<u32>,
    lowest: Vec<u32>,
    is_open: Vec<bool>,
}

fn get<T: Copy>(list: &[T], block: u32) -> Option<T> {
    list.get(usize::try_from(block).ok()?).copied()
}

fn set<T>(list: &mut [T], block: u32, value: T) {
    if let Some(entry) = usize::try_from(block).ok().and_then(|block| list.get_mut(block)) {
        *entry = value;
    }
}

impl Search<'_> {
    fn next_priority(&mut self) -> u32 {
        self.next_priority += 1;
        self.next_priority - 1
    }

    /// Assigns priorities to a set of blocks; of the whole function, to those that the first one leads to.
    fn arrange(&mut self, blocks: &[u32], is_function: bool, depth: usize) {
        self.next_set += 1;
        let this = self.next_set;
        for block in blocks {
            set(&mut self.member, *block, this);
            set(&mut self.numbers, *block, NEVER);
        }
        let roots = if is_function { blocks.get(..1).unwrap_or_default() } else { blocks };
        let mut parts = Vec::new();
        for root in roots {
            self.connected(*root, this, &mut parts);
        }
        // The search finds a part behind all that it leads to.
        for part in parts.into_iter().rev() {
            let Some((first, rest)) = part.split_first() else { continue };
            let priority = self.next_priority();
            set(&mut self.order.priorities, *first, priority);
            if rest.is_empty() && !self.flow.successors(*first).contains(first) {
                continue;
            }
            if depth < limits::LOOP_DEPTH {
                self.arrange(rest, false, depth + 1);
            } else {
                for block in rest {
                    let priority = self.next_priority();
                    set(&mut self.order.priorities, *block, priority);
                }
            }
            let round = self.next_priority();
            set(&mut self.order.rounds, *first, round);
        }
    }

    /// Finds the strongly connected parts that one comes to from a block in a set: each begins with the block that the
    /// search came to first, and has the others in the order in which it came to them.
    fn connected(&mut self, root: u32, this: u32, parts: &mut Vec<Vec<u32>>) {
        if get(&self.numbers, root) != Some(NEVER) {
            return;
        }
        let mut next_number = 0;
        let mut open: Vec<u32> = Vec::new();
        let mut path: Vec<(u32, usize)> = vec![(root, 0)];
        while let Some((block, way)) = path.last_mut() {
            let (block, this_way) = (*block, *way);
            *way += 1;
            if this_way == 0 {
                set(&mut self.numbers, block, next_number);
                set(&mut self.lowest, block, next_number);
                set(&mut self.is_open, block, true);
                next_number += 1;
                open.push(block);
            }
            if let Some(next) = self.flow.successors(block).get(this_way).copied() {
                if get(&self.member, next) != Some(this) {
                    continue;
                }
                match get(&self.numbers, next) {
                    Some(NEVER) => path.push((next, 0)),
                    Some(number) if get(&self.is_open, next) == Some(true) => self.lower(block, number),
                    _ => {}
                }
                continue;
            }
            path.pop();
            let (number, lowest) = (get(&self.numbers, block), get(&self.lowest, block));
            if let (Some((before, _)), Some(lowest)) = (path.last(), lowest) {
                self.lower(*before, lowest);
            }
            if number == lowest {
                let start = open.iter().rposition(|open| *open == block).unwrap_or(0);
                let part = open.split_off(start);
                for block in &part {
                    set(&mut self.is_open, *block, false);
                }
                parts.push(part);
            }
        }
    }

    fn lower(&mut self, block: u32, number: u32) {
        let lowest = get(&self.lowest, block).unwrap_or(NEVER).min(number);
        set(&mut self.lowest, block, lowest);
    }
}
