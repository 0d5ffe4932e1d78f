//! The limits on what is read, each with its reason. Separate so that all of them are found in one place.

/// Largest alignment of a section: PAL's code has 256; padding stays in proportion to the input.
pub const MAX_ALIGNMENT: u64 = 1 << 16;

/// Deepest nesting of a metadata document: the deepest key of PAL's lies 7 deep.
pub const MAX_METADATA_DEPTH: usize = 32;

/// Longest metadata document: a value takes 40 bytes in memory and as little as one in the note; the longest known
/// document has 4 KiB.
pub const MAX_METADATA_SIZE: usize = 1 << 20;

/// Scalar registers that glue code may use: those that every target has for itself.
pub const MAX_SGPRS: u32 = 102;

/// Vector registers that a wave may have.
pub const MAX_VGPRS: u32 = 256;

/// Pieces of glue code that a cache keeps; the oldest makes room. A piece and its key take about a kilobyte.
pub const MAX_CACHED_GLUE: usize = 4096;
