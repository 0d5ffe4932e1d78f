//! SHDR and SHEX: the program of shader models 4 and 5. This crate reads its two header words only; crate `dx-bytecode`
//! decodes the tokens.

use zerocopy::little_endian::U32;

use crate::enums::ShaderKind;
use crate::error::{ContainerErrorKind, Result};
use crate::field_values::narrow;
use crate::fields::Show;
use crate::names::NamedValue as _;
use crate::part::{NoArrangement, PartBuf, View};
use crate::program_version::ProgramVersion;
use crate::reader::Reader;

/// The version token and the length, which includes both.
const HEADER_WORDS: u32 = 2;

/// The view of part SHDR or SHEX, which borrows the file.
#[derive(Debug, Clone, Copy)]
pub struct ShaderTokens<'a> {
    /// Stage and shader model.
    pub version: ProgramVersion,
    /// The tokens after the two header words.
    pub tokens: &'a [U32],
    /// Bytes after the program; none in all known files.
    pub unknown: &'a [u8],
}

impl<'a> View<'a> for ShaderTokens<'a> {
    type Buf = ShaderTokensBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let [minor, major] =
            r.bits8([("MinorVersion", 0, 4, Show::Plain), ("MajorVersion", 4, 4, Show::Plain)])?;
        let reserved = r.u8("Reserved", Show::Reserved)?;
        let kind = r.u16("ShaderKind", Show::Enum(ShaderKind::NAMES))?;
        let version = u32::from(kind) << 16 | u32::from(reserved) << 8 | u32::from(major << 4 | minor);
        let length = r.word("Length", Show::Size)?;
        let Some(count) = length.value.checked_sub(HEADER_WORDS) else {
            let expected = "at least 2, the size of the header in dwords";
            let kind = ContainerErrorKind::Value { what: "Length", found: length.value.into(), expected };
            return Err(r.error_at(length, kind));
        };
        let size = (count as usize).saturating_mul(4);
        r.check_fits(length, "the tokens", size)?;
        let tokens = r.bytes("Tokens", size, Show::Plain)?;
        let tokens = zerocopy::FromBytes::ref_from_bytes(tokens).unwrap_or_default();
        let unknown = r.rest("Unknown", Show::Unknown);
        Ok(Self { version: ProgramVersion(version), tokens, unknown })
    }

    fn to_buf(&self) -> ShaderTokensBuf {
        let tokens = self.tokens.iter().map(|token| token.get()).collect();
        ShaderTokensBuf { version: self.version, tokens, unknown: self.unknown.to_vec() }
    }
}

/// The owned form of part SHDR or SHEX.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShaderTokensBuf {
    /// Stage and shader model.
    pub version: ProgramVersion,
    /// The tokens after the two header words.
    pub tokens: Vec<u32>,
    /// Bytes after the program.
    pub unknown: Vec<u8>,
}

impl PartBuf for ShaderTokensBuf {
    type View<'a> = ShaderTokens<'a>;
    type Arrangement = NoArrangement;

    fn arrange(&self, _: Option<&NoArrangement>) -> Result<Vec<u8>> {
        let length = narrow("program length", self.tokens.len() + 2)?;
        let header = [self.version.0, length];
        let words = header.iter().chain(&self.tokens);
        let mut bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend(&self.unknown);
        Ok(bytes)
    }
}
