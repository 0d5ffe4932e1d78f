//! VERS: the version of the compiler. Linkers reject libraries whose versions differ.

use bstr::{BStr, BString, ByteSlice as _};

use crate::error::Result;
use crate::field_values::{narrow, push_text};
use crate::fields::Show;
use crate::flags::VersionFlags;
use crate::part::{PartBuf, View};
use crate::reader::{Payload, Reader};

/// The view of part VERS, which borrows the file.
#[derive(Debug, Clone, Copy)]
pub struct CompilerVersion<'a> {
    /// The major version of the compiler.
    pub major: u16,
    /// The minor version of the compiler.
    pub minor: u16,
    /// The build flags.
    pub flags: VersionFlags,
    /// The number of commits in its history.
    pub commit_count: u32,
    /// The commit that it was built from.
    pub commit: &'a BStr,
    /// The custom version string.
    pub custom: &'a BStr,
    /// The size of the string area in bytes: both strings with their NULs, and unused bytes.
    pub strings_size: u32,
}

impl<'a> View<'a> for CompilerVersion<'a> {
    type Buf = CompilerVersionBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let major = r.u16("Major", Show::Plain)?;
        let minor = r.u16("Minor", Show::Plain)?;
        let flags = r.flags32("Flags")?;
        let commit_count = r.u32("CommitCount", Show::Plain)?;
        let size = r.word("StringListSize", Show::Size)?;
        r.check_fits(size, "the strings", size.to_usize())?;
        let ([commit, custom], _) = r.sized("the strings", size.to_usize(), |r| {
            Ok([r.text_until_nul("CommitSha")?, r.text_until_nul("CustomVersion")?])
        })?;
        r.rest("Filler", Show::Filler);
        Ok(Self { major, minor, flags, commit_count, commit, custom, strings_size: size.value })
    }

    fn to_buf(&self) -> CompilerVersionBuf {
        let Self { major, minor, flags, commit_count, commit, custom, .. } = *self;
        let (commit, custom) = (commit.to_owned(), custom.to_owned());
        CompilerVersionBuf { major, minor, flags, commit_count, commit, custom }
    }
}

/// The owned form of part VERS.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CompilerVersionBuf {
    /// The major version of the compiler.
    pub major: u16,
    /// The minor version of the compiler.
    pub minor: u16,
    /// The build flags.
    pub flags: VersionFlags,
    /// The number of commits in its history.
    pub commit_count: u32,
    /// The commit that it was built from.
    pub commit: BString,
    /// The custom version string.
    pub custom: BString,
}

/// A string area that ends with zeros. LLVM's `yaml2obj` writes one if the YAML states a larger size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrangement {
    /// The size of the string area in bytes; the size of the strings if that is larger.
    pub strings_size: u32,
}

impl PartBuf for CompilerVersionBuf {
    type View<'a> = CompilerVersion<'a>;
    type Arrangement = Arrangement;

    fn arrange(&self, arrangement: Option<&Arrangement>) -> Result<Vec<u8>> {
        let mut strings = Vec::with_capacity(self.commit.len() + self.custom.len() + 2);
        push_text(&mut strings, "commit", self.commit.as_bytes())?;
        push_text(&mut strings, "custom version", self.custom.as_bytes())?;
        if let Some(Arrangement { strings_size }) = arrangement {
            strings.resize(strings.len().max(*strings_size as usize), 0);
        }
        let mut bytes = [self.major.to_le_bytes(), self.minor.to_le_bytes()].concat();
        bytes.extend(self.flags.bits().to_le_bytes());
        bytes.extend(self.commit_count.to_le_bytes());
        bytes.extend(narrow("string list size", strings.len())?.to_le_bytes());
        bytes.extend(strings);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        Ok(bytes)
    }

    fn arrangements(&self, payload: Payload<'_>) -> Vec<Arrangement> {
        let version = CompilerVersion::parse(payload).ok();
        version.map(|version| Arrangement { strings_size: version.strings_size }).into_iter().collect()
    }
}
