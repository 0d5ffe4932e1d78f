//! A YAML document as a tree with places. Separate because everything that reads wants the same questions
//! answered: which key, what kind of value, and where it stands.

use std::fmt;

use located::Place;

use crate::error::{Result, TextErrorKind, error};

/// A value and where it stands in the text.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) content: Content,
    pub(super) place: Place,
}

/// A value.
#[derive(Debug)]
pub(super) enum Content {
    Null,
    Bool(bool),
    Number(u64),
    Float(f64),
    Text(String),
    /// A list of numbers only, which programs are; kept small.
    Numbers(Vec<u64>),
    List(Vec<Node>),
    Map(Vec<(Key, Node)>),
}

/// A key and where it stands.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: String,
    pub(super) place: Place,
}

impl Node {
    /// The members of a list.
    pub(super) fn list(&self, what: &str) -> Result<&[Node]> {
        match &self.content {
            Content::List(members) => Ok(members),
            Content::Numbers(numbers) if numbers.is_empty() => Ok(&[]),
            Content::Null => Ok(&[]),
            _ => Err(self.expected(what, "a list of mappings")),
        }
    }

    /// A number of at most `max`.
    pub(super) fn number(&self, what: &str, max: u64) -> Result<u64> {
        match self.content {
            Content::Number(number) if number <= max => Ok(number),
            _ if max == u64::MAX => Err(self.expected(what, "a number")),
            _ => Err(self.expected(what, &format!("a number from 0 to {max}"))),
        }
    }

    /// Bytes: a list of numbers up to 255, or text of hexadecimal digits.
    pub(super) fn bytes(&self, what: &str) -> Result<Vec<u8>> {
        const EXPECTED: &str = "a list of numbers from 0 to 255, or a block of hexadecimal digits";
        match &self.content {
            Content::Numbers(numbers) => {
                let byte = |(index, &number)| {
                    u8::try_from(number)
                        .map_err(|_| self.expected_member(what, index, number, u8::MAX.into()))
                };
                numbers.iter().enumerate().map(byte).collect()
            }
            Content::Text(text) => from_hex(text).ok_or_else(|| self.expected(what, EXPECTED)),
            Content::Null => Ok(Vec::new()),
            _ => Err(self.expected(what, EXPECTED)),
        }
    }

    /// A number of a list of numbers is more than it may be. Where it stands is not known: lists are kept small.
    #[cold]
    pub(super) fn expected_member(
        &self,
        what: &str,
        index: usize,
        found: u64,
        max: u32,
    ) -> crate::error::TextError {
        let (what, expected) = (format!("member {index} of {what}"), format!("a number from 0 to {max}"));
        error(TextErrorKind::Expected { what, found: found.to_string(), expected }, self.place)
    }

    #[cold]
    pub(super) fn expected(&self, what: &str, expected: &str) -> crate::error::TextError {
        let (what, found, expected) = (what.to_owned(), self.content.to_string(), expected.to_owned());
        error(TextErrorKind::Expected { what, found, expected }, self.place)
    }
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.chars().filter(|c| !c.is_ascii_whitespace()).map(|c| c.to_digit(16));
    let mut bytes = Vec::with_capacity(text.len() / 3);
    let mut high = None;
    for digit in digits {
        let digit = u8::try_from(digit?).ok()?;
        match high.take() {
            None => high = Some(digit << 4),
            Some(high) => bytes.push(high | digit),
        }
    }
    high.is_none().then_some(bytes)
}

/// The description of a value, for errors.
impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("empty"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Float(number) => write!(f, "{number:?}"),
            Self::Text(text) => write!(f, "{:?}", text.chars().take(40).collect::<String>()),
            Self::Numbers(numbers) if !numbers.is_empty() => f.write_str("a list of numbers"),
            Self::Numbers(_) | Self::List(_) => f.write_str("a list"),
            Self::Map(_) => f.write_str("a mapping"),
        }
    }
}
