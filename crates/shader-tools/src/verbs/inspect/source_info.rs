//! SRCI on the page: the files with their sizes, and the command line.

use std::io::{self, Write};

use bstr::ByteSlice as _;
use dx_container::FourCc;
use dx_container::fields::Printable;
use dx_container::parts::source_info::SourceInfo;

use super::extent::SHOWN_PARTS;
use crate::layout::write_pairs;
use crate::style::{DIM, NOTE, TITLE, counted, grouped, paint};
use crate::table::table;

/// Writes the part called `name`.
pub fn write(out: &mut dyn Write, name: FourCc, part: &SourceInfo<'_>) -> io::Result<()> {
    writeln!(out, "\n{} {}", paint(TITLE, name), paint(DIM, "source information"))?;
    let (mut rows, mut more) = (Vec::new(), 0);
    for source in part.sources() {
        if rows.len() < SHOWN_PARTS {
            rows.push(vec![Printable(source.name).to_string(), grouped(source.content.len() as u64)]);
        } else {
            more += 1;
        }
    }
    if !rows.is_empty() {
        write!(out, "{}", table(&["file", "size"], &rows))?;
    }
    if more > 0 {
        writeln!(out, "  {}", paint(NOTE, format!("... and {}", counted(more, "more file"))))?;
    }
    let words = part.arguments().take(SHOWN_PARTS).flat_map(|argument| {
        let name = (!argument.name.is_empty()).then(|| format!("-{}", Printable(argument.name)));
        let value = (!argument.value.is_empty()).then(|| Printable(argument.value.as_bstr()).to_string());
        name.into_iter().chain(value)
    });
    let words: Vec<String> = words.collect();
    write_pairs(out, &[("arguments", words.join(" "))])
}
