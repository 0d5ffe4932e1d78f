//! The parser of YAML documents: reads a document through `located-yaml`, and long lists of numbers without it.
//! Separate from the tree, which the lists are inserted into.

use std::fmt;

use located_yaml::{At, Format, from_str};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

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
    let format = Format { name: "container", depth: limits::DEPTH };
    from_str(text, format).map_err(|mistake| error(TextErrorKind::Syntax(mistake.message), mistake.place))
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let At { value, place } = At::deserialize(deserializer)?;
        Ok(Self { content: value, place })
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
        while let Some(At { value: name, place }) = access.next_key()? {
            members.push((Key { name, place }, access.next_value()?));
        }
        Ok(Content::Map(members))
    }
}
