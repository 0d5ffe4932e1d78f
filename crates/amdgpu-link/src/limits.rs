//! Bounds on what is read, each with its reason.

/// Bytes of a text of pipeline state. Real ones have a few kilobytes; a `.pipe` file has its shaders' sources in it.
pub const STATE_TEXT: usize = 16 << 20;

/// Depth of a document of pipeline state: user data, node, table's nodes, node, and some to spare.
pub const STATE_DEPTH: usize = 16;

/// Nodes in user data, all tables counted. Games come with some thousands of bindings in all their sets.
pub const USER_DATA_NODES: usize = 1 << 16;

/// Vertex attributes: twice what any device offers.
pub const VERTEX_INPUTS: usize = 64;

/// Colour targets that the hardware has.
pub const COLOR_TARGETS: usize = 8;

/// User clip planes that the hardware has.
pub const USER_CLIP_PLANES: u32 = 6;

/// Samples a pixel that the hardware has.
pub const SAMPLES: u32 = 16;

/// Dwords of a sampler descriptor.
pub const SAMPLER_WORDS: usize = 4;

/// Keys that are listed as passed over, of each section: more than any has.
pub const PASSED_OVER_KEYS: usize = 256;
