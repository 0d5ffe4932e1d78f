//! `cargo xtask messages`: the list of the sentences that the shipped crates show to users, `docs/messages.tsv`.
//!
//! Reviewers of texts read the list instead of the code. It has no line numbers, so that moved code does not change it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::str::FromStr as _;

use proc_macro2::TokenStream;

use crate::tidy::file::{File, files, read};
use crate::{Outcome, root};

mod literals;

use literals::Literal;

/// The committed list.
const LIST: &str = "docs/messages.tsv";
/// The first line of the list.
const HEAD: &str = "file\tconstruct\ttext\n";
/// A literal with fewer words is not a message.
const MESSAGE_WORDS: usize = 3;
/// Macros and methods whose strings only a developer reads.
const INTERNAL: [&str; 9] = [
    "assert!",
    "assert_eq!",
    "assert_ne!",
    "debug_assert!",
    "debug_assert_eq!",
    "expect",
    "panic!",
    "unimplemented!",
    "unreachable!",
];

/// Writes the list, or with `check` fails if the committed list is stale.
pub fn run(check: bool) -> Outcome {
    let list = list()?;
    let path = root().join(LIST);
    if fs::read_to_string(&path).is_ok_and(|old| old == list) {
        return Ok(());
    }
    if check {
        return Err(format!("stale: {LIST} (run `cargo xtask messages`)"));
    }
    fs::write(&path, list).map_err(|e| format!("{LIST}: {e}"))
}

/// The text of the list: a row for each message of each file, sorted by bytes.
pub fn list() -> Result<String, String> {
    let mut rows = BTreeSet::new();
    for path in files()?.into_iter().filter(|path| is_shipped_source(path)) {
        let text = read(&root().join(&path))?;
        let file = File::new(path, text);
        if file.is_generated() || file.is_test() {
            continue;
        }
        for message in messages(&file.text).map_err(|e| format!("{}: {e}", file.path))? {
            rows.insert((file.path.clone(), message.construct, escaped(&message.text)));
        }
    }
    let mut list = HEAD.to_owned();
    for (path, construct, text) in rows {
        let _ = writeln!(list, "{path}\t{construct}\t{text}");
    }
    Ok(list)
}

fn is_shipped_source(path: &str) -> bool {
    path.strip_prefix("crates/")
        .and_then(|path| path.split_once('/'))
        .is_some_and(|(_, path)| path.starts_with("src/") && path.ends_with(".rs"))
}

/// The messages of a Rust file, in the order of the source.
fn messages(source: &str) -> Result<Vec<Literal>, String> {
    let tokens = TokenStream::from_str(source).map_err(|e| e.to_string())?;
    let mut found = literals::literals(tokens);
    found.retain(|literal| !INTERNAL.contains(&literal.construct.as_str()) && is_message(&literal.text));
    Ok(found)
}

/// Returns true for a sentence or a part of one. Words of placeholders, code spans and identifiers do not count.
fn is_message(text: &str) -> bool {
    let words = without_placeholders(text);
    let is_word = |word: &&str| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
        !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || c == '-' || c == '\'')
    };
    words.split(' ').filter(is_word).count() >= MESSAGE_WORDS
}

/// The text with `{}` for each placeholder of a format string.
fn without_placeholders(text: &str) -> String {
    let mut result = String::new();
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => result.push(c),
            _ => {}
        }
    }
    result
}

/// The text as a cell of a table.
fn escaped(text: &str) -> String {
    text.trim().replace('\\', r"\\").replace('\n', r"\n").replace('\t', r"\t").replace('\r', r"\r")
}

#[cfg(test)]
mod tests;
