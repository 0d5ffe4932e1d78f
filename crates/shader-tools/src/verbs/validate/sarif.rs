//! Findings as SARIF 2.1.0, the format in which analyses tell editors and services what they found.

use std::collections::BTreeSet;
use std::io::{self, Write};

use dx_container::mangled_name::unmangled;
use serde::Serialize;

use crate::json::{Object, Text};
use crate::judging::rules;
use crate::judging::{Finding, Judgement, SourcePlace};
use crate::layout::floor_char_boundary;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The findings of a file.
pub struct File {
    pub name: String,
    pub judgement: Judgement,
}

/// The first members of the log.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Head {
    /// The SARIF schema.
    #[serde(rename = "$schema")]
    schema: &'static str,
    /// The SARIF version.
    version: &'static str,
}

/// The first member of a run.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RunHead<'a> {
    tool: Tool<'a>,
}

/// The member of a run before the results.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct RunColumns {
    /// The unit of columns.
    column_kind: &'static str,
}

/// The program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Tool<'a> {
    driver: Driver<'a>,
}

/// The program, with the rules that are broken.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Driver<'a> {
    /// The name of the program.
    name: &'static str,
    /// The rules that are broken.
    rules: Vec<Rule<'a>>,
    /// The version of the program.
    version: &'static str,
}

/// A rule.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Rule<'a> {
    /// The hint of the rule.
    help: Message<'a>,
    /// The name of the rule.
    id: &'a str,
    /// The sentence of the rule.
    short_description: Message<'a>,
}

/// A text.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Message<'a> {
    /// The text.
    text: Text<'a>,
}

/// A finding, or a note that checks were skipped.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct ResultObject<'a> {
    /// The validated file, if the location is in HLSL source.
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis_target: Option<Artifact>,
    /// The severity.
    level: &'a str,
    /// The location of the finding.
    locations: [Location<'a>; 1],
    /// The description of the finding, and the hint.
    message: Message<'a>,
    /// The location in the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Properties<'a>>,
    /// The location in the validated file, if `locations` is in HLSL source.
    #[serde(skip_serializing_if = "Option::is_none")]
    related_locations: Option<[Location<'a>; 1]>,
    /// The name of the broken rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_id: Option<&'static str>,
}

/// A location.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    /// The function.
    #[serde(skip_serializing_if = "Option::is_none")]
    logical_locations: Option<[LogicalLocation; 1]>,
    /// The location in a file.
    physical_location: PhysicalLocation<'a>,
}

/// A function.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct LogicalLocation {
    /// The mangled name.
    #[serde(skip_serializing_if = "Option::is_none")]
    decorated_name: Option<String>,
    /// The unmangled name.
    fully_qualified_name: String,
    /// The kind of the logical location: `function`.
    kind: &'static str,
    /// The unmangled name.
    name: String,
}

/// A location in a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation<'a> {
    /// The file.
    artifact_location: Artifact,
    /// The line or the byte range.
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region<'a>>,
}

/// A file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Artifact {
    /// The path of the file as a URI reference.
    uri: String,
}

/// A line or a byte range.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Region<'a> {
    /// The number of bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_length: Option<u64>,
    /// The offset of the first byte.
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_offset: Option<u64>,
    /// The text of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<Message<'a>>,
    /// The column in UTF-16 code units, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<usize>,
    /// The line number, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    start_line: Option<usize>,
}

/// The location of a finding in the program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Properties<'a> {
    /// The name of the basic block.
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<&'a str>,
    /// The text of the invalid code.
    #[serde(skip_serializing_if = "Option::is_none")]
    instruction: Option<&'a str>,
    /// The number of invalid bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
    /// The offset of the invalid bytes in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    /// The name of the part.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    /// The index of the invalid statement of a token program.
    #[serde(skip_serializing_if = "Option::is_none")]
    statement: Option<usize>,
}

#[test]
fn schema_is_fresh() {
    /// The findings as SARIF 2.1.0. The schema contains only the members that `validate --sarif` prints.
    #[derive(Serialize, schemars::JsonSchema)]
    struct Log {
        #[serde(flatten)]
        head: Head,
        /// The run of the program.
        runs: [Run; 1],
    }

    /// The run of the program.
    #[derive(Serialize, schemars::JsonSchema)]
    struct Run {
        #[serde(flatten)]
        head: RunHead<'static>,
        #[serde(flatten)]
        columns: RunColumns,
        /// The findings.
        results: Vec<ResultObject<'static>>,
    }
    crate::json::schema::check_value::<Log>("sarif");
}

/// Writes the log of the findings of all files. `found` names the broken rules.
pub fn write(out: &mut dyn Write, files: &[File], found: &BTreeSet<&'static str>) -> io::Result<()> {
    let text = |text: &'static str| Message { text: text.into() };
    let rules = found.iter().filter_map(|id| rules::sentences(id));
    let rules = rules
        .map(|(id, sentence, hint)| Rule { help: text(hint), id, short_description: text(sentence) })
        .collect();
    let driver = Driver { name: "shader-tools", rules, version: env!("CARGO_PKG_VERSION") };
    let mut log = Object::begin(out)?;
    log.members(&Head { schema: SCHEMA, version: "2.1.0" })?;
    log.list("runs", |runs| {
        let mut run = Object::begin(runs.item()?)?;
        run.members(&RunHead { tool: Tool { driver } })?;
        run.break_line();
        run.members(&RunColumns { column_kind: "utf16CodeUnits" })?;
        run.lines("results", files.iter().flat_map(File::results))?;
        run.end()
    })??;
    log.end_document()
}

impl File {
    fn results(&self) -> impl Iterator<Item = ResultObject<'_>> {
        let findings = self.judgement.findings.iter();
        let unchecked = self.judgement.unchecked.map(|text| ResultObject {
            analysis_target: None,
            level: "note",
            locations: [Location {
                logical_locations: None,
                physical_location: PhysicalLocation::new(&self.name, None),
            }],
            message: Message { text: text.into() },
            properties: None,
            related_locations: None,
            rule_id: None,
        });
        findings.map(|finding| ResultObject::new(&self.name, finding)).chain(unchecked)
    }
}

impl<'a> ResultObject<'a> {
    /// The result of a finding. The location is the HLSL location if it is known, because an editor shows it there. The
    /// validated file is then the analysis target.
    fn new(name: &str, finding: &'a Finding) -> Self {
        let in_file = PhysicalLocation::in_file(name, finding);
        let source = finding.source.as_ref().and_then(|source| Some((source, source.file.as_deref()?)));
        let (physical_location, analysis_target, related_location) = match source {
            Some((source, file)) => {
                let related = in_file.region.is_some().then_some(in_file);
                (PhysicalLocation::in_source(source, file), Some(Artifact::new(name)), related)
            }
            None => (in_file, None, None),
        };
        let logical_locations = finding.function.as_deref().map(|name| [LogicalLocation::new(name)]);
        let related = |physical_location| [Location { logical_locations: None, physical_location }];
        let text = match &finding.hint {
            Some(hint) => format!("{}\n{hint}", finding.message).into(),
            None => finding.message.as_str().into(),
        };
        Self {
            analysis_target,
            level: finding.severity.name(),
            locations: [Location { logical_locations, physical_location }],
            message: Message { text },
            properties: Properties::new(finding),
            related_locations: related_location.map(related),
            rule_id: Some(finding.rule),
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

impl Artifact {
    fn new(path: &str) -> Self {
        Self { uri: uri(path) }
    }
}

impl<'a> PhysicalLocation<'a> {
    fn new(path: &str, region: Option<Region<'a>>) -> Self {
        Self { artifact_location: Artifact::new(path), region }
    }

    /// The location in the validated file.
    fn in_file(name: &str, finding: &'a Finding) -> Self {
        let region = match (&finding.line, finding.bytes) {
            (Some(line), _) => {
                let text = line.text.as_deref().or(finding.instruction.as_deref());
                let column = line.column.zip(line.text.as_deref());
                Some(Region {
                    snippet: text.map(|text| Message { text: text.into() }),
                    start_column: column.map(|(column, text)| column_of(text, column)),
                    start_line: Some(line.line),
                    ..Region::default()
                })
            }
            (None, Some((offset, len))) => {
                Some(Region { byte_length: Some(len), byte_offset: Some(offset), ..Region::default() })
            }
            (None, None) => None,
        };
        Self::new(name, region)
    }

    /// The location in HLSL source.
    fn in_source(source: &'a SourcePlace, file: &str) -> Self {
        let column = usize::try_from(source.column).ok().filter(|column| *column > 0);
        let text = source.text.as_deref();
        let region = Region {
            snippet: text.map(|text| Message { text: text.into() }),
            start_column: column.map(|column| text.map_or(column, |text| column_of(text, column))),
            start_line: usize::try_from(source.line).ok(),
            ..Region::default()
        };
        Self::new(file, Some(region))
    }
}

impl<'a> Properties<'a> {
    /// The location in the program, if any part of it is known.
    fn new(finding: &'a Finding) -> Option<Self> {
        let Finding { part, bytes, block, statement, instruction, .. } = finding;
        let is_known = part.is_some() || bytes.is_some() || block.is_some();
        let is_known = is_known || statement.is_some() || instruction.is_some();
        is_known.then(|| Self {
            block: block.as_deref(),
            instruction: instruction.as_deref(),
            length: bytes.map(|(_, len)| len),
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

/// A path as a reference: characters that mean something there are escaped. Debug information has paths of any system.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let has_drive = path.get(1..3) == Some(":/") && path.starts_with(|c: char| c.is_ascii_alphabetic());
    let mut uri = String::with_capacity(path.len());
    if has_drive {
        uri.push_str("file:///");
    }
    for (index, byte) in path.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into())
            }
            b':' if has_drive && index == 1 => uri.push(':'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::{column_of, uri};

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("a b/c.hlsl"), "a%20b/c.hlsl");
        assert_eq!(uri("C:\\src\\a.hlsl"), "file:///C:/src/a.hlsl");
        assert_eq!(uri("inc\\a.hlsl"), "inc/a.hlsl");
        assert_eq!(uri("a:b"), "a%3Ab");
    }

    #[test]
    fn columns_count_units_of_utf16() {
        assert_eq!(column_of("ab\u{4e16}\u{1f600}x", 10), 6);
        assert_eq!(column_of("abc", 99), 4);
    }
}
