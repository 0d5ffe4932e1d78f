//! Row types of the DWARF tables: spellings of enumerations and operations of expressions. Separate because the
//! generated tables consist of these rows.

use crate::Dialect;

/// The spelling of each value of a DWARF enumeration, by dialect.
#[derive(Debug)]
pub struct Words {
    pub(crate) dxil37: &'static [(u64, &'static str)],
    pub(crate) modern: &'static [(u64, &'static str)],
}

impl Words {
    /// The values and spellings of a dialect, sorted by value.
    pub fn of(&self, dialect: Dialect) -> &'static [(u64, &'static str)] {
        match dialect {
            Dialect::Dxil37 => self.dxil37,
            Dialect::Modern => self.modern,
        }
    }

    /// The spelling of a value.
    pub fn word(&self, dialect: Dialect, number: u64) -> Option<&'static str> {
        self.of(dialect).iter().find(|(known, _)| *known == number).map(|(_, word)| *word)
    }

    /// The value of a spelling.
    pub fn number(&self, dialect: Dialect, word: &[u8]) -> Option<u64> {
        self.of(dialect).iter().find(|(_, known)| known.as_bytes() == word).map(|(number, _)| *number)
    }
}

/// An operation of a DWARF expression.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Operation {
    pub(crate) number: u64,
    /// The number of operands, which follow the operation.
    pub(crate) operands: usize,
}
