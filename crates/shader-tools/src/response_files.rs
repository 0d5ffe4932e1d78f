//! Response files: arguments in a file, named with an `@` before it. Separate because they stand for arguments before
//! anything else looks at those.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::loading::reading;
use crate::selection::input::display;

/// How deep response files may name others: a file that names itself must end.
const DEPTH: usize = 8;

/// Bytes of all response files of a command: a million names of a hundred bytes.
const BYTES: usize = 100 << 20;

/// Arguments, and the files that they were read from.
#[derive(Debug, Default)]
pub struct Arguments {
    /// The arguments, none of which stands for a file.
    pub all: Vec<OsString>,
    /// The response files, in the order in which they were read.
    pub files: Vec<PathBuf>,
    bytes: usize,
}

/// Puts what response files hold in the place of their names.
pub fn expand(arguments: impl IntoIterator<Item = OsString>) -> Result<Arguments, (PathBuf, Error)> {
    let mut expanded = Arguments::default();
    for argument in arguments {
        expanded.add(argument, 0)?;
    }
    Ok(expanded)
}

impl Arguments {
    fn add(&mut self, argument: OsString, depth: usize) -> Result<(), (PathBuf, Error)> {
        let Some(path) = argument.to_str().and_then(|text| text.strip_prefix('@')).map(PathBuf::from) else {
            self.all.push(argument);
            return Ok(());
        };
        let text = self.read(&path, depth).map_err(|error| (path.clone(), error))?;
        self.files.push(path.clone());
        for word in split(&text).map_err(|error| (path, Error::Usage(error)))? {
            self.add(word.into(), depth + 1)?;
        }
        Ok(())
    }

    fn read(&mut self, path: &Path, depth: usize) -> Result<String, Error> {
        if depth >= DEPTH {
            let text =
                format!("response files are nested more than {DEPTH} levels deep at {}", display(path));
            return Err(Error::Usage(text));
        }
        let bytes = reading::read_any(path)?;
        self.bytes = self.bytes.saturating_add(bytes.len());
        if self.bytes > BYTES {
            return Err(Error::TooLarge(format!(
                "response files exceed the limit of {} MiB in total",
                BYTES >> 20
            )));
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| Error::Usage("response file is not valid UTF-8".to_owned()))?;
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }
}

/// The words of a text. Blanks and line ends separate them; "..." and '...' keep blanks, and \" is a quotation mark.
/// All other backslashes stay, as paths of Windows have them.
pub fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (Some('"') | None, '\\') if letters.peek() == Some(&'"') => {
                letters.next();
                word.get_or_insert_default().push('"');
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(quote) = quote {
        return Err(format!("quote {quote} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

/// A word as [`split`] reads it.
pub fn quoted(word: &str) -> String {
    let needs = word.is_empty()
        || word.starts_with('@')
        || word.contains(|c: char| c.is_whitespace() || "\"'".contains(c));
    if needs { format!("\"{}\"", word.replace('"', "\\\"")) } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn words_are_split_at_blanks_and_lines() {
        let cases: [(&str, &[&str]); 7] = [
            ("a b\nc\r\n\n d", &["a", "b", "c", "d"]),
            ("\"a b\" 'c \"d\"'", &["a b", "c \"d\""]),
            ("-o\"x y\".dxil", &["-ox y.dxil"]),
            ("C:\\libs\\a.dxil \\\"", &["C:\\libs\\a.dxil", "\""]),
            ("\"\" ''", &["", ""]),
            ("--exports A;B=C", &["--exports", "A;B=C"]),
            ("", &[]),
        ];
        for (text, words) in cases {
            assert_eq!(split(text).unwrap(), words, "{text}");
            let again: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            assert_eq!(split(&again.join(" ")).unwrap(), words, "{text}");
        }
        assert!(split("a \"b").is_err() && split("'").is_err());
    }
}
