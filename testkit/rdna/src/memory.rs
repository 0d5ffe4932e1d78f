//! Memory: ranges of addresses, each with bytes of its own. What is accessed beside them stops the execution. Separate
//! because code, descriptors and resources are all in it.

use std::collections::BTreeMap;
use std::ops::Range as Addresses;

/// Memory.
#[derive(Debug, Default)]
pub struct Memory {
    ranges: BTreeMap<u64, Range>,
    computed: Option<Computed>,
}

/// Addresses whose bytes follow from them.
#[derive(Debug)]
struct Computed {
    addresses: Addresses<u64>,
    byte: fn(u64) -> u8,
}

/// The most bytes of an element of a format.
pub(crate) const MAX_ELEMENT: usize = 16;

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

    /// Lets bytes that are in no range be a function of their address, more of them than could be stored.
    pub fn compute(&mut self, addresses: Addresses<u64>, byte: fn(u64) -> u8) {
        self.computed = Some(Computed { addresses, byte });
    }

    /// The bytes of the range that begins at an address.
    pub fn range(&self, address: u64) -> Option<&[u8]> {
        self.ranges.get(&address).map(|range| range.bytes.as_slice())
    }

    /// So many bytes at an address, behind which are zeros.
    pub(crate) fn element(&self, address: u64, count: usize) -> Result<[u8; MAX_ELEMENT], String> {
        let mut element = [0; MAX_ELEMENT];
        let places = &mut element[..count];
        let found = self.ranges.range(..=address).next_back().and_then(|(start, range)| {
            let first = usize::try_from(address - start).ok()?;
            range.bytes.get(first..first.checked_add(count)?)
        });
        let computed = self.computed.as_ref().filter(|computed| {
            let end = address.checked_add(count as u64);
            computed.addresses.contains(&address) && end.is_some_and(|end| end <= computed.addresses.end)
        });
        match (found, computed) {
            (Some(bytes), _) => places.copy_from_slice(bytes),
            (None, Some(Computed { byte, .. })) => {
                (address..).zip(places).for_each(|(at, place)| *place = byte(at));
            }
            (None, None) => {
                return Err(format!("nothing is at {address:#x}, of which {count} bytes are read"));
            }
        }
        Ok(element)
    }

    /// At most eight bytes as a number.
    pub(crate) fn read(&self, address: u64, count: usize) -> Result<u64, String> {
        let element = self.element(address, count)?;
        Ok(element[..8].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
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
