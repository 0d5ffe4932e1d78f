//! The source texts of SRCI: consecutive entries, nearly always compressed with zlib. Compressed entries are read
//! as a stream, so that a view holds one at a time.

use std::io::{self, Read, Write};

use bstr::BString;
use flate2::Compression;
use flate2::bufread::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::owned::{Content, SectionContentBuf, Stored};
use super::sizes::fill;
use crate::enums::SourceContentsCompressType;
use crate::error::{ContainerErrorKind, Result};
use crate::field_values::narrow;
use crate::fields::Show;
use crate::limits;
use crate::reader::{Reader, Word};
use located::Error;

/// The texts of the files, in the order of their names.
#[derive(Debug, Clone, Copy)]
pub struct Contents<'a> {
    /// The section's own size where it has one; DXC leaves zero.
    pub reserved: u32,
    /// Reserved; 0 in all known files.
    pub flags: u16,
    /// The storage of the texts.
    pub compress_type: SourceContentsCompressType,
    /// Bytes of all entries, as they are uncompressed.
    pub uncompressed_size: u32,
    /// The entries as they are stored.
    pub stored: &'a [u8],
    count: usize,
}

/// Aligned size, flags, size of the text.
const ENTRY_HEADER_SIZE: usize = 12;

impl<'a> Contents<'a> {
    pub(super) fn decode(r: &mut Reader<'a, '_>, room: &mut usize) -> Result<Self> {
        let reserved = r.u32("AlignedSizeInBytes", Show::Reserved)?;
        let flags = r.u16("Flags", Show::Reserved)?;
        let compress_type = r.named16("CompressType")?;
        let size = r.word("EntriesSizeInBytes", Show::Size)?;
        let uncompressed = r.word("UncompressedEntriesSizeInBytes", Show::Size)?;
        let count = r.word("Count", Show::Count)?;
        r.check_fits(size, "the sources", size.to_usize())?;
        let start = r.position();
        let stored = r.payload().bytes.get(start..start + size.to_usize()).unwrap_or_default();
        let uncompressed_size = uncompressed.value;
        let contents =
            Self { reserved, flags, compress_type, uncompressed_size, stored, count: count.to_usize() };
        match compress_type {
            SourceContentsCompressType::NONE => {
                r.sized("the sources", size.to_usize(), |r| {
                    r.check_fits(count, "the sources", count.to_usize().saturating_mul(ENTRY_HEADER_SIZE))?;
                    r.list("Contents", count.to_usize(), |r, _| decode_entry(r))
                })?;
            }
            SourceContentsCompressType::ZLIB => {
                r.bytes("Compressed", size.to_usize(), Show::Plain)?;
                take_room(r, uncompressed, contents.count, room)?;
                contents.decode_compressed(r, start..start + size.to_usize())?;
            }
            _ => {
                r.bytes("Entries", size.to_usize(), Show::Unknown)?;
            }
        }
        Ok(contents)
    }

    /// Reports each compressed text by its size, and checks that all of the compressed bytes can be read.
    fn decode_compressed(&self, r: &mut Reader<'a, '_>, range: std::ops::Range<usize>) -> Result<()> {
        let place = r.place(&range);
        let wrong = |cause| Error::new(ContainerErrorKind::Compressed { what: "the sources", cause }, place);
        let mut entries = self.entries();
        r.list("Contents", self.count, |r, _| {
            let entry =
                entries.next_header().ok_or_else(|| wrong("data is corrupt or truncated within an entry"))?;
            entries
                .skip(entry.size.saturating_add(entry.filler))
                .map_err(|_| wrong("data is corrupt or truncated"))?;
            r.inflated("Content", entry.size.saturating_sub(1));
            Ok(())
        })?;
        entries.finish().map_err(wrong)
    }

    /// The texts in order, each decompressed when it is asked for.
    pub fn iter(&self) -> impl Iterator<Item = Content> + use<'a> {
        let mut entries = self.entries();
        (0..self.count).map_while(move |_| {
            let entry = entries.next_header()?;
            let text = entries.text(&entry)?;
            Some(Content { flags: entry.flags, text })
        })
    }

    pub(super) fn to_buf(self) -> SectionContentBuf {
        // Bounded: reading has checked the count against the bytes there are, or against the limits.
        let mut contents = Vec::with_capacity(self.count);
        contents.extend(self.iter());
        SectionContentBuf::Contents { flags: self.flags, reserved: self.reserved, contents }
    }

    fn entries(&self) -> Entries<'a> {
        match self.compress_type {
            SourceContentsCompressType::ZLIB => {
                Entries::compressed(self.stored, self.uncompressed_size.into())
            }
            _ => Entries { left: self.stored.len() as u64, source: Source::Plain(self.stored) },
        }
    }
}

fn decode_entry(r: &mut Reader<'_, '_>) -> Result<()> {
    let start = r.position();
    let size = r.word("AlignedSizeInBytes", Show::Size)?;
    r.u32("Flags", Show::Reserved)?;
    let text_size = r.word("ContentSizeInBytes", Show::Size)?;
    r.check_fits(text_size, "the source", text_size.to_usize())?;
    r.bytes("Content", text_size.to_usize(), Show::Plain)?;
    fill(r, size, start)
}

/// Takes what `count` texts of `size` bytes would need off `room`.
fn take_room(r: &Reader<'_, '_>, size: Word, count: usize, room: &mut usize) -> Result<()> {
    let found = count.saturating_mul(limits::BYTES_PER_INFLATED_TEXT).saturating_add(size.to_usize());
    let Some(left) = room.checked_sub(found) else {
        let (found, limit) = (found as u64, *room as u64);
        return Err(r.error_at(size, ContainerErrorKind::Inflated { what: "the sources", found, limit }));
    };
    *room = left;
    Ok(())
}

/// Entries as they come out of the part.
struct Entries<'a> {
    source: Source<'a>,
    /// Uncompressed bytes to come.
    left: u64,
}

enum Source<'a> {
    Plain(&'a [u8]),
    Compressed(ZlibDecoder<&'a [u8]>),
}

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(bytes) => bytes.read(buffer),
            Self::Compressed(decoder) => decoder.read(buffer),
        }
    }
}

/// The header of a text.
struct Entry {
    flags: u32,
    /// Bytes of the text with its NUL.
    size: u64,
    /// Bytes after it.
    filler: u64,
}

impl<'a> Entries<'a> {
    fn compressed(bytes: &'a [u8], uncompressed_size: u64) -> Self {
        Self { source: Source::Compressed(ZlibDecoder::new(bytes)), left: uncompressed_size }
    }

    /// The next entry's header, where there is one and the entry fits.
    fn next_header(&mut self) -> Option<Entry> {
        let mut words = [[0; 4]; 3];
        let header = words.as_flattened_mut();
        self.source.read_exact(header).ok()?;
        let [size, flags, text_size] = words.map(u32::from_le_bytes);
        let entry_size = u64::from(size);
        self.left = self.left.checked_sub(entry_size)?;
        let filler = entry_size.checked_sub(ENTRY_HEADER_SIZE as u64)?.checked_sub(text_size.into())?;
        Some(Entry { flags, size: text_size.into(), filler })
    }

    fn text(&mut self, entry: &Entry) -> Option<BString> {
        let mut bytes = vec![0; usize::try_from(entry.size).ok()?];
        self.source.read_exact(&mut bytes).ok()?;
        self.skip(entry.filler).ok()?;
        if bytes.last() == Some(&0) {
            bytes.pop();
        }
        Some(bytes.into())
    }

    fn skip(&mut self, count: u64) -> io::Result<()> {
        let skipped = io::copy(&mut self.source.by_ref().take(count), &mut io::sink())?;
        if skipped == count { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    /// Reads to the end, the checksum included; or says what is wrong.
    fn finish(mut self) -> std::result::Result<(), &'static str> {
        self.skip(self.left).map_err(|_| "data is corrupt or truncated")?;
        match self.source.read(&mut [0]) {
            Ok(0) => Ok(()),
            Ok(_) => Err("data is longer than the header states"),
            Err(_) => Err("data is corrupt at the end"),
        }
    }
}

/// True where `bytes` decompress to `contents` and nothing that says anything else.
pub(super) fn is_compressed_form_of(bytes: &[u8], uncompressed_size: u32, contents: &[Content]) -> bool {
    let mut entries = Entries::compressed(bytes, uncompressed_size.into());
    let same = contents.iter().all(|content| {
        let Some(entry) = entries.next_header() else { return false };
        entry.flags == content.flags
            && entry.size <= content.text.len() as u64 + 1
            && entries.text(&entry).is_some_and(|text| text == content.text)
    });
    same && entries.finish().is_ok()
}

/// The entries of `contents`, uncompressed.
pub(super) fn plain(contents: &[Content]) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(uncompressed_size(contents));
    write_entries(&mut bytes, contents)?;
    Ok(bytes)
}

/// Bytes that the entries take uncompressed.
pub(super) fn uncompressed_size(contents: &[Content]) -> usize {
    contents.iter().map(entry_size).sum()
}

fn entry_size(content: &Content) -> usize {
    (ENTRY_HEADER_SIZE + content.text.len() + 1).next_multiple_of(4)
}

fn write_entries(to: &mut impl Write, contents: &[Content]) -> Result<()> {
    for content in contents {
        let size = entry_size(content);
        let header = [
            narrow("source entry size", size)?,
            content.flags,
            narrow("source size", content.text.len() + 1)?,
        ];
        let filler = [0; 4];
        let filler = filler.get(..size - ENTRY_HEADER_SIZE - content.text.len()).unwrap_or(&filler);
        let written = to
            .write_all(header.map(u32::to_le_bytes).as_flattened())
            .and_then(|()| to.write_all(&content.text))
            .and_then(|()| to.write_all(filler));
        written.map_err(|_| cannot_compress())?;
    }
    Ok(())
}

/// The level at which this compressor gives the bytes that DXC's, an older relative, gives at its default.
const DXC_LEVEL: u32 = 3;
/// The first bytes of DXC's compressor at every level: deflate, a window of 32 KiB, fastest.
const DXC_ZLIB_HEADER: [u8; 2] = [0x78, 0x01];

/// The first bytes of zlib at its highest level, which LLVM uses.
const LLVM_ZLIB_HEADER: [u8; 2] = [0x78, 0xda];

/// The entries of `contents`, compressed as DXC does it.
pub(super) fn compressed(contents: &[Content]) -> Result<Vec<u8>> {
    compressed_at(Compression::new(DXC_LEVEL), DXC_ZLIB_HEADER, contents)
}

fn compressed_at(level: Compression, zlib_header: [u8; 2], contents: &[Content]) -> Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), level);
    write_entries(&mut encoder, contents)?;
    let mut bytes = encoder.finish().map_err(|_| cannot_compress())?;
    if let Some(header) = bytes.first_chunk_mut() {
        *header = zlib_header;
    }
    Ok(bytes)
}

impl Stored {
    /// Compresses `contents` as DXC does it or, if the result does not have `size` bytes, as small as possible: LLVM
    /// compresses at the highest level.
    ///
    /// # Errors
    ///
    /// A text that is too large for its fields.
    pub fn compress(contents: &[Content], size: u32) -> Result<Self> {
        let mut bytes = compressed(contents)?;
        if bytes.len() != size as usize {
            bytes = compressed_at(Compression::best(), LLVM_ZLIB_HEADER, contents)?;
        }
        let uncompressed_size = narrow("sources", uncompressed_size(contents))?;
        Ok(Self::Compressed { bytes, uncompressed_size })
    }
}

/// Writing into memory does not fail; if it did, this would say so.
#[cold]
fn cannot_compress() -> Error<ContainerErrorKind> {
    let kind = ContainerErrorKind::Compressed { what: "the sources", cause: "compression failed" };
    Error::new(kind, located::Place::default())
}
