//! The limits on what is read, each with its reason. Separate so that all of them are found in one place.

/// Largest alignment of a section: PAL's code has 256; padding stays in proportion to the input.
pub const MAX_ALIGNMENT: u64 = 1 << 16;

/// Maximum ratio of the sections' total size to the file's: some tables share bytes in real files. A pipeline copies
/// every section, so that more would be many times the input's size.
pub const MAX_SHARED_BYTES: u64 = 4;

/// Bytes of padding between the pieces of a pipeline, which a file of a few headers can ask for: code has some
/// hundreds.
pub const MAX_PADDING: u64 = 1 << 24;

/// Longest name of a section or symbol: PAL's have 60 bytes, names of C++ templates some thousand. Many symbols may
/// share one string, so its length multiplies what they cost.
pub const MAX_NAME_SIZE: usize = 4096;

/// Deepest nesting of a metadata document: the deepest key of PAL's lies 7 deep.
pub const MAX_METADATA_DEPTH: usize = 32;

/// Longest metadata document: a value takes 40 bytes in memory and as little as one in the note; the longest known
/// document has 4 KiB.
pub const MAX_METADATA_SIZE: usize = 1 << 20;

/// Maximum characters of a key or text in messages and explanations: names of symbols are some dozens long.
pub const SHOWN_TEXT: usize = 256;

/// Scalar registers that glue code may use: those that every target has for itself.
pub const MAX_SGPRS: u32 = 102;

/// Vector registers that a wave may have.
pub const MAX_VGPRS: u32 = 256;

/// Pieces of glue code of a kind that a cache keeps; the oldest makes room. Games have hundreds.
pub const MAX_CACHED_GLUE: usize = 4096;

/// Bytes of keys and code of a kind that a cache keeps: a common piece has half a kilobyte, the longest ten.
pub const MAX_CACHED_GLUE_BYTES: usize = 4 << 20;

/// Bytes of a text of pipeline state. Real ones have a few kilobytes; a `.pipe` file has its shaders' sources in it.
pub const STATE_TEXT: usize = 16 << 20;

/// Depth of a document of pipeline state: user data, node, table's nodes, node, and some to spare.
pub const STATE_DEPTH: usize = 16;

/// Nodes in user data, all tables counted. Games come with some thousands of bindings in all their sets.
pub const USER_DATA_NODES: usize = 1 << 16;

/// Vertex attributes: twice as many as drivers offer.
pub const VERTEX_INPUTS: usize = 128;

/// Colour targets that the hardware has.
pub const COLOR_TARGETS: usize = 8;

/// User clip planes that the hardware has.
pub const USER_CLIP_PLANES: u32 = 6;

/// Samples a pixel that the hardware has.
pub const SAMPLES: u32 = 16;

/// Dwords of a sampler descriptor.
pub const SAMPLER_WORDS: usize = 4;

/// Notes that a link collects: real pipelines have none or a few.
pub const NOTES: usize = 256;

/// Maximum number of ignored keys that are listed for a section: more than any has.
pub const PASSED_OVER_KEYS: usize = 256;
