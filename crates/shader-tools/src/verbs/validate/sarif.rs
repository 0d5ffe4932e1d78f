//! Findings as SARIF 2.1.0, the format in which analyses report findings to editors and code scanning services.

mod objects;
mod uri;

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write};

use dx_container::mangled_name::unmangled;

use self::objects::{
    Artifact, Configuration, Descriptor, Driver, Fingerprints, Head, Invocation, Location, LogicalLocation,
    Message, Notification, PhysicalLocation, Properties, Region, ResultObject, Rule, RunColumns, RunHead,
    Tool,
};
use super::fingerprint::fingerprint;
use crate::codes;
use crate::error::FileError;
use crate::json::Object;
use crate::judging::{Finding, Judgement, SourcePlace, rules};
use crate::layout::floor_char_boundary;
use crate::selection::file_name::FileName;
use crate::status::Status;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The findings of a file.
pub struct File {
    /// The name of the file.
    pub name: FileName,
    /// The findings.
    pub judgement: Judgement,
}

/// The results of a run.
pub struct Log<'a> {
    /// The files that were read.
    pub files: &'a [File],
    /// The files that could not be opened.
    pub failed: &'a [FileError],
    /// The broken rules, and the codes of files that cannot be parsed.
    pub rules: BTreeSet<&'static str>,
    /// The exit status.
    pub status: Status,
}

impl Log<'_> {
    /// Writes the log.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let rules = self.rules.iter().map(|id| Rule::new(id)).collect();
        let codes: BTreeSet<&str> = self.failed.iter().map(FileError::code).collect();
        let notifications = codes.into_iter().map(Rule::new).collect();
        let version = env!("CARGO_PKG_VERSION");
        let information_uri = (!codes::REPOSITORY.is_empty()).then_some(codes::REPOSITORY);
        let driver = Driver { information_uri, name: "shader-tools", notifications, rules, version };
        let mut log = Object::begin(out)?;
        log.members(&Head { schema: SCHEMA, version: "2.1.0" })?;
        log.list("runs", |runs| {
            let mut run = Object::begin(runs.item()?)?;
            run.members(&RunHead { tool: Tool { driver } })?;
            run.break_line();
            run.members(&RunColumns { column_kind: "utf16CodeUnits" })?;
            run.lines("invocations", [self.invocation()])?;
            run.lines("results", self.files.iter().flat_map(File::results))?;
            run.end()
        })??;
        log.end_document()
    }

    fn invocation(&self) -> Invocation<'_> {
        let failed = self.failed.iter().map(|failed| Notification {
            descriptor: Some(Descriptor { id: failed.code() }),
            level: "error",
            locations: [Location::of_file(failed.file())],
            message: Message { text: failed.message().into() },
        });
        let files = self.files.iter().flat_map(File::notifications);
        Invocation {
            execution_successful: self.status < Status::Unreadable,
            exit_code: self.status as u8,
            tool_execution_notifications: failed.chain(files).collect(),
        }
    }
}

impl<'a> Rule<'a> {
    fn new(id: &'a str) -> Self {
        let text = |text: &'static str| Message { text: text.into() };
        let (sentence, hint) = codes::find(id).map_or(("", ""), |found| (found.sentence, found.hint));
        Self {
            default_configuration: Configuration { level: rules::severity(id).name() },
            full_description: Message { text: format!("{sentence} {hint}").into() },
            help: text(hint),
            help_uri: codes::page(id),
            id,
            short_description: text(sentence),
        }
    }
}

impl File {
    /// The findings, each with its number among the findings with the same fingerprint.
    fn results(&self) -> impl Iterator<Item = ResultObject<'_>> {
        let mut seen = HashMap::<String, usize>::new();
        self.judgement.findings.iter().map(move |finding| {
            let plain = fingerprint(finding);
            let number = seen.entry(plain.clone()).or_default();
            *number += 1;
            let fingerprints = Fingerprints { numbered: format!("{plain}:{number}"), plain };
            ResultObject::new(&self.name, finding, fingerprints)
        })
    }

    /// Errors that are also findings, if the file cannot be parsed, and the checks that were skipped.
    fn notifications(&self) -> impl Iterator<Item = Notification<'_>> {
        let unreadable = self.judgement.findings.iter().filter(|_| self.judgement.is_unreadable);
        let unreadable = unreadable.map(|finding| Notification {
            descriptor: Some(Descriptor { id: finding.rule }),
            level: "error",
            locations: [Location::of_file(&self.name)],
            message: Message { text: finding.message.as_str().into() },
        });
        let unchecked = self.judgement.unchecked.map(|text| Notification {
            descriptor: None,
            level: "note",
            locations: [Location::of_file(&self.name)],
            message: Message { text: text.into() },
        });
        unreadable.chain(unchecked)
    }
}

impl<'a> ResultObject<'a> {
    /// The result of a finding. The location is the HLSL location if it is known, because an editor shows it there. The
    /// validated file is then the analysis target.
    fn new(name: &FileName, finding: &'a Finding, partial_fingerprints: Fingerprints) -> Self {
        let in_file = PhysicalLocation::in_file(name, finding);
        let source = finding.source.as_ref().and_then(|source| Some((source, source.file.as_deref()?)));
        let (physical_location, analysis_target, related) = match source {
            Some((source, file)) => {
                (PhysicalLocation::in_source(source, file), Some(Artifact::new(name)), Some(in_file))
            }
            None => (in_file, None, None),
        };
        let logical_locations = finding.function.as_deref().map(|name| [LogicalLocation::new(name)]);
        let related =
            related.map(|physical_location| [Location { logical_locations: None, physical_location }]);
        let text = match &finding.hint {
            Some(hint) => format!("{}\n{hint}", finding.message).into(),
            None => finding.message.as_str().into(),
        };
        Self {
            analysis_target,
            level: finding.severity.name(),
            locations: [Location { logical_locations, physical_location }],
            message: Message { text },
            partial_fingerprints,
            properties: Properties::new(finding),
            related_locations: related,
            rule_id: finding.rule,
        }
    }
}

impl LogicalLocation {
    fn new(function: &str) -> Self {
        let name = unmangled(function.into()).to_string();
        Self {
            decorated_name: (name != function).then(|| function.to_owned()),
            fully_qualified_name: name.clone(),
            kind: "function",
            name,
        }
    }
}

impl Location<'_> {
    /// A file as a whole.
    fn of_file(name: &FileName) -> Self {
        let physical_location = PhysicalLocation { artifact_location: Artifact::new(name), region: None };
        Self { logical_locations: None, physical_location }
    }
}

impl Artifact {
    fn new(name: &FileName) -> Self {
        Self { uri: uri::of_file(name) }
    }
}

impl<'a> PhysicalLocation<'a> {
    /// The location in the validated file: a line of a text, or else a line of the listing. Line 1 represents the file
    /// as a whole, because services such as GitHub code scanning require a line.
    fn in_file(name: &FileName, finding: &'a Finding) -> Self {
        let line = finding.line.as_ref();
        let text = line.and_then(|line| line.text.as_deref()).or(finding.instruction.as_deref());
        let column = line.and_then(|line| line.column.zip(line.text.as_deref()));
        let number = line.map(|line| line.line).or(finding.listing_line);
        let region = Region {
            snippet: text.filter(|_| number.is_some()).map(|text| Message { text: text.into() }),
            start_column: column.map(|(column, text)| column_of(text, column)),
            start_line: number.unwrap_or(1),
        };
        Self { artifact_location: Artifact::new(name), region: Some(region) }
    }

    /// The location in HLSL source.
    fn in_source(source: &'a SourcePlace, file: &str) -> Self {
        let column = usize::try_from(source.column).ok().filter(|column| *column > 0);
        let text = source.text.as_deref();
        let region = Region {
            snippet: text.map(|text| Message { text: text.into() }),
            start_column: column.map(|column| text.map_or(column, |text| column_of(text, column))),
            start_line: usize::try_from(source.line).ok().filter(|line| *line > 0).unwrap_or(1),
        };
        Self { artifact_location: Artifact { uri: uri::of_recorded(file) }, region: Some(region) }
    }
}

impl<'a> Properties<'a> {
    /// The location in the program, if any part of it is known.
    fn new(finding: &'a Finding) -> Option<Self> {
        let Finding { part, bytes, block, statement, number, instruction, line, listing_line, .. } = finding;
        let lines_of = match (line, listing_line) {
            (Some(_), _) => None,
            (None, Some(_)) => Some("dis"),
            (None, None) => Some("none"),
        };
        let is_known = part.is_some() || bytes.is_some() || block.is_some() || lines_of.is_some();
        let is_known = is_known || statement.is_some() || instruction.is_some();
        is_known.then(|| Self {
            block: block.as_deref(),
            instruction: instruction.as_deref(),
            instruction_number: *number,
            length: bytes.map(|(_, len)| len),
            lines_of,
            offset: bytes.map(|(offset, _)| offset),
            part: part.map(|part| part.to_string()),
            statement: *statement,
        })
    }
}

/// Converts a column in bytes to UTF-16 code units, the unit of the member `columnKind`.
fn column_of(text: &str, column: usize) -> usize {
    let before = text.get(..floor_char_boundary(text, column.saturating_sub(1))).unwrap_or_default();
    1 + before.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::column_of;

    #[test]
    fn columns_count_units_of_utf16() {
        assert_eq!(column_of("ab\u{4e16}\u{1f600}x", 10), 6);
        assert_eq!(column_of("abc", 99), 4);
    }
}
