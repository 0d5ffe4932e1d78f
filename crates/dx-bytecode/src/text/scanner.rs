//! The scanner of assembly text, and the errors of the parser. Separate so that one file counts bytes.

use located::{Error, Kind, Place};

use crate::text::numbered::without_numbering;

/// An error in assembly text, with its place.
pub type AssemblyError = Error<AssemblyErrorKind>;

pub(crate) type Result<T> = std::result::Result<T, AssemblyError>;

/// The kinds of errors in assembly text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssemblyErrorKind {
    /// An unexpected token.
    #[error("expected {expected}{}", found_text(found))]
    Expected {
        /// The expected token.
        expected: String,
        /// The token found; empty at the end of a line.
        found: String,
    },
    /// An unknown mnemonic.
    #[error("unknown instruction or declaration `{name}`, expected one {models}")]
    UnknownMnemonic {
        /// The mnemonic.
        name: String,
        /// The most similar known mnemonic.
        nearest: &'static str,
        /// The shader models that it would be of.
        models: &'static str,
    },
    /// An unknown register.
    #[error("unknown register `{name}`, expected {examples}")]
    UnknownRegister {
        /// The register.
        name: String,
        /// What it could be.
        examples: &'static str,
    },
    /// An instruction with too few or too many operands.
    #[error("{name} requires {expected} operand{}, found {found}", if *expected == 1 { "" } else { "s" })]
    OperandCount {
        /// The mnemonic.
        name: &'static str,
        /// The number of operands of the mnemonic.
        expected: usize,
        /// The number of operands found.
        found: usize,
    },
    /// A number out of range.
    #[error("{text} is out of range for {what}, expected {expected}")]
    Range {
        /// The meaning of the number.
        what: &'static str,
        /// The number.
        text: String,
        /// The valid range.
        expected: String,
    },
    /// A token in an attribute that contradicts its operand.
    #[error("token {token:#010x} contradicts the operand: the indices or the number of values differ")]
    Token {
        /// The token.
        token: u32,
    },
    /// A number or length that exceeds a limit of the format.
    #[error("{what} exceeds {limit}")]
    TooMuch {
        /// The number or length.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// A text that is not UTF-8.
    #[error("text is not UTF-8")]
    NotUtf8,
}

fn found_text(found: &str) -> String {
    if found.is_empty() { ", found end of line".to_owned() } else { format!(", found `{found}`") }
}

impl AssemblyErrorKind {
    /// A hint how to fix the error, if there is one.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::UnknownMnemonic { nearest, .. } if !nearest.is_empty() => {
                Some(format!("did you mean `{nearest}`?"))
            }
            _ => None,
        }
    }
}

impl Kind for AssemblyErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::Expected { .. } => "asm.expected",
            Self::UnknownMnemonic { .. } => "asm.mnemonic",
            Self::UnknownRegister { .. } => "asm.register",
            Self::OperandCount { .. } => "asm.operands",
            Self::Range { .. } => "asm.range",
            Self::Token { .. } => "asm.token",
            Self::TooMuch { .. } => "asm.limit",
            Self::NotUtf8 => "asm.utf8",
        }
    }
}

/// As much of a word as a message has room for: it may be as long as the text.
pub(crate) fn shown(word: &str) -> String {
    const SHOWN: usize = 48;
    match word.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", word.get(..end).unwrap_or_default()),
        None => word.to_owned(),
    }
}

/// A place in a text.
#[derive(Clone)]
pub(crate) struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Goes back to a place that it was at.
    pub(crate) fn rewind(&mut self, position: usize) {
        self.at = position;
    }

    /// Takes so many characters, or as many as there are.
    pub(crate) fn take_some(&mut self, count: usize) -> &'t str {
        let left = self.left();
        let len = left.char_indices().nth(count).map_or(left.len(), |(at, _)| at);
        self.at += len;
        left.get(..len).unwrap_or_default()
    }

    /// The text from here on.
    pub(crate) fn left(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.left().chars().next()
    }

    /// Passes over spaces and a comment, but not over the end of the line.
    pub(crate) fn skip_space(&mut self) {
        let left = self.left();
        let space = left.len() - left.trim_start_matches([' ', '\t', '\r']).len();
        self.at += space;
        if self.left().starts_with("//") {
            self.at += self.left().find('\n').unwrap_or(self.left().len());
        }
    }

    /// Passes over the instruction number and the offset that a listing prints before a statement.
    pub(crate) fn skip_numbering(&mut self) {
        self.at = self.text.len() - without_numbering(self.left()).len();
    }

    /// Passes over empty lines, too.
    pub(crate) fn skip_lines(&mut self) {
        loop {
            self.skip_space();
            if !self.eat("\n") {
                return;
            }
        }
    }

    /// Passes over the rest of the line.
    pub(crate) fn skip_line(&mut self) {
        self.at += self.left().find('\n').unwrap_or(self.left().len());
    }

    /// Whether the line ends here.
    pub(crate) fn is_at_line_end(&mut self) -> bool {
        self.skip_space();
        matches!(self.peek(), None | Some('\n'))
    }

    /// Takes `word` if it comes next.
    pub(crate) fn eat(&mut self, word: &str) -> bool {
        let found = self.left().starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    /// Takes `word` behind spaces.
    pub(crate) fn expect(&mut self, word: &str) -> Result<()> {
        self.skip_space();
        if self.eat(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// Takes characters as long as they are such.
    pub(crate) fn take_while(&mut self, is: impl Fn(char) -> bool) -> &'t str {
        let left = self.left();
        let len = left.find(|c| !is(c)).unwrap_or(left.len());
        self.at += len;
        left.get(..len).unwrap_or_default()
    }

    /// Takes a number in decimal or hexadecimal.
    pub(crate) fn number(&mut self, what: &'static str) -> Result<u32> {
        self.skip_space();
        let start = self.at;
        let text = self.take_while(|c| c.is_ascii_alphanumeric());
        let number = match text.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => text.parse(),
        };
        match number {
            Ok(number) => Ok(number),
            Err(cause) if *cause.kind() == std::num::IntErrorKind::PosOverflow => {
                Err(self.out_of_range(start, what, "a 32-bit number"))
            }
            Err(_) => {
                self.at = start;
                Err(self.expected(what))
            }
        }
    }

    /// An error about everything from `start` to here.
    #[cold]
    pub(crate) fn error(&self, start: usize, kind: AssemblyErrorKind) -> AssemblyError {
        let bytes = |count: usize| count as u64;
        Error::new(kind, Place { offset: bytes(start), len: bytes(self.at.saturating_sub(start)), bit: 0 })
    }

    /// An error about the number from `start` to here.
    #[cold]
    pub(crate) fn out_of_range(&self, start: usize, what: &'static str, expected: &str) -> AssemblyError {
        let text = shown(self.text.get(start..self.at).unwrap_or_default());
        self.error(start, AssemblyErrorKind::Range { what, text, expected: expected.to_owned() })
    }

    /// An error about what comes next.
    #[cold]
    pub(crate) fn expected(&self, expected: &str) -> AssemblyError {
        let mut end = self.clone();
        let word = end.take_while(|c| c.is_alphanumeric() || c == '_');
        let found = match word.is_empty() {
            true => self.peek().filter(|c| *c != '\n').into_iter().collect(),
            false => shown(word),
        };
        end.at = self.at + if word.is_empty() { found.len() } else { word.len() };
        end.error(self.at, AssemblyErrorKind::Expected { expected: expected.to_owned(), found })
    }
}
