//! The name of a file in results: escaped on terminals, exact in JSON. Separate because a name may have any bytes, and
//! no character of a name may control the terminal.

use std::fmt;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;

use bstr::ByteSlice as _;
use dx_container::fields::escaped;
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use crate::json::in_utf8;

/// The name of a file. `Display` escapes control and bidirectional characters; `Serialize` writes the members `file`
/// and, if the name is not UTF-8, `fileEncoded`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileName(Vec<u8>);

impl FileName {
    /// The name of standard input.
    pub fn stdin() -> Self {
        Self(b"-".to_vec())
    }

    /// The bytes of the name, with slashes on all systems.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The name in UTF-8; `\xNN` replaces each byte that is not UTF-8.
    pub fn text(&self) -> String {
        in_utf8(self.0.as_bstr()).into_owned()
    }
}

/// The bytes of a path as a URI reference has them: bytes other than letters, digits and `-._~/` are percent-encoded.
pub fn percent_encoded(path: &[u8]) -> String {
    let mut encoded = String::with_capacity(path.len());
    for &byte in path {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(byte.into());
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Writes a name on a line of its own: the bytes of the name if standard output is not a terminal, for programs that
/// read names. With `ends_in_nul`, a NUL character follows the name instead of a line break.
pub fn write_name(out: &mut dyn Write, name: &FileName, ends_in_nul: bool) -> io::Result<()> {
    match (ends_in_nul, io::stdout().is_terminal()) {
        (true, _) => out.write_all(&[name.0.as_slice(), b"\0"].concat()),
        (false, true) => writeln!(out, "{name}"),
        (false, false) => out.write_all(&[name.0.as_slice(), b"\n"].concat()),
    }
}

impl From<&Path> for FileName {
    fn from(path: &Path) -> Self {
        let bytes = path.as_os_str().as_encoded_bytes();
        Self(if cfg!(windows) { bytes.replace(b"\\", b"/") } else { bytes.to_vec() })
    }
}

impl From<&str> for FileName {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&escaped(&String::from_utf8_lossy(&self.0)))
    }
}

impl Serialize for FileName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("file", &self.text())?;
        if self.0.to_str().is_err() {
            members.serialize_entry("fileEncoded", &percent_encoded(&self.0))?;
        }
        members.end()
    }
}

/// The members of a file object that name the file.
#[cfg(test)]
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Members {
    /// The path of the file in UTF-8; `\xNN` replaces each byte that is not UTF-8.
    file: String,
    /// The percent-encoded path, if the path is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_encoded: Option<String>,
}

#[cfg(test)]
impl schemars::JsonSchema for FileName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FileName".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Members::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::FileName;

    #[test]
    fn names_are_exact_in_json_and_escaped_on_terminals() {
        let cases: [(&[u8], &str, &str); 5] = [
            (b"a b.dxil", "a b.dxil", r#"{"file":"a b.dxil"}"#),
            (b"\x1b[31m.dxil", r"\u{1b}[31m.dxil", r#"{"file":"\u001b[31m.dxil"}"#),
            (b"a\nb", r"a\nb", r#"{"file":"a\nb"}"#),
            ("\u{202e}lixd".as_bytes(), r"\u{202e}lixd", "{\"file\":\"\u{202e}lixd\"}"),
            (b"\xff.dxil", "\u{fffd}.dxil", r#"{"file":"\\xff.dxil","fileEncoded":"%FF.dxil"}"#),
        ];
        for (bytes, shown, json) in cases {
            let name = FileName(bytes.to_vec());
            assert_eq!(name.to_string(), shown);
            assert_eq!(serde_json::to_string(&name).unwrap(), json);
        }
    }
}
