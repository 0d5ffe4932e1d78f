//! The six-bit characters of names. Separate because reading, writing and the choice of an abbreviation need them.

/// All of them, in the order of their numbers.
const CHARACTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

/// The character of a number below 64.
pub(super) fn decode(number: u64) -> u64 {
    usize::try_from(number).ok().and_then(|number| CHARACTERS.get(number)).copied().unwrap_or_default().into()
}

/// The number of a character, where it has one.
pub(super) fn encode(character: u64) -> Option<u64> {
    let number = match u8::try_from(character).ok()? {
        c @ b'a'..=b'z' => c - b'a',
        c @ b'A'..=b'Z' => c - b'A' + 26,
        c @ b'0'..=b'9' => c - b'0' + 52,
        b'.' => 62,
        b'_' => 63,
        _ => return None,
    };
    Some(number.into())
}

/// Whether a [`Field::Char6`](super::Field::Char6) can hold this byte: a letter, a digit, a dot or an underscore.
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
