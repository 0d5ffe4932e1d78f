//! Who uses what, exactly and at once: for each value or block the operands that are it, as linked lists whose links
//! lie side by side for each instruction. Separate from [`Uses`](crate::uses::Uses), which is made for readers and
//! knows no changes.

use std::hash::Hash;

use hashbrown::HashMap;

use crate::arena::{Id as _, IdMap};
use crate::uses::Use;
use crate::{BlockId, InstructionId, Value, ValueKind};

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

impl Default for Head {
    fn default() -> Self {
        Self { first: NONE, last: NONE, count: 0 }
    }
}

/// What has uses.
pub(super) trait Used: Copy + Eq + Hash {
    /// Its number among those of the function; `None` for what is the module's, of which a function uses little.
    fn place(self) -> Option<usize>;

    /// What has this number.
    fn at(place: usize) -> Self;
}

impl Used for Value {
    #[inline]
    fn place(self) -> Option<usize> {
        match self.kind() {
            ValueKind::Instruction(id) => Some(id.index()),
            ValueKind::Constant(_)
            | ValueKind::Global(_)
            | ValueKind::Argument(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => None,
        }
    }

    fn at(place: usize) -> Self {
        InstructionId::new(place).into()
    }
}

impl Used for BlockId {
    #[inline]
    fn place(self) -> Option<usize> {
        Some(self.index())
    }

    fn at(place: usize) -> Self {
        Self::new(place)
    }
}

/// The uses of values, or of blocks.
#[derive(Debug, Clone)]
pub(super) struct UseLists<K> {
    links: Vec<Link<K>>,
    of_instruction: IdMap<InstructionId, Links>,
    /// Those of what has a number in the function.
    heads: Vec<Head>,
    /// Those of what has none. Never gone through, so that its order is of no account.
    others: HashMap<K, Head>,
}

impl<K> Default for UseLists<K> {
    fn default() -> Self {
        Self { links: Vec::new(), of_instruction: IdMap::new(), heads: Vec::new(), others: HashMap::new() }
    }
}

#[allow(clippy::indexing_slicing, reason = "an `IdMap` has every index; links are those of this list")]
impl<K: Used> UseLists<K> {
    /// Lists with room for those of a function with so many instructions, so many things that have numbers and so many
    /// uses.
    pub(super) fn with_capacity(instructions: usize, places: usize, uses: usize) -> Self {
        let mut of_instruction = IdMap::new();
        of_instruction.resize(instructions);
        Self {
            links: Vec::with_capacity(uses),
            of_instruction,
            heads: vec![Head::default(); places],
            others: HashMap::new(),
        }
    }

    /// The uses of a value, in the order in which they came.
    pub(super) fn of(&self, value: K) -> impl Iterator<Item = Use> + '_ {
        let first = self.head(value).map_or(NONE, |head| head.first);
        let links = std::iter::successors(self.link(first), |link| self.link(link.next));
        links.map(|link| link.at)
    }

    /// How many uses a value has.
    pub(super) fn count(&self, value: K) -> usize {
        self.head(value).map_or(0, |head| usize::try_from(head.count).unwrap_or(usize::MAX))
    }

    /// Says what an instruction uses, in the place of what it used before.
    pub(super) fn set(&mut self, instruction: InstructionId, operands: impl Iterator<Item = K> + Clone) {
        self.remove(instruction);
        let len = u32::try_from(operands.clone().count()).unwrap_or(u32::MAX);
        if len == 0 {
            return;
        }
        let mut links = self.of_instruction[instruction];
        if links.room < len {
            // One that grows, grows again.
            let room = if links.room == 0 { len } else { len.saturating_mul(2) };
            let start = u32::try_from(self.links.len()).unwrap_or(NONE);
            links = Links { start, len: 0, room };
            if let Some(of) = operands.clone().next() {
                let free = Link { of, at: Use { instruction, operand: 0 }, previous: NONE, next: NONE };
                self.links.resize(self.links.len() + usize::try_from(room).unwrap_or(0), free);
            }
        }
        links.len = len;
        self.of_instruction[instruction] = links;
        let mut operand = 0;
        operands.for_each(|value| {
            self.attach(links.start + operand, Use { instruction, operand }, value);
            operand += 1;
        });
    }

    /// Says what an instruction uses that used nothing before.
    pub(super) fn first(&mut self, instruction: InstructionId, operands: impl Iterator<Item = K>) {
        let start = u32::try_from(self.links.len()).unwrap_or(NONE);
        let mut len = 0;
        operands.for_each(|of| {
            let index = start.saturating_add(len);
            let previous = self.append(index, of);
            self.links.push(Link { of, at: Use { instruction, operand: len }, previous, next: NONE });
            len += 1;
        });
        if len > 0 {
            self.of_instruction[instruction] = Links { start, len, room: len };
        }
    }

    #[inline]
    fn head(&self, of: K) -> Option<&Head> {
        match of.place() {
            Some(place) => self.heads.get(place),
            None => self.others.get(&of),
        }
    }

    /// The head of a value, which is made if there is none.
    #[inline]
    fn head_mut(&mut self, of: K) -> &mut Head {
        match of.place() {
            Some(place) => {
                if place >= self.heads.len() {
                    self.heads.resize(place + 1, Head::default());
                }
                &mut self.heads[place]
            }
            None => self.others.entry(of).or_default(),
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

    #[inline]
    fn link(&self, index: u32) -> Option<&Link<K>> {
        if index == NONE {
            return None;
        }
        self.links.get(usize::try_from(index).ok()?)
    }

    #[inline]
    fn link_mut(&mut self, index: u32) -> Option<&mut Link<K>> {
        if index == NONE {
            return None;
        }
        self.links.get_mut(usize::try_from(index).ok()?)
    }

    /// Puts a link at the end of the list of `of`.
    fn attach(&mut self, index: u32, at: Use, of: K) {
        let previous = self.append(index, of);
        if let Some(link) = self.link_mut(index) {
            *link = Link { of, at, previous, next: NONE };
        }
    }

    /// Makes a link the last one of the list of `of`; which was that before.
    #[inline]
    fn append(&mut self, index: u32, of: K) -> u32 {
        let head = self.head_mut(of);
        let previous = std::mem::replace(&mut head.last, index);
        head.count += 1;
        if previous == NONE {
            head.first = index;
        }
        if let Some(link) = self.link_mut(previous) {
            link.next = index;
        }
        previous
    }

    fn detach(&mut self, index: u32) {
        let Some(Link { of, previous, next, .. }) = self.link(index).cloned() else { return };
        if let Some(link) = self.link_mut(previous) {
            link.next = next;
        }
        if let Some(link) = self.link_mut(next) {
            link.previous = previous;
        }
        let head = self.head_mut(of);
        head.count -= 1;
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
        let with_place = (0..self.heads.len()).map(K::at);
        for of in with_place.chain(self.others.keys().copied()) {
            all.extend(self.of(of).map(|at| (of, at)));
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
                    lists.set(id, operands.iter().copied());
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
