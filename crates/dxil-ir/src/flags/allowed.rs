//! The flags that each dialect allows on each operation. Separate from the flag set because an instruction contains the
//! set, and this table matches on instructions.

use super::{Flags, Takes};
use crate::generated::bitcode::CAST_FLAGS;
use crate::intrinsics::LlvmVersion;
use crate::{BinaryOp, CastOp, Dialect, Op};

/// The flags that a dialect allows on an operation. `is_float`: the result type is a float or consists of floats.
pub fn allowed(op: &Op, is_float: bool, dialect: Dialect) -> Flags {
    let all = match op {
        Op::Binary { op, .. } => of_binary(*op, is_float),
        Op::Compare { predicate, .. } if predicate.is_float() => Flags::FAST_MATH | Flags::UNSAFE_ALGEBRA,
        Op::Compare { .. } => Flags::SAMESIGN,
        Op::Cast(op, _) => of_cast(*op),
        Op::ElementPointer { .. } => Flags::INBOUNDS | Flags::NUSW | Flags::NUW,
        Op::Negate(_) => Flags::FAST_MATH,
        Op::Select(_) | Op::Phi(..) | Op::Call { .. } if is_float => Flags::FAST_MATH,
        Op::Select(_) | Op::Phi(..) | Op::Call { .. } => Flags::NONE,
        Op::Freeze(_)
        | Op::ExtractElement(_)
        | Op::InsertElement(_)
        | Op::ShuffleVector(_)
        | Op::ExtractValue(..)
        | Op::InsertValue(..)
        | Op::Alloca { .. }
        | Op::Load(..)
        | Op::Store(..)
        | Op::CompareExchange { .. }
        | Op::AtomicRmw { .. }
        | Op::Fence(..)
        | Op::VariadicArgument(_)
        | Op::Return(_)
        | Op::Branch(_)
        | Op::ConditionalBranch(..)
        | Op::Switch { .. }
        | Op::Unreachable => Flags::NONE,
    };
    // LLVM 3.7 has flags of comparisons, arithmetic and addresses only.
    let has_flags = match dialect {
        Dialect::Dxil37 => matches!(op, Op::Binary { .. } | Op::Compare { .. } | Op::ElementPointer { .. }),
        Dialect::Modern => true,
    };
    let of_address = matches!(op, Op::ElementPointer { .. }) && dialect == Dialect::Dxil37;
    match has_flags {
        true if of_address => Flags::INBOUNDS,
        true => all.of_dialect(dialect),
        false => Flags::NONE,
    }
}

/// The flags that some dialect allows on a binary operator.
pub fn of_binary(op: BinaryOp, is_float: bool) -> Flags {
    match Takes::binary(op, is_float) {
        Takes::FastMath => Flags::FAST_MATH | Flags::UNSAFE_ALGEBRA,
        Takes::Wrapping => Flags::NUW | Flags::NSW,
        Takes::Exact => Flags::EXACT,
        Takes::Nothing if op == BinaryOp::Or => Flags::DISJOINT,
        Takes::Nothing => Flags::NONE,
    }
}

/// The flags that modern LLVM allows on a cast; LLVM 3.7 allows none.
pub fn of_cast(op: CastOp) -> Flags {
    cast_flags(op).fold(Flags::NONE, |flags, flag| flags | flag)
}

/// The flags that modern LLVM allows on a cast, in the order of the bits in bitcode.
pub(crate) fn cast_flags(op: CastOp) -> impl Iterator<Item = Flags> {
    CAST_FLAGS.iter().filter(move |(cast, ..)| *cast == op).flat_map(|(_, flags, _)| flags.iter().copied())
}

/// The first version of modern LLVM that allows some flags on a cast.
pub fn of_cast_since(op: CastOp, flags: Flags) -> LlvmVersion {
    let is_used = |all: &[Flags]| all.iter().any(|flag| flag.without(flags) != *flag);
    let used = CAST_FLAGS.iter().filter(|(cast, all, _)| *cast == op && is_used(all));
    used.map(|(.., since)| *since).max().unwrap_or(LlvmVersion::OLDEST)
}
