//! What the components of buffers are in documents: how they are read and written. Separate from formats of resources,
//! which say what shaders make of the bytes.

use super::number;
use dxil_run::resources::format::{Component, Format};

/// What a component of a buffer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs, reason = "their names say what they are")]
pub enum DataFormat {
    Hex8,
    Hex16,
    Hex32,
    Hex64,
    UInt16,
    UInt32,
    UInt64,
    Int16,
    Int32,
    Int64,
    /// Floats of 16 bits, written as bit patterns.
    Float16,
    Float32,
    Float64,
    /// A depth: a float of 32 bits.
    Depth32,
    /// A truth value as HLSL has it in memory: four bytes.
    Bool,
}

impl DataFormat {
    /// Its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hex8 => "Hex8",
            Self::Hex16 => "Hex16",
            Self::Hex32 => "Hex32",
            Self::Hex64 => "Hex64",
            Self::UInt16 => "UInt16",
            Self::UInt32 => "UInt32",
            Self::UInt64 => "UInt64",
            Self::Int16 => "Int16",
            Self::Int32 => "Int32",
            Self::Int64 => "Int64",
            Self::Float16 => "Float16",
            Self::Float32 => "Float32",
            Self::Float64 => "Float64",
            Self::Depth32 => "Depth32",
            Self::Bool => "Bool",
        }
    }

    /// Bytes of a component.
    pub fn bytes(self) -> u32 {
        match self {
            Self::Hex8 => 1,
            Self::Hex16 | Self::UInt16 | Self::Int16 | Self::Float16 => 2,
            Self::Hex32 | Self::UInt32 | Self::Int32 | Self::Float32 | Self::Depth32 | Self::Bool => 4,
            Self::Hex64 | Self::UInt64 | Self::Int64 | Self::Float64 => 8,
        }
    }

    /// Whether rules about floats apply to it.
    pub fn is_float(self) -> bool {
        matches!(self, Self::Float16 | Self::Float32 | Self::Float64 | Self::Depth32)
    }

    /// Reads a component: its bits.
    ///
    /// # Errors
    ///
    /// What was expected.
    pub(super) fn read(self, text: &str) -> Result<u64, String> {
        match self {
            Self::Float32 | Self::Depth32 => {
                let value = number::float32(text).ok_or("a float such as 1.5, 0x1.8p0, inf or -nan")?;
                Ok(u64::from(value.to_bits()))
            }
            Self::Float64 => {
                let value = number::float64(text).ok_or("a float such as 1.5, 0x1.8p0, inf or -nan")?;
                Ok(value.to_bits())
            }
            Self::Int16 | Self::Int32 | Self::Int64 => self.integer(text, true),
            _ => self.integer(text, false),
        }
    }

    fn integer(self, text: &str, is_signed: bool) -> Result<u64, String> {
        let bits = self.bytes() * 8;
        let (min, max) = if is_signed {
            (-1_i128 << (bits - 1), (1_i128 << (bits - 1)) - 1)
        } else {
            (0, (1_i128 << bits) - 1)
        };
        let number = match (self, text) {
            (Self::Bool, "true") => Some(1),
            (Self::Bool, "false") => Some(0),
            _ => number::integer(text),
        };
        let number = number.filter(|number| (min..=max).contains(number));
        // Two's complement in 64 bits; the bytes that are not stored are cut off.
        let bits = number.and_then(|number| {
            u64::try_from(number).ok().or_else(|| i64::try_from(number).ok().map(i64::cast_unsigned))
        });
        let what =
            if self == Self::Float16 { "the bits of a 16-bit float as an integer" } else { "a number" };
        bits.ok_or_else(|| format!("{what} from {min} to {max}"))
    }

    /// Writes a component, given by its bits, as LLVM's YAML does.
    pub(super) fn write(self, bits: u64) -> String {
        let low = dxil_run::lanes::low(bits);
        match self {
            Self::Hex8 | Self::Hex16 | Self::Hex32 | Self::Hex64 | Self::Float16 => format!("0x{bits:X}"),
            Self::UInt16 | Self::UInt32 | Self::UInt64 | Self::Bool => bits.to_string(),
            Self::Int16 => ((i64::from(low.cast_signed()) << 48) >> 48).to_string(),
            Self::Int32 => low.cast_signed().to_string(),
            Self::Int64 => bits.cast_signed().to_string(),
            Self::Float32 | Self::Depth32 => number::general(f64::from(f32::from_bits(low))),
            Self::Float64 => number::general(f64::from_bits(bits)),
        }
    }

    /// How elements of so many of it are stored in a typed buffer or a texture.
    pub fn format(self, channels: u32) -> Format {
        // D3D has no components of 64 bits: shaders take two of 32 each.
        let (component, components) = match self {
            Self::Hex8 => (Component::Unsigned(8), channels),
            Self::Hex16 | Self::UInt16 => (Component::Unsigned(16), channels),
            Self::Hex32 | Self::UInt32 | Self::Bool => (Component::Unsigned(32), channels),
            Self::Hex64 | Self::UInt64 | Self::Float64 => {
                (Component::Unsigned(32), channels.saturating_mul(2))
            }
            Self::Int16 => (Component::Signed(16), channels),
            Self::Int32 => (Component::Signed(32), channels),
            Self::Int64 => (Component::Signed(32), channels.saturating_mul(2)),
            Self::Float16 => (Component::F16, channels),
            Self::Float32 | Self::Depth32 => (Component::F32, channels),
        };
        Format { component, components }
    }

    /// The bits of the components of some bytes, in order; of the last one, as many as there are.
    pub(super) fn components(self, bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
        let width = self.bytes() as usize;
        bytes.chunks(width).map(|chunk| chunk.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)))
    }
}
