//! What this crate refuses although the format does not, each with its reason.

/// How deep a register may be indexed by a register that is itself indexed. Compilers index by a temporary; one
/// of an indexable array makes it two. Deeper nesting is refused so that no input can exhaust the stack.
pub const MAX_INDEX_DEPTH: usize = 4;

/// Tokens that extend an opcode token. There are three kinds and no program has one twice.
pub const MAX_EXTENSIONS: usize = 3;

/// The longest instruction: its length has seven bits.
pub const MAX_INSTRUCTION_WORDS: usize = 127;

/// Faults of a text that are reported in one run: whoever has more has another problem.
pub const MAX_ERRORS: usize = 20;

/// The tables of a listing may be this many times as long as the container, plus [`LISTING_BYTES_FREE`]. Tables of
/// what compilers write are less than 20 times as long. Without a limit, a file of n bytes can share names and
/// structures so that its tables take n² bytes and more.
pub const LISTING_BYTES_PER_BYTE: usize = 8;

/// See [`LISTING_BYTES_PER_BYTE`]: buffers that repeat large structures are listed whole.
pub const LISTING_BYTES_FREE: usize = 4 << 20;

/// Findings of a check that are kept. Nobody reads more, and a hostile program has one in every word.
pub const MAX_FINDINGS: usize = 10_000;
