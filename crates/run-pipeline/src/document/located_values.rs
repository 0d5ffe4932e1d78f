//! Values with locations in the document: values of known types, data whose text is read later, and ignored values.

use std::fmt;

use located::Place;
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A value and its place in the document: `located_yaml::At` as a type of this crate, which can implement `JsonSchema`.
#[derive(Debug, Default)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) place: Place,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let located_yaml::At { value, place } = located_yaml::At::deserialize(deserializer)?;
        Ok(Self { value, place })
    }
}

/// Data: a scalar, whose text is at its place in the document, or a list.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) place: Place,
    pub(crate) list: Option<Vec<Node>>,
}

/// What nothing here needs.
#[derive(Debug)]
pub(crate) struct Ignored;

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let At { value: Content(list), place } = At::deserialize(deserializer)?;
        Ok(Self { place, list })
    }
}

/// The members of a list; nothing for a scalar.
#[derive(Debug)]
struct Content(Option<Vec<Node>>);

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a list of numbers")
    }

    fn visit_unit<E>(self) -> std::result::Result<Content, E> {
        Ok(Content(None))
    }

    fn visit_bool<E>(self, _: bool) -> std::result::Result<Content, E> {
        Ok(Content(None))
    }

    fn visit_u64<E>(self, _: u64) -> std::result::Result<Content, E> {
        Ok(Content(None))
    }

    fn visit_i64<E>(self, _: i64) -> std::result::Result<Content, E> {
        Ok(Content(None))
    }

    fn visit_f64<E>(self, _: f64) -> std::result::Result<Content, E> {
        Ok(Content(None))
    }

    fn visit_str<E>(self, _: &str) -> std::result::Result<Content, E> {
        Ok(Content(None))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> std::result::Result<Content, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = access.next_element()? {
            members.push(member);
        }
        Ok(Content(Some(members)))
    }
}

impl<'de> Deserialize<'de> for Ignored {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}
