//! Which branches decide whether a block is reached: those that one of its ways leads to it from, while it does not lie
//! on all of their ways. Separate because such pairs can be as many as blocks times blocks, and here take n log n.
//!
//! Of an edge from a branch to a block, the branch decides that block and all above it in the tree of what lies on
//! every way to the end, up to what lies on every way from the branch itself. That way up is few runs of places in the
//! tree, and a run is few nodes of a binary tree over all places.

use super::graph::{Graph, Node};
use az::SaturatingAs as _;
use dxil_ir::control_flow::ControlFlow;
use dxil_ir::dominators::Dominators;

/// The nodes that stand for what decides whether blocks are reached.
#[derive(Debug)]
pub(super) struct Control {
    /// Of what lies on every way to the end.
    tree: Dominators,
    /// The first node of the binary tree, if any branch decides anything.
    first: Option<Node>,
}

impl Control {
    /// Adds to the graph what decides the blocks of a body; `branch` is the node of what ends a block.
    pub(super) fn new(graph: &mut Graph, flow: &ControlFlow, branch: impl Fn(u32) -> Option<Node>) -> Self {
        let mut control = Self { tree: flow.post_dominators(), first: None };
        for block in 0..flow.blocks() {
            let (Some(place), Some(branch)) = (control.tree.place(block + 1), branch(block)) else {
                continue;
            };
            let above = control.tree.parent(place);
            for to in flow.successors(block) {
                let Some(to) = control.tree.place(to + 1).filter(|to| *to != above) else { continue };
                let first = *control.first.get_or_insert_with(|| binary_tree(graph, control.tree.reached()));
                let runs = control.tree.way_up(to, above);
                let (leaves, mut ranges) = (number(control.tree.reached()), Vec::new());
                runs.for_each(|run| cover(leaves, run.start, run.end, &mut ranges));
                ranges.into_iter().for_each(|range| graph.add_edge(first + range, branch));
            }
        }
        control
    }

    /// The node of what decides whether a block is reached; `None` for nothing.
    pub(super) fn node(&self, block: u32) -> Option<Node> {
        Some(self.first? + number(self.tree.reached()) + self.tree.place(block + 1)?)
    }
}

/// Adds a binary tree: node 1 is its root, node `n` is below node `n / 2`, the leaves come last.
fn binary_tree(graph: &mut Graph, leaves: usize) -> Node {
    let first = graph.add_nodes(2 * leaves);
    for node in 2..2 * number(leaves) {
        graph.add_edge(first + node, first + node / 2);
    }
    first
}

/// The nodes of the binary tree that stand for the leaves from `start` to before `end` and for no others.
fn cover(leaves: u32, start: u32, end: u32, nodes: &mut Vec<u32>) {
    let (mut start, mut end) = (start + leaves, end + leaves);
    while start < end {
        if start % 2 == 1 {
            nodes.push(start);
            start += 1;
        }
        if end % 2 == 1 {
            end -= 1;
            nodes.push(end);
        }
        start /= 2;
        end /= 2;
    }
}

fn number(count: usize) -> u32 {
    count.saturating_as::<u32>()
}

#[cfg(test)]
mod tests {
    use dxil_ir::list::List;

    use super::*;
    use dxil_ir::{BlockId, Body, Instruction, Module, Op, Value, ValueKind};

    /// A body whose blocks lead where they are told.
    pub(super) fn body(blocks: u32, edges: &[(u32, u32)]) -> Body {
        let mut body = Body::default();
        let mut module = Module::dxil();
        let void = module.types.void();
        for _ in 0..blocks {
            body.add_block();
        }
        for block in 0..blocks {
            let to = |(from, to): &(u32, u32)| (*from == block).then(|| BlockId::from_u32(*to));
            let to: Vec<_> = edges.iter().filter_map(to).collect();
            let op = match to.split_first() {
                None => Op::Unreachable,
                Some((default, targets)) => Op::Switch {
                    value: Value::new(ValueKind::Argument(0)),
                    default: *default,
                    cases: List::new(),
                    targets: body.lists.blocks.list_of(targets),
                },
            };
            let branch = Instruction::new(op, void);
            body.add_instruction(BlockId::from_u32(block), branch);
        }
        body
    }

    /// Whether one comes from a block to the end, and not by way of `without`.
    fn ends(blocks: u32, edges: &[(u32, u32)], from: u32, without: Option<u32>) -> bool {
        let mut met = vec![false; blocks as usize];
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if Some(at) == without || std::mem::replace(&mut met[at as usize], true) {
                continue;
            }
            let mut to = edges.iter().filter(|(from, _)| *from == at).map(|(_, to)| *to).peekable();
            if to.peek().is_none() {
                return true;
            }
            open.extend(to);
        }
        false
    }

    #[test]
    fn any_graph_is_decided_on_by_those_that_walking_finds() {
        let mut seed = 7_u64;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (seed >> 33) as u32 % below
        };
        let mut pairs = 0;
        for _ in 0..600 {
            let blocks = 1 + random(12);
            let edges: Vec<_> = (0..random(3 * blocks)).map(|_| (random(blocks), random(blocks))).collect();
            let body = body(blocks, &edges);
            let mut graph = Graph::new();
            let branches = graph.add_nodes(blocks as usize);
            let control = Control::new(&mut graph, &ControlFlow::of(&body), |block| Some(branches + block));
            for block in 0..blocks {
                let solution = graph.solve(control.node(block).into_iter(), |_| false);
                for branch in 0..blocks {
                    let is_on_all_ways =
                        |from| ends(blocks, &edges, from, None) && !ends(blocks, &edges, from, Some(block));
                    let mut ways = edges.iter().filter(|(from, _)| *from == branch).map(|(_, to)| *to);
                    let expected = ways.any(is_on_all_ways) && (block == branch || !is_on_all_ways(branch));
                    let found = solution.sources(branches + branch).is_some();
                    assert_eq!(found, expected, "whether {branch} decides on {block} in {edges:?}");
                    pairs += usize::from(expected);
                }
            }
        }
        assert!(pairs > 1000, "{pairs}");
    }
}
