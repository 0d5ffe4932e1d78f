//! Component types of linear algebra matrices: their bits, values and conversions, and the memory layouts of matrices.
//! Separate from the scalars of LLVM because three of the floating-point formats have no LLVM type.
//!
//! Conversions follow the HLSL specification 0035 (linear algebra matrix): conversions to integers round to nearest
//! even and saturate, and conversions to floats round to nearest even. NaN becomes the integer 0. A value above the
//! largest finite value of `F8_E4M3FN`, which has no infinity, becomes that value.

use dx_container::enums::ElementType;
use dxil::half;

/// A component type. The type occupies one byte, because instructions of the interpreter contain it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Component {
    /// A signed 8-bit integer.
    I8,
    /// A signed 16-bit integer.
    I16,
    /// A signed 32-bit integer.
    I32,
    /// A signed 64-bit integer.
    I64,
    /// An unsigned 8-bit integer.
    U8,
    /// An unsigned 16-bit integer.
    U16,
    /// An unsigned 32-bit integer.
    U32,
    /// An unsigned 64-bit integer.
    U64,
    /// An 8-bit float with 4 bits of exponent, without infinities.
    F8E4M3,
    /// An 8-bit float with 5 bits of exponent.
    F8E5M2,
    /// A 16-bit float with the exponent of a 32-bit float.
    BFloat16,
    /// A 16-bit float.
    F16,
    /// A 32-bit float.
    F32,
    /// A 64-bit float.
    F64,
}

/// The value of a component.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    /// The value of an integer, or an exact result of integers.
    Integer(i128),
    /// The value of a float.
    Float(f64),
}

/// A matrix that a single thread holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Matrix {
    pub(crate) component: Component,
    pub(crate) rows: u32,
    pub(crate) columns: u32,
}

/// A memory layout of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Rows at a distance that the operation states.
    RowMajor,
    /// Columns at a distance that the operation states.
    ColumnMajor,
    /// Rows without gaps.
    Rows,
    /// Columns without gaps.
    Columns,
}

impl Layout {
    /// Returns the layout of an argument.
    pub(crate) fn from_argument(argument: u32) -> Option<Self> {
        Some(match argument {
            0 => Self::RowMajor,
            1 => Self::ColumnMajor,
            // MulOptimal and OuterProductOptimal.
            2 | 4 => Self::Rows,
            // MulOptimalTranspose and OuterProductOptimalTranspose.
            3 | 5 => Self::Columns,
            _ => return None,
        })
    }

    /// Splits the position of a component into the number of its row or column, and the position in that.
    pub(crate) fn position(self, row: u32, column: u32) -> (u32, u32) {
        match self {
            Self::RowMajor | Self::Rows => (row, column),
            Self::ColumnMajor | Self::Columns => (column, row),
        }
    }

    /// The number of components from one row or column to the next; `None` if the operation states it.
    pub(crate) fn stride(self, matrix: Matrix) -> Option<u32> {
        match self {
            Self::RowMajor | Self::ColumnMajor => None,
            Self::Rows => Some(matrix.columns),
            Self::Columns => Some(matrix.rows),
        }
    }
}

/// The operands of an operation on matrices, apart from registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The matrix; a vector is a matrix of one row.
    pub(crate) matrix: Matrix,
    /// The components of the vectors that are read.
    pub(crate) input: Component,
    /// The components of the vector that is returned.
    pub(crate) output: Component,
    /// The memory layout; rows without gaps if the operation does not specify a layout.
    pub(crate) layout: Layout,
}

impl Component {
    /// Returns the component type that an element type of the container format is.
    pub(crate) fn from_element(element: ElementType) -> Option<Self> {
        Some(match element {
            ElementType::I8 => Self::I8,
            ElementType::I16 => Self::I16,
            ElementType::I32 => Self::I32,
            ElementType::I64 => Self::I64,
            ElementType::U8 => Self::U8,
            ElementType::U16 => Self::U16,
            ElementType::U32 => Self::U32,
            ElementType::U64 => Self::U64,
            ElementType::F8_E4M3FN => Self::F8E4M3,
            ElementType::F8_E5M2 => Self::F8E5M2,
            ElementType::BFLOAT16 => Self::BFloat16,
            ElementType::F16 => Self::F16,
            ElementType::F32 => Self::F32,
            ElementType::F64 => Self::F64,
            _ => return None,
        })
    }

    /// The number of bits.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Self::I8 | Self::U8 | Self::F8E4M3 | Self::F8E5M2 => 8,
            Self::I16 | Self::U16 | Self::BFloat16 | Self::F16 => 16,
            Self::I32 | Self::U32 | Self::F32 => 32,
            Self::I64 | Self::U64 | Self::F64 => 64,
        }
    }

    /// The number of bytes.
    pub(crate) fn bytes(self) -> u32 {
        self.bits() / 8
    }

    /// True if no LLVM scalar has the format, so that vectors of 32-bit integers hold several components in an element.
    pub(crate) fn is_packed(self) -> bool {
        self.bits() == 8 || self == Self::BFloat16
    }

    /// True if the component is a signed integer.
    fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// True if the component is an unsigned integer.
    pub(crate) fn is_unsigned(self) -> bool {
        matches!(self, Self::U8 | Self::U16 | Self::U32 | Self::U64)
    }

    /// True if the component is an integer.
    pub(crate) fn is_integer(self) -> bool {
        self.is_signed() || self.is_unsigned()
    }

    /// Returns the value of the lowest bits of a word.
    pub(crate) fn decode(self, word: u64) -> Number {
        let (low, bits) = (crate::lanes::low(word), self.bits());
        match self {
            _ if self.is_signed() => {
                Number::Integer(((word << (64 - bits)).cast_signed() >> (64 - bits)).into())
            }
            _ if self.is_unsigned() => Number::Integer((word & (u64::MAX >> (64 - bits))).into()),
            Self::F8E4M3 if low & 0x7f == 0x7f => Number::Float(f64::NAN),
            // A half whose exponent bias is larger by 8.
            Self::F8E4M3 => {
                let half = (low & 0x80) << 8 | (low & 0x7f) << 7;
                Number::Float(f64::from(half::to_single(half)) * 256.0)
            }
            Self::F8E5M2 => Number::Float(half::to_single((low & 0xff) << 8).into()),
            Self::BFloat16 => Number::Float(f32::from_bits(low << 16).into()),
            Self::F16 => Number::Float(half::to_single(low & 0xffff).into()),
            Self::F32 => Number::Float(f32::from_bits(low).into()),
            _ => Number::Float(f64::from_bits(word)),
        }
    }

    /// Returns the bits of a value that is converted to the component type.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the value is in the range of the type"
    )]
    pub(crate) fn encode(self, number: Number) -> u64 {
        let bits = self.bits();
        match self {
            _ if self.is_signed() => {
                let (least, most) = (-1_i128 << (bits - 1), (1_i128 << (bits - 1)) - 1);
                number.integer().clamp(least, most) as u64 & (u64::MAX >> (64 - bits))
            }
            _ if self.is_unsigned() => number.integer().clamp(0, (1_i128 << bits) - 1) as u64,
            Self::F8E4M3 => rounded(number.float(), 4, 3),
            Self::F8E5M2 => rounded(number.float(), 5, 2),
            Self::BFloat16 => rounded(number.float(), 8, 7),
            Self::F16 => half::from_double(number.float()).into(),
            Self::F32 => match number.float() {
                value if value.is_nan() => f32::NAN.to_bits().into(),
                value => (value as f32).to_bits().into(),
            },
            _ => match number {
                Number::Integer(value) => (value as f64).to_bits(),
                Number::Float(value) if value.is_nan() => f64::NAN.to_bits(),
                Number::Float(value) => value.to_bits(),
            },
        }
    }

    /// Returns the sum of two components, as an atomic addition computes it: sums of integers wrap around.
    #[inline(never)]
    pub(crate) fn add(self, one: u64, other: u64) -> u64 {
        if self.is_integer() {
            return one.wrapping_add(other) & (u64::MAX >> (64 - self.bits()));
        }
        self.encode(self.decode(one).add(self.decode(other)))
    }
}

impl Number {
    /// The nearest integer, the even one of two; 0 for NaN.
    #[expect(clippy::cast_possible_truncation, reason = "a cast of a float saturates")]
    fn integer(self) -> i128 {
        match self {
            Self::Integer(value) => value,
            Self::Float(value) => value.round_ties_even() as i128,
        }
    }

    /// The value as a 64-bit float. An integer with more significant bits is rounded so that a further rounding to a
    /// shorter float is correct: the last bit is set if bits are lost.
    #[expect(clippy::cast_precision_loss, reason = "no bits are lost after the shift")]
    fn float(self) -> f64 {
        match self {
            Self::Float(value) => value,
            Self::Integer(value) => {
                let magnitude = value.unsigned_abs();
                let shift = (128 - magnitude.leading_zeros()).saturating_sub(f64::MANTISSA_DIGITS);
                let kept = magnitude >> shift;
                let kept = kept | u128::from(kept << shift != magnitude);
                let float = libm::scalbn(kept as f64, shift.cast_signed());
                if value < 0 { -float } else { float }
            }
        }
    }

    /// The exact product of integers, or a rounded product of floats.
    pub(crate) fn multiply(self, other: Self) -> Self {
        match (self, other) {
            (Self::Integer(one), Self::Integer(other)) => Self::Integer(one.saturating_mul(other)),
            _ => Self::Float(self.float() * other.float()),
        }
    }

    /// The exact sum of integers, or a rounded sum of floats.
    pub(crate) fn add(self, other: Self) -> Self {
        match (self, other) {
            (Self::Integer(one), Self::Integer(other)) => Self::Integer(one.saturating_add(other)),
            _ => Self::Float(self.float() + other.float()),
        }
    }
}

/// The bits of the nearest float with so many bits of exponent and mantissa, the even one of two.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the rounded significand is small"
)]
fn rounded(value: f64, exponent_bits: u32, mantissa_bits: u32) -> u64 {
    // `F8_E4M3FN` has neither infinities nor more than one NaN for each sign.
    let is_finite_only = exponent_bits == 4;
    let sign = u64::from(value.is_sign_negative()) << (exponent_bits + mantissa_bits);
    let infinity = ((1 << exponent_bits) - 1) << mantissa_bits;
    if value.is_nan() {
        return if is_finite_only { 0x7f } else { infinity | 1 << (mantissa_bits - 1) };
    }
    let largest = if is_finite_only { 0x7e } else { infinity };
    let magnitude = value.abs();
    if magnitude == f64::INFINITY || magnitude == 0.0 {
        return sign | if magnitude == 0.0 { 0 } else { largest };
    }
    let bias = (1_i32 << (exponent_bits - 1)) - 1;
    // The exponent of the first bit; denormals have the smallest one.
    let (_, exponent) = libm::frexp(magnitude);
    let exponent = (exponent - 1).max(1 - bias);
    let units = libm::scalbn(magnitude, mantissa_bits.cast_signed() - exponent).round_ties_even() as u64;
    // A significand that is rounded up to the next power of two increases the exponent.
    let biased = (exponent + bias - 1) as u64;
    let bits = (biased << mantissa_bits) + units;
    sign | bits.min(largest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_come_back() {
        for (component, words) in [
            (Component::F8E4M3, 0..256_u64),
            (Component::F8E5M2, 0..256),
            (Component::BFloat16, 0..65536),
            (Component::F16, 0..65536),
        ] {
            for word in words {
                let number = component.decode(word);
                let is_nan = matches!(number, Number::Float(value) if value.is_nan());
                let back = component.encode(number);
                if is_nan {
                    assert!(matches!(component.decode(back), Number::Float(value) if value.is_nan()));
                } else {
                    assert_eq!(back, word, "{component:?}");
                }
            }
        }
    }

    #[test]
    fn floats_are_rounded_as_the_machine_does() {
        for bits in (0..u64::from(u32::MAX)).step_by(65_537) {
            let value = f64::from(f32::from_bits(bits as u32)) * 1.000_000_059_604_644_8;
            if !value.is_nan() {
                assert_eq!(rounded(value, 8, 23), u64::from((value as f32).to_bits()));
                assert_eq!(rounded(value, 5, 10), u64::from(half::from_double(value)));
            }
        }
    }

    #[test]
    fn conversions_saturate_and_round_to_even() {
        let float = |component: Component, value: f64| component.encode(Number::Float(value));
        assert_eq!(float(Component::I8, 127.5), 0x7f);
        assert_eq!(float(Component::I8, -1e9), 0x80);
        assert_eq!(float(Component::I8, 2.5), 2);
        assert_eq!(float(Component::I8, -3.5), 0xfc);
        assert_eq!(float(Component::U16, -1.0), 0);
        assert_eq!(float(Component::U64, f64::INFINITY), u64::MAX);
        assert_eq!(float(Component::I64, f64::NAN), 0);
        assert_eq!(Component::U8.encode(Number::Integer(300)), 255);
        assert_eq!(Component::I16.encode(Number::Integer(-40_000)), 0x8000);
        // 464 is halfway between 448 and 480, which `F8_E4M3FN` does not have.
        assert_eq!(float(Component::F8E4M3, 448.0), 0x7e);
        assert_eq!(float(Component::F8E4M3, 1e9), 0x7e);
        assert_eq!(float(Component::F8E4M3, f64::NEG_INFINITY), 0xfe);
        assert_eq!(float(Component::F8E4M3, 1.0 / 512.0), 1);
        assert_eq!(float(Component::F8E4M3, 1.0 / 1024.0), 0);
        assert_eq!(float(Component::F8E4M3, 1.0625), 0x38);
        assert_eq!(float(Component::F8E4M3, 1.1875), 0x3a);
        assert_eq!(float(Component::F8E5M2, 57344.0), 0x7b);
        assert_eq!(float(Component::F8E5M2, 61440.0), 0x7c);
        assert_eq!(float(Component::F8E5M2, -0.0), 0x80);
        for (component, nan) in
            [(Component::F16, 0x7e00), (Component::F32, 0x7fc0_0000), (Component::F64, 0x7ff8 << 48)]
        {
            assert_eq!([f64::NAN, -f64::NAN].map(|value| float(component, value)), [nan; 2]);
        }
        // 2^53 + 1 is not rounded twice.
        assert_eq!(Component::F32.encode(Number::Integer((1 << 60) + (1 << 36) + 1)), 0x5d80_0001);
        assert_eq!(Component::F32.encode(Number::Integer((1 << 60) + (1 << 36))), 0x5d80_0000);
    }

    #[test]
    fn sums_are_computed_in_the_component_type() {
        assert_eq!(Component::I8.add(0x7f, 1), 0x80);
        assert_eq!(
            Component::F32.add(1e8_f32.to_bits().into(), 1_f32.to_bits().into()),
            u64::from(1e8_f32.to_bits())
        );
        // 16 + 1 is halfway between 16 and 18 in `F8_E4M3FN`.
        assert_eq!(Component::F8E4M3.add(0x58, 0x38), 0x58);
        assert_eq!(Component::F16.add(0x7bff, 0x7bff), 0x7c00);
    }
}
