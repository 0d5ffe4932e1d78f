//! How numbers are spelled: floats in decimal where that says all of them, in hexadecimal digits where not.

use std::fmt::Write as _;

use az::SaturatingAs as _;
use dxil::half;

use crate::float_format::Format;

/// All numbers of three digits, one behind the other.
const TRIPLES: &str = match str::from_utf8(&triples()) {
    Ok(triples) => triples,
    Err(_) => "",
};

const fn triples() -> [u8; 3000] {
    let mut triples = [b'0'; 3000];
    let mut rest: &mut [u8] = &mut triples;
    let mut number = [b'0'; 3];
    while let [first, second, third, behind @ ..] = rest {
        [*first, *second, *third] = number;
        number = match number {
            [first, b'9', b'9'] => [first + 1, b'0', b'0'],
            [first, second, b'9'] => [first, second + 1, b'0'],
            [first, second, third] => [first, second, third + 1],
        };
        rest = behind;
    }
    triples
}

/// Appends an integer.
pub(crate) fn unsigned(out: &mut String, number: u64) {
    // Most say which value it is, in a few digits, which are not worth a buffer and a copy.
    match number {
        0..1000 => first_triple(out, number),
        1000..1_000_000 => {
            first_triple(out, number / 1000);
            triple(out, number % 1000, 0);
        }
        _ => large(out, number),
    }
}

#[cold]
fn large(out: &mut String, number: u64) {
    out.push_str(itoa::Buffer::new().format(number));
}

/// Appends an integer of up to three digits.
#[inline]
fn first_triple(out: &mut String, number: u64) {
    match number {
        0..10 => triple(out, number, 2),
        10..100 => triple(out, number, 1),
        _ => triple(out, number, 0),
    }
}

/// Appends three digits of an integer, without as many of them as `skipped` says.
#[inline]
fn triple(out: &mut String, number: u64, skipped: usize) {
    let start = usize::try_from(3 * number).unwrap_or_default();
    if let Some(digits) = TRIPLES.get(start + skipped..start + 3) {
        out.push_str(digits);
    }
}

/// Appends an integer with its sign.
pub(crate) fn signed(out: &mut String, number: i64) {
    out.push_str(itoa::Buffer::new().format(number));
}

/// Appends an integer of `bits`, given as its words, the lowest first, with the sign of its highest bit.
pub(crate) fn wide(out: &mut String, words: &[u64], bits: u32) {
    let len = (bits.div_ceil(64) as usize).max(1);
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

/// A version of floating-point literals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Literals {
    /// LLVM 3.7: decimals of `%e`, or the bits of a `double`.
    Llvm37,
    /// LLVM 15 to 22: decimals of `APFloat`, or the bits of a `double`; other types as bits.
    Llvm22,
    /// LLVM 23: decimals, or `f0x` and the bits of the type; infinities and NaNs by name.
    Llvm23,
}

/// Appends a 32-bit float, by its bits.
pub(crate) fn float(out: &mut String, bits: u32, literals: Literals) {
    let value = f64::from(f32::from_bits(bits));
    match literals {
        Literals::Llvm23 => of_llvm_23(out, bits.into(), value, Format::FLOAT),
        Literals::Llvm37 | Literals::Llvm22 => double_or_float(out, value, || widened(bits), literals),
    }
}

/// Appends a 64-bit float, by its bits.
pub(crate) fn double(out: &mut String, bits: u64, literals: Literals) {
    let value = f64::from_bits(bits);
    match literals {
        Literals::Llvm23 => of_llvm_23(out, bits, value, Format::DOUBLE),
        Literals::Llvm37 | Literals::Llvm22 => double_or_float(out, value, || bits, literals),
    }
}

fn double_or_float(out: &mut String, value: f64, bits: impl Fn() -> u64, literals: Literals) {
    let start = out.len();
    if value.is_finite() {
        match literals {
            Literals::Llvm37 => _ = write!(out, "{value:.6e}"),
            Literals::Llvm22 | Literals::Llvm23 => out.push_str(&six_digits(value)),
        }
        lengthen_exponent(out);
        // The digits may not be all of it.
        if out.get(start..).and_then(|text| text.parse().ok()) == Some(value) {
            return;
        }
        out.truncate(start);
    }
    let _ = write!(out, "0x{:X}", bits());
}

/// Appends the literal of LLVM 23 for a value of a format: a decimal with six significant digits if these are exact, or
/// else the bits.
///
/// Source: `writeAPFloatInternal` in LLVM 23's AsmWriter.cpp.
fn of_llvm_23(out: &mut String, bits: u64, value: f64, format: Format) {
    if !value.is_finite() {
        out.push(if bits & format.sign(true) != 0 { '-' } else { '+' });
        let fraction = bits & ((1 << format.fraction_bits) - 1);
        let payload = fraction & !format.quiet_bit();
        let _ = match (fraction & format.quiet_bit() != 0, payload) {
            (false, 0) => write!(out, "inf"),
            (true, 0) => write!(out, "qnan"),
            (true, payload) => write!(out, "nan(0x{payload:X})"),
            (false, payload) => write!(out, "snan(0x{payload:X})"),
        };
        return;
    }
    let start = out.len();
    out.push_str(&six_digits(value));
    lengthen_exponent(out);
    if out.get(start..).map(|text| format.decimal(text)) != Some(Ok(bits)) {
        out.truncate(start);
        let digits = (format.width() / 4) as usize;
        let _ = write!(out, "f0x{bits:0digits$X}");
    }
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

/// The six digits that modern LLVM makes of a number, and a zero: it cuts the number off behind six or seven, by its
/// bits, and rounds what is left.
fn six_digits(value: f64) -> String {
    let rounded = format!("{value:.5e}");
    // Cutting off and rounding differ only where nines follow, or where there are few bits.
    let is_above = rounded.parse::<f64>().is_ok_and(|rounded| rounded == value)
        && begins_alike(&format!("{value:.17e}"), &rounded);
    let text = if is_above && (value == 0.0 || value.is_normal()) { rounded } else { cut_off(value) };
    text.replacen('e', "0e", 1)
}

/// Whether a number with more digits begins with the digits of one with fewer.
fn begins_alike(exact: &str, rounded: &str) -> bool {
    let digits = rounded.split('e').next().unwrap_or_default();
    let exponents = (exact.split('e').nth(1), rounded.split('e').nth(1));
    exponents.0 == exponents.1 && exact.starts_with(digits)
}

/// The same of any number, from all its decimal digits.
fn cut_off(value: f64) -> String {
    // No double has more digits.
    let exact = format!("{:.766e}", value.abs());
    let (mantissa, exponent) = exact.split_once('e').unwrap_or((&exact, "0"));
    let exponent: i64 = exponent.parse().unwrap_or_default();
    let digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    // LLVM has the number as an integer: with all powers of two, or of ten, that it takes.
    let bits = value.abs().to_bits();
    let stored = i64::try_from(bits >> 52).unwrap_or_default();
    let fraction = bits & ((1 << 52) - 1);
    let significand = if stored == 0 { fraction } else { fraction | 1 << 52 };
    let power = stored.max(1) - 1075 + i64::from(significand.trailing_zeros());
    let all = exponent + 1 + (-power).max(0);
    // Bits that the integer has, and decimal digits of it that LLVM can do without.
    let leading = digits.iter().take(17).fold(0.0, |number, digit| number * 10.0 + f64::from(*digit));
    let log =
        f64::log2(leading) + (f64::from(i32::try_from(all).unwrap_or_default()) - 17.0) * f64::log2(10.0);
    let removed = match log.floor() {
        log if log >= 20.0 => (log + 1.0 - 20.0) * 59.0 / 196.0,
        _ => 0.0,
    };
    let kept = (f64::from(i32::try_from(all).unwrap_or_default()) - removed.floor()).max(0.0);
    let mut kept: Vec<u8> = digits
        .iter()
        .copied()
        .enumerate()
        .take_while(|(at, _)| f64::from((*at).saturating_as::<u32>()) < kept)
        .map(|(_, digit)| digit)
        .collect();
    let mut exponent = exponent;
    if kept.get(6).is_some_and(|digit| *digit >= 5) {
        kept.truncate(6);
        let carried = kept.iter_mut().rev().all(|digit| {
            *digit = (*digit + 1) % 10;
            *digit == 0
        });
        if carried {
            kept = vec![1, 0, 0, 0, 0, 0];
            exponent += 1;
        }
    }
    kept.resize(6, 0);
    let text: String = kept.iter().map(|digit| char::from(b'0' + digit)).collect();
    let (first, rest) = text.split_at_checked(1).unwrap_or(("0", "00000"));
    let sign = if value.is_sign_negative() { "-" } else { "" };
    format!("{sign}{first}.{rest}e{exponent}")
}

/// Gives the number at the end of a text, which has an exponent, a sign of that and two digits of it at least.
fn lengthen_exponent(out: &mut String) {
    let Some(mark) = out.rfind('e').map(|at| at + 1) else { return };
    let has_sign = out.get(mark..).is_some_and(|exponent| exponent.starts_with('-'));
    if !has_sign {
        out.insert(mark, '+');
    }
    let digits = mark + 1;
    if out.len() - digits < 2 {
        out.insert(digits, '0');
    }
}

/// Appends a 16-bit float with the exponent of a 32-bit one, by its bits.
pub(crate) fn bfloat(out: &mut String, bits: u64, literals: Literals) {
    let bits = bits & 0xffff;
    match literals {
        Literals::Llvm37 | Literals::Llvm22 => _ = write!(out, "0xR{bits:04X}"),
        Literals::Llvm23 => {
            let single = u32::try_from(bits << 16).unwrap_or_default();
            of_llvm_23(out, bits, f32::from_bits(single).into(), Format::BFLOAT);
        }
    }
}

/// Appends a 16-bit float, by its bits.
pub(crate) fn half(out: &mut String, bits: u64, literals: Literals) {
    let bits = bits & 0xffff;
    match literals {
        Literals::Llvm37 | Literals::Llvm22 => _ = write!(out, "0xH{bits:04X}"),
        Literals::Llvm23 => {
            let half = u32::try_from(bits).unwrap_or_default();
            of_llvm_23(out, bits, half::to_single(half).into(), Format::HALF);
        }
    }
}

/// Appends the words of a float of more than 64 bits, in the order of bitcode. `letter` is the letter of the type. LLVM
/// 23 reads this literal, but prints another one.
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
    fn integers_are_decimal() {
        let powers = (0..20).map(|power| 10_u64.pow(power)).chain([u64::MAX]);
        for number in
            (0..2000).chain(powers.flat_map(|number| [number - 1, number, number.saturating_add(1)]))
        {
            assert_eq!(of(|out| unsigned(out, number)), number.to_string());
        }
    }

    #[test]
    fn floats_are_decimal_where_that_is_all_of_them() {
        let floats = [1.0, 0.5, -2.5, 1e10, 0.1, 1e-20_f32]
            .map(|value| of(|out| float(out, value.to_bits(), Literals::Llvm37)));
        let expected = [
            "1.000000e+00",
            "5.000000e-01",
            "-2.500000e+00",
            "1.000000e+10",
            "0x3FB99999A0000000",
            "0x3BC79CA100000000",
        ];
        assert_eq!(floats, expected);
        assert_eq!(of(|out| double(out, 0.1_f64.to_bits(), Literals::Llvm37)), "1.000000e-01");
        assert_eq!(of(|out| double(out, f64::MAX.to_bits(), Literals::Llvm37)), "0x7FEFFFFFFFFFFFFF");
        assert_eq!(of(|out| double(out, 1e100_f64.to_bits(), Literals::Llvm37)), "1.000000e+100");
        assert_eq!(of(|out| float(out, f32::INFINITY.to_bits(), Literals::Llvm37)), "0x7FF0000000000000");
        assert_eq!(of(|out| float(out, 0xffc0_0001, Literals::Llvm37)), "0xFFF8000020000000");
        assert_eq!(of(|out| float(out, 0x8000_0000, Literals::Llvm37)), "-0.000000e+00");
        assert_eq!(of(|out| half(out, 0x3c00, Literals::Llvm37)), "0xH3C00");
    }

    #[test]
    fn wide_integers_are_decimal() {
        assert_eq!(of(|out| wide(out, &[0, 1], 128)), "18446744073709551616");
        assert_eq!(of(|out| wide(out, &[u64::MAX, u64::MAX], 128)), "-1");
        assert_eq!(of(|out| wide(out, &[0, 1 << 5], 70)), "-590295810358705651712");
        assert_eq!(of(|out| wide(out, &[], 65)), "0");
    }

    /// What LLVM 22 prints of these bits.
    #[test]
    fn modern_doubles_have_six_digits() {
        let modern = |bits| of(|out| double(out, bits, Literals::Llvm22));
        for (bits, expected) in [
            (0x0000_0000_0000_0000, "0.000000e+00"),
            (0x8000_0000_0000_0000, "-0.000000e+00"),
            (0x3FB9_9999_9999_999A, "1.000000e-01"),
            (0x3FF3_C0C1_FC8F_3238, "1.234560e+00"),
            (0x3FF3_C0C9_539B_8887, "0x3FF3C0C9539B8887"),
            (0x0000_0000_0000_0001, "4.940660e-324"),
            (0x0000_0000_0000_07E7, "9.994940e-321"),
            (0x0000_0000_0000_07E8, "9.999880e-321"),
            (0x39B3_C2C8_3A23_4F9B, "0x39B3C2C83A234F9B"),
            (0x6D92_050D_BE54_80A2, "0x6D92050DBE5480A2"),
            (0x35C2_380D_ED01_3108, "0x35C2380DED013108"),
        ] {
            assert_eq!(modern(bits), expected);
        }
    }

    /// The literals are the output of llvm-dis 23.
    #[test]
    fn literals_of_llvm_23() {
        for (bits, expected) in [
            (0x3ECC_CCCD, "4.000000e-01"),
            (0x4049_0FDB, "f0x40490FDB"),
            (0x4049_0FD0, "3.141590e+00"),
            (0x4B80_0000, "f0x4B800000"),
            (0x0000_0001, "1.401300e-45"),
            (0x8000_0000, "-0.000000e+00"),
            (0x7F80_0000, "+inf"),
            (0xFF80_0000, "-inf"),
            (0x7FC0_0000, "+qnan"),
            (0xFFC0_0001, "-nan(0x1)"),
            (0x7FA0_0000, "+snan(0x200000)"),
        ] {
            assert_eq!(of(|out| float(out, bits, Literals::Llvm23)), expected);
        }
        for (bits, expected) in
            [(0x2E66, "9.997550e-02"), (0x0001, "5.960460e-08"), (0xFC00, "-inf"), (0x7BFF, "6.550400e+04")]
        {
            assert_eq!(of(|out| half(out, bits, Literals::Llvm23)), expected);
        }
        assert_eq!(of(|out| bfloat(out, 0x4049, Literals::Llvm23)), "3.140630e+00");
        assert_eq!(of(|out| double(out, 0x4009_21FB_5444_2D18, Literals::Llvm23)), "f0x400921FB54442D18");
        assert_eq!(of(|out| double(out, 0x3FB9_9999_9999_999A, Literals::Llvm23)), "1.000000e-01");
    }
}
