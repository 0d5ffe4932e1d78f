//! Constant folding of arithmetic on integers of 1 to 64 bits, a helper of `fold`. Operands and results are
//! sign-extended to `i64`, like constants in a module. A function returns `None` if LLVM does not define the result: a
//! division by zero, an overflowing signed division, a shift by at least the width. Separate because it does not access
//! the IR.

use dxil_ir::{BinaryOp, CastOp, Predicate};

/// Zero-extends an integer of `bits` bits, which is sign-extended to `i64`.
fn unsigned(bits: u32, number: i64) -> u64 {
    let unused = 64_u32.saturating_sub(bits);
    number.cast_unsigned() << unused >> unused
}

/// Sign-extends the lower `bits` bits of an integer.
fn signed(bits: u32, number: u64) -> i64 {
    let unused = 64_u32.saturating_sub(bits);
    number.cast_signed() << unused >> unused
}

/// Computes a binary operation on integers of `bits` bits.
pub(super) fn binary(op: BinaryOp, bits: u32, first: i64, second: i64) -> Option<i64> {
    let (left, right) = (unsigned(bits, first), unsigned(bits, second));
    let shift = u32::try_from(right).ok().filter(|shift| *shift < bits);
    let number = match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Sub => left.wrapping_sub(right),
        BinaryOp::Mul => left.wrapping_mul(right),
        BinaryOp::UDiv => left.checked_div(right)?,
        BinaryOp::URem => left.checked_rem(right)?,
        BinaryOp::SDiv => {
            let quotient = first.checked_div(second)?;
            // The minimum divided by -1 overflows.
            Some(quotient)
                .filter(|quotient| signed(bits, quotient.cast_unsigned()) == *quotient)?
                .cast_unsigned()
        }
        BinaryOp::SRem => first.checked_rem(second)?.cast_unsigned(),
        BinaryOp::Shl => left << shift?,
        BinaryOp::LShr => left >> shift?,
        BinaryOp::AShr => (first >> shift?).cast_unsigned(),
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
    };
    Some(signed(bits, number))
}

/// Returns true if `number` is a left identity of an operator: the result is the second operand.
pub(super) fn is_neutral_first(op: BinaryOp, number: i64) -> bool {
    match op {
        BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor => number == 0,
        BinaryOp::Mul => number == 1,
        BinaryOp::And => number == -1,
        BinaryOp::Sub
        | BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr => false,
    }
}

/// Returns true if `number` is a right identity of an operator: the result is the first operand.
pub(super) fn is_neutral_second(op: BinaryOp, number: i64) -> bool {
    match op {
        BinaryOp::Sub | BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => number == 0,
        BinaryOp::UDiv | BinaryOp::SDiv => number == 1,
        BinaryOp::URem | BinaryOp::SRem => false,
        BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
            is_neutral_first(op, number)
        }
    }
}

/// Computes a cast from `from` to `to` bits; `None` for casts that are not between integers.
pub(super) fn cast(op: CastOp, from: u32, to: u32, number: i64) -> Option<i64> {
    match op {
        CastOp::Trunc | CastOp::SExt => Some(signed(to, number.cast_unsigned())),
        CastOp::ZExt => Some(signed(to, unsigned(from, number))),
        _ => None,
    }
}

/// Compares integers of `bits` bits; `None` for predicates of floats.
pub(super) fn compare(predicate: Predicate, bits: u32, first: i64, second: i64) -> Option<bool> {
    let (left, right) = (unsigned(bits, first), unsigned(bits, second));
    match predicate {
        Predicate::IntEq => Some(left == right),
        Predicate::IntNe => Some(left != right),
        Predicate::IntUgt => Some(left > right),
        Predicate::IntUge => Some(left >= right),
        Predicate::IntUlt => Some(left < right),
        Predicate::IntUle => Some(left <= right),
        Predicate::IntSgt => Some(first > second),
        Predicate::IntSge => Some(first >= second),
        Predicate::IntSlt => Some(first < second),
        Predicate::IntSle => Some(first <= second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_of_widths() {
        let min = signed(8, 0x80);
        assert_eq!(min, -128);
        let cases = [
            (BinaryOp::Add, 8, 127, 1, Some(-128)),
            (BinaryOp::Sub, 8, min, 1, Some(127)),
            (BinaryOp::Mul, 32, 1 << 16, 1 << 16, Some(0)),
            (BinaryOp::UDiv, 8, -1, 2, Some(127)),
            (BinaryOp::UDiv, 8, 1, 0, None),
            (BinaryOp::SDiv, 8, min, -1, None),
            (BinaryOp::SDiv, 64, i64::MIN, -1, None),
            (BinaryOp::SDiv, 8, -7, 2, Some(-3)),
            (BinaryOp::SRem, 8, -7, 2, Some(-1)),
            (BinaryOp::URem, 8, -1, 16, Some(15)),
            (BinaryOp::SRem, 8, 1, 0, None),
            (BinaryOp::Shl, 8, 1, 7, Some(-128)),
            (BinaryOp::Shl, 8, 1, 8, None),
            (BinaryOp::LShr, 8, min, 7, Some(1)),
            (BinaryOp::AShr, 8, min, 7, Some(-1)),
            (BinaryOp::AShr, 64, i64::MIN, 63, Some(-1)),
            (BinaryOp::Xor, 1, -1, -1, Some(0)),
        ];
        for (op, bits, first, second, expected) in cases {
            assert_eq!(binary(op, bits, first, second), expected, "{op:?} of {first} and {second}");
        }
        assert_eq!(cast(CastOp::ZExt, 8, 16, -1), Some(255));
        assert_eq!(cast(CastOp::ZExt, 1, 64, -1), Some(1));
        assert_eq!(cast(CastOp::SExt, 8, 16, -1), Some(-1));
        assert_eq!(cast(CastOp::Trunc, 16, 8, 255), Some(-1));
        assert_eq!(compare(Predicate::IntUlt, 8, -1, 1), Some(false));
        assert_eq!(compare(Predicate::IntSlt, 8, -1, 1), Some(true));
        assert_eq!(compare(Predicate::FloatOeq, 8, 1, 1), None);
    }
}
