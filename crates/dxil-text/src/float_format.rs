//! IEEE formats: the bits of floating-point literals, which are decimals, C's hexadecimal floats, bit patterns and the
//! names of infinities and NaNs. Separate because the parser reads literals, and the printer looks whether a decimal is
//! exact.
//!
//! LLVM 22 and earlier read a decimal as a double that must be exact in its type; LLVM 23 rounds it to the type, and
//! has the other forms. Source: LLVM 23's lexer and parser.

use std::cmp::Ordering;

use dxil_ir::Type;

/// An IEEE format of at most 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Format {
    exponent_bits: u32,
    /// Stored bits of the significand: without the leading one.
    pub(crate) fraction_bits: u32,
}

/// The reason why a literal is not a value of its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// The magnitude is above the largest finite value.
    Overflow,
    /// The value is not zero and rounds to zero.
    Underflow,
    /// A bit pattern has another number of digits than the type, which has this many.
    Digits(u32),
    /// The payload of a NaN has more bits than the type stores.
    Payload,
    /// The text is not a literal of this form.
    Malformed,
}

/// A finite number other than zero: `significand * 2^exponent`, plus less than one unit of the significand if `sticky`.
struct Binary {
    significand: u64,
    exponent: i64,
    sticky: bool,
}

impl Format {
    pub(crate) const HALF: Self = Self { exponent_bits: 5, fraction_bits: 10 };
    pub(crate) const BFLOAT: Self = Self { exponent_bits: 8, fraction_bits: 7 };
    pub(crate) const FLOAT: Self = Self { exponent_bits: 8, fraction_bits: 23 };
    pub(crate) const DOUBLE: Self = Self { exponent_bits: 11, fraction_bits: 52 };

    pub(crate) fn of(ty: &Type) -> Option<Self> {
        match ty {
            Type::Half => Some(Self::HALF),
            Type::BFloat => Some(Self::BFLOAT),
            Type::Float => Some(Self::FLOAT),
            Type::Double => Some(Self::DOUBLE),
            Type::Void
            | Type::OtherFloat(_)
            | Type::Mmx
            | Type::Label
            | Type::Metadata
            | Type::Token
            | Type::Integer(_)
            | Type::Pointer(..)
            | Type::Function { .. }
            | Type::Literal { .. }
            | Type::Named(_)
            | Type::Array(..)
            | Type::Vector(..)
            | Type::Target(_) => None,
        }
    }

    pub(crate) fn width(self) -> u32 {
        1 + self.exponent_bits + self.fraction_bits
    }

    fn infinity(self) -> u64 {
        ((1 << self.exponent_bits) - 1) << self.fraction_bits
    }

    pub(crate) fn quiet_bit(self) -> u64 {
        1 << (self.fraction_bits - 1)
    }

    pub(crate) fn sign(self, is_negative: bool) -> u64 {
        u64::from(is_negative) << (self.width() - 1)
    }

    /// The bits of a decimal, rounded to nearest, ties to even.
    pub(crate) fn decimal(self, text: &str) -> Result<u64, Misfit> {
        let (is_negative, magnitude) = signed(text);
        let is_zero = is_zero(magnitude, b"eE");
        let nearest = magnitude.parse::<f64>().map_err(|_| Misfit::Malformed)?;
        let bits = match self.width() {
            _ if is_zero => 0,
            64 => nearest.to_bits(),
            32 => u64::from(magnitude.parse::<f32>().map_err(|_| Misfit::Malformed)?.to_bits()),
            _ => {
                let exact = Binary::of_double(nearest)?;
                // Only a double between two values of the format needs the digits of the decimal to decide.
                let is_tie = self.split(&exact).is_some_and(|split| split.rest == split.half);
                self.rounded(&if is_tie { exact.toward(magnitude, nearest) } else { exact })?
            }
        };
        match bits {
            0 if !is_zero => Err(Misfit::Underflow),
            bits if bits >= self.infinity() => Err(Misfit::Overflow),
            bits => Ok(bits | self.sign(is_negative)),
        }
    }

    /// The bits of C's `%a`, such as `0x1.8p3`, rounded like a decimal.
    pub(crate) fn hexadecimal_float(self, text: &str) -> Result<u64, Misfit> {
        let (is_negative, magnitude) = signed(text);
        let digits = magnitude.strip_prefix("0x").ok_or(Misfit::Malformed)?;
        let (digits, exponent) = digits.split_once(['p', 'P']).ok_or(Misfit::Malformed)?;
        let (whole, fraction) = digits.split_once('.').ok_or(Misfit::Malformed)?;
        if is_zero(digits, b"") {
            return Ok(self.sign(is_negative));
        }
        // An exponent that does not fit is far beyond every format: the value overflows or, with a minus, underflows.
        let limit = if exponent.starts_with('-') { i64::MIN / 4 } else { i64::MAX / 4 };
        let exponent = exponent.parse::<i64>().unwrap_or(limit).clamp(i64::MIN / 4, i64::MAX / 4);
        let mut binary = Binary { significand: 0, exponent, sticky: false };
        for (is_fraction, digit) in
            whole.chars().map(|digit| (false, digit)).chain(fraction.chars().map(|digit| (true, digit)))
        {
            let digit = digit.to_digit(16).ok_or(Misfit::Malformed)?;
            if binary.significand >> 60 == 0 {
                binary.significand = binary.significand << 4 | u64::from(digit);
                binary.exponent -= if is_fraction { 4 } else { 0 };
            } else {
                binary.sticky |= digit != 0;
                binary.exponent += if is_fraction { 0 } else { 4 };
            }
        }
        Ok(self.rounded(&binary)? | self.sign(is_negative))
    }

    /// The bits of `f0x` and its digits.
    pub(crate) fn bit_pattern(self, text: &str) -> Result<u64, Misfit> {
        let digits = text.strip_prefix("f0x").ok_or(Misfit::Malformed)?;
        let expected = self.width() / 4;
        if u32::try_from(digits.len()) != Ok(expected) {
            return Err(Misfit::Digits(expected));
        }
        hexadecimal(digits.as_bytes()).ok_or(Misfit::Malformed)
    }

    /// The bits of `+inf`, `-qnan`, `+nan(0x1)`, `-snan(0x1)`; payloads are without the quiet bit.
    pub(crate) fn special(self, text: &str) -> Result<u64, Misfit> {
        let (is_negative, name) = signed(text);
        let payload = |name: &str| {
            let digits = name.split_once("(0x")?.1.strip_suffix(')')?;
            hexadecimal(digits.trim_start_matches('0').as_bytes())
        };
        let fraction = match name {
            "inf" => 0,
            "qnan" => self.quiet_bit(),
            _ => {
                let payload = payload(name)
                    .filter(|payload| payload >> self.fraction_bits == 0)
                    .ok_or(Misfit::Payload)?;
                match (name.starts_with('s'), payload & !self.quiet_bit()) {
                    (false, payload) => payload | self.quiet_bit(),
                    // A signaling NaN with an empty fraction would be an infinity.
                    (true, 0) => self.quiet_bit() >> 1,
                    (true, payload) => payload,
                }
            }
        };
        Ok(self.sign(is_negative) | self.infinity() | fraction)
    }

    /// The bits of the nearest value, ties to even; the sign bit is clear.
    fn rounded(self, binary: &Binary) -> Result<u64, Misfit> {
        let Split { stored, kept, rest, half } = self.split(binary).ok_or(Misfit::Overflow)?;
        let is_up = match rest.cmp(&half) {
            Ordering::Less => false,
            Ordering::Equal => binary.sticky || kept & 1 == 1,
            Ordering::Greater => true,
        };
        // The leading one adds one to the stored exponent; a carry out of the fraction does the same.
        match (stored << self.fraction_bits) + kept + u64::from(is_up) {
            0 => Err(Misfit::Underflow),
            bits if bits >= self.infinity() => Err(Misfit::Overflow),
            bits => Ok(bits),
        }
    }

    /// Splits a significand at the last bit that the format stores; `None` above every exponent of the format.
    fn split(self, binary: &Binary) -> Option<Split> {
        let leading = i64::from(binary.significand.leading_zeros());
        let significand = binary.significand << leading;
        // The value is `significand * 2^exponent`, and the leading one is bit 63.
        let exponent = binary.exponent.saturating_sub(leading);
        let bias = (1_i64 << (self.exponent_bits - 1)) - 1;
        let biased = exponent.saturating_add(63).saturating_add(bias);
        // Subnormal numbers lose a bit for each step below the smallest exponent.
        let lost = 63 - i64::from(self.fraction_bits) + (1_i64.saturating_sub(biased)).max(0);
        let lost = u32::try_from(lost).unwrap_or(u32::MAX).min(65);
        let stored = u64::try_from(biased.max(1) - 1).unwrap_or(0);
        (stored < 1 << self.exponent_bits).then(|| Split {
            stored,
            kept: significand.unbounded_shr(lost),
            // Less than half of the last bit if all bits are lost and one more.
            rest: if lost > 64 { 0 } else { significand & !u64::MAX.unbounded_shl(lost) },
            half: 1_u64.unbounded_shl(lost - 1).max(1),
        })
    }
}

/// A significand, split at the last bit that a format stores.
struct Split {
    /// The exponent that the format stores, without the one that the leading one adds.
    stored: u64,
    kept: u64,
    rest: u64,
    half: u64,
}

impl Binary {
    fn of_double(value: f64) -> Result<Self, Misfit> {
        if value == 0.0 {
            return Err(Misfit::Underflow);
        }
        if value.is_infinite() {
            return Err(Misfit::Overflow);
        }
        let bits = value.to_bits();
        let (stored, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
        let significand = if stored == 0 { fraction } else { fraction | 1 << 52 };
        // With eight more bits, one less than the double is still nearer to it than to its neighbour.
        let exponent = i64::try_from(stored.max(1)).unwrap_or(0) - 1075 - 8;
        Ok(Self { significand: significand << 8, exponent, sticky: false })
    }

    /// The decimal that this double is nearest to, as far as rounding needs it: above, below or equal.
    fn toward(self, magnitude: &str, nearest: f64) -> Self {
        match compare_decimals(magnitude, &format!("{nearest:.1100}")) {
            Ordering::Equal => self,
            Ordering::Greater => Self { sticky: true, ..self },
            Ordering::Less => Self { significand: self.significand - 1, sticky: true, ..self },
        }
    }
}

/// Compares two decimals without signs by their digits.
fn compare_decimals(first: &str, second: &str) -> Ordering {
    let (first, first_point) = digits(first);
    let (second, second_point) = digits(second);
    first_point.cmp(&second_point).then_with(|| first.cmp(&second))
}

/// The digits of a decimal from the first to the last that is not zero, and the position of the point before which they
/// begin: `0.012` is `12` and -1.
fn digits(text: &str) -> (Vec<u8>, i64) {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let limit = if exponent.starts_with('-') { i64::MIN / 4 } else { i64::MAX / 4 };
    let exponent = exponent.parse::<i64>().unwrap_or(limit).clamp(i64::MIN / 4, i64::MAX / 4);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    let leading = digits.iter().take_while(|digit| **digit == b'0').count();
    let end = digits.iter().rposition(|digit| *digit != b'0').map_or(leading, |last| last + 1);
    let point = i64::try_from(whole.len()).unwrap_or(0) - i64::try_from(leading).unwrap_or(0);
    (digits.get(leading..end).unwrap_or_default().to_vec(), exponent.saturating_add(point))
}

fn signed(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..).unwrap_or_default()),
        Some(b'+') => (false, text.get(1..).unwrap_or_default()),
        _ => (false, text),
    }
}

/// True if every digit before the exponent is zero.
fn is_zero(magnitude: &str, exponent_marks: &[u8]) -> bool {
    magnitude
        .bytes()
        .take_while(|byte| !exponent_marks.contains(byte))
        .all(|byte| matches!(byte, b'0' | b'.'))
}

/// Returns the number that up to 16 hexadecimal digits form.
pub(crate) fn hexadecimal(digits: &[u8]) -> Option<u64> {
    digits.iter().try_fold(0_u64, |number, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        (number >> 60 == 0).then_some(number << 4 | u64::from(digit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: Format = Format::HALF;
    const BFLOAT: Format = Format::BFLOAT;
    const FLOAT: Format = Format::FLOAT;
    const DOUBLE: Format = Format::DOUBLE;

    #[test]
    fn decimals_round_to_nearest_even() {
        for (format, text, expected) in [
            (HALF, "0.1", Ok(0x2e66)),
            (HALF, "9.997550e-02", Ok(0x2e66)),
            (HALF, "-65504.0", Ok(0xfbff)),
            (HALF, "65519.99999999999999999999", Ok(0x7bff)),
            (HALF, "65520.0", Err(Misfit::Overflow)),
            (HALF, "5.9604644775390625e-8", Ok(1)),
            // Half of the smallest subnormal is a tie with zero; the last digit decides.
            (HALF, "2.98023223876953125e-8", Err(Misfit::Underflow)),
            (HALF, "2.9802322387695312500000000000001e-8", Ok(1)),
            (HALF, "2.9802322387695312499999999999999e-8", Err(Misfit::Underflow)),
            // 1 + 2^-11 is a tie between 1 and 1 + 2^-10.
            (HALF, "1.00048828125", Ok(0x3c00)),
            (HALF, "1.0004882812500000000000000000000001", Ok(0x3c01)),
            (HALF, "1.00146484375", Ok(0x3c02)),
            (HALF, "1.0014648437499999999999999999999999", Ok(0x3c01)),
            (HALF, "0.0e999999999999999999999", Ok(0)),
            (HALF, "-0.0", Ok(0x8000)),
            (HALF, "1.0e-99999999999999999999", Err(Misfit::Underflow)),
            (HALF, "1.0e99999999999999999999", Err(Misfit::Overflow)),
            (BFLOAT, "3.14159", Ok(0x4049)),
            (FLOAT, "0.4", Ok(0x3ecc_cccd)),
            (FLOAT, "3.141590e+00", Ok(0x4049_0fd0)),
            (FLOAT, "1.0e-46", Err(Misfit::Underflow)),
            (FLOAT, "3.5e38", Err(Misfit::Overflow)),
            (DOUBLE, "1.", Ok(0x3ff0_0000_0000_0000)),
            (DOUBLE, "1.0e309", Err(Misfit::Overflow)),
        ] {
            assert_eq!(format.decimal(text), expected, "{text}");
        }
    }

    #[test]
    fn hexadecimal_floats_round_to_nearest_even() {
        for (format, text, expected) in [
            (FLOAT, "0x1.8p3", Ok(0x4140_0000)),
            (FLOAT, "-0x1.p0", Ok(0xbf80_0000)),
            (FLOAT, "0x1.000001p0", Ok(0x3f80_0000)),
            (FLOAT, "0x1.0000010000000000000000001p0", Ok(0x3f80_0001)),
            (FLOAT, "0x1.000003p0", Ok(0x3f80_0002)),
            (FLOAT, "0x1.fffffep127", Ok(0x7f7f_ffff)),
            (FLOAT, "0x1.ffffffp127", Err(Misfit::Overflow)),
            (FLOAT, "0x1.0p-149", Ok(1)),
            (FLOAT, "0x1.0p-150", Err(Misfit::Underflow)),
            (FLOAT, "0x1.1p-150", Ok(1)),
            (FLOAT, "0x1.0p-99999999999999999999", Err(Misfit::Underflow)),
            (FLOAT, "0x1.0p99999999999999999999", Err(Misfit::Overflow)),
            (FLOAT, "0x0.000p5", Ok(0)),
            (DOUBLE, "0x123456789ABCDEF01.0p-64", Ok(0x3ff2_3456_789a_bcdf)),
            (DOUBLE, "0x1.0p-1074", Ok(1)),
            (HALF, "0x1.ffcp15", Ok(0x7bff)),
        ] {
            assert_eq!(format.hexadecimal_float(text), expected, "{text}");
        }
    }

    #[test]
    fn patterns_and_names_are_bits() {
        assert_eq!(FLOAT.bit_pattern("f0x40490FDB"), Ok(0x4049_0fdb));
        assert_eq!(HALF.bit_pattern("f0x3C00"), Ok(0x3c00));
        assert_eq!(HALF.bit_pattern("f0x03C00"), Err(Misfit::Digits(4)));
        for (format, text, expected) in [
            (FLOAT, "+inf", Ok(0x7f80_0000)),
            (HALF, "-inf", Ok(0xfc00)),
            (FLOAT, "+qnan", Ok(0x7fc0_0000)),
            (FLOAT, "-nan(0x1)", Ok(0xffc0_0001)),
            (FLOAT, "+nan(0x0)", Ok(0x7fc0_0000)),
            (FLOAT, "+nan(0x400000)", Ok(0x7fc0_0000)),
            (FLOAT, "+snan(0x0)", Ok(0x7fa0_0000)),
            (FLOAT, "+snan(0x00000001)", Ok(0x7f80_0001)),
            (BFLOAT, "+snan(0x0)", Ok(0x7fa0)),
            (DOUBLE, "-qnan", Ok(0xfff8_0000_0000_0000)),
            (FLOAT, "+nan(0x800000)", Err(Misfit::Payload)),
            (DOUBLE, "+nan(0x10000000000000000)", Err(Misfit::Payload)),
        ] {
            assert_eq!(format.special(text), expected, "{text}");
        }
    }

    /// Every half and every midpoint of two, and a little above and below.
    #[test]
    fn every_half_is_read_from_its_decimal() {
        for bits in 1..0x7bff_u16 {
            let value = |bits: u16| {
                let (exponent, fraction) = (i32::from(bits >> 10), f64::from(bits & 0x3ff));
                match exponent {
                    0 => fraction * 2_f64.powi(-24),
                    _ => (fraction + 1024.0) * 2_f64.powi(exponent - 25),
                }
            };
            let (this, next) = (value(bits), value(bits + 1));
            assert_eq!(HALF.decimal(&format!("{this:.30}")), Ok(bits.into()));
            let middle = format!("{:.30}", f64::midpoint(this, next));
            assert_eq!(HALF.decimal(&middle), Ok(u64::from(bits + (bits & 1))));
            assert_eq!(HALF.decimal(&format!("{middle}0000001")), Ok(u64::from(bits + 1)));
        }
    }
}
