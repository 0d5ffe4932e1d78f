//! Floats of 16 bits.

/// The value of a half.
pub(crate) fn value(half: u16) -> f64 {
    let (exponent, mantissa) = (i32::from(half >> 10 & 0x1f), f64::from(half & 0x3ff));
    let magnitude = match exponent {
        0 => mantissa * libm::exp2(-24.0),
        31 if mantissa == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + mantissa) * libm::ldexp(1.0, exponent - 25),
    };
    if half >> 15 != 0 { -magnitude } else { magnitude }
}

/// The nearest half; of two, the even one.
pub(crate) fn nearest(value: f64) -> u16 {
    rounded(value, libm::rint, 65520.0, 0x7c00)
}

/// The half that is nearest on the way to zero.
pub(crate) fn towards_zero(value: f64) -> u16 {
    if value.is_infinite() { nearest(value) } else { rounded(value, f64::trunc, 65536.0, 0x7bff) }
}

fn rounded(value: f64, round: fn(f64) -> f64, too_large: f64, largest: u16) -> u16 {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let magnitude = value.abs();
    if value.is_nan() {
        return sign | 0x7e00;
    }
    if magnitude >= too_large {
        return sign | largest;
    }
    let exponent = libm::ilogb(magnitude).clamp(-14, 15);
    let mantissa = if magnitude == 0.0 { 0.0 } else { round(libm::ldexp(magnitude, 10 - exponent)) };
    // A denormal has no hidden bit; a mantissa that was rounded up carries into the exponent.
    let exponent = ((exponent + 14) << 10) as u16;
    sign | exponent.wrapping_add(mantissa as u16)
}
