//! SFI0: the flags of optional features that the program requires.

use crate::error::Result;
use crate::fields::Show;
use crate::flags::FeatureFlags;
use crate::part::{NoArrangement, PartBuf, View};
use crate::reader::Reader;

/// The view of part SFI0, which borrows the file.
#[derive(Debug, Clone, Copy)]
pub struct FeatureInfo<'a> {
    /// The features.
    pub flags: FeatureFlags,
    /// Bytes after the word; none in all known files.
    pub unknown: &'a [u8],
}

impl<'a> View<'a> for FeatureInfo<'a> {
    type Buf = FeatureInfoBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        Ok(Self { flags: r.flags64("Flags")?, unknown: r.rest("Unknown", Show::Unknown) })
    }

    fn to_buf(&self) -> FeatureInfoBuf {
        FeatureInfoBuf { flags: self.flags, unknown: self.unknown.to_vec() }
    }
}

/// The owned form of part SFI0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FeatureInfoBuf {
    /// The features.
    pub flags: FeatureFlags,
    /// Bytes after the word.
    pub unknown: Vec<u8>,
}

impl PartBuf for FeatureInfoBuf {
    type View<'a> = FeatureInfo<'a>;
    type Arrangement = NoArrangement;

    fn arrange(&self, _: Option<&NoArrangement>) -> Result<Vec<u8>> {
        Ok([&self.flags.bits().to_le_bytes(), self.unknown.as_slice()].concat())
    }
}
