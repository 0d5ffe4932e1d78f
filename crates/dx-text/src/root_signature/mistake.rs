//! Errors in the text of a root signature, with hints. Separate because they are more detailed than the errors of
//! other texts: root signatures are written by hand.

use dx_container::enums::RootSignatureVersion;
use dx_container::parts::root_signature::{ConversionError, Finding};
use located::Kind;

/// An error in the text of a root signature.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Mistake {
    /// An unexpected token.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// The expected token.
        expected: String,
        /// The token found.
        found: String,
    },
    /// An unknown word.
    #[error("unknown {what} {word:?}")]
    UnknownWord {
        /// The word.
        word: String,
        /// The kind of word expected.
        what: &'static str,
        /// The valid words.
        known: Vec<&'static str>,
    },
    /// An argument or clause that occurs twice.
    #[error("duplicate {what}")]
    Twice {
        /// The argument or clause.
        what: &'static str,
    },
    /// A missing required argument.
    #[error("{clause} requires {argument}")]
    Missing {
        /// The clause.
        clause: &'static str,
        /// The argument.
        argument: String,
    },
    /// A register of the wrong kind.
    #[error("{clause} requires a {letter} register, found {found}")]
    Register {
        /// The clause.
        clause: &'static str,
        /// The letter of its registers.
        letter: char,
        /// The token found.
        found: String,
    },
    /// A missing closing parenthesis.
    #[error("missing ')' of {clause}")]
    Unclosed {
        /// The clause.
        clause: &'static str,
    },
    /// An unterminated comment.
    #[error("unterminated comment: missing */")]
    Comment,
    /// A malformed number.
    #[error("{0:?} is not a number")]
    NotANumber(String),
    /// A number out of range.
    #[error("{number} is out of range, expected {range}")]
    OutOfRange {
        /// The number.
        number: String,
        /// The valid range.
        range: &'static str,
    },
    /// Flags that the root signature version does not have.
    #[error("root signature version {version} does not support flags on {what}")]
    FlagsOfVersion {
        /// The version asked for.
        version: RootSignatureVersion,
        /// The elements that the flags are on.
        what: &'static str,
        /// The first version that has these flags.
        since: RootSignatureVersion,
    },
    /// The root signature is well-formed, but invalid.
    #[error("{0}")]
    Finding(Finding),
    /// Printing: a value without spelling in HLSL.
    #[error("{what} is {value}, which HLSL cannot express")]
    NoWord {
        /// The field.
        what: String,
        /// The value.
        value: String,
    },
    /// The root signature version is unknown.
    #[error("{0}")]
    Version(ConversionError),
}

impl Mistake {
    /// A hint how to fix the error, if there is one.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::UnknownWord { word, known, .. } => match nearest(word, known) {
                Some(known) => format!("did you mean {known}?"),
                None if known.is_empty() => return None,
                None => format!("expected one of {}", known.join(", ")),
            },
            Self::FlagsOfVersion { since, .. } => format!("use version {since} or later"),
            Self::Register { letter, found, .. } if found.starts_with(letter.to_ascii_uppercase()) => {
                "register names are lower case".to_owned()
            }
            Self::Register { letter, .. } => format!("for example {letter}0"),
            Self::Missing { clause, argument } if argument.ends_with("register") => {
                format!("for example {clause}({}0)", argument.chars().nth(2).unwrap_or('b'))
            }
            _ => return None,
        })
    }
}

/// The known word that is a typing error away from `word`.
fn nearest(word: &str, known: &[&'static str]) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let close = known.iter().map(|known| (distance(&word, &known.to_ascii_lowercase()), *known));
    close.filter(|&(distance, known)| distance <= known.len() / 4 + 1).min().map(|(_, known)| known)
}

/// The number of characters to change, add or remove to make `a` of `b`. A word much longer than any known one
/// is not looked at.
fn distance(a: &str, b: &str) -> usize {
    const LONGEST: usize = 64;
    if a.len() > LONGEST {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, a) in a.bytes().enumerate() {
        let mut before = i;
        let mut left = i + 1;
        for (b, cell) in b.bytes().zip(row.iter_mut().skip(1)) {
            let changed = before + usize::from(a != b);
            before = *cell;
            left = changed.min(left + 1).min(*cell + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

impl Kind for Mistake {
    fn code(&self) -> &'static str {
        match self {
            Self::Expected { .. } => "root-signature.expected",
            Self::UnknownWord { .. } => "root-signature.unknown-word",
            Self::Twice { .. } => "root-signature.twice",
            Self::Missing { .. } => "root-signature.missing",
            Self::Register { .. } => "root-signature.register",
            Self::Unclosed { .. } => "root-signature.unclosed",
            Self::Comment => "root-signature.comment",
            Self::NotANumber(_) => "root-signature.number",
            Self::OutOfRange { .. } => "root-signature.out-of-range",
            Self::FlagsOfVersion { .. } => "root-signature.flags-of-version",
            Self::Finding(_) => "root-signature.invalid",
            Self::NoWord { .. } => "root-signature.no-word",
            Self::Version(_) => "root-signature.version",
        }
    }
}
