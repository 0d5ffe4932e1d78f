//! Floats of fewer bits: 5 bits of exponent, and 10, 6 or 5 of the fraction. Separate because formats and halves in registers share
//! them, with different rounding.

/// Bits of the fraction of a float of 32 bits.
const FRACTION: u32 = 23;

/// What a small float is as one of 32 bits.
pub(super) fn from_small(word: u32, fraction_bits: u32, has_sign: bool) -> u32 {
    let exponent = word >> fraction_bits & 0x1f;
    let fraction = word & ((1 << fraction_bits) - 1);
    let sign = if has_sign { word >> (fraction_bits + 5) & 1 } else { 0 };
    let shift = FRACTION - fraction_bits;
    let magnitude = match exponent {
        0 => {
            // The unit of denormals is 2^(-14 - bits): both factors and the product are floats.
            let exponent = 127 - 14 - fraction_bits;
            let unit = f32::from_bits(exponent << FRACTION);
            (f32::from_bits(small_integer(fraction)) * unit).to_bits()
        }
        0x1f => 0xff << FRACTION | fraction << shift,
        _ => (exponent + 112) << FRACTION | fraction << shift,
    };
    sign << 31 | magnitude
}

/// An integer below 2^24 as a float.
#[expect(clippy::cast_precision_loss, reason = "a float has so many bits")]
fn small_integer(number: u32) -> u32 {
    (number as f32).to_bits()
}

/// What a float of 32 bits is as a small one, rounded toward zero: what is too large becomes the largest number. Without a sign,
/// what is below zero becomes zero.
pub(super) fn to_small(word: u32, fraction_bits: u32, has_sign: bool) -> u32 {
    convert(word, fraction_bits, has_sign, |_, _| 0)
}

/// The half nearest to a float of 32 bits, of two the even one.
pub(crate) fn to_half(word: u32) -> u32 {
    convert(word, 10, true, |kept, rest| u32::from(rest > HALF || rest == HALF && kept & 1 == 1))
}

/// A half as a float of 32 bits.
pub(crate) fn from_half(word: u32) -> u32 {
    from_small(word, 10, true)
}

/// Half of the unit that is kept, in what is not.
const HALF: u32 = 1 << 31;

/// Converts a float of 32 bits; `round` says what is added to the bits that are kept, of these and of those behind, as a fraction of
/// 32 bits.
fn convert(word: u32, fraction_bits: u32, has_sign: bool, round: fn(u32, u32) -> u32) -> u32 {
    let (sign, magnitude) = (word >> 31, word & 0x7fff_ffff);
    let infinity = 0x1f << fraction_bits;
    let signed = |bits| if has_sign { sign << (fraction_bits + 5) | bits } else { bits };
    let shift = FRACTION - fraction_bits;
    let exponent = magnitude >> FRACTION;
    if exponent == 0xff {
        let fraction = magnitude & 0x7f_ffff;
        return match fraction {
            0 if sign == 1 && !has_sign => 0,
            0 => signed(infinity),
            // The upper bits of what NaN says are kept, and it stays NaN.
            _ => signed(infinity | fraction >> shift | 1 << (fraction_bits - 1)),
        };
    }
    if sign == 1 && !has_sign {
        return 0;
    }
    // How far the fraction with its leading one is shifted, and the exponent beside it.
    let (bits, shift) = match exponent.checked_sub(112).filter(|exponent| *exponent > 0) {
        Some(exponent) => (exponent << FRACTION | magnitude & 0x7f_ffff, shift),
        None => (magnitude & 0x7f_ffff | 1 << FRACTION, shift + 113 - exponent.max(1)),
    };
    if exponent == 0 || shift > 31 {
        return signed(0);
    }
    let (kept, rest) = (bits >> shift, bits << (32 - shift));
    let rounded = kept + round(kept, rest);
    // Rounding up to infinity is right; without rounding, the largest number is.
    let limit = if round(0, u32::MAX) == 0 { infinity - 1 } else { infinity };
    signed(rounded.min(limit))
}

/// Three floats of 32 bits as numbers with one exponent: 9 bits each, 5 of the exponent.
pub(super) fn to_shared_exponent([red, green, blue, _]: [u32; 4]) -> u32 {
    /// The largest number.
    const LARGEST: f64 = 65_408.0;
    let values = [red, green, blue].map(|word| super::within(f32::from_bits(word).into(), LARGEST));
    let largest = values.iter().fold(0.0, |a: f64, b| a.max(*b));
    let bits = super::narrow(largest);
    let mut exponent = (bits >> FRACTION).cast_signed() - 127;
    exponent = exponent.max(-16) + 16;
    let scaled = |value: f64, exponent: i32| super::whole(value / f64::from(exponent - 15 - 9).exp2() + 0.5);
    if scaled(largest, exponent) == 1 << 9 {
        exponent += 1;
    }
    let [red, green, blue] = values.map(|value| scaled(value, exponent));
    exponent.cast_unsigned() << 27 | blue << 18 | green << 9 | red
}
