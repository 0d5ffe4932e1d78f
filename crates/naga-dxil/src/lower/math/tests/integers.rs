//! Functions of integers: the results are exact.

use naga::MathFunction as Fun;
use testkit::random::Random;

use super::cases::{Case, run_all};
use super::*;
use crate::lower::numeric::is_signed;

const INTEGERS: [Scalar; 6] = [Scalar::I16, Scalar::U16, Scalar::I32, Scalar::U32, Scalar::I64, Scalar::U64];

/// The integer with these bits.
fn integer(scalar: Scalar, bits: u64) -> i128 {
    let unused = 64 - bit_width(scalar);
    match is_signed(scalar) {
        true => ((bits << unused).cast_signed() >> unused).into(),
        false => bits.into(),
    }
}

/// The low 64 bits.
fn low(number: i128) -> u64 {
    u64::try_from(number & i128::from(u64::MAX)).unwrap()
}

/// A random integer: any, one with few bits, or an extreme one.
fn random_bits(scalar: Scalar, random: &mut Random) -> u64 {
    let word = u64::from(random.word()) << 32 | u64::from(random.word());
    let half = 1_u64 << (bit_width(scalar) - 1);
    let specials = [0, 1, u64::MAX, half, half - 1, half + 1, 1 << (bit_width(scalar) / 2), u64::MAX << 8];
    let bits = match random.below(4) {
        0 => specials[random.below(specials.len())],
        1 => word >> random.below(64),
        2 => (word >> random.below(64)).wrapping_neg(),
        _ => word,
    };
    cut(scalar, bits)
}

/// The result of a function of one component, from the components of the arguments.
fn exact(fun: Fun, scalar: Scalar, arguments: &[u64]) -> u64 {
    let number = |index: usize| integer(scalar, arguments[index]);
    let width = bit_width(scalar);
    let unused = 64 - width;
    let a = arguments[0];
    // The number of bits above the first 1.
    let leading = |bits: u64| (bits << unused).leading_zeros().min(width);
    let field = |offset: u64, count: u64| {
        let offset = offset.min(width.into());
        (offset, count.min(u64::from(width) - offset))
    };
    let mask = |count: u64| (1_i128 << count) - 1;
    match fun {
        Fun::Abs => low(number(0).abs()),
        Fun::Sign => low(number(0).signum()),
        Fun::Min => low(number(0).min(number(1))),
        Fun::Max => low(number(0).max(number(1))),
        Fun::Clamp => low(number(0).max(number(1)).min(number(2))),
        Fun::CountOneBits => a.count_ones().into(),
        Fun::CountLeadingZeros => leading(a).into(),
        Fun::CountTrailingZeros => a.trailing_zeros().min(width).into(),
        Fun::ReverseBits => a.reverse_bits() >> unused,
        Fun::FirstTrailingBit if a == 0 => u64::MAX,
        Fun::FirstTrailingBit => a.trailing_zeros().into(),
        Fun::FirstLeadingBit => {
            let bits = if number(0) < 0 { cut(scalar, !a) } else { a };
            low(i128::from(width) - 1 - i128::from(leading(bits)))
        }
        Fun::ExtractBits => {
            let (offset, count) = field(arguments[1], arguments[2]);
            let extracted = (i128::from(a) >> offset) & mask(count);
            let is_negative = is_signed(scalar) && count > 0 && extracted >> (count - 1) != 0;
            low(if is_negative { extracted - (1 << count) } else { extracted })
        }
        Fun::InsertBits => {
            let (offset, count) = field(arguments[2], arguments[3]);
            let mask = mask(count) << offset;
            low(i128::from(a) & !mask | (i128::from(arguments[1]) << offset) & mask)
        }
        _ => panic!("{fun:?} is not a function of integers"),
    }
}

const COMPONENTS: [Fun; 13] = [
    Fun::Abs,
    Fun::Sign,
    Fun::Min,
    Fun::Max,
    Fun::Clamp,
    Fun::CountOneBits,
    Fun::CountLeadingZeros,
    Fun::CountTrailingZeros,
    Fun::ReverseBits,
    Fun::FirstTrailingBit,
    Fun::FirstLeadingBit,
    Fun::ExtractBits,
    Fun::InsertBits,
];

fn componentwise(fun: Fun, scalar: Scalar, components: usize) -> Case {
    // The last two arguments of these functions are the offset and the number of bits.
    let scalars = if matches!(fun, Fun::ExtractBits | Fun::InsertBits) { 2 } else { 0 };
    let vectors = fun.argument_count() - scalars;
    let mut arguments = vec![(scalar, shape_of(components)); vectors];
    arguments.extend(vec![(Scalar::U32, Shape::Scalar); scalars]);
    let call = Call::new(fun, &arguments, &vec![scalar; components]);
    let generate = move |random: &mut Random| {
        let mut values: Vec<_> = (0..vectors * components).map(|_| random_bits(scalar, random)).collect();
        for _ in 0..scalars {
            let limit = 2 * bit_width(scalar) as usize;
            let small = u64::try_from(random.below(limit)).unwrap();
            values.push(if random.below(16) == 0 { random.word().into() } else { small });
        }
        values
    };
    Case::new(call, generate, move |arguments, results| {
        let (values, fields) = arguments.split_at(vectors * components);
        results.iter().enumerate().all(|(index, result)| {
            let component = values.iter().skip(index).step_by(components);
            let component: Vec<_> = component.chain(fields).copied().collect();
            *result == cut(scalar, exact(fun, scalar, &component))
        })
    })
}

fn dot(scalar: Scalar, components: usize) -> Case {
    let argument = (scalar, shape_of(components));
    let call = Call::new(Fun::Dot, &[argument, argument], &[scalar]);
    let generate =
        move |random: &mut Random| (0..2 * components).map(|_| random_bits(scalar, random)).collect();
    Case::new(call, generate, move |arguments, results| {
        let (a, b) = arguments.split_at(components);
        let sum = a.iter().zip(b).fold(0, |sum: u64, (a, b)| sum.wrapping_add(a.wrapping_mul(*b)));
        results[0] == cut(scalar, sum)
    })
}

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for fun in COMPONENTS {
        for scalar in INTEGERS {
            cases.push(componentwise(fun, scalar, cases.len() % 4 + 1));
        }
    }
    for scalar in INTEGERS {
        cases.push(dot(scalar, cases.len() % 3 + 2));
    }
    cases
}

#[test]
fn integers_are_exact() {
    run_all(&cases());
}
