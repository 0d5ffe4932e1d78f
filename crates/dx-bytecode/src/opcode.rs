//! Opcodes and the rows that say what each consists of. The numbers and names stand in `tables/dxbc.toml`; what
//! goes by them (reading, writing, printing, parsing) is written once for all of them.

mod row;

use std::fmt;

pub use crate::generated::tokens::{MIN_PRECISION, OPCODES, RETURN_TYPE, SYSTEM_VALUE};
pub use row::{Class, Control, Literal, Opcode, OpcodeRow, Piece, Spelling, Word};

impl Opcode {
    /// Its row; `None` for a number that the table does not have or that is reserved.
    pub fn row(self) -> Option<&'static OpcodeRow> {
        OPCODES.get(usize::from(self.0)).filter(|row| row.class != Class::Reserved)
    }

    /// Its mnemonic without suffixes, or nothing where it has none.
    pub fn name(self) -> &'static str {
        self.row().map_or("", |row| row.name)
    }

    /// Whether it declares something rather than doing something.
    pub fn is_declaration(self) -> bool {
        self.row().is_some_and(|row| matches!(row.class, Class::Declaration | Class::CustomData))
    }

    /// Returns true if the opcode declares an input register.
    pub(crate) fn declares_input(self) -> bool {
        matches!(
            self,
            Self::DCL_INPUT
                | Self::DCL_INPUT_SGV
                | Self::DCL_INPUT_SIV
                | Self::DCL_INPUT_PS
                | Self::DCL_INPUT_PS_SGV
                | Self::DCL_INPUT_PS_SIV
        )
    }

    /// Returns true if the opcode declares an output register.
    pub(crate) fn declares_output(self) -> bool {
        matches!(self, Self::DCL_OUTPUT | Self::DCL_OUTPUT_SGV | Self::DCL_OUTPUT_SIV)
    }
}

impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            "" if *self == Self::CUSTOMDATA => f.pad("custom data"),
            "" => write!(f, "opcode {}", self.0),
            name => f.pad(name),
        }
    }
}

impl fmt::Debug for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The name of a value, if it has one.
pub(crate) fn name_of(names: &'static [(u32, &'static str)], value: u32) -> Option<&'static str> {
    names.iter().find(|(known, _)| *known == value).map(|(_, name)| *name)
}
