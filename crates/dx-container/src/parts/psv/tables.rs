//! The string table and the semantic index table that elements refer to. Separate because the part and its elements
//! read them.

use zerocopy::little_endian::U32;

/// What the elements refer into.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Tables<'a> {
    pub(super) strings: &'a [u8],
    pub(super) indices: &'a [U32],
}
