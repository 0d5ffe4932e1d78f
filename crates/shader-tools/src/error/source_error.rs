//! Errors about sources: of naga's readers and validator, and of naga-dxil. Separate because naga has an error type
//! for each reader, and the message of an inner error must follow the message of the outer error.

use std::error::Error as StdError;
use std::fmt::Write as _;
use std::ops::Range;

use located::Place;
use naga::WithSpan;
use naga::valid::ValidationError;
use naga_dxil::ErrorKind;

use crate::error::located_error::{Located, Medium};

/// The step that found an error.
#[derive(Debug, Clone, Copy)]
enum Origin {
    Reader,
    Validator,
    /// naga-dxil, with the code of the error.
    Compiler(&'static str),
}

/// An error about a source.
#[derive(Debug)]
pub struct SourceError {
    origin: Origin,
    message: String,
    span: Option<Range<usize>>,
    hint: Option<String>,
    /// False for SPIR-V, in which naga locates errors by the byte.
    is_text: bool,
}

impl SourceError {
    /// An error of a reader.
    pub fn syntax(error: &dyn StdError, span: Option<Range<usize>>) -> Self {
        let is_text = span.is_some();
        Self { origin: Origin::Reader, message: chain(error), span, hint: None, is_text }
    }

    /// An error of naga's validator.
    pub fn invalid(error: &WithSpan<ValidationError>, is_text: bool) -> Self {
        let message = chain(error.as_inner());
        Self {
            origin: Origin::Validator,
            message,
            span: span_of(error, is_text),
            hint: label_of(error),
            is_text,
        }
    }

    /// An error of naga-dxil.
    pub fn of(error: &naga_dxil::Error, is_text: bool) -> Self {
        let kind = error.as_inner();
        let hint = match kind {
            ErrorKind::Model { needed: (major, minor), .. } => {
                Some(format!("use --model {major}.{minor}, or omit --model"))
            }
            _ => None,
        };
        Self {
            origin: Origin::Compiler(kind.code()),
            message: chain(kind),
            span: span_of(error, is_text),
            hint,
            is_text,
        }
    }

    /// The error with this hint.
    pub fn with_hint(self, hint: Option<&str>) -> Self {
        let hint = hint.filter(|hint| !self.message.contains(hint)).map(str::to_owned);
        Self { hint, ..self }
    }

    /// True if the command line is at fault.
    pub fn is_usage(&self) -> bool {
        ["compile.entry", "compile.override", "compile.model", "compile.binding"].contains(&self.code())
    }
}

impl Located for SourceError {
    fn code(&self) -> &'static str {
        match self.origin {
            Origin::Reader => "compile.syntax",
            Origin::Validator => "compile.invalid",
            Origin::Compiler(code) => code,
        }
    }

    fn message(&self) -> String {
        self.message.clone()
    }

    fn place(&self) -> Option<Place> {
        let span = self.span.as_ref()?;
        Some(Place { offset: span.start as u64, len: span.len() as u64, bit: 0 })
    }

    fn path(&self) -> String {
        String::new()
    }

    fn hint(&self) -> Option<String> {
        self.hint.clone()
    }

    fn medium(&self) -> Medium {
        if self.is_text { Medium::Text } else { Medium::Bytes }
    }
}

/// The innermost location. Locations in SPIR-V are of the debug information, not of the file.
fn span_of<E>(error: &WithSpan<E>, is_text: bool) -> Option<Range<usize>> {
    let (span, _) = error.spans().next()?;
    span.to_range().filter(|_| is_text)
}

/// The label of the location, unless the label is a number of naga's IR.
fn label_of<E>(error: &WithSpan<E>) -> Option<String> {
    let (_, label) = error.spans().next()?;
    (!label.is_empty() && !label.starts_with("naga::ir::")).then(|| label.clone())
}

/// The message of an error and of its causes.
fn chain(error: &dyn StdError) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let text = inner.to_string();
        if !message.ends_with(&text) {
            let _ = write!(message, ": {text}");
        }
        cause = inner.source();
    }
    message
}
