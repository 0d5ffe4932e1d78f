//! Four-character codes, the names of parts. Separate because errors, tables and parts all speak of them.

use std::fmt;
use std::str::FromStr;

/// The four bytes that name a part (or the container itself, [`FourCc::DXBC`]).
///
/// Any four bytes are legal; the ones this crate knows are constants such as [`FourCc::PSV0`] and rows of
/// [`PARTS`](crate::parts::PARTS).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FourCc(pub [u8; 4]);

/// The text is not four bytes long.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a part name has four bytes, {0:?} has {len}", len = .0.len())]
pub struct NotFourCc(pub String);

impl FromStr for FourCc {
    type Err = NotFourCc;

    fn from_str(text: &str) -> Result<Self, NotFourCc> {
        text.as_bytes().try_into().map(Self).map_err(|_| NotFourCc(text.to_owned()))
    }
}

impl fmt::Display for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(4);
        text.extend(self.0.iter().flat_map(|byte| byte.escape_ascii()).map(char::from));
        f.pad(&text)
    }
}

impl fmt::Debug for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FourCc({self})")
    }
}
