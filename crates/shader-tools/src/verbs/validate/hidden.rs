//! Findings that `validate` does not report: `--ignore` and `--baseline`.

use std::path::Path;

use super::baseline::{Baseline, Stale};
use crate::error::Error;
use crate::judging::{Judgement, rules};
use crate::run::Run;
use crate::selection::input::{self, Input, display};

/// Findings that are not reported.
#[derive(Debug, Default)]
pub struct Hidden {
    ignored: Vec<&'static str>,
    baseline: Option<Baseline>,
}

/// The findings of a file that were removed.
#[derive(Debug, Default)]
pub struct Removed {
    /// The number of findings that --ignore removed.
    pub ignored: usize,
    /// The number of findings that --baseline removed.
    pub known: usize,
    /// Findings of the baseline that no longer occur.
    pub stale: Vec<Stale>,
}

impl Hidden {
    /// Reads the options; on failure, `run` has reported the error.
    pub fn read(ignored: &[String], baseline: Option<&Path>, run: &mut Run<'_>) -> Option<Self> {
        let ignored: Result<Vec<_>, Error> = ignored.iter().map(|rule| rules::named(rule)).collect();
        let ignored = ignored.map_err(|error| run.fail(&error)).ok()?;
        let Some(path) = baseline else { return Some(Self { ignored, baseline: None }) };
        let read = input::read_besides(path, &run.inputs).and_then(|bytes| Baseline::parse(&bytes));
        let baseline = read.map_err(|error| run.fail_with(&display(path), &error)).ok()?;
        Some(Self { ignored, baseline: Some(baseline) })
    }

    /// Removes the findings from the judgement of a file. A file that cannot be read stays an error.
    pub fn remove(&self, input: &Input, judgement: &mut Judgement) -> Removed {
        if judgement.is_unreadable {
            return Removed::default();
        }
        let ignored = judgement.ignore(&self.ignored);
        let baseline = self.baseline.as_ref();
        let (known, stale) = baseline.map(|known| known.remove_known(input, judgement)).unwrap_or_default();
        Removed { ignored, known, stale }
    }

    /// Findings of the baseline in files that do not exist.
    pub fn stale(&self, inputs: &[Input]) -> Vec<Stale> {
        self.baseline.as_ref().map(|baseline| baseline.of_missing_files(inputs)).unwrap_or_default()
    }
}
