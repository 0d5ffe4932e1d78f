//! Every limit that is ours rather than the format's, with its reason.

/// Bytes of text for each thing that a module consists of: instructions, operands, constants, metadata. DXC's modules
/// take fewer than 60. Types and constants that consist of one another many times over are short in bitcode and without
/// end as text.
pub const TEXT_PER_THING: u64 = 1 << 10;

/// Bytes of text that every module may have besides.
pub const TEXT_FREE: u64 = 64 << 20;

/// How deep types, constants or nodes that stand in one another may nest in a text. The stack must hold as many calls;
/// shaders do not reach ten.
pub const NESTING: usize = 100;

/// Bytes of a data layout that says how types are aligned where the text does not: LLVM's have some hundred.
pub const DATA_LAYOUT: usize = 4096;
/// How many errors of a text are kept: nobody reads more.
pub const ERRORS: usize = 50;

/// How many bodies without an end are looked through to the end of the text. A text may consist of nothing else.
pub const ENDLESS_BODIES: u32 = 8;

/// How many bits an integer may have in a text. A negative one takes all of its type's, whatever it is.
pub const INTEGER_BITS: u32 = 4096;

/// How many digits a number may have that is wider than 64 bits: reading one takes time that grows with their square.
pub const DIGITS: usize = 2048;

/// How many numbers of values the wrong ones of a function may leave out and still be followed.
pub const GAPS: u32 = 1000;

/// Elements of a vector that is written as `splat`: a few bytes of text, and as many constants in memory. Vectors of
/// HLSL have up to four, those that optimizers make up to 1024.
pub(crate) const SPLAT: usize = 1 << 16;

/// Bytes of the names that calls of undeclared intrinsics are given, for each byte of the text: names of structures
/// come once in a text, and in the name of each intrinsic that is overloaded by them.
pub const MADE_NAMES_PER_BYTE: usize = 4;

/// See [`MADE_NAMES_PER_BYTE`].
pub const MADE_NAMES_FREE: usize = 1 << 16;

/// How often all nodes of metadata are gone through for those that say the same. Circles that need a second time are
/// rare; each could need another one.
pub(crate) const IDENTITY_PASSES: u32 = 16;
