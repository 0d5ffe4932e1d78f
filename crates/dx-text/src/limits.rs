//! Every limit that is ours rather than the format's, with its reason.

/// A part's size in YAML may be this many times the text's length: what is not mentioned is zero, so a few
/// characters could ask for gigabytes. Compilers' parts take several characters a byte.
pub const PART_BYTES_PER_CHARACTER: usize = 16;

/// Passes in which the fields of a part find their places. Each pass settles what depends on what the pass
/// before settled (a count, then the list, then where its strings lie); real parts settle in less than ten.
pub const PASSES: usize = 64;

/// Levels of nesting in a document. Our own documents have less than ten.
pub const DEPTH: usize = 64;
