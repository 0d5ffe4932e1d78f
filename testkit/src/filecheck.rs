//! What LLVM's FileCheck does: whether a text holds what the directives of another say, in their order. Separate from
//! other comparisons because it looks for a few things in a text and lets the rest be.
//!
//! Written from LLVM's `FileCheck` documentation: `CHECK`, `-NEXT`, `-SAME`, `-NOT`, `-DAG`, `-LABEL`, `-COUNT-N`,
//! `-EMPTY`, `{LITERAL}`, string and numeric variables. Where two alternatives of an expression match, the first is
//! taken, where FileCheck's POSIX expressions take the longest.

mod directive;
mod failure;
mod number;
mod options;
mod pattern;
mod posix;

use directive::{Directive, Kind, directives};
pub use failure::Failure;
pub use options::Options;
use pattern::{Found, Pattern, Variables};

impl Failure {
    fn of_all(message: impl Into<String>) -> Self {
        Self { line: 0, directive: String::new(), message: message.into() }
    }

    fn of(check: &Check, message: impl Into<String>) -> Self {
        Self { line: check.line, directive: check.name.clone(), message: message.into() }
    }
}

/// A directive with its pattern.
struct Check {
    kind: Kind,
    line: usize,
    name: String,
    pattern: Pattern,
}

/// A directive that moves on, and those before it that do not: `-DAG` and `-NOT`.
struct Step {
    before: Vec<Check>,
    /// The end of the input where there is none.
    check: Option<Check>,
}

/// Checks an input by the directives that `checks` holds.
///
/// # Errors
///
/// The first directive that does not hold.
pub fn check(checks: &str, input: &str, options: &Options) -> Result<(), Failure> {
    let steps = steps(&canonical(checks, options), options)?;
    if input.is_empty() && !options.allow_empty {
        return Err(Failure::of_all("the input is empty"));
    }
    let mut run = Run { variables: Variables::default() };
    for define in &options.defines {
        run.variables.define(define).map_err(Failure::of_all)?;
    }
    run.all(&steps, &canonical(input, options), options)
}

/// A text whose lines end in a newline, and whose blanks are single where they do not count.
fn canonical(text: &str, options: &Options) -> String {
    let text = text.replace("\r\n", "\n");
    if options.strict_whitespace {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut is_blank = false;
    for letter in text.chars() {
        let blank = matches!(letter, ' ' | '\t');
        if !blank || !is_blank {
            out.push(if blank { ' ' } else { letter });
        }
        is_blank = blank;
    }
    out
}

/// The directives of a text, those that do not move on with the next one that does.
fn steps(checks: &str, options: &Options) -> Result<Vec<Step>, Failure> {
    let found = directives(checks, &options.prefixes)?;
    if found.is_empty() {
        return Err(Failure::of_all(format!("no directive of {}", options.prefixes.join(", "))));
    }
    let mut steps: Vec<Step> = Vec::new();
    let mut before = implicit(options)?;
    for directive in found {
        let check = compile(directive, options)?;
        match check.kind {
            Kind::Not | Kind::Dag => before.push(check),
            Kind::Next | Kind::Same | Kind::Empty if steps.is_empty() => {
                return Err(Failure::of(&check, "there is no directive before it"));
            }
            _ => {
                let before = std::mem::replace(&mut before, implicit(options)?);
                steps.push(Step { before, check: Some(check) });
            }
        }
    }
    if !before.is_empty() {
        steps.push(Step { before, check: None });
    }
    Ok(steps)
}

/// What may be nowhere.
fn implicit(options: &Options) -> Result<Vec<Check>, Failure> {
    let of = |text: &String| {
        let name = "--implicit-check-not".to_owned();
        let directive = Directive { kind: Kind::Not, is_literal: false, line: 0, name, text: text.clone() };
        compile(directive, options)
    };
    options.implicit_not.iter().map(of).collect()
}

fn compile(directive: Directive, options: &Options) -> Result<Check, Failure> {
    let pattern = Pattern::new(&directive, options);
    let Directive { kind, line, name, .. } = directive;
    match pattern {
        Ok(pattern) => Ok(Check { kind, line, name, pattern }),
        Err(message) => Err(Failure { line, directive: name, message }),
    }
}

/// How far directives have matched is what each call gives; what they said of names is here.
struct Run {
    variables: Variables,
}

impl Run {
    fn all(&mut self, steps: &[Step], input: &str, options: &Options) -> Result<(), Failure> {
        let is_label = |step: &Step| step.check.as_ref().is_some_and(|check| check.kind == Kind::Label);
        let (mut at, mut rest) = (0, steps);
        while !rest.is_empty() {
            let label = rest.iter().position(is_label);
            // Up to a label, everything must be before it.
            let (block, end) = match label.and_then(|label| rest[label].check.as_ref().map(|it| (label, it)))
            {
                Some((label, check)) => {
                    let found = self.find(check, &input[at..])?;
                    (label + 1, at + found.end)
                }
                None => (rest.len(), input.len()),
            };
            if at > 0 && options.var_scope {
                self.variables.end_scope();
            }
            let mut from = at;
            for step in &rest[..block] {
                from += self.step(step, &input[from..end])?;
            }
            (at, rest) = (end, &rest[block..]);
        }
        Ok(())
    }

    /// Where the directive of a step ends in what is left.
    fn step(&mut self, step: &Step, rest: &str) -> Result<usize, Failure> {
        let (from, nots) = self.unordered(&step.before, rest)?;
        let Some(check) = &step.check else {
            self.must_lack(&nots, &rest[from..])?;
            return Ok(rest.len());
        };
        let first = self.find(check, &rest[from..])?;
        let (start, mut end) = (from + first.start, from + first.end);
        let count = if let Kind::Count(count) = check.kind { count } else { 1 };
        for _ in 1..count {
            end += self.find(check, &rest[end..])?.end;
        }
        let lines = rest[..start].matches('\n').count();
        let wrong = match check.kind {
            Kind::Next | Kind::Empty if lines == 0 => Some("is on the line of the match before it"),
            Kind::Next | Kind::Empty if lines > 1 => Some("is not on the line after the match before it"),
            Kind::Same if lines > 0 => Some("is not on the line of the match before it"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Err(Failure::of(check, format!("{wrong}{}", shown(&rest[start..]))));
        }
        self.must_lack(&nots, &rest[from..start])?;
        Ok(end)
    }

    /// Matches `-DAG`s in any order, and checks the `-NOT`s between them. Gives where the last one ends, and the
    /// `-NOT`s behind it.
    fn unordered<'c>(&mut self, checks: &'c [Check], rest: &str) -> Result<(usize, Vec<&'c Check>), Failure> {
        let mut start = 0;
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        let mut nots = Vec::new();
        for (place, check) in checks.iter().enumerate() {
            if check.kind == Kind::Not {
                nots.push(check);
                continue;
            }
            let mut from = start;
            loop {
                let found = self.find(check, &rest[from..])?;
                let (first, end) = (from + found.start, from + found.end);
                let overlapped = ranges.iter().find(|(known, known_end)| first < *known_end && *known < end);
                let Some((_, known_end)) = overlapped else {
                    ranges.push((first, end));
                    break;
                };
                from = *known_end;
            }
            if checks.get(place + 1).is_none_or(|next| next.kind == Kind::Not) {
                ranges.sort_unstable();
                let first = ranges.first().map_or(start, |range| range.0);
                self.must_lack(&nots, &rest[start..first.max(start)])?;
                nots.clear();
                start = ranges.last().map_or(start, |range| range.1);
                ranges.clear();
            }
        }
        Ok((start, nots))
    }

    fn must_lack(&mut self, nots: &[&Check], text: &str) -> Result<(), Failure> {
        for check in nots {
            let found = check.pattern.find(text, &mut self.variables);
            if let Some(found) = found.map_err(|message| Failure::of(check, message))? {
                return Err(Failure::of(check, format!("is there{}", shown(&text[found.start..]))));
            }
        }
        Ok(())
    }

    /// Finds what must be there.
    fn find(&mut self, check: &Check, text: &str) -> Result<Found, Failure> {
        let found =
            check.pattern.find(text, &mut self.variables).map_err(|message| Failure::of(check, message))?;
        found.ok_or_else(|| {
            let wanted = &check.pattern.source;
            Failure::of(check, format!("\"{wanted}\" is not there{}", shown(text)))
        })
    }
}

/// The first line of a text that has something in it.
fn shown(text: &str) -> String {
    match text.lines().map(str::trim).find(|line| !line.is_empty()) {
        Some(line) => format!(": {line}"),
        None => ": the input ends here".to_owned(),
    }
}
