//! Rules by which two values at one key are merged, and rows of the tables of rules. Separate because the generated
//! tables consist of these rows.

use crate::registers::{Bits, RegisterName};

/// The rule by which two values at one key are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The larger value.
    Max,
    /// The smaller value.
    Min,
    /// The bitwise or.
    Or,
    /// The bitwise or of two shaders; the shader's value where the other is of glue code.
    OfBody,
    /// The value of the first input.
    First,
    /// A register, some bit fields of which have rules of their own.
    Fields,
    /// Names: that of the whole function, where the other one is that of a part of it.
    Whole,
}

impl Rule {
    /// The name of the rule in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Max => "maximum",
            Self::Min => "minimum",
            Self::Or => "bitwise or",
            Self::OfBody => "the shader value has priority over glue code",
            Self::First => "first input",
            Self::Fields => "each bit field by a separate rule",
            Self::Whole => "name of the whole function",
        }
    }
}

/// The rule of a text key.
pub(crate) struct KeyRow {
    pub name: &'static str,
    pub rule: Rule,
    /// True if values of glue code are ignored.
    pub of_body: bool,
    /// The first major version of the metadata with this rule.
    pub since: u32,
    /// True if the rule is for all values in the map at this key.
    pub inside: bool,
}

/// The rule of a register.
pub(crate) struct RegisterRow {
    pub register: RegisterName,
    /// True if values of glue code are ignored.
    pub of_body: bool,
    /// Fields with rules of their own; other bits are or-ed.
    pub fields: &'static [FieldRow],
}

/// The rule of a register's field.
pub(crate) struct FieldRow {
    pub bits: Bits,
    pub rule: Rule,
}
