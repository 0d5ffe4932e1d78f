//! The fields of a part on a page: pairs, records and tables. Separate because several parts have pages of their own.

use std::io::{self, Write};

use super::extent::Shown;
use crate::layout::{write_pairs, write_paragraph};
use crate::style::{DIM, NOTE, grouped, paint};
use crate::table::table;
use crate::tree::Node;

/// Fields in a row as aligned pairs, records by their fields, lists as tables: in the order of the part.
pub fn write_nodes(out: &mut dyn Write, nodes: &[Node], shown: &Shown) -> io::Result<()> {
    let mut rest = nodes;
    while let [first, after @ ..] = rest {
        match first {
            Node::Field(..) => {
                let pairs = rest.iter().map_while(|node| match node {
                    Node::Field(name, value) => Some((*name, value.clone())),
                    _ => None,
                });
                let pairs: Vec<_> = pairs.collect();
                write_pairs(out, &pairs)?;
                rest = rest.get(pairs.len()..).unwrap_or_default();
                continue;
            }
            Node::Odd(..) => write_odd(out, first)?,
            Node::Record(nodes) => write_nodes(out, nodes, shown)?,
            // An empty list among others would only be in the way.
            Node::List(_, _, 0) if nodes.len() > 1 => {}
            Node::List(name, members, count) => {
                if nodes.len() > 1 {
                    writeln!(out, "  {}", paint(DIM, name))?;
                }
                write_list(out, members, *count, shown)?;
            }
        }
        rest = after;
    }
    Ok(())
}

/// A field that is not as expected.
pub fn write_odd(out: &mut dyn Write, node: &Node) -> io::Result<()> {
    let Node::Odd(name, at, value) = node else { return Ok(()) };
    write_paragraph(out, 2, &paint(NOTE, format!("{name} at offset {at:#x} in the part: {value}")))
}

/// A list of records as a table: a column for each field that any of them has.
fn write_list(out: &mut dyn Write, members: &[Vec<Node>], count: usize, shown: &Shown) -> io::Result<()> {
    if count == 0 {
        return writeln!(out, "  none");
    }
    let members = members.get(..shown.rows()).unwrap_or(members);
    let mut columns: Vec<&str> = Vec::new();
    for node in members.iter().flatten() {
        if let Node::Field(name, _) | Node::Odd(name, ..) = node
            && !columns.contains(name)
        {
            columns.push(name);
        }
    }
    let cell = |member: &[Node], column: &str| {
        let found = member.iter().find_map(|node| match node {
            Node::Field(name, value) | Node::Odd(name, _, value) if *name == column => Some(value.clone()),
            _ => None,
        });
        found.unwrap_or_default()
    };
    let rows = members.iter().map(|member| columns.iter().map(|column| cell(member, column)).collect());
    write!(out, "{}", table(&columns, &rows.collect::<Vec<_>>()))?;
    if members.len() < count {
        note_more(out, count - members.len(), shown)?;
    }
    Ok(())
}

/// Says of a list how many members are not shown.
pub fn note_more(out: &mut dyn Write, more: usize, shown: &Shown) -> io::Result<()> {
    let how = if shown.all { "--json has them all" } else { "--all shows them" };
    writeln!(out, "  {}", paint(NOTE, format!("... and {} more: {how}", grouped(more as u64))))
}
