//! Text laid out for the width of the page: words wrapped, keys and values aligned. Separate from tables because every
//! page has lines that are no table.

use std::io::{self, Write};
use std::sync::OnceLock;

use unicode_width::UnicodeWidthChar as _;

use crate::style::KEY;

/// The width of pages where nothing tells it: in pipes and files.
const USUAL_WIDTH: usize = 80;
/// The narrowest page that is laid out; on a narrower terminal lines are left to it.
const LEAST_WIDTH: usize = 40;

/// The columns of a page: those that COLUMNS says, else those of the terminal, else 80.
pub fn width() -> usize {
    known_width().unwrap_or(USUAL_WIDTH)
}

/// The columns for the rows of a list: unlimited in a pipe or a file, because programs read it line by line, unless
/// COLUMNS is set.
pub fn row_width() -> usize {
    known_width().unwrap_or(usize::MAX)
}

fn known_width() -> Option<usize> {
    static WIDTH: OnceLock<Option<usize>> = OnceLock::new();
    *WIDTH.get_or_init(|| {
        let named = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
        let terminal = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into());
        let known: Option<usize> = named.filter(|columns| *columns > 0).or_else(terminal);
        known.map(|width| width.max(LEAST_WIDTH))
    })
}

/// The columns that `text` takes on a terminal, without its colours.
pub fn columns(text: &str) -> usize {
    let mut is_escape = false;
    let of = |c: char| {
        if c == '\x1b' || is_escape {
            is_escape = c != 'm';
            return 0;
        }
        c.width().unwrap_or(0)
    };
    text.chars().map(of).sum()
}

/// The byte `at` of `text`, or where the character begins that it lies in.
///
/// `str::floor_char_boundary` is younger than the compiler that the crates are built with at least.
pub fn floor_char_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The byte `at` of `text`, or where the character ends that it lies in.
pub fn ceil_char_boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

/// The columns of the longest word of `text`.
pub fn longest_word(text: &str) -> usize {
    text.split(' ').map(columns).max().unwrap_or(0)
}

/// The lines of `text`, wrapped between words at `room` columns. A word that is longer stands on a line of its own.
/// Blanks that it begins with are those of all its lines.
pub fn wrapped(text: &str, room: usize) -> Vec<String> {
    let indent = text.len() - text.trim_start_matches(' ').len();
    broken(text, room, indent, indent)
}

/// The same, the first line indented by `first` columns, the later ones by `later`.
fn broken(text: &str, room: usize, first: usize, later: usize) -> Vec<String> {
    let text = text.trim_start_matches(' ');
    if first + columns(text) <= room {
        return vec![" ".repeat(first) + text];
    }
    let mut lines = Vec::new();
    let mut line = " ".repeat(first);
    let (mut indent, mut taken) = (first, first);
    for word in text.split(' ') {
        let len = columns(word);
        if taken > indent && taken + 1 + len > room {
            lines.push(std::mem::replace(&mut line, " ".repeat(later)));
            (indent, taken) = (later, later);
        }
        if taken > indent {
            line.push(' ');
            taken += 1;
        }
        line.push_str(word);
        taken += len;
    }
    lines.push(line);
    lines
}

/// The lines of `items`, wrapped between them where they fit, else between their words.
pub fn flowed(items: &[String], separator: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let gap = columns(separator);
    for item in items {
        match lines.last_mut() {
            Some(line) if columns(line) + gap + columns(item) <= room => {
                line.push_str(separator);
                line.push_str(item);
            }
            _ => {
                if let Some(line) = lines.last_mut() {
                    line.push_str(separator.trim_end());
                }
                lines.extend(wrapped(item, room));
            }
        }
    }
    lines
}

/// Writes `text` indented, wrapped at the page's width.
pub fn write_paragraph(out: &mut dyn Write, indent: usize, text: &str) -> io::Result<()> {
    let room = width().saturating_sub(indent);
    wrapped(text, room).iter().try_for_each(|line| writeln!(out, "{:indent$}{}", "", line.trim_end()))
}

/// `text` as lines of the page, the later ones indented further than the first.
pub fn hanging(text: &str) -> String {
    hanging_in(text, width())
}

/// Writes a row of a list.
pub fn write_row(out: &mut dyn Write, text: &str) -> io::Result<()> {
    out.write_all(hanging_in(text, row_width()).as_bytes())
}

fn hanging_in(text: &str, room: usize) -> String {
    let indent = text.len() - text.trim_start_matches(' ').len();
    let lines = broken(text, room, indent, indent + HANGING);
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Writes `text` in such lines.
pub fn write_hanging(out: &mut dyn Write, text: &str) -> io::Result<()> {
    out.write_all(hanging(text).as_bytes())
}

/// The indentation of later lines of a paragraph.
const HANGING: usize = 4;

/// Writes lines of a key and a value, the values one below the other.
pub fn write_pairs(out: &mut dyn Write, lines: &[(&str, String)]) -> io::Result<()> {
    let longest = lines.iter().map(|(key, _)| columns(key)).max().unwrap_or(0);
    let indent = longest + 4;
    for (key, value) in lines {
        let blanks = longest - columns(key);
        for (index, line) in wrapped(value, width().saturating_sub(indent)).iter().enumerate() {
            match index {
                0 => writeln!(out, "{}", format!("  {KEY}{key}{KEY:#}{:blanks$}  {line}", "").trim_end())?,
                _ => writeln!(out, "{:indent$}{line}", "")?,
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{columns, flowed, wrapped};

    #[test]
    fn words_are_never_split() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("a enormous b", 4), ["a", "enormous", "b"]);
        assert_eq!(wrapped("", 4), [""]);
        assert_eq!(wrapped("  a bc d", 5), ["  a", "  bc", "  d"]);
    }

    #[test]
    fn items_stay_whole_where_they_fit() {
        let items = ["a 1", "bb 22", "c d e"].map(str::to_owned);
        assert_eq!(flowed(&items, ", ", 10), ["a 1, bb 22,", "c d e"]);
        assert_eq!(flowed(&items, ", ", 4), ["a 1,", "bb", "22,", "c d", "e"]);
    }

    #[test]
    fn colours_take_no_columns() {
        assert_eq!(columns("\x1b[1mbold\x1b[0m"), 4);
    }
}
