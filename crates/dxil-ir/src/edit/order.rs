//! The order of blocks and instructions as linked lists, with the block of each instruction. Separate because a body
//! keeps arrays, which are fast to read and slow to change; the lists are made when an editing session begins and
//! written back when it ends.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use crate::arena::{IdMap, PackedOption};
use crate::{BlockId, Body, InstructionId};

/// The distance of order numbers of neighbours. Each insertion at one place halves it; when it is used up, the block is
/// numbered anew.
const STEP: u64 = 1 << 32;

/// Where an instruction is.
#[derive(Debug, Clone, Default)]
struct Place {
    block: PackedOption<BlockId>,
    previous: PackedOption<InstructionId>,
    next: PackedOption<InstructionId>,
    /// Larger than those of all before it in its block.
    number: u64,
}

/// Where a block is, and where its instructions begin and end.
#[derive(Debug, Clone, Default)]
struct Ends {
    is_placed: bool,
    previous: PackedOption<BlockId>,
    next: PackedOption<BlockId>,
    first: PackedOption<InstructionId>,
    last: PackedOption<InstructionId>,
}

/// The order of blocks and instructions.
#[derive(Debug, Clone, Default)]
pub(super) struct Order {
    places: IdMap<InstructionId, Place>,
    blocks: IdMap<BlockId, Ends>,
    entry: PackedOption<BlockId>,
    end: PackedOption<BlockId>,
}

impl Order {
    /// The order of a body; `None` where a block or an instruction is missing or occurs twice.
    pub(super) fn of(body: &Body) -> Option<Self> {
        let mut order = Self::default();
        order.places.resize(body.instructions.len());
        order.blocks.resize(body.blocks.len());
        for block in &body.layout {
            if !body.blocks.has(*block) || order.has_block(*block) {
                return None;
            }
            order.insert_block(*block, None);
            order.fill(body, *block)?;
        }
        Some(order)
    }

    /// Puts the instructions of a body's block into a block that is empty; `None` where one is missing or has a place
    /// already.
    fn fill(&mut self, body: &Body, block: BlockId) -> Option<()> {
        let ids = body.instructions_of(block);
        let (mut previous, mut number) = (PackedOption::none(), 0_u64);
        for (index, id) in ids.iter().enumerate() {
            let place = self.places.get_mut(*id).filter(|place| place.block.is_none())?;
            number = number.saturating_add(STEP);
            let next = ids.get(index + 1).copied().into();
            *place = Place { block: block.into(), previous, next, number };
            previous = (*id).into();
        }
        let ends = &mut self.blocks[block];
        (ends.first, ends.last) = (ids.first().copied().into(), previous);
        Some(())
    }

    #[inline]
    pub(super) fn block_of(&self, id: InstructionId) -> Option<BlockId> {
        self.places.get(id)?.block.expand()
    }

    #[inline]
    pub(super) fn next(&self, id: InstructionId) -> Option<InstructionId> {
        self.places.get(id)?.next.expand()
    }

    #[inline]
    pub(super) fn previous(&self, id: InstructionId) -> Option<InstructionId> {
        self.places.get(id)?.previous.expand()
    }

    #[inline]
    pub(super) fn first(&self, block: BlockId) -> Option<InstructionId> {
        self.blocks.get(block)?.first.expand()
    }

    #[inline]
    pub(super) fn last(&self, block: BlockId) -> Option<InstructionId> {
        self.blocks.get(block)?.last.expand()
    }

    pub(super) fn entry(&self) -> Option<BlockId> {
        self.entry.expand()
    }

    #[inline]
    pub(super) fn has_block(&self, block: BlockId) -> bool {
        self.blocks.get(block).is_some_and(|ends| ends.is_placed)
    }

    pub(super) fn next_block(&self, block: BlockId) -> Option<BlockId> {
        self.blocks.get(block)?.next.expand()
    }

    pub(super) fn blocks(&self) -> impl Iterator<Item = BlockId> + '_ {
        std::iter::successors(self.entry(), |block| self.next_block(*block))
    }

    pub(super) fn instructions(&self, block: BlockId) -> impl Iterator<Item = InstructionId> + '_ {
        std::iter::successors(self.first(block), |id| self.next(*id))
    }

    /// Whether the first of two instructions of one block comes before the other.
    #[inline]
    pub(super) fn is_before(&self, one: InstructionId, other: InstructionId) -> bool {
        self.places[one].number < self.places[other].number
    }

    /// Puts an instruction that is in no block before another one of `block`, or at its end.
    #[inline]
    pub(super) fn insert(&mut self, id: InstructionId, block: BlockId, next: Option<InstructionId>) {
        let previous = next.map_or_else(|| self.last(block), |next| self.previous(next));
        let number = self.number_between(previous, next).unwrap_or_else(|| {
            self.renumber(block);
            self.number_between(previous, next).unwrap_or(u64::MAX)
        });
        self.places[id] = Place { block: block.into(), previous: previous.into(), next: next.into(), number };
        match previous {
            Some(previous) => self.places[previous].next = id.into(),
            None => self.blocks[block].first = id.into(),
        }
        match next {
            Some(next) => self.places[next].previous = id.into(),
            None => self.blocks[block].last = id.into(),
        }
    }

    /// Takes an instruction out of its block.
    #[inline]
    pub(super) fn remove(&mut self, id: InstructionId) {
        let Place { block, previous, next, .. } = std::mem::take(&mut self.places[id]);
        let Some(block) = block.expand() else { return };
        match previous.expand() {
            Some(previous) => self.places[previous].next = next,
            None => self.blocks[block].first = next,
        }
        match next.expand() {
            Some(next) => self.places[next].previous = previous,
            None => self.blocks[block].last = previous,
        }
    }

    /// Moves an instruction and all behind it to the end of another block.
    pub(super) fn move_tail(&mut self, from: InstructionId, to: BlockId) {
        let mut next = Some(from);
        while let Some(id) = next {
            next = self.next(id);
            self.remove(id);
            self.insert(id, to, None);
        }
    }

    /// Puts a block that is not in the order before another one, or at the end.
    pub(super) fn insert_block(&mut self, block: BlockId, next: Option<BlockId>) {
        let previous = match next {
            Some(next) => self.blocks[next].previous,
            None => self.end,
        };
        let ends = &mut self.blocks[block];
        (ends.is_placed, ends.previous, ends.next) = (true, previous, next.into());
        match previous.expand() {
            Some(previous) => self.blocks[previous].next = block.into(),
            None => self.entry = block.into(),
        }
        match next {
            Some(next) => self.blocks[next].previous = block.into(),
            None => self.end = block.into(),
        }
    }

    /// Takes a block out of the order, with its instructions still in it.
    pub(super) fn remove_block(&mut self, block: BlockId) {
        let ends = &mut self.blocks[block];
        let (previous, next) = (std::mem::take(&mut ends.previous), std::mem::take(&mut ends.next));
        ends.is_placed = false;
        match previous.expand() {
            Some(previous) => self.blocks[previous].next = next,
            None => self.entry = next,
        }
        match next.expand() {
            Some(next) => self.blocks[next].previous = previous,
            None => self.end = previous,
        }
    }

    #[inline]
    fn number_between(&self, previous: Option<InstructionId>, next: Option<InstructionId>) -> Option<u64> {
        let low = previous.map_or(0, |id| self.places[id].number);
        let number = match next {
            None => low.checked_add(STEP)?,
            Some(next) => low + (self.places[next].number - low) / 2,
        };
        Some(number).filter(|number| *number > low)
    }

    fn renumber(&mut self, block: BlockId) {
        let mut next = self.first(block);
        let mut number = STEP;
        while let Some(id) = next {
            self.places[id].number = number;
            number = number.saturating_add(STEP);
            next = self.next(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lists and their numbers agree with vectors after any sequence of changes.
    #[test]
    fn instructions_stand_where_they_were_put() {
        let blocks = [0, 1, 2].map(BlockId::from_u32);
        let mut order = Order::default();
        for block in blocks {
            order.insert_block(block, None);
        }
        let mut expected = vec![Vec::<InstructionId>::new(); blocks.len()];
        let mut state = 7_u32;
        let mut random = |below: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            usize::try_from(state >> 8).unwrap() % below
        };
        for step in 0..3_000 {
            let which = random(blocks.len());
            let at = random(expected[which].len() + 1);
            let id = InstructionId::from_u32(step);
            match random(5) {
                0 if at < expected[which].len() => order.remove(expected[which].remove(at)),
                1 if at < expected[which].len() && random(8) == 0 => {
                    let other = (which + 1) % blocks.len();
                    order.move_tail(expected[which][at], blocks[other]);
                    let moved = expected[which].split_off(at);
                    expected[other].extend(moved);
                }
                // Many at one place use up the numbers there.
                _ => {
                    let at = if random(2) == 0 { at.min(1) } else { at };
                    order.insert(id, blocks[which], expected[which].get(at).copied());
                    expected[which].insert(at, id);
                }
            }
            for (block, expected) in blocks.iter().zip(&expected) {
                assert!(order.instructions(*block).eq(expected.iter().copied()));
                assert!(expected.iter().all(|id| order.block_of(*id) == Some(*block)));
                assert!(expected.windows(2).all(|pair| order.is_before(pair[0], pair[1])));
                assert_eq!(order.last(*block), expected.last().copied());
            }
        }
    }

    #[test]
    fn blocks_stand_where_they_were_put() {
        let [a, b, c] = [0, 1, 2].map(BlockId::from_u32);
        let mut order = Order::default();
        order.insert_block(b, None);
        order.insert_block(a, Some(b));
        order.insert_block(c, None);
        assert!(order.blocks().eq([a, b, c]));
        order.remove_block(b);
        assert!(order.blocks().eq([a, c]) && !order.has_block(b));
        order.insert_block(b, Some(a));
        order.remove_block(c);
        assert!(order.blocks().eq([b, a]));
        assert_eq!(order.entry(), Some(b));
    }
}
