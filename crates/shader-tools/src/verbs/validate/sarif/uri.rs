//! Paths as URI references, in which bytes that have a meaning in URIs are percent-encoded.

use bstr::ByteSlice as _;

use crate::selection::file_name::{FileName, percent_encoded};

/// The URI reference of a file. Bytes that are not UTF-8 are encoded as they are.
pub fn of_file(name: &FileName) -> String {
    of_bytes(name.bytes())
}

/// The URI reference of a path in debug information, which was recorded on any system.
pub fn of_recorded(path: &str) -> String {
    of_bytes(&with_slashes(path.as_bytes()))
}

fn with_slashes(path: &[u8]) -> Vec<u8> {
    path.iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect()
}

fn of_bytes(path: &[u8]) -> String {
    // A relative reference must not be `./a`: consumers compare the references of logs.
    let path = path.strip_prefix(b"./").map_or(path, |path| path.trim_start_with(|c| c == '/'));
    let has_drive = path.get(1..3) == Some(b":/") && path.first().is_some_and(u8::is_ascii_alphabetic);
    let prefix = match path {
        [b'/', b'/', ..] => "file:",
        [b'/', ..] => "file://",
        _ if has_drive => "file:///",
        _ => "",
    };
    // The colon of a drive is not encoded.
    let (drive, rest) = path.split_at(if has_drive { 2 } else { 0 });
    format!("{prefix}{}{}", drive.as_bstr(), percent_encoded(rest))
}

#[cfg(test)]
mod tests {
    use super::of_recorded;

    #[test]
    fn recorded_paths_are_references() {
        assert_eq!(of_recorded("a b/c.hlsl"), "a%20b/c.hlsl");
        assert_eq!(of_recorded("C:\\src\\a.hlsl"), "file:///C:/src/a.hlsl");
        assert_eq!(of_recorded("inc\\a.hlsl"), "inc/a.hlsl");
        assert_eq!(of_recorded("a:b"), "a%3Ab");
        assert_eq!(of_recorded("\\\\server\\a.hlsl"), "file://server/a.hlsl");
        assert_eq!(of_recorded("./a.hlsl"), "a.hlsl");
        assert_eq!(of_recorded(".//a.hlsl"), "a.hlsl");
    }

    #[test]
    #[cfg(unix)]
    fn bytes_of_names_are_encoded() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;
        use std::path::Path;

        use super::of_file;

        let uri = |name: &[u8]| of_file(&Path::new(OsStr::from_bytes(name)).into());
        assert_eq!(uri(b"\xe9 \\.dxil"), "%E9%20%5C.dxil");
        assert_eq!(uri(b"/out/\xc3\xa9%.dxil"), "file:///out/%C3%A9%25.dxil");
    }
}
