//! What can be wrong with a text, in the shape of errors that all crates share. Places are bytes of the text.

use dx_container::ContainerErrorKind;
use dx_container::error::{Error, Kind, Place};

use crate::root_signature::Mistake;

/// What can be wrong with a text.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// It is no text.
    #[error("the text is not UTF-8: byte {byte:#04x} at {at:#x} begins no character")]
    NotUtf8 {
        /// The first byte that is no part of a character.
        byte: u8,
        /// Its offset.
        at: u64,
    },
    /// It is no YAML, or more of it than a document of ours can need.
    #[error("{0}")]
    Syntax(String),
    /// A key is not there.
    #[error("there is no key {0}")]
    MissingKey(&'static str),
    /// A part is given by its fields, and nothing says how large it is.
    #[error(
        "there is no key Size, which Fields need: where a field lies may follow from where the part ends"
    )]
    MissingSize,
    /// A key that nothing reads: misspelled, or more members than a count says.
    #[error("nothing reads {0}: is it misspelled, or more than a count announces?")]
    UnusedKey(String),
    /// A value is of another kind.
    #[error("{what} is {found}, expected {expected}")]
    Expected {
        /// The value's key.
        what: String,
        /// What it is.
        found: String,
        /// What it may be.
        expected: String,
    },
    /// Two things that must agree do not.
    #[error("{0}")]
    Contradiction(String),
    /// What the text describes cannot be a part or container.
    #[error("{0}")]
    Container(ContainerErrorKind),
    /// The text is no root signature.
    #[error("{0}")]
    RootSignature(Mistake),
}

impl TextErrorKind {
    /// What may be done about it, where that is known.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::RootSignature(mistake) => mistake.hint(),
            Self::NotUtf8 { byte: 0xfe | 0xff, at: 0 } => {
                Some("it may be UTF-16, which some editors and shells write: save it as UTF-8".to_owned())
            }
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

/// An error of this crate.
pub type TextError = Error<TextErrorKind>;

/// A result of this crate.
pub(crate) type Result<T> = std::result::Result<T, TextError>;

#[cold]
pub(crate) fn error(kind: TextErrorKind, place: Place) -> TextError {
    Error::new(kind, place)
}

/// The text that `bytes` are.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|cause| {
        let at = cause.valid_up_to();
        let byte = bytes.get(at).copied().unwrap_or_default();
        let place = Place { offset: at as u64, len: 1, bit: 0 };
        error(TextErrorKind::NotUtf8 { byte, at: at as u64 }, place)
    })
}
