//! Errors of text formats, in the form that all crates share. Their places are byte ranges of the text.

use dx_container::ContainerErrorKind;
use located::{Error, Kind, Place};

use crate::root_signature::Mistake;

/// The kinds of errors in a text.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// The text is not UTF-8.
    #[error("text is not UTF-8: invalid byte {byte:#04x} at offset {at:#x}")]
    NotUtf8 {
        /// The first invalid byte.
        byte: u8,
        /// The offset of that byte.
        at: u64,
    },
    /// The text is not YAML, or exceeds a limit.
    #[error("{0}")]
    Syntax(String),
    /// A required key is missing.
    #[error("missing key {0}")]
    MissingKey(&'static str),
    /// A part is described by its fields, but its size is missing.
    #[error(
        "missing key Size, which is required with Fields: field offsets can depend on the size of the part"
    )]
    MissingSize,
    /// An unknown key, or a list member beyond the count of its list: `key Nmae`, `member 3`.
    #[error("unexpected {0}: the key is unknown here, or the element exceeds the stated count of its list")]
    UnusedKey(String),
    /// A value is invalid.
    #[error("{what} is {found}, expected {expected}")]
    Expected {
        /// The key of the value.
        what: String,
        /// The value found.
        found: String,
        /// The valid values.
        expected: String,
    },
    /// Two values contradict each other.
    #[error("{0}")]
    Contradiction(String),
    /// The text describes an invalid part or container.
    #[error("{0}")]
    Container(ContainerErrorKind),
    /// The text is not a valid root signature.
    #[error("{0}")]
    RootSignature(Mistake),
}

impl TextErrorKind {
    /// A hint how to fix the error, if there is one.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::RootSignature(mistake) => mistake.hint(),
            Self::NotUtf8 { byte: 0xfe | 0xff, at: 0 } => Some(
                "the file may be UTF-16, which some editors and shells write; save it as UTF-8".to_owned(),
            ),
            _ => None,
        }
    }
}

impl Kind for TextErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::NotUtf8 { .. } => "text.utf-8",
            Self::Syntax(_) => "text.syntax",
            Self::MissingKey(_) | Self::MissingSize => "text.missing-key",
            Self::UnusedKey(_) => "text.unused-key",
            Self::Expected { .. } => "text.expected",
            Self::Contradiction(_) => "text.contradiction",
            Self::Container(kind) => kind.code(),
            Self::RootSignature(mistake) => mistake.code(),
        }
    }
}

/// The error type of this crate.
pub type TextError = Error<TextErrorKind>;

/// The result type of this crate.
pub(crate) type Result<T> = std::result::Result<T, TextError>;

#[cold]
pub(crate) fn error(kind: TextErrorKind, place: Place) -> TextError {
    Error::new(kind, place)
}

/// Converts `bytes` to text, or fails if they are not UTF-8.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|cause| {
        let at = cause.valid_up_to();
        let byte = bytes.get(at).copied().unwrap_or_default();
        let place = Place { offset: at as u64, len: 1, bit: 0 };
        error(TextErrorKind::NotUtf8 { byte, at: at as u64 }, place)
    })
}
