//! HASH: the MD5 digest of the program, or of the program with debug information, by which tools find its PDB.

use md5::{Digest, Md5};

use crate::error::Result;
use crate::fields::Show;
use crate::flags::HashFlags;
use crate::part::{NoArrangement, PartBuf, View};
use crate::reader::Reader;

/// The view of part HASH, which borrows the file.
#[derive(Debug, Clone, Copy)]
pub struct ShaderHash<'a> {
    /// The flags, which tell what was hashed.
    pub flags: HashFlags,
    /// The MD5 digest.
    pub digest: [u8; 16],
    /// Bytes after the digest; none in all known files.
    pub unknown: &'a [u8],
}

impl<'a> View<'a> for ShaderHash<'a> {
    type Buf = ShaderHashBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        Ok(Self {
            flags: r.flags32("Flags")?,
            digest: r.array("Digest", Show::Digest)?,
            unknown: r.rest("Unknown", Show::Unknown),
        })
    }

    fn to_buf(&self) -> ShaderHashBuf {
        ShaderHashBuf { flags: self.flags, digest: self.digest, unknown: self.unknown.to_vec() }
    }
}

/// The owned form of part HASH.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShaderHashBuf {
    /// The flags, which tell what was hashed.
    pub flags: HashFlags,
    /// The MD5 digest.
    pub digest: [u8; 16],
    /// Bytes after the digest.
    pub unknown: Vec<u8>,
}

impl PartBuf for ShaderHashBuf {
    type View<'a> = ShaderHash<'a>;
    type Arrangement = NoArrangement;

    fn arrange(&self, _: Option<&NoArrangement>) -> Result<Vec<u8>> {
        Ok([&self.flags.bits().to_le_bytes(), self.digest.as_slice(), &self.unknown].concat())
    }
}

/// The digest of bitcode for HASH.
pub fn md5(bitcode: &[u8]) -> [u8; 16] {
    <Md5 as Digest>::digest(bitcode).into()
}
