//! What may be assumed of an instruction or a constant expression: that it does not wrap, that floats are never NaN.
//! Separate because bitcode, assembly, verifier and passes all ask which operations take which of them.

mod allowed;

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use crate::dialect::Dialects;
use crate::{BinaryOp, Dialect};

pub(crate) use allowed::cast_flags;
pub use allowed::{allowed, of_binary, of_cast, of_cast_since};

/// A set of assumptions. LLVM 3.7 stores them in a byte whose bits mean different things for different operations; bits
/// that an operation has no meaning for are kept, and [`allowed`] does not have them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Flags(u16);

/// A flag: its word in assembly, and the dialects that have it.
#[derive(Debug, Clone, Copy)]
pub struct FlagRow {
    /// The flag.
    pub flag: Flags,
    /// Its word in assembly.
    pub word: &'static str,
    /// The dialects that have it.
    pub dialects: Dialects,
}

/// All flags that are words of their own, in the order in which LLVM 22 prints those that stand together. `fast` is
/// none: it stands for others.
pub const FLAGS: [FlagRow; 15] = [
    FlagRow { flag: Flags::REASSOC, word: "reassoc", dialects: Dialects::MODERN },
    FlagRow { flag: Flags::NNAN, word: "nnan", dialects: Dialects::BOTH },
    FlagRow { flag: Flags::NINF, word: "ninf", dialects: Dialects::BOTH },
    FlagRow { flag: Flags::NSZ, word: "nsz", dialects: Dialects::BOTH },
    FlagRow { flag: Flags::ARCP, word: "arcp", dialects: Dialects::BOTH },
    FlagRow { flag: Flags::CONTRACT, word: "contract", dialects: Dialects::MODERN },
    FlagRow { flag: Flags::AFN, word: "afn", dialects: Dialects::MODERN },
    FlagRow { flag: Flags::INBOUNDS, word: "inbounds", dialects: Dialects::BOTH },
    FlagRow { flag: Flags::NUSW, word: "nusw", dialects: Dialects::MODERN },
    FlagRow { flag: Flags::NUW, word: "nuw", dialects: Dialects::BOTH },
    FlagRow { flag: Flags::NSW, word: "nsw", dialects: Dialects::BOTH },
    FlagRow { flag: Flags::EXACT, word: "exact", dialects: Dialects::BOTH },
    FlagRow { flag: Flags::DISJOINT, word: "disjoint", dialects: Dialects::MODERN },
    FlagRow { flag: Flags::NNEG, word: "nneg", dialects: Dialects::MODERN },
    FlagRow { flag: Flags::SAMESIGN, word: "samesign", dialects: Dialects::MODERN },
];

impl Flags {
    /// No assumption.
    pub const NONE: Self = Self(0);
    /// LLVM 3.7's `fast`: algebra that is not exact, and with it all other assumptions about floats.
    pub const UNSAFE_ALGEBRA: Self = Self(1);
    /// No argument and no result is NaN.
    pub const NNAN: Self = Self(1 << 1);
    /// No argument and no result is infinite.
    pub const NINF: Self = Self(1 << 2);
    /// The sign of zero does not matter.
    pub const NSZ: Self = Self(1 << 3);
    /// A division may become a multiplication by the reciprocal.
    pub const ARCP: Self = Self(1 << 4);
    /// Operations may be fused.
    pub const CONTRACT: Self = Self(1 << 5);
    /// Functions may be approximated.
    pub const AFN: Self = Self(1 << 6);
    /// Operations may be reassociated.
    pub const REASSOC: Self = Self(1 << 7);
    /// No unsigned wrap.
    pub const NUW: Self = Self(1 << 8);
    /// No signed wrap.
    pub const NSW: Self = Self(1 << 9);
    /// No remainder, no bit shifted out.
    pub const EXACT: Self = Self(1 << 10);
    /// The address stays within the object that the base points into.
    pub const INBOUNDS: Self = Self(1 << 11);
    /// No unsigned base plus signed offset wraps.
    pub const NUSW: Self = Self(1 << 12);
    /// The operand is not negative.
    pub const NNEG: Self = Self(1 << 13);
    /// The operands have no bit in common.
    pub const DISJOINT: Self = Self(1 << 14);
    /// The operands have the same sign.
    pub const SAMESIGN: Self = Self(1 << 15);

    /// All assumptions about floats of LLVM 3.7; `fast` has all of them.
    pub const FAST_MATH_37: Self = Self(0x1f);
    /// All assumptions about floats of modern LLVM, which `fast` stands for there.
    pub const FAST_MATH: Self = Self(0xfe);

    /// The set with these bits.
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// True without an assumption.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True where all of `other` are in it.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Those that are not in `other`.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// All that these imply: 3.7's `fast` has every other assumption about floats, which compilers leave out.
    #[must_use]
    pub fn implied(self) -> Self {
        if self.has(Self::UNSAFE_ALGEBRA) { self | Self::FAST_MATH_37 } else { self }
    }

    /// What a byte of LLVM 3.7's bitcode says of an operation that has the flags `of`.
    pub(crate) fn from_byte(of: Takes, byte: u8) -> Self {
        let bits = u16::from(byte);
        match of {
            Takes::Wrapping => Self(bits & !3 | (bits & 3) << 8),
            Takes::Exact => Self(bits & !1 | (bits & 1) << 10),
            Takes::FastMath | Takes::Nothing => Self(bits),
        }
    }

    /// The byte of LLVM 3.7's bitcode; `None` where it has no bit for one of them.
    pub(crate) fn to_byte(self, of: Takes) -> Option<u8> {
        let (low, high) = (self.0 & 0xff, self.0 >> 8);
        let bits = match of {
            Takes::Wrapping if low & 3 == 0 && high & !3 == 0 => low | high,
            Takes::Exact if low & 1 == 0 && high & !4 == 0 => low | high >> 2,
            Takes::FastMath | Takes::Nothing if high == 0 => low,
            Takes::Wrapping | Takes::Exact | Takes::FastMath | Takes::Nothing => return None,
        };
        u8::try_from(bits).ok()
    }

    /// Those that a dialect has, of these.
    #[must_use]
    pub fn of_dialect(self, dialect: Dialect) -> Self {
        const DXIL37: Flags = Flags(all_of(&FLAGS, Dialect::Dxil37).0 | Flags::UNSAFE_ALGEBRA.0);
        const MODERN: Flags = all_of(&FLAGS, Dialect::Modern);
        match dialect {
            Dialect::Dxil37 => self & DXIL37,
            Dialect::Modern => self & MODERN,
        }
    }

    /// The words of those that are set, in the order of [`FLAGS`]; 3.7's `fast` is one word for all.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let is_fast = self.has(Self::UNSAFE_ALGEBRA);
        let rest = if is_fast { self.without(Self::FAST_MATH_37) } else { self };
        let words = FLAGS.iter().filter(move |row| rest.has(row.flag)).map(|row| row.word);
        is_fast.then_some("fast").into_iter().chain(words)
    }
}

/// The flags that a dialect has, of rows.
const fn all_of(rows: &[FlagRow], dialect: Dialect) -> Flags {
    let [row, rest @ ..] = rows else { return Flags::NONE };
    let all = all_of(rest, dialect);
    if row.dialects.has(dialect) { Flags(all.0 | row.flag.0) } else { all }
}

/// Which flags LLVM 3.7's bitcode has for an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// `nuw` and `nsw`.
    Wrapping,
    /// `exact`.
    Exact,
    /// Those about floats.
    FastMath,
    /// None.
    Nothing,
}

impl Takes {
    /// Those of a binary operator.
    pub(crate) fn binary(op: BinaryOp, is_float: bool) -> Self {
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::SDiv | BinaryOp::SRem if is_float => {
                Self::FastMath
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => Self::Wrapping,
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr => Self::Exact,
            BinaryOp::URem | BinaryOp::SRem | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Self::Nothing,
        }
    }
}

impl BitOr for Flags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for Flags {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for Flags {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Flags({:#x})", self.0)
    }
}

impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, word) in self.words().enumerate() {
            write!(f, "{}{word}", if index > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_whatever_bits_they_have() {
        for of in [Takes::Wrapping, Takes::Exact, Takes::FastMath, Takes::Nothing] {
            for byte in 0..=u8::MAX {
                assert_eq!(Flags::from_byte(of, byte).to_byte(of), Some(byte), "{of:?}");
            }
        }
        assert_eq!(Flags::DISJOINT.to_byte(Takes::Nothing), None);
        assert_eq!(Flags::NNAN.to_byte(Takes::FastMath), Some(2));
        assert_eq!((Flags::NUW | Flags::NSW).to_byte(Takes::Wrapping), Some(3));
    }

    #[test]
    fn words_stand_in_llvms_order() {
        let flags = Flags::ARCP | Flags::NNAN | Flags::AFN | Flags::REASSOC;
        assert_eq!(flags.to_string(), "reassoc nnan arcp afn");
        assert_eq!(Flags::FAST_MATH_37.to_string(), "fast");
        assert_eq!((Flags::NSW | Flags::NUW).to_string(), "nuw nsw");
        assert_eq!((Flags::INBOUNDS | Flags::NUW).to_string(), "inbounds nuw");
    }
}
