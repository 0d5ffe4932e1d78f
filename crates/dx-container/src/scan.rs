//! Finds containers inside other data: archives, executables, memory dumps. Separate because candidates must be
//! verified here, and are never in memory as a whole.
//!
//! A container is accepted if its header and part table are valid, all its bytes are present, and it has at most
//! [`limits::SCANNED_PARTS`] parts. If its digest is correct or absent, the search continues behind it. If the digest
//! is wrong, the container was changed, or was cut off and other data follows: it is reported too, and its own bytes
//! are searched as well.

use std::convert::Infallible;

use az::SaturatingAs as _;
use bstr::ByteSlice as _;

use crate::container::{HEADER_SIZE, PART_HEADER_SIZE};
use crate::digest::{DIGEST_COVERS_FROM, Digest, DigestState, RunningDigest};
use crate::fourcc::FourCc;
use crate::limits;
use crate::program_version::ProgramVersion;

/// A container that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The offset of the container.
    pub offset: u64,
    /// The size of the container in bytes.
    pub size: u32,
    /// The number of parts.
    pub parts: u32,
    /// The stage and shader model, if it has a program.
    pub version: Option<ProgramVersion>,
    /// Whether it has a part DXIL.
    pub has_dxil: bool,
    /// The digest in the header.
    pub digest: Digest,
    /// The state of the digest.
    pub state: DigestState,
}

/// An iterator over the containers in data that is read in chunks, in order; it ends after an error.
#[derive(Debug, Clone)]
pub struct Scan<F> {
    size: u64,
    fetch: F,
    /// The offset to look for the next one at.
    at: u64,
    /// Bytes that may still be read again, see [`limits::SCANNED_TWICE`].
    left: u64,
    window: Vec<u8>,
    window_at: u64,
}

/// Bytes that are in memory at a time.
const WINDOW: usize = 256 << 10;
/// The cost of a read outside the window, however little it gives.
const READ_COST: u64 = 4 << 10;

/// Finds containers in `bytes`.
///
/// ```
/// let bytes = [b"noise DXBC", include_bytes!("../../../examples/triangle_ps.dxil").as_slice(), b"noise"].concat();
/// let found: Vec<u64> = dx_container::scan::scan(&bytes).map(|found| found.offset).collect();
/// assert_eq!(found, [10]);
/// ```
pub fn scan(bytes: &[u8]) -> impl Iterator<Item = Found> {
    let fetch = |offset: u64, buffer: &mut [u8]| {
        let from = usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..)).unwrap_or_default();
        buffer.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
        Ok::<(), Infallible>(())
    };
    Scan::new(bytes.len() as u64, fetch).filter_map(Result::ok)
}

impl<E, F: FnMut(u64, &mut [u8]) -> Result<(), E>> Scan<F> {
    /// Finds containers in `size` bytes; `fetch` fills a slice with the bytes from an offset on. At most 256 kB are in
    /// memory.
    pub fn new(size: u64, fetch: F) -> Self {
        let left = size.saturating_mul(limits::SCANNED_TWICE).saturating_add(WINDOW as u64);
        Self { size, fetch, at: 0, left, window: Vec::new(), window_at: 0 }
    }

    /// Fills the window from `offset` on.
    fn load(&mut self, offset: u64) -> Result<(), E> {
        let len = self.size.saturating_sub(offset).saturating_as::<usize>().min(WINDOW);
        self.window.resize(len, 0);
        self.window_at = offset;
        let result = (self.fetch)(offset, &mut self.window);
        if result.is_err() {
            self.window.clear();
        }
        result
    }

    /// The bytes of the window from `offset` on.
    fn in_window(&self, offset: u64) -> &[u8] {
        let skip = offset.checked_sub(self.window_at).and_then(|skip| usize::try_from(skip).ok());
        skip.and_then(|skip| self.window.get(skip..)).unwrap_or_default()
    }

    /// True where `cost` more bytes may be read again.
    fn spend(&mut self, cost: u64) -> bool {
        match self.left.checked_sub(cost) {
            Some(left) => self.left = left,
            None => return false,
        }
        true
    }

    /// Bytes from anywhere; false where too much was read again already.
    fn read(&mut self, offset: u64, buffer: &mut [u8]) -> Result<bool, E> {
        if let Some(bytes) = self.in_window(offset).get(..buffer.len()) {
            buffer.copy_from_slice(bytes);
            return Ok(true);
        }
        if !self.spend(READ_COST + buffer.len() as u64) {
            return Ok(false);
        }
        (self.fetch)(offset, buffer).map(|()| true)
    }

    /// The offset of the next magic, if a header has room there.
    fn next_magic(&mut self) -> Result<Option<u64>, E> {
        const OVERLAP: u64 = FourCc::DXBC.0.len() as u64 - 1;
        while self.size.saturating_sub(self.at) >= HEADER_SIZE as u64 {
            let mut from = self.in_window(self.at);
            if from.len() as u64 <= OVERLAP {
                self.load(self.at)?;
                from = self.in_window(self.at);
            }
            if let Some(found) = from.find(FourCc::DXBC.0) {
                return Ok(Some(self.at + found as u64));
            }
            self.at += (from.len() as u64).saturating_sub(OVERLAP).max(1);
        }
        Ok(None)
    }

    fn next_found(&mut self) -> Result<Option<Found>, E> {
        while let Some(offset) = self.next_magic()? {
            // A magic that begins nothing may overlap the next one nowhere.
            self.at = offset + FourCc::DXBC.0.len() as u64;
            let Some(mut found) = self.candidate(offset)? else { continue };
            found.state = self.digest_state(&found)?;
            let size = u64::from(found.size);
            if !matches!(found.state, DigestState::Wrong(_)) || !self.spend(size) {
                self.at = offset + size;
            }
            return Ok(Some(found));
        }
        Ok(None)
    }

    /// The container at `offset`, its digest not looked at, if there is one.
    fn candidate(&mut self, offset: u64) -> Result<Option<Found>, E> {
        let mut header = [0; HEADER_SIZE];
        if self.size.saturating_sub(offset) < header.len() as u64 || !self.read(offset, &mut header)? {
            return Ok(None);
        }
        let word = |at: usize| header.get(at..).and_then(|from| from.first_chunk()).copied();
        let [version, size, parts] = [20, 24, 28].map(|at| u32::from_le_bytes(word(at).unwrap_or_default()));
        // Cheap questions first: in random bytes, nothing passes them.
        let fits = u64::from(size) <= self.size - offset;
        if version != KNOWN_VERSION || parts == 0 || parts > limits::SCANNED_PARTS || !fits {
            return Ok(None);
        }
        let digest =
            header.get(4..).and_then(|from| from.first_chunk()).map_or(Digest::ABSENT, |d| Digest(*d));
        let state = DigestState::Absent;
        let found = Found { offset, size, parts, version: None, has_dxil: false, digest, state };
        // Most containers are in memory as a whole then.
        let size = size as usize;
        if size <= WINDOW && self.in_window(offset).len() < size && self.spend(WINDOW as u64) {
            self.load(offset)?;
        }
        self.with_parts(found)
    }

    /// Looks whether the part table holds good, and what the program is.
    fn with_parts(&mut self, mut found: Found) -> Result<Option<Found>, E> {
        let count = found.parts as usize;
        let mut free = (HEADER_SIZE + 4 * count) as u64;
        if free > found.size.into() {
            return Ok(None);
        }
        let mut offsets = vec![[0; 4]; count];
        if !self.read(found.offset + HEADER_SIZE as u64, offsets.as_flattened_mut())? {
            return Ok(None);
        }
        let mut best = ProgramVersion::PARTS.len();
        for at in offsets.into_iter().map(|offset| u64::from(u32::from_le_bytes(offset))) {
            let payload = at + PART_HEADER_SIZE as u64;
            let mut header = [[0; 4]; 2];
            let is_inside = at >= free && payload <= found.size.into();
            if !is_inside || !self.read(found.offset + at, header.as_flattened_mut())? {
                return Ok(None);
            }
            let [name, size] = header;
            let (name, size) = (FourCc(name), u32::from_le_bytes(size));
            free = payload + u64::from(size);
            if free > found.size.into() {
                return Ok(None);
            }
            found.has_dxil |= name == FourCc::DXIL;
            let rank = ProgramVersion::PARTS.iter().position(|&part| part == name);
            if let Some(rank) = rank.filter(|&rank| rank < best) {
                let mut word = [0; 4];
                best = rank;
                let is_read = size >= 4 && self.read(found.offset + payload, &mut word)?;
                found.version = is_read.then(|| ProgramVersion(u32::from_le_bytes(word)));
            }
        }
        Ok(Some(found))
    }

    fn digest_state(&mut self, found: &Found) -> Result<DigestState, E> {
        if let Some(state) = found.digest.sentinel() {
            return Ok(state);
        }
        let mut running = RunningDigest::default();
        let (mut at, end) = (found.offset + DIGEST_COVERS_FROM as u64, found.offset + u64::from(found.size));
        while at < end {
            if self.in_window(at).is_empty() {
                self.load(at)?;
            }
            let piece = self.in_window(at);
            let len = (end - at).saturating_as::<usize>().min(piece.len());
            running.update(piece.get(..len).unwrap_or_default());
            // A window that was loaded holds a byte at least.
            at += len.max(1) as u64;
        }
        Ok(running.state(found.digest))
    }
}

impl<E, F: FnMut(u64, &mut [u8]) -> Result<(), E>> Iterator for Scan<F> {
    type Item = Result<Found, E>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.next_found();
        if found.is_err() {
            self.at = self.size;
        }
        found.transpose()
    }
}

/// Version 1.0, which every container has.
const KNOWN_VERSION: u32 = 1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{ContainerBuilder, Signing};

    fn container(size: usize, signing: Signing) -> Vec<u8> {
        let mut builder = ContainerBuilder::new();
        builder.push(FourCc::PRIV, vec![7; size]);
        builder.build(signing).unwrap()
    }

    /// Looks for containers in `bytes`; also gives how many bytes were read.
    fn found_in(bytes: &[u8]) -> (Vec<Found>, usize) {
        let mut read = 0;
        let fetch = |offset: u64, buffer: &mut [u8]| {
            let start = usize::try_from(offset).unwrap();
            buffer.copy_from_slice(&bytes[start..start + buffer.len()]);
            read += buffer.len();
            Ok::<(), Infallible>(())
        };
        let found = Scan::new(bytes.len() as u64, fetch).map(Result::unwrap).collect();
        (found, read)
    }

    #[test]
    fn windows_hide_nothing() {
        for size in [10, WINDOW - 100, WINDOW, 3 * WINDOW] {
            let whole = container(size, Signing::Sign);
            for before in (0..60).chain(WINDOW - 60..WINDOW + 10) {
                let bytes = [&vec![b'D'; before], whole.as_slice(), b"DXBC"].concat();
                let (found, _) = found_in(&bytes);
                let [found] = found.as_slice() else { panic!("{size} bytes after {before}: {found:?}") };
                assert_eq!((found.offset, found.size as usize), (before as u64, whole.len()));
                assert_eq!(found.state, DigestState::Valid);
            }
        }
    }

    /// What lies in a container is its own, unless its digest says that it may not be.
    #[test]
    fn only_the_wrong_are_looked_into() {
        let inner = container(8, Signing::Sign);
        let mut builder = ContainerBuilder::new();
        builder.push(FourCc::PRIV, &inner);
        for (signing, expected) in [(Signing::Sign, 1), (Signing::Zero, 1), (Signing::Keep, 2)] {
            builder.digest = Digest([9; 16]);
            assert_eq!(found_in(&builder.build(signing).unwrap()).0.len(), expected, "{signing:?}");
        }
    }

    /// Each of these claims a megabyte of the others.
    #[test]
    fn wrong_ones_within_each_other_are_soon_enough() {
        let mut one = container(1 << 20, Signing::Keep);
        one[4] = 1;
        let bytes = one[..44].repeat(100_000);
        let (found, read) = found_in(&bytes);
        assert!(!found.is_empty());
        assert!(read < 8 * bytes.len(), "{read} bytes read of {}", bytes.len());
    }

    /// Parts far away cost a read each.
    #[test]
    fn parts_far_away_are_not_followed_forever() {
        let mut header = container(0, Signing::Zero)[..32].to_vec();
        header[24..32].copy_from_slice(&[0, 0, 0x40, 0, 0xff, 3, 0, 0]);
        let mut bytes = header.repeat(200_000);
        bytes[32 * 1000..].iter_mut().skip(8).step_by(32).for_each(|byte| *byte = 0);
        let (_, read) = found_in(&bytes);
        assert!(read < 8 * bytes.len(), "{read} bytes read of {}", bytes.len());
    }

    #[test]
    fn an_error_ends_it() {
        let mut scan = Scan::new(1 << 40, |offset, buffer: &mut [u8]| {
            buffer.fill(0);
            if offset > 1 << 20 { Err("broken") } else { Ok(()) }
        });
        assert_eq!(scan.next(), Some(Err("broken")));
        assert_eq!(scan.next(), None);
    }
}
