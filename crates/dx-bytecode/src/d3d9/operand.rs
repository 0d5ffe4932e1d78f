//! Parameter tokens: a register, how it is addressed, and what is done to its value. A token is kept as it is and
//! taken apart by methods, so that no bit is lost.

use dx_container::D3d9Version;
use zerocopy::little_endian::U32;

pub use crate::d3d9::parameter_token::{NUMBER, PARAMETER, RELATIVE, RESERVED};
use crate::d3d9::register::{RegisterKind, RegisterRow};

/// A destination with all components, or a source in their order.
const ALL: u32 = 15;
const IN_ORDER: u32 = 0xe4;

/// An operand: a parameter token and the one behind it that it is relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Operand {
    /// The token.
    pub token: u32,
    /// The token with the address register; none in shader model 1, where it is a0.x.
    pub relative: Option<u32>,
}

impl Operand {
    /// A destination with all components.
    pub fn destination(kind: RegisterKind, number: u32) -> Self {
        Self { token: PARAMETER | kind_bits(kind) | number & NUMBER | ALL << 16, relative: None }
    }

    /// A source with its components in order.
    pub fn source(kind: RegisterKind, number: u32) -> Self {
        Self { token: PARAMETER | kind_bits(kind) | number & NUMBER | IN_ORDER << 16, relative: None }
    }

    /// The kind of register.
    pub fn kind(self) -> RegisterKind {
        RegisterKind(self.token >> 28 & 7 | self.token >> 8 & 0x18)
    }

    /// The number of the register.
    pub fn number(self) -> u32 {
        self.token & NUMBER
    }

    /// Whether the register is addressed relatively.
    pub fn is_relative(self) -> bool {
        self.token & RELATIVE != 0
    }

    /// The operand that the address is relative to.
    pub fn address(self) -> Option<Self> {
        self.relative.map(|token| Self { token, relative: None })
    }

    /// Of a source: which component each of the four is.
    pub fn swizzle(self) -> [u32; 4] {
        [16, 18, 20, 22].map(|shift| self.token >> shift & 3)
    }

    /// Of a source: the modifier.
    pub fn modifier(self) -> u32 {
        self.token >> 24 & 15
    }

    /// Of a destination: a bit for each component that is written.
    pub fn mask(self) -> u32 {
        self.token >> 16 & 15
    }

    /// Of a destination: saturate, partial precision and centroid, one bit each, and an unused one.
    pub fn result(self) -> u32 {
        self.token >> 20 & 15
    }

    /// Of a destination: the power of two that the result is multiplied by, from -8 to 7, as four bits.
    pub fn shift(self) -> u32 {
        self.token >> 24 & 15
    }

    /// The row of the register.
    pub fn row(self, version: D3d9Version) -> Option<&'static RegisterRow> {
        RegisterRow::of(self.kind(), version)
    }

    /// How many words it takes.
    pub fn length(self) -> usize {
        1 + usize::from(self.relative.is_some())
    }

    /// Reads the operand that begins with `words`; none where no token follows that it is relative to.
    pub(crate) fn read(token: u32, behind: &[U32], version: D3d9Version) -> Option<Self> {
        if token & RELATIVE == 0 || version.major() < 2 {
            return Some(Self { token, relative: None });
        }
        let relative = behind.first().map(|word| word.get()).filter(|token| token & PARAMETER != 0)?;
        Some(Self { token, relative: Some(relative) })
    }

    pub(crate) fn write(self, out: &mut Vec<u32>) {
        out.push(self.token);
        out.extend(self.relative);
    }
}

/// The bits of a parameter token that hold the kind of a register.
pub(crate) fn kind_bits(kind: RegisterKind) -> u32 {
    (kind.0 & 7) << 28 | (kind.0 & 0x18) << 8
}
