//! Every limit that is ours rather than the format's, with its reason.

/// Bytes of text for each thing that a module consists of: instructions, operands, constants, metadata. DXC's modules
/// take fewer than 60. Types and constants that consist of one another many times over are short in bitcode and without
/// end as text.
pub const TEXT_PER_THING: u64 = 1 << 10;

/// Bytes of text that every module may have besides.
pub const TEXT_FREE: u64 = 64 << 20;
