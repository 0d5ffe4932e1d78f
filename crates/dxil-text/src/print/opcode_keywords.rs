//! Keywords of operators that depend on the operand type. Separate because instructions and constant expressions share
//! them, and the parser reads one table.

use dxil_ir::{BinaryOp, Predicate};

/// The keyword of a binary operator on floats or integers.
pub(super) fn binary_word(op: BinaryOp, is_float: bool) -> &'static str {
    float_word(op).filter(|_| is_float).unwrap_or(op.word())
}

/// The keyword of a binary operator on floats; `None` if it only exists on integers.
pub(crate) fn float_word(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "fadd",
        BinaryOp::Sub => "fsub",
        BinaryOp::Mul => "fmul",
        BinaryOp::SDiv => "fdiv",
        BinaryOp::SRem => "frem",
        BinaryOp::UDiv | BinaryOp::URem => return None,
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => return None,
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => return None,
    })
}

/// The keyword of a comparison.
pub(super) fn compare_word(predicate: Predicate) -> &'static str {
    if predicate.code() < Predicate::IntEq.code() { "fcmp" } else { "icmp" }
}
