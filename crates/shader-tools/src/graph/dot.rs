//! Graphs in the DOT language of Graphviz.

use std::fmt::Write as _;

use super::Graph;

/// A graph as a `digraph`.
pub fn dot(graph: &Graph) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "digraph \"{}\" {{", quoted(&graph.title));
    out.push_str("  node [shape=box, fontname=\"monospace\"];\n");
    for (index, node) in graph.nodes.iter().enumerate() {
        let _ = write!(out, "  b{index} [label=\"{}:\\l", quoted(&node.name));
        for line in &node.lines {
            let _ = write!(out, "  {}\\l", quoted(line));
        }
        out.push_str("\"];\n");
    }
    for edge in &graph.edges {
        let _ = writeln!(out, "  b{} -> b{} [label=\"{}\"];", edge.from, edge.to, quoted(&edge.label));
    }
    out.push_str("}\n");
    out
}

/// `text` escaped for a quoted string.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
