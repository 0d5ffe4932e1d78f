//! Reading files no further than needed: the first bytes decide whether a verb can use the file, and how far to read.
//! Separate because named files, files in folders and pipes are all read alike.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use amdgpu_link::elf_names::is_amdgpu;
use az::SaturatingAs as _;
use dx_container::pdb::is_msf;
use dx_container::{D3d9Version, is_container};
use dxil_ir::file::is_bitcode;

use crate::error::Error;
use crate::loading::assembly_language::{AssemblyLanguage, may_be_assembly};
use crate::loading::file_kind::FileKind;
use crate::style::grouped;

/// Bytes by which a file is judged: enough for every header, and for the first lines of a text.
pub const HEAD: usize = 4096;

/// The most bytes that are read of a file, unless it begins with a smaller container and what follows is not needed. No
/// shader has a tenth of that, and other files must not fill the memory.
const MOST: u64 = 1 << 30;

/// The offset of the total size in the header of a container.
const CONTAINER_SIZE_AT: usize = 24;

/// What a verb can use of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needs {
    /// The texts.
    pub texts: Texts,
    /// The bytes that follow a container in its file.
    pub trailing: bool,
}

impl Needs {
    /// Everything that some verb can use.
    pub const ALL: Self = Self { texts: Texts::Any, trailing: true };
}

/// The texts that a verb can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Texts {
    /// LLVM assembly, which is recognised by its first line like any shader.
    Llvm,
    /// Assembly in either language.
    Assembly,
    /// Text of any kind.
    Any,
}

impl Texts {
    /// Whether a text that begins with `head` is one of them.
    fn include(self, head: &[u8]) -> bool {
        match self {
            Self::Llvm => {
                AssemblyLanguage::of(head) == AssemblyLanguage::Llvm || FileKind::of(head).is_wgsl()
            }
            Self::Assembly => may_be_assembly(head),
            Self::Any => true,
        }
    }
}

/// How far a file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// To the end, or to so many bytes where it is longer.
    UpTo(u64),
    /// To the end, which must come after so many bytes at most.
    Whole(u64),
}

/// How far a file that begins with `head` is to be read.
fn extent(head: &[u8], needs: Needs) -> Extent {
    if is_container(head) {
        let size = head.get(CONTAINER_SIZE_AT..).and_then(|bytes| bytes.first_chunk().copied());
        let size = size.map_or(0, u32::from_le_bytes).into();
        return if needs.trailing || size > MOST { Extent::Whole(MOST) } else { Extent::UpTo(size) };
    }
    let is_shader = is_msf(head)
        || is_bitcode(head)
        || is_amdgpu(head)
        || D3d9Version::begins(head)
        || FileKind::of(head).is_spirv();
    // Text holds no zero byte: all parsers reject it.
    let is_text = || !head.contains(&0) && needs.texts.include(head);
    if is_shader || is_text() { Extent::Whole(MOST) } else { Extent::UpTo(0) }
}

/// The bytes of the file at `path`, as far as they are needed: of what no verb can use, the beginning.
pub fn read_file(path: &Path, needs: Needs) -> Result<Vec<u8>, Error> {
    let file = File::open(path).map_err(cannot_read)?;
    let metadata = file.metadata().map_err(cannot_read)?;
    read(file, metadata.is_file().then_some(metadata.len()), |head| extent(head, needs))
}

/// The same of standard input.
pub fn read_stdin(needs: Needs) -> Result<Vec<u8>, Error> {
    read(io::stdin().lock(), None, |head| extent(head, needs))
}

/// All bytes of standard input, which may be anything.
pub fn read_any_stdin() -> Result<Vec<u8>, Error> {
    read(io::stdin().lock(), None, |_| Extent::Whole(MOST))
}

/// All bytes of a file that may hold anything, such as private data.
pub fn read_any(path: &Path) -> Result<Vec<u8>, Error> {
    let file = File::open(path).map_err(cannot_read)?;
    let metadata = file.metadata().map_err(cannot_read)?;
    read(file, metadata.is_file().then_some(metadata.len()), |_| Extent::Whole(MOST))
}

/// The first bytes of a file.
pub fn read_head(path: &Path, len: usize) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(len);
    File::open(path)?.take(len as u64).read_to_end(&mut head)?;
    Ok(head)
}

fn cannot_read(cause: io::Error) -> Error {
    Error::Io { doing: "read", cause }
}

/// Reads the first bytes, and as many more as `extent` says. `size` is that of a file, and a hint: files of /proc claim
/// to be empty.
fn read(
    mut file: impl Read,
    size: Option<u64>,
    extent: impl FnOnce(&[u8]) -> Extent,
) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::with_capacity(HEAD);
    (&mut file).take(HEAD as u64).read_to_end(&mut bytes).map_err(cannot_read)?;
    if bytes.len() < HEAD {
        return Ok(bytes);
    }
    let (end, most) = match extent(&bytes) {
        Extent::UpTo(end) => (end, u64::MAX),
        Extent::Whole(most) => (most.saturating_add(1), most),
    };
    if let Some(size) = size.filter(|size| *size > most) {
        return Err(too_large(&format!("the file has {} bytes", grouped(size)), most, &bytes));
    }
    let left = end.saturating_sub(HEAD as u64);
    if let Some(size) = size {
        let expected = left.min(size.saturating_sub(HEAD as u64));
        let expected = expected.saturating_as::<usize>();
        bytes.try_reserve_exact(expected).map_err(|_| cannot_read(io::ErrorKind::OutOfMemory.into()))?;
    }
    file.take(left).read_to_end(&mut bytes).map_err(cannot_read)?;
    if bytes.len() as u64 > most {
        return Err(too_large("the input has more bytes", most, &bytes));
    }
    Ok(bytes)
}

fn too_large(found: &str, most: u64, begin: &[u8]) -> Error {
    let hint = if is_container(begin) {
        "; use `scan --extract` to extract the shaders from a larger file"
    } else {
        ""
    };
    Error::TooLarge(format!("too large: {found}, expected at most {}{hint}", grouped(most)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

    use super::*;

    /// Zeros without end, and how many were asked for.
    struct Endless<'a>(&'a [u8], u64);

    impl Read for Endless<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let begin = self.0.get(usize::try_from(self.1).unwrap()..).unwrap_or_default();
            buffer.fill(0);
            buffer.iter_mut().zip(begin).for_each(|(to, from)| *to = *from);
            self.1 += buffer.len() as u64;
            Ok(buffer.len())
        }
    }

    #[test]
    fn no_more_is_read_than_needed() {
        let mut container = b"DXBC".to_vec();
        container.extend([0; 20]);
        container.extend(100_000_u32.to_le_bytes());
        let (some, all) = (Needs { texts: Texts::Llvm, trailing: false }, Needs::ALL);
        let cases: [(&[u8], Needs, usize); 6] = [
            (b"", all, HEAD),
            (b"\x7fELF", all, HEAD),
            (b"a text\n", some, HEAD),
            (b"; with a zero byte", some, HEAD),
            (b"DXBC", some, HEAD),
            (&container, some, 100_000),
        ];
        for (begin, needs, expected) in cases {
            let mut endless = Endless(begin, 0);
            let bytes = read(&mut endless, None, |head| extent(head, needs)).unwrap();
            assert_eq!(bytes.len(), expected, "{}", begin.escape_ascii());
            assert!(endless.1 < expected as u64 + 10_000, "{} bytes were read", endless.1);
        }
    }

    #[test]
    fn what_is_too_large_is_refused_unread() {
        let is_refused = |begin: &[u8], needs, size| {
            let mut endless = Endless(begin, 0);
            let result = read(&mut endless, Some(size), |head| extent(head, needs));
            assert!(endless.1 < 10_000, "{} bytes were read", endless.1);
            matches!(result, Err(Error::TooLarge(_)))
        };
        let (some, all) = (Needs { texts: Texts::Llvm, trailing: false }, Needs::ALL);
        let text = [b'a'; HEAD];
        let container = [&b"DXBC"[..], &[0xff; 28]].concat();
        assert!(is_refused(&container, some, 6 << 30));
        for begin in [&b"BC\xc0\xde"[..], dx_container::pdb::MAGIC, &text, b"DXBC"] {
            assert!(is_refused(begin, all, 6 << 30), "{}", begin.escape_ascii());
        }
        let assembly = Needs { texts: Texts::Assembly, ..all };
        assert!(is_refused(&[b';'; HEAD], assembly, 6 << 30) && !is_refused(&text, assembly, 6 << 30));
        assert!(!is_refused(&text, some, 6 << 30) && !is_refused(b"DXBC", some, 6 << 30));
    }

    #[test]
    fn short_files_are_read_whole() {
        for len in [0, 1, HEAD - 1, HEAD, HEAD + 1, 3 * HEAD] {
            let bytes = vec![b';'; len];
            assert_eq!(read(bytes.as_slice(), None, |head| extent(head, Needs::ALL)).unwrap(), bytes);
            let size = Some(len as u64);
            assert_eq!(read(bytes.as_slice(), size, |head| extent(head, Needs::ALL)).unwrap(), bytes);
        }
    }
}
