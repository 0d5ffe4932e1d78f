//! Values: an artefact with its key and its digest, as tiers hold it. Separate because tiers see these bytes and
//! nothing else: what is checked here needs no trust in any of them.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `SHST` |
//! | 4 | version, little-endian as all numbers |
//! | 32 | BLAKE3 of all that follows |
//! | 32 | key |
//! | 4 | number of notes |
//! | 4 + n | each note: its length, its text |
//! | rest | artefact |

use std::fmt;

use az::SaturatingAs as _;

use crate::error::{Result, StoreError};
use crate::key::Key;
use crate::limits::{MAX_ARTEFACT, MAX_NOTE, MAX_NOTES};

const MAGIC: [u8; 4] = *b"SHST";
/// The version of the layout.
pub const VERSION: u32 = 1;
const DIGEST: &str = "shader-store 2026 value";
/// What comes before the bytes that the digest is of.
const HEAD: usize = 4 + 4 + 32;

/// What a recipe made.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Artefact {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// What the recipe had to say of it beside, without file names; said again with each hit.
    pub notes: Vec<String>,
}

/// A value as it is kept. Whoever has one got it from [`seal`] or from a tier, and [`Sealed::open`] tells which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed(pub Vec<u8>);

/// What is wrong with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// It is shorter than the least, or begins as none does.
    Form,
    /// It has another version, which is that.
    Version(u32),
    /// Its bytes are not those that were kept.
    Digest,
    /// It is the value of another key.
    Key,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("is truncated or has no valid store header"),
            Self::Version(version) => write!(f, "has version {version}, expected {VERSION}"),
            Self::Digest => f.write_str("differs from the stored digest"),
            Self::Key => f.write_str("is stored under the wrong key"),
        }
    }
}

/// The value of `key`.
pub fn seal(key: &Key, artefact: &Artefact) -> Result<Sealed> {
    let size = artefact.bytes.len();
    if size > MAX_ARTEFACT {
        return Err(StoreError::TooLarge { size, limit: MAX_ARTEFACT });
    }
    let notes = artefact.notes.iter().take(MAX_NOTES).map(|note| shortened(note));
    let room: usize = notes.clone().map(|note| 4 + note.len()).sum();
    let mut bytes = Vec::with_capacity(HEAD + 36 + room + size);
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([0; 32]);
    bytes.extend(key.0);
    bytes.extend(small(notes.len()).to_le_bytes());
    for note in notes {
        bytes.extend(small(note.len()).to_le_bytes());
        bytes.extend(note.as_bytes());
    }
    bytes.extend(&artefact.bytes);
    if let Some((head, body)) = bytes.split_at_mut_checked(HEAD)
        && let Some(place) = head.last_chunk_mut::<32>()
    {
        *place = digest(body);
    }
    Ok(Sealed(bytes))
}

impl Sealed {
    /// The artefact, if this is the value of `key` and nothing in it has changed.
    pub fn open(&self, key: &Key) -> std::result::Result<Artefact, Damage> {
        open(&self.0, key)
    }
}

/// The same of bytes that are borrowed.
pub fn open(bytes: &[u8], key: &Key) -> std::result::Result<Artefact, Damage> {
    let (magic, rest) = bytes.split_first_chunk::<4>().ok_or(Damage::Form)?;
    let (version, rest) = rest.split_first_chunk::<4>().ok_or(Damage::Form)?;
    let (kept, body) = rest.split_first_chunk::<32>().ok_or(Damage::Form)?;
    if *magic != MAGIC {
        return Err(Damage::Form);
    }
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(Damage::Version(version));
    }
    if digest(body) != *kept {
        return Err(Damage::Digest);
    }
    let (own, body) = body.split_first_chunk::<32>().ok_or(Damage::Form)?;
    if *own != key.0 {
        return Err(Damage::Key);
    }
    let (count, mut rest) = number(body).ok_or(Damage::Form)?;
    let mut notes = Vec::new();
    for _ in 0..count {
        let (len, after) = number(rest).ok_or(Damage::Form)?;
        let (text, after) = after.split_at_checked(len).ok_or(Damage::Form)?;
        notes.push(String::from_utf8_lossy(text).into_owned());
        rest = after;
    }
    Ok(Artefact { bytes: rest.to_vec(), notes })
}

fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    Some((usize::try_from(u32::from_le_bytes(*number)).ok()?, rest))
}

fn digest(body: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key(DIGEST);
    hasher.update(body);
    *hasher.finalize().as_bytes()
}

/// A note, cut where it is too long to be one.
fn shortened(note: &str) -> &str {
    let mut end = note.len().min(MAX_NOTE);
    while !note.is_char_boundary(end) {
        end -= 1;
    }
    note.get(..end).unwrap_or_default()
}

/// A number that limits keep small.
fn small(number: usize) -> u32 {
    number.saturating_as::<u32>()
}
