//! MSF 7.00, the file format of PDBs: blocks of equal size, streams as lists of blocks, and a directory with these
//! lists. Separate because a container may contain such a file as part SPDB.

use std::borrow::Cow;
use std::ops::Range;

use zerocopy::little_endian::U32;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::error::{ContainerErrorKind, Result};
use located::{Error, Frame, Place};

/// The magic at the start of the file.
pub const MAGIC: &[u8; 32] = b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0";

/// The size of a deleted stream.
pub const NO_STREAM: u32 = u32::MAX;

/// The superblock: the first fields of the first block.
#[derive(Debug, Clone, Copy, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct Superblock {
    /// [`MAGIC`].
    pub magic: [u8; 32],
    /// The block size in bytes: a power of two from 512 to 32,768.
    pub block_size: U32,
    /// The first block of the active free block map: 1 or 2.
    pub free_block_map: U32,
    /// The number of blocks in the file; DXC does not count those of the block map.
    pub block_count: U32,
    /// The size of the stream directory in bytes.
    pub directory_size: U32,
    /// Unknown; 0 in all known files.
    pub reserved: U32,
    /// The first block of the block list of the stream directory.
    pub block_map: U32,
}

const BLOCK_SIZE_AT: usize = 32;
pub(super) const DIRECTORY_SIZE_AT: usize = 44;
pub(super) const BLOCK_MAP_AT: usize = 52;

/// Returns true if `bytes` begin with the magic of an MSF file.
pub fn is_msf(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// An MSF file that borrows its bytes.
///
/// Opening reads the stream directory and checks every block list: blocks are inside the file, and none is used twice.
/// The block count of the superblock is ignored, and bytes after the last used block are accepted.
#[derive(Debug, Clone)]
pub struct Msf<'a> {
    bytes: &'a [u8],
    superblock: &'a Superblock,
    block_size: usize,
    pub(super) directory_blocks: &'a [U32],
    directory: Cow<'a, [u8]>,
    pub(super) streams: Vec<Entry>,
}

/// An MSF file that is being opened. Each step reads what the next one relies on, so that a walk can report it
/// before the next one fails: it is by what a walk reported that a file is put together from its fields.
pub(crate) struct Opening<'a> {
    msf: Msf<'a>,
    used: Used,
}

impl<'a> Opening<'a> {
    /// The superblock.
    pub(crate) fn begin(bytes: &'a [u8]) -> Result<Self> {
        let superblock = parse_superblock(bytes, bytes.len() as u64)?;
        let block_size = superblock.block_size.get() as usize;
        let (directory, streams) = (Cow::default(), Vec::new());
        let msf = Msf { bytes, superblock, block_size, directory_blocks: &[], directory, streams };
        let mut used = Used::new(bytes.len().div_ceil(block_size));
        used.mark(0);
        Ok(Self { msf, used })
    }

    /// The list of the directory's blocks.
    pub(crate) fn read_block_map(&mut self) -> Result<()> {
        self.msf.directory_blocks = self.msf.parse_block_map()?;
        for block in self.msf.block_map() {
            self.used.mark(block);
        }
        Ok(())
    }

    /// The directory, which is in those blocks.
    pub(crate) fn read_directory(&mut self) -> Result<()> {
        let Self { msf, used } = self;
        let size = msf.superblock.directory_size.get() as usize;
        let list_at = |index: usize| msf.block_map().start * msf.block_size + 4 * index;
        msf.check_blocks("the stream directory", size, msf.directory_blocks, used, list_at)?;
        msf.directory = msf.gather(msf.directory_blocks, size);
        Ok(())
    }

    /// The streams, which are in the directory.
    pub(crate) fn read_streams(mut self) -> Result<Msf<'a>> {
        let streams = self.msf.parse_directory(&mut self.used);
        self.msf.streams = streams.map_err(|error| error.within(Frame::Node("stream directory")))?;
        Ok(self.msf)
    }

    /// The bytes read so far.
    pub(crate) fn msf(&self) -> &Msf<'a> {
        &self.msf
    }
}

/// A stream in the directory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) size: u32,
    /// The word of the directory that holds its first block.
    pub(super) first: usize,
}

impl<'a> Msf<'a> {
    /// Opens an MSF file.
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        let mut opening = Opening::begin(bytes)?;
        opening.read_block_map()?;
        opening.read_directory()?;
        opening.read_streams()
    }

    /// The superblock.
    pub fn superblock(&self) -> &'a Superblock {
        self.superblock
    }

    /// The whole file.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The number of streams, including empty and deleted ones.
    pub fn len(&self) -> usize {
        self.streams.len()
    }

    /// Returns true if there are no streams.
    pub fn is_empty(&self) -> bool {
        self.streams.is_empty()
    }

    /// The size of stream `index` in the directory; [`NO_STREAM`] if it is deleted.
    pub fn stream_size(&self, index: usize) -> Option<u32> {
        self.streams.get(index).map(|entry| entry.size)
    }

    /// The bytes of stream `index`, borrowed if its blocks are contiguous. `None` if there is no such stream, or it is
    /// deleted.
    pub fn stream(&self, index: usize) -> Option<Cow<'a, [u8]>> {
        let entry = self.streams.get(index).filter(|entry| entry.size != NO_STREAM)?;
        let blocks = self.words(entry.first, self.block_count(entry.size));
        Some(self.gather(blocks, entry.size as usize))
    }

    /// The file ranges of stream `index`, one per block, in stream order. Empty if there is no such stream, or it is
    /// deleted.
    pub fn stream_ranges(&self, index: usize) -> Vec<Range<usize>> {
        let Some(entry) = self.streams.get(index).filter(|entry| entry.size != NO_STREAM) else {
            return Vec::new();
        };
        let mut left = entry.size as usize;
        let range = |block: &U32| {
            let (start, len) = (block.get() as usize * self.block_size, left.min(self.block_size));
            left -= len;
            start..start + len
        };
        self.words(entry.first, self.block_count(entry.size)).iter().map(range).collect()
    }

    /// The file offset of the byte at `offset` of stream `index`; the end of the file if there is no such byte.
    pub fn file_offset(&self, index: usize, offset: u64) -> u64 {
        let find = || {
            let entry = self.streams.get(index).filter(|entry| entry.size != NO_STREAM)?;
            let offset = usize::try_from(offset).ok()?;
            let blocks = self.words(entry.first, self.block_count(entry.size));
            // The end of the stream lies behind its last byte.
            let behind = usize::from(offset == entry.size as usize && offset > 0);
            let at = offset - behind;
            let block = blocks.get(at / self.block_size)?;
            Some(block.get() as usize * self.block_size + at % self.block_size + behind)
        };
        find().unwrap_or(self.bytes.len()) as u64
    }

    /// Returns true if stream `index` is contiguous, so that its offsets differ from file offsets by a constant.
    pub fn is_contiguous(&self, index: usize) -> bool {
        let blocks = |entry: &Entry| self.words(entry.first, self.block_count(entry.size));
        self.streams.get(index).is_some_and(|entry| is_run(blocks(entry)))
    }

    /// `error`, whose place is counted from the start of stream `index`, with its place in the file.
    #[must_use]
    pub fn placed<K>(&self, index: usize, error: Error<K>) -> Error<K> {
        let Place { offset, len, bit } = error.place();
        let start = self.file_offset(index, offset);
        // What is at fault may go on in a block that lies elsewhere: the first piece is marked.
        let left_in_block = match len {
            0 => 0,
            _ if self.is_contiguous(index) => len,
            _ => len.min(self.block_size as u64 - offset % self.block_size as u64),
        };
        let len = left_in_block.min(self.bytes.len() as u64 - start);
        error.at(Place { offset: start, len, bit })
    }

    /// Bytes of a block.
    pub fn block_size(&self) -> usize {
        self.block_size
    }

    /// The blocks of the block map; empty until it has been read.
    pub(crate) fn block_map(&self) -> Range<usize> {
        let start = self.superblock.block_map.get() as usize;
        start..start.saturating_add((4 * self.directory_blocks.len()).div_ceil(self.block_size))
    }

    fn parse_block_map(&self) -> Result<&'a [U32]> {
        let count = (self.superblock.directory_size.get() as usize).div_ceil(self.block_size);
        let block_map = self.superblock.block_map.get() as usize;
        let map = block_map
            .checked_mul(self.block_size)
            .filter(|_| block_map > 0)
            .and_then(|start| self.bytes.get(start..));
        let Some(map) = map.filter(|map| !map.is_empty()) else {
            return Err(self.outside("the block map", self.superblock.block_map.get(), BLOCK_MAP_AT));
        };
        let Ok((blocks, _)) = <[U32]>::ref_from_prefix_with_elems(map, count) else {
            let (needed, left) = (count as u64 * 4, map.len() as u64);
            let kind = ContainerErrorKind::MsfTruncated {
                what: "the block list of the stream directory",
                needed,
                left,
            };
            return Err(error(kind, DIRECTORY_SIZE_AT, 4));
        };
        Ok(blocks)
    }

    fn parse_directory(&self, used: &mut Used) -> Result<Vec<Entry>> {
        let left = self.directory.len() as u64;
        let truncated = |what, needed| {
            let kind = ContainerErrorKind::MsfTruncated { what, needed, left };
            error(kind, self.directory_offset(0), 4)
        };
        let Some(count) = self.words(0, 1).first() else { return Err(truncated("the stream directory", 4)) };
        let count = count.get() as usize;
        let sizes = self.words(1, count);
        if sizes.len() < count {
            return Err(truncated("the stream sizes", count as u64 * 4));
        }
        let mut entries = Vec::with_capacity(count);
        let mut first = 1 + count;
        for (index, size) in sizes.iter().enumerate() {
            let entry = Entry { size: size.get(), first };
            let blocks = self.words(first, self.block_count(entry.size));
            if blocks.len() < self.block_count(entry.size) {
                let needed = self.block_count(entry.size) as u64 * 4;
                let left = self.words(first, usize::MAX).len() as u64 * 4;
                let kind =
                    ContainerErrorKind::MsfTruncated { what: "the block list of a stream", needed, left };
                return Err(error(kind, self.directory_offset(1 + index), 4).within(stream_frame(index)));
            }
            let size = if entry.size == NO_STREAM { 0 } else { entry.size as usize };
            self.check_blocks("a stream", size, blocks, used, |nth| self.directory_offset(first + nth))
                .map_err(|error| error.within(stream_frame(index)))?;
            first += blocks.len();
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Checks that the `size` bytes in `blocks` lie in the file, in blocks that nothing else uses. `word_at` is
    /// where in the file the n-th number is.
    fn check_blocks(
        &self,
        what: &'static str,
        size: usize,
        blocks: &[U32],
        used: &mut Used,
        word_at: impl Fn(usize) -> usize,
    ) -> Result<()> {
        let mut left = size;
        for (nth, number) in blocks.iter().enumerate() {
            let needed = left.min(self.block_size);
            let block = number.get() as usize;
            let end = block.checked_mul(self.block_size).and_then(|start| start.checked_add(needed));
            if end.is_none_or(|end| end > self.bytes.len()) {
                return Err(self.outside(what, number.get(), word_at(nth)));
            }
            if !used.mark(block) {
                let kind = ContainerErrorKind::MsfBlockReused { what, block: number.get() };
                return Err(error(kind, word_at(nth), 4));
            }
            left -= needed;
        }
        Ok(())
    }

    #[cold]
    fn outside(&self, what: &'static str, block: u32, at: usize) -> Error<ContainerErrorKind> {
        let blocks = (self.bytes.len() / self.block_size) as u64;
        error(ContainerErrorKind::MsfBlock { what, block, blocks }, at, 4)
    }

    /// The offset in the file of a word of the directory.
    fn directory_offset(&self, word: usize) -> usize {
        let block = self.directory_blocks.get(4 * word / self.block_size);
        let start = block.map_or(0, |block| block.get() as usize * self.block_size);
        // At the end of the directory there may be no block: then the end of the file.
        let at = if block.is_some() { start + 4 * word % self.block_size } else { self.bytes.len() };
        at.min(self.bytes.len().saturating_sub(4))
    }

    /// Words of the directory: as many of the `count` from `first` on as there are.
    pub(super) fn words(&self, first: usize, count: usize) -> &[U32] {
        let whole = self.directory.len() / 4;
        let first = first.min(whole);
        let count = count.min(whole - first);
        let bytes = self.directory.get(4 * first..4 * (first + count)).unwrap_or_default();
        <[U32]>::ref_from_bytes(bytes).unwrap_or_default()
    }

    pub(super) fn block_count(&self, size: u32) -> usize {
        if size == NO_STREAM { 0 } else { (size as usize).div_ceil(self.block_size) }
    }

    /// The first `size` bytes of blocks that have been checked.
    fn gather(&self, blocks: &[U32], size: usize) -> Cow<'a, [u8]> {
        if is_run(blocks) {
            let start = blocks.first().map_or(0, |first| first.get() as usize * self.block_size);
            return self.bytes.get(start..start + size).unwrap_or_default().into();
        }
        let mut bytes = Vec::with_capacity(size);
        for block in blocks {
            let left = (size - bytes.len()).min(self.block_size);
            let start = block.get() as usize * self.block_size;
            bytes.extend_from_slice(self.bytes.get(start..start + left).unwrap_or_default());
        }
        bytes.into()
    }
}

/// True where each block follows the one before it.
fn is_run(blocks: &[U32]) -> bool {
    blocks.iter().zip(blocks.iter().skip(1)).all(|(this, next)| this.get().checked_add(1) == Some(next.get()))
}

/// A set of blocks: a bit for each.
struct Used(Vec<u64>);

impl Used {
    fn new(blocks: usize) -> Self {
        Self(vec![0; blocks.div_ceil(64)])
    }

    /// Marks `block`; false where it was marked before. A block outside the file is not marked.
    fn mark(&mut self, block: usize) -> bool {
        let Some(word) = self.0.get_mut(block / 64) else { return true };
        let bit = 1 << (block % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

fn stream_frame(index: usize) -> Frame {
    Frame::Item(index as u64)
}

fn error(kind: ContainerErrorKind, offset: usize, len: usize) -> Error<ContainerErrorKind> {
    Error::new(kind, Place { offset: offset as u64, len: len as u64, bit: 0 })
}

/// The superblock of a file of `file_size` bytes that begins with `bytes`.
pub(super) fn parse_superblock(bytes: &[u8], file_size: u64) -> Result<&Superblock> {
    if !is_msf(bytes) {
        return Err(error(ContainerErrorKind::MsfMagic, 0, bytes.len().min(MAGIC.len())));
    }
    let Ok((superblock, _)) = Superblock::ref_from_prefix(bytes) else {
        let (needed, left) = (size_of::<Superblock>() as u64, bytes.len() as u64);
        let kind = ContainerErrorKind::MsfTruncated { what: "the superblock", needed, left };
        return Err(error(kind, 0, bytes.len()));
    };
    let size = superblock.block_size.get();
    if !size.is_power_of_two() || !(512..=32_768).contains(&size) {
        return Err(error(ContainerErrorKind::MsfBlockSize { found: size }, BLOCK_SIZE_AT, 4));
    }
    let directory_size = superblock.directory_size.get();
    if u64::from(directory_size) > file_size {
        let (needed, left) = (directory_size.into(), file_size);
        let kind = ContainerErrorKind::MsfTruncated { what: "the stream directory", needed, left };
        return Err(error(kind, DIRECTORY_SIZE_AT, 4));
    }
    Ok(superblock)
}
