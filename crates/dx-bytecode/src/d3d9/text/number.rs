//! Floats in the text: nine significant digits, which give the same bits again, and three digits of an exponent, as
//! fxc prints them. Separate because those of shader models 4 and 5 are printed otherwise.

use std::fmt::Write as _;

/// Significant digits.
const DIGITS: i32 = 9;
/// The smallest power of ten that is printed without an exponent.
const SMALLEST: i32 = -4;

/// Appends a float; what is no number in hexadecimal.
pub(super) fn print(out: &mut String, bits: u32) {
    let value = f32::from_bits(bits);
    if !value.is_finite() {
        let _ = write!(out, "0x{bits:08x}");
        return;
    }
    let scientific = format!("{value:.8e}");
    let (mantissa, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i32 = power.parse().unwrap_or_default();
    if (SMALLEST..DIGITS).contains(&power) {
        let decimals = usize::try_from(DIGITS - 1 - power).unwrap_or_default();
        out.push_str(trimmed(&format!("{value:.decimals$}")));
    } else {
        let sign = if power < 0 { '-' } else { '+' };
        let _ = write!(out, "{}e{sign}{:03}", trimmed(mantissa), power.unsigned_abs());
    }
}

/// Without zeros behind the point.
fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// The bits of a float in decimal, or bits in hexadecimal.
pub(super) fn parse_float(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => {
            let is_number = text.starts_with(|c: char| c.is_ascii_digit() || ".-+".contains(c));
            let value = is_number.then(|| text.strip_suffix('f').unwrap_or(text).parse::<f32>().ok())?;
            value.filter(|value| value.is_finite()).map(f32::to_bits)
        }
    }
}

/// An integer with or without a sign, or bits in hexadecimal.
pub(super) fn parse_int(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse::<i32>().ok().map(i32::cast_unsigned).or_else(|| text.parse().ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_those_of_fxc() {
        for (value, text) in [
            (0.0_f32, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (0.0001, "9.99999975e-005"),
            (0.00001, "9.99999975e-006"),
            (0.2, "0.200000003"),
            (-11.616_372, "-11.6163721"),
            (100_000.0, "100000"),
            (1e9, "1.e+009"),
            (1e10, "1.e+010"),
        ] {
            let mut out = String::new();
            print(&mut out, value.to_bits());
            assert_eq!(out, text.replace(".e", "e"));
        }
    }

    #[test]
    fn floats_come_back() {
        for step in 0..100_000_u32 {
            let bits = step.wrapping_mul(0x9e37_79b1);
            let mut out = String::new();
            print(&mut out, bits);
            assert_eq!(parse_float(&out), Some(bits), "{out}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "x", "inf", "nan", "-", "1e99", "0x", "0x123456789", "--1"] {
            assert_eq!(parse_float(text), None, "{text}");
        }
        for text in ["", "1.5", "4294967296", "-2147483649", "x"] {
            assert_eq!(parse_int(text), None, "{text}");
        }
        assert_eq!([parse_int("-1"), parse_int("4294967295")], [Some(u32::MAX); 2]);
    }
}
