//! Notes: records of an owner, a type and bytes. Separate because the ISA's name and the metadata both travel in them.

use az::SaturatingAs as _;
use bstr::BStr;
use located::Frame;

use crate::elf::{Elf, Section, length};
use crate::elf_names::{NT_AMD_HSA_ISA_NAME, NT_AMDGPU_METADATA};
use crate::error::{ErrorKind, Result};

/// Owner and type of the note with the ISA's name.
pub const ISA_NAME: (&str, u32) = ("AMD", NT_AMD_HSA_ISA_NAME);

/// Owner and type of the note with PAL's metadata.
pub const METADATA: (&str, u32) = ("AMDGPU", NT_AMDGPU_METADATA);

/// Kind of the sections that hold notes (`SHT_NOTE`).
const SHT_NOTE: u32 = object::elf::SHT_NOTE.0;

/// A note of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note<'a> {
    /// The owner's name, without its NUL.
    pub owner: &'a BStr,
    /// Its type, which its owner defines.
    pub kind: u32,
    /// The descriptor: its bytes.
    pub data: &'a [u8],
    /// Offset of `data` in the file.
    pub offset: u64,
}

impl Note<'_> {
    /// Whether it has this owner and type.
    pub fn is(&self, (owner, kind): (&str, u32)) -> bool {
        self.owner == owner && self.kind == kind
    }
}

/// The notes of a file, section by section.
///
/// # Errors
/// When a note runs past the end of its section.
pub fn notes<'a>(elf: &Elf<'a>) -> Result<Vec<Note<'a>>> {
    let mut notes = Vec::new();
    for section in elf.sections.iter().filter(|section| section.kind == SHT_NOTE) {
        read(section, &mut notes).map_err(|error| error.within(Frame::Name(section.name.to_string())))?;
    }
    Ok(notes)
}

fn read<'a>(section: &Section<'a>, notes: &mut Vec<Note<'a>>) -> Result<()> {
    let mut rest = section.data;
    while !rest.is_empty() {
        let offset = section.offset + length(section.data.len() - rest.len());
        let truncated = |needed| {
            ErrorKind::Truncated { what: "note", needed, left: length(rest.len()) }.at(offset, needed)
        };
        let Some((header, body)) = rest.split_first_chunk::<12>() else { return Err(truncated(12)) };
        let word = |at: usize| {
            header
                .get(at..)
                .and_then(|bytes| bytes.first_chunk())
                .map_or(0, |bytes| u32::from_le_bytes(*bytes))
        };
        let (name_size, data_size, kind) = (word(0), word(4), word(8));
        let name_space = u64::from(name_size).next_multiple_of(4);
        let needed = 12 + name_space + u64::from(data_size);
        let piece = |from: u64, len: u32| {
            let from = usize::try_from(from).ok()?;
            body.get(from..)?.get(..usize::try_from(len).ok()?)
        };
        let (Some(name), Some(data)) = (piece(0, name_size), piece(name_space, data_size)) else {
            return Err(truncated(needed));
        };
        let owner = BStr::new(name.strip_suffix(b"\0").unwrap_or(name));
        notes.push(Note { owner, kind, data, offset: offset + 12 + name_space });
        // The last note may lack its padding.
        let step = needed.next_multiple_of(4).saturating_as::<usize>();
        rest = rest.get(step..).unwrap_or_default();
    }
    Ok(())
}

/// Appends a note whose bytes `data` appends; they begin and end at multiples of four, padded with zeros.
pub fn write(out: &mut Vec<u8>, (owner, kind): (&str, u32), data: impl FnOnce(&mut Vec<u8>)) {
    let word = |len: usize| len.saturating_as::<u32>().to_le_bytes();
    out.extend_from_slice(&word(owner.len() + 1));
    let place = out.len();
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&kind.to_le_bytes());
    out.extend_from_slice(owner.as_bytes());
    out.push(0);
    out.resize(out.len().next_multiple_of(4), 0);
    let start = out.len();
    data(out);
    let written = word(out.len() - start);
    if let Some(bytes) = out.get_mut(place..).and_then(<[u8]>::first_chunk_mut) {
        *bytes = written;
    }
    out.resize(out.len().next_multiple_of(4), 0);
}
