//! PDB files with the debug information of a shader, as DXC writes them: an MSF file (streams of blocks) with a GUID
//! in stream 1, by which tools find the PDB, and a container in stream 5.
//!
//! ```
//! use dx_container::pdb::{CONTAINER_STREAM, Pdb};
//! use dx_container::{Container, FourCc};
//!
//! let bytes = include_bytes!("../../../tests/corpus/variants/triangle_ps_full.pdb");
//! let pdb = Pdb::parse(bytes)?;
//! let container = pdb.container()?;
//! let container = Container::parse(&container)?;
//! assert!(container.part(FourCc::SRCI).is_some());
//! // The stream lies in one piece: an offset in it is this far from one in the file.
//! assert_eq!(pdb.msf().file_offset(CONTAINER_STREAM, 0), 0xc00);
//! # Ok::<(), dx_container::ContainerError>(())
//! ```

mod block_use;
mod identity;
mod msf;
mod write;

use std::borrow::Cow;

use bstr::BStr;

use crate::error::{ContainerErrorKind, Result};
use crate::fields::{Show, Sink};
use crate::fourcc::FourCc;
use crate::magic::is_container;
use crate::reader::{Payload, Reader};
use located::{Error, Frame, Place};

pub(crate) use block_use::{Use, run_end};
pub use identity::Identity;
pub(crate) use msf::Opening;
pub use msf::{MAGIC, Msf, NO_STREAM, Superblock, is_msf};
pub use write::{MsfBuilder, PdbBuf};

/// The stream with the GUID.
pub const INFO_STREAM: usize = 1;
/// The stream with the container.
pub const CONTAINER_STREAM: usize = 5;
/// The version of all known files: Visual C++ 7.0.
pub const VC70: u32 = 20_000_404;

/// A PDB file.
#[derive(Debug, Clone)]
pub struct Pdb<'a> {
    msf: Msf<'a>,
    info: Cow<'a, [u8]>,
}

impl<'a> Pdb<'a> {
    /// Opens a PDB and reads its stream directory; the content of streams is read on demand.
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        let msf = Msf::parse(bytes)?;
        let info = msf.stream(INFO_STREAM).unwrap_or_default();
        Ok(Self { msf, info })
    }

    /// The streams.
    pub fn msf(&self) -> &Msf<'a> {
        &self.msf
    }

    /// The content of stream 1.
    pub fn info(&self) -> Result<Info<'_>> {
        self.placed(Info::decode(&mut Reader::new(Info::payload(&self.info))))
    }

    /// Walks the fields of stream 1.
    pub fn walk_info<'i>(&'i self, sink: &mut dyn Sink<'i>) -> Result<Info<'i>> {
        self.placed(Info::walk(&self.info, sink))
    }

    /// An error in stream 1, with its place in the file.
    fn placed<'i>(&self, info: Result<Info<'i>>) -> Result<Info<'i>> {
        info.map_err(|error| self.msf.placed(INFO_STREAM, error))
    }

    /// The bytes of stream 5, borrowed if they are contiguous; they begin with the magic of a container. The stream
    /// may be longer than the container.
    pub fn container(&self) -> Result<Cow<'a, [u8]>> {
        let stream = self.msf.stream(CONTAINER_STREAM);
        if let Some(stream) = stream
            && is_container(&stream)
        {
            return Ok(stream);
        }
        let offset = self.msf.file_offset(CONTAINER_STREAM, 0);
        let streams = self.msf.len() as u64;
        Err(Error::new(ContainerErrorKind::NoContainer { streams }, Place { offset, len: 0, bit: 0 }))
    }
}

/// Stream 1 of a PDB.
#[derive(Debug, Clone)]
pub struct Info<'a> {
    /// The version; [`VC70`] in all known files.
    pub version: u32,
    /// The signature; DXC writes 0, other compilers the time.
    pub signature: u32,
    /// The number of times the file was written; 1.
    pub age: u32,
    /// The GUID: of a shader's PDB the digest in its HASH part.
    pub guid: [u8; 16],
    /// Streams that have a name, in the order of the hash table; DXC names none.
    pub named_streams: Vec<(&'a BStr, u32)>,
    /// Bytes after the names: other compilers say here what the PDB can do.
    pub unknown: &'a [u8],
}

impl<'a> Info<'a> {
    /// The input of a decoder for a stream with these bytes.
    pub fn payload(stream: &'a [u8]) -> Payload<'a> {
        // The name is for errors about parts; a stream has none.
        Payload::new(FourCc::SPDB, stream)
    }

    /// Walks the fields of a stream with these bytes.
    pub fn walk(stream: &'a [u8], sink: &mut dyn Sink<'a>) -> Result<Self> {
        Self::decode(&mut Reader::reporting(Self::payload(stream), sink))
    }

    /// Reads the stream.
    pub fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        Self::decode_fields(r).map_err(|error| error.within(Frame::Node("PDB information")))
    }

    fn decode_fields(r: &mut Reader<'a, '_>) -> Result<Self> {
        let Id { version, signature, age, guid } = Id::decode(r)?;
        let size = r.word("StringsSize", Show::Size)?;
        r.check_fits(size, "the strings", size.to_usize())?;
        let strings = r.bytes("Strings", size.to_usize(), Show::Table)?;
        let count = r.word("StreamCount", Show::Count)?;
        r.u32("Capacity", Show::Size)?;
        for (words, name) in [("PresentWords", "Present"), ("DeletedWords", "Deleted")] {
            let words = r.word(words, Show::Count)?;
            r.check_fits(words, "the bit set", words.to_usize().saturating_mul(4))?;
            r.words(name, words.to_usize(), Show::Table)?;
        }
        r.check_fits(count, "the named streams", count.to_usize().saturating_mul(8))?;
        let mut named_streams = Vec::with_capacity(count.to_usize());
        r.list("NamedStreams", count.to_usize(), |r, _| {
            let (_, name) = r.text_at("Name", strings)?;
            named_streams.push((name, r.u32("Stream", Show::Plain)?));
            Ok(())
        })?;
        // Zero where nothing follows: the end of the names' list, and no features.
        let unknown = r.rest("Features", Show::Filler);
        Ok(Self { version, signature, age, guid, named_streams, unknown })
    }
}

/// The beginning of stream 1.
struct Id {
    version: u32,
    signature: u32,
    age: u32,
    guid: [u8; 16],
}

impl Id {
    const SIZE: usize = 28;

    fn decode(r: &mut Reader<'_, '_>) -> Result<Self> {
        Ok(Self {
            version: r.expected("Version", Show::Magic, VC70)?,
            signature: r.u32("Signature", Show::Hex)?,
            age: r.u32("Age", Show::Plain)?,
            guid: r.array("Guid", Show::Digest)?,
        })
    }
}
