//! Colours for assembly: comments and opcodes are highlighted on a terminal. Separate from the other styles because the
//! text comes in pieces, most of which stay unchanged.

use std::fmt;
use std::io::{self, Write};

use dx_bytecode::text::without_numbering;

use crate::style::{DIM, KEY};

/// Whether standard output is coloured.
pub fn is_coloured() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// Writes text that comes in pieces, coloured or unchanged.
pub struct AssemblyWriter<'w> {
    out: &'w mut dyn Write,
    is_coloured: bool,
    /// The character that begins a comment.
    comment: &'static str,
    /// An incomplete line.
    line: String,
    /// The error of the writer, which [`fmt::Error`] cannot hold.
    error: Option<io::Error>,
}

impl<'w> AssemblyWriter<'w> {
    /// Writes to `out`; comments begin with `comment`.
    pub fn new(out: &'w mut dyn Write, is_coloured: bool, comment: &'static str) -> Self {
        Self { out, is_coloured, comment, line: String::new(), error: None }
    }

    /// Writes the incomplete line; returns the error of the writer or of `printed`.
    pub fn finish<E: From<io::Error>>(mut self, printed: Result<(), E>) -> Result<(), E> {
        if let Some(error) = self.error {
            return Err(error.into());
        }
        printed?;
        let line = std::mem::take(&mut self.line);
        Ok(self.write_line(&line)?)
    }

    /// Writes a line, with or without its end.
    fn write_line(&mut self, line: &str) -> io::Result<()> {
        let comment = match line.strip_prefix(self.comment) {
            Some(_) => Some(0),
            None => comment_at(line, self.comment),
        };
        let (code, comment) = line.split_at(comment.unwrap_or(line.len()));
        match operation(code) {
            Some((before, word, behind)) => write!(self.out, "{before}{KEY}{word}{KEY:#}{behind}")?,
            None => self.out.write_all(code.as_bytes())?,
        }
        let (text, end) = comment.strip_suffix('\n').map_or((comment, ""), |text| (text, "\n"));
        match text {
            "" => write!(self.out, "{end}"),
            text => write!(self.out, "{DIM}{text}{DIM:#}{end}"),
        }
    }
}

impl fmt::Write for AssemblyWriter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let written = if self.is_coloured {
            text.split_inclusive('\n').try_for_each(|piece| {
                if !piece.ends_with('\n') {
                    self.line.push_str(piece);
                    return Ok(());
                }
                let mut line = std::mem::take(&mut self.line);
                line.push_str(piece);
                self.write_line(&line)
            })
        } else {
            self.out.write_all(text.as_bytes())
        };
        written.map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}

/// The offset of a comment behind code; quoted text holds none.
fn comment_at(line: &str, comment: &str) -> Option<usize> {
    let mut is_quoted = false;
    line.char_indices().find_map(|(at, character)| {
        is_quoted ^= character == '"';
        (!is_quoted && line.get(at..)?.starts_with(comment)).then_some(at)
    })
}

/// The opcode of an instruction, and the text before and after it.
fn operation(code: &str) -> Option<(&str, &str, &str)> {
    let numbered = code.len() - without_numbering(code).len();
    if numbered > 0 {
        let (before, rest) = code.split_at(numbered);
        let (word, behind) = rest.split_at(rest.find([' ', '\n']).unwrap_or(rest.len()));
        return Some((before, word, behind));
    }
    let indented = code.strip_prefix("  ")?;
    let from = match indented.split_once(" = ") {
        Some((result, _)) if result.starts_with('%') && !result.contains(' ') => result.len() + 3,
        _ => 0,
    };
    let word = indented.get(from..)?.split([' ', '\n']).next().filter(|word| !word.is_empty())?;
    let (before, rest) = code.split_at(2 + from);
    let (word, behind) = rest.split_at(word.len());
    Some((before, word, behind))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    fn painted(text: &[&str], is_coloured: bool) -> String {
        let mut bytes = Vec::new();
        let mut writer = AssemblyWriter::new(&mut bytes, is_coloured, ";");
        let printed = text.iter().try_for_each(|text| writer.write_str(text));
        assert!(printed.is_ok());
        assert!(writer.finish(Ok::<(), io::Error>(())).is_ok());
        String::from_utf8(bytes).unwrap_or_default()
    }

    #[test]
    fn text_is_the_same_without_colours() {
        let pieces = ["; a\n  %1 = add i32 %0, ", "1 ; b\n  ret void\n!0 = !{!\"a;b\"}", "\n"];
        assert_eq!(painted(&pieces, false), pieces.concat());
        let coloured = painted(&pieces, true);
        assert_ne!(coloured, pieces.concat());
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), pieces.concat());
        // Instruction numbers are not opcodes.
        let numbered = painted(&["  10  0x00000044: mov r0.x, l(1)\n"], true);
        assert!(numbered.starts_with("  10  0x00000044: \u{1b}"), "{numbered:?}");
        // What is quoted is no comment.
        assert!(coloured.contains("!0 = !{!\"a;b\"}\n"));
    }
}
