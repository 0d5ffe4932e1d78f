//! Tables: aligned columns without lines, fitted to the width of the page. What does not fit is told in another way,
//! and no word is split: columns that are the same in all rows are told once, cells are wrapped, and at last each row
//! becomes a paragraph.

use crate::layout::{columns, flowed, longest_word, row_width, width, wrapped};
use crate::style::{DIM, KEY, paint};

/// Columns between two cells, and before the first one.
const GAP: usize = 2;
/// Columns that are narrower than this are not wrapped, nor to less than this.
const NARROWEST: usize = 16;
/// Lines that a row may have before its table is told as paragraphs.
const TALLEST: usize = 4;

/// A table of `rows` below `header`, indented. Columns of numbers are aligned to the right.
pub fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    fitted(header, rows, width())
}

/// Like [`table`], but with one line per row in a pipe or a file.
pub fn rows_table(header: &[&str], rows: &[Vec<String>]) -> String {
    fitted(header, rows, row_width())
}

/// The same in a page of `page` columns.
fn fitted(header: &[&str], rows: &[Vec<String>], page: usize) -> String {
    let all: Vec<Column<'_>> =
        header.iter().enumerate().map(|(index, name)| Column::of(name, index, rows)).collect();
    let room = page.saturating_sub(GAP);
    if let Some(widths) = fit(&all, rows, room) {
        return lines(&all, &widths, rows);
    }
    let (constant, rest) = hoisted(all, rows, room);
    let mut text = match fit(&rest, rows, room) {
        Some(widths) => lines(&rest, &widths, rows),
        None => paragraphs(&rest, rows, room),
    };
    if !constant.is_empty() {
        let first = rows.first().map(Vec::as_slice).unwrap_or_default();
        let items: Vec<String> = constant.iter().map(|column| column.pair(first)).collect();
        for (index, line) in flowed(&items, ", ", room.saturating_sub(ALL_ROWS.len())).iter().enumerate() {
            let before = if index == 0 { ALL_ROWS } else { BELOW_ALL_ROWS };
            text.push_str(&format!("  {}\n", paint(DIM, format!("{before}{line}").trim_end())));
        }
    }
    text
}

/// The lines before the table: columns that are the same in all rows.
const ALL_ROWS: &str = "all: ";
const BELOW_ALL_ROWS: &str = "     ";

/// A column of a table.
struct Column<'h> {
    name: &'h str,
    index: usize,
    /// The width without any wrapping.
    natural: usize,
    /// The least width, that of the longest word.
    least: usize,
    is_number: bool,
}

impl<'h> Column<'h> {
    fn of(name: &'h str, index: usize, rows: &[Vec<String>]) -> Self {
        let cells = || rows.iter().map(|row| row.get(index).map_or("", String::as_str));
        let is_number = |cell: &str| cell.starts_with(|c: char| c.is_ascii_digit()) && !cell.contains(' ');
        let mut filled = cells().filter(|cell| !cell.is_empty()).peekable();
        let natural = cells().map(columns).max().unwrap_or(0).max(columns(name));
        let least = cells().map(longest_word).max().unwrap_or(0).max(longest_word(name));
        Self {
            name,
            index,
            natural,
            least: least.max(natural.min(NARROWEST)),
            is_number: filled.peek().is_some() && filled.all(is_number),
        }
    }

    fn cell<'r>(&self, row: &'r [String]) -> &'r str {
        row.get(self.index).map_or("", String::as_str)
    }

    /// The name and its cell in a row.
    fn pair(&self, row: &[String]) -> String {
        format!("{} {}", self.name, self.cell(row))
    }
}

/// The width of each column with which the table fits, if any has.
fn fit(table: &[Column<'_>], rows: &[Vec<String>], room: usize) -> Option<Vec<usize>> {
    let gaps = GAP * table.len().saturating_sub(1);
    let room = room.checked_sub(gaps)?;
    let natural: Vec<usize> = table.iter().map(|column| column.natural).collect();
    if natural.iter().sum::<usize>() <= room {
        return Some(natural);
    }
    let mut widths: Vec<usize> = table.iter().map(|column| column.least).collect();
    let left = room.checked_sub(widths.iter().sum())?;
    for _ in 0..left {
        // One more for the column that is the furthest from what it wants.
        let wants = |(column, width): &(&Column<'_>, &mut usize)| {
            if **width < column.natural { column.natural * 1000 / (**width).max(1) } else { 0 }
        };
        let widest = table.iter().zip(&mut widths).max_by_key(wants);
        if let Some((_, width)) = widest {
            *width += 1;
        }
    }
    let height = |row: &Vec<String>| {
        let cells = table.iter().zip(&widths);
        cells.map(|(column, width)| wrapped(column.cell(row), *width).len()).max().unwrap_or(0)
    };
    (rows.iter().map(height).max().unwrap_or(0) <= TALLEST).then_some(widths)
}

/// Takes out columns that are the same in all rows, the last ones first, until the table fits or none is left.
fn hoisted<'h>(
    mut table: Vec<Column<'h>>,
    rows: &[Vec<String>],
    room: usize,
) -> (Vec<Column<'h>>, Vec<Column<'h>>) {
    let mut constant = Vec::new();
    for at in (0..table.len()).rev() {
        let natural = table.iter().map(|column| column.natural + GAP).sum::<usize>().saturating_sub(GAP);
        if natural <= room {
            break;
        }
        let is_constant = table.get(at).is_some_and(|column| {
            // One whose words do not fit behind those for all rows stays where it is.
            column.least + ALL_ROWS.len() <= room
                && rows.windows(2).all(|pair| matches!(pair, [a, b] if column.cell(a) == column.cell(b)))
        });
        if is_constant && rows.len() > 1 {
            constant.push(table.remove(at));
        }
    }
    constant.reverse();
    // One that is empty everywhere says nothing.
    constant.retain(|column| rows.first().is_some_and(|row| !column.cell(row).is_empty()));
    (constant, table)
}

/// The table as lines, cells wrapped to their columns' widths.
fn lines(table: &[Column<'_>], widths: &[usize], rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    let mut put = |cells: Vec<Vec<String>>, is_header: bool| {
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..height {
            let mut line = String::new();
            for ((cell, column), width) in cells.iter().zip(table).zip(widths) {
                let piece = cell.get(at).map_or("", String::as_str);
                let blanks = " ".repeat(width.saturating_sub(columns(piece)));
                line.push_str(&" ".repeat(GAP));
                match column.is_number {
                    true => line.push_str(&(blanks + piece)),
                    false => line.push_str(&(piece.to_owned() + &blanks)),
                }
            }
            let line = line.trim_end();
            match is_header {
                true => text.push_str(&format!("  {}\n", paint(DIM, line.get(GAP..).unwrap_or_default()))),
                false => text.push_str(&format!("{line}\n")),
            }
        }
    };
    put(table.iter().zip(widths).map(|(column, width)| wrapped(column.name, *width)).collect(), true);
    for row in rows {
        let cells = table.iter().zip(widths);
        put(cells.map(|(column, width)| wrapped(column.cell(row), *width)).collect(), false);
    }
    text
}

/// The table as paragraphs: of each row the first cell, below it the others behind their names; of a single row all
/// together.
fn paragraphs(table: &[Column<'_>], rows: &[Vec<String>], room: usize) -> String {
    let mut text = String::new();
    let flow = |columns: &[Column<'_>], row: &Vec<String>, indent: usize| {
        let filled = columns.iter().filter(|column| !column.cell(row).is_empty());
        let items: Vec<String> =
            filled.map(|column| format!("{} {}", paint(KEY, column.name), column.cell(row))).collect();
        let lines = flowed(&items, "  ", (GAP + room).saturating_sub(indent));
        lines.iter().map(|line| format!("{:indent$}{}\n", "", line.trim_end())).collect::<String>()
    };
    let [first, rest @ ..] = table else { return text };
    if let [row] = rows {
        return flow(table, row, GAP);
    }
    for row in rows {
        let title = first.cell(row);
        if !title.is_empty() {
            let name =
                if first.name.is_empty() { String::new() } else { format!("{} ", paint(KEY, first.name)) };
            for (index, line) in
                wrapped(&format!("{name}{title}"), room.saturating_sub(GAP)).iter().enumerate()
            {
                let indent = if index == 0 { GAP } else { 2 * GAP };
                text.push_str(&format!("{:indent$}{line}\n", ""));
            }
        }
        text.push_str(&flow(rest, row, 2 * GAP));
    }
    text
}

/// A table of numbers with a name after them, which is never cut. `name` is the heading of the names.
pub fn numbers_and_names(headings: &[&str], name: &str, lines: &[(Vec<String>, String)]) -> String {
    let width = |at: usize, heading: &str| {
        let cells = lines.iter().filter_map(|(cells, _)| cells.get(at)).map(|cell| columns(cell));
        cells.chain([heading.len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = headings.iter().enumerate().map(|(at, heading)| width(at, heading)).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>, name: &str| {
        let mut line = String::new();
        for width in &widths {
            let cell = cells.next().unwrap_or_default();
            let blanks = width.saturating_sub(columns(cell));
            line += &format!("  {:blanks$}{cell}", "");
        }
        format!("{line}  {name}").trim_end().to_owned()
    };
    let head = line(&mut headings.iter().copied(), name);
    let blanks = head.len() - head.trim_start().len();
    let mut text = format!("{:blanks$}{}\n", "", paint(DIM, head.trim_start()));
    for (cells, name) in lines {
        text += &line(&mut cells.iter().map(String::as_str), name);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::fitted;
    use crate::layout::columns;

    fn plain(text: &str) -> String {
        text.split('\x1b').map(|piece| piece.split_once('m').map_or(piece, |(_, rest)| rest)).collect()
    }

    fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
    }

    #[test]
    fn what_fits_is_a_table() {
        let text = fitted(&["name", "size"], &rows(&[&["a", "1,000"], &["bb", "2"]]), 40);
        let plain: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(plain, ["  a     1,000", "  bb        2"]);
    }

    #[test]
    fn constant_columns_are_told_once() {
        let rows = rows(&[&["a", "constant", "x"], &["b", "constant", "y"]]);
        let text = plain(&fitted(&["name", "middle", "end"], &rows, 16));
        assert!(text.contains("all: middle\n       constant"), "{text}");
        assert!(text.contains("\n  a     x\n"), "{text}");
    }

    #[test]
    fn no_word_is_split_and_no_line_too_long() {
        let words = "a_name_that_is_long some words that can be wrapped and more of them still";
        let rows = rows(&[&[words, words, words, "17"], &["b", words, "x", "2"]]);
        for page in 24..120 {
            let text = plain(&fitted(&["name", "first", "second", "number"], &rows, page));
            assert!(text.lines().all(|line| columns(line) <= page), "{page}\n{text}");
            for word in words.split(' ') {
                assert!(text.split_whitespace().any(|other| other == word), "{page} {word}\n{text}");
            }
        }
    }
}
