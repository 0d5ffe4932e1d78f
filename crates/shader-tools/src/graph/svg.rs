//! Graphs as a picture in SVG: one below the other, bounded in size, without anything from elsewhere. What a shader
//! says is text in it, never markup.

use std::fmt::Write as _;

use az::SaturatingAs as _;

use super::layout::{Layout, Way, layout};
use super::{Edge, Graph, LeftOut, size_of, truncated};
use crate::style::{counted, grouped};

/// Boxes of a picture, and of one graph; what is beyond is said. No one finds the way through more.
const MOST_BOXES: usize = 1500;
/// Ways of one graph.
const MOST_WAYS: usize = 6000;
/// Lines of a box, and characters of a line.
const MOST_LINES: usize = 24;
const MOST_CHARACTERS: usize = 72;
/// Pixels that a character takes in the font of the picture, and from one line to the next.
const CHARACTER: f64 = 6.65;
const LINE: f64 = 14.0;
/// Pixels around the text of a box.
const PADDING: f64 = 8.0;
/// Pixels above a graph, for its title.
const TITLE: f64 = 26.0;

/// Colours for light and dark pages; nothing is loaded.
const STYLE: &str = "\
text{font:11px ui-monospace,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;fill:#1f2328;white-space:pre}\
.t{font-size:13px;font-weight:bold}.h{font-weight:bold}.n{fill:#656d76;font-style:italic}\
rect{fill:#f6f8fa;stroke:#8c959f}.page{fill:#fff;stroke:none}\
path{fill:none;stroke:#6e7781;stroke-width:1.2;stroke-linejoin:round}.y{stroke:#1a7f37}.f{stroke:#cf222e}.b{stroke:#0969da}\
.l{font-size:10px;fill:#57606a}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.n,.l{fill:#9198a1}rect{fill:#161b22;stroke:#6e7681}\
.page{fill:#0d1117}path{stroke:#8b949e}.y{stroke:#3fb950}.f{stroke:#ff7b72}.b{stroke:#58a6ff}}";

/// Graphs as one picture, which is called `name`.
pub fn svg(name: &str, graphs: &[Graph]) -> String {
    let mut body = String::new();
    let (mut width, mut y) = (0.0_f64, 0.0);
    let (mut left, mut undrawn) = (MOST_BOXES, 0);
    for graph in graphs {
        if left == 0 {
            undrawn += 1;
            continue;
        }
        let (drawn, size) = one(graph, left);
        left = left.saturating_sub(graph.nodes.len());
        let _ = writeln!(body, "<g transform=\"translate(0,{})\">\n{drawn}</g>", rounded(y));
        width = width.max(size.0);
        y += size.1;
    }
    if undrawn > 0 {
        let text = format!("{} not drawn: --function draws one", counted(undrawn, "more function"));
        let _ = writeln!(body, "<text class=\"n\" x=\"12\" y=\"{}\">{text}</text>", rounded(y + 18.0));
        (width, y) = (width.max(text_width(&text) + 24.0), y + 30.0);
    }
    if graphs.is_empty() {
        let text = "no function with a body";
        let _ = writeln!(body, "<text class=\"n\" x=\"12\" y=\"24\">{text}</text>");
        (width, y) = (text_width(text) + 24.0, 40.0);
    }
    let (width, height) = (rounded(width), rounded(y));
    let name = escaped(name);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{name}\">\n<title>{name}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n"
    )
}

/// One graph with its title, of so many boxes; and its size.
fn one(graph: &Graph, most: usize) -> (String, (f64, f64)) {
    let (edges, left_out) = graph.simplified(most, MOST_WAYS);
    let shown = graph.nodes.get(..most).unwrap_or(&graph.nodes);
    let texts: Vec<Vec<String>> = shown.iter().map(|node| lines(&node.name, &node.lines)).collect();
    let sizes: Vec<(f64, f64)> = texts.iter().map(|lines| size(lines)).collect();
    let ways: Vec<(usize, usize)> = edges.iter().map(|edge| (edge.from, edge.to)).collect();
    let Layout { width, height, boxes, ways } = layout(&sizes, &ways);
    let mut out = String::new();
    let title = truncated(&graph.title, 2 * MOST_CHARACTERS);
    let about = about(graph, left_out);
    let _ = write!(out, "<text class=\"t\" x=\"12\" y=\"20\">{}", escaped(&title));
    let _ = writeln!(out, "<tspan class=\"n\" dx=\"12\">{about}</tspan></text>");
    let _ = writeln!(out, "<g transform=\"translate(0,{TITLE})\">");
    for (edge, way) in edges.iter().zip(&ways) {
        write_way(&mut out, edge, way);
    }
    for (((x, y), (width, height)), lines) in boxes.iter().zip(&sizes).zip(&texts) {
        let (x, y) = (rounded(*x), rounded(*y));
        let _ = write!(out, "<g transform=\"translate({x},{y})\"><rect rx=\"4\" ");
        let _ = write!(out, "width=\"{}\" height=\"{}\"/>", rounded(*width), rounded(*height));
        let mut at = PADDING + 9.0;
        for (index, line) in lines.iter().enumerate() {
            let class = if index == 0 { " class=\"h\"" } else { "" };
            let _ = write!(out, "<text{class} x=\"8\" y=\"{at}\">{}</text>", escaped(line));
            at += LINE;
        }
        out.push_str("</g>\n");
    }
    out.push_str("</g>\n");
    let titles = text_width(&title) * 1.2 + text_width(&about) + 48.0;
    (out, (width.max(titles), height + TITLE))
}

/// How large a graph is, and what is not drawn of it.
fn about(graph: &Graph, left_out: LeftOut) -> String {
    let mut text = size_of(graph);
    if left_out != LeftOut::default() {
        let (nodes, edges) = (graph.kind.boxes(left_out.nodes), graph.kind.ways(left_out.edges));
        text += &format!("; {nodes} and {edges} not drawn: too many for a picture");
    }
    text
}

/// The text of a box.
fn lines(name: &str, lines: &[String]) -> Vec<String> {
    let shown = if lines.len() > MOST_LINES { MOST_LINES - 1 } else { lines.len() };
    let code = lines.iter().take(shown).map(|line| truncated(line, MOST_CHARACTERS));
    let mut all: Vec<String> = [truncated(name, MOST_CHARACTERS)].into_iter().chain(code).collect();
    if shown < lines.len() {
        all.push(format!("… {} more lines", grouped((lines.len() - shown) as u64)));
    }
    all
}

fn size(lines: &[String]) -> (f64, f64) {
    let widest = lines.iter().map(|line| text_width(line)).fold(0.0, f64::max);
    let count = f64::from(lines.len().saturating_as::<u32>());
    (widest + 2.0 * PADDING, count * LINE + PADDING + 4.0)
}

fn text_width(text: &str) -> f64 {
    CHARACTER * f64::from(crate::layout::columns(text).saturating_as::<u32>())
}

fn write_way(out: &mut String, edge: &Edge, way: &Way) {
    let class = match edge.label.as_str() {
        _ if way.is_beside => " class=\"b\"",
        "true" => " class=\"y\"",
        "false" => " class=\"f\"",
        _ => "",
    };
    let [first @ (x, y), rest @ ..] = way.points.as_slice() else { return };
    let _ = write!(out, "<path{class} d=\"M{} {}", rounded(*x), rounded(*y));
    let mut last = *first;
    for (index, point) in rest.iter().enumerate() {
        let (x, y) = (rounded(point.0), rounded(point.1));
        // From rank to rank a curve, across a rank straight down.
        if way.is_beside || index % 2 == 1 {
            let _ = write!(out, "L{x} {y}");
        } else {
            let middle = rounded((last.1 + point.1) / 2.0);
            let _ = write!(out, "C{} {middle} {x} {middle} {x} {y}", rounded(last.0));
        }
        last = *point;
    }
    let (x, y) = last;
    let _ = write!(
        out,
        "M{} {}L{} {}L{} {}",
        rounded(x - 4.0),
        rounded(y - 7.0),
        rounded(x),
        rounded(y),
        rounded(x + 4.0),
        rounded(y - 7.0)
    );
    out.push_str("\"/>");
    if !edge.label.is_empty() {
        let label = escaped(&truncated(&edge.label, 24));
        let (x, y) = (rounded(first.0 + 4.0), rounded(first.1 + 12.0));
        let _ = write!(out, "<text class=\"l\" x=\"{x}\" y=\"{y}\">{label}</text>");
    }
    out.push('\n');
}

/// A length with a digit behind the point where it needs one.
fn rounded(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// `text` as text of XML, which has no control characters.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("  "),
            '\0'..='\x1f' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::svg;
    use crate::graph::{Edge, Graph, Kind, Node};

    #[test]
    fn names_are_text() {
        let name = "</text><script>alert(1)</script>\u{1}&\"".to_owned();
        let node = || Node { name: name.clone(), lines: vec![name.clone()], instructions: 0..0 };
        let edges = vec![Edge { from: 0, to: 1, label: name.clone() }];
        let text = svg(
            &name,
            &[Graph { kind: Kind::Flow, title: name.clone(), nodes: vec![node(), node()], edges }],
        );
        assert!(
            !text.contains("<script") && !text.contains('\u{1}') && text.contains("&lt;script&gt;"),
            "{text}"
        );
    }

    #[test]
    fn what_is_too_large_is_said() {
        let nodes = (0..5000)
            .map(|index| Node { name: index.to_string(), lines: Vec::new(), instructions: 0..0 })
            .collect();
        let edges = (1..5000).map(|to| Edge { from: to - 1, to, label: String::new() }).collect();
        let graph = Graph { kind: Kind::Flow, title: "f".to_owned(), nodes, edges };
        let text = svg("a", &[graph.clone(), graph]);
        assert!(text.contains("3,500 blocks and 3,500 branches not drawn"), "{text:.2000}");
        assert!(text.contains("1 more function not drawn") && text.len() < 1_000_000);
    }
}
