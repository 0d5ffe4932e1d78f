//! Findings as they are reported, whichever language they are about.

use std::collections::BTreeMap;

use dx_bytecode::numbering::{Head, Role};
use dx_container::FourCc;
use dx_container::mangled_name::unmangled;
use located::Severity;

use super::rules;

/// The findings of a file.
#[derive(Debug, Default)]
pub struct Judgement {
    /// The findings, in a stable order.
    pub findings: Vec<Finding>,
    /// The number of errors, including those that were too many to keep.
    pub errors: usize,
    /// The same of warnings.
    pub warnings: usize,
    /// The number of findings that were too many to keep, by rule.
    pub omitted: BTreeMap<&'static str, usize>,
    /// The PDB beside the file that source lines come from.
    pub debug_file: Option<String>,
    /// The container that a text or bitcode is assembled to.
    pub assembled: Option<Vec<u8>>,
    /// The checks left out for a file without findings, where its kind of file usually has them.
    pub unchecked: Option<&'static str>,
    /// The number of findings that the user chose not to see.
    pub suppressed: usize,
    /// True for a valid container without a digest, which Direct3D rejects.
    pub is_unsigned: bool,
    /// True if the finding is that the file cannot be read: it is empty, truncated, of another kind, or a text with a
    /// mistake.
    pub is_unreadable: bool,
}

/// A rule that is broken somewhere.
#[derive(Debug)]
pub struct Finding {
    /// The rule's name, or the code of what could not be read.
    pub rule: &'static str,
    /// The severity; an error makes the file invalid.
    pub severity: Severity,
    /// The message: what was found and what was expected.
    pub message: String,
    /// The advice, where it depends on what was found.
    pub hint: Option<String>,
    /// The part that it is about.
    pub part: Option<FourCc>,
    /// The first byte at fault in the file, and how many are.
    pub bytes: Option<(u64, u64)>,
    /// The first of those bytes, of what is no program.
    pub shown_bytes: Vec<u8>,
    /// The function that it is in; `None` for declarations of a whole token program.
    pub function: Option<String>,
    /// The block of it, as the assembly spells it.
    pub block: Option<String>,
    /// The place of that block in the function.
    pub block_index: Option<u32>,
    /// The index of the statement of a token program, declarations included.
    pub statement: Option<usize>,
    /// The number of the instruction in its function, as `dis --numbers` prints it.
    pub number: Option<usize>,
    /// The instruction as text, or what else of a program it is about.
    pub instruction: Option<String>,
    /// The line of the instruction in the listing that `dis` prints, from 1; for containers, bitcode and Direct3D 9
    /// programs.
    pub listing_line: Option<usize>,
    /// The line that it was compiled from.
    pub source: Option<SourcePlace>,
    /// The line of the file, where that is text.
    pub line: Option<TextPlace>,
}

/// A place in the source that a program was compiled from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcePlace {
    /// The file's name, where the module has it.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1; 0 where only the line is known.
    pub column: u32,
    /// The text of the line, where the source is at hand.
    pub text: Option<String>,
}

/// A place in a file of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextPlace {
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1; `None` where the line as a whole is meant.
    pub column: Option<usize>,
    /// The column of the first byte of the statement or of the mistake, in bytes from 1.
    pub start: usize,
    /// The text of the line, where it is no instruction.
    pub text: Option<String>,
}

impl SourcePlace {
    /// The file and the line, without the column.
    pub fn shown(&self) -> String {
        match &self.file {
            Some(file) => format!("{file}:{}", self.line),
            None => format!("line {}", self.line),
        }
    }
}

impl Judgement {
    /// Whether no rule is broken that is an error.
    pub fn is_valid(&self) -> bool {
        self.errors == 0
    }

    /// The number of findings that were too many to keep.
    pub fn left_out(&self) -> usize {
        (self.errors + self.warnings).saturating_sub(self.findings.len())
    }

    /// Removes the findings for which `keep` returns false; returns the number of removed findings.
    pub fn retain(&mut self, mut keep: impl FnMut(&Finding) -> bool) -> usize {
        let before = self.findings.len();
        let (errors, warnings) = (&mut self.errors, &mut self.warnings);
        self.findings.retain(|finding| {
            let is_kept = keep(finding);
            if !is_kept {
                let count = if finding.severity == Severity::Error { &mut *errors } else { &mut *warnings };
                *count = count.saturating_sub(1);
            }
            is_kept
        });
        before - self.findings.len()
    }

    /// Removes the findings of `rules`, and the number of findings that were too many to keep; returns the number of
    /// removed findings.
    pub fn ignore(&mut self, rules: &[&str]) -> usize {
        let mut removed = self.retain(|finding| !rules.contains(&finding.rule));
        for (rule, count) in std::mem::take(&mut self.omitted) {
            if !rules.contains(&rule) {
                self.omitted.insert(rule, count);
                continue;
            }
            removed += count;
            let total = match rules::severity(rule) {
                Severity::Error => &mut self.errors,
                Severity::Warning => &mut self.warnings,
            };
            *total = total.saturating_sub(count);
        }
        removed
    }

    /// Adds the numbers of findings that were too many to keep.
    pub fn add_omitted(&mut self, omitted: impl Iterator<Item = (&'static str, usize)>) {
        for (rule, count) in omitted {
            *self.omitted.entry(rule).or_default() += count;
        }
    }

    /// Adds why a part cannot be read.
    pub fn add_unread(&mut self, finding: Finding, part: FourCc) {
        self.findings.push(Finding { part: Some(part), ..finding });
        self.errors += 1;
    }

    /// Of a file that cannot be read: why.
    pub fn refused(finding: Finding) -> Self {
        Self { findings: vec![finding], errors: 1, ..Self::default() }
    }
}

impl Finding {
    /// The location in the program or file: `PSV0 at 0x124`, `line 12, function main, block %entry, instruction 7`.
    pub fn location(&self) -> String {
        let mut places = Vec::new();
        if let Some(TextPlace { line, column, .. }) = self.line {
            places.push(match column {
                Some(column) => format!("line {line}, column {column}"),
                None => format!("line {line}"),
            });
        }
        match (self.part, self.bytes) {
            (Some(part), Some((offset, _))) => places.push(format!("{part} at {offset:#x}")),
            (Some(part), None) => places.push(part.to_string()),
            (None, Some((offset, _))) => places.push(format!("at {offset:#x}")),
            (None, None) => {}
        }
        places.extend(self.listing_line.map(|line| format!("line {line} of `dis`")));
        let function = self.function.as_deref();
        places.extend(function.map(|function| format!("function {}", unmangled(function.into()))));
        places.extend(self.block.as_ref().map(|block| format!("block {block}")));
        places.extend(self.number.map(|number| format!("instruction {number}")));
        places.join(", ")
    }

    /// Adds the function and the number of a statement of a token program.
    pub fn add_role(&mut self, role: Option<(Head, Role)>) {
        let Some((head, role)) = role else { return };
        let is_global = head == Head::Main && role == Role::Declaration;
        self.function = (!is_global).then(|| head.to_string());
        self.number = role.number();
    }

    /// A finding that is nowhere yet.
    pub fn new(rule: &'static str, severity: Severity, message: String) -> Self {
        Self {
            rule,
            severity,
            message,
            hint: None,
            part: None,
            bytes: None,
            shown_bytes: Vec::new(),
            function: None,
            block: None,
            block_index: None,
            statement: None,
            number: None,
            instruction: None,
            listing_line: None,
            source: None,
            line: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_rules_include_findings_that_were_not_kept() {
        let finding = |rule| Finding::new(rule, Severity::Error, String::new());
        let mut judgement = Judgement {
            findings: vec![finding("flow.unclosed"), finding("flow.case")],
            errors: 9,
            ..Judgement::default()
        };
        judgement.add_omitted([("flow.unclosed", 4), ("flow.case", 3)].into_iter());
        assert_eq!((judgement.left_out(), judgement.ignore(&["flow.unclosed"])), (7, 5));
        assert_eq!((judgement.errors, judgement.findings.len(), judgement.left_out()), (4, 1, 3));
        assert_eq!((judgement.ignore(&["flow.case"]), judgement.is_valid()), (4, true));
    }
}
