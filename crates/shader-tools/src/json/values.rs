//! Values that several documents share: strings, enumeration values and flags of a file, and lists whose items are
//! built while they are written.

use std::borrow::Cow;
use std::fmt::Write as _;

use bstr::{BString, ByteSlice as _};
use dx_container::names::{self, NamedFlags, NamedValue, split_flags};
use serde::{Serialize, Serializer};

use super::in_utf8;
use crate::error::FileError;

/// A string of a file, in UTF-8; `\xNN` replaces each byte that is not UTF-8.
pub type Text<'a> = Cow<'a, str>;

/// Bytes as hexadecimal digits, two per byte.
pub fn hex(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(bytes.len().saturating_mul(2));
    for byte in bytes {
        // Writing to a `String` does not fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// Converts strings of a file.
pub fn texts<'a>(names: &'a [BString]) -> Vec<Text<'a>> {
    names.iter().map(|name| in_utf8(name.as_bstr())).collect()
}

/// The name of an enumeration value; the number if the value has no name.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Named {
    /// The name.
    Name(&'static str),
    /// The number of a value without a name.
    Number(u64),
}

impl Named {
    /// The name of `value`, or its number.
    pub fn of<E: NamedValue>(value: E) -> Self {
        Self::new(value.name(), value.raw())
    }

    /// `name` if the value has a name, otherwise `number`.
    pub fn new(name: Option<&'static str>, number: impl Into<u64>) -> Self {
        name.map_or_else(|| Self::Number(number.into()), Self::Name)
    }
}

/// A file object, or an error object for a file that the verb could not process.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged)]
pub enum FileOrError<'a, F> {
    /// The results for a file.
    File(F),
    /// A file that the verb could not process.
    Failed(&'a FileError),
}

/// A number, or the word for a special value.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum NumberOr {
    /// A number.
    Number(u32),
    /// The word for a special value.
    Word(&'static str),
}

impl NumberOr {
    /// `word` if `number` equals `special`, otherwise the number.
    pub fn new(number: u32, special: u32, word: &'static str) -> Self {
        if number == special { Self::Word(word) } else { Self::Number(number) }
    }
}

/// The names of the bits that are set. A hexadecimal string at the end contains the bits without a name.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Flags(Vec<Cow<'static, str>>);

impl Flags {
    /// The names of the bits of `flags`.
    pub fn of<F: NamedFlags>(flags: F) -> Self {
        Self::of_word(flags.word(), F::NAMES)
    }

    /// The names of the bits of `word`.
    pub fn of_word(word: u64, names: &[names::Named]) -> Self {
        let (known, unknown) = split_flags(names, word);
        Self::new(known.map(|row| row.name), unknown)
    }

    /// Flags from their names and the bits without a name.
    pub fn new(names: impl Iterator<Item = &'static str>, unknown: Option<u64>) -> Self {
        let unknown = unknown.map(|unknown| format!("{unknown:#x}").into());
        Self(names.map(Cow::Borrowed).chain(unknown).collect())
    }
}

/// A list whose items are converted one by one while they are written.
pub struct Mapped<'a, T, U> {
    items: &'a [T],
    convert: fn(&'a T) -> U,
}

impl<'a, T, U> Mapped<'a, T, U> {
    /// The list of `items`, each converted by `convert`.
    pub fn new(items: &'a [T], convert: fn(&'a T) -> U) -> Self {
        Self { items, convert }
    }

    /// Returns true if the list has no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

impl<T, U: Serialize> Serialize for Mapped<'_, T, U> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.items.iter().map(self.convert))
    }
}

/// A list whose items are computed one by one while they are written.
pub struct Each<'a, U>(Box<dyn Fn() -> Box<dyn Iterator<Item = U> + 'a> + 'a>);

impl<'a, U> Each<'a, U> {
    /// The list of the items of the iterator that `items` returns.
    pub fn new<I: Iterator<Item = U> + 'a>(items: impl Fn() -> I + 'a) -> Self {
        Self(Box::new(move || Box::new(items())))
    }
}

impl<U: Serialize> Serialize for Each<'_, U> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Implements `JsonSchema` for lists, which have the schema of a `Vec`.
#[cfg(test)]
macro_rules! list_schema {
    ($list:ty $(, $parameter:ident)*) => {
        impl<$($parameter,)* U: schemars::JsonSchema> schemars::JsonSchema for $list {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                Vec::<U>::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                Vec::<U>::json_schema(generator)
            }
        }
    };
}

#[cfg(test)]
list_schema!(Mapped<'_, T, U>, T);
#[cfg(test)]
list_schema!(Each<'_, U>);
