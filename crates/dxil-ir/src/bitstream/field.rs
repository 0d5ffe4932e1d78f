//! The encoding of one operand of an abbreviation. Separate because errors of the bitstream name a field, too.

use std::fmt;

use super::char6;

/// The encoding of one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// A literal: the abbreviation contains the value, the record no bits.
    Literal(u64),
    /// An integer of this width, 0 to 32 bits; of width 0, the value is 0.
    Fixed(u32),
    /// A VBR in chunks of this width, 2 to 32 bits; of width 0, the value is 0 without a chunk.
    Vbr(u32),
    /// A six-bit character; the value is its ASCII code.
    Char6,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(value) => write!(f, "a literal field of value {value}"),
            Self::Fixed(width) => write!(f, "a fixed field of {width} bits"),
            Self::Vbr(width) => write!(f, "a VBR field with chunks of {width} bits"),
            Self::Char6 => f.write_str("a char6 field"),
        }
    }
}

impl Field {
    /// The minimum size in bits.
    pub(super) fn least_bits(self) -> u64 {
        match self {
            Self::Literal(_) => 0,
            Self::Fixed(width) | Self::Vbr(width) => width.into(),
            Self::Char6 => 6,
        }
    }

    /// Returns true if the field can encode `value`.
    #[inline]
    pub fn holds(self, value: u64) -> bool {
        match self {
            Self::Literal(literal) => value == literal,
            Self::Fixed(width) => width < u64::BITS && value >> width == 0,
            Self::Vbr(width) => width > 0 || value == 0,
            Self::Char6 => char6::encode(value).is_some(),
        }
    }
}
