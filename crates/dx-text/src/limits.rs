//! Every limit that is ours rather than the format's, with its reason.

/// All parts of a document and what lies between them may have this many times the text's bytes, and
/// [`BYTES_FREE`] besides: what is not mentioned is zero, so a few characters could ask for gigabytes. Compilers'
/// parts take several characters a byte.
pub const BYTES_PER_CHARACTER: usize = 16;

/// See [`BYTES_PER_CHARACTER`]: a text that leaves out what LLVM cannot say is short.
pub const BYTES_FREE: usize = 8 << 20;

/// Passes in which the fields of a part find their places, each a walk of the part. One settles all counts, sizes
/// and texts, however many follow one another; what a decoder looks up elsewhere (strings by their offsets,
/// compressed bytes) is settled by the pass after. Real parts settle in less than ten.
pub const PASSES: usize = 64;

/// Compressed texts are printed as text where that takes up to this many characters a byte of the part, and
/// [`TEXT_FREE`] besides, as bytes where it takes more. Sources shrink to a fifth.
pub const TEXT_PER_COMPRESSED_BYTE: usize = 6;

/// See [`TEXT_PER_COMPRESSED_BYTE`]: what is small is printed however often it repeats itself.
pub const TEXT_FREE: usize = 2 << 20;

/// Compressed content is printed as fields where that takes up to this many characters a byte of the part, and
/// [`CONTENT_TEXT_FREE`] besides, as bytes where it takes more. Programs shrink to half and take three a byte, sources
/// shrink to a fifth. Without a limit, a thousand bytes stand for megabytes.
pub const CONTENT_TEXT_PER_BYTE: usize = 16;

/// See [`CONTENT_TEXT_PER_BYTE`]: for all such parts of a document together. The content of one may have three
/// megabytes more than its bytes ask for.
pub const CONTENT_TEXT_FREE: usize = 12 << 20;

/// Levels of nesting in a document. Our own documents have less than ten.
pub const DEPTH: usize = 64;
