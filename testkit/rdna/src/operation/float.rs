//! Arithmetic on floats.

use super::float_bits::{d, f, h, of_d, of_f, of_h};
use super::function::Operation::{self, Lane};

/// The operation of a name.
#[rustfmt::skip]
pub(super) fn named(name: &str) -> Option<Operation> {
    Some(match name {
        "add_f32" => Lane(|[a, b, _]| of_f(f(a) + f(b))),
        "sub_f32" => Lane(|[a, b, _]| of_f(f(a) - f(b))),
        "subrev_f32" => Lane(|[a, b, _]| of_f(f(b) - f(a))),
        "mul_f32" => Lane(|[a, b, _]| of_f(f(a) * f(b))),
        "mul_dx9_zero_f32" => Lane(|[a, b, _]| of_f(zero_wins(f(a), f(b), f(a) * f(b)))),
        "fma_f32" | "fmac_f32" | "fmaak_f32" => Lane(|[a, b, c]| of_f(libm::fmaf(f(a), f(b), f(c)))),
        "fmamk_f32" => Lane(|[a, b, c]| of_f(libm::fmaf(f(a), f(b), f(c)))),
        "fma_dx9_zero_f32" | "fmac_dx9_zero_f32" => Lane(|[a, b, c]| {
            of_f(if f(a) == 0.0 || f(b) == 0.0 { f(c) } else { libm::fmaf(f(a), f(b), f(c)) })
        }),
        "min_f32" => Lane(|[a, b, _]| of_f(min(f(a), f(b)))),
        "max_f32" => Lane(|[a, b, _]| of_f(max(f(a), f(b)))),
        "min3_f32" => Lane(|[a, b, c]| of_f(min(min(f(a), f(b)), f(c)))),
        "max3_f32" => Lane(|[a, b, c]| of_f(max(max(f(a), f(b)), f(c)))),
        "med3_f32" => Lane(|[a, b, c]| of_f(median(f(a), f(b), f(c)))),
        "minmax_f32" => Lane(|[a, b, c]| of_f(max(min(f(a), f(b)), f(c)))),
        "maxmin_f32" => Lane(|[a, b, c]| of_f(min(max(f(a), f(b)), f(c)))),
        "fract_f32" => Lane(|[a, ..]| of_f(fraction(f(a).into(), f32::from_bits(0x3f7f_ffff).into(), |x| f64::from(x as f32)) as f32)),
        "trunc_f32" => Lane(|[a, ..]| of_f(libm::truncf(f(a)))),
        "ceil_f32" => Lane(|[a, ..]| of_f(libm::ceilf(f(a)))),
        "rndne_f32" => Lane(|[a, ..]| of_f(libm::rintf(f(a)))),
        "floor_f32" => Lane(|[a, ..]| of_f(libm::floorf(f(a)))),
        "exp_f32" => Lane(|[a, ..]| of_f(libm::exp2(f(a).into()) as f32)),
        "log_f32" => Lane(|[a, ..]| of_f(libm::log2(f(a).into()) as f32)),
        "rcp_f32" | "rcp_iflag_f32" => Lane(|[a, ..]| of_f(1.0 / f(a))),
        "rsq_f32" => Lane(|[a, ..]| of_f((1.0 / libm::sqrt(f(a).into())) as f32)),
        "sqrt_f32" => Lane(|[a, ..]| of_f(libm::sqrtf(f(a)))),
        "sin_f32" => Lane(|[a, ..]| of_f(turns(f(a).into(), libm::sin) as f32)),
        "cos_f32" => Lane(|[a, ..]| of_f(turns(f(a).into(), libm::cos) as f32)),
        "frexp_mant_f32" => Lane(|[a, ..]| of_f(if f(a).is_finite() { libm::frexpf(f(a)).0 } else { f(a) })),
        "frexp_exp_i32_f32" => Lane(|[a, ..]| if f(a).is_finite() { libm::frexpf(f(a)).1 as u32 as u64 } else { 0 }),
        "ldexp_f32" => Lane(|[a, b, _]| of_f(libm::ldexp(f(a).into(), b as i32) as f32)),
        "cubeid_f32" => Lane(|[a, b, c]| of_f(cube(f(a), f(b), f(c))[0])),
        "cubesc_f32" => Lane(|[a, b, c]| of_f(cube(f(a), f(b), f(c))[1])),
        "cubetc_f32" => Lane(|[a, b, c]| of_f(cube(f(a), f(b), f(c))[2])),
        "cubema_f32" => Lane(|[a, b, c]| of_f(cube(f(a), f(b), f(c))[3])),
        "mullit_f32" => Lane(|[a, b, c]| of_f({
            let (b, c) = (f(b), f(c));
            let is_dark = b == -f32::MAX || b == f32::NEG_INFINITY || b.is_nan() || c <= 0.0 || c.is_nan();
            if is_dark { -f32::MAX } else { f(a) * b }
        })),
        "div_fixup_f32" => Lane(|[a, b, c]| of_f(div_fixup(f(a).into(), f(b).into(), f(c).into(), [8, 23]) as f32)),
        "dot2acc_f32_f16" => Lane(dot2),
        "add_f64" => Lane(|[a, b, _]| of_d(d(a) + d(b))),
        "mul_f64" => Lane(|[a, b, _]| of_d(d(a) * d(b))),
        "min_f64" => Lane(|[a, b, _]| of_d(min64(d(a), d(b)))),
        "max_f64" => Lane(|[a, b, _]| of_d(-min64(-d(a), -d(b)))),
        "fma_f64" => Lane(|[a, b, c]| of_d(libm::fma(d(a), d(b), d(c)))),
        "ldexp_f64" => Lane(|[a, b, _]| of_d(libm::ldexp(d(a), b as i32))),
        "trunc_f64" => Lane(|[a, ..]| of_d(libm::trunc(d(a)))),
        "ceil_f64" => Lane(|[a, ..]| of_d(libm::ceil(d(a)))),
        "rndne_f64" => Lane(|[a, ..]| of_d(libm::rint(d(a)))),
        "floor_f64" => Lane(|[a, ..]| of_d(libm::floor(d(a)))),
        "fract_f64" => Lane(|[a, ..]| of_d(fraction(d(a), f64::from_bits(0x3fef_ffff_ffff_ffff), |x| x))),
        "rcp_f64" => Lane(|[a, ..]| of_d(1.0 / d(a))),
        "rsq_f64" => Lane(|[a, ..]| of_d(1.0 / libm::sqrt(d(a)))),
        "sqrt_f64" => Lane(|[a, ..]| of_d(libm::sqrt(d(a)))),
        "frexp_mant_f64" => Lane(|[a, ..]| of_d(if d(a).is_finite() { libm::frexp(d(a)).0 } else { d(a) })),
        "frexp_exp_i32_f64" => Lane(|[a, ..]| if d(a).is_finite() { libm::frexp(d(a)).1 as u32 as u64 } else { 0 }),
        "div_fixup_f64" => Lane(|[a, b, c]| of_d(div_fixup(d(a), d(b), d(c), [11, 52]))),
        _ => return half(name),
    })
}

/// Those of halves.
#[rustfmt::skip]
fn half(name: &str) -> Option<Operation> {
    Some(match name {
        "add_f16" => Lane(|[a, b, _]| of_h(h(a) + h(b))),
        "sub_f16" => Lane(|[a, b, _]| of_h(h(a) - h(b))),
        "subrev_f16" => Lane(|[a, b, _]| of_h(h(b) - h(a))),
        "mul_f16" => Lane(|[a, b, _]| of_h(h(a) * h(b))),
        "fma_f16" | "fmac_f16" | "fmaak_f16" | "fmamk_f16" => Lane(|[a, b, c]| of_h(fma(h(a), h(b), h(c)))),
        "min_f16" => Lane(|[a, b, _]| of_h(min64(h(a), h(b)))),
        "max_f16" => Lane(|[a, b, _]| of_h(-min64(-h(a), -h(b)))),
        "min3_f16" => Lane(|[a, b, c]| of_h(min64(min64(h(a), h(b)), h(c)))),
        "max3_f16" => Lane(|[a, b, c]| of_h(max64(max64(h(a), h(b)), h(c)))),
        "med3_f16" => Lane(|[a, b, c]| of_h(median(h(a) as f32, h(b) as f32, h(c) as f32).into())),
        "minmax_f16" => Lane(|[a, b, c]| of_h(max64(min64(h(a), h(b)), h(c)))),
        "maxmin_f16" => Lane(|[a, b, c]| of_h(min64(max64(h(a), h(b)), h(c)))),
        "fract_f16" => Lane(|[a, ..]| of_h(fraction(h(a), crate::half::value(0x3bff), |x| x))),
        "trunc_f16" => Lane(|[a, ..]| of_h(libm::trunc(h(a)))),
        "ceil_f16" => Lane(|[a, ..]| of_h(libm::ceil(h(a)))),
        "rndne_f16" => Lane(|[a, ..]| of_h(libm::rint(h(a)))),
        "floor_f16" => Lane(|[a, ..]| of_h(libm::floor(h(a)))),
        "exp_f16" => Lane(|[a, ..]| of_h(libm::exp2(h(a)))),
        "log_f16" => Lane(|[a, ..]| of_h(libm::log2(h(a)))),
        "rcp_f16" => Lane(|[a, ..]| of_h(1.0 / h(a))),
        "rsq_f16" => Lane(|[a, ..]| of_h(1.0 / libm::sqrt(h(a)))),
        "sqrt_f16" => Lane(|[a, ..]| of_h(libm::sqrt(h(a)))),
        "sin_f16" => Lane(|[a, ..]| of_h(turns(h(a), libm::sin))),
        "cos_f16" => Lane(|[a, ..]| of_h(turns(h(a), libm::cos))),
        "frexp_mant_f16" => Lane(|[a, ..]| of_h(if h(a).is_finite() { libm::frexp(h(a)).0 } else { h(a) })),
        "frexp_exp_i16_f16" => Lane(|[a, ..]| if h(a).is_finite() { libm::frexp(h(a)).1 as u16 as u64 } else { 0 }),
        "ldexp_f16" => Lane(|[a, b, _]| of_h(libm::ldexp(h(a), (b as i16).into()))),
        "div_fixup_f16" => Lane(|[a, b, c]| of_h(div_fixup(h(a), h(b), h(c), [5, 10]))),
        _ => return None,
    })
}

/// Products of halves are exact in 64 bits; the sum is rounded to odd, so that rounding it again does no harm.
pub(super) fn fma(a: f64, b: f64, c: f64) -> f64 {
    let product = a * b;
    let sum = product + c;
    if !sum.is_finite() || sum == 0.0 {
        return sum;
    }
    let virtual_part = sum - product;
    let rest = (product - (sum - virtual_part)) + (c - virtual_part);
    if rest == 0.0 || sum.to_bits() & 1 != 0 {
        return sum;
    }
    let is_away = (rest > 0.0) == (sum > 0.0);
    f64::from_bits(if is_away { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

fn zero_wins(a: f32, b: f32, product: f32) -> f32 {
    if a == 0.0 || b == 0.0 { 0.0 } else { product }
}

/// The smaller one; -0 is smaller than 0, and any number than what is none.
pub(super) fn min64(a: f64, b: f64) -> f64 {
    match (a.is_nan(), b.is_nan()) {
        (true, _) => b,
        (_, true) => a,
        _ if a == b => {
            if a.is_sign_negative() {
                a
            } else {
                b
            }
        }
        _ => {
            if a < b {
                a
            } else {
                b
            }
        }
    }
}

pub(super) fn max64(a: f64, b: f64) -> f64 {
    -min64(-a, -b)
}

fn min(a: f32, b: f32) -> f32 {
    min64(a.into(), b.into()) as f32
}

fn max(a: f32, b: f32) -> f32 {
    max64(a.into(), b.into()) as f32
}

fn median(a: f32, b: f32, c: f32) -> f32 {
    if a.is_nan() || b.is_nan() || c.is_nan() {
        return min(min(a, b), c);
    }
    max(min(a, b), min(max(a, b), c))
}

/// What is left above the next smaller integer, which is less than one: at most the largest such number.
fn fraction(value: f64, largest: f64, round: fn(f64) -> f64) -> f64 {
    let rest = value - libm::floor(value);
    if rest.is_nan() { rest } else { round(rest).min(largest) }
}

/// A function of an angle that is given in turns.
fn turns(angle: f64, of: fn(f64) -> f64) -> f64 {
    if !angle.is_finite() {
        return f64::NAN;
    }
    // Quarters are exact.
    let quarters = angle * 4.0;
    let fraction = angle - libm::floor(angle);
    let exact = of(libm::floor(fraction * 4.0) * std::f64::consts::FRAC_PI_2);
    if quarters == libm::floor(quarters) { libm::rint(exact) } else { of(fraction * std::f64::consts::TAU) }
}

/// Face, coordinates on it, and twice the coordinate that is largest.
fn cube(x: f32, y: f32, z: f32) -> [f32; 4] {
    if z.abs() >= x.abs() && z.abs() >= y.abs() {
        if z < 0.0 { [5.0, -x, -y, 2.0 * z] } else { [4.0, x, -y, 2.0 * z] }
    } else if y.abs() >= x.abs() {
        if y < 0.0 { [3.0, x, -z, 2.0 * y] } else { [2.0, x, z, 2.0 * y] }
    } else if x < 0.0 {
        [1.0, z, -y, 2.0 * x]
    } else {
        [0.0, -z, -y, 2.0 * x]
    }
}

/// The exponent as it is stored in a float of that many bits of exponent and mantissa.
fn exponent(value: f64, [exponent, _]: [i32; 2]) -> i32 {
    let bias = (1 << (exponent - 1)) - 1;
    match value {
        _ if value == 0.0 => 0,
        _ if !value.is_finite() => 2 * bias + 1,
        _ => (libm::ilogb(value) + bias).max(0),
    }
}

/// The quotient of `c` by `b` that was approximated as `a`, where those are special.
pub(crate) fn div_fixup(a: f64, b: f64, c: f64, width: [i32; 2]) -> f64 {
    let sign = if b.is_sign_negative() == c.is_sign_negative() { 1.0 } else { -1.0 };
    let bias = (1 << (width[0] - 1)) - 1;
    let is_tiny = width[0] > 5 && exponent(c, width) - exponent(b, width) < -(bias + width[1]);
    if c.is_nan() || b.is_nan() {
        f64::NAN
    } else if b == 0.0 && c == 0.0 || b.is_infinite() && c.is_infinite() {
        -f64::NAN
    } else if b == 0.0 || c.is_infinite() {
        sign * f64::INFINITY
    } else if b.is_infinite() || c == 0.0 || is_tiny {
        sign * 0.0
    } else {
        sign * a.abs()
    }
}

/// `a`, which is denominator `b` or numerator `c`, so that their quotient is neither too small nor too large to be
/// computed; and whether the quotient is to be scaled back. Of floats of that many bits of exponent and mantissa.
pub(crate) fn div_scale(a: f64, b: f64, c: f64, width: [i32; 2]) -> (f64, bool) {
    let is_double = width[0] == 11;
    let (by, far) = if is_double { (128, 768) } else { (64, 96) };
    let smallest = if is_double { f64::MIN_POSITIVE } else { f32::MIN_POSITIVE.into() };
    let is_denormal = |value: f64| value != 0.0 && value.abs() < smallest;
    let scaled = |condition: bool| if condition { libm::ldexp(a, by) } else { a };
    if b == 0.0 || c == 0.0 {
        (f64::NAN, false)
    } else if exponent(c, width) - exponent(b, width) >= far {
        (scaled(a == b), true)
    } else if is_denormal(b) {
        (scaled(true), false)
    } else if is_denormal(1.0 / b) && is_denormal(c / b) {
        (scaled(a == b), true)
    } else if is_denormal(1.0 / b) {
        (libm::ldexp(a, -by), false)
    } else if is_denormal(c / b) {
        (scaled(a == c), true)
    } else {
        (scaled(exponent(c, width) <= width[1]), false)
    }
}

/// The bit that stands for what kind a float is, of that many bits of exponent and mantissa.
pub(crate) fn at(value: f64, is_quiet: bool, smallest: f64) -> u32 {
    let positive = match value.abs() {
        magnitude if magnitude.is_nan() => return if is_quiet { 1 } else { 0 },
        magnitude if magnitude.is_infinite() => 9,
        0.0 => 6,
        magnitude if magnitude < smallest => 7,
        _ => 8,
    };
    if value.is_sign_negative() { 11 - positive } else { positive }
}

/// The sum of two products of halves and a 32-bit float.
pub(super) fn dot2([a, b, c]: [u64; 3]) -> u64 {
    let first = libm::fmaf(h(a) as f32, h(b) as f32, f(c));
    of_f(libm::fmaf(h(a >> 16) as f32, h(b >> 16) as f32, first))
}
