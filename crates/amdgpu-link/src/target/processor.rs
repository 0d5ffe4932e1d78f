//! A processor, and its row in the table of ELF machines. Separate because the generated table consists of these rows.

/// A processor by its major, minor and stepping number: gfx1030 is 10, 3, 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// 9, 10, 11, 12: decides the register layout.
    pub major: u8,
    /// The minor number.
    pub minor: u8,
    /// The stepping, written as a hexadecimal digit: gfx90c.
    pub stepping: u8,
}

/// A processor and its machine bits in e_flags.
pub(crate) struct MachineRow {
    pub(crate) value: u32,
    pub(crate) target: Target,
}
