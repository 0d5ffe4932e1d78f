//! Four-character codes, the names of parts. Separate because errors, tables and parts all speak of them.

use std::fmt;
use std::str::FromStr;

use located::Frame;

/// The four bytes that name a part (or the container itself, [`FourCc::DXBC`]).
///
/// Any four bytes are legal; the ones this crate knows are constants such as [`FourCc::PSV0`] and rows of
/// [`PARTS`](crate::parts::PARTS).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FourCc(pub [u8; 4]);

/// The text is not four bytes long.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("part name {0:?} has {len} bytes, expected 4", len = .0.len())]
pub struct NotFourCc(pub String);

impl FromStr for FourCc {
    type Err = NotFourCc;

    fn from_str(text: &str) -> Result<Self, NotFourCc> {
        let bytes = text.as_bytes().try_into().ok().or_else(|| unescaped(text));
        bytes.map(Self).ok_or_else(|| NotFourCc(text.to_owned()))
    }
}

/// Four bytes as `Display` escapes them: `\xff`, `\n`, `\\`, or as they are.
fn unescaped(text: &str) -> Option<[u8; 4]> {
    let mut bytes = Vec::with_capacity(4);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let escape = (0..=u8::MAX).find_map(|byte| {
            let escaped = byte.escape_ascii().to_string();
            (escaped.len() > 1 && rest.starts_with(&escaped)).then_some((byte, escaped.len()))
        });
        let (byte, len) = escape.or_else(|| c.is_ascii().then_some((u8::try_from(c).ok()?, 1)))?;
        bytes.push(byte);
        rest = rest.get(len..)?;
    }
    bytes.try_into().ok()
}

impl fmt::Display for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(4);
        text.extend(self.0.iter().flat_map(|byte| byte.escape_ascii()).map(char::from));
        f.pad(&text)
    }
}

impl From<FourCc> for Frame {
    fn from(name: FourCc) -> Self {
        Self::Part(name.to_string())
    }
}

impl fmt::Debug for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FourCc({self})")
    }
}
