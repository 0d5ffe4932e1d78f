//! Parses a document: YAML within a budget, errors without the parser's own terms, and lists of instances.

use std::fmt;

use located::Place;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::{Error as Cause, MessageFormatter as _, UserMessageFormatter};

use super::located_values::place;
use super::{Document, Instance, InstanceOrList};
use crate::limits;
use dxil_run::{Result, RunErrorKind};

/// Reads a document.
///
/// # Errors
///
/// Text that is not YAML, keys or names that are none, with their place.
pub(crate) fn parse(text: &str) -> Result<Document> {
    let events = text.len().saturating_add(64);
    let mut options = serde_saphyr::Options::default();
    if let Some(budget) = &mut options.budget {
        budget.max_events = events;
        budget.max_nodes = events;
        budget.max_total_scalar_bytes = events;
        budget.max_depth = limits::DOCUMENT_DEPTH;
        budget.flow_nesting_limit = limits::DOCUMENT_DEPTH;
        // Nothing of ours repeats itself, so that nothing can repeat itself a billion times.
        budget.max_aliases = 0;
        budget.max_anchors = 0;
    }
    options.with_snippet = false;
    options.strict_booleans = true;
    let text = without_empty_entries(text);
    serde_saphyr::from_str_with_options(&text, options).map_err(|cause| {
        let place = cause.location().map_or(Place::default(), |location| place(&location));
        mistake(place, message(&cause))
    })
}

/// A mistake in a document.
#[cold]
pub(crate) fn mistake(place: Place, why: impl Into<String>) -> dxil_run::RunError {
    located::Error::new(RunErrorKind::Pipeline { why: why.into() }, place)
}

const TOO_DEEP: &str = "the document is nested deeper than any pipeline";

/// The message, without the parser's own terms.
fn message(cause: &Cause) -> String {
    match cause {
        Cause::Budget { breach: BudgetBreach::Anchors { .. } | BudgetBreach::Aliases { .. }, .. } => {
            "YAML anchors and aliases are not supported: repeat the values".to_owned()
        }
        Cause::Budget { .. } => TOO_DEEP.to_owned(),
        Cause::MultipleDocuments { .. } => {
            "a second YAML document begins: a file holds one pipeline".to_owned()
        }
        Cause::DuplicateMappingKey { key: Some(key), .. } => format!("duplicate key {key}"),
        cause => {
            let message = UserMessageFormatter.format_message(cause);
            let message = message.lines().next().unwrap_or_default();
            // The place is shown elsewhere.
            let message = message.rsplit_once(" at line ").map_or(message, |(message, _)| message);
            if message.contains("recursion limit") { TOO_DEEP.to_owned() } else { message.to_owned() }
        }
    }
}

/// The text without commas behind which lists have nothing: LLVM's reader takes `[0,, 1]` for `[0, 1]`. Spaces stand
/// where they were, so that places are the same.
fn without_empty_entries(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut quote, mut is_comment, mut is_list, mut before) = (None, false, 0_usize, '\n');
    let mut last_comma = false;
    for character in text.chars() {
        let mut kept = character;
        if is_comment {
            is_comment = character != '\n';
        } else if let Some(mark) = quote {
            if character == mark && before != '\\' {
                quote = None;
            }
        } else {
            match character {
                '"' | '\'' if !before.is_alphanumeric() => quote = Some(character),
                '#' if before.is_whitespace() => is_comment = true,
                '[' | '{' => is_list += 1,
                ']' | '}' => is_list = is_list.saturating_sub(1),
                ',' if is_list > 0 && last_comma => kept = ' ',
                _ => {}
            }
            if !is_comment && !character.is_whitespace() {
                last_comma = character == ',' && is_list > 0;
            }
        }
        before = character;
        out.push(kept);
    }
    out
}

impl<'de> Deserialize<'de> for InstanceOrList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(InstanceVisitor)
    }
}

struct InstanceVisitor;

impl<'de> Visitor<'de> for InstanceVisitor {
    type Value = InstanceOrList;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an instance or a list of instances")
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> std::result::Result<InstanceOrList, A::Error> {
        let members = serde::de::value::MapAccessDeserializer::new(access);
        Instance::deserialize(members).map(|instance| InstanceOrList::One(Box::new(instance)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> std::result::Result<InstanceOrList, A::Error> {
        let members = serde::de::value::SeqAccessDeserializer::new(access);
        Vec::deserialize(members).map(InstanceOrList::List)
    }
}
