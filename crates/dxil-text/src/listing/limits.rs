//! Limits of listings, each with its reason.

/// The tables in front of a module may be this many times as long as the file they are about, plus
/// [`TABLE_BYTES_FREE`]. Those of what compilers write are a few times as long. Without a limit, a file of n bytes can
/// share names and structures so that its tables take n² bytes, or 2ⁿ.
pub(super) const TABLE_BYTES_PER_BYTE: usize = 8;

/// See [`TABLE_BYTES_PER_BYTE`]: small files whose buffers repeat large structures are listed whole.
pub(super) const TABLE_BYTES_FREE: usize = 4 << 20;

/// Bytes of a name that a comment shows: one name can stand behind every instruction. Names in source are shorter.
pub(super) const NAME_BYTES: usize = 4096;

/// Bytes of names in one list of exports: it can name the same long one many times.
pub(super) const EXPORT_BYTES: usize = 1 << 20;

/// How deep structures may lie in each other. The stack must hold as many calls; compilers stop at 256 levels
/// of brackets.
pub(super) const TYPE_DEPTH: usize = 256;

/// How many scopes lie between a variable and its function at most. They can form a circle.
pub(super) const SCOPE_DEPTH: usize = 1024;
