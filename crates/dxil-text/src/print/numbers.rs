//! How numbers are spelled: floats in decimal where that says all of them, in hexadecimal digits where not.

use std::fmt::Write as _;

/// Appends an integer.
pub(crate) fn unsigned(out: &mut String, number: u64) {
    out.push_str(itoa::Buffer::new().format(number));
}

/// Appends an integer with its sign.
pub(crate) fn signed(out: &mut String, number: i64) {
    out.push_str(itoa::Buffer::new().format(number));
}

/// Appends an integer of `bits`, given as its words, the lowest first, with the sign of its highest bit.
pub(crate) fn wide(out: &mut String, words: &[u64], bits: u32) {
    let len = usize::try_from(bits.div_ceil(64)).unwrap_or(1).max(1);
    // Words that are not there are zero, bits above the highest one too.
    let mut words: Vec<u64> = words.iter().copied().chain(std::iter::repeat(0)).take(len).collect();
    let above = match bits % 64 {
        0 => u64::MAX,
        bits => (1 << bits) - 1,
    };
    let is_negative = words.last().is_some_and(|word| word & above & (above ^ above >> 1) != 0);
    if is_negative {
        out.push('-');
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = (!*word).overflowing_add(u64::from(carry));
        }
    }
    if let Some(word) = words.last_mut() {
        *word &= above;
    }
    // Nineteen digits at a time, the lowest first.
    const CHUNK: u128 = 10_000_000_000_000_000_000;
    let mut chunks = Vec::new();
    while words.iter().any(|word| *word != 0) {
        let mut rest = 0_u128;
        for word in words.iter_mut().rev() {
            let value = rest << 64 | u128::from(*word);
            *word = u64::try_from(value / CHUNK).unwrap_or_default();
            rest = value % CHUNK;
        }
        chunks.push(rest);
    }
    match chunks.pop() {
        None => out.push('0'),
        Some(first) => {
            let _ = write!(out, "{first}");
            chunks.iter().rev().for_each(|chunk| {
                let _ = write!(out, "{chunk:019}");
            });
        }
    }
}

/// Appends a 32-bit float, by its bits.
pub(crate) fn float(out: &mut String, bits: u32) {
    double_or_float(out, f64::from(f32::from_bits(bits)), || widened(bits));
}

/// Appends a 64-bit float, by its bits.
pub(crate) fn double(out: &mut String, bits: u64) {
    double_or_float(out, f64::from_bits(bits), || bits);
}

fn double_or_float(out: &mut String, value: f64, bits: impl Fn() -> u64) {
    let start = out.len();
    if value.is_finite() {
        exponential(out, value);
        // Six digits may not be all of it.
        if out.get(start..).and_then(|text| text.parse().ok()) == Some(value) {
            return;
        }
        out.truncate(start);
    }
    let _ = write!(out, "0x{:X}", bits());
}

/// The double that a 32-bit float is, NaNs with their payload.
fn widened(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        let sign = u64::from(bits >> 31) << 63;
        return sign | 0x7ff << 52 | u64::from(bits & 0x007f_ffff) << 29;
    }
    f64::from(value).to_bits()
}

/// Appends a number with six digits behind the point, and an exponent of two digits at least.
fn exponential(out: &mut String, value: f64) {
    let start = out.len();
    let _ = write!(out, "{value:.6e}");
    let Some(mark) = out.get(start..).and_then(|text| text.find('e')).map(|at| start + at + 1) else {
        return;
    };
    let exponent = out.split_off(mark);
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent.as_str()),
    };
    out.push(sign);
    if digits.len() < 2 {
        out.push('0');
    }
    out.push_str(digits);
}

/// A 16-bit float with the exponent of a 32-bit one.
pub(crate) fn bfloat(out: &mut String, bits: u64) {
    _ = write!(out, "0xR{:04X}", bits & 0xffff);
}

/// Appends a 16-bit float, by its bits.
pub(crate) fn half(out: &mut String, bits: u64) {
    let _ = write!(out, "0xH{:04X}", bits & 0xffff);
}

/// Appends a float of more than 64 bits, of the kind that `letter` says, as its words in the order of bitcode.
pub(crate) fn long(out: &mut String, letter: char, words: &[u64]) {
    let [first, second] = [0, 1].map(|index| words.get(index).copied().unwrap_or(0));
    let _ = match letter {
        // The word behind the mantissa has sixteen bits.
        'K' => write!(out, "0xK{first:016X}{:04X}", second & 0xffff),
        _ => write!(out, "0x{letter}{first:016X}{second:016X}"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(print: impl Fn(&mut String)) -> String {
        let mut out = String::new();
        print(&mut out);
        out
    }

    #[test]
    fn floats_are_decimal_where_that_is_all_of_them() {
        let floats =
            [1.0, 0.5, -2.5, 1e10, 0.1, 1e-20_f32].map(|value| of(|out| float(out, value.to_bits())));
        let expected = [
            "1.000000e+00",
            "5.000000e-01",
            "-2.500000e+00",
            "1.000000e+10",
            "0x3FB99999A0000000",
            "0x3BC79CA100000000",
        ];
        assert_eq!(floats, expected);
        assert_eq!(of(|out| double(out, 0.1_f64.to_bits())), "1.000000e-01");
        assert_eq!(of(|out| double(out, f64::MAX.to_bits())), "0x7FEFFFFFFFFFFFFF");
        assert_eq!(of(|out| double(out, 1e100_f64.to_bits())), "1.000000e+100");
        assert_eq!(of(|out| float(out, f32::INFINITY.to_bits())), "0x7FF0000000000000");
        assert_eq!(of(|out| float(out, 0xffc0_0001)), "0xFFF8000020000000");
        assert_eq!(of(|out| float(out, 0x8000_0000)), "-0.000000e+00");
        assert_eq!(of(|out| half(out, 0x3c00)), "0xH3C00");
    }

    #[test]
    fn wide_integers_are_decimal() {
        assert_eq!(of(|out| wide(out, &[0, 1], 128)), "18446744073709551616");
        assert_eq!(of(|out| wide(out, &[u64::MAX, u64::MAX], 128)), "-1");
        assert_eq!(of(|out| wide(out, &[0, 1 << 5], 70)), "-590295810358705651712");
        assert_eq!(of(|out| wide(out, &[], 65)), "0");
    }
}
