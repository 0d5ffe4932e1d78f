//! How elements of typed buffers and texels of textures are stored, and conversion between that and what shaders see:
//! four words, floats of 32 bits or integers. D3D's rules: missing components are 0, 0, 0 and 1; floats are rounded
//! toward zero, normalized numbers to the nearest one, integers are clamped to what fits; NaN is zero in normalized
//! numbers.

mod floats;

use dxil::half;

use crate::instruction::Scalar;
pub use floats::narrow;
pub(crate) use floats::within;
use floats::{from_small, to_small, whole};

/// How an element is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// What a component is.
    pub component: Component,
    /// How many components there are.
    pub components: u32,
}

/// What a component is stored as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Component {
    /// A float of 16 bits.
    F16,
    /// A float of 32 bits.
    F32,
    /// A signed integer of so many bits. One of 64 bits is two words to shaders.
    Signed(u32),
    /// An unsigned integer of so many bits. One of 64 bits is two words to shaders.
    Unsigned(u32),
    /// A number from -1 to 1 in so many bits.
    SignedNormalized(u32),
    /// A number from 0 to 1 in so many bits.
    UnsignedNormalized(u32),
    /// A number from 0 to 1 in 8 bits, red, green and blue on the scale of sRGB.
    Srgb,
    /// Components of different kinds or in another order.
    Packed(Packed),
}

/// Components of different kinds or in another order, by their names in DXGI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packed {
    /// `R10G10B10A2_UNORM`.
    R10G10B10A2Unorm,
    /// `R10G10B10A2_UINT`.
    R10G10B10A2Uint,
    /// `R11G11B10_FLOAT`.
    R11G11B10Float,
    /// `R9G9B9E5_SHAREDEXP`.
    R9G9B9E5,
    /// `B8G8R8A8_UNORM`.
    B8G8R8A8Unorm,
    /// `B8G8R8A8_UNORM_SRGB`.
    B8G8R8A8Srgb,
    /// `B8G8R8X8_UNORM`.
    B8G8R8X8Unorm,
    /// `B8G8R8X8_UNORM_SRGB`.
    B8G8R8X8Srgb,
    /// `B5G6R5_UNORM`.
    B5G6R5Unorm,
    /// `B5G5R5A1_UNORM`.
    B5G5R5A1Unorm,
    /// `B4G4R4A4_UNORM`.
    B4G4R4A4Unorm,
    /// `A8_UNORM`.
    A8Unorm,
    /// `R24_UNORM_X8_TYPELESS`: depth beside stencil.
    R24UnormX8,
    /// `X24_TYPELESS_G8_UINT`: stencil beside depth.
    X24G8Uint,
    /// `R32_FLOAT_X8X24_TYPELESS`: depth beside stencil.
    R32FloatX8X24,
    /// `X32_TYPELESS_G8X24_UINT`: stencil beside depth.
    X32G8X24Uint,
}

/// One, as a float of 32 bits.
const ONE: u32 = 0x3f80_0000;

const fn of(component: Component, components: u32) -> Format {
    Format { component, components }
}

const fn packed(packed: Packed, components: u32) -> Format {
    of(Component::Packed(packed), components)
}

/// Formats by their names in DXGI, those first that are named of several that are the same.
const NAMES: &[(&str, Format)] = {
    use Component::{F16, F32, Signed, SignedNormalized, Srgb, Unsigned, UnsignedNormalized};
    &[
        ("R32G32B32A32_FLOAT", of(F32, 4)),
        ("R32G32B32A32_UINT", of(Unsigned(32), 4)),
        ("R32G32B32A32_SINT", of(Signed(32), 4)),
        ("R32G32B32_FLOAT", of(F32, 3)),
        ("R32G32B32_UINT", of(Unsigned(32), 3)),
        ("R32G32B32_SINT", of(Signed(32), 3)),
        ("R16G16B16A16_FLOAT", of(F16, 4)),
        ("R16G16B16A16_UNORM", of(UnsignedNormalized(16), 4)),
        ("R16G16B16A16_UINT", of(Unsigned(16), 4)),
        ("R16G16B16A16_SNORM", of(SignedNormalized(16), 4)),
        ("R16G16B16A16_SINT", of(Signed(16), 4)),
        ("R32G32_FLOAT", of(F32, 2)),
        ("R32G32_UINT", of(Unsigned(32), 2)),
        ("R32G32_SINT", of(Signed(32), 2)),
        ("R10G10B10A2_UNORM", packed(Packed::R10G10B10A2Unorm, 4)),
        ("R10G10B10A2_UINT", packed(Packed::R10G10B10A2Uint, 4)),
        ("R11G11B10_FLOAT", packed(Packed::R11G11B10Float, 3)),
        ("R8G8B8A8_UNORM", of(UnsignedNormalized(8), 4)),
        ("R8G8B8A8_UNORM_SRGB", of(Srgb, 4)),
        ("R8G8B8A8_UINT", of(Unsigned(8), 4)),
        ("R8G8B8A8_SNORM", of(SignedNormalized(8), 4)),
        ("R8G8B8A8_SINT", of(Signed(8), 4)),
        ("R16G16_FLOAT", of(F16, 2)),
        ("R16G16_UNORM", of(UnsignedNormalized(16), 2)),
        ("R16G16_UINT", of(Unsigned(16), 2)),
        ("R16G16_SNORM", of(SignedNormalized(16), 2)),
        ("R16G16_SINT", of(Signed(16), 2)),
        ("R32_FLOAT", of(F32, 1)),
        ("D32_FLOAT", of(F32, 1)),
        ("R32_UINT", of(Unsigned(32), 1)),
        ("R32_SINT", of(Signed(32), 1)),
        ("R8G8_UNORM", of(UnsignedNormalized(8), 2)),
        ("R8G8_UINT", of(Unsigned(8), 2)),
        ("R8G8_SNORM", of(SignedNormalized(8), 2)),
        ("R8G8_SINT", of(Signed(8), 2)),
        ("R16_FLOAT", of(F16, 1)),
        ("R16_UNORM", of(UnsignedNormalized(16), 1)),
        ("D16_UNORM", of(UnsignedNormalized(16), 1)),
        ("R16_UINT", of(Unsigned(16), 1)),
        ("R16_SNORM", of(SignedNormalized(16), 1)),
        ("R16_SINT", of(Signed(16), 1)),
        ("R8_UNORM", of(UnsignedNormalized(8), 1)),
        ("R8_UINT", of(Unsigned(8), 1)),
        ("R8_SNORM", of(SignedNormalized(8), 1)),
        ("R8_SINT", of(Signed(8), 1)),
        ("A8_UNORM", packed(Packed::A8Unorm, 4)),
        ("R9G9B9E5_SHAREDEXP", packed(Packed::R9G9B9E5, 3)),
        ("B5G6R5_UNORM", packed(Packed::B5G6R5Unorm, 3)),
        ("B5G5R5A1_UNORM", packed(Packed::B5G5R5A1Unorm, 4)),
        ("B4G4R4A4_UNORM", packed(Packed::B4G4R4A4Unorm, 4)),
        ("B8G8R8A8_UNORM", packed(Packed::B8G8R8A8Unorm, 4)),
        ("B8G8R8A8_UNORM_SRGB", packed(Packed::B8G8R8A8Srgb, 4)),
        ("B8G8R8X8_UNORM", packed(Packed::B8G8R8X8Unorm, 3)),
        ("B8G8R8X8_UNORM_SRGB", packed(Packed::B8G8R8X8Srgb, 3)),
        ("R24_UNORM_X8_TYPELESS", packed(Packed::R24UnormX8, 1)),
        ("D24_UNORM_S8_UINT", packed(Packed::R24UnormX8, 1)),
        ("X24_TYPELESS_G8_UINT", packed(Packed::X24G8Uint, 2)),
        ("R32_FLOAT_X8X24_TYPELESS", packed(Packed::R32FloatX8X24, 1)),
        ("D32_FLOAT_S8X24_UINT", packed(Packed::R32FloatX8X24, 1)),
        ("X32_TYPELESS_G8X24_UINT", packed(Packed::X32G8X24Uint, 2)),
        // DXGI has none of 64 bits: drivers see two components of 32 bits, whose atomic operations take both.
        ("R64_UINT", of(Unsigned(64), 1)),
        ("R64_SINT", of(Signed(64), 1)),
    ]
};

/// Where a component lies in a packed format: the first bit, how many, and what it is.
type Part = (u32, u32, Kind);

/// What a part of a packed format is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It is not there.
    None,
    Unsigned,
    Normalized,
    Srgb,
    /// A float of 5 bits of exponent and no sign.
    Float,
    /// A float of 32 bits.
    Whole,
}

impl Packed {
    fn bytes(self) -> u32 {
        match self {
            Self::A8Unorm => 1,
            Self::B5G6R5Unorm | Self::B5G5R5A1Unorm | Self::B4G4R4A4Unorm => 2,
            Self::R32FloatX8X24 | Self::X32G8X24Uint => 8,
            _ => 4,
        }
    }

    /// Where red, green, blue and alpha lie; of `R9G9B9E5`, see there.
    fn parts(self) -> [Part; 4] {
        use Kind::{Float, None, Normalized, Unsigned, Whole};
        let none = (0, 0, None);
        match self {
            Self::R10G10B10A2Unorm => {
                [(0, 10, Normalized), (10, 10, Normalized), (20, 10, Normalized), (30, 2, Normalized)]
            }
            Self::R10G10B10A2Uint => {
                [(0, 10, Unsigned), (10, 10, Unsigned), (20, 10, Unsigned), (30, 2, Unsigned)]
            }
            Self::R11G11B10Float => [(0, 11, Float), (11, 11, Float), (22, 10, Float), none],
            Self::R9G9B9E5 => [none; 4],
            Self::B8G8R8A8Unorm => {
                [(16, 8, Normalized), (8, 8, Normalized), (0, 8, Normalized), (24, 8, Normalized)]
            }
            Self::B8G8R8A8Srgb => {
                [(16, 8, Kind::Srgb), (8, 8, Kind::Srgb), (0, 8, Kind::Srgb), (24, 8, Normalized)]
            }
            Self::B8G8R8X8Unorm => [(16, 8, Normalized), (8, 8, Normalized), (0, 8, Normalized), none],
            Self::B8G8R8X8Srgb => [(16, 8, Kind::Srgb), (8, 8, Kind::Srgb), (0, 8, Kind::Srgb), none],
            Self::B5G6R5Unorm => [(11, 5, Normalized), (5, 6, Normalized), (0, 5, Normalized), none],
            Self::B5G5R5A1Unorm => {
                [(10, 5, Normalized), (5, 5, Normalized), (0, 5, Normalized), (15, 1, Normalized)]
            }
            Self::B4G4R4A4Unorm => {
                [(8, 4, Normalized), (4, 4, Normalized), (0, 4, Normalized), (12, 4, Normalized)]
            }
            Self::A8Unorm => [(0, 0, None), (0, 0, None), (0, 0, None), (0, 8, Normalized)],
            Self::R24UnormX8 => [(0, 24, Normalized), none, none, none],
            Self::X24G8Uint => [none, (24, 8, Unsigned), none, none],
            Self::R32FloatX8X24 => [(0, 32, Whole), none, none, none],
            Self::X32G8X24Uint => [none, (32, 8, Unsigned), none, none],
        }
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match NAMES.iter().find(|(_, format)| format == self) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{} x {:?}", self.components, self.component),
        }
    }
}

impl Format {
    /// The format of this name in DXGI, such as `R8G8B8A8_UNORM`.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.strip_prefix("DXGI_FORMAT_").unwrap_or(name);
        NAMES.iter().find(|(of, _)| of.eq_ignore_ascii_case(name)).map(|(_, format)| *format)
    }

    /// The names of all formats.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }

    /// How many bytes an element takes.
    pub fn bytes(&self) -> u32 {
        let bits = match self.component {
            Component::F16 => 16,
            Component::F32 => 32,
            Component::Srgb => 8,
            Component::Packed(packed) => return packed.bytes(),
            Component::Signed(bits)
            | Component::Unsigned(bits)
            | Component::SignedNormalized(bits)
            | Component::UnsignedNormalized(bits) => bits,
        };
        bits.saturating_mul(self.components).div_ceil(8).clamp(1, 16)
    }

    /// Whether shaders see integers.
    pub fn is_integer(&self) -> bool {
        match self.component {
            Component::Signed(_) | Component::Unsigned(_) => true,
            Component::Packed(packed) => {
                matches!(packed, Packed::R10G10B10A2Uint | Packed::X24G8Uint | Packed::X32G8X24Uint)
            }
            _ => false,
        }
    }

    /// Whether its numbers are from 0 to 1.
    pub(crate) fn is_unsigned_normalized(&self) -> bool {
        match self.component {
            Component::UnsignedNormalized(_) | Component::Srgb => true,
            Component::Packed(packed) => packed.parts().iter().any(|(_, _, kind)| *kind == Kind::Normalized),
            _ => false,
        }
    }

    /// The least number that a normalized format holds; the greatest is 1. None of other formats.
    pub fn least(&self) -> Option<f32> {
        match self.component {
            Component::SignedNormalized(_) => Some(-1.0),
            _ => self.is_unsigned_normalized().then_some(0.0),
        }
    }

    /// The bits of an element in memory that are of some components, which are a bit each: red, green, blue, alpha.
    pub fn component_bits(&self, components: u32) -> [u32; 4] {
        let mut words = [0; 4];
        let is_of = |component: u32| components >> component & 1 != 0;
        match self.component {
            Component::Packed(packed) => {
                for (_, (at, bits, _)) in
                    (0..).zip(packed.parts()).filter(|(of, part)| is_of(*of) && part.1 > 0)
                {
                    set_field(&mut words, at, bits, u32::MAX);
                }
            }
            _ => {
                let bits = self.bytes() * 8 / self.components.clamp(1, 4);
                for of in (0..self.components.min(4)).filter(|of| is_of(*of)) {
                    set_field(&mut words, of * bits, bits, u32::MAX);
                }
            }
        }
        words
    }

    /// Whether a render target may have it, by D3D's list: not depths, shared exponents, or what has more than 32 bits.
    pub fn is_renderable(&self) -> bool {
        use Packed::{R9G9B9E5, R24UnormX8, R32FloatX8X24, X24G8Uint, X32G8X24Uint};
        let has_target = match self.component {
            Component::Packed(R9G9B9E5 | R24UnormX8 | X24G8Uint | R32FloatX8X24 | X32G8X24Uint) => false,
            Component::Signed(bits) | Component::Unsigned(bits) => bits <= 32,
            _ => true,
        };
        has_target && (1..=4).contains(&self.components)
    }

    /// Whether a component of an element is one that a shader sees as it is in memory.
    pub(crate) fn is_words(&self) -> bool {
        matches!(
            self.component,
            Component::F32
                | Component::Signed(32)
                | Component::Unsigned(32)
                | Component::Signed(64)
                | Component::Unsigned(64)
        )
    }

    /// What shaders see of an element in memory: the words of floats of 32 bits, or of integers.
    #[inline]
    pub fn decode(&self, words: [u32; 4]) -> [u32; 4] {
        // What most textures are, before all else.
        if let (Component::UnsignedNormalized(8), 4) = (self.component, self.components) {
            let [word, ..] = words;
            let mut values = [0; 4];
            for (value, byte) in values.iter_mut().zip(word.to_le_bytes()) {
                *value = from_byte(byte);
            }
            return values;
        }
        self.decode_any(words)
    }

    fn decode_any(&self, words: [u32; 4]) -> [u32; 4] {
        let mut values = [0, 0, 0, if self.is_integer() { 1 } else { ONE }];
        let plain = |bits: u32, from: fn(u32, u32) -> u32| {
            let mut at = 0;
            move |value: &mut u32| {
                *value = from(field(words, at, bits), bits);
                at += bits;
            }
        };
        let count = (self.components as usize).min(4);
        let present = values.iter_mut().take(count);
        match self.component {
            Component::F32 => present.for_each(plain(32, |word, _| word)),
            Component::F16 => present.for_each(plain(16, |word, _| half::to_single(word).to_bits())),
            Component::Signed(64) | Component::Unsigned(64) => {
                let [low, high, ..] = words;
                values = [low, high, 0, 1];
            }
            Component::Unsigned(bits) => present.for_each(plain(bits.clamp(1, 32), |word, _| word)),
            Component::Signed(bits) => present.for_each(plain(bits.clamp(1, 32), |word, bits| {
                crate::lanes::extend(word, bits).cast_unsigned()
            })),
            Component::UnsignedNormalized(bits) => {
                present.for_each(plain(bits.clamp(1, 32), from_normalized));
            }
            Component::SignedNormalized(bits) => {
                present.for_each(plain(bits.clamp(2, 32), from_signed_normalized));
            }
            Component::Srgb => {
                for (at, value) in present.enumerate() {
                    let at = u32::try_from(at).unwrap_or(0);
                    let word = field(words, at * 8, 8);
                    *value = if at == 3 { from_normalized(word, 8) } else { from_srgb(word) };
                }
            }
            Component::Packed(Packed::R9G9B9E5) => {
                let [word, ..] = words;
                let exponent = (word >> 27).cast_signed() - 15 - 9;
                for (value, at) in values.iter_mut().zip([0, 9, 18]) {
                    *value = narrow(libm::scalbn(field(words, at, 9).into(), exponent));
                }
            }
            Component::Packed(packed) => {
                for (value, (at, bits, kind)) in values.iter_mut().zip(packed.parts()) {
                    let word = field(words, at, bits);
                    match kind {
                        Kind::None => {}
                        Kind::Unsigned | Kind::Whole => *value = word,
                        Kind::Normalized => *value = from_normalized(word, bits),
                        Kind::Srgb => *value = from_srgb(word),
                        Kind::Float => *value = from_small(word, bits - 5),
                    }
                }
            }
        }
        values
    }

    /// What is in memory of an element that a shader writes: the words, of which [`Self::bytes`] bytes count.
    pub fn encode(&self, values: [u32; 4]) -> [u32; 4] {
        let mut words = [0; 4];
        let count = (self.components as usize).min(4);
        let mut all = |bits: u32, to: fn(u32, u32) -> u32| {
            for (at, value) in (0_u32..).zip(values).take(count) {
                set_field(&mut words, at * bits, bits, to(value, bits));
            }
        };
        match self.component {
            Component::UnsignedNormalized(8) if count == 4 => {
                let [red, green, blue, alpha] = values;
                let byte = |word: u32| to_normalized(word, 8);
                words[0] = byte(red) | byte(green) << 8 | byte(blue) << 16 | byte(alpha) << 24;
            }
            Component::F32 => all(32, |word, _| word),
            Component::F16 => all(16, |word, _| half::truncate_single(f32::from_bits(word))),
            Component::Signed(64) | Component::Unsigned(64) => {
                let [low, high, ..] = values;
                words = [low, high, 0, 0];
            }
            Component::Unsigned(bits) => {
                all(bits.clamp(1, 32), |word, bits| word.min(u32::MAX >> (32 - bits)))
            }
            Component::Signed(bits) => all(bits.clamp(1, 32), |word, bits| {
                let max = i32::MAX >> (32 - bits);
                word.cast_signed().clamp(-max - 1, max).cast_unsigned()
            }),
            Component::UnsignedNormalized(bits) => all(bits.clamp(1, 32), to_normalized),
            Component::SignedNormalized(bits) => all(bits.clamp(2, 32), to_signed_normalized),
            Component::Srgb => {
                for (at, value) in (0_u32..).zip(values).take(count) {
                    let word = if at == 3 { to_normalized(value, 8) } else { to_srgb(value) };
                    set_field(&mut words, at * 8, 8, word);
                }
            }
            Component::Packed(Packed::R9G9B9E5) => words = [floats::to_shared_exponent(values), 0, 0, 0],
            Component::Packed(packed) => {
                for (value, (at, bits, kind)) in values.into_iter().zip(packed.parts()) {
                    let word = match kind {
                        Kind::None => continue,
                        Kind::Whole => value,
                        Kind::Unsigned => value.min(u32::MAX >> (32 - bits)),
                        Kind::Normalized => to_normalized(value, bits),
                        Kind::Srgb => to_srgb(value),
                        Kind::Float => to_small(value, bits - 5),
                    };
                    set_field(&mut words, at, bits, word);
                }
            }
        }
        words
    }
}

/// Some bits of words, the first one at `at`; they do not cross a word's end.
fn field(words: [u32; 4], at: u32, bits: u32) -> u32 {
    let word = usize::try_from(at / 32).ok().and_then(|word| words.get(word)).copied().unwrap_or(0);
    word >> (at % 32) & (u32::MAX >> (32 - bits.clamp(1, 32)))
}

/// Sets some bits of words, which are zero.
fn set_field(words: &mut [u32; 4], at: u32, bits: u32, value: u32) {
    if let Some(word) = usize::try_from(at / 32).ok().and_then(|word| words.get_mut(word)) {
        *word |= (value & (u32::MAX >> (32 - bits.clamp(1, 32)))) << (at % 32);
    }
}

/// The largest number of so many bits.
fn largest(bits: u32) -> f64 {
    f64::from(u32::MAX >> (32 - bits.clamp(1, 32)))
}

/// What bytes are as numbers from 0 to 1.
#[expect(clippy::cast_possible_truncation, clippy::indexing_slicing, reason = "constants know no other way")]
const NORMALIZED: [u32; 256] = {
    let mut numbers = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        numbers[byte] = ((byte as f64 / 255.0) as f32).to_bits();
        byte += 1;
    }
    numbers
};

#[inline]
fn from_byte(byte: u8) -> u32 {
    NORMALIZED.get(usize::from(byte)).copied().unwrap_or(0)
}

fn from_normalized(word: u32, bits: u32) -> u32 {
    narrow(f64::from(word) / largest(bits))
}

fn from_signed_normalized(word: u32, bits: u32) -> u32 {
    let number = crate::lanes::extend(word, bits);
    narrow((f64::from(number) / largest(bits - 1)).max(-1.0))
}

fn to_normalized(word: u32, bits: u32) -> u32 {
    let value = f64::from(f32::from_bits(word));
    whole(within(value, 1.0) * largest(bits) + 0.5)
}

fn to_signed_normalized(word: u32, bits: u32) -> u32 {
    let value = f64::from(f32::from_bits(word));
    let value = if value.is_nan() { 0.0 } else { value.clamp(-1.0, 1.0) };
    let scaled = value * largest(bits - 1);
    whole(scaled + 0.5_f64.copysign(scaled))
}

fn from_srgb(word: u32) -> u32 {
    let value = f64::from(word) / 255.0;
    narrow(if value <= 0.040_45 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) })
}

fn to_srgb(word: u32) -> u32 {
    let value = within(f32::from_bits(word).into(), 1.0);
    let value =
        if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * libm::pow(value, 1.0 / 2.4) - 0.055 };
    whole(value * 255.0 + 0.5)
}

/// What a register of a scalar holds of a word that memory or a conversion gives: numbers of 16 bits are the half
/// nearest to a float of 32 bits, or the low bits of an integer.
#[inline]
pub fn to_register(scalar: Scalar, word: u32) -> u32 {
    match scalar {
        Scalar::F16 => half::from_single(f32::from_bits(word)),
        Scalar::I16 => word & 0xffff,
        _ => word,
    }
}

/// The word of 32 bits that a register of a scalar stands for.
#[inline]
pub fn from_register(scalar: Scalar, word: u32, is_signed: bool) -> u32 {
    match scalar {
        Scalar::F16 => half::to_single(word).to_bits(),
        Scalar::I16 if is_signed => crate::lanes::extend(word, 16).cast_unsigned(),
        _ => word,
    }
}
