//! The directives of a text, compiled to patterns and grouped into steps.

use crate::directive::{Directive, Kind, directives};
use crate::failure::Failure;
use crate::options::Options;
use crate::pattern::Pattern;
use crate::search::Search;
use crate::step::{Check, Step};

/// The directives of a text.
#[derive(Debug)]
pub struct Checks {
    steps: Vec<Step>,
    options: Options,
    count: usize,
}

impl Checks {
    /// Parses the directives of a text; other lines are comments.
    ///
    /// # Errors
    ///
    /// The text has no directive, or a directive is malformed.
    pub fn parse(text: &str, options: &Options) -> Result<Self, Failure> {
        let found = directives(&canonical(text, options), options)?;
        if found.is_empty() {
            let words: Vec<String> = options.prefixes.iter().map(|prefix| format!("{prefix}:")).collect();
            return Err(Failure::of_all(format!("no line contains a directive {}", words.join(" or "))));
        }
        let count = found.len();
        Ok(Self { steps: steps(found, options)?, options: options.clone(), count })
    }

    /// The number of directives.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns false: a text without directives is an error.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Checks a text.
    ///
    /// # Errors
    ///
    /// The first directive that fails.
    pub fn check(&self, text: &str) -> Result<(), Failure> {
        if text.is_empty() && !self.options.allow_empty {
            return Err(Failure::of_all("the input is empty"));
        }
        Search::new(&canonical(text, &self.options), &self.options)?.all(&self.steps)
    }
}

/// The text with `\n` as line end, and with runs of blanks reduced to one space unless white space is strict.
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

/// Groups directives into steps.
fn steps(found: Vec<Directive>, options: &Options) -> Result<Vec<Step>, Failure> {
    let mut steps: Vec<Step> = Vec::new();
    let mut before = implicit(options)?;
    for directive in found {
        let check = compile(directive, options)?;
        match check.kind {
            Kind::Not | Kind::Dag => before.push(check),
            Kind::Next | Kind::Same | Kind::Empty if steps.is_empty() => {
                let why = "cannot be the first directive, because no match precedes it";
                return Err(Failure::malformed(check.line, &check.name, why));
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

/// The patterns of `--implicit-check-not`.
fn implicit(options: &Options) -> Result<Vec<Check>, Failure> {
    let check = |text: &String| {
        let name = "--implicit-check-not".to_owned();
        let directive = Directive { kind: Kind::Not, is_literal: false, line: 0, name, text: text.clone() };
        compile(directive, options)
    };
    options.implicit_not.iter().map(check).collect()
}

fn compile(directive: Directive, options: &Options) -> Result<Check, Failure> {
    let pattern = Pattern::new(&directive, options);
    let Directive { kind, line, name, .. } = directive;
    match pattern {
        Ok(pattern) => Ok(Check { kind, line, name, pattern }),
        Err(reason) => Err(Failure::malformed(line, &name, reason)),
    }
}
