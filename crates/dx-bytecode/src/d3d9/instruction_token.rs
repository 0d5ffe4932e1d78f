//! The bits of an instruction token. Separate because instructions, their text and errors read them.

/// The most words behind an instruction token from shader model 2 on: the length has four bits.
pub const MAX_LENGTH: usize = 15;

/// Bit 28 of an instruction token: it has a predicate.
pub const PREDICATED: u32 = 1 << 28;

/// Bit 30 of an instruction token: it is issued together with the one before, in pixel shaders 1.x.
pub const COISSUE: u32 = 1 << 30;

/// Bits 24 to 27 of an instruction token from shader model 2 on: the number of words behind it.
pub(crate) const LENGTH: u32 = 0xf << 24;
