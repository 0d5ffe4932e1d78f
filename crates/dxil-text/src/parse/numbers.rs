//! Numbers: how they are spelled, and the bits that they are.

use super::cursor::{Parser, Result};
use super::token::Token;
use crate::float_format::hexadecimal;
use crate::limits;

/// The integer that digits are, perhaps behind a minus; `None` where it has more than 64 bits.
#[inline]
pub(super) fn integer(text: &[u8]) -> Option<i128> {
    let (is_negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let mut number = 0_u64;
    for digit in digits {
        number = number.checked_mul(10)?.checked_add(u64::from(digit.wrapping_sub(b'0')))?;
    }
    Some(if is_negative { -i128::from(number) } else { i128::from(number) })
}

/// The integer that `u0x1F` or `s0xFF` is. In the second, the highest bit that is set is the sign.
pub(super) fn hexadecimal_integer(text: &[u8]) -> Option<i128> {
    let number = hexadecimal(text.get(3..)?)?;
    let sign = 1_i128.checked_shl(u64::BITS - number.leading_zeros())?;
    let is_signed = text.starts_with(b"s") && number != 0;
    Some(i128::from(number) - if is_signed { sign } else { 0 })
}

/// The words, the lowest first, of an integer of any width in two's complement; `None` where it has more digits than
/// anybody should wait for, or does not fit.
pub(super) fn wide(text: &[u8], bits: u32) -> Option<Vec<u64>> {
    let (is_negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.len() > limits::DIGITS {
        return None;
    }
    let mut words = vec![0_u64];
    for digit in digits {
        let mut carry = u128::from(digit.wrapping_sub(b'0'));
        for word in &mut words {
            let value = u128::from(*word) * 10 + carry;
            *word = low(value);
            carry = value >> 64;
        }
        if carry > 0 {
            words.push(low(carry));
        }
    }
    if used(&words) > u64::from(bits) {
        return None;
    }
    if is_negative {
        words.resize(usize::try_from(bits.div_ceil(64)).ok()?, 0);
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = (!*word).overflowing_add(u64::from(carry));
        }
        if let (Some(word), used @ 1..) = (words.last_mut(), bits % 64) {
            *word &= (1 << used) - 1;
        }
    }
    while words.len() > 1 && words.last() == Some(&0) {
        words.pop();
    }
    Some(words)
}

/// The same of `u0x1F` or `s0xFF`.
pub(super) fn wide_hexadecimal(text: &[u8], bits: u32) -> Option<Vec<u64>> {
    let digits = text.get(3..).filter(|digits| digits.len() <= limits::DIGITS)?;
    let mut words = digits.rchunks(16).map(hexadecimal).collect::<Option<Vec<u64>>>()?;
    let used = used(&words);
    if used > u64::from(bits) {
        return None;
    }
    if text.starts_with(b"s") && used > 0 {
        words.resize(usize::try_from(bits.div_ceil(64)).ok()?, 0);
        for (first, word) in (0..).step_by(64).zip(&mut words) {
            // Its bits from `used` on, as far as the integer goes.
            let from = used.saturating_sub(first).min(64);
            let to = u64::from(bits).saturating_sub(first).min(64);
            let below =
                |end: u64| u32::try_from(64 - end).ok().map_or(0, |unused| u64::MAX.unbounded_shr(unused));
            *word |= below(to) & !below(from);
        }
    }
    while words.len() > 1 && words.last() == Some(&0) {
        words.pop();
    }
    Some(words)
}

/// How many bits a number has.
fn used(words: &[u64]) -> u64 {
    let top = words.iter().rposition(|word| *word != 0);
    let bits = top.and_then(|top| {
        Some(u64::try_from(top).ok()? * 64 + u64::from(64 - words.get(top)?.leading_zeros()))
    });
    bits.unwrap_or(0)
}

fn low(value: u128) -> u64 {
    u64::try_from(value & u128::from(u64::MAX)).unwrap_or_default()
}

/// The 32-bit float that a double is, by their bits; `None` where it is none.
pub(super) fn narrowed(bits: u64) -> Option<u32> {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        let payload = bits & ((1 << 52) - 1);
        let narrow = u32::try_from(payload >> 29).ok()?;
        let sign = u32::try_from(bits >> 63).ok()? << 31;
        return (payload.trailing_zeros() >= 29 && narrow != 0).then_some(sign | 0x7f80_0000 | narrow);
    }
    let narrow = rounded(value);
    (f64::from(narrow).to_bits() == bits).then(|| narrow.to_bits())
}

/// The 32-bit float that is nearest to a double.
#[allow(clippy::cast_possible_truncation, reason = "rounding is what it is for")]
pub(super) fn rounded(value: f64) -> f32 {
    value as f32
}

/// The 16-bit float that a double is, by their bits; `None` where it is none.
pub(super) fn halved(bits: u64) -> Option<u16> {
    let sign = u16::try_from(bits >> 63).ok()? << 15;
    let exponent = (bits >> 52) & 0x7ff;
    let mantissa = bits & ((1 << 52) - 1);
    let magnitude = match exponent {
        0 if mantissa == 0 => 0,
        0x7ff => {
            let narrow = u16::try_from(mantissa >> 42).ok()?;
            let is_kept = mantissa.trailing_zeros() >= 42 && (mantissa == 0 || narrow != 0);
            is_kept.then_some(0x7c00 | narrow)?
        }
        // Normal numbers have exponents from -14 to 15, of a double biased by 1023 rather than by 15.
        1009..=1038 => {
            let exponent = u16::try_from(exponent - 1008).ok()?;
            (mantissa.trailing_zeros() >= 42)
                .then_some(exponent << 10 | u16::try_from(mantissa >> 42).ok()?)?
        }
        // Those below have no leading one of their own.
        999..=1008 => {
            let shift = 42 + (1009 - u32::try_from(exponent).ok()?);
            let whole = mantissa | 1 << 52;
            (whole.trailing_zeros() >= shift).then_some(u16::try_from(whole >> shift).ok()?)?
        }
        _ => return None,
    };
    Some(sign | magnitude)
}

impl Parser<'_> {
    /// A number that is not negative.
    pub(super) fn u64(&mut self, what: &str) -> Result<u64> {
        if self.at.token != Token::Integer {
            return Err(self.expected(what));
        }
        let number = integer(self.text()).and_then(|number| u64::try_from(number).ok());
        let Some(number) = number else {
            return Err(self.fault(format!("number out of range: expected {what} from 0 to {}", u64::MAX)));
        };
        self.bump();
        Ok(number)
    }

    /// The same of up to 32 bits.
    pub(super) fn u32(&mut self, what: &str) -> Result<u32> {
        let (start, len) = (self.at.start, self.text().len());
        let number = self.u64(what)?;
        u32::try_from(number).map_err(|_| {
            self.fault_at(start, len, format!("number out of range: expected {what} from 0 to {}", u32::MAX))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_all_widths() {
        assert_eq!(integer(b"-18446744073709551615"), Some(-18_446_744_073_709_551_615));
        assert_eq!(integer(b"18446744073709551616"), None);
        assert_eq!(hexadecimal_integer(b"u0xFF"), Some(255));
        assert_eq!(hexadecimal_integer(b"s0xFF"), Some(-1));
        assert_eq!(hexadecimal_integer(b"s0x0"), Some(0));
        assert_eq!(wide(b"18446744073709551616", 128), Some(vec![0, 1]));
        assert_eq!(wide(b"-1", 70), Some(vec![u64::MAX, 63]));
        assert_eq!(wide(b"1267650600228229401496703205376", 70), None);
        assert_eq!(wide_hexadecimal(b"u0x100000000000000000", 69), Some(vec![0, 16]));
        assert_eq!(wide_hexadecimal(b"u0x100000000000000000", 68), None);
        assert_eq!(wide_hexadecimal(b"s0x10000000000000000", 70), Some(vec![0, 63]));
        assert_eq!(wide_hexadecimal(b"s0x8000000000000000", 128), Some(vec![1 << 63, u64::MAX]));
        assert_eq!(wide(&[b'1'; limits::DIGITS + 1], 1 << 20), None);
    }

    #[test]
    fn floats_are_kept_or_refused() {
        assert_eq!(narrowed(0.1_f64.to_bits()), None);
        assert_eq!(narrowed(0x3FB9_9999_A000_0000), Some(0.1_f32.to_bits()));
        assert_eq!(narrowed(0xFFF8_0000_2000_0000), Some(0xffc0_0001));
        assert_eq!(narrowed(0x7FF0_0000_0000_0001), None);
        let halves = [1.0, 0.5, -2.0, 65504.0, 2_f64.powi(-14), 2_f64.powi(-24), f64::INFINITY, -0.0];
        let expected = [0x3c00, 0x3800, 0xc000, 0x7bff, 0x0400, 0x0001, 0x7c00, 0x8000];
        for (half, bits) in halves.into_iter().zip(expected) {
            assert_eq!(halved(half.to_bits()), Some(bits), "{half}");
        }
        for too_fine in [0.1, 65536.0, 2_f64.powi(-25), 1.0 + 2_f64.powi(-11)] {
            assert_eq!(halved(too_fine.to_bits()), None, "{too_fine}");
        }
    }
}
