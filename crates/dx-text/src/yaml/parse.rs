//! The parser of YAML documents: a YAML library, and long lists of numbers read apart from it. Separate from the tree,
//! which the lists are put back into.

use std::fmt;

use located::Place;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::{Error as Cause, MessageFormatter as _, Spanned, UserMessageFormatter};

use super::number_lists;
use super::tree::{Content, Key, Node};
use crate::error::{Result, TextErrorKind, error};
use crate::limits;

/// The document that `text` holds.
pub(super) fn parse(text: &str) -> Result<Node> {
    if let Some((rest, lists)) = number_lists::cut(text)
        && let Ok(mut document) = parse_all(&rest)
        && lists.put_back(&mut document)
    {
        return Ok(document);
    }
    parse_all(text)
}

fn parse_all(text: &str) -> Result<Node> {
    let events = text.len().saturating_add(64);
    let mut options = serde_saphyr::Options::default();
    if let Some(budget) = &mut options.budget {
        budget.max_events = events;
        budget.max_nodes = events;
        budget.max_total_scalar_bytes = events;
        budget.max_depth = limits::DEPTH;
        budget.flow_nesting_limit = limits::DEPTH;
        // Nothing of ours repeats itself, so that nothing can repeat itself a billion times.
        budget.max_aliases = 0;
        budget.max_anchors = 0;
    }
    options.with_snippet = false;
    // Names such as N and ON are names.
    options.strict_booleans = true;
    serde_saphyr::from_str_with_options(text, options).map_err(|cause| {
        let place = cause.location().map_or(Place::default(), |location| place(&location));
        error(TextErrorKind::Syntax(message(&cause)), place)
    })
}

/// The message of a syntax error, for people who write YAML and do not know the parser.
fn message(cause: &Cause) -> String {
    match cause {
        Cause::Budget { breach: BudgetBreach::Anchors { .. } | BudgetBreach::Aliases { .. }, .. } => {
            "anchors and aliases are not supported: write out the values".to_owned()
        }
        Cause::Budget { .. } => "document nests deeper or has more nodes than any container needs".to_owned(),
        Cause::MultipleDocuments { .. } => "second document found, expected one per file".to_owned(),
        Cause::DuplicateMappingKey { key: Some(key), .. } => format!("duplicate key {key}"),
        Cause::DuplicateMappingKey { .. } => "duplicate key".to_owned(),
        cause => {
            let message = UserMessageFormatter.format_message(cause);
            let message = message.lines().next().unwrap_or_default();
            // The place is said elsewhere.
            message.rsplit_once(" at line ").map_or(message, |(message, _)| message).to_owned()
        }
    }
}

fn place(location: &serde_saphyr::Location) -> Place {
    let span = location.span();
    let (offset, len) = (span.byte_offset(), span.byte_len());
    Place { offset: offset.unwrap_or(span.offset()), len: len.unwrap_or(span.len()), bit: 0 }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let spanned = Spanned::<Content>::deserialize(deserializer)?;
        Ok(Self { content: spanned.value, place: place(&spanned.referenced) })
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> std::result::Result<Content, E> {
        Ok(Content::Null)
    }

    fn visit_none<E>(self) -> std::result::Result<Content, E> {
        Ok(Content::Null)
    }

    fn visit_bool<E>(self, value: bool) -> std::result::Result<Content, E> {
        Ok(Content::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> std::result::Result<Content, E> {
        Ok(Content::Number(value))
    }

    fn visit_i64<E>(self, value: i64) -> std::result::Result<Content, E> {
        Ok(u64::try_from(value).map_or_else(|_| Content::Text(value.to_string()), Content::Number))
    }

    fn visit_f64<E>(self, value: f64) -> std::result::Result<Content, E> {
        Ok(Content::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> std::result::Result<Content, E> {
        Ok(Content::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> std::result::Result<Content, A::Error> {
        let mut numbers = Vec::new();
        let mut list: Vec<Node> = Vec::new();
        while let Some(node) = access.next_element::<Node>()? {
            match node.content {
                Content::Number(number) if list.is_empty() => numbers.push(number),
                _ => {
                    let place = node.place;
                    let before = std::mem::take(&mut numbers).into_iter();
                    list.extend(before.map(|number| Node { content: Content::Number(number), place }));
                    list.push(node);
                }
            }
        }
        Ok(if list.is_empty() { Content::Numbers(numbers) } else { Content::List(list) })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> std::result::Result<Content, A::Error> {
        let mut members = Vec::new();
        while let Some(key) = access.next_key::<Spanned<String>>()? {
            let key = Key { name: key.value, place: place(&key.referenced) };
            members.push((key, access.next_value()?));
        }
        Ok(Content::Map(members))
    }
}
