//! SDBG on the page: who compiled what, the files with their sizes, how many records each table has.

use std::io::{self, Write};

use dx_container::FourCc;
use dx_container::fields::Printable;
use dx_container::parts::debug_information::{DebugInformation, Table};

use super::extent::SHOWN_PARTS;
use crate::layout::write_pairs;
use crate::style::{DIM, NOTE, TITLE, counted, grouped, paint};
use crate::table::table;

/// Writes the part called `name`.
pub fn write(out: &mut dyn Write, name: FourCc, part: &DebugInformation<'_>) -> io::Result<()> {
    writeln!(out, "\n{} {}", paint(TITLE, name), paint(DIM, "debug information"))?;
    let string = |offset| Printable(part.string(offset)).to_string();
    let mut pairs = vec![
        ("compiler", string(part.creator)),
        ("entry", string(part.entry_point)),
        ("profile", string(part.target)),
    ];
    let names = ["instructions", "variables", "input variables", "tokens", "scopes", "scope variables"];
    let counts = Table::ALL.map(|table| grouped(part.count(table) as u64));
    pairs.extend(names.into_iter().zip(counts));
    write_pairs(out, &pairs)?;
    let row = |file: &dx_container::parts::debug_information::SourceFile| {
        vec![Printable(part.span(file.name)).to_string(), grouped(file.source.len.into())]
    };
    let rows: Vec<_> = part.files.iter().take(SHOWN_PARTS).map(row).collect();
    if !rows.is_empty() {
        write!(out, "{}", table(&["file", "size"], &rows))?;
    }
    match part.files.len().checked_sub(SHOWN_PARTS) {
        Some(more @ 1..) => {
            writeln!(out, "  {}", paint(NOTE, format!("... and {}", counted(more, "more file"))))
        }
        _ => Ok(()),
    }
}
