//! Names and strings: escapes taken out, quotes taken off.

use std::borrow::Cow;

use bstr::ByteSlice as _;

use super::cursor::{Parser, Result};
use super::token::Token;

/// The bytes that a text stands for, in which `\41` is `A` and `\\` a backslash. A backslash before anything else is
/// one.
pub(super) fn unescaped(text: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = text.find_byte(b'\\') else { return Cow::Borrowed(text) };
    let mut bytes = Vec::with_capacity(text.len());
    let (mut plain, mut rest) = text.split_at(first);
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    loop {
        bytes.extend_from_slice(plain);
        let (byte, behind) = match rest {
            [b'\\', b'\\', behind @ ..] => (b'\\', behind),
            [byte, behind @ ..] => {
                let coded = match behind {
                    [high, low, behind @ ..] => digit(*high).zip(digit(*low)).zip(Some(behind)),
                    _ => None,
                };
                coded.map_or((*byte, behind), |((high, low), behind)| (high << 4 | low, behind))
            }
            [] => return Cow::Owned(bytes),
        };
        bytes.push(byte);
        (plain, rest) = behind.split_at(behind.find_byte(b'\\').unwrap_or(behind.len()));
    }
}

/// The name that a token such as `%x` or `%"a b"` stands for.
pub(super) fn name(token: &[u8]) -> Cow<'_, [u8]> {
    let name = token.get(1..).unwrap_or_default();
    match name.strip_prefix(b"\"").and_then(|name| name.strip_suffix(b"\"")) {
        Some(quoted) => unescaped(quoted),
        None => Cow::Borrowed(name),
    }
}

/// The name that a token such as `x:` or `"a b":` stands for.
pub(super) fn label(token: &[u8]) -> Cow<'_, [u8]> {
    let name = token.strip_suffix(b":").unwrap_or(token);
    match name.strip_prefix(b"\"").and_then(|name| name.strip_suffix(b"\"")) {
        Some(quoted) => unescaped(quoted),
        None => Cow::Borrowed(name),
    }
}

/// The number that a token such as `%4` stands for.
#[inline]
pub(super) fn number(token: &[u8]) -> Option<u32> {
    let digits = token.get(1..)?;
    if digits.len() < u32::MAX.ilog10() as usize {
        return Some(
            digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit.wrapping_sub(b'0'))),
        );
    }
    digits.iter().try_fold(0_u32, |number, digit| {
        number.checked_mul(10)?.checked_add(u32::from(digit.wrapping_sub(b'0')))
    })
}

impl<'s> Parser<'s> {
    /// The bytes of a string.
    pub(super) fn string(&mut self, what: &str) -> Result<Cow<'s, [u8]>> {
        if self.at.token != Token::String {
            return Err(self.expected(&format!("{what} in quotes")));
        }
        let text = self.take();
        Ok(unescaped(text.get(1..text.len() - 1).unwrap_or_default()))
    }

    /// The number of a token such as `%4`, which is taken.
    #[inline]
    pub(super) fn token_number(&mut self) -> Result<u32> {
        let Some(number) = number(self.text()) else {
            return Err(self.fault("number does not fit 32 bits"));
        };
        self.bump();
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_taken_out() {
        assert_eq!(*unescaped(b"a\\41\\\\\\zb\\4"), *b"aA\\\\zb\\4");
        assert_eq!(*name(b"%\"a\\22b\""), *b"a\"b");
        assert_eq!(*label(b"\"x y\":"), *b"x y");
        assert_eq!(number(b"%4294967296"), None);
    }
}
