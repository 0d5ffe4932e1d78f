//! The format of errors, notes and findings: with excerpts for people, or one line each for editors and CI systems.
//! One setting for the process, because most layers print messages.

use std::sync::atomic::{AtomicBool, Ordering};

use dx_container::fields::escaped;

use crate::style::{BAD, NOTE, TITLE, paint};

/// The format of messages: several lines with an excerpt of the file, or one line as GCC and Clang print it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum MessageFormat {
    Human,
    Short,
}

static IS_SHORT: AtomicBool = AtomicBool::new(false);

impl MessageFormat {
    /// Selects the format for all messages of the process.
    pub fn write_global(self) {
        IS_SHORT.store(self == Self::Short, Ordering::Relaxed);
    }
}

/// Returns true if each message is one line.
pub fn is_short() -> bool {
    IS_SHORT.load(Ordering::Relaxed)
}

/// The location that a one-line message begins with.
#[derive(Debug, Clone, Copy, Default)]
pub struct Location<'a> {
    /// The file, `-` for standard input; `None` for a message about the run.
    pub file: Option<&'a str>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column in bytes, from 1.
    pub column: Option<usize>,
}

impl<'a> Location<'a> {
    /// A file as a whole.
    pub fn of_file(file: Option<&'a str>) -> Self {
        Self { file, ..Self::default() }
    }
}

/// The name of a file in a line: standard input has the name that compilers print.
pub fn shown(file: &str) -> &str {
    if file == "-" { "<stdin>" } else { file }
}

/// A message in one line. `severity` is `error`, `warning` or `note`; `code` is a rule or the code of an error.
pub fn one_line(at: Location<'_>, severity: &str, message: &str, code: Option<&str>) -> String {
    let mut location = at.file.map(|file| in_one_line(shown(file)));
    for number in [at.line, at.line.and(at.column)].into_iter().flatten() {
        location = location.map(|location| format!("{location}:{number}"));
    }
    let location = location.map(|location| paint(TITLE, location + ":") + " ").unwrap_or_default();
    let style = if severity == "error" { BAD } else { NOTE };
    let code = code.map(|code| format!(" [{code}]")).unwrap_or_default();
    format!("{location}{}: {}{code}", paint(style, severity), in_one_line(message))
}

/// Text of a file or message in one line: with spaces in place of line breaks and tabs, and with the characters escaped
/// that a terminal obeys. A second line could be a command of a CI system.
fn in_one_line(text: &str) -> String {
    escaped(&text.replace(['\n', '\r', '\t'], " "))
}

#[cfg(test)]
mod tests {
    use super::{Location, one_line};

    #[test]
    fn lines_are_those_of_compilers() {
        let plain = |at, message, code| {
            anstream::adapter::strip_str(&one_line(at, "error", message, code)).to_string()
        };
        let at = Location { file: Some("a.ll"), line: Some(3), column: Some(7) };
        assert_eq!(plain(at, "a\nb\u{1b}", Some("x.y")), "a.ll:3:7: error: a b\\u{1b} [x.y]");
        assert_eq!(plain(Location { line: None, ..at }, "a", None), "a.ll: error: a");
        let hostile = Location { file: Some("a\n::error::b\u{202e}"), line: None, column: None };
        assert_eq!(plain(hostile, "a", None), "a ::error::b\\u{202e}: error: a");
        assert_eq!(plain(Location { column: None, ..at }, "a", None), "a.ll:3: error: a");
        assert_eq!(plain(Location { file: Some("-"), ..at }, "a", None), "<stdin>:3:7: error: a");
        assert_eq!(plain(Location::default(), "a", Some("usage")), "error: a [usage]");
    }
}
