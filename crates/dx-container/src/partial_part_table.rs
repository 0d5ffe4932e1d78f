//! The part table of a container of which only pieces are read. Separate from [`container`](crate::container), which
//! has all bytes: who asks thousands of files for one small part each reads a few hundred bytes of each.

use az::SaturatingAs as _;
use located::{Error, Place};

use crate::container::{HEADER_SIZE, PART_HEADER_SIZE};
use crate::error::{ContainerError, ContainerErrorKind};
use crate::fourcc::FourCc;
use crate::limits;
use crate::program_version::ProgramVersion;
use crate::reader::Payload;

/// Reads bytes of a file: as many as the buffer takes, from an offset on.
pub trait ReadAt<E>: FnMut(u64, &mut [u8]) -> Result<(), E> {}

impl<E, F: FnMut(u64, &mut [u8]) -> Result<(), E>> ReadAt<E> for F {}

/// A part, by its place in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartPlace {
    /// The name.
    pub name: FourCc,
    /// The offset of the part header in the file.
    pub offset: u32,
    /// The size of the payload in bytes.
    pub size: u32,
}

/// The parts of a container by name and place.
#[derive(Debug, Clone)]
pub struct PartialPartTable {
    /// In the order of the table.
    pub parts: Vec<PartPlace>,
    /// The stage and shader model, from the first word of the program.
    pub program_version: Option<ProgramVersion>,
}

impl PartialPartTable {
    /// Reads the header, the part table and the header of each part of a file of `size` bytes. `read` is asked for
    /// bytes inside the file only.
    ///
    /// # Errors
    /// Those of `read`; the file is no container, or its header or a part header says what does not fit; there are more
    /// than [`OUTLINE_PARTS`](limits::OUTLINE_PARTS).
    pub fn read<E: From<ContainerError>>(size: u64, read: &mut impl ReadAt<E>) -> Result<Self, E> {
        let (total, count) = read_header(size, read)?;
        let mut offsets = vec![0; 4 * (count as usize)];
        read(HEADER_SIZE as u64, &mut offsets)?;
        let first = HEADER_SIZE as u64 + 4 * u64::from(count);
        let mut table = Self { parts: Vec::with_capacity(count as usize), program_version: None };
        let mut rank = usize::MAX;
        let mut end = first;
        for (index, offset) in (0..).zip(offsets.as_chunks::<4>().0) {
            let offset = u32::from_le_bytes(*offset);
            // With the word behind it, where there is one: of a program that is its version.
            let mut begin = [0; PART_HEADER_SIZE + 4];
            let left = u64::from(total).saturating_sub(offset.into());
            if left < PART_HEADER_SIZE as u64 || u64::from(offset) < end {
                let kind = ContainerErrorKind::PartOffset { index, offset, first: end, total };
                return Err(error(kind, HEADER_SIZE as u64 + 4 * u64::from(index), 4).into());
            }
            let there = left.saturating_as::<usize>().min(begin.len());
            read(offset.into(), begin.get_mut(..there).unwrap_or_default())?;
            let [a, b, c, d, sizes @ .., e, f, g, h] = begin;
            let (name, size) = (FourCc([a, b, c, d]), u32::from_le_bytes(sizes));
            let left = left - PART_HEADER_SIZE as u64;
            if u64::from(size) > left {
                let kind = ContainerErrorKind::PartSize { name, offset, size, left };
                return Err(error(kind, u64::from(offset) + 4, 4).within(name).into());
            }
            end = u64::from(offset) + PART_HEADER_SIZE as u64 + u64::from(size);
            if let Some(new) = ProgramVersion::PARTS.iter().position(|part| *part == name)
                && new < rank
                && size >= 4
            {
                rank = new;
                table.program_version = Some(ProgramVersion(u32::from_le_bytes([e, f, g, h])));
            }
            table.parts.push(PartPlace { name, offset, size });
        }
        Ok(table)
    }

    /// The first part called `name`.
    pub fn part(&self, name: FourCc) -> Option<PartPlace> {
        self.parts.iter().find(|part| part.name == name).copied()
    }
}

impl PartPlace {
    /// The bytes of the payload.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn read<E>(self, read: &mut impl ReadAt<E>) -> Result<Vec<u8>, E> {
        let mut bytes = vec![0; self.size as usize];
        read(self.payload_offset(), &mut bytes)?;
        Ok(bytes)
    }

    /// These bytes, with their place in the file.
    pub fn payload(self, bytes: &[u8]) -> Payload<'_> {
        Payload { name: self.name, bytes, offset: self.payload_offset(), stage: None }
    }

    fn payload_offset(self) -> u64 {
        u64::from(self.offset) + PART_HEADER_SIZE as u64
    }
}

/// The total size and the number of parts.
fn read_header<E: From<ContainerError>>(size: u64, read: &mut impl ReadAt<E>) -> Result<(u32, u32), E> {
    if size < HEADER_SIZE as u64 {
        let kind = ContainerErrorKind::HeaderTruncated {
            what: "the container header",
            needed: HEADER_SIZE as u64,
            left: size,
        };
        return Err(error(kind, 0, size).into());
    }
    let mut header = [0; HEADER_SIZE];
    read(0, &mut header)?;
    let [a, b, c, d, .., s0, s1, s2, s3, n0, n1, n2, n3] = header;
    let magic = [a, b, c, d];
    if magic != FourCc::DXBC.0 {
        return Err(error(ContainerErrorKind::BadMagic { found: FourCc(magic) }, 0, 4).into());
    }
    let (total, count) = (u32::from_le_bytes([s0, s1, s2, s3]), u32::from_le_bytes([n0, n1, n2, n3]));
    if u64::from(total) > size {
        return Err(error(ContainerErrorKind::TotalSize { stated: total, actual: size }, 24, 4).into());
    }
    let Some(left) = u64::from(total).checked_sub(HEADER_SIZE as u64) else {
        let least = HEADER_SIZE as u64;
        return Err(error(ContainerErrorKind::TotalSizeBelowHeader { stated: total, least }, 24, 4).into());
    };
    let needed = 4 * u64::from(count);
    if needed > left || count > limits::OUTLINE_PARTS {
        let left = left.min(4 * u64::from(limits::OUTLINE_PARTS));
        return Err(error(ContainerErrorKind::PartCount { count, needed, left }, 28, 4).into());
    }
    Ok((total, count))
}

fn error(kind: ContainerErrorKind, offset: u64, len: u64) -> ContainerError {
    Error::new(kind, Place { offset, len, bit: 0 })
}
