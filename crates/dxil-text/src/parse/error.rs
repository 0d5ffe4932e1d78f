//! What is wrong with a text, and where.

use std::fmt;

use bstr::{BStr, ByteSlice as _};

/// Something wrong in a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct ParseError {
    /// Where it begins, in bytes from the start of the text.
    pub offset: usize,
    /// How many bytes it takes, one at least.
    pub len: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What would help.
    pub hint: Option<String>,
}

/// All that is wrong in a text, in its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseErrors {
    errors: Vec<ParseError>,
    /// How many more there are than are kept.
    omitted: usize,
}

impl ParseErrors {
    pub(super) fn new(source: &[u8], mut faults: Vec<Fault>, omitted: usize) -> Self {
        faults.sort_by_key(|fault| fault.offset);
        let mut lines = Lines::new(source);
        let mut errors: Vec<ParseError> = Vec::with_capacity(faults.len());
        for Fault { offset, len, message, hint, .. } in faults {
            let (line, column) = lines.place(offset);
            // What else is wrong in a line is most likely to follow from the first mistake in it.
            if errors.last().is_none_or(|last| last.line != line) {
                errors.push(ParseError { offset, len: len.max(1), line, column, message, hint });
            }
        }
        Self { errors, omitted }
    }

    /// What is wrong, one at least.
    pub fn errors(&self) -> &[ParseError] {
        &self.errors
    }

    /// How many more errors there are, which are not kept.
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// The errors with the lines they stand in, of the text called `name`.
    pub fn shown<'e>(&'e self, name: &'e str, source: &'e [u8]) -> impl fmt::Display + 'e {
        Shown { errors: self, name, source }
    }
}

/// Errors with the lines they stand in.
struct Shown<'e> {
    errors: &'e ParseErrors,
    name: &'e str,
    source: &'e [u8],
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.errors.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            error.show(self.name, self.source, f)?;
        }
        if self.errors.omitted > 0 {
            write!(f, "\n{} more errors", self.errors.omitted)?;
        }
        Ok(())
    }
}

impl fmt::Display for ParseErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            let ParseError { line, column, message, .. } = error;
            write!(f, "{}{line}:{column}: {message}", if index > 0 { "\n" } else { "" })?;
        }
        if self.omitted > 0 {
            write!(f, "\n{} more errors", self.omitted)?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseErrors {}

impl ParseError {
    /// That something is wrong with what stands at an offset of a text: as far as the line goes, without a comment.
    pub fn at(source: &[u8], offset: usize, message: impl Into<String>) -> Self {
        let (line, column) = Lines::new(source).place(offset);
        let text = source.get(offset..).unwrap_or_default().lines().next().unwrap_or_default();
        let text = text.find("  ;").and_then(|end| text.get(..end)).unwrap_or(text);
        let len = text.trim_ascii_end().len().max(1);
        Self { offset, len, line, column, message: message.into(), hint: None }
    }

    fn show(&self, name: &str, source: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, message, .. } = self;
        write!(f, "{name}:{line}:{column}: {message}")?;
        let start = self.offset.saturating_sub(column - 1);
        let text = source.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
        // Of a line without end, what stands around the fault.
        let first = column.saturating_sub(60);
        let text = text.get(first..).unwrap_or_default();
        let text = text.get(..text.len().min(120)).unwrap_or_default();
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        let before = " ".repeat(column - 1 - first);
        let carets = "^".repeat(self.len.min(text.len().saturating_sub(before.len())).max(1));
        let text = BStr::new(text).to_string().replace('\t', " ");
        write!(f, "\n {number} | {text}\n {margin} | {before}{carets}")?;
        if let Some(hint) = &self.hint {
            write!(f, "\n {margin} = {hint}")?;
        }
        Ok(())
    }
}

/// Something wrong at an offset.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) offset: usize,
    pub(super) len: usize,
    pub(super) message: String,
    pub(super) hint: Option<String>,
    /// Whether it is that a name or a number is not defined.
    pub(super) is_undefined: bool,
    /// Whether it only follows from something that could not be read, which was told.
    pub(super) is_consequence: bool,
}

impl Fault {
    pub(super) fn with_hint(mut self: Box<Self>, hint: impl Into<String>) -> Box<Self> {
        self.hint = Some(hint.into());
        self
    }
}

/// Lines and columns of offsets that only grow.
pub(crate) struct Lines<'s> {
    source: &'s [u8],
    line: usize,
    start: usize,
}

impl<'s> Lines<'s> {
    pub(crate) fn new(source: &'s [u8]) -> Self {
        Self { source, line: 1, start: 0 }
    }

    /// Line and column of an offset that is no smaller than the last one.
    pub(crate) fn place(&mut self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.source.len()).max(self.start);
        let between = self.source.get(self.start..offset).unwrap_or_default();
        self.line += between.iter().filter(|byte| **byte == b'\n').count();
        if let Some(last) = between.rfind_byte(b'\n') {
            self.start += last + 1;
        }
        (self.line, offset - self.start + 1)
    }
}
