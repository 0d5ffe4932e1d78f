//! Where a phi's constants are decided on. Separate because it is DXC's own rule, which says how much depends on the
//! branches in front of a phi.
//!
//! A constant could be assigned at the end of the block that the phi names, but as well in any block above it in the
//! tree of dominators, as long as no other value goes through there to the phi; what decides whether the topmost such
//! block is reached, is what the phi depends on. Which values go through a block: each value goes up from the block
//! that the phi names, to the one where it is defined, in the order of the phi's operands; it stops where another has
//! been before. Two that meet make the block one for neither, but of two different constants the first one keeps it.
//!
//! DXC goes up block by block. Here only those blocks count where ways meet or values end: as many as the phi has
//! operands.

use dxil_ir::Value;
use dxil_ir::dominators::Dominators;

/// A value of a phi, and the places of blocks in the tree of dominators.
#[derive(Debug, Clone, Copy)]
pub(super) struct Incoming {
    pub(super) value: Value,
    /// Whether it is a constant.
    pub(super) is_constant: bool,
    /// The block that one comes from.
    pub(super) from: u32,
    /// The block where it is defined; for constants and arguments the root.
    pub(super) defined: u32,
}

/// What goes through a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Nothing,
    One(Value, bool),
    Several,
}

/// A block that counts.
#[derive(Debug, Clone, Copy)]
struct Key {
    place: u32,
    /// The closest one above it; of the root, itself.
    above: usize,
    mark: Mark,
    /// The value that goes on from it.
    leaves: Option<Value>,
    /// The topmost block up to which there is nothing but what is here.
    top: u32,
}

/// The places where the constants of a phi are decided on.
pub(super) fn definition_places(tree: &Dominators, incoming: &[Incoming]) -> Vec<u32> {
    if !incoming.iter().any(|incoming| incoming.is_constant) {
        return Vec::new();
    }
    let mut keys = Keys::new(tree, incoming);
    keys.mark(tree, incoming);
    keys.find_tops(tree);
    let tops = incoming.iter().filter(|incoming| incoming.is_constant).map(|incoming| {
        let key = keys.get(incoming.from);
        match key.map(|key| (key.mark, key.top)) {
            Some((Mark::One(value, _), top)) if value == incoming.value => top,
            _ => incoming.from,
        }
    });
    let mut tops: Vec<_> = tops.collect();
    tops.sort_unstable();
    tops.dedup();
    tops
}

/// The blocks that count, by place, so that each comes behind those above it. The first one is the root.
struct Keys(Vec<Key>);

impl Keys {
    fn new(tree: &Dominators, incoming: &[Incoming]) -> Self {
        let mut places = vec![0];
        for Incoming { from, defined, .. } in incoming {
            places.push(*from);
            if tree.is_above(*defined, *from) {
                places.push(*defined);
            }
        }
        places.sort_unstable();
        places.dedup();
        let neighbours = places.iter().zip(places.iter().skip(1));
        let meetings: Vec<_> = neighbours.map(|(one, other)| tree.common(*one, *other)).collect();
        places.extend(meetings);
        places.sort_unstable();
        places.dedup();
        let mut keys = Vec::with_capacity(places.len());
        let mut above: Vec<usize> = Vec::new();
        for (at, place) in places.iter().enumerate() {
            let is_above =
                |other: &usize| places.get(*other).is_some_and(|other| tree.is_above(*other, *place));
            while above.last().is_some_and(|last| !is_above(last)) {
                above.pop();
            }
            let parent = above.last().copied().unwrap_or(at);
            keys.push(Key { place: *place, above: parent, mark: Mark::Nothing, leaves: None, top: *place });
            above.push(at);
        }
        Self(keys)
    }

    fn find(&self, place: u32) -> Option<usize> {
        self.0.binary_search_by_key(&place, |key| key.place).ok()
    }

    fn get(&self, place: u32) -> Option<&Key> {
        self.0.get(self.find(place)?)
    }

    /// Lets each value go up.
    fn mark(&mut self, tree: &Dominators, incoming: &[Incoming]) {
        for Incoming { value, is_constant, from, .. } in incoming {
            let at = self.find(*from);
            if let Some(key) = at.and_then(|at| self.0.get_mut(at)).filter(|key| key.mark == Mark::Nothing) {
                key.mark = Mark::One(*value, *is_constant);
            }
        }
        for Incoming { value, is_constant, from, defined } in incoming {
            let Some(mut at) = self.find(*from) else { continue };
            let defined = Some(*defined).filter(|defined| tree.is_above(*defined, *from));
            while let Some(key) = self.0.get_mut(at) {
                // The same block may stand twice in a phi.
                if defined == Some(key.place) || key.above == at || key.leaves.is_some() {
                    break;
                }
                key.leaves = Some(*value);
                at = key.above;
                let Some(key) = self.0.get_mut(at) else { break };
                match key.mark {
                    Mark::Nothing => key.mark = Mark::One(*value, *is_constant),
                    Mark::One(other, other_is_constant) => {
                        if other != *value && !(other_is_constant && *is_constant) {
                            key.mark = Mark::Several;
                        }
                        break;
                    }
                    Mark::Several => break,
                }
            }
        }
    }

    fn find_tops(&mut self, tree: &Dominators) {
        for at in 1..self.0.len() {
            let Some(key) = self.0.get(at).copied() else { continue };
            let Some(above) = self.0.get(key.above).copied() else { continue };
            let Mark::One(value, _) = key.mark else { continue };
            if key.leaves != Some(value) {
                continue;
            }
            let is_same = matches!(above.mark, Mark::One(other, _) if other == value);
            let top = if is_same { above.top } else { tree.child_towards(above.place, key.place) };
            if let Some(key) = self.0.get_mut(at) {
                key.top = top;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use dxil_ir::dominators::Edges;
    use dxil_ir::{ConstantId, InstructionId};

    /// The same, block by block.
    fn by_steps(tree: &Dominators, incoming: &[Incoming]) -> Vec<u32> {
        let mut marks = HashMap::<u32, Option<Incoming>>::new();
        for one in incoming {
            marks.entry(one.from).or_insert(Some(*one));
        }
        for one in incoming {
            let mut at = one.from;
            while at != one.defined && at != 0 {
                at = tree.parent(at);
                let Some(mark) = marks.get_mut(&at) else {
                    marks.insert(at, Some(*one));
                    continue;
                };
                if let Some(other) = *mark
                    && other.value != one.value
                    && !(other.is_constant && one.is_constant)
                {
                    *mark = None;
                }
                break;
            }
        }
        let is_there =
            |at: u32, value: Value| matches!(marks.get(&at), Some(Some(one)) if one.value == value);
        let top = |one: &Incoming| {
            let mut at = one.from;
            while at != 0 && is_there(at, one.value) && is_there(tree.parent(at), one.value) {
                at = tree.parent(at);
            }
            at
        };
        let mut tops: Vec<_> = incoming.iter().filter(|one| one.is_constant).map(top).collect();
        tops.sort_unstable();
        tops.dedup();
        tops
    }

    #[test]
    fn any_tree_gives_what_single_steps_give() {
        let mut seed = 3_u64;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (seed >> 33) as u32 % below
        };
        let mut higher = 0;
        for _ in 0..20_000 {
            let blocks = 2 + random(20);
            // Deep trees and flat ones.
            let depth = 1 + random(4);
            let edges: Vec<_> =
                (1..blocks).map(|block| (block - 1 - random(depth.min(block)), block)).collect();
            let successors = Edges::new(blocks as usize, edges.iter().copied());
            let predecessors = Edges::new(blocks as usize, edges.iter().map(|(from, to)| (*to, *from)));
            let tree = Dominators::new(blocks as usize, &successors, &predecessors);
            let mut incoming = HashMap::<u32, Incoming>::new();
            for _ in 0..1 + random(6) {
                let from = random(blocks);
                let up = random(4);
                let one = if random(2) == 0 {
                    let value = ConstantId::from_u32(random(3)).into();
                    Incoming { value, is_constant: true, from, defined: 0 }
                } else {
                    let defined = (0..up).fold(from, |at, _| tree.parent(at));
                    let value = InstructionId::from_u32(defined).into();
                    Incoming { value, is_constant: false, from, defined }
                };
                incoming.entry(from).or_insert(one);
            }
            let mut incoming: Vec<_> = incoming.into_values().collect();
            incoming.sort_by_key(|one| one.from.wrapping_mul(0x9e37_79b9) ^ blocks);
            // A block may stand twice.
            incoming.extend(incoming.first().copied().filter(|_| blocks % 3 == 0));
            let expected = by_steps(&tree, &incoming);
            assert_eq!(definition_places(&tree, &incoming), expected, "{edges:?}: {incoming:?}");
            higher += usize::from(!expected.iter().all(|top| incoming.iter().any(|one| one.from == *top)));
        }
        assert!(higher > 1000, "{higher}");
    }
}
