//! Conversion of the 32-bit numbers of the format to indices. Separate because readers, writers and fields use it.

/// A 32-bit number of the format as an index; `usize` has at least 32 bits wherever this crate runs.
pub(crate) fn to_usize(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
