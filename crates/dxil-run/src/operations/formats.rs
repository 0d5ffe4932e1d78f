//! Formats of floats: how words of registers become numbers to compute with and back, with D3D's rules for what is not
//! normal. Separate because arithmetic, conversions and functions share them.
//!
//! - Floats of 16 and 64 bits keep denormals, always. Those of 32 bits do as the function's attribute
//!   `fp32-denorm-mode` says: with `preserve` they are kept, with `ftz` they are zeros of the same sign, as operands
//!   and as results. `any`, and no attribute, allow either; here they mean `ftz`, which is what D3D 11 asks for and
//!   what its tables of results show.
//! - What computes gives one NaN of each format, the quiet one without sign or payload. What moves bits (`FAbs`,
//!   `fneg`, bit casts, `select`) keeps those that it gets.
//! - Halves are computed with in 32 bits and rounded then: for a sum, a product, a quotient or a root, the same as at
//!   once.

use dxil::half;

use crate::lanes::{Lanes, map2, split, wide1, wide2, wide3, widen};

/// What denormals of 32 bits are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Denormals {
    /// Zeros of the same sign.
    #[default]
    Flush,
    /// Numbers.
    Keep,
}

/// The name of the attribute of functions that says what denormals of 32 bits are.
const ATTRIBUTE: &str = "fp32-denorm-mode";

impl Denormals {
    /// What they are in a function.
    pub(crate) fn of(module: &dxil_ir::Module, function: dxil_ir::GlobalId) -> Self {
        use dxil_ir::attributes::{Attribute, Slot};
        let list = module.globals.get(function).and_then(|global| global.function()?.attributes);
        let groups = list.and_then(|list| module.attributes.list(list)).unwrap_or_default();
        let keeps = groups
            .iter()
            .filter_map(|group| module.attributes.group(*group))
            .filter(|group| group.slot == Slot::Function)
            .flat_map(|group| &group.attributes)
            .any(|attribute| {
                matches!(attribute, Attribute::Text(name, value) if name == ATTRIBUTE && value == "preserve")
            });
        if keeps { Self::Keep } else { Self::Flush }
    }
}

/// A format of one word, whose numbers are computed with in 32 bits.
pub(super) trait Format {
    /// What the word of 1 is.
    const ONE: u32;
    /// The number that a word is.
    fn read(word: u32) -> f32;
    /// The number that a word is for functions whose results D3D lists: denormals of 32 bits are zeros in all modes.
    fn read_normal(word: u32) -> f32;
    /// The word of the nearest number.
    fn write(value: f32) -> u32;
    /// The word of a number that was read from one.
    fn keep(value: f32) -> u32;
    /// The nearest number, to go on with.
    fn step(value: f32) -> f32;
    /// The word of the nearest number.
    fn round(value: f64) -> u32;
}

/// 16 bits.
pub(super) struct Half;

/// 32 bits with denormals.
pub(super) struct Kept;

/// 32 bits without denormals.
pub(super) struct Flushed;

/// The word of 32 bits that results are which are not numbers.
const NAN: u32 = 0x7fc0_0000;

/// The same for 64 bits.
const WIDE_NAN: u64 = 0x7ff8_0000_0000_0000;

#[inline(always)]
fn flush(word: u32) -> u32 {
    // The mask is made of the truth value itself: that is fewer instructions of vectors than a choice.
    let magnitude = u32::from(word & 0x7f80_0000 == 0).wrapping_neg() >> 1;
    word & !magnitude
}

#[inline(always)]
fn settle(value: f32) -> u32 {
    if value.is_nan() { NAN } else { value.to_bits() }
}

impl Format for Half {
    const ONE: u32 = 0x3c00;

    #[inline(always)]
    fn read(word: u32) -> f32 {
        half::to_single(word)
    }

    #[inline(always)]
    fn read_normal(word: u32) -> f32 {
        half::to_single(word)
    }

    #[inline(always)]
    fn write(value: f32) -> u32 {
        half::from_single(value)
    }

    #[inline(always)]
    fn keep(value: f32) -> u32 {
        half::from_single(value)
    }

    #[inline(always)]
    fn step(value: f32) -> f32 {
        half::to_single(half::from_single(value))
    }

    #[inline(always)]
    fn round(value: f64) -> u32 {
        half::from_double(value)
    }
}

impl Format for Kept {
    const ONE: u32 = 1.0_f32.to_bits();

    #[inline(always)]
    fn read(word: u32) -> f32 {
        f32::from_bits(word)
    }

    #[inline(always)]
    fn read_normal(word: u32) -> f32 {
        f32::from_bits(flush(word))
    }

    #[inline(always)]
    fn write(value: f32) -> u32 {
        settle(value)
    }

    #[inline(always)]
    fn keep(value: f32) -> u32 {
        settle(value)
    }

    #[inline(always)]
    fn step(value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn round(value: f64) -> u32 {
        settle(to_single(value))
    }
}

impl Format for Flushed {
    const ONE: u32 = 1.0_f32.to_bits();

    #[inline(always)]
    fn read(word: u32) -> f32 {
        f32::from_bits(flush(word))
    }

    #[inline(always)]
    fn read_normal(word: u32) -> f32 {
        f32::from_bits(flush(word))
    }

    #[inline(always)]
    fn write(value: f32) -> u32 {
        flush(settle(value))
    }

    #[inline(always)]
    fn keep(value: f32) -> u32 {
        settle(value)
    }

    #[inline(always)]
    fn step(value: f32) -> f32 {
        f32::from_bits(flush(value.to_bits()))
    }

    #[inline(always)]
    fn round(value: f64) -> u32 {
        flush(settle(to_single(value)))
    }
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the nearest float is what is asked for")]
fn to_single(value: f64) -> f32 {
    value as f32
}

/// What something is for the format that a scalar has, by the name `$format` in `$value`; `None` for other scalars.
macro_rules! in_format {
    ($scalar:expr, $denormals:expr, $format:ident => $value:expr) => {
        match ($scalar, $denormals) {
            ($crate::instruction::Scalar::F16, _) => {
                type $format = $crate::operations::formats::Half;
                Some($value)
            }
            ($crate::instruction::Scalar::F32, $crate::operations::formats::Denormals::Keep) => {
                type $format = $crate::operations::formats::Kept;
                Some($value)
            }
            ($crate::instruction::Scalar::F32, $crate::operations::formats::Denormals::Flush) => {
                type $format = $crate::operations::formats::Flushed;
                Some($value)
            }
            _ => None,
        }
    };
}
pub(super) use in_format;

/// A function of two floats.
#[inline(always)]
pub(super) fn two<F: Format>(a: &Lanes, b: &Lanes, f: impl Fn(f32, f32) -> f32) -> Lanes {
    map2(a, b, |a, b| F::write(f(F::read(a), F::read(b))))
}

/// The double that a word of 64 bits is.
#[inline(always)]
pub(super) fn double(word: u64) -> f64 {
    f64::from_bits(word)
}

/// The word of a double.
#[inline(always)]
pub(super) fn word(value: f64) -> u64 {
    if value.is_nan() { WIDE_NAN } else { value.to_bits() }
}

/// A function of one double, in registers of halves.
#[inline(always)]
pub(super) fn double_one(from: &[Lanes], to: &mut [Lanes], f: impl Fn(f64) -> f64) {
    if let ([low, high], [to_low, to_high]) = (from, to) {
        [*to_low, *to_high] = split(&wide1(&widen(low, high), |a| word(f(double(a)))));
    }
}

/// A function of two doubles.
#[inline(always)]
pub(super) fn double_two(from: &[Lanes], to: &mut [Lanes], f: impl Fn(f64, f64) -> f64) {
    if let ([a_low, a_high, b_low, b_high], [low, high]) = (from, to) {
        let (a, b) = (widen(a_low, a_high), widen(b_low, b_high));
        [*low, *high] = split(&wide2(&a, &b, |a, b| word(f(double(a), double(b)))));
    }
}

/// A function of three doubles.
#[inline(always)]
pub(super) fn double_three(from: &[Lanes], to: &mut [Lanes], f: impl Fn(f64, f64, f64) -> f64) {
    if let ([a_low, a_high, b_low, b_high, c_low, c_high], [low, high]) = (from, to) {
        let (a, b, c) = (widen(a_low, a_high), widen(b_low, b_high), widen(c_low, c_high));
        [*low, *high] = split(&wide3(&a, &b, &c, |a, b, c| word(f(double(a), double(b), double(c)))));
    }
}
