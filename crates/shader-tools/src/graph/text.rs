//! Graphs as text for terminals: a paragraph for each box, and beside them the ways that do not lead to the next one.

use std::fmt::Write as _;

use super::lanes::lanes;
use super::{Edge, Graph, size_of, truncated};
use crate::layout::width;
use crate::style::{DIM, KEY, TITLE, paint};

/// Ways beside the text; what finds no lane is told by name only.
const LANES: usize = 8;
/// Lines beside which ways are drawn: of more nobody sees both ends.
const MOST_LINES: usize = 20_000;
/// Ways that are told at the beginning of a box, and at its end.
const MOST_NAMES: usize = 8;
/// Characters in front of the text of a box.
const INDENT: usize = 4;

/// A graph as text.
pub fn text(graph: &Graph) -> String {
    let (edges, _) = graph.simplified(usize::MAX, usize::MAX);
    let paragraphs = paragraphs(graph, &edges);
    let gutter = Gutter::of(&paragraphs, &edges);
    let mut out = format!("{}, {}\n", paint(TITLE, &graph.title), size_of(graph));
    let mut line = 0;
    let room = width().saturating_sub(gutter.width + 1);
    for Paragraph { lines, .. } in &paragraphs {
        for (kind, text) in lines {
            let rails = gutter.line(line);
            let text = truncated(text, room);
            let text = match kind {
                Kind::Name => paint(KEY, text),
                Kind::Code => text,
                Kind::Ways => paint(DIM, text),
            };
            let rails = if rails.trim().is_empty() { rails } else { paint(DIM, rails) };
            let _ = writeln!(out, "{}", format!("{rails} {text}").trim_end());
            line += 1;
        }
    }
    out
}

enum Kind {
    Name,
    Code,
    Ways,
}

/// A box.
struct Paragraph {
    lines: Vec<(Kind, String)>,
    /// Its first line and the line that ways leave, among all.
    first: usize,
    last: usize,
}

fn paragraphs(graph: &Graph, edges: &[Edge]) -> Vec<Paragraph> {
    let mut from: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes.len()];
    let mut leading: Vec<Vec<String>> = vec![Vec::new(); graph.nodes.len()];
    let name = |node: usize| graph.nodes.get(node).map_or("", |node| node.name.as_str());
    for edge in edges {
        if let Some(from) = from.get_mut(edge.to) {
            from.push(edge.from);
        }
        if let Some(leading) = leading.get_mut(edge.from) {
            let to = name(edge.to);
            leading.push(if edge.label.is_empty() { to.to_owned() } else { format!("{}: {to}", edge.label) });
        }
    }
    let mut first = 0;
    let mut all = Vec::with_capacity(graph.nodes.len());
    for ((node, from), leading) in graph.nodes.iter().zip(from).zip(leading) {
        let mut lines = Vec::with_capacity(node.lines.len() + 2);
        let from: Vec<String> = from.into_iter().map(|from| name(from).to_owned()).collect();
        let from = if from.is_empty() { String::new() } else { format!("   from {}", some_of(&from)) };
        lines.push((Kind::Name, format!("{}:{from}", node.name)));
        lines.extend(node.lines.iter().map(|line| (Kind::Code, format!("{:INDENT$}{line}", ""))));
        if !leading.is_empty() {
            lines.push((Kind::Ways, format!("{:INDENT$}→ {}", "", some_of(&leading))));
        }
        let count = lines.len();
        all.push(Paragraph { lines, first, last: first + count - 1 });
        first += count;
    }
    all
}

/// Names, the first ones of many.
fn some_of(names: &[String]) -> String {
    let shown = names.get(..MOST_NAMES).unwrap_or(names).join(", ");
    match names.len().saturating_sub(MOST_NAMES) {
        0 => shown,
        more => format!("{shown}, {more} more"),
    }
}

/// The ways beside the text.
struct Gutter {
    /// Columns.
    width: usize,
    /// The cells of one line after the other.
    cells: Vec<Cell>,
}

/// Which arms a cell has, and whether an arrow ends there.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    up: bool,
    down: bool,
    left: bool,
    right: bool,
    arrow: bool,
}

impl Cell {
    fn letter(self) -> char {
        match (self.up, self.down, self.left, self.right) {
            _ if self.arrow => '▸',
            (false, false, false, false) => ' ',
            (true, true, false, false) => '│',
            (false, false, ..) => '─',
            (false, true, false, true) => '┌',
            (true, false, false, true) => '└',
            (true, true, false, true) => '├',
            (false, true, true, true) => '┬',
            (true, false, true, true) => '┴',
            _ => '┼',
        }
    }
}

impl Gutter {
    fn of(paragraphs: &[Paragraph], edges: &[Edge]) -> Self {
        let lines = paragraphs.last().map_or(0, |paragraph| paragraph.last + 1);
        let none = Self { width: 0, cells: Vec::new() };
        if lines > MOST_LINES {
            return none;
        }
        let far: Vec<(usize, usize)> = edges
            .iter()
            .filter(|edge| edge.to != edge.from + 1)
            .filter_map(|edge| Some((paragraphs.get(edge.from)?.last, paragraphs.get(edge.to)?.first)))
            .collect();
        if far.is_empty() {
            return none;
        }
        let stretches: Vec<_> = far.iter().map(|(from, to)| *from.min(to)..=*from.max(to)).collect();
        let found = lanes(&stretches, LANES);
        let used = found.iter().flatten().max().map_or(0, |lane| lane + 1);
        // A column for each lane with one in between, and one for the arrow.
        let width = 2 * used;
        let mut gutter = Self { width, cells: vec![Cell::default(); width * lines] };
        for ((from, to), lane) in far.into_iter().zip(found) {
            let Some(column) = lane.map(|lane| width - 2 - 2 * lane) else { continue };
            let (top, bottom) = (from.min(to), from.max(to));
            for line in top..=bottom {
                gutter.change(line, column, |cell| {
                    cell.up |= line > top;
                    cell.down |= line < bottom;
                });
            }
            for line in [from, to] {
                gutter.change(line, column, |cell| cell.right = true);
                for column in column + 1..width {
                    gutter.change(line, column, |cell| (cell.left, cell.right) = (true, true));
                }
            }
            gutter.change(to, width - 1, |cell| cell.arrow = true);
        }
        gutter
    }

    fn change(&mut self, line: usize, column: usize, change: impl FnOnce(&mut Cell)) {
        if let Some(cell) = self.cells.get_mut(line * self.width + column) {
            change(cell);
        }
    }

    fn line(&self, line: usize) -> String {
        let cells = self.cells.get(line * self.width..).unwrap_or_default();
        cells.iter().take(self.width).map(|cell| cell.letter()).collect()
    }
}
