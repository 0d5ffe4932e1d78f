//! Findings as they are told, whichever language they are about.

use dx_container::FourCc;

/// What was found of a file.
#[derive(Debug, Default)]
pub struct Judgement {
    /// The findings, in a stable order.
    pub findings: Vec<Finding>,
    /// How many are errors, those that were too many to keep included.
    pub errors: usize,
    /// The same of warnings.
    pub warnings: usize,
}

/// A rule that is broken somewhere.
#[derive(Debug, Default)]
pub struct Finding {
    /// The rule's name, or the code of what could not be read.
    pub rule: &'static str,
    /// Whether it makes the file invalid.
    pub is_error: bool,
    /// What was found and what was expected.
    pub message: String,
    /// The part that it is about.
    pub part: Option<FourCc>,
    /// The first byte at fault in the file, and how many are.
    pub bytes: Option<(u64, u64)>,
    /// The function that it is in.
    pub function: Option<String>,
    /// The block of it.
    pub block: Option<String>,
    /// The number of the statement of a token program.
    pub statement: Option<usize>,
    /// The instruction as text, or what else of a program it is about.
    pub instruction: Option<String>,
    /// Line and column of the source that it was compiled from.
    pub source: Option<(u32, u32)>,
    /// The line of the file, where that is text.
    pub line: Option<usize>,
}

impl Judgement {
    /// Whether no rule is broken that is an error.
    pub fn is_valid(&self) -> bool {
        self.errors == 0
    }

    /// How many findings were too many to keep.
    pub fn left_out(&self) -> usize {
        (self.errors + self.warnings).saturating_sub(self.findings.len())
    }

    /// Of a file that cannot be read: why.
    pub fn refused(finding: Finding) -> Self {
        Self { findings: vec![Finding { is_error: true, ..finding }], errors: 1, warnings: 0 }
    }
}

impl Finding {
    /// `error` or `warning`.
    pub fn severity(&self) -> &'static str {
        if self.is_error { "error" } else { "warning" }
    }
}
