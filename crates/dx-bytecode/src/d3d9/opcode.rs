//! Opcodes of Direct3D 9 programs: the rows of `tables/d3d9.toml`, and which of them a version goes by.

mod row;

use std::fmt;

use dx_container::D3d9Version;

pub use crate::generated::d3d9::OPCODES;
pub use row::{Block, Class, Opcode, OpcodeRow, Words};

impl Opcode {
    /// A comment; the length is in bits 16 to 30.
    pub const COMMENT: Self = Self(0xfffe);
    /// The end of a program, if all other bits are 0.
    pub const END: Self = Self(0xffff);

    /// The rows of the opcode: none if it is unknown.
    pub fn rows(self) -> &'static [OpcodeRow] {
        let start = OPCODES.partition_point(|row| row.opcode < self);
        let end = OPCODES.partition_point(|row| row.opcode <= self);
        OPCODES.get(start..end).unwrap_or_default()
    }

    /// The row that a version goes by: its own; of an opcode that the version does not have, that of another.
    pub fn row(self, version: D3d9Version) -> Option<&'static OpcodeRow> {
        let rows = self.rows();
        let own = rows.iter().find(|row| row.is_in(version));
        let earlier = || {
            let first = |row: &OpcodeRow| row.range(version).or(row.vs).or(row.ps).map_or(0, |range| range.0);
            rows.iter().rfind(|row| first(row) <= version.model())
        };
        own.or_else(earlier).or(rows.first())
    }
}

/// Displays the mnemonic, of one that has several the first; an unknown opcode by its number.
impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rows() {
            [row, ..] => f.write_str(row.name),
            [] => write!(f, "opcode {:#06x}", self.0),
        }
    }
}
