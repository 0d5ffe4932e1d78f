//! A row of the table of block and record names. Separate because the generated table consists of these rows.

/// The names of a block and of its records.
///
/// `records` is sorted by code.
pub(crate) struct BlockRow {
    pub(crate) id: u32,
    pub(crate) name: &'static str,
    pub(crate) records: &'static [(u32, &'static str)],
}
