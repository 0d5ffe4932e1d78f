//! Bitcode in a file of its own, with or without LLVM's wrapper around it. Separate because in a container it lies
//! without one.

use std::ops::Range;

use located::Place;

use crate::bitstream::{BitstreamErrorKind, MAGIC};
use crate::error::{IrError, Result};

/// The first four bytes of the wrapper.
const WRAPPER_MAGIC: [u8; 4] = 0x0b17_c0de_u32.to_le_bytes();

/// Where the wrapper says where the bitcode begins, and how long it is: after magic and version.
const OFFSET_AT: usize = 8;
const SIZE_AT: usize = 12;

/// True where a file begins as bitcode does.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC) || bytes.starts_with(&WRAPPER_MAGIC)
}

/// A file of bitcode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitcodeFile<'a> {
    bytes: &'a [u8],
    bitcode: Range<usize>,
}

impl<'a> BitcodeFile<'a> {
    /// Finds the bitcode in a file.
    ///
    /// # Errors
    ///
    /// `bitstream.bad-magic`: it is no file of bitcode; `bitstream.truncated`: its wrapper ends early, or says that the
    /// bitcode goes on past the end of the file.
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        let place = |range: Range<usize>| Place {
            offset: range.start as u64,
            len: range.end.saturating_sub(range.start) as u64,
            bit: 0,
        };
        if bytes.starts_with(&MAGIC) {
            return Ok(Self { bytes, bitcode: 0..bytes.len() });
        }
        if !bytes.starts_with(&WRAPPER_MAGIC) {
            let found = bytes.get(..MAGIC.len()).unwrap_or(bytes).to_vec();
            let kind = BitstreamErrorKind::BadMagic { found };
            return Err(IrError::new(kind.into(), place(0..MAGIC.len().min(bytes.len()))));
        }
        let truncated = |what, range: Range<usize>, needed, left: usize| {
            let kind = BitstreamErrorKind::Truncated { what, needed, left: 8 * left as u64 };
            IrError::new(kind.into(), place(range))
        };
        let word = |at: usize, what| {
            let found = bytes.get(at..).and_then(<[u8]>::first_chunk).copied();
            let found = found.map(u32::from_le_bytes);
            found.ok_or_else(|| truncated(what, at..bytes.len(), 32, bytes.len().saturating_sub(at)))
        };
        let begin = word(OFFSET_AT, "the wrapper's offset of the bitcode")?;
        let size = word(SIZE_AT, "the wrapper's size of the bitcode")?;
        let bitcode = usize::try_from(begin).ok().and_then(|begin| {
            let end = begin.checked_add(usize::try_from(size).ok()?)?;
            (end <= bytes.len()).then_some(begin..end)
        });
        let bitcode = bitcode.ok_or_else(|| {
            let left = bytes.len().saturating_sub(begin as usize);
            truncated("the wrapped bitcode", OFFSET_AT..SIZE_AT + 4, 8 * u64::from(size), left)
        })?;
        Ok(Self { bytes, bitcode })
    }

    /// The bitcode.
    pub fn bitcode(&self) -> &'a [u8] {
        self.bytes.get(self.bitcode.clone()).unwrap_or_default()
    }

    /// Where it begins in the file, in bytes.
    pub fn offset(&self) -> u64 {
        self.bitcode.start as u64
    }

    /// The file with other bitcode: what is around it stays, but for its size in the wrapper.
    pub fn with(&self, bitcode: &[u8]) -> Vec<u8> {
        let mut bytes = self.bytes.get(..self.bitcode.start).unwrap_or_default().to_vec();
        if let (Some(size), Ok(found)) = (bytes.get_mut(SIZE_AT..SIZE_AT + 4), u32::try_from(bitcode.len())) {
            size.copy_from_slice(&found.to_le_bytes());
        }
        bytes.extend(bitcode);
        bytes.extend(self.bytes.get(self.bitcode.end..).unwrap_or_default());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(offset: u32, size: u32, rest: &[u8]) -> Vec<u8> {
        let mut bytes = WRAPPER_MAGIC.to_vec();
        bytes.extend([0, offset, size, 7].map(u32::to_le_bytes).concat());
        bytes.extend(rest);
        bytes
    }

    #[test]
    fn bitcode_is_found_and_replaced() {
        let file = BitcodeFile::parse(&MAGIC).unwrap();
        assert_eq!((file.bitcode(), file.offset()), (&MAGIC[..], 0));
        assert_eq!(file.with(&[1, 2]), [1, 2]);

        let bytes = wrapped(20, 3, &[1, 2, 3, 99]);
        let file = BitcodeFile::parse(&bytes).unwrap();
        assert_eq!((file.bitcode(), file.offset()), (&[1, 2, 3][..], 20));
        assert_eq!(file.with(file.bitcode()), bytes);
        assert_eq!(file.with(&[4]), wrapped(20, 1, &[4, 99]));
    }

    #[test]
    fn what_is_cut_is_refused() {
        for bytes in
            [&[][..], b"BC", &wrapped(0, 0, &[])[..9], &wrapped(21, 0, &[]), &wrapped(20, 5, &[1; 4])]
        {
            let error = BitcodeFile::parse(bytes).unwrap_err();
            let place = error.place();
            assert!(place.offset + place.len <= bytes.len() as u64, "{error}");
        }
        assert!(BitcodeFile::parse(&wrapped(u32::MAX, u32::MAX, &[])).is_err());
    }
}
