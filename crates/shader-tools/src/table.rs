//! Tables: aligned columns without lines, fitted to a terminal's width, exact in a pipe.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use crate::style::{DIM, paint};

/// A table of `rows` below `header`, indented. Columns of numbers are aligned to the right.
pub fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(header.iter().copied());
    table.add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        let is_number = |cell: &String| cell.starts_with(|c: char| c.is_ascii_digit()) && !cell.contains(' ');
        let mut cells =
            rows.iter().filter_map(|row| row.get(index)).filter(|cell| !cell.is_empty()).peekable();
        if cells.peek().is_some() && cells.all(is_number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = String::new();
    for (index, line) in table.lines().enumerate() {
        let line = line.trim_end();
        // Cells begin with a space; another one indents the table.
        match index {
            0 => text.push_str(&format!(" {}\n", paint(DIM, line))),
            _ => text.push_str(&format!(" {line}\n")),
        }
    }
    text
}
