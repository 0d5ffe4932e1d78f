//! Parses a document through `located-yaml`, with lists that have empty entries and lists of instances.

use std::fmt;

use located::Place;
use located_yaml::Format;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Document, Instance, InstanceOrList};
use crate::limits;
use dxil_run::{Result, RunErrorKind};

/// Reads a document.
///
/// # Errors
///
/// Text that is not YAML, keys or names that are none, with their place.
pub(crate) fn parse(text: &str) -> Result<Document> {
    let format = Format { name: "pipeline", depth: limits::DOCUMENT_DEPTH };
    located_yaml::from_str(&without_llvm_extensions(text), format)
        .map_err(|wrong| mistake(wrong.place, wrong.message))
}

/// A mistake in a document.
#[cold]
pub(crate) fn mistake(place: Place, why: impl Into<String>) -> dxil_run::RunError {
    located::Error::new(RunErrorKind::Pipeline { why: why.into() }, place)
}

/// The text with spaces in place of characters that only LLVM's YAML reader accepts, at the same offsets: the second
/// comma in `[0,, 1]`, and tabs outside of quoted scalars.
fn without_llvm_extensions(text: &str) -> String {
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
                '\t' => kept = ' ',
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
