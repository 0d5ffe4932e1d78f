//! Packed bytes, 16-bit integers and 16-bit floats, with the operations of shader models 6.0, 6.4 and 6.6.

use naga::MathFunction as Fun;
use testkit::random::Random;

use super::cases::{Case, Domain, run_all};
use super::interval::{Interval, neighbours};
use super::*;

const MODELS: [(u32, u32); 3] = [(6, 0), (6, 4), (6, 6)];

/// The parts of a dword from the lowest one on, as unsigned integers.
fn parts(dword: u64, bits: u32) -> Vec<u64> {
    (0..32 / bits).map(|index| dword >> (index * bits) & ((1 << bits) - 1)).collect()
}

/// The parts of a dword from the lowest one on, as signed integers.
fn signed_parts(dword: u64, bits: u32) -> Vec<i64> {
    let unused = 64 - bits;
    parts(dword, bits).into_iter().map(|part| (part << unused).cast_signed() >> unused).collect()
}

fn words(count: usize) -> impl Fn(&mut Random) -> Vec<u64> {
    move |random| (0..count).map(|_| random.word().into()).collect()
}

/// A function of normalized floats: the largest integer, and true for signed integers.
fn pack_normalized(fun: Fun, bits: u32, largest: f64, is_signed: bool) -> Case {
    let components = 32 / bits as usize;
    let call = Call::new(fun, &[(Scalar::F32, Shape::Vector(components))], &[Scalar::U32]);
    let generate = move |random: &mut Random| {
        let domains = [Domain::Between(-1.25, 1.25), Domain::Finite];
        let float = |random: &mut Random| domains[random.below(2)].choose(Scalar::F32, random);
        (0..components).map(|_| float(random)).collect()
    };
    Case::new(call, generate, move |arguments, results| {
        let found: Vec<_> = match is_signed {
            true => signed_parts(results[0], bits),
            false => parts(results[0], bits).into_iter().map(u64::cast_signed).collect(),
        };
        arguments.iter().zip(found).all(|(argument, found)| {
            let low = if is_signed { -1.0 } else { 0.0 };
            let float = decoded(Scalar::F32, *argument).clamp(low, 1.0);
            // The intermediate values may be rounded in any direction.
            let product = Interval::point(largest * float).rounded(Scalar::F32);
            let low = neighbours(Scalar::F32, 0.5 + product.low).0.floor();
            let high = neighbours(Scalar::F32, 0.5 + product.high).1.floor();
            #[expect(clippy::cast_precision_loss, reason = "the integer has at most 16 bits")]
            let found = found as f64;
            (low..=high).contains(&found)
        })
    })
}

fn unpack_normalized(fun: Fun, bits: u32, largest: f64, is_signed: bool) -> Case {
    let components = 32 / bits as usize;
    let call = Call::new(fun, &[(Scalar::U32, Shape::Scalar)], &vec![Scalar::F32; components]);
    Case::new(call, words(1), move |arguments, results| {
        let integers: Vec<_> = match is_signed {
            true => signed_parts(arguments[0], bits),
            false => parts(arguments[0], bits).into_iter().map(u64::cast_signed).collect(),
        };
        integers.into_iter().zip(results).all(|(integer, found)| {
            #[expect(clippy::cast_precision_loss, reason = "the integer has at most 16 bits")]
            let exact = Interval::point((integer as f64 / largest).max(-1.0));
            exact.with_ulps(Scalar::F32, 3.0).contains(decoded(Scalar::F32, *found))
        })
    })
}

/// Packs floats that 16-bit floats can represent, rounded in any direction.
fn pack_floats() -> Case {
    let call = Call::new(Fun::Pack2x16float, &[(Scalar::F32, Shape::Vector(2))], &[Scalar::U32]);
    let generate = |random: &mut Random| {
        let domains = [Domain::Between(-65504.0, 65504.0), Domain::Between(-1.0e-3, 1.0e-3)];
        (0..2).map(|_| domains[random.below(2)].choose(Scalar::F32, random)).collect()
    };
    Case::new(call, generate, |arguments, results| {
        arguments.iter().zip(parts(results[0], 16)).all(|(argument, found)| {
            let permitted = Interval::argument(Scalar::F32, decoded(Scalar::F32, *argument)).rounded(F16);
            permitted.contains(decoded(F16, found))
        })
    })
}

fn unpack_floats() -> Case {
    let call = Call::new(Fun::Unpack2x16float, &[(Scalar::U32, Shape::Scalar)], &[Scalar::F32; 2]);
    Case::new(call, words(1), |arguments, results| {
        parts(arguments[0], 16).into_iter().zip(results).all(|(half, found)| {
            let (exact, found) = (decoded(F16, half), decoded(Scalar::F32, *found));
            exact == found || (exact.is_nan() && found.is_nan())
        })
    })
}

/// Packs integers; `byte` is the byte of an integer.
fn pack_integers(fun: Fun, scalar: Scalar, byte: fn(u32) -> u32) -> Case {
    let call = Call::new(fun, &[(scalar, Shape::Vector(4))], &[Scalar::U32]);
    let generate = |random: &mut Random| {
        let mut integer = || {
            let word = random.word();
            let small = (word % 600).wrapping_sub(300);
            u64::from(if random.below(2) == 0 { word } else { small })
        };
        (0..4).map(|_| integer()).collect()
    };
    Case::new(call, generate, move |arguments, results| {
        let expected =
            arguments.iter().map(|integer| u64::from(byte(u32::try_from(*integer).unwrap()) & 0xff));
        parts(results[0], 8).into_iter().eq(expected)
    })
}

fn unpack_integers(fun: Fun, scalar: Scalar) -> Case {
    let call = Call::new(fun, &[(Scalar::U32, Shape::Scalar)], &[scalar; 4]);
    Case::new(call, words(1), move |arguments, results| match scalar.kind {
        ScalarKind::Uint => parts(arguments[0], 8) == results,
        _ => {
            let expected = signed_parts(arguments[0], 8).into_iter();
            expected.map(|integer| cut(scalar, integer.cast_unsigned())).eq(results.iter().copied())
        }
    })
}

fn dot(fun: Fun, scalar: Scalar) -> Case {
    let argument = (Scalar::U32, Shape::Scalar);
    let call = Call::new(fun, &[argument, argument], &[scalar]);
    Case::new(call, words(2), move |arguments, results| {
        let sum: i64 = match scalar.kind {
            ScalarKind::Uint => {
                let pairs = parts(arguments[0], 8).into_iter().zip(parts(arguments[1], 8));
                pairs.map(|(a, b)| (a * b).cast_signed()).sum()
            }
            _ => {
                let pairs = signed_parts(arguments[0], 8).into_iter().zip(signed_parts(arguments[1], 8));
                pairs.map(|(a, b)| a * b).sum()
            }
        };
        results[0] == cut(scalar, sum.cast_unsigned())
    })
}

pub(super) fn cases() -> Vec<Case> {
    let clamped = |integer: u32| integer.cast_signed().clamp(-128, 127).cast_unsigned();
    let mut cases = Vec::new();
    for model in MODELS {
        let of_model = [
            pack_normalized(Fun::Pack4x8snorm, 8, 127.0, true),
            pack_normalized(Fun::Pack4x8unorm, 8, 255.0, false),
            pack_normalized(Fun::Pack2x16snorm, 16, 32767.0, true),
            pack_normalized(Fun::Pack2x16unorm, 16, 65535.0, false),
            unpack_normalized(Fun::Unpack4x8snorm, 8, 127.0, true),
            unpack_normalized(Fun::Unpack4x8unorm, 8, 255.0, false),
            unpack_normalized(Fun::Unpack2x16snorm, 16, 32767.0, true),
            unpack_normalized(Fun::Unpack2x16unorm, 16, 65535.0, false),
            pack_floats(),
            unpack_floats(),
            pack_integers(Fun::Pack4xI8, Scalar::I32, |integer| integer),
            pack_integers(Fun::Pack4xU8, Scalar::U32, |integer| integer),
            pack_integers(Fun::Pack4xI8Clamp, Scalar::I32, clamped),
            pack_integers(Fun::Pack4xU8Clamp, Scalar::U32, |integer| integer.min(255)),
            unpack_integers(Fun::Unpack4xI8, Scalar::I32),
            unpack_integers(Fun::Unpack4xU8, Scalar::U32),
            dot(Fun::Dot4I8Packed, Scalar::I32),
            dot(Fun::Dot4U8Packed, Scalar::U32),
        ];
        cases.extend(of_model.map(|case| Case { call: Call { model, ..case.call }, ..case }));
    }
    cases
}

#[test]
fn packed_values_are_exact() {
    run_all(&cases());
}
