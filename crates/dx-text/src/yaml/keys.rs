//! A mapping of known keys, each taken once. Separate because all mappings but those of a walk are read this way:
//! what nobody takes is an error, so that a misspelled key is never silently nothing.

use az::SaturatingAs as _;
use bstr::BString;
use dx_container::names::NamedValue;

use super::tree::{Content, Key, Node};
use super::values;
use crate::error::{Result, TextErrorKind, error};

/// A mapping whose members are being taken.
pub(super) struct Keys<'y> {
    node: &'y Node,
    members: &'y [(Key, Node)],
    taken: Vec<bool>,
}

impl<'y> Keys<'y> {
    /// Reads the mapping `node`, the value of `what`, with `read`. Fails where it is none, or `read` leaves a key.
    pub(super) fn read<T>(
        node: &'y Node,
        what: &str,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let Content::Map(members) = &node.content else { return Err(node.expected(what, "a mapping")) };
        let mut keys = Self { node, members, taken: vec![false; members.len()] };
        let value = read(&mut keys)?;
        match members.iter().zip(&keys.taken).find(|(_, taken)| !**taken) {
            Some(((key, _), _)) => {
                Err(error(TextErrorKind::UnusedKey(format!("key {}", key.name)), key.place))
            }
            None => Ok(value),
        }
    }

    /// The value under `key`, if there is one.
    pub(super) fn take(&mut self, key: &str) -> Option<&'y Node> {
        let index = self.members.iter().position(|(other, _)| other.name == key)?;
        if let Some(taken) = self.taken.get_mut(index) {
            *taken = true;
        }
        self.members.get(index).map(|(_, node)| node)
    }

    /// The value under `key`, which must be there.
    pub(super) fn need(&mut self, key: &'static str) -> Result<&'y Node> {
        self.take(key).ok_or_else(|| error(TextErrorKind::MissingKey(key), self.node.place))
    }

    /// The number under `key`; 0 where there is none.
    pub(super) fn number<T: Number>(&mut self, key: &str) -> Result<T> {
        self.take(key).map_or(Ok(T::default()), |node| number(node, key))
    }

    /// The 32-bit number under `key`, which may be given with a sign; 0 where there is none.
    pub(super) fn signed(&mut self, key: &str) -> Result<u32> {
        let Some(node) = self.take(key) else { return Ok(0) };
        match &node.content {
            Content::Text(text) => {
                let number = text.parse().map(i32::cast_unsigned);
                number.map_err(|_| node.expected(key, "a 32-bit number"))
            }
            _ => number(node, key),
        }
    }

    /// The number under `key`, which must be there.
    pub(super) fn need_number<T: Number>(&mut self, key: &'static str) -> Result<T> {
        number(self.need(key)?, key)
    }

    /// The number under `key`, if there is one.
    pub(super) fn try_number<T: Number>(&mut self, key: &str) -> Result<Option<T>> {
        self.take(key).map(|node| number(node, key)).transpose()
    }

    /// The number of `width` bits under `key`; 0 where there is none.
    pub(super) fn bits(&mut self, key: &str, width: u8) -> Result<u8> {
        let number = self.take(key).map_or(Ok(0), |node| node.number(key, (1 << width) - 1))?;
        Ok(number.saturating_as::<u8>())
    }

    /// The number under `key`, which may be given by name; 0 where there is none.
    pub(super) fn named<E: NamedValue + Default>(&mut self, key: &str) -> Result<E> {
        self.named_up_to(key, u32::MAX)
    }

    /// The same, at most `max`.
    pub(super) fn named_up_to<E: NamedValue + Default>(&mut self, key: &str, max: u32) -> Result<E> {
        let Some(node) = self.take(key) else { return Ok(E::default()) };
        let number = values::named(node, key, E::NAMES, max.into())?;
        Ok(E::from_raw(number.saturating_as::<u32>()))
    }

    /// True or false under `key`; false where there is none.
    pub(super) fn truth(&mut self, key: &str) -> Result<bool> {
        self.take(key).map_or(Ok(false), |node| values::truth(node, key))
    }

    /// The float under `key`; 0 where there is none.
    pub(super) fn float(&mut self, key: &str) -> Result<f32> {
        self.take(key).map_or(Ok(0.0), |node| values::float(node, key))
    }

    /// The name under `key`, in which no NUL may be; empty where there is none.
    pub(super) fn name(&mut self, key: &str) -> Result<BString> {
        self.take(key).map_or(Ok(BString::default()), |node| values::name(node, key))
    }

    /// The 32-bit numbers under `key`; none where there is no such key.
    pub(super) fn words(&mut self, key: &str) -> Result<Vec<u32>> {
        self.take(key).map_or(Ok(Vec::new()), |node| values::words(node, key))
    }

    /// Reads each member of the list under `key` with `read`; an empty list where there is no such key.
    pub(super) fn list<T>(&mut self, key: &str, read: impl Fn(&'y Node) -> Result<T>) -> Result<Vec<T>> {
        self.take(key).map_or(Ok(Vec::new()), |node| node.list(key)?.iter().map(read).collect())
    }

    /// Fails where `key` says something else than what follows from the rest. It may be left out.
    pub(super) fn derived(&mut self, key: &str, expected: u64) -> Result<()> {
        self.take(key).map_or(Ok(()), |node| check_derived(node, key, expected))
    }
}

/// The value under `key` of the mapping that `node`, the value of `what`, must be: for what has to be known before
/// the mapping can be read.
pub(super) fn member<'y>(node: &'y Node, what: &str, key: &'static str) -> Result<&'y Node> {
    let Content::Map(members) = &node.content else { return Err(node.expected(what, "a mapping")) };
    let member = members.iter().find(|(other, _)| other.name == key);
    member.map(|(_, node)| node).ok_or_else(|| error(TextErrorKind::MissingKey(key), node.place))
}

/// Fails where `node`, the value of `key`, is not what follows from the rest.
pub(super) fn check_derived(node: &Node, key: &str, expected: u64) -> Result<()> {
    match node.content {
        Content::Number(number) if number == expected => Ok(()),
        Content::Number(_) => Err(contradiction(node, key, &node.content.to_string(), &expected.to_string())),
        _ => Err(node.expected(key, &expected.to_string())),
    }
}

/// The error that `key` states `found` although `expected` follows from the rest of the document.
#[cold]
pub(super) fn contradiction(node: &Node, key: &str, found: &str, expected: &str) -> crate::TextError {
    let text = format!(
        "{key} is {found}, but the rest of the document requires {expected}: correct or remove {key}"
    );
    error(TextErrorKind::Contradiction(text), node.place)
}

/// The unsigned numbers of the formats.
pub(super) trait Number: TryFrom<u64> + Into<u64> + Default {
    const MAX: Self;
}

impl Number for u8 {
    const MAX: Self = Self::MAX;
}
impl Number for u16 {
    const MAX: Self = Self::MAX;
}
impl Number for u32 {
    const MAX: Self = Self::MAX;
}

fn number<T: Number>(node: &Node, what: &str) -> Result<T> {
    let number = values::plain(node, what, T::MAX.into())?;
    Ok(T::try_from(number).unwrap_or(T::MAX))
}
