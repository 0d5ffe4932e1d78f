//! What is looked for: one or several things, any of which is a match. Separate because mistakes in it are found before
//! any file is read.

use crate::error::Error;
use crate::filter::is_like;
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
        let none = self.resources.is_empty() && self.semantics.is_empty();
        !(none && self.flags.is_empty() && self.sources.is_empty())
    }
}

/// A number that is looked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WantedConstant {
    /// A number with a point or an exponent: floats that are nearest to it.
    Float(f64),
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
            return u64::from_str_radix(digits, 16).ok().filter(|_| sign == 1).map(Self::Bits);
        }
        if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return None;
        }
        if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return digits.parse::<i64>().ok().map(|number| Self::Integer(sign * number));
        }
        text.trim_end_matches(['f', 'h']).parse().ok().map(Self::Float)
    }

    /// Whether a float of 16, 32 or 64 bits is this.
    pub fn is_float(self, bits: u64, width: u32) -> bool {
        match (self, width) {
            (Self::Bits(wanted), _) => wanted == bits,
            (Self::Float(wanted), 64) => wanted.to_bits() == bits,
            #[expect(clippy::cast_possible_truncation, reason = "the nearest float of that width is meant")]
            (Self::Float(wanted), 32) => u64::from((wanted as f32).to_bits()) == bits,
            (Self::Float(wanted), 16) => is_half(bits, wanted),
            _ => false,
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
            Self::Float(_) => false,
        }
    }
}

/// Whether the float of 16 bits nearest to a number is this one.
fn is_half(bits: u64, wanted: f64) -> bool {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::try_from(bits >> 10 & 0x1f).unwrap_or(0);
    let fraction = f64::from(u32::try_from(bits & 0x3ff).unwrap_or(0));
    let step = 2_f64.powi(exponent.max(1) - 25);
    let number = if exponent == 0 { fraction } else { fraction + 1024.0 } * step * sign;
    exponent < 31 && (number - wanted).abs() * 2.0 <= step
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
                    "{near}--resource, --semantic, --flag, --string and --source look for other things"
                )),
            });
        }
    }
    Ok(())
}

/// Whether a name is the one that is wanted, in whatever case, or matches it as a pattern with `*`.
pub fn is_named(wanted: &str, name: &str) -> bool {
    let (wanted, name) = (wanted.to_lowercase(), name.to_lowercase());
    if wanted.contains('*') { is_like(&name, &wanted) } else { wanted == name }
}

#[cfg(test)]
mod tests {
    use super::WantedConstant::{self, Bits, Float, Integer};

    #[test]
    fn numbers_are_what_they_look_like() {
        let cases = [
            ("3.5", Some(Float(3.5))),
            ("-1e-3", Some(Float(-0.001))),
            ("0.5f", Some(Float(0.5))),
            ("42", Some(Integer(42))),
            ("-1", Some(Integer(-1))),
            ("0x7f800000", Some(Bits(0x7f80_0000))),
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
        assert!(Float(0.1).is_float(0x3dcc_cccd, 32) && !Float(0.1).is_float(0x3dcc_cccc, 32));
        assert!(
            Float(0.5).is_float(0x3800, 16)
                && Float(0.1).is_float(0x2e66, 16)
                && !Float(0.5).is_float(0x3801, 16)
        );
        assert!(Bits(0x7f80_0000).is_float(0x7f80_0000, 32) && Bits(0xffff_ffff).is_integer(-1, 32));
        assert!(
            Integer(-1).is_integer(-1, 8) && Integer(255).is_integer(-1, 8) && !Integer(1).is_float(1, 32)
        );
    }
}
