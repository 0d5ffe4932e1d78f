//! DXIL and ILDB: a program header, a bitcode header, and LLVM 3.7 bitcode, which this crate does not read.

use az::SaturatingAs as _;

use crate::enums::ShaderKind;
use crate::error::{ContainerErrorKind, Result};
use crate::field_values::{bits, narrow, narrow16};
use crate::fields::Show;
use crate::fourcc::FourCc;
use crate::part::{PartBuf, View};
use crate::parts::shader_hash;
use crate::reader::{Payload, Reader};

/// Bytes before the bitcode: eight of program header, sixteen of bitcode header.
const HEADERS_SIZE: usize = 24;
/// The offset of the bitcode header, to which the bitcode offset is relative.
const BITCODE_HEADER_AT: usize = 8;
/// The size of the bitcode header, and so the smallest bitcode offset.
const BITCODE_HEADER_SIZE: u32 = 16;

/// The program header and the bitcode header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProgramHeader {
    /// The stage.
    pub kind: ShaderKind,
    /// The major version of the shader model.
    pub major: u8,
    /// The minor version of the shader model, 0 to 15; 15 is `x`, an offline library.
    pub minor: u8,
    /// The major version of DXIL.
    pub dxil_major: u8,
    /// The minor version of DXIL.
    pub dxil_minor: u8,
    /// Reserved; 0 in all known files: the byte after the shader model, the two after the DXIL version.
    pub reserved: (u8, u16),
}

/// The view of the parts DXIL and ILDB, which borrows the file: the headers and the bitcode.
#[derive(Debug, Clone, Copy)]
pub struct ProgramPart<'a> {
    /// Both headers.
    pub header: ProgramHeader,
    /// The LLVM bitcode.
    pub bitcode: &'a [u8],
    /// The offset of the bitcode in the payload.
    pub bitcode_offset: u64,
    /// The size of the part in the program header, in 32-bit words.
    pub size_in_words: u32,
}

impl<'a> View<'a> for ProgramPart<'a> {
    type Buf = ProgramPartBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let [minor, major] =
            r.bits8([("MinorVersion", 0, 4, Show::Plain), ("MajorVersion", 4, 4, Show::Plain)])?;
        let after_model = r.u8("Reserved", Show::Reserved)?;
        let kind = ShaderKind(
            r.u16("ShaderKind", Show::Enum(<ShaderKind as crate::names::NamedValue>::NAMES))?.into(),
        );
        let size_in_words = r.payload().bytes.len().div_ceil(4).saturating_as::<u32>();
        let size_in_words = r.expected("Size", Show::Size, size_in_words)?;
        r.expected("Magic", Show::Magic, u32::from_le_bytes(FourCc::DXIL.0))?;
        let dxil_minor = r.u8("DXILMinorVersion", Show::Plain)?;
        let dxil_major = r.u8("DXILMajorVersion", Show::Plain)?;
        let after_dxil = r.u16("Reserved", Show::Reserved)?;
        let offset = r.word("DXILOffset", Show::Offset)?;
        if offset.value < BITCODE_HEADER_SIZE {
            let kind = ContainerErrorKind::Value {
                what: "DXILOffset",
                found: offset.value.into(),
                expected: "at least 16: the bitcode follows the header",
            };
            return Err(r.error_at(offset, kind));
        }
        let size = r.word("DXILSize", Show::Size)?;
        r.gap(offset, offset.value - BITCODE_HEADER_SIZE)?;
        r.check_fits(size, "the bitcode", size.to_usize())?;
        let bitcode = r.bytes("DXIL", size.to_usize(), Show::Plain)?; // not a FourCC
        r.rest("Filler", Show::Filler);
        let reserved = (after_model, after_dxil);
        let header = ProgramHeader { kind, major, minor, dxil_major, dxil_minor, reserved };
        let bitcode_offset = BITCODE_HEADER_AT as u64 + u64::from(offset.value);
        Ok(Self { header, bitcode, bitcode_offset, size_in_words })
    }

    fn to_buf(&self) -> ProgramPartBuf {
        ProgramPartBuf { header: self.header, bitcode: self.bitcode.to_vec() }
    }
}

impl ProgramPart<'_> {
    /// What HASH holds of this program: the MD5 of its bitcode. DXC takes the final program, with `-Zss` the one
    /// with debug information as it was before passes that come later.
    pub fn hash(&self) -> [u8; 16] {
        shader_hash::md5(self.bitcode)
    }
}

/// The owned form of part DXIL and ILDB.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramPartBuf {
    /// Both headers.
    pub header: ProgramHeader,
    /// The LLVM bitcode.
    pub bitcode: Vec<u8>,
}

/// Where the program header does not say the part's size: LLVM's yaml2obj counts bytes if it is not told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrangement {
    /// What it says, in words of 32 bits.
    pub size_in_words: u32,
}

impl ProgramPartBuf {
    /// The payload that [`arrange`](PartBuf::arrange) gives without an arrangement, in the memory of the bitcode.
    ///
    /// # Errors
    ///
    /// As that: a field that cannot hold its number.
    pub fn into_payload(self) -> Result<Vec<u8>> {
        let (head, size) = (self.head(None)?, self.size());
        let mut bytes = self.bitcode;
        bytes.splice(0..0, head);
        bytes.resize(size, 0);
        Ok(bytes)
    }

    /// Bytes of the payload.
    fn size(&self) -> usize {
        (HEADERS_SIZE + self.bitcode.len()).next_multiple_of(4)
    }

    /// What stands before the bitcode.
    fn head(&self, arrangement: Option<&Arrangement>) -> Result<Vec<u8>> {
        let header = self.header;
        let mut bytes = Vec::with_capacity(HEADERS_SIZE);
        let [major, minor] = [("major version", header.major), ("minor version", header.minor)]
            .map(|(what, part)| bits(what, part, 4));
        bytes.extend([major? << 4 | minor?, header.reserved.0]);
        bytes.extend(narrow16("ShaderKind", header.kind.0)?.to_le_bytes());
        let size_in_words = match arrangement {
            Some(arrangement) => arrangement.size_in_words,
            None => narrow("program size", self.size() / 4)?,
        };
        bytes.extend(size_in_words.to_le_bytes());
        debug_assert_eq!(bytes.len(), BITCODE_HEADER_AT);
        bytes.extend(FourCc::DXIL.0);
        bytes.extend([header.dxil_minor, header.dxil_major]);
        bytes.extend(header.reserved.1.to_le_bytes());
        bytes.extend(BITCODE_HEADER_SIZE.to_le_bytes());
        bytes.extend(narrow("bitcode size", self.bitcode.len())?.to_le_bytes());
        Ok(bytes)
    }
}

impl PartBuf for ProgramPartBuf {
    type View<'a> = ProgramPart<'a>;
    type Arrangement = Arrangement;

    fn arrange(&self, arrangement: Option<&Arrangement>) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.size());
        bytes.extend(self.head(arrangement)?);
        bytes.extend(&self.bitcode);
        bytes.resize(self.size(), 0);
        Ok(bytes)
    }

    fn arrangements(&self, payload: Payload<'_>) -> Vec<Arrangement> {
        let program = ProgramPart::parse(payload).ok();
        program.map(|program| Arrangement { size_in_words: program.size_in_words }).into_iter().collect()
    }
}
