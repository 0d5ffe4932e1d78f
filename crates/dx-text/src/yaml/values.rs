//! Scalar values in YAML: numbers, also by name, booleans, floats, text. Separate because parts are read in two
//! ways, by their walk and under LLVM's keys, and a value is spelled the same in both.

use bstr::BString;
use dx_container::names::{Named, NamedValue};

use super::fields::FLOAT_BITS;
use super::tree::{Content, Node};
use crate::error::Result;

/// A number of at most `max`; true is 1.
pub(super) fn plain(node: &Node, what: &str, max: u64) -> Result<u64> {
    match node.content {
        Content::Bool(value) => Ok(value.into()),
        _ => node.number(what, max),
    }
}

/// A number of at most `max`, or the name of one.
pub(super) fn named(node: &Node, what: &str, names: &[Named], max: u64) -> Result<u64> {
    let number = match &node.content {
        Content::Number(number) if *number <= max => Some(*number),
        Content::Text(text) => value_of(names, text),
        _ => None,
    };
    number.ok_or_else(|| node.expected(what, &one_of(names)))
}

/// A number that has a name, or that name.
pub(super) fn known<E: NamedValue>(node: &Node, what: &str) -> Result<E> {
    let number = named(node, what, E::NAMES, u32::MAX.into())?;
    let known = E::NAMES.iter().any(|row| row.value == number);
    let raw = u32::try_from(number).ok().filter(|_| known);
    raw.map(E::from_raw).ok_or_else(|| node.expected(what, &one_of(E::NAMES)))
}

/// The number that `text` names.
pub(super) fn value_of(names: &[Named], text: &str) -> Option<u64> {
    names.iter().find(|row| row.name == text).map(|row| row.value)
}

/// True or false, or 1 or 0.
pub(super) fn truth(node: &Node, what: &str) -> Result<bool> {
    match node.content {
        Content::Bool(value) => Ok(value),
        Content::Number(number @ 0..2) => Ok(number == 1),
        _ => Err(node.expected(what, "true or false")),
    }
}

/// A 32-bit float: a number, or its bits.
pub(super) fn float(node: &Node, what: &str) -> Result<f32> {
    let expected = || node.expected(what, "a number in the range of a 32-bit float");
    match &node.content {
        // The shortest digits of a 32-bit float name it in 64 bits too.
        #[allow(
            clippy::cast_possible_truncation,
            reason = "rounding to the nearest is what a 32-bit field means"
        )]
        Content::Float(number) => {
            Some(*number as f32).filter(|float| float.is_finite() || !number.is_finite()).ok_or_else(expected)
        }
        Content::Number(number) => number.to_string().parse().map_err(|_| expected()),
        Content::Text(text) => match text.strip_prefix(FLOAT_BITS) {
            Some(bits) => u32::from_str_radix(bits, 16).map(f32::from_bits).map_err(|_| expected()),
            // Digits mean a number, words such as inf say what they are.
            None => text
                .parse()
                .ok()
                .filter(|float: &f32| float.is_finite() || !text.contains(|c: char| c.is_ascii_digit()))
                .ok_or_else(expected),
        },
        _ => Err(expected()),
    }
}

/// Text, or the bytes of text that is no UTF-8.
pub(super) fn text(node: &Node) -> Option<Vec<u8>> {
    match &node.content {
        Content::Text(text) => Some(text.as_bytes().to_vec()),
        Content::Numbers(_) => node.bytes("").ok(),
        // Names that look like something else.
        Content::Bool(_) | Content::Null | Content::Number(_) | Content::Float(_) => None,
        Content::List(_) | Content::Map(_) => None,
    }
}

/// Text in which no NUL may be.
pub(super) fn name(node: &Node, what: &str) -> Result<BString> {
    let name = text(node).filter(|name| !name.contains(&0));
    name.map(BString::from).ok_or_else(|| node.expected(what, "text or a list of bytes, without NUL"))
}

/// A list of 32-bit numbers.
pub(super) fn words(node: &Node, what: &str) -> Result<Vec<u32>> {
    match &node.content {
        Content::Numbers(words) => {
            let word = |(index, &word)| {
                u32::try_from(word).map_err(|_| node.expected_member(what, index, word, u32::MAX))
            };
            words.iter().enumerate().map(word).collect()
        }
        Content::Null => Ok(Vec::new()),
        _ => Err(node.expected(what, "a list of 32-bit numbers")),
    }
}

/// The names there are, as far as a line has room for them.
pub(super) fn one_of(names: &[Named]) -> String {
    const SHOWN: usize = 12;
    let shown: Vec<&str> = names.iter().take(SHOWN).map(|row| row.name).collect();
    let more = if names.len() > SHOWN { ", …" } else { "" };
    format!("a number or one of {}{more}", shown.join(", "))
}
