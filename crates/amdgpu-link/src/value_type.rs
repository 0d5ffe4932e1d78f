//! Types of values that pass between a shader and its glue code, as in `.vertexInputs` and `.colorExports`. Separate
//! because fetch and export code both use them.

use std::fmt;

/// The type of one component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// An integer of 8 bits.
    I8,
    /// An integer of 16 bits.
    I16,
    /// An integer of 32 bits.
    I32,
    /// An integer of 64 bits.
    I64,
    /// A half.
    F16,
    /// A single.
    F32,
    /// A double.
    F64,
}

/// A scalar, or a vector of 2 to 4 of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ValueType {
    /// The type of each component.
    pub scalar: Scalar,
    /// The number of components, 1 to 4.
    pub components: u8,
}

const SCALARS: [(&str, Scalar); 7] = [
    ("i8", Scalar::I8),
    ("i16", Scalar::I16),
    ("i32", Scalar::I32),
    ("i64", Scalar::I64),
    ("f16", Scalar::F16),
    ("f32", Scalar::F32),
    ("f64", Scalar::F64),
];

impl Scalar {
    /// Its width in bits.
    pub fn bits(self) -> u32 {
        match self {
            Self::I8 => 8,
            Self::I16 | Self::F16 => 16,
            Self::I32 | Self::F32 => 32,
            Self::I64 | Self::F64 => 64,
        }
    }

    /// Whether it is an integer.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    fn name(self) -> &'static str {
        SCALARS.iter().find(|(_, scalar)| *scalar == self).map_or("", |(name, _)| name)
    }
}

impl ValueType {
    /// Parses a type, such as `f32` or `v4f32`.
    pub fn parse(text: &str) -> Option<Self> {
        let (components, scalar) = match text.strip_prefix('v') {
            Some(rest) => {
                let count = u8::try_from(rest.chars().next()?.to_digit(10)?).ok()?;
                (count, rest.get(1..)?)
            }
            None => (1, text),
        };
        let vector = text.starts_with('v');
        if vector && !(2..=4).contains(&components) {
            return None;
        }
        let (_, scalar) = SCALARS.iter().find(|(name, _)| *name == scalar)?;
        Some(Self { scalar: *scalar, components })
    }

    /// The number of 32-bit registers of a value: components of less than 32 bits are packed.
    pub fn registers(self) -> u32 {
        (self.scalar.bits() * u32::from(self.components)).div_ceil(32)
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.components > 1 {
            write!(f, "v{}", self.components)?;
        }
        f.write_str(self.scalar.name())
    }
}
