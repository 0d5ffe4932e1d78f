//! Mistakes in a document, described without the terms of the parser.

use std::fmt;

use located::Place;
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::{Error as Cause, MessageFormatter as _, UserMessageFormatter};

use crate::at::place;
use crate::format::Format;

/// A mistake in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake {
    /// The bytes at fault, from the start of the document; empty at 0 if the parser does not report a location.
    pub place: Place,
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
    /// The description, without the location.
    pub message: String,
}

impl Mistake {
    pub(crate) fn new(cause: &Cause, format: Format) -> Self {
        let location = cause.location();
        let (line, column) = location.map_or((1, 1), |location| (location.line(), location.column()));
        let place = location.map_or(Place::default(), |location| place(&location));
        Self { place, line, column, message: message(cause, format.name) }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at line {}, column {}", self.message, self.line, self.column)
    }
}

impl std::error::Error for Mistake {}

fn message(cause: &Cause, name: &str) -> String {
    let too_large = || format!("document is nested deeper or has more values than any {name}");
    match cause {
        Cause::Budget { breach: BudgetBreach::Anchors { .. } | BudgetBreach::Aliases { .. }, .. } => {
            "YAML anchors and aliases are not supported: repeat the values".to_owned()
        }
        Cause::Budget { .. } => too_large(),
        Cause::MultipleDocuments { .. } => {
            format!("a second YAML document begins: a file holds one {name}")
        }
        Cause::DuplicateMappingKey { key: Some(key), .. } => format!("duplicate key {key}"),
        Cause::DuplicateMappingKey { .. } => "duplicate key".to_owned(),
        cause => {
            let message = UserMessageFormatter.format_message(cause);
            let message = message.lines().next().unwrap_or_default();
            let message = message.rsplit_once(" at line ").map_or(message, |(message, _)| message);
            if message.contains("recursion limit") { too_large() } else { message.to_owned() }
        }
    }
}
