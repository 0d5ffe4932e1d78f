//! The bits of a parameter token. Separate because operands and the names of registers read them.

/// Bit 31, which parameter tokens have and instruction tokens have not.
pub const PARAMETER: u32 = 1 << 31;

/// Bit 13: relative addressing.
pub const RELATIVE: u32 = 1 << 13;

/// The number of a register: bits 0 to 10.
pub const NUMBER: u32 = 0x7ff;

/// Bits that no parameter uses.
pub const RESERVED: u32 = 3 << 14;
