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

/// Findings of a check that are kept. Nobody reads more, and a hostile program has one in every word.
pub const MAX_FINDINGS: usize = 10_000;
