//! PDBI: how a shader was compiled: sources, arguments and libraries, as RDAT with one DxilPdbInfo record. DXC
//! compresses it with zlib; no other compression is known.
//!
//! Source: DXC's `DxilContainer.h` and `RDAT_PdbInfoTypes.inl`. Not checked on real files: they are rare.

use std::borrow::Cow;
use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::rdat::{self, Rdat, RdatBuf};
use crate::enums::PdbInfoCompression;
use crate::error::{ContainerErrorKind, Result};
use crate::field_values::{narrow, narrow16};
use crate::fields::Show;
use crate::fourcc::FourCc;
use crate::limits;
use crate::names::NamedValue as _;
use crate::part::{Layout, Owned, PartBuf, View};
use crate::reader::{Payload, Reader, Word};
use located::{Error, Place};

/// The view of part PDBI, which borrows the file.
#[derive(Debug, Clone)]
pub struct PdbInfo<'a> {
    /// The version; 0 is the only known one.
    pub version: u16,
    /// The content as stored in the file.
    pub compression: PdbInfoCompression,
    /// The content, decompressed: an RDAT part, which [`Rdat`] reads.
    pub content: Cow<'a, [u8]>,
    /// The content as it lies in the file, compressed or not.
    pub stored: &'a [u8],
    /// Bytes after the content; none are expected.
    pub unknown: &'a [u8],
}

impl<'a> View<'a> for PdbInfo<'a> {
    type Buf = PdbInfoBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let version = r.u16("Version", Show::Plain)?;
        let compression = r.u16("CompressionType", Show::Enum(PdbInfoCompression::NAMES))?;
        let compression = PdbInfoCompression(compression.into());
        let size = r.word("SizeInBytes", Show::Size)?;
        let uncompressed = r.word("UncompressedSizeInBytes", Show::Size)?;
        r.check_fits(size, "the content", size.to_usize())?;
        let at = r.payload().offset + r.position() as u64;
        let place = Place { offset: at, len: size.value.into(), bit: 0 };
        let stored = r.bytes("Content", size.to_usize(), Show::Plain)?;
        let content = match compression {
            PdbInfoCompression::NONE => check_size(r, uncompressed, stored.len()).map(|()| stored.into())?,
            PdbInfoCompression::ZLIB => {
                let limit = limits::PDB_INFO_FREE + limits::PDB_INFO_BYTES_PER_BYTE * stored.len();
                if uncompressed.to_usize() > limit {
                    let kind = ContainerErrorKind::Expansion {
                        what: "UncompressedSizeInBytes",
                        value: uncompressed.value,
                        stored: stored.len() as u64,
                        limit: limit as u64,
                    };
                    return Err(r.error_at(uncompressed, kind));
                }
                let content =
                    decompress(stored, uncompressed.to_usize()).map_err(|kind| Error::new(kind, place))?;
                check_size(r, uncompressed, content.len())?;
                Cow::Owned(content)
            }
            _ => {
                let kind = ContainerErrorKind::Compression { what: "the content", how: compression.0 };
                return Err(Error::new(kind, place));
            }
        };
        check_content(&content, compression, place)?;
        let unknown = r.rest("Unknown", Show::Unknown);
        Ok(Self { version, compression, content, stored, unknown })
    }

    fn to_buf(&self) -> PdbInfoBuf {
        // Decoding has read it before: it is no error now.
        let rdat = Rdat::parse(Payload::new(FourCc::RDAT, &self.content)).map(|rdat| rdat.to_buf());
        PdbInfoBuf {
            version: self.version,
            compression: self.compression,
            rdat: rdat.unwrap_or_default(),
            unknown: self.unknown.to_vec(),
        }
    }
}

impl PdbInfo<'_> {
    /// The part's bytes, as large as what they say.
    ///
    /// The content is compressed as this crate does it, unless [`stored`](Self::stored) is the same content as
    /// another compressor made it: then that is used. Whether the content is RDAT is not looked at.
    ///
    /// Fails where the content is larger than 32 bits can say, or is to be compressed in a way nobody knows.
    pub fn write(&self) -> Result<Vec<u8>> {
        let content: &[u8] = &self.content;
        let says_the_same =
            |stored: &&[u8]| decompress(stored, content.len()).is_ok_and(|stored| stored == content);
        let stored: Cow<'_, [u8]> = match self.compression {
            PdbInfoCompression::NONE => content.into(),
            PdbInfoCompression::ZLIB => match Some(self.stored).filter(says_the_same) {
                Some(stored) => stored.into(),
                None => compress(content).into(),
            },
            PdbInfoCompression(how) => {
                let kind = ContainerErrorKind::Compression { what: "the content", how };
                return Err(Error::new(kind, Place::default()));
            }
        };
        let mut bytes = Vec::with_capacity(HEADER_SIZE + stored.len() + self.unknown.len());
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(narrow16("CompressionType", self.compression.0)?.to_le_bytes());
        bytes.extend(narrow("content size", stored.len())?.to_le_bytes());
        bytes.extend(narrow("content size", content.len())?.to_le_bytes());
        bytes.extend(stored.iter());
        bytes.extend(self.unknown);
        Ok(bytes)
    }
}

/// Version, compression, two sizes.
const HEADER_SIZE: usize = 12;

fn check_size(r: &Reader<'_, '_>, stated: Word, found: usize) -> Result<()> {
    if stated.to_usize() == found {
        return Ok(());
    }
    let (what, value) = ("UncompressedSizeInBytes", stated.value.into());
    let kind = match found as u64 {
        // Decompression stops at the first byte that is too many.
        more if more > value => {
            let expected = "a larger value, because the decompressed content has more bytes";
            ContainerErrorKind::Value { what, found: value, expected }
        }
        expected => ContainerErrorKind::Mismatch { what, found: value, expected },
    };
    Err(r.error_at(stated, kind))
}

/// Fails unless the content, which lies at `place`, is RDAT. No one byte of compressed content is at fault.
fn check_content(content: &[u8], compression: PdbInfoCompression, place: Place) -> Result<()> {
    let payload = Payload { offset: place.offset, ..Payload::new(FourCc::RDAT, content) };
    Rdat::parse(payload).map(drop).map_err(|error| match compression {
        PdbInfoCompression::NONE => error,
        _ => Error::new(error.kind().clone(), place).within(FourCc::RDAT),
    })
}

/// At most one byte more than `size`, which tells a stream that is longer.
fn decompress(stored: &[u8], size: usize) -> std::result::Result<Vec<u8>, ContainerErrorKind> {
    let mut content = Vec::with_capacity(size + 1);
    let mut decoder = ZlibDecoder::new(stored);
    let read = decoder.by_ref().take(size as u64 + 1).read_to_end(&mut content);
    let whole = decoder.total_in() == stored.len() as u64 || content.len() > size;
    match read {
        Ok(_) if whole => Ok(content),
        _ => Err(ContainerErrorKind::Compression { what: "the content", how: PdbInfoCompression::ZLIB.0 }),
    }
}

fn compress(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // A vector takes everything.
    let written = encoder.write_all(content).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}

/// The owned form of part PDBI.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PdbInfoBuf {
    /// The version; 0 is the only known one.
    pub version: u16,
    /// The compression of the content; DXC always compresses.
    pub compression: PdbInfoCompression,
    /// The content.
    pub rdat: RdatBuf,
    /// Bytes after the content.
    pub unknown: Vec<u8>,
}

/// The layout and compression of another writer.
///
/// Canonical is what this crate's compressor makes of the canonical RDAT. What other compressors make of the
/// same cannot be told from it, so it is kept; an edit of the content lets it go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrangement {
    /// The arrangement of the RDAT, where that is not canonical.
    pub rdat: Option<rdat::Arrangement>,
    /// The compressed content.
    pub compressed: Option<Vec<u8>>,
}

impl PartBuf for PdbInfoBuf {
    type View<'a> = PdbInfo<'a>;
    type Arrangement = Arrangement;

    fn arrange(&self, arrangement: Option<&Arrangement>) -> Result<Vec<u8>> {
        let content = self.rdat.arrange(arrangement.and_then(|known| known.rdat.as_ref()))?;
        let kept = arrangement.and_then(|known| known.compressed.as_deref());
        let &Self { version, compression, ref unknown, .. } = self;
        let content = content.into();
        PdbInfo { version, compression, content, stored: kept.unwrap_or_default(), unknown }.write()
    }

    fn arrangements(&self, payload: Payload<'_>) -> Vec<Arrangement> {
        let Ok(view) = PdbInfo::parse(payload) else { return Vec::new() };
        let is_compressed = view.compression == PdbInfoCompression::ZLIB;
        let compressed = is_compressed.then(|| view.stored.to_vec());
        let owned = Owned::<RdatBuf>::read(Payload::new(FourCc::RDAT, &view.content));
        match owned.map(|owned| owned.layout) {
            Ok(None) => vec![Arrangement { rdat: None, compressed }],
            Ok(Some(Layout::Known(rdat))) => vec![Arrangement { rdat: Some(rdat), compressed }],
            // Nothing but the part as it was will do.
            Ok(Some(Layout::Verbatim(_))) | Err(_) => Vec::new(),
        }
    }
}
