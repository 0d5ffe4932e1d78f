//! Which blocks lie on every way to a block. Separate because it is an algorithm of its own: Lengauer's and Tarjan's,
//! which takes n log n steps whatever graph a module holds, with stacks of its own.

#![allow(
    clippy::indexing_slicing,
    reason = "every number is that of a block or of a place in the order of the walk, and each vector has one entry for each"
)]

/// No block.
const NONE: u32 = u32::MAX;

/// Edges between blocks by their numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Edges {
    /// Where the edges of each block begin, and one more entry.
    starts: Vec<usize>,
    ends: Vec<u32>,
}

impl Edges {
    /// Edges of `blocks` blocks, from one to another; those that go beyond are left out.
    pub(super) fn new(blocks: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let is_known = |block: u32| index(block) < blocks;
        let edges = edges.filter(|(from, to)| is_known(*from) && is_known(*to));
        let mut starts = vec![0; blocks + 1];
        for (from, _) in edges.clone() {
            starts[index(from) + 1] += 1;
        }
        for block in 0..blocks {
            starts[block + 1] += starts[block];
        }
        let mut next = starts.clone();
        let mut ends = vec![0; starts[blocks]];
        for (from, to) in edges {
            ends[next[index(from)]] = to;
            next[index(from)] += 1;
        }
        Self { starts, ends }
    }

    /// Where the edges of a block lead.
    pub(super) fn of(&self, block: u32) -> &[u32] {
        match (self.starts.get(index(block)), self.starts.get(index(block) + 1)) {
            (Some(start), Some(end)) => &self.ends[*start..*end],
            _ => &[],
        }
    }
}

/// Which blocks dominate which: each that is reached is a run of numbers, within that of every block that
/// dominates it.
#[derive(Debug, Clone, Default)]
pub(super) struct Dominators {
    runs: Vec<(u32, u32)>,
}

impl Dominators {
    /// Of a graph that is entered at block 0.
    pub(super) fn new(blocks: usize, successors: &Edges, predecessors: &Edges) -> Self {
        let walk = Walk::new(blocks, successors);
        let above = walk.immediate(predecessors);
        let count = above.len();
        // A block that dominates another one is met before it.
        let mut sizes = vec![1_u32; count];
        for at in (1..count).rev() {
            sizes[index(above[at])] += sizes[at];
        }
        let mut starts = vec![0_u32; count];
        let mut next = vec![1_u32; count];
        for at in 1..count {
            let parent = index(above[at]);
            starts[at] = next[parent];
            next[parent] += sizes[at];
            next[at] = starts[at] + 1;
        }
        let mut runs = vec![(NONE, NONE); blocks];
        for (at, block) in walk.order.iter().enumerate() {
            runs[index(*block)] = (starts[at], starts[at] + sizes[at]);
        }
        Self { runs }
    }

    /// Whether one can come to a block at all.
    pub(super) fn is_reached(&self, block: u32) -> bool {
        self.runs.get(index(block)).is_some_and(|(start, _)| *start != NONE)
    }

    /// Whether every way to `block`, which is reached, leads through `above`.
    pub(super) fn dominates(&self, above: u32, block: u32) -> bool {
        match (self.runs.get(index(above)), self.runs.get(index(block))) {
            (Some((start, end)), Some((at, _))) => start <= at && at < end,
            _ => false,
        }
    }
}

/// A walk in depth from block 0. All else here counts blocks in the order in which it met them.
struct Walk {
    order: Vec<u32>,
    /// By block: when it was met.
    met: Vec<u32>,
    /// From where.
    parents: Vec<u32>,
}

impl Walk {
    fn new(blocks: usize, successors: &Edges) -> Self {
        let mut walk = Self { order: Vec::new(), met: vec![NONE; blocks], parents: Vec::new() };
        if blocks == 0 {
            return walk;
        }
        walk.meet(0, 0);
        let mut open = vec![(0_u32, 0_usize)];
        while let Some((block, next)) = open.last_mut() {
            let from = *block;
            let Some(to) = successors.of(from).get(*next) else {
                open.pop();
                continue;
            };
            *next += 1;
            if walk.met[index(*to)] == NONE {
                walk.meet(*to, walk.met[index(from)]);
                open.push((*to, 0));
            }
        }
        walk
    }

    fn meet(&mut self, block: u32, parent: u32) {
        self.met[index(block)] = number(self.order.len());
        self.order.push(block);
        self.parents.push(parent);
    }

    /// The closest block that dominates each, of those that were met.
    fn immediate(&self, predecessors: &Edges) -> Vec<u32> {
        let count = self.order.len();
        let mut forest = Forest::new(count);
        let mut above = vec![0; count];
        // Blocks that wait until their semidominator's tree is whole: a list for each of those.
        let mut waiting = vec![NONE; count];
        let mut next_waiting = vec![NONE; count];
        for at in (1..count).rev() {
            for block in predecessors.of(self.order[at]) {
                let met = self.met[index(*block)];
                if met != NONE {
                    let best = forest.best(met);
                    forest.semi[at] = forest.semi[at].min(forest.semi[index(best)]);
                }
            }
            let semi = index(forest.semi[at]);
            next_waiting[at] = waiting[semi];
            waiting[semi] = number(at);
            let parent = self.parents[at];
            forest.ancestors[at] = parent;
            let mut waits = std::mem::replace(&mut waiting[index(parent)], NONE);
            while waits != NONE {
                let best = forest.best(waits);
                let is_better = forest.semi[index(best)] < forest.semi[index(waits)];
                above[index(waits)] = if is_better { best } else { parent };
                waits = next_waiting[index(waits)];
            }
        }
        for at in 1..count {
            if above[at] != forest.semi[at] {
                above[at] = above[index(above[at])];
            }
        }
        above
    }
}

/// The trees that have been put together so far, with the best semidominator on each way up.
struct Forest {
    semi: Vec<u32>,
    ancestors: Vec<u32>,
    labels: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    fn new(count: usize) -> Self {
        let own: Vec<u32> = (0..number(count)).collect();
        Self { semi: own.clone(), ancestors: vec![NONE; count], labels: own, path: Vec::new() }
    }

    /// Of those between a block and the root of its tree, the one with the lowest semidominator.
    fn best(&mut self, at: u32) -> u32 {
        if self.ancestors[index(at)] == NONE {
            return at;
        }
        let mut up = at;
        while self.ancestors[index(self.ancestors[index(up)])] != NONE {
            self.path.push(up);
            up = self.ancestors[index(up)];
        }
        // The way is made shorter for those that come after.
        while let Some(below) = self.path.pop() {
            let ancestor = self.ancestors[index(below)];
            let (own, upper) = (self.labels[index(below)], self.labels[index(ancestor)]);
            if self.semi[index(upper)] < self.semi[index(own)] {
                self.labels[index(below)] = upper;
            }
            self.ancestors[index(below)] = self.ancestors[index(ancestor)];
        }
        self.labels[index(at)]
    }
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
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
