//! The use of each block of an MSF file: the file the other way round, for walks that describe every byte.

use super::msf::Msf;

/// The use of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// The superblock.
    Superblock,
    /// A map of free blocks: there are two, of which one is in force, with a block each in every stretch of as many
    /// blocks as a block has bytes.
    FreeBlockMap,
    /// The list of the directory's blocks.
    BlockMap,
    /// The n-th block of the directory.
    Directory(usize),
    /// A stream, and the n-th of its blocks.
    Stream(usize, usize),
}

impl Msf<'_> {
    /// The use of each block of the file; `None` for those that belong to nothing.
    pub(crate) fn uses(&self) -> Vec<Option<Use>> {
        let mut uses = vec![None; self.bytes().len().div_ceil(self.block_size())];
        let mut set = |block: usize, what: Use| {
            if let Some(slot) = uses.get_mut(block) {
                *slot = Some(what);
            }
        };
        set(0, Use::Superblock);
        self.block_map().for_each(|block| set(block, Use::BlockMap));
        for (nth, block) in self.directory_blocks.iter().enumerate() {
            set(block.get() as usize, Use::Directory(nth));
        }
        for (index, entry) in self.streams.iter().enumerate() {
            for (nth, block) in self.words(entry.first, self.block_count(entry.size)).iter().enumerate() {
                set(block.get() as usize, Use::Stream(index, nth));
            }
        }
        // Some writers put other things there: only what is not used otherwise is a map.
        for (block, slot) in uses.iter_mut().enumerate() {
            if slot.is_none() && matches!(block % self.block_size(), 1 | 2) {
                *slot = Some(Use::FreeBlockMap);
            }
        }
        uses
    }
}

/// The number of blocks from the start of `uses` on that are used for one thing, one after the other.
pub(crate) fn run_end(uses: &[Option<Use>]) -> usize {
    let follows = |before: Option<Use>, this: Option<Use>| match (before, this) {
        (Some(Use::Stream(a, n)), Some(Use::Stream(b, m))) => a == b && m == n + 1,
        (Some(Use::Directory(n)), Some(Use::Directory(m))) => m == n + 1,
        (Some(Use::BlockMap), Some(Use::BlockMap))
        | (Some(Use::FreeBlockMap), Some(Use::FreeBlockMap))
        | (None, None) => true,
        _ => false,
    };
    let breaks = uses.iter().zip(uses.iter().skip(1)).position(|(&before, &this)| !follows(before, this));
    breaks.map_or(uses.len(), |before| before + 1)
}
