//! The container's digest: MD5's engine with padding of its own, over every byte after the digest field.
//! Separate because signing and checking need nothing of a container but its bytes.
//!
//! Source: hlsl-specs INF-0004 and DXC's `DxilHash`.

use std::fmt;

use md5::block_api::compress;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// The 16 bytes after a container's magic.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Default, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned,
)]
#[repr(transparent)]
pub struct Digest(pub [u8; 16]);

/// Where the bytes begin that the digest covers: after the magic and the digest itself.
pub const DIGEST_COVERS_FROM: usize = 20;

/// Which of the two paddings a digest was made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestVariant {
    /// What every released validator writes, and the runtime checks.
    Retail,
    /// What debug builds of the old validator wrote.
    Debug,
}

/// What a container's digest says about its bytes.
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
    /// Neither a sentinel nor the digest of these bytes, which is given here.
    Wrong(Digest),
}

impl Digest {
    /// Never validated.
    pub const ABSENT: Self = Self([0; 16]);
    /// Sentinel: the runtime is asked to skip validation (needs developer mode).
    pub const BYPASS: Self = Self([1; 16]);
    /// Sentinel: written instead of a digest for pre-release shader models.
    pub const PREVIEW_BYPASS: Self = Self([2; 16]);

    /// The digest of a container of which `covered` are the bytes from [`DIGEST_COVERS_FROM`] on.
    pub fn compute(covered: &[u8], variant: DigestVariant) -> Self {
        let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
        let (blocks, tail) = covered.as_chunks::<64>();
        compress(&mut state, blocks);
        compress_tail(&mut state, tail, length_words(covered.len(), variant));

        let mut bytes = [0; 16];
        for (out, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(state) {
            *out = word.to_le_bytes();
        }
        Self(bytes)
    }

    /// What this digest says of a container of which `covered` are the bytes it covers.
    pub fn state(self, covered: &[u8]) -> DigestState {
        match self {
            Self::ABSENT => return DigestState::Absent,
            Self::BYPASS => return DigestState::Bypass,
            Self::PREVIEW_BYPASS => return DigestState::PreviewBypass,
            _ => {}
        }
        let expected = Self::compute(covered, DigestVariant::Retail);
        if self == expected {
            DigestState::Valid
        } else if self == Self::compute(covered, DigestVariant::Debug) {
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
