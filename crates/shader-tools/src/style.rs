//! Colours and number formats, the same in every verb.

use anstyle::{AnsiColor, Style};
use comfy_table::Table;
use unicode_width::UnicodeWidthStr as _;

/// What a page or a list is about.
pub const TITLE: Style = Style::new().bold();
/// The key of a value.
pub const KEY: Style = AnsiColor::Cyan.on_default();
/// What is as it should be.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// What is not.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// What deserves a look.
pub const NOTE: Style = AnsiColor::Yellow.on_default();
/// What most readers skip.
pub const DIM: Style = Style::new().dimmed();

/// Numbers of lines and what else frames an excerpt, as in errors.
pub const GUTTER: Style = AnsiColor::BrightBlue.on_default().bold();

/// `text` in `style`.
pub fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Columns of a page: those of the terminal, and 80 where there is none.
pub fn page_width() -> usize {
    const NO_TERMINAL: u16 = 80;
    /// In fewer, text of any kind is a column of words.
    const LEAST: usize = 40;
    usize::from(Table::new().width().unwrap_or(NO_TERMINAL)).max(LEAST)
}

/// Text in lines: the first of `first` columns, the others of `rest`. Words are never split: one that is too long stands
/// alone.
pub fn wrapped(text: &str, first: usize, rest: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut width) = (String::new(), 0);
    for word in text.split(' ') {
        let room = if lines.is_empty() { first } else { rest };
        let wide = word.width();
        if !line.is_empty() && width + 1 + wide > room {
            lines.push(std::mem::take(&mut line));
            width = 0;
        } else if !line.is_empty() {
            line.push(' ');
            width += 1;
        }
        line.push_str(word);
        width += wide;
    }
    lines.push(line);
    lines
}

/// A count with its digits in groups: `12,345`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 file`, `2 files`.
pub fn counted(number: usize, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number as u64), if number == 1 { "" } else { "s" })
}
