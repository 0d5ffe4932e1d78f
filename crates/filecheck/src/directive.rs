//! The directives of a text: which word of a line is one, and what follows it.

use crate::failure::Failure;
use crate::options::Options;

/// The kind of a directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    Next,
    Same,
    Not,
    Dag,
    Label,
    Empty,
    Count(usize),
}

/// A directive as it is written.
#[derive(Debug, Clone)]
pub(crate) struct Directive {
    pub kind: Kind,
    /// True if the pattern has the modifier `{LITERAL}`.
    pub is_literal: bool,
    pub line: usize,
    pub name: String,
    pub text: String,
}

/// Words that begin a comment: the rest of the line contains no directive.
const COMMENTS: [&str; 2] = ["COM", "RUN"];

/// The directives of a text, in its order, one a line.
pub(crate) fn directives(text: &str, options: &Options) -> Result<Vec<Directive>, Failure> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(directive) = of_line(line, number, options)? {
            found.push(directive);
        }
    }
    Ok(found)
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-')
}

fn of_line(line: &str, number: usize, options: &Options) -> Result<Option<Directive>, Failure> {
    let mut before = None;
    for (at, letter) in line.char_indices() {
        let begins_word = before.is_none_or(|before| !is_word(before));
        before = Some(letter);
        if !begins_word {
            continue;
        }
        let rest = line.get(at..).unwrap_or_default();
        if COMMENTS.iter().any(|word| rest.strip_prefix(word).is_some_and(|rest| rest.starts_with(':'))) {
            return Ok(None);
        }
        // Prefixes that fit, the longest first.
        let mut fitting: Vec<(&String, &str)> = options
            .prefixes
            .iter()
            .filter_map(|prefix| Some((prefix, rest.strip_prefix(prefix.as_str())?)))
            .collect();
        fitting.sort_by_key(|(prefix, _)| std::cmp::Reverse(prefix.len()));
        for (prefix, suffix) in fitting {
            if let Some((kind, is_literal, name, text)) = of_suffix(suffix) {
                let name = format!("{prefix}{name}");
                let kind = kind.map_err(|reason| Failure::malformed(number, &name, reason))?;
                return Ok(Some(Directive { kind, is_literal, line: number, name, text: text.to_owned() }));
            }
            if options.reject_unknown_suffixes
                && let Some((unknown, _)) = suffix.split_once(':')
                && unknown.starts_with('-')
                && !unknown.contains(char::is_whitespace)
            {
                let name = format!("{prefix}{unknown}");
                return Err(Failure::malformed(number, &name, "this directive is not supported"));
            }
        }
    }
    Ok(None)
}

type Suffix<'t> = (Result<Kind, String>, bool, String, &'t str);

/// Parses the part of a directive after its prefix: kind, modifier, name and pattern.
fn of_suffix(rest: &str) -> Option<Suffix<'_>> {
    const KINDS: [(&str, Kind); 6] = [
        ("-NEXT", Kind::Next),
        ("-SAME", Kind::Same),
        ("-NOT", Kind::Not),
        ("-DAG", Kind::Dag),
        ("-LABEL", Kind::Label),
        ("-EMPTY", Kind::Empty),
    ];
    if let Some(counted) = rest.strip_prefix("-COUNT") {
        let counted = counted.strip_prefix('-')?;
        let (number, behind) =
            counted.split_at_checked(counted.find(|letter: char| !letter.is_ascii_digit())?)?;
        let (is_literal, text) = of_colon(behind)?;
        let count = number.parse().ok().filter(|count| *count > 0);
        let kind = count.map(Kind::Count).ok_or_else(|| "the count must be a positive number".to_owned());
        return Some((kind, is_literal, format!("-COUNT-{number}"), text));
    }
    for (suffix, kind) in KINDS {
        let Some(behind) = rest.strip_prefix(suffix) else { continue };
        if let Some((is_literal, text)) = of_colon(behind) {
            return Some((Ok(kind), is_literal, suffix.to_owned(), text));
        }
        // -NOT goes with no other.
        let other = KINDS
            .iter()
            .find(|(other, _)| behind.strip_prefix(other).is_some_and(|behind| of_colon(behind).is_some()))?;
        let why = format!("-NOT cannot be combined with another suffix: {suffix}{}", other.0);
        let is_refused = suffix == "-NOT" || other.0 == "-NOT";
        return is_refused.then_some((Err(why), false, suffix.to_owned(), ""));
    }
    let (is_literal, text) = of_colon(rest)?;
    Some((Ok(Kind::Plain), is_literal, String::new(), text))
}

fn of_colon(rest: &str) -> Option<(bool, &str)> {
    if let Some(text) = rest.strip_prefix(':') {
        return Some((false, text));
    }
    Some((true, rest.strip_prefix("{LITERAL}:")?))
}
