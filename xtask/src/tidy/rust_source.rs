//! A Rust file as the tidy rules see it: comments and literals told apart from code, items found by their
//! indentation. Separate because it knows Rust, and the rules only what the house wants. Not a parser: it relies
//! on rustfmt, which puts the brace that ends an item under the word that begins it.

use std::collections::BTreeSet;
use std::ops::Range;

/// A file taken apart. Lines are counted from 0.
pub struct RustSource {
    /// The text with blanks for what stands in comments and literals.
    pub code: Vec<String>,
    /// The text with blanks for what stands in literals.
    pub code_and_comments: Vec<String>,
    /// The content of each string literal, and the line it begins in.
    pub strings: Vec<(usize, String)>,
    /// Lines under a `#[cfg(test)]`.
    pub test_lines: BTreeSet<usize>,
}

/// A function with a body.
#[derive(Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub lines: Range<usize>,
}

impl RustSource {
    pub fn parse(text: &str) -> Self {
        let (mut code, mut code_and_comments) = (String::new(), String::new());
        let mut strings = Vec::new();
        let mut line = 0;
        let mut rest = text;
        while !rest.is_empty() {
            let (token, len) = next_token(rest);
            let (content, after) = rest.split_at(len);
            match token {
                Token::Code => code.push_str(content),
                Token::Comment | Token::Literal => code.push_str(&blanked(content)),
            }
            match token {
                Token::Code | Token::Comment => code_and_comments.push_str(content),
                Token::Literal => {
                    strings.push((line, unquoted(content).to_owned()));
                    code_and_comments.push_str(&blanked(content));
                }
            }
            line += content.matches('\n').count();
            rest = after;
        }
        let lines = |text: String| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let (code, code_and_comments) = (lines(code), lines(code_and_comments));
        let test_lines = test_lines(&code);
        Self { code, code_and_comments, strings, test_lines }
    }

    /// The functions that have a body, nested ones too.
    pub fn functions(&self) -> Vec<Function> {
        let named = self.code.iter().enumerate().filter_map(|(at, line)| Some((at, function_name(line)?)));
        named.filter_map(|(at, name)| Some(Function { name, lines: item(&self.code, at)? })).collect()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Code,
    Comment,
    /// A string or a character.
    Literal,
}

/// What the text begins with, and how long that is.
fn next_token(text: &str) -> (Token, usize) {
    if text.starts_with("//") {
        return (Token::Comment, text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return (Token::Comment, block_comment_len(text));
    }
    if let Some(len) = string_len(text).or_else(|| char_len(text)) {
        return (Token::Literal, len);
    }
    // A word is one token, so that the end of one does not look like a literal's prefix.
    match text.find(|c: char| !c.is_alphanumeric() && c != '_') {
        Some(0) => (Token::Code, text.chars().next().map_or(0, char::len_utf8)),
        end => (Token::Code, end.unwrap_or(text.len())),
    }
}

fn block_comment_len(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, pair) in text.as_bytes().windows(2).enumerate() {
        match pair {
            b"/*" => depth += 1,
            b"*/" if depth == 1 => return at + 2,
            b"*/" => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of the string literal that the text begins with, of any kind.
fn string_len(text: &str) -> Option<usize> {
    let after_kind = text.strip_prefix(['b', 'c']).unwrap_or(text);
    let after_raw = after_kind.strip_prefix('r').unwrap_or(after_kind);
    let content = after_raw.trim_start_matches('#').strip_prefix('"')?;
    let hashes = after_raw.len() - content.len() - 1;
    let is_raw = after_raw.len() < after_kind.len();
    let content_len = match (is_raw, hashes) {
        (true, _) => {
            let quote = format!("\"{}", "#".repeat(hashes));
            content.find(&quote).map_or(content.len(), |at| at + quote.len())
        }
        (false, 0) => quoted_len(content, b'"'),
        (false, _) => return None,
    };
    Some(text.len() - content.len() + content_len)
}

/// The length of the character literal that the text begins with; a lifetime is none.
fn char_len(text: &str) -> Option<usize> {
    let content = text.strip_prefix('b').unwrap_or(text).strip_prefix('\'')?;
    let first = content.chars().next()?;
    let is_literal = first == '\\' || content[first.len_utf8()..].starts_with('\'');
    is_literal.then(|| text.len() - content.len() + quoted_len(content, b'\''))
}

/// The length of what a quote ends, the quote included.
fn quoted_len(content: &str, quote: u8) -> usize {
    let mut is_escaped = false;
    for (at, byte) in content.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            _ if byte == quote => return at + 1,
            _ => {}
        }
    }
    content.len()
}

fn blanked(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { c } else { ' ' }).collect()
}

fn unquoted(literal: &str) -> &str {
    let content = literal.trim_start_matches(['b', 'c', 'r']).trim_matches('#');
    content.get(1..content.len().saturating_sub(1)).unwrap_or_default()
}

fn test_lines(code: &[String]) -> BTreeSet<usize> {
    let marks = code.iter().enumerate().filter(|(_, line)| line.trim_start().starts_with("#[cfg(test)]"));
    marks.flat_map(|(at, _)| item(code, at).unwrap_or(at..at + 1)).collect()
}

/// The lines of the item that begins at `start`, its attributes included; `None` where it has no body.
fn item(code: &[String], start: usize) -> Option<Range<usize>> {
    let first = code.get(start)?;
    let indent = &first[..first.len() - first.trim_start().len()];
    let mut after = code.iter().enumerate().skip(start);
    let (head_end, head) = after.find(|(_, line)| line.trim_end().ends_with(['{', '}', ';']))?;
    match head.trim_end().chars().last()? {
        ';' => None,
        '}' => Some(start..head_end + 1),
        _ => {
            let closing = format!("{indent}}}");
            after.find(|(_, line)| line.starts_with(&closing)).map(|(end, _)| start..end + 1)
        }
    }
}

/// The name of the function that a line begins.
fn function_name(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let is_qualifier = |word: &str| matches!(word, "pub" | "const" | "async" | "unsafe" | "extern");
    words.find(|word| !is_qualifier(word) && !word.starts_with("pub(")).filter(|&word| word == "fn")?;
    let name = words.next()?;
    Some(name.split(['(', '<']).next().unwrap_or(name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(text: &str) -> Vec<String> {
        RustSource::parse(text).strings.into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn comments_and_literals_are_told_from_code() {
        let source = RustSource::parse("let a = \"x // y\"; // \"no\"\n/* { /* } */ \" */ f('\"', b'{');\n");
        assert_eq!(source.code[0].trim_end(), "let a =         ;");
        assert_eq!(source.code_and_comments[0], "let a =         ; // \"no\"");
        assert_eq!(source.code[1].trim_start(), "f(   ,     );");
    }

    #[test]
    fn strings_of_every_kind_are_found() {
        assert_eq!(
            strings(r####"(b"one", "t\"wo", r"three\", br#"fo"ur"#, c"five")"####),
            ["one", r#"t\"wo"#, r"three\", r#"fo"ur"#, "five"]
        );
        assert_eq!(RustSource::parse("\n\n\"a\nb\"").strings, [(2, "a\nb".to_owned())]);
    }

    #[test]
    fn lifetimes_raw_words_and_word_ends_are_no_literals() {
        assert!(strings("fn r#fn<'a>(x: &'a str, y: &'static u8) -> Foo<'_> { macrob!() }").is_empty());
        // Characters are literals too, but told from the lifetime before them.
        assert_eq!(strings(r"fn f<'a>() { ('a', '\'', '\u{1f}', 'é') }"), ["a", r"\'", r"\u{1f}", "é"]);
    }

    #[test]
    fn functions_end_at_the_brace_under_their_beginning() {
        let text = "\
impl A {
    pub(crate) const fn one<T>(
        a: T,
    ) -> T
    where
        T: Copy,
    {
        let b = \"
    }\";
        if c {
        }
    }
    fn declared(&self);
    unsafe fn two() {}
}
";
        let function = |name: &str, lines| Function { name: name.to_owned(), lines };
        assert_eq!(RustSource::parse(text).functions(), [function("one", 1..12), function("two", 13..14)]);
    }

    #[test]
    fn test_modules_are_known_with_their_attributes() {
        let text = "fn a() {}\n#[cfg(test)]\n#[allow(x)]\nmod tests {\n    fn b() {\n    }\n}\nfn c() {}\n";
        assert_eq!(RustSource::parse(text).test_lines, (1..7).collect());
        assert_eq!(RustSource::parse("#[cfg(test)]\nmod tests;\nfn c() {}\n").test_lines, [0].into());
    }
}
