//! Formats of elements and texels: bytes to components and back. Separate because buffers and images share them.

use amdgpu_link::Encoding as Target;
use amdgpu_link::state::{DataFormat, NumberFormat};

use crate::half;
use crate::table::Generation;

/// The formats of a generation.
#[derive(Debug, Clone, Copy)]
pub struct Texels {
    target: Target,
}

/// A format: components of so many bits each, lowest first, and how they are numbers.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    widths: [u32; 4],
    count: usize,
    number: NumberFormat,
}

impl Texels {
    /// Those of a generation.
    pub fn of(generation: Generation) -> Self {
        Self { target: if generation.is_gfx11() { Target::Gfx11 } else { Target::Gfx10 } }
    }

    /// The format of a code; none where it is invalid.
    pub fn format(self, code: u8) -> Option<Format> {
        let (data, number) = DataFormat::of_buffer_code(code, self.target)?;
        Format::new(data, number)
    }

    /// The code of a format by the names of both of its halves: `32_32` and `float`.
    pub fn code(self, data: &str, number: &str) -> Option<u8> {
        DataFormat::named(data)?.buffer_code(NumberFormat::named(number)?, self.target)
    }
}

impl Format {
    /// That of data and numbers.
    pub fn new(data: DataFormat, number: NumberFormat) -> Option<Self> {
        let mut widths = [0; 4];
        // Names of packed formats have the highest component first.
        let parts: Vec<u32> = match data {
            DataFormat::X10_11_11 => vec![11, 11, 10],
            DataFormat::X11_11_10 => vec![10, 11, 11],
            DataFormat::X2_10_10_10 => vec![10, 10, 10, 2],
            DataFormat::X10_10_10_2 => vec![2, 10, 10, 10],
            _ => data.name()?.split('_').map(|width| width.parse().ok()).collect::<Option<_>>()?,
        };
        let count = parts.len().min(4);
        widths[..count].copy_from_slice(&parts[..count]);
        Some(Self { widths, count, number })
    }

    /// Bytes of an element.
    pub fn bytes(&self) -> usize {
        (self.widths.iter().sum::<u32>() / 8) as usize
    }

    /// How many components it has.
    pub fn components(&self) -> usize {
        self.count
    }

    /// Whether components are integers.
    pub fn is_integer(&self) -> bool {
        self.number == NumberFormat::UINT || self.number == NumberFormat::SINT
    }

    /// Components as registers have them; what is not there is 0, 0, 0, 1.
    pub fn decode(&self, bytes: &[u8]) -> [u32; 4] {
        let one = if self.is_integer() { 1 } else { 1.0_f32.to_bits() };
        let mut components = [0, 0, 0, one];
        let mut at = 0;
        for (component, width) in components.iter_mut().zip(self.widths).take(self.count) {
            let raw = (0..width).fold(0_u64, |raw, bit| {
                let bit_at = at + bit as usize;
                let byte = bytes.get(bit_at / 8).copied().unwrap_or_default();
                raw | u64::from(byte >> (bit_at % 8) & 1) << bit
            });
            at += width as usize;
            *component = self.component(raw, width);
        }
        components
    }

    fn component(&self, raw: u64, width: u32) -> u32 {
        let signed = (raw << (64 - width)) as i64 >> (64 - width);
        let float = |value: f64| (value as f32).to_bits();
        match self.number {
            NumberFormat::UINT => raw as u32,
            NumberFormat::SINT => signed as u32,
            NumberFormat::USCALED => float(raw as f64),
            NumberFormat::SSCALED => float(signed as f64),
            NumberFormat::UNORM => float(raw as f64 / ((1_u64 << width) - 1) as f64),
            NumberFormat::SNORM => float((signed as f64 / ((1_u64 << (width - 1)) - 1) as f64).max(-1.0)),
            _ if width == 32 => raw as u32,
            _ if width == 16 => float(half::value(raw as u16)),
            // No sign, five bits of exponent.
            _ => float(half::value((raw << (15 - width.min(15))) as u16)),
        }
    }

    /// Components to bytes.
    pub fn encode(&self, components: [u32; 4]) -> Vec<u8> {
        let mut bytes = vec![0; self.bytes()];
        let mut at = 0;
        for (component, width) in components.into_iter().zip(self.widths).take(self.count) {
            let raw = self.raw(component, width);
            for bit in 0..width as usize {
                bytes[(at + bit) / 8] |= ((raw >> bit & 1) as u8) << ((at + bit) % 8);
            }
            at += width as usize;
        }
        bytes
    }

    fn raw(&self, component: u32, width: u32) -> u64 {
        let value = f64::from(f32::from_bits(component));
        let value = if value.is_nan() { 0.0 } else { value };
        let largest = ((1_u64 << width) - 1) as f64;
        let signed = ((1_u64 << (width - 1)) - 1) as f64;
        let mask = (1_u64 << width) - 1;
        match self.number {
            // What does not fit becomes the nearest that does.
            NumberFormat::UINT => u64::from(component).min(mask),
            NumberFormat::SINT => {
                let least = -(1_i64 << (width - 1));
                i64::from(component as i32).clamp(least, -least - 1) as u64 & mask
            }
            NumberFormat::USCALED => value.clamp(0.0, largest) as u64,
            NumberFormat::SSCALED => value.clamp(-signed - 1.0, signed) as i64 as u64 & mask,
            NumberFormat::UNORM => libm::rint(value.clamp(0.0, 1.0) * largest) as u64,
            NumberFormat::SNORM => libm::rint(value.clamp(-1.0, 1.0) * signed) as i64 as u64 & mask,
            _ if width == 32 => component.into(),
            _ if width == 16 => half::nearest(f64::from(f32::from_bits(component))).into(),
            _ => u64::from(half::towards_zero(value.max(0.0)) >> (15 - width.min(15))),
        }
    }
}
