//! BLOCKINFO: the abbreviations that are registered for blocks before these begin. Separate because reader and
//! writer apply it alike.

use std::collections::BTreeMap;
use std::sync::Arc;

use az::SaturatingAs as _;

use super::abbreviation::Abbreviation;
use super::bits::BitCursor;
use super::record::Record;
use super::{BitstreamErrorKind, SETBID, id};
use crate::error::Result;

/// A BLOCKINFO block as it lies in the stream: writing its items one by one gives its bits again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockInfoBlock {
    /// Bits of its abbreviation ids; LLVM writes 2.
    pub abbreviation_width: u32,
    /// Everything in it, in order.
    pub items: Vec<BlockInfoItem>,
}

/// What BLOCKINFO holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlockInfoItem {
    /// A record: [`SETBID`], or names of blocks and records, which LLVM does not write.
    Record {
        /// Its code.
        code: u32,
        /// Its operands.
        operands: Box<[u64]>,
    },
    /// An abbreviation for the block that the last [`SETBID`] names.
    Abbreviation(Arc<Abbreviation>),
}

/// The abbreviations that are registered so far, by block id. They only grow, so that a block that is open knows
/// its own by their count.
#[derive(Debug, Clone, Default)]
pub(super) struct Registry {
    lists: Vec<Vec<Arc<Abbreviation>>>,
    of_block: BTreeMap<u32, usize>,
}

/// What was registered for a block when it began.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Registered {
    list: usize,
    count: usize,
}

impl Registry {
    /// What a block that begins now has.
    pub(super) fn registered(&self, block: u32) -> Registered {
        let Some(&list) = self.of_block.get(&block) else { return Registered::default() };
        Registered { list, count: self.lists.get(list).map_or(0, Vec::len) }
    }

    /// What was registered for a block when it began.
    #[inline]
    pub(super) fn get(&self, registered: Registered) -> &[Arc<Abbreviation>] {
        self.lists.get(registered.list).and_then(|list| list.get(..registered.count)).unwrap_or_default()
    }

    /// Everything that is registered for a block.
    pub(super) fn all(&self, block: u32) -> &[Arc<Abbreviation>] {
        self.get(self.registered(block))
    }

    /// Registers an abbreviation; returns its index among those of its block.
    pub(super) fn register(&mut self, block: u32, abbreviation: Arc<Abbreviation>) -> usize {
        let next = self.lists.len();
        let list = *self.of_block.entry(block).or_insert(next);
        if list == next {
            self.lists.push(Vec::new());
        }
        let Some(list) = self.lists.get_mut(list) else { return 0 };
        list.push(abbreviation);
        list.len() - 1
    }
}

/// The block id that a record of BLOCKINFO sets, where it is [`SETBID`]; the error has no place yet.
pub(super) fn set_block_id(
    code: u32,
    operands: &[u64],
) -> std::result::Result<Option<u32>, BitstreamErrorKind> {
    if code != SETBID {
        return Ok(None);
    }
    let &found = operands.first().ok_or(BitstreamErrorKind::EmptySetBid)?;
    let block = u32::try_from(found);
    block.map(Some).map_err(|_| BitstreamErrorKind::TooLarge { what: "the block id of SETBID", found })
}

/// What reading BLOCKINFO needs besides the stream.
pub(super) struct Context<'c> {
    pub(super) registry: &'c mut Registry,
    /// Items that all BLOCKINFO blocks may still have.
    pub(super) items_left: &'c mut usize,
    /// Operands that abbreviations may still have.
    pub(super) operands_left: &'c mut usize,
    /// Gets where each item begins, and then the end.
    pub(super) positions: &'c mut Vec<u64>,
}

impl BlockInfoBlock {
    /// Reads the block up to and with its END_BLOCK; the cursor is bounded by it and stands at its first bit.
    pub(super) fn read(
        cursor: &mut BitCursor<'_>,
        abbreviation_width: u32,
        context: Context<'_>,
    ) -> Result<Self> {
        let Context { registry, items_left, operands_left, positions } = context;
        positions.clear();
        let mut items = Vec::new();
        let mut block = None;
        let mut record = Record::default();
        loop {
            let start = cursor.position();
            positions.push(start);
            let found = cursor.fixed(abbreviation_width, "an abbreviation id")?.saturating_as::<u32>();
            let item = match found {
                id::END_BLOCK => break,
                id::ENTER_SUBBLOCK => {
                    let found = cursor.vbr32(super::width::BLOCK_ID, "a block id")?;
                    return Err(cursor.error_since(start, BitstreamErrorKind::BlockInBlockInfo { found }));
                }
                id::DEFINE_ABBREV => {
                    let abbreviation = Arc::new(Abbreviation::read(cursor, *operands_left)?);
                    *operands_left = operands_left.saturating_sub(abbreviation.operand_count());
                    let block = block.ok_or(BitstreamErrorKind::NoSetBid);
                    let block = block.map_err(|kind| cursor.error_since(start, kind))?;
                    registry.register(block, Arc::clone(&abbreviation));
                    BlockInfoItem::Abbreviation(abbreviation)
                }
                id::UNABBREV_RECORD => {
                    record.read_unabbreviated(cursor)?;
                    let set = set_block_id(record.code, &record.operands);
                    block = set.map_err(|kind| cursor.error_since(start, kind))?.or(block);
                    BlockInfoItem::Record { code: record.code, operands: record.operands.as_slice().into() }
                }
                _ => {
                    let kind = BitstreamErrorKind::UnknownAbbreviation { found, defined: 0 };
                    return Err(cursor.error_since(start, kind));
                }
            };
            let left = items_left.checked_sub(1).ok_or(BitstreamErrorKind::BlockInfoItems);
            *items_left = left.map_err(|kind| cursor.error_since(start, kind))?;
            items.push(item);
        }
        cursor.align()?;
        Ok(Self { abbreviation_width, items })
    }
}
