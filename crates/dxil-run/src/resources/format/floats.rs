//! Conversions of floats: to 32-bit floats, to integers, to floats without a sign bit (5 bits of exponent, and 6 or 5
//! of the fraction), and to three that share an exponent.

/// Bits of the fraction of a float of 32 bits.
const FRACTION: u32 = 23;

/// What a small float is as one of 32 bits.
pub(super) fn from_small(word: u32, fraction_bits: u32) -> u32 {
    let exponent = word >> fraction_bits & 0x1f;
    let fraction = word & ((1 << fraction_bits) - 1);
    let shift = FRACTION - fraction_bits;
    match exponent {
        // Denormals are multiples of 2^(-14 - bits).
        0 => narrow(libm::scalbn(fraction.into(), -14 - fraction_bits.cast_signed())),
        0x1f if fraction != 0 => f32::NAN.to_bits(),
        0x1f => 0xff << FRACTION,
        _ => (exponent + 112) << FRACTION | fraction << shift,
    }
}

/// What a float of 32 bits is as a small one, rounded toward zero: what is too large becomes the largest number, what
/// is below zero becomes zero, and NaN stays so.
pub(super) fn to_small(word: u32, fraction_bits: u32) -> u32 {
    let infinity = 0x1f << fraction_bits;
    let shift = FRACTION - fraction_bits;
    let (exponent, fraction) = (word >> FRACTION & 0xff, word & 0x7f_ffff);
    match exponent {
        0xff if fraction != 0 => infinity | 1 << (fraction_bits - 1),
        _ if word >> 31 == 1 => 0,
        0xff => infinity,
        // Larger than the largest number is from an exponent of 16 on.
        143.. => infinity - 1,
        113.. => (exponent - 112) << fraction_bits | fraction >> shift,
        // What is shifted by more than there is, is zero.
        _ => (fraction | 1 << FRACTION).checked_shr(shift + 113 - exponent).unwrap_or(0),
    }
}

/// Three floats of 32 bits as numbers with one exponent: 9 bits each, 5 of the exponent.
pub(super) fn to_shared_exponent([red, green, blue, _]: [u32; 4]) -> u32 {
    /// The largest number.
    const LARGEST: f64 = 65_408.0;
    let values = [red, green, blue].map(|word| within(f32::from_bits(word).into(), LARGEST));
    let largest = values.iter().fold(0.0, |a: f64, b| a.max(*b));
    let bits = narrow(largest);
    let mut exponent = (bits >> FRACTION).cast_signed() - 127;
    exponent = exponent.max(-16) + 16;
    let scaled = |value: f64, exponent: i32| whole(libm::scalbn(value, 15 + 9 - exponent) + 0.5);
    if scaled(largest, exponent) == 1 << 9 {
        exponent += 1;
    }
    let [red, green, blue] = values.map(|value| scaled(value, exponent));
    exponent.cast_unsigned() << 27 | blue << 18 | green << 9 | red
}

/// The bits of the 32-bit float nearest to a 64-bit float.
#[expect(clippy::cast_possible_truncation, reason = "the cast rounds to nearest")]
#[inline]
pub fn narrow(value: f64) -> u32 {
    (value as f32).to_bits()
}

/// A number from 0 to the largest one; zero for NaN.
#[inline]
pub(crate) fn within(value: f64, largest: f64) -> f64 {
    if value > 0.0 { value.min(largest) } else { 0.0 }
}

/// A number as an integer: the whole part; zero for NaN.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "truncation to an integer is intended, and the value is in range"
)]
#[inline]
pub(super) fn whole(value: f64) -> u32 {
    value as i64 as u32
}
