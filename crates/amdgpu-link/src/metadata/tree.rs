//! Look-ups and changes in the values of a document. Separate from their meaning. A value borrows its text and bytes
//! from the note that it was read from, or from what was set.
//!
//! The keys of a map are numbers or text, each once, in one order: numbers by value, then text by its bytes.

use std::cmp::Ordering;

use rmpv::ValueRef;

use crate::error::{Error, ErrorKind, Result};
use crate::limits;
use crate::registers::RegisterName;

/// A value of a document.
pub type Value<'a> = ValueRef<'a>;

/// Accessors of values.
pub trait Tree<'a>: Sized {
    /// The entries of a map.
    fn entries(&self) -> Option<&[(Self, Self)]>;
    /// The elements of a list.
    fn elements(&self) -> Option<&[Self]>;
    /// The elements of a list, mutable.
    fn elements_mut(&mut self) -> Option<&mut Vec<Self>>;
    /// The value of a number of 32 bits.
    fn number(&self) -> Option<u32>;
    /// The value of a boolean.
    fn truth(&self) -> Option<bool>;
    /// The text of a string.
    fn text(&self) -> Option<&'a str>;
    /// The value at a text key.
    fn get(&self, key: &str) -> Option<&Self>;
    /// The value at a text key, mutable.
    fn get_mut(&mut self, key: &str) -> Option<&mut Self>;
    /// The value at a number.
    fn at(&self, number: u32) -> Option<&Self>;
    /// The value at a key, nil where there was none; `None` only if this is no map.
    fn slot(&mut self, key: Self) -> Option<&mut Self>;
    /// The map at a text key, an empty one where there was nothing.
    ///
    /// # Errors
    /// When something else than a map stands there, or this is no map.
    fn map_at(&mut self, key: &'static str) -> Result<&mut Self>;
    /// Sets the value at a text key; nothing happens if this is no map.
    fn set(&mut self, key: &'static str, value: Self);
    /// Sets the value at a number; nothing happens if this is no map.
    fn set_at(&mut self, number: u32, value: u32);
    /// Takes the value at a text key out.
    fn remove(&mut self, key: &str) -> Option<Self>;
    /// A description for messages.
    fn in_words(&self) -> String;
}

impl<'a> Tree<'a> for Value<'a> {
    fn entries(&self) -> Option<&[(Self, Self)]> {
        if let Self::Map(entries) = self { Some(entries) } else { None }
    }

    fn elements(&self) -> Option<&[Self]> {
        if let Self::Array(values) = self { Some(values) } else { None }
    }

    fn elements_mut(&mut self) -> Option<&mut Vec<Self>> {
        if let Self::Array(values) = self { Some(values) } else { None }
    }

    fn number(&self) -> Option<u32> {
        if let Self::Integer(number) = self { number.as_u64()?.try_into().ok() } else { None }
    }

    fn truth(&self) -> Option<bool> {
        if let Self::Boolean(truth) = self { Some(*truth) } else { None }
    }

    fn text(&self) -> Option<&'a str> {
        if let Self::String(text) = self { text.into_str() } else { None }
    }

    fn get(&self, key: &str) -> Option<&Self> {
        let entries = self.entries()?;
        let index = entries.binary_search_by(|(other, _)| order_to_text(other, key)).ok()?;
        entries.get(index).map(|(_, value)| value)
    }

    fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        let Self::Map(entries) = self else { return None };
        let index = entries.binary_search_by(|(other, _)| order_to_text(other, key)).ok()?;
        entries.get_mut(index).map(|(_, value)| value)
    }

    fn at(&self, number: u32) -> Option<&Self> {
        let entries = self.entries()?;
        let key = Self::from(number);
        let index = entries.binary_search_by(|(other, _)| key_order(other, &key)).ok()?;
        entries.get(index).map(|(_, value)| value)
    }

    fn slot(&mut self, key: Self) -> Option<&mut Self> {
        let Self::Map(entries) = self else { return None };
        let index = match entries.binary_search_by(|(other, _)| key_order(other, &key)) {
            Ok(index) => index,
            Err(index) => {
                entries.insert(index, (key, Self::Nil));
                index
            }
        };
        entries.get_mut(index).map(|(_, value)| value)
    }

    fn map_at(&mut self, key: &'static str) -> Result<&mut Self> {
        let Some(slot) = self.slot(Self::from(key)) else {
            return Err(no_parent(key));
        };
        if *slot == Self::Nil {
            *slot = Self::Map(Vec::new());
        }
        if slot.entries().is_none() {
            return Err(unexpected(key, slot, "a map"));
        }
        Ok(slot)
    }

    fn set(&mut self, key: &'static str, value: Self) {
        if let Some(slot) = self.slot(Self::from(key)) {
            *slot = value;
        }
    }

    fn set_at(&mut self, number: u32, value: u32) {
        if let Some(slot) = self.slot(Self::from(number)) {
            *slot = Self::from(value);
        }
    }

    fn remove(&mut self, key: &str) -> Option<Self> {
        let Self::Map(entries) = self else { return None };
        let index = entries.binary_search_by(|(other, _)| order_to_text(other, key)).ok()?;
        Some(entries.remove(index).1)
    }

    fn in_words(&self) -> String {
        match self {
            Self::Map(entries) => format!("a map with {} keys", entries.len()),
            Self::Array(values) => format!("a list of {} values", values.len()),
            Self::String(text) => shown(text.as_str().unwrap_or_default()),
            Self::Binary(bytes) | Self::Ext(_, bytes) => format!("{} bytes", bytes.len()),
            other => other.to_string(),
        }
    }
}

/// The start of a text, as much as messages show.
fn shown(text: &str) -> String {
    match text.char_indices().nth(limits::SHOWN_TEXT) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The error of a `value` at `key` that is not what is `expected` there.
pub(crate) fn unexpected(key: &str, value: &Value<'_>, expected: &'static str) -> Error {
    ErrorKind::Metadata { key: key.to_owned(), found: value.in_words(), expected }.unplaced()
}

/// The error of a `key` to insert into a value that is not a map.
#[cold]
fn no_parent(key: &str) -> Error {
    let key = format!("the parent of {key}");
    ErrorKind::Metadata { key, found: "not a map".to_owned(), expected: "a map" }.unplaced()
}

/// The number of 32 bits at a key of text.
///
/// # Errors
/// When it is something else.
pub(crate) fn number(map: &Value<'_>, key: &str) -> Result<Option<u32>> {
    map.get(key).map(|value| expect_number(value, || key.to_owned())).transpose()
}

/// The value of a register.
///
/// # Errors
/// When it is no number of 32 bits.
pub(crate) fn register(registers: Option<&Value<'_>>, name: RegisterName) -> Result<Option<u32>> {
    let value = registers.and_then(|registers| registers.at(name.number()));
    value.map(|value| expect_number(value, || format!("register {:#x}", name.number()))).transpose()
}

/// A map with these entries, which are in order.
pub(crate) fn map<'a, const N: usize>(entries: [(&'static str, Value<'a>); N]) -> Value<'a> {
    Value::Map(entries.into_iter().map(|(key, value)| (key.into(), value)).collect())
}

/// A value as a number of 32 bits; `name` is what an error calls it.
pub(crate) fn expect_number(value: &Value<'_>, name: impl Fn() -> String) -> Result<u32> {
    value.number().ok_or_else(|| unexpected(&name(), value, "a 32-bit number"))
}

/// The order of keys.
pub(crate) fn key_order(left: &Value<'_>, right: &Value<'_>) -> Ordering {
    match (left, right) {
        (Value::Integer(left), Value::Integer(right)) => match (left.as_u64(), right.as_u64()) {
            (Some(left), Some(right)) => left.cmp(&right),
            (left, right) if left.is_some() != right.is_some() => left.is_some().cmp(&right.is_some()),
            _ => left.as_i64().cmp(&right.as_i64()),
        },
        (Value::Integer(_), _) => Ordering::Less,
        (_, Value::Integer(_)) => Ordering::Greater,
        _ => bytes(left).cmp(bytes(right)),
    }
}

fn order_to_text(key: &Value<'_>, text: &str) -> Ordering {
    if matches!(key, Value::Integer(_)) { Ordering::Less } else { bytes(key).cmp(text.as_bytes()) }
}

fn bytes<'v>(key: &'v Value<'_>) -> &'v [u8] {
    if let Value::String(text) = key { text.as_bytes() } else { &[] }
}

/// Sorts the keys of every map.
///
/// # Errors
/// When a key is neither a number nor text, or stands twice in its map, or text is not UTF-8.
pub(crate) fn sort(value: &mut Value<'_>) -> Result<()> {
    match value {
        Value::Map(entries) => {
            for (key, inner) in entries.iter_mut() {
                if !matches!(key, Value::Integer(_) | Value::String(_)) {
                    return Err(unexpected("a key", key, "text or a number"));
                }
                sort(key)?;
                sort(inner)?;
            }
            if entries.is_sorted_by(|left, right| key_order(&left.0, &right.0).is_lt()) {
                return Ok(());
            }
            entries.sort_by(|left, right| key_order(&left.0, &right.0));
            let mut pairs = entries.iter().zip(entries.iter().skip(1));
            match pairs.find(|(left, right)| key_order(&left.0, &right.0).is_eq()) {
                Some(((twice, _), _)) => Err(ErrorKind::RepeatedKey(twice.in_words()).unplaced()),
                None => Ok(()),
            }
        }
        Value::Array(values) => values.iter_mut().try_for_each(sort),
        Value::String(text) if text.as_str().is_none() => {
            Err(ErrorKind::MessagePack("a string is not UTF-8".into()).unplaced())
        }
        _ => Ok(()),
    }
}
