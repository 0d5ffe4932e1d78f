//! Colours and number formats, the same in every verb.

use anstyle::{AnsiColor, Style};

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
