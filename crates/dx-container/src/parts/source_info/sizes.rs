//! Sizes of the structures of SRCI, which include their own header and padding. Separate because the part, its sections
//! and their entries have them.

use crate::error::{ContainerErrorKind, Result};
use crate::fields::Show;
use crate::reader::{Reader, Word};

/// The header of the part, and of each section.
pub(super) const HEADER_SIZE: usize = 8;

/// The size of a structure that counts its own header of 8 bytes, of which this field is the first.
pub(super) fn size_with_header(r: &mut Reader<'_, '_>, what: &'static str) -> Result<usize> {
    let left = r.remaining();
    let size = r.word("AlignedSizeInBytes", Show::Size)?;
    if size.to_usize() < HEADER_SIZE {
        let expected = "at least 8, the size of the header itself";
        let kind =
            ContainerErrorKind::Value { what: "AlignedSizeInBytes", found: size.value.into(), expected };
        return Err(r.error_at(size, kind));
    }
    if size.to_usize() > left {
        return r.check_fits(size, what, size.to_usize()).map(|()| 0);
    }
    r.check_left(what, HEADER_SIZE - 4)?;
    Ok(size.to_usize())
}

/// Reads up to the end of an entry that began at `start` and takes `size` bytes.
pub(super) fn fill(r: &mut Reader<'_, '_>, size: Word, start: usize) -> Result<()> {
    let Some(filler) = size.to_usize().checked_sub(r.position() - start) else {
        let (found, least) = (size.value.into(), (r.position() - start) as u64);
        let kind = ContainerErrorKind::RecordSize { what: "AlignedSizeInBytes", found, least };
        return Err(r.error_at(size, kind));
    };
    r.check_fits(size, "the padding of the entry", filler)?;
    r.bytes("Filler", filler, Show::Filler).map(drop)
}
