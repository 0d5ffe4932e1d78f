//! The lines of prose in a file: comments and string literals of Rust, Markdown without code, comments and sentences of
//! TOML. Separate because it knows the formats, and the patterns only sentences.

use crate::tidy::file::{File, toml_comment};
use crate::tidy::rust_source::RustSource;

/// A string literal with fewer words is not a sentence.
const SENTENCE_WORDS: usize = 4;
/// A TOML string with fewer words is not a sentence.
const TOML_SENTENCE_WORDS: usize = 4;

/// The prose of a file with the lines, counted from 0, in which it begins. Generated files and files of other kinds
/// have none.
pub fn lines(file: &File) -> Vec<(usize, String)> {
    if file.is_generated() || file.path.starts_with("tests/cases/") {
        return Vec::new();
    }
    let lines = match &file.rust {
        Some(source) => rust(source, file.is_test()),
        None if file.is("md") => markdown(&file.text),
        None if file.is("toml") => toml(&file.text),
        None => Vec::new(),
    };
    let lines = lines.into_iter().map(|(line, text)| (line, text.trim().to_owned()));
    lines.filter(|(_, text)| !text.is_empty()).collect()
}

/// Comments, and the string literals of shipped code: literals of tests are data.
fn rust(source: &RustSource, is_test: bool) -> Vec<(usize, String)> {
    let mut prose = comments(source);
    if !is_test {
        let strings = source.strings.iter().filter(|(line, _)| !source.test_lines.contains(line));
        prose.extend(strings.flat_map(|(line, text)| literal(*line, text)));
    }
    prose
}

/// Comments without the code of doc examples.
fn comments(source: &RustSource) -> Vec<(usize, String)> {
    let mut prose = Vec::new();
    let mut is_example = false;
    for (line, (text, code)) in source.code_and_comments.iter().zip(&source.code).enumerate() {
        let Some(comment) = comment(text, code) else {
            is_example = false;
            continue;
        };
        if comment.starts_with("```") {
            is_example = !is_example;
        } else if !is_example {
            prose.push((line, without_code(comment)));
        }
    }
    prose
}

/// The content of the comment in a line. `code` is the same line with blanks for comments.
fn comment<'a>(text: &'a str, code: &str) -> Option<&'a str> {
    // Both lines have the same characters up to the comment, but blanks of other characters may be shorter.
    let code_chars = code.trim_end().chars().count();
    let start = text.char_indices().nth(code_chars).map(|(at, _)| at)?;
    let comment = text.get(start..)?.trim_start().strip_prefix("//")?;
    Some(comment.trim_start_matches(['/', '!']).trim())
}

fn is_sentence(text: &str) -> bool {
    let is_word = |word: &&str| word.chars().filter(|c| c.is_ascii_alphabetic()).count() >= 2;
    text.split_whitespace().filter(is_word).count() >= SENTENCE_WORDS
}

/// The sentences in a literal that begins in a line of the source: one for each line of the text, whose source lines a
/// `\` at the end continues.
fn literal(start: usize, text: &str) -> Vec<(usize, String)> {
    let mut sentences: Vec<(usize, String)> = Vec::new();
    let mut is_continued = false;
    for (line, text) in (start..).zip(text.lines()) {
        let content = text.trim().trim_end_matches("\\n\\").trim_end_matches('\\').trim_end();
        match sentences.last_mut().filter(|_| is_continued) {
            Some((_, sentence)) => *sentence += &format!(" {content}"),
            None => sentences.push((line, content.to_owned())),
        }
        is_continued = text.ends_with('\\') && !text.ends_with("\\n\\");
    }
    let sentences = sentences.into_iter().filter(|(_, text)| is_sentence(text));
    sentences.map(|(line, text)| (line, without_code(&text))).collect()
}

/// Markdown without fenced blocks; each cell of a table is a line.
fn markdown(text: &str) -> Vec<(usize, String)> {
    let mut prose = Vec::new();
    let mut is_fenced = false;
    for (line, text) in text.lines().enumerate() {
        let text = text.trim();
        if text.starts_with("```") || text.starts_with("~~~") {
            is_fenced = !is_fenced;
        } else if !is_fenced && text.starts_with('|') {
            let row = without_code(text);
            prose.extend(row.split('|').map(|cell| (line, cell.trim().to_owned())));
        } else if !is_fenced {
            let text = text.trim_start_matches(|c: char| c.is_ascii_digit() || " >*#.-".contains(c));
            prose.push((line, without_code(text)));
        }
    }
    prose
}

/// Comments, and strings that are sentences.
fn toml(text: &str) -> Vec<(usize, String)> {
    let mut prose = Vec::new();
    for (line, text) in text.lines().enumerate() {
        if let Some(comment) = toml_comment(text) {
            prose.push((line, without_code(comment)));
        }
        // Strings that are sentences: the parts between double quotes.
        let quoted = text.split('"').skip(1).step_by(2);
        let sentences = quoted.filter(|string| string.split(' ').count() >= TOML_SENTENCE_WORDS);
        if !text.trim_start().starts_with('#') {
            prose.extend(sentences.map(|string| (line, without_code(string))));
        }
    }
    prose
}

/// The text with `x` for each code span.
fn without_code(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    let is_closed = parts.len() % 2 == 1;
    let mut result = String::new();
    for (number, part) in parts.iter().enumerate() {
        let is_code = number % 2 == 1 && (is_closed || number + 1 < parts.len());
        result.push_str(if is_code { "`x`" } else { part });
    }
    result
}
