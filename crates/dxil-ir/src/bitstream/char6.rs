//! The six-bit characters of names. Separate because reading, writing and the choice of an abbreviation need them.

/// All of them, in the order of their numbers.
const CHARACTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

/// The character of a number below 64.
pub(super) fn decode(number: u64) -> u64 {
    usize::try_from(number).ok().and_then(|number| CHARACTERS.get(number)).copied().unwrap_or_default().into()
}

/// The number of each byte; [`NONE`] for those that are none of these characters.
const NUMBERS: [u8; 256] = numbers();
const NONE: u8 = 64;

#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation, reason = "evaluated by the compiler")]
const fn numbers() -> [u8; 256] {
    let mut numbers = [NONE; 256];
    let mut number = 0;
    while number < CHARACTERS.len() {
        numbers[CHARACTERS[number] as usize] = number as u8;
        number += 1;
    }
    numbers
}

/// The number of a character, where it has one.
#[inline]
pub(super) fn encode(character: u64) -> Option<u64> {
    let number = usize::try_from(character).ok().and_then(|character| NUMBERS.get(character));
    number.filter(|number| **number != NONE).map(|number| u64::from(*number))
}

/// Whether a [`Field::Char6`](super::Field::Char6) can hold this byte: a letter, a digit, a dot or an underscore.
#[inline]
pub fn is_char6(byte: u8) -> bool {
    encode(byte.into()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_characters_are_each_others_inverse() {
        for number in 0..64 {
            assert_eq!(encode(decode(number)), Some(number));
        }
        let characters: Vec<u8> = (0..=u8::MAX).filter(|&byte| is_char6(byte)).collect();
        assert_eq!(characters.len(), 64);
        assert!(characters.iter().all(|&byte| byte.is_ascii_alphanumeric() || b"._".contains(&byte)));
        assert_eq!(encode(u64::from(b'a') + 256), None);
    }
}
