//! Containers inside any bytes: archives, executables, memory dumps. Separate because a container is otherwise
//! believed to be one; here each candidate has to prove it.

use bstr::ByteSlice as _;

use crate::container::Container;
use crate::fourcc::FourCc;
use crate::limits;

/// The containers in some bytes, in order. What lies inside a container that was found is not looked at.
#[derive(Debug, Clone)]
pub struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// A container that was found.
#[derive(Debug, Clone)]
pub struct Found<'a> {
    /// Where it begins.
    pub offset: usize,
    /// The container, without what follows it.
    pub container: Container<'a>,
}

/// Looks for containers: whatever begins as one, has one of the known versions and a part table that holds good.
///
/// ```
/// let bytes = [b"noise DXBC", include_bytes!("../../../examples/triangle_ps.dxil").as_slice(), b"noise"].concat();
/// let found: Vec<usize> = dx_container::scan::scan(&bytes).map(|found| found.offset).collect();
/// assert_eq!(found, [10]);
/// ```
pub fn scan(bytes: &[u8]) -> Scan<'_> {
    Scan { bytes, at: 0 }
}

impl<'a> Iterator for Scan<'a> {
    type Item = Found<'a>;

    fn next(&mut self) -> Option<Found<'a>> {
        loop {
            let from = self.bytes.get(self.at..)?;
            let offset = self.at + from.find(FourCc::DXBC.0)?;
            // A magic that begins nothing may overlap the next one nowhere.
            self.at = offset + FourCc::DXBC.0.len();
            if let Some(container) = candidate(self.bytes.get(offset..)?) {
                self.at = offset + container.bytes().len();
                return Some(Found { offset, container });
            }
        }
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
