//! Reads what identifies a PDB without the whole file: separate from [`Msf`](super::Msf), which needs the file in
//! memory, because a search through many PDBs needs only a few hundred bytes of each.

use az::SaturatingAs as _;
use bstr::BString;
use zerocopy::{FromZeros as _, IntoBytes as _};

use super::msf::{self, NO_STREAM, Superblock};
use super::{CONTAINER_STREAM, INFO_STREAM, Id};
use crate::container::{HEADER_SIZE, PART_HEADER_SIZE};
use crate::error::{ContainerError, ContainerErrorKind};
use crate::fourcc::FourCc;
use crate::limits;
use crate::magic::is_container;
use crate::part::View as _;
use crate::parts::debug_name::DebugName;
use crate::reader::{Payload, Reader};
use located::{Error, Frame, Place};

/// The identity of a PDB, by which tools find it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The GUID in stream 1: the digest in the shader's HASH part.
    pub guid: [u8; 16],
    /// The name in part ILDN of the container in stream 5; `None` if there is none that can be read.
    pub debug_name: Option<BString>,
}

impl Identity {
    /// Reads the identity of a PDB of `size` bytes. `fetch` fills a buffer with the bytes of the file from an offset
    /// on; it is called for ranges inside the file of at most 64 KiB, mostly a few bytes near the start.
    ///
    /// Checks only what it reads (the superblock, the first six streams, the blocks of streams 1 and 5 that it uses,
    /// and the last block of stream 5), so [`Pdb::parse`](super::Pdb::parse) may reject a file that this accepts.
    pub fn read<E: From<ContainerError>>(
        size: u64,
        fetch: impl FnMut(u64, &mut [u8]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut file = File::open(size, fetch)?;
        let mut id = [0; Id::SIZE];
        let info = file.stream(INFO_STREAM)?;
        let read = file.read(info, 0, &mut id)?;
        let id = id.get(..read).unwrap_or_default();
        let payload = Payload { offset: file.place(info, 0)?, ..Payload::new(FourCc::SPDB, id) };
        let id = Id::decode(&mut Reader::new(payload))
            .map_err(|error| E::from(error.within(Frame::Node("PDB information"))))?;
        Ok(Self { guid: id.guid, debug_name: file.debug_name()? })
    }

    /// Reads the identity of the PDB in the private data of a container of `size` bytes; `None` if there is none, or
    /// the container cannot be read. Searches at most [`limits::PARTS_BEFORE_DEBUG_NAME`] parts.
    pub fn read_private<E: From<ContainerError>>(
        size: u64,
        mut fetch: impl FnMut(u64, &mut [u8]) -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        let Some((start, len)) = find_private(size, &mut fetch)? else { return Ok(None) };
        let found = Self::read(len, |offset, buffer| fetch(start + offset, buffer).map_err(Shifted::Other));
        found.map(Some).map_err(|error| match error {
            Shifted::Other(error) => error,
            Shifted::InPdb(error) => {
                let place = Place { offset: error.place().offset + start, ..error.place() };
                error.at(place).within(FourCc::PRIV).into()
            }
        })
    }
}

/// An error about a PDB inside another file, or about that file.
enum Shifted<E> {
    InPdb(ContainerError),
    Other(E),
}

impl<E> From<ContainerError> for Shifted<E> {
    fn from(error: ContainerError) -> Self {
        Self::InPdb(error)
    }
}

/// The offset and size of the private data in a container that begins as a PDB.
fn find_private<E>(
    size: u64,
    fetch: &mut impl FnMut(u64, &mut [u8]) -> Result<(), E>,
) -> Result<Option<(u64, u64)>, E> {
    let mut header = [0; HEADER_SIZE];
    if size < header.len() as u64 {
        return Ok(None);
    }
    fetch(0, &mut header)?;
    if !is_container(&header) {
        return Ok(None);
    }
    let count = header.last_chunk().map_or(0, |&count| u32::from_le_bytes(count));
    // Private data is the last part: those before it need not be looked at.
    let first = count.saturating_sub(limits::PARTS_BEFORE_DEBUG_NAME);
    for index in (first..count).rev() {
        let mut word = [0; 4];
        let mut part = [[0; 4]; 2];
        let entry = HEADER_SIZE as u64 + 4 * u64::from(index);
        if entry + 4 > size {
            continue;
        }
        fetch(entry, &mut word)?;
        let start = u64::from(u32::from_le_bytes(word)) + PART_HEADER_SIZE as u64;
        if start > size {
            continue;
        }
        fetch(start - PART_HEADER_SIZE as u64, part.as_flattened_mut())?;
        let [name, len] = part;
        let len = u64::from(u32::from_le_bytes(len));
        let mut magic = [0; super::MAGIC.len()];
        if FourCc(name) != FourCc::PRIV || len < magic.len() as u64 || start + len > size {
            continue;
        }
        fetch(start, &mut magic)?;
        if super::is_msf(&magic) {
            return Ok(Some((start, len)));
        }
    }
    Ok(None)
}

/// An MSF file of which pieces are fetched.
struct File<F> {
    size: u64,
    superblock: Superblock,
    /// The number of streams.
    streams: u32,
    fetch: F,
}

/// A stream in the directory.
#[derive(Clone, Copy)]
struct Stream {
    size: u64,
    /// The word of the directory that holds its first block.
    first: u64,
}

impl<E: From<ContainerError>, F: FnMut(u64, &mut [u8]) -> Result<(), E>> File<F> {
    fn open(size: u64, mut fetch: F) -> Result<Self, E> {
        let mut superblock = Superblock::new_zeroed();
        let begin = superblock.as_mut_bytes();
        let there = size.saturating_as::<usize>().min(begin.len());
        let begin = begin.get_mut(..there).unwrap_or_default();
        fetch(0, begin)?;
        msf::parse_superblock(begin, size)?;
        let mut file = Self { size, superblock, streams: 0, fetch };
        file.streams = file.directory_word(0)?;
        Ok(file)
    }

    fn block_size(&self) -> u64 {
        self.superblock.block_size.get().into()
    }

    /// A word at `at`, which is known to lie in the file.
    fn word(&mut self, at: u64) -> Result<u32, E> {
        let mut word = [0; 4];
        (self.fetch)(at, &mut word)?;
        Ok(u32::from_le_bytes(word))
    }

    /// The offset of `block`. `what` refers to it in the word at `at`, and needs so many of its bytes.
    fn block(&self, what: &'static str, block: u32, needed: u64, at: u64) -> Result<u64, E> {
        let start = u64::from(block) * self.block_size();
        if start + needed <= self.size {
            return Ok(start);
        }
        let blocks = self.size / self.block_size();
        let place = Place { offset: at, len: 4, bit: 0 };
        Err(Error::new(ContainerErrorKind::MsfBlock { what, block, blocks }, place).into())
    }

    /// The offset of word `index` of the directory.
    fn directory_place(&mut self, index: u64) -> Result<u64, E> {
        let (needed, left) = (4 * (index + 1), self.superblock.directory_size.get().into());
        if needed > left {
            let kind = ContainerErrorKind::MsfTruncated { what: "the stream directory", needed, left };
            let place = Place { offset: msf::DIRECTORY_SIZE_AT as u64, len: 4, bit: 0 };
            return Err(Error::new(kind, place).within(Frame::Node("stream directory")).into());
        }
        let (block, within) = (4 * index / self.block_size(), 4 * index % self.block_size());
        let map = self.superblock.block_map.get();
        let at = self.block("the block map", map, 4 * (block + 1), msf::BLOCK_MAP_AT as u64)? + 4 * block;
        let number = self.word(at)?;
        Ok(self.block("the stream directory", number, within + 4, at)? + within)
    }

    fn directory_word(&mut self, index: u64) -> Result<u32, E> {
        let at = self.directory_place(index)?;
        self.word(at)
    }

    /// Stream `index`, one of the first; empty where there is none.
    fn stream(&mut self, index: usize) -> Result<Stream, E> {
        let mut stream = Stream { size: 0, first: 1 + u64::from(self.streams) };
        for index in 0..=index as u64 {
            stream.first += stream.size.div_ceil(self.block_size());
            stream.size = 0;
            if index < self.streams.into() {
                let size = self.directory_word(1 + index)?;
                stream.size = if size == NO_STREAM { 0 } else { size.into() };
            }
        }
        Ok(stream)
    }

    /// The offset in the file of the byte at `offset` of `stream`; the file's end where it has no such byte.
    fn place(&mut self, stream: Stream, offset: u64) -> Result<u64, E> {
        if offset >= stream.size {
            return Ok(self.size);
        }
        let (index, within) = (offset / self.block_size(), offset % self.block_size());
        let at = self.directory_place(stream.first + index)?;
        let block = self.word(at)?;
        Ok(self.block("a stream", block, within + 1, at)? + within)
    }

    /// Fills `buffer` with the bytes of `stream` from `offset` on, as far as it has them: how many there are.
    fn read(&mut self, stream: Stream, offset: u64, buffer: &mut [u8]) -> Result<usize, E> {
        let mut read = 0;
        while let Some(rest) = buffer.get_mut(read..).filter(|rest| !rest.is_empty()) {
            let offset = offset + read as u64;
            let left = stream.size.saturating_sub(offset).min(self.block_size() - offset % self.block_size());
            let len = left.saturating_as::<usize>().min(rest.len());
            if len == 0 {
                break;
            }
            // The last byte of the piece is in the file where its first is, or the place says that it is not.
            self.place(stream, offset + len as u64 - 1)?;
            let start = self.place(stream, offset)?;
            (self.fetch)(start, rest.get_mut(..len).unwrap_or_default())?;
            read += len;
        }
        Ok(read)
    }

    /// The name in ILDN, which is the container's first part in what DXC writes.
    fn debug_name(&mut self) -> Result<Option<BString>, E> {
        let stream = self.stream(CONTAINER_STREAM)?;
        let mut header = [0; 32];
        let read = self.read(stream, 0, &mut header)?;
        if !is_container(header.get(..read).unwrap_or_default()) {
            let (offset, streams) = (self.place(stream, 0)?, self.streams.into());
            let place = Place { offset, len: 0, bit: 0 };
            return Err(Error::new(ContainerErrorKind::NoContainer { streams }, place).into());
        }
        // A file that was cut lacks its last block.
        self.place(stream, stream.size - 1)?;
        let count = header.last_chunk().map_or(0, |&count| u32::from_le_bytes(count));
        for index in 0..u64::from(count.min(limits::PARTS_BEFORE_DEBUG_NAME)) {
            let mut word = [0; 4];
            let mut part = [[0; 4]; 2];
            self.read(stream, header.len() as u64 + 4 * index, &mut word)?;
            let offset = u64::from(u32::from_le_bytes(word));
            if self.read(stream, offset, part.as_flattened_mut())? < 8 {
                break;
            }
            let [name, size] = part;
            if FourCc(name) == FourCc::ILDN {
                let size = u32::from_le_bytes(size) as usize;
                let mut bytes = vec![0; size.min(LONGEST_DEBUG_NAME)];
                let read = self.read(stream, offset + 8, &mut bytes)?;
                bytes.truncate(read);
                let part = DebugName::parse(Payload::new(FourCc::ILDN, &bytes));
                return Ok(part.ok().map(|part| part.name.to_owned()));
            }
        }
        Ok(None)
    }
}

/// Flags and length of ILDN, and the longest name.
const LONGEST_DEBUG_NAME: usize = 4 + 0xffff;
