//! Opens a container: reads the header and the part table only. An invalid part is an error of that part alone.

use az::SaturatingAs as _;
use zerocopy::little_endian::{U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::digest::{DIGEST_COVERS_FROM, Digest, DigestState};
use crate::error::{ContainerErrorKind, Result};
use crate::fields::{Show, Sink};
use crate::fourcc::FourCc;
use crate::part::View;
use crate::parts::{self, PartKind, PartView};
use crate::program_version::ProgramVersion;
use crate::reader::{Payload, Reader};
use located::{Error, Place};

/// The first 32 bytes of a container.
#[derive(Debug, Clone, Copy, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct Header {
    /// The magic: `DXBC`, also in DXIL containers.
    pub magic: [u8; 4],
    /// The digest, see [`digest`](crate::digest).
    pub digest: Digest,
    /// The major version of the container format; 1 in all known files.
    pub major: U16,
    /// The minor version of the container format; 0 in all known files.
    pub minor: U16,
    /// The size of the whole container in bytes, this header included.
    pub total_size: U32,
    /// The number of entries in the offset table that follows.
    pub part_count: U32,
}

/// The header in front of each part's payload.
#[derive(Debug, Clone, Copy, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct PartHeader {
    /// The part's name.
    pub name: [u8; 4],
    /// The size of the payload in bytes, this header not included.
    pub size: U32,
}

/// The size of the container header, which the part offsets follow.
pub const HEADER_SIZE: usize = size_of::<Header>();
/// The size of a part header.
pub const PART_HEADER_SIZE: usize = size_of::<PartHeader>();

/// A container that borrows its bytes, at any alignment.
///
/// Opening checks the header and the placement of the parts: inside the container, in the order of the table, without
/// overlaps. Everything else is kept as found: gaps between parts, unknown parts, an invalid digest, bytes after the
/// container.
#[derive(Debug, Clone)]
pub struct Container<'a> {
    bytes: &'a [u8],
    header: &'a Header,
    total: usize,
    parts: Vec<Part<'a>>,
    /// Found once: every part's decoder may ask for it.
    version: Option<ProgramVersion>,
}

/// One entry of the part table.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    /// The name of the part.
    pub name: FourCc,
    /// The offset of the part header in the file.
    pub offset: u32,
    /// The payload.
    pub data: &'a [u8],
}

impl<'a> Container<'a> {
    /// Opens the container at the start of `bytes`.
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        let (header, total) = parse_header(bytes)?;
        let parts = parse_parts(bytes, header, total)?;
        let version = find_program_version(&parts);
        Ok(Self { bytes, header, total: total as usize, parts, version })
    }

    /// The header.
    pub fn header(&self) -> &'a Header {
        self.header
    }

    /// The parts in the order of the table.
    pub fn parts(&self) -> &[Part<'a>] {
        &self.parts
    }

    /// The first part called `name`.
    pub fn part(&self, name: FourCc) -> Option<Part<'a>> {
        self.parts.iter().find(|part| part.name == name).copied()
    }

    /// The first part called `name`, read as `V`; `None` where there is no such part.
    pub fn view<V: View<'a>>(&self, name: FourCc) -> Option<Result<V>> {
        self.part(name).map(|part| V::parse(self.payload(&part)))
    }

    /// The payload of a part with the context that its decoder may use.
    pub fn payload(&self, part: &Part<'a>) -> Payload<'a> {
        Payload { stage: self.version.map(ProgramVersion::kind), ..part.payload() }
    }

    /// Reads `part` with the decoder for its name.
    pub fn read(&self, part: &Part<'a>) -> Result<PartView<'a>> {
        PartView::parse(self.payload(part))
    }

    /// Reads `part` and reports its fields in the order in which its decoder reads them.
    pub fn walk(&self, part: &Part<'a>, sink: &mut dyn Sink<'a>) -> Result<PartView<'a>> {
        parts::walk(self.payload(part), sink)
    }

    /// Walks the fields of the container header and the offset table, in file offsets.
    pub fn walk_header(&self, sink: &mut dyn Sink<'a>) -> Result<()> {
        let mut r = Reader::reporting(Payload::new(FourCc::DXBC, self.bytes), sink);
        r.text("Magic", 4)?;
        r.array::<16>("Digest", Show::Digest)?;
        r.u16("MajorVersion", Show::Plain)?;
        r.u16("MinorVersion", Show::Plain)?;
        r.u32("FileSize", Show::Size)?;
        r.u32("PartCount", Show::Count)?;
        (0..self.parts.len()).try_for_each(|_| r.u32("PartOffset", Show::Offset).map(drop))
    }

    /// Walks the fields of the header before `part`, in file offsets.
    pub fn walk_part_header(&self, part: &Part<'a>, sink: &mut dyn Sink<'a>) -> Result<()> {
        let mut r = Reader::reporting(Payload::new(part.name, self.bytes), sink);
        r.resume(part.offset as usize);
        r.text("Name", 4)?;
        r.u32("Size", Show::Size).map(drop)
    }

    /// The digest in the header.
    pub fn digest(&self) -> Digest {
        self.header.digest
    }

    /// Checks the digest against the bytes of the container, which reads all of them.
    pub fn digest_state(&self) -> DigestState {
        self.digest().state(self.bytes.get(DIGEST_COVERS_FROM..self.total).unwrap_or_default())
    }

    /// The unused bytes in front of the header of part `index`; nearly always none. With the number of parts as
    /// `index`, the unused bytes after the last part.
    pub fn gap(&self, index: usize) -> &'a [u8] {
        let from = match index.checked_sub(1).and_then(|before| self.parts.get(before)) {
            Some(before) => before.offset as usize + PART_HEADER_SIZE + before.data.len(),
            None => HEADER_SIZE + 4 * self.parts.len(),
        };
        let to = self.parts.get(index).map_or(self.total, |part| part.offset as usize);
        self.bytes.get(from..to).unwrap_or_default()
    }

    /// The bytes of the file after the end of the container.
    pub fn trailing(&self) -> &'a [u8] {
        self.bytes.get(self.total..).unwrap_or_default()
    }

    /// The whole input.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The stage and shader model, from the first word of the program; the rest of the program is not read.
    pub fn program_version(&self) -> Option<ProgramVersion> {
        self.version
    }
}

impl<'a> Part<'a> {
    /// The payload and its offset in the file.
    pub fn payload(&self) -> Payload<'a> {
        let offset = u64::from(self.offset) + PART_HEADER_SIZE as u64;
        Payload { name: self.name, bytes: self.data, offset, stage: None }
    }

    /// The kind of decoder for parts of this name.
    pub fn kind(&self) -> PartKind {
        parts::kind(self.name)
    }
}

fn error(kind: ContainerErrorKind, offset: usize, len: usize) -> Error<ContainerErrorKind> {
    Error::new(kind, Place { offset: offset as u64, len: len as u64, bit: 0 })
}

const TOTAL_SIZE_AT: usize = 24;
const PART_COUNT_AT: usize = 28;

fn parse_header(bytes: &[u8]) -> Result<(&Header, u32)> {
    let magic: Option<&[u8; 4]> = bytes.first_chunk();
    match magic {
        None if bytes.is_empty() => return Err(error(ContainerErrorKind::Empty, 0, 0)),
        Some(&magic) if magic != FourCc::DXBC.0 => {
            return Err(error(ContainerErrorKind::BadMagic { found: FourCc(magic) }, 0, 4));
        }
        _ => {}
    }
    let Ok((header, _)) = Header::ref_from_prefix(bytes) else {
        let (needed, left) = (HEADER_SIZE as u64, bytes.len() as u64);
        let kind = ContainerErrorKind::HeaderTruncated { what: "the container header", needed, left };
        return Err(error(kind, 0, bytes.len()));
    };
    let stated = header.total_size.get();
    if (stated as usize) > bytes.len() {
        let kind = ContainerErrorKind::TotalSize { stated, actual: bytes.len() as u64 };
        return Err(error(kind, TOTAL_SIZE_AT, 4));
    }
    if (stated as usize) < HEADER_SIZE {
        let kind = ContainerErrorKind::TotalSizeBelowHeader { stated, least: HEADER_SIZE as u64 };
        return Err(error(kind, TOTAL_SIZE_AT, 4));
    }
    Ok((header, stated))
}

fn parse_parts<'a>(bytes: &'a [u8], header: &Header, total: u32) -> Result<Vec<Part<'a>>> {
    let inside = bytes.get(..total as usize).unwrap_or(bytes);
    let count = header.part_count.get();
    let after_header = inside.get(HEADER_SIZE..).unwrap_or_default();
    let Ok((offsets, _)) = <[U32]>::ref_from_prefix_with_elems(after_header, count as usize) else {
        let kind = ContainerErrorKind::PartCount {
            count,
            needed: u64::from(count) * 4,
            left: after_header.len() as u64,
        };
        return Err(error(kind, PART_COUNT_AT, 4));
    };
    let mut parts: Vec<Part<'a>> = Vec::with_capacity(offsets.len());
    for (index, offset) in (0..).zip(offsets) {
        let part = parse_part(inside, offsets.len(), index, offset.get())?;
        if let Some(before) = parts.last() {
            check_order(before, &part)?;
        }
        parts.push(part);
    }
    Ok(parts)
}

fn parse_part(inside: &[u8], count: usize, index: u32, offset: u32) -> Result<Part<'_>> {
    let first = HEADER_SIZE + 4 * count;
    let at = offset as usize;
    let from = inside.get(at..).filter(|_| at >= first).unwrap_or_default();
    let Ok((header, payload)) = PartHeader::ref_from_prefix(from) else {
        let total = inside.len().saturating_as::<u32>();
        let kind = ContainerErrorKind::PartOffset { index, offset, first: first as u64, total };
        return Err(error(kind, HEADER_SIZE + 4 * (index as usize), 4));
    };
    let name = FourCc(header.name);
    let size = header.size.get();
    let Some(data) = payload.get(..size as usize) else {
        let kind = ContainerErrorKind::PartSize { name, offset, size, left: payload.len() as u64 };
        return Err(error(kind, at + 4, 4).within(name));
    };
    Ok(Part { name, offset, data })
}

fn check_order(before: &Part<'_>, part: &Part<'_>) -> Result<()> {
    let end = u64::from(before.offset) + (PART_HEADER_SIZE + before.data.len()) as u64;
    if u64::from(part.offset) >= end {
        return Ok(());
    }
    let (name, offset, other) = (part.name, part.offset, before.name);
    let kind = if part.offset < before.offset {
        ContainerErrorKind::PartOrder { name, offset, other, other_offset: before.offset }
    } else {
        ContainerErrorKind::PartOverlap { name, offset, other, end }
    };
    Err(error(kind, offset as usize, PART_HEADER_SIZE).within(name))
}

fn find_program_version(parts: &[Part<'_>]) -> Option<ProgramVersion> {
    let rank = |part: &Part<'_>| ProgramVersion::PARTS.iter().position(|&name| name == part.name);
    let program = parts.iter().filter(|part| rank(part).is_some()).min_by_key(|part| rank(part))?;
    let (version, _) = U32::read_from_prefix(program.data).ok()?;
    Some(ProgramVersion(version.get()))
}
