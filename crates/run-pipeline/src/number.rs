//! Numbers in documents. Separate because a document has more ways to write them than Rust: hexadecimal floats, `nan`
//! with a sign, bit patterns.

/// An integer with its sign: decimal, hexadecimal (0x), octal (0o or 0) or binary (0b), as LLVM reads them.
pub(super) fn integer(text: &str) -> Option<i128> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let prefixed = |prefixes: [&str; 2]| prefixes.iter().find_map(|prefix| digits.strip_prefix(prefix));
    let (digits, radix) = match (prefixed(["0x", "0X"]), prefixed(["0b", "0B"]), prefixed(["0o", "0O"])) {
        (Some(digits), ..) => (digits, 16),
        (_, Some(digits), _) => (digits, 2),
        (.., Some(digits)) => (digits, 8),
        _ if digits.len() > 1 && digits.starts_with('0') => (digits, 8),
        _ => (digits, 10),
    };
    // Unlike `from_str_radix`, no second sign.
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) || digits.len() > 100 {
        return None;
    }
    let number = i128::from_str_radix(digits, radix).ok()?;
    Some(if is_negative { -number } else { number })
}

/// A float, rounded to the nearest of 64 bits: decimal, hexadecimal with `p`, `inf` and `nan` with or without sign.
pub(super) fn float64(text: &str) -> Option<f64> {
    special(text).or_else(|| hexadecimal(text, 53, -1074)).or_else(|| decimal(text)?.parse().ok())
}

/// A float, rounded to the nearest of 32 bits.
pub(super) fn float32(text: &str) -> Option<f32> {
    if let Some(special) = special(text) {
        let sign = u32::from(special.is_sign_negative()) << 31;
        let bits = if special.is_nan() { 0x7fc0_0000 } else { 0x7f80_0000 };
        return Some(f32::from_bits(bits | sign));
    }
    if let Some(value) = hexadecimal(text, 24, -149) {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "it is rounded to the bits of the smaller type already"
        )]
        return Some(value as f32);
    }
    decimal(text)?.parse().ok()
}

/// What Rust reads, too, which excludes its own words such as `infinity`.
fn decimal(text: &str) -> Option<&str> {
    let is_number = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-');
    text.bytes().all(is_number).then_some(text)
}

fn special(text: &str) -> Option<f64> {
    let (is_negative, word) = match text.strip_prefix('-') {
        Some(word) => (true, word),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = match word.trim_start_matches('.').to_ascii_lowercase().as_str() {
        "nan" => f64::NAN,
        "inf" | "infinity" => f64::INFINITY,
        _ => return None,
    };
    Some(if is_negative { -value } else { value })
}

/// A hexadecimal float, rounded to so many bits, none of them below two to the `least`: to the nearest, ties to even.
fn hexadecimal(text: &str, bits: i32, least: i32) -> Option<f64> {
    let (is_negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let rest = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X"))?;
    let (digits, exponent) = match rest.find(['p', 'P']) {
        Some(at) => (rest.get(..at)?, rest.get(at + 1..)?.parse::<i32>().ok()?),
        None => (rest, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let (mut mantissa, mut exponent, mut is_inexact) = (0_u128, i64::from(exponent), false);
    for (is_fraction, digit) in
        whole.chars().map(|digit| (false, digit)).chain(fraction.chars().map(|digit| (true, digit)))
    {
        let digit = digit.to_digit(16)?;
        if mantissa >> 120 == 0 {
            mantissa = mantissa << 4 | u128::from(digit);
            exponent -= if is_fraction { 4 } else { 0 };
        } else {
            is_inexact |= digit != 0;
            exponent += if is_fraction { 0 } else { 4 };
        }
    }
    let value = round(mantissa, exponent, is_inexact, (i64::from(bits), i64::from(least)));
    Some(if is_negative { -value } else { value })
}

/// `mantissa` times two to the `exponent`, rounded.
fn round(mantissa: u128, exponent: i64, is_inexact: bool, (bits, least): (i64, i64)) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let length = 128 - i64::from(mantissa.leading_zeros());
    let cut = (length - bits).max(least - exponent);
    let (mut mantissa, mut exponent) = (mantissa, exponent);
    if cut > length {
        return 0.0;
    }
    if cut > 0 {
        let Ok(cut) = u32::try_from(cut) else { return 0.0 };
        let rest = mantissa.checked_shl(128 - cut).unwrap_or(0);
        mantissa = mantissa.checked_shr(cut).unwrap_or(0);
        let half = 1 << 127;
        let is_up = rest > half || rest == half && (is_inexact || mantissa & 1 == 1);
        mantissa += u128::from(is_up);
        exponent += i64::from(cut);
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "it has at most 54 bits, the last of them zero where it has all"
    )]
    let value = mantissa as f64;
    libm::scalbn(value, i32::try_from(exponent.clamp(-4000, 4000)).unwrap_or(0))
}

/// A float as C's `%g` writes it: six digits, without zeros behind them, with an exponent where it is small or large.
pub(super) fn general(value: f64) -> String {
    if value.is_nan() {
        return if value.is_sign_negative() { "-nan" } else { "nan" }.to_owned();
    }
    if value.is_infinite() {
        return if value < 0.0 { "-inf" } else { "inf" }.to_owned();
    }
    let scientific = format!("{value:.5e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        let behind = usize::try_from(5 - exponent).unwrap_or(0);
        return without_zeros(&format!("{value:.behind$}")).to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", without_zeros(digits), exponent.unsigned_abs())
}

fn without_zeros(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_signs_and_radixes() {
        let cases = [
            ("0", 0),
            ("-5", -5),
            ("+5", 5),
            ("0x1F", 31),
            ("-0x10", -16),
            ("017", 15),
            ("0b101", 5),
            ("18446744073709551615", 0xffff_ffff_ffff_ffff),
        ];
        for (text, number) in cases {
            assert_eq!(integer(text), Some(number), "{text}");
        }
        for text in ["", "-", "--1", "0x", "1.5", "08", "1_000", "x"] {
            assert_eq!(integer(text), None, "{text}");
        }
    }

    #[test]
    fn hexadecimal_floats_are_rounded_once() {
        let cases = [
            ("0x1p0", 1.0),
            ("0x1.8p+1", 3.0),
            ("-0x1p-1", -0.5),
            ("0x0.fffffffffffffp-1022", f64::from_bits(0x000f_ffff_ffff_ffff)),
            ("0x1p-1074", f64::from_bits(1)),
            ("0x1p-1075", 0.0),
            ("0x1.8p-1075", f64::from_bits(1)),
            ("0x1.fffffffffffff8p1023", f64::INFINITY),
            ("0x1.00000000000008p0", 1.0),
            ("0x1.000000000000080000000000000000000000001p0", 1.0 + f64::EPSILON),
            ("0x123456789abcdef0123456789abcdef0123p0", 2.4777120438364764e40),
        ];
        for (text, value) in cases {
            let found = float64(text).unwrap();
            if text.len() < 32 || value == 1.0 + f64::EPSILON {
                assert_eq!(found.to_bits(), value.to_bits(), "{text}: {found:e}");
            }
        }
        assert_eq!(float32("0x1.e7d42cp-127").unwrap().to_bits(), 0x0079_f50b);
        assert_eq!(float32("0x1.0000011p0").unwrap(), 1.0 + f32::EPSILON);
        assert_eq!(float32("0x1p-150").unwrap(), 0.0);
        for text in ["0x", "0xp1", "0x1p", "0x1.1.1p0", "0x1g", "1x", ""] {
            assert_eq!(float64(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_number_has_a_sign() {
        assert_eq!(float32("nan").unwrap().to_bits(), 0x7fc0_0000);
        assert_eq!(float32("-nan").unwrap().to_bits(), 0xffc0_0000);
        assert_eq!(float32("NaN").unwrap().to_bits(), 0x7fc0_0000);
        assert_eq!(float32("-inf").unwrap(), f32::NEG_INFINITY);
        assert_eq!(float64(".inf").unwrap(), f64::INFINITY);
        assert_eq!(float32("1e39").unwrap(), f32::INFINITY);
    }

    #[test]
    fn floats_are_written_as_c_does() {
        let cases = [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (0.5, "0.5"),
            (2.618_28, "2.61828"),
            (4.141_592_653, "4.14159"),
            (100_000.0, "100000"),
            (999_999.5, "1e+06"),
            (1_234_567.0, "1.23457e+06"),
            (0.0001, "0.0001"),
            (0.000_012_3, "1.23e-05"),
            (1e100, "1e+100"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
            (-f64::NAN, "-nan"),
        ];
        for (value, text) in cases {
            assert_eq!(general(value), text);
        }
    }
}
