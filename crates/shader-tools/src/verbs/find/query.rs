//! What is looked for: one or several things, any of which is a match. Separate because mistakes in it are found before
//! any file is read.

use az::SaturatingAs as _;
use dxil::half;

use crate::error::Error;
use crate::operations::NamedOperation;

/// What is looked for.
#[derive(Debug, Default)]
pub struct Query {
    pub operations: Vec<NamedOperation>,
    pub constants: Vec<WantedConstant>,
    pub resources: Vec<String>,
    pub semantics: Vec<String>,
    pub flags: Vec<u64>,
    pub strings: Vec<Text>,
    pub sources: Vec<Text>,
}

impl Query {
    /// Whether modules have to be read.
    pub fn is_of_modules(&self) -> bool {
        !(self.operations.is_empty() && self.constants.is_empty() && self.strings.is_empty())
    }

    /// Whether something is looked for that only parts of a container tell.
    pub fn is_of_containers(&self) -> bool {
        self.is_of_reflections() || !self.sources.is_empty()
    }

    /// Whether resources, semantics or flags are looked for.
    pub fn is_of_reflections(&self) -> bool {
        !(self.resources.is_empty() && self.semantics.is_empty() && self.flags.is_empty())
    }

    /// Whether declarations of Direct3D 9 programs tell something that is looked for.
    pub fn is_of_declarations(&self) -> bool {
        !(self.resources.is_empty() && self.semantics.is_empty() && self.strings.is_empty())
    }
}

/// A number that is looked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WantedConstant {
    /// A number with a point or an exponent: the float nearest to it, and as far from it as half of its last digit,
    /// where it has so many that it was rounded.
    Float { number: f64, rounding: f64 },
    /// Another number: integers.
    Integer(i64),
    /// Hexadecimal digits: what has these bits.
    Bits(u64),
}

/// A text that is looked for in others.
#[derive(Debug, Clone)]
pub struct Text {
    text: String,
    ignores_case: bool,
}

impl Text {
    pub fn new(text: &str, ignores_case: bool) -> Self {
        let text = if ignores_case { text.to_lowercase() } else { text.to_owned() };
        Self { text, ignores_case }
    }

    /// Where it is.
    pub fn is_in(&self, other: &str) -> bool {
        if self.ignores_case { other.to_lowercase().contains(&self.text) } else { other.contains(&self.text) }
    }
}

impl WantedConstant {
    /// The number that a text is.
    pub fn of(text: &str) -> Option<Self> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        if let Some(digits) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            // LLVM's assembly has such an H in front of halves.
            let digits = digits.strip_prefix('H').unwrap_or(digits);
            return u64::from_str_radix(digits, 16).ok().filter(|_| sign == 1).map(Self::Bits);
        }
        if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return None;
        }
        if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return digits.parse::<i64>().ok().map(|number| Self::Integer(sign * number));
        }
        let text = text.trim_end_matches(['f', 'h']);
        text.parse().ok().map(|number| Self::Float { number, rounding: rounding(text) })
    }

    /// Whether a float of 16, 32 or 64 bits is this.
    pub fn is_float(self, bits: u64, width: u32) -> bool {
        let Some(value) = float(bits, width) else { return false };
        match self {
            // LLVM's assembly has the bits of a double for floats.
            Self::Bits(wanted) => wanted == bits || width == 32 && wanted == value.to_bits(),
            Self::Float { number, rounding } => {
                is_nearest(bits, number, width) || rounding > 0.0 && (value - number).abs() <= rounding
            }
            Self::Integer(_) => false,
        }
    }

    /// Whether an integer of so many bits is this.
    pub fn is_integer(self, number: i64, width: u32) -> bool {
        let mask = u64::MAX.checked_shr(64_u32.saturating_sub(width)).unwrap_or(0);
        match self {
            Self::Bits(wanted) => wanted == number.cast_unsigned() & mask,
            Self::Integer(wanted) => {
                wanted == number || wanted.cast_unsigned() == number.cast_unsigned() & mask
            }
            Self::Float { .. } => false,
        }
    }
}

/// Digits from which on a number is taken for a rounded one: listings print 3.141593 for a float that is not nearest to
/// it.
const ROUNDED: usize = 4;

/// Half of the last digit of a number that has many.
fn rounding(text: &str) -> f64 {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = whole.chars().chain(fraction.chars()).skip_while(|digit| !('1'..='9').contains(digit));
    let places = fraction.len().saturating_as::<i32>();
    match exponent.parse::<i32>() {
        Ok(exponent) if all.count() >= ROUNDED => 0.5 * 10_f64.powi(exponent.saturating_sub(places)),
        _ => 0.0,
    }
}

/// The number that a float of so many bits is.
fn float(bits: u64, width: u32) -> Option<f64> {
    match width {
        64 => Some(f64::from_bits(bits)),
        32 => Some(f32::from_bits(u32::try_from(bits).ok()?).into()),
        16 => Some(half::to_single(u32::try_from(bits).ok()?).into()),
        _ => None,
    }
}

/// Whether these bits are the float of their width that is nearest to a number.
fn is_nearest(bits: u64, number: f64, width: u32) -> bool {
    let nearest = match width {
        #[expect(clippy::cast_possible_truncation, reason = "the nearest float of that width is meant")]
        32 => (number as f32).to_bits().into(),
        16 => half::from_double(number).into(),
        _ => number.to_bits(),
    };
    nearest == bits
}

/// What a name in the place of a pattern means: an operation or a number.
pub fn positional(text: &str, query: &mut Query) -> Result<(), Error> {
    let operation = NamedOperation::of(text);
    let constant = WantedConstant::of(text);
    match (operation, constant) {
        (Ok(operation), _) => query.operations.push(operation),
        (Err(_), Some(constant)) => query.constants.push(constant),
        (Err(unknown), None) => {
            let near = match unknown.near.as_slice() {
                [] => String::new(),
                near => format!("did you mean {}? ", near.join(" or ")),
            };
            return Err(Error::Expression {
                text: text.to_owned(),
                place: 0..text.len(),
                message: format!("neither an operation nor a number: `{text}`"),
                help: Some(format!(
                    "{near}use --resource, --semantic, --flag, --string or --source to find anything else"
                )),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::WantedConstant::{self, Bits, Float, Integer};

    #[test]
    fn numbers_are_what_they_look_like() {
        let float = |number| Some(Float { number, rounding: 0.0 });
        let cases = [
            ("3.5", float(3.5)),
            ("-1e-3", float(-0.001)),
            ("0.5f", float(0.5)),
            ("1.5e-01", float(0.15)),
            ("3.125", Some(Float { number: 3.125, rounding: 0.0005 })),
            ("42", Some(Integer(42))),
            ("-1", Some(Integer(-1))),
            ("0x7f800000", Some(Bits(0x7f80_0000))),
            ("0xH3800", Some(Bits(0x3800))),
            ("sample", None),
            ("0xzz", None),
            ("", None),
            ("-", None),
        ];
        for (text, expected) in cases {
            assert_eq!(WantedConstant::of(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_are_found_in_all_widths() {
        let float =
            |text, bits, width| WantedConstant::of(text).is_some_and(|wanted| wanted.is_float(bits, width));
        let cases = [
            ("0.1", 0x3dcc_cccd, 32, true),
            ("0.1", 0x3dcc_cccc, 32, false),
            ("0.5", 0x3800, 16, true),
            ("0.1", 0x2e66, 16, true),
            ("0.5", 0x3801, 16, false),
            ("-0.5", 0xb800, 16, true),
            ("0.5", 0xb800, 16, false),
            ("65504.0", 0x7bff, 16, true),
            ("0.0", 0, 16, true),
            ("0.5", 0x3fe0_0000_0000_0000, 64, true),
            // As listings print it, and as people write it.
            ("3.141593", 0x4049_0fdb, 32, true),
            ("3.14159", 0x4049_0fdb, 32, true),
            ("3.14159", 0x4049_0fd0, 32, true),
            ("3.14", 0x4049_0fdb, 32, false),
            ("0.003922", 0x3b80_8081, 32, true),
            ("0x7f800000", 0x7f80_0000, 32, true),
            // As LLVM prints floats.
            ("0x3FB99999A0000000", 0x3dcc_cccd, 32, true),
            ("1", 1, 32, false),
        ];
        for (text, bits, width, expected) in cases {
            assert_eq!(float(text, bits, width), expected, "{text} {bits:#x}");
        }
        assert!(Bits(0xffff_ffff).is_integer(-1, 32) && Integer(-1).is_integer(-1, 8));
        assert!(Integer(255).is_integer(-1, 8) && !Integer(1).is_integer(2, 8));
    }
}
