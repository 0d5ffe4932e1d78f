//! Memory: ranges of addresses, each with bytes of its own. What is accessed beside them stops the execution. Separate
//! because code, descriptors and resources are all in it.

use std::collections::BTreeMap;

/// Memory.
#[derive(Debug, Default)]
pub struct Memory {
    ranges: BTreeMap<u64, Range>,
}

#[derive(Debug)]
struct Range {
    bytes: Vec<u8>,
    is_writable: bool,
}

/// The most bytes of a range: tests need no more, and hostile sizes get an error.
pub const MAX_RANGE: usize = 1 << 28;

impl Memory {
    /// Puts bytes at an address. What was there before stays where nothing overlaps it.
    ///
    /// # Errors
    ///
    /// Too many bytes, or a range that overlaps another one.
    pub fn put(&mut self, address: u64, bytes: Vec<u8>, is_writable: bool) -> Result<(), String> {
        let length = bytes.len() as u64;
        if bytes.len() > MAX_RANGE {
            return Err(format!("{length} bytes at {address:#x} are more than {MAX_RANGE}"));
        }
        let end = address.checked_add(length).ok_or("a range goes beyond all addresses")?;
        let before = self.ranges.range(..end).next_back();
        if before.is_some_and(|(start, range)| start + range.bytes.len() as u64 > address) {
            return Err(format!("{length} bytes at {address:#x} overlap others"));
        }
        self.ranges.insert(address, Range { bytes, is_writable });
        Ok(())
    }

    /// The bytes of the range that begins at an address.
    pub fn range(&self, address: u64) -> Option<&[u8]> {
        self.ranges.get(&address).map(|range| range.bytes.as_slice())
    }

    /// So many bytes at an address.
    pub(crate) fn bytes(&self, address: u64, count: usize) -> Result<&[u8], String> {
        let found = self.ranges.range(..=address).next_back().and_then(|(start, range)| {
            let first = usize::try_from(address - start).ok()?;
            range.bytes.get(first..first.checked_add(count)?)
        });
        found.ok_or_else(|| format!("nothing is at {address:#x}, of which {count} bytes are read"))
    }

    /// At most eight bytes as a number.
    pub(crate) fn read(&self, address: u64, count: usize) -> Result<u64, String> {
        let mut number = [0; 8];
        number[..count].copy_from_slice(self.bytes(address, count)?);
        Ok(u64::from_le_bytes(number))
    }

    /// A word.
    pub(crate) fn word(&self, address: u64) -> Result<u32, String> {
        self.read(address, 4).map(|word| word as u32)
    }

    /// Writes at most eight bytes of a number.
    pub(crate) fn write(&mut self, address: u64, count: usize, value: u64) -> Result<(), String> {
        let found = self.ranges.range_mut(..=address).next_back().and_then(|(start, range)| {
            let first = usize::try_from(address - start).ok()?;
            let end = first.checked_add(count)?;
            range.bytes.get_mut(first..end).filter(|_| range.is_writable)
        });
        let place =
            found.ok_or_else(|| format!("nothing is to be written at {address:#x}, {count} bytes"))?;
        place.copy_from_slice(&value.to_le_bytes()[..count]);
        Ok(())
    }
}
