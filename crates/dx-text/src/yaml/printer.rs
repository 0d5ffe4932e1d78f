//! The layout that LLVM's YAML output has: values aligned behind their keys, lists of numbers in lines. Separate
//! because it knows YAML and nothing of containers.

use std::fmt::{self, Display, Formatter, UpperHex, Write as _};

use crate::limits;

/// The column, counted from a key's own, in which values stand.
const VALUE_AT: usize = 17;
/// Lists of numbers go on in a new line after this column.
const WRAP_AFTER: usize = 70;
/// Bytes a line of a block.
const BLOCK_ROW: usize = 32;

/// A number as LLVM prints those whose bits matter: `0x1F`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hex<T>(pub(super) T);

impl<T: UpperHex> Display for Hex<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:X}", self.0)
    }
}

/// Prints nested mappings and lists, two columns a level.
#[derive(Debug)]
pub(super) struct Printer {
    pub(super) text: String,
    indent: usize,
    /// The next key is the first of a list's member: its dash stands before it.
    dash: bool,
    /// Characters that are left for compressed parts beyond what the bytes of each ask for.
    pub(super) spare: usize,
    /// Bytes for which the text asks without saying them.
    asked: usize,
}

impl Default for Printer {
    fn default() -> Self {
        Self { text: String::new(), indent: 0, dash: false, spare: limits::CONTENT_TEXT_FREE, asked: 0 }
    }
}

/// A position in the output to return to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    len: usize,
    indent: usize,
    dash: bool,
}

impl Printer {
    /// The current position.
    pub(super) fn mark(&self) -> Mark {
        Mark { len: self.text.len(), indent: self.indent, dash: self.dash }
    }

    /// Takes back all that was printed since `mark`.
    pub(super) fn back_to(&mut self, mark: Mark) {
        self.text.truncate(mark.len);
        (self.indent, self.dash) = (mark.indent, mark.dash);
    }

    /// Goes one level deeper.
    pub(super) fn deeper(&mut self) {
        self.indent += 2;
    }

    /// Goes one level higher.
    pub(super) fn higher(&mut self) {
        self.indent -= 2;
    }

    /// Begins a new member of a list, its keys one level deeper than the dash.
    pub(super) fn member(&mut self) {
        self.dash = true;
    }

    /// Counts bytes for which the text asks by a size. False where one of this length may not ask for so many: it could
    /// not be read again.
    pub(super) fn ask_for(&mut self, bytes: usize) -> bool {
        let most = self.text.len().saturating_mul(limits::BYTES_PER_CHARACTER);
        let asked = self.asked.saturating_add(bytes);
        let may = asked <= most.saturating_add(limits::BYTES_FREE);
        if may {
            self.asked = asked;
        }
        may
    }

    fn start(&mut self) {
        let dash = std::mem::take(&mut self.dash);
        let indent = if dash { self.indent - 2 } else { self.indent };
        let _ = write!(self.text, "{:indent$}{}", "", if dash { "- " } else { "" });
    }

    /// A key whose value follows in lines of its own.
    pub(super) fn key(&mut self, key: &str) {
        self.start();
        let _ = writeln!(self.text, "{key}:");
    }

    /// A key and its value.
    pub(super) fn value(&mut self, key: &str, value: impl Display) {
        self.lead(key);
        let _ = writeln!(self.text, "{value}");
    }

    /// A comment that says what is not printed.
    pub(super) fn left_out(&mut self, bytes: usize, place: &str) {
        let indent = self.indent;
        let _ = writeln!(self.text, "{:indent$}# left out: {bytes} bytes {place}", "");
    }

    fn lead(&mut self, key: &str) {
        self.start();
        let width = VALUE_AT - 1;
        let _ = write!(self.text, "{:width$} ", format!("{key}:"));
    }

    /// A member of a list that is a value of its own.
    pub(super) fn item(&mut self, value: impl Display) {
        self.dash = true;
        self.indent += 2;
        self.start();
        self.indent -= 2;
        let _ = writeln!(self.text, "{value}");
    }

    /// A key and bytes as a list of numbers.
    pub(super) fn hex_bytes(&mut self, key: &str, bytes: &[u8]) {
        self.numbers(key, bytes.iter().map(|&byte| Hex(byte)));
    }

    /// A member of a list that is a list of numbers.
    pub(super) fn item_numbers<T: Display>(&mut self, numbers: impl Iterator<Item = T>) {
        self.dash = true;
        self.indent += 2;
        self.start();
        self.indent -= 2;
        self.number_list(numbers);
    }

    /// A key and a list of numbers in lines: `[ 1, 2, 3 ]`.
    pub(super) fn numbers<T: Display>(&mut self, key: &str, numbers: impl Iterator<Item = T>) {
        self.lead(key);
        self.number_list(numbers);
    }

    fn number_list<T: Display>(&mut self, numbers: impl Iterator<Item = T>) {
        let line_start = self.text.rfind('\n').map_or(0, |at| at + 1);
        let list_at = self.text.len() - line_start;
        let mut line_start = line_start;
        self.text.push_str("[ ");
        let mut separator = "";
        for number in numbers {
            self.text.push_str(separator);
            if self.text.len() - line_start > WRAP_AFTER {
                self.text.truncate(self.text.trim_end().len());
                let _ = write!(self.text, "\n{:list_at$}  ", "");
                line_start = self.text.len() - list_at - 2;
            }
            let _ = write!(self.text, "{number}");
            separator = ", ";
        }
        self.text.push_str(" ]\n");
    }

    /// A key and text, which stands in lines where it has some.
    pub(super) fn lines(&mut self, key: &str, text: &str) {
        if !text.contains('\n') {
            return self.value(key, scalar(text));
        }
        self.lead(key);
        let indent = self.indent + 2;
        if !is_literal(text) {
            let mut separator = "\"".to_owned();
            for line in text.split_inclusive('\n') {
                self.text.push_str(&separator);
                // Blanks at the start of a line that goes on are nothing.
                let rest = line.strip_prefix(' ');
                self.text.push_str(if rest.is_some() { "\\x20" } else { "" });
                rest.unwrap_or(line).chars().for_each(|c| push_escaped(&mut self.text, c));
                separator = format!("\\\n{:indent$}", "");
            }
            self.text.push_str("\"\n");
            return;
        }
        self.text.push_str(if text.ends_with('\n') { "|\n" } else { "|-\n" });
        for line in text.lines() {
            let _ = writeln!(
                self.text,
                "{:indent$}{line}",
                "",
                indent = if line.is_empty() { 0 } else { indent }
            );
        }
    }

    /// A key and bytes as a block of hexadecimal digits.
    pub(super) fn block(&mut self, key: &str, bytes: &[u8]) {
        self.value(key, "|");
        let indent = self.indent + 2;
        for row in bytes.chunks(BLOCK_ROW) {
            let _ = write!(self.text, "{:indent$}", "");
            for (index, byte) in row.iter().enumerate() {
                let separator = if index == 0 { "" } else { " " };
                let _ = write!(self.text, "{separator}{byte:02x}");
            }
            self.text.push('\n');
        }
    }
}

/// Text as a YAML scalar: plain where no reader can take it for anything else.
pub(super) fn scalar(text: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-');
    let begins_as_name = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let means_something = ["true", "false", "null"];
    if (begins_as_name || is_digest_or_version(text))
        && text.chars().all(is_word)
        && !means_something.contains(&text.to_ascii_lowercase().as_str())
    {
        return text.to_owned();
    }
    if !text.chars().all(is_printable) {
        return double_quoted(text);
    }
    format!("'{}'", text.replace('\'', "''"))
}

/// True for a digest or a version that is not a number in any version of YAML: `9a3e225d`, `1.8.2403.34`.
fn is_digest_or_version(text: &str) -> bool {
    let is_integer = ["0x", "0o", "0b"].iter().any(|prefix| text.starts_with(prefix) && !text.contains('.'));
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '.')
        && !is_integer
        && text.parse::<f64>().is_err()
}

/// True for a character that can stand in YAML as it is, within a line.
fn is_printable(c: char) -> bool {
    let is_noncharacter = u32::from(c) & 0xfffe == 0xfffe || ('\u{fdd0}'..='\u{fdef}').contains(&c);
    !c.is_control() && !is_noncharacter && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Text for a comment: what cannot stand in one is replaced.
pub(super) fn comment(text: &str) -> String {
    text.chars().map(|c| if is_printable(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

/// True for text of several lines that means itself in a literal block.
fn is_literal(text: &str) -> bool {
    let text = text.strip_suffix('\n').unwrap_or(text);
    // What the first line begins with and the last line ends with, readers take for layout.
    !text.is_empty()
        && !text.starts_with([' ', '\t', '\n'])
        && !text.ends_with([' ', '\t', '\n'])
        && text.chars().all(|c| is_printable(c) || matches!(c, '\n' | '\t'))
}

fn double_quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        push_escaped(&mut quoted, c);
    }
    quoted + "\""
}

/// A character between double quotes.
fn push_escaped(quoted: &mut String, c: char) {
    match c {
        '"' | '\\' => quoted.extend(['\\', c]),
        '\n' => quoted.push_str("\\n"),
        '\r' => quoted.push_str("\\r"),
        '\t' => quoted.push_str("\\t"),
        c if c.is_ascii_graphic() || c == ' ' => quoted.push(c),
        c => {
            let _ = write!(quoted, "\\U{:08X}", u32::from(c));
        }
    }
}
