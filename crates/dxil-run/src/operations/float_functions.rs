//! The operations on floats.
//!
//! - `FMax` and `FMin` of a number and a NaN give the number; -0 is less than +0.
//! - Sums of products (`FMad`, `Dot2` to `Dot4`) round after each step, from the first component to the last; `Fma`
//!   does not, it is exact.
//! - Sine, exponential and the like are computed in 64 bits and rounded, so that they are as good as exact. Denormals
//!   of 32 bits are zeros for them in all modes, as D3D's tables say; results are denormals where those are kept.
//! - `Frc` is less than one: what would be rounded to one is the number before that.
//! - `Round_ne` of what lies in the middle is even.

use dxil::ops::Opcode;

use super::extremes::Extreme;
use super::formats::{Denormals, Format, Half, double_one, double_three, double_two, in_format, two};
use super::semantics::Reduction;
use super::semantics::Semantics::{self, Map1, Map2, Map3, MapN};
use crate::instruction::Scalar;
use crate::lanes::{Lanes, map1, map2, map3};

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, scalar: Scalar, denormals: Denormals) -> Option<Semantics> {
    let families = [bits, choices, curves, roundings, products];
    families.iter().find_map(|family| family(opcode, scalar, denormals))
}

/// Those that look at bits alone.
fn bits(opcode: Opcode, scalar: Scalar, _: Denormals) -> Option<Semantics> {
    const INFINITY: u32 = 0x7f80_0000;
    const HALF_INFINITY: u32 = 0x7c00;
    Some(match (opcode, scalar) {
        (Opcode::FABS, Scalar::F16) => Map1(|a| map1(a, |a| a & 0x7fff)),
        (Opcode::FABS, Scalar::F32) => Map1(|a| map1(a, |a| a & 0x7fff_ffff)),
        (Opcode::FABS, Scalar::F64) => MapN(|from, to| {
            if let ([low, high], [to_low, to_high]) = (from, to) {
                (*to_low, *to_high) = (*low, map1(high, |high| high & 0x7fff_ffff));
            }
        }),
        (Opcode::IS_NAN, Scalar::F16) => Map1(|a| map1(a, |a| u32::from(a & 0x7fff > HALF_INFINITY))),
        (Opcode::IS_NAN, Scalar::F32) => Map1(|a| map1(a, |a| u32::from(a & 0x7fff_ffff > INFINITY))),
        (Opcode::IS_INF, Scalar::F16) => Map1(|a| map1(a, |a| u32::from(a & 0x7fff == HALF_INFINITY))),
        (Opcode::IS_INF, Scalar::F32) => Map1(|a| map1(a, |a| u32::from(a & 0x7fff_ffff == INFINITY))),
        (Opcode::IS_FINITE, Scalar::F16) => Map1(|a| map1(a, |a| u32::from(a & 0x7fff < HALF_INFINITY))),
        (Opcode::IS_FINITE, Scalar::F32) => Map1(|a| map1(a, |a| u32::from(a & 0x7fff_ffff < INFINITY))),
        (Opcode::IS_NORMAL, Scalar::F16) => {
            Map1(|a| map1(a, |a| u32::from((0x400..HALF_INFINITY).contains(&(a & 0x7fff)))))
        }
        (Opcode::IS_NORMAL, Scalar::F32) => {
            Map1(|a| map1(a, |a| u32::from((0x80_0000..INFINITY).contains(&(a & 0x7fff_ffff)))))
        }
        _ => return None,
    })
}

/// One of two floats.
#[inline(always)]
fn choose<F: Format>(a: &Lanes, b: &Lanes, f: impl Fn(f32, f32) -> f32) -> Lanes {
    map2(a, b, |a, b| F::keep(f(F::read(a), F::read(b))))
}

/// A float, or the bound that it is beyond. A NaN is not larger than zero.
#[inline(always)]
fn saturate<F: Format>(a: &Lanes) -> Lanes {
    map1(a, |a| {
        let a = F::read(a);
        let a = if a > 0.0 { a } else { 0.0 };
        F::keep(if a < 1.0 { a } else { 1.0 })
    })
}

/// Those that give one of their operands, or a bound.
fn choices(opcode: Opcode, scalar: Scalar, denormals: Denormals) -> Option<Semantics> {
    match (opcode, scalar) {
        (Opcode::FMAX, Scalar::F64) => Some(MapN(|from, to| double_two(from, to, Extreme::larger))),
        (Opcode::FMAX, _) => {
            in_format!(scalar, denormals, F => Map2(|a, b| choose::<F>(a, b, Extreme::larger)))
        }
        (Opcode::FMIN, Scalar::F64) => Some(MapN(|from, to| double_two(from, to, Extreme::smaller))),
        (Opcode::FMIN, _) => {
            in_format!(scalar, denormals, F => Map2(|a, b| choose::<F>(a, b, Extreme::smaller)))
        }
        (Opcode::SATURATE, Scalar::F64) => Some(MapN(|from, to| {
            double_one(from, to, |a| if a > 0.0 { a.min(1.0) } else { 0.0 });
        })),
        (Opcode::SATURATE, _) => in_format!(scalar, denormals, F => Map1(saturate::<F>)),
        _ => None,
    }
}

/// A function that is computed in 64 bits.
#[inline(always)]
fn curve<F: Format>(a: &Lanes, f: impl Fn(f64) -> f64) -> Lanes {
    map1(a, |a| F::round(f(f64::from(F::read_normal(a)))))
}

/// Those that are computed in 64 bits.
fn curves(opcode: Opcode, scalar: Scalar, denormals: Denormals) -> Option<Semantics> {
    match opcode {
        Opcode::COS => in_format!(scalar, denormals, F => Map1(|a| curve::<F>(a, libm::cos))),
        Opcode::SIN => in_format!(scalar, denormals, F => Map1(|a| curve::<F>(a, libm::sin))),
        Opcode::TAN => in_format!(scalar, denormals, F => Map1(|a| curve::<F>(a, libm::tan))),
        Opcode::ACOS => in_format!(scalar, denormals, F => Map1(|a| curve::<F>(a, libm::acos))),
        Opcode::ASIN => in_format!(scalar, denormals, F => Map1(|a| curve::<F>(a, libm::asin))),
        Opcode::ATAN => in_format!(scalar, denormals, F => Map1(|a| curve::<F>(a, libm::atan))),
        Opcode::HCOS => in_format!(scalar, denormals, F => Map1(|a| curve::<F>(a, libm::cosh))),
        Opcode::HSIN => in_format!(scalar, denormals, F => Map1(|a| curve::<F>(a, libm::sinh))),
        Opcode::HTAN => in_format!(scalar, denormals, F => Map1(|a| curve::<F>(a, libm::tanh))),
        Opcode::EXP => in_format!(scalar, denormals, F => Map1(|a| curve::<F>(a, libm::exp2))),
        Opcode::LOG => in_format!(scalar, denormals, F => Map1(|a| curve::<F>(a, libm::log2))),
        Opcode::RSQRT => in_format!(scalar, denormals, F => Map1(|a| curve::<F>(a, |a| 1.0 / a.sqrt()))),
        _ => None,
    }
}

/// From here on all floats are whole numbers.
const WHOLE: f32 = 8_388_608.0;

/// The nearest whole number, the even one of two, without its sign. By sums alone: every machine has those for vectors.
/// What is added makes the unit in the last place one.
#[inline(always)]
fn whole(a: f32) -> f32 {
    (a.abs() + WHOLE) - WHOLE
}

/// A number that was made whole, unless it was so from the start, or is none.
#[inline(always)]
fn settle(a: f32, whole: f32) -> f32 {
    if a.abs() < WHOLE { whole.copysign(a) } else { a }
}

#[inline(always)]
fn even(a: f32) -> f32 {
    settle(a, whole(a))
}

#[inline(always)]
fn truncated(a: f32) -> f32 {
    let whole = whole(a);
    settle(a, if whole > a.abs() { whole - 1.0 } else { whole })
}

#[inline(always)]
fn floor(a: f32) -> f32 {
    let even = even(a);
    if even > a { even - 1.0 } else { even }
}

/// A whole number near one, or a root.
#[inline(always)]
fn near<F: Format>(a: &Lanes, f: impl Fn(f32) -> f32) -> Lanes {
    map1(a, |a| F::write(f(F::read_normal(a))))
}

/// What is left of a number above the whole one below it.
fn fraction<F: Format>(a: &Lanes) -> Lanes {
    map1(a, |a| {
        let a = F::read_normal(a);
        let fraction = F::write(a - floor(a));
        // The number before 1 has the word before.
        fraction - u32::from(fraction == F::ONE)
    })
}

fn roundings(opcode: Opcode, scalar: Scalar, denormals: Denormals) -> Option<Semantics> {
    match opcode {
        Opcode::FRC => in_format!(scalar, denormals, F => Map1(fraction::<F>)),
        Opcode::ROUND_NE => in_format!(scalar, denormals, F => Map1(|a| near::<F>(a, even))),
        Opcode::ROUND_NI => in_format!(scalar, denormals, F => Map1(|a| near::<F>(a, floor))),
        Opcode::ROUND_PI => in_format!(scalar, denormals, F => Map1(|a| near::<F>(a, |a| -floor(-a)))),
        Opcode::ROUND_Z => in_format!(scalar, denormals, F => Map1(|a| near::<F>(a, truncated))),
        Opcode::SQRT => in_format!(scalar, denormals, F => Map1(|a| near::<F>(a, f32::sqrt))),
        _ => None,
    }
}

/// `a * b + c`, each rounded.
#[inline(always)]
fn mad<F: Format>(a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    map3(a, b, c, |a, b, c| {
        let product = F::step(F::read(a) * F::read(b));
        F::write(product + F::read(c))
    })
}

/// The products of floats, as floats of 32 bits to go on with.
#[inline(always)]
fn multiply<F: Format>(a: &Lanes, b: &Lanes) -> Lanes {
    map2(a, b, |a, b| F::step(F::read(a) * F::read(b)).to_bits())
}

/// The sums of floats of 32 bits that are gone on with.
#[inline(always)]
fn add<F: Format>(a: &Lanes, b: &Lanes) -> Lanes {
    map2(a, b, |a, b| F::step(f32::from_bits(a) + f32::from_bits(b)).to_bits())
}

/// The sum of the products of the first half of the operands with the second one.
fn dot<F: Format>(from: &[Lanes], to: &mut [Lanes]) {
    let (one, other) = from.split_at(from.len() / 2);
    let mut products = one.iter().zip(other).map(|(a, b)| multiply::<F>(a, b));
    if let (Some(first), [to]) = (products.next(), to) {
        let sum = products.fold(first, |sum, product| add::<F>(&sum, &product));
        *to = map1(&sum, |sum| F::write(f32::from_bits(sum)));
    }
}

/// The product and the sum of products that a dot product of vectors consists of.
pub(super) fn dot_product(scalar: Scalar, denormals: Denormals) -> Option<Reduction> {
    in_format!(scalar, denormals, F => {
        Reduction::Dot(|a, b| two::<F>(a, b, |a, b| a * b), mad::<F>)
    })
}

/// A sum of two products of halves, which are exact in 32 bits, and a float.
fn dot_add_half<F: Format>(from: &[Lanes], to: &mut [Lanes]) {
    if let ([sum, ax, ay, bx, by], [to]) = (from, to) {
        let product = |a: &Lanes, b: &Lanes| map2(a, b, |a, b| (Half::read(a) * Half::read(b)).to_bits());
        let products = add::<F>(&product(ax, bx), &product(ay, by));
        *to = map2(&products, sum, |products, sum| F::write(f32::from_bits(products) + F::read(sum)));
    }
}

/// Sums of products.
fn products(opcode: Opcode, scalar: Scalar, denormals: Denormals) -> Option<Semantics> {
    match (opcode, scalar) {
        (Opcode::FMAD, Scalar::F64) => Some(MapN(|from, to| double_three(from, to, |a, b, c| a * b + c))),
        (Opcode::FMAD, _) => in_format!(scalar, denormals, F => Map3(mad::<F>)),
        (Opcode::FMA, Scalar::F64) => Some(MapN(|from, to| double_three(from, to, libm::fma))),
        (Opcode::DOT2 | Opcode::DOT3 | Opcode::DOT4, _) => {
            in_format!(scalar, denormals, F => MapN(dot::<F>))
        }
        (Opcode::DOT2_ADD_HALF, Scalar::F32) => in_format!(scalar, denormals, F => MapN(dot_add_half::<F>)),
        _ => None,
    }
}
