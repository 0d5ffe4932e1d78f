//! The objects of the SARIF log, with the members that `validate --sarif` prints.

use serde::Serialize;

use crate::json::Text;

/// The first members of the log.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Head {
    /// The SARIF schema.
    #[serde(rename = "$schema")]
    pub schema: &'static str,
    /// The SARIF version.
    pub version: &'static str,
}

/// The first member of a run.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RunHead<'a> {
    pub tool: Tool<'a>,
}

/// The member of a run before the results.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunColumns {
    /// The unit of columns.
    pub column_kind: &'static str,
}

/// The program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Tool<'a> {
    pub driver: Driver<'a>,
}

/// The program, with the rules that are broken.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Driver<'a> {
    /// The page of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub information_uri: Option<&'static str>,
    /// The name of the program.
    pub name: &'static str,
    /// The codes of the notifications.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notifications: Vec<Rule<'a>>,
    /// The rules that are broken.
    pub rules: Vec<Rule<'a>>,
    /// The version of the program.
    pub version: &'static str,
}

/// A rule, or the code of an error.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Rule<'a> {
    /// The severity of the rule.
    pub default_configuration: Configuration,
    /// The sentence and the hint of the rule.
    pub full_description: Message<'a>,
    /// The hint of the rule.
    pub help: Message<'a>,
    /// The page about the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help_uri: Option<String>,
    /// The name of the rule.
    pub id: &'a str,
    /// The sentence of the rule.
    pub short_description: Message<'a>,
}

/// The severity of a rule.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Configuration {
    /// The severity.
    pub level: &'static str,
}

/// A text.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Message<'a> {
    /// The text.
    pub text: Text<'a>,
}

/// A finding.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ResultObject<'a> {
    /// The validated file, if the location is in HLSL source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis_target: Option<Artifact>,
    /// The severity.
    pub level: &'a str,
    /// The location of the finding.
    pub locations: [Location<'a>; 1],
    /// The description of the finding, and the hint.
    pub message: Message<'a>,
    /// The identity of the finding, which does not depend on lines and offsets.
    pub partial_fingerprints: Fingerprints,
    /// The location in the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<Properties<'a>>,
    /// The location in the validated file, if `locations` is in HLSL source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub related_locations: Option<[Location<'a>; 1]>,
    /// The name of the broken rule.
    pub rule_id: &'static str,
}

/// The identity of a finding in later versions of the file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Fingerprints {
    /// The fingerprint of the finding, `:`, and the number of the finding among those with this fingerprint. GitHub
    /// compares this member.
    #[serde(rename = "primaryLocationLineHash")]
    pub numbered: String,
    /// The fingerprint of the finding, as in a baseline.
    #[serde(rename = "shaderToolsFinding/v1")]
    pub plain: String,
}

/// The end of the run.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Invocation<'a> {
    /// False if a file could not be read.
    pub execution_successful: bool,
    /// The exit status.
    pub exit_code: u8,
    /// Files that could not be read, and checks that were skipped.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tool_execution_notifications: Vec<Notification<'a>>,
}

/// A message about the run.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Notification<'a> {
    /// The code of the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub descriptor: Option<Descriptor<'a>>,
    /// The severity.
    pub level: &'static str,
    /// The file.
    pub locations: [Location<'a>; 1],
    /// The description.
    pub message: Message<'a>,
}

/// The code of a notification.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Descriptor<'a> {
    /// The code.
    pub id: &'a str,
}

/// A location.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Location<'a> {
    /// The function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logical_locations: Option<[LogicalLocation; 1]>,
    /// The location in a file.
    pub physical_location: PhysicalLocation<'a>,
}

/// A function.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LogicalLocation {
    /// The mangled name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decorated_name: Option<String>,
    /// The unmangled name.
    pub fully_qualified_name: String,
    /// The kind of the logical location: `function`.
    pub kind: &'static str,
    /// The unmangled name.
    pub name: String,
}

/// A location in a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PhysicalLocation<'a> {
    /// The file.
    pub artifact_location: Artifact,
    /// The line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region<'a>>,
}

/// A file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Artifact {
    /// The path of the file as a URI reference.
    pub uri: String,
}

/// A line.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Region<'a> {
    /// The text of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snippet: Option<Message<'a>>,
    /// The column in UTF-16 code units, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_column: Option<usize>,
    /// The line number, from 1.
    pub start_line: usize,
}

/// The location of a finding in the program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Properties<'a> {
    /// The name of the basic block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<&'a str>,
    /// The text of the invalid code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction: Option<&'a str>,
    /// The number of the invalid instruction in its function, from 0, as `dis --numbers` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction_number: Option<usize>,
    /// The number of invalid bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u64>,
    /// `dis` if the line in the validated file is a line of the listing that `shader-tools dis` prints; `none` if the
    /// finding has no line, so that the line is 1. Absent if the validated file is a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines_of: Option<&'static str>,
    /// The offset of the invalid bytes in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The name of the part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// The index of the invalid statement of a token program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<usize>,
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
        /// The end of the run.
        invocations: [Invocation<'static>; 1],
        /// The findings.
        results: Vec<ResultObject<'static>>,
    }
    crate::json::schema::check_value::<Log>("sarif");
}
