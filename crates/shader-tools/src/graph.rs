//! Graphs of boxes with text: the control flow of functions, the calls of programs. Separate from the verbs because
//! `cfg` and `report` draw the same ones.

mod calls;
mod dot;
mod lanes;
mod layout;
mod of_module;
mod of_tokens;
mod svg;
mod text;

use std::collections::HashMap;
use std::ops::Range;

use crate::style::{counted, grouped};
pub use calls::{module_calls, token_calls};
pub use dot::dot;
pub use of_module::of_module;
pub use of_tokens::of_tokens;
pub use svg::{escaped, svg};
pub use text::text;

/// A graph. The first node is where it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// What its boxes and ways are.
    pub kind: Kind,
    /// The name of what is drawn.
    pub title: String,
    /// Its boxes.
    pub nodes: Vec<Node>,
    /// The ways between them.
    pub edges: Vec<Edge>,
}

/// What boxes and ways are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Blocks, and the branches between them.
    Flow,
    /// Functions, and calls.
    Calls,
}

impl Kind {
    /// So many boxes, in words.
    fn boxes(self, count: usize) -> String {
        counted(count, if self == Self::Flow { "block" } else { "function" })
    }

    /// So many ways, in words.
    fn ways(self, count: usize) -> String {
        match self {
            Self::Flow if count == 1 => "1 branch".to_owned(),
            Self::Flow => format!("{} branches", grouped(count as u64)),
            Self::Calls => counted(count, "edge"),
        }
    }
}

/// A box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its heading.
    pub name: String,
    /// The text below that.
    pub lines: Vec<String>,
    /// The numbers of the instructions of a basic block; empty for functions.
    pub instructions: Range<usize>,
}

/// A way from one box to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The index of the box that it leaves.
    pub from: usize,
    /// The index of the box that it leads to.
    pub to: usize,
    /// When it is taken, or how often.
    pub label: String,
}

/// The boxes and ways of which nothing is drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct LeftOut {
    nodes: usize,
    edges: usize,
}

/// The lines of an instruction, the number before the first.
fn numbered<'t>(lines: impl Iterator<Item = &'t str>, number: Option<usize>) -> impl Iterator<Item = String> {
    let mut number = number.map(|number| format!("{number:>4}: "));
    lines.map(move |line| format!("{:<6}{line}", number.take().unwrap_or_default()))
}

/// The range of the numbers of consecutive instructions.
fn span(numbers: impl IntoIterator<Item = Option<usize>>) -> Range<usize> {
    let mut numbers = numbers.into_iter().flatten();
    numbers.next().map_or(0..0, |first| first..numbers.last().unwrap_or(first) + 1)
}

impl Graph {
    /// The block of the instruction with this number and its neighbours, which are drawn without instructions; `None`
    /// if the function does not have the instruction.
    pub fn around(&self, instruction: usize) -> Option<Self> {
        let block = self.nodes.iter().position(|node| node.instructions.contains(&instruction))?;
        let edges: Vec<&Edge> =
            self.edges.iter().filter(|edge| edge.from == block || edge.to == block).collect();
        let mut kept: Vec<usize> =
            edges.iter().flat_map(|edge| [edge.from, edge.to]).chain([block]).collect();
        kept.sort_unstable();
        kept.dedup();
        let index = |node: usize| kept.binary_search(&node).unwrap_or_default();
        let nodes = kept.iter().filter_map(|node| {
            let node_lines = |found: &Node| if *node == block { found.lines.clone() } else { Vec::new() };
            self.nodes.get(*node).map(|found| Node { lines: node_lines(found), ..found.clone() })
        });
        let edges = edges.into_iter().map(|edge| Edge {
            from: index(edge.from),
            to: index(edge.to),
            label: edge.label.clone(),
        });
        Some(Self {
            kind: self.kind,
            title: self.title.clone(),
            nodes: nodes.collect(),
            edges: edges.collect(),
        })
    }

    /// The graph with one way between two boxes where there were several, and with no more than so many boxes and ways.
    fn simplified(&self, most_nodes: usize, most_edges: usize) -> (Vec<Edge>, LeftOut) {
        /// Labels of ways that are one: a switch may have a million cases.
        const LABELS: usize = 3;
        let shown = self.nodes.len().min(most_nodes);
        let mut places: HashMap<(usize, usize), usize> = HashMap::new();
        let mut edges: Vec<(Edge, usize)> = Vec::new();
        let mut left_out = LeftOut { nodes: self.nodes.len() - shown, edges: 0 };
        for edge in &self.edges {
            if edge.from >= shown || edge.to >= shown {
                left_out.edges += 1;
                continue;
            }
            let count = edges.len();
            let known = places.get(&(edge.from, edge.to)).and_then(|at| edges.get_mut(*at));
            if let Some((known, count)) = known {
                *count += 1;
                if *count <= LABELS && !edge.label.is_empty() {
                    known.label += &format!(", {}", edge.label);
                }
            } else if count < most_edges {
                places.insert((edge.from, edge.to), count);
                edges.push((edge.clone(), 1));
            } else {
                left_out.edges += 1;
            }
        }
        let more = |(mut edge, count): (Edge, usize)| {
            if count > LABELS && !edge.label.is_empty() {
                edge.label += &format!(", +{}", count - LABELS);
            }
            edge
        };
        (edges.into_iter().map(more).collect(), left_out)
    }
}

/// How many boxes and ways a graph has, in words.
fn size_of(graph: &Graph) -> String {
    format!("{}, {}", graph.kind.boxes(graph.nodes.len()), graph.kind.ways(graph.edges.len()))
}

/// The beginning of a text, with an ellipsis where it is longer than `most` characters.
fn truncated(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}
