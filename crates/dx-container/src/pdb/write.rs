//! Writing an MSF file as DXC lays it out: superblock, two empty maps of free blocks, block map, directory,
//! then the streams one after the other.

use std::borrow::Cow;

use zerocopy::IntoBytes as _;
use zerocopy::little_endian::U32;

use super::msf::{MAGIC, Msf, NO_STREAM, Superblock};
use super::{CONTAINER_STREAM, INFO_STREAM, VC70};
use crate::error::Result;
use crate::field_values::narrow;

/// The superblock and the two maps of free blocks.
const BLOCKS_BEFORE_MAP: usize = 3;
/// The block size of DXC.
const BLOCK_SIZE: usize = 512;

/// A builder of MSF files, new ones or edited copies of an [`Msf`](super::Msf).
///
/// Like those of DXC, the files have a free block map at the start only (the format requires one per block-size
/// blocks), and a block count without the block map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MsfBuilder<'a> {
    /// The block size in bytes.
    pub block_size: usize,
    /// The streams; `None` for a deleted one.
    pub streams: Vec<Option<Cow<'a, [u8]>>>,
}

impl Default for MsfBuilder<'_> {
    /// Creates a file without streams, with blocks of 512 bytes.
    fn default() -> Self {
        Self { block_size: BLOCK_SIZE, streams: Vec::new() }
    }
}

impl<'a> From<&Msf<'a>> for MsfBuilder<'a> {
    fn from(msf: &Msf<'a>) -> Self {
        Self {
            block_size: msf.block_size(),
            streams: (0..msf.len()).map(|index| msf.stream(index)).collect(),
        }
    }
}

impl MsfBuilder<'_> {
    /// Writes the file.
    ///
    /// Fails if sizes or block numbers exceed 32 bits.
    pub fn build(&self) -> Result<Vec<u8>> {
        let block_size = self.block_size.max(BLOCK_SIZE);
        let sizes = self.streams.iter().map(|stream| stream.as_ref().map_or(0, |stream| stream.len()));
        let stream_blocks: usize = sizes.map(|size| size.div_ceil(block_size)).sum();
        let directory_size = 4 * (1 + self.streams.len() + stream_blocks);
        let directory_blocks = directory_size.div_ceil(block_size);
        let map_blocks = (4 * directory_blocks).div_ceil(block_size);
        let directory_at = BLOCKS_BEFORE_MAP + map_blocks;
        let streams_at = directory_at + directory_blocks;
        let blocks = streams_at + stream_blocks;

        let superblock = Superblock {
            magic: *MAGIC,
            block_size: U32::new(narrow("block size", block_size)?),
            free_block_map: U32::new(1),
            block_count: U32::new(narrow("block count", blocks - map_blocks)?),
            directory_size: U32::new(narrow("directory size", directory_size)?),
            reserved: U32::ZERO,
            block_map: U32::new(narrow("block map", BLOCKS_BEFORE_MAP)?),
        };
        let mut file = Blocks { bytes: Vec::with_capacity(blocks * block_size), block_size };
        file.bytes.extend_from_slice(superblock.as_bytes());
        file.bytes.resize(BLOCKS_BEFORE_MAP * block_size, 0);
        file.push_numbers(directory_at..streams_at)?;
        file.fill();
        file.push_numbers([self.streams.len()])?;
        for stream in &self.streams {
            let size = match stream {
                Some(stream) => narrow("stream size", stream.len())?,
                None => NO_STREAM,
            };
            file.push_numbers([size as usize])?;
        }
        file.push_numbers(streams_at..blocks)?;
        file.fill();
        for stream in self.streams.iter().flatten() {
            file.bytes.extend_from_slice(stream);
            file.fill();
        }
        Ok(file.bytes)
    }
}

/// A file of blocks as it grows.
struct Blocks {
    bytes: Vec<u8>,
    block_size: usize,
}

impl Blocks {
    fn push_numbers(&mut self, numbers: impl IntoIterator<Item = usize>) -> Result<()> {
        for number in numbers {
            self.bytes.extend(narrow("block number", number)?.to_le_bytes());
        }
        Ok(())
    }

    /// Fills the last block up.
    fn fill(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(self.block_size), 0);
    }
}

/// A builder of shader PDBs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdbBuf {
    /// The GUID, by which tools find the PDB: the digest in part HASH.
    pub guid: [u8; 16],
    /// The bytes of the container.
    pub container: Vec<u8>,
}

impl PdbBuf {
    /// Writes the file with the layout of DXC.
    pub fn build(&self) -> Result<Vec<u8>> {
        // Version, signature, age.
        let mut info = [VC70, 0, 1].map(u32::to_le_bytes).concat();
        info.extend(self.guid);
        // No names: no strings, no streams, room for one; no bits; the end of the list, no features.
        info.extend([0, 0, 1, 0, 0, 0, 0].map(u32::to_le_bytes).concat());
        let mut streams = vec![Some(Cow::default()); CONTAINER_STREAM + 1];
        let contents = [(INFO_STREAM, info.as_slice()), (CONTAINER_STREAM, self.container.as_slice())];
        for (stream, content) in contents {
            if let Some(slot) = streams.get_mut(stream) {
                *slot = Some(content.into());
            }
        }
        MsfBuilder { streams, ..Default::default() }.build()
    }
}
