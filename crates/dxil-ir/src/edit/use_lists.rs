//! Who uses what, exactly and at once: for each value or block the operands that are it, as linked lists whose links
//! lie side by side for each instruction. Separate from [`Uses`](crate::uses::Uses), which is made for readers and
//! knows no changes.

use std::hash::Hash;

use hashbrown::HashMap;

use crate::InstructionId;
use crate::arena::IdMap;
use crate::uses::Use;

/// No link.
const NONE: u32 = u32::MAX;

/// One use.
#[derive(Debug, Clone)]
struct Link<K> {
    of: K,
    at: Use,
    previous: u32,
    next: u32,
}

/// The links of an instruction: where they begin, how many there are, and how many there is room for.
#[derive(Debug, Clone, Copy, Default)]
struct Links {
    start: u32,
    len: u32,
    room: u32,
}

/// The uses of one value.
#[derive(Debug, Clone, Copy)]
struct Head {
    first: u32,
    last: u32,
    count: u32,
}

/// The uses of values, or of blocks.
#[derive(Debug, Clone)]
pub(super) struct UseLists<K> {
    links: Vec<Link<K>>,
    of_instruction: IdMap<InstructionId, Links>,
    /// Never gone through, so that its order is of no account.
    heads: HashMap<K, Head>,
}

impl<K> Default for UseLists<K> {
    fn default() -> Self {
        Self { links: Vec::new(), of_instruction: IdMap::new(), heads: HashMap::new() }
    }
}

#[allow(clippy::indexing_slicing, reason = "an `IdMap` has every index; links are those of this list")]
impl<K: Copy + Eq + Hash> UseLists<K> {
    /// The uses of a value, in the order in which they came.
    pub(super) fn of(&self, value: K) -> impl Iterator<Item = Use> + '_ {
        let first = self.heads.get(&value).map_or(NONE, |head| head.first);
        let links = std::iter::successors(self.link(first), |link| self.link(link.next));
        links.map(|link| link.at)
    }

    /// How many uses a value has.
    pub(super) fn count(&self, value: K) -> usize {
        self.heads.get(&value).map_or(0, |head| usize::try_from(head.count).unwrap_or(usize::MAX))
    }

    /// Says what an instruction uses, in the place of what it used before.
    pub(super) fn set(&mut self, instruction: InstructionId, operands: &[K]) {
        self.remove(instruction);
        let len = u32::try_from(operands.len()).unwrap_or(u32::MAX);
        let mut links = self.of_instruction[instruction];
        if links.room < len {
            // One that grows, grows again.
            let room = if links.room == 0 { len } else { len.saturating_mul(2) };
            let start = u32::try_from(self.links.len()).unwrap_or(NONE);
            links = Links { start, len: 0, room };
            if let Some(first) = operands.first() {
                let at = Use { instruction, operand: 0 };
                let free = Link { of: *first, at, previous: NONE, next: NONE };
                self.links.resize(self.links.len() + usize::try_from(room).unwrap_or(0), free);
            }
        }
        links.len = len;
        self.of_instruction[instruction] = links;
        for (operand, value) in (0..).zip(operands) {
            self.attach(links.start + operand, Use { instruction, operand }, *value);
        }
    }

    /// Says that an instruction uses nothing any more.
    pub(super) fn remove(&mut self, instruction: InstructionId) {
        let Some(links) = self.of_instruction.get(instruction).copied().filter(|links| links.len > 0) else {
            return;
        };
        for index in links.start..links.start + links.len {
            self.detach(index);
        }
        self.of_instruction[instruction].len = 0;
    }

    /// Puts another value in the place of one operand.
    pub(super) fn replace(&mut self, at: Use, new: K) {
        let Some(links) = self.of_instruction.get(at.instruction).filter(|links| at.operand < links.len)
        else {
            return;
        };
        let index = links.start + at.operand;
        self.detach(index);
        self.attach(index, at, new);
    }

    fn link(&self, index: u32) -> Option<&Link<K>> {
        if index == NONE {
            return None;
        }
        self.links.get(usize::try_from(index).ok()?)
    }

    fn link_mut(&mut self, index: u32) -> Option<&mut Link<K>> {
        if index == NONE {
            return None;
        }
        self.links.get_mut(usize::try_from(index).ok()?)
    }

    /// Puts a link at the end of the list of `of`.
    fn attach(&mut self, index: u32, at: Use, of: K) {
        let head = self.heads.entry(of).or_insert(Head { first: NONE, last: NONE, count: 0 });
        let previous = std::mem::replace(&mut head.last, index);
        head.count += 1;
        if previous == NONE {
            head.first = index;
        }
        if let Some(link) = self.link_mut(previous) {
            link.next = index;
        }
        if let Some(link) = self.link_mut(index) {
            *link = Link { of, at, previous, next: NONE };
        }
    }

    fn detach(&mut self, index: u32) {
        let Some(Link { of, previous, next, .. }) = self.link(index).cloned() else { return };
        if let Some(link) = self.link_mut(previous) {
            link.next = next;
        }
        if let Some(link) = self.link_mut(next) {
            link.previous = previous;
        }
        let Some(head) = self.heads.get_mut(&of) else { return };
        head.count -= 1;
        if head.count == 0 {
            self.heads.remove(&of);
            return;
        }
        if previous == NONE {
            head.first = next;
        }
        if next == NONE {
            head.last = previous;
        }
    }

    /// All uses, sorted; for comparison with others.
    pub(super) fn sorted(&self) -> Vec<(K, Use)>
    where
        K: Ord,
    {
        let mut all = Vec::new();
        for of in self.heads.keys() {
            all.extend(self.of(*of).map(|at| (*of, at)));
        }
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BlockId;

    /// The lists say what a plain table says, after any sequence of changes.
    #[test]
    fn uses_are_those_of_the_operands() {
        let mut lists = UseLists::<BlockId>::default();
        let mut table = vec![Vec::<BlockId>::new(); 12];
        let mut state = 3_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        for _ in 0..5_000 {
            let number = random(12);
            let id = InstructionId::from_u32(number);
            let operands = &mut table[usize::try_from(number).unwrap()];
            match random(3) {
                0 => {
                    *operands = (0..random(6)).map(|_| BlockId::from_u32(random(4))).collect();
                    lists.set(id, operands);
                }
                1 if !operands.is_empty() => {
                    let operand = random(u32::try_from(operands.len()).unwrap());
                    let new = BlockId::from_u32(random(4));
                    operands[usize::try_from(operand).unwrap()] = new;
                    lists.replace(Use { instruction: id, operand }, new);
                }
                _ => {
                    operands.clear();
                    lists.remove(id);
                }
            }
            let mut expected = Vec::new();
            for (number, operands) in (0..).zip(&table) {
                let instruction = InstructionId::from_u32(number);
                expected.extend((0..).zip(operands).map(|(operand, of)| (*of, Use { instruction, operand })));
            }
            expected.sort_unstable();
            assert_eq!(lists.sorted(), expected);
            let counts: usize = (0..4).map(|block| lists.count(BlockId::from_u32(block))).sum();
            assert_eq!(counts, expected.len());
        }
    }
}
