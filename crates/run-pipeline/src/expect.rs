//! Checks on text, line by line, as LLVM's FileCheck does them: what `--expect` compares printed buffers with. Separate
//! because it knows nothing of pipelines.
//!
//! `CHECK`, `-NEXT`, `-SAME`, `-NOT`, `-DAG` and `-LABEL` are there, and `{{expressions}}`; variables, `-EMPTY` and
//! `-COUNT` are refused. Spaces and tabs in a row count as one space, as without `--strict-whitespace`.

use std::ops::Range;

use located::Place;
use regex_lite::{Regex, RegexBuilder};

use super::document::mistake;
use dxil_run::Result;

/// Checks, in their order.
#[derive(Debug)]
pub struct Expectations {
    checks: Vec<Check>,
}

/// A check that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unmet {
    /// The line of the check in its file, from 1.
    pub line: usize,
    /// The check as it is written.
    pub check: String,
    /// What is wrong.
    pub why: String,
    /// The line of the text in which it was looked for first, or in which it was found wrongly, from 1; and that line.
    pub found: (usize, String),
}

#[derive(Debug)]
struct Check {
    kind: Kind,
    line: usize,
    source: String,
    pattern: Pattern,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Next,
    Same,
    Not,
    Dag,
    Label,
}

#[derive(Debug)]
enum Pattern {
    Text(String),
    Expression(Regex),
}

const PREFIX: &str = "CHECK";

impl Expectations {
    /// Reads the checks of a file; other lines are comments.
    ///
    /// # Errors
    ///
    /// There are no checks, one is of a kind that is not known here, or an expression is none.
    pub fn parse(text: &str) -> Result<Self> {
        let mut checks = Vec::new();
        let mut offset = 0;
        for (number, line) in (1..).zip(text.split('\n')) {
            if let Some(check) = check(line, number).map_err(|why| mistake(line_place(offset, line), why))? {
                checks.push(check);
            }
            offset += line.len() + 1;
        }
        match checks.first() {
            None => Err(mistake(Place::default(), "there is no line with CHECK: in it")),
            Some(first) if matches!(first.kind, Kind::Next | Kind::Same) => {
                let why = format!("{} cannot be the first check: there is no line before it", first.source);
                Err(mistake(Place::default(), why))
            }
            Some(_) => Ok(Self { checks }),
        }
    }

    /// How many checks there are.
    pub fn len(&self) -> usize {
        self.checks.len()
    }

    /// Whether there is none, which cannot be.
    pub fn is_empty(&self) -> bool {
        self.checks.is_empty()
    }

    /// Checks a text.
    ///
    /// # Errors
    ///
    /// The first check that does not hold.
    pub fn check(&self, text: &str) -> std::result::Result<(), Unmet> {
        let text = &with_single_spaces(text);
        // Labels first: what is between two of them is checked by itself.
        let mut start = 0;
        let mut rest = self.checks.as_slice();
        while !rest.is_empty() {
            let label = rest.iter().skip(1).position(|check| check.kind == Kind::Label);
            let count = label.map_or(rest.len(), |index| index + 1);
            let (block, others) = rest.split_at(count);
            let end = match others.first() {
                // The next label is behind this block's own.
                Some(next) => {
                    let own = block.first().filter(|check| check.kind == Kind::Label);
                    let behind = own.and_then(|own| own.pattern.find(text, start..text.len()));
                    let from = behind.map_or(start, |found| found.end);
                    let found = next.pattern.find(text, from..text.len());
                    found.ok_or_else(|| next.missing(text, from))?.start
                }
                None => text.len(),
            };
            check_block(block, text, start..end)?;
            (start, rest) = (end, others);
        }
        Ok(())
    }
}

/// Checks what is between two labels.
fn check_block(checks: &[Check], text: &str, range: Range<usize>) -> std::result::Result<(), Unmet> {
    let (mut at, end) = (range.start, range.end);
    let mut forbidden: Vec<&Check> = Vec::new();
    let mut rest = checks;
    while let Some(first) = rest.first() {
        let count = if first.kind == Kind::Dag {
            rest.iter().take_while(|check| check.kind == Kind::Dag).count()
        } else {
            1
        };
        let (group, others) = rest.split_at(count);
        rest = others;
        if first.kind == Kind::Not {
            forbidden.push(first);
            continue;
        }
        let found = if first.kind == Kind::Dag {
            in_any_order(group, text, at..end)?
        } else {
            first.next(text, at..end)?
        };
        for check in forbidden.drain(..) {
            check.absent(text, at..found.start)?;
        }
        at = found.end;
    }
    for check in forbidden {
        check.absent(text, at..end)?;
    }
    Ok(())
}

/// Finds checks in any order, none over another; from the first one's start to the last one's end.
fn in_any_order(
    checks: &[Check],
    text: &str,
    range: Range<usize>,
) -> std::result::Result<Range<usize>, Unmet> {
    let mut taken: Vec<Range<usize>> = Vec::new();
    for check in checks {
        let mut from = range.start;
        loop {
            let found =
                check.pattern.find(text, from..range.end).ok_or_else(|| check.missing(text, range.start))?;
            match taken.iter().find(|other| found.start < other.end && other.start < found.end) {
                Some(other) => from = other.end.max(from + 1),
                None => {
                    taken.push(found);
                    break;
                }
            }
            if !text.is_char_boundary(from) || from > range.end {
                return Err(check.missing(text, range.start));
            }
        }
    }
    let start = taken.iter().map(|found| found.start).min().unwrap_or(range.start);
    let end = taken.iter().map(|found| found.end).max().unwrap_or(range.start);
    Ok(start..end)
}

impl Check {
    /// Finds it behind what was found last.
    fn next(&self, text: &str, range: Range<usize>) -> std::result::Result<Range<usize>, Unmet> {
        let found = self.pattern.find(text, range.clone()).ok_or_else(|| self.missing(text, range.start))?;
        let between = text.get(range.start..found.start).unwrap_or_default();
        let lines = between.bytes().filter(|byte| *byte == b'\n').count();
        let why = match self.kind {
            Kind::Next if lines == 0 => "is on the same line as the match before it, not on the next",
            Kind::Next if lines > 1 => "is not on the line behind the match before it",
            Kind::Same if lines > 0 => "is not on the line of the match before it",
            _ => return Ok(found),
        };
        Err(self.unmet(text, found.start, why))
    }

    fn absent(&self, text: &str, range: Range<usize>) -> std::result::Result<(), Unmet> {
        match self.pattern.find(text, range) {
            Some(found) => Err(self.unmet(text, found.start, "is there, and must not be")),
            None => Ok(()),
        }
    }

    #[cold]
    fn missing(&self, text: &str, from: usize) -> Unmet {
        self.unmet(text, from, "is not found from here on")
    }

    #[cold]
    fn unmet(&self, text: &str, at: usize, why: &str) -> Unmet {
        let before = text.get(..at).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count();
        let shown = text.lines().nth(line).unwrap_or_default().to_owned();
        Unmet { line: self.line, check: self.source.clone(), why: why.to_owned(), found: (line + 1, shown) }
    }
}

impl Pattern {
    /// Where it is in a part of a text.
    fn find(&self, text: &str, range: Range<usize>) -> Option<Range<usize>> {
        let start = range.start;
        let part = text.get(range)?;
        match self {
            Self::Text(wanted) => {
                let at = start + part.find(wanted.as_str())?;
                Some(at..at + wanted.len())
            }
            Self::Expression(expression) => {
                let found = expression.find(part)?;
                Some(start + found.start()..start + found.end())
            }
        }
    }
}

/// The check in a line, if there is one.
fn check(line: &str, number: usize) -> std::result::Result<Option<Check>, String> {
    let Some((kind, pattern)) = directive(line)? else { return Ok(None) };
    let pattern = with_single_spaces(pattern.trim_end_matches('\r').trim_matches([' ', '\t']));
    if pattern.is_empty() {
        return Err("a check without text".to_owned());
    }
    let suffix = match kind {
        Kind::Plain => "",
        Kind::Next => "-NEXT",
        Kind::Same => "-SAME",
        Kind::Not => "-NOT",
        Kind::Dag => "-DAG",
        Kind::Label => "-LABEL",
    };
    let source = format!("{PREFIX}{suffix}: {pattern}");
    Ok(Some(Check { kind, line: number, source, pattern: compile(&pattern)? }))
}

/// The kind of the check in a line, and what is behind its colon.
fn directive(line: &str) -> std::result::Result<Option<(Kind, &str)>, String> {
    for (at, _) in line.match_indices(PREFIX) {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        if before.is_some_and(|before| before.is_alphanumeric() || matches!(before, '-' | '_')) {
            continue;
        }
        let rest = line.get(at + PREFIX.len()..).unwrap_or_default();
        let Some((suffix, pattern)) = rest.split_once(':') else { continue };
        let kind = match suffix {
            "" => Kind::Plain,
            "-NEXT" => Kind::Next,
            "-SAME" => Kind::Same,
            "-NOT" => Kind::Not,
            "-DAG" => Kind::Dag,
            "-LABEL" => Kind::Label,
            other if other.starts_with('-') && !other.contains(char::is_whitespace) => {
                return Err(format!("{PREFIX}{other} is not supported"));
            }
            _ => continue,
        };
        return Ok(Some((kind, pattern)));
    }
    Ok(None)
}

/// A pattern: text in which `{{…}}` are expressions.
fn compile(pattern: &str) -> std::result::Result<Pattern, String> {
    if pattern.contains("[[") {
        return Err("variables ([[…]]) are not supported".to_owned());
    }
    if !pattern.contains("{{") {
        return Ok(Pattern::Text(pattern.to_owned()));
    }
    let (mut expression, mut rest) = (String::new(), pattern);
    while let Some((text, behind)) = rest.split_once("{{") {
        let Some((inner, behind)) = behind.split_once("}}") else {
            return Err("an expression begins with {{ and does not end with }}".to_owned());
        };
        expression.push_str(&regex_lite::escape(text));
        expression.push('(');
        expression.push_str(inner);
        expression.push(')');
        rest = behind;
    }
    expression.push_str(&regex_lite::escape(rest));
    let compiled = RegexBuilder::new(&expression).multi_line(true).build();
    compiled.map(Pattern::Expression).map_err(|cause| format!("the expression cannot be read: {cause}"))
}

/// Spaces and tabs in a row as one space.
fn with_single_spaces(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_space = false;
    for character in text.chars().filter(|character| *character != '\r') {
        let space = matches!(character, ' ' | '\t');
        if !space {
            out.push(character);
        } else if !is_space {
            out.push(' ');
        }
        is_space = space;
    }
    out
}

fn line_place(offset: usize, line: &str) -> Place {
    let [offset, len] = [offset, line.len()].map(|bytes| u64::try_from(bytes).unwrap_or(0));
    Place { offset, len, bit: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(checks: &str, text: &str) -> bool {
        Expectations::parse(checks).expect("they can be read").check(text).is_ok()
    }

    #[test]
    fn checks_follow_each_other() {
        assert!(holds("# CHECK: a\n# CHECK: b", "a\nx\nb\n"));
        assert!(!holds("# CHECK: b\n# CHECK: a", "a\nx\nb\n"));
        assert!(holds("CHECK: a   b", "x a b\n"));
        assert!(holds("CHECK: a b", "x a \t b\n"));
        assert!(!holds("CHECK: a b", "a\nb\n"));
    }

    #[test]
    fn next_and_same_count_lines() {
        assert!(holds("CHECK: a\nCHECK-NEXT: b", "a\n b\n"));
        assert!(!holds("CHECK: a\nCHECK-NEXT: b", "a b\n"));
        assert!(!holds("CHECK: a\nCHECK-NEXT: b", "a\n\nb\n"));
        assert!(holds("CHECK: a\nCHECK-SAME: b", "a b\n"));
        assert!(!holds("CHECK: a\nCHECK-SAME: b", "a\nb\n"));
    }

    #[test]
    fn not_looks_between_matches() {
        assert!(!holds("CHECK: a\nCHECK-NOT: x\nCHECK: b", "a x b"));
        assert!(holds("CHECK: a\nCHECK-NOT: x\nCHECK: b", "x a b x"));
        assert!(!holds("CHECK: a\nCHECK-NOT: x", "a b x"));
        assert!(!holds("CHECK-NOT: x\nCHECK: a", "x a"));
    }

    #[test]
    fn dags_come_in_any_order_without_overlap() {
        assert!(holds("CHECK-DAG: a\nCHECK-DAG: b\nCHECK: c", "b a c"));
        assert!(!holds("CHECK-DAG: a\nCHECK-DAG: b\nCHECK: c", "b c a"));
        assert!(!holds("CHECK-DAG: a\nCHECK-DAG: a", "a b"));
        assert!(holds("CHECK-DAG: a\nCHECK-DAG: a", "a a"));
    }

    #[test]
    fn labels_part_the_text() {
        let text = "f:\n one\ng:\n two\n";
        assert!(holds("CHECK-LABEL: f:\nCHECK: one\nCHECK-LABEL: g:\nCHECK: two", text));
        assert!(!holds("CHECK-LABEL: f:\nCHECK: two\nCHECK-LABEL: g:", text));
        assert!(holds("CHECK-LABEL: f:\nCHECK-NOT: two\nCHECK-LABEL: g:", text));
        assert!(!holds("CHECK: one\nCHECK: two\nCHECK-LABEL: g:", text));
    }

    #[test]
    fn expressions_stand_in_text() {
        assert!(holds("CHECK: [ {{2.718}} ]", "Data: [ 2.718 ]"));
        assert!(holds("CHECK: x{{[0-9]+}}.y", "x12.y"));
        assert!(!holds("CHECK: x{{[0-9]+}}.y", "x12!y"));
        assert!(holds("CHECK: {{^}}b{{$}}", "a\nb\nc"));
    }

    #[test]
    fn mistakes_are_told() {
        for (checks, why) in [
            ("nothing", "no line"),
            ("CHECK:  ", "without text"),
            ("CHECK-EMPTY:", "CHECK-EMPTY is not supported"),
            ("CHECK-COUNT-2: a", "CHECK-COUNT-2 is not supported"),
            ("CHECK: [[X:.*]]", "variables"),
            ("CHECK: {{a", "does not end"),
            ("CHECK: {{(}}", "cannot be read"),
            ("CHECK-NEXT: a", "cannot be the first"),
        ] {
            let error = Expectations::parse(checks).expect_err(checks);
            assert!(error.kind().to_string().contains(why), "{checks}: {}", error.kind());
        }
        assert!(
            Expectations::parse("XCHECK: a\nMY-CHECK: b\nCHECK: c").is_ok_and(|checks| checks.len() == 1)
        );
        let unmet = Expectations::parse("CHECK: a\nCHECK: zz").unwrap().check("x\n  a\nb").unwrap_err();
        assert_eq!((unmet.line, unmet.found), (2, (2, " a".to_owned())));
    }
}
