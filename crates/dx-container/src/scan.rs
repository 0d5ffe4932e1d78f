//! Containers inside any bytes: archives, executables, memory dumps. Separate because a container is otherwise
//! believed to be one; here each candidate has to prove it.

use bstr::ByteSlice as _;

use crate::container::Container;
use crate::digest::DigestState;
use crate::fourcc::FourCc;
use crate::limits;

/// The containers in some bytes, in order. What lies inside a container that was found is not looked at.
#[derive(Debug, Clone)]
pub struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Bytes that may still be looked at twice, see [`limits::SCANNED_TWICE`].
    left: usize,
}

/// A container that was found.
#[derive(Debug, Clone)]
pub struct Found<'a> {
    /// Where it begins.
    pub offset: usize,
    /// The container, without what follows it.
    pub container: Container<'a>,
    /// How its digest stands to its bytes.
    pub digest: DigestState,
}

/// Looks for containers: whatever begins as one, has one of the known versions and a part table that holds good.
///
/// ```
/// let bytes = [b"noise DXBC", include_bytes!("../../../examples/triangle_ps.dxil").as_slice(), b"noise"].concat();
/// let found: Vec<usize> = dx_container::scan::scan(&bytes).map(|found| found.offset).collect();
/// assert_eq!(found, [10]);
/// ```
pub fn scan(bytes: &[u8]) -> Scan<'_> {
    Scan { bytes, at: 0, left: bytes.len().saturating_mul(limits::SCANNED_TWICE) }
}

impl<'a> Iterator for Scan<'a> {
    type Item = Found<'a>;

    fn next(&mut self) -> Option<Found<'a>> {
        loop {
            let from = self.bytes.get(self.at..)?;
            let offset = self.at + from.find(FourCc::DXBC.0)?;
            // A magic that begins nothing may overlap the next one nowhere.
            self.at = offset + FourCc::DXBC.0.len();
            let Some(container) = candidate(self.bytes.get(offset..)?) else { continue };
            let digest = container.digest_state();
            if matches!(digest, DigestState::Wrong(_)) && self.is_cut(offset, &container) {
                continue;
            }
            self.at = offset + container.bytes().len();
            return Some(Found { offset, container, digest });
        }
    }
}

impl Scan<'_> {
    /// True for a container with a wrong digest that was cut short: another one, whose digest is right, begins within
    /// what should be its bytes.
    fn is_cut(&mut self, offset: usize, container: &Container<'_>) -> bool {
        let bytes = container.bytes();
        let Some(left) = self.left.checked_sub(bytes.len()) else { return false };
        self.left = left;
        let mut at = FourCc::DXBC.0.len();
        while let Some(found) = bytes.get(at..).and_then(|from| from.find(FourCc::DXBC.0)) {
            let begin = at + found;
            at = begin + FourCc::DXBC.0.len();
            // What follows may reach beyond what the cut one claims.
            let start = offset + begin;
            let Some(inner) = self.bytes.get(start..).and_then(candidate) else { continue };
            match self.left.checked_sub(inner.bytes().len()) {
                Some(left) => self.left = left,
                None => return false,
            }
            if inner.digest_state() == DigestState::Valid {
                return true;
            }
        }
        false
    }
}

/// The container at the start of `bytes`, if there is one.
fn candidate(bytes: &[u8]) -> Option<Container<'_>> {
    let word = |at: usize| bytes.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word));
    let (version, size, count) = (word(20)?, word(24)?, word(28)?);
    // Cheap questions first: in random bytes, nothing passes them.
    if version != KNOWN_VERSION || count == 0 || count > limits::SCANNED_PARTS {
        return None;
    }
    Container::parse(bytes.get(..usize::try_from(size).ok()?)?).ok()
}

/// Version 1.0, which every container has.
const KNOWN_VERSION: u32 = 1;
