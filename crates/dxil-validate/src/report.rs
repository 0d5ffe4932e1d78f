//! What the validator tells: findings, in the order in which they are found, which for one input is always the same.

use std::collections::BTreeMap;
use std::fmt;

use dx_container::FourCc;
use dxil_ir::verify::IrPlace;
use located::{Error, Kind};

use crate::limits::{MAX_FINDINGS, MAX_MESSAGE};
use crate::options::Options;
use crate::rule::{Rule, Severity};

/// What was found in a container or module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The findings: of the container's parts, then of the program. No more than [`MAX_FINDINGS`]; the counts below go
    /// on.
    pub findings: Vec<Finding>,
    /// How many findings there are that are errors.
    pub errors: usize,
    /// How many there are that are warnings.
    pub warnings: usize,
    /// The number of findings that are not in `findings`, by rule.
    pub omitted: BTreeMap<Rule, usize>,
    /// The version of the validator whose rules are in force; every version's where it is unknown.
    pub(crate) validator_version: Option<(u32, u32)>,
}

/// A rule that is broken somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// What it means that it is broken.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// What was found and what was expected.
    pub message: String,
}

/// Where a rule is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The container as a whole.
    Container,
    /// Bytes of the container that belong to no part.
    Bytes {
        /// The first byte at fault, counted from the first byte of the container.
        offset: u64,
        /// How many bytes are at fault.
        len: u64,
    },
    /// Bytes of a part.
    Part {
        /// The part's name.
        part: FourCc,
        /// The first byte at fault, counted from the first byte of the container.
        offset: u64,
        /// How many bytes are at fault; 0 where the fault is that there are none.
        len: u64,
    },
    /// A function, block, instruction or anything else of the module.
    Module(IrPlace),
}

/// A message as it is written: no longer than it is kept.
struct Message(String);

impl Message {
    fn of(arguments: fmt::Arguments<'_>) -> String {
        let mut message = Self(String::new());
        if fmt::write(&mut message, arguments).is_err() {
            message.0.push('…');
        }
        message.0
    }
}

impl fmt::Write for Message {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = MAX_MESSAGE.saturating_sub(self.0.len());
        let end = (0..=room.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        self.0.push_str(text.get(..end).unwrap_or_default());
        if end < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}

impl Report {
    /// A report that is empty, with the rules in force that were asked for.
    pub fn for_options(options: &Options<'_>) -> Self {
        Self { validator_version: options.validator_version, ..Self::default() }
    }

    /// Whether the rules are kept: warnings do not count.
    pub fn is_valid(&self) -> bool {
        self.errors == 0
    }

    /// How many findings were too many to keep.
    pub fn left_out(&self) -> usize {
        (self.errors + self.warnings).saturating_sub(self.findings.len())
    }

    /// Adds a finding, if its rule is in force.
    pub fn add(&mut self, rule: Rule, place: Place, message: fmt::Arguments<'_>) {
        let row = rule.row();
        // 0.0 is a program for no validator, which has all that the newest has.
        if self.validator_version.is_some_and(|version| version.0 > 0 && version < row.since) {
            return;
        }
        match row.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
        if self.findings.len() < MAX_FINDINGS {
            let message = Message::of(message);
            self.findings.push(Finding { rule, severity: row.severity, place, message });
        } else {
            *self.omitted.entry(rule).or_default() += 1;
        }
    }

    /// Adds a finding about what could not be read.
    pub(crate) fn unreadable<K: Kind>(&mut self, rule: Rule, part: Option<FourCc>, error: &Error<K>) {
        let (offset, len) = (error.place().offset, error.place().len);
        let place = match part {
            Some(part) => Place::Part { part, offset, len },
            None => Place::Bytes { offset, len },
        };
        let code = error.kind().code();
        match error.path_text().to_string() {
            path if path.is_empty() => self.add(rule, place, format_args!("{} [{code}]", error.kind())),
            path => self.add(rule, place, format_args!("{}, in {path} [{code}]", error.kind())),
        }
    }
}
