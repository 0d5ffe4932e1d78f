//! What blocks and records are called: the names of LLVM's header without their prefixes. Separate because reports and
//! errors say them, also of blocks that nothing else here reads.

mod row;

use std::fmt;

use crate::generated::bitcode::BLOCKS;
pub(crate) use row::BlockRow;

/// The name of blocks with this id, such as `FUNCTION`.
pub fn block_name(id: u32) -> Option<&'static str> {
    row(id).map(|row| row.name)
}

/// The name of records with this code in blocks with this id, such as `INST_CALL`.
pub fn record_name(block: u32, code: u32) -> Option<&'static str> {
    let records = row(block)?.records;
    let index = records.binary_search_by_key(&code, |(code, _)| *code).ok()?;
    records.get(index).map(|(_, name)| *name)
}

fn row(id: u32) -> Option<&'static BlockRow> {
    BLOCKS.get(BLOCKS.binary_search_by_key(&id, |row| row.id).ok()?)
}

/// A block for people: its name, or `block 47` where it has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockName(
    /// Its id.
    pub u32,
);

/// A record for people: its name, or `record 47` where it has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordName {
    /// The id of the block it lies in.
    pub block: u32,
    /// Its code.
    pub code: u32,
}

impl fmt::Display for BlockName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match block_name(self.0) {
            Some(name) => f.write_str(name),
            None => write!(f, "block {}", self.0),
        }
    }
}

impl fmt::Display for RecordName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match record_name(self.block, self.code) {
            Some(name) => f.write_str(name),
            None => write!(f, "record {}", self.code),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_number() {
        assert!(BLOCKS.is_sorted_by_key(|row| row.id));
        assert!(BLOCKS.iter().all(|row| row.records.is_sorted_by_key(|(code, _)| *code)));
        assert_eq!((block_name(12), record_name(12, 34)), (Some("FUNCTION"), Some("INST_CALL")));
        assert_eq!((block_name(0), record_name(0, 1)), (Some("BLOCKINFO"), Some("SETBID")));
        assert_eq!((block_name(17), record_name(17, 21)), (Some("TYPE_NEW"), Some("FUNCTION")));
        assert_eq!(record_name(16, 11), Some("ATTACHMENT"));
        assert_eq!((block_name(7), record_name(7, 1), record_name(8, 99)), (None, None, None));
        assert_eq!(BlockName(7).to_string(), "block 7");
        assert_eq!(RecordName { block: 8, code: 99 }.to_string(), "record 99");
    }
}
