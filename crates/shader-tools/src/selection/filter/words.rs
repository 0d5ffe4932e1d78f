//! The words of an expression, each with its place. Separate because mistakes in them are told apart from those in what
//! they say together.

use std::ops::Range;

use super::error::{FilterError, HELP};

/// A word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    /// A name, a number, a pattern.
    Plain(String),
    /// A text in quotes, which is never a keyword.
    Quoted(String),
    /// A comparison, a parenthesis, `!`, `&&`, `||`.
    Sign(&'static str),
    /// The end of the expression.
    End,
}

/// Signs, longer ones before those that they begin with.
const SIGNS: [&str; 14] = ["&&", "||", "==", "!=", "<=", ">=", "=", "<", ">", "~", "!", "(", ")", ","];

/// Characters besides letters and digits that words have: of paths, patterns and names.
const IN_WORDS: &str = "_.*/\\:-+#@$?";

/// The words of `text`, and its end.
pub(super) fn words(text: &str) -> Result<Vec<(Word, Range<usize>)>, FilterError> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(first) = rest.chars().next() else { break };
        let (word, len) = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if first == '"' || first == '\'' {
            let inner = rest.get(1..).unwrap_or_default();
            let end = inner.find(first).ok_or_else(|| {
                FilterError::at(at..text.len(), format!("the quote is not closed: expected another {first}"))
            })?;
            (Word::Quoted(inner.get(..end).unwrap_or_default().to_owned()), end + 2)
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Word::Sign(sign), sign.len())
        } else {
            let is_in_word = |c: char| c.is_alphanumeric() || IN_WORDS.contains(c);
            let len = rest.find(|c| !is_in_word(c)).unwrap_or(rest.len());
            if len == 0 {
                let place = at..at + first.len_utf8();
                return Err(FilterError::at(place, format!("unexpected `{first}`")).with_help(HELP));
            }
            (Word::Plain(rest.get(..len).unwrap_or_default().to_owned()), len)
        };
        words.push((word, at..at + len));
        at += len;
    }
    words.push((Word::End, text.len()..text.len()));
    Ok(words)
}
