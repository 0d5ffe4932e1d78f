//! The pattern of a directive: text, expressions and variables, and where it is found.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use regex_lite::{Regex, RegexBuilder};

use crate::directive::{Directive, Kind};
use crate::limits;
use crate::number::{Number, Values};
use crate::options::Options;
use crate::posix::{push_literal, translate};

/// A piece of a pattern.
#[derive(Debug, Clone)]
enum Piece {
    Text(String),
    /// An expression, in the syntax of the crate.
    Expression(String),
    /// The definition of a variable, and the expression for its value.
    Define(String, String),
    Use(String),
    Number(Number),
}

/// The pattern of a directive.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// As it is written.
    pub(crate) source: String,
    pieces: Vec<Piece>,
    full_lines: bool,
    ignore_case: bool,
    is_empty_line: bool,
    /// The compiled pattern, unless variables are part of it.
    compiled: Option<Regex>,
}

/// A match of a pattern: byte offsets in the text that was searched.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The values of variables.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    texts: HashMap<String, String>,
    numbers: Values,
}

impl Variables {
    /// A definition from a command line.
    pub(crate) fn define(&mut self, define: &str) -> Result<(), String> {
        let (name, value) = define
            .split_once('=')
            .ok_or_else(|| format!("variable {define} has no value, expected NAME=VALUE"))?;
        match name.strip_prefix('#') {
            Some(name) => {
                let number = Number::parse(&format!("{name}:{value}"), 0)?;
                let text = number
                    .text(&self.numbers)?
                    .ok_or_else(|| format!("variable {define} has no value, expected NAME=VALUE"))?;
                self.set_number(&number, &text)
            }
            None => {
                self.texts.insert(name.to_owned(), value.to_owned());
                Ok(())
            }
        }
    }

    /// Forgets what does not outlive a label.
    pub(crate) fn end_scope(&mut self) {
        self.texts.retain(|name, _| name.starts_with('$'));
        self.numbers.retain(|name, _| name.starts_with('$'));
    }

    fn set_number(&mut self, number: &Number, text: &str) -> Result<(), String> {
        let format = number.format(&self.numbers);
        if let Some(name) = &number.name {
            self.numbers.insert(name.clone(), (format.read(text)?, format));
        }
        Ok(())
    }
}

impl Pattern {
    pub(crate) fn new(directive: &Directive, options: &Options) -> Result<Self, String> {
        let source = match options.strict_whitespace && options.full_lines {
            true => &*directive.text,
            false => directive.text.trim_matches([' ', '\t']),
        };
        let is_empty_line = directive.kind == Kind::Empty;
        if source.is_empty() != is_empty_line {
            return Err(if is_empty_line {
                "an -EMPTY directive cannot have a pattern"
            } else {
                "the pattern is missing"
            }
            .to_owned());
        }
        let pieces = if directive.is_literal {
            vec![Piece::Text(source.to_owned())]
        } else {
            pieces(source, directive.line)?
        };
        let has_variables =
            pieces.iter().any(|piece| !matches!(piece, Piece::Text(_) | Piece::Expression(_)));
        if directive.kind == Kind::Label && has_variables {
            return Err("the pattern of a -LABEL directive cannot contain variables".to_owned());
        }
        let mut pattern = Self {
            source: source.to_owned(),
            pieces,
            full_lines: options.full_lines && directive.kind != Kind::Not,
            ignore_case: options.ignore_case,
            is_empty_line,
            compiled: None,
        };
        if !has_variables && pattern.literal().is_none() {
            let expression = pattern.expression(&pattern.pieces, &HashMap::new(), &Variables::default())?;
            pattern.compiled = Some(pattern.compile(&expression)?);
        }
        Ok(pattern)
    }

    /// The text that the pattern consists of, if it has no expression and is compared letter by letter.
    fn literal(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [Piece::Text(wanted)] if !self.full_lines && !self.ignore_case => Some(wanted),
            _ => None,
        }
    }

    /// Returns the first match, and sets the variables of the pattern.
    pub(crate) fn find(&self, text: &str, variables: &mut Variables) -> Result<Option<Found>, String> {
        if self.is_empty_line {
            // The newline before belongs to the line before.
            let place = text.find("\n\n").or_else(|| text.ends_with('\n').then(|| text.len() - 1));
            return Ok(place.map(|place| Found { start: place + 1, end: place + 1 }));
        }
        if let Some(wanted) = self.literal() {
            return Ok(text.find(wanted).map(|start| Found { start, end: start + wanted.len() }));
        }
        let known = HashMap::new();
        if let Some(regex) = &self.compiled {
            return self.matched(regex, text, 0, &known, variables);
        }
        let Some(backward) = self.first_backward() else {
            let regex = self.compile(&self.expression(&self.pieces, &known, variables)?)?;
            return self.matched(&regex, text, 0, &known, variables);
        };
        // Tries the values of a variable that this pattern both defines and uses, the longest one first.
        let Some((before, [Piece::Define(name, defined), ..])) = self.pieces.split_at_checked(backward)
        else {
            return Ok(None);
        };
        let before = self.expression(before, &known, variables)?;
        let head = self.compile(&format!("(?:{before})(?P<it>{defined})"))?;
        let whole = self.compile(&format!("^(?:{defined})$"))?;
        let (mut from, mut work) = (0, 0_usize);
        while let Some(captures) = text.get(from..).and_then(|_| head.captures_at(text, from)) {
            let (Some(all), Some(value)) = (captures.get(0), captures.name("it")) else { return Ok(None) };
            let rest = text.get(all.end()..).unwrap_or_default();
            let line_end = all.end() + rest.find('\n').unwrap_or(rest.len());
            let line = text.get(..line_end).unwrap_or(text);
            for end in (value.start()..=value.end()).rev() {
                let Some(value) = text.get(value.start()..end) else { continue };
                work = work.saturating_add(limits::WORK_OF_VALUE + value.len() + (line_end - all.start()));
                if work > limits::WORK_OF_VALUES {
                    return Err(format!("stopped after too many candidate values for {name}"));
                }
                if !whole.is_match(value) {
                    continue;
                }
                let known = HashMap::from([(name.clone(), value.to_owned())]);
                let regex = self.compile(&self.expression(&self.pieces, &known, variables)?)?;
                if regex.find_at(line, all.start()).is_some_and(|found| found.start() == all.start()) {
                    return self.matched(&regex, text, all.start(), &known, variables);
                }
            }
            from = all.start() + all.as_str().chars().next().map_or(1, char::len_utf8);
        }
        Ok(None)
    }

    /// Searches the first match from an offset on, and sets the variables.
    fn matched(
        &self,
        regex: &Regex,
        text: &str,
        from: usize,
        known: &HashMap<String, String>,
        variables: &mut Variables,
    ) -> Result<Option<Found>, String> {
        let Some(captures) = regex.captures_at(text, from) else { return Ok(None) };
        for (place, piece) in self.pieces.iter().enumerate() {
            let captured = captures.name(&group(place)).map(|found| found.as_str().to_owned());
            match (piece, captured) {
                (Piece::Define(name, _), captured) => {
                    let value = captured.or_else(|| known.get(name).cloned()).unwrap_or_default();
                    variables.texts.insert(name.clone(), value);
                }
                (Piece::Number(number), Some(captured)) => variables.set_number(number, &captured)?,
                _ => {}
            }
        }
        let found = captures.name("all").or_else(|| captures.get(0));
        Ok(found.map(|found| Found { start: found.start(), end: found.end() }))
    }

    /// The definition of the first variable that this pattern uses after it defines it.
    fn first_backward(&self) -> Option<usize> {
        let mut defined = HashMap::new();
        for (place, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Define(name, _) => {
                    defined.entry(name).or_insert(place);
                }
                Piece::Use(name) if defined.contains_key(name) => return defined.get(name).copied(),
                _ => {}
            }
        }
        None
    }

    fn expression(
        &self,
        pieces: &[Piece],
        known: &HashMap<String, String>,
        variables: &Variables,
    ) -> Result<String, String> {
        let mut out = String::new();
        let mut defined = HashSet::new();
        for (place, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Text(text) => push_text(&mut out, text),
                Piece::Expression(expression) => {
                    let _ = write!(out, "(?:{expression})");
                }
                Piece::Define(name, expression) => {
                    defined.insert(name);
                    match known.get(name) {
                        Some(value) => push_text(&mut out, value),
                        None => {
                            let _ = write!(out, "(?P<{}>{expression})", group(place));
                        }
                    }
                }
                Piece::Use(name) => {
                    let of_pattern = known.get(name).filter(|_| defined.contains(name));
                    if of_pattern.is_none() && defined.contains(name) {
                        return Err(format!(
                            "{name} is used after its definition in the same directive, which is supported for one variable only"
                        ));
                    }
                    let value = of_pattern.or_else(|| variables.texts.get(name));
                    push_text(&mut out, value.ok_or_else(|| format!("unknown variable {name}"))?);
                }
                Piece::Number(number) => match number.text(&variables.numbers)? {
                    Some(text) => {
                        let _ = write!(out, "(?P<{}>", group(place));
                        push_text(&mut out, &text);
                        out.push(')');
                    }
                    None => {
                        let any = number.format(&variables.numbers).expression();
                        let _ = write!(out, "(?P<{}>{any})", group(place));
                    }
                },
            }
        }
        Ok(out)
    }

    fn compile(&self, expression: &str) -> Result<Regex, String> {
        let whole = match self.full_lines {
            true => format!("^ *(?P<all>{expression}) *$"),
            false => expression.to_owned(),
        };
        let mut builder = RegexBuilder::new(&whole);
        let bytes = whole.len().saturating_mul(limits::EXPRESSION_BYTES_PER_BYTE);
        builder.multi_line(true).case_insensitive(self.ignore_case);
        builder.size_limit(limits::EXPRESSION_BYTES.saturating_add(bytes));
        builder.build().map_err(|error| format!("invalid regular expression: {error}"))
    }
}

/// The name of the group of a piece.
fn group(place: usize) -> String {
    format!("p{place}")
}

fn push_text(out: &mut String, text: &str) {
    text.chars().for_each(|letter| push_literal(out, letter));
}

/// Takes a pattern apart.
fn pieces(source: &str, line: usize) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = source;
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix("{{") {
            let (expression, behind) = behind.split_once("}}").ok_or("{{ is not closed")?;
            pieces.push(Piece::Expression(translate(expression)?));
            rest = behind;
        } else if let Some(behind) = rest.strip_prefix("[[").filter(|behind| begins_variable(behind)) {
            let (inner, behind) = end_of_variable(behind)
                .and_then(|end| behind.split_at_checked(end))
                .ok_or("[[ is not closed")?;
            pieces.push(variable(inner, line)?);
            rest = behind.strip_prefix("]]").unwrap_or_default();
        } else {
            // The first letter is text, even if it is a bracket.
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let later = rest.get(first..).unwrap_or_default();
            let open = later.as_bytes().windows(2).position(|pair| matches!(pair, b"{{" | b"[["));
            let end = open.map_or(rest.len(), |open| first + open);
            let (text, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
            match pieces.last_mut() {
                Some(Piece::Text(known)) => known.push_str(text),
                _ => pieces.push(Piece::Text(text.to_owned())),
            }
            rest = behind;
        }
    }
    Ok(pieces)
}

/// True if the text after `[[` begins a variable.
fn begins_variable(behind: &str) -> bool {
    let mut letters = behind.chars();
    match letters.next() {
        Some('#' | '@' | '_') => true,
        Some('$') => letters.next().is_some_and(|letter| letter.is_ascii_alphabetic() || letter == '_'),
        first => first.is_some_and(|letter| letter.is_ascii_alphabetic()),
    }
}

/// The offset of the `]]` that closes a variable; brackets in its expression are skipped.
fn end_of_variable(behind: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut letters = behind.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            ']' if depth == 0 => return behind.get(at..)?.starts_with("]]").then_some(at),
            ']' => depth -= 1,
            '[' => depth += 1,
            '\\' => {
                letters.next();
            }
            _ => {}
        }
    }
    None
}

fn variable(inner: &str, line: usize) -> Result<Piece, String> {
    if let Some(number) = inner.strip_prefix('#') {
        return Number::parse(number, line).map(Piece::Number);
    }
    if inner.starts_with('@') {
        return Number::parse(inner, line).map(Piece::Number);
    }
    let end = inner
        .find(|letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$')))
        .unwrap_or(inner.len());
    let (name, rest) = inner.split_at_checked(end).unwrap_or((inner, ""));
    match rest.strip_prefix(':') {
        Some(expression) => Ok(Piece::Define(name.to_owned(), translate(expression)?)),
        None if rest.is_empty() => Ok(Piece::Use(name.to_owned())),
        None => Err(format!("\"{inner}\" is not the name of a variable")),
    }
}
