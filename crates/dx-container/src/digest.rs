//! The digest of a container: MD5 with its own padding, over every byte after the digest field.
//! Separate because signing and checking need nothing of a container but its bytes.
//!
//! Source: hlsl-specs INF-0004 and DXC's `DxilHash`.

use std::fmt;

use md5::block_api::compress;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// A digest: the 16 bytes after the magic of a container.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Default, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned,
)]
#[repr(transparent)]
pub struct Digest(pub [u8; 16]);

/// The offset of the first byte that the digest covers, after the magic and the digest itself.
pub const DIGEST_COVERS_FROM: usize = 20;

/// The variant of a digest, which differ in their padding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestVariant {
    /// The digest that released validators write and the runtime checks.
    Retail,
    /// The digest that debug builds of old validators wrote.
    Debug,
}

/// The state of a container's digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestState {
    /// The retail digest of these bytes.
    Valid,
    /// The debug digest of these bytes.
    ValidDebug,
    /// All zero: never validated.
    Absent,
    /// The sentinel that asks the runtime to skip validation.
    Bypass,
    /// The sentinel of a pre-release shader model.
    PreviewBypass,
    /// Neither a sentinel nor the digest of these bytes; holds the correct digest.
    Wrong(Digest),
}

impl Digest {
    /// Never validated.
    pub const ABSENT: Self = Self([0; 16]);
    /// Sentinel: the runtime is asked to skip validation (needs developer mode).
    pub const BYPASS: Self = Self([1; 16]);
    /// Sentinel: written instead of a digest for pre-release shader models.
    pub const PREVIEW_BYPASS: Self = Self([2; 16]);

    /// Computes the digest of a container whose bytes from [`DIGEST_COVERS_FROM`] on are `covered`.
    pub fn compute(covered: &[u8], variant: DigestVariant) -> Self {
        let mut running = RunningDigest::default();
        running.update(covered);
        running.digest(variant)
    }

    /// Checks this digest against `covered`, the bytes from [`DIGEST_COVERS_FROM`] on.
    pub fn state(self, covered: &[u8]) -> DigestState {
        self.sentinel().unwrap_or_else(|| {
            let mut running = RunningDigest::default();
            running.update(covered);
            running.state(self)
        })
    }

    /// The state of a sentinel, which does not depend on the bytes; `None` for any other digest.
    pub(crate) fn sentinel(self) -> Option<DigestState> {
        match self {
            Self::ABSENT => Some(DigestState::Absent),
            Self::BYPASS => Some(DigestState::Bypass),
            Self::PREVIEW_BYPASS => Some(DigestState::PreviewBypass),
            _ => None,
        }
    }
}

/// The digest of bytes that come in pieces.
#[derive(Debug, Clone)]
pub(crate) struct RunningDigest {
    state: [u32; 4],
    /// The bytes that do not fill a block yet.
    tail: [u8; 64],
    len: usize,
}

impl Default for RunningDigest {
    fn default() -> Self {
        Self { state: [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476], tail: [0; 64], len: 0 }
    }
}

impl RunningDigest {
    /// Takes the next bytes.
    pub(crate) fn update(&mut self, mut bytes: &[u8]) {
        let waiting = self.len % 64;
        self.len = self.len.wrapping_add(bytes.len());
        if waiting > 0 {
            let (first, rest) = bytes.split_at(bytes.len().min(64 - waiting));
            self.tail.iter_mut().skip(waiting).zip(first).for_each(|(to, from)| *to = *from);
            if waiting + first.len() < 64 {
                return;
            }
            compress(&mut self.state, &[self.tail]);
            bytes = rest;
        }
        let (blocks, tail) = bytes.as_chunks::<64>();
        compress(&mut self.state, blocks);
        self.tail.iter_mut().zip(tail).for_each(|(to, from)| *to = *from);
    }

    fn digest(&self, variant: DigestVariant) -> Digest {
        let mut state = self.state;
        let tail = self.tail.get(..self.len % 64).unwrap_or_default();
        compress_tail(&mut state, tail, length_words(self.len, variant));
        let mut bytes = [0; 16];
        for (out, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(state) {
            *out = word.to_le_bytes();
        }
        Digest(bytes)
    }

    /// The state of `digest`, which is no sentinel, for these bytes.
    pub(crate) fn state(&self, digest: Digest) -> DigestState {
        let expected = self.digest(DigestVariant::Retail);
        if digest == expected {
            DigestState::Valid
        } else if digest == self.digest(DigestVariant::Debug) {
            DigestState::ValidDebug
        } else {
            DigestState::Wrong(expected)
        }
    }
}

/// The two words that hold the length; both are taken modulo 2^32, as the 32-bit total size makes them fit.
fn length_words(len: usize, variant: DigestVariant) -> (u32, u32) {
    #[allow(clippy::cast_possible_truncation, reason = "modulo 2^32 is what the format asks for")]
    let len = len as u32;
    match variant {
        DigestVariant::Retail => (len.wrapping_mul(8), len.wrapping_mul(2) | 1),
        DigestVariant::Debug => (len.wrapping_mul(16) | 0xf, len.wrapping_mul(4) | 0x1000_0000),
    }
}

/// The last one or two blocks. Unlike MD5's, the final block begins with a length word and ends with another.
fn compress_tail(state: &mut [u32; 4], tail: &[u8], (first, last): (u32, u32)) {
    let mut block = [0; 64];
    if tail.len() < 56 {
        let bytes = first.to_le_bytes().into_iter().chain(tail.iter().copied()).chain([0x80]);
        block.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
    } else {
        block.iter_mut().zip(tail.iter().copied().chain([0x80])).for_each(|(to, from)| *to = from);
        compress(state, &[block]);
        block = [0; 64];
        block.iter_mut().zip(first.to_le_bytes()).for_each(|(to, from)| *to = from);
    }
    block.iter_mut().skip(60).zip(last.to_le_bytes()).for_each(|(to, from)| *to = from);
    compress(state, &[block]);
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tails of every length reach the right one of the two endings: a change anywhere changes the digest.
    #[test]
    fn every_byte_counts_at_every_tail_length() {
        for len in 0..130_usize {
            let bytes: Vec<u8> = (0..len).map(|i| (i * 37) as u8).collect();
            let digest = Digest::compute(&bytes, DigestVariant::Retail);
            for at in 0..len {
                let mut changed = bytes.clone();
                changed[at] ^= 1;
                assert_ne!(digest, Digest::compute(&changed, DigestVariant::Retail), "byte {at} of {len}");
            }
            assert_ne!(digest, Digest::compute(&bytes, DigestVariant::Debug), "{len}");
        }
    }

    #[test]
    fn pieces_make_the_same_digest() {
        let bytes: Vec<u8> = (0..300_usize).map(|i| (i * 37) as u8).collect();
        for first in 0..200 {
            for second in first..200 {
                let mut running = RunningDigest::default();
                let pieces = [&bytes[..first], &bytes[first..second], &bytes[second..]];
                pieces.into_iter().for_each(|piece| running.update(piece));
                let expected = Digest::compute(&bytes, DigestVariant::Retail);
                assert_eq!(running.digest(DigestVariant::Retail), expected, "cut at {first} and {second}");
            }
        }
    }

    #[test]
    fn sentinels_are_never_wrong() {
        for (digest, state) in [
            (Digest::ABSENT, DigestState::Absent),
            (Digest::BYPASS, DigestState::Bypass),
            (Digest::PREVIEW_BYPASS, DigestState::PreviewBypass),
        ] {
            assert_eq!(digest.state(b"anything"), state);
        }
        let digest = Digest::compute(b"anything", DigestVariant::Debug);
        assert_eq!(digest.state(b"anything"), DigestState::ValidDebug);
    }
}
