//! Integers: LLVM's arithmetic and comparisons. Sums and products wrap; divisions by zero give all ones for the
//! quotient and the remainder, as D3D says of `udiv`, and of the smallest number by -1 they wrap; shifts use the low
//! bits of their amount.

use dxil_ir::{BinaryOp, Predicate};

use super::semantics::Semantics;
use crate::error::{Result, RunErrorKind};
use crate::instruction::{FunctionN, Scalar};
use crate::lanes::{self, Lanes, cut, extend, map1, map2, shorten, split, wide2, widen};

/// What an operator does.
pub(crate) fn binary(op: BinaryOp, scalar: Scalar) -> Result<Semantics> {
    Ok(match scalar {
        Scalar::I64 => Semantics::MapN(binary64(op)),
        Scalar::I32 => words::<32>(op),
        Scalar::I16 => words::<16>(op),
        Scalar::I8 => words::<8>(op),
        Scalar::I1 => words::<1>(op),
        Scalar::F16 | Scalar::F32 | Scalar::F64 => {
            return Err(RunErrorKind::invalid("integer operator has floating-point operands"));
        }
    })
}

/// Whether an operator divides, and so has a divisor that may be zero.
pub(crate) fn divides(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem)
}

/// What an operator does to integers of at most 32 bits.
fn words<const BITS: u32>(op: BinaryOp) -> Semantics {
    use Semantics::{Map2, MapN};
    match op {
        BinaryOp::Add => Map2(|a, b| map2(a, b, |a, b| cut(a.wrapping_add(b), BITS))),
        BinaryOp::Sub => Map2(|a, b| map2(a, b, |a, b| cut(a.wrapping_sub(b), BITS))),
        BinaryOp::Mul => Map2(|a, b| map2(a, b, |a, b| cut(a.wrapping_mul(b), BITS))),
        BinaryOp::Shl => Map2(|a, b| shift(a, b, |a, b| cut(a << (b % BITS), BITS))),
        BinaryOp::LShr => Map2(|a, b| shift(a, b, |a, b| a >> (b % BITS))),
        BinaryOp::AShr => {
            Map2(|a, b| shift(a, b, |a, b| cut((extend(a, BITS) >> (b % BITS)).cast_unsigned(), BITS)))
        }
        BinaryOp::And => Map2(|a, b| map2(a, b, |a, b| a & b)),
        BinaryOp::Or => Map2(|a, b| map2(a, b, |a, b| a | b)),
        BinaryOp::Xor => Map2(|a, b| map2(a, b, |a, b| a ^ b)),
        BinaryOp::UDiv => {
            MapN(|from, to| two(from, to, |a, b| cut(a.checked_div(b).unwrap_or(u32::MAX), BITS)))
        }
        BinaryOp::URem => {
            MapN(|from, to| two(from, to, |a, b| cut(a.checked_rem(b).unwrap_or(u32::MAX), BITS)))
        }
        BinaryOp::SDiv => MapN(|from, to| two(from, to, |a, b| signed::<BITS>(a, b, i32::wrapping_div))),
        BinaryOp::SRem => MapN(|from, to| two(from, to, |a, b| signed::<BITS>(a, b, i32::wrapping_rem))),
    }
}

/// A function of two words that is faster where the second one is the same in all lanes: most amounts are constants,
/// and the oldest machines shift all words of a vector by one amount.
#[inline(always)]
fn shift(a: &Lanes, b: &Lanes, f: impl Fn(u32, u32) -> u32) -> Lanes {
    let amount = lanes::get(b, 0);
    let differences = b.iter().fold(0, |bits, b| bits | b ^ amount);
    if differences == 0 { map1(a, |a| f(a, amount)) } else { map2(a, b, f) }
}

fn two(from: &[Lanes], to: &mut [Lanes], f: impl Fn(u32, u32) -> u32) {
    if let ([a, b], [to]) = (from, to) {
        *to = map2(a, b, f);
    }
}

fn signed<const BITS: u32>(a: u32, b: u32, f: impl Fn(i32, i32) -> i32) -> u32 {
    let word = if b == 0 { u32::MAX } else { f(extend(a, BITS), extend(b, BITS)).cast_unsigned() };
    cut(word, BITS)
}

/// A function of two integers of 64 bits.
#[inline(always)]
pub(super) fn two64(from: &[Lanes], to: &mut [Lanes], f: impl Fn(u64, u64) -> u64) {
    if let ([a_low, a_high, b_low, b_high], [low, high]) = (from, to) {
        let (a, b) = (widen(a_low, a_high), widen(b_low, b_high));
        [*low, *high] = split(&wide2(&a, &b, f));
    }
}

fn binary64(op: BinaryOp) -> FunctionN {
    match op {
        BinaryOp::Add => |from, to| two64(from, to, u64::wrapping_add),
        BinaryOp::Sub => |from, to| two64(from, to, u64::wrapping_sub),
        BinaryOp::Mul => |from, to| two64(from, to, u64::wrapping_mul),
        BinaryOp::Shl => |from, to| two64(from, to, |a, b| a.wrapping_shl(lanes::low(b))),
        BinaryOp::LShr => |from, to| two64(from, to, |a, b| a.wrapping_shr(lanes::low(b))),
        BinaryOp::AShr => {
            |from, to| two64(from, to, |a, b| a.cast_signed().wrapping_shr(lanes::low(b)).cast_unsigned())
        }
        BinaryOp::And => |from, to| two64(from, to, |a, b| a & b),
        BinaryOp::Or => |from, to| two64(from, to, |a, b| a | b),
        BinaryOp::Xor => |from, to| two64(from, to, |a, b| a ^ b),
        BinaryOp::UDiv => |from, to| two64(from, to, |a, b| a.checked_div(b).unwrap_or(u64::MAX)),
        BinaryOp::URem => |from, to| two64(from, to, |a, b| a.checked_rem(b).unwrap_or(u64::MAX)),
        BinaryOp::SDiv => |from, to| two64(from, to, |a, b| signed64(a, b, i64::wrapping_div)),
        BinaryOp::SRem => |from, to| two64(from, to, |a, b| signed64(a, b, i64::wrapping_rem)),
    }
}

fn signed64(a: u64, b: u64, f: impl Fn(i64, i64) -> i64) -> u64 {
    if b == 0 { u64::MAX } else { f(a.cast_signed(), b.cast_signed()).cast_unsigned() }
}

/// What a comparison does.
pub(crate) fn compare(predicate: Predicate, scalar: Scalar) -> Result<Semantics> {
    Ok(match scalar {
        Scalar::I64 => Semantics::MapN(compare64(predicate)?),
        Scalar::I32 => compare_words::<32>(predicate)?,
        Scalar::I16 => compare_words::<16>(predicate)?,
        Scalar::I8 => compare_words::<8>(predicate)?,
        Scalar::I1 => compare_words::<1>(predicate)?,
        Scalar::F16 | Scalar::F32 | Scalar::F64 => {
            return Err(RunErrorKind::invalid("integer comparison has floating-point operands"));
        }
    })
}

fn compare_words<const BITS: u32>(predicate: Predicate) -> Result<Semantics> {
    use Semantics::Map2;
    Ok(match predicate {
        Predicate::IntEq => Map2(|a, b| map2(a, b, |a, b| u32::from(a == b))),
        Predicate::IntNe => Map2(|a, b| map2(a, b, |a, b| u32::from(a != b))),
        Predicate::IntUgt => Map2(|a, b| map2(a, b, |a, b| u32::from(a > b))),
        Predicate::IntUge => Map2(|a, b| map2(a, b, |a, b| u32::from(a >= b))),
        Predicate::IntUlt => Map2(|a, b| map2(a, b, |a, b| u32::from(a < b))),
        Predicate::IntUle => Map2(|a, b| map2(a, b, |a, b| u32::from(a <= b))),
        Predicate::IntSgt => Map2(|a, b| map2(a, b, |a, b| u32::from(extend(a, BITS) > extend(b, BITS)))),
        Predicate::IntSge => Map2(|a, b| map2(a, b, |a, b| u32::from(extend(a, BITS) >= extend(b, BITS)))),
        Predicate::IntSlt => Map2(|a, b| map2(a, b, |a, b| u32::from(extend(a, BITS) < extend(b, BITS)))),
        Predicate::IntSle => Map2(|a, b| map2(a, b, |a, b| u32::from(extend(a, BITS) <= extend(b, BITS)))),
        _ => return Err(RunErrorKind::invalid("floating-point comparison has integer operands")),
    })
}

fn compare64(predicate: Predicate) -> Result<FunctionN> {
    fn all(from: &[Lanes], to: &mut [Lanes], f: impl Fn(u64, u64) -> bool) {
        if let ([a_low, a_high, b_low, b_high], [to]) = (from, to) {
            let (a, b) = (widen(a_low, a_high), widen(b_low, b_high));
            *to = shorten(&wide2(&a, &b, |a, b| f(a, b).into()), lanes::low);
        }
    }
    Ok(match predicate {
        Predicate::IntEq => |from, to| all(from, to, |a, b| a == b),
        Predicate::IntNe => |from, to| all(from, to, |a, b| a != b),
        Predicate::IntUgt => |from, to| all(from, to, |a, b| a > b),
        Predicate::IntUge => |from, to| all(from, to, |a, b| a >= b),
        Predicate::IntUlt => |from, to| all(from, to, |a, b| a < b),
        Predicate::IntUle => |from, to| all(from, to, |a, b| a <= b),
        Predicate::IntSgt => |from, to| all(from, to, |a, b| a.cast_signed() > b.cast_signed()),
        Predicate::IntSge => |from, to| all(from, to, |a, b| a.cast_signed() >= b.cast_signed()),
        Predicate::IntSlt => |from, to| all(from, to, |a, b| a.cast_signed() < b.cast_signed()),
        Predicate::IntSle => |from, to| all(from, to, |a, b| a.cast_signed() <= b.cast_signed()),
        _ => return Err(RunErrorKind::invalid("floating-point comparison has integer operands")),
    })
}
