//! The search for the patterns of directives in a text, step by step. Offsets are bytes from the start of the text.

use std::ops::Range;

use crate::directive::Kind;
use crate::failure::{Failure, NOT_FOUND, Position};
use crate::options::Options;
use crate::pattern::Variables;
use crate::step::{Check, Step};

/// A search in progress: the text and the values of variables.
pub(crate) struct Search<'t> {
    text: &'t str,
    variables: Variables,
    has_scopes: bool,
}

impl<'t> Search<'t> {
    pub(crate) fn new(text: &'t str, options: &Options) -> Result<Self, Failure> {
        let mut variables = Variables::default();
        for define in &options.defines {
            variables.define(define).map_err(Failure::of_all)?;
        }
        Ok(Self { text, variables, has_scopes: options.var_scope })
    }

    /// Searches the patterns of all steps. Labels split the text: all directives before a label must match before it.
    pub(crate) fn all(&mut self, steps: &[Step]) -> Result<(), Failure> {
        let (mut at, mut rest) = (0, steps);
        while !rest.is_empty() {
            let label = rest.iter().enumerate().find_map(|(place, step)| {
                let check = step.check.as_ref().filter(|check| check.kind == Kind::Label)?;
                Some((place, check))
            });
            let (count, end) = match label {
                Some((place, check)) => (place + 1, self.find(check, at..self.text.len())?.end),
                None => (rest.len(), self.text.len()),
            };
            if at > 0 && self.has_scopes {
                self.variables.end_scope();
            }
            let (block, others) = rest.split_at_checked(count).unwrap_or((rest, &[]));
            let mut from = at;
            for step in block {
                from = self.step(step, from..end)?;
            }
            (at, rest) = (end, others);
        }
        Ok(())
    }

    /// Searches the patterns of a step, and returns the end of the last match.
    fn step(&mut self, step: &Step, range: Range<usize>) -> Result<usize, Failure> {
        let (from, nots) = self.unordered(&step.before, range.clone())?;
        let Some(check) = &step.check else {
            self.must_lack(&nots, from..range.end)?;
            return Ok(range.end);
        };
        let first = self.find(check, from..range.end)?;
        let mut end = first.end;
        let count = if let Kind::Count(count) = check.kind { count } else { 1 };
        for _ in 1..count {
            let next = self.find(check, end..range.end)?;
            if next.end == end {
                // An empty match: the remaining ones match here, too.
                break;
            }
            end = next.end;
        }
        let between = self.text.get(range.start..first.start).unwrap_or_default();
        let lines = between.bytes().filter(|byte| *byte == b'\n').count();
        let wrong = match check.kind {
            Kind::Next | Kind::Empty if lines == 0 => {
                Some("match is on the same line as the previous match, expected the next line")
            }
            Kind::Next | Kind::Empty if lines > 1 => {
                Some("match is not on the line after the previous match")
            }
            Kind::Same if lines > 0 => Some("match is not on the line of the previous match"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Err(self.failure(check, wrong, first.start));
        }
        self.must_lack(&nots, from..first.start)?;
        Ok(end)
    }

    /// Searches `-DAG` patterns in any order, and checks the `-NOT` patterns between them. Returns the end of the last
    /// match, and the `-NOT` directives after it.
    fn unordered<'c>(
        &mut self,
        checks: &'c [Check],
        range: Range<usize>,
    ) -> Result<(usize, Vec<&'c Check>), Failure> {
        let mut start = range.start;
        let mut matches: Vec<Range<usize>> = Vec::new();
        let mut nots = Vec::new();
        for (place, check) in checks.iter().enumerate() {
            if check.kind == Kind::Not {
                nots.push(check);
                continue;
            }
            let mut from = start;
            loop {
                let found = self.find(check, from..range.end)?;
                let overlapped =
                    matches.iter().find(|other| found.start < other.end && other.start < found.end);
                let Some(other) = overlapped else {
                    matches.push(found);
                    break;
                };
                from = other.end;
            }
            if checks.get(place + 1).is_none_or(|next| next.kind == Kind::Not) {
                let first = matches.iter().map(|found| found.start).min().unwrap_or(start);
                self.must_lack(&nots, start..first.max(start))?;
                nots.clear();
                matches.sort_unstable_by_key(|found| (found.start, found.end));
                start = matches.last().map_or(start, |found| found.end);
                matches.clear();
            }
        }
        Ok((start, nots))
    }

    fn must_lack(&mut self, nots: &[&Check], range: Range<usize>) -> Result<(), Failure> {
        for check in nots {
            if let Some(found) = self.search(check, range.clone())? {
                return Err(self.failure(check, "pattern matches, but must not", found.start));
            }
        }
        Ok(())
    }

    /// The match of a pattern that must match in a range.
    fn find(&mut self, check: &Check, range: Range<usize>) -> Result<Range<usize>, Failure> {
        let start = range.start;
        self.search(check, range)?.ok_or_else(|| self.failure(check, NOT_FOUND, start))
    }

    fn search(&mut self, check: &Check, range: Range<usize>) -> Result<Option<Range<usize>>, Failure> {
        let start = range.start;
        let text = self.text.get(range).unwrap_or_default();
        match check.pattern.find(text, &mut self.variables) {
            Ok(found) => Ok(found.map(|found| start + found.start..start + found.end)),
            Err(reason) => {
                let pattern = check.pattern.source.clone();
                Err(Failure { pattern, ..Failure::malformed(check.line, &check.name, reason) })
            }
        }
    }

    #[cold]
    fn failure(&self, check: &Check, reason: &str, at: usize) -> Failure {
        let (before, after) = self.text.split_at_checked(at).unwrap_or((self.text, ""));
        let line = before.bytes().filter(|byte| *byte == b'\n').count();
        let text = self.text.lines().nth(line).unwrap_or_default().to_owned();
        let rest = after.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned();
        Failure {
            line: check.line,
            directive: check.name.clone(),
            pattern: check.pattern.source.clone(),
            reason: reason.to_owned(),
            position: Some(Box::new(Position { line: line + 1, text, rest })),
        }
    }
}
