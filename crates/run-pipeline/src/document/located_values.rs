//! Values with their locations in the document: values of known types, data whose text is read later, and ignored
//! values.

use std::fmt;

use located::Place;
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_saphyr::Spanned;

/// A value and its place in the document.
#[derive(Debug, Default)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) place: Place,
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
        let content = Spanned::<Content>::deserialize(deserializer)?;
        Ok(Self { place: place(&content.referenced), list: content.value.0 })
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

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let spanned = Spanned::<T>::deserialize(deserializer)?;
        Ok(Self { value: spanned.value, place: place(&spanned.referenced) })
    }
}

impl<'de> Deserialize<'de> for Ignored {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

/// The place of a parsed location.
pub(super) fn place(location: &serde_saphyr::Location) -> Place {
    let span = location.span();
    let (offset, len) = (span.byte_offset(), span.byte_len());
    Place { offset: offset.unwrap_or(span.offset()), len: len.unwrap_or(span.len()), bit: 0 }
}
