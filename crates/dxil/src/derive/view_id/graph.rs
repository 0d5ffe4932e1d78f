//! What depends on what, as a graph, and which scalars of signatures everything in it depends on. Separate because it
//! is an algorithm of its own: Tarjan's, with a stack of its own, which looks at each edge twice.

#![allow(
    clippy::indexing_slicing,
    reason = "nodes and edges are numbered as they are added, and each vector has one entry for each"
)]

use crate::limits::SIGNATURE_SCALARS;

/// A node.
pub(super) type Node = u32;

/// No node, no edge.
const NONE: u32 = u32::MAX;

/// Where everything begins: the scalars of the inputs; those of the patch constants, or of the outputs of other
/// threads of a hull shader; and SV_ViewID.
pub(super) const INPUTS: Node = 0;
pub(super) const OTHERS: Node = INPUTS + SIGNATURE_SCALARS;
pub(super) const VIEW_ID: Node = OTHERS + SIGNATURE_SCALARS;
const SOURCES: Node = VIEW_ID + 1;

/// The number of the set without any.
const EMPTY: u32 = 0;

const WORDS: usize = 5;
const _: () = assert!(SOURCES <= 5 * u64::BITS);

/// A set of sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sources([u64; WORDS]);

impl Sources {
    fn only(source: Node) -> Self {
        let mut set = Self::default();
        set.0[word(source)] = 1 << (source % 64);
        set
    }

    /// Whether a source is in it.
    pub(super) fn contains(&self, source: Node) -> bool {
        self.0.get(word(source)).is_some_and(|word| word >> (source % 64) & 1 != 0)
    }

    /// Adds those of another set.
    pub(super) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }
}

/// What depends on what.
#[derive(Debug)]
pub(super) struct Graph {
    /// By node: the edge that was added last.
    last: Vec<u32>,
    /// Where an edge leads, and the one before it.
    edges: Vec<(Node, u32)>,
}

impl Graph {
    /// Nothing but the sources.
    pub(super) fn new() -> Self {
        Self { last: vec![NONE; index(SOURCES)], edges: Vec::new() }
    }

    /// Adds so many nodes; says which is the first.
    pub(super) fn add_nodes(&mut self, count: usize) -> Node {
        let first = number(self.last.len());
        self.last.resize(self.last.len() + count, NONE);
        first
    }

    /// Adds a node.
    pub(super) fn add_node(&mut self) -> Node {
        self.add_nodes(1)
    }

    /// `from` depends on `to`.
    pub(super) fn add_edge(&mut self, from: Node, to: Node) {
        let edge = number(self.edges.len());
        self.edges.push((to, self.last[index(from)]));
        self.last[index(from)] = edge;
    }

    fn edges_of(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let mut edge = self.last[index(node)];
        std::iter::from_fn(move || {
            let (to, before) = self.edges.get(index(edge))?;
            edge = *before;
            Some(*to)
        })
    }

    /// Which sources nodes depend on: `roots`, and all that they depend on. Of what `is_cut`, nothing is to be known.
    pub(super) fn solve(&self, roots: impl Iterator<Item = Node>, is_cut: impl Fn(Node) -> bool) -> Solution {
        let nodes = self.last.len();
        let mut search = Search {
            graph: self,
            met: vec![NONE; nodes],
            lowest: vec![NONE; nodes],
            next: 0,
            pending: Vec::new(),
            open: Vec::new(),
            is_cut,
            solution: Solution { sets_of: vec![NONE; nodes], sets: vec![Sources::default()] },
        };
        for root in roots {
            search.from(root);
        }
        search.solution
    }
}

/// Which sources nodes depend on.
#[derive(Debug)]
pub(super) struct Solution {
    /// By node: the number of its set.
    sets_of: Vec<u32>,
    sets: Vec<Sources>,
}

impl Solution {
    /// Those that a node depends on; `None` where no root does on that node.
    pub(super) fn sources(&self, node: Node) -> Option<&Sources> {
        self.sets.get(index(*self.sets_of.get(index(node))?))
    }
}

struct Search<'g, C> {
    graph: &'g Graph,
    is_cut: C,
    /// By node: when it was met, and the first of those met that it leads to.
    met: Vec<u32>,
    lowest: Vec<u32>,
    next: u32,
    /// Met, and in no component yet.
    pending: Vec<Node>,
    /// The way to the node at hand, with the edges that are to be gone from each.
    open: Vec<(Node, u32)>,
    solution: Solution,
}

impl<C: Fn(Node) -> bool> Search<'_, C> {
    fn from(&mut self, root: Node) {
        self.meet(root);
        while let Some((node, edge)) = self.open.last_mut() {
            let from = index(*node);
            let Some((to, before)) = self.graph.edges.get(index(*edge)) else {
                self.leave();
                continue;
            };
            *edge = *before;
            if self.met[index(*to)] == NONE {
                self.meet(*to);
            } else if self.solution.sets_of[index(*to)] == NONE {
                self.lowest[from] = self.lowest[from].min(self.met[index(*to)]);
            }
        }
    }

    fn meet(&mut self, node: Node) {
        let at = index(node);
        if self.met[at] != NONE {
            return;
        }
        self.met[at] = self.next;
        self.lowest[at] = self.next;
        self.next += 1;
        self.pending.push(node);
        self.open.push((node, if (self.is_cut)(node) { NONE } else { self.graph.last[at] }));
    }

    /// All that the node at the end of the way leads to is known.
    fn leave(&mut self) {
        let Some((node, _)) = self.open.pop() else { return };
        let lowest = self.lowest[index(node)];
        if let Some((before, _)) = self.open.last() {
            let before = &mut self.lowest[index(*before)];
            *before = lowest.min(*before);
        }
        if lowest == self.met[index(node)] {
            self.close(node);
        }
    }

    /// The component whose first node is `node` is whole.
    fn close(&mut self, node: Node) {
        let start = self.pending.iter().rposition(|pending| *pending == node).unwrap_or(0);
        let (mut set, mut same) = (Sources::default(), Some(EMPTY));
        for member in self.pending.get(start..).unwrap_or_default() {
            if *member < SOURCES {
                set.add(&Sources::only(*member));
                same = None;
            }
            let edges = (!(self.is_cut)(*member)).then(|| self.graph.edges_of(*member));
            for to in edges.into_iter().flatten() {
                let known = self.solution.sets_of[index(to)];
                let Some(sources) = self.solution.sets.get(index(known)) else { continue };
                let before = set;
                set.add(sources);
                if set != before {
                    same = Some(known).filter(|_| set == *sources);
                }
            }
        }
        // Most depend on what something that they lead to depends on.
        let id = same.unwrap_or_else(|| {
            self.solution.sets.push(set);
            number(self.solution.sets.len() - 1)
        });
        for member in self.pending.drain(start..) {
            self.solution.sets_of[index(member)] = id;
        }
    }
}

fn word(source: Node) -> usize {
    index(source / 64)
}

fn index(number: u32) -> usize {
    number as usize
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(NONE)
}
