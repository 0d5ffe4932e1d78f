//! RDAT on the page: functions in a line each, and all that the part says of one that is asked for. Separate because
//! libraries have hundreds of functions, of which the walk says a dozen things each.

use std::io::{self, Write};

use dx_container::ProgramVersion;

use super::extent::Shown;
use super::nodes::write_nodes;
use crate::layout::{write_pairs, write_paragraph};
use crate::style::{DIM, counted, grouped, paint};
use crate::table::table;
use crate::tree::Node;

/// The list of functions, the list of resources that they refer to by index, and the field that does.
const FUNCTIONS: &str = "FunctionTable";
const RESOURCES: &str = "ResourceTable";
const REFERENCES: &str = "Resources";
/// Resources that a function's line names.
const NAMED: usize = 4;

/// Writes the part: functions in short, unless all is asked for.
pub fn write(out: &mut dyn Write, nodes: &[Node], shown: &Shown) -> io::Result<()> {
    if shown.all {
        return write_nodes(out, nodes, shown);
    }
    for node in nodes {
        match node {
            Node::List(FUNCTIONS, members, count @ 1..) => {
                write_functions(out, nodes, members, *count, shown)?
            }
            // Empty lists would only be in the way; of several nodes each has its heading.
            Node::List(_, _, 0) => {}
            Node::List(name, ..) => {
                writeln!(out, "  {}", paint(DIM, name))?;
                write_nodes(out, std::slice::from_ref(node), shown)?;
            }
            _ => write_nodes(out, std::slice::from_ref(node), shown)?,
        }
    }
    Ok(())
}

fn write_functions(
    out: &mut dyn Write,
    nodes: &[Node],
    members: &[Vec<Node>],
    count: usize,
    shown: &Shown,
) -> io::Result<()> {
    writeln!(out, "  {}", paint(DIM, FUNCTIONS))?;
    let rows = members.iter().take(shown.rows()).map(|function| {
        let number = |name| field(function, name).filter(|value| *value != "0").map(grouped_text);
        let model = field(function, "MinShaderTarget").and_then(version);
        let model = model.map(|version| format!("{}.{}", version.major(), version.minor()));
        let features = field(function, "FeatureInfo").filter(|features| *features != "none");
        vec![
            unmangled(function).to_owned(),
            field(function, "ShaderKind").unwrap_or_default().to_owned(),
            model.unwrap_or_default(),
            number("PayloadSizeInBytes").unwrap_or_default(),
            number("AttributeSizeInBytes").unwrap_or_default(),
            features.unwrap_or_default().to_owned(),
            resources(nodes, function, NAMED),
        ]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let header = ["function", "kind", "model", "payload", "attributes", "features", "resources"];
    let filled =
        |column: &usize| rows.iter().any(|row| row.get(*column).is_some_and(|cell| !cell.is_empty()));
    let kept: Vec<usize> = (0..header.len()).filter(filled).collect();
    let header: Vec<&str> = kept.iter().filter_map(|column| header.get(*column).copied()).collect();
    let cells = |row: &Vec<String>| kept.iter().filter_map(|column| row.get(*column).cloned()).collect();
    write!(out, "{}", table(&header, &rows.iter().map(cells).collect::<Vec<_>>()))?;
    let more = count.saturating_sub(rows.len());
    let more = if more > 0 { format!("... and {}; ", counted(more, "more function")) } else { String::new() };
    let text = format!("{more}--function NAME shows all RDAT fields of a function, --all of every function");
    write_paragraph(out, 2, &paint(DIM, text))
}

/// Writes all that the part says of the functions called `name`, mangled or not; says how many there are.
pub fn write_function(out: &mut dyn Write, nodes: &[Node], name: &str) -> io::Result<usize> {
    let functions = functions(nodes).filter(|function| {
        // Mangled names begin with a byte that nobody types.
        let mangled = field(function, "Name").map(|mangled| mangled.trim_start_matches("\\u{1}"));
        unmangled(function) == name || mangled == Some(name.trim_start_matches("\\u{1}"))
    });
    let mut count = 0;
    for function in functions {
        count += 1;
        writeln!(out)?;
        let pairs = function.iter().filter_map(|node| match node {
            Node::Field(REFERENCES, _) => Some((REFERENCES, resources(nodes, function, usize::MAX))),
            Node::Field("MinShaderTarget", value) => Some(("MinShaderTarget", target(value))),
            Node::Field(name, value) | Node::Odd(name, _, value) => Some((*name, value.clone())),
            _ => None,
        });
        let pairs: Vec<_> = pairs.filter(|(_, value)| !value.is_empty()).collect();
        write_pairs(out, &pairs)?;
        let rest = function.iter().filter(|node| matches!(node, Node::Record(_) | Node::List(..)));
        let shown = Shown { all: true, function: None };
        rest.into_iter().try_for_each(|node| write_nodes(out, std::slice::from_ref(node), &shown))?;
    }
    Ok(count)
}

/// The names of the functions, for who asked for one that is not there.
pub fn names(nodes: &[Node]) -> impl Iterator<Item = &str> {
    functions(nodes).map(unmangled)
}

fn functions(nodes: &[Node]) -> impl Iterator<Item = &[Node]> {
    let lists = nodes.iter().filter_map(|node| match node {
        Node::List(FUNCTIONS, members, _) => Some(members),
        _ => None,
    });
    lists.flatten().map(Vec::as_slice)
}

fn field<'n>(nodes: &'n [Node], name: &str) -> Option<&'n str> {
    nodes.iter().find_map(|node| match node {
        Node::Field(other, value) if *other == name => Some(value.as_str()),
        _ => None,
    })
}

fn unmangled(function: &[Node]) -> &str {
    field(function, "UnmangledName").unwrap_or_default()
}

/// The names of the resources that a function refers to, as many as `named`.
fn resources(nodes: &[Node], function: &[Node], named: usize) -> String {
    let table = nodes.iter().find_map(|node| match node {
        Node::List(RESOURCES, members, _) => Some(members),
        _ => None,
    });
    let name = |index: &str| {
        let resource = table?.get(index.parse::<usize>().ok()?)?;
        field(resource, "Name").filter(|name| !name.is_empty()).map(str::to_owned)
    };
    let all = field(function, REFERENCES).filter(|text| *text != "none").unwrap_or_default();
    let all: Vec<&str> = all.split_whitespace().collect();
    // Where one has no name, its place in the table is all there is.
    let few: Vec<String> =
        all.iter().take(named).map(|index| name(index).unwrap_or_else(|| (*index).to_owned())).collect();
    let more = all.len().saturating_sub(few.len());
    let more = if more > 0 { format!(", {more} more") } else { String::new() };
    few.join(", ") + &more
}

/// A shader model as it is spelled, of the number that stands for it.
fn target(value: &str) -> String {
    version(value).map_or_else(|| value.to_owned(), |version| version.to_string())
}

fn version(value: &str) -> Option<ProgramVersion> {
    u32::from_str_radix(value.strip_prefix("0x")?, 16).ok().map(ProgramVersion)
}

fn grouped_text(value: &str) -> String {
    value.parse().map_or_else(|_| value.to_owned(), grouped)
}
