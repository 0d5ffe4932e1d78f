//! The totals of a run of `validate`, and the lines that report them.

use std::io::{self, Write};
use std::path::Path;

use super::baseline::Stale;
use super::hidden::Removed;
use super::sarif;
use crate::judging::rules;
use crate::layout;
use crate::selection::input::display;
use crate::streams;
use crate::style::{self, counted, grouped, paint};

/// The results of one file, or the sum over all files.
#[derive(Default)]
pub struct Summary {
    /// The number of files that were read and checked.
    pub checked: usize,
    /// The number of checked files with an error.
    pub invalid: usize,
    /// The number of files that are empty, truncated or of another kind, or texts with a syntax error.
    pub unreadable: usize,
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
    /// The findings that are not reported.
    pub removed: Removed,
    /// The findings for SARIF, if the run prints SARIF.
    pub sarif: Vec<sarif::File>,
    /// The rules that are broken, in the order of the findings.
    pub rules: Vec<&'static str>,
    /// The names of the first unsigned containers.
    pub unsigned: Vec<String>,
    /// The number of unsigned containers.
    pub unsigned_count: usize,
}

/// The maximum number of unsigned containers, and of stale entries of a baseline, that are named.
const NAMED: usize = 3;

impl Summary {
    /// Adds the results of another file.
    pub fn add(&mut self, file: Self) {
        self.checked += file.checked;
        self.invalid += file.invalid;
        self.unreadable += file.unreadable;
        self.errors += file.errors;
        self.warnings += file.warnings;
        self.removed.ignored += file.removed.ignored;
        self.removed.known += file.removed.known;
        self.removed.stale.extend(file.removed.stale);
        self.sarif.extend(file.sarif);
        self.unsigned_count += file.unsigned_count;
        self.unsigned.extend(file.unsigned.into_iter().take(NAMED - self.unsigned.len().min(NAMED)));
        for rule in file.rules {
            if !self.rules.contains(&rule) {
                self.rules.push(rule);
            }
        }
    }

    /// Prints the unsigned containers, the totals over `files` files, and the next step.
    pub fn write(&self, out: &mut dyn Write, files: usize, is_strict: bool) -> io::Result<()> {
        self.write_unsigned(out)?;
        let valid = self.checked - self.invalid;
        let kinds = [
            (valid, "valid"),
            (self.invalid, "invalid"),
            (self.unreadable, "unreadable"),
            (files - self.checked - self.unreadable, "not checked"),
        ];
        let kinds = kinds.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| {
            let unsigned = match self.unsigned_count {
                count @ 1.. if what == "valid" => {
                    format!(" ({} unsigned: Direct3D rejects unsigned shaders)", grouped(count as u64))
                }
                _ => String::new(),
            };
            format!("{} {what}{unsigned}", grouped(count as u64))
        });
        let kinds: Vec<String> = kinds.collect();
        let files = counted(files, "file");
        let files = if kinds.is_empty() { files } else { format!("{files}: {}", kinds.join(", ")) };
        let fails = if is_strict && self.warnings > 0 { " (--strict: warnings count as errors)" } else { "" };
        let mut found =
            format!("{}, {}{fails}", counted(self.errors, "error"), counted(self.warnings, "warning"));
        for (count, option) in [(self.removed.known, "--baseline"), (self.removed.ignored, "--ignore")] {
            if count > 0 {
                found.push_str(&format!("; {option} hides {}", counted(count, "finding")));
            }
        }
        writeln!(out, "{files}; {found}")?;
        match self.explain_hint() {
            Some(hint) => {
                let hint = format!("{}: {hint}", paint(style::GOOD, "help"));
                out.write_all(layout::hanging(&hint).as_bytes())
            }
            None => Ok(()),
        }
    }

    /// Names the unsigned containers.
    fn write_unsigned(&self, out: &mut dyn Write) -> io::Result<()> {
        let note = paint(style::NOTE, "note");
        for name in &self.unsigned {
            let name = if name == "-" { "standard input" } else { name };
            writeln!(out, "{note}: unsigned, sign it with `validate --sign`: {name}")?;
        }
        match self.unsigned_count - self.unsigned.len() {
            0 => Ok(()),
            more => writeln!(out, "... and {}", counted(more, "more unsigned file")),
        }
    }

    /// The rule that the reader can have explained: the first one that is broken. Codes of unreadable files are not
    /// rules.
    fn explain_hint(&self) -> Option<String> {
        let rules: Vec<_> = self.rules.iter().filter(|rule| rules::sentences(rule).is_some()).collect();
        let (first, others) = rules.split_first()?;
        Some(match others {
            [] => format!("`shader-tools explain {first}` describes the rule"),
            _ => format!("`shader-tools explain RULE` describes a rule, for example {first}"),
        })
    }
}

/// Prints a note on standard error about entries of the baseline at `path` that no longer occur.
pub fn note_stale(path: &Path, stale: &[Stale]) {
    if stale.is_empty() {
        return;
    }
    let count: usize = stale.iter().map(|(.., count)| count).sum();
    let named = stale.iter().take(NAMED).map(|(file, rule, _)| format!("{rule} in {file}"));
    let mut named: Vec<String> = named.collect();
    if stale.len() > NAMED {
        named.push("...".to_owned());
    }
    let occur = if count == 1 { "no longer occurs" } else { "no longer occur" };
    streams::print_message(format!(
        "{} {}: {} of the baseline {occur} ({}): update the baseline with --write-baseline",
        paint(style::NOTE, "note:"),
        display(path),
        counted(count, "finding"),
        named.join(", ")
    ));
}
