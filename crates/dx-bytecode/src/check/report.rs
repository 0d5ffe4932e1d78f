//! The findings of a check. Separate from the checker, which adds them.

use std::collections::BTreeMap;
use std::fmt;

use super::rule::{Rule, Severity};
use crate::limits::MAX_FINDINGS;

/// What was found in a program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The findings: those about the program as a whole, then in the order of its statements. No more than
    /// [`MAX_FINDINGS`]; the counts below go on.
    pub findings: Vec<Finding>,
    /// How many findings there are that are errors.
    pub errors: usize,
    /// How many there are that are warnings.
    pub warnings: usize,
    /// The number of findings that are not in `findings`, by rule.
    pub omitted: BTreeMap<Rule, usize>,
}

/// A rule that is broken somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// What it means that it is broken.
    pub severity: Severity,
    /// Where; `None` for the program as a whole.
    pub place: Option<StatementPlace>,
    /// What was found and what was expected.
    pub message: String,
}

/// A statement of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatementPlace {
    /// Which one in [`Program::statements`](crate::Program::statements).
    pub index: usize,
    /// At which word of the tokens it begins, the two header words of the part, or the version token of a Direct3D 9
    /// program, not counted.
    pub word: usize,
}

impl Report {
    /// True if the program can be used: warnings do not count.
    pub fn is_valid(&self) -> bool {
        self.errors == 0
    }

    /// How many findings were too many to keep.
    pub fn left_out(&self) -> usize {
        (self.errors + self.warnings).saturating_sub(self.findings.len())
    }

    pub(crate) fn add(&mut self, rule: Rule, place: Option<StatementPlace>, message: fmt::Arguments<'_>) {
        let severity = rule.row().severity;
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
        if self.findings.len() < MAX_FINDINGS {
            self.findings.push(Finding { rule, severity, place, message: message.to_string() });
        } else {
            *self.omitted.entry(rule).or_default() += 1;
        }
    }
}
