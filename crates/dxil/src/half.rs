//! Floats of 16 bits as those of 32 and back. Bits only, without branches, so that loops over lanes are vectors;
//! separate because whoever executes, upgrades, lowers or validates programs needs it.

/// What a float of 16 bits is, exactly; of one that is no number, a NaN.
#[inline(always)]
pub fn to_single(half: u32) -> f32 {
    let (sign, magnitude) = ((half & 0x8000) << 16, half & 0x7fff);
    // Denormals count the unit in the last place of 2^-14, which is added and taken away. Not scaled floats that are
    // denormals themselves: machines take their time for those.
    let denormal = f32::from_bits(SMALLEST_NORMAL | magnitude << 13) - f32::from_bits(SMALLEST_NORMAL);
    let infinite = if magnitude >= 0x7c00 { f32::INFINITY.to_bits() } else { 0 };
    let normal = (magnitude << 13).wrapping_add(112 << 23) | infinite;
    f32::from_bits(if magnitude < 0x400 { denormal.to_bits() } else { normal } | sign)
}

/// The bits of 2^-14, the smallest float of 16 bits that is normal.
const SMALLEST_NORMAL: u32 = 113 << 23;

/// What any number that is not one is as a float of 16 bits.
pub const NAN: u32 = 0x7e00;

/// The nearest float of 16 bits, of two that are as near the even one: its bits. From 65,520 on that is infinity.
#[inline(always)]
pub fn from_single(single: f32) -> u32 {
    let bits = single.to_bits();
    let (sign, magnitude) = (bits >> 16 & 0x8000, bits & 0x7fff_ffff);
    // The unit in the last place of 0.5 is the smallest denormal, so the sum is rounded to those.
    let denormal = (f32::from_bits(magnitude) + 0.5).to_bits().wrapping_sub(0.5_f32.to_bits());
    let normal =
        magnitude.wrapping_add(0xfff).wrapping_add(magnitude >> 13 & 1).wrapping_sub(112 << 23) >> 13;
    let finite = if magnitude < SMALLEST_NORMAL { denormal } else { normal };
    let half = if magnitude >= INFINITE { 0x7c00 } else { finite };
    if magnitude > f32::INFINITY.to_bits() { NAN } else { half | sign }
}

/// The bits of 65,536: what is at least that is infinity.
const INFINITE: u32 = (127 + 16) << 23;

/// The nearest float of 16 bits towards zero: its bits. What is finite stays so.
#[inline(always)]
pub fn truncate_single(single: f32) -> u32 {
    let bits = single.to_bits();
    let (sign, magnitude) = (bits >> 16 & 0x8000, bits & 0x7fff_ffff);
    let significand = magnitude & 0x007f_ffff | 0x0080_0000;
    let shift = (126_u32).wrapping_sub(magnitude >> 23).min(31);
    let finite = if magnitude < SMALLEST_NORMAL {
        significand >> shift
    } else {
        magnitude.wrapping_sub(112 << 23) >> 13
    };
    let finite = if magnitude >= INFINITE { 0x7bff } else { finite };
    let infinity = f32::INFINITY.to_bits();
    let half = if magnitude == infinity { 0x7c00 } else { finite };
    if magnitude > infinity { NAN } else { half | sign }
}

/// The nearest float of 16 bits to one of 64, of two that are as near the even one: its bits.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "rounding is what is done here")]
pub fn from_double(double: f64) -> u32 {
    // What is cut off sets the last bit, which then is neither lost nor taken for a half: rounding again gives the
    // nearest.
    let nearest = double as f32;
    let back = f64::from(nearest);
    let cut = nearest.to_bits().wrapping_sub(u32::from(back.abs() > double.abs()));
    from_single(f32::from_bits(cut | u32::from(back != double && !double.is_nan())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By definition: what 16 bits mean.
    fn meaning(half: u32) -> f64 {
        let sign = if half & 0x8000 == 0 { 1.0 } else { -1.0 };
        let (exponent, fraction) = ((half >> 10 & 31).cast_signed(), f64::from(half & 0x3ff));
        sign * match exponent {
            0 => fraction * (2.0_f64).powi(-24),
            31 if fraction == 0.0 => f64::INFINITY,
            31 => f64::NAN,
            _ => (1024.0 + fraction) * (2.0_f64).powi(exponent - 25),
        }
    }

    #[test]
    fn all_halves_are_singles_and_back() {
        for half in 0..=0xffff_u32 {
            let (single, expected) = (to_single(half), meaning(half));
            if expected.is_nan() {
                assert!(single.is_nan());
                assert_eq!([from_single(single), truncate_single(single), from_double(expected)], [NAN; 3]);
                continue;
            }
            assert_eq!(f64::from(single).to_bits(), expected.to_bits(), "{half:#x}");
            assert_eq!([from_single(single), truncate_single(single), from_double(expected)], [half; 3]);
        }
    }

    #[test]
    fn what_lies_between_goes_to_the_nearest_or_towards_zero() {
        for half in 0..0x7bff_u32 {
            let (low, high) = (meaning(half), meaning(half + 1));
            let middle = (low + high) / 2.0;
            let even = half + (half & 1);
            let (below, above) = (middle.next_down(), middle.next_up());
            let singles = [(middle as f32).next_down(), middle as f32, (middle as f32).next_up()];
            for sign in [0, 0x8000] {
                let signed = |double: f64| if sign == 0 { double } else { -double };
                assert_eq!(
                    [below, middle, above].map(|at| from_double(signed(at))),
                    [half, even, half + 1].map(|half| half | sign)
                );
                let singles = singles.map(|single| signed(f64::from(single)) as f32);
                assert_eq!(singles.map(from_single), [half, even, half + 1].map(|half| half | sign));
                assert_eq!(singles.map(truncate_single), [half | sign; 3]);
            }
        }
        let ends = [65519.996_f32, 65520.0, 65536.0, 1e30, f32::INFINITY];
        assert_eq!(ends.map(from_single), [0x7bff, 0x7c00, 0x7c00, 0x7c00, 0x7c00]);
        assert_eq!(ends.map(truncate_single), [0x7bff, 0x7bff, 0x7bff, 0x7bff, 0x7c00]);
        assert_eq!([1e-30_f32, f32::from_bits(1), 0.0].map(from_single), [0; 3]);
        assert_eq!([-1e-30_f32, -f32::from_bits(1), -0.0].map(truncate_single), [0x8000; 3]);
        assert_eq!([1e300, -1e300, f64::MIN_POSITIVE, -0.0].map(from_double), [0x7c00, 0xfc00, 0, 0x8000]);
    }
}
