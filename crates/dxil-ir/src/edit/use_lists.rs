//! Who uses what, exactly and at once: for each value or block the operands that are it, as linked lists whose links
//! lie side by side for each instruction. Separate from [`Uses`](crate::uses::Uses), which is made for readers and
//! knows no changes.
//!
//! What is the module's (constants, globals, arguments) is used everywhere and seldom asked for: those lists are made
//! when the first of them is wanted.

use std::cell::OnceCell;
use std::hash::Hash;

use az::SaturatingAs as _;
use hashbrown::HashMap;

use crate::arena::{Id as _, IdMap};
use crate::uses::Use;
use crate::{BlockId, InstructionId, Value, ValueKind};

/// No link.
const NONE: u32 = u32::MAX;

/// One use: which operand it is, its place among the links of its instruction says.
#[derive(Debug, Clone)]
struct Link<K> {
    of: K,
    instruction: InstructionId,
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
    others: OnceCell<Others<K>>,
}

/// The uses of what has no number in the function, once they were wanted.
#[derive(Debug, Clone)]
struct Others<K> {
    /// Never gone through, so that its order is of no account.
    heads: HashMap<K, Head>,
    /// What comes before and behind each link, for those that are in one of these lists.
    chains: Vec<[u32; 2]>,
}

impl<K> Default for Others<K> {
    fn default() -> Self {
        Self { heads: HashMap::new(), chains: Vec::new() }
    }
}

impl<K> Default for UseLists<K> {
    fn default() -> Self {
        Self { links: Vec::new(), of_instruction: IdMap::new(), heads: Vec::new(), others: OnceCell::new() }
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
            others: OnceCell::new(),
        }
    }

    /// The uses of a value, in the order in which they came; of what is the module's, those that were there when the
    /// first one was asked for are in the order of their instructions' ids.
    pub(super) fn of(&self, value: K) -> impl Iterator<Item = Use> + '_ {
        let others = value.place().is_none().then(|| self.others());
        let mut next = self.head(value).map_or(NONE, |head| head.first);
        std::iter::from_fn(move || {
            let index = next;
            let link = self.link(index)?;
            next = match others {
                Some(others) => others.behind(index),
                None => link.next,
            };
            let instruction = link.instruction;
            let start = self.of_instruction.get(instruction).map_or(index, |links| links.start);
            Some(Use { instruction, operand: index.saturating_sub(start) })
        })
    }

    /// How many uses a value has.
    pub(super) fn count(&self, value: K) -> usize {
        self.head(value).map_or(0, |head| head.count as usize)
    }

    /// Says what an instruction uses, in the place of what it used before.
    pub(super) fn set(&mut self, instruction: InstructionId, operands: impl Iterator<Item = K> + Clone) {
        let Some(known) = self.of_instruction.get(instruction).copied().filter(|links| links.room > 0) else {
            let operands: Vec<K> = operands.collect();
            self.first(instruction, [&operands, &[], &[]]);
            return;
        };
        self.remove(instruction);
        let len = operands.clone().count().saturating_as::<u32>();
        let mut links = known;
        if links.room < len {
            // One that grows, grows again.
            let room = len.saturating_mul(2);
            let start = u32::try_from(self.links.len()).unwrap_or(NONE);
            links = Links { start, len: 0, room };
            if let Some(of) = operands.clone().next() {
                let free = Link { of, instruction, previous: NONE, next: NONE };
                self.links.resize(self.links.len() + room as usize, free);
            }
        }
        links.len = len;
        self.of_instruction[instruction] = links;
        let mut index = links.start;
        operands.for_each(|of| {
            let previous = self.append(index, of);
            if let Some(link) = self.link_mut(index) {
                *link = Link { of, instruction, previous, next: NONE };
            }
            index += 1;
        });
    }

    /// Says what an instruction uses that used nothing before: all of some lists.
    #[inline]
    pub(super) fn first(&mut self, instruction: InstructionId, operands: [&[K]; 3]) {
        let start = u32::try_from(self.links.len()).unwrap_or(NONE);
        let mut index = start;
        for list in operands {
            for of in list {
                let previous = self.append(index, *of);
                self.links.push(Link { of: *of, instruction, previous, next: NONE });
                index = index.saturating_add(1);
            }
        }
        let len = index - start;
        if len > 0 {
            self.of_instruction[instruction] = Links { start, len, room: len };
        }
    }

    /// The lists of what has no number, which are made if they are not there.
    fn others(&self) -> &Others<K> {
        self.others.get_or_init(|| {
            let mut others = Others::default();
            for (_, links) in self.of_instruction.iter() {
                for index in links.start..links.start + links.len {
                    if let Some(link) = self.link(index).filter(|link| link.of.place().is_none()) {
                        others.append(index, link.of);
                    }
                }
            }
            others
        })
    }

    #[inline]
    fn head(&self, of: K) -> Option<&Head> {
        match of.place() {
            Some(place) => self.heads.get(place),
            None => self.others().heads.get(&of),
        }
    }

    /// Says that an instruction uses nothing any more.
    pub(super) fn remove(&mut self, instruction: InstructionId) {
        let Some(links) = self.of_instruction.get_mut(instruction).filter(|links| links.len > 0) else {
            return;
        };
        let Links { start, len, .. } = *links;
        links.len = 0;
        for index in start..start + len {
            self.detach(index);
        }
    }

    /// Puts another value in the place of one operand.
    pub(super) fn replace(&mut self, at: Use, new: K) {
        let Some(links) = self.of_instruction.get(at.instruction).filter(|links| at.operand < links.len)
        else {
            return;
        };
        let index = links.start + at.operand;
        self.detach(index);
        let previous = self.append(index, new);
        if let Some(link) = self.link_mut(index) {
            (link.of, link.previous, link.next) = (new, previous, NONE);
        }
    }

    #[inline]
    fn link(&self, index: u32) -> Option<&Link<K>> {
        // No list has so many links that this is one of them.
        self.links.get(usize::try_from(index).ok()?)
    }

    #[inline]
    fn link_mut(&mut self, index: u32) -> Option<&mut Link<K>> {
        self.links.get_mut(usize::try_from(index).ok()?)
    }

    /// Makes a link the last one of the list of `of`, if there is one; gives which was that before.
    #[inline]
    fn append(&mut self, index: u32, of: K) -> u32 {
        let Some(place) = of.place() else {
            if let Some(others) = self.others.get_mut() {
                others.append(index, of);
            }
            return NONE;
        };
        if place == self.heads.len() {
            self.heads.push(Head::default());
        } else if place > self.heads.len() {
            self.heads.resize(place + 1, Head::default());
        }
        let previous = self.heads[place].push(index);
        if previous != NONE
            && let Some(link) = self.link_mut(previous)
        {
            link.next = index;
        }
        previous
    }

    #[inline]
    fn detach(&mut self, index: u32) {
        let Some(&Link { of, previous, next, .. }) = self.link(index) else { return };
        let Some(place) = of.place() else {
            if let Some(others) = self.others.get_mut() {
                others.detach(index, of);
            }
            return;
        };
        if let Some(link) = self.link_mut(previous) {
            link.next = next;
        }
        if let Some(link) = self.link_mut(next) {
            link.previous = previous;
        }
        self.heads[place].take(previous, next);
    }

    /// All uses, sorted; for comparison with others.
    pub(super) fn sorted(&self) -> Vec<(K, Use)>
    where
        K: Ord,
    {
        let mut all = Vec::new();
        let with_place = (0..self.heads.len()).map(K::at);
        for of in with_place.chain(self.others().heads.keys().copied()) {
            all.extend(self.of(of).map(|at| (of, at)));
        }
        all.sort_unstable();
        all
    }
}

impl Head {
    /// Makes a link the last one; gives which was that before.
    #[inline]
    fn push(&mut self, index: u32) -> u32 {
        let previous = std::mem::replace(&mut self.last, index);
        self.count += 1;
        if previous == NONE {
            self.first = index;
        }
        previous
    }

    /// Takes out the link between two others.
    #[inline]
    fn take(&mut self, previous: u32, next: u32) {
        self.count -= 1;
        if previous == NONE {
            self.first = next;
        }
        if next == NONE {
            self.last = previous;
        }
    }
}

impl<K: Used> Others<K> {
    /// What comes behind a link.
    fn behind(&self, index: u32) -> u32 {
        let chain = usize::try_from(index).ok().and_then(|index| self.chains.get(index));
        chain.map_or(NONE, |[_, next]| *next)
    }

    fn chain_mut(&mut self, index: u32) -> Option<&mut [u32; 2]> {
        self.chains.get_mut(usize::try_from(index).ok()?)
    }

    fn append(&mut self, index: u32, of: K) {
        let previous = self.heads.entry(of).or_default().push(index);
        if let Some([_, next]) = self.chain_mut(previous) {
            *next = index;
        }
        let place = index as usize;
        if place >= self.chains.len() {
            self.chains.resize(place.saturating_add(1), [NONE; 2]);
        }
        if let Some(chain) = self.chain_mut(index) {
            *chain = [previous, NONE];
        }
    }

    fn detach(&mut self, index: u32, of: K) {
        let Some(&mut [previous, next]) = self.chain_mut(index) else { return };
        if let Some([_, behind]) = self.chain_mut(previous) {
            *behind = next;
        }
        if let Some([before, _]) = self.chain_mut(next) {
            *before = previous;
        }
        if let Some(head) = self.heads.get_mut(&of) {
            head.take(previous, next);
        }
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
