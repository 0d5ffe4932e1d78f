//! The limits on what is read, each with its reason. Separate so that all of them are found in one place.

/// Largest alignment of a section: PAL's code has 256; padding stays in proportion to the input.
pub const MAX_ALIGNMENT: u64 = 1 << 16;

/// Longest name of a section or symbol: PAL's have 60 bytes, names of C++ templates some thousand. Many symbols may share one
/// string, so its length multiplies what they cost.
pub const MAX_NAME_SIZE: usize = 4096;

/// Deepest nesting of a metadata document: the deepest key of PAL's lies 7 deep.
pub const MAX_METADATA_DEPTH: usize = 32;

/// Longest metadata document: a value takes 40 bytes in memory and as little as one in the note; the longest known
/// document has 4 KiB.
pub const MAX_METADATA_SIZE: usize = 1 << 20;
