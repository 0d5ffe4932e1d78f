//! What keeps files from being linked: errors, each with the file that it is about. Separate from [`Error`], which is
//! one error, because a linker tells of all that it found in a phase.

use dxil_link::{LinkError, LinkErrors};
use serde::Serialize;

use crate::error::{Error, ErrorObject};
use crate::json::Mapped;
use crate::judging::{Finding, FindingObject, Judgement, finding_objects, write_findings};
use crate::loading::read_module::Faults;
use crate::status::Status;
use crate::streams;
use crate::style::counted;

/// Errors, in the order in which they are told.
#[derive(Debug, Default)]
pub struct Refusal {
    errors: Vec<Blame>,
    /// How many more there are.
    more: usize,
    /// What is wrong with what was linked.
    findings: Option<Box<Judgement>>,
}

/// An error with its file, if it is about one.
#[derive(Debug)]
struct Blame {
    file: Option<String>,
    bytes: Option<Vec<u8>>,
    error: Error,
}

/// The errors of a link.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RefusalObject<'a> {
    /// The errors, at most 100 of each kind.
    errors: Mapped<'a, Blame, BlameObject<'a>>,
    /// The number of errors that are not in `errors`; absent if the list contains all errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors_left_out: Option<usize>,
    /// The findings about the linked program; absent if the linked program is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<Mapped<'a, Finding, FindingObject<'a>>>,
}

/// An error of a link.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "LinkError"))]
struct BlameObject<'a> {
    /// The path of the input file that caused the error; `null` for an error about several files.
    file: Option<&'a str>,
    error: ErrorObject,
}

impl Refusal {
    /// The refusal of one file.
    pub fn of(file: impl Into<String>, error: impl Into<Error>) -> Self {
        let mut refusal = Self::default();
        refusal.add(file, error.into());
        refusal
    }

    /// That of a file with many mistakes.
    pub fn of_faults(file: impl Into<String>, bytes: &[u8], faults: Faults) -> Self {
        let (errors, more) = match faults {
            Faults::Unreadable(error) => (vec![error], 0),
            Faults::Mistakes { errors, more } => (errors, more),
        };
        let file = file.into();
        let blame = |error| Blame { file: Some(file.clone()), bytes: Some(bytes.to_vec()), error };
        Self { errors: errors.into_iter().map(blame).collect(), more, findings: None }
    }

    /// The refusal of what was linked.
    pub fn of_findings(error: Error, findings: Judgement) -> Self {
        Self { findings: Some(Box::new(findings)), ..Self::from(error) }
    }

    /// Adds an error about a file.
    pub fn add(&mut self, file: impl Into<String>, error: Error) {
        self.errors.push(Blame { file: Some(file.into()), bytes: None, error });
    }

    /// Adds what another one says.
    pub fn extend(&mut self, other: Self) {
        self.errors.extend(other.errors);
        self.more += other.more;
        self.findings = self.findings.take().or(other.findings);
    }

    /// The refusal, if there is an error in it.
    pub fn check(self) -> Result<(), Self> {
        if self.errors.is_empty() { Ok(()) } else { Err(self) }
    }

    /// The errors.
    pub fn errors(&self) -> impl Iterator<Item = &Error> {
        self.errors.iter().map(|blame| &blame.error)
    }

    /// What is wrong with what was linked, where that is why.
    pub fn findings(&self) -> Option<&Judgement> {
        self.findings.as_deref()
    }

    /// The errors as text, each with its file.
    pub fn messages(&self) -> impl Iterator<Item = String> {
        self.errors.iter().map(|Blame { file, error, .. }| match file {
            Some(file) => format!("{file}: {}", error.message()),
            None => error.message(),
        })
    }

    /// Prints them on standard error.
    pub fn say(&self) {
        if let Some(findings) = &self.findings {
            // There is no other place to report errors of writing.
            let _ = write_findings(&mut anstream::stderr(), "the linked program", findings, false);
        }
        for Blame { file, bytes, error } in &self.errors {
            streams::print_message(error.render(file.as_deref(), bytes.as_deref()));
        }
        if self.more > 0 {
            streams::print_message(format!("and {}", counted(self.more, "more error")));
        }
    }

    /// The exit status.
    pub fn status(&self) -> Status {
        self.errors().map(Error::status).max().unwrap_or_default()
    }

    /// The refusal in JSON.
    pub fn object(&self) -> RefusalObject<'_> {
        RefusalObject {
            errors: Mapped::new(&self.errors, |Blame { file, error, .. }| BlameObject {
                file: file.as_deref(),
                error: error.into(),
            }),
            errors_left_out: Some(self.more).filter(|count| *count > 0),
            findings: self.findings.as_deref().map(finding_objects),
        }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self { errors: vec![Blame { file: None, bytes: None, error }], ..Self::default() }
    }
}

impl From<LinkErrors> for Refusal {
    fn from(errors: LinkErrors) -> Self {
        let more = errors.left_out();
        let blame = |error: LinkError| Blame { file: None, bytes: None, error: error.into() };
        Self { errors: errors.into_iter().map(blame).collect(), more, findings: None }
    }
}
