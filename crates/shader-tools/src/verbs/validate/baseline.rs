//! Baseline files: known findings, which `--baseline` does not report and `--write-baseline` writes.
//!
//! A baseline identifies a finding by file, rule, function and fingerprint, and counts equal findings. It contains no
//! line numbers and no offsets, so unrelated changes of a shader do not change the baseline.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::fingerprint::{fingerprint, function_of, without_numbering};
use crate::error::Error;
use crate::json::Object;
use crate::judging::{Finding, Judgement};
use crate::selection::file_name::FileName;
use crate::selection::input::{Input, Source};

/// The name of the schema.
const SCHEMA: &str = "shader-tools.baseline/1";

/// A baseline file.
#[derive(Deserialize)]
#[cfg_attr(test, derive(Serialize, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Document {
    /// The name and version of this schema.
    #[cfg_attr(test, serde(skip))]
    schema: String,
    /// The known findings, sorted by file, rule, function and fingerprint; one line each.
    findings: Vec<Entry>,
}

/// Equal findings in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The path of the file with slashes, relative to the working directory if the file is below it.
    file: String,
    /// The name of the broken rule, or the code of an error.
    rule: String,
    /// The name of the function that contains the findings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    function: Option<String>,
    /// The digest of rule, part, function and message; `validate` compares this member.
    fingerprint: String,
    /// The number of equal findings.
    count: usize,
    /// The message without numbers of values, lines and offsets; only for readers.
    message: String,
}

#[test]
fn schema_is_fresh() {
    crate::json::schema::check::<Document>(SCHEMA);
}

/// The identity of a finding within a file.
type Key = (String, Option<String>, String);

fn key(finding: &Finding) -> Key {
    (finding.rule.to_owned(), function_of(finding).map(str::to_owned), fingerprint(finding))
}

/// The known findings, with the number of equal ones, by file.
#[derive(Debug, Default)]
pub struct Baseline(HashMap<String, BTreeMap<Key, usize>>);

/// Known findings that no longer occur: the file, the rule and the number.
pub type Stale = (String, String, usize);

impl Baseline {
    /// Reads a baseline file.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let wrong = |text: String| {
            Error::Unsupported(format!("not a baseline of `validate --write-baseline`: {text}"))
        };
        let document: Document = serde_json::from_slice(bytes).map_err(|error| wrong(error.to_string()))?;
        if document.schema != SCHEMA {
            return Err(wrong(format!("schema is {:?}, expected {SCHEMA:?}", document.schema)));
        }
        let mut files = HashMap::<String, BTreeMap<Key, usize>>::new();
        for Entry { file, rule, function, fingerprint, count, .. } in document.findings {
            let known = files.entry(file).or_default().entry((rule, function, fingerprint)).or_default();
            *known = known.saturating_add(count);
        }
        Ok(Self(files))
    }

    /// Removes the known findings of a file from `judgement`; returns the number of removed findings, and the known
    /// findings that do not occur.
    pub fn remove_known(&self, input: &Input, judgement: &mut Judgement) -> (usize, Vec<Stale>) {
        let file = path_in_baseline(input);
        let Some(known) = self.0.get(&file) else { return (0, Vec::new()) };
        let mut left = known.clone();
        let removed = judgement.retain(|finding| match left.get_mut(&key(finding)) {
            Some(count @ 1..) => {
                *count -= 1;
                false
            }
            _ => true,
        });
        // Findings that were too many to keep cannot be compared.
        let is_complete = judgement.left_out() == 0;
        let stale = left.into_iter().filter(|(_, count)| is_complete && *count > 0);
        (removed, stale.map(|((rule, ..), count)| (file.clone(), rule, count)).collect())
    }

    /// The known findings in files that do not exist, unless the files are among `inputs`.
    pub fn of_missing_files(&self, inputs: &[Input]) -> Vec<Stale> {
        let given: HashSet<String> = inputs.iter().map(path_in_baseline).collect();
        let is_missing = |file: &&String| *file != "-" && !given.contains(*file) && !Path::new(file).exists();
        let files = self.0.keys().filter(is_missing);
        let mut stale: Vec<Stale> = files
            .flat_map(|file| self.0.get(file).into_iter().flatten().map(move |entry| (file, entry)))
            .map(|(file, ((rule, ..), count))| (file.clone(), rule.clone(), *count))
            .collect();
        stale.sort();
        stale
    }
}

/// The findings of a run, for a new baseline.
#[derive(Debug, Default)]
pub struct NewBaseline(BTreeMap<(String, Key), (usize, String)>);

impl NewBaseline {
    /// Adds the findings of a file.
    pub fn add(&mut self, file: &str, findings: &[Finding]) {
        for finding in findings {
            let message = || without_numbering(&finding.message);
            let entry = self.0.entry((file.to_owned(), key(finding))).or_insert_with(|| (0, message()));
            entry.0 += 1;
        }
    }

    /// Adds the findings of other files.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// The number of files with findings.
    pub fn files(&self) -> usize {
        self.0.keys().map(|(file, _)| file).collect::<HashSet<_>>().len()
    }

    /// The number of findings.
    pub fn len(&self) -> usize {
        self.0.values().map(|(count, _)| count).sum()
    }

    /// Writes the baseline file.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut document = Object::document(out, SCHEMA)?;
        let entries = self.0.iter().map(|((file, (rule, function, fingerprint)), (count, message))| Entry {
            file: file.clone(),
            rule: rule.clone(),
            function: function.clone(),
            fingerprint: fingerprint.clone(),
            count: *count,
            message: message.clone(),
        });
        document.lines("findings", entries)?;
        document.end_document()
    }
}

/// The path of an input in a baseline: with slashes, without `.` components, and relative to the working directory if
/// the file is below it. So the spelling of a path on the command line does not matter.
pub fn path_in_baseline(input: &Input) -> String {
    let Source::File(path) = &input.source else { return "-".to_owned() };
    let inner = std::env::current_dir().ok().and_then(|folder| path.strip_prefix(folder).ok());
    let components = inner.unwrap_or(path).components().filter(|part| *part != Component::CurDir);
    FileName::from(components.collect::<PathBuf>().as_path()).text()
}
