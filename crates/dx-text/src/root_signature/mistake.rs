//! What can be wrong with a root signature's text, and what to do about it. Separate because these say more than
//! the errors of other texts: people write root signatures by hand.

use dx_container::enums::RootSignatureVersion;
use dx_container::error::Kind;
use dx_container::parts::root_signature::{ConversionError, Finding};

/// What is wrong with the text of a root signature.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Mistake {
    /// Something stands where something else should.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should stand there.
        expected: String,
        /// What does.
        found: String,
    },
    /// A word that means nothing where it stands.
    #[error("{word:?} is no {what}")]
    UnknownWord {
        /// The word.
        word: String,
        /// What it should be.
        what: &'static str,
        /// What may stand there.
        known: Vec<&'static str>,
    },
    /// An argument or clause that can be given once.
    #[error("{what} is given twice")]
    Twice {
        /// What.
        what: &'static str,
    },
    /// An argument without which a clause means nothing.
    #[error("{clause} lacks {argument}")]
    Missing {
        /// The clause.
        clause: &'static str,
        /// The argument.
        argument: String,
    },
    /// A register of another kind.
    #[error("{clause} takes a {letter} register, found {found}")]
    Register {
        /// The clause.
        clause: &'static str,
        /// The letter of its registers.
        letter: char,
        /// What was found.
        found: String,
    },
    /// A parenthesis that nothing closes.
    #[error("the parenthesis of {clause} is not closed")]
    Unclosed {
        /// The clause.
        clause: &'static str,
    },
    /// A comment without end.
    #[error("the comment does not end")]
    Comment,
    /// A number that is none.
    #[error("{0:?} is not a number")]
    NotANumber(String),
    /// A number that is too large or too small.
    #[error("{number} is out of range, {range}")]
    OutOfRange {
        /// The number.
        number: String,
        /// What it may be.
        range: &'static str,
    },
    /// Flags that the version cannot say.
    #[error("version {version} has no flags of {what}")]
    FlagsOfVersion {
        /// The version asked for.
        version: RootSignatureVersion,
        /// What would have them.
        what: &'static str,
        /// The first version that has.
        since: RootSignatureVersion,
    },
    /// It can be read, but is no root signature that works.
    #[error("{0}")]
    Finding(Finding),
    /// Printing: a value that no text says.
    #[error("{what} is {value}, which HLSL's syntax cannot say")]
    NoWord {
        /// Which value.
        what: String,
        /// The value.
        value: String,
    },
    /// There is no such version.
    #[error("{0}")]
    Version(ConversionError),
}

impl Mistake {
    /// What the writer may do about it.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::UnknownWord { word, known, .. } => match nearest(word, known) {
                Some(known) => format!("did you mean {known}?"),
                None if known.is_empty() => return None,
                None => format!("it can be {}", known.join(", ")),
            },
            Self::FlagsOfVersion { since, .. } => format!("version {since} has them"),
            Self::Register { letter, found, .. } if found.starts_with(letter.to_ascii_uppercase()) => {
                "registers are written in lower case".to_owned()
            }
            Self::Register { letter, .. } => format!("such as {letter}0"),
            Self::Missing { clause, argument } if argument.ends_with("register") => {
                format!("such as {clause}({}0)", argument.chars().nth(2).unwrap_or('b'))
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

/// How many characters must be changed, added or removed to make `a` of `b`. A word much longer than any known one
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
