//! Which blocks lie on every way to a block. Separate because it is an algorithm of its own: Lengauer's and Tarjan's,
//! which takes n log n steps whatever graph a module holds, with stacks of its own. Turned round, the graph gives the
//! blocks on every way from a block to the end.

#![allow(
    clippy::indexing_slicing,
    reason = "every index is the number of a block or a position in the order of the walk, and each vector has an entry for each of them"
)]

use std::ops::Range;

/// No block.
const NONE: u32 = u32::MAX;

/// Edges between blocks by their numbers.
#[derive(Debug, Clone, Default)]
pub struct Edges {
    /// Where the edges of each block begin, and two more entries.
    starts: Vec<usize>,
    ends: Vec<u32>,
}

impl Edges {
    /// Edges of `blocks` blocks, from one to another; those that go beyond are left out.
    pub fn new(blocks: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let is_known = |block: u32| index(block) < blocks;
        let edges = edges.filter(|(from, to)| is_known(*from) && is_known(*to));
        // Where the edges of each begin stands one place too far until they are put there.
        let mut starts = vec![0; blocks + 2];
        for (from, _) in edges.clone() {
            starts[index(from) + 2] += 1;
        }
        for block in 0..blocks {
            starts[block + 2] += starts[block + 1];
        }
        let mut ends = vec![0; starts[blocks + 1]];
        for (from, to) in edges {
            let next = &mut starts[index(from) + 1];
            ends[*next] = to;
            *next += 1;
        }
        Self { starts, ends }
    }

    /// Where the edges of a block lead.
    pub fn of(&self, block: u32) -> &[u32] {
        match (self.starts.get(index(block)), self.starts.get(index(block) + 1)) {
            (Some(start), Some(end)) => &self.ends[*start..*end],
            _ => &[],
        }
    }
}

/// Which blocks dominate which: a tree, whose root is block 0. Blocks that are reached have places in it: each stands
/// in front of all that it dominates, which follow it without a gap, those of the child that dominates most first. So a
/// way up the tree is few runs of places: one, and another for each time that it leaves a child that is not that one.
#[derive(Debug, Clone, Default)]
pub struct Dominators {
    /// By block.
    places: Vec<u32>,
    /// By place.
    nodes: Vec<Node>,
}

/// A block that is reached. Places, but for the block.
#[derive(Debug, Clone, Copy)]
struct Node {
    block: u32,
    /// The closest one that dominates it; of the root, itself.
    parent: u32,
    /// Behind the last one that it dominates.
    end: u32,
    /// The first one of the run that it is in.
    head: u32,
}

impl Dominators {
    /// Of a graph that is entered at block 0.
    pub fn new(blocks: usize, successors: &Edges, predecessors: &Edges) -> Self {
        let Walk { mut met, visits } = Walk::new(blocks, successors).with_immediate(predecessors);
        let mut trees = vec![Tree { size: 1, largest: NONE, start: 0, behind: 1 }; visits.len()];
        // A block that dominates another one is met before it.
        for (at, visit) in visits.iter().enumerate().skip(1).rev() {
            trees[index(visit.above)].size += trees[at].size;
        }
        for (at, visit) in visits.iter().enumerate().skip(1) {
            let (above, size) = (index(visit.above), trees[at].size);
            if trees[above].behind <= size {
                trees[above].largest = number(at);
                trees[above].behind = 1 + size;
            }
        }
        let root = Node { block: 0, parent: 0, end: number(visits.len()), head: 0 };
        let mut nodes = vec![root; visits.len()];
        for (at, visit) in visits.iter().enumerate() {
            let above = &mut trees[index(visit.above)];
            let (parent, is_largest) = (above.start, above.largest == number(at));
            let start = match at {
                0 => 0,
                _ if is_largest => parent + 1,
                _ => parent + above.behind,
            };
            let tree = &mut trees[at];
            tree.start = start;
            let end = start + tree.size;
            let head = if is_largest { nodes[index(parent)].head } else { start };
            nodes[index(start)] = Node { block: visit.block, parent, end, head };
            if at > 0 && !is_largest {
                trees[index(visit.above)].behind += end - start;
            }
            met[index(visit.block)] = start;
        }
        Self { places: met, nodes }
    }

    /// Whether one can come to a block at all.
    pub fn is_reached(&self, block: u32) -> bool {
        self.place(block).is_some()
    }

    /// Whether every way to `block`, which is reached, leads through `above`.
    pub fn dominates(&self, above: u32, block: u32) -> bool {
        match (self.place(above), self.place(block)) {
            (Some(above), Some(place)) => self.is_above(above, place),
            _ => false,
        }
    }

    /// The number of blocks that are reached.
    pub fn reached(&self) -> usize {
        self.nodes.len()
    }

    /// The place of a block; `None` where one cannot come to it.
    pub fn place(&self, block: u32) -> Option<u32> {
        self.places.get(index(block)).copied().filter(|place| *place != NONE)
    }

    /// The block at a place.
    pub fn block(&self, place: u32) -> u32 {
        self.nodes[index(place)].block
    }

    /// The place of the closest block that dominates the one at a place; of the root, its own.
    pub fn parent(&self, place: u32) -> u32 {
        self.nodes[index(place)].parent
    }

    /// Whether the block at place `above` dominates the one at `place`.
    pub fn is_above(&self, above: u32, place: u32) -> bool {
        above <= place && place < self.nodes[index(above)].end
    }

    /// The closest place that is above both.
    pub fn common(&self, mut one: u32, mut other: u32) -> u32 {
        loop {
            let (head, other_head) = (self.nodes[index(one)].head, self.nodes[index(other)].head);
            if head == other_head {
                return one.min(other);
            }
            // A head stands behind all that is above it.
            if head > other_head {
                one = self.parent(head);
            } else {
                other = self.parent(other_head);
            }
        }
    }

    /// The child of `above` on the way down to `place`, which is below it.
    pub fn child_towards(&self, above: u32, mut place: u32) -> u32 {
        loop {
            let head = self.nodes[index(place)].head;
            if head <= above {
                return above + 1;
            }
            place = self.parent(head);
            if place == above {
                return head;
            }
        }
    }

    /// The way up from `place` to `above`, which is above it, as runs of places; without `above` itself.
    pub fn way_up(&self, place: u32, above: u32) -> impl Iterator<Item = Range<u32>> + '_ {
        let mut next = Some(place).filter(|place| *place != above);
        std::iter::from_fn(move || {
            let place = next?;
            let head = self.nodes[index(place)].head;
            if head <= above {
                next = None;
                return Some(above + 1..place + 1);
            }
            next = Some(self.parent(head)).filter(|place| *place != above);
            Some(head..place + 1)
        })
    }
}

/// What a block dominates, with itself.
#[derive(Debug, Clone)]
struct Tree {
    size: u32,
    /// The child that dominates most.
    largest: u32,
    /// The place of the block.
    start: u32,
    /// How far behind that the next child stands that is not the largest.
    behind: u32,
}

/// A walk in depth from block 0. All else here counts blocks in the order in which it met them.
struct Walk {
    /// By block: when it was met.
    met: Vec<u32>,
    visits: Vec<Visit>,
}

/// A block that was met.
struct Visit {
    block: u32,
    /// From where.
    parent: u32,
    /// How many of its edges were followed.
    followed: usize,
    semi: u32,
    /// Of those between it and the root of its tree, the one with the lowest semidominator, as far as is known.
    label: u32,
    /// What it hangs on in the trees that have been put together so far.
    ancestor: u32,
    /// The closest block that dominates it.
    above: u32,
    /// The first block that waits until the tree of this one, its semidominator, is whole.
    waiting: u32,
    /// The next block that waits for the same.
    next_waiting: u32,
}

impl Walk {
    fn new(blocks: usize, successors: &Edges) -> Self {
        let mut walk = Self { met: vec![NONE; blocks], visits: Vec::with_capacity(blocks) };
        if blocks == 0 {
            return walk;
        }
        walk.meet(0, 0);
        let mut at = 0;
        loop {
            let visit = &mut walk.visits[index(at)];
            match successors.of(visit.block).get(visit.followed) {
                Some(to) => {
                    visit.followed += 1;
                    if walk.met[index(*to)] == NONE {
                        walk.meet(*to, at);
                        at = walk.met[index(*to)];
                    }
                }
                None if at == 0 => return walk,
                None => at = visit.parent,
            }
        }
    }

    fn meet(&mut self, block: u32, parent: u32) {
        let at = number(self.visits.len());
        self.met[index(block)] = at;
        self.visits.push(Visit {
            block,
            parent,
            followed: 0,
            semi: at,
            label: at,
            ancestor: NONE,
            above: 0,
            waiting: NONE,
            next_waiting: NONE,
        });
    }

    /// Finds the closest block that dominates each, of those that were met.
    fn with_immediate(mut self, predecessors: &Edges) -> Self {
        let mut path = Vec::new();
        for at in (1..self.visits.len()).rev() {
            for block in predecessors.of(self.visits[at].block) {
                let met = self.met[index(*block)];
                if met != NONE {
                    let best = self.best(met, &mut path);
                    self.visits[at].semi = self.visits[at].semi.min(self.visits[index(best)].semi);
                }
            }
            let (semi, parent) = (index(self.visits[at].semi), self.visits[at].parent);
            self.visits[at].next_waiting = std::mem::replace(&mut self.visits[semi].waiting, number(at));
            self.visits[at].ancestor = parent;
            let mut waits = std::mem::replace(&mut self.visits[index(parent)].waiting, NONE);
            while waits != NONE {
                let best = self.best(waits, &mut path);
                let best_semi = self.visits[index(best)].semi;
                let visit = &mut self.visits[index(waits)];
                visit.above = if best_semi < visit.semi { best } else { parent };
                waits = visit.next_waiting;
            }
        }
        for at in 1..self.visits.len() {
            let Visit { above, semi, .. } = self.visits[at];
            if above != semi {
                self.visits[at].above = self.visits[index(above)].above;
            }
        }
        self
    }

    /// Of those between a block and the root of its tree, the one with the lowest semidominator. `path` is room for the
    /// way, and empty.
    fn best(&mut self, at: u32, path: &mut Vec<u32>) -> u32 {
        let visits = &mut self.visits;
        if visits[index(at)].ancestor == NONE {
            return at;
        }
        let mut up = at;
        while visits[index(visits[index(up)].ancestor)].ancestor != NONE {
            path.push(up);
            up = visits[index(up)].ancestor;
        }
        // The way is made shorter for those that come after.
        while let Some(below) = path.pop() {
            let Visit { label: upper, ancestor, .. } = visits[index(visits[index(below)].ancestor)];
            let upper_semi = visits[index(upper)].semi;
            let own_semi = visits[index(visits[index(below)].label)].semi;
            let visit = &mut visits[index(below)];
            if upper_semi < own_semi {
                visit.label = upper;
            }
            visit.ancestor = ancestor;
        }
        visits[index(at)].label
    }
}

fn index(number: u32) -> usize {
    number as usize
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(blocks: usize, edges: &[(u32, u32)]) -> Dominators {
        let successors = Edges::new(blocks, edges.iter().copied());
        let predecessors = Edges::new(blocks, edges.iter().map(|(from, to)| (*to, *from)));
        Dominators::new(blocks, &successors, &predecessors)
    }

    /// Whether `above` lies on every way to `block`, by looking whether one comes there without it.
    fn dominates_by_walking(blocks: usize, edges: &[(u32, u32)], above: u32, block: u32) -> (bool, bool) {
        let reached = |without: Option<u32>| {
            let mut met = vec![false; blocks];
            let mut open = vec![0];
            while let Some(at) = open.pop() {
                if Some(at) != without && !std::mem::replace(&mut met[index(at)], true) {
                    open.extend(edges.iter().filter(|(from, _)| *from == at).map(|(_, to)| *to));
                }
            }
            met[index(block)]
        };
        (reached(None), !reached(Some(above)))
    }

    #[test]
    fn any_graph_has_the_dominators_that_walking_finds() {
        let mut seed = 1_u64;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (seed >> 33) as u32 % below
        };
        for round in 0..400 {
            let blocks = 1 + random(12);
            let edges: Vec<_> = (0..random(3 * blocks)).map(|_| (random(blocks), random(blocks))).collect();
            let dominators = graph(blocks as usize, &edges);
            for block in 0..blocks {
                for above in 0..blocks {
                    let (is_reached, expected) = dominates_by_walking(blocks as usize, &edges, above, block);
                    assert_eq!(dominators.is_reached(block), is_reached, "round {round}: {edges:?}");
                    if is_reached {
                        let found = dominators.dominates(above, block);
                        assert_eq!(found, expected, "round {round}: {above} above {block} in {edges:?}");
                    }
                }
            }
            ways_are_those_of_the_tree(&dominators);
        }
    }

    /// What is said of ways, by going up step by step.
    fn ways_are_those_of_the_tree(dominators: &Dominators) {
        let up = |place: u32| {
            let next = |at: &u32| Some(dominators.parent(*at)).filter(|parent| parent != at);
            std::iter::successors(Some(place), next).collect::<Vec<_>>()
        };
        for place in 0..dominators.reached() as u32 {
            assert_eq!(dominators.place(dominators.block(place)), Some(place));
            let way = up(place);
            for other in 0..dominators.reached() as u32 {
                let common = up(other).into_iter().find(|at| way.contains(at));
                assert_eq!(Some(dominators.common(place, other)), common);
            }
            for (steps, above) in way.iter().enumerate() {
                let mut runs: Vec<u32> = dominators.way_up(place, *above).flatten().collect();
                runs.sort_unstable_by_key(|at| std::cmp::Reverse(*at));
                assert_eq!(runs, way[..steps]);
                if steps > 0 {
                    assert_eq!(dominators.child_towards(*above, place), way[steps - 1]);
                }
            }
        }
    }

    /// A ladder whose rungs lead back up: what takes simpler algorithms a time that grows with the square.
    #[test]
    fn size_is_no_matter() {
        let blocks = 300_000;
        let down = (0..blocks - 1).map(|block| (block, block + 1));
        let up = (1..blocks).map(|block| (block, blocks - block));
        let edges: Vec<_> = down.chain(up).collect();
        let dominators = graph(blocks as usize, &edges);
        assert!(dominators.dominates(1, blocks - 1));
    }
}
