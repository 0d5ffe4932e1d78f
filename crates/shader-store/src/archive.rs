//! Archives: the values of a store in one file, to be carried elsewhere. Separate from tiers: an archive is written
//! once, its bytes follow from what is in it, and nobody looks a value up there.
//!
//! `SHSTARC1`, then for each value in the order of keys its key (32 bytes), its length (8, little-endian) and itself;
//! at the end 32 bytes of 0xff, the number of values (8) and the BLAKE3 of all before it (32). When a value was used is
//! not among it.

use std::io::{self, Read, Write};

use crate::error::{Result, StoreError};
use crate::key::Key;
use crate::limits::MAX_ARTEFACT;
use crate::value::Sealed;

const MAGIC: [u8; 8] = *b"SHSTARC1";
const END: [u8; 32] = [0xff; 32];
const DIGEST: &str = "shader-store 2026 archive";
/// The largest value: the largest artefact, with what seals it.
const MAX_VALUE: u64 = MAX_ARTEFACT as u64 + (1 << 20);

/// Writes an archive, value by value.
pub struct Writer<W> {
    out: W,
    hasher: blake3::Hasher,
    last: Option<Key>,
    count: u64,
}

impl<W: Write> Writer<W> {
    /// Begins an archive.
    pub fn new(out: W) -> io::Result<Self> {
        let hasher = blake3::Hasher::new_derive_key(DIGEST);
        let mut writer = Self { out, hasher, last: None, count: 0 };
        writer.write(&MAGIC)?;
        Ok(writer)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.out.write_all(bytes)
    }

    /// Adds a value; keys come in their order, each once.
    pub fn add(&mut self, key: &Key, value: &Sealed) -> io::Result<()> {
        if self.last.is_some_and(|last| last >= *key) || key.0 == END {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "keys must be added in ascending order"));
        }
        self.last = Some(*key);
        self.count += 1;
        self.write(&key.0)?;
        self.write(&(value.0.len() as u64).to_le_bytes())?;
        self.write(&value.0)
    }

    /// Ends the archive; the number of values in it.
    pub fn finish(mut self) -> io::Result<u64> {
        self.write(&END)?;
        self.write(&self.count.to_le_bytes())?;
        let digest = self.hasher.finalize();
        self.out.write_all(digest.as_bytes())?;
        self.out.flush()?;
        Ok(self.count)
    }
}

/// Reads an archive, value by value. Nothing is believed: whoever takes a value opens it first.
pub struct Reader<R> {
    from: R,
    hasher: blake3::Hasher,
    last: Option<Key>,
    count: u64,
}

impl<R: Read> Reader<R> {
    /// Begins to read an archive.
    pub fn new(from: R) -> Result<Self> {
        let hasher = blake3::Hasher::new_derive_key(DIGEST);
        let mut reader = Self { from, hasher, last: None, count: 0 };
        if reader.read::<8>("the header")? != MAGIC {
            return Err(refused("file is not an archive that `cache export` wrote"));
        }
        Ok(reader)
    }

    fn read<const N: usize>(&mut self, what: &str) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        self.from.read_exact(&mut bytes).map_err(|cause| cut_off(&cause, what))?;
        self.hasher.update(&bytes);
        Ok(bytes)
    }

    /// The next value; `None` behind the last one, when the archive turned out to be whole.
    #[expect(clippy::should_implement_trait, reason = "an iterator goes on behind an error")]
    pub fn next(&mut self) -> Result<Option<(Key, Sealed)>> {
        let key = Key(self.read("a key")?);
        if key.0 == END {
            return self.end().map(|()| None);
        }
        if self.last.is_some_and(|last| last >= key) {
            return Err(refused("keys are not sorted"));
        }
        let len = u64::from_le_bytes(self.read("a length")?);
        if len > MAX_VALUE {
            return Err(refused(&format!("value has {len} bytes, more than the limit of a store")));
        }
        // As much memory as there are bytes, whatever the length says.
        let mut bytes = Vec::new();
        let read =
            (&mut self.from).take(len).read_to_end(&mut bytes).map_err(|cause| cut_off(&cause, "a value"))?;
        if read as u64 != len {
            return Err(refused("file is truncated in a value"));
        }
        self.hasher.update(&bytes);
        self.last = Some(key);
        self.count += 1;
        Ok(Some((key, Sealed(bytes))))
    }

    fn end(&mut self) -> Result<()> {
        let count = u64::from_le_bytes(self.read("the end of the archive")?);
        let digest = self.hasher.finalize();
        let kept = self.read::<32>("the digest")?;
        if count != self.count {
            return Err(refused(&format!(
                "end of the file states {count} values, but the file contains {}",
                self.count
            )));
        }
        if *digest.as_bytes() != kept {
            return Err(refused("digest of the contents differs from the stored digest"));
        }
        Ok(())
    }
}

fn refused(reason: &str) -> StoreError {
    StoreError::Archive(reason.to_owned())
}

fn cut_off(cause: &io::Error, what: &str) -> StoreError {
    match cause.kind() {
        io::ErrorKind::UnexpectedEof => refused(&format!("file is truncated in {what}")),
        _ => refused(&format!("cannot read the file: {cause}")),
    }
}
